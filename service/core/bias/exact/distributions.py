"""The exact distribution of a random order of a few items, and how far it is from uniform."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations
from math import factorial, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.bias.exact.enumeration import Order
from service.core.bias.exact.steps import Step

MAX_N = 8
"""The most items for which every order can be looked at: 40,320 of them."""

_LARGEST_SMALL = 2**63 - 1  # no sum of weights passes their total


@dataclass(frozen=True, eq=False)
class Distribution:
    """The probability of each order of the items 0…n-1: its weight by the total of all weights.

    An order tells which item is at place k. `weights` has an integer for each order, in lexicographic order; they are
    Python's own where 64 bits are not enough.
    """

    n: int
    weights: NDArray[Any]
    total: int

    def probabilities(self) -> dict[Order, Fraction]:
        """The probability of each order that can come out."""
        reached = np.flatnonzero(self.weights).tolist()
        return {self._order(row): Fraction(int(self.weights[row]), self.total) for row in reached}

    @property
    def reachable(self) -> int:
        """How many orders can come out."""
        return int(np.count_nonzero(self.weights))

    @cached_property
    def distance(self) -> Fraction:
        """The total variation distance from uniform: the most by which the probability of any event is off."""
        orders = factorial(self.n)
        over = self.weights.astype(object) * orders - self.total
        return Fraction(int(over[over > 0].sum()), self.total * orders)

    @property
    def separation(self) -> Fraction:
        """The separation distance from uniform: the largest share that any order lacks of its fair probability."""
        return 1 - factorial(self.n) * self.extreme(least=True)[0]

    def extreme(self, *, least: bool = False) -> tuple[Fraction, int]:
        """The largest (or least) probability of an order, and how many orders have it."""
        weight = self.weights.min() if least else self.weights.max()
        return Fraction(int(weight), self.total), int(np.count_nonzero(self.weights == weight))

    def orders_with(self, probability: Fraction, most: int) -> list[Order]:
        """The first orders, lexicographically, that have that probability: so many at most."""
        weight = probability * self.total
        if weight.denominator != 1:
            return []
        return [self._order(row) for row in np.flatnonzero(self.weights == weight.numerator)[:most].tolist()]

    def positions(self) -> list[list[Fraction]]:
        """A row for each item, a column for each place: the probability that the item ends there."""
        orders = all_orders(self.n)
        return [
            [Fraction(int(self.weights[orders[:, place] == item].sum()), self.total) for place in range(self.n)]
            for item in range(self.n)
        ]

    def _order(self, row: int) -> Order:
        return tuple(all_orders(self.n)[row].tolist())


def product(n: int, steps: Sequence[Step]) -> Distribution:
    """The distribution of the items 0…n-1, 1 ≤ n ≤ `MAX_N`, after independent random rearrangements of the places.

    The time it takes grows with n! and with how many rearrangements the steps after the first choose from.
    """
    orders = all_orders(n)
    digits = n ** np.arange(n - 1, -1, -1)
    numerals = orders @ digits  # they rise from row to row, as the orders do
    origins: dict[Order, NDArray[np.intp]] = {}

    first, total = _whole(steps[0])
    weights = np.zeros(len(orders), _dtype(total))
    weights[np.searchsorted(numerals, np.array(list(first)) @ digits)] = list(first.values())
    for step in steps[1:]:
        chosen, scale = _whole(step)
        total *= scale
        weights = weights.astype(_dtype(total), copy=False)
        summed = np.zeros_like(weights)
        for places, weight in chosen.items():
            if places not in origins:
                origins[places] = np.searchsorted(numerals, orders[:, np.argsort(places)] @ digits)
            moved = weights[origins[places]]
            summed += moved if weight == 1 else moved * weight
        weights = summed
    return Distribution(n, weights, total)


def _whole(step: Step) -> tuple[dict[Order, int], int]:
    """The weights of a step in whole numbers, and their total."""
    total = lcm(*(probability.denominator for probability in step.values()))
    return {places: p.numerator * (total // p.denominator) for places, p in step.items()}, total


def _dtype(total: int) -> type[np.int64] | type[object]:
    return np.int64 if total <= _LARGEST_SMALL else object


@lru_cache(maxsize=MAX_N)
def all_orders(n: int) -> NDArray[np.intp]:
    """Every order of the items 0…n-1, lexicographically: a row for each."""
    orders = np.array(list(permutations(range(n))), np.intp).reshape(factorial(n), n)
    orders.setflags(write=False)
    return orders
