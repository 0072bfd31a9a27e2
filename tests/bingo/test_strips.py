"""Strips for 90-ball bingo: every strip is valid, and all are equally likely, by enumeration."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain, product
from math import factorial, prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.bingo.strips import BINGO90, STRIPS, StripFormat, format_strip
from service.core.rng.scripted import enumerate_draws
from service.core.rng.sources import Source
from service.core.rng.streams import Randomness
from tests.tables import for_each

Matrix = tuple[tuple[int, ...], ...]
Cells = tuple[int, ...]
Layout = tuple[Cells, Cells, Cells]
"""Which cells of the three rows of a ticket have a number: 1, or 0 for none."""

SMALL = StripFormat(columns=(range(1, 5), range(5, 9), range(9, 13)), tickets=2, row=2)
UNEVEN = StripFormat(columns=(range(1, 4), range(4, 8), range(8, 13)), tickets=2, row=2)
ONE_IN_A_ROW = StripFormat(columns=(range(1, 4), range(4, 7)), tickets=2, row=1)
THREE_TICKETS = StripFormat(columns=(range(1, 5), range(5, 10)), tickets=3, row=1)


def layouts_by_cells(counts: Sequence[int], row: int) -> list[Layout]:
    """Return every choice of the cells of a ticket that has some numbers in each column and `row` in each row."""
    rows = {cells for cells in product((0, 1), repeat=len(counts)) if sum(cells) == row}
    layouts = []
    for first, second in product(rows, rows):
        columns = zip(counts, first, second, strict=True)
        last = tuple(count - upper - middle for count, upper, middle in columns)
        if last in rows:
            layouts.append((first, second, last))
    return layouts


def list_matrices(rules: StripFormat) -> set[Matrix]:
    """Return every possible number of extras in each column of each ticket."""
    tickets = [
        row
        for row in product(range(3), repeat=len(rules.columns))
        if sum(row) == rules.extras
    ]
    extras = [len(numbers) - rules.tickets for numbers in rules.columns]
    matrices = set()
    for matrix in product(tickets, repeat=rules.tickets):
        columns = zip(*matrix, strict=True)
        if [sum(column) for column in columns] == extras:
            matrices.add(matrix)
    return matrices


def count_strips(rules: StripFormat, matrix: Matrix) -> int:
    """Return the number of strips with some extras: ways to deal out the numbers of each column, times layouts."""
    strips = 1
    for column, numbers in enumerate(rules.columns):
        orders = [factorial(1 + ticket[column]) for ticket in matrix]
        strips *= factorial(len(numbers)) // prod(orders)
    for ticket in matrix:
        counts = [1 + extra for extra in ticket]
        strips *= len(layouts_by_cells(counts, rules.row))
    return strips


def list_numbers(cells: Iterable[int | None]) -> list[int]:
    """Return the numbers of some cells, without those that are empty."""
    return [number for number in cells if number is not None]


def check_strip(
    rules: StripFormat, strip: Sequence[Sequence[Sequence[int | None]]]
) -> None:
    assert len(strip) == rules.tickets
    rows = list(chain.from_iterable(strip))
    numbers = list_numbers(chain.from_iterable(rows))
    assert sorted(numbers) == list(chain.from_iterable(rules.columns))
    for row in rows:
        assert len(list_numbers(row)) == rules.row
    for ticket in strip:
        assert len(ticket) == 3
        columns = zip(*ticket, strict=True)
        for column, cells in zip(rules.columns, columns, strict=True):
            found = list_numbers(cells)
            assert 1 <= len(found) <= 3
            assert found == sorted(set(found) & set(column))


@pytest.mark.long
@pytest.mark.parametrize(
    "rules",
    [SMALL, UNEVEN, ONE_IN_A_ROW, THREE_TICKETS],
    ids=["3×4", "3, 4, 5", "2×3", "4, 5"],
)
def test_all_small_strips_are_equally_likely(rules: StripFormat) -> None:
    """The chance of some extras, of every sequence of draws that is kept, is in proportion to the strips with them."""
    chances: defaultdict[Any, Fraction] = defaultdict(Fraction)

    def draw(source: Source) -> Any:
        extras = rules.draw_extras(source)
        return tuple(map(tuple, extras or ()))

    for matrix, source in enumerate_draws(draw):
        chances[matrix] += Fraction(1, prod(source.bounds))
    assert sum(chances.values()) == 1
    chances.pop((), None)
    assert chances.keys() == list_matrices(rules)
    ratios = {
        count_strips(rules, matrix) / chance for matrix, chance in chances.items()
    }
    assert len(ratios) == 1


def test_extras_that_are_kept_are_in_proportion_to_the_strips_with_them() -> None:
    """The proof in docs/definitions/vectors.md, for each number of columns with three numbers on a ticket."""
    constants = set()
    kept = Fraction(1)
    for threes, layouts in enumerate(BINGO90.layouts):
        if threes:
            kept *= Fraction(4 * len(layouts), 3 * len(BINGO90.layouts[threes - 1]))
            assert kept <= 1
        extras = [2] * threes + [1] * (6 - 2 * threes) + [0] * (3 + threes)
        orders = Fraction(factorial(6), prod(map(factorial, extras)))
        strips = Fraction(len(layouts), prod(factorial(1 + extra) for extra in extras))
        constants.add(orders * kept / strips)
    assert len(constants) == 1


@for_each(
    "extras",
    [
        (1, 1, 1, 1, 1, 1, 0, 0, 0),
        (0, 2, 1, 0, 1, 0, 1, 1, 0),
        (2, 0, 1, 0, 1, 0, 0, 0, 2),
        (0, 0, 0, 2, 2, 0, 0, 0, 2),
    ],
)
def test_a_ticket_has_each_layout_by_one_number_of_one_draw(
    extras: tuple[int, ...],
) -> None:
    drawn = []
    layouts = layouts_by_cells([1 + extra for extra in extras], 5)

    def draw(source: Source) -> Any:
        columns = BINGO90.draw_rows(extras, source)
        return tuple(
            tuple(int(row in column) for column in columns) for row in range(3)
        )

    for rows, source in enumerate_draws(draw):
        assert len(source.bounds) == 1
        drawn.append(rows)
    assert len(drawn) == [1710, 639, 240, 90][extras.count(2)]
    assert Counter(drawn) == Counter(layouts)


@given(st.integers(0, 2**53 - 1))
def test_a_strip_has_each_number_once_where_it_belongs(index: int) -> None:
    drawn = STRIPS.draw(Randomness(seed="strip", index=index))
    check_strip(BINGO90, format_strip(drawn.indices))


def test_numbers_are_dealt_to_the_tickets_in_every_order_alike() -> None:
    """All draws after the extras, which are the same in each sequence: each strip with them comes equally often."""

    class OneMatrix(StripFormat):
        def draw_extras(self, source: Source) -> list[list[int]]:
            return [[0, 1], [1, 0]]

    rules = OneMatrix(columns=ONE_IN_A_ROW.columns, tickets=2, row=1)
    strips = Counter(strip for strip, _ in enumerate_draws(rules.draw))
    assert len(strips) == count_strips(rules, ((0, 1), (1, 0)))
    assert len(set(strips.values())) == 1
    for strip in strips:
        assert strip
        cells = [number or None for number in strip]
        rows = [cells[start : start + 2] for start in range(0, 12, 2)]
        check_strip(rules, [rows[:3], rows[3:]])
