"""SVG as text: elements, and pictures as files or as parts of a sprite sheet."""

import re
from dataclasses import dataclass
from html import escape

_IDS = re.compile(r'(\bid="|href="#|url\(#)')


def format_number(value: float) -> str:
    """Return a coordinate as text, rounded to a hundredth, without trailing zeros."""
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")


def element(name: str, *content: str, **attributes: float | str | None) -> str:
    """Return an element. Underscores in names of attributes become hyphens; attributes that are None are left out."""
    attribute_text = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else format_number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(content)
    return f"<{name}{attribute_text}>{inner}</{name}>" if inner else f"<{name}{attribute_text}/>"


def group(*content: str, **attributes: float | str | None) -> str:
    """Return a group of elements."""
    return element("g", *content, **attributes)


def move_to(x: float, y: float, scale: float = 1, angle: float = 0) -> str:
    """Return a transformation that moves the origin to (x, y), then rotates by an angle in degrees and scales."""
    translation = f"translate({format_number(x)} {format_number(y)})"
    rotation = f" rotate({format_number(angle)})" if angle else ""
    scaling = f" scale({scale:.4g})" if scale != 1 else ""
    return translation + rotation + scaling


@dataclass(frozen=True)
class Shape:
    """The width and height of a picture, in the units of its viewBox."""

    width: int
    height: int


CARD = Shape(250, 350)
TAROT = Shape(200, 350)
TILE = Shape(300, 400)
DOMINO = Shape(200, 400)
BALL = Shape(200, 200)


@dataclass(frozen=True)
class Picture:
    """The SVG body of a picture, with its shape and title."""

    shape: Shape
    title: str
    body: str

    def to_svg(self, prefix: str) -> str:
        """Return an SVG document that scales to any size; its ids begin with a prefix."""
        box = f"0 0 {self.shape.width} {self.shape.height}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">{self._content(prefix)}</svg>\n'

    def to_nested_svg(self, prefix: str, x: int, y: int) -> str:
        """Return an `svg` element for a place in a sprite sheet."""
        box = f"0 0 {self.shape.width} {self.shape.height}"
        return element(
            "svg", self._content(prefix), x=x, y=y, width=self.shape.width, height=self.shape.height, viewBox=box
        )

    def _content(self, prefix: str) -> str:
        return f"<title>{escape(self.title)}</title>" + _IDS.sub(rf"\g<1>{prefix}-", self.body)
