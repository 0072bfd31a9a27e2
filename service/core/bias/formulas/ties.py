"""Sorting by random keys: how likely two keys are equal, and how far from uniform that can make the order.

Items with equal keys stay in order, so `sort_keys` undoes a riffle in 2^key_bits packets, and riffles.py knows its
distance from uniform. Without a tie every order is equally likely, and the reversed order needs that there is none: so
the probability of a tie is the separation distance, and no less than the total variation distance.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, expm1, perm

import numpy as np

from service.core.bias.exact.ratios import Ratio, ratio
from service.core.bias.formulas.riffles import MAX_N as MAX_EXACT_N
from service.core.bias.formulas.riffles import distance
from service.core.validation import check_range

MAX_N = 1_000_000
MAX_KEY_BITS = 64


@dataclass(frozen=True, kw_only=True)
class Ties:
    """Ties among n random keys of so many bits.

    `tie` is the probability that any two are equal: the separation distance of the order from uniform, and a bound to
    the total variation distance. Up to 500 items it is exact, and `distance` is that distance; beyond, `tie` has no
    fraction and `distance` is None. `equal_pairs` is how many pairs of keys are equal on average.
    """

    n: int
    key_bits: int
    tie: Ratio
    equal_pairs: Ratio
    distance: Ratio | None


def ties(n: int, key_bits: int) -> Ties:
    """Ties among n keys: 1 ≤ n ≤ `MAX_N`, 1 ≤ key_bits ≤ `MAX_KEY_BITS`. Raises `Refused` for others."""
    check_range("n", n, 1, MAX_N)
    check_range("key_bits", key_bits, 1, MAX_KEY_BITS)
    exact = n <= MAX_EXACT_N
    return Ties(
        n=n,
        key_bits=key_bits,
        tie=ratio(tie(n, 2**key_bits)) if exact else Ratio(None, nearest_tie(n, 2**key_bits)),
        equal_pairs=ratio(Fraction(comb(n, 2), 2**key_bits)),
        distance=ratio(distance(n, 2**key_bits)) if exact else None,
    )


def tie(n: int, keys: int) -> Fraction:
    """The probability that two of n random keys, of so many different ones, are equal (von Mises 1939)."""
    return 1 - Fraction(perm(keys, n), keys**n)


def nearest_tie(n: int, keys: int) -> float:
    """The same in floats, for any n: 1 - (1 - 1/keys) (1 - 2/keys) …, without losing the digits of a small result."""
    if n > keys:
        return 1.0
    return -expm1(float(np.log1p(-np.arange(1, n) / keys).sum()))
