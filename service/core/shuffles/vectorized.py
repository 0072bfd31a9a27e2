"""Vectorized shuffles: each draws many results together, with a row for each position and a column for each result.

For a pack of cards this is some fifty times faster than drawing the results one by one. Each function has the name and
the results of an algorithm in algorithms.py; tests compare the two, result by result.

FROZEN: what a function draws, and the order of its draws: they are as in the algorithm (docs/definitions/stream.md).
FREE: how it computes with them.

All matrices have a row for each position 0…n-1 (or draw) and a column for each result: `fisher_yates(3, …, 2)` for five
results has the shape (2, 5), and `[0, 4]` is the first item of the last result.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = Callable[[int, int], NDArray[np.uint32]]
"""Takes start and count; returns words start…start+count-1 of each result, in a row for each result."""

Matrix = NDArray[np.intp]
"""Integers, such as positions or draws, in a column for each result."""

_WORD = 2**32  # the number of words
_HALF = np.uint64(32)  # the bits of a word: half of a product, or of a wide key


class VectorSource:
    """A `Source` for many results: every draw is a row with a column for each result.

    A word is rarely rejected. If it is, its result needs other words than this source takes: `rejected` then has the
    number of the result, and the caller draws that result by itself.
    """

    def __init__(self, words: Words, results: int) -> None:
        self.results = results  # the number of results, and of columns
        self.draws = np.zeros(results, np.int64)  # of each result
        self.wide_draws = 0  # of each result: draws that took two words
        self.rejected: set[int] = set()  # numbers of results, from 0
        self._words = words
        self._position = 0  # of the next word in each stream

    def below_each(self, bounds: range) -> Matrix:
        """Return a row of uniform integers for each bound of a range, up to 2^32."""
        return self._below(np.array(bounds, np.uint64))

    def below_many(self, bound: int, count: int) -> Matrix:
        """Return `count` rows of uniform integers below a bound, up to 2^32."""
        return self._below(np.full(count, bound, np.uint64))

    def is_zero(self, bound: int, count: int) -> NDArray[np.bool_]:
        """Return `count` rows that say whether a draw with a bound of 2…2^31 is 0, without computing its value.

        A draw is word × bound // 2^32, which is 0 for the words up to (2^32 - 1) // bound.
        """
        words = self._words(self._position, count).astype(np.uint32, copy=False)
        self._position += count
        self.draws += count
        unfair = _WORD % bound
        if unfair:
            low_halves = words * np.uint32(bound)  # of the products: it overflows
            is_rejected = low_halves < np.uint32(unfair)
            if is_rejected.any():
                results = np.flatnonzero(is_rejected.any(axis=1))
                self.rejected.update(results.tolist())
        last_word_of_zero = np.uint32((_WORD - 1) // bound)
        return np.ascontiguousarray((words <= last_word_of_zero).T)

    def keys(self, bits: int, count: int) -> NDArray[np.uint64]:
        """Return `count` rows of random keys of 1…64 bits; the bound is a power of two, so no word is rejected.

        A key is the first bits of a word, or of two words. FROZEN: the first of the two has the high bits.
        """
        words_of_key = 1 if bits <= 32 else 2
        keys = self._take(words_of_key * count)
        self.draws += count
        if words_of_key == 2:
            self.wide_draws += count
            keys = (keys[::2] << _HALF) | keys[1::2]
        keys >>= np.uint64(32 * words_of_key - bits)
        return keys

    def _take(self, count: int) -> NDArray[np.uint64]:
        """Return the next `count` words of each result as rows, with room for products of 64 bits."""
        words = self._words(self._position, count)
        self._position += count
        return words.T.astype(np.uint64, order="C")

    def _below(self, bounds: NDArray[np.uint64]) -> Matrix:
        """Return a row of draws for each bound, by Lemire's method: word × bound // 2^32.

        With the bounds [6, 1, 2] the first row is 0…5 from the next word, the second is 0 without a word, the third 0
        or 1 from the word after it.

        FROZEN: a word is rejected if the low half of the product is below 2^32 % bound.
        """
        takes_word = bounds > 1
        multipliers = bounds[takes_word][:, None]
        self.draws += len(multipliers)
        products = self._take(len(multipliers))
        products *= multipliers
        # Exactly the words that Lemire's method rejects: with any more, the remaining results would not be uniform.
        low_halves = products.astype(np.uint32)
        unfair = (_WORD % multipliers).astype(np.uint32)
        if (low_halves.min(axis=1, keepdims=True) < unfair).any():
            results = np.flatnonzero((low_halves < unfair).any(axis=0))
            self.rejected.update(results.tolist())
        products >>= _HALF
        if len(multipliers) == len(bounds):
            return products.view(np.intp)
        values = np.zeros((len(bounds), self.results), np.intp)
        values[takes_word] = products
        return values


def fisher_yates(n: int, sources: VectorSource, count: int) -> NDArray[Any]:
    values = sources.below_each(range(n, max(n - count, 1), -1))
    values += _column(range(len(values)))
    return _apply_swaps(n, range(len(values)), values)[:count]


def durstenfeld(n: int, sources: VectorSource) -> NDArray[Any]:
    return _apply_swaps(n, range(n - 1, 0, -1), sources.below_each(range(n, 1, -1)))


def inside_out(n: int, sources: VectorSource) -> NDArray[Any]:
    """Swap positions i and j. Position i still has item i, so this does the same as `algorithms.inside_out`."""
    return _apply_swaps(n, range(n), sources.below_each(range(1, n + 1)))


def naive_swap(n: int, sources: VectorSource) -> NDArray[Any]:
    return _apply_swaps(n, range(n), sources.below_many(n, n))


def sattolo(n: int, sources: VectorSource) -> NDArray[Any]:
    values = sources.below_each(range(n - 1, 0, -1))
    values += _column(range(1, len(values) + 1))
    return _apply_swaps(n, range(len(values)), values)


def sort_keys(n: int, sources: VectorSource, key_bits: int) -> NDArray[Any]:
    """Return the items 0…n-1 of each result in the order of random keys of `key_bits` bits, one for each item.

    It sorts integers with the key in the high bits and the item in the low bits, which is a stable sort of the keys.
    The keys 9, 4, 9 of the items 0, 1, 2 are packed as 9·4+0, 4·4+1, 9·4+2 and give the order 1, 0, 2.

    If both need more than 64 bits, the last bits of the keys are left out, and a result with equal shortened keys is
    sorted by its whole keys.
    """
    keys = sources.keys(key_bits, n)
    item_bits = max(n - 1, 0).bit_length()
    bits_left_out = max(key_bits + item_bits - 64, 0)
    packed = (keys >> np.uint64(bits_left_out)) << np.uint64(item_bits)
    packed |= np.arange(n, dtype=np.uint64)[:, None]
    packed.sort(axis=0)
    item_mask = np.uint64(2**item_bits - 1)
    order = (packed & item_mask).astype(smallest_dtype(n))
    if bits_left_out:
        packed >>= np.uint64(item_bits)
        has_equal_keys = (packed[1:] == packed[:-1]).any(axis=0)
        for result in np.flatnonzero(has_equal_keys).tolist():
            order[:, result] = keys[:, result].argsort(kind="stable")
    return order


def rejection(n: int, sources: VectorSource, count: int) -> NDArray[Any]:
    """Return for each result the first `count` different numbers of its draws below n, in the order of the draws.

    For n = 3 and count = 3, a result that draws 2, 0, 2, 1 is the column [2, 0, 1], and has 4 draws: numbers drawn
    ahead do not count. `count` is at most n.

    Each result first draws as many numbers as nearly all results need. While any result needs more, all results draw
    more.

    FREE: how many are drawn at a time, as a result depends only on its draws up to its last new number.
    """
    results = np.arange(sources.results)
    expected, spread = _draws_until(count, n)
    drawn = _flat_indices(sources.below_many(n, round(expected + 5 * spread)))
    while True:
        is_first = _find_first_draws(drawn, n)
        different = is_first.sum(axis=1)  # numbers that each result has drawn
        if (different >= count).all():
            break
        further = _flat_indices(sources.below_many(n, max(round(spread), 1)))
        drawn = np.concatenate([drawn, further])
    # The first draws of all results in one list, result by result: each result begins behind the results before it.
    first_draws = np.flatnonzero(is_first)
    starts = np.cumsum(different) - different
    times = first_draws[starts + np.arange(count)[:, None]] - results * len(drawn)
    sources.draws[:] = times[-1] + 1 if n > 1 and count else 0
    order: NDArray[Any] = drawn[times, results] // sources.results
    return order.astype(smallest_dtype(n))


@lru_cache(maxsize=256)
def _draws_until(count: int, n: int) -> tuple[float, float]:
    """Return the mean and the standard deviation of the number of draws below n until `count` values differ.

    While i values are left, the wait for one of them is geometric: n/i draws on average (the coupon collector).
    `_draws_until(2, 2)` is (3.0, 1.414…): 1 draw, and then 2.
    """
    waits = n / np.arange(n, n - count, -1)
    variance = (waits * (waits - 1)).sum()
    return waits.sum(), math.sqrt(variance)


def _find_first_draws(drawn: Matrix, n: int) -> NDArray[np.bool_]:
    """Return a row for each result that says which of its draws are the first of their number.

    `drawn` has a row for each draw, as flat indices. If a result drew 2, 0, 2, its row is [True, True, False].
    """
    draws, results = drawn.shape
    times = np.arange(draws, dtype=np.int32)
    # The last value assigned to an element stays: assigned backwards, it is the time of the number's first draw.
    first_times = np.empty(n * results, np.int32)
    backwards = np.ascontiguousarray(drawn[::-1]).reshape(-1)
    first_times[backwards] = np.repeat(times[::-1], results)
    is_first = first_times.take(drawn) == times[:, None]
    return np.ascontiguousarray(is_first.T)


def random_slot(n: int, sources: VectorSource) -> NDArray[Any]:
    """Give the items 0, 1, 2 … the slots that `rejection` draws: the slots 2, 0, 1 give the order 1, 2, 0."""
    slots = rejection(n, sources, n)
    order = np.empty_like(slots)
    order[slots, np.arange(sources.results)] = np.arange(n)[:, None]
    return order


def riffle(n: int, sources: VectorSource, passes: int) -> NDArray[Any]:
    """Compute each card's position before the pass: its depth in its packet is the number of this packet's cards above.

    A draw says for each position whether its card falls from the left or the right packet. With the cards 0 1 2 3, the
    draws left, right, right, left give 0 2 3 1, as two cards are in the left packet.
    """
    order = _unshuffled(n, sources.results)
    positions = np.arange(n, dtype=order.dtype)[:, None]
    for _ in range(passes):
        is_left = sources.is_zero(2, n)
        rights_so_far = _accumulate(np.add, (~is_left).astype(order.dtype))
        rights_below = rights_so_far[-1:] - rights_so_far
        from_left = positions - rights_so_far
        from_right = positions[-1:] - rights_below
        order = _gather(order, np.where(is_left, from_left, from_right))
    return order


def overhand(n: int, sources: VectorSource, passes: int) -> NDArray[Any]:
    """Reverse each packet, then the whole order: that reverses the packets and not the cards in them.

    A draw says for each gap between two cards whether it is cut: 0 1 | 2 3 4 becomes 1 0 | 4 3 2 and then 2 3 4 0 1.
    Within its packet, from `first` to `last`, a position is mirrored to first + last - position.
    """
    order = _unshuffled(n, sources.results)
    positions = np.arange(n, dtype=order.dtype)[:, None]
    firsts = np.zeros_like(order)  # the first position of the packet of each position
    lasts = np.full_like(order, max(n - 1, 0))  # and its last position
    for _ in range(passes):
        is_cut = sources.is_zero(5, max(n - 1, 0))  # between positions i and i + 1
        packet_starts = is_cut * positions[1:]  # 0 where no packet starts
        firsts[1:] = _accumulate(np.maximum, packet_starts)
        packet_ends = np.where(is_cut, positions[:-1], lasts[-1:])
        lasts[:-1] = _accumulate(np.minimum, packet_ends[::-1])[::-1]
        mirrored = firsts + lasts - positions
        order = _gather(order, mirrored[::-1])
    return order


def faro(n: int, sources: VectorSource, passes: int, variant: str) -> NDArray[Any]:
    """Compute one order and repeat it for every result: a faro draws nothing.

    The upper half goes to every second position, from the first on if `variant` is "out": 0 1 2 3 becomes 0 2 1 3, or
    otherwise 2 0 3 1.
    """
    order = np.arange(n, dtype=smallest_dtype(n))
    first_of_upper = 0 if variant == "out" else 1
    first_of_lower = 1 - first_of_upper
    for _ in range(passes):
        upper_half = order[: n // 2].copy()
        lower_half = order[n // 2 :].copy()
        order[first_of_upper::2] = upper_half
        order[first_of_lower::2] = lower_half
    return np.repeat(order[:, None], sources.results, axis=1)


def _apply_swaps(n: int, positions: range, partners: Matrix) -> NDArray[Any]:
    """Swap each position with its partner, position by position, in each result; overwrite `partners`.

    `partners` has a row for each position. For one result, `_apply_swaps(3, range(2), [[2], [1]])` is [[2], [1], [0]].
    """
    order = _unshuffled(n, partners.shape[1])
    flat = order.reshape(-1)
    for position, partner in zip(positions, _flat_indices(partners), strict=True):
        partner_items = flat[partner]
        flat[partner] = order[position]
        order[position] = partner_items
    return order


def _flat_indices(positions: Matrix) -> Matrix:
    """Turn positions within each result into indices of the flat array, in place.

    The flat array has the n rows in their order: with three results, position 2 of result 1 is index 7.
    """
    positions *= positions.shape[1]
    positions += np.arange(positions.shape[1])
    return positions


def _gather(order: NDArray[Any], positions: NDArray[Any]) -> NDArray[Any]:
    """Return the items at the given positions of each result."""
    return order.reshape(-1).take(_flat_indices(positions.astype(np.intp)))


def _accumulate(combine: np.ufunc, rows: NDArray[Any]) -> NDArray[Any]:
    """Combine each row with all earlier rows, in place, by doubling (Hillis and Steele 1986).

    `_accumulate(np.add, [[1], [0], [1], [1]])` is [[1], [1], [2], [3]]. Each step doubles the number of rows that are
    combined in a row, so that there are log2(rows) operations of numpy instead of one for each row.
    """
    step = 1
    while step < len(rows):
        rows[step:] = combine(rows[step:], rows[:-step])
        step *= 2
    return rows


def _unshuffled(n: int, results: int) -> NDArray[Any]:
    """Return the items 0…n-1 in order in each of the columns."""
    return np.repeat(np.arange(n, dtype=smallest_dtype(n))[:, None], results, axis=1)


def smallest_dtype(n: int) -> np.dtype[Any]:
    """Return the smallest type of the integers 0…n-1."""
    return np.min_scalar_type(max(n - 1, 0))


def _column(positions: range) -> Matrix:
    """Return a range as one column, to add it to the columns of all results."""
    return np.array(positions, np.intp)[:, None]
