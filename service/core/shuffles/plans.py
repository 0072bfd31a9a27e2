"""From what a request asks of a shuffle to a permutation of 0…n-1, within the limits that the operator set."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from service.core.errors import Refused, TooMany, UnsupportedParameter
from service.core.rng.sources import WordSource
from service.core.rng.streams import MAX_INDEX, Randomness, Reader
from service.core.shuffles.algorithms import Arguments, Shuffle, Together
from service.core.shuffles.catalogue import SHUFFLES

DEFAULT_SHUFFLE = next(iter(SHUFFLES))

MOST_IN_A_LIST = 2**17
"""Indices; more of them are an array, which takes a fifth of the memory."""


@dataclass(frozen=True)
class Limits:
    """How much one request may ask for."""

    items: int = 1_000_000  # in an answer
    streamed: int = 100_000_000  # in an answer that is sent as it is made
    shuffled: int = 1_000_000  # held in memory by a shuffle that needs its whole range
    draws: int = 5_000_000  # made, or places moved, for an answer that is not sent as it is made
    trials: int = 150_000_000  # draws made and items counted, for what is measured by experiment

    def allow(self, items: int, field: str = "count") -> None:
        """Raise `TooMany`, on account of that field, if an answer of so many items is too large."""
        if items > self.items:
            raise TooMany(field, items, "items", self.items, "MAX_ITEMS")

    def hold(self, n: int, field: str) -> None:
        """Raise `TooMany`, on account of that field, if so many items are more than a shuffle may hold."""
        if n > self.shuffled:
            raise TooMany(field, n, "items", self.shuffled, "MAX_SHUFFLED")


@dataclass(frozen=True, kw_only=True)
class Shuffling(Randomness):
    """What a request says of the shuffle: which one, with what of its own parameters, on which words."""

    algorithm: str | None = None
    arguments: Arguments = field(default_factory=dict)

    @property
    def shuffle(self) -> Shuffle:
        """The entry of the table that was asked for."""
        return SHUFFLES[self.algorithm or DEFAULT_SHUFFLE]

    @property
    def settled(self) -> Arguments:
        """The shuffle's own parameters, as given or by default. Raises `Refused` if one is not its own."""
        for name in self.arguments:
            if name not in self.shuffle.defaults:
                owners = (other.name for other in SHUFFLES.values() if name in other.defaults)
                raise UnsupportedParameter(self.shuffle.name, name, belongs_to=owners)
        return {**self.shuffle.defaults, **self.arguments}


@dataclass(slots=True)
class Permutation:
    """The first items of a permutation of 0…n-1 (a list, or for very many an array), and what it took.

    That is `draws`, out of so many `words`, of which `rejections` were drawn again.
    """

    indices: Sequence[int]
    draws: int
    words: int = 0
    rejections: int = 0

    @classmethod
    def taken(cls, take: Callable[[WordSource], Sequence[int]], reader: Reader) -> "Permutation":
        """What `take` draws of those words."""
        source = WordSource(reader)
        indices: Any = take(source)
        if len(indices) > MOST_IN_A_LIST:
            indices = np.asarray(indices, np.int64)
        elif isinstance(indices, np.ndarray):
            indices = indices.tolist()
        return cls(indices, source.draws, source.words, source.rejections)


@dataclass(slots=True)
class Plan:
    """What is to be drawn: within the limits, though not drawn yet.

    `take` draws `count` of 0…n-1 from a source, in about `work` draws or moves. `together`, where there is one, draws
    the same for many results at once. `size` is that of a result in items, where it is not `count`. Without `chance`
    the results are known beforehand.
    """

    randomness: Randomness
    n: int
    count: int
    work: float
    take: Callable[[WordSource], Sequence[int]]
    together: Together | None = None
    size: int = 0
    chance: bool = True

    def under(self, randomness: Randomness) -> "Plan":
        """The same on other words."""
        return Plan(randomness, self.n, self.count, self.work, self.take, self.together, self.size, self.chance)

    def draw(self, later: int = 0) -> Permutation:
        """The result asked for, or the one so many places later under the same seed."""
        return Permutation.taken(self.take, self.randomness.reader(later))

    def held(self, repeats: int | None, *, streamed: bool) -> float:
        """About how many items are in memory at a time for an answer with so many results (None: one)."""
        one = max(self.size or self.count, min(self.work, self.n))
        return one if repeats is None or streamed else one * repeats

    def allow(self, repeats: int, limits: Limits, *, streamed: bool) -> None:
        """Raise `Refused`, on account of `repeats`, if so many results are more than the limits allow."""
        items, work = max(self.size or self.count, 1) * repeats, round((self.work + _WORK_OF_A_RESULT) * repeats)
        if streamed and max(items, work) > limits.streamed:
            raise TooMany("repeats", max(items, work), "items or draws", limits.streamed, "MAX_STREAMED")
        if not streamed:
            limits.allow(items, "repeats")
            if work > limits.draws:
                raise TooMany("repeats", work, "draws or moves", limits.draws, "MAX_DRAWS")
        if (self.randomness.index or 0) + repeats - 1 > MAX_INDEX:
            raise Refused("repeats", f"The last result would have an index above {MAX_INDEX:,}.")


_WORK_OF_A_RESULT = 20  # draws: what the smallest result of a batch takes as long as
_LARGEST_TOGETHER = 4_096  # items: beyond, results in which a word is drawn again are no longer rare


def plan(n: int, asked: Shuffling, limits: Limits, count: int | None = None) -> Plan:
    """To draw the first `count` (all, if None) of 0…n-1 shuffled. Raises `Refused` where the limits are passed."""
    shuffle, arguments = asked.shuffle, asked.settled
    count = n if count is None else count
    if count > n:
        raise Refused("count", f"A count of {count:,} is more than there are: {n:,}.")
    limits.allow(count)
    if shuffle.sparse is None and n > limits.shuffled:
        others = " or ".join(other.name for other in SHUFFLES.values() if other.sparse)
        raise Refused(
            "algorithm",
            f"{shuffle.name} needs the whole range of {n:,} in memory; the limit here is {limits.shuffled:,} "
            f"(the operator's MAX_SHUFFLED). For a few items of a large range use {others} with a count.",
        )
    if (objection := shuffle.objects(n)) is not None:
        raise Refused("algorithm", objection)
    work = max(shuffle.expect(n, count, arguments), n * arguments.get("passes", 0))
    if work > limits.draws:
        raise TooMany("algorithm", round(work), f"draws or moves of {shuffle.name}", limits.draws, "MAX_DRAWS")
    held = n <= limits.shuffled
    return Plan(
        asked,
        n,
        count,
        work,
        take=lambda source: shuffle.order(n, source, count, arguments, held=held),
        together=None
        if shuffle.together is None or n > _LARGEST_TOGETHER
        else lambda sources: shuffle.orders(n, sources, count, arguments),
    )
