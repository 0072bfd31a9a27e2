"""Sprite sheets: all pictures of a deck in one SVG, and the position of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from service.pictures.galleries import Gallery
from service.pictures.svg import Picture, Shape, element

_GAP = 10  # between pictures, so that none bleeds into its neighbour when the sheet is scaled


@dataclass(frozen=True)
class Sprite:
    """A picture and its position in the sheet."""

    name: str
    picture: Picture
    x: int
    y: int


@dataclass(frozen=True)
class Sheet:
    """A sheet with all pictures of a deck, the back last."""

    gallery: Gallery
    width: int
    height: int
    sprites: tuple[Sprite, ...]

    def to_svg(self) -> str:
        """Return the SVG document. It has a view for each card, so that `sprites.svg#AS` shows that card alone."""
        shape = self.gallery.style.shape
        views = (
            element("view", id=sprite.name, viewBox=f"{sprite.x} {sprite.y} {shape.width} {shape.height}")
            for sprite in self.sprites
        )
        pictures = (
            sprite.picture.to_nested_svg(f"{self.gallery.deck.name}-{sprite.name}", sprite.x, sprite.y)
            for sprite in self.sprites
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img">'
            f"<title>{self.gallery.deck.title}</title>{''.join(views)}{''.join(pictures)}</svg>\n"
        )


def build_sheet(gallery: Gallery) -> Sheet:
    """Return the sprite sheet of a deck: rows of pictures, about as high as wide."""
    pictures = list(gallery.all_pictures())
    shape = gallery.style.shape
    columns = ceil(sqrt(len(pictures) * (shape.height + _GAP) / (shape.width + _GAP)))
    rows = ceil(len(pictures) / columns)
    return Sheet(
        gallery,
        columns * (shape.width + _GAP) - _GAP,
        rows * (shape.height + _GAP) - _GAP,
        tuple(_layout(pictures, shape, columns)),
    )


def _layout(pictures: Sequence[tuple[str, Picture]], shape: Shape, columns: int) -> Iterator[Sprite]:
    for index, (name, picture) in enumerate(pictures):
        row, column = divmod(index, columns)
        yield Sprite(name, picture, column * (shape.width + _GAP), row * (shape.height + _GAP))
