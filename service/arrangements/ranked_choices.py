"""Find the choice for a rank: choices are in order, and each stands for a number of ways."""

from collections.abc import Iterable
from typing import TypeVar

_Choice = TypeVar("_Choice")


def choose_by_rank(
    ways_by_choice: Iterable[tuple[_Choice, int]], rank: int
) -> tuple[_Choice, int]:
    """Return the choice that has the way with a rank, from 0, and the rank of the way within this choice.

    Each choice comes with its number of ways. With ("a", 2) and ("b", 3), the rank 4 gives ("b", 2). The iterable is
    not read beyond the choice that is found.

    Raises `AssertionError` if the rank is not below the sum of all ways.
    """
    rank_left = rank
    for choice, ways_of_choice in ways_by_choice:
        if rank_left < ways_of_choice:
            return choice, rank_left
        rank_left -= ways_of_choice
    raise AssertionError("The rank is not below the sum of the ways.")
