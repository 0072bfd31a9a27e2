"""Integers of a range: without replacement a shuffle of the range, with replacement independent draws (dice).

Several ranges are the drums of a lottery: one is drawn after the other from the same random words.
"""

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
    def can_vectorize(self) -> bool:
        """Return whether fewer than one result in a hundred has a rejected word; vectorizing pays only then."""
        return self.n * self.count * 100 < 2**32

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return one result drawn from a source."""
        return source.below_many(self.n, self.count)

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        """Return many results: a row for each position, a column for each result."""
        return sources.below_many(self.n, self.count)


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
