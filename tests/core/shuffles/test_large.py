"""Large permutations are those of the plain rule, with and without numba."""

import importlib.util
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles import large
from service.core.shuffles.algorithms import SHUFFLES
from service.core.shuffles.plans import Limits, ShuffleRequest, plan_shuffle
from service.core.shuffles.rules import fisher_yates, overhand, rejection, sort_keys, sparse_fisher_yates
from tests.tables import for_each


def swap(order: list[int], distances: Sequence[int]) -> None:
    """Swap as the compiled function does."""
    for position, distance in enumerate(distances):
        other = position + int(distance)
        order[position], order[other] = order[other], order[position]


COMPILED_SWAPS: dict[str, Callable[[], object]] = {
    "installed or not": large.compiled_swaps,
    "without numba": lambda: None,
    "not compiled": lambda: swap,
}


@cache
def sample_plainly(rule: Callable[[int, WordSource, int], list[int]], n: int, count: int) -> tuple[list[int], int, int]:
    """Return the sample by a plain rule, and the numbers of draws and words that it used."""
    source = WordSource(sd1("large"))
    return rule(n, source, count), source.draws, source.words


@pytest.mark.parametrize("name", COMPILED_SWAPS)
@pytest.mark.parametrize("n", [1, 2, large.MIN_COUNT - 1, large.MIN_COUNT, 70_000])
@pytest.mark.parametrize("fraction", [1.0, 0.6])
def test_a_large_permutation_is_the_plain_one(
    monkeypatch: pytest.MonkeyPatch, name: str, n: int, fraction: float
) -> None:
    monkeypatch.setattr(large, "compiled_swaps", COMPILED_SWAPS[name])
    count = max(1, int(n * fraction))
    expected, draws, _ = sample_plainly(fisher_yates, n, count)
    result = plan_shuffle(n, ShuffleRequest(seed="large"), Limits(), count).draw(ShuffleRequest(seed="large"))
    assert list(result.indices) == expected
    assert result.draws == draws
    assert list(large.fisher_yates(n, WordSource(sd1("large")), count)) == expected


@pytest.mark.parametrize("name", COMPILED_SWAPS)
@pytest.mark.parametrize("factor", [2, 8, 9, 50, 3_000, 200_000, 2**30])
def test_a_large_sample_is_the_plain_one(monkeypatch: pytest.MonkeyPatch, name: str, factor: int) -> None:
    """Try ranges from one with many repeated draws to one with 64-bit bounds."""
    monkeypatch.setattr(large, "compiled_swaps", COMPILED_SWAPS[name])
    count = 70_000
    large_source = WordSource(sd1("large"))
    expected, *used = sample_plainly(sparse_fisher_yates, factor * count, count)
    order = large.fisher_yates(factor * count, large_source, count)
    assert order is not None
    assert order.tolist() == expected
    assert [large_source.draws, large_source.words] == used


@pytest.mark.parametrize(("name", "arguments"), [("overhand", {"passes": 3}), ("sort_keys", {"key_bits": 16})])
def test_a_few_of_many_items_in_another_order_are_those_of_the_plain_rule(name: str, arguments: dict[str, int]) -> None:
    source, request = WordSource(sd1("large")), ShuffleRequest(seed="large", algorithm=name, arguments=arguments)
    result = plan_shuffle(large.MIN_COUNT, request, Limits(), 5).draw(request)
    assert list(result.indices) == SHUFFLES[name].rule(large.MIN_COUNT, source, **arguments)[:5]
    assert (result.draws, result.words) == (source.draws, source.words)


def test_the_packets_of_many_items_are_those_of_the_plain_rule() -> None:
    source, large_source = WordSource(sd1("large")), WordSource(sd1("large"))
    assert large.overhand(50_000, large_source, 4).tolist() == overhand(50_000, source, 4)
    assert (large_source.draws, large_source.words) == (source.draws, source.words)


def test_numba_is_used_where_it_is_installed() -> None:
    assert (large.compiled_swaps() is not None) == (importlib.util.find_spec("numba") is not None)


@for_each("key_bits", [1, 31, 32, 33, 64])
def test_large_random_keys_are_sorted_as_the_plain_ones(key_bits: int) -> None:
    source, large_source = WordSource(sd1("large")), WordSource(sd1("large"))
    expected = sort_keys(70_000, source, key_bits)
    assert large.sort_keys(70_000, large_source, key_bits).tolist() == expected
    assert (large_source.draws, large_source.words) == (source.draws, source.words)


@for_each("factor", [1, 8, 9, 50, 3_000, 200_000, 2**30])
def test_a_large_sample_by_rejection_is_the_plain_one(factor: int) -> None:
    source, large_source = WordSource(sd1("large")), WordSource(sd1("large"))
    expected = rejection(factor * 20_000, source, 20_000)
    assert list(large.rejection(factor * 20_000, large_source, 20_000)) == expected
    assert (large_source.draws, large_source.words) == (source.draws, source.words)
