"""Multipliers of bets: 2.5 times the stake."""

import re

_MULTIPLIER = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,2}))?[xX×]?")


def format_multiplier(hundredths: int) -> str:
    """Return a multiplier with two decimals: 250 is "2.50"."""
    return f"{hundredths // 100}.{hundredths % 100:02}"


def parse_multiplier(text: str) -> str:
    """Return the multiplier in a text (`2`, `2.5x`) with two decimals (`2.00`), "" if the text is not a multiplier."""
    match = _MULTIPLIER.fullmatch(text)
    return f"{int(match[1])}.{match[2] or '':0<2}" if match else ""
