"""The shuffles, each written so that its textbook can be held beside it, and the table of them.

A rule takes the number of items n and a `Source`, and returns the order: a list in which entry k says which of the
items 0…n-1 is now at place k. It draws from the source alone, in the order that docs/stream.md fixes for ever.

To add a shuffle, write its rule and give it one entry in `SHUFFLES`. Requests, validation, OpenAPI, the listing and
the tests follow from the entry.
"""

from collections.abc import Mapping

from service.core import large, together
from service.core.algorithms import Parameter, Shuffle, Uniformity, coupons
from service.core.errors import entry
from service.core.sources import Source


def fisher_yates(n: int, source: Source, count: int) -> list[int]:
    """Swap each place with a random one not before it."""
    order = list(range(n))
    for place, other in enumerate(source.not_before(n, min(count, n - 1))):
        order[place], order[other] = order[other], order[place]
    return order[:count]


def sparse_fisher_yates(n: int, source: Source, count: int) -> list[int]:
    """The same swaps, remembering only the places that were touched."""
    moved: dict[int, int] = {}
    order = []
    for place, other in enumerate(source.not_before(n, count)):
        order.append(moved.get(other, other))
        moved[other] = moved.get(place, place)
    return order


def durstenfeld(n: int, source: Source) -> list[int]:
    """Swap each place, from the last to the second, with a random one not after it."""
    order = list(range(n))
    for i, j in zip(range(n - 1, 0, -1), source.below_each(range(n, 1, -1)), strict=True):
        order[i], order[j] = order[j], order[i]
    return order


def inside_out(n: int, source: Source) -> list[int]:
    """Put each item in turn into a random place up to its own, and what was there into its own."""
    order = list(range(n))
    for i, j in enumerate(source.below_each(range(1, n + 1))):
        order[i] = order[j]
        order[j] = i
    return order


def sort_keys(n: int, source: Source, key_bits: int) -> list[int]:
    """Give each item a random key and sort by it; items with equal keys stay in order."""
    keys = source.below_many(2**key_bits, n)
    return sorted(range(n), key=keys.__getitem__)


def rejection(n: int, source: Source, count: int) -> list[int]:
    """Draw items one by one, drawing again while the item is already there."""
    found: dict[int, None] = {}
    # At least so many more draws are needed, so none of these is one too many. They take memory, too.
    while missing := count - len(found):
        found.update(dict.fromkeys(source.below_many(n, min(missing, 2**16))))
    return list(found)


def random_slot(n: int, source: Source) -> list[int]:
    """For each item in turn draw slots until an empty one is found: the inverse of `rejection`."""
    order = [0] * n
    for item, slot in enumerate(rejection(n, source, n)):
        order[slot] = item
    return order


def naive_swap(n: int, source: Source) -> list[int]:
    """Swap each place with a random one of all: fast, popular and biased."""
    order = list(range(n))
    for i, j in enumerate(source.below_many(n, n)):
        order[i], order[j] = order[j], order[i]
    return order


def sattolo(n: int, source: Source) -> list[int]:
    """Swap each place with a random one after it: one single cycle, so that no item stays where it was."""
    order = list(range(n))
    for i, j in enumerate(source.below_each(range(n - 1, 0, -1)), start=1):
        order[i - 1], order[i + j] = order[i + j], order[i - 1]
    return order


def riffle(n: int, source: Source, passes: int) -> list[int]:
    """Cut in two and let the packets fall together, all ways equally likely; once per pass."""
    order = list(range(n))
    for _ in range(passes):
        sides = source.below_many(2, n)
        cut = n - sum(sides)
        packets = iter(order[:cut]), iter(order[cut:])
        order = [next(packets[side]) for side in sides]
    return order


def overhand(n: int, source: Source, passes: int) -> list[int]:
    """Cut between neighbours with probability 1/5 and reverse the packets, not the cards in them; once per pass."""
    order = list(range(n))
    for _ in range(passes):
        cuts = [k for k, draw in enumerate(source.below_many(5, n - 1), start=1) if draw == 0]
        packets = [order[start:end] for start, end in zip([0, *cuts], [*cuts, n], strict=True)]
        order = [item for packet in reversed(packets) for item in packet]
    return order


def faro(n: int, source: Source, passes: int, variant: str) -> list[int]:  # noqa: ARG001 (it draws nothing)
    """Interleave two halves perfectly, so that the top item stays on top (out) or comes second (in); once per pass."""
    order = list(range(n))
    top = 0 if variant == "out" else 1
    for _ in range(passes):
        order[top::2], order[1 - top :: 2] = order[: n // 2], order[n // 2 :]
    return order


def _passes(default: int) -> Parameter:
    return Parameter("passes", "how many times it is done", default, least=1, most=1_000)


SHUFFLES: Mapping[str, Shuffle] = {
    shuffle.name: shuffle
    for shuffle in (
        Shuffle(
            fisher_yates,
            Uniformity.EXACT,
            credit="R. A. Fisher and F. Yates; as an array of swaps: Wilf Hey with Welopez",
            year=1938,
            formula="n - 1",
            expected_draws=lambda n, count: max(min(count, n - 1), 0),
            sparse=sparse_fisher_yates,
            together=together.fisher_yates,
            large=large.fisher_yates,
        ),
        Shuffle(
            durstenfeld,
            Uniformity.EXACT,
            credit="Richard Durstenfeld",
            year=1964,
            formula="n - 1",
            expected_draws=lambda n: max(n - 1, 0),
            together=together.durstenfeld,
        ),
        Shuffle(
            inside_out,
            Uniformity.EXACT,
            credit="folklore; in Donald E. Knuth, The Art of Computer Programming 2, 3rd ed., 3.4.2",
            year=1997,
            formula="n - 1",
            expected_draws=lambda n: max(n - 1, 0),
            together=together.inside_out,
        ),
        Shuffle(
            sort_keys,
            Uniformity.NEAR,
            credit="Mullin, Visual Basic Video Poker",
            year=1993,
            formula="n",
            expected_draws=lambda n, key_bits: n,  # noqa: ARG005
            together=together.sort_keys,
            parameters=(Parameter("key_bits", "bits of a random key", 64, least=1, most=64),),
        ),
        Shuffle(
            rejection,
            Uniformity.EXACT,
            credit="Mullin 1993; Mabbutt, Create random arrays of unique integers, method A (2011)",
            year=1993,
            formula="n * H(n), H(n) = 1 + 1/2 + ... + 1/n",
            expected_draws=coupons,
            sparse=rejection,
            together=together.rejection,
        ),
        Shuffle(
            random_slot,
            Uniformity.EXACT,
            credit="West, How to shuffle a virtual deck",
            year=1998,
            formula="n * H(n), H(n) = 1 + 1/2 + ... + 1/n",
            expected_draws=lambda n: coupons(n, n),
            together=together.random_slot,
        ),
        Shuffle(
            naive_swap,
            Uniformity.BIASED,
            credit="Mabbutt, method B (2011); Everything2, a shuffling algorithm in C",
            year=2011,
            formula="n",
            expected_draws=lambda n: n if n > 1 else 0,
            together=together.naive_swap,
        ),
        Shuffle(
            sattolo,
            Uniformity.BIASED,
            credit="Sandra Sattolo",
            year=1986,
            formula="n - 2",
            expected_draws=lambda n: max(n - 2, 0),
            together=together.sattolo,
        ),
        Shuffle(
            riffle,
            Uniformity.BIASED,
            credit="E. N. Gilbert and Claude Shannon (1955); J. Reeds (1981)",
            year=1955,
            formula="passes * n",
            expected_draws=lambda n, passes: passes * n,
            together=together.riffle,
            parameters=(_passes(7),),
        ),
        Shuffle(
            overhand,
            Uniformity.BIASED,
            credit="Robin Pemantle, Randomization time for the overhand shuffle",
            year=1989,
            formula="passes * (n - 1)",
            expected_draws=lambda n, passes: passes * max(n - 1, 0),
            together=together.overhand,
            parameters=(_passes(100),),
        ),
        Shuffle(
            faro,
            Uniformity.DETERMINISTIC,
            credit="card players' and magicians'; out and in shuffles named by Alex Elmsley",
            year=1957,
            formula="0",
            expected_draws=lambda n, passes, variant: 0,  # noqa: ARG005
            objects=lambda n: f"A faro shuffle needs an even number of items; there are {n:,}." if n % 2 else None,
            together=together.faro,
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
