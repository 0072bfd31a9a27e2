"""Strategies for requests: any JSON value, and values that differ a little from a good one."""

import json
from typing import Any

from hypothesis import strategies as st

Values = st.SearchStrategy[Any]

NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
SPECIAL = st.sampled_from(
    ["AS", "sd1", "standard", 2**53, 2**64, -1, "", "\ud800", "0" * 64, "٣"]
)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(max_size=8) | SPECIAL


def _nest(values: Values) -> Values:
    """Return arrays and objects of some values."""
    return st.lists(values, max_size=4) | st.dictionaries(st.text(max_size=6), values)


JSON_VALUES = st.recursive(SCALARS, _nest)


@st.composite
def altered(draw: st.DrawFn, original: Any) -> Any:
    """Return a JSON value in which something is changed, left out or added."""
    value = json.loads(json.dumps(original))
    for _ in range(draw(st.integers(1, 3))):
        if isinstance(value, (dict, list)) and value:
            _alter(draw, value)
    return value


def _alter(draw: st.DrawFn, parent: dict[Any, Any] | list[Any]) -> None:
    """Change, remove or add a member or an item of a value that is not empty, or of one within it."""
    keys = sorted(parent) if isinstance(parent, dict) else range(len(parent))
    key = draw(st.sampled_from(keys))
    child = parent[key]
    if isinstance(child, (dict, list)) and child and draw(st.booleans()):
        _alter(draw, child)
        return
    match draw(st.sampled_from(["change", "remove", "add"])):
        case "change":
            parent[key] = draw(JSON_VALUES)
        case "remove":
            del parent[key]
        case "add" if isinstance(parent, dict):
            parent[draw(st.text(max_size=6))] = draw(JSON_VALUES)
        case _ if isinstance(parent, list):
            parent.append(draw(JSON_VALUES))
