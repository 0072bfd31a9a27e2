"""What a card is: what is printed on it, and how it is written."""

from dataclasses import dataclass
from enum import StrEnum


class Notation(StrEnum):
    """How the cards of an answer are written."""

    CODE = "code"
    UNICODE = "unicode"
    NAME = "name"
    INDEX = "index"


class NameStyle(StrEnum):
    """Which names the cards go by: 2 and 3, or Deuce and Trey."""

    MODERN = "modern"
    RETRO = "retro"


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card, tile or ball of a pack.

    `value` is the number on it or what it counts (in a French suit Mullin's: ace 1 … king 13), None where it has none.
    `unicode` is its character, None where there is none. `number` is its place in the full pack, from 0. `copy` tells
    identical cards apart, from 1.
    """

    code: str
    name: str
    unicode: str | None
    rank: str
    suit: str | None
    value: int | None
    number: int = 0
    copy: int = 1
    retro_name: str | None = None

    def called(self, style: NameStyle) -> str:
        """Its name in that style."""
        return self.retro_name or self.name if style is NameStyle.RETRO else self.name


@dataclass(frozen=True, kw_only=True)
class Writing:
    """What a request says of how its cards are written."""

    notation: Notation = Notation.CODE
    name_style: NameStyle | None = None
