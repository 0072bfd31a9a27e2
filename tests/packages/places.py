"""Other values at a place within JSON."""

from copy import deepcopy
from typing import Any

Place = tuple[Any, ...]
"""The names and positions that lead to a value within JSON."""
ABSENT: Any = ...
"""Stands for no value at a place."""


def put(value: Any, place: Place, other: Any) -> Any:
    """Return a copy with another value at a place, or without the value there."""
    *start, last = place
    copy = deepcopy(value)
    parent = copy
    for key in start:
        parent = parent[key]
    if other is ABSENT:
        del parent[last]
    else:
        parent[last] = other
    return copy
