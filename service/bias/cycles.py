"""Compute the cycles of the orders that the shuffles faro and sattolo produce, and how often a faro must be repeated.

A faro multiplies positions by 2: counted from 0 modulo n - 1 (out), or counted from 1 modulo n + 1 (in). The number of
faros that restore the order is therefore the multiplicative order of 2 modulo n - 1 or n + 1 (Diaconis, Graham and
Kantor, The mathematics of perfect shuffles, 1983). Sattolo's shuffle produces one cycle of all items, each of the
(n - 1)! cycles equally likely.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, NamedTuple

from ..core.errors import Refused
from ..core.ratios import Ratio, to_ratio
from ..core.rng.scripted import ScriptedSource
from ..core.shuffles.algorithms import faro
from ..core.validation import check_range

MAX_N = 100_000


@dataclass(frozen=True, kw_only=True)
class CycleCount:
    length: Annotated[int, "Items in each cycle"]
    count: Annotated[int, "Number of cycles of this length"]


class FaroCycles(NamedTuple):
    """The cycles of a faro of n items."""

    n: int
    variant: Annotated[str, "For faro: out or in"]
    order: Annotated[int, "For faro: number of passes that restore the order"]
    cycles: Annotated[tuple[CycleCount, ...], "Cycles by length, shortest first"]


class SattoloCycles(NamedTuple):
    """The properties that all results of Sattolo's shuffle of n items share."""

    n: int
    cycles: Annotated[tuple[CycleCount, ...], "Cycles by length, shortest first"]
    fixed_points: Annotated[
        int, "For sattolo: number of items that keep their position"
    ]
    parity: Annotated[str, "For sattolo: even or odd, as the number of swaps"]
    distance: Annotated[Ratio, "For sattolo: total variation distance from uniform"]
    separation: Annotated[Ratio, "For sattolo: separation distance from uniform"]


def faro_cycles(n: int, variant: str) -> FaroCycles:
    """Return the cycles of a faro of an even number of items, 2 ≤ n ≤ `MAX_N`. Raises `Refused` for other n."""
    check_range("n", n, 2, MAX_N)
    if n % 2:
        raise Refused(
            "n", f"A faro shuffle needs an even number of items; there are {n:,}."
        )
    order = faro(n, ScriptedSource(), 1, variant)
    return FaroCycles(
        n=n,
        variant=variant,
        order=multiplicative_order(2, n - 1 if variant == "out" else n + 1),
        cycles=count_cycles(order),
    )


def sattolo_cycles(n: int) -> SattoloCycles:
    """Return the cycles, parity and distances of Sattolo's shuffle, 1 ≤ n ≤ `MAX_N`. Raises `Refused` for other n."""
    check_range("n", n, 1, MAX_N)
    return SattoloCycles(
        n=n,
        cycles=(CycleCount(length=n, count=1),),
        fixed_points=int(n == 1),
        parity="odd" if n % 2 == 0 else "even",
        distance=to_ratio(1 - Fraction(1, n)),
        separation=to_ratio(Fraction(int(n > 1))),
    )


def multiplicative_order(base: int, modulus: int) -> int:
    """Return the smallest exponent k ≥ 1 with base^k = 1 modulo `modulus`; the two arguments are coprime."""
    power = base % modulus
    order = 1
    while power != 1 % modulus:
        power = power * base % modulus
        order += 1
    return order


def count_cycles(order: Sequence[int]) -> tuple[CycleCount, ...]:
    """Return the number of cycles of each length in a permutation of 0…n-1, shortest first.

    The order [1, 0, 2] has one cycle of length 1 and one of length 2.
    """
    lengths: Counter[int] = Counter()
    visited = bytearray(len(order))
    for start in range(len(order)):
        position = start
        length = 0
        while not visited[position]:
            visited[position] = 1
            position = order[position]
            length += 1
        lengths[length] += 1
    del lengths[0]  # each position that a cycle had visited before
    return tuple(
        CycleCount(length=length, count=count)
        for length, count in sorted(lengths.items())
    )
