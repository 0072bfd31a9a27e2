"""Multipliers of bets: 2.5 times the stake."""

import re

_MULTIPLIER = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,2}))?[xX×]?")


def format_multiplier(hundredths: int) -> str:
    """Return a multiplier with two decimals: 250 is "2.50"."""
    return f"{hundredths // 100}.{hundredths % 100:02}"


def parse_multiplier(text: str) -> str:
    """Return the multiplier in a text with two decimals: "2.5x" is "2.50". For other texts it returns ""."""
    match = _MULTIPLIER.fullmatch(text)
    if match is None:
        return ""
    whole = int(match[1])
    decimals = match[2] or ""
    return f"{whole}.{decimals:0<2}"
