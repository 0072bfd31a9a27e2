"""SVG as text: elements, and pictures as files or as parts of a sprite sheet."""

import re
from dataclasses import dataclass
from functools import partial
from html import escape

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
    return f"<{name}{attribute_text}>{inner}</{name}>" if inner else f"<{name}{attribute_text}/>"


group = partial(element, "g")
rect = partial(element, "rect")
circle = partial(element, "circle")


def path(d: str, **attributes: float | str | None) -> str:
    """Return a path with the commands `d`."""
    return element("path", d=d, **attributes)


def move_to(x: float, y: float, scale: float = 1, angle: float = 0) -> str:
    """Return a transformation that moves the origin to (x, y), then rotates by an angle in degrees and scales."""
    translation = f"translate({format_number(x)} {format_number(y)})"
    rotation = f" rotate({format_number(angle)})" if angle else ""
    scaling = f" scale({scale:.4g})" if scale != 1 else ""
    return translation + rotation + scaling


@dataclass(frozen=True)
class Size:
    """The width and height of a picture, in the units of its viewBox."""

    width: int
    height: int

    def inset(self, distance: float, **attributes: float | str | None) -> str:
        """Return a rectangle whose sides have a distance from the edges of the picture."""
        width, height = self.width - 2 * distance, self.height - 2 * distance
        return rect(x=distance, y=distance, width=width, height=height, **attributes)


CARD = Size(250, 350)
TAROT = Size(200, 350)
TILE = Size(300, 400)
DOMINO = Size(200, 400)
BALL = Size(200, 200)


@dataclass(frozen=True)
class Picture:
    """The SVG body of a picture, with its size and title."""

    size: Size
    title: str
    body: str

    def to_svg(self, prefix: str) -> str:
        """Return an SVG document that scales to any size; its ids begin with a prefix."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{self._box}" role="img">{self._content(prefix)}</svg>\n'
        )

    def to_nested_svg(self, prefix: str, x: int, y: int) -> str:
        """Return an `svg` element for a place in a sprite sheet."""
        width, height = self.size.width, self.size.height
        return element("svg", self._content(prefix), x=x, y=y, width=width, height=height, viewBox=self._box)

    @property
    def _box(self) -> str:
        return f"0 0 {self.size.width} {self.size.height}"

    def _content(self, prefix: str) -> str:
        # Pictures share a sheet, where an id may occur only once.
        return f"<title>{escape(self.title)}</title>" + _IDS.sub(rf"\g<1>{prefix}-", self.body)
