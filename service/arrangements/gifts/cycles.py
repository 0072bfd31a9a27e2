"""Count and draw the cycles of a few items: each gives to one other, and all gifts together are one cycle.

A set of items is an integer: bit i stands for item i.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.rng.sources import WordSource
from ..bounded_attempts import list_bits

MAX_COUNTED = 16
"""FROZEN: cycles of all items are counted for lists of up to this number of items."""


class _Step(NamedTuple):
    """A step of a cycle to a receiver: the items that are left after it, and in how many ways the cycle goes on."""

    receiver: int
    others: int
    ways: int


@dataclass(frozen=True, eq=False)
class Cycles:
    """The cycles of all items, of up to `MAX_COUNTED`; `receivers` has the set of items that each may give to.

    A cycle begins and ends at item 0, so the set of the others that a cycle has still to pass has no bit for it: here
    bit i of such a set stands for item i + 1.
    """

    receivers: Sequence[int]

    @property
    def n(self) -> int:
        return len(self.receivers)

    @cached_property
    def total(self) -> int:
        """Return the number of cycles."""
        others = (1 << (self.n - 1)) - 1
        if not others:
            return self.receivers[0] & 1
        return sum(step.ways for step in self._list_steps(0, others))

    def _list_steps(self, giver: int, others: int) -> Iterator[_Step]:
        """Yield the steps from an item on to each of the `others` that it may give to, in ascending order."""
        for receiver in list_bits(self.receivers[giver] & (others << 1)):
            others_after = others ^ (1 << (receiver - 1))
            yield _Step(
                receiver, others_after, int(self._paths[receiver - 1, others_after])
            )

    def draw(self, source: WordSource) -> list[int]:
        """Return the receiver of each item in one of the cycles of all items, by its number among them.

        FROZEN: from item 0 on, the number tells the next receiver. The ways to go on from each are passed, in ascending
        order of receivers.
        """
        giver = 0
        others = (1 << (self.n - 1)) - 1
        receivers = [0] * self.n
        number = source.below(self.total)
        while others:
            for step in self._list_steps(giver, others):
                if number < step.ways:
                    break
                number -= step.ways
            receivers[giver] = step.receiver
            giver = step.receiver
            others = step.others
        return receivers

    @cached_property
    def _paths(self) -> NDArray[np.float64]:
        """Return for item y + 1, row y, the number of paths through each set, a column, to item 0 (Held and Karp 1962).

        Sets are filled by size, as a path through one goes on to an item of
        it and through all others. Paths of up to 16 items are fewer than 2^53, so they are exact. Three items who all
        give to each other: [[1, 0, 1, 1], [1, 1, 0, 1]].
        """
        size = self.n - 1
        receivers_of_others = self.receivers[1:]
        may_give = np.array(
            [
                [(receivers >> (z + 1)) & 1 for z in range(size)]
                for receivers in receivers_of_others
            ],
            float,
        )
        sets = np.arange(1 << size)
        sizes = sum(((sets >> bit) & 1 for bit in range(size)), np.zeros_like(sets))
        paths = np.empty((size, len(sets)))
        paths[:, 0] = [receivers & 1 for receivers in receivers_of_others]
        for number in range(1, size + 1):
            layer = np.flatnonzero(sizes == number)
            after = [
                np.where((layer >> z) & 1, paths[z].take(layer & ~(1 << z)), 0)
                for z in range(size)
            ]
            paths[:, layer] = may_give @ np.array(after)
        return paths
