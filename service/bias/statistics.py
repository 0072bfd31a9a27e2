"""The statistics of a shuffled order, such as its cycles, with their mean and variance if the shuffle is uniform.

A statistic is an integer for each trial. To add a statistic, write a function that takes a `TrialBlock` and returns the
values, and an entry in `STATISTICS`; trials, counts, reports and tests follow. The tests verify each mean and variance
over every order of a few items.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Values = NDArray[Any]
FunctionOfN = Callable[[int], Fraction]

_CACHE_LINE = 8  # integers


class TrialBlock:
    """The orders of many trials of n items: a statistic of all trials takes a few operations on rows.

    There is a row for each position and a column for each trial. Padding columns follow, up to `width`, with the
    unshuffled order. `cells` numbers the cells of the block row by row. `dtype` is the smallest type for 0 to n. A
    block is filled again and again, since new arrays would take more time than the statistics.
    """

    def __init__(self, n: int, trials: int) -> None:
        """Begin with unshuffled orders, one in each column of `order`; padding columns make it `width` columns wide.

        For 3 items and 2 trials, `order` has 8 columns, each 0, 1, 2.
        """
        self.n = n
        self.trials = trials
        # An odd number of cache lines: in rows a power of two apart, the cells of a column would evict each other.
        cache_lines = ceil(trials / _CACHE_LINE) | 1
        self.width = cache_lines * _CACHE_LINE
        self.dtype = np.min_scalar_type(n)
        unshuffled = np.arange(n, dtype=self.dtype)[:, None]
        self.order = np.repeat(unshuffled, self.width, axis=1)
        self.cells = np.arange(n * self.width).reshape(n, self.width)
        # Both by column: for each position the cell of its item in the inverse, and for each item the cell of its
        # position. They are computed when they are asked for, and stale once `order` has other orders.
        self._item_cells = np.zeros((n, self.width), np.intp)
        self._positions = np.zeros((n, self.width), np.intp)
        self._is_stale = True

    def fill(self, orders: list[NDArray[Any]]) -> None:
        """Replace the orders: each row of each array is an order, and the arrays have `trials` rows in all."""
        column = 0
        for rows in orders:
            self.order[:, column : column + len(rows)] = rows.T
            column += len(rows)
        self._is_stale = True

    @property
    def positions(self) -> NDArray[np.intp]:
        """Return the inverse of the orders: a row for each item, with the number of its cell in each column."""
        if self._is_stale:
            np.multiply(self.order, self.width, out=self._item_cells, dtype=np.intp)
            self._item_cells += self.cells[0]
            self._positions.reshape(-1)[self._item_cells] = self.cells
            self._is_stale = False
        return self._positions

    def take_cells(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the orders and their inverse as numbers of cells, in arrays that the caller may overwrite."""
        positions = self.positions
        self._is_stale = True
        return self._item_cells, positions


class Statistic(NamedTuple):
    """A statistic of the orders of n items.

    `values` returns an integer v for each column of a block, and (v - offset) / scale is the statistic. `mean` and
    `variance` are its exact mean and variance if every order is equally likely. `has_histogram` says that v is from 0
    to n, so that the trials with each v are counted.
    """

    values: Callable[[TrialBlock], Values]
    meaning: str
    mean: FunctionOfN
    variance: FunctionOfN
    has_histogram: bool = True
    offset: FunctionOfN = lambda _: Fraction(0)
    scale: FunctionOfN = lambda _: Fraction(1)

    @property
    def name(self) -> str:
        return self.values.__name__


def fixed_points(block: TrialBlock) -> Values:
    return _count(block, block.order == np.arange(block.n, dtype=block.dtype)[:, None])


def cycles(block: TrialBlock) -> Values:
    # Items are removed from their cycles one by one. An item that is its own successor is the last item of a cycle.
    items, positions = block.take_cells()
    item_at = items.reshape(-1)
    position_of = positions.reshape(-1)
    count = np.zeros(block.width, block.dtype)
    for cell, successor, predecessor in zip(block.cells, items, positions, strict=True):
        count += successor == cell
        item_at[predecessor] = successor
        position_of[successor] = predecessor
    return count


def rising_sequences(block: TrialBlock) -> Values:
    falls = _count(block, block.positions[1:] < block.positions[:-1])
    falls += 1
    return falls


def pairs_kept(block: TrialBlock) -> Values:
    return _count(block, block.order[1:] == block.order[:-1] + block.dtype.type(1))


def inversions(block: TrialBlock) -> Values:
    order = block.order
    counts = np.zeros_like(order)
    is_less = np.empty(order.shape, np.bool_)
    for distance in range(1, block.n):
        np.less(order[distance:], order[:-distance], out=is_less[distance:])
        counts[distance:] += is_less[distance:].view(np.uint8)
    pairs: Values = counts.sum(axis=0, dtype=np.int64)
    return pairs


def serial_correlation(block: TrialBlock) -> Values:
    """Return the sum of the products of neighbours in each order; the last item and the first are neighbours."""
    # No sum of products exceeds the sum of squares, so that a type for the sum of squares suffices.
    dtype = np.min_scalar_type(_sum_of_squares(block.n))
    order = block.order.astype(dtype)
    products: Values = (order[1:] * order[:-1]).sum(axis=0, dtype=dtype)
    products += order[-1] * order[0]
    return products


def _count(block: TrialBlock, condition: NDArray[np.bool_]) -> Values:
    count: Values = condition.view(np.uint8).sum(axis=0, dtype=block.dtype)
    return count


def _sum_of_squares(n: int) -> int:
    """Return 0² + 1² + … + (n - 1)²."""
    return (n - 1) * n * (2 * n - 1) // 6


def _sum_of_squared_deviations(n: int) -> Fraction:
    """Return the sum of the squared distances of 0…n-1 from their mean."""
    return Fraction(n * (n * n - 1), 12)


@lru_cache(maxsize=1024)
def _harmonic_number(n: int, power: int) -> Fraction:
    return sum((Fraction(1, k**power) for k in range(1, n + 1)), Fraction(0))


def _serial_correlation_variance(n: int) -> Fraction:
    """Return the variance of the correlation (A. Wald and J. Wolfowitz 1943); 0 for n < 4: one circular order."""
    if n < 4:
        return Fraction(0)
    second = _sum_of_squared_deviations(n)
    fourth = Fraction(n * (n * n - 1) * (3 * n * n - 7), 240)
    products = (second**2 - fourth) / (n - 1) + (second**2 - 2 * fourth) / (
        (n - 1) * (n - 2)
    )
    return products / second**2 - Fraction(1, (n - 1) ** 2)


STATISTICS: Mapping[str, Statistic] = {
    statistic.name: statistic
    for statistic in (
        # P. R. de Montmort (1708): 1 and 1, from two items on.
        Statistic(
            fixed_points,
            "The number of items that keep their position.",
            mean=lambda _: Fraction(1),
            variance=lambda _: Fraction(1),
        ),
        # One more than the descents of the inverse: the Eulerian distribution.
        Statistic(
            rising_sequences,
            "The number of maximal runs of consecutive items in their original order: a riffle at most doubles them.",
            mean=lambda n: Fraction(n + 1, 2),
            variance=lambda n: Fraction(n + 1, 12),
        ),
        # Item k ends a cycle with probability 1/(n - k), independently of the others (W. Feller 1945).
        Statistic(
            cycles,
            "The number of cycles of the permutation.",
            mean=lambda n: _harmonic_number(n, 1),
            variance=lambda n: _harmonic_number(n, 1) - _harmonic_number(n, 2),
        ),
        # A pair is kept in (n - 1)! of the n! orders; two pairs, overlapping or not, in (n - 2)!.
        Statistic(
            pairs_kept,
            "The number of items whose next item is the same as before the shuffle.",
            mean=lambda n: Fraction(n - 1, n),
            variance=lambda n: Fraction(n * n - n - 1, n * n),
        ),
        # M. G. Kendall (1938).
        Statistic(
            inversions,
            "The number of pairs of items whose order is reversed.",
            mean=lambda n: Fraction(n * (n - 1), 4),
            variance=lambda n: Fraction(n * (n - 1) * (2 * n + 5), 72),
            has_histogram=False,
        ),
        Statistic(
            serial_correlation,
            "The correlation of each item with the next, the last with the first, from -1 to 1.",
            mean=lambda n: Fraction(-1, n - 1),
            variance=_serial_correlation_variance,
            has_histogram=False,
            offset=lambda n: _sum_of_squares(n) - _sum_of_squared_deviations(n),
            scale=_sum_of_squared_deviations,
        ),
    )
}
"""Every statistic by name."""
