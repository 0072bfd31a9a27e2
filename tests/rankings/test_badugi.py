"""Badugi hands: the cards that count, and their order."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from service.rankings.badugi import BadugiCategory, evaluate_badugi
from tests.rankings.sample_cards import LADDERS, PACK, parse_cards


def test_each_rung_of_the_ladder_beats_the_one_below_and_is_called_by_its_name() -> (
    None
):
    hands = [evaluate_badugi(parse_cards(codes)) for codes, *_ in LADDERS["badugi"]]
    assert [[str(len(hand.best)), hand.description] for hand in hands] == [
        rung[1:] for rung in LADDERS["badugi"]
    ]
    assert [list(BadugiCategory).index(hand.category) + 1 for hand in hands] == [
        len(hand.best) for hand in hands
    ]
    assert all(lower.strength < higher.strength for lower, higher in pairwise(hands))
    assert hands[0].strength == 1
    assert hands[-1].strength == 1_092


def test_of_two_suited_cards_the_lower_counts_and_of_a_pair_the_one_that_leaves_more_cards() -> (
    None
):
    assert evaluate_badugi(parse_cards("KS JS 8H 6D")).best == parse_cards("JS 8H 6D")
    assert evaluate_badugi(parse_cards("3S 3H 2H AD")).best == parse_cards("3S 2H AD")


@pytest.mark.exhaustive
def test_there_are_as_many_badugis_as_published() -> None:
    counts = Counter(evaluate_badugi(hand).category for hand in combinations(PACK, 4))
    assert (
        counts[BadugiCategory.BADUGI] == 13 * 12 * 11 * 10
    )  # Wikipedia, Badugi: 17,160 of 270,725
    assert (
        counts[BadugiCategory.ONE_CARD] == 4 * 715 + 13
    )  # of one suit, or of one rank
    assert counts.total() == 270_725
