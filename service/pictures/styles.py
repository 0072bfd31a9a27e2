"""The table of styles: the functions that render the cards of each deck."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from service.core.cards.card import Card
from service.pictures import (
    balls,
    dominoes,
    french,
    german,
    hanafuda,
    italian,
    plain,
    spanish,
    tarot,
    tichu,
    tiles,
    wild_colours,
)
from service.pictures.svg import BALL, CARD, DOMINO, TAROT, TILE, Shape


@dataclass(frozen=True, kw_only=True)
class Style:
    """A kind of picture: its shape, and functions that return the SVG body of a card's face and of the back."""

    shape: Shape
    face: Callable[[Card], str]
    back: Callable[[], str]


PLAIN = Style(shape=CARD, face=plain.face, back=plain.back)

_FRENCH = Style(shape=CARD, face=french.face, back=french.back)
_SPANISH = Style(shape=CARD, face=spanish.face, back=spanish.back)
_GERMAN = Style(shape=CARD, face=german.german_face, back=german.german_back)
_BALLS = Style(shape=BALL, face=balls.numbered_face, back=balls.back)
_TWO_DRUMS = Style(shape=BALL, face=balls.drum_face, back=balls.back)
_FOUR_COLOURS = Style(shape=CARD, face=wild_colours.face, back=wild_colours.back)

STYLES: Mapping[str, Style] = {
    "standard": _FRENCH,
    "piquet": _FRENCH,
    "euchre": _FRENCH,
    "pinochle": _FRENCH,
    "spanish40": _SPANISH,
    "spanish48": _SPANISH,
    "italian40": Style(shape=CARD, face=italian.face, back=italian.back),
    "german32": _GERMAN,
    "german36": _GERMAN,
    "swiss36": Style(shape=CARD, face=german.swiss_face, back=german.swiss_back),
    "tarot": Style(shape=TAROT, face=tarot.face, back=tarot.back),
    "hanafuda": Style(shape=CARD, face=hanafuda.face, back=hanafuda.back),
    "hwatu": Style(shape=CARD, face=hanafuda.hwatu_face, back=hanafuda.hwatu_back),
    "mahjong": Style(shape=TILE, face=tiles.chinese_face, back=tiles.back),
    "american_mahjong": Style(shape=TILE, face=tiles.american_face, back=tiles.back),
    "riichi": Style(shape=TILE, face=tiles.riichi_face, back=tiles.back),
    "dominoes": Style(shape=DOMINO, face=dominoes.face, back=dominoes.back),
    "keno": _BALLS,
    "bingo75": Style(shape=BALL, face=balls.lettered_face, back=balls.back),
    "bingo90": _BALLS,
    "lottery49": _BALLS,
    "powerball": _TWO_DRUMS,
    "mega_millions": _TWO_DRUMS,
    "euromillions": _TWO_DRUMS,
    "tichu": Style(shape=CARD, face=tichu.face, back=tichu.back),
    "wild_colours": _FOUR_COLOURS,
    "wild_colours112": _FOUR_COLOURS,
}
"""The style of each deck; decks without an entry have the style `PLAIN`."""
