"""What others drew: the files in assets/, which `make vendor` makes."""

import re
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"

_CONTENT = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


def content(folder: str, name: str) -> str:
    """What is inside of the SVG of that name, in its own units."""
    (inside,) = _CONTENT.findall((ASSETS / folder / f"{name}.svg").read_text())
    return str(inside)
