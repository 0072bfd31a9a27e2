"""Sorting by random keys: the probability that keys are equal, and its effect on the distance from uniform.

Items with equal keys keep their order, so that `sort_keys` is the inverse of a riffle in 2^key_bits packets: riffles.py
computes its distance from uniform. Without a tie every order is equally likely, and the reversed order requires that
there is none. The probability of a tie is therefore the separation distance, and an upper bound of the total variation
distance.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, expm1, perm

import numpy as np

from service.core.bias.exact.ratios import Ratio, to_ratio
from service.core.bias.formulas.riffles import MAX_N as MAX_EXACT_N
from service.core.bias.formulas.riffles import riffle_distance
from service.core.validation import check_range

MAX_N = 1_000_000
MAX_KEY_BITS = 64


@dataclass(frozen=True, kw_only=True)
class KeyTies:
    """Ties among the keys of sort_keys, its only bias."""

    n: int
    key_bits: int = field(metadata={"description": "Bits of each key"})
    tie: Ratio = field(
        metadata={
            "description": "Probability that at least two keys are equal: the separation distance, and an upper bound "
            "of the total variation distance"
        }
    )
    equal_pairs: Ratio = field(metadata={"description": "Mean number of pairs of equal keys"})
    distance: Ratio | None = field(
        metadata={
            "description": f"Total variation distance from uniform; null for more than {MAX_EXACT_N} items, for which "
            "tie has no fraction either"
        }
    )


def key_ties(n: int, key_bits: int) -> KeyTies:
    """Return the ties among n keys, 1 ≤ n ≤ `MAX_N`, 1 ≤ key_bits ≤ `MAX_KEY_BITS`. Raises `Refused` for others."""
    check_range("n", n, 1, MAX_N)
    check_range("key_bits", key_bits, 1, MAX_KEY_BITS)
    keys = 2**key_bits
    is_exact = n <= MAX_EXACT_N
    return KeyTies(
        n=n,
        key_bits=key_bits,
        tie=to_ratio(tie_probability(n, keys)) if is_exact else Ratio(None, approximate_tie_probability(n, keys)),
        equal_pairs=to_ratio(Fraction(comb(n, 2), keys)),
        distance=to_ratio(riffle_distance(n, keys)) if is_exact else None,
    )


def tie_probability(n: int, keys: int) -> Fraction:
    """Return the probability that n random keys out of `keys` are not all different (von Mises 1939)."""
    return 1 - Fraction(perm(keys, n), keys**n)


def approximate_tie_probability(n: int, keys: int) -> float:
    """Return the same in floats, for any n: 1 - (1 - 1/keys) (1 - 2/keys) …, without cancellation for small results."""
    if n > keys:
        return 1.0
    return -expm1(float(np.log1p(-np.arange(1, n) / keys).sum()))
