"""Strips of tickets for 90-ball bingo, drawn so that all strips are equally likely.

A ticket has one to three numbers of each column; its extras are the numbers beyond the first of a column.
docs/definitions/decks.md defines the draws, and docs/definitions/vectors.md says why they are uniform.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise, product

from ..core.rng.sources import Source, WordSource
from ..core.shuffles.registry import SHUFFLES
from ..core.shuffles.samplers import DEFAULT_SHUFFLE, Sampler

_ROWS = 3
_BLANK = 0
_STEPS = 5_000  # draws of fisher_yates that take as long as the 990 draws one by one; counted in MAX_DRAWS


@dataclass(frozen=True)
class StripFormat:
    """The rules of a strip: the numbers of each column, how many tickets, and how many numbers in each row."""

    columns: Sequence[range]
    tickets: int
    row: int

    @property
    def size(self) -> int:
        """The number of cells of a strip."""
        return self.tickets * _ROWS * len(self.columns)

    @property
    def extras(self) -> int:
        return _ROWS * self.row - len(self.columns)

    @cached_property
    def layouts(self) -> Sequence[Sequence[tuple[int, ...]]]:
        """The possible layouts of a ticket, listed by its number of columns with three numbers (0, 1, 2, …).

        A layout has, for each column with one number, the row of the number; then, for each column with two numbers,
        the empty row. Layouts are in lexicographic order.
        """
        return [self._list_layouts(threes) for threes in range(self.extras // 2 + 1)]

    def _list_layouts(self, threes: int) -> Sequence[tuple[int, ...]]:
        twos = self.extras - 2 * threes
        ones = len(self.columns) - threes - twos
        return [
            rows
            for rows in product(range(_ROWS), repeat=ones + twos)
            if all(
                threes + twos + rows[:ones].count(row) - rows[ones:].count(row)
                == self.row
                for row in range(_ROWS)
            )
        ]

    def draw_extras(self, source: Source) -> list[list[int]] | None:
        """Draw the number of extras in each column of each ticket; return None if the draws must start again."""
        labels = [
            column
            for column, numbers in enumerate(self.columns)
            for _ in numbers[self.tickets :]
        ]
        chances = [
            (3 * len(fewer), 4 * len(more)) for fewer, more in pairwise(self.layouts)
        ]
        tickets = []
        for position in range(len(labels)):
            if position % self.extras == 0:
                counts = [0] * len(self.columns)
                threes = 0
                tickets.append(counts)
            partner = position + source.below(len(labels) - position)
            column, labels[partner] = labels[partner], labels[position]
            counts[column] += 1
            if counts[column] == 2:
                bound, limit = chances[threes]
                threes += 1
                if source.below(bound) >= limit:
                    return None
            elif counts[column] > 2:
                return None
        return tickets

    def draw_rows(self, extras: Sequence[int], source: Source) -> list[list[int]]:
        """Draw the rows with a number in each column of a ticket, given its extras in each column, and return them."""
        layouts = self.layouts[extras.count(2)]
        layout = layouts[source.below(len(layouts))]
        single = iter(layout[: extras.count(0)])
        empty = iter(layout[extras.count(0) :])
        rows = []
        for extra in extras:
            if extra == 1:
                blank = next(empty)
                rows.append([row for row in range(_ROWS) if row != blank])
            else:
                rows.append(list(range(_ROWS)) if extra else [next(single)])
        return rows

    def draw(self, source: Source) -> list[int]:
        """Draw a strip and return its cells, ticket by ticket and row by row; a blank cell is 0."""
        while (extras := self.draw_extras(source)) is None:
            pass
        tickets = [self.draw_rows(ticket, source) for ticket in extras]
        width = len(self.columns)
        cells = [_BLANK] * self.size
        for column, numbers in enumerate(self.columns):
            order = SHUFFLES[DEFAULT_SHUFFLE].draw(
                len(numbers), source, len(numbers), {}
            )
            shuffled = (numbers[index] for index in order)
            for ticket, rows in enumerate(tickets):
                column_numbers = sorted(islice(shuffled, len(rows[column])))
                for row, number in zip(rows[column], column_numbers, strict=True):
                    cells[(ticket * _ROWS + row) * width + column] = number
        return cells


BINGO90 = StripFormat(
    columns=(
        range(1, 10),
        *(range(tens, tens + 10) for tens in range(10, 80, 10)),
        range(80, 91),
    ),
    tickets=6,
    row=5,
)
"""Source: the Ruby Quiz "Housie" by Brian Candler (ruby-talk 239542); bingorental.co.uk, 90 number bingo tickets."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class StripSampler(Sampler):
    """The sampler of a strip of six tickets."""

    def draw_from(self, source: WordSource) -> Sequence[int]:
        return BINGO90.draw(source)


STRIPS = StripSampler(n=BINGO90.size, count=BINGO90.size, steps=_STEPS)


def format_strip(cells: Sequence[int]) -> list[list[list[int | None]]]:
    """Return the tickets of a strip, each as three rows; a blank cell is None."""
    numbers = [cell or None for cell in cells]
    width = len(BINGO90.columns)
    rows = [numbers[start : start + width] for start in range(0, len(numbers), width)]
    return [rows[start : start + _ROWS] for start in range(0, len(rows), _ROWS)]
