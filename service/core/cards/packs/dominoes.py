"""Dominoes: every pair of ends from blank to a highest number of pips; and the Chinese set, without blanks.

Unicode characters: the block Domino Tiles, U+1F030 to U+1F09F, which ends at six pips; the horizontal ones are used.
"""

from collections.abc import Iterator
from itertools import repeat

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

_CIVIL = {
    **{"6-6": ("Heaven", ("Teen", "天")), "1-1": ("Earth", ("Day", "地")), "4-4": ("Man", ("Yun", "Human", "人"))},
    **{"3-1": ("Goose", ("Gor", "鵝")), "5-5": ("Plum", ("Mooy", "Plum Flower", "梅"))},
    **{"3-3": ("Long Three", ("Chong", "長三")), "2-2": ("Board", ("Bon", "Bench", "板凳"))},
    **{"6-5": ("Axe", ("Foo", "Tiger Head", "斧頭")), "6-4": ("Partition", ("Ping", "Red Head Ten", "屏風"))},
    **{"6-1": ("Long Leg Seven", ("Tit", "高腳七")), "5-1": ("Big Head Six", ("Look", "零霖六"))},
}
"""The name of each civil tile, of which there are two, and its other names, from the highest to the lowest."""
_MILITARY = ("6-3", "5-4", "6-2", "5-3", "5-2", "4-3", "4-2", "4-1", "3-2", "2-1")


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


def build_chinese() -> Iterator[Card]:
    """Yield the civil tiles, two of each, and then the military ones, from the highest to the lowest of each suit."""
    for code in (*_CIVIL, *_MILITARY):
        high, low = map(int, code.split("-"))
        name, _ = _CIVIL.get(code, (f"{_NAMES[high]}-{_NAMES[low]}", ()))
        suit = "civil" if code in _CIVIL else "military"
        tile = Card(
            code=code, name=name, unicode=chr(ord(_FIRST) + _ENDS * high + low), rank=code, suit=suit, value=high + low
        )
        yield from repeat(tile, 2 if suit == "civil" else 1)


def list_chinese_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings of the Chinese set, each with its code: those of dominoes, and the tiles' names."""
    codes = {*_CIVIL, *_MILITARY}
    yield from ((text, code) for text, code in list_spellings() if code in codes)
    for code, (_, others) in _CIVIL.items():
        yield from ((other, code) for other in others)
