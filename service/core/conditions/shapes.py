"""The predicate of shapes: the lengths of a hand in the four suits."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.conditions.predicates import Cards, Masks, cost_of_masks, count_bits, to_words


@dataclass(frozen=True)
class HandShape:
    """Whether the lengths of a hand in the suits fit one of the patterns: 1 or 0.

    `suits` are the cards of each suit. A pattern has a length for each suit, None for any.
    """

    suits: tuple[frozenset[int], ...]
    patterns: frozenset[tuple[int | None, ...]]

    def value(self, cards: Sequence[int]) -> int:
        """Return whether some cards have one of the shapes."""
        lengths = [sum(card in suit for card in cards) for suit in self.suits]
        return int(any(_fits(pattern, lengths) for pattern in self.patterns))

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return whether the cards of many deals have one of the shapes."""
        code = np.zeros(len(masks[0]), np.intp)
        for suit, steps in zip(self.suits, self._steps, strict=True):
            code += steps[count_bits(masks, to_words(suit))]
        return self._table[code]

    @cached_property
    def _lengths(self) -> Sequence[Sequence[int]]:
        """The lengths of each suit that are in a pattern, in ascending order."""
        columns = zip(*self.patterns, strict=True)
        return [sorted({length for length in column if length is not None}) for column in columns]

    @property
    def cells(self) -> int:
        """The number of combinations of lengths in the table, each of which takes a byte."""
        return prod([len(lengths) + 1 for lengths in self._lengths])

    @cached_property
    def _steps(self) -> Sequence[NDArray[np.intp]]:
        """For each suit the number that a length adds to an index of `_table`; a length in no pattern adds 0."""
        steps, unit = [], 1
        for suit, lengths in zip(self.suits, self._lengths, strict=True):
            steps.append(np.zeros(len(suit) + 1, np.intp))
            for number, length in enumerate(lengths, start=1):
                steps[-1][length : length + 1] = unit * number
            unit *= len(lengths) + 1
        return steps

    @cached_property
    def _table(self) -> NDArray[np.uint8]:
        """The values of all combinations of lengths, where all lengths that are in no pattern count as one."""
        table = np.zeros([len(lengths) + 1 for lengths in self._lengths], np.uint8)
        for pattern in self.patterns:
            table[
                tuple(
                    slice(None) if length is None else lengths.index(length) + 1
                    for length, lengths in zip(pattern, self._lengths, strict=True)
                )
            ] = 1
        return table.reshape(-1, order="F")

    @cached_property
    def cost(self) -> int:
        """The number of draws that take as long."""
        return cost_of_masks(map(to_words, self.suits)) + 2

    def bounds(self, known: Cards, others: Cards, count: int) -> tuple[int, int]:
        """Return whether one of the patterns stands for any lengths, and whether one of them is possible."""
        ranges = []
        for suit in self.suits:
            length = sum(card in suit for card in known)
            ranges.append(range(length, length + sum(card in suit for card in others) + 1))
        without_suit = sum(not any(card in suit for suit in self.suits) for card in others)
        may_fit = any(_may_fit(pattern, ranges, count, without_suit) for pattern in self.patterns)
        return int((None,) * len(self.suits) in self.patterns), int(may_fit)


def _fits(pattern: Sequence[int | None], lengths: Sequence[int]) -> bool:
    return all(wanted in {None, length} for wanted, length in zip(pattern, lengths, strict=True))


def _may_fit(pattern: Sequence[int | None], lengths: Sequence[range], count: int, without_suit: int) -> bool:
    """Return whether `count` cards more, of which up to `without_suit` have no suit, can make the lengths fit."""
    needed, free = 0, without_suit
    for wanted, possible in zip(pattern, lengths, strict=True):
        if wanted is None:
            free += len(possible) - 1
        elif wanted not in possible:
            return False
        else:
            needed += wanted - possible.start
    return needed <= count <= needed + free


def in_any_order(pattern: Sequence[int | None]) -> set[tuple[int | None, ...]]:
    """Return a pattern with its lengths in every order of the suits."""
    return set(permutations(pattern))
