"""Cards of French tarot: pips and letters, a chess piece for each court card, and large numbers on the trumps."""

from service.core.cards.card import Card
from service.pictures.backgrounds import INK, lattice, paper, with_rotated_copy
from service.pictures.french import SIGNS, cap
from service.pictures.outlines import symbol, text_path
from service.pictures.pip_layouts import pip_positions
from service.pictures.svg import TAROT, element, group, move_to

_COURTS = {"J": "♙", "N": "♘", "Q": "♕", "K": "♔"}
_TRUMP, _PALE = "#5b2a86", "#efe4f7"
_MIDDLE = TAROT.width / 2


def face(card: Card) -> str:
    """Return the face of a card of a suit, a trump or the fool."""
    if card.rank == "fool":
        return _fool()
    if card.suit == "trumps":
        return _trump(card.rank)
    sign, ink = SIGNS[card.code[-1]]
    rank = card.code[:-1].replace("T", "10")
    corner = text_path(rank, 21, 28, 30, ink) + symbol(sign, 21, 58, 21, ink)
    return (
        paper(TAROT)
        + with_rotated_copy(corner, TAROT)
        + (_court(card, sign, ink) if rank in _COURTS else _pips(card, sign, ink))
    )


def _pips(card: Card, sign: str, ink: str) -> str:
    count = card.value or 0
    size = 86 if count == 1 else 34
    return "".join(
        symbol(sign, x, y, size, ink, angle=180 if y > TAROT.height / 2 + 1 else 0)
        for x, y in pip_positions(count, _MIDDLE, 56, TAROT.height - 56, 34)
    )


def _court(card: Card, sign: str, ink: str) -> str:
    """Return a court card: the chess piece twice, once upside down."""
    fill = "#f2c14e" if ink != INK else "#9db4d8"
    rank = card.code[:-1]
    frame = element(
        "rect", x=42, y=22, width=116, height=306, rx=6, fill=_TINTS[card.code[-1]], stroke=ink, stroke_width=1.5
    )
    half = symbol(_COURTS[rank], _MIDDLE, 116, 100, INK, fill) + symbol(sign, 136, 46, 30, ink)
    line = element("path", d="M42 175H158", stroke=ink, stroke_width=1.5)
    return frame + line + with_rotated_copy(half, TAROT)


_TINTS = {"S": "#e8eef7", "H": "#fdecea", "D": "#fff3dd", "C": "#e7f3ea"}


def _trump(number: str) -> str:
    frame = element("rect", x=14, y=14, width=172, height=322, rx=8, fill=_PALE, stroke=_TRUMP, stroke_width=3)
    band = element("rect", x=14, y=160, width=172, height=30, fill=_TRUMP)
    stars = "".join(symbol("★", x, 175, 16, "#fff") for x in (46, 100, 154))
    half = (
        text_path(number, _MIDDLE, 96, 92, _TRUMP)
        + text_path(number, 32, 32, 22, _TRUMP)
        + text_path(number, 168, 32, 22, _TRUMP)
    )
    return paper(TAROT) + frame + band + stars + with_rotated_copy(half, TAROT)


def _fool() -> str:
    frame = element("rect", x=14, y=14, width=172, height=322, rx=8, fill="#fff3dd", stroke=INK, stroke_width=3)
    stars = symbol("★", 34, 36, 26, INK)
    return (
        paper(TAROT)
        + frame
        + with_rotated_copy(stars + symbol("★", 166, 36, 26, INK), TAROT)
        + group(cap("#c62828", "#2a5ca8"), transform=move_to(_MIDDLE, 196, 0.78))
        + text_path("FOOL", _MIDDLE, 250, 28, INK)
    )


def back() -> str:
    """Return the back of a card: a purple lattice with a star."""
    return lattice(TAROT, _TRUMP, "#cbb2e0", symbol("★", 0, -2, 56, "#fff"))
