"""Galleries: all pictures of a deck, by the number and by the code of the card, and as a sprite sheet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, sqrt
from typing import NamedTuple

from ..cards.card import Card
from ..cards.deck import DECKS, Deck
from ..cards.pictures import fill_pack, find_pictures, number_pictures, picture_size
from ..cards.shoe import parse_card
from ..core.errors import Refused, UnknownName
from .styles import PLAIN, STYLES, Style
from .svg import Frame, Picture, element

BACK = "back"

_GAP = 10  # between the pictures of a sheet, so that none bleeds into its neighbour when the sheet is scaled


class NoSuchPicture(UnknownName):
    """A number or code that no picture of the deck has; the message says which numbers or codes there are."""


@dataclass(frozen=True, eq=False)
class Gallery:
    """The pictures of one deck."""

    deck: Deck
    style: Style

    @property
    def size(self) -> Frame:
        return Frame(*picture_size(self.deck.name))

    @property
    def cards(self) -> Mapping[int, Card]:
        """Return the card of each picture by its number; the back has no card."""
        return number_pictures(self.deck.name)

    @property
    def numbers(self) -> Mapping[str, int]:
        """Return the number of the picture of each code; identical cards have the number of the first."""
        return find_pictures(self.deck.name)

    def find_by_number(self, number: str) -> str:
        """Return the code of the card with a number, or `BACK`. Raise NoSuchPicture if there is none."""
        index = _read_number(number)
        if index == self.deck.size:
            return BACK
        if index in self.cards:
            return self.cards[index].code
        raise NoSuchPicture(
            f"There is no picture {number[:20]!r} of the {self.deck.name} deck. {self._describe_numbers()}"
        )

    def _describe_numbers(self) -> str:
        """Return a sentence on the numbers that have a picture."""
        back = self.deck.size
        extras = [number for number in self.cards if number > back]
        of_options = ""
        if extras:
            of_options = f", and {extras[0]} to {extras[-1]} are cards that options add"
        return f"Its cards are 0 to {back - 1}, {back} is the back{of_options}."

    def find_by_text(self, text: str) -> str:
        """Return the code of the card that a text names, in any spelling. Raise NoSuchPicture if there is none."""
        try:
            return parse_card("code", text, self.deck, fill_pack(self.deck.name)).code
        except Refused as refused:
            raise NoSuchPicture(str(refused)) from None

    def to_svg(self, name: str) -> str:
        """Return the SVG document of the card with a code, or of the back for `BACK`."""
        return self._picture(name).to_svg(f"{self.deck.name}-{name}")

    def all_pictures(self) -> Iterator[tuple[str, Picture]]:
        """Yield every different picture with its name: the cards by their codes, then the back."""
        for name in (*dict.fromkeys(card.code for card in self.cards.values()), BACK):
            yield name, self._picture(name)

    def _picture(self, name: str) -> Picture:
        if name == BACK:
            return Picture(self.size, "Back", self.style.back())
        card = self.cards[self.numbers[name]]
        return Picture(self.size, card.name, self.style.face(card))


def _read_number(text: str) -> int:
    """Return the number that a text has in at most five digits; -1, which no picture has, for other texts."""
    is_number = text.isdecimal() and text.isascii() and len(text) < 6
    return int(text) if is_number else -1


GALLERIES: Mapping[str, Gallery] = {
    name: Gallery(deck, STYLES.get(name, PLAIN)) for name, deck in DECKS.items()
}
"""The gallery of every deck."""


class Sprite(NamedTuple):
    """A picture and its position in a sheet."""

    name: str
    picture: Picture
    x: int
    y: int


class Sheet(NamedTuple):
    """A sprite sheet with all pictures of a deck, the back last."""

    gallery: Gallery
    width: int
    height: int
    sprites: tuple[Sprite, ...]

    def to_svg(self) -> str:
        """Return the SVG document. It has a view for each card, so that `sprites.svg#AS` shows that card alone."""
        size = self.gallery.size
        deck = self.gallery.deck
        views = (
            element(
                "view",
                id=sprite.name,
                viewBox=f"{sprite.x} {sprite.y} {size.width} {size.height}",
            )
            for sprite in self.sprites
        )
        pictures = (
            sprite.picture.to_nested_svg(
                f"{deck.name}-{sprite.name}", sprite.x, sprite.y
            )
            for sprite in self.sprites
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img">'
            f"<title>{deck.title}</title>{''.join(views)}{''.join(pictures)}</svg>\n"
        )


def build_sheet(gallery: Gallery) -> Sheet:
    """Return the sprite sheet of a deck: rows of pictures, about as high as wide, with a gap between pictures.

    Four square pictures are two rows of two.
    """
    pictures = list(gallery.all_pictures())
    step_right = gallery.size.width + _GAP
    step_down = gallery.size.height + _GAP
    columns = ceil(sqrt(len(pictures) * step_down / step_right))
    rows = ceil(len(pictures) / columns)
    sprites = []
    for position, (name, picture) in enumerate(pictures):
        row, column = divmod(position, columns)
        sprites.append(Sprite(name, picture, column * step_right, row * step_down))
    width = columns * step_right - _GAP
    height = rows * step_down - _GAP
    return Sheet(gallery, width, height, tuple(sprites))
