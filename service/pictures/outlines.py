"""Letters and symbols as outlines (assets/*/outlines.json), so that they do not depend on fonts."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import orjson

from service.pictures.svg import element, group, move_to
from service.pictures.vendored_svgs import ASSETS

EM = 1000  # units of an outline

_CAP_HEIGHT = 0.7  # of the font size


@dataclass(frozen=True, kw_only=True)
class Outline:
    """One character: its advance width, bounding box (left, top, width, height), outline, and filled silhouette."""

    advance: int
    box: tuple[int, int, int, int]
    path: str
    silhouette: str = ""


@cache
def _outlines(folder: str) -> Mapping[str, Outline]:
    records = orjson.loads((ASSETS / folder / "outlines.json").read_bytes())
    return {character: Outline(**outline) for character, outline in records.items()}


def text_path(text: str, x: float, y: float, size: float, fill: str, *, anchor: float = 0.5) -> str:
    """Return a line of text whose capitals are centred vertically at y; x is its start (anchor 0) or middle (0.5)."""
    letters = _outlines("letters")
    paths, right = [], 0.0
    for character in text:
        if character in letters:
            paths.append(element("path", d=letters[character].path, transform=move_to(right, 0) if right else None))
        right += letters[character].advance if character in letters else EM / 4
    left = x - right * anchor * size / EM
    return group(*paths, transform=move_to(left, y + _CAP_HEIGHT * size / 2, size / EM), fill=fill)


def text_width(text: str, size: float) -> float:
    """Return the width of a line of text."""
    letters = _outlines("letters")
    return sum(letters[c].advance if c in letters else EM / 4 for c in text) * size / EM


def symbol(
    character: str, x: float, y: float, size: float, ink: str, fill: str | None = None, *, angle: float = 0
) -> str:
    """Return a symbol that is centred at (x, y); `size` is its longer side, `fill` the colour of its silhouette."""
    outline = _outlines("symbols").get(character) or _outlines("emoji")[character]
    left, top, width, height = outline.box
    scale = size / max(width, height)
    silhouette = element("path", d=outline.silhouette, fill=fill) if fill else ""
    middle = move_to(-left - width / 2, -top - height / 2)
    return group(
        group(silhouette, element("path", d=outline.path, fill=ink), transform=middle),
        transform=move_to(x, y, scale, angle),
    )
