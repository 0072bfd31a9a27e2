"""Where the pips of a card are: in rows and columns, as on every pack of cards."""

from collections.abc import Iterator

_CORNERS = ((-1, 0), (1, 0), (-1, 1), (1, 1))
_SIX = (*_CORNERS, (-1, 0.5), (1, 0.5))
_EIGHT = (*_CORNERS, (-1, 1 / 3), (1, 1 / 3), (-1, 2 / 3), (1, 2 / 3))
_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
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


def places(count: int, x: float, top: float, bottom: float, aside: float) -> Iterator[tuple[float, float]]:
    """Places for 1 to 10 pips, between two heights, in the middle and so far aside of it."""
    for column, row in _PLACES[count]:
        yield x + column * aside, top + row * (bottom - top)
