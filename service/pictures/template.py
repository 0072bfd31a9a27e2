"""The plain template: what a card is called, and its code. Every deck that has no pictures of its own looks so."""

from service.core.cards.card import Card
from service.pictures.drawing import CARD
from service.pictures.grounds import INK, both_ways, lattice, paper
from service.pictures.outlines import width, words

_LINE, _SIZE, _WIDEST = 36, 30, 210


def face(card: Card) -> str:
    """The code in two corners and the name in the middle, a word a line."""
    lines = card.name.split()
    first = CARD.height / 2 - _LINE * (len(lines) - 1) / 2
    return (
        paper()
        + both_ways(words(card.code, 16, 30, 30, INK, anchor=0))
        + "".join(
            words(line, CARD.width / 2, first + _LINE * number, min(_SIZE, _SIZE * _WIDEST / width(line, _SIZE)), INK)
            for number, line in enumerate(lines)
        )
    )


def back() -> str:
    """A lattice."""
    return lattice(CARD, "#4a5568", "#cbd5e0", "")
