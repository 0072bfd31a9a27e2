"""Multipliers of games, which players see with two decimals; those of Stake's limbo and wheel."""

import math
import re

SEGMENTS = (10, 20, 30, 40, 50)
RISKS = ("low", "medium", "high")

_MULTIPLIER = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,2}))?[xX×]?")


def format_multiplier(hundredths: int) -> str:
    """Return a multiplier with two decimals."""
    return f"{hundredths // 100}.{hundredths % 100:02}"


def parse_multiplier(text: str) -> str:
    """Return the multiplier in a text (`2`, `2.5x`) with two decimals, or an empty text if there is none."""
    match = _MULTIPLIER.fullmatch(text)
    return f"{int(match[1])}.{match[2] or '':0<2}" if match else ""


def compute_limbo(word: int, resolution: int = 10**8, minimum: float = 0) -> str:
    """Return the multiplier of limbo; its edge is 1%.

    Stake's page has no resolution, its calculator of 2020 has 10^8, and later calculators have 2^24; multipliers below
    some hundreds are the same. The page of today raises 0.99 to a minimum of 1, that of 2020 did not.
    """
    multiplier = max(resolution / ((word * resolution >> 32) + 1) * 0.99, minimum)
    return format_multiplier(math.floor(multiplier * 100))


def list_wheel(segments: int, risk: str) -> tuple[str, ...]:
    """Return the multipliers of a wheel, segment by segment."""
    if risk == "medium":
        multipliers = _MEDIUM_RISK[segments].split()
    elif risk == "high":
        multipliers = ["0"] * (segments - 1) + [f"{segments * 99 / 100}"]
    else:
        multipliers = _LOW_RISK.split() * (segments // 10)
    return tuple(map(parse_multiplier, multipliers))


_LOW_RISK = "1.5 1.2 1.2 1.2 0 1.2 1.2 1.2 1.2 0"
_MEDIUM_RISK = {
    10: "0 1.9 0 1.5 0 2 0 1.5 0 3",
    20: "1.5 0 2 0 2 0 2 0 1.5 0 3 0 1.8 0 2 0 2 0 2 0",
    30: "1.5 0 1.5 0 2 0 1.5 0 2 0 2 0 1.5 0 3 0 1.5 0 2 0 2 0 1.7 0 4 0 1.5 0 2 0",
    40: "2 0 3 0 2 0 1.5 0 3 0 1.5 0 1.5 0 2 0 1.5 0 3 0 1.5 0 2 0 2 0 1.6 0 2 0 1.5 0 3 0 1.5 0 2 0 1.5 0",
    50: "2 0 1.5 0 2 0 1.5 0 3 0 1.5 0 1.5 0 2 0 1.5 0 3 0 1.5 0 2 0 1.5 0 2 0 2 0 "
    "1.5 0 3 0 1.5 0 2 0 1.5 0 1.5 0 5 0 1.5 0 2 0 1.5 0",
}
