"""Ranks: the number of an order of n items in the list of all n! orders, sorted lexicographically, as an exact integer.

The order 0, 1, …, n − 1 has the rank 0, and its reverse has n! − 1. In the factorial number system the digits of a rank
are the order's Lehmer code: digit k is the number of items after position k that are smaller than the item there
(D. H. Lehmer, Teaching combinatorial tricks to a computer, 1960).
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from ..core.errors import Refused

MAX_ITEMS = 1_000
MAX_DIGITS = 2_568  # the digits of the largest rank of `MAX_ITEMS` items

_DIGITS = re.compile("0|[1-9][0-9]*")


def rank_order(order: Sequence[int]) -> int:
    """Return the rank of an order of 0, 1, …, n − 1: 4 for [2, 0, 1]."""
    later_items = list(range(len(order)))
    rank = 0
    for item in order:
        smaller = bisect_left(later_items, item)
        rank = rank * len(later_items) + smaller
        del later_items[smaller]
    return rank


def unrank_order(rank: int, n: int) -> list[int]:
    """Return the order of 0, 1, …, n − 1 with a rank from 0 to n! − 1: [2, 0, 1] for 4 and three items."""
    code = []
    for base in range(1, n + 1):
        rank, smaller = divmod(rank, base)
        code.append(smaller)
    later_items = list(range(n))
    return [later_items.pop(smaller) for smaller in reversed(code)]


def check_order(field: str, order: Sequence[int]) -> None:
    """Raise `Refused` unless an order of n items has each of 0, 1, …, n − 1 once."""
    n = len(order)
    items: set[int] = set()
    for item in order:
        if item >= n:
            raise Refused(
                field,
                f"{item:,} is none of the {n:,} items; they must be 0 to {n - 1:,} in any order.",
            )
        if item in items:
            raise Refused(
                field,
                f"{item:,} is listed twice; each of 0 to {n - 1:,} must be there once.",
            )
        items.add(item)


def parse_rank(field: str, text: str, total: int, meaning: str) -> int:
    """Return a rank in decimal digits as an integer. Raises `Refused` unless it is below `total`, called `meaning`."""
    if not _DIGITS.fullmatch(text) or len(text) > MAX_DIGITS:
        raise Refused(
            field,
            f"{field} must be up to {MAX_DIGITS:,} decimal digits, without leading zeros.",
        )
    rank = int(text)  # Python parses up to 4,300 digits
    if rank >= total:
        raise Refused(field, f"{field} must be less than {meaning}.")
    return rank
