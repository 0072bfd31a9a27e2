"""Proofs by enumeration: every sequence of draws, added up in fractions."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import perm
from typing import Any

from service.core.rng.scripted import Order, order_probabilities
from service.core.rng.sources import Source
from service.core.shuffles.algorithms import sparse_fisher_yates
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.shuffle import Uniformity
from tests.tables import for_each

BOUNDED = {"fisher_yates", "durstenfeld", "inside_out"}
REJECTING = {"rejection", "random_slot"}


def make_shuffle(
    name: str, n: int, count: int | None = None, **arguments: int | str
) -> Callable[[Source], Sequence[int]]:
    """Return a shuffle of n items as a function of the source."""
    shuffle = SHUFFLES[name]
    size = n if count is None else count
    members = dict(shuffle.defaults) | arguments
    return lambda source: shuffle.draw(n, source, size, members)


def uniform_probabilities(
    n: int, count: int, decided: Fraction = Fraction(1)
) -> dict[Order | None, Fraction]:
    """Return the probability of each order of `count` of n items, if they are equal and add up to `decided`."""
    probability = decided / perm(n, count)
    return dict.fromkeys(permutations(range(n), count), probability)


def is_decided_uniformly(
    probabilities: dict[Order | None, Fraction], n: int, count: int
) -> bool:
    """Return whether all orders are equally likely, unless the draws were too few."""
    orders = dict(probabilities)
    undecided = orders.pop(None, Fraction(0))
    return orders == uniform_probabilities(n, count, 1 - undecided)


def test_every_shuffle_that_claims_to_be_exact_is_tested_here() -> None:
    exact = {
        shuffle.name
        for shuffle in SHUFFLES.values()
        if shuffle.uniformity is Uniformity.EXACT
    }
    assert exact == BOUNDED | REJECTING


@for_each("name", sorted(BOUNDED))
@for_each("n", range(6))
def test_every_order_is_equally_likely(name: str, n: int) -> None:
    assert order_probabilities(make_shuffle(name, n)) == uniform_probabilities(n, n)


@for_each("name", sorted(REJECTING))
@for_each(("n", "max_draws"), [(0, 1), (1, 1), (2, 12), (3, 8), (4, 7), (5, 6)])
def test_after_any_number_of_rejections_every_order_is_equally_likely(
    name: str, n: int, max_draws: int
) -> None:
    for draws in range(n, max_draws + 1):
        probabilities = order_probabilities(make_shuffle(name, n), draws)
        assert is_decided_uniformly(probabilities, n, n)


@for_each("n", range(1, 6))
def test_every_sample_of_the_sparse_swaps_is_equally_likely(n: int) -> None:
    for count in range(n + 1):
        shuffle = partial(sparse_fisher_yates, n, count=count)
        assert order_probabilities(shuffle) == uniform_probabilities(n, count)


@for_each("n", range(1, 5))
def test_every_sample_by_rejection_is_equally_likely(n: int) -> None:
    for count in range(n + 1):
        shuffle = make_shuffle("rejection", n, count)
        probabilities = order_probabilities(shuffle, count + 2)
        assert is_decided_uniformly(probabilities, n, count)


def test_one_overhand_pass_cuts_each_gap_with_probability_one_fifth() -> None:
    probabilities = order_probabilities(make_shuffle("overhand", 3, passes=1))
    assert probabilities == {
        (0, 1, 2): Fraction(16, 25),
        (1, 2, 0): Fraction(4, 25),
        (2, 0, 1): Fraction(4, 25),
        (2, 1, 0): Fraction(1, 25),
    }


SMALL: dict[str, Any] = {"passes": 1, "key_bits": 2, "variant": "out"}
"""Arguments with which a shuffle has few sequences of draws."""


@for_each("name", SHUFFLES)
def test_the_uniformity_of_every_shuffle_is_as_stated(name: str) -> None:
    uniformity = SHUFFLES[name].uniformity
    arguments = {argument: SMALL[argument] for argument in SHUFFLES[name].defaults}
    shuffle = make_shuffle(name, 4, **arguments)
    probabilities = order_probabilities(shuffle, max_draws=8)
    is_exact = is_decided_uniformly(probabilities, 4, 4)
    assert is_exact == (uniformity is Uniformity.EXACT)
    is_deterministic = len(probabilities) == 1
    assert is_deterministic == (uniformity is Uniformity.DETERMINISTIC)
