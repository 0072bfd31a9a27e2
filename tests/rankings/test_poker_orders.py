"""The orders of five cards: low hands and the short deck, with the totals of all hands against published counts."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from service.cards.card import Card
from service.rankings import poker_hands
from service.rankings.poker_hands import (
    find_best_five,
    find_best_high_low,
    find_best_omaha_high_low,
    find_winners,
)
from service.rankings.poker_orders import (
    ACE_TO_FIVE,
    DEUCE_TO_SEVEN,
    HIGH,
    SHORT_DECK,
    SHORT_DECK_TRIPS,
    HandOrder,
)
from tests.rankings.published_counts import CATEGORIES
from tests.rankings.sample_cards import LADDERS, PACK, SUITS, parse_cards
from tests.tables import for_each

BY_CODE = {card.code: card for card in PACK}

ORDERS = {
    "deuce to seven": DEUCE_TO_SEVEN,
    "ace to five": ACE_TO_FIVE,
    "short deck": SHORT_DECK,
    "short deck, trips": SHORT_DECK_TRIPS,
}


@for_each("name", ORDERS)
def test_each_rung_of_an_order_beats_the_one_below_and_is_called_by_its_name(
    name: str,
) -> None:
    order = ORDERS[name]
    rungs = LADDERS[name]
    hands = [find_best_five(parse_cards(codes)[::-1], order) for codes, _ in rungs]
    for hand, (codes, description) in zip(hands, rungs, strict=True):
        assert hand.description == description
        ranks = [code[0] for code in codes.split()]
        assert [card.rank for card in hand.best] == ranks
    strengths = [hand.strength for hand in hands]
    assert strengths == sorted(set(strengths))
    assert strengths[-1] == order.max_strength


def test_an_order_has_a_strength_for_each_kind_of_hand() -> None:
    assert HIGH.max_strength == 7_462
    assert DEUCE_TO_SEVEN.max_strength == 7_462
    assert ACE_TO_FIVE.max_strength == 6_175
    assert SHORT_DECK.max_strength == 1_404


def test_an_ace_is_low_in_no_straight_of_deuce_to_seven() -> None:
    low_ace = find_best_five(parse_cards("AS 2H 3D 4C 5S"), DEUCE_TO_SEVEN)
    pair = find_best_five(parse_cards("2S 2H 3D 4C 5S"), DEUCE_TO_SEVEN)
    flush = find_best_five(parse_cards("AS 2S 3S 4S 5S"), DEUCE_TO_SEVEN)
    assert low_ace.category == "high_card"
    assert low_ace.description == "ace-five low"
    assert find_winners([low_ace, pair]) == (1,)
    assert flush.category == "flush"


def kinds_of_hands(ranks: str, size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield a hand of each set of ranks, of no suit five times, and the number of hands with these ranks."""
    for choice in combinations_with_replacement(ranks, size):
        counts = Counter(choice)
        if max(counts.values()) <= 4:
            cards = []
            for start, (rank, count) in enumerate(counts.items()):
                suits = (2 * SUITS)[start % 4 :][:count]
                cards += [BY_CODE[rank + suit] for suit in suits]
            number = prod(comb(4, count) for count in counts.values())
            yield tuple(cards), number


def count_five_cards(ranks: str, order: HandOrder) -> Counter[str]:
    """Return the number of hands of five cards in each category."""
    totals: Counter[str] = Counter()
    for cards, count in kinds_of_hands(ranks, 5):
        category = find_best_five(cards, order).category
        totals[category] += count
        if len({card.rank for card in cards}) == 5:
            suited = [BY_CODE[card.rank + "S"] for card in cards]
            totals[category] -= 4
            totals[find_best_five(suited, order).category] += 4
    return totals


# Wikipedia, Poker probability (5-card poker hands), with what it says of aces that are not low: the 4 straight flushes
# become flushes, and the 1,020 straights become high cards.
CHANGES = {"straight_flush": -4, "flush": 4, "straight": -1_020, "high_card": 1_020}
DEUCE_TO_SEVEN_HANDS = {
    name: count + CHANGES.get(name, 0) for name, count in CATEGORIES.items()
}
# The same formulas with 9 ranks and 6 straights.
SHORT_DECK_HANDS = {
    "royal_flush": 4,
    "straight_flush": 20,
    "four_of_a_kind": 9 * 32,
    "full_house": 9 * 4 * 8 * 6,
    "flush": 4 * comb(9, 5) - 24,
    "straight": 6 * 4**5 - 24,
    "three_of_a_kind": 9 * 4 * comb(8, 2) * 4**2,
    "two_pair": comb(9, 2) * 6**2 * 28,
    "one_pair": 9 * 6 * comb(8, 3) * 4**3,
    "high_card": (comb(9, 5) - 6) * (4**5 - 4),
}


@for_each(
    ("order", "hands"),
    [
        (DEUCE_TO_SEVEN, DEUCE_TO_SEVEN_HANDS),
        (SHORT_DECK, SHORT_DECK_HANDS),
        (SHORT_DECK_TRIPS, SHORT_DECK_HANDS),
    ],
)
def test_every_hand_falls_into_its_category(
    order: HandOrder, hands: dict[str, int]
) -> None:
    ranks = "23456789TJQKA" if order is DEUCE_TO_SEVEN else "6789TJQKA"
    assert count_five_cards(ranks, order) == hands
    assert sum(hands.values()) == comb(4 * len(ranks), 5)


# Wikipedia, Poker probability (7-card lowball poker hands), by the highest card
RAZZ_HANDS = {
    "5": 781_824,
    "6": 3_151_360,
    "7": 7_426_560,
    "8": 13_171_200,
    "9": 19_174_400,
    "T": 23_675_904,
    "J": 24_837_120,
    "Q": 21_457_920,
    "K": 13_939_200,
}


def test_every_seven_cards_of_razz_have_their_published_low() -> None:
    totals: Counter[str] = Counter()
    for cards, count in kinds_of_hands("A23456789TJQK", 7):
        hand = find_best_five(cards, ACE_TO_FIVE)
        is_paired = hand.category != "high_card"
        totals["paired" if is_paired else hand.best[0].rank] += count
    assert totals.pop("paired") == comb(52, 7) - 127_615_488
    assert totals == RAZZ_HANDS


def test_halves_take_any_five_cards_in_stud_and_two_with_three_in_omaha() -> None:
    omaha = find_best_omaha_high_low(
        parse_cards("AS 2S KH KD"), parse_cards("3S 4S 8S KC QD")
    )
    stud = find_best_high_low(parse_cards("AS 2S 4S 8S KS 3H KD"))
    assert omaha.best == parse_cards("AS 8S 4S 3S 2S")
    assert stud.best == parse_cards("AS KS 8S 4S 2S")
    assert omaha.low
    assert omaha.low.best == parse_cards("8S 4S 3S 2S AS")
    assert stud.low
    assert stud.low.best == parse_cards("8S 4S 3H 2S AS")
    for hand in (omaha, stud):
        assert hand.description == "flush, ace high"
        assert hand.low
        assert hand.low.description == "eight-four low"
    without_low = find_best_high_low(parse_cards("AS 2S 4S 4H 9S 4D KD"))
    assert without_low.low is None


@for_each(
    ("hole_cards", "board"),
    [
        ("AS 2H 3D 4C", "5S 6H 9D TC JS"),  # two low cards on the board
        ("AS KH QD JC", "2S 3H 4D 5C 6S"),  # one in the hand
        ("AS AH KD QC", "2S 3H 4D 5C 6S"),  # one rank in the hand
        ("AS 2H KD QC", "2S AD 4D 5C KS"),  # counterfeited
        ("AS 9H KD QC", "2S 3H 4D KC KS"),  # nine high
    ],
)
def test_a_low_hand_of_omaha_takes_five_ranks_up_to_eight(
    hole_cards: str, board: str
) -> None:
    hand = find_best_omaha_high_low(parse_cards(hole_cards), parse_cards(board))
    assert hand.low is None
    assert poker_hands.find_low_winners([hand, hand]) == ()


def test_each_half_of_a_pot_has_winners_of_its_own() -> None:
    board = parse_cards("3S 4H 8S KC QD")
    all_hole_cards = ["KS KH JS JH", "AS 2H 9C 9D", "AC 2C 6H TD"]
    hands = [
        find_best_omaha_high_low(parse_cards(hole_cards), board)
        for hole_cards in all_hole_cards
    ]
    assert find_winners(hands) == (1,)
    assert poker_hands.find_low_winners(hands) == (2, 3)


def test_ace_deuce_and_two_high_cards_make_as_many_lows_as_published() -> None:
    # Alspach, Low Board Blues, part III (people.math.sfu.ca/~alspach/mag6): three low cards and two high ones
    hole_cards = parse_cards("AS 2H KD KC")
    others = [card for card in PACK if card not in hole_cards]
    low = [card for card in others if card.rank in "A2345678"]
    high_pair = parse_cards("KS KH")
    boards = [three + high_pair for three in combinations(low, 3)]
    hands = [find_best_omaha_high_low(hole_cards, board) for board in boards]
    with_low = [hand for hand in hands if hand.low]
    high_pairs = comb(len(others) - len(low), 2)
    assert len(with_low) * high_pairs == 195_840
