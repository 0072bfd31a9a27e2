"""Samplers, which draw random indices for a request; ../shuffle_requests.py makes those of shuffles."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import Refused
from ..limits import Limits, TooMany
from ..rng.sources import WordSource
from ..rng.streams import MAX_INDEX, Randomness, keyed, read_fresh, sd1_key
from ..work import Work
from .shuffle import BLOCK_ITEMS, Arguments, PartialShuffle, Shuffle
from .vectorized import VectorSource

MAX_LIST = 2**15
"""A result of up to this many indices is a list; a longer result is an array, which takes a fifth of the memory."""

# FROZEN: both are counted in MAX_DRAWS and MAX_STREAMED (docs/reference.md, Limits).
_STEPS_OF_A_SINGLE = 60
"""How many draws take as long as beginning a result that is drawn by itself."""
_STEPS_OF_A_RESULT = 20
"""How many draws take as long as the smallest result of a batch."""

_MAX_VECTORIZED = 4_096
"""The most items that are shuffled together with others: in larger results a rejected word is not rare."""


@dataclass(slots=True)
class Permutation:
    """A result of a sampler, and the numbers of draws, words and rejected words behind it.

    The `indices` of a shuffle are the first items of a permutation of 0…n-1; another sampler has its own integers.
    `indices` is a list, or an array for more than `MAX_LIST` items.
    """

    indices: Sequence[int]
    draws: int
    words: int = 0
    rejections: int = 0
    details: Mapping[str, str] | None = None
    """Members of a response that say how this result was drawn: {"drawn_by": "counting"}; None for most samplers."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Sampler(ABC):
    """Draws results of `count` integers; subclasses say how. Whoever makes a sampler checks the operator's limits.

    The integers are items 0…n-1, unless a subclass says what else they mean.

    The fields except `n` and `count` only say how long a draw takes: no result depends on them.
    """

    n: int
    """The items that a result is drawn from."""
    count: int
    """The integers in a result."""
    steps: float
    """The expected draws or moves of a result."""
    slowness: int = 1
    """The time of a step, relative to a step of fisher_yates."""
    block_items: int = BLOCK_ITEMS
    """The total items of results that are drawn together: this many stay in the cache."""
    size: int = 0
    """The items in a result, or 0 if there are `count`."""
    is_certain: bool = True
    """Whether a result ends after about `steps` steps."""

    @property
    def items_of_result(self) -> int:
        """Return the number of items in a result: its `size`, or `count` if `size` is 0."""
        return self.size or self.count

    @property
    def work(self) -> float:
        """Return the time of one result, in draws of fisher_yates, but at least the number of its items."""
        return max(self.items_of_result, self.steps * self.slowness)

    @property
    def held_items(self) -> int:
        """Return the items that are in memory for one result."""
        return self.items_of_result

    @property
    def is_random(self) -> bool:
        """Return whether results depend on the random words."""
        return True

    @property
    def can_vectorize(self) -> bool:
        return False

    @abstractmethod
    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return the indices of one result, drawn from a source of random integers."""

    def draw_within(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return the indices as `draw_from` does; a sampler that is not certain counts its steps."""
        work.spend(self.work)
        return self.draw_from(source)

    def describe_work(self, _work: Work) -> Mapping[str, Any]:
        """Return members that say how much work the results took, for a response that is no stream."""
        return {}

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        """Draw many results; return a row for each position and a column for each result. Only if `can_vectorize`."""
        raise NotImplementedError

    def draw(
        self, randomness: Randomness, offset: int = 0, work: Work | None = None
    ) -> Permutation:
        """Draw one result from fresh random bytes, or from the seed of `randomness` at its index plus `offset`."""
        if randomness.seed is None:
            return self.draw_permutation(WordSource(read_fresh), work)
        reader = keyed(sd1_key(randomness.seed), (randomness.index or 0) + offset)
        return self.draw_permutation(WordSource(reader), work)

    def draw_permutation(
        self, source: WordSource, work: Work | None = None
    ) -> Permutation:
        """Draw one result from a source, and return it; `work` counts its steps."""
        indices = self.draw_within(source, work) if work else self.draw_from(source)
        return build_permutation(indices, source)

    def check_batch(
        self, randomness: Randomness, repeats: int, limits: Limits, *, is_streamed: bool
    ) -> None:
        """Raise `Refused`, naming `repeats`, if a batch exceeds the limits, or an index would exceed `MAX_INDEX`."""
        steps_to_begin = 0 if self.can_vectorize else _STEPS_OF_A_SINGLE
        steps_of_result = self.work + steps_to_begin + _STEPS_OF_A_RESULT
        steps = round(steps_of_result * repeats)
        clause = describe_slowness(self.slowness)
        if is_streamed:
            if steps > limits.streamed.number:
                unit = f"items or draws{clause}"
                raise TooMany("repeats", steps, unit, limits.streamed)
        else:
            items = max(self.items_of_result, 1) * repeats
            limits.check_items(items, "repeats")
            if steps > limits.draws.number:
                unit = f"draws or moves{clause}"
                raise TooMany("repeats", steps, unit, limits.draws)
        last_index = (randomness.index or 0) + repeats - 1
        if last_index > MAX_INDEX:
            raise Refused(
                "repeats", f"The last result would have an index above {MAX_INDEX:,}."
            )


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class ShuffleSampler(Sampler):
    """Draws the first `count` of n shuffled items. `fits_in_memory` says whether all n items may be held at once."""

    shuffle: Shuffle
    arguments: Arguments
    fits_in_memory: bool = True

    @property
    def held_items(self) -> int:
        if isinstance(self.shuffle, PartialShuffle):
            return self.items_of_result
        return max(self.items_of_result, self.n)

    @property
    def can_vectorize(self) -> bool:
        return self.shuffle.vectorized is not None and self.n <= _MAX_VECTORIZED

    def draw_from(self, source: WordSource) -> Sequence[int]:
        return self.shuffle.draw(
            self.n,
            source,
            self.count,
            self.arguments,
            fits_in_memory=self.fits_in_memory,
        )

    def draw_vectorized(self, sources: VectorSource) -> NDArray[Any]:
        return self.shuffle.draw_vectorized(self.n, sources, self.count, self.arguments)


def describe_slowness(slowness: int) -> str:
    """Return the clause of an error message which says that each draw counts `slowness` times; "" for 1."""
    if slowness == 1:
        return ""
    return f", each counted {slowness} times as it takes longer"


def build_permutation(
    indices: Any, source: WordSource, details: Mapping[str, str] | None = None
) -> Permutation:
    """Return a result with its indices, with the numbers of draws and words that its source counted, and with details.

    `indices` are a list or an array of any length, and become what `Permutation` has.
    """
    if len(indices) > MAX_LIST:
        indices = np.asarray(indices, np.int64)
    elif isinstance(indices, np.ndarray):
        indices = indices.tolist()
    words = source.words
    return Permutation(
        indices,
        source.draws,
        words,
        rejections=words - source.draws - source.wide_draws,
        details=details,
    )
