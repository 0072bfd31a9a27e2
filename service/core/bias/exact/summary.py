"""The exact bias of a shuffle of a few items, as an answer tells it: found by running the shuffle's own code."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial

from service.core.bias.exact.distributions import Distribution
from service.core.bias.exact.draws import Draws
from service.core.bias.exact.enumeration import Order
from service.core.bias.exact.methods import exact_distribution, exact_draws, settled
from service.core.bias.exact.ratios import Ratio, ratio
from service.core.shuffles.algorithms import Arguments, Shuffle

MAX_EXAMPLES = 10
"""The most orders that are listed as the likeliest, and as the least likely."""


@dataclass(frozen=True, kw_only=True)
class Extreme:
    """The likeliest orders, or the least likely: how many there are, and the first of them, up to `MAX_EXAMPLES`.

    An order tells which of the items 0…n-1 is at place k. `times_uniform` is its probability by the fair one, 1/n!.
    """

    probability: Ratio
    times_uniform: Ratio
    count: int
    orders: tuple[Order, ...]


@dataclass(frozen=True, kw_only=True)
class DrawsNeeded:
    """How many draws a shuffle takes."""

    mean: Ratio
    variance: Ratio
    deviation: float


@dataclass(frozen=True, kw_only=True)
class ExactBias:
    """All that is exactly known of a shuffle of n items.

    `orders` is n!; `reachable`, how many of them can come out. `distance` is the total variation distance from uniform,
    `separation` the separation distance. `fixed_points` is how many items stay where they were, on average: 1 if it is
    uniform. `positions` has a row for each item and a column for each place where it may end, with 1/n if uniform.
    """

    algorithm: str
    arguments: Mapping[str, int | str]
    n: int
    orders: int
    reachable: int
    distance: Ratio
    separation: Ratio
    fixed_points: Ratio
    positions: tuple[tuple[Ratio, ...], ...]
    most_likely: Extreme
    least_likely: Extreme
    draws: DrawsNeeded


def exact_bias(shuffle: Shuffle, n: int, arguments: Arguments) -> ExactBias:
    """All of a shuffle of n items, 1 ≤ n ≤ 8 or less; parameters left out have their defaults.

    Raises `Refused` on `n` or a parameter for what is not worked out; the sentence says what is.
    """
    arguments = settled(shuffle, arguments)
    found = exact_distribution(shuffle, n, arguments)
    return summarised(shuffle.name, arguments, found, exact_draws(shuffle, n, arguments))


def summarised(algorithm: str, arguments: Arguments, found: Distribution, draws: Draws) -> ExactBias:
    """What there is to tell of a distribution."""
    positions = found.positions()
    return ExactBias(
        algorithm=algorithm,
        arguments=arguments,
        n=found.n,
        orders=factorial(found.n),
        reachable=found.reachable,
        distance=ratio(found.distance),
        separation=ratio(found.separation),
        fixed_points=ratio(sum((row[item] for item, row in enumerate(positions)), Fraction(0))),
        positions=tuple(tuple(map(ratio, row)) for row in positions),
        most_likely=_extreme(found, least=False),
        least_likely=_extreme(found, least=True),
        draws=DrawsNeeded(mean=ratio(draws.mean), variance=ratio(draws.variance), deviation=draws.deviation),
    )


def _extreme(found: Distribution, *, least: bool) -> Extreme:
    probability, count = found.extreme(least=least)
    return Extreme(
        probability=ratio(probability),
        times_uniform=ratio(probability * factorial(found.n)),
        count=count,
        orders=tuple(found.orders_with(probability, MAX_EXAMPLES)),
    )
