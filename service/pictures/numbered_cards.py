"""Cards and tiles of numbers in colours: okey, the packs with a bird and with wizards, fireworks, and numbers alone.

Kabufuda and tiles of letters are here too. Each colour has a shape as well, so that colour-blind people can tell them
apart; a 6 and a 9 that stand on both ends of a card are underlined.
"""

from collections.abc import Iterable
from math import cos, inf, pi, sin
from typing import NamedTuple

from ..cards.card import Card
from .artwork import INDEX, drawing, index, place, symbol, text_path, text_width
from .french_suits import GOLD, cap
from .svg import (
    BALL,
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


class ColouredShape(NamedTuple):
    """The ink of a colour, and the shape that goes with it: the outline of a path, 20 wide."""

    ink: str
    shape: str


_COLOURS = {
    "red": ColouredShape("#c62828", "M0-10 11 9H-11Z"),
    "yellow": ColouredShape("#b57b00", "M0-11 11 0 0 11-11 0Z"),
    "green": ColouredShape("#2e7d32", "M-9-9H9V9H-9Z"),
    "blue": ColouredShape("#1f5fa8", "M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10Z"),
    "black": ColouredShape(
        "#22262e", "M-3.5-10H3.5V-3.5H10V3.5H3.5V10H-3.5V3.5H-10V-3.5H-3.5Z"
    ),
}
_AMBIGUOUS = {"6", "9"}


def okey_face(card: Card) -> str:
    """Return the face of a tile of okey: its number above its shape in a ring, or a smiling joker."""
    if card.suit is None:
        return drawing("tile") + _smile() + text_path("JOKER", 150, 318, 56, INK)
    ink, shape = _COLOURS[card.suit]
    ring = circle(cx=150, cy=302, r=44, fill="none", stroke=ink, stroke_width=7)
    return (
        drawing("tile")
        + text_path(card.rank, 150, 140, 190, ink)
        + ring
        + path(shape, transform=move_to(150, 302, 2.4), fill=ink)
    )


def _smile() -> str:
    return group(
        circle(r=84, fill="#f5c518", stroke=INK, stroke_width=6),
        circle(cx=-28, cy=-22, r=11, fill=INK),
        circle(cx=28, cy=-22, r=11, fill=INK),
        path(
            "M-44 22Q0 70 44 22",
            fill="none",
            stroke=INK,
            stroke_width=9,
            stroke_linecap="round",
        ),
        transform=move_to(150, 160),
    )


def coloured_face(card: Card) -> str:
    """Return the face of a card: a number in a frame of its colour, or a bird, a wizard or a jester."""
    if card.suit:
        return _coloured(card)
    if card.rank == "bird":
        return _special(
            card, symbol("🐦", 125, 160, 190, "#0d1016", "#4a5568"), "#e3e8ef"
        )
    if card.rank == "wizard":
        return _special(card, place("wizard-hat", 125, 152, 1.6), "#e6e3f6")
    return _special(
        card,
        group(cap("#c62828", "#2a5ca8"), transform=move_to(125, 180, 0.98)),
        "#fdf3d6",
    )


def _coloured(card: Card) -> str:
    """Return a card with its number and its shape in two corners, and both large in the middle."""
    ink, shape = _COLOURS[card.suit or ""]
    corner = _number(card.rank, 38, 43, INDEX, ink, 42) + path(
        shape, transform=move_to(38, 94, 1.2), fill=ink
    )
    frame = CARD.inset(9, rx=9, fill="none", stroke=ink, stroke_width=6)
    panel = rect(x=67, y=62, width=116, height=226, rx=20, fill=ink)
    middle = _number(card.rank, 125, 146, 104, PAPER) + path(
        shape, transform=move_to(125, 240, 2.2), fill=PAPER
    )
    return paper() + frame + panel + middle + at_both_ends(corner)


def _number(
    text: str, x: float, y: float, size: float, ink: str, max_width: float = inf
) -> str:
    """Return a number, underlined if it reads as a number upside down, as 6 and 9 do."""
    number = text_path(text, x, y, size, ink, max_width=max_width)
    if text not in _AMBIGUOUS:
        return number
    half = text_width(text, size) / 2
    line = f"M{x - half:.1f} {y + size * 0.47:.1f}h{2 * half:.1f}"
    return number + path(line, stroke=ink, stroke_width=size / 11)


def _special(card: Card, picture: str, ground: str) -> str:
    """Return a card without a number: a picture above its name, in a golden frame."""
    name = card.name.upper()
    frame = CARD.inset(10, rx=8, fill=ground, stroke="#b8860b", stroke_width=4)
    return (
        paper()
        + frame
        + at_both_ends(index(name[0], 38, 44, INK))
        + picture
        + text_path(name, 125, 264, 36, INK)
    )


_NIGHT = "#141a2e"
_LIGHTS = {
    "red": ColouredShape("#ff5a52", _COLOURS["red"].shape),
    "yellow": ColouredShape("#ffd23f", _COLOURS["yellow"].shape),
    "green": ColouredShape("#5ad067", _COLOURS["green"].shape),
    "white": ColouredShape("#ffffff", _COLOURS["black"].shape),
    "blue": ColouredShape("#5aa9ff", _COLOURS["blue"].shape),
}
"""The sparks of each suit of the fireworks."""
_RAYS = 12


def firework_face(card: Card) -> str:
    """Return the face of a firework: as many bursts as its number in the night sky."""
    light, shape = _LIGHTS[card.suit or ""]
    count = card.value or 0
    corner = index(card.rank, 36, 42, light) + path(
        shape, transform=move_to(36, 86, 1.3), fill=light
    )
    scale = 1.35 if count == 1 else 0.66
    bursts = "".join(
        group(_burst(light), transform=move_to(x, y, scale))
        for x, y in pip_places(count, 92, 36)
    )
    return paper() + CARD.inset(7, rx=9, fill=_NIGHT) + bursts + at_both_ends(corner)


def _burst(light: str) -> str:
    """Return a burst, about 100 wide: rays with sparks at their ends round a middle."""
    rays = []
    sparks = []
    for ray in range(_RAYS):
        angle = 2 * pi * ray / _RAYS
        x = cos(angle)
        y = sin(angle)
        # Every other ray is shorter.
        far = 46 - 10 * (ray % 2)
        rays.append(f"M{14 * x:.1f} {14 * y:.1f}L{far * x:.1f} {far * y:.1f}")
        sparks.append(circle(cx=far * x, cy=far * y, r=3.6))
    return group(
        path("".join(rays), stroke=light, stroke_width=3.2, stroke_linecap="round"),
        circle(r=7),
        *sparks,
        fill=light,
    )


_BANDS = ("#1f5fa8", "#2e7d32", "#c62828")
"""The colours of 1 to 4, 5 to 8 and 9 to 12."""


def number_face(card: Card) -> str:
    """Return the face of a card of numbers alone, in the colour of its group of four, or a wild card in all three."""
    if card.value is None:
        return _wild_number()
    colour = _BANDS[(card.value - 1) // 4]
    oval = path(
        "M125 62C190 62 210 118 210 175S190 288 125 288 40 232 40 175 60 62 125 62Z",
        fill=PAPER,
    )
    return (
        paper()
        + CARD.inset(9, rx=9, fill=colour)
        + oval
        + _number(card.rank, 125, 172, 150, colour)
        + at_both_ends(_number(card.rank, 38, 42, INDEX, "#fff", 42))
    )


def _wild_number() -> str:
    """Return the face of a wild card of numbers: a band of each colour, and a star."""
    upper, middle, lower = _BANDS
    band = "M18 9H232Q241 9 241 18V118H9V18Q9 9 18 9Z"
    bands = (
        CARD.inset(9, rx=9, fill=middle)
        + path(band, fill=upper)
        + group(path(band, fill=lower), transform="rotate(180 125 175)")
    )
    disc = circle(cx=125, cy=175, r=82, fill=PAPER)
    star = symbol("★", 125, 173, 118, GOLD)
    return paper() + bands + at_both_ends(index("W", 38, 42, "#fff")) + disc + star


def four_shapes(shapes: Iterable[tuple[str, str]]) -> str:
    """Return the emblem of the back of cards in four colours: the colours and their shapes."""
    places = ((-15, -15), (15, -15), (-15, 15), (15, 15))
    signs = (
        path(d, fill=ink, transform=move_to(x, y, 0.95))
        for (ink, d), (x, y) in zip(shapes, places, strict=True)
    )
    return circle(r=38, fill=PAPER) + "".join(signs)


def colours_emblem() -> str:
    return four_shapes(_COLOURS[name] for name in ("red", "yellow", "green", "black"))


def burst_emblem() -> str:
    return group(_burst("#ffd23f"), transform="scale(.72)")


_BRUSH = "M-34-6C-20-11 20-9 34-7 38-3 38 5 33 8 12 6-18 9-33 8-38 4-38-3-34-6Z"
_STROKE_SCALES = {1: 1.5, 3: 1.1, 10: 0.68}
"""The scale of brush strokes, by the most strokes of a card."""


def kabu_face(card: Card) -> str:
    """Return the face of a card of kabufuda: its number, and as many brush strokes."""
    count = card.value or 0
    scale = pip_scale(count, _STROKE_SCALES)
    margin = 80 if count < 8 else 70
    strokes = "".join(
        path(_BRUSH, transform=move_to(x, y, scale, -8), fill=INK)
        for x, y in pip_places(count, margin, 33)
    )
    frame = CARD.inset(10, rx=8, fill="#f6ead0", stroke="#8c1c2b", stroke_width=6)
    return (
        paper(CARD, "#2a2422")
        + frame
        + strokes
        + at_both_ends(_number(card.rank, 42, 46, INDEX, "#8c1c2b", 44))
    )


def letter_face(card: Card) -> str:
    """Return the face of a tile: its letter, and its value in the corner; or a blank."""
    tile = BALL.inset(6, rx=22, fill="#f3e2bd", stroke="#8a6d3b", stroke_width=4)
    if card.rank == "blank":
        return (
            tile
            + path(
                "M64 136H136", stroke="#8a6d3b", stroke_width=6, stroke_linecap="round"
            )
            + _tile_value("0")
        )
    return (
        tile
        + text_path(card.rank, 94, 98, 128, INK, max_width=108)
        + _tile_value(str(card.value))
    )


def _tile_value(value: str) -> str:
    return text_path(value, 164, 164, 40, INK, max_width=44)


def letter_back() -> str:
    """Return the back of a tile: wood, with three lines of its grain."""
    grain = path(
        "M24 62Q100 44 176 62M24 104Q100 84 176 104M24 146Q100 126 176 146",
        fill="none",
        stroke="#b08d57",
        stroke_width=4,
    )
    return (
        BALL.inset(6, rx=22, fill="#d9bd86", stroke="#8a6d3b", stroke_width=4) + grain
    )
