"""Wild cards: all hands of five cards against published totals, and hands against a program that tries every card."""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

import pytest

from service.cards.card import Card
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe
from service.core.errors import Refused
from service.rankings.outcomes import rank
from service.rankings.pai_gow import evaluate_back, evaluate_pai_gow
from service.rankings.pay_tables import (
    DEUCES_PAYOUTS,
    DOUBLE_BONUS,
    JOKER_POKER,
    DoubleBonusHand,
    JokerPokerHand,
    evaluate_deuces_wild,
    evaluate_double_bonus,
    evaluate_joker_poker,
)
from service.rankings.poker_hands import find_best_five
from service.rankings.showdowns import Showdown
from service.rankings.wild_cards import (
    DEUCES,
    DEUCES_WILD,
    JOKERS,
    MAX_DEUCES_STRENGTH,
    MAX_POKER_STRENGTH,
    MAX_WILD,
    POKER_WILD,
    WildCategory,
    WildHand,
    find_best_wild,
)
from tests.rankings.sample_cards import SUITS, hands_up_to_suits
from tests.tables import for_each, read_table

TABLES = read_table("rankings/wild_cards.yaml")

RANKS = "23456789TJQKA"
RANKS_WITHOUT_DEUCES = RANKS.replace("2", "")
PACK = tuple(build_shoe(DECKS["standard"], PackOptions(jokers=4)))
BY_CODE = {card.code: card for card in PACK}

Evaluate = Callable[[Sequence[Card]], WildHand]


def lay(codes: str) -> tuple[Card, ...]:
    """Return the cards of codes that are separated by spaces."""
    return tuple(BY_CODE[code] for code in codes.split())


def list_naturals(ranks: str, size: int) -> Iterator[tuple[list[str], int]]:
    """Yield the codes of cards of each kind, of one suit and of several, and the number of choices that are alike."""
    for choice in combinations_with_replacement(ranks, size):
        counts = Counter(choice)
        if max(counts.values(), default=0) > 4:
            continue
        number = prod(comb(4, count) for count in counts.values())
        can_be_suited = len(counts) == size
        if can_be_suited:
            number -= 4
            yield [rank + "S" for rank in choice], 4 if size else 1
        if number > 0:
            codes = []
            for rank, count in counts.items():
                codes += [rank + suit for suit in SUITS[:count]]
            if can_be_suited:
                codes[-1] = codes[-1][0] + "H"
            yield codes, number


def count_hands(
    evaluate: Callable[[Sequence[Card]], WildHand | DoubleBonusHand | JokerPokerHand],
    ranks: str,
    wild: Sequence[str],
) -> Counter[str]:
    """Return the number of hands of five cards in each category, of a pack of the ranks and of wild cards."""
    totals: Counter[str] = Counter()
    for count in range(min(5, len(wild)) + 1):
        for codes, number in list_naturals(ranks, 5 - count):
            hand = [BY_CODE[code] for code in (*codes, *wild[:count])]
            totals[evaluate(hand).category] += number * comb(len(wild), count)
    return totals


def beat_deuces(cards: Sequence[Card]) -> WildHand:
    """Return the best hand in the order of deuces wild."""
    return find_best_wild(cards, DEUCES, DEUCES_WILD)


# Kevin Suffecool, Enumerating Wild Card Hands (suffe.cool/poker/wild.html), where four deuces are five of a kind and
# royal flushes straight flushes; wizardofodds.com, Deuces Wild, parts these.
DEUCES_HANDS = {
    "natural_royal_flush": 4,
    "four_deuces": 48,
    "wild_royal_flush": 480,
    "five_of_a_kind": 624,
    "straight_flush": 2_068,
    "four_of_a_kind": 31_552,
    "full_house": 12_672,
    "flush": 14_472,
    "straight": 62_232,
    "three_of_a_kind": 355_080,
    "two_pair": 95_040,
    "one_pair": 1_225_008,
    "high_card": 799_680,
}
# wizardofodds.com, 5-Card Stud with one wild card, fully wild and as in pai gow poker
JOKER_HANDS = {
    "five_of_a_kind": 13,
    "royal_flush": 24,
    "straight_flush": 180,
    "four_of_a_kind": 3_120,
    "full_house": 6_552,
    "flush": 7_804,
    "straight": 20_532,
    "three_of_a_kind": 137_280,
    "two_pair": 123_552,
    "one_pair": 1_268_088,
    "high_card": 1_302_540,
}
BUG_HANDS = {
    "five_of_a_kind": 1,
    "royal_flush": 24,
    "straight_flush": 180,
    "four_of_a_kind": 828,
    "full_house": 4_368,
    "flush": 7_804,
    "straight": 20_532,
    "three_of_a_kind": 63_360,
    "two_pair": 138_600,
    "one_pair": 1_215_024,
    "high_card": 1_418_964,
}


@for_each(
    ("evaluate", "ranks", "wild", "expected"),
    [
        (beat_deuces, RANKS_WITHOUT_DEUCES, DEUCES, DEUCES_HANDS),
        (find_best_wild, RANKS, JOKERS[:1], JOKER_HANDS),
        (evaluate_back, RANKS, JOKERS[:1], BUG_HANDS),
    ],
)
def test_every_hand_with_wild_cards_has_its_published_category(
    evaluate: Evaluate, ranks: str, wild: Sequence[str], expected: dict[str, int]
) -> None:
    assert count_hands(evaluate, ranks, wild) == expected
    size = 4 * len(ranks) + len(wild)
    assert sum(expected.values()) == comb(size, 5)


def test_as_many_hands_of_deuces_wild_win_nothing_as_published() -> None:
    lost = [win for win in DEUCES_HANDS if not DEUCES_PAYOUTS[WildCategory(win)]]
    assert sum(DEUCES_HANDS[win] for win in lost) == 2_119_728


# Alspach, Wild Cards in Profusion, part 2 (people.math.sfu.ca/~alspach/mag94): four cards of a rank are wild
@for_each(("size", "quints"), [(5, 672), (7, 609_760)])
def test_five_of_a_kind_are_as_many_of_five_and_seven_cards_as_published(
    size: int, quints: int
) -> None:
    total = 0
    for count in range(1, 5):
        for codes, number in list_naturals(RANKS_WITHOUT_DEUCES, size - count):
            cards = [BY_CODE[code] for code in (*codes, *DEUCES[:count])]
            if find_best_wild(cards, DEUCES).category == "five_of_a_kind":
                total += number * comb(4, count)
    assert total == quints


@pytest.mark.exhaustive
@pytest.mark.long
def test_every_hand_of_a_pack_has_its_published_category() -> None:
    """Hands of all cards, where those that differ by an exchange of suits are counted together."""
    deuces: Counter[str] = Counter()
    joker: Counter[str] = Counter()
    bug: Counter[str] = Counter()
    for jokers in 0, 1:
        hands, numbers = hands_up_to_suits(5 - jokers, range(4))
        for indices, number in zip(hands.tolist(), numbers, strict=True):
            cards = [PACK[index] for index in indices] + [BY_CODE["X1"]] * jokers
            joker[find_best_wild(cards).category] += number
            bug[evaluate_back(cards).category] += number
            if not jokers:
                deuces[beat_deuces(cards).category] += number
    assert deuces == DEUCES_HANDS
    assert joker == JOKER_HANDS
    assert bug == BUG_HANDS


# Four of a kind: a rank and one of 48 cards. A pair of jacks or better is of 4 of 13 ranks.
DOUBLE_BONUS_HANDS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "four_aces": 48,
    "four_twos_to_fours": 3 * 48,
    "four_fives_to_kings": 9 * 48,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "jacks_or_better": 4 * 84_480,
    "nothing": 9 * 84_480 + 1_302_540,
}


def test_every_hand_of_double_bonus_is_paid_as_published() -> None:
    assert count_hands(evaluate_double_bonus, RANKS, ()) == DOUBLE_BONUS_HANDS


def count_pairs_with_joker(highest: int) -> int:
    """Return the hands of a joker and four cards, the highest of that rank, that complete no straight or flush."""
    straights = [set(range(low, low + 5)) for low in range(9)]
    straights.append({12, 0, 1, 2, 3})
    fours = 0
    for lower in combinations(range(highest), 3):
        four = {*lower, highest}
        if not any(four <= straight for straight in straights):
            fours += 1
    return fours * (4**4 - 4)


def test_every_hand_of_joker_poker_is_paid_as_published() -> None:
    counts = count_hands(evaluate_joker_poker, RANKS, JOKERS[:1])
    assert counts["natural_royal_flush"] == 4
    assert counts["wild_royal_flush"] == 20
    kings = RANKS.index("K")
    aces = RANKS.index("A")
    with_joker = count_pairs_with_joker(kings) + count_pairs_with_joker(aces)
    assert counts["kings_or_better"] == 2 * 84_480 + with_joker
    lower = counts["kings_or_better"] + counts["nothing"]
    assert lower == JOKER_HANDS["one_pair"] + JOKER_HANDS["high_card"]
    for win in JOKER_HANDS.keys() - {"royal_flush", "one_pair", "high_card"}:
        assert counts[win] == JOKER_HANDS[win]


@for_each(
    ("evaluate", "ranks", "wild", "highest"),
    [
        (beat_deuces, RANKS_WITHOUT_DEUCES, DEUCES, MAX_DEUCES_STRENGTH),
        (find_best_wild, RANKS, JOKERS, MAX_POKER_STRENGTH),
        (evaluate_back, RANKS, JOKERS[:1], MAX_POKER_STRENGTH - 12),
    ],
)
def test_each_number_up_to_the_strongest_is_the_strength_of_a_hand(
    evaluate: Evaluate, ranks: str, wild: Sequence[str], highest: int
) -> None:
    strengths = set()
    for count in range(len(wild) + 1):
        for codes, _ in list_naturals(ranks, 5 - count):
            cards = [BY_CODE[code] for code in (*codes, *wild[:count])]
            strengths.add(evaluate(cards).strength)
    assert strengths == set(range(1, highest + 1))


def test_a_hand_without_wild_cards_is_as_strong_as_in_poker() -> None:
    generator = random.Random(1)
    for size in 5, 6, 7:
        for _ in range(100):
            cards = generator.sample(PACK[:52], size)
            with_jokers = find_best_wild(cards)
            plain = find_best_five(cards)
            assert with_jokers.strength == plain.strength
            assert with_jokers.best == plain.best
            assert with_jokers.stands_for == {}


# A second program: it substitutes every card for each wild card, and takes the best of all by rules of its own.
class Value(NamedTuple):
    """What five cards are worth: the number of their category, and the ranks that decide within it."""

    category: int
    ranks: list[float]


NAMES = list(WildCategory)
NOTHING = Value(-1, [])
Judge = Callable[[Sequence[str], int], Value]
"""Returns the value of five codes, the last of which so many wild cards stand for."""


def find_top(groups: Sequence[int], wheel: float) -> float | None:
    """Return the rank of the straight of five descending ranks, or None."""
    if groups == [12, 3, 2, 1, 0]:
        return wheel
    return groups[0] if groups[0] - groups[4] == 4 else None


NAMES_BY_COUNTS = {
    (5,): "five_of_a_kind",
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "one_pair",
    (1, 1, 1, 1, 1): "high_card",
}


def weigh_hand(
    codes: Sequence[str], *, wheel: float = 3
) -> tuple[str, list[float]] | None:
    """Return the category of five codes and the ranks that decide; None for two cards alike that are not five."""
    counts = Counter(RANKS.index(code[0]) for code in codes)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    name = NAMES_BY_COUNTS[tuple(counts[rank] for rank in groups)]
    if name == "five_of_a_kind":
        return name, list(groups)
    if len(set(codes)) < 5:
        return None
    is_flush = len({code[1] for code in codes}) == 1
    top = find_top(groups, wheel) if len(groups) == 5 else None
    if top is None:
        return "flush" if is_flush else name, list(groups)
    if not is_flush:
        return "straight", [top]
    return "royal_flush" if top == 12 else "straight_flush", [top]


def rank_by_trying(codes: Sequence[str], wild: Collection[str], judge: Judge) -> Value:
    """Return the value of the best five cards, with every card in the place of each wild one."""
    naturals = [code for code in codes if code not in wild]
    count = len(codes) - len(naturals)
    every_code = [card.code for card in PACK[:52]]
    best = NOTHING
    for used in range(max(0, 5 - len(naturals)), min(5, count) + 1):
        for five in combinations(naturals, 5 - used):
            for roles in combinations_with_replacement(every_code, used):
                best = max(best, judge((*five, *roles), used))
    return best


def judge_poker(codes: Sequence[str], _: int) -> Value:
    weight = weigh_hand(codes)
    if weight is None:
        return NOTHING
    name, ranks = weight
    return Value(NAMES.index(WildCategory(name)), ranks)


def judge_deuces(codes: Sequence[str], used: int) -> Value:
    weight = weigh_hand(codes)
    if weight is None:
        return NOTHING
    name, ranks = weight
    if name == "royal_flush":
        name = "wild_royal_flush" if used else "natural_royal_flush"
    if used == 4:
        name = "four_deuces"
        ranks = [RANKS.index(codes[0][0])]
    return Value(NAMES.index(WildCategory(name)), ranks)


COMPLETED_BY_BUG = {"straight", "flush", "straight_flush", "royal_flush"}


def judge_bug(wheel: float) -> Judge:
    """Return a judge of hands with the bug, for a straight of five to ace that counts as `wheel`."""

    def judge(codes: Sequence[str], used: int) -> Value:
        weight = weigh_hand(codes, wheel=wheel)
        if weight is None:
            return NOTHING
        name, ranks = weight
        is_ace = codes[-1][0] == "A"
        if used and not is_ace and name not in COMPLETED_BY_BUG:
            return NOTHING
        return Value(NAMES.index(WildCategory(name)), ranks)

    return judge


class Case(NamedTuple):
    """An evaluator, its wild cards, and the second program's rule."""

    evaluate: Evaluate
    wild: Sequence[str]
    judge: Judge


ONE_EYED_JACKS = ("JS", "JH", *JOKERS)
CASES = {
    "jokers": Case(find_best_wild, JOKERS, judge_poker),
    "one-eyed jacks": Case(
        partial(find_best_wild, wild_codes=ONE_EYED_JACKS), ONE_EYED_JACKS, judge_poker
    ),
    "deuces": Case(beat_deuces, DEUCES, judge_deuces),
    "bug": Case(evaluate_back, JOKERS[:1], judge_bug(11.5)),
    "bug, low wheel": Case(
        partial(evaluate_back, low_wheel=True), JOKERS[:1], judge_bug(3)
    ),
}


def sample_naturals(
    generator: random.Random, wild: Collection[str], number: int, size: int
) -> list[Card]:
    """Return cards that are not wild; of two hands in three the ranks are near, which makes the rare categories."""
    cards = [card for card in PACK[:52] if card.code not in wild]
    if number % 3:
        suits = "SH"[: 1 + number % 2]
        cards = [card for card in cards if card.code[1] in suits or card.rank in "A3"]
    return generator.sample(cards, size)


def check_hand(case: Case, cards: Sequence[Card]) -> tuple[Value, int]:
    """Compare a hand with the second program, also with what its wild cards stand for; return value and strength."""
    hand = case.evaluate(cards)
    expected = rank_by_trying([card.code for card in cards], case.wild, case.judge)
    assert hand.category == NAMES[expected.category], cards
    best = [card.code for card in hand.best]
    assert hand.stands_for.keys() <= set(best)
    natural = [code for code in best if code not in hand.stands_for]
    represented = [*natural, *hand.stands_for.values()]
    assert case.judge(represented, len(hand.stands_for)) == expected, (cards, hand)
    return expected, hand.strength


def compare_with_trying(
    case: Case, seed: int, hands: int, sizes: Sequence[int], wild_counts: Sequence[int]
) -> int:
    """Compare hands of a case with the second program, and their strengths with each other; return how many."""
    generator = random.Random(seed)
    results: list[tuple[Value, int]] = []
    for number, size, count in product(range(hands), sizes, wild_counts):
        cards = sample_naturals(generator, case.wild, number, size - count)
        wild = generator.sample(case.wild, count)
        cards += [BY_CODE[code] for code in wild]
        generator.shuffle(cards)
        results.append(check_hand(case, cards))
    for (lower, weak), (higher, strong) in combinations(results, 2):
        assert (lower < higher) == (weak < strong)
        assert (lower == higher) == (weak == strong)
    return len(results)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_wild_cards_make_the_best_of_all_cards_that_they_can_stand_for(
    name: str,
) -> None:
    case = CASES[name]
    counts = (1, 2)[: len(case.wild)]
    assert compare_with_trying(case, seed=7, hands=6, sizes=(5, 6), wild_counts=counts)


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_up_to_four_wild_cards_make_the_best_of_all_cards(name: str) -> None:
    case = CASES[name]
    few = (1, 2)[: len(case.wild)]
    many = (3, 4) if len(case.wild) > 1 else ()
    tried = compare_with_trying(case, seed=8, hands=30, sizes=(5, 7), wild_counts=few)
    tried += compare_with_trying(case, seed=9, hands=2, sizes=(5, 7), wild_counts=many)
    assert tried >= 60


@for_each(("codes", "category", "best", "stands_for"), TABLES["jokers"])
def test_best_has_the_cards_and_what_each_wild_one_stands_for(
    codes: str, category: str, best: str, stands_for: dict[str, str]
) -> None:
    hand = find_best_wild(lay(codes))
    assert hand.category == category
    assert hand.best == lay(best)
    assert hand.stands_for == stands_for


@for_each(("codes", "category", "stands_for"), TABLES["deuces"])
def test_deuces_wild_ranks_naturals_and_deuces_above_other_hands(
    codes: str, category: str, stands_for: dict[str, str]
) -> None:
    hand = beat_deuces(lay(codes))
    assert hand.category == category
    assert hand.stands_for == stands_for


# wizardofodds.com: Deuces Wild, Double Bonus (10/7) and Joker Poker (kings or better)
@for_each(
    ("payouts", "expected"),
    [
        (DEUCES_PAYOUTS, [0, 0, 0, 1, 2, 2, 3, 5, 9, 0, 15, 25, 200, 800]),
        (DOUBLE_BONUS, [0, 1, 1, 3, 5, 7, 10, 50, 50, 80, 160, 800]),
        (JOKER_POKER, [0, 1, 1, 2, 3, 5, 7, 20, 50, 100, 200, 800]),
    ],
)
def test_the_full_pay_machines_pay_as_published(
    payouts: Mapping[str, int], expected: list[int]
) -> None:
    assert list(payouts.values()) == expected


@for_each(("coins", "payout"), [(1, 250), (4, 250), (5, 800)])
def test_the_machines_pay_less_for_a_natural_royal_flush_of_fewer_coins(
    coins: int, payout: int
) -> None:
    royal = lay("AS KS QS JS TS")
    assert evaluate_deuces_wild(royal, coins).payout == payout
    assert evaluate_double_bonus(royal, coins).payout == payout
    assert evaluate_joker_poker(royal, coins).payout == payout
    assert evaluate_joker_poker(lay("AS KS QS JS X1"), coins).payout == 100
    assert evaluate_deuces_wild(lay("AS KS QS JS 2D"), coins).payout == 25


def test_a_joker_pays_from_kings_on_and_four_of_a_kind_pays_by_its_rank() -> None:
    king = evaluate_joker_poker(lay("X1 KS 9D 5C 3H"))
    assert king.category == "kings_or_better"
    queen = evaluate_joker_poker(lay("X1 QS 9D 5C 3H"))
    assert queen.payout == 0
    four_of_a_kind = evaluate_double_bonus(lay("4S 4H 4D 4C AS"))
    assert four_of_a_kind.payout == 80


def test_the_bug_of_pai_gow_is_an_ace_or_completes() -> None:
    ace = evaluate_pai_gow(lay("X1 AS KH KD 9S 5C 2D"))
    assert ace.description == "pair of aces; pair of kings"
    assert ace.front == 91
    assert ace.fouled is True
    assert ace.stands_for == {"X1": "AH"}
    straight = evaluate_pai_gow(lay("KS QS 8D 7H X1 5C 4D"))
    assert straight.description == "high card, king; straight, eight high"
    assert straight.front == 66
    assert straight.stands_for == {"X1": "6S"}


def test_a_front_and_a_back_of_pai_gow_have_strengths() -> None:
    five = evaluate_pai_gow(lay("2S 3S AS AH AD AC X1"))
    assert five.back == 7_463
    assert five.fouled is False
    assert five.front == 1
    equal = evaluate_pai_gow(lay("AS KS AH KD QS JS 9C"))
    assert not equal.fouled  # the back has more cards
    assert evaluate_pai_gow(lay("AS KS AH QD JS 9S 8C")).fouled


@for_each("suits", ["SHDCS", "SSSSS"])
@for_each(
    ("low_wheel", "ascending"),
    [
        (False, ["KQJT9", "A2345", "AKQJT"]),
        (True, ["A2345", "23456", "KQJT9", "AKQJT"]),
    ],
)
def test_the_wheel_is_the_second_highest_straight_or_the_lowest(
    suits: str, low_wheel: bool, ascending: list[str]
) -> None:
    strengths = []
    for ranks in ascending:
        codes = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
        hand = evaluate_back(lay(" ".join(codes)), low_wheel=low_wheel)
        strengths.append(hand.strength)
    assert strengths == sorted(set(strengths))


@for_each("codes", ["AS KH QD JC TS", "AS KS QS JS TS"])
def test_the_highest_straight_is_as_strong_with_a_low_wheel(codes: str) -> None:
    hand = lay(codes)
    low = evaluate_back(hand, low_wheel=True)
    assert low.strength == evaluate_back(hand).strength


@for_each(
    ("game", "category"),
    [
        ("poker", "one_pair"),
        ("poker_wild", "one_pair"),
        ("deuces_wild", "three_of_a_kind"),
    ],
)
def test_a_deuce_is_natural_where_deuces_are_not_wild(game: str, category: str) -> None:
    hands = (("2S", "2H", "9D", "8C", "4S"),)
    [hand] = rank(Showdown(game=game, hands=hands)).values
    assert hand.category == category


HANDS = (("AS", "KS", "QS", "JS", "3H"),)


def test_as_many_cards_may_be_wild_as_the_limit_says() -> None:
    wild = ("2", "3", "4", "5")
    ranked = rank(Showdown(game="poker_wild", hands=HANDS, wild=wild))
    [hand] = ranked.values
    assert hand.stands_for == {"3H": "TS"}
    assert ranked.cards.wild[:4] == DEUCES


@for_each(
    ("wild", "count"), [(("2", "3", "4", "5", "6S"), 17), (("hearts", "spades"), 26)]
)
def test_at_most_so_many_cards_are_wild(wild: tuple[str, ...], count: int) -> None:
    showdown = Showdown(game="poker_wild", hands=HANDS, wild=wild)
    sentence = f"At most {MAX_WILD} cards are wild beside the jokers, not {count}."
    with pytest.raises(Refused, match=sentence):
        rank(showdown)


def test_orders_have_a_kind_for_each_strength() -> None:
    assert len(POKER_WILD.kinds) == MAX_POKER_STRENGTH
    assert len(DEUCES_WILD.kinds) == MAX_DEUCES_STRENGTH
