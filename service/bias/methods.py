"""Compute the exact distribution of each shuffle: `METHODS` has the method and its limits.

A method takes a shuffle apart into steps, which are independent random rearrangements: to compose them is faster than
to sum over all sequences of draws. It runs the shuffle's own code on scripted draws; tests compare each result with the
enumeration of all sequences. To add an entry, choose the function that fits the shuffle. Without an entry, one pass is
enumerated in full, or the whole shuffle if it has no parameter `passes`. That is correct if no bound depends on an
earlier draw, and feasible for fewer items.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb, factorial, prod, sqrt
from typing import NamedTuple

from ..core.errors import Refused
from ..core.rng.scripted import (
    Algorithm,
    DrawLimitError,
    Order,
    ScriptedSource,
    enumerate_draws,
    order_probabilities,
)
from ..core.shuffles.shuffle import Arguments, Shuffle
from ..core.validation import check_range
from .distributions import (
    MAX_N,
    Distribution,
    DrawProbabilities,
    ShuffleStep,
    compose_steps,
)

MAX_PASSES: Mapping[int, int] = {
    1: 1_000,
    2: 1_000,
    3: 1_000,
    4: 1_000,
    5: 500,
    6: 100,
    7: 10,
}
"""The maximum number of passes for each number of items."""
MAX_SEQUENCES = 40_000  # the maximum number of sequences of draws that are enumerated
MAX_COUPONS = 1_024  # the coupon collector's draws are added up in fractions for up to this many items

_MAX_DRAWS_OF_A_SHUFFLE = 10_000


class Draws(NamedTuple):
    """The number of draws of one shuffle, as a random variable."""

    mean: Fraction
    variance: Fraction

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)


class Method(NamedTuple):
    """A method for 1 to `max_n` items.

    - `steps` returns the random rearrangements that make up a shuffle.
    - `draws` returns how many draws a shuffle takes.
    """

    steps: Callable[[Shuffle, int, Arguments], list[ShuffleStep]]
    max_n: int
    draws: Callable[[Shuffle, int, Arguments], Draws]


def exact_distribution(shuffle: Shuffle, n: int, arguments: Arguments) -> Distribution:
    """Return the probability of each order after a shuffle of n items; missing arguments have their defaults.

    Raises `Refused` on `n` or an argument beyond the limits of the shuffle's method.
    """
    arguments = dict(shuffle.defaults) | dict(arguments)
    method = method_of(shuffle)
    message = shuffle.size_error(n)
    if message is not None:
        raise Refused("n", message)
    if not 1 <= n <= method.max_n:
        limit = f"1 to {method.max_n} items"
        raise Refused(
            "n",
            f"The exact bias of {shuffle.name} is computed for {limit}, not for {n:,}.",
        )
    return compose_steps(n, method.steps(shuffle, n, arguments))


def exact_draws(shuffle: Shuffle, n: int, arguments: Arguments) -> Draws:
    """Return the mean and variance of the number of draws that a shuffle of n items takes.

    `fisher_yates` of 52 items has Draws(51, 0). Raises `Refused` on `n` for a coupon collector of more than 1,024
    items, and for a shuffle of more than 10,000 draws.
    """
    arguments = dict(shuffle.defaults) | dict(arguments)
    return method_of(shuffle).draws(shuffle, n, arguments)


def _count_constant_draws(shuffle: Shuffle, n: int, arguments: Arguments) -> Draws:
    """Return the draws of a shuffle that always takes as many."""
    draws = len(_bounds(shuffle, n, arguments))
    return Draws(Fraction(draws), variance=Fraction(0))


def collect_coupons(_shuffle: Shuffle, n: int, _arguments: Arguments) -> Draws:
    """Return the draws of a shuffle that draws until every value has appeared: their number has no bound."""
    # With k values missing, the number of draws until the next new value is geometric with probability k/n: its mean
    # is n/k and its variance (n/k)² - n/k (de Moivre 1711). A single item takes no draw.
    check_range("n", n, 1, MAX_COUPONS)
    waits = [Fraction(n, k) for k in range(1, n + 1)] if n > 1 else []
    mean = sum(waits, Fraction(0))
    sum_of_squares = sum((wait * wait for wait in waits), Fraction(0))
    return Draws(mean, variance=sum_of_squares - mean)


def _enumerate_numbers_of_draws(
    shuffle: Shuffle, n: int, arguments: Arguments
) -> Draws:
    """Return the draws of a shuffle that takes more or fewer by what it draws, by enumerating all sequences."""
    mean = Fraction(0)
    mean_of_squares = Fraction(0)
    for _, source in enumerate_draws(bind_algorithm(shuffle, n, arguments)):
        draws = len(source.bounds)
        probability = Fraction(1, prod(source.bounds))
        mean += draws * probability
        mean_of_squares += draws**2 * probability
    return Draws(mean, variance=mean_of_squares - mean**2)


def bind_algorithm(shuffle: Shuffle, n: int, arguments: Arguments) -> Algorithm:
    """Return a function that takes a source of random integers and returns n items in shuffled order."""
    return lambda source: tuple(shuffle.draw(n, source, n, arguments))


def draw_steps(
    shuffle: Shuffle,
    n: int,
    arguments: Arguments,
    draw_probabilities: DrawProbabilities | None = None,
) -> list[ShuffleStep]:
    """Return a step for each draw of a shuffle, and one for its fixed rearrangement. The draws must be independent.

    Without `draw_probabilities` the draws are uniform. Let t(k, v) be the rearrangement by value v of draw k: the order
    is the product t(0, v) t(1, w) …, and for zeros only it is z = t(0, 0) t(1, 0) …. If draw k alone is not zero, the
    order is s z with s = t(0, 0) … t(k, v) t(k, 0)⁻¹ … t(0, 0)⁻¹. The product of these s, times z, is the product of
    the t. For `durstenfeld` of 2 items they are [{(0, 1): 1/2, (1, 0): 1/2}, {(1, 0): 1}].
    """
    algorithm = bind_algorithm(shuffle, n, arguments)
    zeros = ScriptedSource()  # draws 0 each time, and notes the bounds
    order_of_zeros = tuple(algorithm(zeros))  # z
    inverse = sorted(range(n), key=order_of_zeros.__getitem__)  # of z
    steps: list[ShuffleStep] = []
    for k, bound in enumerate(zeros.bounds):
        probabilities = (draw_probabilities or _draw_uniformly)(bound)
        step: dict[Order, Fraction] = defaultdict(Fraction)
        for value, probability in enumerate(probabilities):
            zeros_before = [0] * k
            order = algorithm(ScriptedSource([*zeros_before, value]))  # s z
            rearrangement = tuple(order[position] for position in inverse)  # s
            step[rearrangement] += probability
        steps.append(step)
    steps.append({order_of_zeros: Fraction(1)})
    return steps


def _draw_uniformly(bound: int) -> Sequence[Fraction]:
    """Return the probability of each value of a draw: [1/3, 1/3, 1/3] for the bound 3."""
    return [Fraction(1, bound)] * bound


def _pass_steps(shuffle: Shuffle, n: int, arguments: Arguments) -> list[ShuffleStep]:
    """Return a step for each pass, all alike. Raises `Refused` for more than `MAX_PASSES` of n items."""
    passes = arguments["passes"]
    if passes > MAX_PASSES[n]:
        limits = ", ".join(
            f"{limit:,} of {items} items"
            for items, limit in MAX_PASSES.items()
            if items >= 4
        )
        raise Refused(
            "passes",
            f"{passes:,} passes of {n} items are too many; the limits are {limits}.",
        )
    one_pass = bind_algorithm(shuffle, n, dict(arguments) | {"passes": 1})
    return [_sequence_step(one_pass)] * passes


def _key_steps(shuffle: Shuffle, n: int, arguments: Arguments) -> list[ShuffleStep]:
    """Return one step for a shuffle that draws n keys of `key_bits` bits and only compares them.

    The order depends on the weak ordering of the keys alone. A weak ordering with d different keys stands for
    C(2^key_bits, d) of the 2^(key_bits n) sequences.
    """
    algorithm = bind_algorithm(shuffle, n, arguments)
    keys = 2 ** arguments["key_bits"]
    sequences: dict[Order, int] = defaultdict(int)
    for ranks in _weak_orderings(n):
        distinct = max(ranks) + 1
        if distinct <= keys:
            order = tuple(algorithm(ScriptedSource(ranks)))
            sequences[order] += comb(keys, distinct)
    total = keys**n
    return [{order: Fraction(count, total) for order, count in sequences.items()}]


def _weak_orderings(n: int) -> Iterator[Order]:
    """Yield every weak ordering of n items (an order with ties) as the rank of each item, from 0."""
    if n == 0:
        yield ()
        return
    for ranks in _weak_orderings(n - 1):
        distinct = max(ranks, default=-1) + 1
        for rank in range(distinct):
            yield (*ranks, rank)
        for gap in range(distinct + 1):
            yield (*(rank + (rank >= gap) for rank in ranks), gap)


def _first_find_steps(
    shuffle: Shuffle, n: int, arguments: Arguments
) -> list[ShuffleStep]:
    """Return one step for a shuffle that draws below n until every value has appeared, and ignores repeats."""
    # Whatever the repeats, the next new value is uniform among the missing values.
    algorithm = bind_algorithm(shuffle, n, arguments)
    orders = Counter(
        tuple(algorithm(ScriptedSource(values))) for values in permutations(range(n))
    )
    total = factorial(n)
    return [{order: Fraction(count, total) for order, count in orders.items()}]


def _sequence_steps(
    shuffle: Shuffle, n: int, arguments: Arguments
) -> list[ShuffleStep]:
    """Return one step for the whole shuffle, by enumerating its draws.

    Raises `Refused` if they have more than `MAX_SEQUENCES` sequences.
    """
    if prod(_bounds(shuffle, n, arguments)) > MAX_SEQUENCES:
        number = (
            f"more than {MAX_SEQUENCES:,} sequences of draws, too many to enumerate"
        )
        raise Refused("n", f"{shuffle.name} of {n} items has {number}.")
    return _enumerate_steps(shuffle, n, arguments)


def _enumerate_steps(
    shuffle: Shuffle, n: int, arguments: Arguments
) -> list[ShuffleStep]:
    """Return one step for the whole shuffle, by enumerating its draws, whose number may vary."""
    return [_sequence_step(bind_algorithm(shuffle, n, arguments))]


def _sequence_step(algorithm: Algorithm) -> ShuffleStep:
    """Return the probability of each order that an algorithm produces, by enumerating its draws."""
    return {
        order: probability
        for order, probability in order_probabilities(algorithm).items()
        if order is not None
    }


def _bounds(shuffle: Shuffle, n: int, arguments: Arguments) -> list[int]:
    """Return the bound of each draw of a shuffle when every draw is 0. Raises `Refused` for over 10,000 draws."""
    source = ScriptedSource(max_draws=_MAX_DRAWS_OF_A_SHUFFLE)
    try:
        bind_algorithm(shuffle, n, arguments)(source)
    except DrawLimitError:
        sentence = f"{shuffle.name} of {n} items takes more than {_MAX_DRAWS_OF_A_SHUFFLE:,} draws, or has no bound."
        raise Refused("n", sentence) from None
    return source.bounds


def method_of(shuffle: Shuffle) -> Method:
    """Return the entry of `METHODS` for a shuffle, or `BY_PASSES` if the shuffle has passes, else `BY_SEQUENCES`."""
    return METHODS.get(
        shuffle.name, BY_PASSES if "passes" in shuffle.defaults else BY_SEQUENCES
    )


BY_DRAWS = Method(draw_steps, MAX_N, _count_constant_draws)
BY_PASSES = Method(_pass_steps, max(MAX_PASSES), _count_constant_draws)
BY_SEQUENCES = Method(_sequence_steps, MAX_N, _count_constant_draws)

METHODS: Mapping[str, Method] = {
    **dict.fromkeys(
        ("fisher_yates", "durstenfeld", "inside_out", "naive_swap", "sattolo"), BY_DRAWS
    ),
    "sort_keys": Method(_key_steps, 6, _count_constant_draws),
    "random_comparator": Method(_enumerate_steps, 6, _enumerate_numbers_of_draws),
    **dict.fromkeys(
        ("rejection", "random_slot"), Method(_first_find_steps, 7, collect_coupons)
    ),
}
"""The method of a shuffle by the shuffle's name, if neither `BY_PASSES` nor `BY_SEQUENCES` is used."""
