"""Batches: draw many results of one sampler; result i equals, bit for bit, the single result with `index` + i."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..rng.streams import Randomness
from ..work import Work
from .samplers import Permutation, Sampler
from .vectorized import VectorSource

_MAX_RESULTS = 1024  # packs of cards in a chunk: larger arrays do not stay in the cache
_MAX_STEPS = 2**17  # items or draws in a chunk
_MAX_VECTORIZED_STEPS = 2**22  # draws in a vectorized chunk
_MIN_VECTORIZED = 8  # results: fewer are faster one by one

Drawn = tuple[NDArray[Any], NDArray[np.int64]]


@dataclass(frozen=True)
class Chunk:
    """Consecutive results of a batch: their offsets from the index, a row of indices for each, and sums of costs."""

    offsets: Sequence[int]
    rows: NDArray[Any]
    draws: int
    words: int
    rejections: int

    @property
    def ordinals(self) -> Sequence[int]:
        """Return the number of each result in the response, from 0: it is the offset, as a batch skips no result."""
        return self.offsets


@dataclass(frozen=True)
class Matches(Chunk):
    """A chunk of what a search keeps, how many results it kept before, and how many candidates it has tried so far."""

    matches_before: int
    candidates: int

    @property
    def ordinals(self) -> Sequence[int]:
        """The numbers of the results in the response, from 0."""
        return range(self.matches_before, self.matches_before + len(self.offsets))


def chunks(
    sampler: Sampler, randomness: Randomness, repeats: int, work: Work | None = None
) -> Iterator[Chunk]:
    """Draw `repeats` results, and yield them in chunks of bounded memory and time; `work` counts their steps."""
    work = work or Work()
    steps = max(sampler.count, sampler.steps, 1)
    size = chunk_size(sampler)
    draw = draw_singly
    if sampler.can_vectorize and repeats >= _MIN_VECTORIZED:
        draw = draw_vectorized
        size = max(1, min(block_size(sampler), int(_MAX_VECTORIZED_STEPS // steps)))
    for start in range(0, repeats, size):
        offsets = range(start, min(start + size, repeats))
        rows, counts = draw(sampler, randomness, offsets, work)
        draws, words, rejections = counts.sum(axis=1).tolist()
        yield Chunk(offsets, np.ascontiguousarray(rows), draws, words, rejections)


def chunk_size(sampler: Sampler) -> int:
    """Return the number of results in a chunk, which bounds its memory; 1 if nobody knows how long a result takes."""
    return max(
        1,
        min(
            _MAX_RESULTS if sampler.is_certain else 1,
            int(_MAX_STEPS // max(sampler.count, sampler.steps, 1)),
        ),
    )


def block_size(sampler: Sampler) -> int:
    """Return the number of results that are drawn together in the shortest time: their arrays stay in the cache."""
    return min(
        _MAX_RESULTS, max(_MIN_VECTORIZED, sampler.block_items // max(sampler.count, 1))
    )


def draw_singly(
    sampler: Sampler, randomness: Randomness, offsets: range, work: Work
) -> Drawn:
    """Draw the results at the offsets, each by itself.

    Return a row of indices for each result, and three rows: the draws, words and rejected words of each result.
    """
    rows = np.empty(
        (len(offsets), sampler.count), np.int64
    )  # a fifth of the memory of lists
    counts = np.empty((3, len(offsets)), np.int64)
    for row, offset in enumerate(offsets):
        result = sampler.draw(randomness, offset, work)
        rows[row], counts[:, row] = result.indices, _cost(result)
    return rows, counts


def draw_vectorized(
    sampler: Sampler, randomness: Randomness, offsets: range, work: Work
) -> Drawn:
    """Draw the results at the offsets together, if `sampler.can_vectorize`, and return them as `draw_singly` does.

    The rows are a view of an array that has a row for each position. Each result counts as a step.
    """
    work.spend(len(offsets))
    sources = VectorSource(partial(randomness.words, offsets), len(offsets))
    columns = sampler.draw_vectorized(sources)
    counts = np.array(
        [
            sources.draws,
            sources.draws + sources.wide_draws,
            np.zeros_like(sources.draws),
        ]
    )
    for result in sources.rejected:
        single = sampler.draw(randomness, offsets[result])
        columns[:, result], counts[:, result] = single.indices, _cost(single)
    return columns.T, counts


def _cost(result: Permutation) -> tuple[int, int, int]:
    return result.draws, result.words, result.rejections
