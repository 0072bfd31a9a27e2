"""Large permutations are those of the plain algorithm, with and without numba."""

import importlib.util
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles import algorithms, large
from service.core.shuffles.algorithms import fisher_yates, sparse_fisher_yates
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import Limits, ShuffleRequest, prepare_shuffle
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


@cache
def sample_plainly(
    algorithm: Callable[[int, WordSource, int], list[int]], n: int, count: int
) -> tuple[list[int], int, int]:
    """Return the sample by a plain algorithm, and the numbers of draws and words that it used."""
    source = WordSource(sd1("large"))
    return algorithm(n, source, count), source.draws, source.words


@pytest.mark.parametrize("name", COMPILED_SWAPS)
@pytest.mark.parametrize("n", [1, 2, large.MIN_COUNT - 1, large.MIN_COUNT, 70_000])
@pytest.mark.parametrize("fraction", [1.0, 0.6])
def test_a_large_permutation_is_the_plain_one(
    monkeypatch: pytest.MonkeyPatch, name: str, n: int, fraction: float
) -> None:
    monkeypatch.setattr(large, "compiled_swaps", COMPILED_SWAPS[name])
    count = max(1, int(n * fraction))
    order, draws, _ = sample_plainly(fisher_yates, n, count)
    result = prepare_shuffle(n, ShuffleRequest(seed="large"), Limits(), count).draw(
        ShuffleRequest(seed="large")
    )
    assert (list(result.indices), result.draws) == (order, draws)
    assert list(large.fisher_yates(n, WordSource(sd1("large")), count)) == order


@pytest.mark.parametrize("name", COMPILED_SWAPS)
@pytest.mark.parametrize("factor", [2, 8, 9, 50, 3_000, 200_000, 2**30])
def test_a_large_sample_is_the_plain_one(
    monkeypatch: pytest.MonkeyPatch, name: str, factor: int
) -> None:
    """Try ranges from one with many repeated draws to one with 64-bit bounds."""
    monkeypatch.setattr(large, "compiled_swaps", COMPILED_SWAPS[name])
    count = 70_000
    source = WordSource(sd1("large"))
    order = large.fisher_yates(factor * count, source, count)
    assert (order.tolist(), source.draws, source.words) == sample_plainly(
        sparse_fisher_yates, factor * count, count
    )


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("overhand", {"passes": 3}), ("sort_keys", {"key_bits": 16})],
)
def test_a_few_of_many_items_equal_the_plain_rules(
    name: str, arguments: dict[str, int]
) -> None:
    source = WordSource(sd1("large"))
    request = ShuffleRequest(seed="large", algorithm=name, arguments=arguments)
    result = prepare_shuffle(large.MIN_COUNT, request, Limits(), 5).draw(request)
    assert (
        list(result.indices)
        == SHUFFLES[name].algorithm(large.MIN_COUNT, source, **arguments)[:5]
    )
    assert (result.draws, result.words) == (source.draws, source.words)


def test_numba_is_used_where_it_is_installed() -> None:
    assert (large.compiled_swaps() is not None) == (
        importlib.util.find_spec("numba") is not None
    )


@for_each(
    ("name", "n", "argument"),
    [
        ("overhand", 50_000, 4),
        *(("sort_keys", 70_000, key_bits) for key_bits in (1, 31, 32, 33, 64)),
        *(
            ("rejection", factor * 20_000, 20_000)
            for factor in (1, 8, 9, 50, 3_000, 200_000, 2**30)
        ),
    ],
)
def test_the_large_form_of_another_shuffle_is_the_plain_one(
    name: str, n: int, argument: int
) -> None:
    source = WordSource(sd1("large"))
    large_source = WordSource(sd1("large"))
    order = getattr(algorithms, name)(n, source, argument)
    assert list(getattr(large, name)(n, large_source, argument)) == order
    assert (large_source.draws, large_source.words) == (source.draws, source.words)
