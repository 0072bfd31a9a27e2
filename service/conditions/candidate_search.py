"""Search the deals of successive indices, the candidates, for deals that fulfil a condition."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.errors import Refused
from ..core.limits import OperatorLimit, TooMany
from ..core.rng.streams import MAX_INDEX, Randomness
from ..core.shuffles.batches import (
    Chunk,
    block_size,
    chunk_size,
    draw_singly,
    draw_vectorized,
)
from ..core.shuffles.samplers import Sampler
from ..core.shuffles.vectorized import smallest_dtype
from ..core.work import TooSlow, Work
from ..games.dealing import AnyDeals
from .candidate_work import measure_candidate
from .compiled import Evaluator
from .condition import Condition, list_leaves
from .predicates import HandShape

# FREE: the sizes of blocks, which are candidates that are tried together. Any sizes find the same deals.
_MAX_BLOCK_CANDIDATES = 2**13
_MAX_BLOCK_BYTES = 2**20  # of their orders
_MAX_BLOCK_DRAWS = 2**18
"""Draws of fisher_yates, which take as long as their deals and conditions."""
_FIRST_CANDIDATES = 64


DEFAULT_CANDIDATES = 100_000
_DRAWS_PER_CANDIDATE = 3
"""Draws of fisher_yates: if a candidate takes longer, a search has fewer candidates than MAX_CANDIDATES."""

# Memory: a table of shapes has cells of one byte.
_BYTES_PER_LABEL = 64
_BYTES_PER_PATTERN = 192


class _Block(NamedTuple):
    """Candidates that were tried together. Orders and costs have columns, as in `DrawnColumns`."""

    offsets: range
    rows: NDArray[Any]
    costs: NDArray[np.int64]
    matches: NDArray[np.intp]
    """The columns of the candidates that match, ascending."""

    def list_chunks(
        self, max_matches: int, found: int, repeats: int
    ) -> Iterator[Chunk]:
        """Yield chunks of up to `max_matches`, or an empty chunk; earlier blocks had `found` matches.

        All blocks together have no more than `repeats` matches. The last chunk has tried all candidates, unless it
        completes the `repeats` matches. If the columns 2 and 6 of a block from 64 on match, and 1 of 2 matches was
        found before, the chunk has the offsets [66] after 67 candidates.
        """
        matches = self.matches[: repeats - found]
        for start in range(0, max(len(matches), 1), max_matches):
            columns = matches[start : start + max_matches]
            is_last = start + max_matches >= len(matches)
            goes_on = is_last and found + len(matches) < repeats
            tried = len(self.offsets) if goes_on else int(columns[-1]) + 1
            draws, words, rejections = self.costs[:, columns].sum(axis=1).tolist()
            yield Chunk(
                offsets=(columns + self.offsets.start).tolist(),
                end=self.offsets.start + tried,
                results_before=found + start,
                rows=self.rows[:, columns].T.astype(np.int64, order="C"),
                draws=draws,
                words=words,
                rejections=rejections,
            )


@dataclass(frozen=True, eq=False)
class Search:
    """A search for deals that fulfil a condition, among at most `max_candidates` deals."""

    evaluator: Evaluator
    max_candidates: int
    estimated_draws: float
    """The time for all candidates, in draws of fisher_yates."""
    first_board: int | None = None
    """The board of the first candidate; it decides who gets the first card. None stands for the index + 1."""

    @property
    def cache_size(self) -> int:
        """The memory of the condition and its deals, as the number of labels of cards that take as much."""
        predicates = [leaf.predicate for leaf in list_leaves(self.evaluator.condition)]
        bytes_of_shapes = sum(
            shape.cells + _BYTES_PER_PATTERN * len(shape.patterns)
            for shape in predicates
            if isinstance(shape, HandShape)
        )
        labels = self.evaluator.deals.size * (1 + len(predicates))
        return labels + bytes_of_shapes // _BYTES_PER_LABEL

    def check(self, randomness: Randomness) -> None:
        """Raise `Refused`, naming `max_candidates`, if the last candidate would have an index above `MAX_INDEX`."""
        if (randomness.index or 0) + self.max_candidates - 1 > MAX_INDEX:
            raise Refused(
                "max_candidates",
                f"The last candidate would have an index above {MAX_INDEX:,}.",
            )

    def find(
        self, sampler: Sampler, randomness: Randomness, repeats: int, work: Work
    ) -> Iterator[Chunk]:
        """Try the candidates, and yield matching deals in chunks until there are `repeats` or no candidate is left.

        Candidates are drawn and evaluated in blocks; each is four times as large as the block before, up to a limit. So
        the first match comes soon, and a search for a rare match takes few blocks. A chunk may be empty, to report how
        many candidates were tried. Each candidate counts as a step of `work`. Raises `Refused`, naming
        `max_candidates`, if the machine is too slow for all candidates.

        If the candidates 3 and 70 match and `repeats` is 2, yield a chunk with the offsets [3] after 64 candidates, and
        a chunk with [70] after 71.
        """
        first_board = self.first_board
        if first_board is None:
            first_board = (randomness.index or 0) + 1
        match_count = 0
        tried_count = 0
        size = _FIRST_CANDIDATES
        most_in_block = self._limit_block(sampler)
        while match_count < repeats and tried_count < self.max_candidates:
            size = min(size, most_in_block, self.max_candidates - tried_count)
            offsets = range(tried_count, tried_count + size)
            drawn = _draw_block(sampler, randomness, offsets, work)
            flags = self.evaluator.matches(drawn.orders, first_board + tried_count)
            block = _Block(offsets, drawn.orders, drawn.costs, np.flatnonzero(flags))
            yield from block.list_chunks(chunk_size(sampler), match_count, repeats)
            match_count += len(block.matches)
            tried_count += size
            size *= 4

    def _limit_block(self, sampler: Sampler) -> int:
        """Return the most candidates that are tried together, one or more."""
        bytes_of_order = smallest_dtype(sampler.n).itemsize * sampler.count
        by_memory = _MAX_BLOCK_BYTES // max(bytes_of_order, 1)
        draws_at_once = _MAX_BLOCK_DRAWS * self.max_candidates
        by_time = int(draws_at_once / max(self.estimated_draws, 1))
        return max(1, min(_MAX_BLOCK_CANDIDATES, by_memory, by_time))

    def summarize(
        self,
        offsets: Sequence[int],
        candidates: int,
        randomness: Randomness,
        repeats: int,
    ) -> dict[str, Any]:
        """Return a response's members about the search; with a seed, also the indices of the matches and the next."""
        summary = {
            "max_candidates": self.max_candidates,
            "candidates": candidates,
            "complete": len(offsets) == repeats,
        }
        if randomness.seed is None:
            return summary
        index = randomness.index or 0
        return summary | {
            "matches": [index + offset for offset in offsets],
            "next": index + candidates,
        }


def prepare_search(
    condition: Condition,
    deals: AnyDeals,
    sampler: Sampler,
    requested: int | None,
    most_candidates: OperatorLimit,
    first_board: int | None = None,
) -> Search:
    """Return the search for deals of a sampler that fulfil a condition, among `requested` candidates (None: a default).

    Raises `TooMany` for more candidates than the limit `most_candidates`. The limit is lower for deals that take many
    draws or depend on faces, and for conditions that take longer than the draws.
    """
    draws_of_candidate = measure_candidate(condition, deals, sampler)
    most = most_candidates.number
    by_time = int(most * _DRAWS_PER_CANDIDATE / draws_of_candidate)
    limit = max(1, min(most, by_time))
    if requested is not None and requested > limit:
        fewer = _FEWER if limit < most else ""
        raise TooMany(
            "max_candidates",
            requested,
            "candidates",
            most_candidates._replace(number=limit),
            f"{fewer}{_GO_ON}",
        )
    candidates = min(DEFAULT_CANDIDATES, limit) if requested is None else requested
    return Search(
        Evaluator(condition, deals),
        candidates,
        estimated_draws=candidates * draws_of_candidate,
        first_board=first_board,
    )


_FEWER = "Deals and conditions that take longer have fewer. "
_TOO_SLOW = "This machine takes too long for so many candidates; give at most {:,}."
_GO_ON = "Go on from `next` with another request."


class DrawnColumns(NamedTuple):
    """Results that were drawn together, as arrays with a column for each result."""

    orders: NDArray[Any]
    """A row of indices for each position."""
    costs: NDArray[np.int64]
    """Three rows, for the draws, words and rejected words."""


def _draw_block(
    sampler: Sampler, randomness: Randomness, block: range, work: Work
) -> DrawnColumns:
    """Draw the candidates of a block. Raises `Refused`, with how many were tried, if this machine takes too long."""
    try:
        return draw_columns(sampler, randomness, block, work)
    except TooSlow:
        raise Refused(
            "max_candidates", f"{_TOO_SLOW.format(block.start)} {_GO_ON}"
        ) from None


def draw_columns(
    sampler: Sampler, randomness: Randomness, offsets: range, work: Work
) -> DrawnColumns:
    """Draw the results at the offsets, and return them as columns."""
    draw = draw_vectorized if sampler.can_vectorize else draw_singly
    step = block_size(sampler)
    orders = np.empty((sampler.count, len(offsets)), smallest_dtype(sampler.n))
    costs = np.empty((3, len(offsets)), np.int64)
    for start in range(0, len(offsets), step):
        block = slice(start, start + step)
        drawn = draw(sampler, randomness, offsets[block], work)
        orders[:, block] = drawn.rows.T
        costs[:, block] = drawn.costs
    return DrawnColumns(orders, costs)
