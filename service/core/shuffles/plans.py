"""Plans: draws that a request asked for, checked against the operator's limits before any random word is read."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from service.core.errors import Refused, TooMany, UnsupportedParameter
from service.core.kinds import Choice
from service.core.rng.sources import WordSource
from service.core.rng.streams import MAX_INDEX, Randomness, Reader
from service.core.shuffles.algorithms import SHUFFLES, Arguments, Shuffle
from service.core.shuffles.vectorized import VectorSource

DEFAULT_SHUFFLE = next(iter(SHUFFLES))

MAX_LIST = 2**17
"""Number of indices up to which a result is a list; a longer one is an array, which takes a fifth of the memory."""

_COST_OF_A_RESULT = 20  # draws that take as long as the smallest result of a batch
_COST_OF_A_SINGLE = 60  # and further ones for a result that is drawn by itself
_MAX_VECTORIZED = 4_096  # items; in larger results a rejected word is no longer rare


@dataclass(frozen=True)
class Limits:
    """The most that one request may ask for."""

    items: int = 1_000_000  # in a response
    streamed: int = 100_000_000  # in a response that is streamed
    shuffled: int = 1_000_000  # in memory, for a shuffle that needs its whole range
    draws: int = 5_000_000  # or moves of fisher_yates, for a response that is not streamed
    trials: int = 150_000_000  # draws and items counted, for an experiment on bias; some 8 ns each
    candidates: int = 2_000_000  # deals that a search for a condition looks at

    def check_items(self, items: int, field: str = "count") -> None:
        """Raise `TooMany`, naming `field`, if a response of that many items is too large."""
        if items > self.items:
            raise TooMany(field, items, "items", self.items, "MAX_ITEMS")

    def check_shuffled(self, n: int, field: str) -> None:
        """Raise `TooMany`, naming `field`, if a shuffle may not hold n items in memory."""
        if n > self.shuffled:
            raise TooMany(field, n, "items", self.shuffled, "MAX_SHUFFLED")


@dataclass(frozen=True, kw_only=True)
class ShuffleRequest(Randomness):
    """The shuffle that a request names, the parameters it gives for that shuffle, and its seed and index."""

    algorithm: Annotated[
        str | None, Choice("The shuffle.", SHUFFLES, example=DEFAULT_SHUFFLE, means=DEFAULT_SHUFFLE)
    ] = None
    arguments: Arguments = field(default_factory=dict)

    @cached_property
    def shuffle(self) -> Shuffle:
        """Return the entry of `SHUFFLES`; without an algorithm the default one."""
        return SHUFFLES[self.algorithm or DEFAULT_SHUFFLE]

    @cached_property
    def resolved_arguments(self) -> Arguments:
        """Return the shuffle's parameters with defaults filled in. Raises `Refused` for another shuffle's parameter."""
        for name in self.arguments:
            if name not in self.shuffle.defaults:
                owners = (other.name for other in SHUFFLES.values() if name in other.defaults)
                raise UnsupportedParameter(self.shuffle.name, name, belongs_to=owners)
        return {**self.shuffle.defaults, **self.arguments}


@dataclass(slots=True)
class Permutation:
    """The first items of a permutation of 0…n-1, and the draws, words and rejected words that it took.

    `indices` is a list, or an array if there are more than `MAX_LIST`.
    """

    indices: Sequence[int]
    draws: int
    words: int = 0
    rejections: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A draw of `count` of the integers 0…n-1 that passed the limits; any randomness can be bound to it.

    `cost` is the expected number of draws or moves, and `slowness` the time of each relative to fisher_yates. `size` is
    the size of a result in items, where it is not `count`. Subclasses say how to draw.
    """

    n: int
    count: int
    cost: float
    slowness: int = 1
    size: int = 0

    @property
    def work(self) -> float:
        """Return the number of draws of fisher_yates that take as long as one result; at least its size."""
        return max(self.size or self.count, self.cost * self.slowness)

    def batch_work(self, repeats: int) -> float:
        """Return the same for a batch of results, which are drawn together or one by one."""
        return (self.work + (0 if self.can_vectorize else _COST_OF_A_SINGLE)) * repeats

    @property
    def is_random(self) -> bool:
        """Return whether results depend on the random words."""
        return True

    @property
    def can_vectorize(self) -> bool:
        """Return whether many results can be drawn together."""
        return False

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return one result drawn from a source."""
        raise NotImplementedError

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        """Return many results: a row for each position, a column for each result. Only if `can_vectorize`."""
        raise NotImplementedError

    def draw(self, randomness: Randomness, offset: int = 0) -> Permutation:
        """Return the result of that randomness, or with an offset the result of a later index of the same seed."""
        return draw_permutation(self, randomness.reader(offset))

    def check_batch(self, randomness: Randomness, repeats: int, limits: Limits, *, is_streamed: bool) -> None:
        """Raise `Refused`, naming `repeats`, if a batch passes the limits or the last index of the seed."""
        work = round(self.batch_work(repeats) + _COST_OF_A_RESULT * repeats)
        weight = describe_weight(self.slowness)
        if is_streamed and work > limits.streamed:
            raise TooMany("repeats", work, f"items or draws{weight}", limits.streamed, "MAX_STREAMED")
        if not is_streamed:
            limits.check_items(max(self.size or self.count, 1) * repeats, "repeats")
            if work > limits.draws:
                raise TooMany("repeats", work, f"draws or moves{weight}", limits.draws, "MAX_DRAWS")
        if (randomness.index or 0) + repeats - 1 > MAX_INDEX:
            raise Refused("repeats", f"The last result would have an index above {MAX_INDEX:,}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflePlan(Plan):
    """The first `count` of n shuffled items. `fits_in_memory` says whether all n may be held at once."""

    shuffle: Shuffle
    arguments: Arguments
    fits_in_memory: bool = True

    @property
    def can_vectorize(self) -> bool:
        """Return whether many results can be drawn together."""
        return self.shuffle.vectorized is not None and self.n <= _MAX_VECTORIZED

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return one result drawn from a source."""
        return self.shuffle.draw(self.n, source, self.count, self.arguments, fits_in_memory=self.fits_in_memory)

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        """Return many results: a row for each position, a column for each result."""
        return self.shuffle.draw_vectorized(self.n, sources, self.count, self.arguments)


def describe_weight(weight: int) -> str:
    """Return what follows the unit in the message of a limit that counts each draw several times, "" for once."""
    return "" if weight == 1 else f", each counted {weight} times as it takes longer"


def draw_permutation(plan: Plan, reader: Reader) -> Permutation:
    """Return the result that a plan draws from a reader of random bytes."""
    source = WordSource(reader)
    indices: Any = plan.draw_from(source)
    if len(indices) > MAX_LIST:
        indices = np.asarray(indices, np.int64)
    elif isinstance(indices, np.ndarray):
        indices = indices.tolist()
    return Permutation(indices, source.draws, source.words, source.rejections)


def plan_shuffle(n: int, request: ShuffleRequest, limits: Limits, count: int | None = None, size: int = 0) -> Plan:
    """Return the plan that draws the first `count` (None: all) of n shuffled items.

    Raises `Refused` for a count above n, a size that the shuffle cannot do, and everything beyond the limits.
    """
    shuffle, arguments = request.shuffle, request.resolved_arguments
    count = n if count is None else count
    if count > n:
        raise Refused("count", f"A count of {count:,} is more than there are: {n:,}.")
    limits.check_items(count)
    if shuffle.sparse is None and n > limits.shuffled:
        others = " or ".join(other.name for other in SHUFFLES.values() if other.sparse)
        raise Refused(
            "algorithm",
            f"{shuffle.name} needs the whole range of {n:,} in memory; the limit here is {limits.shuffled:,} "
            f"(the operator's MAX_SHUFFLED). For a few items of a large range use {others} with a count.",
        )
    if (message := shuffle.size_error(n)) is not None:
        raise Refused("algorithm", message)
    cost = max(shuffle.expected_cost(n, count, arguments), n * arguments.get("passes", 0))
    if (work := round(cost * shuffle.slowness)) > limits.draws:
        unit = f"draws or moves of {shuffle.name}{describe_weight(shuffle.slowness)}"
        raise TooMany("algorithm", work, unit, limits.draws, "MAX_DRAWS")
    return ShufflePlan(
        n=n,
        count=count,
        cost=cost,
        slowness=shuffle.slowness,
        size=size,
        shuffle=shuffle,
        arguments=arguments,
        fits_in_memory=n <= limits.shuffled,
    )
