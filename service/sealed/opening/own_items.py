"""The items of a shoe of one's own: texts, and JSON values that every program writes as the same canonical JSON."""

import json
from dataclasses import dataclass
from typing import Any

from ...core.rng.streams import MAX_INDEX
from ...core.validation import MAX_TEXT, is_encodable
from ...core.value_types import Text, ValueType

_MIN_FRACTION = 1e-4  # languages write the exponents of smaller numbers differently
_END_OF_NAMES = "\ud800"  # from here on, UTF-16 sorts in another order


@dataclass(frozen=True, slots=True)
class OtherItem:
    """An item that is no text. Its canonical JSON distinguishes it from other items: 1 is neither true nor "1"."""

    canonical: str

    def __str__(self) -> str:
        return self.canonical


CardLabel = str | int | OtherItem
"""What a response or a record calls a card of a shoe: its code, the integer, or the item."""


def item_to_json(item: Any) -> Any:
    """Return the JSON value of an item. Other labels of cards, texts and integers, stay as they are."""
    return json.loads(item.canonical) if isinstance(item, OtherItem) else item


def write_canonical(value: object) -> bytes:
    """Return a value of terms, of records or of items as canonical JSON (RFC 8785)."""
    # For these values, json writes the canonical form, in a tenth of the time of a library that handles all numbers.
    return _encode(value).encode()


_encode = json.JSONEncoder(
    separators=(",", ":"), sort_keys=True, ensure_ascii=False
).encode


class ItemValue(ValueType):
    """A value type: an item, a text or a JSON value without null. Null is a hidden card, and programs drop it."""

    accepted = (
        f"a text of 1 to {MAX_TEXT} characters, or another JSON value of up to {MAX_TEXT} bytes without null, numbers "
        "beyond 2^53 - 1 or fractions below 0.0001"
    )
    schema = {"description": "A JSON value without null"}  # noqa: RUF012 (never changed)

    def fits(self, value: object) -> bool:
        if isinstance(value, str):
            return _TEXT.fits(value)
        if type(value) is int:
            return abs(value) <= MAX_INDEX
        try:
            text = _encode(value)
        except (
            TypeError
        ):  # A number of more than 300 digits is read as an object that has no JSON.
            return False
        # At most, a text is three times as long as its canonical form, as 5.0 is.
        if len(text) > 3 * MAX_TEXT or not _is_plain(value):
            return False
        return len(_shorten(text, value).encode()) <= MAX_TEXT

    def convert(self, value: Any) -> Any:
        """Return the item. None stays None: in a list of observed cards it is a hidden card."""
        if value is None or isinstance(value, str):
            return value
        return OtherItem(_shorten(_encode(value), value))

    def is_annotation(self, annotation: Any) -> bool:
        return annotation is Any


_TEXT = Text("", MAX_TEXT)


def _is_plain(value: object) -> bool:
    """Return whether every program writes a JSON value in the same way."""
    match value:
        case str():
            return not value or is_encodable(value)
        case bool():
            return True
        case int() | float():
            is_in_range = abs(value) <= MAX_INDEX
            return is_in_range and (value == int(value) or abs(value) >= _MIN_FRACTION)
        case list():
            return all(map(_is_plain, value))
        case dict():
            sorts_alike = all(max(name, default="") < _END_OF_NAMES for name in value)
            return sorts_alike and all(map(_is_plain, value.values()))
    return False


def _shorten(text: str, value: Any) -> str:
    """Return the canonical JSON of a value; `text` is what json wrote for the value."""
    return _encode(_make_whole(value)) if ".0" in text else text


def _make_whole(value: Any) -> Any:
    """Return a JSON value with 5 in place of 5.0."""
    match value:
        case float():
            return int(value) if value.is_integer() else value
        case list():
            return [_make_whole(item) for item in value]
        case dict():
            return {name: _make_whole(member) for name, member in value.items()}
    return value
