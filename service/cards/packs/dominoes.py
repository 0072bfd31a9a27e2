"""Dominoes: every pair of ends from blank to a highest number of pips; and the Chinese set, without blanks.

Unicode characters: the block Domino Tiles, U+1F030 to U+1F09F, which ends at six pips; the horizontal ones are used.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import repeat

from ...verify_tables import parse_names
from ..card import Card

HIGHEST_PIPS = (6, 9, 12, 15, 18)  # the most pips on an end in each set that is made
DOUBLE_SIX = HIGHEST_PIPS[0]

_NAMES = (
    "Blank",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
    "Thirteen",
    "Fourteen",
    "Fifteen",
    "Sixteen",
    "Seventeen",
    "Eighteen",
)
_FIRST = "\N{DOMINO TILE HORIZONTAL-00-00}"
_ENDS = 7
_FIRST_UPRIGHT = "\N{DOMINO TILE VERTICAL-00-00}"
_SIGNS = "-–|/:"


def list_tiles(highest: int) -> Iterator[Card]:
    """Yield the tiles by the higher end, then by the lower one, so that a set begins with every smaller set."""
    for high in range(highest + 1):
        for low in range(high + 1):
            yield _build_tile(high, low)


def _build_tile(high: int, low: int) -> Card:
    code = f"{high}-{low}"
    name = f"Double {_NAMES[high]}" if high == low else f"{_NAMES[high]}-{_NAMES[low]}"
    character = chr(ord(_FIRST) + _ENDS * high + low) if high < _ENDS else None
    return Card(code=code, name=name, unicode=character, rank=code, value=high + low)


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: either end first, other signs between them, upright characters."""
    for high in range(max(HIGHEST_PIPS) + 1):
        for low in range(high + 1):
            code = f"{high}-{low}"
            for left_end, right_end in ((high, low), (low, high)):
                for text in _list_texts(left_end, right_end):
                    yield text, code


def _list_texts(left_end: int, right_end: int) -> Iterator[str]:
    """Yield the texts of a tile with its ends in this order: 6-4, 6|4, Six-Four, and the characters of small ends."""
    for sign in _SIGNS:
        yield f"{left_end}{sign}{right_end}"
    yield f"{_NAMES[left_end]}-{_NAMES[right_end]}"
    if left_end < _ENDS and right_end < _ENDS:
        offset = _ENDS * left_end + right_end
        yield chr(ord(_FIRST) + offset)
        yield chr(ord(_FIRST_UPRIGHT) + offset)


@dataclass(frozen=True, kw_only=True)
class ChinesePack:
    """The Chinese set: the codes and names of the civil tiles, two of each, and the codes of the military ones."""

    civil: Mapping[str, str]
    military: str

    def list_cards(self) -> Iterator[Card]:
        """Yield the civil tiles and then the military tiles, the highest of each suit first."""
        for code in (*self.civil, *parse_names(self.military)):
            high, low = map(int, code.split("-"))
            tile = _build_tile(high, low)
            is_civil = code in self.civil
            suit = "civil" if is_civil else "military"
            name = self.civil.get(code, tile.name)
            yield from repeat(replace(tile, name=name, suit=suit), 2 if is_civil else 1)

    list_spellings = staticmethod(list_spellings)
