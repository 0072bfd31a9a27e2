"""Enumeration of a shuffle's draws: every possible sequence, each with its exact probability.

The shuffle's own code is run once for each sequence, on a source that plays the sequence back. The result holds for the
code that deals, not for a model of it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod

from service.core.rng.sources import Source

Order = tuple[int, ...]
"""A permutation of the items 0…n-1: `order[k]` is the item at position k."""
Rule = Callable[[Source], Sequence[int]]
"""A shuffle as a function of its source; it returns an order."""
DrawProbabilities = Callable[[int], Sequence[Fraction]]
"""A function of the bound of a draw; it returns the probability of each value below the bound."""

MAX_DRAWS = 100


class DrawLimitError(Exception):
    """A rule asks for more draws than are enumerated."""


class ScriptedSource(Source):
    """A source that draws the numbers of a script, then zeros, and records `bounds` and `values` of all draws.

    Raises `DrawLimitError` instead of the draw after `max_draws`.
    """

    def __init__(self, script: Sequence[int] = (), max_draws: int = MAX_DRAWS) -> None:
        super().__init__()
        self.bounds: list[int] = []
        self.values: list[int] = []
        self._script = iter(script)
        self._max_draws = max_draws

    def _draw(self, bound: int) -> int:
        if len(self.bounds) == self._max_draws:
            raise DrawLimitError
        value = next(self._script, 0)
        self.bounds.append(bound)
        self.values.append(value)
        return value


def enumerate_draws(rule: Rule, max_draws: int = MAX_DRAWS) -> Iterator[tuple[Order | None, ScriptedSource]]:
    """Yield the order and the source of every sequence of draws; the order is None if `max_draws` do not decide it."""
    script: list[int] = []
    while True:
        source = ScriptedSource(script, max_draws)
        try:
            order: Order | None = tuple(rule(source))
        except DrawLimitError:
            order = None
        yield order, source
        script = source.values
        while script and script[-1] == source.bounds[len(script) - 1] - 1:
            script.pop()
        if not script:
            return
        script[-1] += 1


def order_probabilities(
    rule: Rule, max_draws: int = MAX_DRAWS, draw_probabilities: DrawProbabilities | None = None
) -> dict[Order | None, Fraction]:
    """Return the probability of every order, and of None, for the sequences that `max_draws` do not decide.

    Draws are uniform unless `draw_probabilities` are given. The rule runs once for each sequence of draws: the caller
    must ensure that there are few.
    """
    probabilities: dict[Order | None, Fraction] = defaultdict(Fraction)
    for order, source in enumerate_draws(rule, max_draws):
        if draw_probabilities is None:
            probabilities[order] += Fraction(1, prod(source.bounds))
        else:
            draws = zip(source.bounds, source.values, strict=True)
            probabilities[order] += prod(
                (draw_probabilities(bound)[value] for bound, value in draws), start=Fraction(1)
            )
    return dict(probabilities)
