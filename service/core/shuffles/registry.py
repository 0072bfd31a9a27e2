"""The table of shuffles: the functions that draw, parameters, uniformity and steps of each.

To add a shuffle, write its algorithm in algorithms.py and give it one entry in `_ENTRIES` (docs/contribute.md).
Requests, validation, OpenAPI, the listing, the self-test and the tests follow from the entry.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import log, log1p
from typing import Any, ClassVar, Concatenate, Generic, NamedTuple, ParamSpec, TypeAlias

from numpy.typing import NDArray

from ..draw_requests import Chooses
from ..errors import get_entry
from ..rng.sources import Source, WordSource
from ..suggestions import NameIndex
from . import algorithms, large, vectorized
from .vectorized import VectorSource

Arguments = Mapping[str, Any]
P = ParamSpec("P")

BLOCK_ITEMS = 2**17
"""The items of results that a vectorized shuffle draws together fastest, if it has an array of the items."""


class Uniformity(StrEnum):
    """Whether a shuffle gives every order the same probability: exactly, nearly, or not; or draws nothing."""

    EXACT = "exact"
    NEAR = "near"
    BIASED = "biased"
    DETERMINISTIC = "deterministic"


class Parameter(NamedTuple):
    """A parameter of a shuffle: an integer from `min` to `max`, or one of `choices`.

    `choice` says which of its values favour some orders, where the shuffle does not by itself.
    """

    name: str
    meaning: str
    default: int | str
    min: int = 0
    max: int = 0
    choices: tuple[str, ...] = ()
    choice: Chooses | None = None


@dataclass(frozen=True, kw_only=True)
class _Description:
    """What is said of a shuffle, and how long it takes.

    - `summary` is one sentence on how the shuffle works; `formula` writes its mean draws for people.
    - `aliases` are further names that people use for the shuffle (suggestions.py).
    - `size_error` takes n, and returns the error message if the shuffle does not take n items, or None.
    - `slowness` is the CPU time of a draw relative to fisher_yates; `trial_slowness` is the same ratio if many small
      results are drawn together. `block_items` are the items of results that are drawn together fastest.
    """

    name: str
    summary: str
    uniformity: Uniformity
    credit: str
    year: int
    formula: str
    aliases: tuple[str, ...] = ()
    size_error: Callable[[int], str | None] = lambda _: None
    slowness: int = 1
    trial_slowness: int = 1
    block_items: int = BLOCK_ITEMS


@dataclass(frozen=True, kw_only=True)
class PartialShuffle(_Description):
    """A shuffle that stops when the first `count` of n items are drawn. It has no parameters.

    Its functions take (n, source, count) and return the same items; which of them draws is free to change.

    - `draw_first` is its algorithm.
    - `draw_sparse` needs memory that grows with `count`, not with n; None: so does `draw_first`.
    - `draw_large` replaces both where `count` is at least `large.MIN_COUNT`. It returns a list or an array.
    - `vectorized` draws many results together, a column for each; None: they are drawn one by one.
    - `expected_draws` takes n and count, and returns the mean number of draws.
    """

    draw_first: Callable[[int, Source, int], list[int]]
    draw_sparse: Callable[[int, Source, int], list[int]] | None = None
    draw_large: Callable[[int, WordSource, int], Any] | None = None
    vectorized: Callable[[int, VectorSource, int], NDArray[Any]] | None = None
    expected_draws: Callable[[int, int], float]

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

    def expected_steps(self, n: int, count: int, arguments: Arguments) -> float:  # noqa: ARG002 (it has no parameters)
        """Return the mean number of draws of the first `count` of n items: by `fisher_yates` 5 for 5 of 52."""
        return self.expected_draws(n, count)


@dataclass(frozen=True, kw_only=True)
class WholeShuffle(_Description, Generic[P]):
    """A shuffle that draws the order of all n items, however many of them are asked for.

    Its functions take (n, source), and then by name its `parameters`, which P stands for; they return the same order,
    and which of them draws is free to change.

    - `draw_all` is its algorithm.
    - `draw_large` replaces it where n is at least `min_large`. It returns a list or an array.
    - `vectorized` draws many results together, a column for each; None: they are drawn one by one.
    - `expected_draws` takes n and the arguments by name, and returns the mean number of draws.
    """

    draw_all: Callable[Concatenate[int, Source, P], list[int]]
    draw_large: Callable[Concatenate[int, WordSource, P], Any] | None = None
    min_large: int = large.MIN_COUNT
    vectorized: Callable[Concatenate[int, VectorSource, P], NDArray[Any]] | None = None
    expected_draws: Callable[[int, Arguments], float]
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
        # A request is checked against `parameters`, whose names are those that the functions take.
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

    def expected_steps(self, n: int, count: int, arguments: Arguments) -> float:  # noqa: ARG002 (all n are drawn)
        """Return the mean number of draws: 364 by `riffle` with {"passes": 7} for 5 of 52 items, as for all."""
        return self.expected_draws(n, arguments)


Shuffle: TypeAlias = PartialShuffle | WholeShuffle[...]
"""A shuffle of either type; both are drawn from by `draw`, `draw_vectorized` and `expected_steps`."""


def coupon_collector_draws(n: int, count: int) -> float:
    """Return the mean number of draws below n until `count` values differ: n (H(n) - H(n - count)) (de Moivre 1711).

    With k values still to come, the next of them takes n/k draws: all 6 faces of a die take 14.7. Below 10,000 this is
    the sum itself. Then up to n // 2 values it is an integral, which is too large by half a draw at most; the more
    values, the larger its error, (n / (n - count) - 1) / 2. Above n // 2 it is a difference of harmonic numbers, too
    large by less than 1 in 1,000: by n / 164 draws where one value is left out, by fewer the more are left out.
    """
    if n < 2:
        return 0
    if n < 10_000:
        return n * sum(1 / k for k in range(n - count + 1, n + 1))
    if count <= n // 2:
        return -n * log1p(-count / n)
    return n * (_harmonic(n) - _harmonic(n - count))


def _harmonic(n: int) -> float:
    """Return 1 + 1/2 + … + 1/n by Euler's expansion, too small by less than 1 / (120 n^4); 0 for n = 0."""
    if n == 0:
        return 0
    return log(n) + 0.5772156649015329 + 1 / (2 * n) - 1 / (12 * n * n)


def _passes(default: int) -> Parameter:
    """Return the parameter of a shuffle by passes."""
    return Parameter("passes", "the number of passes", default, min=1, max=1_000)


_KEY_BITS = Parameter(
    "key_bits",
    "bits of a random key",
    64,
    min=1,
    max=64,
    choice=Chooses("Short keys are often equal, which favours some orders.", range(64)),
)


# `slowness` was measured with 1,000 to 200,000 items, `trial_slowness` with trials of 2 to 512 items; both are rounded.
# rejection and random_slot look each draw up among the earlier draws; a pass of riffle or overhand moves every item.
_ENTRIES: tuple[Shuffle, ...] = (
    # Every order is as likely as any other, or nearly:
    PartialShuffle(
        name="fisher_yates",
        summary="Swap each place with a random one not before it.",
        draw_first=algorithms.fisher_yates,
        draw_sparse=algorithms.sparse_fisher_yates,
        draw_large=large.fisher_yates,
        vectorized=vectorized.fisher_yates,
        uniformity=Uniformity.EXACT,
        aliases=(
            "Knuth",
            "Knuth shuffle",
            "Fisher-Yates-Knuth",
            "uniform",
            "random",
            "default",
        ),
        credit="R. A. Fisher and F. Yates; as an array of swaps: Wilf Hey with Welopez",
        year=1938,
        formula="n - 1",
        expected_draws=lambda n, count: max(min(count, n - 1), 0),
    ),
    WholeShuffle(
        name="durstenfeld",
        summary="Swap each place, from the last to the second, with a random one not after it.",
        draw_all=algorithms.durstenfeld,
        vectorized=vectorized.durstenfeld,
        uniformity=Uniformity.EXACT,
        aliases=("Knuth", "Knuth shuffle", "Algorithm P", "modern Fisher-Yates"),
        credit="Richard Durstenfeld",
        year=1964,
        formula="n - 1",
        expected_draws=lambda n, _: max(n - 1, 0),
    ),
    WholeShuffle(
        name="inside_out",
        summary="Put each item in turn into a random place up to its own, and what was there into its own.",
        draw_all=algorithms.inside_out,
        vectorized=vectorized.inside_out,
        uniformity=Uniformity.EXACT,
        aliases=("inside-out Fisher-Yates",),
        credit="folklore; in Donald E. Knuth, The Art of Computer Programming 2, 3rd ed., 3.4.2",
        year=1997,
        formula="n - 1",
        expected_draws=lambda n, _: max(n - 1, 0),
    ),
    WholeShuffle(
        name="sort_keys",
        summary="Give each item a random key and sort by it; items with equal keys stay in order.",
        draw_all=algorithms.sort_keys,
        draw_large=large.sort_keys,
        vectorized=vectorized.sort_keys,
        uniformity=Uniformity.NEAR,
        aliases=("random sort", "sort by random", "order by random", "random keys"),
        credit="Mullin, Visual Basic Video Poker",
        year=1993,
        formula="n",
        expected_draws=lambda n, _: n,
        parameters=(_KEY_BITS,),
        trial_slowness=3,
    ),
    PartialShuffle(
        name="rejection",
        summary="Draw items one by one, drawing again while the item is already there.",
        draw_first=algorithms.rejection,
        draw_large=large.rejection,
        vectorized=vectorized.rejection,
        uniformity=Uniformity.EXACT,
        aliases=("retry",),
        credit="Mullin 1993; Mabbutt, Create random arrays of unique integers, method A (2011)",
        year=1993,
        formula="n * H(n), H(n) = 1 + 1/2 + ... + 1/n",
        expected_draws=coupon_collector_draws,
        slowness=3,
        trial_slowness=4,
        block_items=2**12,
    ),
    WholeShuffle(
        name="random_slot",
        summary="For each item in turn draw slots until an empty one is found: the inverse of `rejection`.",
        draw_all=algorithms.random_slot,
        vectorized=vectorized.random_slot,
        uniformity=Uniformity.EXACT,
        credit="West, How to shuffle a virtual deck",
        year=1998,
        formula="n * H(n), H(n) = 1 + 1/2 + ... + 1/n",
        expected_draws=lambda n, _: coupon_collector_draws(n, n),
        slowness=3,
        trial_slowness=4,
        block_items=2**12,
    ),
    # Swaps that favour some orders:
    WholeShuffle(
        name="naive_swap",
        summary="Swap each place with a random one of all: fast, popular and biased.",
        draw_all=algorithms.naive_swap,
        vectorized=vectorized.naive_swap,
        uniformity=Uniformity.BIASED,
        aliases=("naive", "naive shuffle", "naive Fisher-Yates"),
        credit="Mabbutt, method B (2011); Everything2, a shuffling algorithm in C",
        year=2011,
        formula="n",
        expected_draws=lambda n, _: n if n > 1 else 0,
    ),
    WholeShuffle(
        name="sattolo",
        summary="Swap each place with a random one after it: one single cycle, so that no item stays where it was.",
        draw_all=algorithms.sattolo,
        vectorized=vectorized.sattolo,
        uniformity=Uniformity.BIASED,
        aliases=("Sattolo's algorithm", "cyclic", "single cycle"),
        credit="Sandra Sattolo",
        year=1986,
        formula="n - 2",
        expected_draws=lambda n, _: max(n - 2, 0),
    ),
    # As hands shuffle cards:
    WholeShuffle(
        name="riffle",
        summary="Cut in two and let the packets fall together, all ways equally likely; once per pass.",
        draw_all=algorithms.riffle,
        vectorized=vectorized.riffle,
        uniformity=Uniformity.BIASED,
        aliases=("Gilbert-Shannon-Reeds", "GSR", "dovetail"),
        credit="E. N. Gilbert and Claude Shannon (1955); J. Reeds (1981)",
        year=1955,
        formula="passes * n",
        expected_draws=lambda n, arguments: arguments["passes"] * n,
        parameters=(_passes(7),),
        trial_slowness=2,
    ),
    WholeShuffle(
        name="overhand",
        summary=(
            "Cut between neighbours with probability 1/5 and reverse the packets, not the cards in them; "
            "once per pass."
        ),
        draw_all=algorithms.overhand,
        draw_large=large.overhand,
        min_large=1_000,
        vectorized=vectorized.overhand,
        uniformity=Uniformity.BIASED,
        aliases=("Hindu",),
        credit="Robin Pemantle, Randomization time for the overhand shuffle",
        year=1989,
        formula="passes * (n - 1)",
        expected_draws=lambda n, arguments: arguments["passes"] * max(n - 1, 0),
        parameters=(_passes(100),),
        trial_slowness=2,
    ),
    WholeShuffle(
        name="faro",
        summary=(
            "Interleave two halves perfectly, so that the top item stays on top (out) or comes second (in); "
            "once per pass."
        ),
        draw_all=algorithms.faro,
        vectorized=vectorized.faro,
        uniformity=Uniformity.DETERMINISTIC,
        aliases=(
            "perfect shuffle",
            "perfect riffle",
            "weave",
            "out-shuffle",
            "in-shuffle",
        ),
        credit="card players' and magicians'; out and in shuffles named by Alex Elmsley",
        year=1957,
        formula="0",
        expected_draws=lambda *_: 0,
        size_error=lambda n: (
            f"A faro shuffle needs an even number of items; there are {n:,}."
            if n % 2
            else None
        ),
        parameters=(
            _passes(1),
            Parameter(
                "variant",
                "whether the top item stays on top",
                "out",
                choices=("out", "in"),
            ),
        ),
    ),
)
"""Every shuffle; the first is the default."""

SHUFFLES: Mapping[str, Shuffle] = {entry.name: entry for entry in _ENTRIES}
"""Every shuffle by name."""

SHUFFLE_NAMES = NameIndex(SHUFFLES)


def shuffle_named(name: str) -> Shuffle:
    """Return the entry `name` of `SHUFFLES`. Raises `UnknownName`, which lists the known names."""
    return get_entry("algorithm", SHUFFLES, name)
