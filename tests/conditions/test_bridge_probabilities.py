"""Probabilities of bridge: published, by combinatorics, and by trials of the search.

Sources: Wikipedia, Contract bridge probabilities (hand patterns, high card points), Yarborough (1,827 to 1 against);
H. G. Francis, A. F. Truscott, D. A. Francis, The Official Encyclopedia of Bridge (tables of suit patterns and of high
card points). They are of one hand, and their percentages are rounded.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, prod, sqrt
from typing import Any, NamedTuple

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


class Holding(NamedTuple):
    """The number of cards of a suit, and their points."""

    length: int
    points: int


class Hand(NamedTuple):
    """The number of cards of each suit, and the points of all."""

    lengths: tuple[int, ...]
    points: int

    def add(self, holding: Holding) -> "Hand":
        """Return the hand with one suit more."""
        lengths = (*self.lengths, holding.length)
        return Hand(lengths, self.points + holding.points)


def count_holdings() -> Mapping[Holding, int]:
    """Return the number of holdings in one suit by their length and their points: 9 spot cards and the honours."""
    counts: Counter[Holding] = Counter()
    for number in range(5):
        for honours in combinations(HONOURS.values(), number):
            for spots in range(10):
                holding = Holding(number + spots, sum(honours))
                counts[holding] += comb(9, spots)
    return counts


@cache
def count_hands() -> Mapping[Hand, int]:
    """Return the number of hands by their lengths in each suit and their points, the product of four suits."""
    holdings = count_holdings()
    hands = Counter({Hand((), 0): 1})
    for _ in range(4):
        longer: Counter[Hand] = Counter()
        for hand, count in hands.items():
            left = 13 - sum(hand.lengths)
            for holding, ways in holdings.items():
                if holding.length <= left:
                    longer[hand.add(holding)] += count * ways
        hands = longer
    return {hand: count for hand, count in hands.items() if sum(hand.lengths) == 13}


def orders_of(shape: str) -> set[tuple[int, ...]]:
    """Return the lengths of a shape in every order of suits."""
    return set(permutations(map(int, shape)))


def sum_hands(is_counted: Callable[[Hand], bool]) -> Fraction:
    """Return the probability of some hands, from the numbers of all."""
    ways = sum(count for hand, count in count_hands().items() if is_counted(hand))
    return Fraction(ways, HANDS)


def shape_probability(shape: str) -> Fraction:
    """Return the probability of a shape from the numbers of ways to choose each suit."""
    ways = 0
    for lengths in orders_of(shape):
        ways += prod(comb(13, length) for length in lengths)
    return Fraction(ways, HANDS)


def points_probability(low: int, high: int) -> Fraction:
    """Return the probability of points from the numbers of hands."""
    return sum_hands(lambda hand: low <= hand.points <= high)


def balanced_probability(low: int, high: int) -> Fraction:
    """Return the probability of points in a balanced hand, from the numbers of hands."""
    orders = orders_of("4333") | orders_of("4432") | orders_of("5332")
    return sum_hands(lambda hand: low <= hand.points <= high and hand.lengths in orders)


def void_probability() -> Fraction:
    """Return the probability of a void in any suit, by inclusion and exclusion."""
    one = comb(4, 1) * comb(39, 13)
    two = comb(4, 2) * comb(26, 13)
    three = comb(4, 3)
    return Fraction(one - two + three, HANDS)


def fit_probability() -> Fraction:
    """Return the probability that two hands have eight spades or more."""
    ways = sum(comb(13, spades) * comb(39, 26 - spades) for spades in range(8, 14))
    return Fraction(ways, comb(52, 26))


NORTH = {"hand": "N"}
TEN = NORTH | {"points": "hcp", "min": 10, "max": 10}
STRONG = NORTH | {"points": "hcp", "min": 15, "max": 17}
NO_HONOUR = NORTH | {"points": dict.fromkeys("AKQJT", 1), "max": 0}
ALL_ACES = NORTH | {"cards": ["AS", "AH", "AD", "AC"]}
EIGHT_SPADES = {"hands": ["N", "S"], "length": "S", "min": 8}
YARBOROUGH = Fraction(comb(32, 13), HANDS)
CASES: Mapping[str, tuple[dict[str, Any], Fraction]] = {
    "4-3-3-3": (NORTH | {"shape": "4333"}, shape_probability("4333")),
    "4-4-3-2": (NORTH | {"shape": "4432"}, shape_probability("4432")),
    "5-3-3-2": (NORTH | {"shape": "5332"}, shape_probability("5332")),
    "exactly 10 points": (TEN, points_probability(10, 10)),
    "15 to 17 points": (STRONG, points_probability(15, 17)),
    "15 to 17 points, balanced": (
        {"all": [STRONG, NORTH | {"shape": "balanced"}]},
        balanced_probability(15, 17),
    ),
    "a void": (NORTH | {"shape": "0xxx"}, void_probability()),
    "a yarborough": (NO_HONOUR, YARBOROUGH),
    "all four aces": (ALL_ACES, Fraction(comb(48, 9), HANDS)),
    "a fit of eight spades": (EIGHT_SPADES, fit_probability()),
}


def test_the_numbers_of_hands_add_up() -> None:
    assert HANDS == 635_013_559_600
    assert sum(count_hands().values()) == HANDS
    assert sum_hands(lambda hand: 0 in hand.lengths) == void_probability()


@for_each("shape", ["4333", "4432", "5332", "7600"])
def test_the_hands_of_a_shape_add_up(shape: str) -> None:
    orders = orders_of(shape)
    probability = sum_hands(lambda hand: hand.lengths in orders)
    assert probability == shape_probability(shape)


@for_each(
    ("shape", "percent"),
    [("4432", 21.5512), ("4333", 10.5361), ("5332", 15.5168), ("5431", 12.9307)],
)
def test_the_exact_probability_of_a_shape_is_the_published_one(
    shape: str, percent: float
) -> None:
    probability = shape_probability(shape)
    assert round(100 * float(probability), 4) == percent


@for_each(
    ("points", "percent"),
    [(0, 0.3639), (10, 9.4051), (15, 4.4237), (16, 3.3109), (17, 2.3617), (20, 0.6435)],
)
def test_the_exact_probability_of_points_is_the_published_one(
    points: int, percent: float
) -> None:
    probability = points_probability(points, points)
    assert round(100 * float(probability), 4) == percent


def test_the_most_points_are_four_aces_four_kings_four_queens_and_a_jack() -> None:
    assert points_probability(37, 37) == Fraction(4, HANDS)
    assert points_probability(38, 40) == 0


def test_a_yarborough_is_1827_to_1_against() -> None:
    assert round(1 / YARBOROUGH - 1) == 1_827


def z_of(
    table: Table, where: dict[str, Any], probability: Fraction, trials: int, seed: str
) -> float:
    """Return by how many standard deviations a search finds more deals than are expected among its candidates."""
    condition = parse_condition(where, table.deals)
    search = Search(Evaluator(condition, table.deals), trials, 0)
    parts = search.find(table.sampler, Randomness(seed=seed), trials, Work())
    count = sum(len(part.offsets) for part in parts)
    p = float(probability)
    return (count - trials * p) / sqrt(trials * p * (1 - p))


@pytest.mark.parametrize(
    "trials", [100_000, pytest.param(400_000, marks=pytest.mark.exhaustive)]
)
@for_each("name", CASES)
def test_a_search_finds_as_many_as_are_expected(name: str, trials: int) -> None:
    where, probability = CASES[name]
    z = z_of(BRIDGE, where, probability, trials, "probabilities")
    assert abs(z) < 3


def test_a_hand_with_twelve_given_cards_has_37_points_in_four_of_forty() -> None:
    honours = [rank + suit for rank in "AKQ" for suit in "SHDC"]
    table = set_up_game("bridge", given={"hands": {"N": honours}})
    where = NORTH | {"points": "hcp", "min": 37}
    z = z_of(table, where, Fraction(4, 40), 100_000, "thirty-seven")
    assert abs(z) < 3
