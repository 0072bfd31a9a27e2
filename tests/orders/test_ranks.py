"""Ranks of orders, compared with the order in which itertools lists them."""

from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.core.errors import Refused
from service.orders.ranks import (
    MAX_DIGITS,
    MAX_ITEMS,
    check_order,
    parse_rank,
    rank_order,
    unrank_order,
)
from tests.tables import for_each


@for_each("n", range(6))
def test_orders_are_ranked_as_itertools_lists_them(n: int) -> None:
    orders = list(permutations(range(n)))
    assert len(orders) == factorial(n)
    for rank, order in enumerate(orders):
        assert rank_order(order) == rank
        assert tuple(unrank_order(rank, n)) == order


def test_a_published_order_of_17_items_has_the_published_rank() -> None:
    # Wolfram Demonstrations, "Permutations, Lehmer Code, and Lexicographic Index"; its items are 1 to 17
    published = (5, 14, 9, 2, 1, 11, 16, 6, 7, 4, 8, 17, 10, 13, 15, 3, 12)
    order = [item - 1 for item in published]
    assert rank_order(order) == 100_000_000_000_000
    assert unrank_order(100_000_000_000_000, 17) == order


@for_each("n", [1, 52, 416, MAX_ITEMS])
def test_the_first_and_the_last_order_have_the_first_and_the_last_rank(n: int) -> None:
    first = list(range(n))
    assert rank_order(first) == 0
    assert unrank_order(0, n) == first
    last = first[::-1]
    assert rank_order(last) == factorial(n) - 1
    assert unrank_order(factorial(n) - 1, n) == last


@given(st.data(), st.integers(1, 416))
def test_the_order_with_a_rank_has_that_rank(data: st.DataObject, n: int) -> None:
    rank = data.draw(st.integers(0, factorial(n) - 1))
    assert rank_order(unrank_order(rank, n)) == rank
    if rank < factorial(n) - 1:
        assert unrank_order(rank, n) < unrank_order(rank + 1, n)


def test_the_last_rank_has_the_most_digits_that_are_read() -> None:
    last = factorial(MAX_ITEMS) - 1
    assert len(str(last)) == MAX_DIGITS
    assert parse_rank("rank", str(last), last + 1, "the number of orders") == last


@for_each(
    "text",
    [
        "",
        "-1",
        "+1",
        "01",
        "1.0",
        "1e3",
        " 1",
        "1\n",
        "٣",
        "1_000",
        "1" * (MAX_DIGITS + 1),
    ],
)
def test_a_rank_that_is_not_in_plain_digits_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="without leading zeros"):
        parse_rank("rank", text, 10, "10")


def test_a_rank_beyond_the_last_is_refused() -> None:
    assert parse_rank("rank", "5", 6, "3!") == 5
    with pytest.raises(Refused, match=r"^rank must be less than 3!\.$"):
        parse_rank("rank", "6", 6, "3!")


@for_each(
    ("order", "sentence"),
    [
        ([0, 2], "2 is none of the 2 items; they must be 0 to 1"),
        ([1, 1, 0], "1 is listed twice; each of 0 to 2 must"),
    ],
)
def test_an_item_that_is_no_position_or_there_twice_is_refused(
    order: list[int], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        check_order("indices", order)


def test_rank_order() -> None:
    order = range(5)
    assert rank_order(order) == 0
    assert rank_order(order[::-1]) == factorial(5) - 1
