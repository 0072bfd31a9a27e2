"""Sprite sheets: all the pictures of a deck in one file, and where each of them is."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, sqrt

from service.pictures.drawing import Picture, element
from service.pictures.galleries import Gallery

_GAP = 10  # between pictures, so that none bleeds into its neighbour when it is scaled


@dataclass(frozen=True)
class Sprite:
    """A picture, and its place in the sheet."""

    name: str
    picture: Picture
    x: int
    y: int


@dataclass(frozen=True)
class Sheet:
    """All the pictures of a deck, the back last."""

    gallery: Gallery
    width: int
    height: int
    sprites: tuple[Sprite, ...]

    def svg(self) -> str:
        """The sheet. `sprites.svg#AS` shows that card alone."""
        shape = self.gallery.style.shape
        views = (
            element("view", id=each.name, viewBox=f"{each.x} {each.y} {shape.width} {shape.height}")
            for each in self.sprites
        )
        placed = (each.picture.placed(f"{self.gallery.deck.name}-{each.name}", each.x, each.y) for each in self.sprites)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img">'
            f"<title>{self.gallery.deck.title}</title>{''.join(views)}{''.join(placed)}</svg>\n"
        )


def sheet(gallery: Gallery) -> Sheet:
    """The sheet of a deck: rows of pictures, about as high as it is wide."""
    pictures = list(gallery.pictures())
    shape = gallery.style.shape
    across = ceil(sqrt(len(pictures) * (shape.height + _GAP) / (shape.width + _GAP)))
    down = ceil(len(pictures) / across)
    return Sheet(
        gallery,
        across * (shape.width + _GAP) - _GAP,
        down * (shape.height + _GAP) - _GAP,
        tuple(_placed(gallery, across)),
    )


def _placed(gallery: Gallery, across: int) -> Iterator[Sprite]:
    shape = gallery.style.shape
    for place, (name, picture) in enumerate(gallery.pictures()):
        row, column = divmod(place, across)
        yield Sprite(name, picture, column * (shape.width + _GAP), row * (shape.height + _GAP))
