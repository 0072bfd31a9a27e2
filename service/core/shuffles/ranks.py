"""Ranks: the number of an order of n items among the n! orders in lexicographic order, as an exact integer.

Its digits in the factorial number system are the order's Lehmer code: for each item, how many of those after it are
smaller. 0, 1, …, n − 1 has the rank 0, and the reverse n! − 1 (D. H. Lehmer, Teaching combinatorial tricks to a
computer, 1960).
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

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
    rank = int(text)  # Python parses up to 4,300 digits
    if rank >= total:
        raise Refused(field, f"{field} must be less than {meaning}.")
    return rank
