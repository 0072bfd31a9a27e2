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
"""FROZEN: for lists of up to this number of items, cycles of all items are counted."""


class _Step(NamedTuple):
    """A step of a cycle to a receiver: the items left after the step, and the number of ways to go on from there."""

    receiver: int
    others: int
    ways: int


@dataclass(frozen=True, eq=False)
class Cycles:
    """The cycles of all items, up to `MAX_COUNTED`. `receivers` has, for each item, the set of items it may give to.

    A cycle begins and ends at item 0, so a set of items that a cycle has still to pass needs no bit for item 0: in such
    a set, bit i stands for item i + 1.
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
        """Yield the steps from `giver` to each of the `others` that it may give to, in ascending order."""
        for receiver in list_bits(self.receivers[giver] & (others << 1)):
            others_after = others ^ (1 << (receiver - 1))
            yield _Step(
                receiver, others_after, int(self._paths[receiver - 1, others_after])
            )

    def draw(self, source: WordSource) -> list[int]:
        """Return the receiver of each item in one of the cycles of all items, by its number among them.

        FROZEN: from item 0 on, the number decides the next receiver. Receivers are tried in ascending order, and each
        counts as many numbers as there are ways to go on from it.
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
        """Return the number of paths from item y + 1, in row y, through each set, in a column, to item 0.

        Sets are filled by size: a path through a set goes on to an item of the set, and then through all its other
        items (Held and Karp 1962). There are fewer than 2^53 paths of up to 16 items, so their numbers are exact. Three
        items that all give to each other: [[1, 0, 1, 1], [1, 1, 0, 1]].
        """
        size = self.n - 1
        receivers_of_others = self.receivers[1:]
        may_give = np.array(
            [
                [(receivers >> (receiver + 1)) & 1 for receiver in range(size)]
                for receivers in receivers_of_others
            ],
            float,
        )
        sets = np.arange(1 << size)
        sizes = sum(((sets >> bit) & 1 for bit in range(size)), np.zeros_like(sets))
        paths = np.empty((size, len(sets)))
        paths[:, 0] = [receivers & 1 for receivers in receivers_of_others]
        for number in range(1, size + 1):
            layer = np.flatnonzero(sizes == number)  # the sets of this size
            # By the next item, in each set: the paths through all its other items; 0 if the set lacks the next item.
            onward = [
                np.where((layer >> item) & 1, paths[item].take(layer & ~(1 << item)), 0)
                for item in range(size)
            ]
            paths[:, layer] = may_give @ np.array(onward)
        return paths
