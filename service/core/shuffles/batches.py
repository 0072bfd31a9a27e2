"""Batches: result i of a batch is, bit for bit, the single result with `index` + i."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.rng.streams import Randomness
from service.core.shuffles.plans import Plan
from service.core.shuffles.vectorized import VectorSource

_MAX_RESULTS = 256  # the arrays for packs of cards then stay small enough to be reused again and again
_MAX_COST = 2**17  # items or draws in a chunk
_MIN_VECTORIZED = 8  # results; fewer are faster one after the other


@dataclass(frozen=True)
class Chunk:
    """Results of a batch: their offsets from the index, a row of indices for each, and what they took together."""

    offsets: Sequence[int]
    rows: NDArray[Any]
    draws: int
    words: int
    rejections: int

    @property
    def ordinals(self) -> Sequence[int]:
        """The numbers of the results in the response, from 0."""
        return self.offsets


def chunks(plan: Plan, randomness: Randomness, repeats: int) -> Iterator[Chunk]:
    """Yield the results of a batch in chunks whose memory and time are bounded whatever `repeats` is."""
    size = max(1, min(_MAX_RESULTS, int(_MAX_COST // max(plan.count, plan.cost, 1))))
    draw = _draw_vectorized if plan.can_vectorize and repeats >= _MIN_VECTORIZED else _draw_singly
    for start in range(0, repeats, size):
        yield draw(plan, randomness, range(start, min(start + size, repeats)))


def _draw_singly(plan: Plan, randomness: Randomness, offsets: range) -> Chunk:
    results = [plan.draw(randomness, offset) for offset in offsets]
    rows = np.array([result.indices for result in results], np.int64)  # a fifth of the memory of lists
    draws, words, rejections = (
        sum(getattr(result, name) for result in results) for name in ("draws", "words", "rejections")
    )
    return Chunk(offsets, rows, draws, words, rejections)


def _draw_vectorized(plan: Plan, randomness: Randomness, offsets: range) -> Chunk:
    sources = VectorSource(partial(randomness.words, offsets), len(offsets))
    rows = plan.draw_vectorized(sources).T.copy()
    rejections = 0
    for row in sources.rejected:
        single = plan.draw(randomness, offsets[row])
        rows[row], sources.draws[row] = single.indices, single.draws
        rejections += single.rejections
    draws = int(sources.draws.sum())
    return Chunk(offsets, rows, draws, draws + sources.wide_draws * len(offsets) + rejections, rejections)
