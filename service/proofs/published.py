"""Read and compare values that another provider published, and conclude who chose."""

from collections.abc import Mapping
from typing import Any

from ..core.validation import parse_hex
from ..core.value_types import Text
from ..verdicts.verdict import (
    Origin,
    Outcome,
    VerificationResult,
    build_result,
    compare_digests,
    compare_values,
    unknown,
)

MAX_HEX = 192
"""Digits of the longest signature, and of the longest key."""


def hex_text(meaning: str) -> Text:
    """Return the value type of hexadecimal digits in either case; the scheme's check validates how many there are."""
    return Text(f"{meaning} In hexadecimal digits.", MAX_HEX)


def conclude(
    derived: Mapping[str, Any], outcomes: Mapping[str, Outcome], origin: Origin
) -> VerificationResult:
    """Return the result of a check. `origin` says who chose, if every comparison was made.

    An outcome that is a string is the reason why a comparison was not made; the origin is then unknown.
    """
    if any(isinstance(outcome, str) for outcome in outcomes.values()):
        origin = unknown(
            "Not all that decides the result was checked, so it cannot be told who chose."
        )
    return build_result(derived, outcomes, origin=origin)


def compare_published(
    name: str, digest: bytes, published: str | None, missing: str
) -> Outcome:
    """Compare a digest with the hexadecimal digits in a request; return `missing` if the request has none."""
    if published is None:
        return missing
    return compare_digests(name, digest, parse_hex(name, published, len(digest)))


def compare_seen(expected: object, seen: object, missing: str) -> Outcome:
    """Compare `expected` with the member `seen` of the request; return `missing` if the request has none."""
    if seen is None:
        return missing
    return compare_values("seen", expected, seen)
