"""Many results of one request: result i is, bit for bit, the single result with `index` + i."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from service.core.permutations import Plan
from service.core.together import ManySources

_MOST_RESULTS = 256  # the arrays for packs of cards then stay small enough to be used again and again
_MOST_ITEMS = 2**20
_LARGEST_TOGETHER = 4_096  # items: beyond, words that may be drawn again are no longer rare
_FEWEST_TOGETHER = 8  # results: below, one after the other is faster


@dataclass(frozen=True)
class Window:
    """Some results in a row: which of the batch they are, a row of indices for each, and their draws in all."""

    places: range
    rows: NDArray[Any] | list[Sequence[int]]
    draws: int


def windows(plan: Plan, repeats: int) -> Iterator[Window]:
    """The results, so many at a time that a window takes a few megabytes, whatever `repeats` is."""
    size = max(1, min(_MOST_RESULTS, _MOST_ITEMS // max(plan.count, 1)))
    for start in range(0, repeats, size):
        places = range(start, min(start + size, repeats))
        together = plan.together and plan.n <= _LARGEST_TOGETHER and len(places) >= _FEWEST_TOGETHER
        yield _together(plan, places) if together else _one_by_one(plan, places)


def _one_by_one(plan: Plan, places: Sequence[int]) -> Window:
    done = [plan.draw(place) for place in places]
    return Window(range(places[0], places[-1] + 1), [result.indices for result in done], sum(d.draws for d in done))


def _together(plan: Plan, places: range) -> Window:
    assert plan.together  # noqa: S101 (`windows` looks whether there is one)
    sources = ManySources(lambda start, count: plan.randomness.words(places, start, count), len(places))
    rows = plan.together(sources).T.copy()
    for row in sources.uncertain:
        rows[row] = plan.draw(places[row]).indices
    return Window(places, rows, sources.draws * len(places))
