"""Weighted draws: an item is drawn with exactly its weight, a whole number, out of the total of the weights."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.errors import Refused, TooMany
from service.core.rng.sources import WordSource
from service.core.shuffles.integers import MAX_MAGNITUDE
from service.core.shuffles.plans import Limits, Plan
from service.core.shuffles.vectorized import VectorSource

MAX_TOTAL = MAX_MAGNITUDE
"""The largest total of weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedPlan(Plan):
    """`count` independent draws of items. `ends` has for each item the sum of the weights of all items up to it."""

    ends: NDArray[np.int64]

    @property
    def can_vectorize(self) -> bool:
        """Return whether fewer than one result in a hundred has a rejected word; vectorizing pays only then."""
        return int(self.ends[-1]) * self.count * 100 < 2**32

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return one result drawn from a source."""
        indices: list[int] = self._find(source.below_many(int(self.ends[-1]), self.count)).tolist()
        return indices

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        """Return many results: a row for each position, a column for each result."""
        return self._find(sources.below_many(int(self.ends[-1]), self.count))

    def _find(self, numbers: Any) -> NDArray[np.intp]:
        """Return the item for each number below the total: the first whose end is above the number."""
        return np.searchsorted(self.ends, np.asarray(numbers, np.int64), side="right")


@dataclass(frozen=True, slots=True, kw_only=True)
class DistinctPlan(Plan):
    """`count` draws of different items, each with its weight out of the total of the items that are left.

    `sums` is a complete binary tree as a list: node 1 is the root, and node k has the sum of nodes 2k and 2k + 1. The
    second half are the weights.
    """

    sums: Sequence[int]

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return one result drawn from a source."""
        sums, first_leaf = list(self.sums), len(self.sums) // 2
        indices = []
        for _ in range(self.count):
            number, node = source.below(sums[1]), 1
            while node < first_leaf:
                node *= 2
                if number >= sums[node]:
                    number -= sums[node]
                    node += 1
            indices.append(node - first_leaf)
            weight = sums[node]
            while node:
                sums[node] -= weight
                node //= 2
        return indices


def plan_weighted(weights: Sequence[int], count: int, limits: Limits, size: int = 0, *, replacement: bool) -> Plan:
    """Return the plan that draws indices of `weights`, which are not negative.

    Raises `Refused` if there is nothing to draw, for more draws without replacement than there are items with a weight
    above 0, for a total above `MAX_TOTAL`, and everything beyond the limits.
    """
    total, n = sum(weights), len(weights)
    if not total:
        raise Refused("weights" if n else "items", "There is nothing to draw: no item has a weight above 0.")
    if total > MAX_TOTAL:
        raise Refused("weights", f"The weights add up to {total:,}; their total must be at most {MAX_TOTAL:,}.")
    limits.check_items(count)
    if replacement:
        ends = np.cumsum(np.array(weights, np.int64))
        return RepeatedPlan(n=n, count=count, cost=count, size=size, ends=ends)
    if count > (possible := sum(weight > 0 for weight in weights)):
        raise Refused(
            "count",
            f"{count:,} different items were asked for, but only {possible:,} can be drawn; with replacement=true they "
            "may repeat.",
        )
    cost = n + count * math.log2(2 * n)
    if cost > limits.draws:
        raise TooMany("count", round(cost), "draws or moves", limits.draws, "MAX_DRAWS")
    return DistinctPlan(n=n, count=count, cost=cost, size=size, sums=_add_pairs(weights))


def _add_pairs(weights: Sequence[int]) -> list[int]:
    """Return the `sums` of a `DistinctPlan` for weights: a tree whose nodes have the sums of the nodes below them."""
    leaves = 1 << (len(weights) - 1).bit_length()
    sums = [0] * leaves + list(weights) + [0] * (leaves - len(weights))
    for node in reversed(range(1, leaves)):
        sums[node] = sums[2 * node] + sums[2 * node + 1]
    return sums
