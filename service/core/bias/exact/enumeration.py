"""Every possible sequence of draws of a rule, each with its exact probability.

The rule is run as it is, once for each sequence, on a source that plays the sequence back. So what is found holds for
the code that deals, not for a model of it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod

from service.core.rng.sources import Source

Order = tuple[int, ...]
Rule = Callable[[Source], Sequence[int]]
Chances = Callable[[int], Sequence[Fraction]]
"""The probability of each draw under a bound."""

LONGEST = 100


class UndecidedError(Exception):
    """More draws are asked for than are to be followed."""


class ScriptedSource(Source):
    """A source that draws what it was told to, then zeros; `bounds` and `drawn` tell what was asked for and drawn."""

    def __init__(self, script: Sequence[int] = (), longest: int = LONGEST) -> None:
        super().__init__()
        self.bounds: list[int] = []
        self.drawn: list[int] = []
        self._script = iter(script)
        self._longest = longest

    def _draw(self, bound: int) -> int:
        if len(self.bounds) == self._longest:
            raise UndecidedError
        value = next(self._script, 0)
        self.bounds.append(bound)
        self.drawn.append(value)
        return value


def sequences(rule: Rule, longest: int = LONGEST) -> Iterator[tuple[Order | None, ScriptedSource]]:
    """Every sequence of draws, played back, with the order that it leads to; None if `longest` draws do not decide."""
    script: list[int] = []
    while True:
        source = ScriptedSource(script, longest)
        try:
            order: Order | None = tuple(rule(source))
        except UndecidedError:
            order = None
        yield order, source
        script = source.drawn
        while script and script[-1] == source.bounds[len(script) - 1] - 1:
            script.pop()
        if not script:
            return
        script[-1] += 1


def distribution(rule: Rule, longest: int = LONGEST, chances: Chances | None = None) -> dict[Order | None, Fraction]:
    """The probability of every order over all sequences of draws; of None, that `longest` draws do not decide.

    Draws are uniform, or have the `chances` given. The rule must come to an end or to `longest` draws; it runs as many
    times as there are sequences, so it is for the caller to see that they are few.
    """
    probabilities: dict[Order | None, Fraction] = defaultdict(Fraction)
    for order, source in sequences(rule, longest):
        if chances is None:
            probabilities[order] += Fraction(1, prod(source.bounds))
        else:
            drawn = zip(source.bounds, source.drawn, strict=True)
            probabilities[order] += prod((chances(bound)[value] for bound, value in drawn), start=Fraction(1))
    return dict(probabilities)
