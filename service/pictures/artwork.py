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

from .svg import group, move_to, path

ASSETS = Path(__file__).parent / "assets"
DRAWINGS = Path(__file__).parent / "drawings"
EM = 1000  # units of an outline
INDEX = 61  # the font size of capitals 12.2 % as high as a card, as those of French cards are

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


def text_path(
    text: str, x: float, y: float, size: float, fill: str, *, anchor: float = 0.5, max_width: float = inf
) -> str:
    """Return text, condensed to a width, with capitals centred at y; x is its start (anchor 0) or middle (0.5)."""
    letters = _outlines("letters")
    paths, right = [], 0.0
    for character in text:
        if character in letters:
            paths.append(path(letters[character].path, transform=move_to(right, 0) if right else None))
        right += letters[character].advance if character in letters else EM / 4
    across = min(right * size / EM, max_width) / right
    where = f"{move_to(x - right * anchor * across, y + _CAP_HEIGHT * size / 2)} scale({across:.4g} {size / EM:.4g})"
    return group(*paths, transform=where, fill=fill)


def index(text: str, x: float, y: float, ink: str, *, max_width: float = 42) -> str:
    """Return the number or the letter in a corner of a card, centred at (x, y)."""
    return text_path(text, x, y, INDEX, ink, max_width=max_width)


def text_width(text: str, size: float) -> float:
    letters = _outlines("letters")
    return sum(letters[c].advance if c in letters else EM / 4 for c in text) * size / EM


def symbol(
    character: str, x: float, y: float, size: float, ink: str, fill: str | None = None, *, angle: float = 0
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
