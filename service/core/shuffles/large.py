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

# in a range of more than 8 times the count, only moved items are stored
_SPARSE_FACTOR = 8
# in a range of more than 128 times the count, rejected draws are rare
_RARE_FACTOR = 128
_CHUNK = 2**14  # draws at a time

Swaps = Callable[[NDArray[Any], NDArray[Any]], None]
"""Takes an order and steps; swaps each position p of the order in place with the position p + steps[p]."""


def fisher_yates(n: int, source: WordSource, count: int) -> Any:
    """Return the result of `algorithms.fisher_yates`, for n < 2^63, as an array.

    FREE: which of the three functions swaps, as all of them draw alike, and how many draws are made at a time.
    """
    if n > _SPARSE_FACTOR * count:
        return _sparse(n, source, count)
    swap = compiled_swaps()
    if swap is None:
        return _compact(n, source, count)
    order: Any = np.arange(n, dtype=np.int32)
    for start, steps in _draw_steps(n, source, count):
        swap(order[start:], steps)
    return order[:count]


def _draw_steps(
    n: int, source: WordSource, count: int
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield chunks of random swaps: the first position, and each position's distance to its swap partner.

    The first chunk (0, [4, 0, 2]) swaps position 0 with 4, 1 with itself, and 2 with 4.
    """
    # The last of n positions could only be swapped with itself.
    positions = min(count, n - 1)
    for start in range(0, positions, _CHUNK):
        end = min(start + _CHUNK, positions)
        bounds = range(n - start, n - end, -1)
        steps = source.array_below_each(bounds)
        if steps is None:
            yield start, np.array(source.below_each(bounds))
        else:
            yield start, steps.astype(np.int64)


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
    """Return the first `count` of n shuffled items, for n so large that most positions are swapped once or never.

    A position gets the item of its partner. The partner still has its own item, item p at position p, unless it is the
    partner of two positions, or one of the first `count` positions: only such swaps are made one by one.
    The partners 700, 1, 700 of the positions 0, 1, 2 give the order 700, 1, 0: position 700 has item 0 by then.
    """
    partners = np.concatenate(
        [
            steps + np.arange(start, start + len(steps))
            for start, steps in _draw_steps(n, source, count)
        ]
    )
    order = partners  # right where the partner has its own item; the loop below corrects other positions
    moved_items: dict[int, int] = {}  # by position: the item there, if not its own
    for position in _find_met_again(partners, count).tolist():
        partner = int(partners[position])
        order[position] = moved_items.get(partner, partner)
        moved_items[partner] = moved_items.get(position, position)
    return order


def _find_met_again(partners: NDArray[Any], count: int) -> NDArray[Any]:
    """Return the positions that share their partner with another position, or have a partner below `count`.

    `_find_met_again([700, 1, 700, 900], 4)` is [0, 1, 2].
    """
    is_met_again = partners < count
    by_partner = np.argsort(partners, kind="stable")  # positions
    equals_next = np.flatnonzero(np.diff(partners[by_partner]) == 0)
    is_met_again[by_partner[equals_next]] = True
    is_met_again[by_partner[equals_next + 1]] = True
    return np.flatnonzero(is_met_again)


def sort_keys(n: int, source: WordSource, key_bits: int) -> NDArray[np.intp]:
    """Return the result of `algorithms.sort_keys` as an array."""
    return source.array_below_many(2**key_bits, n).argsort(kind="stable")


def overhand(n: int, source: WordSource, passes: int) -> NDArray[np.intp]:
    """Return the result of `algorithms.overhand`, for n ≥ 1, as an array.

    The last packet comes first. With the cards 0 1 | 2 3 4, the packet 2 3 4 moves from position 2 to position 0, and
    the packet 0 1 moves from position 0 to position 3. So positions 0 to 2 take the card 2 places further on, and
    positions 3 and 4 take the card 3 places back.
    """
    positions = np.arange(n)
    order = positions
    for _ in range(passes):
        cuts = np.flatnonzero(source.array_below_many(5, n - 1) == 0) + 1
        bounds = np.concatenate([[0], cuts, [n]])
        # These are for each packet, the last packet first:
        sizes = np.diff(bounds)[::-1]
        starts_before = bounds[-2::-1]
        starts_after = np.cumsum(sizes) - sizes
        distances = np.repeat(starts_before - starts_after, sizes)
        order = order[positions + distances]
    return order


def rejection(
    n: int, source: WordSource, count: int
) -> NDArray[np.int64] | Sequence[int]:
    """Return the result of `algorithms.rejection`, for n < 2^63: an array if few draws are rejected, else a list."""
    if n <= _RARE_FACTOR * count:
        return algorithms.rejection(n, source, count)
    items = np.empty(0, np.int64)
    while shortfall := count - len(items):
        drawn = source.array_below_many(n, shortfall).astype(np.int64)
        items = np.concatenate([items, drawn])
        _, first_times = np.unique(items, return_index=True)
        items = items[np.sort(first_times)]  # each once, in the order of the draws
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
