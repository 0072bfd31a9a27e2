"""Proofs by enumeration: every sequence of draws, added up in fractions."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from math import factorial, perm

import pytest

from service.core.bias.exact.enumeration import Order, order_probabilities
from service.core.rng.sources import Source
from service.core.shuffles.algorithms import Shuffle, Uniformity
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.rules import sparse_fisher_yates

BOUNDED = {"fisher_yates", "durstenfeld", "inside_out"}
REDRAWING = {"rejection", "random_slot"}


def of(name: str, n: int, count: int | None = None, **settings: int | str) -> Callable[[Source], Sequence[int]]:
    """A shuffle of n items as a function of the source alone."""
    shuffle = SHUFFLES[name]
    return lambda source: shuffle.draw(n, source, n if count is None else count, {**shuffle.defaults, **settings})


def uniform(n: int, count: int) -> dict[Order | None, Fraction]:
    return {order: Fraction(1, perm(n, count)) for order in permutations(range(n), count)}


def test_the_two_groups_below_are_all_the_shuffles_that_call_themselves_exact() -> None:
    assert {s.name for s in SHUFFLES.values() if s.uniformity is Uniformity.EXACT} == BOUNDED | REDRAWING


@pytest.mark.parametrize("name", sorted(BOUNDED))
@pytest.mark.parametrize("n", range(6))
def test_every_order_is_equally_likely(name: str, n: int) -> None:
    assert order_probabilities(of(name, n)) == uniform(n, n)


@pytest.mark.parametrize("name", sorted(REDRAWING))
@pytest.mark.parametrize(("n", "longest"), [(0, 1), (1, 1), (2, 12), (3, 8), (4, 7), (5, 6)])
def test_after_any_number_of_redraws_every_order_is_equally_likely(name: str, n: int, longest: int) -> None:
    for draws in range(n, longest + 1):
        probabilities = order_probabilities(of(name, n), draws)
        undecided = probabilities.pop(None, Fraction(0))
        assert probabilities == {order: (1 - undecided) / factorial(n) for order in permutations(range(n))}


@pytest.mark.parametrize("n", range(1, 6))
def test_every_sample_of_the_sparse_swaps_is_equally_likely(n: int) -> None:
    for count in range(n + 1):
        assert order_probabilities(lambda source, k=count: sparse_fisher_yates(n, source, k)) == uniform(n, count)  # type: ignore[misc]


@pytest.mark.parametrize("n", range(1, 5))
def test_every_sample_by_rejection_is_equally_likely(n: int) -> None:
    for count in range(n + 1):
        probabilities = order_probabilities(of("rejection", n, count), count + 2)
        undecided = probabilities.pop(None, Fraction(0))
        assert probabilities == {order: p * (1 - undecided) for order, p in uniform(n, count).items()}


def test_naive_swap_of_three_favours_three_orders() -> None:
    probabilities = order_probabilities(of("naive_swap", 3))
    favoured = {order for order, probability in probabilities.items() if probability == Fraction(5, 27)}
    others = {order for order, probability in probabilities.items() if probability == Fraction(4, 27)}
    assert favoured == {(0, 2, 1), (1, 0, 2), (1, 2, 0)}
    assert others == {(0, 1, 2), (2, 0, 1), (2, 1, 0)}


@pytest.mark.parametrize("n", range(2, 6))
def test_sattolo_gives_every_cycle_of_all_items_and_nothing_else(n: int) -> None:
    cycles = {order for order in permutations(range(n)) if cycle_length(order) == n}
    assert order_probabilities(of("sattolo", n)) == dict.fromkeys(cycles, Fraction(1, factorial(n - 1)))


def cycle_length(order: Order) -> int:
    """The length of the cycle that holds item 0."""
    place, length = order[0], 1
    while place != 0:
        place, length = order[place], length + 1
    return length


@pytest.mark.parametrize("key_bits", [1, 2, 3])
def test_short_sort_keys_favour_the_old_order_by_their_ties(key_bits: int) -> None:
    probabilities = order_probabilities(of("sort_keys", 3, key_bits=key_bits))
    keys = 2**key_bits
    # Each descent of the order needs a strict inequality of keys: C(keys + 2 - descents, 3) of keys^3 sequences.
    for order, probability in probabilities.items():
        assert order is not None
        descents = sum(a > b for a, b in pairwise(order))
        choices = keys + 2 - descents
        assert probability == Fraction(choices * (choices - 1) * (choices - 2), 6 * keys**3)
    assert probabilities[0, 1, 2] > Fraction(1, 6) > probabilities.get((2, 1, 0), Fraction(0))


@pytest.mark.parametrize("n", range(1, 6))
def test_one_riffle_reaches_just_the_orders_with_two_rising_sequences_at_most(n: int) -> None:
    probabilities = order_probabilities(of("riffle", n, passes=1))
    identity = tuple(range(n))
    assert probabilities.pop(identity) == Fraction(n + 1, 2**n)
    assert len(probabilities) == 2**n - n - 1
    assert set(probabilities.values()) <= {Fraction(1, 2**n)}


def test_one_overhand_pass_cuts_each_gap_with_one_chance_in_five() -> None:
    probabilities = order_probabilities(of("overhand", 3, passes=1))
    assert probabilities == {
        (0, 1, 2): Fraction(16, 25),
        (1, 2, 0): Fraction(4, 25),
        (2, 0, 1): Fraction(4, 25),
        (2, 1, 0): Fraction(1, 25),
    }


@pytest.mark.parametrize("shuffle", SHUFFLES.values(), ids=lambda shuffle: shuffle.name)
def test_no_shuffle_calls_itself_more_uniform_than_it_is(shuffle: Shuffle) -> None:
    small = {"passes": 1, "key_bits": 2, "variant": "out"}
    settings = {name: small[name] for name in shuffle.defaults}
    probabilities = order_probabilities(lambda source: shuffle.draw(4, source, 4, settings), max_draws=8)
    probabilities.pop(None, None)
    exact = len(probabilities) == factorial(4) and len(set(probabilities.values())) == 1
    assert exact == (shuffle.uniformity is Uniformity.EXACT)
    assert (len(probabilities) == 1) == (shuffle.uniformity is Uniformity.DETERMINISTIC)
