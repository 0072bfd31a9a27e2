"""Poker hands: their names, their best five cards and their order."""

from itertools import combinations

from service.cards.card import Card
from service.rankings.poker_hands import (
    MAX_STRENGTH,
    PokerHand,
    find_best_five,
    find_best_omaha,
    find_winners,
)
from service.rankings.poker_orders import Category
from tests.rankings.phevaluator_strengths import (
    evaluate_omaha_with_phevaluator,
    evaluate_with_phevaluator,
)
from tests.rankings.sample_cards import LADDERS, PACK, parse_cards, sample_hands
from tests.tables import for_each

LADDER = LADDERS["high"]


def find_five(codes: str) -> PokerHand:
    """Return the best hand of some cards."""
    return find_best_five(parse_cards(codes))


def find_omaha(hole_cards: str, board: str) -> PokerHand:
    """Return the best hand of two hole cards and three cards of the board."""
    return find_best_omaha(parse_cards(hole_cards), parse_cards(board))


@for_each(("codes", "category", "description"), LADDER)
def test_a_hand_is_called_by_its_name_and_its_deciding_cards_come_first(
    codes: str, category: str, description: str
) -> None:
    cards = parse_cards(codes)
    hand = find_best_five(cards)
    assert hand.category == category
    assert hand.description == description
    dealt_in_another_order = find_best_five(cards[::-1])
    best = [card for card in dealt_in_another_order.best if card.rank != "2"]
    expected = [card for card in reverse_within_ranks(cards) if card.rank != "2"]
    assert best == expected


def reverse_within_ranks(cards: tuple[Card, ...]) -> list[Card]:
    """Return the cards with those of each rank, which are next to each other, in the opposite order."""
    ranks = list(dict.fromkeys(card.rank for card in cards))
    return [card for rank in ranks for card in cards[::-1] if card.rank == rank]


def test_each_rung_of_the_ladder_beats_the_one_below() -> None:
    strengths = [find_five(codes).strength for codes, *_ in LADDER]
    assert strengths == sorted(set(strengths))
    assert strengths[0] == 1
    assert strengths[-1] == MAX_STRENGTH
    categories = dict.fromkeys(category for _, category, _ in LADDER)
    assert list(categories) == list(Category)


def test_suits_do_not_count() -> None:
    next_suit = dict(zip(PACK, (*PACK[13:], *PACK[:13]), strict=True))
    for cards in sample_hands("suits", 2_000, 5):
        changed = [next_suit[card] for card in cards]
        strength = find_best_five(changed).strength
        assert strength == find_best_five(cards).strength


def test_a_kicker_breaks_a_tie_and_no_straight_goes_round_the_corner() -> None:
    pairs = ["AS AH KD 4C 3S", "AD AC KS 4H 2D", "AD AC KH 4S 3D"]
    assert find_winners([find_five(codes) for codes in pairs]) == (1, 3)
    round_the_corner = find_five("3S 2H AD KC QS")
    assert round_the_corner.category is Category.HIGH_CARD


def test_the_board_may_play_alone_and_the_first_of_equal_cards_is_taken() -> None:
    low_cards = find_five("2C 3D AS KS QS JS TS")
    aces = find_five("AH AD AS KS QS JS TS")
    assert find_winners([low_cards, aces]) == (1, 2)
    assert aces.best == parse_cards("AS KS QS JS TS")
    straight = find_five("9H 9C 8D 7C 6S 5H 2D")
    assert straight.best == parse_cards("9H 8D 7C 6S 5H")


@for_each("count, size", [(20_000, 7), (2_000, 6)])
def test_the_strength_is_that_of_another_library(count: int, size: int) -> None:
    for cards in sample_hands(f"poker hands of {size}", count, size):
        assert find_best_five(cards).strength == evaluate_with_phevaluator(*cards)


def test_omaha_agrees_with_another_library() -> None:
    for cards in sample_hands("omaha", 5_000, 9):
        hole_cards = cards[:4]
        board = cards[4:]
        hand = find_best_omaha(hole_cards, board)
        assert hand.strength == evaluate_omaha_with_phevaluator(*board, *hole_cards)


@for_each("size", [5, 6])
def test_with_more_hole_cards_omaha_is_the_best_of_every_four(size: int) -> None:
    for cards in sample_hands("big omaha", 200, size + 5):
        hole_cards = cards[:size]
        board = cards[size:]
        fours = combinations(hole_cards, 4)
        strengths = [find_best_omaha(four, board).strength for four in fours]
        assert find_best_omaha(hole_cards, board).strength == max(strengths)


def test_omaha_takes_two_from_the_hand_no_more_and_no_less() -> None:
    four_hearts = find_omaha("AH KH QH JH", "2H 3C 4D 8S 9C")
    assert four_hearts.category is Category.HIGH_CARD
    board_quads = find_omaha("KH QD 4C 3S", "AS AH AD AC 2S")
    assert board_quads.description == "three of a kind, aces"
    for board_before_river in ("AS KD QC", "AS KD QC 2H"):
        hand = find_omaha("JS TD 2C 3C", board_before_river)
        assert hand.description == "straight, ace high"
