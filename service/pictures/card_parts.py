"""Parts that cards of several decks share: paper, corners, layouts of pips, and the lattice of backs."""

from collections.abc import Iterator

from service.pictures.svg import CARD, Size, circle, element, group, move_to, path, rect

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
}


def paper(size: Size = CARD, fill: str = PAPER) -> str:
    """Return an empty card."""
    return size.inset(0.5, rx=12, fill=fill, stroke=INK, stroke_opacity="0.6")


def with_rotated_copy(content: str, size: Size = CARD) -> str:
    """Return some content and a copy of it that is rotated by 180 degrees, as on the corners of a card."""
    return content + group(content, transform=f"rotate(180 {size.width / 2:g} {size.height / 2:g})")


def pip_positions(count: int, margin: float, offset: float, size: Size = CARD) -> Iterator[tuple[float, float]]:
    """Yield the positions of 1 to 10 pips in rows and columns, as on printed packs.

    The columns are in the middle and `offset` to either side of it, the rows between a margin above and below.
    """
    for column, row in _LAYOUTS[count]:
        yield size.width / 2 + column * offset, margin + row * (size.height - 2 * margin)


def lattice(size: Size, colour: str, line: str, emblem: str, edge: str = PAPER) -> str:
    """Return the back of a card: a lattice in a frame, with an emblem in the middle."""
    inner = Size(size.width - 32, size.height - 32)
    starts = range(-inner.height, inner.width + 1, 20)
    lines = "".join(
        f"M{x} 0l{inner.height} {inner.height}M{x + inner.height} 0l{-inner.height} {inner.height}" for x in starts
    )
    clip = element("clipPath", rect(width=inner.width, height=inner.height, rx=6), id="frame")
    return (
        paper(size, edge)
        + element("defs", clip)
        + group(
            rect(width=inner.width, height=inner.height, rx=6, fill=colour),
            path(lines, stroke=line, stroke_width=2, fill="none", clip_path="url(#frame)"),
            inner.inset(5, rx=4, fill="none", stroke=line, stroke_width=2),
            transform=move_to(16, 16),
        )
        + group(
            circle(r=44, fill=colour, stroke=line, stroke_width=2),
            emblem,
            transform=move_to(size.width / 2, size.height / 2),
        )
    )
