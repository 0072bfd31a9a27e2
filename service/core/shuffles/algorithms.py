"""What the table of shuffles says of each of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log, log1p
from typing import Any

from numpy.typing import NDArray

from service.core.rng.sources import Source, WordSource
from service.core.shuffles.vectorized import ManySources

Arguments = Mapping[str, Any]
Partial = Callable[[int, Source, int], list[int]]
Together = Callable[[ManySources], NDArray[Any]]


class Uniformity(StrEnum):
    """How near a shuffle comes to giving every order the same probability."""

    EXACT = "exact"
    NEAR = "near"
    BIASED = "biased"
    DETERMINISTIC = "deterministic"


@dataclass(frozen=True)
class Parameter:
    """What one shuffle takes besides n: a whole number from `least` to `most`, or one of `choices`."""

    name: str
    meaning: str
    default: int | str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shuffle:
    """One shuffle: its rule, and everything that others need to know of it.

    `rule` is called with n, a source and either the parameters or, for a shuffle that has a `sparse` twin, a count.
    The twin gives the same answer from the same source, in memory that grows with the count and not with n. `together`
    is the rule for many results at once: its order has a column for each. `large` is the rule for many items, and gives
    None for few. `objects` says what is wrong with a number of items, if anything. `expected_draws` takes n and what
    the rule takes; `formula` says it for people.
    """

    rule: Callable[..., list[int]]
    uniformity: Uniformity
    credit: str
    year: int
    formula: str
    expected_draws: Callable[..., float]
    parameters: tuple[Parameter, ...] = ()
    sparse: Partial | None = None
    together: Callable[..., NDArray[Any]] | None = None
    objects: Callable[[int], str | None] = lambda _: None
    large: Callable[[int, WordSource, int], Sequence[int] | None] | None = None

    @property
    def name(self) -> str:
        """The name that a request gives: that of the rule."""
        return self.rule.__name__

    @property
    def summary(self) -> str:
        """One sentence on how it works."""
        return self.rule.__doc__ or ""

    @property
    def defaults(self) -> Arguments:
        """Its parameters as they are when a request leaves them out."""
        return {parameter.name: parameter.default for parameter in self.parameters}

    def order(self, n: int, source: Source, count: int, arguments: Arguments, *, held: bool = True) -> Sequence[int]:
        """The first `count` of the items 0…n-1 in the order that the source decides.

        If not `held`, the whole range is too large to be in memory at once.
        """
        if self.sparse is None:
            return self.rule(n, source, **arguments)[:count]
        if self.large and isinstance(source, WordSource) and (order := self.large(n, source, count)) is not None:
            return order
        return self.rule(n, source, count) if held and count >= n // 2 else self.sparse(n, source, count)

    def orders(self, n: int, sources: ManySources, count: int, arguments: Arguments) -> NDArray[Any]:
        """The same from many sources: a row for each place, a column for each source."""
        assert self.together  # noqa: S101 (the caller looks whether there is one)
        if self.sparse is None:
            return self.together(n, sources, **arguments)[:count]
        return self.together(n, sources, count)

    def expect(self, n: int, count: int, arguments: Arguments) -> float:
        """How many draws that takes on average."""
        return self.expected_draws(n, count) if self.sparse else self.expected_draws(n, **arguments)


def coupons(n: int, count: int) -> float:
    """Draws until `count` different ones of n were seen: n (H(n) - H(n - count)) (de Moivre 1711)."""
    if n < 2:
        return 0
    if n < 10_000:
        return n * sum(1 / k for k in range(n - count + 1, n + 1))
    if count <= n // 2:
        return -n * log1p(-count / n)
    return n * (_harmonic(n) - _harmonic(n - count))


def _harmonic(n: int) -> float:
    """1 + 1/2 + … + 1/n by Euler's expansion, good to 1/n^4."""
    return log(n) + 0.5772156649015329 + 1 / (2 * n) - 1 / (12 * n * n) if n else 0
