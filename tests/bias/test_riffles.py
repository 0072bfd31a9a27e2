"""Riffles in exact arithmetic agree with the published table and with the service's own riffle."""

from itertools import permutations
from math import factorial, log10

import pytest

from service.bias.methods import exact_distribution
from service.bias.riffles import (
    MAX_N,
    MAX_PASSES,
    count_rising_sequences,
    eulerian_numbers,
    order_after_riffles,
    riffle_distance,
    riffle_probability,
    riffle_table,
    riffles_needed,
    tie_probability,
)
from service.core.errors import Refused
from service.core.ratios import to_ratio
from service.core.shuffles.registry import SHUFFLES
from tests.tables import for_each

PUBLISHED = (1.000, 1.000, 1.000, 1.000, 0.924, 0.614, 0.334, 0.167, 0.085, 0.043)
"""D. Bayer and P. Diaconis, Trailing the dovetail shuffle to its lair, Annals of Applied Probability 2 (1992), table 1:
the total variation distance from uniform of 52 cards after 1 to 10 riffles."""


def test_distances_equal_the_table_of_bayer_and_diaconis() -> None:
    rows = riffle_table(52, 10).rows
    distances = [row.distance.value or 0 for row in rows]
    assert tuple(round(distance, 3) for distance in distances) == PUBLISHED


@for_each("n", range(1, 6))
@for_each("passes", range(1, 4))
def test_formulas_equal_the_distribution_of_the_services_own_riffle(
    n: int, passes: int
) -> None:
    distribution = exact_distribution(SHUFFLES["riffle"], n, {"passes": passes})
    probabilities = distribution.probabilities()
    packets = 2**passes
    for order in permutations(range(n)):
        rising = count_rising_sequences(order)
        probability = riffle_probability(n, packets, rising)
        assert probability == probabilities.get(order, 0)
        assert order_after_riffles(order, passes).probability == to_ratio(probability)
    assert distribution.distance == riffle_distance(n, packets)
    assert distribution.separation == tie_probability(n, packets)
    unchanged = probabilities[tuple(range(n))]
    assert unchanged == riffle_probability(n, packets, 1)


@for_each("n", [1, 2, 3, 10, 52, 500])
def test_eulerian_numbers_count_every_order_once_and_are_symmetric(n: int) -> None:
    counts = eulerian_numbers(n)
    assert sum(counts) == factorial(n)
    assert counts == counts[::-1]


def test_eulerian_numbers_of_six() -> None:
    """OEIS A008292."""
    assert eulerian_numbers(6) == (1, 57, 302, 302, 57, 1)


@for_each(("n", "passes"), [(1, 1), (2, 3), (10, 2), (52, 7), (120, 3)])
def test_probabilities_of_all_orders_add_up_to_one(n: int, passes: int) -> None:
    total = sum(
        orders * riffle_probability(n, 2**passes, rising)
        for rising, orders in enumerate(eulerian_numbers(n), start=1)
    )
    assert total == 1


def test_rising_sequences_are_counted_as_in_the_paper() -> None:
    """Its example: A 5 6 7 2 3 8 9 4 of nine cards is A 2 3 4 and 5 6 7 8 9 interleaved."""
    assert count_rising_sequences([0, 4, 5, 6, 1, 2, 7, 8, 3]) == 2
    assert count_rising_sequences(range(52)) == 1
    assert count_rising_sequences(range(51, -1, -1)) == 52


def test_riffles_reverse_no_pack_with_fewer_packets_than_cards() -> None:
    reversed_pack = range(51, -1, -1)
    assert order_after_riffles(reversed_pack, 5).probability.fraction == "0"
    after_six = order_after_riffles(reversed_pack, 6)
    assert after_six.probability.value == pytest.approx(2.0**-312)
    assert tie_probability(52, 2**5) == 1
    assert tie_probability(52, 2**6) != 1


@for_each(
    ("below", "passes"),
    [
        (1, 0),
        (0.99, 5),
        (0.5, 7),
        (0.334, 8),
        (0.3341, 7),
        (0.1, 9),
        (0.05, 10),
        (0.01, 13),
    ],
)
def test_riffles_needed_are_the_smallest_number_below_the_distance(
    below: float, passes: int
) -> None:
    result = riffles_needed(52, below)
    assert result.passes == passes
    distance = riffle_distance(52, 2**passes)
    assert result.distance == to_ratio(distance)
    assert distance < below
    assert passes == 0 or riffle_distance(52, 2 ** (passes - 1)) >= below


def test_one_item_needs_no_riffle_and_the_largest_deck_fewer_than_the_limit() -> None:
    assert riffles_needed(1, 1e-12).passes == 0
    assert riffles_needed(2, 0.6).passes == 0
    # The distance after one riffle is 1/4, which is not below 1/4.
    assert riffles_needed(2, 0.25).passes == 2
    assert 40 < riffles_needed(MAX_N, 1e-12).passes < MAX_PASSES


@for_each(("n", "passes"), [(5, 1), (52, 7), (52, 64), (150, 1)])
def test_logarithms_agree_with_fractions(n: int, passes: int) -> None:
    *_, row = riffle_table(n, passes).rows
    unchanged = riffle_probability(n, 2**passes, 1)
    assert row.unchanged_log10 == pytest.approx(log10(unchanged), rel=1e-12)
    ratio = unchanged * factorial(n)
    logarithm = log10(ratio.numerator) - log10(ratio.denominator)
    assert row.times_uniform_log10 == pytest.approx(logarithm, rel=1e-12, abs=1e-12)


def test_numbers_out_of_the_range_of_floats_have_a_logarithm() -> None:
    *_, row = riffle_table(500, 7).rows
    assert row.unchanged.value is None
    assert row.unchanged.fraction is None
    assert row.unchanged_log10 < -308
    *_, row = riffle_table(52, 12).rows
    assert row.distance.fraction is not None


@for_each(
    ("n", "passes", "field"),
    [
        (0, 1, "n"),
        (501, 1, "n"),
        (52, 0, "passes"),
        (52, 65, "passes"),
        (500, 21, "passes"),
    ],
)
def test_tables_beyond_their_limits_are_refused(
    n: int, passes: int, field: str
) -> None:
    with pytest.raises(Refused, match=r"must be from|goes up to 20 passes") as refusal:
        riffle_table(n, passes)
    assert refusal.value.field == field


@for_each("below", [0, -1, 1e-13, 1.1, float("nan")])
def test_distances_out_of_range_are_refused(below: float) -> None:
    with pytest.raises(Refused, match="from 1e-12 to 1"):
        riffles_needed(52, below)


@for_each("order", [[0, 0], [1, 2], [0, 2]])
def test_an_order_that_is_no_permutation_is_refused(order: list[int]) -> None:
    with pytest.raises(Refused, match="each of the numbers from 0 to 1 once"):
        order_after_riffles(order, 1)
