"""Ways to write a value of JSON."""

import json
from copy import deepcopy
from typing import Any

from tests.verification.seeded_files import find_value

Path = tuple[Any, ...]


def write(value: Any, path: Path, text: str | None) -> str:
    """Return JSON of a value with another text at a path, or without what is there."""
    *parents, last = path
    copy = deepcopy(value)
    parent = find_value(copy, parents)
    if text is None:
        del parent[last]
        return json.dumps(copy)
    parent[last] = "\0"
    return json.dumps(copy).replace(json.dumps("\0"), text)


def write_numbers(value: int) -> list[str]:
    """Return JSON of an integer, of a fraction that is nearly one, and of a text."""
    return [f"{value}.0", f"{value}.0000000000000000000000001", f'"{value}"']
