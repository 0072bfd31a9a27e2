"""The layouts of pips on cards: in rows and columns, as on printed packs."""

from collections.abc import Iterator

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


def pip_positions(count: int, x: float, top: float, bottom: float, offset: float) -> Iterator[tuple[float, float]]:
    """Yield the positions of 1 to 10 pips: columns at x and `offset` to either side, rows from top to bottom."""
    for column, row in _LAYOUTS[count]:
        yield x + column * offset, top + row * (bottom - top)
