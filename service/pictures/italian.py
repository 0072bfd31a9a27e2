"""Italian-suited cards: the pips of the Spanish ones in a double frame, and courts with their values and names."""

from service.core.cards.card import Card
from service.pictures.backgrounds import INK, lattice, paper, with_rotated_copy
from service.pictures.outlines import symbol, text_path
from service.pictures.spanish import COURTS, SUITS, Suit, pips
from service.pictures.svg import CARD, element, group, move_to

_NAMES = {"J": "FANTE", "N": "CAVALLO", "K": "RE"}
_LINE = "#8a6d3b"


def face(card: Card) -> str:
    """Return the face of a card: its value and suit, its frame, and pips or a chess piece with its Italian name."""
    suit = SUITS[card.suit or ""]
    frames = "".join(
        element(
            "rect",
            x=inset,
            y=inset,
            width=CARD.width - 2 * inset,
            height=CARD.height - 2 * inset,
            rx=16 - inset / 2,
            fill="none",
            stroke=_LINE,
            stroke_width=stroke,
        )
        for inset, stroke in ((9, 4), (15, 1.5))
    )
    value = text_path(str(card.value), 20, 36, 28, INK, anchor=0) + group(suit.pip(), transform=move_to(28, 64, 0.2))
    return (
        paper() + frames + with_rotated_copy(value) + (_court(card, suit) if card.rank in COURTS else pips(card, suit))
    )


def _court(card: Card, suit: Suit) -> str:
    """Return a court card: a chess piece on a band with its name, and the pip in two corners."""
    band = element("rect", x=15, y=226, width=CARD.width - 30, height=32, fill=suit.colour)
    return (
        symbol(COURTS[card.rank], 125, 146, 136, INK, suit.colour)
        + band
        + text_path(_NAMES[card.rank], 125, 242, 23, suit.text)
        + with_rotated_copy(group(suit.pip(), transform=move_to(204, 58, 0.58)))
    )


def back() -> str:
    """Return the back of a card: a green lattice with a cup."""
    return lattice(CARD, "#1f5c3f", "#a9d3bd", group(SUITS["cups"].pip(), transform="scale(.72)"))
