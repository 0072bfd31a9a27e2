"""German-suited and Swiss-suited cards.

As on printed packs an ace has two pips, the pip of an ober is above its figure and that of an unter below it, and the
Swiss ten is a banner. The figures are chess pieces.
"""

from collections.abc import Callable, Mapping

from service.core.cards.card import Card
from service.pictures.backgrounds import INK, lattice, paper, with_rotated_copy
from service.pictures.outlines import symbol, text_path
from service.pictures.pip_layouts import pip_positions
from service.pictures.svg import CARD, element, group, move_to

_MIDDLE = CARD.width / 2
_GOLD, _RED, _GREEN, _BLUE, _BROWN = "#e0a81c", "#c2182b", "#2f7d3b", "#2a5ca8", "#8a5a2b"
_Pip = Callable[[], str]


def _outlined(*content: str, stroke: str) -> str:
    return group(*content, stroke=stroke, stroke_width=3, stroke_linejoin="round", stroke_linecap="round")


def _acorn() -> str:
    return _outlined(
        element("path", d="M0-26C0-38 6-44 14-48", fill="none", stroke_width=7),
        element("path", d="M-27-6C-28 22-12 38 0 50 12 38 28 22 27-6Z", fill="#d3a13c"),
        element("path", d="M-12 4C-13 18-8 28-4 34", fill="none", stroke="#f6dc9a", stroke_width=4),
        element("path", d="M-34-4C-34-36 34-36 34-4 20 4-20 4-34-4Z", fill=_BROWN),
        element("path", d="M-20-22 4 0M-4-27 22-3M20-22-4 0M4-27-22-3", fill="none", stroke_width=1.5),
        stroke="#4a2d12",
    )


def _leaf() -> str:
    return _outlined(
        element(
            "path",
            d="M0-50C8-30 42-24 40 4 38 26 14 30 5 22L8 50H-8L-5 22C-14 30-38 26-40 4-42-24-8-30 0-50Z",
            fill="#3f9142",
        ),
        element("path", d="M0-34V30M0 12 24-6M0 12-24-6M0-8 15-20M0-8-15-20", fill="none", stroke_width=2),
        stroke="#17401f",
    )


def _heart() -> str:
    return _outlined(
        element("path", d="M0 46C-16 24-44 8-44-18-44-44-12-50 0-24 12-50 44-44 44-18 44 8 16 24 0 46Z", fill=_RED),
        element("path", d="M-30-18C-30-30-20-36-12-32", fill="none", stroke="#f08a94", stroke_width=5),
        stroke="#5c0b14",
    )


def _bell() -> str:
    return _outlined(
        element("circle", cy=-40, r=8, fill="none", stroke_width=5),
        element("circle", cy=8, r=39, fill=_GOLD),
        element("path", d="M-38 0Q0 12 38 0M-39 8Q0 21 39 8", fill="none"),
        element("path", d="M-24-12Q-16-24-4-26", fill="none", stroke="#f9e7ae", stroke_width=5),
        element("circle", cx=-11, cy=26, r=5, fill="#6e4a00"),
        element("circle", cx=11, cy=26, r=5, fill="#6e4a00"),
        element("path", d="M-11 26H11", stroke_width=4),
        stroke="#6e4a00",
    )


def _rose() -> str:
    sepals = "".join(
        element("path", d="M-8-30 0-50 8-30Z", fill=_GREEN, transform=f"rotate({turn})") for turn in range(36, 396, 72)
    )
    petals = "".join(element("circle", cy=-24, r=19, transform=f"rotate({turn})") for turn in range(0, 360, 72))
    return _outlined(
        sepals,
        group(petals, fill="#f4c430"),
        element("circle", r=14, fill=_RED),
        element("circle", r=5, fill=_GOLD),
        stroke="#6e4a00",
    )


def _shield() -> str:
    return _outlined(
        element("path", d="M-36-46H36V-6C36 24 14 40 0 50-14 40-36 24-36-6Z", fill=_GOLD),
        element("path", d="M-24-34H0V32C-12 24-24 14-24-8Z", fill=_BLUE, stroke_width=2),
        element("path", d="M24-34H0V32C12 24 24 14 24-8Z", fill="#fffdf8", stroke_width=2),
        stroke="#17335e",
    )


_SUITS: Mapping[str, tuple[_Pip, str]] = {
    "acorns": (_acorn, "#c08a3a"),
    "leaves": (_leaf, _GREEN),
    "hearts": (_heart, _RED),
    "bells": (_bell, _GOLD),
    "roses": (_rose, "#d8731f"),
    "shields": (_shield, _BLUE),
}
"""The pip of each suit, 100 high, and the colour of its figures."""
_FIGURES = {"U": "♙", "O": "♘", "K": "♔"}


def german_face(card: Card) -> str:
    """Return the face of a card of a German pack."""
    return _card(card, "#5b4a33", _pips(card) if card.rank not in _FIGURES else _court(card))


def swiss_face(card: Card) -> str:
    """Return the face of a card of a Swiss pack."""
    middle = _court(card) if card.rank in _FIGURES else _banner(card) if card.rank == "T" else _pips(card)
    return _card(card, _RED, middle)


def _card(card: Card, line: str, middle: str) -> str:
    frame = element(
        "rect", x=9, y=9, width=CARD.width - 18, height=CARD.height - 18, rx=8, fill="none", stroke=line, stroke_width=3
    )
    index = text_path(card.rank.replace("T", "10"), 17, 34, 32, INK, anchor=0) + _at(card, 28, 68, 0.23)
    return paper() + frame + with_rotated_copy(index) + middle


def _at(card: Card, x: float, y: float, scale: float) -> str:
    pip, _ = _SUITS[card.suit or ""]
    return group(pip(), transform=move_to(x, y, scale))


def _pips(card: Card) -> str:
    if card.rank == "A":
        return _at(card, 92, 112, 1.15) + _at(card, 158, 238, 1.15)
    count = card.value or 0
    positions = pip_positions(count, _MIDDLE, 80, CARD.height - 80, 54)
    return "".join(_at(card, x, y, 0.7 if count < 7 else 0.62 if count < 9 else 0.55) for x, y in positions)


def _court(card: Card) -> str:
    _, colour = _SUITS[card.suit or ""]
    pips = {
        "U": ((_MIDDLE, 284),),
        "O": ((_MIDDLE, 66),),
        "K": ((84, 74), (166, 74)),
    }[card.rank]
    middle = 142 if card.rank == "U" else 212
    figure = symbol(_FIGURES[card.rank], _MIDDLE, middle, 150, INK, colour)
    return figure + "".join(_at(card, x, y, 0.72) for x, y in pips)


def _banner(card: Card) -> str:
    """Return a flag on a pole, with the pip on it."""
    _, colour = _SUITS[card.suit or ""]
    return group(
        element("path", d="M62 64V308", stroke=INK, stroke_width=9, stroke_linecap="round"),
        element("path", d="M62 78H206L184 140 206 202H62Z", fill="#f6ead0", stroke=INK, stroke_width=3),
        element("path", d="M62 78H206L202 90H62ZM62 190H202L206 202H62Z", fill=colour),
        element("circle", cx=62, cy=58, r=10, fill=_GOLD, stroke=INK, stroke_width=3),
        _at(card, 124, 140, 0.86),
        transform=move_to(4, 10),
    )


def german_back() -> str:
    """Return the back of a card: a brown lattice with an acorn."""
    return lattice(CARD, "#6b4423", "#d8b98f", group(_acorn(), transform="scale(.66)"))


def swiss_back() -> str:
    """Return the back of a card: a red lattice with a white cross."""
    cross = element("path", d="M-9-28H9V-9H28V9H9V28H-9V9H-28V-9H-9Z", fill="#fff")
    return lattice(CARD, "#b3202c", "#efb8b4", cross)
