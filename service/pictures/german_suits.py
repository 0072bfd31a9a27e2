"""German-suited and Swiss-suited cards.

As on printed packs an ace has two pips, an ober has its pip above the figure, an unter below it, and the Swiss ten is a
banner. The unter and the king are chess pieces; the ober is an officer with a plumed hat and a sword.
"""

from ..cards.card import Card
from .artwork import index, place, symbol, text_path
from .svg import CARD, INK, circle, group, move_to, pair, paper, path, pip_places

_GOLD, _RED = "#e0a81c", "#c2182b"
_SUITS = {
    "acorns": ("acorn", "#c08a3a"),
    "leaves": ("leaf", "#2f7d3b"),
    "hearts": ("heart", _RED),
    "bells": ("bell", _GOLD),
    "roses": ("rose", "#d8731f"),
    "shields": ("shield", "#2a5ca8"),
}
"""The pip of each suit, and the colour of its figures."""
_COURTS = {
    "U": ("♙", 142, ((125, 284),)),
    "O": ("officer", 212, ((125, 66),)),
    "K": ("♔", 212, ((92, 74), (158, 74))),
}
"""The figure of each court card, a symbol or a drawing, its height, and the places of the pips."""


def german_face(card: Card) -> str:
    return _card(card, "#5b4a33", _court(card) if card.rank in _COURTS else _pips(card))


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
    return _card(
        card, "#5b4a33", pips + signs + scroll + text_path("WELI", 125, 175, 36, _RED)
    )


def swiss_face(card: Card) -> str:
    return _card(
        card,
        _RED,
        _court(card)
        if card.rank in _COURTS
        else _banner(card)
        if card.rank == "T"
        else _pips(card),
    )


def _card(card: Card, line: str, middle: str) -> str:
    frame = CARD.inset(9, rx=8, fill="none", stroke=line, stroke_width=3)
    pip, _ = _SUITS[card.suit or ""]
    corner = index(card.rank.replace("T", "10"), 35, 38, INK) + place(pip, 35, 80, 0.3)
    return paper() + frame + pair(corner) + middle


def _pips(card: Card) -> str:
    pip, _ = _SUITS[card.suit or ""]
    if card.rank == "A":
        return place(pip, 103, 118, 1.08) + place(pip, 147, 232, 1.08)
    count = card.value or 0
    scale = 0.65 if count < 7 else 0.59 if count < 9 else 0.53
    return "".join(place(pip, x, y, scale) for x, y in pip_places(count, 56, 40))


def _court(card: Card) -> str:
    (pip, colour), (figure, y, places) = _SUITS[card.suit or ""], _COURTS[card.rank]
    is_symbol = len(figure) == 1
    court = (
        symbol(figure, 125, y, 150, INK, colour)
        if is_symbol
        else group(place(figure, 119, y, 1.4), fill=colour)
    )
    return court + "".join(place(pip, *where, 0.72) for where in places)


def _banner(card: Card) -> str:
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
