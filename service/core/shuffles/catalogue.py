"""The table of shuffles.

To add a shuffle, write its rule in rules.py and give it one entry in `SHUFFLES`. Requests, validation, OpenAPI, the
listing and the tests follow from the entry.
"""

from collections.abc import Mapping

from service.core.errors import entry
from service.core.shuffles import large, rules, vectorized
from service.core.shuffles.algorithms import Parameter, Shuffle, Uniformity, coupons


def _passes(default: int) -> Parameter:
    return Parameter("passes", "how many times it is done", default, least=1, most=1_000)


SHUFFLES: Mapping[str, Shuffle] = {
    shuffle.name: shuffle
    for shuffle in (
        Shuffle(
            rules.fisher_yates,
            Uniformity.EXACT,
            credit="R. A. Fisher and F. Yates; as an array of swaps: Wilf Hey with Welopez",
            year=1938,
            formula="n - 1",
            expected_draws=lambda n, count: max(min(count, n - 1), 0),
            sparse=rules.sparse_fisher_yates,
            together=vectorized.fisher_yates,
            large=large.fisher_yates,
        ),
        Shuffle(
            rules.durstenfeld,
            Uniformity.EXACT,
            credit="Richard Durstenfeld",
            year=1964,
            formula="n - 1",
            expected_draws=lambda n: max(n - 1, 0),
            together=vectorized.durstenfeld,
        ),
        Shuffle(
            rules.inside_out,
            Uniformity.EXACT,
            credit="folklore; in Donald E. Knuth, The Art of Computer Programming 2, 3rd ed., 3.4.2",
            year=1997,
            formula="n - 1",
            expected_draws=lambda n: max(n - 1, 0),
            together=vectorized.inside_out,
        ),
        Shuffle(
            rules.sort_keys,
            Uniformity.NEAR,
            credit="Mullin, Visual Basic Video Poker",
            year=1993,
            formula="n",
            expected_draws=lambda n, key_bits: n,  # noqa: ARG005
            together=vectorized.sort_keys,
            parameters=(Parameter("key_bits", "bits of a random key", 64, least=1, most=64),),
        ),
        Shuffle(
            rules.rejection,
            Uniformity.EXACT,
            credit="Mullin 1993; Mabbutt, Create random arrays of unique integers, method A (2011)",
            year=1993,
            formula="n * H(n), H(n) = 1 + 1/2 + ... + 1/n",
            expected_draws=coupons,
            sparse=rules.rejection,
            together=vectorized.rejection,
        ),
        Shuffle(
            rules.random_slot,
            Uniformity.EXACT,
            credit="West, How to shuffle a virtual deck",
            year=1998,
            formula="n * H(n), H(n) = 1 + 1/2 + ... + 1/n",
            expected_draws=lambda n: coupons(n, n),
            together=vectorized.random_slot,
        ),
        Shuffle(
            rules.naive_swap,
            Uniformity.BIASED,
            credit="Mabbutt, method B (2011); Everything2, a shuffling algorithm in C",
            year=2011,
            formula="n",
            expected_draws=lambda n: n if n > 1 else 0,
            together=vectorized.naive_swap,
        ),
        Shuffle(
            rules.sattolo,
            Uniformity.BIASED,
            credit="Sandra Sattolo",
            year=1986,
            formula="n - 2",
            expected_draws=lambda n: max(n - 2, 0),
            together=vectorized.sattolo,
        ),
        Shuffle(
            rules.riffle,
            Uniformity.BIASED,
            credit="E. N. Gilbert and Claude Shannon (1955); J. Reeds (1981)",
            year=1955,
            formula="passes * n",
            expected_draws=lambda n, passes: passes * n,
            together=vectorized.riffle,
            parameters=(_passes(7),),
        ),
        Shuffle(
            rules.overhand,
            Uniformity.BIASED,
            credit="Robin Pemantle, Randomization time for the overhand shuffle",
            year=1989,
            formula="passes * (n - 1)",
            expected_draws=lambda n, passes: passes * max(n - 1, 0),
            together=vectorized.overhand,
            parameters=(_passes(100),),
        ),
        Shuffle(
            rules.faro,
            Uniformity.DETERMINISTIC,
            credit="card players' and magicians'; out and in shuffles named by Alex Elmsley",
            year=1957,
            formula="0",
            expected_draws=lambda n, passes, variant: 0,  # noqa: ARG005
            objects=lambda n: f"A faro shuffle needs an even number of items; there are {n:,}." if n % 2 else None,
            together=vectorized.faro,
            parameters=(
                _passes(1),
                Parameter("variant", "whether the top item stays on top", "out", choices=("out", "in")),
            ),
        ),
    )
}
"""Every shuffle by name; the first is the default."""


def shuffle_named(name: str) -> Shuffle:
    """The shuffle of that name. Raises `UnknownName`, which lists the known ones."""
    return entry("algorithm", SHUFFLES, name)
