"""Plain cards with a code and a name, for decks that have no pictures of their own."""

from service.core.cards.card import Card
from service.pictures.backgrounds import INK, lattice, paper, with_rotated_copy
from service.pictures.outlines import text_path, text_width
from service.pictures.svg import CARD

_LINE_HEIGHT, _SIZE, _MAX_WIDTH = 36, 30, 210


def face(card: Card) -> str:
    """Return the face of a card: its code in two corners, and its name in the middle with a line for each word."""
    lines = card.name.split()
    first = CARD.height / 2 - _LINE_HEIGHT * (len(lines) - 1) / 2
    return (
        paper()
        + with_rotated_copy(text_path(card.code, 16, 30, 30, INK, anchor=0))
        + "".join(
            text_path(
                line,
                CARD.width / 2,
                first + _LINE_HEIGHT * number,
                min(_SIZE, _SIZE * _MAX_WIDTH / text_width(line, _SIZE)),
                INK,
            )
            for number, line in enumerate(lines)
        )
    )


def back() -> str:
    """Return the back of a card: a grey lattice."""
    return lattice(CARD, "#4a5568", "#cbd5e0", "")
