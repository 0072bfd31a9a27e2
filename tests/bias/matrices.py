"""Matrices of bias, as the service writes them."""

import csv


def parse_matrix(text: str) -> list[list[float]]:
    """Return the matrix of a CSV, whose rows and columns must be numbered."""
    head, *rows = csv.reader(text.splitlines())
    numbers = [str(number) for number in range(len(rows))]
    assert head == ["item", *numbers]
    assert [row.pop(0) for row in rows] == numbers
    return [[float(cell) for cell in row] for row in rows]
