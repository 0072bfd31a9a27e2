"""The method that computes the exact distribution of each shuffle, and its limits: the entries of `METHODS`.

A shuffle without an entry is enumerated in full. That is correct for every shuffle whose bounds do not depend on its
earlier draws, but feasible for fewer items. To add an entry, choose the function of steps.py that fits the shuffle.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

from service.core.bias.exact import steps
from service.core.bias.exact.distributions import MAX_N, Distribution, compose_steps
from service.core.bias.exact.draws import Draws, coupon_collector_draws, fixed_draws
from service.core.bias.exact.enumeration import DrawLimitError, Order, Rule, ScriptedSource
from service.core.bias.exact.steps import Step
from service.core.errors import Refused
from service.core.rng.sources import Source
from service.core.shuffles.algorithms import Arguments, Shuffle
from service.core.validation import check_range

MAX_PASSES: Mapping[int, int] = {1: 1_000, 2: 1_000, 3: 1_000, 4: 1_000, 5: 500, 6: 100, 7: 10}
"""The maximum number of passes for each number of items."""
MAX_SEQUENCES = 40_000
"""The maximum number of sequences of draws that are enumerated."""

_MAX_DRAWS = 10_000  # of a single shuffle


@dataclass(frozen=True)
class Method:
    """A method for 1 to `max_n` items: a function that returns the steps whose composition is the distribution.

    `is_coupon_collector` marks shuffles that draw until every value has appeared: their draws have no bound.
    """

    steps: Callable[[Shuffle, int, Arguments], list[Step]]
    max_n: int
    is_coupon_collector: bool = False


def exact_distribution(shuffle: Shuffle, n: int, arguments: Arguments) -> Distribution:
    """Return the exact distribution of a shuffle of n items; missing arguments have their defaults.

    Raises `Refused` on `n` or an argument beyond the limits of the shuffle's method.
    """
    arguments, method = resolve_arguments(shuffle, arguments), _method(shuffle)
    if not 1 <= n <= method.max_n:
        raise Refused(
            "n", f"The exact bias of {shuffle.name} is computed for 1 to {method.max_n} items, not for {n:,}."
        )
    if (message := shuffle.size_error(n)) is not None:
        raise Refused("n", message)
    return compose_steps(n, method.steps(shuffle, n, arguments))


def exact_draws(shuffle: Shuffle, n: int, arguments: Arguments) -> Draws:
    """Return the number of draws of a shuffle of n items.

    Raises `Refused` on `n` for a coupon collector of more than 1,024 items, and for a shuffle of more than 10,000
    draws.
    """
    if _method(shuffle).is_coupon_collector:
        return coupon_collector_draws(n)
    return fixed_draws(len(_bounds(shuffle, n, resolve_arguments(shuffle, arguments))))


def resolve_arguments(shuffle: Shuffle, arguments: Arguments) -> Arguments:
    """Return the arguments with the shuffle's defaults. Raises `Refused` for a number out of its range."""
    arguments = {**shuffle.defaults, **arguments}
    for parameter in shuffle.parameters:
        if not parameter.choices:
            check_range(parameter.name, arguments[parameter.name], parameter.min, parameter.max)
    return arguments


def bind_rule(shuffle: Shuffle, n: int, arguments: Arguments) -> Rule:
    """Return the shuffle of n items as a function of the source alone."""

    def rule(source: Source) -> Order:
        return tuple(shuffle.draw(n, source, n, arguments))

    return rule


def _draw_steps(shuffle: Shuffle, n: int, arguments: Arguments) -> list[Step]:
    return steps.draw_steps(bind_rule(shuffle, n, arguments))


def _pass_steps(shuffle: Shuffle, n: int, arguments: Arguments) -> list[Step]:
    passes = arguments["passes"]
    if passes > MAX_PASSES[n]:
        limits = ", ".join(f"{limit:,} of {items} items" for items, limit in MAX_PASSES.items() if items >= 4)
        raise Refused("passes", f"{passes:,} passes of {n} items are too many; the limits are {limits}.")
    return steps.pass_steps(bind_rule(shuffle, n, {**arguments, "passes": 1}), passes)


def _key_steps(shuffle: Shuffle, n: int, arguments: Arguments) -> list[Step]:
    return [steps.key_step(bind_rule(shuffle, n, arguments), n, arguments["key_bits"])]


def _first_find_steps(shuffle: Shuffle, n: int, arguments: Arguments) -> list[Step]:
    return [steps.first_find_step(bind_rule(shuffle, n, arguments), n)]


def _sequence_steps(shuffle: Shuffle, n: int, arguments: Arguments) -> list[Step]:
    if prod(_bounds(shuffle, n, arguments)) > MAX_SEQUENCES:
        raise Refused(
            "n",
            f"{shuffle.name} of {n} items has more than {MAX_SEQUENCES:,} sequences of draws, too many to enumerate.",
        )
    return [steps.sequence_step(bind_rule(shuffle, n, arguments))]


def _bounds(shuffle: Shuffle, n: int, arguments: Arguments) -> list[int]:
    """Return the bounds of the draws of a shuffle that draws zeros only."""
    source = ScriptedSource(max_draws=_MAX_DRAWS)
    try:
        bind_rule(shuffle, n, arguments)(source)
    except DrawLimitError:
        raise Refused(
            "n", f"{shuffle.name} of {n} items takes more than {_MAX_DRAWS:,} draws, or has no bound."
        ) from None
    return source.bounds


def _method(shuffle: Shuffle) -> Method:
    return METHODS.get(shuffle.name, BY_SEQUENCES)


BY_DRAWS = Method(_draw_steps, MAX_N)
BY_PASSES = Method(_pass_steps, max(MAX_PASSES))
BY_KEYS = Method(_key_steps, 6)
BY_FIRST_FINDS = Method(_first_find_steps, 7, is_coupon_collector=True)
BY_SEQUENCES = Method(_sequence_steps, MAX_N)

METHODS: Mapping[str, Method] = {
    "fisher_yates": BY_DRAWS,
    "durstenfeld": BY_DRAWS,
    "inside_out": BY_DRAWS,
    "sort_keys": BY_KEYS,
    "rejection": BY_FIRST_FINDS,
    "random_slot": BY_FIRST_FINDS,
    "naive_swap": BY_DRAWS,
    "sattolo": BY_DRAWS,
    "riffle": BY_PASSES,
    "overhand": BY_PASSES,
    "faro": BY_PASSES,
}
"""The method for each shuffle, by name."""
