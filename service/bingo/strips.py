"""Strips of tickets for 90-ball bingo, drawn so that all strips are equally likely.

A ticket has one to three numbers of each column; its extras are the numbers beyond the first of a column.
docs/definitions/decks.md defines the draws, and docs/definitions/vectors.md says why they are uniform. The algorithm is
our own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise, product
from typing import NamedTuple

from ..core.rng.sources import Source, WordSource
from ..core.shuffles.registry import DEFAULT_SHUFFLE, SHUFFLES
from ..core.shuffles.samplers import Sampler

_ROWS = 3
_BLANK = 0
_STEPS = 5_000  # draws of fisher_yates that take as long as the 990 draws one by one; counted in MAX_DRAWS


class _Chance(NamedTuple):
    """A chance of `kept` in `of`: a number drawn from 0 to `of` - 1 is below `kept`."""

    kept: int
    of: int


@dataclass(frozen=True)
class StripFormat:
    """The rules of a strip of tickets, each of three rows."""

    columns: Sequence[range]
    """The numbers of each column."""
    tickets: int
    row: int
    """How many numbers each row has; the remaining cells of the row are blank."""

    @property
    def size(self) -> int:
        """The number of cells of a strip."""
        return self.tickets * _ROWS * len(self.columns)

    @property
    def extras(self) -> int:
        """The number of extras of a ticket: the numbers beyond the first of each column."""
        return _ROWS * self.row - len(self.columns)

    @cached_property
    def layouts(self) -> Sequence[Sequence[tuple[int, ...]]]:
        """The possible layouts of a ticket, listed by its number of columns with three numbers (0, 1, 2, …).

        A layout has, for each column with one number, the row of the number; then, for each column with two numbers,
        the empty row. Layouts are in lexicographic order, which the definition of the draws fixes.
        """
        return [self._list_layouts(threes) for threes in range(self.extras // 2 + 1)]

    def _list_layouts(self, threes: int) -> Sequence[tuple[int, ...]]:
        """Return the layouts of a ticket with three numbers in `threes` columns, which give each row `self.row`."""
        twos = self.extras - 2 * threes
        ones = len(self.columns) - threes - twos
        full_columns = threes + twos  # with a number in each row, but for empty_rows
        layouts = []
        for rows in product(range(_ROWS), repeat=ones + twos):
            single_rows = rows[:ones]
            empty_rows = rows[ones:]
            if all(
                full_columns + single_rows.count(row) - empty_rows.count(row)
                == self.row
                for row in range(_ROWS)
            ):
                layouts.append(rows)
        return layouts

    @cached_property
    def _chances(self) -> Sequence[_Chance]:
        """The chance to keep a ticket that gets three numbers in one more column, by how many it had before.

        Such a ticket has another number of layouts, R(x) for x columns. The chance is 4 R(x) of 3 R(x - 1): with it all
        strips are equally likely (docs/definitions/vectors.md).
        """
        return [
            _Chance(4 * len(more), 3 * len(fewer))
            for fewer, more in pairwise(self.layouts)
        ]

    def draw_extras(self, source: Source) -> list[list[int]] | None:
        """Draw the number of extras, 0 to 2, in each column of each ticket; return None if the draws must start again.

        Each extra of the strip has a label, the number of its column. The labels are shuffled as by Fisher and Yates,
        and the tickets get them in turn. A third extra of a column is impossible, and a second is kept by chance. In
        90-ball bingo, a ticket of nine columns has six extras, such as [0, 1, 1, 0, 0, 1, 0, 2, 1].

        FROZEN: the numbers that are drawn, and their order (docs/definitions/decks.md).
        """
        labels = [
            column
            for column, numbers in enumerate(self.columns)
            for _ in numbers[self.tickets :]
        ]
        tickets = []
        for start in range(0, len(labels), self.extras):
            extras_by_column = [0] * len(self.columns)
            threes = 0  # columns with three numbers: two extras
            for position in range(start, start + self.extras):
                partner = position + source.below(len(labels) - position)
                column = labels[partner]
                labels[partner] = labels[position]
                extras_by_column[column] += 1
                if extras_by_column[column] > 2:
                    return None
                if extras_by_column[column] == 2:
                    chance = self._chances[threes]
                    threes += 1
                    if source.below(chance.of) >= chance.kept:
                        return None
            tickets.append(extras_by_column)
        return tickets

    def draw_rows(self, extras: Sequence[int], source: Source) -> list[list[int]]:
        """Draw the rows with a number in each column of a ticket, given its extras in each column, and return them.

        Extras [1, 0, 2] may return [[0, 2], [1], [0, 1, 2]]: the first column is empty in row 1.
        """
        layouts = self.layouts[extras.count(2)]
        layout = layouts[source.below(len(layouts))]
        single_rows = iter(layout[: extras.count(0)])
        empty_rows = iter(layout[extras.count(0) :])
        rows_by_column = []
        for extra in extras:
            if extra == 0:
                rows = [next(single_rows)]
            elif extra == 1:
                empty_row = next(empty_rows)
                rows = [row for row in range(_ROWS) if row != empty_row]
            else:
                rows = list(range(_ROWS))
            rows_by_column.append(rows)
        return rows_by_column

    def draw(self, source: Source) -> list[int]:
        """Draw a strip and return its cells, ticket by ticket and row by row; a blank cell is 0."""
        while (extras := self.draw_extras(source)) is None:
            pass
        # By ticket and column, the rows with a number.
        tickets = [self.draw_rows(ticket, source) for ticket in extras]
        cells = [_BLANK] * self.size
        for column, numbers in enumerate(self.columns):
            order = SHUFFLES[DEFAULT_SHUFFLE].draw(
                len(numbers), source, len(numbers), {}
            )
            shuffled_numbers = (numbers[index] for index in order)
            for ticket, rows_by_column in enumerate(tickets):
                rows = rows_by_column[column]
                ticket_numbers = sorted(islice(shuffled_numbers, len(rows)))
                for row, number in zip(rows, ticket_numbers, strict=True):
                    line = ticket * _ROWS + row
                    cells[line * len(self.columns) + column] = number
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
