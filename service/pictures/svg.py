"""SVG as text: elements, parts that cards of several decks share, and pictures as files or in a sprite sheet."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from html import escape
from typing import NamedTuple

from ..cards import pictures
from ..cards.pictures import Size

_IDS = re.compile(r'(\bid="|href="#|url\(#)')


def format_number(value: float) -> str:
    """Return a coordinate as text, rounded to a hundredth, without trailing zeros."""
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")  # + 0 turns -0 into 0


def element(name: str, *content: str, **attributes: float | str | None) -> str:
    """Return an element. Underscores in names of attributes become hyphens; attributes that are None are left out."""
    attribute_text = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else format_number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(content)
    return (
        f"<{name}{attribute_text}>{inner}</{name}>"
        if inner
        else f"<{name}{attribute_text}/>"
    )


group = partial(element, "g")
rect = partial(element, "rect")
circle = partial(element, "circle")


def path(d: str, **attributes: float | str | None) -> str:
    return element("path", d=d, **attributes)


def move_to(x: float, y: float, scale: float = 1, angle: float = 0) -> str:
    """Return a transformation that moves the origin to (x, y), then rotates by an angle in degrees and scales."""
    translation = f"translate({format_number(x)} {format_number(y)})"
    rotation = f" rotate({format_number(angle)})" if angle else ""
    scaling = f" scale({scale:.4g})" if scale != 1 else ""
    return translation + rotation + scaling


class Frame(Size):
    """The edges of a picture."""

    __slots__ = ()

    def inset(self, distance: float, **attributes: float | str | None) -> str:
        """Return a rectangle with a distance between its sides and the edges of the picture."""
        width = self.width - 2 * distance
        height = self.height - 2 * distance
        return rect(x=distance, y=distance, width=width, height=height, **attributes)


CARD = Frame(*pictures.CARD)
TAROT = Frame(*pictures.TAROT)
TILE = Frame(*pictures.TILE)
DOMINO = Frame(*pictures.DOMINO)
BALL = Frame(*pictures.BALL)

INK = "#1c2430"
PAPER = "#fffdf8"

_CORNERS = ((-1, 0), (1, 0), (-1, 1), (1, 1))
_SIX = (*_CORNERS, (-1, 0.5), (1, 0.5))
_EIGHT = (*_CORNERS, (-1, 1 / 3), (1, 1 / 3), (-1, 2 / 3), (1, 2 / 3))
_LAYOUTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0.5),),
    2: ((0, 0), (0, 1)),
    3: ((0, 0), (0, 0.5), (0, 1)),
    4: _CORNERS,
    5: (*_CORNERS, (0, 0.5)),
    6: _SIX,
    7: (*_SIX, (0, 0.25)),
    8: (*_SIX, (0, 0.25), (0, 0.75)),
    9: (*_EIGHT, (0, 0.5)),
    10: (*_EIGHT, (0, 1 / 6), (0, 5 / 6)),
    11: (*_EIGHT, (0, 1 / 6), (0, 0.5), (0, 5 / 6)),
    12: tuple((column, row / 3) for column in (-1, 0, 1) for row in range(4)),
    13: (*_EIGHT, *((0, row) for row in (0, 0.25, 0.5, 0.75, 1))),
}


def paper(size: Frame = CARD, fill: str = PAPER) -> str:
    return size.inset(0.5, rx=12, fill=fill, stroke=INK, stroke_opacity="0.6")


def at_both_ends(content: str, size: Frame = CARD) -> str:
    """Return some content and a copy rotated by 180 degrees, as in the corners of a card."""
    return content + group(
        content, transform=f"rotate(180 {size.width / 2:g} {size.height / 2:g})"
    )


def pip_places(
    count: int, margin: float, offset: float, size: Frame = CARD
) -> Iterator[tuple[float, float]]:
    """Yield the positions of 1 to 13 pips in rows and columns, as on printed packs.

    The columns are in the middle and `offset` to either side of it, the rows between a margin above and below.
    """
    for column, row in _LAYOUTS[count]:
        yield (
            size.width / 2 + column * offset,
            margin + row * (size.height - 2 * margin),
        )


def pip_scale(count: int, scales: Mapping[int, float]) -> float:
    """Return the scale of the pips of a card with `count` pips.

    `scales` has a scale for cards of up to so many pips, the fewest first: of {1: 1.5, 6: 0.62, 10: 0.54}, cards with 2
    to 6 pips have 0.62.
    """
    return next(scale for max_count, scale in scales.items() if count <= max_count)


def lattice(size: Frame, colour: str, line: str, emblem: str, edge: str = PAPER) -> str:
    """Return the back of a card: a lattice in a frame, with an emblem in the middle."""
    inner = Frame(size.width - 32, size.height - 32)
    clip = element(
        "clipPath", rect(width=inner.width, height=inner.height, rx=6), id="frame"
    )
    framed_lattice = group(
        rect(width=inner.width, height=inner.height, rx=6, fill=colour),
        path(
            _diagonals(inner),
            stroke=line,
            stroke_width=2,
            fill="none",
            clip_path="url(#frame)",
        ),
        inner.inset(5, rx=4, fill="none", stroke=line, stroke_width=2),
        transform=move_to(16, 16),
    )
    disc = group(
        circle(r=44, fill=colour, stroke=line, stroke_width=2),
        emblem,
        transform=move_to(size.width / 2, size.height / 2),
    )
    return paper(size, edge) + element("defs", clip) + framed_lattice + disc


def _diagonals(size: Frame) -> str:
    """Return the path of a lattice: diagonals down to the right and down to the left, each as high as `size`."""
    height = size.height
    lines = []
    for x in range(-height, size.width + 1, 20):
        to_the_right = f"M{x} 0l{height} {height}"
        to_the_left = f"M{x + height} 0l{-height} {height}"
        lines.append(to_the_right + to_the_left)
    return "".join(lines)


class Picture(NamedTuple):
    """The SVG body of a picture, with its size and title."""

    size: Frame
    title: str
    body: str

    def to_svg(self, prefix: str) -> str:
        """Return an SVG document that scales to any size; its ids begin with a prefix."""
        content = self._content(prefix)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{self._box}" role="img">'
            f"{content}</svg>\n"
        )

    def to_nested_svg(self, prefix: str, x: int, y: int) -> str:
        """Return an `svg` element for a place in a sprite sheet."""
        width = self.size.width
        height = self.size.height
        return element(
            "svg",
            self._content(prefix),
            x=x,
            y=y,
            width=width,
            height=height,
            viewBox=self._box,
        )

    @property
    def _box(self) -> str:
        return f"0 0 {self.size.width} {self.size.height}"

    def _content(self, prefix: str) -> str:
        # Pictures share a sheet, where an id may occur only once.
        return f"<title>{escape(self.title)}</title>" + _IDS.sub(
            rf"\g<1>{prefix}-", self.body
        )
