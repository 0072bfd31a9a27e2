"""Compares values of JSON with what was published of them: later releases add members."""

from typing import Any


def keep_members(value: Any, expected: Any) -> Any:
    """Return a value of JSON, or a part of it, without the members that the expected one lacks.

    Of {"seed": "a", "draws": 3} the part for {"seed": "b"} is {"seed": "a"}. A list of another length stays as it is.
    """
    match value, expected:
        case dict(), dict():
            return {
                name: keep_members(value[name], expected[name])
                for name in value.keys() & expected.keys()
            }
        case list(), list() if len(value) == len(expected):
            return [
                keep_members(part, expected_part)
                for part, expected_part in zip(value, expected, strict=True)
            ]
        case _:
            return value
