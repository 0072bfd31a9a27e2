"""The cycles of a permutation, and what they say of the two shuffles that are all cycles: faro and sattolo.

A faro of n items moves them around places that double modulo n - 1 (out) or n + 1 (in), so it takes as many of them to
bring all back as the order of 2 modulo that number (Diaconis, Graham and Kantor, The mathematics of perfect shuffles,
1983). Sattolo's shuffle makes one cycle of all the items, each of the (n - 1)! with the same probability.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from service.core.bias.exact.enumeration import ScriptedSource
from service.core.bias.exact.ratios import Ratio, ratio
from service.core.errors import Refused
from service.core.shuffles.rules import faro
from service.core.validation import check_range

MAX_N = 100_000
VARIANTS = ("out", "in")


@dataclass(frozen=True, kw_only=True)
class Cycles:
    """How many cycles of one length there are."""

    length: int
    count: int


@dataclass(frozen=True, kw_only=True)
class FaroCycles:
    """One faro of n items: `order` is how many of them bring every item back; `cycles` are of one, shortest first."""

    n: int
    variant: str
    order: int
    cycles: tuple[Cycles, ...]


@dataclass(frozen=True, kw_only=True)
class SattoloCycles:
    """Sattolo's shuffle of n items, whatever it draws.

    `parity` says whether its orders are an even or an odd number of swaps away from the old one. `distance` is the
    total variation distance from uniform and `separation` the separation distance.
    """

    n: int
    cycles: tuple[Cycles, ...]
    fixed_points: int
    parity: str
    distance: Ratio
    separation: Ratio


def faro_cycles(n: int, variant: str) -> FaroCycles:
    """The cycles of a faro of an even number of items, 2 ≤ n ≤ `MAX_N`, out or in. Raises `Refused` for others."""
    check_range("n", n, 2, MAX_N)
    if n % 2:
        raise Refused("n", f"A faro shuffle needs an even number of items; there are {n:,}.")
    if variant not in VARIANTS:
        raise Refused("variant", f"variant is {variant!r}; it must be out or in.")
    return FaroCycles(
        n=n,
        variant=variant,
        order=multiplicative_order(2, n - 1 if variant == "out" else n + 1),
        cycles=cycles_of(faro(n, ScriptedSource(), 1, variant)),
    )


def sattolo_cycles(n: int) -> SattoloCycles:
    """What every result of Sattolo's shuffle has in common: 1 ≤ n ≤ `MAX_N`. Raises `Refused` for others."""
    check_range("n", n, 1, MAX_N)
    return SattoloCycles(
        n=n,
        cycles=(Cycles(length=n, count=1),),
        fixed_points=int(n == 1),
        parity="odd" if n % 2 == 0 else "even",
        distance=ratio(1 - Fraction(1, n)),
        separation=ratio(Fraction(int(n > 1))),
    )


def multiplicative_order(base: int, modulus: int) -> int:
    """The least number of factors `base`, 1 or more, whose product is 1 modulo a number ≥ 1 that has none of them."""
    power, order = base % modulus, 1
    while power != 1 % modulus:
        power, order = power * base % modulus, order + 1
    return order


def cycles_of(order: Sequence[int]) -> tuple[Cycles, ...]:
    """The cycles of a permutation of 0…n-1, by their length, shortest first."""
    lengths: Counter[int] = Counter()
    seen = bytearray(len(order))
    for start in range(len(order)):
        place, length = start, 0
        while not seen[place]:
            seen[place] = 1
            place, length = order[place], length + 1
        lengths[length] += 1
    del lengths[0]
    return tuple(Cycles(length=length, count=count) for length, count in sorted(lengths.items()))
