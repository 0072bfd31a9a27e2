"""Artwork in files: our own drawings (drawings/), and other people's (assets/, fetched by tools/pictures/vendor.py).

Letters and symbols are outlines (assets/*/outlines.json), so that no picture depends on fonts.
"""

import re
from collections.abc import Mapping
from functools import cache
from math import inf
from pathlib import Path
from typing import NamedTuple

import orjson

from ..names.normal_forms import to_nfd
from .svg import group, move_to, path

ASSETS = Path(__file__).parent / "assets"
DRAWINGS = Path(__file__).parent / "drawings"
EM = 1000  # units of an outline
_SPACE = EM / 4  # the advance of a character without an outline
INDEX = 61  # the font size of capitals 12.2 % as high as a card, as on French cards

_CONTENT = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)
_INDENTATION = re.compile(r"\n *")
_CAP_HEIGHT = 0.7  # of the font size


def read_svg_content(folder: str, name: str) -> str:
    """Return the content of the `svg` element of a file in assets/, in its own units."""
    return _read_content(ASSETS / folder / f"{name}.svg")


@cache
def drawing(name: str) -> str:
    """Return a drawing without its indentation: a pip, 100 high with its middle at the origin, or part of a picture."""
    return _INDENTATION.sub("", _read_content(DRAWINGS / f"{name}.svg"))


def place(name: str, x: float, y: float, scale: float) -> str:
    """Return a drawing with its origin at (x, y)."""
    return group(drawing(name), transform=move_to(x, y, scale))


def _read_content(file: Path) -> str:
    (content,) = _CONTENT.findall(file.read_text())
    return str(content)


class Outline(NamedTuple):
    """One character: its advance width, bounding box (left, top, width, height), outline, and filled silhouette."""

    advance: int
    box: tuple[int, int, int, int]
    path: str
    silhouette: str = ""


@cache
def _outlines(folder: str) -> Mapping[str, Outline]:
    records = orjson.loads((ASSETS / folder / "outlines.json").read_bytes())
    return {character: Outline(**outline) for character, outline in records.items()}


def _dot(x: int) -> str:
    return f"M{x - 62}-806a62 62 0 1 0 124 0a62 62 0 1 0-124 0Z"


_MARKS = {
    "\N{COMBINING DIAERESIS}": _dot(-125) + _dot(125),
    "\N{COMBINING DOT ABOVE}": _dot(0),
    "\N{COMBINING ACUTE ACCENT}": "M-62-746 22-902 158-902 30-746Z",
    "\N{COMBINING TILDE}": "M-190-756C-180-880-80-880 0-830 60-800 90-800 96-870H190C180-740 80-740 0-790-60-826-90-826"
    "-96-756Z",
    "\N{COMBINING OGONEK}": "M70-20C-10 40-20 190 120 190L180 170 160 100C70 130 60 60 150-20Z",
    "\N{COMBINING CEDILLA}": "M-46 0H40L24 44C130 50 130 200-30 206H-84L-74 138H-30C40 136 30 92-60 96Z",
}
"""The marks on capitals that the font lacks, each about the middle of its letter, in units of the outlines."""
_STROKED = {"Ł": ("L", "M-270-250 60-450 90-350-240-150Z")}
"""Letters that are not written as a letter and a mark, each as the letter and the stroke through it."""


def _letter(character: str) -> Outline | None:
    """Return the outline of a letter or a digit, or None if the font has none.

    `silhouette` has the paths of its marks: the two dots of Ä, the stroke of Ł.
    """
    letters = _outlines("letters")
    base, *marks = _STROKED.get(character) or tuple(to_nfd(character))
    if base not in letters:
        return None
    outline = letters[base]
    return outline._replace(
        silhouette="".join(_MARKS.get(mark, mark) for mark in marks)
    )


def text_path(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    anchor: float = 0.5,
    max_width: float = inf,
) -> str:
    """Return a text, which is not empty, as an SVG group of outlines, condensed to `max_width`.

    Capitals are centred at y; x is the start of the text (anchor 0) or its middle (0.5).
    """
    paths = []
    width = 0.0  # of the letters so far, in units of an outline
    for letter in map(_letter, text):
        if letter is None:  # a space, or a character that the font lacks
            width += _SPACE
            continue
        paths += _letter_paths(letter, width)
        width += letter.advance
    scale_across = min(width * size / EM, max_width) / width
    start = x - width * anchor * scale_across
    baseline = y + _CAP_HEIGHT * size / 2
    scaling = f"scale({scale_across:.4g} {size / EM:.4g})"
    return group(*paths, transform=f"{move_to(start, baseline)} {scaling}", fill=fill)


def _letter_paths(letter: Outline, start: float) -> list[str]:
    """Return the path of a letter that begins at x = start, and the path of its marks if it has any."""
    paths = [path(letter.path, transform=move_to(start, 0) if start else None)]
    if letter.silhouette:
        middle = move_to(start + letter.advance / 2, 0)
        paths.append(path(letter.silhouette, transform=middle))
    return paths


def index(text: str, x: float, y: float, ink: str, *, max_width: float = 42) -> str:
    """Return the number or the letter in a corner of a card, centred at (x, y)."""
    return text_path(text, x, y, INDEX, ink, max_width=max_width)


def text_width(text: str, size: float) -> float:
    """Return how wide a text is at a font size, before it is condensed."""
    advances = (letter.advance if letter else _SPACE for letter in map(_letter, text))
    return sum(advances) * size / EM


def symbol(
    character: str,
    x: float,
    y: float,
    size: float,
    ink: str,
    fill: str | None = None,
    *,
    angle: float = 0,
) -> str:
    """Return a symbol that is centred at (x, y); `size` is its longer side, `fill` the colour of its silhouette."""
    outline = _outlines("symbols").get(character) or _outlines("emoji")[character]
    left, top, width, height = outline.box
    silhouette = path(outline.silhouette, fill=fill) if fill else ""
    centred = move_to(-left - width / 2, -top - height / 2)
    return group(
        group(silhouette, path(outline.path, fill=ink), transform=centred),
        transform=move_to(x, y, size / max(width, height), angle),
    )
