"""Dominoes with the higher end above; each number of pips has a colour, as in large sets."""

from collections.abc import Iterator

from service.core.cards.card import Card
from service.pictures.artwork import drawing
from service.pictures.svg import circle, group

_COLOURS = (
    *("#1c2430", "#1763a6", "#1e7a34", "#c1121f", "#7a4a12", "#0f2f66", "#8a6a00", "#7b1fa2", "#00707a", "#5d4fb3"),
    *("#b3541e", "#8e244d", "#3d4c57", "#4d7c0f", "#a21caf", "#155e75", "#854d0e", "#374151", "#9f1239"),
)
_TWO, _THREE = ((-1, -1), (1, 1)), ((-1, -1), (0, 0), (1, 1))
_FEW: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0, 0),),
    2: _TWO,
    3: _THREE,
    4: (*_TWO, (-1, 1), (1, -1)),
    5: (*_THREE, (-1, 1), (1, -1)),
    6: tuple((x, y) for x in (-1, 1) for y in (-1, 0, 1)),
}
_COLUMNS = {
    **{7: (3, 1, 3), 8: (3, 2, 3), 9: (3, 3, 3), 10: (3, 4, 3), 11: (4, 3, 4), 12: (4, 4, 4), 13: (4, 5, 4)},
    **{14: (5, 4, 5), 15: (5, 5, 5), 16: (5, 6, 5), 17: (6, 5, 6), 18: (6, 6, 6)},
}
"""The number of pips in each of three columns."""


def face(card: Card) -> str:
    """Return the face of a domino: both ends on the bone."""
    high, low = map(int, card.code.split("-"))
    return drawing("domino") + _end(high, 101) + _end(low, 293)


def _end(pips: int, middle: int) -> str:
    radius = 17 if pips < 7 else 15 if pips < 10 else 12 if pips < 16 else 10.5
    spread = 50 if pips < 10 else 58  # from the middle of an end to its outer pips
    circles = (circle(cx=100 + spread * x, cy=middle + spread * y, r=radius) for x, y in _pip_positions(pips))
    return group(*circles, fill=_COLOURS[pips]) if pips else ""


def _pip_positions(pips: int) -> Iterator[tuple[float, float]]:
    if pips in _FEW:
        yield from _FEW[pips]
        return
    tallest = max(_COLUMNS[pips])
    for x, count in zip((-1, 0, 1), _COLUMNS[pips], strict=True):
        for index in range(count):
            # The pips of a shorter column are between those of its neighbours.
            yield x, (2 * index - (count - 1)) / max(tallest - 1, 2)
