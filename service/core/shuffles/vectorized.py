"""Many results of one shuffle at once: the same draws and moves, a row for each place, a column for each result.

For a pack of cards this is some fifty times faster than one result after the other. The rules of shuffles.py are the
definition; tests hold these equal to them, result for result.
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


class ManySources:
    """What `Source` is to one result, for many: a draw has a column for each.

    `words` gives words start…start+count-1 of each result, as a row for each. They are the words that the result would
    have by itself as long as none of them is drawn again. That is so rare that a result in which it happens is only
    marked, in `redrawn`, to be done by itself.
    """

    def __init__(self, words: Words, results: int) -> None:
        self.results = results
        self.draws = np.zeros(results, np.int64)  # of each result
        self.wide = 0  # draws of each result that took two words
        self.redrawn: set[int] = set()
        self._words = words
        self._at = 0

    def below_each(self, bounds: range) -> Matrix:
        """One draw for each bound, of 2^32 at the most, of a range."""
        return self._below(np.array(bounds, np.uint64))

    def below_many(self, bound: int, count: int) -> Matrix:
        """`count` draws under one bound, of 2^32 at the most."""
        return self._below(np.full(count, bound, np.uint64))

    def zeros(self, bound: int, count: int) -> NDArray[np.bool_]:
        """Whether each of `count` draws under one bound, 2…2^31, is 0: the same draws, without their values."""
        words = self._words(self._at, count).astype(np.uint32, copy=False)
        self._at += count
        self.draws += count
        if unfair := _WORD % bound:
            rejected = words * np.uint32(bound) < np.uint32(unfair)
            if rejected.any():
                self.redrawn.update(np.flatnonzero(rejected.any(axis=1)).tolist())
        return np.ascontiguousarray((words <= np.uint32((_WORD - 1) // bound)).T)

    def keys(self, bits: int, count: int) -> NDArray[np.uint64]:
        """`count` draws of so many bits, 1…64: under a power of two, so that no word is ever drawn again."""
        size = 1 if bits <= 32 else 2
        words = self._take(size * count)
        self.draws += count
        if size == 2:
            self.wide += count
            words = words[::2] << _HALF | words[1::2]
        words >>= np.uint64(32 * size - bits)
        return words

    def _take(self, count: int) -> NDArray[np.uint64]:
        words = self._words(self._at, count)
        self._at += count
        return words.T.astype(np.uint64, order="C")

    def _below(self, bounds: NDArray[np.uint64]) -> Matrix:
        chosen = bounds[bounds > 1][:, None]  # a bound of 1 takes no word
        self.draws += len(chosen)
        products = self._take(len(chosen))
        products *= chosen
        # Exactly the words that Lemire's method draws again: marking any more would leave the others not quite uniform.
        rejected = products.astype(np.uint32) < (_WORD % chosen).astype(np.uint32)
        if rejected.any():
            self.redrawn.update(np.flatnonzero(rejected.any(axis=0)).tolist())
        products >>= _HALF
        if len(chosen) == len(bounds):
            return products.view(np.intp)
        drawn = np.zeros((len(bounds), self.results), np.intp)
        drawn[bounds > 1] = products
        return drawn


def fisher_yates(n: int, sources: ManySources, count: int) -> NDArray[Any]:
    """As in shuffles.py."""
    drawn = sources.below_each(range(n, max(n - count, 1), -1))
    drawn += _column(range(len(drawn)))
    return _swapped(n, range(len(drawn)), drawn)[:count]


def durstenfeld(n: int, sources: ManySources) -> NDArray[Any]:
    """As in shuffles.py."""
    return _swapped(n, range(n - 1, 0, -1), sources.below_each(range(n, 1, -1)))


def inside_out(n: int, sources: ManySources) -> NDArray[Any]:
    """As in shuffles.py: what moves to a place is what would be there unshuffled, so the two are swapped."""
    return _swapped(n, range(n), sources.below_each(range(1, n + 1)))


def naive_swap(n: int, sources: ManySources) -> NDArray[Any]:
    """As in shuffles.py."""
    return _swapped(n, range(n), sources.below_many(n, n))


def sattolo(n: int, sources: ManySources) -> NDArray[Any]:
    """As in shuffles.py."""
    drawn = sources.below_each(range(n - 1, 0, -1))
    drawn += _column(range(1, len(drawn) + 1))
    return _swapped(n, range(len(drawn)), drawn)


def sort_keys(n: int, sources: ManySources, key_bits: int) -> NDArray[Any]:
    """As in shuffles.py: a key and its item in one integer, which sorts them as a stable sort of the keys does.

    Where that is more than 64 bits, the key's last bits stay out, and results in which they decide are sorted by all.
    """
    keys = sources.keys(key_bits, n)
    item_bits = max(n - 1, 0).bit_length()
    left_out = max(key_bits + item_bits - 64, 0)
    packed = keys >> np.uint64(left_out) << np.uint64(item_bits)
    packed |= np.arange(n, dtype=np.uint64)[:, None]
    packed.sort(axis=0)
    order = (packed & np.uint64(2**item_bits - 1)).astype(_small(n))
    if left_out:
        packed >>= np.uint64(item_bits)
        for result in np.flatnonzero((packed[1:] == packed[:-1]).any(axis=0)).tolist():
            order[:, result] = keys[:, result].argsort(kind="stable")
    return order


def rejection(n: int, sources: ManySources, count: int) -> NDArray[Any]:
    """As in shuffles.py: more is drawn than nearly all results need, and the first draw of each item counts."""
    results = np.arange(sources.results)
    expected, spread = _draws_until(count, n)
    cells = _cells(sources.below_many(n, count and round(expected + 5 * spread)))
    while True:
        draws = len(cells)
        # The last of several values given to a cell stays there: backwards, the time at which its item is drawn first.
        first = np.empty(n * sources.results, np.int32)
        backwards = np.ascontiguousarray(cells[::-1]).reshape(-1)
        first[backwards] = np.repeat(np.arange(draws - 1, -1, -1, dtype=np.int32), sources.results)
        found = np.ascontiguousarray((first.take(cells) == np.arange(draws, dtype=np.int32)[:, None]).T)
        finds = found.sum(axis=1)
        if (finds >= count).all():
            break
        cells = np.concatenate([cells, _cells(sources.below_many(n, max(round(spread), 1)))])
    counted = np.cumsum(finds) - finds + np.arange(count)[:, None]
    times = np.flatnonzero(found)[counted] - results * draws
    sources.draws[:] = times[-1] + 1 if n > 1 and count else 0
    order: NDArray[Any] = (cells[times, results] // sources.results).astype(_small(n))
    return order


@lru_cache(maxsize=256)
def _draws_until(count: int, n: int) -> tuple[float, float]:
    """The mean, and the standard deviation, of the draws until `count` different ones of n were seen."""
    waits = n / np.arange(n, n - count, -1)
    return waits.sum(), math.sqrt((waits * (waits - 1)).sum())


def random_slot(n: int, sources: ManySources) -> NDArray[Any]:
    """As in shuffles.py."""
    slots = rejection(n, sources, n)
    order = np.empty_like(slots)
    order[slots, np.arange(sources.results)] = np.arange(n)[:, None]
    return order


def riffle(n: int, sources: ManySources, passes: int) -> NDArray[Any]:
    """As in shuffles.py: a card comes from as deep in its packet as there were cards of that packet before it."""
    order = _unshuffled(n, sources.results)
    places = np.arange(n, dtype=order.dtype)[:, None]
    for _ in range(passes):
        left = sources.zeros(2, n)
        rights = _running(np.add, (~left).astype(order.dtype))
        from_right = places[-1:] - (rights[-1:] - rights)
        order = _gathered(order, np.where(left, places - rights, from_right))
    return order


def overhand(n: int, sources: ManySources, passes: int) -> NDArray[Any]:
    """As in shuffles.py: each packet reversed, then all of it."""
    order = _unshuffled(n, sources.results)
    places = np.arange(n, dtype=order.dtype)[:, None]
    firsts, lasts = np.zeros_like(order), np.full_like(order, max(n - 1, 0))
    for _ in range(passes):
        cuts = sources.zeros(5, max(n - 1, 0))
        firsts[1:] = _running(np.maximum, cuts * places[1:])
        lasts[:-1] = _running(np.minimum, np.where(cuts, places[:-1], lasts[-1:])[::-1])[::-1]
        order = _gathered(order, (firsts + lasts - places)[::-1])
    return order


def faro(n: int, sources: ManySources, passes: int, variant: str) -> NDArray[Any]:
    """As in shuffles.py: the same for every result."""
    order = np.arange(n, dtype=_small(n))
    top = 0 if variant == "out" else 1
    for _ in range(passes):
        order[top::2], order[1 - top :: 2] = order[: n // 2].copy(), order[n // 2 :].copy()
    return np.repeat(order[:, None], sources.results, axis=1)


def _swapped(n: int, places: range, others: Matrix) -> NDArray[Any]:
    """The items 0…n-1 of each result after swapping each of the places with the other that a row says, in turn.

    `others` is used up.
    """
    order = _unshuffled(n, others.shape[1])
    flat = order.reshape(-1)
    for place, other in zip(places, _cells(others), strict=True):
        moved = flat[other]
        flat[other] = order[place]
        order[place] = moved
    return order


def _cells(places: Matrix) -> Matrix:
    """Where those places of each result are in the flat array of all; `places` is used up."""
    places *= places.shape[1]
    places += np.arange(places.shape[1])
    return places


def _gathered(order: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
    """What is at those places of each result."""
    return order.reshape(-1).take(_cells(places.astype(np.intp)))


def _running(combine: np.ufunc, rows: NDArray[Any]) -> NDArray[Any]:
    """Each row combined with all before it, in place and by doubling (Hillis and Steele 1986): rows at a time."""
    step = 1
    while step < len(rows):
        rows[step:] = combine(rows[step:], rows[:-step])
        step *= 2
    return rows


def _unshuffled(n: int, results: int) -> NDArray[Any]:
    return np.repeat(np.arange(n, dtype=_small(n))[:, None], results, axis=1)


def _small(n: int) -> np.dtype[Any]:
    return np.min_scalar_type(max(n - 1, 0))


def _column(places: range) -> Matrix:
    return np.array(places, np.intp)[:, None]
