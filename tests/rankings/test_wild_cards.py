"""Wild cards: all hands of five cards against published totals, and hands against a program that tries every card."""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import pytest

from service.cards.card import Card
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe
from service.core.errors import Refused
from service.rankings.pai_gow import evaluate_back, evaluate_pai_gow
from service.rankings.pay_tables import (
    DEUCES_PAYOUTS,
    DOUBLE_BONUS,
    JOKER_POKER,
    evaluate_deuces_wild,
    evaluate_double_bonus,
    evaluate_joker_poker,
)
from service.rankings.poker_hands import find_best_five
from service.rankings.rankings import rank
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
from tests.rankings.sample_cards import SUITS, hands_up_to_suits, parse_cards
from tests.tables import for_each

RANKS = "23456789TJQKA"
PACK = tuple(build_shoe(DECKS["standard"], PackOptions(jokers=4)))
BY_CODE = {card.code: card for card in PACK}

Evaluate = Callable[[Sequence[Card]], WildHand]


def lay(codes: str) -> tuple[Card, ...]:
    return tuple(BY_CODE[code] for code in codes.split())


def list_naturals(ranks: str, size: int) -> Iterator[tuple[list[str], int]]:
    """Yield the codes of cards of each kind, of one suit and of several, and the number of choices that are alike."""
    for choice in combinations_with_replacement(ranks, size):
        counts = Counter(choice)
        if max(counts.values(), default=0) > 4:
            continue
        number = prod(comb(4, count) for count in counts.values())
        if len(counts) == size:
            number -= 4
            yield [rank + "S" for rank in choice], 4 if size else 1
        if number > 0:
            codes = [
                rank + SUITS[copy]
                for rank, count in counts.items()
                for copy in range(count)
            ]
            if len(counts) == size:
                codes[-1] = codes[-1][0] + "H"
            yield codes, number


def count_hands(
    evaluate: Callable[[Sequence[Card]], str], ranks: str, wild: Sequence[str]
) -> Counter[str]:
    """Return the number of hands of five cards in each category, of a pack of the ranks and of wild cards."""
    totals: Counter[str] = Counter()
    for count in range(min(5, len(wild)) + 1):
        for codes, number in list_naturals(ranks, 5 - count):
            hand = [BY_CODE[code] for code in (*codes, *wild[:count])]
            totals[evaluate(hand)] += number * comb(len(wild), count)
    return totals


def beat_deuces(cards: Sequence[Card]) -> WildHand:
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


def test_every_hand_with_wild_cards_has_its_published_category() -> None:
    ranks = RANKS.replace("2", "")
    assert (
        count_hands(lambda cards: beat_deuces(cards).category, ranks, DEUCES)
        == DEUCES_HANDS
    )
    assert (
        sum(
            count
            for win, count in DEUCES_HANDS.items()
            if not DEUCES_PAYOUTS[WildCategory(win)]
        )
        == 2_119_728
    )
    assert sum(DEUCES_HANDS.values()) == comb(52, 5)
    assert (
        count_hands(lambda cards: find_best_wild(cards).category, RANKS, JOKERS[:1])
        == JOKER_HANDS
    )
    assert (
        count_hands(lambda cards: evaluate_back(cards).category, RANKS, JOKERS[:1])
        == BUG_HANDS
    )
    assert sum(JOKER_HANDS.values()) == sum(BUG_HANDS.values()) == comb(53, 5)


def test_five_of_a_kind_are_as_many_of_five_and_seven_cards_as_published() -> None:
    # Alspach, Wild Cards in Profusion, part 2 (people.math.sfu.ca/~alspach/mag94): four cards of a rank are wild
    for size, quints in (5, 672), (7, 609_760):
        total = sum(
            number * comb(4, count)
            for count in range(1, 5)
            for codes, number in list_naturals(RANKS.replace("2", ""), size - count)
            if find_best_wild(lay(" ".join((*codes, *DEUCES[:count]))), DEUCES).category
            == "five_of_a_kind"
        )
        assert total == quints


@pytest.mark.exhaustive
@pytest.mark.long
def test_every_hand_of_a_pack_has_its_published_category() -> None:
    """Hands of all cards, where those that differ by an exchange of suits are counted together."""
    totals: dict[str, Counter[str]] = {
        "deuces": Counter(),
        "joker": Counter(),
        "bug": Counter(),
    }
    for size in 5, 4:
        hands, numbers = hands_up_to_suits(size, range(4))
        for indices, number in zip(hands.tolist(), numbers, strict=True):
            cards = [PACK[index] for index in indices] + [BY_CODE["X1"]] * (5 - size)
            totals["joker"][find_best_wild(cards).category] += number
            totals["bug"][evaluate_back(cards).category] += number
            if size == 5:
                totals["deuces"][beat_deuces(cards).category] += number
    assert totals == {"deuces": DEUCES_HANDS, "joker": JOKER_HANDS, "bug": BUG_HANDS}


def test_every_hand_of_video_poker_is_paid_as_published() -> None:
    # Four of a kind: a rank and one of 48 cards. A pair of jacks or better is of 4 of 13 ranks.
    natural = {
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
    assert (
        count_hands(lambda cards: evaluate_double_bonus(cards).category, RANKS, ())
        == natural
    )
    joker = count_hands(
        lambda cards: evaluate_joker_poker(cards).category, RANKS, JOKERS[:1]
    )
    assert joker["natural_royal_flush"] == 4
    assert joker["wild_royal_flush"] == 20
    # The joker pairs a king or an ace that is the highest of four ranks, if these complete no straight and no flush.
    straights = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]
    fours = [
        four
        for four in combinations(range(13), 4)
        if not any(set(four) <= straight for straight in straights)
    ]
    pairs = Counter(four[-1] for four in fours)
    assert joker["kings_or_better"] == 2 * 84_480 + (pairs[11] + pairs[12]) * (4**4 - 4)
    assert (
        joker["kings_or_better"] + joker["nothing"]
        == JOKER_HANDS["one_pair"] + JOKER_HANDS["high_card"]
    )
    for win in (
        "five_of_a_kind",
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "two_pair",
    ):
        assert joker[win] == JOKER_HANDS[win]


def test_each_number_up_to_the_strongest_is_the_strength_of_a_hand() -> None:
    for evaluate, ranks, wild, highest in (
        (beat_deuces, RANKS.replace("2", ""), DEUCES, MAX_DEUCES_STRENGTH),
        (find_best_wild, RANKS, JOKERS, MAX_POKER_STRENGTH),
        (evaluate_back, RANKS, JOKERS[:1], MAX_POKER_STRENGTH - 12),
    ):
        strengths = {
            evaluate([BY_CODE[code] for code in (*codes, *wild[:count])]).strength
            for count in range(len(wild) + 1)
            for codes, _ in list_naturals(ranks, 5 - count)
        }
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
def weigh_hand(
    codes: Sequence[str], *, wheel: float = 3
) -> tuple[str, list[float]] | None:
    """Return the category of five codes and the ranks that decide; None for two cards alike that are not five."""
    counts = Counter(RANKS.index(code[0]) for code in codes)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if len(counts) == 1:
        return "five_of_a_kind", list(groups)
    if len(set(codes)) < 5:
        return None
    is_flush = len({code[1] for code in codes}) == 1
    top: float | None = None
    if len(counts) == 5:
        top = (
            groups[0]
            if groups[0] - groups[4] == 4
            else wheel
            if groups == [12, 3, 2, 1, 0]
            else None
        )
    if top is not None:
        name = (
            "straight"
            if not is_flush
            else "royal_flush"
            if top == 12
            else "straight_flush"
        )
        return name, [top]
    sizes = sorted(counts.values(), reverse=True)
    names = {4: "four_of_a_kind", 3: "three_of_a_kind", 2: "one_pair", 1: "high_card"}
    name = (
        "full_house"
        if sizes == [3, 2]
        else "two_pair"
        if sizes == [2, 2, 1]
        else names[sizes[0]]
    )
    return ("flush" if is_flush else name), list(groups)


NAMES = list(WildCategory)
Key = tuple[int, list[float]]


def rank_by_trying(
    codes: Sequence[str],
    wild: Collection[str],
    judge: Callable[[Sequence[str], int], Key],
) -> Key:
    naturals = [code for code in codes if code not in wild]
    count = sum(code in wild for code in codes)
    best: Key = (-1, [])
    for used in range(max(0, 5 - len(naturals)), min(5, count) + 1):
        for five in combinations(naturals, 5 - used):
            for roles in combinations_with_replacement(
                [card.code for card in PACK[:52]], used
            ):
                best = max(best, judge((*five, *roles), used))
    return best


def judge_poker(codes: Sequence[str], _: int) -> Key:
    value = weigh_hand(codes)
    return (NAMES.index(WildCategory(value[0])), value[1]) if value else (-1, [])


def judge_deuces(codes: Sequence[str], used: int) -> Key:
    value = weigh_hand(codes)
    if value is None:
        return -1, []
    name, ranks = value
    if name == "royal_flush":
        name = "wild_royal_flush" if used else "natural_royal_flush"
    if used == 4:
        name = "four_deuces"
        ranks = [RANKS.index(codes[0][0])]
    return NAMES.index(WildCategory(name)), ranks


def judge_bug(wheel: float) -> Callable[[Sequence[str], int], Key]:
    def judge(codes: Sequence[str], used: int) -> Key:
        value = weigh_hand(codes, wheel=wheel)
        if value is None or (
            used
            and codes[-1][0] != "A"
            and value[0] not in {"straight", "flush", "straight_flush", "royal_flush"}
        ):
            return -1, []
        return NAMES.index(WildCategory(value[0])), value[1]

    return judge


CASES: Mapping[
    str, tuple[Evaluate, Sequence[str], Callable[[Sequence[str], int], Key], int]
] = {
    "jokers": (find_best_wild, JOKERS, judge_poker, 4),
    "one-eyed jacks": (
        lambda cards: find_best_wild(cards, ("JS", "JH", *JOKERS)),
        ("JS", "JH", *JOKERS),
        judge_poker,
        4,
    ),
    "deuces": (beat_deuces, DEUCES, judge_deuces, 4),
    "bug": (evaluate_back, JOKERS[:1], judge_bug(11.5), 1),
    "bug, low wheel": (
        lambda cards: evaluate_back(cards, low_wheel=True),
        JOKERS[:1],
        judge_bug(3),
        1,
    ),
}


def compare_with_trying(
    name: str, seed: int, hands: int, sizes: Sequence[int], wild_counts: Sequence[int]
) -> int:
    """Compare hands of a case with the second program, each also with what its wild cards stand for; return how many.

    Hands whose ranks are near make the rare categories.
    """
    evaluate, wild, judge, _ = CASES[name]
    generator = random.Random(seed)
    others = [card for card in PACK[:52] if card.code not in wild]
    results: list[tuple[Key, int]] = []
    for number, (size, count) in product(range(hands), product(sizes, wild_counts)):
        suited = [
            card
            for card in others
            if card.code[1] in "SH"[: 1 + number % 2] or card.rank in "A3"
        ]
        naturals = generator.sample(suited if number % 3 else others, size - count)
        cards = [
            *naturals,
            *(BY_CODE[code] for code in generator.sample(list(wild), count)),
        ]
        generator.shuffle(cards)
        hand = evaluate(cards)
        expected = rank_by_trying([card.code for card in cards], wild, judge)
        assert hand.category == NAMES[expected[0]], cards
        natural = [card.code for card in hand.best if card.code not in hand.stands_for]
        represented = [*natural, *hand.stands_for.values()]
        assert judge(represented, len(hand.stands_for)) == expected, (cards, hand)
        assert [
            code
            for code in hand.stands_for
            if code not in {card.code for card in hand.best}
        ] == []
        results.append((expected, hand.strength))
    for (lower, weak), (higher, strong) in combinations(results, 2):
        assert (lower < higher) == (weak < strong)
        assert (lower == higher) == (weak == strong)
    return len(results)


@pytest.mark.parametrize("name", CASES)
def test_wild_cards_make_the_best_of_all_cards_that_they_can_stand_for(
    name: str,
) -> None:
    assert compare_with_trying(
        name, seed=7, hands=6, sizes=(5, 6), wild_counts=(1, 2)[: CASES[name][3]]
    )


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_up_to_four_wild_cards_make_the_best_of_all_cards(name: str) -> None:
    few = (1, 2)[: CASES[name][3]]
    many = (3, 4) if CASES[name][3] > 1 else ()
    tried = compare_with_trying(name, seed=8, hands=30, sizes=(5, 7), wild_counts=few)
    tried += compare_with_trying(name, seed=9, hands=2, sizes=(5, 7), wild_counts=many)
    assert tried >= 60


@for_each(
    ("codes", "category", "best", "stands_for"),
    [
        ("AS KS 9S 3S X1", "flush", "AS KS X1 9S 3S", {"X1": "QS"}),
        ("AS AH AD AC X1", "five_of_a_kind", "AS AH AD AC X1", {"X1": "AS"}),
        (
            "X1 X2 X3 X4 2S",
            "five_of_a_kind",
            "2S X1 X2 X3 X4",
            {"X1": "2H", "X2": "2D", "X3": "2C", "X4": "2S"},
        ),
        ("9D 8C 7S 5H X1 2D 2C", "straight", "9D 8C 7S X1 5H", {"X1": "6S"}),
        ("KS KH X1 4D 7C", "three_of_a_kind", "KS KH X1 7C 4D", {"X1": "KD"}),
        ("AS KS QS JS TS X1", "royal_flush", "AS KS QS JS TS", {}),
        ("AS 2S 3S 4S X1", "straight_flush", "X1 4S 3S 2S AS", {"X1": "5S"}),
    ],
)
def test_best_has_the_cards_and_what_each_wild_one_stands_for(
    codes: str, category: str, best: str, stands_for: dict[str, str]
) -> None:
    hand = find_best_wild(lay(codes))
    assert hand.category == category
    assert hand.best == lay(best)
    assert hand.stands_for == stands_for


@for_each(
    ("codes", "category", "stands_for"),
    [
        ("AS KS QS JS TS 2S 2C", "natural_royal_flush", {}),
        (
            "2S 2H 2D 2C AS AH AD",
            "four_deuces",
            {"2S": "2S", "2H": "2H", "2D": "2D", "2C": "2C"},
        ),
        (
            "AS KS 2H 9S 9D 2C 2D",
            "wild_royal_flush",
            {"2H": "QS", "2C": "JS", "2D": "TS"},
        ),
        ("3S 4H 2D 5H AS", "straight", {"2D": "2D"}),  # a deuce that is one
    ],
)
def test_deuces_wild_ranks_naturals_and_deuces_above_other_hands(
    codes: str, category: str, stands_for: dict[str, str]
) -> None:
    hand = beat_deuces(lay(codes))
    assert hand.category == category
    assert hand.stands_for == stands_for


def test_the_full_pay_machines_pay_as_published_and_less_for_a_natural_royal_flush_of_fewer_coins() -> (
    None
):
    # wizardofodds.com: Deuces Wild, Double Bonus (10/7) and Joker Poker (kings or better)
    assert list(DEUCES_PAYOUTS.values()) == [
        0,
        0,
        0,
        1,
        2,
        2,
        3,
        5,
        9,
        0,
        15,
        25,
        200,
        800,
    ]
    assert list(DOUBLE_BONUS.values()) == [0, 1, 1, 3, 5, 7, 10, 50, 50, 80, 160, 800]
    assert list(JOKER_POKER.values()) == [0, 1, 1, 2, 3, 5, 7, 20, 50, 100, 200, 800]
    royal = lay("AS KS QS JS TS")
    wild = lay("AS KS QS JS X1")
    for coins, payout in (1, 250), (4, 250), (5, 800):
        for evaluate in (
            evaluate_deuces_wild,
            evaluate_double_bonus,
            evaluate_joker_poker,
        ):
            assert evaluate(royal, coins).payout == payout
        assert evaluate_joker_poker(wild, coins).payout == 100
        assert evaluate_deuces_wild(lay("AS KS QS JS 2D"), coins).payout == 25
    assert evaluate_joker_poker(lay("X1 KS 9D 5C 3H")).category == "kings_or_better"
    assert evaluate_joker_poker(lay("X1 QS 9D 5C 3H")).payout == 0
    assert evaluate_double_bonus(lay("4S 4H 4D 4C AS")).payout == 80


def test_a_front_and_a_back_of_pai_gow_have_strengths_and_the_bug_is_an_ace_or_completes() -> (
    None
):
    hand = evaluate_pai_gow(lay("X1 AS KH KD 9S 5C 2D"))
    assert hand.description == "pair of aces; pair of kings"
    assert hand.front == 91
    assert hand.fouled is True
    assert hand.stands_for == {"X1": "AH"}
    hand = evaluate_pai_gow(lay("KS QS 8D 7H X1 5C 4D"))
    assert hand.description == "high card, king; straight, eight high"
    assert hand.front == 66
    assert hand.stands_for == {"X1": "6S"}
    five = evaluate_pai_gow(lay("2S 3S AS AH AD AC X1"))
    assert five.back == 7_463
    assert five.fouled is False
    assert five.front == 1
    equal = evaluate_pai_gow(lay("AS KS AH KD QS JS 9C"))
    assert not equal.fouled  # the back has more cards
    assert evaluate_pai_gow(lay("AS KS AH QD JS 9S 8C")).fouled


@for_each("suits", ["SHDCS", "SSSSS"])
def test_the_wheel_is_the_second_highest_straight_or_the_lowest(suits: str) -> None:
    wheel, king_high, ace_high, six_high = (
        parse_cards(
            " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
        )
        for ranks in ("A2345", "KQJT9", "AKQJT", "23456")
    )
    second, low = (
        {
            hand: evaluate_back(hand, low_wheel=is_low).strength
            for hand in (wheel, king_high, ace_high, six_high)
        }
        for is_low in (False, True)
    )
    assert second[king_high] < second[wheel] < second[ace_high]
    assert low[wheel] < low[six_high] < low[king_high] < low[ace_high]
    assert second[ace_high] == low[ace_high]


def test_a_deuce_is_natural_where_deuces_are_not_wild() -> None:
    hands = (("2S", "2H", "9D", "8C", "4S"),)
    for game, category in (
        ("poker", "one_pair"),
        ("poker_wild", "one_pair"),
        ("deuces_wild", "three_of_a_kind"),
    ):
        assert [
            hand.category for hand in rank(Showdown(game=game, hands=hands)).values
        ] == [category]


def test_at_most_so_many_cards_are_wild() -> None:
    hands = (("AS", "KS", "QS", "JS", "3H"),)
    for wild, count in (
        (("2", "3", "4", "5"), 0),
        (("2", "3", "4", "5", "6S"), 17),
        (("hearts", "spades"), 26),
    ):
        showdown = Showdown(game="poker_wild", hands=hands, wild=wild)
        if count:
            with pytest.raises(
                Refused,
                match=f"At most {MAX_WILD} cards are wild beside the jokers, not {count}.",
            ):
                rank(showdown)
        else:
            [value] = rank(showdown).values
            assert value.stands_for == {"3H": "TS"}
            assert rank(showdown).cards.wild[:4] == DEUCES


def test_orders_have_a_kind_for_each_strength() -> None:
    assert [len(order.kinds) for order in (POKER_WILD, DEUCES_WILD)] == [
        MAX_POKER_STRENGTH,
        MAX_DEUCES_STRENGTH,
    ]
