"""Poker hands: their names, their best five cards and their order."""

from itertools import combinations, pairwise

import pytest
from phevaluator.evaluator import evaluate_cards
from phevaluator.evaluator_omaha import evaluate_omaha_cards

from service.cards.card import Card
from service.rankings.poker_hands import (
    MAX_STRENGTH,
    find_best_five,
    find_best_omaha,
    find_winners,
)
from service.rankings.poker_orders import Category
from tests.rankings.sample_cards import LADDERS, PACK, parse_cards, sample_hands
from tests.tables import for_each

LADDER = LADDERS["high"]
IDS = {
    rank + suit: 4 * row + column
    for row, rank in enumerate("23456789TJQKA")
    for column, suit in enumerate("CDHS")
}


def evaluate_with_phevaluator(*cards: Card) -> int:
    """Return the strength of five to seven cards from phevaluator, which counts from 1 at the top."""
    return MAX_STRENGTH + 1 - int(evaluate_cards(*(IDS[card.code] for card in cards)))


@for_each(("codes", "category", "description"), LADDER)
def test_a_hand_is_called_by_its_name_and_its_deciding_cards_come_first(
    codes: str, category: str, description: str
) -> None:
    hand = find_best_five(parse_cards(codes))
    assert hand.category == category
    assert hand.description == description
    best = find_best_five(
        parse_cards(codes)[::-1]
    ).best  # whatever the order they were dealt in
    expected = [
        card.code
        for card in reverse_within_ranks(parse_cards(codes))
        if card.rank != "2"
    ]
    assert [card.code for card in best if card.rank != "2"] == expected


def reverse_within_ranks(cards: tuple[Card, ...]) -> list[Card]:
    """Return the cards with those of each rank, which are next to each other, in the opposite order."""
    ranks = list(dict.fromkeys(card.rank for card in cards))
    return [card for rank in ranks for card in cards[::-1] if card.rank == rank]


def test_each_rung_of_the_ladder_beats_the_one_below() -> None:
    strengths = [find_best_five(parse_cards(codes)).strength for codes, *_ in LADDER]
    assert all(lower < higher for lower, higher in pairwise(strengths))
    assert strengths[0] == 1
    assert strengths[-1] == MAX_STRENGTH
    assert list(dict.fromkeys(category for _, category, _ in LADDER)) == list(Category)


def test_suits_do_not_count() -> None:
    next_suit = dict(zip(PACK, (*PACK[13:], *PACK[:13]), strict=True))
    for cards in sample_hands("suits", 2_000, 5):
        assert (
            find_best_five([next_suit[card] for card in cards]).strength
            == find_best_five(cards).strength
        )


def test_a_kicker_breaks_a_tie_and_no_straight_goes_round_the_corner() -> None:
    aces = [
        find_best_five(parse_cards(codes))
        for codes in ("AS AH KD 4C 3S", "AD AC KS 4H 2D", "AD AC KH 4S 3D")
    ]
    assert find_winners(aces) == (1, 3)
    assert find_best_five(parse_cards("3S 2H AD KC QS")).category is Category.HIGH_CARD


def test_the_board_may_play_alone_and_of_equally_good_cards_the_first_are_taken() -> (
    None
):
    board = parse_cards("AS KS QS JS TS")
    hands = [
        find_best_five(parse_cards(hole_cards) + board)
        for hole_cards in ("2C 3D", "AH AD")
    ]
    assert find_winners(hands) == (1, 2)
    assert hands[1].best == board
    assert find_best_five(parse_cards("9H 9C 8D 7C 6S 5H 2D")).best == parse_cards(
        "9H 8D 7C 6S 5H"
    )


@for_each("count, size", [(20_000, 7), (2_000, 6)])
def test_the_strength_is_that_of_another_library(count: int, size: int) -> None:
    for cards in sample_hands(f"poker hands of {size}", count, size):
        assert find_best_five(cards).strength == evaluate_with_phevaluator(*cards)


def test_omaha_agrees_with_another_library() -> None:
    for cards in sample_hands("omaha", 5_000, 9):
        theirs = evaluate_omaha_cards(
            *(IDS[card.code] for card in (*cards[4:], *cards[:4]))
        )
        assert (
            find_best_omaha(cards[:4], cards[4:]).strength == MAX_STRENGTH + 1 - theirs
        )


@pytest.mark.parametrize("size", [5, 6])
def test_with_more_hole_cards_omaha_is_the_best_of_every_four(size: int) -> None:
    for cards in sample_hands("big omaha", 200, size + 5):
        best = find_best_omaha(cards[:size], cards[size:]).strength
        assert best == max(
            find_best_omaha(four, cards[size:]).strength
            for four in combinations(cards[:size], 4)
        )


def test_omaha_takes_two_from_the_hand_no_more_and_no_less() -> None:
    four_hearts = find_best_omaha(
        parse_cards("AH KH QH JH"), parse_cards("2H 3C 4D 8S 9C")
    )
    assert four_hearts.category is Category.HIGH_CARD
    board_quads = find_best_omaha(
        parse_cards("KH QD 4C 3S"), parse_cards("AS AH AD AC 2S")
    )
    assert board_quads.description == "three of a kind, aces"
    for size in (3, 4):  # before the river
        board = parse_cards("AS KD QC 2H")[:size]
        assert (
            find_best_omaha(parse_cards("JS TD 2C 3C"), board).description
            == "straight, ace high"
        )
