"""Probabilities of bridge: published, by combinatorics, and by trials of the search.

Sources: Wikipedia, Contract bridge probabilities (hand patterns, high card points), Yarborough (1,827 to 1 against);
H. G. Francis, A. F. Truscott, D. A. Francis, The Official Encyclopedia of Bridge (tables of suit patterns and of high
card points). They are of one hand, and their percentages are rounded.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, sqrt
from typing import Any

import pytest

from service.conditions.candidate_search import Search
from service.conditions.compiled import Evaluator
from service.conditions.condition_parsing import parse_condition
from service.core.rng.streams import Randomness
from service.core.work import Work
from tests.conditions.tables import Table, set_up_game
from tests.tables import for_each

BRIDGE = set_up_game("bridge")
HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}
HANDS = comb(52, 13)
BALANCED = ("4333", "4432", "5332")


def count_suits() -> Mapping[tuple[int, int], int]:
    """Return the number of holdings in one suit by their length and their points: 9 spot cards and the honours."""
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(5):
        for honours in combinations(HONOURS.values(), number):
            for spots in range(10):
                counts[number + spots, sum(honours)] += comb(9, spots)
    return counts


@cache
def count_hands() -> Mapping[tuple[tuple[int, ...], int], int]:
    """Return the number of hands by their lengths in each suit and their points, the product of four suits."""
    hands: Counter[tuple[tuple[int, ...], int]] = Counter({((), 0): 1})
    for _ in range(4):
        longer: Counter[tuple[tuple[int, ...], int]] = Counter()
        for ((lengths, points), count), ((length, more), holdings) in product(
            hands.items(), count_suits().items()
        ):
            if sum(lengths) + length <= 13:
                longer[(*lengths, length), points + more] += count * holdings
        hands = longer
    return {hand: count for hand, count in hands.items() if sum(hand[0]) == 13}


def orders_of(shape: str) -> set[tuple[int, ...]]:
    return set(permutations(map(int, shape)))


def shape_probability(*shapes: str) -> Fraction:
    """Return the probability of shapes from the numbers of ways to choose each suit."""
    ways = sum(
        comb(13, a) * comb(13, b) * comb(13, c) * comb(13, d)
        for shape in shapes
        for a, b, c, d in orders_of(shape)
    )
    return Fraction(ways, HANDS)


def points_probability(low: int, high: int, *shapes: str) -> Fraction:
    """Return the probability of points, and of one of some shapes, from the numbers of hands."""
    orders = {order for shape in shapes for order in orders_of(shape)}
    hands = sum(
        count
        for (lengths, points), count in count_hands().items()
        if low <= points <= high and (not shapes or lengths in orders)
    )
    return Fraction(hands, HANDS)


def void_probability() -> Fraction:
    """Return the probability of a void in any suit, by inclusion and exclusion."""
    return Fraction(
        sum(
            (-1) ** (suits + 1) * comb(4, suits) * comb(52 - 13 * suits, 13)
            for suits in (1, 2, 3)
        ),
        HANDS,
    )


YARBOROUGH = dict.fromkeys("AKQJT", 1)
NORTH = {"hand": "N"}
CASES: Mapping[str, tuple[dict[str, Any], Fraction]] = {
    "4-3-3-3": (NORTH | {"shape": "4333"}, shape_probability("4333")),
    "4-4-3-2": (NORTH | {"shape": "4432"}, shape_probability("4432")),
    "5-3-3-2": (NORTH | {"shape": "5332"}, shape_probability("5332")),
    "exactly 10 points": (
        NORTH | {"points": "hcp", "min": 10, "max": 10},
        points_probability(10, 10),
    ),
    "15 to 17 points": (
        NORTH | {"points": "hcp", "min": 15, "max": 17},
        points_probability(15, 17),
    ),
    "15 to 17 points, balanced": (
        {
            "all": [
                NORTH | {"points": "hcp", "min": 15, "max": 17},
                NORTH | {"shape": "balanced"},
            ]
        },
        points_probability(15, 17, *BALANCED),
    ),
    "a void": (NORTH | {"shape": "0xxx"}, void_probability()),
    "a yarborough": (
        NORTH | {"points": YARBOROUGH, "max": 0},
        Fraction(comb(32, 13), HANDS),
    ),
    "all four aces": (
        NORTH | {"cards": ["AS", "AH", "AD", "AC"]},
        Fraction(comb(48, 9), HANDS),
    ),
    "a fit of eight spades": (
        {"hands": ["N", "S"], "length": "S", "min": 8},
        Fraction(
            sum(comb(13, spades) * comb(39, 26 - spades) for spades in range(8, 14)),
            comb(52, 26),
        ),
    ),
}


def test_the_numbers_of_hands_add_up() -> None:
    assert sum(count_hands().values()) == HANDS == 635_013_559_600
    for shape in ("4333", "4432", "5332", "7600"):
        hands = sum(
            count
            for (lengths, _), count in count_hands().items()
            if lengths in orders_of(shape)
        )
        assert Fraction(hands, HANDS) == shape_probability(shape)
    assert void_probability() == Fraction(
        sum(count for (shape, _), count in count_hands().items() if 0 in shape), HANDS
    )


def test_the_exact_probability_is_the_published_one() -> None:
    for shape, percent in (
        ("4432", 21.5512),
        ("4333", 10.5361),
        ("5332", 15.5168),
        ("5431", 12.9307),
    ):
        assert round(100 * float(shape_probability(shape)), 4) == percent, shape
    for points, percent in (
        (0, 0.3639),
        (10, 9.4051),
        (15, 4.4237),
        (16, 3.3109),
        (17, 2.3617),
        (20, 0.6435),
    ):
        assert round(100 * float(points_probability(points, points)), 4) == percent, (
            points
        )
    # 37 points are four aces, four kings, four queens and a jack
    assert points_probability(37, 37) == Fraction(4, HANDS)
    assert points_probability(38, 40) == 0
    assert round(1 / CASES["a yarborough"][1] - 1) == 1_827


def z_of(
    table: Table, where: dict[str, Any], probability: Fraction, trials: int, seed: str
) -> float:
    """Return by how many standard deviations a search finds more deals than are expected among its candidates."""
    found = Search(
        Evaluator(parse_condition(where, table.deals), table.deals), trials, 0
    )
    count = sum(
        len(part.offsets)
        for part in found.find(table.sampler, Randomness(seed=seed), trials, Work())
    )
    p = float(probability)
    return (count - trials * p) / sqrt(trials * p * (1 - p))


@pytest.mark.parametrize(
    "trials", [100_000, pytest.param(400_000, marks=pytest.mark.exhaustive)]
)
@for_each("name", CASES)
def test_a_search_finds_as_many_as_are_expected(name: str, trials: int) -> None:
    where, probability = CASES[name]
    assert abs(z_of(BRIDGE, where, probability, trials, "probabilities")) < 3


def test_a_hand_of_which_twelve_cards_are_given_has_37_points_in_four_of_forty() -> (
    None
):
    honours = [rank + suit for rank in "AKQ" for suit in "SHDC"]
    table = set_up_game("bridge", given={"hands": {"N": honours}})
    where = NORTH | {"points": "hcp", "min": 37}
    assert abs(z_of(table, where, Fraction(4, 40), 100_000, "thirty-seven")) < 3
