"""Many results of one request: result i is, bit for bit, the single result with `index` + i."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.shuffles.plans import Plan
from service.core.shuffles.vectorized import ManySources

_MOST_RESULTS = 256  # the arrays for packs of cards then stay small enough to be used again and again
_MOST_WORK = 2**17  # items, or draws, before the next results are handed on
_FEWEST_TOGETHER = 8  # results: below, one after the other is faster


@dataclass(frozen=True)
class Window:
    """Some results in a row: which of the batch they are, a row of indices for each, and what all of them took.

    That is `draws`, out of so many `words`, of which `rejections` were drawn again.
    """

    places: range
    rows: NDArray[Any]
    draws: int
    words: int
    rejections: int


def windows(plan: Plan, repeats: int) -> Iterator[Window]:
    """The results, so many at a time that a window takes little memory and little time, whatever `repeats` is."""
    size = max(1, min(_MOST_RESULTS, int(_MOST_WORK // max(plan.count, plan.work, 1))))
    draw = _together if plan.together and repeats >= _FEWEST_TOGETHER else _one_by_one
    for start in range(0, repeats, size):
        yield draw(plan, range(start, min(start + size, repeats)))


def _one_by_one(plan: Plan, places: range) -> Window:
    done = [plan.draw(place) for place in places]
    rows = np.array([order.indices for order in done], np.int64)  # a fifth of the memory of lists
    draws, words, rejections = (
        sum(getattr(order, each) for order in done) for each in ("draws", "words", "rejections")
    )
    return Window(places, rows, draws, words, rejections)


def _together(plan: Plan, places: range) -> Window:
    assert plan.together  # noqa: S101 (`windows` looks whether there is one)
    sources = ManySources(lambda start, count: plan.randomness.words(places, start, count), len(places))
    rows = plan.together(sources).T.copy()
    rejections = 0
    for row in sources.redrawn:
        by_itself = plan.draw(places[row])
        rows[row], sources.draws[row] = by_itself.indices, by_itself.draws
        rejections += by_itself.rejections
    draws = int(sources.draws.sum())
    return Window(places, rows, draws, draws + sources.wide * len(places) + rejections, rejections)
