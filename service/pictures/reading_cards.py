"""Tarot for readings: minor arcana with pips or a chess piece, and major arcana with a number, a picture and a name."""

from collections.abc import Mapping
from math import cos, pi, sin

from ..cards.card import Card
from .artwork import index, place, symbol, text_path
from .french_suits import GOLD, cap, roman
from .svg import (
    INK,
    PAPER,
    TAROT,
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

_SUITS = {
    "wands": ("club", "#2f7d3b"),
    "cups": ("cup", "#c2182b"),
    "swords": ("sword", "#2a5ca8"),
    "pentacles": ("coin", "#b8860b"),
}
"""The pip and the colour of each suit."""
_COURTS = {
    "P": ("♙", "PAGE"),
    "N": ("♘", "KNIGHT"),
    "Q": ("♕", "QUEEN"),
    "K": ("♔", "KING"),
}
_MIDDLE = TAROT.width / 2
_PIP_SCALES = {1: 1.3, 3: 0.62, 6: 0.5, 10: 0.42}
"""The scale of pips, by the most pips of a card."""
_VIOLET = "#4a2a7a"
_PALE = "#f3ecfa"
_RED = "#c2182b"
_GREEN = "#2f7d3b"


def face(card: Card) -> str:
    """Return the face of a card."""
    if card.suit == "major arcana":
        return _major(card)
    pip, ink = _SUITS[card.suit or ""]
    rank = index(card.rank.replace("T", "10"), 27, 34, ink, max_width=38)
    corner = rank + place(pip, 27, 76, 0.28)
    middle = _court(card, pip, ink) if card.rank in _COURTS else _pips(card, pip)
    return paper(TAROT) + at_both_ends(corner, TAROT) + middle


def _pips(card: Card, pip: str) -> str:
    count = card.value or 0
    scale = pip_scale(count, _PIP_SCALES)
    margin = 74 if count < 4 else 62
    places = pip_places(count, margin, 34, TAROT)
    return "".join(place(pip, x, y, scale) for x, y in places)


def _court(card: Card, pip: str, ink: str) -> str:
    """Return a court card: a chess piece above its name."""
    piece, name = _COURTS[card.rank]
    return (
        symbol(piece, _MIDDLE, 152, 108, INK, ink)
        + place(pip, 158, 64, 0.46)
        + rect(x=34, y=222, width=TAROT.width - 68, height=32, fill=ink)
        + text_path(name, _MIDDLE, 238, 24, "#fff")
    )


def _major(card: Card) -> str:
    """Return a card of the major arcana: its number in Roman figures, its picture, and its name on a band."""
    number = card.value or 0
    name = card.name.upper()
    return (
        paper(TAROT)
        + TAROT.inset(12, rx=10, fill=_PALE, stroke=_VIOLET, stroke_width=3)
        + text_path(roman(number) or "0", _MIDDLE, 46, 62, _VIOLET, max_width=150)
        + circle(cx=_MIDDLE, cy=176, r=76, fill=PAPER, stroke=GOLD, stroke_width=4)
        + group(_PICTURES[number], transform=move_to(_MIDDLE, 176))
        + rect(x=12, y=280, width=TAROT.width - 24, height=40, fill=_VIOLET)
        + text_path(name, _MIDDLE, 300, 26, "#fff", max_width=160)
    )


def _rays(count: int, near: float, far: float) -> str:
    """Return the path of rays from one distance from the origin to another."""
    rays = []
    for ray in range(count):
        angle = 2 * pi * ray / count
        x = cos(angle)
        y = sin(angle)
        rays.append(f"M{near * x:.1f} {near * y:.1f}L{far * x:.1f} {far * y:.1f}")
    return "".join(rays)


def _line(d: str, ink: str, width: float = 7) -> str:
    return path(
        d,
        fill="none",
        stroke=ink,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


_PICTURES: Mapping[int, str] = {
    0: group(cap(_RED, "#2a5ca8"), transform=move_to(0, 34, 0.62)),
    1: place("wizard-hat", 0, 4, 1.05),
    2: rect(x=-48, y=-44, width=24, height=88, fill=INK)
    + rect(x=24, y=-44, width=24, height=88, fill="#fff", stroke=INK, stroke_width=3)
    + text_path("B", -36, 0, 26, "#fff")
    + text_path("J", 36, 0, 26, INK),
    3: symbol("♕", 0, 0, 96, INK, GOLD),
    4: symbol("♔", 0, 0, 96, INK, _RED),
    5: _line("M0-56V56M-22-36H22M-32-14H32M-22 8H22", "#8a6a00", 8),
    6: symbol("♥", -22, 6, 62, _RED) + symbol("♥", 24, -8, 62, "#e8505f"),
    7: symbol("♘", -22, 0, 74, INK, "#fff") + symbol("♘", 26, 0, 74, "#fff", INK),
    8: _line("M0 0C-20-34-60-34-60 0S-20 34 0 0 60-34 60 0 20 34 0 0Z", "#b8860b", 9),
    9: path("M-26-34H26L34 30H-34Z", fill="#22262e")
    + symbol("★", 0, 0, 44, GOLD)
    + _line("M0-58V-36M-18 44H18", INK, 6),
    10: _line(_rays(8, 14, 56), "#8a6a00", 5)
    + circle(r=56, fill="none", stroke="#8a6a00", stroke_width=7)
    + circle(r=16, fill=GOLD),
    11: _line(
        "M0-52V52M-24 54H24M-50-36H50M-50-36-64 4M-50-36-36 4M50-36 36 4M50-36 64 4",
        INK,
        4,
    )
    + path("M-66 4H-34A16 16 0 0 1-66 4ZM34 4H66A16 16 0 0 1 34 4Z", fill=GOLD),
    12: _line("M-44-56H44M0-56V-40", "#6b4423", 8)
    + symbol("♙", 0, 8, 84, INK, "#2a5ca8", angle=180),
    13: rect(x=-46, y=-46, width=92, height=92, fill="#22262e")
    + place("rose", 0, 0, 0.74),
    14: place("cup", -24, -12, 0.6)
    + place("cup", 26, 18, 0.6)
    + _line("M-8-30Q20-34 24-12", "#2a5ca8", 5),
    15: symbol("★", 0, 4, 104, "#22262e", angle=180),
    16: path("M-26 54V-18H-34V-44H34V-18H26V54Z", fill="#7a7f88")
    + symbol("⚡", 22, -22, 70, INK, GOLD),
    17: symbol("★", 0, -6, 88, "#2a5ca8")
    + "".join(symbol("★", x, y, 22, GOLD) for x, y in ((-50, 28), (50, 28), (0, 56))),
    18: path("M14-54A54 54 0 1 0 14 54 62 62 0 0 1 14-54Z", fill=GOLD)
    + symbol("🐕", 30, 22, 44, INK, "#c9955c"),
    19: _line(_rays(16, 40, 62), GOLD, 6)
    + circle(r=34, fill=GOLD, stroke="#8a6a00", stroke_width=3),
    20: rect(x=-44, y=-44, width=88, height=88, fill="#fff", stroke=INK, stroke_width=3)
    + path("M-9-44H9V-9H44V9H9V44H-9V9H-44V-9H-9Z", fill=_RED),
    21: group(
        path(
            "M0-62C50-62 50 62 0 62-50 62-50-62 0-62Z",
            fill="none",
            stroke=_GREEN,
            stroke_width=12,
        ),
        symbol("★", 0, 0, 44, GOLD),
        path("M-12-64H12L0-50ZM-12 64H12L0 50Z", fill=_RED),
    ),
}
"""The picture of each of the major arcana, about 120 wide with its middle at the origin."""


def emblem() -> str:
    """Return the emblem of the back: a sun with a moon in it."""
    return _line(_rays(12, 22, 34), "#fff", 3) + path(
        "M5-16A16 16 0 1 0 5 16 19 19 0 0 1 5-16Z", fill="#fff"
    )
