"""Cards of the four-colour pack. Each colour has a shape as well, so that colour-blind people can tell them apart."""

from collections.abc import Callable, Mapping

from service.core.cards.card import Card
from service.pictures.backgrounds import lattice, paper, with_rotated_copy
from service.pictures.outlines import text_path
from service.pictures.svg import CARD, element, group, move_to

_SHAPES: Mapping[str, tuple[str, str, str]] = {
    "red": ("#c62828", "#ffffff", "M0-10 11 9H-11Z"),
    "yellow": ("#f5c518", "#2b2300", "M0-11 11 0 0 11-11 0Z"),
    "green": ("#2e7d32", "#ffffff", "M-9-9H9V9H-9Z"),
    "blue": ("#1f5fa8", "#ffffff", "M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10Z"),
}
"""For each suit: its colour, the colour of text on it, and its shape, 20 wide."""
_DARK = "#22262e"
_INKS = {"yellow": "#7a5c00"}
_PANEL = element("rect", x=56, y=66, width=138, height=218, rx=22, fill="#fffdf8")


def face(card: Card) -> str:
    """Return the face of a card: its number or action in the corners and in the middle."""
    if card.suit is None:
        return _wild(card.code)
    colour, ink, shape = _SHAPES[card.suit]
    action = {"skip": _skip, "reverse": _reverse, "draw two": _draw_two}.get(card.rank)
    dark = _INKS.get(card.suit, colour)
    middle = (
        group(action(), transform=move_to(125, 166, 2.6), color=dark)
        if action
        else text_path(card.rank, 125, 160, 150, dark)
    )
    small = (
        group(action(), transform=move_to(34, 34, 0.74) if action is _draw_two else move_to(32, 34, 0.8), color=ink)
        if action
        else text_path(card.rank, 32, 34, 42, ink)
    )
    corner = small + element("path", d=shape, transform=move_to(32, 74), fill=ink)
    return (
        _ground(colour)
        + _PANEL
        + middle
        + element("path", d=shape, transform=move_to(125, 254, 1.5), fill=dark)
        + with_rotated_copy(corner)
    )


def _ground(colour: str) -> str:
    return paper() + element("rect", x=9, y=9, width=CARD.width - 18, height=CARD.height - 18, rx=9, fill=colour)


_Sign = Callable[[], str]


def _skip() -> str:
    return group(
        element("circle", r=17), element("path", d="M-12 12 12-12"), fill="none", stroke="currentColor", stroke_width=6
    )


def _reverse() -> str:
    arrow = "M-14-2V-8Q-14-15-7-15H4V-21L17-11 4-1V-7H-6V-2Z"
    return group(element("path", d=arrow), element("path", d=arrow, transform="rotate(180)"), fill="currentColor")


def _draw_two() -> str:
    return _text("+2")


def _text(text: str) -> str:
    return text_path(text, 0, 0, 46, "currentColor")


def _shuffle() -> str:
    """Return two arrows that cross."""
    lines = element(
        "path", d="M-18-10H-11L7 10H11M-18 10H-11L7-10H11", fill="none", stroke="currentColor", stroke_width=5
    )
    return lines + element("path", d="M9-17 20-10 9-3ZM9 3 20 10 9 17Z", fill="currentColor")


def _pencil() -> str:
    """Return a pencil above a line to write on."""
    pencil = element("path", d="M-4-22H4V4L0 13-4 4Z", fill="currentColor", transform=move_to(3, -1, 1.1, 40))
    return pencil + element("path", d="M-17 17H17", stroke="currentColor", stroke_width=4)


_WILD_SIGNS: Mapping[str, _Sign] = {
    "WW": lambda: _text("W"),
    "W4": lambda: _text("+4"),
    "WS": _shuffle,
    "WC": _pencil,
}


def _wild(code: str) -> str:
    """Return the face of a wild card: all four colours with their shapes, and its sign."""
    quarters = "".join(
        group(
            element("path", d="M0 0H-62V-84Q-62-100-46-100H0Z", fill=colour, transform=f"scale({x} {y})"),
            element("path", d=shape, transform=move_to(-34 * x, -66 * y, 1.6), fill=ink),
        )
        for (colour, ink, shape), (x, y) in zip(_SHAPES.values(), ((1, 1), (-1, 1), (1, -1), (-1, -1)), strict=True)
    )
    sign = _WILD_SIGNS[code]()
    middle = element("circle", r=40, fill="#fffdf8") + group(sign, transform="scale(1.2)", color=_DARK)
    return (
        _ground(_DARK)
        + group(quarters, middle, transform=move_to(125, 175))
        + with_rotated_copy(group(sign, transform=move_to(36, 38, 0.84), color="#fff"))
    )


def back() -> str:
    """Return the back of a card: a dark lattice with the four shapes."""
    shapes = "".join(
        element("path", d=shape, fill=colour, transform=move_to(x, y, 0.95))
        for (colour, _, shape), (x, y) in zip(
            _SHAPES.values(), ((-15, -15), (15, -15), (-15, 15), (15, 15)), strict=True
        )
    )
    return lattice(CARD, _DARK, "#6b7688", element("circle", r=38, fill="#fffdf8") + shapes)
