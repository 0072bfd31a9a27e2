"""Drawings by other people: the files in assets/, which tools/pictures/vendor.py writes."""

import re
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"

_CONTENT = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


def read_svg_content(folder: str, name: str) -> str:
    """Return the content of the `svg` element of a file, in its own units."""
    (inner,) = _CONTENT.findall((ASSETS / folder / f"{name}.svg").read_text())
    return str(inner)
