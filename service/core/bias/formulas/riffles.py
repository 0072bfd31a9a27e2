"""Riffle shuffles in exact arithmetic, for any number of passes.

This is Bayer and Diaconis, Trailing the dovetail shuffle to its lair (1992).

Riffling in two packets m times is riffling once in a = 2^m. An order is then as likely as it has few rising sequences:
with r of them, C(a + n - r, n) / a^n. How many orders have r is an Eulerian number. A rising sequence is a run of
items that follow each other in number and are still in that order, from first to last, wherever they are.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, fsum, lgamma, log, log1p, perm

from service.core.bias.exact.ratios import Ratio, ratio
from service.core.errors import Refused
from service.core.validation import check_range

MAX_N = 500
MAX_PASSES = 64
MAX_WORK = 10_000
"""The most items times passes in one table."""
LEAST_BELOW = 1e-12
"""The least distance that passes are counted for."""


@dataclass(frozen=True, kw_only=True)
class Passes:
    """What so many riffles do to n items.

    `distance` is the total variation distance from uniform, `separation` the separation distance. `unchanged` is the
    probability that every item is where it was, which is the likeliest of all orders; `unchanged_log10` is log10 of it,
    and `times_uniform_log10` of how many times it is the fair probability, 1/n!.
    """

    passes: int
    distance: Ratio
    separation: Ratio
    unchanged: Ratio
    unchanged_log10: float
    times_uniform_log10: float


@dataclass(frozen=True, kw_only=True)
class RiffleTable:
    """What 1, 2, 3 … riffles do to n items."""

    n: int
    rows: tuple[Passes, ...]


@dataclass(frozen=True, kw_only=True)
class Enough:
    """How many riffles of n items bring the distance from uniform below a bound; `distance` is what they leave."""

    n: int
    below: float
    passes: int
    distance: Ratio


@dataclass(frozen=True, kw_only=True)
class OrderAfterRiffles:
    """How likely one order of n items is after some riffles; `times_uniform` is that by the fair probability, 1/n!."""

    n: int
    passes: int
    rising_sequences: int
    probability: Ratio
    times_uniform: Ratio


def riffle_table(n: int, passes: int) -> RiffleTable:
    """What 1 to `passes` riffles do to n items: 1 ≤ n ≤ `MAX_N`, 1 ≤ passes ≤ `MAX_PASSES`, product ≤ `MAX_WORK`.

    Raises `Refused` for others.
    """
    _in_ranges(n, passes)
    if n * passes > MAX_WORK:
        raise Refused("passes", f"A table for {n} items goes up to {MAX_WORK // n} passes, not {passes}.")
    return RiffleTable(n=n, rows=tuple(_passes(n, each) for each in range(1, passes + 1)))


def enough_riffles(n: int, below: float) -> Enough:
    """How many riffles it takes until the distance is less than `below`: `LEAST_BELOW` ≤ below ≤ 1, 1 ≤ n ≤ `MAX_N`.

    Raises `Refused` for others.
    """
    check_range("n", n, 1, MAX_N)
    if not LEAST_BELOW <= below <= 1:
        raise Refused("below", f"below is {below:g}; it must be from {LEAST_BELOW:g} to 1.")
    passes = bisect_left(range(MAX_PASSES), 1, key=lambda each: int(distance(n, 2**each) < below))
    return Enough(n=n, below=below, passes=passes, distance=ratio(distance(n, 2**passes)))


def order_after_riffles(order: Sequence[int], passes: int) -> OrderAfterRiffles:
    """How likely riffles are to bring the items 0…n-1 into that order: 1 ≤ n ≤ `MAX_N`, 1 ≤ passes ≤ `MAX_PASSES`.

    `order[k]` is the item at place k. Raises `Refused` for what is no such order, or out of range.
    """
    n = len(order)
    _in_ranges(n, passes)
    if sorted(order) != list(range(n)):
        raise Refused("order", f"An order of {n} items has each of the numbers from 0 to {n - 1} once.")
    rising = rising_sequences(order)
    likely = probability(n, 2**passes, rising)
    return OrderAfterRiffles(
        n=n,
        passes=passes,
        rising_sequences=rising,
        probability=ratio(likely),
        times_uniform=ratio(likely * factorial(n)),
    )


def rising_sequences(order: Sequence[int]) -> int:
    """How many rising sequences an order of 0…n-1, n ≥ 1, falls into: one more for each item found after the next."""
    places = sorted(range(len(order)), key=order.__getitem__)
    return 1 + sum(places[item + 1] < places[item] for item in range(len(order) - 1))


def probability(n: int, packets: int, rising: int) -> Fraction:
    """The probability of each order with so many rising sequences, 1…n, after one riffle in so many packets."""
    return Fraction(comb(packets + n - rising, n), packets**n)


def distance(n: int, packets: int) -> Fraction:
    """The total variation distance from uniform of n ≥ 1 items after one riffle in so many packets, 1 or more.

    It is also that of sorting by `packets` different keys, which undoes such a riffle.
    """
    uniform = packets**n  # both this and `likely` are by n! packets^n
    likely = perm(packets + n - 1, n)
    over = 0
    for rising, orders in enumerate(orders_by_rising_sequences(n), start=1):
        if likely <= uniform:
            break
        over += orders * (likely - uniform)
        likely = likely * (packets - rising) // (packets + n - rising)
    return Fraction(over, uniform * factorial(n))


def separation(n: int, packets: int) -> Fraction:
    """The separation distance after the same: what the reversed order lacks of its fair probability."""
    return 1 - Fraction(perm(packets, n), packets**n)


@lru_cache(maxsize=8)
def orders_by_rising_sequences(n: int) -> tuple[int, ...]:
    """How many orders of n ≥ 1 items have 1, 2, … n rising sequences: the Eulerian numbers (Euler 1755)."""
    row = [1]
    for size in range(2, n + 1):
        pairs = zip([*row, 0], [0, *row], strict=True)
        row = [rising * same + (size - rising + 1) * fewer for rising, (same, fewer) in enumerate(pairs, start=1)]
    return tuple(row)


def _passes(n: int, passes: int) -> Passes:
    packets = 2**passes
    times_uniform = fsum(log1p(item / packets) for item in range(n)) / log(10)
    return Passes(
        passes=passes,
        distance=ratio(distance(n, packets)),
        separation=ratio(separation(n, packets)),
        unchanged=ratio(probability(n, packets, 1)),
        unchanged_log10=times_uniform - lgamma(n + 1) / log(10),
        times_uniform_log10=times_uniform,
    )


def _in_ranges(n: int, passes: int) -> None:
    check_range("n", n, 1, MAX_N)
    check_range("passes", passes, 1, MAX_PASSES)
