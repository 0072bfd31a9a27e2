"""rand() % n, against counting all values of rand() and enumerating whole shuffles."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import factorial

import pytest

from service.bias.methods import bind_algorithm
from service.bias.modulo import (
    BITS,
    MAX_N,
    exact_modulo_bias,
    modulo_bias,
    modulo_distribution,
    modulo_probabilities,
)
from service.core.errors import Refused
from service.core.ratios import to_ratio
from service.core.rng.scripted import Order, enumerate_draws
from service.core.shuffles.registry import SHUFFLES
from tests.tables import for_each


def test_52_from_15_bits_favours_the_first_eight() -> None:
    """32,768 = 630 · 52 + 8."""
    bias = modulo_bias(52, 15)
    likelier = bias.likelier
    assert likelier
    assert likelier.first == 0
    assert likelier.count == 8
    assert likelier.probability == to_ratio(Fraction(631, 32768))
    assert likelier.bias == to_ratio(Fraction(44, 32768))
    assert bias.largest_bias == likelier.bias
    assert bias.others.first == 8
    assert bias.others.count == 44
    assert bias.others.probability == to_ratio(Fraction(630, 32768))
    assert bias.others.bias == to_ratio(Fraction(-8, 32768))
    assert bias.distance == to_ratio(8 * (Fraction(631, 32768) - Fraction(1, 52)))


@for_each("bits", [15, 16])
@for_each("n", [1, 2, 3, 7, 52, 108, 144, 40_000])
def test_probabilities_equal_the_counts_of_every_value(n: int, bits: int) -> None:
    values = 2**bits
    counts = Counter(value % n for value in range(values))
    probabilities = [Fraction(counts[remainder], values) for remainder in range(n)]
    bias = modulo_bias(n, bits)
    split = 0
    if bias.likelier:
        split = bias.likelier.count
        assert set(map(to_ratio, probabilities[:split])) == {bias.likelier.probability}
    assert set(map(to_ratio, probabilities[split:])) == {bias.others.probability}
    assert split + bias.others.count == n
    differences = [abs(probability - Fraction(1, n)) for probability in probabilities]
    total = sum(differences, Fraction(0))
    assert bias.distance == to_ratio(total / 2)
    assert bias.largest_bias == to_ratio(max(differences) * n)


@for_each("bits", BITS)
@for_each("bound", [1, 2, 3, 52, 1024])
def test_probabilities_of_a_draw_add_up_to_one(bound: int, bits: int) -> None:
    probabilities = modulo_probabilities(bits)(bound)
    assert sum(probabilities) == 1


SWAPPING = ["fisher_yates", "naive_swap", "sattolo", "durstenfeld", "inside_out"]


@for_each("name", SWAPPING)
@for_each("n", range(1, 6))
def test_the_distribution_of_a_shuffle_equals_the_enumeration_of_weighted_sequences(
    name: str, n: int
) -> None:
    shuffle = SHUFFLES[name]
    draw_probabilities = modulo_probabilities(15)
    enumerated = defaultdict[Order | None, Fraction](Fraction)
    for order, source in enumerate_draws(bind_algorithm(shuffle, n, {})):
        probability = Fraction(1)
        for bound, value in zip(source.bounds, source.values, strict=True):
            probability *= draw_probabilities(bound)[value]
        enumerated[order] += probability
    assert modulo_distribution(shuffle, n, 15).probabilities() == enumerated


@for_each("bits", BITS)
@for_each("n", range(2, 8))
def test_the_bound_of_a_shuffle_is_not_exceeded(n: int, bits: int) -> None:
    exact = modulo_distribution(SHUFFLES["fisher_yates"], n, bits).distance
    bound = modulo_bias(n, bits).shuffle_bound
    assert float(exact) <= bound * (1 + 1e-12)
    assert (exact == 0) == (n == 2)


def test_a_shuffle_of_52_with_15_bits_is_off_by_less_than_one_percent() -> None:
    probabilities = modulo_probabilities(15)
    differences = sum(
        abs(probability - Fraction(1, bound))
        for bound in range(2, 53)
        for probability in probabilities(bound)
    )
    shuffle_bound = modulo_bias(52, 15).shuffle_bound
    assert shuffle_bound == pytest.approx(float(differences / 2), rel=1e-12)
    assert shuffle_bound < 0.01
    assert modulo_bias(MAX_N, 15).shuffle_bound == 1


def test_a_summary_describes_a_shuffle_with_modulo_bias() -> None:
    bias = exact_modulo_bias(SHUFFLES["fisher_yates"], 8, 32)
    assert bias.arguments == {"rand_bits": 32}
    assert bias.orders == factorial(8)
    assert bias.reachable == bias.orders
    assert bias.draws.mean.fraction == "7"
    assert bias.distance.value is not None
    assert 0 < bias.distance.value < 1e-8


@for_each("n", [0, MAX_N + 1])
def test_no_or_too_many_values_are_refused(n: int) -> None:
    with pytest.raises(Refused, match="it must be") as refusal:
        modulo_bias(n, 15)
    assert refusal.value.field == "n"


@for_each("n", [0, 9])
def test_distributions_out_of_range_are_refused(n: int) -> None:
    with pytest.raises(Refused, match=rf"^n is {n}; it must be from 1 to 8\.$"):
        modulo_distribution(SHUFFLES["naive_swap"], n, 15)


def test_distributions_of_other_shuffles_are_refused() -> None:
    with pytest.raises(Refused) as refusal:
        modulo_distribution(SHUFFLES["riffle"], 3, 15)
    _, names = str(refusal.value).removesuffix(".").split("it is for: ")
    assert sorted(names.split(", ")) == sorted(SWAPPING)
