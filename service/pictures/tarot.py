"""French tarot: pips and letters, a piece of chess for each court, and large numbers on the trumps."""

from service.core.cards.card import Card
from service.pictures.drawing import TAROT, at, element, group
from service.pictures.french import SIGNS, cap
from service.pictures.grounds import INK, both_ways, lattice, paper
from service.pictures.outlines import symbol, words
from service.pictures.pips import places

_COURTS = {"J": "♙", "N": "♘", "Q": "♕", "K": "♔"}
_TRUMP, _PALE = "#5b2a86", "#efe4f7"
_MIDDLE = TAROT.width / 2


def face(card: Card) -> str:
    """A card of a suit, a trump or the fool."""
    if card.rank == "fool":
        return _fool()
    if card.suit == "trumps":
        return _trump(card.rank)
    sign, ink = SIGNS[card.code[-1]]
    rank = card.code[:-1].replace("T", "10")
    corner = words(rank, 21, 28, 30, ink) + symbol(sign, 21, 58, 21, ink)
    return (
        paper(TAROT)
        + both_ways(corner, TAROT)
        + (_court(card, sign, ink) if rank in _COURTS else _pips(card, sign, ink))
    )


def _pips(card: Card, sign: str, ink: str) -> str:
    count = card.value or 0
    size = 86 if count == 1 else 34
    return "".join(
        symbol(sign, x, y, size, ink, turned=180 if y > TAROT.height / 2 + 1 else 0)
        for x, y in places(count, _MIDDLE, 56, TAROT.height - 56, 34)
    )


def _court(card: Card, sign: str, ink: str) -> str:
    """The piece twice, one of them upside down, as courts are."""
    fill = "#f2c14e" if ink != INK else "#9db4d8"
    rank = card.code[:-1]
    frame = element(
        "rect", x=42, y=22, width=116, height=306, rx=6, fill=_TINTS[card.code[-1]], stroke=ink, stroke_width=1.5
    )
    half = symbol(_COURTS[rank], _MIDDLE, 116, 100, INK, fill) + symbol(sign, 136, 46, 30, ink)
    line = element("path", d="M42 175H158", stroke=ink, stroke_width=1.5)
    return frame + line + both_ways(half, TAROT)


_TINTS = {"S": "#e8eef7", "H": "#fdecea", "D": "#fff3dd", "C": "#e7f3ea"}


def _trump(number: str) -> str:
    frame = element("rect", x=14, y=14, width=172, height=322, rx=8, fill=_PALE, stroke=_TRUMP, stroke_width=3)
    band = element("rect", x=14, y=160, width=172, height=30, fill=_TRUMP)
    stars = "".join(symbol("★", x, 175, 16, "#fff") for x in (46, 100, 154))
    half = (
        words(number, _MIDDLE, 96, 92, _TRUMP) + words(number, 32, 32, 22, _TRUMP) + words(number, 168, 32, 22, _TRUMP)
    )
    return paper(TAROT) + frame + band + stars + both_ways(half, TAROT)


def _fool() -> str:
    frame = element("rect", x=14, y=14, width=172, height=322, rx=8, fill="#fff3dd", stroke=INK, stroke_width=3)
    stars = symbol("★", 34, 36, 26, INK)
    return (
        paper(TAROT)
        + frame
        + both_ways(stars + symbol("★", 166, 36, 26, INK), TAROT)
        + group(cap("#c62828", "#2a5ca8"), transform=at(_MIDDLE, 196, 0.78))
        + words("FOOL", _MIDDLE, 250, 28, INK)
    )


def back() -> str:
    """A purple lattice with a star."""
    return lattice(TAROT, _TRUMP, "#cbb2e0", symbol("★", 0, -2, 56, "#fff"))
