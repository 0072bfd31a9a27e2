"""The table of shuffles: the algorithm, which is a function, parameters, uniformity and steps of each.

To add a shuffle, write its algorithm in algorithms.py and give it one entry in `SHUFFLES` (docs/contribute.md).
Requests, validation, OpenAPI, the listing, the self-test and the tests follow from the entry.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import log, log1p
from typing import Any, NamedTuple

from numpy.typing import NDArray

from ..draw_requests import Chooses
from ..errors import get_entry
from ..rng.sources import Source, WordSource
from ..suggestions import NameIndex
from . import algorithms, large, vectorized

Arguments = Mapping[str, Any]
Sparse = Callable[[int, Source, int], list[int]]


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


@dataclass(frozen=True)
class Shuffle:
    """A shuffle: its algorithm, functions that return the same result faster, and its description.

    `algorithm` takes n, a source and the parameters. If the shuffle has a `sparse` function, `algorithm` takes n, a
    source and a count.

    - `sparse` returns the first `count` items in memory that grows with `count`, not with n.
    - `large_algorithm` replaces `algorithm` from `min_large` items on; with `sparse` the drawn items count, else all n.
      It takes a `WordSource`, and returns a list or an array.
    - `size_error` takes n, and returns the error message if the shuffle does not take n items, or None.
    - `expected_draws` takes n and the algorithm's arguments after the source; `formula` writes the result for people.
    - `slowness` is the CPU time of a draw relative to fisher_yates; `trial_slowness` is the same ratio if many small
      results are drawn together. `block_items` are the items of results that are drawn together fastest.
    - `aliases` are further names that people use for the shuffle (suggestions.py).
    """

    algorithm: Callable[..., list[int]]
    uniformity: Uniformity
    credit: str
    year: int
    formula: str
    expected_draws: Callable[..., float]
    parameters: tuple[Parameter, ...] = ()
    sparse: Sparse | None = None
    size_error: Callable[[int], str | None] = lambda _: None
    large_algorithm: Callable[..., Any] | None = None
    min_large: int = large.MIN_COUNT
    slowness: int = 1
    trial_slowness: int = 1
    block_items: int = BLOCK_ITEMS
    aliases: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.algorithm.__name__

    @property
    def summary(self) -> str:
        """Return one sentence on how the shuffle works."""
        return self.algorithm.__doc__ or ""

    @cached_property
    def vectorized(self) -> Callable[..., NDArray[Any]] | None:
        """The function of vectorized.py with the name of the algorithm; None: results are drawn one by one."""
        return getattr(vectorized, self.name, None)

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
        fits_in_memory: bool = True,
    ) -> Sequence[int]:
        """Shuffle the items 0…n-1 with random integers from a source, and return the first `count`.

        `fits_in_memory` says whether all n items may be held at once. A `large_algorithm` requires a `WordSource`.
        Which of the functions draws is free to change: they return the same items. A shuffle with `sparse` has no
        arguments, and each of its functions takes (n, source, count); of another each takes (n, source, **arguments)
        and returns all n items, of which the first `count` are returned.
        """
        items_drawn = count if self.sparse else n
        is_large = items_drawn >= self.min_large and isinstance(source, WordSource)
        algorithm: Callable[..., Sequence[int]] = self.algorithm
        if self.large_algorithm and is_large:
            algorithm = self.large_algorithm
        elif self.sparse and not (fits_in_memory and count >= n // 2):
            algorithm = self.sparse
        if self.sparse:
            return algorithm(n, source, count)
        return algorithm(n, source, **arguments)[:count]

    def expected_steps(self, n: int, count: int, arguments: Arguments) -> float:
        """Return the mean number of draws that the first `count` of n items take.

        A shuffle with `sparse` stops after these; any other draws for all n items. Of 52 items `fisher_yates` takes 5
        draws for the first 5, and 51 for all; `riffle` with {"passes": 7} takes 364 for the first 5 too.
        """
        if self.sparse:
            return self.expected_draws(n, count)
        return self.expected_draws(n, **arguments)


def coupon_collector_draws(n: int, count: int) -> float:
    """Return the mean number of draws below n until `count` values differ: n (H(n) - H(n - count)) (de Moivre 1711).

    With k values still to come, the next of them takes n/k draws: all 6 faces of a die take 14.7. For large n the sum
    is an integral, or a difference of harmonic numbers where the integral would be inexact.
    """
    if n < 2:
        return 0
    if n < 10_000:
        return n * sum(1 / k for k in range(n - count + 1, n + 1))
    if count <= n // 2:
        return -n * log1p(-count / n)
    return n * (_harmonic(n) - _harmonic(n - count))


def _harmonic(n: int) -> float:
    """Return 1 + 1/2 + … + 1/n by Euler's expansion, good to 1/n^4; 0 for n = 0."""
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
SHUFFLES: Mapping[str, Shuffle] = {
    "fisher_yates": Shuffle(
        algorithms.fisher_yates,
        Uniformity.EXACT,
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
        sparse=algorithms.sparse_fisher_yates,
        large_algorithm=large.fisher_yates,
    ),
    "durstenfeld": Shuffle(
        algorithms.durstenfeld,
        Uniformity.EXACT,
        aliases=("Knuth", "Knuth shuffle", "Algorithm P", "modern Fisher-Yates"),
        credit="Richard Durstenfeld",
        year=1964,
        formula="n - 1",
        expected_draws=lambda n: max(n - 1, 0),
    ),
    "inside_out": Shuffle(
        algorithms.inside_out,
        Uniformity.EXACT,
        aliases=("inside-out Fisher-Yates",),
        credit="folklore; in Donald E. Knuth, The Art of Computer Programming 2, 3rd ed., 3.4.2",
        year=1997,
        formula="n - 1",
        expected_draws=lambda n: max(n - 1, 0),
    ),
    "sort_keys": Shuffle(
        algorithms.sort_keys,
        Uniformity.NEAR,
        aliases=("random sort", "sort by random", "order by random", "random keys"),
        credit="Mullin, Visual Basic Video Poker",
        year=1993,
        formula="n",
        expected_draws=lambda n, key_bits: n,  # noqa: ARG005
        large_algorithm=large.sort_keys,
        parameters=(_KEY_BITS,),
        trial_slowness=3,
    ),
    "rejection": Shuffle(
        algorithms.rejection,
        Uniformity.EXACT,
        aliases=("retry",),
        credit="Mullin 1993; Mabbutt, Create random arrays of unique integers, method A (2011)",
        year=1993,
        formula="n * H(n), H(n) = 1 + 1/2 + ... + 1/n",
        expected_draws=coupon_collector_draws,
        sparse=algorithms.rejection,
        large_algorithm=large.rejection,
        slowness=3,
        trial_slowness=4,
        block_items=2**12,
    ),
    "random_slot": Shuffle(
        algorithms.random_slot,
        Uniformity.EXACT,
        credit="West, How to shuffle a virtual deck",
        year=1998,
        formula="n * H(n), H(n) = 1 + 1/2 + ... + 1/n",
        expected_draws=lambda n: coupon_collector_draws(n, n),
        slowness=3,
        trial_slowness=4,
        block_items=2**12,
    ),
    "naive_swap": Shuffle(
        algorithms.naive_swap,
        Uniformity.BIASED,
        aliases=("naive", "naive shuffle", "naive Fisher-Yates"),
        credit="Mabbutt, method B (2011); Everything2, a shuffling algorithm in C",
        year=2011,
        formula="n",
        expected_draws=lambda n: n if n > 1 else 0,
    ),
    "sattolo": Shuffle(
        algorithms.sattolo,
        Uniformity.BIASED,
        aliases=("Sattolo's algorithm", "cyclic", "single cycle"),
        credit="Sandra Sattolo",
        year=1986,
        formula="n - 2",
        expected_draws=lambda n: max(n - 2, 0),
    ),
    "riffle": Shuffle(
        algorithms.riffle,
        Uniformity.BIASED,
        aliases=("Gilbert-Shannon-Reeds", "GSR", "dovetail"),
        credit="E. N. Gilbert and Claude Shannon (1955); J. Reeds (1981)",
        year=1955,
        formula="passes * n",
        expected_draws=lambda n, passes: passes * n,
        parameters=(_passes(7),),
        trial_slowness=2,
    ),
    "overhand": Shuffle(
        algorithms.overhand,
        Uniformity.BIASED,
        aliases=("Hindu",),
        credit="Robin Pemantle, Randomization time for the overhand shuffle",
        year=1989,
        formula="passes * (n - 1)",
        expected_draws=lambda n, passes: passes * max(n - 1, 0),
        large_algorithm=large.overhand,
        min_large=1_000,
        parameters=(_passes(100),),
        trial_slowness=2,
    ),
    "faro": Shuffle(
        algorithms.faro,
        Uniformity.DETERMINISTIC,
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
        expected_draws=lambda n, passes, variant: 0,  # noqa: ARG005
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
}
"""Every shuffle by name; the first is the default."""

SHUFFLE_NAMES = NameIndex(SHUFFLES)


def shuffle_named(name: str) -> Shuffle:
    """Return the entry `name` of `SHUFFLES`. Raises `UnknownName`, which lists the known names."""
    return get_entry("algorithm", SHUFFLES, name)
