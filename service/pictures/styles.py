"""The table: how the cards of each deck are drawn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from service.core.cards.card import Card
from service.pictures import balls, colours, dominoes, french, hanafuda, spanish, tarot, template, tiles
from service.pictures.drawing import BALL, CARD, DOMINO, TAROT, TILE, Shape


@dataclass(frozen=True, kw_only=True)
class Style:
    """One kind of picture: its shape, the body of a card's face and that of the back, in the shape's own units."""

    shape: Shape
    face: Callable[[Card], str]
    back: Callable[[], str]


PLAIN = Style(shape=CARD, face=template.face, back=template.back)

_FRENCH = Style(shape=CARD, face=french.face, back=french.back)
_SPANISH = Style(shape=CARD, face=spanish.face, back=spanish.back)
_BALLS = Style(shape=BALL, face=balls.numbered, back=balls.back)

STYLES: Mapping[str, Style] = {
    "standard": _FRENCH,
    "piquet": _FRENCH,
    "euchre": _FRENCH,
    "pinochle": _FRENCH,
    "spanish40": _SPANISH,
    "spanish48": _SPANISH,
    "tarot": Style(shape=TAROT, face=tarot.face, back=tarot.back),
    "hanafuda": Style(shape=CARD, face=hanafuda.face, back=hanafuda.back),
    "mahjong": Style(shape=TILE, face=tiles.chinese, back=tiles.back),
    "riichi": Style(shape=TILE, face=tiles.riichi, back=tiles.back),
    "dominoes": Style(shape=DOMINO, face=dominoes.face, back=dominoes.back),
    "keno": _BALLS,
    "bingo75": Style(shape=BALL, face=balls.lettered, back=balls.back),
    "bingo90": _BALLS,
    "lottery49": _BALLS,
    "wild_colours": Style(shape=CARD, face=colours.face, back=colours.back),
}
"""The style of each deck; of others it is `PLAIN`."""
