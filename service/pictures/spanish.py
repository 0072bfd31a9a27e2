"""Spanish-suited cards: coins, cups, swords and clubs.

The number of gaps in the frame shows the suit, as on printed packs (la pinta): none for coins, one for cups, two for
swords, three for clubs. The court cards are a pawn, a knight and a king of chess, numbered 10 to 12.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from service.core.cards.card import Card
from service.pictures.backgrounds import INK, lattice, paper, with_rotated_copy
from service.pictures.outlines import symbol, text_path
from service.pictures.pip_layouts import pip_positions
from service.pictures.svg import CARD, element, group, move_to

COURTS = {"J": "♙", "N": "♘", "K": "♔"}
_LEFT, _RIGHT, _TOP, _BOTTOM = 18, CARD.width - 18, 18, CARD.height - 18
_GAP = 14
_GOLD, _RED, _BLUE, _GREEN = "#e0a81c", "#c2182b", "#2a5ca8", "#2f7d3b"
_WOOD = "#d9a866"


def _coin() -> str:
    petals = "".join(element("ellipse", cy=-17, rx=7, ry=12, transform=f"rotate({turn})") for turn in range(0, 360, 60))
    return group(
        element("circle", r=46, fill=_GOLD),
        element("circle", r=35, fill="#f6d776"),
        group(petals, fill=_RED, stroke_width=1.5),
        element("circle", r=7, fill=_GOLD),
        stroke="#6e4a00",
        stroke_width=3,
    )


def _cup() -> str:
    return group(
        element(
            "path",
            d="M-34-42H34C34-8 18 6 7 9V28C22 31 30 37 32 46H-32C-30 37-22 31-7 28V9C-18 6-34-8-34-42Z",
            fill=_RED,
        ),
        element("ellipse", cy=-42, rx=34, ry=7, fill=_GOLD),
        element("path", d="M-30-18Q0-4 30-18L26-6Q0 8-26-6Z", fill=_GOLD),
        stroke="#5c0b14",
        stroke_width=3,
        stroke_linejoin="round",
    )


def _sword() -> str:
    return group(
        element("path", d="M0-50 8-38V16H-8V-38Z", fill="#c9d6e6"),
        element("path", d="M0-46V14", fill="none", stroke_width=1.5),
        element("path", d="M-26 14Q0 22 26 14V22Q0 30-26 22Z", fill=_GOLD),
        element("rect", x=-5, y=24, width=10, height=17, fill=_BLUE),
        element("circle", cy=45, r=7, fill=_GOLD),
        stroke="#17335e",
        stroke_width=3,
        stroke_linejoin="round",
    )


def _club() -> str:
    return group(
        _stub(-12, -18, -58),
        _stub(11, -2, 58),
        _stub(-8, 16, -58),
        element("path", d="M-7 50C-6 24-13-4-16-34-16-52 16-52 16-34 13-4 7 24 7 50Z", fill=_GREEN),
        element("ellipse", cy=-41, rx=9, ry=5, fill=_WOOD),
        element("path", d="M-6-26C-3-10-4 2-1 20M6-20C6-6 4 10 3 34", fill="none", stroke_width=2.5),
        stroke="#17401f",
        stroke_width=3,
        stroke_linejoin="round",
    )


def _stub(x: float, y: float, angle: float) -> str:
    """Return the stub of a branch."""
    return group(
        element("path", d="M-6 4V-18H6V4Z", fill=_GREEN),
        element("ellipse", cy=-18, rx=6, ry=4, fill=_WOOD),
        transform=move_to(x, y, 1, angle),
    )


@dataclass(frozen=True)
class Suit:
    """A suit: the function that renders its pip, 100 high, its colour, text on it, and the gaps in its frame."""

    pip: Callable[[], str]
    colour: str
    text: str
    gaps: int


SUITS: Mapping[str, Suit] = {
    "coins": Suit(_coin, _GOLD, INK, 0),
    "cups": Suit(_cup, _RED, "#fff", 1),
    "swords": Suit(_sword, _BLUE, "#fff", 2),
    "clubs": Suit(_club, _GREEN, "#fff", 3),
}


def face(card: Card) -> str:
    """Return the face of a card: its number and suit in the corners, its frame, and pips or a chess piece."""
    suit = SUITS[card.suit or ""]
    index = element(
        "rect", x=12, y=12, width=30 if (card.value or 0) < 10 else 40, height=38, fill="#fffdf8"
    ) + text_path(str(card.value), 15, 32, 34, INK, anchor=0)
    sign = element("rect", x=12, y=50, width=24, height=30, fill="#fffdf8") + group(
        suit.pip(), transform=move_to(24, 66, 0.2)
    )
    frame = element("path", d=_frame(suit.gaps), fill="none", stroke=INK, stroke_width=2)
    return (
        paper()
        + frame
        + with_rotated_copy(index + sign)
        + (_court(card, suit) if card.rank in COURTS else pips(card, suit))
    )


def _frame(gaps: int) -> str:
    """Return the path of a frame whose horizontal lines have gaps."""
    across = _RIGHT - _LEFT
    middles = [_LEFT + across * (gap + 1) / (gaps + 1) for gap in range(gaps)]
    starts = [_LEFT, *(middle + _GAP / 2 for middle in middles)]
    ends = [*(middle - _GAP / 2 for middle in middles), _RIGHT]
    rows = (f"M{a:.1f} {y}H{b:.1f}" for y in (_TOP, _BOTTOM) for a, b in zip(starts, ends, strict=True))
    return f"M{_LEFT} {_TOP}V{_BOTTOM}M{_RIGHT} {_TOP}V{_BOTTOM}{''.join(rows)}"


def pips(card: Card, suit: Suit) -> str:
    """Return as many pips as the card counts."""
    count = card.value or 0
    scale = 1.7 if count == 1 else 0.9 if count < 4 else 0.73 if count < 7 else 0.66 if count < 9 else 0.6
    top = 76 if count < 4 else 78
    positions = pip_positions(count, CARD.width / 2, top, CARD.height - top, 54)
    return "".join(group(suit.pip(), transform=move_to(x, y, scale)) for x, y in positions)


def _court(card: Card, suit: Suit) -> str:
    piece = symbol(COURTS[card.rank], 125, 175, 150, INK, suit.colour)
    return piece + with_rotated_copy(group(suit.pip(), transform=move_to(196, 64, 0.62)))


def back() -> str:
    """Return the back of a card: a red lattice with a coin."""
    return lattice(CARD, "#8c1c2b", "#e7b3a8", group(_coin(), transform="scale(.7)"))
