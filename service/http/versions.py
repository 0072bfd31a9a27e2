"""Find the names of definitions that this version does not know and a later version may know."""

import re
from collections.abc import Mapping
from typing import Any


def find_other_version(
    body: Mapping[str, Any], definitions: Mapping[str, str]
) -> tuple[str, str] | None:
    """Return the path of the first member of a document with another version of its definition, and the name there.

    With the `definitions` {"stream": "sd1"}, return ("stream", "sd2") for a document with {"stream": "sd2"}.
    """
    for path, known in definitions.items():
        value = get_member(body, path)
        if isinstance(value, str) and value != known and _is_like(known, value):
            return path, value
    return None


def get_member(body: Mapping[str, Any], path: str) -> Any:
    """Return the value at a path such as `receipt.terms`, or None."""
    value: Any = body
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _is_like(known: str, name: str) -> bool:
    """Return whether a name stands for another version of a known definition, as `sd2` does for `sd1`."""
    family = known.rstrip("0123456789")
    return re.fullmatch(f"{family}[1-9][0-9]{{0,5}}", name, re.ASCII) is not None
