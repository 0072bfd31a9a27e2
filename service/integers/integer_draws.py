"""Draw integers from a range: without replacement by a shuffle of the range, with replacement independently (dice).

Several ranges are the drums of a lottery, drawn in turn from the same random words. Items with weights are drawn as
integers too: the probability of an index is exactly its weight, a whole number, divided by the total of the weights.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from ..core.draw_requests import NAMED
from ..core.errors import Reason, Refused
from ..core.limits import Limits, TooMany
from ..core.rng.sources import WordSource
from ..core.shuffle_requests import ResultSize, ShuffleRequest, prepare_shuffle
from ..core.shuffles.samplers import Sampler
from ..core.shuffles.vectorized import VectorSource
from ..core.value_types import MAX_MAGNITUDE, Flag, Integer
from . import parameter_aliases


@dataclass(frozen=True, kw_only=True)
class RangeDraw(ResultSize):
    """The integers min…max, or `count` of them."""

    min: Annotated[
        int,
        Integer(
            "The smallest integer.",
            -MAX_MAGNITUDE,
            MAX_MAGNITUDE,
            example=1,
            aliases=parameter_aliases.MIN,
        ),
        NAMED,
    ] = 1
    max: Annotated[
        int,
        Integer(
            "The largest integer.",
            -MAX_MAGNITUDE,
            MAX_MAGNITUDE,
            example=49,
            aliases=parameter_aliases.MAX,
        ),
        NAMED,
    ]
    replacement: Annotated[
        bool,
        Flag(
            "Whether integers may repeat, as dice do.",
            aliases=parameter_aliases.REPLACEMENT,
        ),
        NAMED,
    ] = False


@dataclass(frozen=True, kw_only=True)
class IntegerDraw(ShuffleRequest, RangeDraw):
    """A range and the shuffle that draws from it."""

    @property
    def size(self) -> int:
        """Return the number of integers in the range: below 1 if `min` is above `max`."""
        return self.max - self.min + 1


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class IndependentSampler(Sampler):
    """`count` independent draws of 0…n-1."""

    @property
    def bound(self) -> int:
        """Return the number of equally likely outcomes of a draw."""
        return self.n

    @property
    def can_vectorize(self) -> bool:
        """Return whether fewer than one result in a hundred has a rejected word; vectorizing pays only then."""
        return self.bound * self.count * 100 < 2**32

    def draw_from(self, source: WordSource) -> Sequence[int]:
        return source.below_many(self.bound, self.count)

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        return sources.below_many(self.bound, self.count)


def prepare_integers(request: IntegerDraw, limits: Limits, size: int = 0) -> Sampler:
    """Return the sampler to draw integers minus `min`.

    `size` is the number of items of a result, such as a list that the integers stand for; 0: as many as the integers.
    Raises `Refused` for an empty range, for more different integers than it has, for a shuffle beside replacement, and
    beyond the limits.
    """
    _check_range(request)
    if request.replacement:
        _refuse_shuffle(request)
        return _prepare_independent(request, limits, size)
    _check_count(request)
    return prepare_shuffle(request.size, request, limits, request.count, size)


def _prepare_independent(
    request: IntegerDraw, limits: Limits, size: int
) -> IndependentSampler:
    """Return the sampler to draw integers that may repeat; without a count, as many as the range has."""
    count = request.size if request.count is None else request.count
    limits.check_items(max(count, size))
    return IndependentSampler(n=request.size, count=count, steps=count, size=size)


def _check_range(request: IntegerDraw) -> None:
    """Raise `Refused` for a range without an integer."""
    if request.size < 1:
        numbers = f"min (1 by default) is {request.min:,} and max is {request.max:,}"
        sentence = f"{numbers}; min must not be above max."
        raise Refused("min", sentence, Reason("min_above_max"))


def _check_count(request: IntegerDraw) -> None:
    """Raise `Refused` for a count of more different integers than the range has."""
    if request.count is not None and request.count > request.size:
        raise Refused(
            "count",
            f"{request.count:,} different integers were asked for, but {request.min:,} to {request.max:,} are only "
            f"{request.size:,}; with replacement=true they may repeat.",
        )


def _refuse_shuffle(request: IntegerDraw) -> None:
    """Raise `Refused` if a request names a shuffle or a parameter of one, naming the first."""
    names = list(request.arguments)
    if request.algorithm:
        names.insert(0, "algorithm")
    if names:
        raise Refused(
            names[0],
            f"With replacement=true every integer is drawn by itself; {names[0]} does not apply.",
        )


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class DrumsSampler(Sampler):
    """Several samplers in turn: a result is the integers of the first sampler, then of the second, …"""

    samplers: Sequence[Sampler]

    @property
    def held_items(self) -> int:
        return sum(sampler.held_items for sampler in self.samplers)

    @property
    def can_vectorize(self) -> bool:
        return all(sampler.can_vectorize for sampler in self.samplers)

    def draw_from(self, source: WordSource) -> Sequence[int]:
        return [
            offset for sampler in self.samplers for offset in sampler.draw_from(source)
        ]

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        return np.concatenate(
            [sampler.draw_vectorized(sources) for sampler in self.samplers]
        )


def prepare_drums(drums: Sequence[IntegerDraw], limits: Limits) -> DrumsSampler:
    """Return the sampler of several ranges in turn, of the integers of each minus its `min`.

    Raises `Refused`, naming `drums` and the number of the drum, for what `prepare_integers` refuses: "Item 2, count: 9
    different integers were asked for, …". Raises `TooMany` if all drums together are beyond the limits.
    """
    samplers = []
    for number, drum in enumerate(drums, start=1):
        try:
            samplers.append(prepare_integers(drum, limits))
        except Refused as error:
            sentence = f"Item {number}, {error.field}: {error}"
            path = f"[{number - 1}].{error.field}"
            raise error.reword("drums", sentence, path) from None
    count = sum(sampler.count for sampler in samplers)
    work = sum(sampler.work for sampler in samplers)
    limits.check_items(count, "drums")
    _check_work("drums", work, limits)
    return DrumsSampler(
        n=sum(sampler.n for sampler in samplers),
        count=count,
        steps=work,  # in draws of fisher_yates, as the slowness of a `DrumsSampler` is 1
        samplers=samplers,
    )


def _check_work(field: str, work: float, limits: Limits) -> None:
    """Raise `TooMany`, naming `field`, for more work than MAX_DRAWS."""
    if work > limits.draws.number:
        raise TooMany(field, round(work), "draws or moves", limits.draws)


MAX_TOTAL = MAX_MAGNITUDE
"""The largest total of weights."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class RepeatedSampler(IndependentSampler):
    """`count` independent draws of items by their weights."""

    ends: NDArray[np.int64]
    """For each item the sum of its weight and the weights of all items before it: [3, 3, 4] of the weights 3, 0, 1."""

    @property
    def bound(self) -> int:
        """Return the total of the weights: so many numbers are equally likely, and each is that of an item."""
        return int(self.ends[-1])

    def draw_from(self, source: WordSource) -> Sequence[int]:
        numbers = source.below_many(self.bound, self.count)
        indices: list[int] = self._find_items(numbers).tolist()
        return indices

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        numbers = sources.below_many(self.bound, self.count)
        return self._find_items(numbers)

    def _find_items(self, numbers: Sequence[int] | NDArray[Any]) -> NDArray[np.intp]:
        """Return the item i of each drawn number: the first i with `ends[i]` above the number."""
        return np.searchsorted(self.ends, np.asarray(numbers, np.int64), side="right")


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class DistinctSampler(Sampler):
    """`count` draws of different items: the probability of an item is its weight out of the weights not yet drawn."""

    sums: Sequence[int]
    """A complete binary tree of sums of weights as a list: node 1 is the root, and node k is the sum of 2k and 2k + 1.

    Source: C. K. Wong and M. C. Easton, An efficient method for weighted sampling without replacement, 1980. A number
    below the total finds its item on the way from the root down, and a drawn item is taken out of the sums above it, so
    that a draw takes as many steps as the tree has levels.
    The second half of the list has the weights, and then 0: the weights 3, 0, 1 have [0, 4, 3, 1, 3, 0, 1, 0].
    """

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return the items that are drawn.

        A number below the total goes down the tree to its item: left if it is below the sum there, otherwise right,
        less that sum. Then the weight of the item is taken out of all sums above it. The weights 3, 0, 1 have the sums
        [0, 4, 3, 1, 3, 0, 1, 0], with the total first after 0 and the weights in the second half. The number 3 goes
        right, and is item 2; the total is 3 then.

        FROZEN: items take their parts of a number in the order of the list.
        """
        sums = list(self.sums)
        first_leaf = len(self.sums) // 2
        items = []
        for _ in range(self.count):
            number = source.below(sums[1])
            node = 1
            while node < first_leaf:
                node *= 2  # to the left
                if number >= sums[node]:
                    number -= sums[node]
                    node += 1  # to the right
            items.append(node - first_leaf)
            weight = sums[node]
            while node:
                sums[node] -= weight
                node //= 2  # up
        return items


def make_whole(weights: Sequence[float]) -> Sequence[int]:
    """Return weights times the least power of ten that makes all of them whole, each by its shortest decimal.

    [0.5, 2, 1.25] gives [50, 200, 125], and integers alone are returned as they are. Raises `Refused` if a weight would
    be above `MAX_TOTAL`.
    """
    has_fractions = float in set(map(type, weights))
    if not has_fractions:
        return list(map(int, weights))
    decimals = [Decimal(repr(weight)) for weight in weights]
    power = max(-int(decimal.as_tuple().exponent) for decimal in decimals)
    largest = max(decimals).scaleb(power)
    if largest > MAX_TOTAL:
        reason = f"whole after multiplication by 10^{power}, and the largest is then above {MAX_TOTAL:,}"
        raise Refused("weights", f"The weights are {reason}. Give fewer digits.")
    return [int(decimal.scaleb(power)) for decimal in decimals]


def prepare_weighted(
    weights: Sequence[int],
    count: int,
    limits: Limits,
    size: int = 0,
    *,
    replacement: bool,
) -> Sampler:
    """Return the sampler to draw `count` indices of `weights`, which are not negative, with probability by weight.

    Raises `Refused` if every weight is 0, if the total is above `MAX_TOTAL`, if more items are to be drawn without
    replacement than have a weight above 0, and beyond the limits. The weights [3, 0, 1] give index 0 in three of four
    draws, and 2 in one; `size` is the number of items in a result, 0 for `count`.
    """
    check_total(weights)
    limits.check_items(count)
    if not replacement:
        return _prepare_distinct(weights, count, limits, size)
    ends = np.cumsum(np.array(weights, np.int64))
    return RepeatedSampler(
        n=len(weights), count=count, steps=count, size=size, ends=ends
    )


def check_total(weights: Sequence[int]) -> None:
    """Raise `Refused` if every weight is 0, or if the total is above `MAX_TOTAL`."""
    total = sum(weights)
    if not total:
        raise Refused(
            "weights" if weights else "items",
            "There is nothing to draw: no item has a weight above 0.",
        )
    if total > MAX_TOTAL:
        raise Refused(
            "weights",
            f"The weights add up to {total:,}; their total must be at most {MAX_TOTAL:,}.",
        )


def _prepare_distinct(
    weights: Sequence[int], count: int, limits: Limits, size: int
) -> DistinctSampler:
    """Return the sampler to draw `count` different indices. Raises `Refused` for more than have a weight above 0."""
    n = len(weights)
    possible = sum(weight > 0 for weight in weights)
    if count > possible:
        raise Refused(
            "count",
            f"{count:,} different items were asked for, but only {possible:,} can be drawn; with replacement=true they "
            "may repeat.",
        )
    steps = n + count * math.log2(2 * n)
    _check_work("count", steps, limits)
    return DistinctSampler(
        n=n, count=count, steps=steps, size=size, sums=_add_pairs(weights)
    )


def _add_pairs(weights: Sequence[int]) -> list[int]:
    """Return the `sums` of a `DistinctSampler`: of the weights 3, 0, 1 the list [0, 4, 3, 1, 3, 0, 1, 0]."""
    leaves = 1 << (len(weights) - 1).bit_length()
    sums = [0] * (2 * leaves)
    sums[leaves : leaves + len(weights)] = weights
    for node in reversed(range(1, leaves)):
        sums[node] = sums[2 * node] + sums[2 * node + 1]
    return sums
