"""Trials of one shuffle, drawn in chunks and counted in blocks.

Trials `index`, `index` + 1, … of one seed can run anywhere, in chunks of any size: the counts of the chunks add up to
the counts of all trials. Counts are integers only, and pass through JSON unchanged.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import reduce
from itertools import zip_longest
from operator import add
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import NDArray

from ..core.errors import Refused
from ..core.rng.streams import MAX_INDEX, Randomness
from ..core.shuffles.batches import Chunk, draw_chunks
from ..core.shuffles.samplers import Sampler
from ..core.work import Work
from .statistics import STATISTICS, Statistic, TrialBlock

MIN_ITEMS = 2
MAX_ITEMS = 512  # with more, the sum of squares of a block would exceed 64 bits; eight packs have 416
_BLOCK_CELLS = 2**17  # the arrays of a block then fit in the processor's cache


Histogram = tuple[int, ...]


@dataclass(frozen=True)
class Tally:
    """The sums and the histogram of one statistic over all trials."""

    total: Annotated[int, "Sum of the values"]
    squares: Annotated[int, "Sum of their squares"]
    histogram: Annotated[
        Histogram,
        "Number of trials with each value from 0 to n; empty if values may exceed n",
    ] = ()

    @classmethod
    def from_block(cls, statistic: Statistic, block: TrialBlock) -> Self:
        values = statistic.values(block)[: block.trials].astype(np.int64)
        histogram = (
            np.bincount(values, minlength=block.n + 1).tolist()
            if statistic.has_histogram
            else ()
        )
        return cls(int(values.sum()), int(values @ values), tuple(histogram))

    def __add__(self, other: Self) -> "Tally":
        histogram = zip_longest(self.histogram, other.histogram, fillvalue=0)
        return Tally(
            self.total + other.total,
            self.squares + other.squares,
            tuple(map(sum, histogram)),
        )


@dataclass(frozen=True, eq=False)
class Counts:
    """The counts of trials of a shuffle of n items.

    `positions[p, i]` is the number of trials that brought item i to position p.
    """

    n: Annotated[int, "Number of items"]
    trials: Annotated[int, "Number of trials"]
    draws: Annotated[int, "Draws of all trials"]
    positions: NDArray[np.int64]
    tallies: Annotated[Mapping[str, Tally], "Tallies by the name of the statistic"]

    @classmethod
    def from_block(cls, block: TrialBlock, draws: int) -> Self:
        """Return the counts of the trials in a block, which drew `draws` numbers.

        Raises `ValueError` if a trial did not give each item once.
        """
        trials = block.order[:, : block.trials]
        positions = np.array(
            [np.bincount(items, minlength=block.n) for items in trials]
        )
        if (positions.sum(axis=0) != block.trials).any():
            raise ValueError("Not every trial gave each item once.")
        tallies = {
            name: Tally.from_block(statistic, block)
            for name, statistic in STATISTICS.items()
        }
        return cls(block.n, block.trials, draws, positions, tallies)

    def __add__(self, other: Self) -> "Counts":
        if self.n != other.n:
            raise Refused(
                "n", f"Trials of {self.n} and of {other.n} items do not add up."
            )
        return Counts(
            self.n,
            self.trials + other.trials,
            self.draws + other.draws,
            self.positions + other.positions,
            {name: tally + other.tallies[name] for name, tally in self.tallies.items()},
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counts) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"positions": self.positions.tolist()}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Self:
        """Return the counts that `to_json` wrote. Raises `KeyError`, `TypeError` or `ValueError` for other values."""
        positions = np.array(record["positions"], np.int64).reshape(
            record["n"], record["n"]
        )
        tallies = {
            name: Tally(tally["total"], tally["squares"], tuple(tally["histogram"]))
            for name, tally in ((name, record["tallies"][name]) for name in STATISTICS)
        }
        return cls(record["n"], record["trials"], record["draws"], positions, tallies)


def run_trials(
    sampler: Sampler, randomness: Randomness, trials: int, work: Work | None = None
) -> Counts:
    """Draw `trials` results of a sampler and return their counts. Memory does not grow with `trials`.

    To count a pack of cards takes about as long as to draw it; the time grows with n², because of the inversions. Each
    trial counts as a step of `work`.
    Raises `Refused` as `check_trials` does.
    """
    check_trials(sampler, randomness, trials)
    return reduce(add, _count_blocks(sampler, randomness, trials, work))


def check_trials(sampler: Sampler, randomness: Randomness, trials: int) -> None:
    """Raise `Refused` unless `trials` ≥ 1, all of 2 to 512 items are drawn, and no index is above `MAX_INDEX`."""
    n = sampler.n
    if not MIN_ITEMS <= n <= MAX_ITEMS:
        raise Refused(
            "n", f"Trials are of {MIN_ITEMS} to {MAX_ITEMS} items, not of {n:,}."
        )
    if sampler.count != n:
        raise Refused(
            "count", "Trials are of whole permutations, not of their first items."
        )
    if trials < 1:
        raise Refused("trials", "At least one trial is needed.")
    if (randomness.index or 0) + trials - 1 > MAX_INDEX:
        raise Refused(
            "trials", f"The last trial would have an index above {MAX_INDEX:,}."
        )


def _count_blocks(
    sampler: Sampler, randomness: Randomness, trials: int, work: Work | None
) -> Iterator[Counts]:
    """Yield the counts of each block; a block has several chunks of results.

    With chunks of 400 results and blocks of at least 1,000, 2,500 trials are counted in blocks of 1,200, 1,200 and 100.
    """
    min_trials = max(_BLOCK_CELLS // sampler.n, sampler.n)
    block = TrialBlock(sampler.n, 1)  # used again by each block of as many trials
    trials_left = trials
    parts: list[Chunk] = []
    for chunk in draw_chunks(sampler, randomness, trials, work):
        parts.append(chunk)
        trials_left -= len(chunk.offsets)
        trials_of_block = sum(len(part.offsets) for part in parts)
        if trials_of_block < min_trials and trials_left:
            continue
        if block.trials != trials_of_block:
            block = TrialBlock(sampler.n, trials_of_block)
        block.fill([part.rows for part in parts])
        yield Counts.from_block(block, sum(part.draws for part in parts))
        parts = []
