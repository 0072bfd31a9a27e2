"""Publicly verifiable selection from a numbered pool (RFC 3797, D. Eastlake, 2004), as the IETF selects its NomCom.

The values of each source, in the order of their size, make a string; the strings of all the sources make the key.
Selection i = 0, 1, 2, … is MD5(u16be(i) ‖ key ‖ u16be(i)) as an integer, modulo how many are left: that many of those
left are passed over. MD5 is what the RFC says, and serves: nobody chooses the lottery numbers that make the key.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from service.core.errors import Refused
from service.core.validation import check_length, check_range
from service.core.verification import Difference, VerificationResult, build_result, compare_values

MAX_POOL = 2**16 - 1
"""The largest pool of the RFC's own program."""
MAX_COUNT = 1_000
MAX_SOURCES = 100
MAX_VALUES = 100
MAX_DIGITS = 40
MAX_KEY = 4_096

_NUMBER = re.compile(r"([0-9]+)(?:\.([0-9]*))?")
_PRINTABLE = re.compile(r"[ -~]*")


@dataclass(frozen=True, kw_only=True)
class Selection:
    """What a request says of a selection.

    `sources` are the published values, source by source in the order announced: 1 to 100 sources of 1 to 100 decimal
    numbers of up to 40 characters, in any order within a source (`12`, `0012`, `3.50`).
    `key_string` is the key as published, up to 4,096 printable ASCII characters. Beside sources it is checked; without
    them it is used as it is, for selections whose sources are not numbers.
    `pool` is how many there are to select from: 1 to 65,535.
    `count` is how many are selected: 1 to 1,000, and no more than the pool.
    `seen` are the numbers that were selected, from 1, in the order of their selection.
    """

    sources: tuple[tuple[str, ...], ...] = ()
    key_string: str | None = None
    pool: int
    count: int
    seen: tuple[int, ...] | None = None


def check_selection(asked: Selection) -> VerificationResult:
    """What a selection comes to: `key_string`, `digests` and `selected`. Raises `Refused` for what cannot be read."""
    check_range("pool", asked.pool, 1, MAX_POOL)
    check_range("count", asked.count, 1, min(MAX_COUNT, asked.pool))
    compared: dict[str, Difference | None] = {}
    unchecked: dict[str, str] = {}
    if asked.key_string is not None and (len(asked.key_string) > MAX_KEY or not _PRINTABLE.fullmatch(asked.key_string)):
        raise Refused("key_string", f"key_string must be printable ASCII, up to {MAX_KEY:,} characters.")
    if asked.sources:
        key = key_string(asked.sources)
        if asked.key_string not in {None, key}:
            compared["key_string"] = Difference(where="key_string", expected=key, seen=asked.key_string)
        elif asked.key_string is not None:
            compared["key_string"] = None
    elif asked.key_string:
        key = asked.key_string
        unchecked["sources"] = "The key string was used as it is: no sources were given that it should come from."
    else:
        raise Refused("sources", "Give the published values of each source, or the key_string that they make.")

    digests = [digest(key, index) for index in range(asked.count)]
    selected = select(digests, asked.pool)
    if asked.seen is None:
        unchecked["seen"] = "Nothing was given to hold the selection against."
    else:
        check_length("seen", asked.seen, MAX_COUNT, "numbers")
        compared["seen"] = compare_values("seen", selected, asked.seen)
    return build_result(
        {
            "key_string": key,
            "digests": tuple(each.hex().upper() for each in digests),
            "selected": tuple(selected),
        },
        compared,
        unchecked,
    )


def key_string(sources: Sequence[Sequence[str]]) -> str:
    """The key of the values of each source (section 4). Raises `Refused` for what is no number."""
    check_length("sources", sources, MAX_SOURCES, "sources")
    key = ""
    for values in sources:
        check_length("sources", values, MAX_VALUES, "values in a source")
        key += "".join(map(_canonical, sorted(values, key=_size))) + "/"
    return key


def digest(key: str, index: int) -> bytes:
    """The derived random value with that index, from 0: 16 bytes."""
    bracket = index.to_bytes(2, "big")
    return hashlib.md5(bracket + key.encode("ascii") + bracket, usedforsecurity=False).digest()


def select(digests: Sequence[bytes], pool: int) -> list[int]:
    """The numbers, from 1, that the derived values select from a pool, in turn."""
    left = list(range(1, pool + 1))
    return [left.pop(int.from_bytes(each, "big") % len(left)) for each in digests]


def _size(value: str) -> Decimal:
    if len(value) > MAX_DIGITS or not _NUMBER.fullmatch(value):
        raise Refused(
            "sources",
            f"{value[:MAX_DIGITS]!r} is no number that the RFC has a form for: give decimal digits, with one point at "
            f"most, no sign and no separators, up to {MAX_DIGITS} characters; or give the key_string.",
        )
    return Decimal(value)


def _canonical(value: str) -> str:
    """A number with its point, without leading zeros (but one, of a fraction) and trailing ones after the point."""
    whole, _, fraction = value.partition(".")
    return f"{whole.lstrip('0') or '0'}.{fraction.rstrip('0')}"
