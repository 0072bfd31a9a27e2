"""Bridge hands: points and shapes, whose published numbers add up over all 635,013,559,600 hands."""

from collections import Counter
from itertools import product
from math import comb, prod

import pytest

from service.rankings.counted_hands import evaluate_bridge
from tests.rankings.sample_cards import PACK, parse_cards

HANDS = comb(52, 13)
HONOURS = "AKQJ"
# durangobill.com, Bridge Probabilities (suit distributions)
SHAPES = {
    "4-4-3-2": 136_852_887_600,
    "5-3-3-2": 98_534_079_072,
    "5-4-3-1": 82_111_732_560,
    "5-4-2-2": 67_182_326_640,
    "4-3-3-3": 66_905_856_160,
    "7-3-2-1": 11_943_524_736,
    "7-2-2-2": 3_257_324_928,
    "8-5-0-0": 19_876_428,
    "10-1-1-1": 2_513_368,
    "12-1-0-0": 2_028,
    "13-0-0-0": 4,
}
# Wikipedia, Contract bridge probabilities (high card points)
POINTS = {
    0: 0.3639,
    1: 0.7884,
    5: 5.1862,
    10: 9.4051,
    15: 4.4237,
    20: 0.6435,
    30: 0.0002,
}


def test_a_hand_is_counted() -> None:
    hand = evaluate_bridge(parse_cards("AS KS QS JS 2S AH KH 2H QD 3D 2D 4C 3C"))
    assert hand.points == 19
    assert hand.shape == "5-3-3-2"
    assert hand.suits == {"spades": 5, "hearts": 3, "diamonds": 3, "clubs": 2}
    best = evaluate_bridge(parse_cards("AS KS QS JS AH KH QH AD KD QD AC KC QC"))
    assert best.points == 37
    assert best.shape == "4-3-3-3"


def test_every_shape_turns_up_as_often_as_published() -> None:
    by_suit = [
        [card for card in PACK if card.suit == suit]
        for suit in ("spades", "hearts", "diamonds", "clubs")
    ]
    ways: Counter[str] = Counter()
    for lengths in product(range(14), repeat=4):
        if sum(lengths) == 13:
            hand = evaluate_bridge(
                [
                    card
                    for suit, n in zip(by_suit, lengths, strict=True)
                    for card in suit[:n]
                ]
            )
            ways[hand.shape] += prod(comb(13, n) for n in lengths)
    assert len(ways) == 39
    assert ways.total() == HANDS
    assert {shape: ways[shape] for shape in SHAPES} == SHAPES


def test_points_turn_up_as_often_as_published() -> None:
    honours = [[card for card in PACK if card.rank == rank] for rank in HONOURS]
    others = [card for card in PACK if card.rank not in HONOURS]
    ways: Counter[int] = Counter()
    for counts in product(range(5), repeat=4):
        rest = 13 - sum(counts)
        if rest >= 0:
            cards = [
                card
                for rank, n in zip(honours, counts, strict=True)
                for card in rank[:n]
            ] + others[:rest]
            ways[evaluate_bridge(cards).points] += prod(
                comb(4, n) for n in counts
            ) * comb(36, rest)
    assert max(ways) == 37
    assert ways[37] == 4
    assert ways.total() == HANDS
    for points, percent in POINTS.items():
        assert 100 * ways[points] / HANDS == pytest.approx(percent, abs=0.00005)
