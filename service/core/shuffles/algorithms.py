"""The entries of the table of shuffles: their rules, parameters, uniformity and cost."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from math import log, log1p
from typing import Any

from numpy.typing import NDArray

from service.core.rng.sources import Source, WordSource
from service.core.shuffles import large
from service.core.shuffles.vectorized import VectorSource

Arguments = Mapping[str, Any]
Sparse = Callable[[int, Source, int], list[int]]


class Uniformity(StrEnum):
    """The distance of a shuffle from giving every order the same probability."""

    EXACT = "exact"
    NEAR = "near"
    BIASED = "biased"
    DETERMINISTIC = "deterministic"


@dataclass(frozen=True)
class Parameter:
    """A parameter of a shuffle: an integer from `min` to `max`, or one of `choices`."""

    name: str
    meaning: str
    default: int | str
    min: int = 0
    max: int = 0
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class KnownAnswer:
    """The SHA-256 of eight results for 52 items, a byte for each item, from that seed and index on."""

    seed: str
    index: int
    sha256: str
    arguments: Arguments = field(default_factory=dict)


@dataclass(frozen=True)
class Shuffle:
    """One shuffle: its rule, its faster equivalents, and its description.

    `rule` is called with n, a source and either the parameters or, for a shuffle that has a `sparse` equivalent, a
    count. `sparse` returns the same from the same source, in memory that grows with the count and not with n.
    `vectorized` draws many results at once: a column for each. `large_rule` is for `min_large` or more items: of
    the count, or without a `sparse` equivalent of n.
    `size_error` returns the sentence that refuses a number of items, or None. `expected_draws` takes n and the rule's
    other arguments; `formula` writes the same for people. `slowness` is the CPU time of a draw relative to one of
    fisher_yates, `trial_slowness` the same where many small results are drawn together. `known_answer` is tested when
    the service starts.
    """

    rule: Callable[..., list[int]]
    uniformity: Uniformity
    credit: str
    year: int
    formula: str
    expected_draws: Callable[..., float]
    parameters: tuple[Parameter, ...] = ()
    sparse: Sparse | None = None
    vectorized: Callable[..., NDArray[Any]] | None = None
    size_error: Callable[[int], str | None] = lambda _: None
    large_rule: Callable[..., Sequence[int]] | None = None
    min_large: int = large.MIN_COUNT
    known_answer: KnownAnswer | None = None
    slowness: int = 1
    trial_slowness: int = 1

    @property
    def name(self) -> str:
        """Return the name in requests, which is the name of the rule."""
        return self.rule.__name__

    @property
    def summary(self) -> str:
        """Return one sentence on how it works."""
        return self.rule.__doc__ or ""

    @cached_property
    def defaults(self) -> Arguments:
        """Return the default of each parameter."""
        return {parameter.name: parameter.default for parameter in self.parameters}

    def draw(
        self, n: int, source: Source, count: int, arguments: Arguments, *, fits_in_memory: bool = True
    ) -> Sequence[int]:
        """Return the first `count` of the items 0…n-1 in the order that the source decides.

        `fits_in_memory` says whether all n items may be held at once.
        """
        rule: Callable[..., Sequence[int]] = self.rule
        if self.large_rule and (count if self.sparse else n) >= self.min_large and isinstance(source, WordSource):
            rule = self.large_rule
        elif self.sparse and not (fits_in_memory and count >= n // 2):
            rule = self.sparse
        return rule(n, source, count) if self.sparse else rule(n, source, **arguments)[:count]

    def draw_vectorized(self, n: int, sources: VectorSource, count: int, arguments: Arguments) -> NDArray[Any]:
        """Return the same for many sources: a row for each position, a column for each source."""
        assert self.vectorized  # noqa: S101 (the caller looks whether there is one)
        if self.sparse is None:
            return self.vectorized(n, sources, **arguments)[:count]
        return self.vectorized(n, sources, count)

    def expected_cost(self, n: int, count: int, arguments: Arguments) -> float:
        """Return the mean number of draws."""
        return self.expected_draws(n, count) if self.sparse else self.expected_draws(n, **arguments)


def coupon_collector_draws(n: int, count: int) -> float:
    """Return the mean draws until `count` different ones of n were seen: n (H(n) - H(n - count)) (de Moivre 1711)."""
    if n < 2:
        return 0
    if n < 10_000:
        return n * sum(1 / k for k in range(n - count + 1, n + 1))
    if count <= n // 2:
        return -n * log1p(-count / n)
    return n * (_harmonic(n) - _harmonic(n - count))


def _harmonic(n: int) -> float:
    """Return 1 + 1/2 + … + 1/n by Euler's expansion, good to 1/n^4."""
    return log(n) + 0.5772156649015329 + 1 / (2 * n) - 1 / (12 * n * n) if n else 0
