"""Cards, and how a response writes them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from ..core.draw_requests import Unnamed
from ..core.object_types import Coded
from ..core.value_types import Choice


class Notation(StrEnum):
    CODE = "code"
    UNICODE = "unicode"
    NAME = "name"


class NameStyle(StrEnum):
    """The styles of card names: 2 and 3, or Deuce and Trey."""

    MODERN = "modern"
    RETRO = "retro"


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Coded):
    """One card, tile or ball of a pack.

    `value` is the number on it or what it counts (in a French suit Mullin's: ace 1 … king 13), None where it has none.
    `unicode` is its character, None where there is none. In a shoe `number` is its position in the full pack, from 0,
    and `copy` tells identical cards apart, from 1.
    """

    code: str
    name: str
    rank: str
    unicode: str | None = None
    suit: str | None = None
    value: int | None = None
    number: int = 0
    copy: int = 1
    retro_name: str | None = None

    def display_name(self, style: NameStyle) -> str:
        return self.retro_name or self.name if style is NameStyle.RETRO else self.name


_NO_DRAW = Unnamed("No random word depends on how a card is written.")


@dataclass(frozen=True, kw_only=True)
class CardNames:
    """The parameter for the style of card names; None stands for modern names."""

    name_style: Annotated[
        NameStyle | None,
        Choice(
            "With notation=name: modern names with 2 and 3, or retro ones with Deuce and Trey (French suits only).",
            tuple(NameStyle),
            example="modern",
            default=NameStyle.MODERN,
        ),
        _NO_DRAW,
    ] = None


@dataclass(frozen=True, kw_only=True)
class CardFormat(CardNames):
    """The parameters that say how a response writes cards: codes, characters or names, and the style of names."""

    notation: Annotated[
        Notation,
        Choice(
            "The notation of the cards.",
            tuple(Notation),
            grows=False,  # FROZEN: another one is refused (golden vectors)
            example="name",
            aliases=("format", "symbols", "style"),
        ),
        _NO_DRAW,
    ] = Notation.CODE
