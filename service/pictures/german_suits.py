"""German-suited and Swiss-suited cards.

As on printed packs an ace has two pips, an ober has its pip above the figure, an unter below it, and the Swiss ten is a
banner. The unter and the king are chess pieces; the ober is an officer with a plumed hat and a sword.
"""

from typing import NamedTuple

from ..cards.card import Card
from .artwork import index, place, symbol, text_path
from .svg import (
    CARD,
    INK,
    at_both_ends,
    circle,
    group,
    move_to,
    paper,
    path,
    pip_places,
    pip_scale,
)

_BROWN = "#5b4a33"
_GOLD = "#e0a81c"
_RED = "#c2182b"


class GermanSuit(NamedTuple):
    """A suit: its pip, and the colour of its figures."""

    pip: str
    colour: str


_SUITS = {
    "acorns": GermanSuit("acorn", "#c08a3a"),
    "leaves": GermanSuit("leaf", "#2f7d3b"),
    "hearts": GermanSuit("heart", _RED),
    "bells": GermanSuit("bell", _GOLD),
    "roses": GermanSuit("rose", "#d8731f"),
    "shields": GermanSuit("shield", "#2a5ca8"),
}


class Court(NamedTuple):
    """A court card: its figure, a symbol or the name of a drawing, with its middle or origin at `y`; and its pips.

    `pips` are the positions (x, y) of the middles of the pips.
    """

    figure: str
    y: float
    pips: tuple[tuple[float, float], ...]

    def draw_figure(self, colour: str) -> str:
        is_symbol = len(self.figure) == 1
        if is_symbol:
            return symbol(self.figure, 125, self.y, 150, INK, colour)
        return group(place(self.figure, 119, self.y, 1.4), fill=colour)


_COURTS = {
    "U": Court("♙", 142, ((125, 284),)),
    "O": Court("officer", 212, ((125, 66),)),
    "K": Court("♔", 212, ((92, 74), (158, 74))),
}
_PIP_SCALES = {6: 0.65, 8: 0.59, 10: 0.53}
"""The scale of pips, by the most pips of a card."""


def german_face(card: Card) -> str:
    return _card(card, _BROWN, _middle(card))


def weli_face(card: Card) -> str:
    """Return the face of a card of the German pack of 33; the Weli has its name on a scroll between its pips."""
    if card.name != "Weli":
        return german_face(card)
    pips = "".join(
        place("bell", x, y, 0.62) for x in (88, 162) for y in (60, 290)
    ) + place("bell", 125, 112, 0.62)
    scroll = path(
        "M40 152H210L198 175 210 198H40L52 175Z",
        fill="#f6ead0",
        stroke=INK,
        stroke_width=3,
    )
    signs = (
        place("bell", 125, 250, 0.62)
        + place("heart", 72, 118, 0.3)
        + place("acorn", 178, 232, 0.3)
    )
    name = text_path("WELI", 125, 175, 36, _RED)
    return _card(card, _BROWN, pips + signs + scroll + name)


def swiss_face(card: Card) -> str:
    middle = _banner(card) if card.rank == "T" else _middle(card)
    return _card(card, _RED, middle)


def _card(card: Card, line: str, middle: str) -> str:
    """Return a card: a frame in the colour `line`, rank and suit in two corners, and what is in the middle."""
    frame = CARD.inset(9, rx=8, fill="none", stroke=line, stroke_width=3)
    suit = _SUITS[card.suit or ""]
    rank = index(card.rank.replace("T", "10"), 35, 38, INK)
    corner = rank + place(suit.pip, 35, 80, 0.3)
    return paper() + frame + at_both_ends(corner) + middle


def _middle(card: Card) -> str:
    """Return a figure with its pips, or the pips of a card that is no court card."""
    suit = _SUITS[card.suit or ""]
    if card.rank in _COURTS:
        court = _COURTS[card.rank]
        pips = (place(suit.pip, x, y, 0.72) for x, y in court.pips)
        return court.draw_figure(suit.colour) + "".join(pips)
    if card.rank == "A":
        return place(suit.pip, 103, 118, 1.08) + place(suit.pip, 147, 232, 1.08)
    count = card.value or 0
    scale = pip_scale(count, _PIP_SCALES)
    pips = (place(suit.pip, x, y, scale) for x, y in pip_places(count, 56, 40))
    return "".join(pips)


def _banner(card: Card) -> str:
    """Return the middle of a Swiss ten: a banner on its pole, with the pip."""
    pip, colour = _SUITS[card.suit or ""]
    return group(
        path("M62 64V308", stroke=INK, stroke_width=9, stroke_linecap="round"),
        path(
            "M62 78H206L184 140 206 202H62Z", fill="#f6ead0", stroke=INK, stroke_width=3
        ),
        path("M62 78H206L202 90H62ZM62 190H202L206 202H62Z", fill=colour),
        circle(cx=62, cy=58, r=10, fill=_GOLD, stroke=INK, stroke_width=3),
        place(pip, 124, 140, 0.86),
        transform=move_to(16, 14),
    )
