"""Shuffle many items: the functions return the same orders as in algorithms.py, faster and in less memory.

A list of a million Python integers does not fit into a processor's caches; a compact array does. With the extra `fast`
(numba) the swaps are compiled, which takes a moment the first time.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..rng.sources import WordSource
from . import algorithms

MIN_COUNT = 20_000  # from this number of items on, most functions here are faster than algorithms.py

_SPARSE_FACTOR = (
    8  # in a range of more than 8 times the count, only moved items are stored
)
_RARE_FACTOR = (
    128  # in a range of more than 128 times the count, rejected draws are rare
)
_CHUNK = 2**14  # draws at a time

Swaps = Callable[[NDArray[Any], NDArray[Any]], None]


def fisher_yates(n: int, source: WordSource, count: int) -> Any:
    """Return the result of `algorithms.fisher_yates`, for n < 2^63, as an array."""
    if n > _SPARSE_FACTOR * count:
        return _sparse(n, source, count)
    if (swap := compiled_swaps()) is None:
        return _compact(n, source, count)
    order: Any = np.arange(n, dtype=np.int32)
    for start, steps in _draw_steps(n, source, count):
        swap(order[start:], steps)
    return order[:count]


def _draw_steps(
    n: int, source: WordSource, count: int
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield chunks of random swaps: the first position, and each position's distance to its swap partner."""
    for start in range(0, min(count, n - 1), _CHUNK):
        bounds = range(n - start, n - min(start + _CHUNK, count, n - 1), -1)
        steps = source.array_below_each(bounds)
        yield (
            start,
            np.array(source.below_each(bounds))
            if steps is None
            else steps.astype(np.int64),
        )


def _compact(n: int, source: WordSource, count: int) -> NDArray[Any]:
    """Return the first `count` of n shuffled items, swapped in an array of all n items."""
    order = array("I", range(n))
    for start, steps in _draw_steps(n, source, count):
        partners: Sequence[int] = (
            steps + np.arange(start, start + len(steps))
        ).tolist()
        for position, partner in enumerate(partners, start):
            order[position], order[partner] = order[partner], order[position]
    return np.array(order[:count], np.int64)


def _sparse(n: int, source: WordSource, count: int) -> NDArray[Any]:
    """Return the first `count` of n shuffled items, for n so large that most positions are swapped once or never."""
    # A position gets the item of its partner. The partner still has its own item unless it is the partner of two
    # positions, or one of the first `count` positions: only such swaps are made one by one.
    steps = _draw_steps(n, source, count)
    order = np.concatenate(
        [
            distances + np.arange(start, start + len(distances))
            for start, distances in steps
        ]
    )
    by_size = np.argsort(order, kind="stable")
    twice = np.flatnonzero(np.diff(order[by_size]) == 0)
    met_again = order < count
    met_again[by_size[twice]] = met_again[by_size[twice + 1]] = True
    moved_items: dict[int, int] = {}
    for position in np.flatnonzero(met_again).tolist():
        partner = int(order[position])
        order[position] = moved_items.get(partner, partner)
        moved_items[partner] = moved_items.get(position, position)
    return order


def sort_keys(n: int, source: WordSource, key_bits: int) -> Any:
    """Return the result of `algorithms.sort_keys` as an array."""
    return source.array_below_many(2**key_bits, n).argsort(kind="stable")


def overhand(n: int, source: WordSource, passes: int) -> Any:
    """Return the result of `algorithms.overhand` as an array."""
    positions = order = np.arange(n)
    for _ in range(passes):
        cuts = np.flatnonzero(source.array_below_many(5, n - 1) == 0) + 1
        bounds = np.concatenate([[0], cuts, [n]])
        sizes = np.diff(bounds)[::-1]
        moves = bounds[-2::-1] - (
            np.cumsum(sizes) - sizes
        )  # the distance of each packet, the last packet first
        order = order[positions + np.repeat(moves, sizes)]
    return order


def rejection(n: int, source: WordSource, count: int) -> Any:
    """Return the result of `algorithms.rejection`, for n < 2^63: an array if few draws are rejected, else a list."""
    if n <= _RARE_FACTOR * count:
        return algorithms.rejection(n, source, count)
    items = np.empty(0, np.int64)
    while shortfall := count - len(items):
        items = np.concatenate(
            [items, source.array_below_many(n, shortfall).astype(np.int64)]
        )
        _, first = np.unique(items, return_index=True)
        items = items[np.sort(first)]
    return items


@cache
def compiled_swaps() -> Swaps | None:
    """Return a compiled function that swaps each position p with p + `steps[p]`; None if numba is not installed."""
    try:
        from numba import njit  # noqa: PLC0415 (it takes a second, and most requests never need it)
    except ImportError:
        return None

    def swap(order: NDArray[Any], steps: NDArray[Any]) -> None:
        for position in range(len(steps)):
            partner = position + np.int64(steps[position])
            order[position], order[partner] = order[partner], order[position]

    compiled: Swaps = njit(nogil=True)(swap)
    return compiled
