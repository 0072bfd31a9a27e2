"""The kinds of values that a request has.

A dataclass of what a caller submits annotates each field with one of these. The API derives the schema of its requests
from them, so that a field, its bounds and its meaning are written once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, get_type_hints

from service.core.validation import MAX_TEXT

MAX_HEX = 192
"""Digits of the longest signature, and of the longest key."""


@dataclass(frozen=True)
class Text:
    """A text of 1 to `max_length` characters."""

    meaning: str
    max_length: int = MAX_TEXT
    example: Any = None


@dataclass(frozen=True)
class Integer:
    """An integer from `min` to `max`, or only some of these."""

    meaning: str
    min: int
    max: int
    only: tuple[int, ...] = ()
    example: Any = None


@dataclass(frozen=True)
class Choice:
    """One of a few texts."""

    meaning: str
    choices: tuple[str, ...]
    example: Any = None


@dataclass(frozen=True)
class Listing:
    """A list of `min_length` to `max_length` values of one kind."""

    meaning: str
    item: "Kind"
    max_length: int
    min_length: int = 0
    example: Any = None


@dataclass(frozen=True)
class Document:
    """A JSON object whose members the check of its scheme validates."""

    meaning: str
    example: Any = None


Kind = Text | Integer | Choice | Listing | Document


def hexadecimal(meaning: str) -> Text:
    """Return the kind of bytes in hexadecimal digits of either case, whose number the check validates."""
    return Text(f"{meaning} In hexadecimal digits.", MAX_HEX)


def describe_fields(request_type: type) -> Mapping[str, tuple[Kind, Any]]:
    """Return the kind and the default of each field of a dataclass; the default of a required one is `MISSING`."""
    hints = get_type_hints(request_type, include_extras=True)
    return {field.name: (hints[field.name].__metadata__[0], field.default) for field in fields(request_type)}
