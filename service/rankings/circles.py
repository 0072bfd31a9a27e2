"""Hands that need no order: which hands each hand beats, and hands that beat each other in a circle.

Work grows with the square of the number of hands, and for a circle with its cube: hands of one deal, at most 54.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

_Value = TypeVar("_Value")


def list_beaten(
    values: Sequence[_Value], beats: Callable[[_Value, _Value], bool]
) -> list[list[int]]:
    """Return, for each hand, the numbers, from 1, of the hands that it beats.

    The values 1, 3 and 2, where the higher beats the lower, give [[], [1, 3], [1]].
    """
    return [
        [number for number, other in enumerate(values, start=1) if beats(value, other)]
        for value in values
    ]


def find_circle(beaten: Sequence[Sequence[int]]) -> list[int]:
    """Return the numbers, from 1, of the hands in a circle: each beats a hand that beats … a hand that beats it.

    `beaten` is as `list_beaten` returns it. Where hand 1 beats 2, 2 beats 3, 3 beats 1 and 4 beats 1,
    [[2], [3], [1], [1]], the circle is [1, 2, 3].
    """
    reached = [set(numbers) for numbers in beaten]
    for _ in reached:
        for found in reached:
            found.update(*(reached[number - 1] for number in tuple(found)))
    return [number for number, found in enumerate(reached, start=1) if number in found]
