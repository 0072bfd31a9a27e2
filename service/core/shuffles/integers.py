"""Integers of a range: without replacement a shuffle of the range, with replacement independent draws (dice).

Several ranges are the drums of a lottery: one is drawn after the other from the same random words. Indices of items
with weights are integers too: each index is drawn with exactly its weight, a whole number, out of the total of weights.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from service.core.errors import Refused, TooMany
from service.core.kinds import Flag, Integer
from service.core.rng.sources import WordSource
from service.core.rng.streams import Randomness
from service.core.shuffles.plans import Limits, Plan, ShuffleRequest, plan_shuffle
from service.core.shuffles.vectorized import VectorSource

_COST_OF_A_DRUM = 10  # draws that take as long as the smallest drum


MAX_MAGNITUDE = 2**53 - 1
"""Larger integers are not exact in every JSON parser (RFC 8259, section 6)."""


@dataclass(frozen=True, kw_only=True)
class ResultSize:
    """The number of items that a request takes from the start of a result; None for all of them."""

    count: Annotated[
        int | None,
        Integer(
            "The number of items to return from the start of the result.",
            1,
            MAX_MAGNITUDE,
            example=5,
            implied="all",
            shown="The number of items in a result",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class RangeDraw(ResultSize):
    """The integers min…max, or `count` of them."""

    min: Annotated[int, Integer("The smallest integer.", -MAX_MAGNITUDE, MAX_MAGNITUDE, example=1)] = 1
    max: Annotated[int, Integer("The largest integer.", -MAX_MAGNITUDE, MAX_MAGNITUDE, example=49)]
    replacement: Annotated[bool, Flag("Whether integers may repeat, as dice do.")] = False


@dataclass(frozen=True, kw_only=True)
class IntegerDraw(ShuffleRequest, RangeDraw):
    """A range and the shuffle that draws from it."""

    @property
    def size(self) -> int:
        """Return the number of integers in the range."""
        return self.max - self.min + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class IndependentPlan(Plan):
    """`count` independent draws of 0…n-1."""

    @property
    def bound(self) -> int:
        """Return the bound of each draw."""
        return self.n

    @property
    def can_vectorize(self) -> bool:
        """Return whether fewer than one result in a hundred has a rejected word; vectorizing pays only then."""
        return self.bound * self.count * 100 < 2**32

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return one result drawn from a source."""
        return source.below_many(self.bound, self.count)

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        """Return many results: a row for each position, a column for each result."""
        return sources.below_many(self.bound, self.count)


def plan_integers(request: IntegerDraw, limits: Limits) -> Plan:
    """Return the plan that draws offsets from `min`. Raises `Refused` for an empty range and beyond the limits."""
    if request.size < 1:
        raise Refused(
            "min", f"min (1 by default) is {request.min:,} and max is {request.max:,}; min must not be above max."
        )
    if request.replacement:
        return _plan_independent(request, limits)
    if request.count is not None and request.count > request.size:
        raise Refused(
            "count",
            f"{request.count:,} different integers were asked for, but {request.min:,} to {request.max:,} are only "
            f"{request.size:,}; with replacement=true they may repeat.",
        )
    return plan_shuffle(request.size, request, limits, request.count)


def _plan_independent(request: IntegerDraw, limits: Limits) -> Plan:
    for name in (*(("algorithm",) if request.algorithm else ()), *request.arguments):
        raise Refused(name, f"With replacement=true every integer is drawn by itself; {name} does not apply.")
    count = request.size if request.count is None else request.count
    limits.check_items(count)
    return IndependentPlan(n=request.size, count=count, cost=count)


@dataclass(frozen=True, kw_only=True)
class DrumsDraw(Randomness):
    """The integers of several ranges, one after the other."""

    drums: tuple[IntegerDraw, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrumsPlan(Plan):
    """The draws of several plans, one after the other; a result is the integers of the first, then of the second, …"""

    plans: Sequence[Plan]

    @property
    def can_vectorize(self) -> bool:
        """Return whether many results can be drawn together."""
        return all(plan.can_vectorize for plan in self.plans)

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return one result drawn from a source."""
        return [offset for plan in self.plans for offset in plan.draw_from(source)]

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        """Return many results: a row for each position, a column for each result."""
        return np.concatenate([plan.draw_vectorized(sources) for plan in self.plans])


def plan_drums(drums: Sequence[IntegerDraw], limits: Limits) -> DrumsPlan:
    """Return the plan that draws offsets from the `min` of each drum. Raises `Refused` as `plan_integers` does."""
    plans = []
    for number, drum in enumerate(drums, start=1):
        try:
            plans.append(plan_integers(drum, limits))
        except Refused as error:
            raise Refused("drums", f"Item {number}, {error.field}: {error}") from None
    count, cost = sum(plan.count for plan in plans), sum(plan.batch_work(1) + _COST_OF_A_DRUM for plan in plans)
    limits.check_items(count, "drums")
    if cost > limits.draws:
        raise TooMany("drums", round(cost), "draws or moves", limits.draws, "MAX_DRAWS")
    return DrumsPlan(n=sum(plan.n for plan in plans), count=count, cost=cost, plans=plans)


MAX_TOTAL = MAX_MAGNITUDE
"""The largest total of weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedPlan(IndependentPlan):
    """`count` independent draws of items. `ends` has for each item the sum of the weights of all items up to it."""

    ends: NDArray[np.int64]

    @property
    def bound(self) -> int:
        """Return the total of the weights."""
        return int(self.ends[-1])

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return one result drawn from a source."""
        indices: list[int] = self._find(source.below_many(self.bound, self.count)).tolist()
        return indices

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        """Return many results: a row for each position, a column for each result."""
        return self._find(sources.below_many(self.bound, self.count))

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
