"""Ranks: the number of an order among all orders, and of a combination among all combinations, in lexicographic order.

All are exact integers from 0. The rank of an order of n items is the integer whose digits in the factorial number
system are its Lehmer code: 0 for 0, 1, …, n − 1, and n! − 1 for the reverse (Knuth, The Art of Computer Programming,
volume 2, 3.3.2, and volume 4A, 7.2.1.2 and 7.2.1.3).
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from math import comb

from service.core.errors import Refused

MAX_ITEMS = 1_000
"""Items of an order; its rank has up to 2,568 digits."""
MAX_DIGITS = 2_568

_DIGITS = re.compile("0|[1-9][0-9]*")


def rank_order(order: Sequence[int]) -> int:
    """Return the rank of an order of 0, 1, …, n − 1."""
    left = list(range(len(order)))
    rank = 0
    for item in order:
        smaller = bisect_left(left, item)
        rank = rank * len(left) + smaller
        del left[smaller]
    return rank


def unrank_order(rank: int, n: int) -> list[int]:
    """Return the order of 0, 1, …, n − 1 with a rank from 0 to n! − 1."""
    code = []
    for base in range(1, n + 1):
        rank, smaller = divmod(rank, base)
        code.append(smaller)
    left = list(range(n))
    return [left.pop(smaller) for smaller in reversed(code)]


def rank_combination(positions: Sequence[int], n: int) -> int:
    """Return the rank of a combination of the positions 0, 1, …, n − 1, which must be in ascending order."""
    size = len(positions)
    after = sum(comb(n - 1 - position, left) for left, position in zip(_countdown(size), positions, strict=True))
    return comb(n, size) - 1 - after


def unrank_combination(rank: int, n: int, size: int) -> list[int]:
    """Return the combination of `size` of the positions 0, 1, …, n − 1 with a rank from 0 to C(n, size) − 1."""
    after = comb(n, size) - 1 - rank
    positions: list[int] = []
    position = 0
    for left in _countdown(size):
        while comb(n - 1 - position, left) > after:
            position += 1
        after -= comb(n - 1 - position, left)
        positions.append(position)
        position += 1
    return positions


def _countdown(size: int) -> range:
    return range(size, 0, -1)


def check_order(field: str, order: Sequence[int]) -> None:
    """Raise `Refused` unless each of 0, 1, …, n − 1 is in an order once."""
    n = len(order)
    seen: set[int] = set()
    for item in order:
        if item >= n:
            raise Refused(field, f"{item:,} is none of the {n:,} items; they must be 0 to {n - 1:,} in any order.")
        if item in seen:
            raise Refused(field, f"{item:,} is listed twice; each of 0 to {n - 1:,} must be there once.")
        seen.add(item)


def parse_rank(field: str, text: str, total: int, meaning: str) -> int:
    """Return the integer in decimal digits. Raises `Refused` unless it is below `total`, which `meaning` describes."""
    if not _DIGITS.fullmatch(text) or len(text) > MAX_DIGITS:
        raise Refused(field, f"{field} must be up to {MAX_DIGITS:,} decimal digits, without leading zeros.")
    rank = int(text)
    if rank >= total:
        raise Refused(field, f"{field} must be less than {meaning}.")
    return rank
