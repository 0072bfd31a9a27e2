"""The sizes of a caller's items as JSON, which bound a response."""

from typing import Any

import orjson

BYTES_OF_AN_ITEM = 8
"""Bytes of JSON that count as one item: in a batch, an integer takes about this many."""


def measure_list(values: list[Any]) -> int:
    """Return the size of a list of JSON values in units of `BYTES_OF_AN_ITEM`, but at least the number of its values.

    [1, 2] has the size 2; ["a text of many letters"], with 26 bytes, has the size 3.
    """
    return max(len(values), measure_json(values))


def measure_shown(values: list[Any], count: int) -> int:
    """Return the most that `count` values of a list take, in units of `BYTES_OF_AN_ITEM`, but at least their number.

    A value may be drawn again: the longest value of ["a", "a text of many letters"] has 24 bytes, so 3 values take 9.
    """
    bytes_at_most = count * measure_largest(values)
    return max(count, bytes_at_most // BYTES_OF_AN_ITEM)


def measure_distinct(values: list[Any], count: int) -> int:
    """Return the most that `count` values take of which each is shown at most once: no more than the whole list."""
    size_of_list = max(count, measure_json(values))
    return min(measure_shown(values, count), size_of_list)


def measure_json(values: list[Any]) -> int:
    """Return the bytes of a list as JSON, in whole units of `BYTES_OF_AN_ITEM`: 0 for [1, 2], which has 5 bytes."""
    return len(orjson.dumps(values)) // BYTES_OF_AN_ITEM


def measure_largest(values: list[Any]) -> int:
    """Return the bytes of the longest value of a list as JSON; 0 for an empty list."""
    lengths = (len(orjson.dumps(value)) for value in values)
    return max(lengths, default=0)
