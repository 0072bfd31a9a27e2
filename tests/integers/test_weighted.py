"""Draws by weights: their exact probabilities, by enumeration, and what is refused."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.core.errors import Refused
from service.core.rng.scripted import order_probabilities
from service.core.rng.sources import WordSource
from service.core.rng.streams import Randomness, sd1
from service.core.shuffles.batches import draw_singly, draw_vectorized
from service.core.work import Work
from service.integers.integer_draws import MAX_TOTAL, prepare_weighted
from service.settings import Settings
from tests.tables import for_each

LIMITS = Settings().limits
WEIGHTS = [
    (1,),
    (5,),
    (1, 1),
    (3, 1),
    (0, 2, 1),
    (2, 0, 0, 3),
    (1, 2, 3),
    (4, 1, 0, 2),
    (1, 1, 1, 1),
    (0, 0, 7),
]


def enumerate_results(
    weights: Sequence[int], count: int, *, replacement: bool
) -> dict[tuple[int, ...], Fraction]:
    """Return the probability of every possible result by definition: each draw by the weights that are left."""
    probabilities = {}
    for order in product(range(len(weights)), repeat=count):
        remaining = list(weights)
        probability = Fraction(1)
        for index in order:
            probability *= Fraction(remaining[index], sum(remaining) or 1)
            if not replacement:
                remaining[index] = 0
        if probability:
            probabilities[order] = probability
    return probabilities


def count_possible(weights: Sequence[int]) -> int:
    """Return how many items can be drawn."""
    return sum(weight > 0 for weight in weights)


def find_item(weights: Sequence[int], number: int) -> int:
    """Return the first item at which the weights pass the number."""
    totals = enumerate(accumulate(weights))
    return next(item for item, total in totals if total > number)


@for_each("replacement", [True, False])
@for_each("weights", WEIGHTS, ids=str)
def test_the_chance_of_each_result_is_exactly_that_of_its_weights(
    weights: tuple[int, ...], replacement: bool
) -> None:
    most = 3 if replacement else count_possible(weights)
    for count in range(1, most + 1):
        sampler: Any = prepare_weighted(weights, count, LIMITS, replacement=replacement)
        results = enumerate_results(weights, count, replacement=replacement)
        assert order_probabilities(sampler.draw_from) == results


LISTS_OF_WEIGHTS = st.lists(st.integers(0, 2**49), min_size=1, max_size=9).filter(any)


@for_each("replacement", [True, False])
@given(weights=LISTS_OF_WEIGHTS, index=st.integers(0, 99))
def test_a_draw_is_the_first_item_at_which_the_weights_pass_the_number(
    replacement: bool, weights: list[int], index: int
) -> None:
    """The definition in docs/definitions/stream.md."""
    source = WordSource(sd1("definition", index))
    remaining = list(weights)
    items = []
    for _ in range(count_possible(weights)):
        item = find_item(remaining, source.below(sum(remaining)))
        items.append(item)
        if not replacement:
            remaining[item] = 0
    sampler = prepare_weighted(weights, len(items), LIMITS, replacement=replacement)
    permutation = sampler.draw(Randomness(seed="definition", index=index))
    assert permutation.indices == items


@for_each("weights", [(70, 25, 5), (1,), (0, 1, 0), (2**20, 3)])
def test_many_results_drawn_together_are_the_single_ones(
    weights: tuple[int, ...],
) -> None:
    sampler = prepare_weighted(weights, 6, LIMITS, replacement=True)
    assert sampler.can_vectorize
    randomness = Randomness(seed="batch", index=7)
    together = draw_vectorized(sampler, randomness, range(50), Work())
    singly = draw_singly(sampler, randomness, range(50), Work())
    assert np.array_equal(together.rows, singly.rows)
    assert np.array_equal(together.costs, singly.costs)


def test_the_largest_total_is_drawn_from() -> None:
    sampler = prepare_weighted([MAX_TOTAL - 1, 1], 2, LIMITS, replacement=False)
    assert sorted(sampler.draw(Randomness()).indices) == [0, 1]


def test_a_million_items_are_drawn_from_in_few_steps() -> None:
    sampler = prepare_weighted([1] * 10**6, 100, LIMITS, replacement=False)
    indices = sampler.draw(Randomness(seed="many")).indices
    assert len(set(indices)) == 100
    assert sampler.steps < 10**6 + 100 * 2 * 12


NOTHING = "There is nothing to draw: no item has a weight above 0."


@for_each(
    ("weights", "count", "replacement", "field", "message"),
    [
        ([], 1, True, "items", NOTHING),
        ([0, 0], 1, True, "weights", NOTHING),
        (
            [MAX_TOTAL, 1],
            1,
            True,
            "weights",
            f"The weights add up to {MAX_TOTAL + 1:,}; their total must be at most {MAX_TOTAL:,}.",
        ),
        (
            [3, 0, 1],
            3,
            False,
            "count",
            "3 different items were asked for, but only 2 can be drawn; with replacement=true they may repeat.",
        ),
        (
            [1],
            2_000_000,
            True,
            "count",
            "This asks for 2,000,000 items; the limit here is 1,000,000 (the operator's MAX_ITEMS).",
        ),
        (
            [1] * 10**6,
            10**6,
            False,
            "count",
            "This asks for 21,931,569 draws or moves; the limit here is 5,000,000 (the operator's MAX_DRAWS).",
        ),
    ],
)
def test_impossible_draws_are_refused(
    weights: list[int], count: int, replacement: bool, field: str, message: str
) -> None:
    with pytest.raises(Refused) as refusal:
        prepare_weighted(weights, count, LIMITS, replacement=replacement)
    assert refusal.value.field == field
    assert str(refusal.value) == message
