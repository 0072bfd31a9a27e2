"""MPSZ, the notation of riichi software: the numbers of a suit's tiles and then its letter, `123m0567p11z`.

m are characters, p dots, s bamboo, z honours (east, south, west, north, white, green, red), and 0 is a red five. As on
tenhou.net, where the red five is the first of its fives, 0 stands before 5.
"""

import re
from collections.abc import Iterable

from service.core.errors import Refused

_SUITS = "mpsz"
_NUMBERS = "1234056789"
_GROUP = re.compile(r"([0-9]+)([mps])|([1-7]+)(z)")


def format_mpsz(codes: Iterable[str]) -> str:
    """Return tiles in order as one text, from their codes; empty if there are none."""
    ordered = sorted(codes, key=lambda code: _NUMBERS.index(code[0]))
    suits = ("".join(code[0] for code in ordered if code[1] == suit) for suit in _SUITS)
    return "".join(numbers + suit for numbers, suit in zip(suits, _SUITS, strict=True) if numbers)


def parse_mpsz(field: str, text: str) -> list[str]:
    """Return the codes of the tiles of a text, in its order.

    Raises `Refused`, naming `field`, if it is not MPSZ.
    """
    if not re.fullmatch(f"(?:{_GROUP.pattern})+", text):
        raise Refused(field, f"Must be numbers and then m, p, s or z, such as 123m0567p11z, not {text!r}.")
    groups = (match.group(0) for match in _GROUP.finditer(text))
    return [number + group[-1] for group in groups for number in group[:-1]]
