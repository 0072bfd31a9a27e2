"""The cycles of faro and sattolo agree with the shuffles' own code and with the published orders."""

from itertools import permutations
from math import lcm

import pytest

from service.bias.cycles import CycleCount, count_cycles, faro_cycles, sattolo_cycles
from service.bias.methods import exact_distribution
from service.core.errors import Refused
from service.core.ratios import to_ratio
from service.core.rng.scripted import ScriptedSource
from service.core.shuffles.algorithms import faro
from service.core.shuffles.registry import SHUFFLES
from tests.bias.definitions import fixed_points, inversions
from tests.tables import for_each

A002326 = "1 2 4 3 6 10 12 4 8 18 6 11 20 18 28 5 10 12 36 12 20 14 12 23 21 8 52"
"""OEIS: the order of 2 modulo 2k + 1, for k = 0, 1, 2, …; also out-shuffles of 2k + 2 cards, in-shuffles of 2k."""


@for_each(("k", "order"), enumerate(map(int, A002326.split())))
def test_orders_are_the_published_ones(k: int, order: int) -> None:
    assert faro_cycles(2 * k + 2, "out").order == order
    assert k == 0 or faro_cycles(2 * k, "in").order == order


@for_each("variant", ["out", "in"])
@for_each("n", range(2, 41, 2))
def test_the_order_is_the_smallest_number_of_faros_that_restores_all_items(
    n: int, variant: str
) -> None:
    unchanged = list(range(n))
    order = faro_cycles(n, variant).order
    assert faro(n, ScriptedSource(), order, variant) == unchanged
    for passes in range(1, order):
        assert faro(n, ScriptedSource(), passes, variant) != unchanged


@for_each("variant", ["out", "in"])
@for_each("n", [2, 10, 64, 312, 1_000, 100_000])
def test_the_order_is_the_least_common_multiple_of_the_cycles(
    n: int, variant: str
) -> None:
    result = faro_cycles(n, variant)
    lengths = [cycle.length for cycle in result.cycles]
    assert result.order == lcm(*lengths)
    assert sum(cycle.length * cycle.count for cycle in result.cycles) == n


def test_the_cycles_of_a_permutation_are_counted_by_their_length() -> None:
    ones, pairs, triples = count_cycles([0, 2, 1, 4, 5, 3, 6])
    assert ones == CycleCount(length=1, count=2)
    assert pairs == CycleCount(length=2, count=1)
    assert triples == CycleCount(length=3, count=1)
    assert count_cycles([]) == ()


@for_each("n", range(1, 8))
def test_every_result_of_sattolo_has_the_properties_of_all(n: int) -> None:
    common = sattolo_cycles(n)
    distribution = exact_distribution(SHUFFLES["sattolo"], n, {})
    assert common.distance == to_ratio(distribution.distance)
    assert common.separation == to_ratio(distribution.separation)
    results = distribution.probabilities().keys()
    for order in results:
        assert fixed_points(order) == common.fixed_points
        is_odd = inversions(order) % 2
        assert common.parity == ("odd" if is_odd else "even")
    for order in permutations(range(n)):
        has_these_cycles = count_cycles(order) == common.cycles
        assert (order in results) is has_these_cycles


@for_each(
    ("n", "message"),
    [(0, "from 2 to 100,000"), (3, "even number"), (100_002, "from 2 to 100,000")],
)
def test_no_or_too_many_items_and_an_odd_faro_are_refused(n: int, message: str) -> None:
    with pytest.raises(Refused, match=message) as refusal:
        faro_cycles(n, "out")
    assert refusal.value.field == "n"


@for_each("n", [0, 100_001])
def test_no_or_too_many_items_have_no_cycles_of_sattolo(n: int) -> None:
    with pytest.raises(Refused, match="must be from 1 to 100,000"):
        sattolo_cycles(n)
