"""Ties among keys agree with enumeration and with the birthday problem."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from service.bias.methods import exact_distribution
from service.bias.riffles import (
    MAX_KEYS,
    approximate_tie_probability,
    count_rising_sequences,
    key_ties,
    riffle_distance,
    tie_probability,
)
from service.core.errors import Refused
from service.core.ratios import Ratio, to_ratio
from service.core.shuffles.registry import SHUFFLES
from tests.tables import for_each


@for_each(("n", "key_bits"), [(1, 1), (2, 1), (3, 1), (3, 2), (4, 2), (5, 2), (4, 3)])
def test_ties_equal_the_enumeration_of_all_keys(n: int, key_bits: int) -> None:
    sequences = list(product(range(2**key_bits), repeat=n))
    ties = 0
    equal_pairs = 0
    for keys in sequences:
        equal = [key for key, other in combinations(keys, 2) if key == other]
        equal_pairs += len(equal)
        ties += bool(equal)
    assert tie_probability(n, 2**key_bits) == Fraction(ties, len(sequences))
    mean = to_ratio(Fraction(equal_pairs, len(sequences)))
    assert key_ties(n, key_bits).equal_pairs == mean


def test_two_of_23_people_probably_share_a_birthday() -> None:
    """The birthday problem (R. von Mises 1939): .507 for 23, .476 for 22."""
    assert float(tie_probability(22, 365)) == pytest.approx(0.476, abs=0.0005)
    assert float(tie_probability(23, 365)) == pytest.approx(0.507, abs=0.0005)


@for_each("n", range(1, 7))
@for_each("key_bits", [1, 2, 3, 8, 64])
def test_the_distance_of_sort_keys_equals_the_inverse_riffles(
    n: int, key_bits: int
) -> None:
    distribution = exact_distribution(SHUFFLES["sort_keys"], n, {"key_bits": key_bits})
    assert distribution.distance == riffle_distance(n, 2**key_bits)
    assert distribution.separation == tie_probability(n, 2**key_bits)
    assert distribution.distance <= distribution.separation


@for_each("key_bits", [1, 2, 64])
def test_an_order_after_sort_keys_is_as_likely_as_its_inverse_after_a_riffle(
    key_bits: int,
) -> None:
    keys = 2**key_bits
    distribution = exact_distribution(SHUFFLES["sort_keys"], 4, {"key_bits": key_bits})
    for order, probability in distribution.probabilities().items():
        rising = count_rising_sequences([order.index(item) for item in range(4)])
        assert probability == Fraction(comb(keys + 4 - rising, 4), keys**4)


def test_a_pack_with_keys_of_64_bits_is_practically_uniform() -> None:
    ties = key_ties(52, 64)
    assert ties.tie.value == pytest.approx(52 * 51 / 2 / 2**64, rel=1e-12)
    assert ties.distance
    assert ties.distance.value
    assert ties.tie.value
    assert 0 < ties.distance.value < ties.tie.value < 1e-16


@for_each(
    ("n", "key_bits"),
    [(1, 1), (2, 1), (23, 9), (52, 16), (52, 32), (52, 64), (500, 16), (500, 64)],
)
def test_floats_agree_with_fractions(n: int, key_bits: int) -> None:
    exact = float(tie_probability(n, 2**key_bits))
    approximate = approximate_tie_probability(n, 2**key_bits)
    assert approximate == pytest.approx(exact, rel=1e-13)


def test_more_items_than_keys_make_a_tie_certain() -> None:
    assert key_ties(3, 1).tie == Ratio("1", 1.0)
    assert key_ties(MAX_KEYS, 10).tie == Ratio(None, 1.0)


def test_a_million_items_have_no_fraction_and_no_exact_distance() -> None:
    ties = key_ties(MAX_KEYS, 64)
    pairs = MAX_KEYS * (MAX_KEYS - 1) / 2
    assert ties.tie.value == pytest.approx(pairs / 2**64, rel=1e-7)
    assert ties.tie.fraction is None
    assert ties.distance is None
    assert ties.equal_pairs.fraction is not None


@for_each(
    ("n", "key_bits", "field"),
    [(0, 1, "n"), (MAX_KEYS + 1, 1, "n"), (1, 0, "key_bits"), (1, 65, "key_bits")],
)
def test_arguments_out_of_range_are_refused(n: int, key_bits: int, field: str) -> None:
    with pytest.raises(Refused, match="must be from 1 to") as refusal:
        key_ties(n, key_bits)
    assert refusal.value.field == field
