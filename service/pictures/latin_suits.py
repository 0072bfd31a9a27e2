"""Latin-suited cards: coins, cups, swords and clubs on Spanish and Italian packs.

The number of gaps in a Spanish frame shows the suit, as on printed packs (la pinta). The court cards are a pawn, a
knight and a king of chess, on Spanish cards with the numbers 10 to 12, on Italian ones with their values and names.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ..cards.card import Card
from .artwork import index, place, symbol, text_path
from .french_suits import joker
from .svg import (
    CARD,
    INK,
    PAPER,
    at_both_ends,
    paper,
    path,
    pip_places,
    pip_scale,
    rect,
)

_COURTS = {"J": ("♙", "FANTE"), "N": ("♘", "CAVALLO"), "K": ("♔", "RE")}
"""The chess piece of each court card, and its Italian name."""
_PIP_SCALES = {1: 1.6, 3: 0.84, 6: 0.63, 8: 0.56, 10: 0.54}
"""The scale of pips, by the most pips of a card."""
_LEFT = 18
_RIGHT = CARD.width - 18
_TOP = 18
_BOTTOM = CARD.height - 18
_GAP = 14


class LatinSuit(NamedTuple):
    """A suit: its pip, its colour, the colour of text on that, and the number of gaps in its Spanish frame."""

    pip: str
    colour: str
    text: str
    gaps: int


_SUITS: Mapping[str, LatinSuit] = {
    "coins": LatinSuit("coin", "#e0a81c", INK, 0),
    "cups": LatinSuit("cup", "#c2182b", "#fff", 1),
    "swords": LatinSuit("sword", "#2a5ca8", "#fff", 2),
    "clubs": LatinSuit("club", "#2f7d3b", "#fff", 3),
}


def spanish_face(card: Card) -> str:
    """Return the face of a joker, or of a card: number and suit in the corners, a frame, and pips or a chess piece."""
    if card.rank == "joker":
        return joker(card)
    suit = _SUITS[card.suit or ""]
    corner = (
        rect(x=8, y=8, width=46, height=86, fill=PAPER)
        + index(str(card.value), 30, 36, INK)
        + place(suit.pip, 30, 78, 0.3)
    )
    frame = path(_spanish_frame(suit.gaps), fill="none", stroke=INK, stroke_width=2)
    draw_middle = _spanish_court if card.rank in _COURTS else _pips
    middle = draw_middle(card, suit)
    return paper() + frame + at_both_ends(corner) + middle


def _spanish_frame(gaps: int) -> str:
    """Return the path of a frame with gaps in its horizontal lines: with 2 gaps, each line is three dashes."""
    width = _RIGHT - _LEFT
    middles = [_LEFT + width * (gap + 1) / (gaps + 1) for gap in range(gaps)]
    starts = [_LEFT, *(middle + _GAP / 2 for middle in middles)]
    ends = [*(middle - _GAP / 2 for middle in middles), _RIGHT]
    dashes = list(zip(starts, ends, strict=True))
    sides = f"M{_LEFT} {_TOP}V{_BOTTOM}M{_RIGHT} {_TOP}V{_BOTTOM}"
    top = "".join(f"M{start:.1f} {_TOP}H{end:.1f}" for start, end in dashes)
    bottom = "".join(f"M{start:.1f} {_BOTTOM}H{end:.1f}" for start, end in dashes)
    return sides + top + bottom


def _pips(card: Card, suit: LatinSuit) -> str:
    count = card.value or 0
    scale = pip_scale(count, _PIP_SCALES)
    margin = 72 if count < 4 else 60
    places = pip_places(count, margin, 41)
    return "".join(place(suit.pip, x, y, scale) for x, y in places)


def _spanish_court(card: Card, suit: LatinSuit) -> str:
    piece, _ = _COURTS[card.rank]
    figure = symbol(piece, 125, 175, 150, INK, suit.colour)
    return figure + at_both_ends(place(suit.pip, 196, 64, 0.62))


def italian_face(card: Card) -> str:
    """Return the face of a card: its value and suit, a double frame, and pips or a chess piece with its name."""
    suit = _SUITS[card.suit or ""]
    value = index(str(card.value), 37, 43, INK, max_width=40)
    corner = value + place(suit.pip, 37, 84, 0.28)
    draw_middle = _italian_court if card.rank in _COURTS else _pips
    middle = draw_middle(card, suit)
    frames = _italian_frame(9, 4) + _italian_frame(15, 1.5)
    return paper() + frames + at_both_ends(corner) + middle


def _italian_frame(inset: float, stroke: float) -> str:
    """Return one of the two frames: a line of a width, at a distance from the edges of the card."""
    return CARD.inset(
        inset, rx=16 - inset / 2, fill="none", stroke="#8a6d3b", stroke_width=stroke
    )


def _italian_court(card: Card, suit: LatinSuit) -> str:
    """Return a court card: a chess piece on a band with its name, and the pip in two corners."""
    piece, name = _COURTS[card.rank]
    return (
        symbol(piece, 125, 138, 136, INK, suit.colour)
        + rect(x=15, y=214, width=CARD.width - 30, height=32, fill=suit.colour)
        + text_path(name, 125, 230, 23, suit.text)
        + at_both_ends(place(suit.pip, 204, 58, 0.58))
    )
