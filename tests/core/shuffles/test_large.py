"""Large permutations are those of the plain algorithm, with and without numba."""

import importlib.util
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import pytest

from service.core.limits import Limits
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles import algorithms, large
from service.core.shuffles.algorithms import fisher_yates, sparse_fisher_yates
from tests.tables import for_each


def swap(order: list[int], distances: Sequence[int]) -> None:
    """Swap as the compiled function does."""
    for position, distance in enumerate(distances):
        partner = position + int(distance)
        order[position], order[partner] = order[partner], order[position]


COMPILED_SWAPS: dict[str, Callable[[], object]] = {
    "installed or not": large.compiled_swaps,
    "without numba": lambda: None,
    "not compiled": lambda: swap,
}


class Drawn(NamedTuple):
    """An order, and what it took of its stream."""

    order: list[int]
    draws: int
    words: int


def draw(
    algorithm: Callable[..., Sequence[int]], *arguments: int, **options: int
) -> Drawn:
    """Return what an algorithm draws from the stream of these tests."""
    n, *others = arguments
    source = WordSource(sd1("large"))
    order = list(algorithm(n, source, *others, **options))
    return Drawn(order, source.draws, source.words)


draw_once = cache(draw)
"""Draw as `draw` does; the plain algorithms are slow."""


def draw_request(n: int, count: int, request: ShuffleRequest) -> Drawn:
    """Return what a request draws."""
    result = prepare_shuffle(n, request, Limits(), count).draw(request)
    return Drawn(list(result.indices), result.draws, result.words)


@pytest.mark.parametrize("name", COMPILED_SWAPS)
@pytest.mark.parametrize("n", [1, 2, large.MIN_COUNT - 1, large.MIN_COUNT, 70_000])
@pytest.mark.parametrize("fraction", [1.0, 0.6])
def test_a_large_permutation_is_the_plain_one(
    monkeypatch: pytest.MonkeyPatch, name: str, n: int, fraction: float
) -> None:
    monkeypatch.setattr(large, "compiled_swaps", COMPILED_SWAPS[name])
    count = max(1, int(n * fraction))
    plain = draw_once(fisher_yates, n, count)
    result = draw_request(n, count, ShuffleRequest(seed="large"))
    assert result.order == plain.order
    assert result.draws == plain.draws
    assert draw(large.fisher_yates, n, count).order == plain.order


@pytest.mark.parametrize("name", COMPILED_SWAPS)
@pytest.mark.parametrize("factor", [2, 8, 9, 50, 3_000, 200_000, 2**30])
def test_a_large_sample_is_the_plain_one(
    monkeypatch: pytest.MonkeyPatch, name: str, factor: int
) -> None:
    """Try ranges from one with many repeated draws to one with 64-bit bounds."""
    monkeypatch.setattr(large, "compiled_swaps", COMPILED_SWAPS[name])
    count = 70_000
    plain = draw_once(sparse_fisher_yates, factor * count, count)
    assert draw(large.fisher_yates, factor * count, count) == plain


@for_each(
    ("name", "arguments"),
    [("overhand", {"passes": 3}), ("sort_keys", {"key_bits": 16})],
)
def test_a_few_of_many_items_equal_the_plain_rules(
    name: str, arguments: dict[str, int]
) -> None:
    n = large.MIN_COUNT
    plain = draw(getattr(algorithms, name), n, **arguments)
    request = ShuffleRequest(seed="large", algorithm=name, arguments=arguments)
    assert draw_request(n, 5, request) == plain._replace(order=plain.order[:5])


def test_numba_is_used_where_it_is_installed() -> None:
    is_installed = importlib.util.find_spec("numba") is not None
    assert (large.compiled_swaps() is not None) == is_installed


@for_each(
    ("name", "n", "argument"),
    [
        ("overhand", 50_000, 4),
        ("sort_keys", 70_000, 1),
        ("sort_keys", 70_000, 31),
        ("sort_keys", 70_000, 32),
        ("sort_keys", 70_000, 33),
        ("sort_keys", 70_000, 64),
        ("rejection", 20_000, 20_000),
        ("rejection", 8 * 20_000, 20_000),
        ("rejection", 9 * 20_000, 20_000),
        ("rejection", 50 * 20_000, 20_000),
        ("rejection", 3_000 * 20_000, 20_000),
        ("rejection", 200_000 * 20_000, 20_000),
        ("rejection", 2**30 * 20_000, 20_000),
    ],
)
def test_the_large_form_of_another_shuffle_is_the_plain_one(
    name: str, n: int, argument: int
) -> None:
    plain = draw(getattr(algorithms, name), n, argument)
    assert draw(getattr(large, name), n, argument) == plain
