"""Modulo bias: the distribution of `rand() % n`, and of shuffles that draw with it.

If n does not divide 2^bits, the number of values of rand(), small remainders are more likely than large ones.
Everything2's shuffle draws with `rand() % n`; Microsoft's rand() has 15 bits, and glibc's has 31.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, NamedTuple

import numpy as np

from ..core.errors import Refused
from ..core.ratios import Ratio, to_ratio
from ..core.shuffles.shuffle import Shuffle
from ..core.validation import check_range
from .distributions import Distribution, DrawProbabilities, compose_steps
from .methods import BY_DRAWS, METHODS, draw_steps, exact_draws
from .summary import ExactBias, summarize

BITS: Mapping[int, str] = {
    15: "Microsoft's rand(), and the example in the C standard",
    16: "16-bit generators",
    31: "glibc's rand() and random()",
    32: "a 32-bit word",
}
"""The supported sizes of rand() in bits, and generators of each size."""
MAX_N = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Remainders:
    """Consecutive remainders with the same probability."""

    first: Annotated[int, "The first of them"]
    count: Annotated[int, "Number of remainders"]
    probability: Annotated[Ratio, "Probability of each of them"]
    bias: Annotated[Ratio, "The probability divided by the uniform one, 1/n, less 1"]


class ModuloBias(NamedTuple):
    n: int
    bits: Annotated[int, "Bits of rand()"]
    likelier: Annotated[
        Remainders | None,
        "Remainders that are more likely than 1/n; null if there are none",
    ]
    others: Annotated[Remainders, "The other remainders"]
    distance: Annotated[Ratio, "Total variation distance of one draw from uniform"]
    largest_bias: Annotated[Ratio, "The largest relative error of a probability"]
    shuffle_bound: Annotated[
        float,
        "Upper bound of the total variation distance of a Fisher-Yates shuffle of n items that draws with rand() % n",
    ]


def modulo_bias(n: int, bits: int) -> ModuloBias:
    """Return the probabilities of `rand() % n`. Raises `Refused` unless 1 ≤ n ≤ `MAX_N`.

    Of the 2^bits values of rand() each remainder has as many, but the first 2^bits % n remainders have one more: with 3
    bits and n = 3, 0 and 1 have 3 of 8 values, and 2 has 2. Then `likelier` begins with 0 and `others` with 2;
    `distance` is 1/12, and `largest_bias` is 1/4, as 2 of 8 is a quarter less than 1/3.
    """
    check_range("n", n, 1, MAX_N)
    values = 2**bits
    quotient, likelier = divmod(values, n)  # `likelier` remainders have one value more
    others = n - likelier
    likelier_remainders = None
    largest_bias = Fraction(0)
    if likelier:
        likelier_remainders = _remainders(
            0, likelier, Fraction(quotient + 1, values), n
        )
        largest_bias = Fraction(max(likelier, others), values)
    return ModuloBias(
        n=n,
        bits=bits,
        likelier=likelier_remainders,
        others=_remainders(likelier, others, Fraction(quotient, values), n),
        distance=to_ratio(Fraction(likelier * others, n * values)),
        largest_bias=to_ratio(largest_bias),
        shuffle_bound=_bound_shuffle(n, values),
    )


def _bound_shuffle(n: int, values: int) -> float:
    """Return the bound of a shuffle's distance: the sum of the distances of its draws, with the bounds 2…n, or 1."""
    bounds = np.arange(2, n + 1)
    likelier = values % bounds
    distances = likelier * (bounds - likelier) / bounds  # times `values`
    return min(float(distances.sum()) / values, 1.0)


def modulo_probabilities(bits: int) -> DrawProbabilities:
    """Return a function that takes a bound and returns the probability of each value of `rand() % bound`."""
    values = 2**bits

    def draw_probabilities(bound: int) -> list[Fraction]:
        quotient, likelier = divmod(values, bound)
        return [
            Fraction(quotient + (remainder < likelier), values)
            for remainder in range(bound)
        ]

    return draw_probabilities


def modulo_distribution(shuffle: Shuffle, n: int, bits: int) -> Distribution:
    """Return the exact distribution of a shuffle of 1 to 8 items that draws with `rand() % bound`.

    Raises `Refused` for other n, and if the draws of the shuffle are not independent steps.
    """
    if METHODS.get(shuffle.name) is not BY_DRAWS:
        names = ", ".join(
            name for name, method in METHODS.items() if method is BY_DRAWS
        )
        raise Refused(
            "rand_bits",
            f"The bias of {shuffle.name} with rand() % n is not computed; it is for: {names}.",
        )
    check_range("n", n, 1, BY_DRAWS.max_n)
    return compose_steps(n, draw_steps(shuffle, n, {}, modulo_probabilities(bits)))


def exact_modulo_bias(shuffle: Shuffle, n: int, bits: int) -> ExactBias:
    """Return the exact bias of a shuffle that draws with `rand() % bound`. Raises as `modulo_distribution` does."""
    distribution = modulo_distribution(shuffle, n, bits)
    return summarize(
        shuffle.name, {"rand_bits": bits}, distribution, exact_draws(shuffle, n, {})
    )


def _remainders(first: int, count: int, probability: Fraction, n: int) -> Remainders:
    return Remainders(
        first=first,
        count=count,
        probability=to_ratio(probability),
        bias=to_ratio(probability * n - 1),
    )
