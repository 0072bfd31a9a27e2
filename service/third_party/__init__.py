"""Check results of other providers' fairness schemes: one module for each scheme, all of them listed in schemes.py.

Each module has a frozen dataclass of what a caller submits, whose values fit the kinds of its fields, and a function
that checks it and returns a `VerificationResult` of core: the values that the scheme derives, the comparisons made, and
the first difference. The core knows nothing of these schemes but `CompareBeacon`.
"""

from service.core.kinds import Text

MAX_HEX = 192
"""Digits of the longest signature, and of the longest key."""


def hexadecimal(meaning: str) -> Text:
    """Return the kind of bytes in hexadecimal digits of either case, whose number the check validates."""
    return Text(f"{meaning} In hexadecimal digits.", MAX_HEX)
