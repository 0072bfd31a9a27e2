"""Whole domains: every hand of a game, ranked by the service and compared with the published numbers.

`make test SUITE=exhaustive`; some two minutes on two cores.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import comb
from multiprocessing import get_context

import pytest

from service.core.hands.counted_hands import CribbageKind, score_hand
from service.core.hands.poker_hands import MAX_STRENGTH, evaluate_jacks_or_better, find_best_five
from tests.core.hands.sample_cards import PACK
from tests.core.hands.test_poker import evaluate_with_phevaluator

pytestmark = pytest.mark.exhaustive

# Wikipedia, Poker probability (5-card poker hands)
CATEGORIES = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "one_pair": 1_098_240,
    "high_card": 1_302_540,
}
# A pair of the 4 ranks from jack up wins, of the 9 others not.
WINS = CATEGORIES | {"jacks_or_better": 4 * 84_480, "nothing": 9 * 84_480 + 1_302_540}
del WINS["one_pair"], WINS["high_card"]

# Steven S. Lumetta, Amusing Cribbage Facts (lumetta.web.engr.illinois.edu/humor/cribbage.html)
SHOWS = {
    **{0: 1_009_008, 1: 99_792, 2: 2_813_796, 3: 505_008, 4: 2_855_676, 5: 697_508, 6: 1_800_268, 7: 751_324},
    **{8: 1_137_236, 9: 361_224, 10: 388_740, 11: 51_680, 12: 317_340, 13: 19_656, 14: 90_100, 15: 9_168},
    **{16: 58_248, 17: 11_196, 18: 2_708, 20: 8_068, 21: 2_496, 22: 444, 23: 356, 24: 3_680, 28: 76, 29: 4},
}
# Wikipedia, Cribbage statistics
CRIBS_OF_NOTHING = 1_022_208


def sum_counts(count: Callable[[int], Counter[str | int]], shares: Iterable[int]) -> Counter[str | int]:
    """Return the sum of the counts of every share, computed on all cores."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return sum(pool.map(count, shares), start=Counter())


def count_poker_hands(first: int) -> Counter[str | int]:
    """Return the counts of categories, wins and strengths of the five-card hands whose first card has that index."""
    counts: Counter[str | int] = Counter()
    for rest in combinations(PACK[first + 1 :], 4):
        cards = (PACK[first], *rest)
        hand = find_best_five(cards)
        assert hand.strength == evaluate_with_phevaluator(*cards)
        counts.update((hand.category, f"win {evaluate_jacks_or_better(cards).category}", hand.strength))
    return counts


@pytest.fixture(scope="module")
def every_poker_hand() -> Counter[str | int]:
    return sum_counts(count_poker_hands, range(48))


def test_every_poker_hand_falls_into_its_published_category(every_poker_hand: Counter[str | int]) -> None:
    assert {name: every_poker_hand[name] for name in CATEGORIES} == CATEGORIES
    assert sum(CATEGORIES.values()) == comb(52, 5)


def test_every_strength_belongs_to_some_hand(every_poker_hand: Counter[str | int]) -> None:
    assert {key for key in every_poker_hand if isinstance(key, int)} == set(range(1, MAX_STRENGTH + 1))


def test_every_hand_wins_at_video_poker_as_often_as_published(every_poker_hand: Counter[str | int]) -> None:
    wins = {str(key)[4:]: count for key, count in every_poker_hand.items() if str(key).startswith("win ")}
    assert wins == WINS


def count_cribbage_hands(index: int) -> Counter[str | int]:
    """Return the counts of scores with that starter, a spade, and of cribs that score nothing.

    Spades stand for all four suits: test_cribbage.py tests that the suits are interchangeable.
    """
    counts: Counter[str | int] = Counter()
    starter, *others = PACK[index], *PACK[:index], *PACK[index + 1 :]
    for hand in combinations(others, 4):
        score = score_hand(hand, starter)
        counts[score.points] += 4
        crib = (
            score_hand(hand, starter, crib=True)
            if any(item.kind is CribbageKind.FLUSH for item in score.items)
            else score
        )
        counts["crib"] += 4 * (crib.points == 0)
    return counts


def test_every_cribbage_hand_scores_as_published() -> None:
    counts = sum_counts(count_cribbage_hands, [index for index, card in enumerate(PACK) if card.suit == "spades"])
    assert counts.pop("crib") == CRIBS_OF_NOTHING
    assert counts == SHOWS
    assert counts.total() == comb(52, 4) * 48
