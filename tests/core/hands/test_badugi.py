"""Badugi hands: the cards that count, and their order."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from service.core.hands.badugi import BadugiCategory, evaluate_badugi
from tests.core.hands.sample_cards import PACK, parse_cards

# The weakest first; each beats those before it. The best cards come first.
LADDER = (
    ("KS KH KD KC", 1, "one card, king"),
    ("AS 2S 3S 4S", 1, "one card, ace"),
    ("KS QH KH QS", 2, "two cards, king high"),
    ("2H AS AH AD", 2, "two cards, two high"),
    ("KS QH JD TS", 3, "three cards, queen high"),
    ("6D 2C AS AH", 3, "three cards, six high"),
    ("3H 2C AD 4C", 3, "three cards, three high"),
    ("KS QH JD TC", 4, "badugi, king high"),
    ("8C 7D 2H AS", 4, "badugi, eight high"),
    ("8C 5D 4H 2S", 4, "badugi, eight high"),
    ("5C 3D 2H AS", 4, "badugi, five high"),
    ("4C 3D 2H AS", 4, "badugi, four high"),
)


def test_each_rung_of_the_ladder_beats_the_one_below_and_is_called_by_its_name() -> None:
    hands = [evaluate_badugi(parse_cards(codes)) for codes, *_ in LADDER]
    assert [(len(hand.best), hand.description) for hand in hands] == [rung[1:] for rung in LADDER]
    assert [list(BadugiCategory).index(hand.category) + 1 for hand in hands] == [size for _, size, _ in LADDER]
    assert all(lower.strength < higher.strength for lower, higher in pairwise(hands))
    assert (hands[0].strength, hands[-1].strength) == (1, 1_092)


def test_of_two_suited_cards_the_lower_counts_and_of_a_pair_the_one_that_leaves_more_cards() -> None:
    assert evaluate_badugi(parse_cards("KS JS 8H 6D")).best == parse_cards("JS 8H 6D")
    assert evaluate_badugi(parse_cards("3S 3H 2H AD")).best == parse_cards("3S 2H AD")


@pytest.mark.exhaustive
def test_there_are_as_many_badugis_as_published() -> None:
    counts = Counter(evaluate_badugi(hand).category for hand in combinations(PACK, 4))
    assert counts[BadugiCategory.BADUGI] == 13 * 12 * 11 * 10  # Wikipedia, Badugi: 17,160 of 270,725
    assert counts[BadugiCategory.ONE_CARD] == 4 * 715 + 13  # of one suit, or of one rank
    assert counts.total() == 270_725
