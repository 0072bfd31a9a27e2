"""The positions of items after a shuffle are those of an enumeration, within the limit of error."""

from collections.abc import Iterator

import numpy as np
import pytest

from service.bias.methods import exact_distribution
from service.bias.positions import MAX_ERROR, MAX_N, compute_positions, has_positions
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.shuffle import Arguments
from tests.tables import for_each


def list_cases(*passes: int) -> Iterator[tuple[str, Arguments]]:
    """Yield the shuffles whose positions are computed, with each of these numbers of passes if they take passes."""
    for name, shuffle in SHUFFLES.items():
        if not has_positions(shuffle, 2):
            continue
        if "passes" not in shuffle.defaults:
            yield name, shuffle.defaults
            continue
        for number in passes:
            yield name, dict(shuffle.defaults) | {"passes": number}


@for_each(("name", "arguments"), list_cases(1, 5))
@for_each("n", range(1, 7))
def test_positions_of_few_items_are_the_enumerated_ones_within_the_bound(
    name: str, arguments: Arguments, n: int
) -> None:
    shuffle = SHUFFLES[name]
    if not has_positions(shuffle, n):
        return
    exact = exact_distribution(shuffle, n, arguments).positions()
    positions = compute_positions(shuffle, n, arguments)
    errors = np.array(exact, float) - np.array(positions.values)
    assert np.abs(errors).max() <= positions.error + 1e-16


@for_each(("name", "arguments"), list_cases(1, 1_000))
def test_positions_of_many_items_are_doubly_stochastic_and_within_the_limit_of_error(
    name: str, arguments: Arguments
) -> None:
    n = SHUFFLES[name].sizes.floor(MAX_N)
    positions = compute_positions(SHUFFLES[name], n, arguments)
    assert positions.error <= MAX_ERROR
    values = np.array(positions.values)
    tolerance = MAX_N * positions.error + 1e-13
    assert values.sum(axis=0) == pytest.approx(1, abs=tolerance)
    assert values.sum(axis=1) == pytest.approx(1, abs=tolerance)


def test_sort_keys_and_unknown_numbers_of_items_have_no_positions() -> None:
    assert not has_positions(SHUFFLES["sort_keys"], 9)
    assert not has_positions(SHUFFLES["faro"], 9)
    assert not has_positions(SHUFFLES["naive_swap"], MAX_N + 1)
