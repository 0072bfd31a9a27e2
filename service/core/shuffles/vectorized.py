"""Vectorized shuffles: each draws many results together, with a row for each position and a column for each result.

For a pack of cards this is some fifty times faster than drawing the results one by one. Each function has the name and
the results of an algorithm in algorithms.py; tests compare the two, result by result.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = Callable[[int, int], NDArray[np.uint32]]
Matrix = NDArray[np.intp]

_WORD = 2**32
_HALF = np.uint64(32)


class VectorSource:
    """A `Source` for many results: every draw is a row with a column for each result.

    `words` takes start and count, and returns words start…start+count-1 of each result, one row for each result. A word
    is rarely rejected; then the result needs other words, and `rejected` has its number: the caller draws it by itself.
    """

    def __init__(self, words: Words, results: int) -> None:
        self.results = results
        self.draws = np.zeros(results, np.int64)  # of each result
        self.wide_draws = 0  # of each result: draws that took two words
        self.rejected: set[int] = set()
        self._words = words
        self._position = 0  # of the next word

    def below_each(self, bounds: range) -> Matrix:
        """Return a row of uniform integers for each bound of a range, up to 2^32."""
        return self._below(np.array(bounds, np.uint64))

    def below_many(self, bound: int, count: int) -> Matrix:
        """Return `count` rows of uniform integers below a bound, up to 2^32."""
        return self._below(np.full(count, bound, np.uint64))

    def is_zero(self, bound: int, count: int) -> NDArray[np.bool_]:
        """Return whether each of `count` draws with one bound, 2…2^31, is 0, without computing their values."""
        words = self._words(self._position, count).astype(np.uint32, copy=False)
        self._position += count
        self.draws += count
        if unfair := _WORD % bound:
            is_rejected = words * np.uint32(bound) < np.uint32(unfair)
            if is_rejected.any():
                self.rejected.update(np.flatnonzero(is_rejected.any(axis=1)).tolist())
        return np.ascontiguousarray((words <= np.uint32((_WORD - 1) // bound)).T)

    def keys(self, bits: int, count: int) -> NDArray[np.uint64]:
        """Return `count` rows of random keys of 1…64 bits; the bound is a power of two, so no word is rejected."""
        size = 1 if bits <= 32 else 2
        words = self._take(size * count)
        self.draws += count
        if size == 2:
            self.wide_draws += count
            words = words[::2] << _HALF | words[1::2]
        words >>= np.uint64(32 * size - bits)
        return words

    def _take(self, count: int) -> NDArray[np.uint64]:
        words = self._words(self._position, count)
        self._position += count
        return words.T.astype(np.uint64, order="C")

    def _below(self, bounds: NDArray[np.uint64]) -> Matrix:
        divisors = bounds[bounds > 1][:, None]  # a bound of 1 takes no word
        self.draws += len(divisors)
        products = self._take(len(divisors))
        products *= divisors
        # Exactly the words that Lemire's method rejects: with any more, the remaining results would not be uniform.
        low = products.astype(np.uint32)
        unfair = (_WORD % divisors).astype(np.uint32)
        if (low.min(axis=1, keepdims=True) < unfair).any():
            self.rejected.update(np.flatnonzero((low < unfair).any(axis=0)).tolist())
        products >>= _HALF
        if len(divisors) == len(bounds):
            return products.view(np.intp)
        values = np.zeros((len(bounds), self.results), np.intp)
        values[bounds > 1] = products
        return values


def fisher_yates(n: int, sources: VectorSource, count: int) -> NDArray[Any]:
    values = sources.below_each(range(n, max(n - count, 1), -1))
    values += _column(range(len(values)))
    return _apply_swaps(n, range(len(values)), values)[:count]


def durstenfeld(n: int, sources: VectorSource) -> NDArray[Any]:
    return _apply_swaps(n, range(n - 1, 0, -1), sources.below_each(range(n, 1, -1)))


def inside_out(n: int, sources: VectorSource) -> NDArray[Any]:
    """Swap positions i and j: position i still has item i, so that `rules.inside_out` swaps as well."""
    return _apply_swaps(n, range(n), sources.below_each(range(1, n + 1)))


def naive_swap(n: int, sources: VectorSource) -> NDArray[Any]:
    return _apply_swaps(n, range(n), sources.below_many(n, n))


def sattolo(n: int, sources: VectorSource) -> NDArray[Any]:
    values = sources.below_each(range(n - 1, 0, -1))
    values += _column(range(1, len(values) + 1))
    return _apply_swaps(n, range(len(values)), values)


def sort_keys(n: int, sources: VectorSource, key_bits: int) -> NDArray[Any]:
    """Sort integers with the key in the high bits and the item in the low bits: it equals a stable sort of the keys.

    If both need more than 64 bits, the last bits of the keys are left out, and a result with equal shortened keys is
    sorted by its whole keys.
    """
    keys = sources.keys(key_bits, n)
    item_bits = max(n - 1, 0).bit_length()
    left_out = max(key_bits + item_bits - 64, 0)
    packed = keys >> np.uint64(left_out) << np.uint64(item_bits)
    packed |= np.arange(n, dtype=np.uint64)[:, None]
    packed.sort(axis=0)
    order = (packed & np.uint64(2**item_bits - 1)).astype(smallest_dtype(n))
    if left_out:
        packed >>= np.uint64(item_bits)
        for result in np.flatnonzero((packed[1:] == packed[:-1]).any(axis=0)).tolist():
            order[:, result] = keys[:, result].argsort(kind="stable")
    return order


def rejection(n: int, sources: VectorSource, count: int) -> NDArray[Any]:
    """Return for each result the first `count` different numbers of its draws below n, in the order of the draws.

    Each result draws as many numbers as nearly all results need; all draw further ones while any result needs more.
    """
    results = np.arange(sources.results)
    expected, spread = _draws_until(count, n)
    flat = _flat_indices(sources.below_many(n, count and round(expected + 5 * spread)))
    while True:
        draws = len(flat)
        # The last value assigned to an element stays: assigned backwards, it is the time of the item's first draw.
        first = np.empty(n * sources.results, np.int32)
        backwards = np.ascontiguousarray(flat[::-1]).reshape(-1)
        first[backwards] = np.repeat(
            np.arange(draws - 1, -1, -1, dtype=np.int32), sources.results
        )
        is_first = np.ascontiguousarray(
            (first.take(flat) == np.arange(draws, dtype=np.int32)[:, None]).T
        )
        new_items = is_first.sum(axis=1)
        if (new_items >= count).all():
            break
        flat = np.concatenate(
            [flat, _flat_indices(sources.below_many(n, max(round(spread), 1)))]
        )
    starts = np.cumsum(new_items) - new_items
    times = (
        np.flatnonzero(is_first)[starts + np.arange(count)[:, None]] - results * draws
    )
    sources.draws[:] = times[-1] + 1 if n > 1 and count else 0
    order: NDArray[Any] = (flat[times, results] // sources.results).astype(
        smallest_dtype(n)
    )
    return order


@lru_cache(maxsize=256)
def _draws_until(count: int, n: int) -> tuple[float, float]:
    """Return the mean and the standard deviation of the number of draws below n until `count` values differ."""
    waits = n / np.arange(n, n - count, -1)
    return waits.sum(), math.sqrt((waits * (waits - 1)).sum())


def random_slot(n: int, sources: VectorSource) -> NDArray[Any]:
    slots = rejection(n, sources, n)
    order = np.empty_like(slots)
    order[slots, np.arange(sources.results)] = np.arange(n)[:, None]
    return order


def riffle(n: int, sources: VectorSource, passes: int) -> NDArray[Any]:
    """Compute the position of each card before the pass: its depth in its packet is the number of such cards above."""
    order = _unshuffled(n, sources.results)
    positions = np.arange(n, dtype=order.dtype)[:, None]
    for _ in range(passes):
        is_left = sources.is_zero(2, n)
        rights = _accumulate(np.add, (~is_left).astype(order.dtype))
        from_right = positions[-1:] - (rights[-1:] - rights)
        order = _gather(order, np.where(is_left, positions - rights, from_right))
    return order


def overhand(n: int, sources: VectorSource, passes: int) -> NDArray[Any]:
    """Reverse each packet, then the whole order: that reverses the packets and not the cards in them."""
    order = _unshuffled(n, sources.results)
    positions = np.arange(n, dtype=order.dtype)[:, None]
    firsts = np.zeros_like(order)
    lasts = np.full_like(order, max(n - 1, 0))
    for _ in range(passes):
        cuts = sources.is_zero(5, max(n - 1, 0))
        firsts[1:] = _accumulate(np.maximum, cuts * positions[1:])
        lasts[:-1] = _accumulate(
            np.minimum, np.where(cuts, positions[:-1], lasts[-1:])[::-1]
        )[::-1]
        order = _gather(order, (firsts + lasts - positions)[::-1])
    return order


def faro(n: int, sources: VectorSource, passes: int, variant: str) -> NDArray[Any]:
    """Compute one order and repeat it for every result: a faro draws nothing."""
    order = np.arange(n, dtype=smallest_dtype(n))
    top = 0 if variant == "out" else 1
    for _ in range(passes):
        order[top::2], order[1 - top :: 2] = (
            order[: n // 2].copy(),
            order[n // 2 :].copy(),
        )
    return np.repeat(order[:, None], sources.results, axis=1)


def _apply_swaps(n: int, positions: range, partners: Matrix) -> NDArray[Any]:
    """Swap each position with its partner, position by position, in each result; overwrite `partners`."""
    order = _unshuffled(n, partners.shape[1])
    flat = order.reshape(-1)
    for position, partner in zip(positions, _flat_indices(partners), strict=True):
        partner_items = flat[partner]
        flat[partner] = order[position]
        order[position] = partner_items
    return order


def _flat_indices(positions: Matrix) -> Matrix:
    """Turn positions within each result into indices of the flat array, in place."""
    positions *= positions.shape[1]
    positions += np.arange(positions.shape[1])
    return positions


def _gather(order: NDArray[Any], positions: NDArray[Any]) -> NDArray[Any]:
    """Return the items at the given positions of each result."""
    return order.reshape(-1).take(_flat_indices(positions.astype(np.intp)))


def _accumulate(combine: np.ufunc, rows: NDArray[Any]) -> NDArray[Any]:
    """Combine each row with all earlier rows, in place, by doubling (Hillis and Steele 1986)."""
    step = 1
    while step < len(rows):
        rows[step:] = combine(rows[step:], rows[:-step])
        step *= 2
    return rows


def _unshuffled(n: int, results: int) -> NDArray[Any]:
    return np.repeat(np.arange(n, dtype=smallest_dtype(n))[:, None], results, axis=1)


def smallest_dtype(n: int) -> np.dtype[Any]:
    """Return the smallest type of the integers 0…n-1."""
    return np.min_scalar_type(max(n - 1, 0))


def _column(positions: range) -> Matrix:
    return np.array(positions, np.intp)[:, None]
