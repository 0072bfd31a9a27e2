"""Backgrounds: the paper of a card, and the lattice on the back of cards."""

from collections.abc import Iterable

from service.pictures.svg import CARD, Shape, element, group, move_to

INK = "#1c2430"
PAPER = "#fffdf8"


def paper(shape: Shape = CARD, fill: str = PAPER) -> str:
    """Return an empty card."""
    return element(
        "rect",
        x=0.5,
        y=0.5,
        width=shape.width - 1,
        height=shape.height - 1,
        rx=12,
        fill=fill,
        stroke=INK,
        stroke_opacity="0.6",
    )


def with_rotated_copy(content: str, shape: Shape = CARD) -> str:
    """Return some content and a copy of it that is rotated by 180 degrees, as on the corners of a card."""
    return content + group(content, transform=f"rotate(180 {shape.width / 2:g} {shape.height / 2:g})")


def lattice(shape: Shape, colour: str, line: str, emblem: str, edge: str = PAPER) -> str:
    """Return the back of a card: a lattice in a frame, with an emblem in the middle."""
    width, height = shape.width, shape.height
    step = 20
    across, down = width - 32, height - 32
    lines = "".join(_diagonals(across, down, step))
    clipped = element("clipPath", element("rect", width=across, height=down, rx=6), id="frame")
    return (
        paper(shape, edge)
        + element("defs", clipped)
        + group(
            element("rect", width=across, height=down, rx=6, fill=colour),
            element("path", d=lines, stroke=line, stroke_width=2, fill="none", clip_path="url(#frame)"),
            element(
                "rect", x=5, y=5, width=across - 10, height=down - 10, rx=4, fill="none", stroke=line, stroke_width=2
            ),
            transform=move_to(16, 16),
        )
        + group(
            element("circle", r=44, fill=colour, stroke=line, stroke_width=2),
            emblem,
            transform=move_to(width / 2, height / 2),
        )
    )


def _diagonals(across: int, down: int, step: int) -> Iterable[str]:
    for start in range(-down, across + 1, step):
        yield f"M{start} 0l{down} {down}M{start + down} 0l{-down} {down}"
