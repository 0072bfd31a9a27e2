"""Mah-Jong tiles: FluffyStuff's (assets/tiles), flowers and seasons of Noto Sans Symbols 2, on a tile of our own.

The assets are named as riichi codes are, which the Chinese ones are read as.
"""

from functools import cache

from service.core.cards.card import Card
from service.pictures.drawing import TILE, at, element, group
from service.pictures.outlines import symbol, words
from service.pictures.vendored import content

_SUITS = {"D": "p", "B": "s", "C": "m"}
_HONOURS = {"EW": "1z", "SW": "2z", "WW": "3z", "NW": "4z", "WD": "5z", "GD": "6z", "RD": "7z"}
_FLOWER, _SEASON, _FRAME, _NUMBER = "#a31545", "#15587a", "#19328c", "#1c2430"


def _tile(ground: str, side: str) -> str:
    """A tile, seen from above and a little from below: its side shows."""
    return element("rect", width=TILE.width, height=TILE.height, rx=38, fill=side) + element(
        "rect", x=3, y=3, width=TILE.width - 6, height=TILE.height - 15, rx=35, fill=ground
    )


@cache
def _drawn(code: str) -> str:
    # A little smaller than the tile, so that it keeps clear of the edge.
    return group(content("tiles", code), transform=at(150 - 150 * 0.9, 194 - 200 * 0.9, 0.9))


def chinese(card: Card) -> str:
    """A tile of the Chinese set."""
    if card.suit in {"flowers", "seasons"}:
        return _bonus(card)
    return _front(_HONOURS.get(card.code) or card.code[0] + _SUITS[card.code[1]])


def riichi(card: Card) -> str:
    """A tile of the Japanese set."""
    return _front(card.code)


def _front(code: str) -> str:
    return _tile("#fbf7ee", "#d8cbb0") + (_white_dragon() if code == "5z" else _drawn(code))


def _white_dragon() -> str:
    frames = (
        element("rect", x=at_, y=at_ - 6, width=300 - 2 * at_, height=400 - 2 * at_, rx=16, stroke_width=stroke)
        for at_, stroke in ((48, 14), (72, 5))
    )
    return group(*frames, fill="none", stroke=_FRAME)


def _bonus(card: Card) -> str:
    """A flower or a season: its character and picture, and its number."""
    ink = _FLOWER if card.suit == "flowers" else _SEASON
    picture = symbol(card.unicode or "", 142, 198, 300, ink)
    return _tile("#fbf7ee", "#d8cbb0") + picture + words(card.rank, 246, 62, 64, _NUMBER)


def back() -> str:
    """The bamboo of a tile's back."""
    lines = "".join(f"M{x} 40V350" for x in (75, 125, 175, 225))
    return _tile("#2d5f8a", "#e2d6bd") + element(
        "path", d=lines, stroke="#4a80ad", stroke_width=14, stroke_linecap="round"
    )
