"""Exact distributions of a random order of a few items: the enumeration of draws, and the distance from uniform.

A shuffle's own code is run once for every possible sequence of its draws, on a source that plays the sequence back. The
result holds for the code that deals, not for a model of it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations
from math import factorial, lcm, prod
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from service.core.rng.sources import Source

Order = tuple[int, ...]
"""A permutation of the items 0…n-1: `order[k]` is the item at position k."""
Rule = Callable[[Source], Sequence[int]]
"""A shuffle as a function of its source; it returns an order."""
DrawProbabilities = Callable[[int], Sequence[Fraction]]
"""A function of the bound of a draw; it returns the probability of each value below the bound."""

MAX_DRAWS = 100


class DrawLimitError(Exception):
    """A rule asks for more draws than are enumerated."""


class ScriptedSource(Source):
    """A source that draws the numbers of a script, then zeros, and records `bounds` and `values` of all draws.

    Raises `DrawLimitError` instead of the draw after `max_draws`.
    """

    def __init__(self, script: Sequence[int] = (), max_draws: int = MAX_DRAWS) -> None:
        super().__init__()
        self.bounds: list[int] = []
        self.values: list[int] = []
        self._script = iter(script)
        self._max_draws = max_draws

    def _draw(self, bound: int) -> int:
        if len(self.bounds) == self._max_draws:
            raise DrawLimitError
        value = next(self._script, 0)
        self.bounds.append(bound)
        self.values.append(value)
        return value


def enumerate_draws(rule: Rule, max_draws: int = MAX_DRAWS) -> Iterator[tuple[Order | None, ScriptedSource]]:
    """Yield the order and the source of every sequence of draws; the order is None if `max_draws` do not decide it."""
    script: list[int] = []
    while True:
        source = ScriptedSource(script, max_draws)
        try:
            order: Order | None = tuple(rule(source))
        except DrawLimitError:
            order = None
        yield order, source
        script = source.values
        while script and script[-1] == source.bounds[len(script) - 1] - 1:
            script.pop()
        if not script:
            return
        script[-1] += 1


def order_probabilities(
    rule: Rule, max_draws: int = MAX_DRAWS, draw_probabilities: DrawProbabilities | None = None
) -> dict[Order | None, Fraction]:
    """Return the probability of every order, and of None, for the sequences that `max_draws` do not decide.

    Draws are uniform unless `draw_probabilities` are given. The rule runs once for each sequence of draws: the caller
    must ensure that there are few.
    """
    probabilities: dict[Order | None, Fraction] = defaultdict(Fraction)
    if draw_probabilities is None:  # counted first, as a sum of thousands of fractions is slow
        ways = Counter((order, prod(source.bounds)) for order, source in enumerate_draws(rule, max_draws))
        for (order, sequences), number in ways.items():
            probabilities[order] += Fraction(number, sequences)
    else:
        for order, source in enumerate_draws(rule, max_draws):
            draws = zip(source.bounds, source.values, strict=True)
            probabilities[order] += prod(
                (draw_probabilities(bound)[value] for bound, value in draws), start=Fraction(1)
            )
    return dict(probabilities)


MAX_N = 8
"""The maximum number of items whose orders are all listed: 8 items have 40,320."""

Step = Mapping[Order, Fraction]
"""A random rearrangement of positions, as the probability of each: after it, position k holds what position `step[k]`
held."""

_MAX_DIGITS, _BITS_PER_DIGIT = 1_000, 3.3219
_MAX_INT64 = 2**63 - 1  # no sum of weights exceeds their total


@dataclass(frozen=True)
class Ratio:
    """An exact number in a response: the fraction, which can be checked by hand, and the nearest float."""

    fraction: Annotated[str | None, "In lowest terms, such as 5/27 or 2; null if it has more than about 1,000 digits"]
    value: Annotated[float | None, "The nearest float; null if that is infinite, or zero for a number that is not"]


def to_ratio(number: Fraction) -> Ratio:
    """Return the number as a response has it."""
    bits = number.numerator.bit_length() + number.denominator.bit_length()
    return Ratio(str(number) if bits <= _MAX_DIGITS * _BITS_PER_DIGIT else None, _nearest_float(number))


def _nearest_float(number: Fraction) -> float | None:
    """Return the nearest float, or None if that is infinite, or zero for a number that is not zero."""
    try:
        value = float(number)
    except OverflowError:
        return None
    return None if number and not value else value


@dataclass(frozen=True, eq=False)
class Distribution:
    """The probability of each order of the items 0…n-1: its weight divided by the total of all weights.

    `weights` has an integer for each order, in lexicographic order: Python integers where 64 bits are not enough.
    """

    n: int
    weights: NDArray[Any]
    total: int

    def probabilities(self) -> dict[Order, Fraction]:
        """Return the probability of each order that is possible."""
        rows = np.flatnonzero(self.weights).tolist()
        return {_order_in_row(self.n, row): Fraction(int(self.weights[row]), self.total) for row in rows}

    @property
    def reachable(self) -> int:
        """Return the number of orders that are possible."""
        return int(np.count_nonzero(self.weights))

    @property
    def max_probability(self) -> Fraction:
        """Return the probability of the most likely orders."""
        return Fraction(int(self.weights.max()), self.total)

    @property
    def min_probability(self) -> Fraction:
        """Return the probability of the least likely orders: 0 if some are impossible."""
        return Fraction(int(self.weights.min()), self.total)

    @cached_property
    def distance(self) -> Fraction:
        """Return the total variation distance from uniform: the largest error of the probability of any event."""
        orders = factorial(self.n)
        excess = self.weights.astype(object) * orders - self.total
        return Fraction(int(excess[excess > 0].sum()), self.total * orders)

    @property
    def separation(self) -> Fraction:
        """Return the separation distance from uniform: 1 less the smallest ratio of a probability to 1/n!."""
        return 1 - factorial(self.n) * self.min_probability

    def count_orders_with(self, probability: Fraction) -> int:
        """Return the number of orders that have the probability."""
        return len(self._rows_with(probability))

    def orders_with(self, probability: Fraction, limit: int) -> list[Order]:
        """Return the first `limit` orders that have the probability, in lexicographic order."""
        return [_order_in_row(self.n, row) for row in self._rows_with(probability)[:limit].tolist()]

    def positions(self) -> list[list[Fraction]]:
        """Return the matrix of positions: for each item, the probability of each final position."""
        orders = all_orders(self.n)
        return [
            [Fraction(int(self.weights[orders[:, position] == item].sum()), self.total) for position in range(self.n)]
            for item in range(self.n)
        ]

    def _rows_with(self, probability: Fraction) -> NDArray[np.intp]:
        weight = probability * self.total
        return np.flatnonzero(self.weights == (weight.numerator if weight.denominator == 1 else -1))


def compose_steps(n: int, steps: Sequence[Step]) -> Distribution:
    """Return the distribution of the items 0…n-1, 1 ≤ n ≤ `MAX_N`, after independent steps.

    The time grows with n! and with the number of rearrangements in the steps after the first.
    """
    orders = all_orders(n)
    digits = n ** np.arange(n - 1, -1, -1)
    numerals = orders @ digits  # increase from row to row, as the orders do
    sources: dict[Order, NDArray[np.intp]] = {}

    first, total = _integer_weights(steps[0])
    weights = np.zeros(len(orders), _dtype(total))
    weights[np.searchsorted(numerals, np.array(list(first)) @ digits)] = list(first.values())
    for step in steps[1:]:
        rearrangements, scale = _integer_weights(step)
        total *= scale
        weights = weights.astype(_dtype(total), copy=False)
        summed = np.zeros_like(weights)
        for positions, weight in rearrangements.items():
            if positions not in sources:
                sources[positions] = np.searchsorted(numerals, orders[:, np.argsort(positions)] @ digits)
            moved = weights[sources[positions]]
            summed += moved if weight == 1 else moved * weight
        weights = summed
    return Distribution(n, weights, total)


def _integer_weights(step: Step) -> tuple[dict[Order, int], int]:
    """Return the weights of a step as integers, and their total."""
    total = lcm(*(probability.denominator for probability in step.values()))
    return {positions: p.numerator * (total // p.denominator) for positions, p in step.items()}, total


def _dtype(total: int) -> type[np.int64] | type[object]:
    return np.int64 if total <= _MAX_INT64 else object


@lru_cache(maxsize=MAX_N)
def all_orders(n: int) -> NDArray[np.intp]:
    """Return every order of the items 0…n-1, one in each row, in lexicographic order."""
    orders = np.array(list(permutations(range(n))), np.intp).reshape(factorial(n), n)
    orders.setflags(write=False)
    return orders


def _order_in_row(n: int, row: int) -> Order:
    return tuple(all_orders(n)[row].tolist())
