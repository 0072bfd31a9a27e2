"""Check results of other providers' fairness schemes: one module for each scheme, all of them listed in schemes.py.

Each module has a frozen dataclass of what a caller submits, whose values fit the kinds of its fields, and a function
that checks it and returns a `VerificationResult` of core: the values that the scheme derives, the comparisons made, and
the first difference. The core knows nothing of these schemes but `CompareBeacon`.
"""

from collections.abc import Iterable

from service.core.kinds import Text
from service.core.verification import Origin, Outcome, unknown

MAX_HEX = 192
"""Digits of the longest signature, and of the longest key."""


def hexadecimal(meaning: str) -> Text:
    """Return the kind of bytes in hexadecimal digits of either case, whose number the check validates."""
    return Text(f"{meaning} In hexadecimal digits.", MAX_HEX)


def origin_once_checked(origin: Origin, outcomes: Iterable[Outcome]) -> Origin:
    """Return an origin if every comparison that it rests on was made, and otherwise that it is unknown."""
    if any(isinstance(outcome, str) for outcome in outcomes):
        return unknown("Not all that decides the result was checked, so it cannot be told who chose.")
    return origin
