"""The table of shuffles: the functions, parameters, uniformity and steps of each (shuffle.py explains them).

To add a shuffle, write its algorithm in algorithms.py and give it one entry in `_ENTRIES` (docs/recipes/shuffles.md).
Requests, validation, OpenAPI, the listing, the self-test and the tests follow from the entry.
"""

from collections.abc import Mapping

from . import algorithms, large, vectorized
from .binary_insertion import binary_insertion_draws
from .coupon_collector import coupon_collector_draws
from .shuffle import (
    BiasedValues,
    Parameter,
    PartialShuffle,
    Shuffle,
    Sizes,
    Uniformity,
    WholeShuffle,
)


def _passes(default: int) -> Parameter:
    """Return the parameter of a shuffle by passes."""
    return Parameter("passes", "the number of passes", default, min=1, max=1_000)


_KEY_BITS = Parameter(
    "key_bits",
    "bits of a random key",
    64,
    min=1,
    max=64,
    biased=BiasedValues(
        "Short keys are often equal, which favours some orders.", range(64)
    ),
)


# `slowness` was measured with 1,000 to 200,000 items, `slowness_together` with many results of 2 to 512 items; both are
# rounded. rejection and random_slot look each draw up among the earlier draws; a pass of riffle or overhand moves every
# item; random_comparator draws coin by coin.
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
        expected_draws_of_all=lambda n, _: max(n - 1, 0),
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
        expected_draws_of_all=lambda n, _: max(n - 1, 0),
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
        expected_draws_of_all=lambda n, _: n,
        parameters=(_KEY_BITS,),
        slowness_together=3,
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
        slowness_together=4,
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
        expected_draws_of_all=lambda n, _: coupon_collector_draws(n, n),
        slowness=3,
        slowness_together=4,
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
        expected_draws_of_all=lambda n, _: n if n > 1 else 0,
    ),
    WholeShuffle(
        name="random_comparator",
        summary=(
            "Sort by tossing a coin for each comparison, which is what sort(() => Math.random() - 0.5) does in Chrome "
            "and Node: popular and biased."
        ),
        draw_all=algorithms.random_comparator,
        uniformity=Uniformity.BIASED,
        aliases=(
            "random comparator sort",
            "sort by Math.random",
            "Math.random() - 0.5",
            "0.5 - Math.random()",
        ),
        credit="folklore of JavaScript; V8, array-sort.tq, after Tim Peters",
        year=2018,
        formula="about n * log2(n)",
        expected_draws_of_all=lambda n, _: binary_insertion_draws(n),
        sizes=Sizes(
            "random_comparator takes up to 63 items, which V8 sorts by insertion; more it would merge, run by run",
            most=63,
        ),
        slowness=5,
        slowness_together=60,
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
        expected_draws_of_all=lambda n, _: max(n - 2, 0),
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
        expected_draws_of_all=lambda n, arguments: arguments["passes"] * n,
        parameters=(_passes(7),),
        slowness_together=2,
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
        expected_draws_of_all=lambda n, arguments: arguments["passes"] * max(n - 1, 0),
        parameters=(_passes(100),),
        slowness_together=2,
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
        expected_draws_of_all=lambda *_: 0,
        sizes=Sizes("A faro shuffle needs an even number of items", step=2),
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

DEFAULT_SHUFFLE = next(iter(SHUFFLES))
"""The name of the shuffle for a request that names none."""
