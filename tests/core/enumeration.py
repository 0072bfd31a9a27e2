"""Every possible sequence of draws, each with its exact probability."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction

from service.core.sources import Source

Order = tuple[int, ...]


class UndecidedError(Exception):
    """A draw that the script does not reach; it could come out in `bound` ways."""

    def __init__(self, bound: int) -> None:
        super().__init__(bound)
        self.bound = bound


class ScriptedSource(Source):
    """A source that draws what it was told to."""

    def __init__(self, script: tuple[int, ...]) -> None:
        super().__init__()
        self._script = iter(script)

    def _draw(self, bound: int) -> int:
        for value in self._script:
            return value
        raise UndecidedError(bound)


def distribution(shuffle: Callable[[Source], Sequence[int]], longest: int = 100) -> dict[Order | None, Fraction]:
    """The probability of every order over all sequences of draws; of None, that `longest` draws do not decide."""
    probabilities: dict[Order | None, Fraction] = defaultdict(Fraction)
    open_ends: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_ends:
        script, probability = open_ends.pop()
        try:
            probabilities[tuple(shuffle(ScriptedSource(script)))] += probability
        except UndecidedError as draw:
            if len(script) == longest:
                probabilities[None] += probability
            else:
                open_ends += [((*script, value), probability / draw.bound) for value in range(draw.bound)]
    return dict(probabilities)
