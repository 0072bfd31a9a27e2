"""The table of styles: the functions that render the cards of each deck."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from service.core.cards.card import Card
from service.pictures import (
    domino_bones,
    flower_cards,
    french_suits,
    german_suits,
    latin_suits,
    mahjong_tiles,
    numbered_balls,
    tichu_cards,
    wild_colours,
)
from service.pictures.artwork import text_path, text_width
from service.pictures.card_parts import INK, lattice, paper, with_rotated_copy
from service.pictures.svg import BALL, CARD, DOMINO, TAROT, TILE, Size


@dataclass(frozen=True)
class Style:
    """A kind of picture: its size, and functions that return the SVG body of a card's face and of the back."""

    size: Size
    face: Callable[[Card], str]
    back: Callable[[], str]


def _plain_face(card: Card) -> str:
    """Return the face of a card: its code in two corners, and its name in the middle with a line for each word."""
    words, size, line_height, max_width = card.name.split(), 30, 36, 210
    first = CARD.height / 2 - line_height * (len(words) - 1) / 2
    lines = (
        text_path(word, 125, first + line_height * line, min(size, size * max_width / text_width(word, size)), INK)
        for line, word in enumerate(words)
    )
    return paper() + with_rotated_copy(text_path(card.code, 16, 30, 30, INK, anchor=0)) + "".join(lines)


PLAIN = Style(CARD, _plain_face, lambda: lattice(CARD, "#4a5568", "#cbd5e0", ""))
"""The style of a deck that has no pictures of its own."""

_FRENCH = Style(CARD, french_suits.face, french_suits.back)
_SPANISH = Style(CARD, latin_suits.spanish_face, latin_suits.spanish_back)
_GERMAN = Style(CARD, german_suits.german_face, german_suits.german_back)
_BALLS = Style(BALL, numbered_balls.numbered_face, numbered_balls.back)
_TWO_DRUMS = Style(BALL, numbered_balls.drum_face, numbered_balls.back)
_FOUR_COLOURS = Style(CARD, wild_colours.face, wild_colours.back)

STYLES: Mapping[str, Style] = {
    "standard": _FRENCH,
    "piquet": _FRENCH,
    "euchre": _FRENCH,
    "pinochle": _FRENCH,
    "spanish40": _SPANISH,
    "spanish48": _SPANISH,
    "italian40": Style(CARD, latin_suits.italian_face, latin_suits.italian_back),
    "german32": _GERMAN,
    "german36": _GERMAN,
    "swiss36": Style(CARD, german_suits.swiss_face, german_suits.swiss_back),
    "tarot": Style(TAROT, french_suits.tarot_face, french_suits.tarot_back),
    "hanafuda": Style(CARD, flower_cards.face, flower_cards.back),
    "hwatu": Style(CARD, flower_cards.hwatu_face, flower_cards.hwatu_back),
    "mahjong": Style(TILE, mahjong_tiles.chinese_face, mahjong_tiles.back),
    "american_mahjong": Style(TILE, mahjong_tiles.american_face, mahjong_tiles.back),
    "riichi": Style(TILE, mahjong_tiles.riichi_face, mahjong_tiles.back),
    "dominoes": Style(DOMINO, domino_bones.face, domino_bones.back),
    "keno": _BALLS,
    "bingo75": Style(BALL, numbered_balls.lettered_face, numbered_balls.back),
    "bingo90": _BALLS,
    "lottery49": _BALLS,
    "powerball": _TWO_DRUMS,
    "mega_millions": _TWO_DRUMS,
    "euromillions": _TWO_DRUMS,
    "tichu": Style(CARD, tichu_cards.face, tichu_cards.back),
    "wild_colours": _FOUR_COLOURS,
    "wild_colours112": _FOUR_COLOURS,
}
"""The style of each deck; decks without an entry have the style `PLAIN`."""
