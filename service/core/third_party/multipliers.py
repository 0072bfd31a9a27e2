"""Multipliers of games, which players see with two decimals."""

import math
import re

_MULTIPLIER = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,2}))?[xX×]?")


def format_multiplier(value: float) -> str:
    """Return a multiplier rounded down to two decimals, with the double arithmetic of the providers' programs."""
    return f"{math.floor(value * 100) / 100:.2f}"


def parse_multiplier(text: str) -> str:
    """Return the multiplier in a text (`2`, `2.5x`) with two decimals, or an empty text if there is none."""
    match = _MULTIPLIER.fullmatch(text)
    return f"{int(match[1])}.{match[2] or '':0<2}" if match else ""
