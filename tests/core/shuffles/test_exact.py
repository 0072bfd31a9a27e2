"""Proofs by enumeration: every sequence of draws, added up in fractions."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import factorial, perm

from service.core.rng.scripted import Order, order_probabilities
from service.core.rng.sources import Source
from service.core.shuffles.algorithms import sparse_fisher_yates
from service.core.shuffles.registry import SHUFFLES, Shuffle, Uniformity
from tests.tables import for_each

BOUNDED = {"fisher_yates", "durstenfeld", "inside_out"}
REJECTING = {"rejection", "random_slot"}


def make_shuffle(
    name: str, n: int, count: int | None = None, **arguments: int | str
) -> Callable[[Source], Sequence[int]]:
    """Return a shuffle of n items as a function of the source."""
    shuffle = SHUFFLES[name]
    return lambda source: shuffle.draw(
        n, source, n if count is None else count, {**shuffle.defaults, **arguments}
    )


def uniform_probabilities(n: int, count: int) -> dict[Order | None, Fraction]:
    return {
        order: Fraction(1, perm(n, count)) for order in permutations(range(n), count)
    }


def test_every_shuffle_that_claims_to_be_exact_is_tested_here() -> None:
    assert {
        s.name for s in SHUFFLES.values() if s.uniformity is Uniformity.EXACT
    } == BOUNDED | REJECTING


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
        undecided = probabilities.pop(None, Fraction(0))
        assert probabilities == {
            order: (1 - undecided) / factorial(n) for order in permutations(range(n))
        }


@for_each("n", range(1, 6))
def test_every_sample_of_the_sparse_swaps_is_equally_likely(n: int) -> None:
    for count in range(n + 1):
        shuffle = partial(sparse_fisher_yates, n, count=count)
        assert order_probabilities(shuffle) == uniform_probabilities(n, count)


@for_each("n", range(1, 5))
def test_every_sample_by_rejection_is_equally_likely(n: int) -> None:
    for count in range(n + 1):
        probabilities = order_probabilities(
            make_shuffle("rejection", n, count), count + 2
        )
        undecided = probabilities.pop(None, Fraction(0))
        assert probabilities == {
            order: p * (1 - undecided)
            for order, p in uniform_probabilities(n, count).items()
        }


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
    probabilities = order_probabilities(
        lambda source: shuffle.draw(4, source, 4, arguments), max_draws=8
    )
    probabilities.pop(None, None)
    is_exact = (
        len(probabilities) == factorial(4) and len(set(probabilities.values())) == 1
    )
    assert is_exact == (shuffle.uniformity is Uniformity.EXACT)
    assert (len(probabilities) == 1) == (shuffle.uniformity is Uniformity.DETERMINISTIC)
