"""Numbered balls of keno, bingo and lotteries. Each group of ten numbers, each letter, or each drum, has a colour."""

from service.core.cards.card import Card
from service.pictures.artwork import text_path, text_width
from service.pictures.card_parts import INK, PAPER
from service.pictures.svg import circle, path

_COLOURS = (
    *("#d99a00", "#c62828", "#1f6fb4", "#2e7d32", "#6a3fa0", "#d1602a", "#00838f", "#8d5524", "#5b6770", "#ad1457"),
)
_MAIN_DRUM = "#5b6770"
_OTHER_DRUMS = {"P": "#c62828", "M": "#d99a00", "S": "#1f6fb4"}
"""The colour of the second drum of a lottery, by the letter in its codes."""
_AMBIGUOUS = {"6", "9", "66", "68", "86", "89", "98", "99"}
"""Numbers that are other numbers upside down; they are underlined."""
_MAX_WIDTH = 92


def numbered_face(card: Card) -> str:
    """Return a ball with its number, in the colour of its group of ten."""
    return _ball(_COLOURS[(int(card.rank) - 1) // 10 % len(_COLOURS)]) + _number(card.rank, 100, 80)


def lettered_face(card: Card) -> str:
    """Return a ball of 75-ball bingo: its letter above its number, in the colour of the letter."""
    return _lettered_ball(card, _COLOURS["BINGO".index(card.code[0])])


def drum_face(card: Card) -> str:
    """Return a ball of a lottery with two drums: grey with its number, or of the other drum in colour with a letter."""
    if card.suit == "main":
        return _ball(_MAIN_DRUM) + _number(card.rank, 100, 80)
    return _lettered_ball(card, _OTHER_DRUMS[card.code[0]])


def _lettered_ball(card: Card, colour: str) -> str:
    return _ball(colour) + text_path(card.code[0], 100, 66, 34, INK) + _number(card.rank, 113, 62)


def _ball(colour: str) -> str:
    shine = "M36 74A70 70 0 0 1 92 30"
    return (
        circle(cx=100, cy=100, r=97, fill=colour)
        + circle(cx=100, cy=100, r=94.5, fill="none", stroke="#000", stroke_opacity=0.25, stroke_width=5)
        + circle(cx=100, cy=100, r=60, fill=PAPER)
        + path(shine, fill="none", stroke="#fff", stroke_opacity=0.55, stroke_width=10, stroke_linecap="round")
    )


def _number(text: str, y: float, size: float) -> str:
    """Return a number that fits on the disc in the middle, underlined if it is another one upside down."""
    size = min(size, size * _MAX_WIDTH / text_width(text, size))
    number = text_path(text, 100, y, size, INK)
    if text not in _AMBIGUOUS:
        return number
    half = text_width(text, size) / 2 - 4
    return number + path(f"M{100 - half:.1f} {y + size * 0.35 + 8:.1f}h{2 * half:.1f}", stroke=INK, stroke_width=5)
