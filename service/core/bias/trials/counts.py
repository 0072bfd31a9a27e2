"""Counts of trials of one shuffle, which do not depend on how the trials are divided.

Trials `index`, `index` + 1, … of one seed can be run anywhere, in chunks of any size: the sum of the counts of the
chunks is the counts of all trials. Counts are integers only, and pass through JSON unchanged.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from service.core.bias.trials.blocks import Block
from service.core.bias.trials.statistics import STATISTICS, Statistic
from service.core.errors import Refused


@dataclass(frozen=True)
class Tally:
    """The values of one statistic in all trials."""

    total: int = field(metadata={"description": "Sum of the values"})
    squares: int = field(metadata={"description": "Sum of their squares"})
    histogram: tuple[int, ...] = field(
        default=(),
        metadata={"description": "Number of trials with each value from 0 to n; empty if values may exceed n"},
    )

    @classmethod
    def from_block(cls, statistic: Statistic, block: Block) -> Self:
        """Return the tally of the trials of a block."""
        values = statistic.values(block)[: block.trials].astype(np.int64)
        histogram = np.bincount(values, minlength=block.n + 1).tolist() if statistic.has_histogram else ()
        return cls(int(values.sum()), int(values @ values), tuple(histogram))

    def __add__(self, other: Self) -> "Tally":
        histogram = zip_longest(self.histogram, other.histogram, fillvalue=0)
        return Tally(self.total + other.total, self.squares + other.squares, tuple(map(sum, histogram)))


@dataclass(frozen=True, eq=False)
class Counts:
    """The counts of trials of a shuffle of n items.

    `positions[p, i]` is the number of trials in which item i came to position p.
    """

    n: int = field(metadata={"description": "Number of items"})
    trials: int = field(metadata={"description": "Number of trials"})
    draws: int = field(metadata={"description": "Draws of all trials"})
    positions: NDArray[np.int64]
    tallies: Mapping[str, Tally] = field(metadata={"description": "Tallies by the name of the statistic"})

    @classmethod
    def from_block(cls, block: Block, draws: int) -> Self:
        """Return the counts of a block. Raises `ValueError` if its orders are not all permutations."""
        trials = block.order[:, : block.trials]
        positions = np.array([np.bincount(items, minlength=block.n) for items in trials])
        if (positions.sum(axis=0) != block.trials).any():
            raise ValueError("Not every trial gave each item once.")
        tallies = {name: Tally.from_block(statistic, block) for name, statistic in STATISTICS.items()}
        return cls(block.n, block.trials, draws, positions, tallies)

    def __add__(self, other: Self) -> "Counts":
        if self.n != other.n:
            raise Refused("n", f"Trials of {self.n} and of {other.n} items do not add up.")
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
        """Return the counts as JSON values."""
        tallies = {
            name: {"total": tally.total, "squares": tally.squares, "histogram": list(tally.histogram)}
            for name, tally in self.tallies.items()
        }
        return {
            "n": self.n,
            "trials": self.trials,
            "draws": self.draws,
            "positions": self.positions.tolist(),
            "tallies": tallies,
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Self:
        """Return the counts of a record of `to_json`. Raises `KeyError`, `TypeError` or `ValueError` for others."""
        positions = np.array(record["positions"], np.int64).reshape(record["n"], record["n"])
        tallies = {
            name: Tally(tally["total"], tally["squares"], tuple(tally["histogram"]))
            for name, tally in ((name, record["tallies"][name]) for name in STATISTICS)
        }
        return cls(record["n"], record["trials"], record["draws"], positions, tallies)
