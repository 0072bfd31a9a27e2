"""What is counted in every trial, and what it would be if every order were equally likely.

A statistic is a whole number for each trial. To add one, write its function of a `Block` and give it one entry in
`STATISTICS`; running, adding up, measuring and the tests follow. The tests prove each mean and variance over every
order of few items.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.bias.trials.blocks import Block

Values = NDArray[Any]
Exact = Callable[[int], Fraction]


@dataclass(frozen=True)
class Statistic:
    """One statistic of an order of n items: its value for each column of a block, and its mean and variance.

    Both are exact, for orders that are all equally likely, and of (v - zero) / step, which a value v stands for.
    `narrow` values go from 0 to n, so that it can be counted how often each came up.
    """

    values: Callable[[Block], Values]
    mean: Exact
    variance: Exact
    narrow: bool = True
    zero: Exact = lambda _: Fraction(0)
    step: Exact = lambda _: Fraction(1)

    @property
    def name(self) -> str:
        """That of its function."""
        return self.values.__name__

    @property
    def meaning(self) -> str:
        """One sentence on what is counted."""
        return self.values.__doc__ or ""


def fixed_points(block: Block) -> Values:
    """How many items stay where they were."""
    return _count(block, block.order == np.arange(block.n, dtype=block.small)[:, None])


def cycles(block: Block) -> Values:
    """How many cycles the permutation has."""
    # One item after the other is taken out of its cycle; an item that is alone when its turn comes ends one.
    items, places = block.cells()
    item_at, place_of = items.reshape(-1), places.reshape(-1)
    ended = np.zeros(block.width, block.small)
    for home, after, before in zip(block.home, items, places, strict=True):
        ended += after == home
        item_at[before] = after
        place_of[after] = before
    return ended


def rising_sequences(block: Block) -> Values:
    """How many maximal runs of consecutive items there are, read from the top: a riffle at most doubles them."""
    falls = _count(block, block.places[1:] < block.places[:-1])
    falls += 1
    return falls


def pairs_kept(block: Block) -> Values:
    """How many items are followed directly by the one that followed them before."""
    return _count(block, block.order[1:] == block.order[:-1] + block.small.type(1))


def inversions(block: Block) -> Values:
    """How many pairs of items have changed sides."""
    order = block.order
    after, less = np.zeros_like(order), np.empty(order.shape, np.bool_)
    for apart in range(1, block.n):
        np.less(order[apart:], order[:-apart], out=less[apart:])
        after[apart:] += less[apart:].view(np.uint8)
    pairs: Values = after.sum(axis=0, dtype=np.int64)
    return pairs


def serial_correlation(block: Block) -> Values:
    """How much each item goes with the next one, the first coming after the last, from -1 to 1."""
    # Counted is the sum of the products of neighbours; it is never above the sum of squares, and fits where that does.
    dtype = np.min_scalar_type(_squares(block.n))
    order = block.order.astype(dtype)
    products: Values = (order[1:] * order[:-1]).sum(axis=0, dtype=dtype)
    products += order[-1] * order[0]
    return products


def _count(block: Block, true: NDArray[np.bool_]) -> Values:
    count: Values = true.view(np.uint8).sum(axis=0, dtype=block.small)
    return count


def _squares(n: int) -> int:
    """0² + 1² + … + (n - 1)²."""
    return (n - 1) * n * (2 * n - 1) // 6


@lru_cache(maxsize=1024)
def _harmonic(n: int, power: int) -> Fraction:
    return sum((Fraction(1, k**power) for k in range(1, n + 1)), Fraction(0))


def _spread(n: int) -> Fraction:
    """The sum of the squared distances of 0…n-1 from their mean."""
    return Fraction(n * (n * n - 1), 12)


def _serial_variance(n: int) -> Fraction:
    """A. Wald and J. Wolfowitz (1943), of numbers whose sum is 0; of two or three numbers there is one circle only."""
    if n < 4:
        return Fraction(0)
    second, fourth = _spread(n), Fraction(n * (n * n - 1) * (3 * n * n - 7), 240)
    products = (second**2 - fourth) / (n - 1) + (second**2 - 2 * fourth) / ((n - 1) * (n - 2))
    return products / second**2 - Fraction(1, (n - 1) ** 2)


STATISTICS: Mapping[str, Statistic] = {
    statistic.name: statistic
    for statistic in (
        # P. R. de Montmort (1708): 1 and 1, from two items on.
        Statistic(fixed_points, mean=lambda _: Fraction(1), variance=lambda _: Fraction(1)),
        # One more than the descents of the inverse: the Eulerian distribution.
        Statistic(rising_sequences, mean=lambda n: Fraction(n + 1, 2), variance=lambda n: Fraction(n + 1, 12)),
        # Item k ends a cycle with probability 1/(n - k), whatever the others do (W. Feller 1945).
        Statistic(
            cycles,
            mean=lambda n: _harmonic(n, 1),
            variance=lambda n: _harmonic(n, 1) - _harmonic(n, 2),
        ),
        # A pair is kept in (n - 1)! of the n! orders; two of them, overlapping or not, in (n - 2)!.
        Statistic(pairs_kept, mean=lambda n: Fraction(n - 1, n), variance=lambda n: Fraction(n * n - n - 1, n * n)),
        # M. G. Kendall (1938).
        Statistic(
            inversions,
            mean=lambda n: Fraction(n * (n - 1), 4),
            variance=lambda n: Fraction(n * (n - 1) * (2 * n + 5), 72),
            narrow=False,
        ),
        Statistic(
            serial_correlation,
            mean=lambda n: Fraction(-1, n - 1),
            variance=_serial_variance,
            narrow=False,
            zero=lambda n: _squares(n) - _spread(n),
            step=_spread,
        ),
    )
}
"""Every statistic by name."""
