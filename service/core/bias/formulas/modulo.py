"""`rand() % n`: the bias of a number below n that is the remainder of one of 2^bits equally likely numbers.

The remainders that the last, incomplete run of n numbers still reaches come once more than the others. Everything2's
shuffle draws so; 15 bits are those of Microsoft's rand(), 31 those of glibc's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from service.core.bias.exact.distributions import Distribution, product
from service.core.bias.exact.enumeration import Chances
from service.core.bias.exact.methods import BY_DRAWS, METHODS, exact_draws, rule_of
from service.core.bias.exact.ratios import Ratio, ratio
from service.core.bias.exact.steps import of_draws
from service.core.bias.exact.summary import ExactBias, summarised
from service.core.errors import Refused
from service.core.shuffles.algorithms import Shuffle
from service.core.validation import check_range

BITS: Mapping[int, str] = {
    15: "Microsoft's rand(), and the example in the C standard",
    16: "16-bit generators",
    31: "glibc's rand() and random()",
    32: "a whole word",
}
"""How many bits a generator may give, and whose do."""
MAX_N = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Remainders:
    """So many remainders, from `first` on, with the same probability; `bias` is that by the fair one, 1/n, less 1."""

    first: int
    count: int
    probability: Ratio
    bias: Ratio


@dataclass(frozen=True, kw_only=True)
class ModuloBias:
    """What `rand() % n` does to a number below n.

    `likelier` are the remainders that come too often, None if there are none; `others` are the rest. `distance` is the
    total variation distance of one draw from uniform and `largest_bias` the largest relative error of a probability.
    `shuffle_bound` is a bound to the total variation distance of a whole Fisher-Yates shuffle of n items that draws so.
    """

    n: int
    bits: int
    likelier: Remainders | None
    others: Remainders
    distance: Ratio
    largest_bias: Ratio
    shuffle_bound: float


def modulo_bias(n: int, bits: int) -> ModuloBias:
    """What `rand() % n` does for a rand() of one of `BITS`, 1 ≤ n ≤ `MAX_N`. Raises `Refused` for others."""
    _in_bits(bits)
    check_range("n", n, 1, MAX_N)
    values = 2**bits
    often, likelier = divmod(values, n)
    return ModuloBias(
        n=n,
        bits=bits,
        likelier=_remainders(0, likelier, Fraction(often + 1, values), n) if likelier else None,
        others=_remainders(likelier, n - likelier, Fraction(often, values), n),
        distance=ratio(Fraction(likelier * (n - likelier), n * values)),
        largest_bias=ratio(Fraction(max(likelier, n - likelier) if likelier else 0, values)),
        shuffle_bound=_shuffle_bound(n, values),
    )


def modulo_chances(bits: int) -> Chances:
    """The probability of each `rand() % bound`."""
    values = 2**bits

    def chances(bound: int) -> list[Fraction]:
        often, likelier = divmod(values, bound)
        return [Fraction(often + (remainder < likelier), values) for remainder in range(bound)]

    return chances


def modulo_distribution(shuffle: Shuffle, n: int, bits: int) -> Distribution:
    """The exact distribution of a shuffle of 1 to 8 items that draws every number as `rand() % bound`.

    Raises `Refused` for other n, other bits, and shuffles whose draws do not act one by one.
    """
    _in_bits(bits)
    if METHODS.get(shuffle.name) is not BY_DRAWS:
        others = ", ".join(name for name, method in METHODS.items() if method is BY_DRAWS)
        raise Refused("rand_bits", f"{shuffle.name} is not worked out with rand() % n; these are: {others}.")
    check_range("n", n, 1, BY_DRAWS.most)
    return product(n, of_draws(rule_of(shuffle, n, {}), modulo_chances(bits)))


def exact_modulo_bias(shuffle: Shuffle, n: int, bits: int) -> ExactBias:
    """All of such a shuffle; its one argument is `rand_bits`. Raises `Refused` as `modulo_distribution` does."""
    found = modulo_distribution(shuffle, n, bits)
    return summarised(shuffle.name, {"rand_bits": bits}, found, exact_draws(shuffle, n, {}))


def _in_bits(bits: int) -> None:
    if bits not in BITS:
        raise Refused("rand_bits", f"rand_bits is {bits}; it must be one of {', '.join(map(str, BITS))}.")


def _remainders(first: int, count: int, probability: Fraction, n: int) -> Remainders:
    return Remainders(first=first, count=count, probability=ratio(probability), bias=ratio(probability * n - 1))


def _shuffle_bound(n: int, values: int) -> float:
    """The sum of the distances of the draws below n, n - 1, … 2: independent draws are no farther off together."""
    bounds = np.arange(2, n + 1)
    likelier = values % bounds
    return min(float((likelier * (bounds - likelier) / bounds).sum()) / values, 1.0)
