"""French-suited cards and tarot.

French cards are Adrian Kennard's (assets/french), with our own ace of spades, jokers and back. A tarot card has pips,
a chess piece, or the large number of a trump.
"""

from functools import cache

from ..cards.card import Card
from .artwork import index, read_svg_content, symbol, text_path
from .svg import (
    CARD,
    INK,
    TAROT,
    at_both_ends,
    circle,
    group,
    move_to,
    paper,
    path,
    pip_places,
    rect,
)

RED = "#d40000"
BLACK = "#111111"
GOLD = "#e8b023"
SIGNS = {"S": ("♠", BLACK), "H": ("♥", RED), "D": ("♦", RED), "C": ("♣", BLACK)}
"""The sign and the colour of each suit."""

_LARGER = {
    'height="32" width="32" x="-114.4" y="-156"': 'height="41" width="41" x="-118.5" y="-161"',
    'height="26.77" width="26.77" x="-111.78" y="-119"': 'height="30" width="30" x="-113" y="-119"',
}
"""The rank and suit in the corners, in the asset and enlarged: overlapping cards are recognised by them."""

_TAROT_COURTS = {"J": "♙", "N": "♘", "Q": "♕", "K": "♔"}
_TINTS = {"S": "#e8eef7", "H": "#fdecea", "D": "#fff3dd", "C": "#e7f3ea"}
_TRUMP = "#5b2a86"
_PALE = "#efe4f7"
_MIDDLE = TAROT.width / 2


def face(card: Card) -> str:
    """Return the face of a card. The ace of spades and the jokers are our own."""
    if card.rank == "joker":
        return joker(card)
    vendored = _vendored_card(card.code)
    return vendored + _ornament() if card.code == "AS" else vendored


def five_hundred_face(card: Card) -> str:
    """Return the face of a card of the pack for six at five hundred; the 11, 12 and 13 have 11, 12 and 13 pips."""
    if card.rank not in {"11", "12", "13"}:
        return face(card)
    sign, ink = SIGNS[card.code[-1]]
    corner = index(card.rank, 24, 30, ink, max_width=38) + symbol(sign, 24, 68, 30, ink)
    pips = "".join(
        symbol(sign, x, y, 44, ink, angle=180 if y > CARD.height / 2 + 1 else 0)
        for x, y in pip_places(card.value or 0, 62, 50)
    )
    return paper(CARD, "#fff") + at_both_ends(corner) + pips


@cache
def _vendored_card(code: str) -> str:
    inner = read_svg_content("french", code)
    for original, enlarged in _LARGER.items():
        inner = inner.replace(original, enlarged)
    return f'<svg width="{CARD.width}" height="{CARD.height}" viewBox="-120 -168 240 336">{inner}</svg>'


def _ornament() -> str:
    """Return the ornament of the ace of spades: a small spade with four diamonds round it."""
    places = ((0, -42), (-34, 22), (34, 22), (0, 32))
    diamonds = (path("M0-5 4 0 0 5-4 0Z", transform=move_to(x, y)) for x, y in places)
    middle = move_to(CARD.width / 2, CARD.height / 2)
    return group(
        symbol("♠", 0, -2, 46, "#fff"), group(*diamonds, fill="#fff"), transform=middle
    )


def cap(colour: str, second_colour: str) -> str:
    """Return a jester's cap, about 190 wide and 130 high, with the middle of its brim at the origin."""
    horn = "M-44 8C-46-44-78-64-98-24-74-34-54-22-12 8Z"
    return group(
        path(horn, fill=colour),
        path(horn, fill=colour, transform="scale(-1 1)"),
        path("M-32 8C-34-40-14-66 0-84 14-66 34-40 32 8Z", fill=second_colour),
        *(
            circle(cx=x, cy=y, r=9, fill=GOLD)
            for x, y in ((-97, -17), (97, -17), (0, -92))
        ),
        path("M-48 6Q0 18 48 6V24Q0 36-48 24Z", fill=GOLD),
        stroke=INK,
        stroke_width=3,
        stroke_linejoin="round",
    )


def joker(card: Card) -> str:
    """Return the face of a joker: a jester's cap, and as many stars as its number; X1 is black, X2 red, X3 black."""
    number = int(card.code[1:])
    if number % 2:
        ink = BLACK
        jester_cap = cap("#3a4454", "#8b95a5")
    else:
        ink = RED
        jester_cap = cap("#c62828", "#f0c9c4")
    letters = "".join(
        text_path(letter, 21, 26 + 24 * row, 24, ink)
        for row, letter in enumerate("JOKER")
    )
    first = CARD.width / 2 - 15 * (number - 1)
    stars = "".join(
        symbol("★", first + 30 * star, 250, 24, ink) for star in range(number)
    )
    picture = group(jester_cap, transform=move_to(125, 180))
    return paper(CARD, "#fff") + at_both_ends(letters) + picture + stars


def suits_emblem() -> str:
    """Return the emblem of the back of a card: the four suits."""
    places = ((0, -23), (23, 0), (0, 23), (-23, 0))
    return "".join(
        symbol(sign, x, y, 24, "#fff")
        for (sign, _), (x, y) in zip(SIGNS.values(), places, strict=True)
    )


def tarot_face(card: Card) -> str:
    """Return the SVG elements of the face of a tarot card: a card of a suit, a trump or the fool."""
    if card.rank == "fool":
        return _fool(
            INK,
            cap("#c62828", "#2a5ca8"),
            196,
            text_path("FOOL", _MIDDLE, 250, 28, INK),
        )
    if card.suit == "trumps":
        return _trump(card.rank)
    rank = card.code[:-1]
    suit = card.code[-1]
    sign, ink = SIGNS[suit]
    corner_rank = index(rank.replace("T", "10"), 26, 33, ink, max_width=38)
    corner = corner_rank + symbol(sign, 26, 73, 26, ink)
    card_without_middle = paper(TAROT) + at_both_ends(corner, TAROT)
    if rank in _TAROT_COURTS:
        return card_without_middle + _tarot_court(rank, suit)
    return card_without_middle + _tarot_pips(card.value or 0, sign, ink)


def _tarot_pips(count: int, sign: str, ink: str) -> str:
    """Return pips, those below the middle upside down."""
    size = 86 if count == 1 else 34
    pips = []
    for x, y in pip_places(count, 56, 34, TAROT):
        is_below = y > TAROT.height / 2 + 1
        pips.append(symbol(sign, x, y, size, ink, angle=180 if is_below else 0))
    return "".join(pips)


def _tarot_court(rank: str, suit: str) -> str:
    """Return a court card: the chess piece twice, once upside down."""
    sign, ink = SIGNS[suit]
    frame = rect(
        x=50,
        y=22,
        width=100,
        height=306,
        rx=6,
        fill=_TINTS[suit],
        stroke=ink,
        stroke_width=1.5,
    )
    half = symbol(_TAROT_COURTS[rank], _MIDDLE, 116, 88, INK, "#f2c14e") + symbol(
        sign, 130, 44, 28, ink
    )
    return (
        frame
        + path("M50 175H150", stroke=ink, stroke_width=1.5)
        + at_both_ends(half, TAROT)
    )


def _trump(number: str) -> str:
    frame = TAROT.inset(14, rx=8, fill=_PALE, stroke=_TRUMP, stroke_width=3)
    band = rect(x=14, y=160, width=172, height=30, fill=_TRUMP)
    stars = "".join(symbol("★", x, 175, 16, "#fff") for x in (46, 100, 154))
    half = text_path(number, _MIDDLE, 114, 80, _TRUMP) + index(
        number, 40, 46, _TRUMP, max_width=38
    )
    return paper(TAROT) + frame + band + stars + at_both_ends(half, TAROT)


def _fool(ink: str, cap_picture: str, y: float, title: str) -> str:
    """Return a fool: stars in the corners, a jester's cap with its brim at `y`, and the title."""
    frame = TAROT.inset(14, rx=8, fill="#fff3dd", stroke=INK, stroke_width=3)
    stars = "".join(symbol("★", x, 36, 26, ink) for x in (34, 166))
    picture = group(cap_picture, transform=move_to(_MIDDLE, y, 0.78))
    return paper(TAROT) + frame + at_both_ends(stars, TAROT) + picture + title


_ROMAN = {10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I"}
_HONOURS = {"1": ("#8c1c2b", "#fbe6e4"), "21": ("#8a6a00", "#fdf3d6")}
"""The colours of the pagat and of the mond."""


def tarock_face(card: Card) -> str:
    """Return the face of a tarock card: as of tarot, but with Roman numbers on the trumps, and the Sküs as fool."""
    if card.rank == "fool":
        dots = "".join(circle(cx=x, cy=233, r=3, fill=INK) for x in (101, 111))
        return _fool(
            "#8c1c2b",
            cap("#8c1c2b", "#1f4e79"),
            190,
            text_path("SKUS", _MIDDLE, 254, 32, INK) + dots,
        )
    return _tarock(card.rank) if card.suit == "trumps" else tarot_face(card)


def roman(number: int) -> str:
    """Return a number up to 39 in Roman figures: 14 is XIV, and 0 is ""."""
    figures = ""
    for value, letters in _ROMAN.items():
        figures += letters * (number // value)
        number %= value
    return figures


def _tarock(rank: str) -> str:
    """Return a trump: its Roman number at both ends, its number in the corners, and an ornament for each half."""
    number = roman(int(rank))
    ink, ground = _HONOURS.get(rank, ("#1f4e79", "#e8eff6"))
    frame = TAROT.inset(14, rx=8, fill=ground, stroke=ink, stroke_width=3)
    line = path("M14 175H186", stroke=ink, stroke_width=3)
    half = (
        rect(x=14, y=14, width=172, height=60, fill=ink)
        + text_path(number, 122, 44, 46, "#fff", max_width=108)
        + index(rank, 42, 44, "#fff", max_width=40)
        + path(
            "M100 92 128 124 100 156 72 124Z", fill="none", stroke=ink, stroke_width=4
        )
        + symbol("★", _MIDDLE, 123, 30, ink)
        + "".join(circle(cx=x, cy=124, r=6, fill=ink) for x in (44, 156))
    )
    return paper(TAROT) + frame + line + at_both_ends(half, TAROT)
