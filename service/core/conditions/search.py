"""Search the plain deals of successive indices for those that fulfil a condition."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.conditions.compiled import Evaluator
from service.core.rng.streams import Randomness
from service.core.shuffles.plans import Plan
from service.core.shuffles.vectorized import VectorSource

_BLOCK = 1024  # results that are drawn together: their arrays stay in the cache
_MAX_CANDIDATES = 2**14  # that are looked at together
_MAX_ITEMS = 2**20


@dataclass(frozen=True)
class Matches:
    """The deals that were found in a range of candidates: their offsets from the index, and a row of indices for each.

    `draws`, `words` and `rejections` are those of the deals that were found. `candidates` counts all that were looked
    at from the first one on.
    """

    offsets: tuple[int, ...]
    rows: NDArray[Any]
    draws: int
    words: int
    rejections: int
    candidates: int


@dataclass(frozen=True, eq=False)
class Search:
    """A search for deals that fulfil a condition, among at most `max_candidates` of them.

    `first` returns the number of the result at an offset: it decides who gets the first card in a game with boards.
    """

    evaluator: Evaluator
    max_candidates: int

    def find(self, plan: Plan, randomness: Randomness, first: int, repeats: int) -> Iterator[Matches]:
        """Yield the matching deals as they are found, until there are `repeats` or no candidate is left.

        `first` is the number of the first candidate. A yield may have no deal: it says how far the search is.
        """
        found = looked_at = 0
        size = 64
        limit = max(1, min(_MAX_CANDIDATES, _MAX_ITEMS // max(plan.count, 1)))
        while found < repeats and looked_at < self.max_candidates:
            size = min(size, limit, self.max_candidates - looked_at)
            rows, draws = draw_columns(plan, randomness, range(looked_at, looked_at + size))
            at = np.flatnonzero(self.evaluator.matches(rows, first + looked_at))[: repeats - found]
            found += len(at)
            candidates = looked_at + (int(at[-1]) + 1 if found == repeats else size)
            offsets = tuple((at + looked_at).tolist())
            taken = int(draws[at].sum())
            yield Matches(offsets, rows[:, at].T.astype(np.int64, order="C"), taken, taken, 0, candidates)
            looked_at += size
            size *= 4


def draw_columns(plan: Plan, randomness: Randomness, offsets: range) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the results at many offsets, a row for each position and a column for each, and the draws of each."""
    if not plan.can_vectorize:
        singles = [plan.draw(randomness, offset) for offset in offsets]
        return np.array([single.indices for single in singles]).T, np.array([single.draws for single in singles])
    blocks = [
        _draw_block(plan, randomness, range(start, min(start + _BLOCK, offsets.stop)))
        for start in range(offsets.start, offsets.stop, _BLOCK)
    ]
    if len(blocks) == 1:
        return blocks[0]
    return np.concatenate([rows for rows, _ in blocks], axis=1), np.concatenate([draws for _, draws in blocks])


def _draw_block(plan: Plan, randomness: Randomness, offsets: range) -> tuple[NDArray[Any], NDArray[np.int64]]:
    sources = VectorSource(partial(randomness.words, offsets), len(offsets))
    rows = plan.draw_vectorized(sources)
    for column in sources.rejected:
        single = plan.draw(randomness, offsets[column])
        rows[:, column], sources.draws[column] = single.indices, single.draws
    return rows, sources.draws
