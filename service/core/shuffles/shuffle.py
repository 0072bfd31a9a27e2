"""What a shuffle is: its functions that draw, its parameters and its description. registry.py has the shuffles."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar, Concatenate, Generic, NamedTuple, ParamSpec, TypeAlias

from numpy.typing import NDArray

from ..rng.sources import Source, WordSource
from . import large
from .vectorized import VectorSource

Arguments = Mapping[str, Any]
P = ParamSpec("P")

BLOCK_ITEMS = 2**17
"""The total items of results that a vectorized shuffle draws together fastest, if it has an array of the items."""


class Uniformity(StrEnum):
    """Whether a shuffle gives every order the same probability: exactly, nearly, or not; or draws nothing."""

    EXACT = "exact"
    NEAR = "near"
    BIASED = "biased"
    DETERMINISTIC = "deterministic"


class BiasedValues(NamedTuple):
    """The values of a parameter that favour some orders, and why."""

    reason: str
    values: Collection[int]


class Parameter(NamedTuple):
    """A parameter of a shuffle: an integer from `min` to `max`, or one of `choices`.

    `biased` says which of its values favour some orders, if the shuffle by itself favours none.
    """

    name: str
    meaning: str
    default: int | str
    min: int = 0
    max: int = 0
    choices: tuple[str, ...] = ()
    biased: BiasedValues | None = None


class Sizes(NamedTuple):
    """The numbers of items that a shuffle takes: multiples of `step`, up to `most` (None: as many as there are).

    `rule` begins the sentence that refuses other numbers.
    """

    rule: str = ""
    step: int = 1
    most: int | None = None

    def includes(self, n: int) -> bool:
        return self.floor(n) == n

    def floor(self, n: int) -> int:
        """Return the largest number of items that the shuffle takes, up to n."""
        largest = n if self.most is None else min(n, self.most)
        return largest - largest % self.step


_EVERY_SIZE = Sizes()


@dataclass(frozen=True, kw_only=True)
class _Description:
    """The description of a shuffle, and how long it takes.

    - `summary` is one sentence on how the shuffle works; `formula` writes its mean draws for people.
    - `aliases` are further names that people use for the shuffle (suggestions.py).
    - `sizes` are the numbers of items that the shuffle takes.
    - `slowness` is the CPU time of a draw relative to fisher_yates; `slowness_together` is the same ratio if many small
      results are drawn together. `block_items` are the items of results that are drawn together fastest.
    """

    name: str
    summary: str
    uniformity: Uniformity
    credit: str
    year: int
    formula: str
    aliases: tuple[str, ...] = ()
    sizes: Sizes = _EVERY_SIZE
    slowness: int = 1
    slowness_together: int = 1
    block_items: int = BLOCK_ITEMS

    def size_error(self, n: int) -> str | None:
        """Return the error message if the shuffle does not take n items, or None."""
        if self.sizes.includes(n):
            return None
        return f"{self.sizes.rule}; there are {n:,}."


@dataclass(frozen=True, kw_only=True)
class PartialShuffle(_Description):
    """A shuffle that stops when the first `count` of n items are drawn. It has no parameters.

    Its functions take (n, source, count) and return the same items. FREE: which of them draws.

    - `draw_first` is its algorithm.
    - `draw_sparse` needs memory that grows with `count`, not with n; None: so does `draw_first`.
    - `draw_large` replaces both where `count` is at least `large.MIN_COUNT`. It returns a list or an array.
    - `vectorized` draws many results together, a column for each; None: they are drawn one by one.
    - `expected_draws` takes n and count, and returns the mean number of draws.
    - It `is_sparse`: it can draw a few items of a range too large for memory.
    """

    draw_first: Callable[[int, Source, int], list[int]]
    draw_sparse: Callable[[int, Source, int], list[int]] | None = None
    draw_large: Callable[[int, WordSource, int], Any] | None = None
    vectorized: Callable[[int, VectorSource, int], NDArray[Any]] | None = None
    expected_draws: Callable[[int, int], float]

    is_sparse: ClassVar[bool] = True
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    defaults: ClassVar[Arguments] = {}

    def draw(
        self,
        n: int,
        source: Source,
        count: int,
        arguments: Arguments,  # noqa: ARG002 (it has no parameters)
        *,
        fits_in_memory: bool = True,
    ) -> Sequence[int]:
        """Shuffle the items 0…n-1 with random integers from a source, and return the first `count`.

        `fits_in_memory` says whether all n items may be held at once.
        """
        draw_first: Callable[[int, Any, int], Sequence[int]] = self.draw_first
        is_large = count >= large.MIN_COUNT and isinstance(source, WordSource)
        is_dense = fits_in_memory and count >= n // 2
        if self.draw_large and is_large:
            draw_first = self.draw_large
        elif self.draw_sparse and not is_dense:
            draw_first = self.draw_sparse
        return draw_first(n, source, count)

    def draw_vectorized(
        self,
        n: int,
        sources: VectorSource,
        count: int,
        arguments: Arguments,  # noqa: ARG002 (it has no parameters)
    ) -> NDArray[Any]:
        """Return what `draw` returns for each of many sources: a row for each item, a column for each source."""
        assert self.vectorized  # noqa: S101 (the caller looks whether there is one)
        return self.vectorized(n, sources, count)

    def mean_draws(self, n: int, count: int, arguments: Arguments) -> float:  # noqa: ARG002 (it has no parameters)
        """Return the mean number of draws for the first `count` of n items: `fisher_yates` takes 5 for 5 of 52."""
        return self.expected_draws(n, count)


@dataclass(frozen=True, kw_only=True)
class WholeShuffle(_Description, Generic[P]):
    """A shuffle that draws the order of all n items, however many of them are asked for.

    Its functions take (n, source), and then its `parameters` by name; P stands for these. All functions return the same
    order. FREE: which of them draws.

    - `draw_all` is its algorithm.
    - `draw_large` replaces it where n is at least `min_large`. It returns a list or an array.
    - `vectorized` draws many results together, a column for each; None: they are drawn one by one.
    - `expected_draws_of_all` takes n and the arguments by name, and returns the mean number of draws.
    """

    draw_all: Callable[Concatenate[int, Source, P], list[int]]
    draw_large: Callable[Concatenate[int, WordSource, P], Any] | None = None
    min_large: int = large.MIN_COUNT
    vectorized: Callable[Concatenate[int, VectorSource, P], NDArray[Any]] | None = None
    expected_draws_of_all: Callable[[int, Arguments], float]
    is_sparse: ClassVar[bool] = False
    parameters: tuple[Parameter, ...] = ()

    @cached_property
    def defaults(self) -> Arguments:
        return {parameter.name: parameter.default for parameter in self.parameters}

    def draw(
        self,
        n: int,
        source: Source,
        count: int,
        arguments: Arguments,
        *,
        fits_in_memory: bool = True,  # noqa: ARG002 (who draws all items holds them all)
    ) -> Sequence[int]:
        """Shuffle the items 0…n-1 with random integers from a source, and return the first `count`."""
        # A request is checked against `parameters`; the functions take arguments with the same names.
        draw_all: Callable[..., Sequence[int]] = self.draw_all
        is_large = n >= self.min_large and isinstance(source, WordSource)
        if self.draw_large and is_large:
            draw_all = self.draw_large
        return draw_all(n, source, **arguments)[:count]

    def draw_vectorized(
        self, n: int, sources: VectorSource, count: int, arguments: Arguments
    ) -> NDArray[Any]:
        """Return what `draw` returns for each of many sources: a row for each item, a column for each source."""
        assert self.vectorized  # noqa: S101 (the caller looks whether there is one)
        vectorized: Callable[..., NDArray[Any]] = self.vectorized
        return vectorized(n, sources, **arguments)[:count]

    def mean_draws(self, n: int, count: int, arguments: Arguments) -> float:  # noqa: ARG002 (all n are drawn)
        """Return the mean number of draws: `riffle` with {"passes": 7} takes 364 for 5 of 52 items, as for all 52."""
        return self.expected_draws_of_all(n, arguments)


Shuffle: TypeAlias = PartialShuffle | WholeShuffle[...]
"""A shuffle of either type; both have `draw`, `draw_vectorized` and `mean_draws`."""
