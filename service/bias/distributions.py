"""Exact distributions of a random order of a few items, and their distance from uniform."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations
from math import factorial, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.rng.scripted import Order

DrawProbabilities = Callable[[int], Sequence[Fraction]]
"""Takes the bound of a draw and returns the probability of each value below the bound."""

MAX_N = 8  # all orders of up to this many items are listed: 8 items have 40,320 orders

ShuffleStep = Mapping[Order, Fraction]
"""The probability of each rearrangement: after the rearrangement r, position k has the item from position r[k]."""

# for the total of the weights, which no sum of some weights exceeds
_MAX_INT64 = 2**63 - 1


@dataclass(frozen=True, eq=False)
class Distribution:
    """The probability of each order of the items 0…n-1: the order's weight divided by the total of all weights.

    `weights` has an integer for each order, in lexicographic order. They are Python integers if 64 bits are too few.
    """

    n: int
    weights: NDArray[Any]
    total: int

    def probabilities(self) -> dict[Order, Fraction]:
        """Return the probability of each possible order, such as {(0, 1): 1/2, (1, 0): 1/2}."""
        weights = zip(all_orders(self.n).tolist(), self.weights.tolist(), strict=True)
        return {
            tuple(order): Fraction(weight, self.total)
            for order, weight in weights
            if weight
        }

    @property
    def reachable(self) -> int:
        """Return the number of possible orders."""
        return int(np.count_nonzero(self.weights))

    @property
    def max_probability(self) -> Fraction:
        return Fraction(int(self.weights.max()), self.total)

    @property
    def min_probability(self) -> Fraction:
        """Return the probability of the least likely orders: 0 if some are impossible."""
        return Fraction(int(self.weights.min()), self.total)

    @cached_property
    def distance(self) -> Fraction:
        """Return the total variation distance from uniform: the largest error in the probability of any event."""
        orders = factorial(self.n)
        excess = self.weights.astype(object) * orders - self.total
        return Fraction(int(excess[excess > 0].sum()), self.total * orders)

    @property
    def separation(self) -> Fraction:
        """Return the separation distance from uniform: 1 - n! times the smallest probability."""
        return 1 - factorial(self.n) * self.min_probability

    def orders_with(self, probability: Fraction) -> NDArray[np.uint8]:
        """Return the orders that have exactly this probability as rows, in lexicographic order."""
        orders = all_orders(self.n)
        weight = probability * self.total
        if weight.denominator != 1:
            return orders[:0]
        return orders[np.flatnonzero(self.weights == weight.numerator)]

    def positions(self) -> list[list[Fraction]]:
        """Return a matrix with a row for each item: the probability that the item comes to each position."""
        orders = all_orders(self.n)
        return [
            [
                Fraction(
                    int(self.weights[orders[:, position] == item].sum()), self.total
                )
                for position in range(self.n)
            ]
            for item in range(self.n)
        ]


def compose_steps(n: int, steps: Sequence[ShuffleStep]) -> Distribution:
    """Return the distribution of the orders of n items, 1 ≤ n ≤ `MAX_N`, after independent random rearrangements.

    The weights are of all n! orders, in ascending order, and integers: divided by their total they are probabilities. A
    step gives each order the weight of the order that each of its rearrangements came from. An order is found by its
    numeral, its items as digits to the base n: 1 0 2 has the numeral 1·9 + 0·3 + 2.

    The steps [{(0, 1): 3/4, (1, 0): 1/4}, {(1, 0): 1}] of 2 items return Distribution(2, [1, 3], 4): the order 0 1 has
    the probability 1/4.

    The time grows with n! and with the number of rearrangements in the steps after the first.
    """
    orders = all_orders(n)
    place_values = n ** np.arange(n - 1, -1, -1)
    numerals = orders @ place_values  # increase from row to row, as the orders do

    def find_rows(wanted: NDArray[Any]) -> NDArray[np.intp]:
        """Return the row of each of some orders among all orders."""
        return np.searchsorted(numerals, wanted @ place_values)

    rows_before: dict[Order, NDArray[np.intp]] = {}
    """By rearrangement, of each order the row of the order that it came from."""

    first, total = _integer_weights(steps[0])
    weights = np.zeros(len(orders), _dtype(total))
    weights[find_rows(np.array(list(first)))] = list(first.values())
    for step in steps[1:]:
        rearrangements, scale = _integer_weights(step)
        total *= scale
        weights_before = weights.astype(_dtype(total), copy=False)
        weights = np.zeros_like(weights_before)
        for positions, weight in rearrangements.items():
            if positions not in rows_before:
                rows_before[positions] = find_rows(orders[:, np.argsort(positions)])
            moved = weights_before[rows_before[positions]]
            weights += moved if weight == 1 else moved * weight
    return Distribution(n, weights, total)


def _integer_weights(step: ShuffleStep) -> tuple[dict[Order, int], int]:
    """Return the probabilities of a step as integer weights, and their total: 1/2, 1/3 and 1/6 are 3, 2, 1 and 6."""
    total = lcm(*(probability.denominator for probability in step.values()))
    weights = {
        positions: probability.numerator * (total // probability.denominator)
        for positions, probability in step.items()
    }
    return weights, total


def _dtype(total: int) -> type[np.int64] | type[object]:
    """Return the type of weights with this total: Python integers if 64 bits are too few."""
    return np.int64 if total <= _MAX_INT64 else object


@lru_cache(maxsize=MAX_N)
def all_orders(n: int) -> NDArray[np.uint8]:
    """Return a read-only array with each order of the items 0…n-1 as a row, in lexicographic order."""
    orders = np.array(list(permutations(range(n))), np.uint8).reshape(factorial(n), n)
    orders.setflags(write=False)
    return orders
