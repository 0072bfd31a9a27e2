"""Mah-Jong tiles: FluffyStuff's (assets/tiles), with flowers and seasons of Noto Sans Symbols 2.

The assets are named by riichi codes; codes of the Chinese set are mapped to those.
"""

from functools import cache

from service.core.cards.card import Card
from service.pictures.artwork import drawing, read_svg_content, symbol, text_path
from service.pictures.french_suits import cap
from service.pictures.svg import group, move_to

_SUITS = {"D": "p", "B": "s", "C": "m"}
_HONOURS = {"EW": "1z", "SW": "2z", "WW": "3z", "NW": "4z", "WD": "5z", "GD": "6z", "RD": "7z"}
_FLOWER, _SEASON, _NUMBER = "#a31545", "#15587a", "#1c2430"


@cache
def _vendored_tile(code: str) -> str:
    # Scaled down, so that it keeps clear of the edge.
    return group(read_svg_content("tiles", code), transform=move_to(150 - 150 * 0.9, 194 - 200 * 0.9, 0.9))


def _picture(code: str) -> str:
    return drawing("white-dragon") if code == "5z" else _vendored_tile(code)


def _riichi_code(card: Card) -> str:
    return _HONOURS.get(card.code) or card.code[0] + _SUITS[card.code[1]]


def chinese_face(card: Card) -> str:
    """Return the face of a tile of the Chinese set; of a flower or a season, its symbol and its number."""
    if card.suit not in {"flowers", "seasons"}:
        return drawing("tile") + _picture(_riichi_code(card))
    picture = symbol(card.unicode or "", 142, 198, 300, _FLOWER if card.suit == "flowers" else _SEASON)
    return drawing("tile") + picture + text_path(card.rank, 246, 62, 64, _NUMBER)


def american_face(card: Card) -> str:
    """Return the face of a tile of the American set, which has numbers and initials in a corner."""
    if card.code == "FL":
        return _titled(symbol("🌸", 150, 168, 210, _FLOWER, "#f6b8c8"), "FLOWER", _FLOWER)
    if card.code == "JK":
        return _titled(group(cap("#c62828", "#2a5ca8"), transform=move_to(150, 210, 1.1)), "JOKER", _NUMBER)
    picture = _picture(_riichi_code(card))
    if card.code == "WD":
        return drawing("tile") + picture
    corner = text_path(card.code[0], 40, 46, 54, _NUMBER)
    return drawing("tile") + group(picture, transform=move_to(50, 58, 0.79)) + corner


def _titled(picture: str, title: str, ink: str) -> str:
    """Return a tile with a picture above a word."""
    return drawing("tile") + picture + text_path(title, 150, 316, 56, ink)


def riichi_face(card: Card) -> str:
    """Return the face of a tile of the Japanese set."""
    return drawing("tile") + _picture(card.code)
