"""The exact bias of a shuffle of a few items, summarized for a response."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Annotated, NamedTuple

from ..core.ratios import Ratio, to_ratio
from ..core.rng.scripted import Order
from ..core.shuffles.shuffle import Arguments, Shuffle
from .distributions import Distribution
from .methods import Draws, exact_distribution, exact_draws

MAX_EXAMPLES = 10  # the maximum number of orders that are listed as the most likely, and as the least likely


@dataclass(frozen=True, kw_only=True)
class ExtremeOrders:
    """The most likely orders, or the least likely."""

    probability: Annotated[Ratio, "Probability of each of them"]
    times_uniform: Annotated[Ratio, "The probability divided by the uniform one, 1/n!"]
    count: Annotated[int, "Number of these orders"]
    orders: Annotated[
        tuple[Order, ...],
        f"The first {MAX_EXAMPLES}: the item at each position, from 0",
    ]


class DrawsNeeded(NamedTuple):
    """The number of draws that a shuffle takes."""

    mean: Annotated[Ratio, "Mean"]
    variance: Annotated[Ratio, "Variance"]
    deviation: Annotated[float, "Standard deviation"]


class ExactBias(NamedTuple):
    """The exact distribution of a shuffle of n items, summarized."""

    algorithm: str
    arguments: Mapping[str, int | str]
    n: int
    orders: Annotated[int, "Number of orders of n items, n!"]
    reachable: Annotated[int, "Number of orders that are possible"]
    distance: Annotated[Ratio, "Total variation distance from uniform"]
    separation: Annotated[Ratio, "Separation distance from uniform"]
    fixed_points: Annotated[
        Ratio,
        "Mean number of items that keep their position; 1 if the shuffle is uniform",
    ]
    positions: Annotated[
        tuple[tuple[Ratio, ...], ...],
        "A row for each item: the probability of each final position; 1/n if uniform",
    ]
    most_likely: Annotated[ExtremeOrders, "The most likely orders"]
    least_likely: Annotated[
        ExtremeOrders, "The least likely orders; the impossible ones if there are any"
    ]
    draws: Annotated[DrawsNeeded, "Number of draws of one shuffle"]


def exact_bias(shuffle: Shuffle, n: int, arguments: Arguments) -> ExactBias:
    """Return the exact distribution of a shuffle of 1 to 8 items, summarized; missing arguments have their defaults.

    Raises `Refused` on `n` or an argument beyond the limits of the shuffle's method.
    """
    arguments = dict(shuffle.defaults) | dict(arguments)
    distribution = exact_distribution(shuffle, n, arguments)
    draws = exact_draws(shuffle, n, arguments)
    return summarize(shuffle.name, arguments, distribution, draws)


def summarize(
    algorithm: str, arguments: Arguments, distribution: Distribution, draws: Draws
) -> ExactBias:
    """Return a distribution and a number of draws as the record of a response, with fractions as `Ratio`.

    `arguments` are those of the shuffle, as {"passes": 7}, which the response repeats.
    """
    positions = distribution.positions()  # by item and position, the probability
    fixed_points = Fraction(0)
    for item, probabilities in enumerate(positions):
        fixed_points += probabilities[item]
    return ExactBias(
        algorithm=algorithm,
        arguments=arguments,
        n=distribution.n,
        orders=factorial(distribution.n),
        reachable=distribution.reachable,
        distance=to_ratio(distribution.distance),
        separation=to_ratio(distribution.separation),
        fixed_points=to_ratio(fixed_points),
        positions=tuple(tuple(map(to_ratio, row)) for row in positions),
        most_likely=_extreme_orders(distribution, distribution.max_probability),
        least_likely=_extreme_orders(distribution, distribution.min_probability),
        draws=DrawsNeeded(
            mean=to_ratio(draws.mean),
            variance=to_ratio(draws.variance),
            deviation=draws.deviation,
        ),
    )


def _extreme_orders(distribution: Distribution, probability: Fraction) -> ExtremeOrders:
    """Return the orders with a probability, the highest or the lowest, and how many they are."""
    orders = distribution.orders_with(probability)
    return ExtremeOrders(
        probability=to_ratio(probability),
        times_uniform=to_ratio(probability * factorial(distribution.n)),
        count=len(orders),
        orders=tuple(map(tuple, orders[:MAX_EXAMPLES].tolist())),
    )
