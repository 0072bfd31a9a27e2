"""Dominoes: every pair of ends from blank to a highest number of pips.

Unicode characters: the block Domino Tiles, U+1F030 to U+1F09F, which ends at six pips; the horizontal ones are used.
"""

from collections.abc import Iterator

from service.core.cards.card import Card

HIGHEST_PIPS = (6, 9, 12, 15, 18)
"""The most pips on an end in each set that is made."""
DOUBLE_SIX = HIGHEST_PIPS[0]

_NAMES = (
    *("Blank", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"),
    *("Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen"),
)
_FIRST, _ENDS = "\N{DOMINO TILE HORIZONTAL-00-00}", 7
_FIRST_UPRIGHT = "\N{DOMINO TILE VERTICAL-00-00}"
_SIGNS = "-–|/:"


def build_pack(highest: int) -> Iterator[Card]:
    """Yield the tiles by the higher end, then by the lower one, so that a set begins with every smaller set."""
    for high in range(highest + 1):
        for low in range(high + 1):
            double = f"Double {_NAMES[high]}"
            yield Card(
                code=f"{high}-{low}",
                name=double if high == low else f"{_NAMES[high]}-{_NAMES[low]}",
                unicode=chr(ord(_FIRST) + _ENDS * high + low) if high < _ENDS else None,
                rank=f"{high}-{low}",
                value=high + low,
            )


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: either end first, other signs between them, upright characters."""
    for high in range(max(HIGHEST_PIPS) + 1):
        for low in range(high + 1):
            code = f"{high}-{low}"
            for one, other in ((high, low), (low, high)):
                yield from ((f"{one}{sign}{other}", code) for sign in _SIGNS)
                yield f"{_NAMES[one]}-{_NAMES[other]}", code
                if high < _ENDS:
                    yield from ((chr(ord(first) + _ENDS * one + other), code) for first in (_FIRST, _FIRST_UPRIGHT))
