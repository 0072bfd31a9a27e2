"""Check results of other providers' fairness schemes: one module for each scheme, all of them listed in schemes.py.

Each module has a frozen dataclass for the body of a request, with a kind (type and limits) for each field, and a
function that checks it and returns a `VerificationResult`: the values that the scheme derives, the comparisons made,
and the first difference. The core uses nothing of these schemes except `CompareBeacon`.
"""

import re
from collections.abc import Mapping
from typing import Any

from ..core import verification
from ..core.validation import parse_hex
from ..core.value_types import Text
from ..core.verification import Origin, Outcome, VerificationResult

MAX_HEX = 192
"""Digits of the longest signature, and of the longest key."""

_MULTIPLIER = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,2}))?[xX×]?")


def hex_text(meaning: str) -> Text:
    """Return the kind of a field of hexadecimal digits in either case; the scheme's check validates their number."""
    return Text(f"{meaning} In hexadecimal digits.", MAX_HEX)


def conclude(
    derived: Mapping[str, Any], outcomes: Mapping[str, Outcome], origin: Origin
) -> VerificationResult:
    """Return the result of a check. `origin` says who chose, and needs all outcomes.

    If one of these is a string, the reason why a comparison was not made, the origin is unknown.
    """
    if any(isinstance(outcome, str) for outcome in outcomes.values()):
        origin = verification.unknown(
            "Not all that decides the result was checked, so it cannot be told who chose."
        )
    return verification.build_result(derived, outcomes, origin=origin)


def compare_published(
    name: str, digest: bytes, published: str | None, missing: str
) -> Outcome:
    """Compare a digest with the hexadecimal digits in a request; return `missing` if the request has none."""
    if published is None:
        return missing
    return verification.compare_digests(
        name, digest, parse_hex(name, published, len(digest))
    )


def compare_seen(expected: object, seen: object, missing: str) -> Outcome:
    """Compare `expected` with the member `seen` of the request; return `missing` if the request has none."""
    return (
        missing if seen is None else verification.compare_values("seen", expected, seen)
    )


def format_multiplier(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02}"


def parse_multiplier(text: str) -> str:
    """Return the multiplier in a text (`2`, `2.5x`) with two decimals (`2.00`), "" if the text is not a multiplier."""
    match = _MULTIPLIER.fullmatch(text)
    return f"{int(match[1])}.{match[2] or '':0<2}" if match else ""
