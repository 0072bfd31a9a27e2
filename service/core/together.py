"""Many results of one shuffle at once: the same draws and swaps, a row for each place, a column for each result.

For a pack of cards this is some fifty times faster than one result after the other. The rules of shuffles.py are the
definition; tests hold these equal to them, result for result.
"""

from collections.abc import Callable
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
        self.draws = 0
        self.redrawn: set[int] = set()
        self._words = words
        self._at = 0

    def below_each(self, bounds: range) -> Matrix:
        """One draw for each bound, of 2^32 at the most, of a range."""
        return self._below(np.array(bounds, np.uint64))

    def below_many(self, bound: int, count: int) -> Matrix:
        """`count` draws under one bound, of 2^32 at the most."""
        return self._below(np.full(count, bound, np.uint64))

    def _below(self, bounds: NDArray[np.uint64]) -> Matrix:
        chosen = bounds[bounds > 1][:, None]  # a bound of 1 takes no word
        words = self._words(self._at, len(chosen))
        self._at += len(chosen)
        self.draws += len(chosen)
        products = words.T.astype(np.uint64, order="C")
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


def _swapped(n: int, places: range, others: Matrix) -> NDArray[Any]:
    """The items 0…n-1 of each result after swapping each of the places with the other that a row says, in turn.

    `others` is used up.
    """
    results = others.shape[1]
    order = np.repeat(np.arange(n, dtype=np.min_scalar_type(max(n - 1, 0)))[:, None], results, axis=1)
    flat = order.reshape(-1)
    others *= results
    others += np.arange(results)
    for place, other in zip(places, others, strict=True):
        moved = flat[other]
        flat[other] = order[place]
        order[place] = moved
    return order


def _column(places: range) -> Matrix:
    return np.array(places, np.intp)[:, None]
