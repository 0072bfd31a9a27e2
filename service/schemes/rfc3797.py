"""Publicly verifiable selection from a numbered pool (RFC 3797, D. Eastlake, 2004), as the IETF selects its NomCom.

The sorted values of each source are joined to a string, the strings of all sources to the key. Selection i = 0, 1, 2, …
takes the element with index MD5(u16be(i) ‖ key ‖ u16be(i)) mod n of the n that are left. The RFC prescribes MD5; its
collisions do not matter here, as nobody chooses the lottery numbers that the key is built from.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from ..core.errors import Refused
from ..core.shuffle_requests import COUNT_ALIASES
from ..core.validation import check_range
from ..core.value_types import Integer, ListOf, Text
from ..proofs.published import compare_seen
from ..verdicts.confirmed import NOTHING, Confirmed
from ..verdicts.verdict import (
    Difference,
    Outcome,
    VerificationResult,
    build_result,
    unknown,
)

MAX_POOL = 2**16 - 1
"""The largest pool that the program in the RFC accepts."""
MAX_COUNT = 1_000
MAX_SOURCES = 100
MAX_VALUES = 100
MAX_DIGITS = 40
MAX_KEY = 4_096

_NUMBER = re.compile(r"([0-9]+)(?:\.([0-9]*))?")
_PRINTABLE = re.compile(r"[ -~]*")

_ORIGIN = unknown(
    "The numbers are not checked here, and whoever gave them could try others; nobody could, if they are published "
    "ones of the sources that were announced before, and so was the order of the pool."
)


@dataclass(frozen=True, kw_only=True)
class Selection:
    """A selection as a caller submits it.

    With `sources`, `key_string` is compared with the key that they make. Without `sources`, which are not always
    numbers, `key_string` is the key.
    """

    sources: Annotated[
        tuple[tuple[str, ...], ...],
        ListOf(
            "The published numbers, source by source in the order announced.",
            ListOf("", Text("", MAX_DIGITS), MAX_VALUES, 1),
            MAX_SOURCES,
            example=[["9", "19", "26"]],
        ),
    ] = ()
    key_string: Annotated[
        str | None,
        Text("The key as published; without sources it is used unchecked.", MAX_KEY),
    ] = None
    pool: Annotated[int, Integer("The size of the pool.", 1, MAX_POOL, example=25)]
    count: Annotated[
        int,
        Integer(
            "The number of selections.", 1, MAX_COUNT, example=10, aliases=COUNT_ALIASES
        ),
    ]
    seen: Annotated[
        tuple[int, ...] | None,
        ListOf(
            "The selected numbers, from 1, in order.",
            Integer("", 1, MAX_POOL),
            MAX_COUNT,
        ),
    ] = None


def check_selection(request: Selection, _: Confirmed = NOTHING) -> VerificationResult:
    """Check a selection; derive `key_string`, `digests` and `selected`.

    Raises `Refused` for more selections than the pool has, for a value that is no number, for a key_string that is not
    printable ASCII, and for a request without sources and key_string.
    """
    check_range("count", request.count, 1, min(MAX_COUNT, request.pool))
    _check_key_string(request.key_string)
    key = _find_key(request)
    digests = [derive_digest(key, index) for index in range(request.count)]
    selected = select(digests, request.pool)
    outcomes = _compare_key(key, request)
    outcomes["seen"] = compare_seen(
        selected, request.seen, "The request has no selection to compare."
    )
    derived: dict[str, Any] = {
        "key_string": key,
        "digests": tuple(digest.hex().upper() for digest in digests),
        "selected": tuple(selected),
    }
    return build_result(derived, outcomes, origin=_ORIGIN)


def _check_key_string(key_string: str | None) -> None:
    """Raise `Refused` for a key_string with other characters than those of printable ASCII."""
    if key_string is not None and not _PRINTABLE.fullmatch(key_string):
        raise Refused(
            "key_string",
            f"key_string must be printable ASCII, up to {MAX_KEY:,} characters.",
        )


def _find_key(request: Selection) -> str:
    """Return the key of the sources, or without sources the key_string. Raises `Refused` without both."""
    if request.sources:
        return build_key(request.sources)
    if not request.key_string:
        raise Refused(
            "sources",
            "Give the published values of each source, or the key_string derived from them.",
        )
    return request.key_string


def _compare_key(key: str, request: Selection) -> dict[str, Outcome]:
    """Return the outcome for the key_string, if the request has one, or why a key without sources is unchecked."""
    if not request.sources:
        return {
            "sources": "The key string was used as it is: the request has no sources to derive it from."
        }
    if request.key_string is None:
        return {}
    if request.key_string == key:
        return {"key_string": None}
    return {
        "key_string": Difference(
            where="key_string", expected=key, seen=request.key_string
        )
    }


def build_key(sources: Sequence[Sequence[str]]) -> str:
    """Return the key (section 4): the values of each source in ascending order, with a slash after each source.

    [["19", "9"], ["2.50"]] makes "9.19./2.5/". Raises `Refused` for a value that is no number.
    """
    return "".join(
        "".join(map(_normalize, sorted(values, key=_parse_number))) + "/"
        for values in sources
    )


def derive_digest(key: str, index: int) -> bytes:
    """Return the 16 bytes that decide the selection with an index, from 0."""
    bracket = index.to_bytes(2, "big")
    return hashlib.md5(
        bracket + key.encode("ascii") + bracket, usedforsecurity=False
    ).digest()


def select(digests: Sequence[bytes], pool: int) -> list[int]:
    """Return the numbers, from 1 to `pool`, that the digests select without replacement."""
    remaining = list(range(1, pool + 1))
    return [
        remaining.pop(int.from_bytes(digest, "big") % len(remaining))
        for digest in digests
    ]


def _parse_number(value: str) -> Decimal:
    """Return a number, by which values are sorted. Raises `Refused` for a text that is not in the RFC's notation."""
    if len(value) > MAX_DIGITS or not _NUMBER.fullmatch(value):
        raise Refused(
            "sources",
            f"{value[:MAX_DIGITS]!r} is no number in the RFC's notation: give decimal digits, with at most one point, "
            f"no sign and no separators, up to {MAX_DIGITS} characters; or give the key_string.",
        )
    return Decimal(value)


def _normalize(value: str) -> str:
    """Return a number as the key has it: "007.50" is "7.5", "100" is "100.", and "0.0" is "0."."""
    whole, _, fraction = value.partition(".")
    return f"{whole.lstrip('0') or '0'}.{fraction.rstrip('0')}"
