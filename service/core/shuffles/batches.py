"""Batches: draw many results of one sampler; result i equals, bit for bit, the single result with `index` + i."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

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


class DrawnResults(NamedTuple):
    """Results that were drawn together."""

    rows: NDArray[Any]
    """A row of indices for each result."""
    costs: NDArray[np.int64]
    """Three rows, for the draws, words and rejected words, with a column for each result."""
    details: Sequence[Mapping[str, str]] = ()
    """The `details` of each result; () if the results of the sampler have none."""


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """Results of a response that are sent together, and what they cost together.

    A response may keep only some of the results that are drawn: of the offsets 0 to 4 perhaps 1 and 3.
    """

    offsets: Sequence[int]
    """The offset of each result that is kept from the index of the request, ascending."""
    end: int
    """The offset after the last result that was drawn, whether it is kept or not."""
    results_before: int
    """The number of results that the response has before this chunk."""
    rows: NDArray[Any]
    """A row of indices for each result."""
    draws: int
    words: int
    rejections: int
    """Rejected words."""
    details: Sequence[Mapping[str, str]] = ()
    """As in `DrawnResults`."""

    @property
    def ordinals(self) -> Sequence[int]:
        """Return the number of each result in the response, from 0."""
        return range(self.results_before, self.results_before + len(self.offsets))


def draw_chunks(
    sampler: Sampler, randomness: Randomness, repeats: int, work: Work | None = None
) -> Iterator[Chunk]:
    """Draw `repeats` results, and yield them in chunks of bounded memory and time; `work` counts their steps.

    Ten results in chunks of four have the offsets 0-3, 4-7 and 8-9. FREE: how many results a chunk has.
    """
    work = work or Work()
    if sampler.can_vectorize and repeats >= _MIN_VECTORIZED:
        draw = draw_vectorized
        results_in_memory = int(_MAX_VECTORIZED_STEPS // _steps_of_result(sampler))
        size = max(1, min(block_size(sampler), results_in_memory))
    else:
        draw = draw_singly
        size = chunk_size(sampler)
    for start in range(0, repeats, size):
        offsets = range(start, min(start + size, repeats))
        drawn = draw(sampler, randomness, offsets, work)
        draws, words, rejections = drawn.costs.sum(axis=1).tolist()
        yield Chunk(
            offsets=offsets,
            end=offsets.stop,
            results_before=start,
            rows=np.ascontiguousarray(drawn.rows),
            draws=draws,
            words=words,
            rejections=rejections,
            details=drawn.details,
        )
        del drawn  # before the next is drawn


def chunk_size(sampler: Sampler) -> int:
    """Return the number of results in a chunk, which bounds its memory; 1 if the time of a result is unknown."""
    if not sampler.is_certain:
        return 1
    results = int(_MAX_STEPS // _steps_of_result(sampler))
    return max(1, min(_MAX_RESULTS, results))


def _steps_of_result(sampler: Sampler) -> float:
    """Return the expected number of items or of draws in one result, whichever is larger, but at least 1."""
    return max(sampler.count, sampler.steps, 1)


def block_size(sampler: Sampler) -> int:
    """Return the number of results that are drawn together in the shortest time: their arrays stay in the cache."""
    results = sampler.block_items // max(sampler.count, 1)
    return min(_MAX_RESULTS, max(_MIN_VECTORIZED, results))


def draw_singly(
    sampler: Sampler, randomness: Randomness, offsets: range, work: Work
) -> DrawnResults:
    """Draw the results at the offsets, each by itself, and return them."""
    # An array takes a fifth of the memory of lists.
    rows = np.empty((len(offsets), sampler.count), np.int64)
    costs = np.empty((3, len(offsets)), np.int64)
    details = []
    for row, offset in enumerate(offsets):
        result = sampler.draw(randomness, offset, work)
        rows[row] = result.indices
        costs[:, row] = _cost(result)
        if result.details is not None:
            details.append(result.details)
    return DrawnResults(rows, costs, details)


def draw_vectorized(
    sampler: Sampler, randomness: Randomness, offsets: range, work: Work
) -> DrawnResults:
    """Draw the results at the offsets together, if `sampler.can_vectorize`, and return them as `draw_singly` does.

    The rows are a view of an array that has a row for each position. Each result counts as a step.

    FROZEN: if a word of a result is rejected, the result goes on with other words. So this result is drawn again by
    itself, and replaces its row.
    """
    work.spend(len(offsets))
    sources = VectorSource(partial(randomness.words, offsets), len(offsets))
    columns = sampler.draw_vectorized(sources)
    words = sources.draws + sources.wide_draws
    rejections = np.zeros_like(sources.draws)
    costs = np.array([sources.draws, words, rejections])
    for result in sources.rejected:
        single = sampler.draw(randomness, offsets[result])
        columns[:, result] = single.indices
        costs[:, result] = _cost(single)
    return DrawnResults(columns.T, costs)


def _cost(result: Permutation) -> tuple[int, int, int]:
    """Return the numbers of draws, words and rejected words."""
    return result.draws, result.words, result.rejections
