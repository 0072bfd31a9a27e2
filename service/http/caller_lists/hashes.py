"""Hash the caller's own list (`items_sha256`), so that a response can identify the whole list."""

import json
import re
from hashlib import sha256
from typing import Any

import orjson
import rfc8785


def hash_list(values: list[Any]) -> str | None:
    """Return the SHA-256 in hex of the canonical form (RFC 8785) of a list of JSON values.

    Return None for a list with a number above 2^53 - 1 in magnitude, for example 2^60 or 1e300. The canonical form
    rounds such numbers, so that different lists would have one hash.
    """
    is_same = set(map(type, values)) <= _SAME
    text = (
        orjson.dumps(values, option=orjson.OPT_SORT_KEYS)
        if is_same
        else write_canonical(values)
    )
    return None if text is None else sha256(text).hexdigest()


def write_canonical(value: Any) -> bytes | None:
    """Return the canonical form (RFC 8785) of a JSON value, None if a number in it is above 2^53 - 1 in magnitude."""
    text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    if not _MAY_DIFFER.search(text):
        return text
    try:
        return rfc8785.dumps(json.loads(text, parse_float=_parse_float))
    except rfc8785.IntegerDomainError:
        return None


def label_item(value: Any) -> bytes | None:
    """Return the same text for equal JSON values; None for a value with a number above 2^53 - 1 in magnitude."""
    return write_canonical([value])


def _parse_float(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number


# orjson writes the same as rfc8785, fifty times as fast, except for three things: 1.0 in place of 1, exponents, and the
# order of names with characters beyond the first plane.
_SAME = {str, bool, type(None)}
_MAY_DIFFER = re.compile(rb"[\[,:]-?(\d{16}|\d+(\.0[,\]}]|[.\d]*e))|[\xf0-\xf4]")
