"""The matrix of positions as a table and as a picture: which item comes to which place how often.

Both are functions of what they are given, to the byte. A row is an item, a column a place, both from 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import floor

from service.core.errors import Refused

MOST_DRAWN = 128
"""The most items in a picture: of more, a cell would be less than four pixels wide; the table has them all."""

Matrix = Sequence[Sequence[float]]


def table(matrix: Matrix) -> str:
    """The matrix as CSV (RFC 4180), with the places in the first line and the item before each row.

    Counts are whole numbers, probabilities have all the digits that a float takes.
    """
    lines = (("item", *range(len(matrix))), *((item, *row) for item, row in enumerate(matrix)))
    return "".join(",".join(map(str, line)) + "\r\n" for line in lines)


@dataclass(frozen=True, kw_only=True)
class Caption:
    """What is written above a picture, and what chance alone does to a cell of it.

    `error` is the standard deviation of a cell, in times the uniform probability, if what is drawn was measured.
    """

    what: str
    how: str
    error: float | None = None


Colour = tuple[int, int, int]

BLUE: Colour = (0, 114, 178)
WHITE: Colour = (255, 255, 255)
VERMILION: Colour = (213, 94, 0)
"""Blue and vermilion are of the palette of Okabe and Ito, Color Universal Design (2008), made to be told apart with
every kind of colour blindness: https://jfly.uni-koeln.de/color/. White is between them."""

STEPS = 16
"""Colours on either side of white."""


def colour(step: int) -> str:
    """The colour of a step from -`STEPS`, blue, by 0, white, to `STEPS`, vermilion."""
    end, part = VERMILION if step > 0 else BLUE, abs(step) / STEPS
    return "#" + "".join(f"{round(w + (e - w) * part):02x}" for w, e in zip(WHITE, end, strict=True))


_REACHES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)


def reach(times: Matrix) -> float:
    """How far from 1 the scale goes: as far as the cells do, rounded up, but from 0.001 to 1, which is from 0 to 2."""
    furthest = max(abs(cell - 1) for row in times for cell in row)
    # What floats add to a whole number is no reason for the next larger scale.
    return next((one for one in _REACHES if furthest <= one * (1 + 1e-9)), 1)


def heat_map(probabilities: Matrix, caption: Caption) -> str:
    """The matrix as SVG: each cell coloured by how many times the uniform probability, 1/n, it has.

    Raises `Refused` on `n` for more than `MOST_DRAWN` items.
    """
    n = len(probabilities)
    allow(n)
    times = [[n * cell for cell in row] for row in probabilities]
    furthest = reach(times)
    cells = [[_step(cell, furthest) for cell in row] for row in times]
    over = max(map(max, times)) > 1 + furthest * (1 + 1e-9)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
            'aria-labelledby="title desc" font-family="sans-serif" font-size="14">',
            f'<title id="title">{_text(f"{caption.what}, {caption.how}")}</title>',
            f'<desc id="desc">{_text(_description(times, furthest, caption))}</desc>',
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
            f'<text x="{_LEFT}" y="28" font-size="18" font-weight="bold">{_text(caption.what)}</text>',
            f'<text x="{_LEFT}" y="50">{_text(_shortened(caption.how))}</text>',
            *_plot(cells),
            *_axes(n),
            *_scale(furthest, caption.error, over=over),
            "</svg>\n",
        )
    )


def allow(n: int) -> None:
    """Raise `Refused` on `n` for more items than a picture has."""
    if n > MOST_DRAWN:
        raise Refused("n", f"A picture has at most {MOST_DRAWN} items, not {n:,}; bias.csv has the matrix of more.")


_SIDE = 480  # of the plot; what is around it are its axes, the caption and the scale
_LEFT, _TOP = 72, 104
_WIDTH, _HEIGHT = 720, 616
_BAR = _LEFT + _SIDE + 32
_LONGEST = 72  # characters of a line above the plot
_TICKS = 9


def _step(times: float, furthest: float) -> int:
    return max(-STEPS, min(STEPS, floor(STEPS * (times - 1) / furthest + 0.5)))


def _text(text: str) -> str:
    """A caller's text as a part of XML: without what XML cannot have or what would turn the rest of the line around."""
    return escape("".join(char if char.isprintable() else "\ufffd" for char in text))


def _shortened(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _number(value: float) -> str:
    return f"{value:.7g}"


def _description(times: Matrix, furthest: float, caption: Caption) -> str:
    least, most = min(map(min, times)), max(map(max, times))
    chance = f" Chance alone gives a cell a standard deviation of {caption.error:.2g}." if caption.error else ""
    return (
        "A heat map with a row for each item and a column for each place. The colour says how many times the uniform "
        f"probability, 1/n, it is that the item comes to the place: blue is less, white is 1, vermilion is more. "
        f"The cells go from {least:.4g} to {most:.4g}, the scale from {_number(1 - furthest)} to "
        f"{_number(1 + furthest)}.{chance}"
    )


def _plot(cells: Sequence[Sequence[int]]) -> Iterator[str]:
    """One path for each colour, of the runs of cells that have it."""
    paths: dict[int, list[str]] = {}
    for item, row in enumerate(cells):
        start = 0
        for place in range(1, len(row) + 1):
            if place == len(row) or row[place] != row[start]:
                paths.setdefault(row[start], []).append(f"M{start} {item}h{place - start}v1H{start}z")
                start = place
    size = _number(_SIDE / len(cells))
    yield f'<g transform="translate({_LEFT} {_TOP}) scale({size})" shape-rendering="crispEdges">'
    for step, runs in sorted(paths.items()):
        yield f'<path fill="{colour(step)}" d="{"".join(runs)}"/>'
    yield "</g>"
    yield f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#555555"/>'


def _axes(n: int) -> Iterator[str]:
    apart = next(step for step in (1, 2, 5, 10, 20) if n <= step * _TICKS)
    middle = _SIDE // 2
    yield f'<text x="{_LEFT + middle}" y="{_TOP - 28}" text-anchor="middle">place</text>'
    x, y = _LEFT - 40, _TOP + middle
    yield f'<text x="{x}" y="{y}" text-anchor="middle" transform="rotate(-90 {x} {y})">item</text>'
    for at in range(0, n, apart):
        centre = (at + 0.5) * _SIDE / n
        yield f'<text x="{_number(_LEFT + centre)}" y="{_TOP - 8}" text-anchor="middle">{at}</text>'
        yield f'<text x="{_LEFT - 8}" y="{_number(_TOP + centre + 5)}" text-anchor="end">{at}</text>'


def _scale(furthest: float, error: float | None, *, over: bool) -> Iterator[str]:
    """The colours with their numbers; the last is of all that is more, if there is `over`."""
    height = _SIDE / (2 * STEPS + 1)
    yield f'<text x="{_BAR}" y="{_TOP - 28}">times uniform</text>'
    yield '<g shape-rendering="crispEdges">'
    for step in range(-STEPS, STEPS + 1):
        top = _number(_TOP + (STEPS - step) * height)
        yield f'<rect x="{_BAR}" y="{top}" width="24" height="{_number(height)}" fill="{colour(step)}"/>'
    yield "</g>"
    yield f'<rect x="{_BAR}" y="{_TOP}" width="24" height="{_SIDE}" fill="none" stroke="#555555"/>'
    for step in range(-STEPS, STEPS + 1, STEPS // 2):
        y = _number(_TOP + (STEPS - step + 0.5) * height + 5)
        more = "≥ " if over and step == STEPS else ""
        yield f'<text x="{_BAR + 32}" y="{y}">{more}{_number(1 + furthest * step / STEPS)}</text>'
    if error:
        yield f'<text x="{_LEFT}" y="{_TOP + _SIDE + 22}">by chance alone ± {error:.2g} (standard deviation)</text>'
