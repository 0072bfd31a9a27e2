"""Validate the values of a request, and parse JSON documents strictly.

`check_…`, `encode_text` and `parse_hex` take the name of a request's field. The functions of documents take the path of
a member: `receipt.terms.decks` is in the field `receipt`. All raise `Refused`, which names the field and says what
would be accepted.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from .errors import Bounds, Reason, Refused
from .unknown_names import did_you_mean

MAX_TEXT = 256

_MAX_EXCERPT = 40
_HEX = re.compile(r"(?:[0-9a-fA-F]{2})*")


def check_range(field: str, value: int, minimum: int, maximum: int) -> None:
    """Raise `Refused` unless the value is from `minimum` to `maximum`."""
    if not minimum <= value <= maximum:
        raise Refused(
            field,
            f"{field} is {value:,}; it must be from {minimum:,} to {maximum:,}.",
            Reason("integer_range", Bounds(least=minimum, most=maximum)),
        )


def check_length(field: str, values: Sequence[object], maximum: int, unit: str) -> None:
    """Raise `Refused` unless a list has 1 to `maximum` values; `unit` is their name in the plural."""
    if not 1 <= len(values) <= maximum:
        raise Refused(
            field,
            _describe_length(field, len(values), maximum, unit),
            Reason("list_length", Bounds(least=1, most=maximum)),
        )


def encode_text(field: str, text: str, max_length: int = MAX_TEXT) -> bytes:
    """Return a text as UTF-8. Raises `Refused` unless it has 1 to `max_length` characters and no lone surrogate."""
    if not 1 <= len(text) <= max_length:
        raise Refused(
            field,
            _describe_length(field, len(text), max_length, "characters"),
            Reason("text_length", Bounds(least=1, most=max_length)),
        )
    if not is_encodable(text):
        raise Refused(
            field, f"{field} has half of a surrogate pair, which UTF-8 cannot encode."
        )
    return text.encode()


def _describe_length(field: str, length: int, maximum: int, unit: str) -> str:
    return f"{field} has {length:,} {unit}; it must have from 1 to {maximum:,}."


def parse_object(
    path: str, value: object, required: Collection[str], optional: Collection[str] = ()
) -> Mapping[str, Any]:
    """Return `value` if it is a JSON object with all `required`, perhaps some `optional`, and no further members.

    Raises `Refused` for any other value; the error suggests a name for an unknown member.
    """
    if not isinstance(value, Mapping):
        raise wrong_value(path, _describe_object(required, optional))
    for name in value:
        if name not in required and name not in optional:
            names = [*required, *optional]
            contents = f"It has {', '.join(names)}." if names else "It is empty."
            hint = did_you_mean(name, names)
            raise refuse_member(
                path, f"{path} has no member {name[:_MAX_EXCERPT]!r}.{hint} {contents}"
            )
    for name in required:
        if name not in value:
            raise refuse_member(path, f"{path} lacks the member {name}.")
    return value


def _describe_object(required: Collection[str], optional: Collection[str]) -> str:
    """Return which objects are accepted, in words that follow "must be"."""
    if required:
        return f"an object with the members {', '.join(required)}"
    if optional:
        return f"an object with some of the members {', '.join(optional)}"
    return "an empty object"


def parse_digest(path: str, value: object) -> bytes:
    """Return the 32 bytes of a digest in 64 lower-case hexadecimal digits. Raises `Refused` for any other value."""
    if isinstance(value, str) and value != value.lower():
        raise wrong_value(path, "64 lower-case hexadecimal digits")
    return parse_bytes(path, value, 32)


def parse_bytes(path: str, value: object, *sizes: int, advice: str = "") -> bytes:
    """Return the bytes of hexadecimal digits of either case; `sizes` are the accepted numbers of bytes."""
    if (
        not isinstance(value, str)
        or not _HEX.fullmatch(value)
        or len(value) // 2 not in sizes
    ):
        raise wrong_value(
            path,
            f"{' or '.join(str(2 * size) for size in sizes)} hexadecimal digits{advice}",
        )
    return bytes.fromhex(value)


parse_hex = partial(parse_bytes, advice=", without 0x or spaces")
"""Return the bytes of a field of a request, as `parse_bytes` does."""


def wrong_value(path: str, accepted: str, reason: Reason | None = None) -> Refused:
    """Return the error for the member at `path` of a document; `accepted` completes the words "must be"."""
    return refuse_member(path, f"{path} must be {accepted}.", reason)


def refuse_member(path: str, sentence: str, reason: Reason | None = None) -> Refused:
    """Return the error for the member at `path` of a document, with `sentence` as its message."""
    field = re.split(r"[.\[]", path, maxsplit=1)[0]
    if reason:
        reason = reason._replace(path=path[len(field) :].removeprefix("."))
    return Refused(field, sentence, reason)


def is_encodable(text: str) -> bool:
    """Return whether UTF-8 can encode a text: whether no half of a surrogate pair stands alone in it."""
    try:
        return bool(text.encode())
    except UnicodeEncodeError:
        return False
