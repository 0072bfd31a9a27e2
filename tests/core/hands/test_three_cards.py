"""Hands of three cards: their categories, and the orders of three-card poker and of teen patti."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from service.core.hands.three_cards import MAX_STRENGTH, evaluate_three_cards
from tests.core.hands.sample_cards import PACK, parse_cards
from tests.tables import for_each

# The weakest first; each beats those before it.
POKER = (
    ("2S 3H 5D", "high card, five"),
    ("AS KH JD", "high card, ace"),
    ("2S 2H 3D", "pair of twos"),
    ("KS AH AD", "pair of aces"),
    ("5S 3S 2S", "flush, five high"),
    ("AS KS JS", "flush, ace high"),
    ("AS 2H 3D", "straight, three high"),
    ("4S 2H 3D", "straight, four high"),
    ("AS KH QD", "straight, ace high"),
    ("2S 2H 2D", "three of a kind, twos"),
    ("AS AH AD", "three of a kind, aces"),
    ("3S 2S AS", "straight flush, three high"),
    ("AS KS QS", "straight flush, ace high"),
)
TEEN_PATTI = (
    *POKER[:6],
    ("4S 2H 3D", "straight, four high"),
    ("KS QH JD", "straight, king high"),
    ("AS 2H 3D", "straight, three high"),
    ("AS KH QD", "straight, ace high"),
    ("4S 3S 2S", "straight flush, four high"),
    ("3S 2S AS", "straight flush, three high"),
    ("AS KS QS", "straight flush, ace high"),
    ("2S 2H 2D", "three of a kind, twos"),
    ("AS AH AD", "three of a kind, aces"),
)


@for_each(("codes", "description"), {*POKER, *TEEN_PATTI})
def test_a_hand_is_called_by_its_name(codes: str, description: str) -> None:
    assert evaluate_three_cards(parse_cards(codes)).description == description


@pytest.mark.parametrize(("ladder", "is_teen_patti"), [(POKER, False), (TEEN_PATTI, True)])
def test_each_rung_of_the_ladder_beats_the_one_below(ladder: tuple[tuple[str, str], ...], is_teen_patti: bool) -> None:
    strengths = [evaluate_three_cards(parse_cards(codes), is_teen_patti=is_teen_patti).strength for codes, _ in ladder]
    assert all(lower < higher for lower, higher in pairwise(strengths))
    assert (strengths[0], strengths[-1]) == (1, MAX_STRENGTH)


def test_the_pair_and_the_top_of_a_straight_come_first() -> None:
    assert evaluate_three_cards(parse_cards("AS 2H 2D")).best == parse_cards("2H 2D AS")
    assert evaluate_three_cards(parse_cards("AS 2H 3D")).best == parse_cards("3D 2H AS")


def test_there_are_as_many_hands_of_each_category_as_published() -> None:
    hands = [evaluate_three_cards(hand) for hand in combinations(PACK, 3)]
    # Wikipedia, Three card poker
    assert Counter(hand.category for hand in hands) == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "one_pair": 3_744,
        "high_card": 16_440,
    }
    assert {hand.strength for hand in hands} == {*range(1, MAX_STRENGTH + 1)}
