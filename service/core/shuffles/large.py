"""Large permutations: the same bytes as those of shuffles.py, which is the definition, faster and in less memory.

A million Python integers do not fit into a processor's caches, nor many such answers into a container; a compact array
does. Who installs the extra `fast` (numba) has the swaps compiled as well, which takes a moment the first time.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.rng.sources import WordSource

SMALLEST = 20_000  # items that are asked for

_ROOMY = 8  # times as many items as are asked for: beyond, only those that were moved are kept
_PART = 2**16  # draws at a time

Swaps = Callable[[NDArray[Any], NDArray[Any]], None]


def fisher_yates(n: int, source: WordSource, count: int) -> Any:
    """As in shuffles.py, for n below 2^63; None where that does it as well."""
    if count < SMALLEST:
        return None
    if n > _ROOMY * count:
        return _sparse(n, source, count)
    if (swap := compiled_swaps()) is None:
        return _compact(n, source, count)
    order: Any = np.arange(n, dtype=np.int32)
    for start, later in _draws(n, source, count):
        swap(order[start:], later)
    return order[:count]


def _draws(n: int, source: WordSource, count: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """How far behind each of the first `count` places that is with which it is swapped; from which place on."""
    for start in range(0, min(count, n - 1), _PART):
        bounds = range(n - start, n - min(start + _PART, count, n - 1), -1)
        later = source.array_below_each(bounds)
        yield start, np.array(source.below_each(bounds)) if later is None else later.astype(np.int64)


def _compact(n: int, source: WordSource, count: int) -> NDArray[Any]:
    """The swaps in all of the range."""
    order = array("I", range(n))
    for start, later in _draws(n, source, count):
        others: Sequence[int] = (later + np.arange(start, start + len(later))).tolist()
        for place, other in enumerate(others, start):
            order[place], order[other] = order[other], order[place]
    return np.array(order[:count], np.int64)


def _sparse(n: int, source: WordSource, count: int) -> NDArray[Any]:
    """The swaps in a range that is much larger, most of whose places are met once or never."""
    order = np.concatenate([later + np.arange(start, start + len(later)) for start, later in _draws(n, source, count)])
    by_size = np.argsort(order, kind="stable")
    twice = np.flatnonzero(np.diff(order[by_size]) == 0)
    met_again = order < count
    met_again[by_size[twice]] = met_again[by_size[twice + 1]] = True
    moved: dict[int, int] = {}
    for place in np.flatnonzero(met_again).tolist():
        other = int(order[place])
        order[place] = moved.get(other, other)
        moved[other] = moved.get(place, place)
    return order


@cache
def compiled_swaps() -> Swaps | None:
    """Swaps each place with the one so many places after it; None where numba is not installed."""
    try:
        from numba import njit  # noqa: PLC0415 (it takes a second, and most requests never need it)
    except ImportError:
        return None

    def swap(order: NDArray[Any], later: NDArray[Any]) -> None:
        for place in range(len(later)):
            other = place + np.int64(later[place])
            order[place], order[other] = order[other], order[place]

    compiled: Swaps = njit(nogil=True)(swap)
    return compiled
