"""Badugi hands: the cards that count, and their order."""

from collections import Counter
from itertools import combinations

import pytest

from service.rankings.badugi import BadugiCategory, evaluate_badugi
from tests.rankings.sample_cards import LADDERS, PACK, parse_cards


def test_each_rung_of_the_ladder_beats_the_one_below_and_has_its_name() -> None:
    categories = list(BadugiCategory)
    strengths = []
    for codes, size, description in LADDERS["badugi"]:
        hand = evaluate_badugi(parse_cards(codes))
        assert hand.description == description
        assert len(hand.best) == int(size)
        assert hand.category == categories[int(size) - 1]
        strengths.append(hand.strength)
    assert strengths == sorted(set(strengths))
    assert strengths[0] == 1
    assert strengths[-1] == 1_092


def test_the_lower_of_a_suit_counts_and_of_a_pair_what_leaves_more_cards() -> None:
    two_suited = evaluate_badugi(parse_cards("KS JS 8H 6D"))
    assert two_suited.best == parse_cards("JS 8H 6D")
    pair = evaluate_badugi(parse_cards("3S 3H 2H AD"))
    assert pair.best == parse_cards("3S 2H AD")


@pytest.mark.exhaustive
def test_there_are_as_many_badugis_as_published() -> None:
    # Wikipedia, Badugi: 17,160 of 270,725
    counts = Counter(evaluate_badugi(hand).category for hand in combinations(PACK, 4))
    of_one_suit = 4 * 715
    of_one_rank = 13
    assert counts[BadugiCategory.BADUGI] == 13 * 12 * 11 * 10
    assert counts[BadugiCategory.ONE_CARD] == of_one_suit + of_one_rank
    assert counts.total() == 270_725
