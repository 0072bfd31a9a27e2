"""Riffle shuffles in exact arithmetic, for any number of passes, and sorting by random keys, which inverts a riffle.

The theory is in D. Bayer and P. Diaconis, Trailing the dovetail shuffle to its lair (1992).

m riffles in two packets equal one riffle in a = 2^m packets. The probability of an order with r rising sequences is
then C(a + n - r, n) / a^n, and the number of orders with r rising sequences is an Eulerian number. A rising sequence is
a maximal run of consecutive items that are in their original order, at any positions.

`sort_keys` keeps items with equal keys in order. So it is the inverse of a riffle in 2^key_bits packets, and its
distance from uniform is the same. Without a tie every order is equally likely, and the reversed order needs n different
keys: the probability of a tie is therefore the separation distance, and an upper bound of the total variation distance.
"""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, expm1, factorial, fsum, lgamma, log, log1p, perm
from typing import Annotated, NamedTuple

import numpy as np

from ..core.errors import Refused
from ..core.ratios import Ratio, to_ratio
from ..core.validation import check_range

MAX_N = 500
MAX_PASSES = 64
MAX_TABLE_SIZE = 10_000  # the maximum of items × passes in one table
MIN_BELOW = 1e-12  # the smallest distance that `riffles_needed` accepts
MAX_KEYS = 1_000_000  # the maximum number of items that are sorted by keys
MAX_KEY_BITS = 64


class RifflePasses(NamedTuple):
    """The effect of a number of riffles on n items."""

    passes: Annotated[int, "Number of riffles"]
    distance: Annotated[Ratio, "Total variation distance from uniform"]
    separation: Annotated[Ratio, "Separation distance from uniform"]
    unchanged: Annotated[
        Ratio, "Probability of the unchanged order, the most likely one"
    ]
    unchanged_log10: Annotated[float, "log10 of unchanged"]
    times_uniform_log10: Annotated[
        float, "log10 of the ratio of unchanged to the uniform probability, 1/n!"
    ]


class RiffleTable(NamedTuple):
    """The effect of 1, 2, 3 … riffles on n items, by the formula of Bayer and Diaconis (1992)."""

    n: int
    rows: Annotated[
        tuple[RifflePasses, ...], "A row for each number of riffles from 1 to passes"
    ]


class RifflesNeeded(NamedTuple):
    """The number of riffles of n items after which the distance from uniform is below a bound."""

    n: int
    below: Annotated[float, "The bound in the request"]
    passes: Annotated[int, "The smallest number of riffles whose distance is below it"]
    distance: Annotated[Ratio, "Total variation distance after these riffles"]


class OrderAfterRiffles(NamedTuple):
    """The probability of one order of n items after a number of riffles."""

    n: int
    passes: Annotated[int, "Number of riffles"]
    rising_sequences: Annotated[int, "Number of rising sequences of the order"]
    probability: Annotated[Ratio, "Probability of the order"]
    times_uniform: Annotated[Ratio, "The probability divided by the uniform one, 1/n!"]


class KeyTies(NamedTuple):
    """Ties among the keys of sort_keys, its only bias."""

    n: int
    key_bits: Annotated[int, "Bits of each key"]
    tie: Annotated[
        Ratio,
        "Probability that at least two keys are equal: the separation distance, and an upper bound "
        "of the total variation distance",
    ]
    equal_pairs: Annotated[Ratio, "Mean number of pairs of equal keys"]
    distance: Annotated[
        Ratio | None,
        f"Total variation distance from uniform; null for more than {MAX_N} items, for which "
        "tie has no fraction either",
    ]


def riffle_table(n: int, passes: int) -> RiffleTable:
    """Return the effect of 1 to `passes` riffles on n items.

    Raises `Refused` unless 1 ≤ n ≤ `MAX_N`, 1 ≤ passes ≤ `MAX_PASSES` and n × passes ≤ `MAX_TABLE_SIZE`.
    """
    _check_ranges(n, passes)
    if n * passes > MAX_TABLE_SIZE:
        raise Refused(
            "passes",
            f"A table for {n} items goes up to {MAX_TABLE_SIZE // n} passes, not {passes}.",
        )
    return RiffleTable(
        n=n, rows=tuple(_row(n, count) for count in range(1, passes + 1))
    )


def riffles_needed(n: int, below: float) -> RifflesNeeded:
    """Return the smallest number of riffles that brings the distance below `below`.

    Raises `Refused` unless 1 ≤ n ≤ `MAX_N` and `MIN_BELOW` ≤ below ≤ 1.
    """
    check_range("n", n, 1, MAX_N)
    if not MIN_BELOW <= below <= 1:
        raise Refused(
            "below", f"below is {below:g}; it must be from {MIN_BELOW:g} to 1."
        )
    passes = bisect_left(
        range(MAX_PASSES),
        1,
        key=lambda count: int(riffle_distance(n, 2**count) < below),
    )
    return RifflesNeeded(
        n=n,
        below=below,
        passes=passes,
        distance=to_ratio(riffle_distance(n, 2**passes)),
    )


def order_after_riffles(order: Sequence[int], passes: int) -> OrderAfterRiffles:
    """Return the probability of an order after `passes` riffles; `order[k]` is the item at position k.

    Raises `Refused` unless `order` is a permutation of 0…n-1, 1 ≤ n ≤ `MAX_N`, and 1 ≤ passes ≤ `MAX_PASSES`.
    """
    n = len(order)
    _check_ranges(n, passes)
    if sorted(order) != list(range(n)):
        raise Refused(
            "order",
            f"An order of {n} items has each of the numbers from 0 to {n - 1} once.",
        )
    rising = count_rising_sequences(order)
    probability = riffle_probability(n, 2**passes, rising)
    return OrderAfterRiffles(
        n=n,
        passes=passes,
        rising_sequences=rising,
        probability=to_ratio(probability),
        times_uniform=to_ratio(probability * factorial(n)),
    )


def key_ties(n: int, key_bits: int) -> KeyTies:
    """Return how likely ties are among n random keys.

    Raises `Refused` unless 1 ≤ n ≤ `MAX_KEYS` and 1 ≤ key_bits ≤ `MAX_KEY_BITS`.
    """
    check_range("n", n, 1, MAX_KEYS)
    check_range("key_bits", key_bits, 1, MAX_KEY_BITS)
    keys = 2**key_bits
    is_exact = n <= MAX_N
    return KeyTies(
        n=n,
        key_bits=key_bits,
        tie=to_ratio(tie_probability(n, keys))
        if is_exact
        else Ratio(None, approximate_tie_probability(n, keys)),
        equal_pairs=to_ratio(Fraction(comb(n, 2), keys)),
        distance=to_ratio(riffle_distance(n, keys)) if is_exact else None,
    )


def tie_probability(n: int, keys: int) -> Fraction:
    """Return the probability that n random keys out of `keys` are not all different (von Mises 1939).

    It is also the separation distance after one riffle in `keys` packets: the reversed order is the least likely.
    """
    return 1 - Fraction(perm(keys, n), keys**n)


def approximate_tie_probability(n: int, keys: int) -> float:
    """Return `tie_probability` as a float: 1 - (1 - 1/keys) (1 - 2/keys) …, exact to rounding for small results too."""
    if n > keys:
        return 1.0
    return -expm1(float(np.log1p(-np.arange(1, n) / keys).sum()))


def count_rising_sequences(order: Sequence[int]) -> int:
    """Return the number of rising sequences of an order of 0…n-1, n ≥ 1.

    There is one, and one more for each item that comes after its successor: [1, 0, 2] has two: 0, and 1 2.
    """
    positions = sorted(range(len(order)), key=order.__getitem__)
    return 1 + sum(
        positions[item + 1] < positions[item] for item in range(len(order) - 1)
    )


def riffle_probability(n: int, packets: int, rising: int) -> Fraction:
    """Return the probability of each order with `rising` rising sequences after one riffle in `packets` packets."""
    return Fraction(comb(packets + n - rising, n), packets**n)


def riffle_distance(n: int, packets: int) -> Fraction:
    """Return the total variation distance from uniform of n ≥ 1 items after one riffle in `packets` ≥ 1 packets.

    It is also the distance after sorting by random keys out of `packets` keys, which is the inverse of the riffle.
    """
    # `uniform` and `probability` are multiples of 1 / (n! packets^n)
    uniform = packets**n
    probability = perm(packets + n - 1, n)
    excess = 0
    for rising, orders in enumerate(eulerian_numbers(n), start=1):
        if probability <= uniform:
            break
        excess += orders * (probability - uniform)
        probability = probability * (packets - rising) // (packets + n - rising)
    return Fraction(excess, uniform * factorial(n))


@lru_cache(maxsize=2)
def eulerian_numbers(n: int) -> tuple[int, ...]:
    """Return the number of orders of n ≥ 1 items with 1, 2, … n rising sequences (Euler 1755)."""
    row = [1]
    for size in range(2, n + 1):
        row = [
            k * a + (size - k + 1) * b
            for k, (a, b) in enumerate(zip([*row, 0], [0, *row], strict=True), start=1)
        ]
    return tuple(row)


def _row(n: int, passes: int) -> RifflePasses:
    packets = 2**passes
    times_uniform = fsum(log1p(item / packets) for item in range(n)) / log(10)
    return RifflePasses(
        passes=passes,
        distance=to_ratio(riffle_distance(n, packets)),
        separation=to_ratio(tie_probability(n, packets)),
        unchanged=to_ratio(riffle_probability(n, packets, 1)),
        unchanged_log10=times_uniform - lgamma(n + 1) / log(10),
        times_uniform_log10=times_uniform,
    )


def _check_ranges(n: int, passes: int) -> None:
    check_range("n", n, 1, MAX_N)
    check_range("passes", passes, 1, MAX_PASSES)
