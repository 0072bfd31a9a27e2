"""Large permutations are those of the plain rule, whichever way they are made."""

import importlib.util
from collections.abc import Callable, Sequence

import pytest

from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles import large
from service.core.shuffles.plans import Limits, ShuffleRequest, plan_shuffle
from service.core.shuffles.rules import fisher_yates, sparse_fisher_yates


def plainly(order: list[int], later: Sequence[int]) -> None:
    """What the compiled swaps do, not compiled."""
    for place, steps in enumerate(later):
        other = place + int(steps)
        order[place], order[other] = order[other], order[place]


WAYS: dict[str, Callable[[], object]] = {
    "as this machine has it": large.compiled_swaps,
    "without numba": lambda: None,
    "with the swaps as they are before numba compiles them": lambda: plainly,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("n", [1, 2, large.MIN_COUNT - 1, large.MIN_COUNT, 70_000])
@pytest.mark.parametrize("kept", [1.0, 0.6])
def test_a_large_permutation_is_the_plain_one(monkeypatch: pytest.MonkeyPatch, way: str, n: int, kept: float) -> None:
    monkeypatch.setattr(large, "compiled_swaps", WAYS[way])
    count = max(1, int(n * kept))
    source = WordSource(sd1("large"))
    expected = fisher_yates(n, source, count)
    done = plan_shuffle(n, ShuffleRequest(seed="large"), Limits(), count).draw(ShuffleRequest(seed="large"))
    assert list(done.indices) == expected
    assert done.draws == source.draws
    assert list(large.fisher_yates(n, WordSource(sd1("large")), count)) == expected


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("times", [2, 8, 9, 50, 3_000, 200_000, 2**30])
def test_a_large_sample_is_the_plain_one(monkeypatch: pytest.MonkeyPatch, way: str, times: int) -> None:
    """Up to a range in which all draws are different, over one in which the machine's arrays cannot draw."""
    monkeypatch.setattr(large, "compiled_swaps", WAYS[way])
    count = 70_000
    source, same = WordSource(sd1("large")), WordSource(sd1("large"))
    expected = sparse_fisher_yates(times * count, source, count)
    order = large.fisher_yates(times * count, same, count)
    assert order is not None
    assert order.tolist() == expected
    assert (same.draws, same.words) == (source.draws, source.words)


def test_numba_is_used_where_it_is_installed() -> None:
    assert (large.compiled_swaps() is not None) == (importlib.util.find_spec("numba") is not None)
