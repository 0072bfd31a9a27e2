"""rand() % n, against counting all values of rand() and enumerating whole shuffles."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import factorial, prod

import pytest

from service.bias.distributions import to_ratio
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
from service.core.rng.scripted import Order, enumerate_draws
from service.core.shuffles.registry import SHUFFLES
from tests.tables import for_each


def test_52_from_15_bits_favours_the_first_eight() -> None:
    """32,768 = 630 · 52 + 8."""
    bias = modulo_bias(52, 15)
    assert bias.likelier is not None
    assert (
        bias.likelier.first,
        bias.likelier.count,
        bias.others.first,
        bias.others.count,
    ) == (0, 8, 8, 44)
    assert bias.likelier.probability == to_ratio(Fraction(631, 32768))
    assert bias.others.probability == to_ratio(Fraction(630, 32768))
    assert bias.likelier.bias == to_ratio(Fraction(44, 32768)) == bias.largest_bias
    assert bias.others.bias == to_ratio(Fraction(-8, 32768))
    assert bias.distance == to_ratio(8 * (Fraction(631, 32768) - Fraction(1, 52)))


@for_each(
    ("n", "bits"),
    [
        *((n, bits) for n in (1, 2, 3, 7, 52, 108, 144) for bits in (15, 16)),
        (40_000, 15),
    ],
)
def test_probabilities_equal_the_counts_of_every_value(n: int, bits: int) -> None:
    values = 2**bits
    counts = Counter(value % n for value in range(values))
    probabilities = [Fraction(counts[remainder], values) for remainder in range(n)]
    bias = modulo_bias(n, bits)
    likelier = bias.likelier
    split = likelier.count if likelier else 0
    assert {to_ratio(p) for p in probabilities[:split]} == (
        {likelier.probability} if likelier else set()
    )
    assert {to_ratio(p) for p in probabilities[split:]} == {bias.others.probability}
    assert split + bias.others.count == n
    assert bias.distance == to_ratio(
        sum((abs(p - Fraction(1, n)) for p in probabilities), Fraction(0)) / 2
    )
    assert bias.largest_bias == to_ratio(max(abs(p * n - 1) for p in probabilities))


@for_each("bits", BITS)
@for_each("bound", [1, 2, 3, 52, 1024])
def test_probabilities_of_a_draw_add_up_to_one(bound: int, bits: int) -> None:
    assert sum(modulo_probabilities(bits)(bound)) == 1


@for_each(
    "name", ["fisher_yates", "naive_swap", "sattolo", "durstenfeld", "inside_out"]
)
@for_each("n", range(1, 6))
def test_the_distribution_of_a_shuffle_equals_the_enumeration_of_weighted_sequences(
    name: str, n: int
) -> None:
    shuffle = SHUFFLES[name]
    draw_probabilities = modulo_probabilities(15)
    enumerated = defaultdict[Order | None, Fraction](Fraction)
    for order, source in enumerate_draws(bind_algorithm(shuffle, n, {})):
        draws = zip(source.bounds, source.values, strict=True)
        enumerated[order] += prod(
            (draw_probabilities(bound)[value] for bound, value in draws),
            start=Fraction(1),
        )
    assert modulo_distribution(shuffle, n, 15).probabilities() == enumerated


@for_each("bits", BITS)
@for_each("n", range(2, 8))
def test_the_bound_of_a_shuffle_is_not_exceeded(n: int, bits: int) -> None:
    exact = modulo_distribution(SHUFFLES["fisher_yates"], n, bits).distance
    bound = modulo_bias(n, bits).shuffle_bound
    assert float(exact) <= bound * (1 + 1e-12)
    assert (exact == 0) == (n == 2)


def test_a_shuffle_of_52_with_15_bits_is_off_by_less_than_one_percent() -> None:
    distances = (
        sum(
            abs(probability - Fraction(1, bound))
            for probability in modulo_probabilities(15)(bound)
        )
        / 2
        for bound in range(2, 53)
    )
    assert modulo_bias(52, 15).shuffle_bound == pytest.approx(
        float(sum(distances)), rel=1e-12
    )
    assert modulo_bias(52, 15).shuffle_bound < 0.01
    assert modulo_bias(MAX_N, 15).shuffle_bound == 1


def test_a_summary_describes_a_shuffle_with_modulo_bias() -> None:
    bias = exact_modulo_bias(SHUFFLES["fisher_yates"], 8, 32)
    assert bias.arguments == {"rand_bits": 32}
    assert (bias.reachable, bias.orders) == (factorial(8), factorial(8))
    assert bias.draws.mean.fraction == "7"
    assert bias.distance.value is not None
    assert 0 < bias.distance.value < 1e-8


@for_each("n", [0, MAX_N + 1])
def test_no_or_too_many_values_are_refused(n: int) -> None:
    with pytest.raises(Refused, match="it must be") as error:
        modulo_bias(n, 15)
    assert error.value.field == "n"


def test_distributions_out_of_range_are_refused() -> None:
    for n in (0, 9):
        with pytest.raises(Refused, match=rf"^n is {n}; it must be from 1 to 8\.$"):
            modulo_distribution(SHUFFLES["naive_swap"], n, 15)
    with pytest.raises(Refused) as error:
        modulo_distribution(SHUFFLES["riffle"], 3, 15)
    names = str(error.value).partition("it is for: ")[2].removesuffix(".").split(", ")
    assert set(names) == {
        "fisher_yates",
        "durstenfeld",
        "inside_out",
        "naive_swap",
        "sattolo",
    }
