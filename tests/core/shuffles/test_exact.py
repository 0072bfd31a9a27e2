"""Proofs by enumeration: every sequence of draws, added up in fractions."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations
from math import factorial, perm

import pytest

from service.core.bias.distributions import Order, order_probabilities
from service.core.rng.sources import Source
from service.core.shuffles.algorithms import SHUFFLES, Shuffle, Uniformity
from service.core.shuffles.rules import sparse_fisher_yates
from tests.tables import for_each

BOUNDED = {"fisher_yates", "durstenfeld", "inside_out"}
REJECTING = {"rejection", "random_slot"}


def make_shuffle(
    name: str, n: int, count: int | None = None, **arguments: int | str
) -> Callable[[Source], Sequence[int]]:
    """Return a shuffle of n items as a function of the source."""
    shuffle = SHUFFLES[name]
    return lambda source: shuffle.draw(n, source, n if count is None else count, {**shuffle.defaults, **arguments})


def uniform_probabilities(n: int, count: int) -> dict[Order | None, Fraction]:
    return {order: Fraction(1, perm(n, count)) for order in permutations(range(n), count)}


def test_every_shuffle_that_claims_to_be_exact_is_tested_here() -> None:
    assert {s.name for s in SHUFFLES.values() if s.uniformity is Uniformity.EXACT} == BOUNDED | REJECTING


@for_each("name", sorted(BOUNDED))
@for_each("n", range(6))
def test_every_order_is_equally_likely(name: str, n: int) -> None:
    assert order_probabilities(make_shuffle(name, n)) == uniform_probabilities(n, n)


@for_each("name", sorted(REJECTING))
@for_each(("n", "max_draws"), [(0, 1), (1, 1), (2, 12), (3, 8), (4, 7), (5, 6)])
def test_after_any_number_of_rejections_every_order_is_equally_likely(name: str, n: int, max_draws: int) -> None:
    for draws in range(n, max_draws + 1):
        probabilities = order_probabilities(make_shuffle(name, n), draws)
        undecided = probabilities.pop(None, Fraction(0))
        assert probabilities == {order: (1 - undecided) / factorial(n) for order in permutations(range(n))}


@for_each("n", range(1, 6))
def test_every_sample_of_the_sparse_swaps_is_equally_likely(n: int) -> None:
    for count in range(n + 1):
        shuffle = partial(sparse_fisher_yates, n, count=count)
        assert order_probabilities(shuffle) == uniform_probabilities(n, count)


@pytest.mark.parametrize("n", range(1, 5))
def test_every_sample_by_rejection_is_equally_likely(n: int) -> None:
    for count in range(n + 1):
        probabilities = order_probabilities(make_shuffle("rejection", n, count), count + 2)
        undecided = probabilities.pop(None, Fraction(0))
        assert probabilities == {order: p * (1 - undecided) for order, p in uniform_probabilities(n, count).items()}


def test_naive_swap_of_three_favours_three_orders() -> None:
    probabilities = order_probabilities(make_shuffle("naive_swap", 3))
    favoured = {order for order, probability in probabilities.items() if probability == Fraction(5, 27)}
    others = {order for order, probability in probabilities.items() if probability == Fraction(4, 27)}
    assert favoured == {(0, 2, 1), (1, 0, 2), (1, 2, 0)}
    assert others == {(0, 1, 2), (2, 0, 1), (2, 1, 0)}


@pytest.mark.parametrize("n", range(2, 6))
def test_sattolo_gives_every_cycle_of_all_items_and_nothing_else(n: int) -> None:
    cycles = {order for order in permutations(range(n)) if cycle_length(order) == n}
    assert order_probabilities(make_shuffle("sattolo", n)) == dict.fromkeys(cycles, Fraction(1, factorial(n - 1)))


def cycle_length(order: Order) -> int:
    """Return the length of the cycle that contains item 0."""
    position, length = order[0], 1
    while position != 0:
        position, length = order[position], length + 1
    return length


@pytest.mark.parametrize("key_bits", [1, 2, 3])
def test_short_sort_keys_favour_the_old_order_by_their_ties(key_bits: int) -> None:
    probabilities = order_probabilities(make_shuffle("sort_keys", 3, key_bits=key_bits))
    keys = 2**key_bits
    # Each descent of the order needs a strict inequality of keys: C(keys + 2 - descents, 3) of keys^3 sequences.
    for order, probability in probabilities.items():
        assert order is not None
        descents = sum(a > b for a, b in pairwise(order))
        choices = keys + 2 - descents
        assert probability == Fraction(choices * (choices - 1) * (choices - 2), 6 * keys**3)
    assert probabilities[0, 1, 2] > Fraction(1, 6) > probabilities.get((2, 1, 0), Fraction(0))


@for_each("n", range(1, 6))
def test_one_riffle_reaches_exactly_the_orders_with_at_most_two_rising_sequences(n: int) -> None:
    probabilities = order_probabilities(make_shuffle("riffle", n, passes=1))
    identity = tuple(range(n))
    assert probabilities.pop(identity) == Fraction(n + 1, 2**n)
    assert len(probabilities) == 2**n - n - 1
    assert set(probabilities.values()) <= {Fraction(1, 2**n)}


def test_one_overhand_pass_cuts_each_gap_with_probability_one_fifth() -> None:
    probabilities = order_probabilities(make_shuffle("overhand", 3, passes=1))
    assert probabilities == {
        (0, 1, 2): Fraction(16, 25),
        (1, 2, 0): Fraction(4, 25),
        (2, 0, 1): Fraction(4, 25),
        (2, 1, 0): Fraction(1, 25),
    }


@for_each("shuffle", SHUFFLES.values(), ids=lambda shuffle: shuffle.name)
def test_the_uniformity_of_every_shuffle_is_as_stated(shuffle: Shuffle) -> None:
    arguments_by_name = {"passes": 1, "key_bits": 2, "variant": "out"}
    arguments = {name: arguments_by_name[name] for name in shuffle.defaults}
    probabilities = order_probabilities(lambda source: shuffle.draw(4, source, 4, arguments), max_draws=8)
    probabilities.pop(None, None)
    is_exact = len(probabilities) == factorial(4) and len(set(probabilities.values())) == 1
    assert is_exact == (shuffle.uniformity is Uniformity.EXACT)
    assert (len(probabilities) == 1) == (shuffle.uniformity is Uniformity.DETERMINISTIC)
