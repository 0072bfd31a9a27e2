"""Run an algorithm once for every possible sequence of its draws, on a source that plays the sequence back.

The result is thus about the code that draws, not about a model of it. The caller ensures that there are few sequences.

Of the service bias alone uses it. It is here because the tests of every room that draws do, also without bias.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod

from .sources import Source

Order = tuple[int, ...]
"""A permutation of the items 0…n-1: `order[k]` is the item at position k."""

Algorithm = Callable[[Source], Sequence[int]]
"""A shuffle that takes a source and returns an order."""

MAX_SCRIPTED_DRAWS = 100


class DrawLimitError(Exception):
    """A shuffle asks its source for more than `max_draws` draws."""


class ScriptedSource(Source):
    """A source that draws the numbers of `script`, then zeros; it records the `bounds` and `values` of all draws.

    The draw after `max_draws` raises `DrawLimitError`.
    """

    def __init__(
        self, script: Sequence[int] = (), max_draws: int = MAX_SCRIPTED_DRAWS
    ) -> None:
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


def enumerate_draws(
    algorithm: Algorithm, max_draws: int = MAX_SCRIPTED_DRAWS
) -> Iterator[tuple[Order | None, ScriptedSource]]:
    """Run a shuffle for every sequence of draws, and yield each order with its source.

    The order is None beyond `max_draws` draws. A shuffle that draws one number below 3 runs three times, with the
    `values` [0], [1] and [2] in its source.
    """
    script: list[int] = []
    while True:
        source = ScriptedSource(script, max_draws)
        try:
            order: Order | None = tuple(algorithm(source))
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
    algorithm: Algorithm, max_draws: int = MAX_SCRIPTED_DRAWS
) -> dict[Order | None, Fraction]:
    """Return the probability of every order that a shuffle may return; None: it asked for more than `max_draws` draws.

    `naive_swap` of two items draws twice below 2, and gives {(1, 0): 1/2, (0, 1): 1/2}. The shuffle runs once for each
    sequence of draws: the caller must ensure that there are few.
    """
    probabilities: dict[Order | None, Fraction] = defaultdict(Fraction)
    # Count first: a sum of thousands of fractions is slow.
    ways = Counter(
        (order, prod(source.bounds))
        for order, source in enumerate_draws(algorithm, max_draws)
    )
    for (order, sequences), number in ways.items():
        probabilities[order] += Fraction(number, sequences)
    return dict(probabilities)
