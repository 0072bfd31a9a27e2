"""Write the matrix of positions, which says how often each item comes to each position, as CSV and as a heat map.

A row is an item and a column is a position, both counted from 0. The same arguments always give the same bytes.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import floor
from typing import NamedTuple

from ..core.errors import Refused

MAX_ITEMS = 128  # the maximum number of items in a heat map: with more, a cell would be less than four pixels wide

Matrix = Sequence[Sequence[float]]


def matrix_to_csv(matrix: Matrix) -> str:
    """Return a matrix as CSV (RFC 4180), with the positions in the first line and the items in the first column.

    Counts are integers; probabilities have all the digits of a float.
    """
    lines = (
        ("item", *range(len(matrix))),
        *((item, *row) for item, row in enumerate(matrix)),
    )
    return "".join(",".join(map(str, line)) + "\r\n" for line in lines)


class Caption(NamedTuple):
    """The two lines above a heat map.

    For a matrix of trials, `chance_deviation` is the standard deviation that chance alone gives a cell, in multiples of
    the uniform probability.
    """

    title: str
    subtitle: str
    chance_deviation: float | None = None


Colour = tuple[int, int, int]

BLUE: Colour = (0, 114, 178)
WHITE: Colour = (255, 255, 255)
VERMILION: Colour = (213, 94, 0)
"""Blue and vermilion are from the palette of Okabe and Ito, Color Universal Design (2008), distinct with every kind of
colour blindness: https://jfly.uni-koeln.de/color/. White is between them."""

STEPS = 16  # the number of colours on either side of white


def step_colour(step: int) -> str:
    """Return the colour `#rrggbb` of a step of the scale: blue for -`STEPS`, white for 0, vermilion for `STEPS`."""
    end = VERMILION if step > 0 else BLUE
    share = abs(step) / STEPS
    return "#" + "".join(
        f"{round(w + (e - w) * share):02x}" for w, e in zip(WHITE, end, strict=True)
    )


_SCALE_RANGES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
_ROUNDING_FACTOR = 1 + 1e-9
"""How much larger than a range a distance may be by rounding errors of floats, which select no other range."""


def scale_range(ratios: Matrix) -> float:
    """Return the largest distance of a ratio from 1, rounded up to one of `_SCALE_RANGES`, or 1 if it is larger.

    The colour scale goes so far from 1: of [[0.97, 1.03], [1.03, 0.97]] it is 0.05, for 0.95 to 1.05.
    """
    deviation = max(abs(ratio - 1) for row in ratios for ratio in row)
    for scale in _SCALE_RANGES:
        if deviation <= scale * _ROUNDING_FACTOR:
            return scale
    return 1


def render_heat_map(probabilities: Matrix, caption: Caption) -> str:
    """Return a matrix as SVG: the colour of a cell shows its probability divided by the uniform probability, 1/n.

    `probabilities` has n rows, one for each item, of n columns, one for each position: the probability that the item
    comes to the position. Raises `Refused` on `n` for more than 128 items.
    """
    n = len(probabilities)
    check_size(n)
    ratios = [[n * probability for probability in row] for row in probabilities]
    # The colours stand for ratios of 1 - limit to 1 + limit. The limit is one of 0.001, 0.002, 0.005 … 0.5 and 1.
    limit = scale_range(ratios)
    steps = [[_colour_step(ratio, limit) for ratio in row] for row in ratios]
    # No ratio is below the scale: a limit below 1 is at least the largest distance, and with 1 the scale begins at 0.
    has_overflow = max(map(max, ratios)) > 1 + limit * _ROUNDING_FACTOR
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
            'aria-labelledby="title desc" font-family="sans-serif" font-size="14">',
            f'<title id="title">{_escape(f"{caption.title}, {caption.subtitle}")}</title>',
            f'<desc id="desc">{_escape(_description(ratios, limit, caption))}</desc>',
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
            f'<text x="{_LEFT}" y="28" font-size="18" font-weight="bold">{_escape(caption.title)}</text>',
            f'<text x="{_LEFT}" y="50">{_escape(_truncate(caption.subtitle))}</text>',
            *_render_plot(steps),
            *_render_axes(n),
            *_render_scale(limit, caption.chance_deviation, has_overflow=has_overflow),
            "</svg>\n",
        )
    )


def check_size(n: int) -> None:
    """Raise `Refused` if a heat map would have more than `MAX_ITEMS` items."""
    if n > MAX_ITEMS:
        raise Refused(
            "n",
            f"A heat map has at most {MAX_ITEMS} items, not {n:,}; bias.csv has larger matrices.",
        )


_SIDE = 480  # of the plot, without axes, caption and scale
_LEFT = 72
_TOP = 104
_WIDTH = 720
_HEIGHT = 616
_SCALE_LEFT = _LEFT + _SIDE + 32
_MAX_LINE = 72  # characters
_MAX_TICKS = 9  # numbers on an axis


def _escape(text: str) -> str:
    """Return text from a request as XML, with U+FFFD for control characters: XML lacks some, others reverse a line."""
    return escape("".join(char if char.isprintable() else "\ufffd" for char in text))


def _truncate(line: str) -> str:
    """Return a line of at most `_MAX_LINE` characters, with "…" at its end if it was longer."""
    return line if len(line) <= _MAX_LINE else f"{line[: _MAX_LINE - 1]}…"


def _number(value: float) -> str:
    """Return a number in at most seven digits, without zeros at its end: 480.0 is "480"."""
    return f"{value:.7g}"


def _description(ratios: Matrix, limit: float, caption: Caption) -> str:
    """Return the text that a screen reader has in place of the picture; the scale goes from 1 - limit to 1 + limit."""
    minimum = min(map(min, ratios))
    maximum = max(map(max, ratios))
    chance = (
        f" Chance alone gives a cell a standard deviation of {caption.chance_deviation:.2g}."
        if caption.chance_deviation
        else ""
    )
    return (
        "A heat map with a row for each item and a column for each place. The colour says how many times the uniform "
        f"probability, 1/n, it is that the item comes to the place: blue is less, white is 1, vermilion is more. "
        f"The cells go from {minimum:.4g} to {maximum:.4g}, the scale from {_number(1 - limit)} to "
        f"{_number(1 + limit)}.{chance}"
    )


def _colour_step(ratio: float, limit: float) -> int:
    """Return the step on the colour scale, -STEPS…STEPS, for a ratio to the uniform probability.

    The scale goes from 1 - limit to 1 + limit: with the limit 0.5 the ratio 1 is step 0, and 1.5 or more is STEPS.
    """
    nearest_step = floor(STEPS * (ratio - 1) / limit + 0.5)
    return max(-STEPS, min(STEPS, nearest_step))


def _render_plot(steps: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield the SVG elements of the cells: a path for each colour, which draws the runs of cells in that colour.

    `steps` has a row for each item, with the step of each position. A row [0, 0, 3] of item 4 adds "M0 4h2v1H0z" to the
    path of step 0, and "M2 4h1v1H2z" to the path of step 3: rectangles of one cell's height.
    """
    runs_by_step: dict[int, list[str]] = {}
    for item, row in enumerate(steps):
        start = 0
        for position in range(1, len(row) + 1):
            if position == len(row) or row[position] != row[start]:
                run = f"M{start} {item}h{position - start}v1H{start}z"
                runs_by_step.setdefault(row[start], []).append(run)
                start = position
    size = _number(_SIDE / len(steps))
    yield f'<g transform="translate({_LEFT} {_TOP}) scale({size})" shape-rendering="crispEdges">'
    for step, runs in sorted(runs_by_step.items()):
        yield f'<path fill="{step_colour(step)}" d="{"".join(runs)}"/>'
    yield "</g>"
    yield f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#555555"/>'


def _render_axes(n: int) -> Iterator[str]:
    """Yield the SVG elements of both axes: their names, and the numbers of some of the n places and items.

    At most `_MAX_TICKS` numbers are on an axis: every one up to 9 items, every second up to 18, every fifth up to 45.
    Each is at the middle of the cells with its number: place 0 of 4 at an eighth of the side.
    """
    interval = next(items for items in (1, 2, 5, 10, 20) if n <= items * _MAX_TICKS)
    middle_x = _LEFT + _SIDE // 2
    yield f'<text x="{middle_x}" y="{_TOP - 28}" text-anchor="middle">place</text>'
    left_x = _LEFT - 40
    middle_y = _TOP + _SIDE // 2
    upwards = f"rotate(-90 {left_x} {middle_y})"
    yield f'<text x="{left_x}" y="{middle_y}" text-anchor="middle" transform="{upwards}">item</text>'
    for number in range(0, n, interval):
        middle_of_cell = (number + 0.5) * _SIDE / n
        x = _number(_LEFT + middle_of_cell)
        baseline = _number(_TOP + middle_of_cell + 5)
        yield f'<text x="{x}" y="{_TOP - 8}" text-anchor="middle">{number}</text>'
        yield f'<text x="{_LEFT - 8}" y="{baseline}" text-anchor="end">{number}</text>'


def _render_scale(
    limit: float, chance_deviation: float | None, *, has_overflow: bool
) -> Iterator[str]:
    """Yield the SVG elements of the colour scale: a column of rectangles, one for each of 33 steps, the highest on top.

    `limit` is the distance of the scale's ends from 1: with 0.5 the five labels are 1.5, 1.25, 1, 0.75 and 0.5. With
    `has_overflow` the first is "≥ 1.5", as its colour stands for larger ratios too. `chance_deviation` is the
    standard deviation by chance, for the line below the plot; None for exact probabilities.
    """
    steps = range(-STEPS, STEPS + 1)
    height = _SIDE / len(steps)
    yield f'<text x="{_SCALE_LEFT}" y="{_TOP - 28}">times uniform</text>'
    yield '<g shape-rendering="crispEdges">'
    for step in steps:
        top = _number(_TOP + (STEPS - step) * height)
        colour = step_colour(step)
        yield f'<rect x="{_SCALE_LEFT}" y="{top}" width="24" height="{_number(height)}" fill="{colour}"/>'
    yield "</g>"
    yield f'<rect x="{_SCALE_LEFT}" y="{_TOP}" width="24" height="{_SIDE}" fill="none" stroke="#555555"/>'
    for step in steps[:: STEPS // 2]:
        baseline = _number(_TOP + (STEPS - step + 0.5) * height + 5)
        ratio = _number(1 + limit * step / STEPS)
        label = f"≥ {ratio}" if has_overflow and step == STEPS else ratio
        yield f'<text x="{_SCALE_LEFT + 32}" y="{baseline}">{label}</text>'
    if chance_deviation:
        chance = f"by chance alone ± {chance_deviation:.2g} (standard deviation)"
        yield f'<text x="{_LEFT}" y="{_TOP + _SIDE + 22}">{chance}</text>'
