"""Mah-Jong tiles: FluffyStuff's (assets/tiles), with flowers and seasons of Noto Sans Symbols 2.

The assets are named by riichi codes; codes of the Chinese set are mapped to those.
"""

from functools import cache

from service.core.cards.card import Card
from service.pictures.french import cap
from service.pictures.outlines import symbol, text_path
from service.pictures.svg import TILE, element, group, move_to
from service.pictures.vendored_svgs import read_svg_content

_SUITS = {"D": "p", "B": "s", "C": "m"}
_HONOURS = {"EW": "1z", "SW": "2z", "WW": "3z", "NW": "4z", "WD": "5z", "GD": "6z", "RD": "7z"}
_FLOWER, _SEASON, _FRAME, _NUMBER = "#a31545", "#15587a", "#19328c", "#1c2430"


def _tile(ground: str, side: str) -> str:
    """Return an empty tile, seen from a little below, so that its side shows."""
    return element("rect", width=TILE.width, height=TILE.height, rx=38, fill=side) + element(
        "rect", x=3, y=3, width=TILE.width - 6, height=TILE.height - 15, rx=35, fill=ground
    )


@cache
def _vendored_face(code: str) -> str:
    # Scaled down, so that it keeps clear of the edge.
    return group(read_svg_content("tiles", code), transform=move_to(150 - 150 * 0.9, 194 - 200 * 0.9, 0.9))


def chinese_face(card: Card) -> str:
    """Return the face of a tile of the Chinese set."""
    if card.suit in {"flowers", "seasons"}:
        return _bonus(card)
    return _front(_riichi_code(card))


def _riichi_code(card: Card) -> str:
    return _HONOURS.get(card.code) or card.code[0] + _SUITS[card.code[1]]


def american_face(card: Card) -> str:
    """Return the face of a tile of the American set, which has numbers and initials in a corner."""
    if card.code == "FL":
        return _titled(symbol("🌸", 150, 168, 210, _FLOWER, "#f6b8c8"), "FLOWER", _FLOWER)
    if card.code == "JK":
        return _titled(group(cap("#c62828", "#2a5ca8"), transform=move_to(150, 210, 1.1)), "JOKER", _NUMBER)
    if card.code == "WD":
        return _front("5z")
    picture = group(_picture(_riichi_code(card)), transform=move_to(50, 58, 0.79))
    return _tile("#fbf7ee", "#d8cbb0") + picture + text_path(card.code[0], 40, 46, 54, _NUMBER)


def _titled(picture: str, title: str, ink: str) -> str:
    """Return a tile with a picture above a word."""
    return _tile("#fbf7ee", "#d8cbb0") + picture + text_path(title, 150, 316, 56, ink)


def riichi_face(card: Card) -> str:
    """Return the face of a tile of the Japanese set."""
    return _front(card.code)


def _front(code: str) -> str:
    return _tile("#fbf7ee", "#d8cbb0") + _picture(code)


def _picture(code: str) -> str:
    return _white_dragon() if code == "5z" else _vendored_face(code)


def _white_dragon() -> str:
    frames = (
        element("rect", x=inset, y=inset - 6, width=300 - 2 * inset, height=400 - 2 * inset, rx=16, stroke_width=stroke)
        for inset, stroke in ((48, 14), (72, 5))
    )
    return group(*frames, fill="none", stroke=_FRAME)


def _bonus(card: Card) -> str:
    """Return the face of a flower or a season: its symbol and its number."""
    ink = _FLOWER if card.suit == "flowers" else _SEASON
    picture = symbol(card.unicode or "", 142, 198, 300, ink)
    return _tile("#fbf7ee", "#d8cbb0") + picture + text_path(card.rank, 246, 62, 64, _NUMBER)


def back() -> str:
    """Return the back of a tile: stripes of bamboo."""
    lines = "".join(f"M{x} 40V350" for x in (75, 125, 175, 225))
    return _tile("#2d5f8a", "#e2d6bd") + element(
        "path", d=lines, stroke="#4a80ad", stroke_width=14, stroke_linecap="round"
    )
