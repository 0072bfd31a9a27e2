"""What trials of one shuffle add up to: a record that is the same however the trials were divided.

Trials `index`, `index` + 1, … of one seed may be made anywhere, in windows of any size; the sum of the counts of the
windows is the counts of all. It is made of whole numbers only and goes through JSON unchanged.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from service.core.bias.trials.blocks import Block
from service.core.bias.trials.statistics import STATISTICS, Statistic
from service.core.errors import Refused


@dataclass(frozen=True)
class Tally:
    """One statistic over all trials: the sum of its values and of their squares.

    `histogram` says how often each value from 0 to n came up; it is empty for a statistic that goes beyond n.
    """

    total: int
    squares: int
    histogram: tuple[int, ...] = ()

    @classmethod
    def of(cls, statistic: Statistic, block: Block) -> Self:
        """Over the trials of a block."""
        values = statistic.values(block)[: block.trials].astype(np.int64)
        histogram = np.bincount(values, minlength=block.n + 1).tolist() if statistic.narrow else ()
        return cls(int(values.sum()), int(values @ values), tuple(histogram))

    def __add__(self, other: Self) -> "Tally":
        histogram = zip_longest(self.histogram, other.histogram, fillvalue=0)
        return Tally(self.total + other.total, self.squares + other.squares, tuple(map(sum, histogram)))


@dataclass(frozen=True, eq=False)
class Counts:
    """What some trials of a shuffle of n items add up to.

    `positions[p, i]` says how often item i came to place p; `tallies` has one of each of the `STATISTICS`; `draws` is
    the draws of all trials.
    """

    n: int
    trials: int
    draws: int
    positions: NDArray[np.int64]
    tallies: Mapping[str, Tally]

    @classmethod
    def of(cls, block: Block, draws: int) -> Self:
        """The trials of a block. Raises `ValueError` if what is in there are not permutations."""
        trials = block.order[:, : block.trials]
        positions = np.array([np.bincount(items, minlength=block.n) for items in trials])
        if (positions.sum(axis=0) != block.trials).any():
            raise ValueError("Not every trial gave each item once.")
        tallies = {name: Tally.of(statistic, block) for name, statistic in STATISTICS.items()}
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
        return isinstance(other, Counts) and self.as_json() == other.as_json()

    __hash__ = None  # type: ignore[assignment]

    def as_json(self) -> dict[str, Any]:
        """The record in what JSON can say."""
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
        """The record back from it. Raises `KeyError`, `TypeError` or `ValueError` if it is none."""
        positions = np.array(record["positions"], np.int64).reshape(record["n"], record["n"])
        tallies = {
            name: Tally(found["total"], found["squares"], tuple(found["histogram"]))
            for name, found in ((name, record["tallies"][name]) for name in STATISTICS)
        }
        return cls(record["n"], record["trials"], record["draws"], positions, tallies)
