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


def mpsz(codes: Iterable[str]) -> str:
    """The tiles with those codes as one text, in order; empty if there are none."""
    held = sorted(codes, key=lambda code: _NUMBERS.index(code[0]))
    suits = ("".join(code[0] for code in held if code[1] == suit) for suit in _SUITS)
    return "".join(numbers + suit for numbers, suit in zip(suits, _SUITS, strict=True) if numbers)


def parse_mpsz(field: str, text: str) -> list[str]:
    """The codes of the tiles that a text writes, as it has them.

    Raises `Refused`, on account of that field, if it is none.
    """
    if not re.fullmatch(f"(?:{_GROUP.pattern})+", text):
        raise Refused(field, f"Must be numbers and then m, p, s or z, such as 123m0567p11z; and this is {text!r}.")
    groups = (match.group(0) for match in _GROUP.finditer(text))
    return [number + group[-1] for group in groups for number in group[:-1]]
