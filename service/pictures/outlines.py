"""Letters and symbols as outlines, so that they look the same where no font is: assets/*/outlines.json."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import orjson

from service.pictures.drawing import at, element, group
from service.pictures.vendored import ASSETS

EM = 1000  # units of an outline

_CAPITALS = 0.7  # of the size, their height in these letters


@dataclass(frozen=True, kw_only=True)
class Outline:
    """One character: how far to the next, its box (left, top, width, height), its lines and what is inside of them."""

    advance: int
    box: tuple[int, int, int, int]
    path: str
    silhouette: str = ""


@cache
def _outlines(folder: str) -> Mapping[str, Outline]:
    told = orjson.loads((ASSETS / folder / "outlines.json").read_bytes())
    return {character: Outline(**outline) for character, outline in told.items()}


def words(text: str, x: float, y: float, size: float, fill: str, *, anchor: float = 0.5) -> str:
    """A line of text whose capitals have their middle at a height; x is its start (anchor 0) or its middle (0.5)."""
    letters = _outlines("letters")
    placed, right = [], 0.0
    for character in text:
        if character in letters:
            placed.append(element("path", d=letters[character].path, transform=at(right, 0) if right else None))
        right += letters[character].advance if character in letters else EM / 4
    left = x - right * anchor * size / EM
    return group(*placed, transform=at(left, y + _CAPITALS * size / 2, size / EM), fill=fill)


def width(text: str, size: float) -> float:
    """How wide a line of text is."""
    letters = _outlines("letters")
    return sum(letters[c].advance if c in letters else EM / 4 for c in text) * size / EM


def symbol(
    character: str, x: float, y: float, size: float, ink: str, fill: str | None = None, *, turned: float = 0
) -> str:
    """A symbol with its middle at a place, its longer side of that size; what is inside of its lines filled."""
    outline = _outlines("symbols").get(character) or _outlines("emoji")[character]
    left, top, wide, high = outline.box
    scale = size / max(wide, high)
    inside = element("path", d=outline.silhouette, fill=fill) if fill else ""
    middle = at(-left - wide / 2, -top - high / 2)
    return group(
        group(inside, element("path", d=outline.path, fill=ink), transform=middle), transform=at(x, y, scale, turned)
    )
