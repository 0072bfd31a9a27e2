"""SVG as text: elements, and a picture as a file of its own or as a part of a sheet."""

import re
from dataclasses import dataclass
from html import escape

_IDS = re.compile(r'(\bid="|href="#|url\(#)')


def number(value: float) -> str:
    """A coordinate: to a hundredth, as short as it can be."""
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")


def element(name: str, *content: str, **attributes: float | str | None) -> str:
    """An element; an underscore in the name of an attribute is a hyphen, and None leaves the attribute out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(content)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def group(*content: str, **attributes: float | str | None) -> str:
    """Elements together."""
    return element("g", *content, **attributes)


def at(x: float, y: float, scale: float = 1, turned: float = 0) -> str:
    """A transformation: the origin to a place, scaled, and turned by so many degrees."""
    moved = f"translate({number(x)} {number(y)})"
    turn = f" rotate({number(turned)})" if turned else ""
    sized = f" scale({scale:.4g})" if scale != 1 else ""
    return moved + turn + sized


@dataclass(frozen=True)
class Shape:
    """How wide and how high a picture is, in its own units."""

    width: int
    height: int


CARD = Shape(250, 350)
TAROT = Shape(200, 350)
TILE = Shape(300, 400)
DOMINO = Shape(200, 400)
BALL = Shape(200, 200)


@dataclass(frozen=True)
class Picture:
    """What is drawn of one card, and its name."""

    shape: Shape
    title: str
    body: str

    def svg(self, mark: str) -> str:
        """A file of its own, which scales to any size; its ids begin with the mark."""
        box = f"0 0 {self.shape.width} {self.shape.height}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">{self._content(mark)}</svg>\n'

    def placed(self, mark: str, x: int, y: int) -> str:
        """A part of a sheet."""
        box = f"0 0 {self.shape.width} {self.shape.height}"
        return element(
            "svg", self._content(mark), x=x, y=y, width=self.shape.width, height=self.shape.height, viewBox=box
        )

    def _content(self, mark: str) -> str:
        return f"<title>{escape(self.title)}</title>" + _IDS.sub(rf"\g<1>{mark}-", self.body)
