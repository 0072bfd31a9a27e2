"""The table: how the cards of each deck are drawn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from service.core.cards import Card
from service.pictures import template
from service.pictures.drawing import CARD, Shape


@dataclass(frozen=True, kw_only=True)
class Style:
    """One kind of picture: its shape, the body of a card's face and that of the back, in the shape's own units."""

    shape: Shape
    face: Callable[[Card], str]
    back: Callable[[], str]


PLAIN = Style(shape=CARD, face=template.face, back=template.back)

STYLES: Mapping[str, Style] = {}
"""The style of each deck; of others it is `PLAIN`."""
