"""Cards that are made for one game: the packs of Tichu, of the four-colour game and of whot.

Tichu has jade, swords, pagodas and stars, each in its colour, and four cards with an animal. Each colour of the
four-colour pack has a shape as well, so that colour-blind people can tell them apart.
"""

from typing import NamedTuple

from ..cards.card import Card
from .artwork import drawing, index, symbol, text_path
from .numbered_cards import four_shapes
from .svg import (
    CARD,
    INK,
    PAPER,
    at_both_ends,
    circle,
    group,
    move_to,
    paper,
    path,
    pip_places,
    pip_scale,
    rect,
)


class TichuSuit(NamedTuple):
    """A suit: its pip, the colour of its ranks, and that of its figures."""

    pip: str
    ink: str
    fill: str


_SUITS = {
    "jade": TichuSuit("jade", "#2f7d3b", "#6cb877"),
    "swords": TichuSuit("jian", "#2b2f38", "#aeb7c4"),
    "pagodas": TichuSuit("pagoda", "#1f5fa8", "#7fb2e5"),
    "stars": TichuSuit("star", "#c2182b", "#e8505f"),
}
_PIP_SCALES = {1: 1.5, 6: 0.62, 10: 0.54}
"""The scale of pips, by the most pips of a card."""
_FIGURES = {"J": "♙", "Q": "♕", "K": "♔"}
_ANIMALS = {
    "mah jong": ("🐦", "#8fbf5a", 150),
    "dog": ("🐕", "#c9955c", 170),
    "phoenix": ("🦚", "#f2b632", 190),
    "dragon": ("🐉", "#4fa35f", 200),
}


def tichu_face(card: Card) -> str:
    """Return the face of a card: its rank and suit in two corners, and pips, a chess piece or an animal."""
    if card.suit is None:
        return _special(card)
    suit = _SUITS[card.suit]
    rank = index(card.rank.replace("T", "10"), 29, 36, suit.ink)
    corner = rank + _tichu_pip(suit, 29, 78, 0.34)
    if card.rank in _FIGURES:
        middle = symbol(_FIGURES[card.rank], 125, 175, 160, INK, suit.fill)
    else:
        count = 1 if card.rank == "A" else card.value or 0
        scale = pip_scale(count, _PIP_SCALES)
        pips = (_tichu_pip(suit, x, y, scale) for x, y in pip_places(count, 56, 40))
        middle = "".join(pips)
    return paper() + at_both_ends(corner) + middle


def _tichu_pip(suit: TichuSuit, x: float, y: float, scale: float) -> str:
    """Return the pip of a suit, with its middle at (x, y)."""
    pip = _star() if suit.pip == "star" else drawing(suit.pip)
    return group(pip, transform=move_to(x, y, scale))


def _star() -> str:
    return symbol("★", 0, 2, 98, "#7c0d1a", "#d8263a") + symbol(
        "★", 0, 2, 66, "#e8505f"
    )


def _special(card: Card) -> str:
    """Return a card without a suit: an animal above its name, in a golden frame."""
    animal, fill, size = _ANIMALS[card.rank]
    name = card.name.upper()
    frame = CARD.inset(10, rx=8, fill="#fdf3d6", stroke="#b8860b", stroke_width=4)
    corner = (
        index("1", 36, 44, INK) if card.value else symbol(animal, 40, 42, 46, INK, fill)
    )
    title = text_path(name, 125, 286, 40, INK, max_width=190)
    return paper() + frame + corner + symbol(animal, 125, 156, size, INK, fill) + title


class ShapedSuit(NamedTuple):
    """A suit with a shape: its colour, the colour of text on it, and the path of its shape, 20 wide."""

    colour: str
    ink: str
    shape: str


_SHAPES = {
    "red": ShapedSuit("#c62828", "#ffffff", "M0-10 11 9H-11Z"),
    "yellow": ShapedSuit("#f5c518", "#2b2300", "M0-11 11 0 0 11-11 0Z"),
    "green": ShapedSuit("#2e7d32", "#ffffff", "M-9-9H9V9H-9Z"),
    "blue": ShapedSuit(
        "#1f5fa8", "#ffffff", "M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10Z"
    ),
}
_DARK = "#22262e"
_INKS = {"yellow": "#7a5c00"}
"""The colours of suits on paper, where they are darker."""
_TEXTS = {"draw two": "+2", "WW": "W", "W4": "+4"}
_DRAWINGS = {
    "skip": "skip",
    "reverse": "reverse",
    "WS": "crossing-arrows",
    "WC": "pencil",
}
"""The signs of actions and wild cards."""


def wild_face(card: Card) -> str:
    """Return the face of a card: its number or action in the corners and in the middle."""
    if card.suit is None:
        return _wild(card.code)
    suit = _SHAPES[card.suit]
    dark = _INKS.get(card.suit, suit.colour)
    scale = 3.2 if card.rank.isdigit() else 2.6
    sign = group(_sign(card.rank), transform=move_to(125, 164, scale), color=dark)
    corner = _index(card.rank, suit.ink) + path(
        suit.shape, transform=move_to(36, 83, 1.2), fill=suit.ink
    )
    return (
        _ground(suit.colour)
        + rect(x=60, y=66, width=130, height=218, rx=22, fill=PAPER)
        + sign
        + path(suit.shape, transform=move_to(125, 254, 1.5), fill=dark)
        + at_both_ends(corner)
    )


def _ground(colour: str) -> str:
    return paper() + CARD.inset(9, rx=9, fill=colour)


def _sign(name: str) -> str:
    """Return a number, or the sign of an action or of a wild card, about 40 wide, in the colour of its group."""
    drawn = _DRAWINGS.get(name)
    return (
        drawing(drawn)
        if drawn
        else text_path(_TEXTS.get(name, name), 0, 0, 46, "currentColor")
    )


def _index(name: str, ink: str) -> str:
    """Return the number or the sign in a corner."""
    if name in _DRAWINGS:
        return group(_sign(name), transform=move_to(36, 40), color=ink)
    return index(_TEXTS.get(name, name), 36, 40, ink)


def _wild(code: str) -> str:
    """Return the face of a wild card: all four colours with their shapes, and its sign."""
    red, yellow, green, blue = _SHAPES.values()
    sign = group(_sign(code), transform="scale(1.2)", color=_DARK)
    panel = group(
        _quarter(red, 1, 1),
        _quarter(yellow, -1, 1),
        _quarter(green, 1, -1),
        _quarter(blue, -1, -1),
        circle(r=40, fill=PAPER),
        sign,
        transform=move_to(125, 175),
    )
    return _ground(_DARK) + panel + at_both_ends(_index(code, "#fff"))


def _quarter(suit: ShapedSuit, x: int, y: int) -> str:
    """Return a quarter of a panel with the shape of its suit: left above the origin, mirrored where x or y is -1."""
    quarter = path(
        "M0 0H-62V-84Q-62-100-46-100H0Z", fill=suit.colour, transform=f"scale({x} {y})"
    )
    shape = path(suit.shape, transform=move_to(-34 * x, -66 * y, 1.6), fill=suit.ink)
    return group(quarter, shape)


def shapes_emblem() -> str:
    return four_shapes((suit.colour, suit.shape) for suit in _SHAPES.values())


_WHOT = "#8c1c2b"
_WHOT_SHAPES = {
    "circles": "M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10Z",
    "triangles": "M0-10 11 9H-11Z",
    "crosses": "M-3.5-10H3.5V-3.5H10V3.5H3.5V10H-3.5V3.5H-10V-3.5H-3.5Z",
    "squares": "M-9-9H9V9H-9Z",
    "stars": "M0-11 2.6-3.4 10.5-3.4 4.2 1.4 6.5 8.9 0 4.4-6.5 8.9-4.2 1.4-10.5-3.4-2.6-3.4Z",
}


def whot_face(card: Card) -> str:
    """Return the face of a card of whot: its number and its shape in two corners, and the shape in the middle."""
    if card.suit is None:
        return _whot_card(card.rank)
    shape = _WHOT_SHAPES[card.suit]
    corner = index(card.rank, 36, 42, _WHOT) + path(
        shape, transform=move_to(36, 88, 1.3), fill=_WHOT
    )
    return (
        paper()
        + at_both_ends(corner)
        + path(shape, transform=move_to(125, 175, 6.4), fill=_WHOT)
    )


def _whot_card(number: str) -> str:
    """Return a card that stands for any: its name, once upside down, between the five shapes."""
    places = zip(_WHOT_SHAPES.values(), (45, 85, 125, 165, 205), strict=True)
    shapes = "".join(
        path(shape, transform=move_to(x, 175, 1.5), fill=_WHOT) for shape, x in places
    )
    return (
        paper()
        + shapes
        + at_both_ends(
            index(number, 40, 42, _WHOT) + text_path("WHOT", 125, 118, 66, _WHOT)
        )
    )


def five_shapes() -> str:
    """Return the emblem of the back of whot: a star in a ring."""
    return circle(r=36, fill=PAPER) + path(
        _WHOT_SHAPES["stars"], transform="scale(2.6)", fill=_WHOT
    )
