"""What a description of a deck says of its pictures: their size, and the number of the picture of each card.

The numbers are the positions in a default pack, and the next number is the back (of 52 cards: 0 to 51, and 52, as in
Mullin's set). Cards that only options add, such as jokers, come after the back, so that numbers never change.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ..core.value_types import Integer
from .card import Card
from .deck import DECKS
from .options import OPTIONS, PackOptions


class Size(NamedTuple):
    """The width and height of a picture, in its own units: it scales to any size."""

    width: int
    height: int


CARD = Size(250, 350)
TAROT = Size(200, 350)
TILE = Size(300, 400)
DOMINO = Size(200, 400)
BALL = Size(200, 200)

_SIZES: Mapping[Size, tuple[str, ...]] = {
    TAROT: ("tarot", "tarock54", "tarot_reading"),
    TILE: ("mahjong", "american_mahjong", "riichi", "okey"),
    DOMINO: ("dominoes", "chinese_dominoes"),
    BALL: (
        "keno",
        "bingo75",
        "bingo90",
        "lottery49",
        "powerball",
        "mega_millions",
        "euromillions",
        "letters_english",
        "letters_german",
        "letters_french",
        "letters_spanish",
        "letters_italian",
        "letters_dutch",
        "letters_polish",
        "letters_portuguese",
    ),
}
"""The decks by the size of their pictures; pictures of all other decks have the size of a card."""


@cache
def picture_size(deck: str) -> Size:
    """Return the size of each picture of a deck, its back included."""
    return next((size for size, decks in _SIZES.items() if deck in decks), CARD)


def fill_pack(deck: str) -> PackOptions:
    """Return the pack options of a deck that add the most cards: every card of the deck is in this pack."""
    counts = (
        name for name in DECKS[deck].options if isinstance(OPTIONS[name], Integer)
    )
    largest: dict[str, Any] = {name: OPTIONS[name].max for name in counts}
    return PackOptions(**largest)


@cache
def number_pictures(deck: str) -> Mapping[int, Card]:
    """Return the card of each picture of a deck by its number; the back has no card."""
    pack = list(DECKS[deck].list_cards(PackOptions()))
    usual_codes = {card.code for card in pack}
    fullest_pack = DECKS[deck].list_cards(fill_pack(deck))
    extras = {card.code: card for card in fullest_pack if card.code not in usual_codes}
    return dict(enumerate(pack)) | dict(enumerate(extras.values(), start=len(pack) + 1))


@cache
def find_pictures(deck: str) -> Mapping[str, int]:
    """Return the number of the picture of each code of a deck; identical cards have the number of the first."""
    cards = list(number_pictures(deck).items())
    return {card.code: number for number, card in reversed(cards)}
