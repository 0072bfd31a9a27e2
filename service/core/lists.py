"""Digests of the lists of callers."""

import json
import re
from hashlib import sha256
from typing import Any

import orjson
import rfc8785


def hash_list(values: list[Any]) -> str | None:
    """Return the SHA-256 of the canonical form (RFC 8785) of a list of JSON values, in hex.

    Return None if a number in it is an integer beyond 2^53 - 1, as 2^60 or 1e300: in the canonical form it is rounded,
    so that different lists would have the same hash.
    """
    text = orjson.dumps(values, option=orjson.OPT_SORT_KEYS)
    if not {*map(type, values)} <= _SAME and _MAY_DIFFER.search(text):
        try:
            text = rfc8785.dumps(json.loads(text, parse_float=_parse_float))
        except rfc8785.IntegerDomainError:
            return None
    return sha256(text).hexdigest()


def _parse_float(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number


# orjson is fifty times as fast as rfc8785 and writes the same, except 1.0 for 1, exponents, and the order of names with
# characters beyond the first plane.
_SAME = {str, bool, type(None)}
_MAY_DIFFER = re.compile(rb"[\[,:]-?(\d{16}|\d+(\.0[,\]}]|[.\d]*e))|[\xf0-\xf4]")
