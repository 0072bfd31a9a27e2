"""Balls with numbers: keno, bingo, a lottery. A colour goes with each ten, or with each letter."""

from service.core.cards.card import Card
from service.pictures.drawing import element
from service.pictures.grounds import INK
from service.pictures.outlines import width, words

_COLOURS = (
    *("#d99a00", "#c62828", "#1f6fb4", "#2e7d32", "#6a3fa0", "#d1602a", "#00838f", "#8d5524", "#5b6770", "#ad1457"),
)
_TURNED = {"6", "9", "66", "68", "86", "89", "98", "99"}
"""Numbers that are others upside down; a line shows which way up they are."""
_DISC, _WIDEST = 60, 92


def numbered(card: Card) -> str:
    """A ball with its number, of the colour of its ten."""
    return _ball(_COLOURS[(int(card.rank) - 1) // 10 % len(_COLOURS)]) + _number(card.rank, 100, 80)


def lettered(card: Card) -> str:
    """A ball of 75-ball bingo: its letter, which has a colour, above its number."""
    letter = card.code[0]
    return _ball(_COLOURS["BINGO".index(letter)]) + words(letter, 100, 66, 34, INK) + _number(card.rank, 113, 62)


def back() -> str:
    """A ball with no number."""
    return _ball("#3a4454") + element("circle", cx=100, cy=100, r=40, fill="none", stroke="#3a4454", stroke_width=6)


def _ball(colour: str) -> str:
    return (
        element("circle", cx=100, cy=100, r=97, fill=colour)
        + element("circle", cx=100, cy=100, r=94.5, fill="none", stroke="#000", stroke_opacity=0.25, stroke_width=5)
        + element("circle", cx=100, cy=100, r=_DISC, fill="#fffdf8")
        + element(
            "path",
            d="M36 74A70 70 0 0 1 92 30",
            fill="none",
            stroke="#fff",
            stroke_opacity=0.55,
            stroke_width=10,
            stroke_linecap="round",
        )
    )


def _number(text: str, y: float, size: float) -> str:
    size = min(size, size * _WIDEST / width(text, size))
    line = width(text, size) / 2 - 4
    under = y + size * 0.35 + 8
    return words(text, 100, y, size, INK) + (
        element("path", d=f"M{100 - line:.1f} {under:.1f}h{2 * line:.1f}", stroke=INK, stroke_width=5)
        if text in _TURNED
        else ""
    )
