"""How the exact distribution of each shuffle is found, and for how many items: the entries of `METHODS`.

A shuffle without an entry is enumerated in full: right for every shuffle whose bounds do not depend on what it drew
before, but it goes less far. To give it an entry, see which function of steps.py fits it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

from service.core.bias.exact import steps
from service.core.bias.exact.distributions import MAX_N, Distribution, product
from service.core.bias.exact.draws import Draws, collected, fixed
from service.core.bias.exact.enumeration import Order, Rule, ScriptedSource, UndecidedError
from service.core.bias.exact.steps import Step
from service.core.errors import Refused
from service.core.rng.sources import Source
from service.core.shuffles.algorithms import Arguments, Shuffle
from service.core.validation import check_range

MAX_PASSES: Mapping[int, int] = {1: 1_000, 2: 1_000, 3: 1_000, 4: 1_000, 5: 500, 6: 100, 7: 10}
"""The most passes that are worked out for so many items."""
MAX_SEQUENCES = 40_000
"""The most sequences of draws that are played back one by one."""

_MAX_DRAWS = 10_000  # of a single shuffle


@dataclass(frozen=True)
class Method:
    """How the distribution of 1 to `most` items is found: as the product of which steps.

    `redraws` says that the shuffle draws again what it cannot use, so that there is no bound to its draws.
    """

    steps: Callable[[Shuffle, int, Arguments], list[Step]]
    most: int
    redraws: bool = False


def exact_distribution(shuffle: Shuffle, n: int, arguments: Arguments) -> Distribution:
    """The exact distribution of a shuffle of n items; parameters left out have their defaults.

    Raises `Refused` on `n` or a parameter for what is not worked out; the sentence says what is.
    """
    arguments, method = settled(shuffle, arguments), _method(shuffle)
    if not 1 <= n <= method.most:
        raise Refused("n", f"{shuffle.name} is worked out exactly for 1 to {method.most} items, not for {n:,}.")
    if (objection := shuffle.objects(n)) is not None:
        raise Refused("n", objection)
    return product(n, method.steps(shuffle, n, arguments))


def exact_draws(shuffle: Shuffle, n: int, arguments: Arguments) -> Draws:
    """How many draws a shuffle of n items takes, for n up to 1,024 where it draws until it has found them all.

    Raises `Refused` on `n` for more, and where a shuffle takes more than 10,000 draws whatever it draws.
    """
    if _method(shuffle).redraws:
        return collected(n)
    return fixed(len(_bounds(shuffle, n, settled(shuffle, arguments))))


def settled(shuffle: Shuffle, arguments: Arguments) -> Arguments:
    """The shuffle's parameters, as given or by default. Raises `Refused` if a number is out of its range."""
    arguments = {**shuffle.defaults, **arguments}
    for parameter in shuffle.parameters:
        if not parameter.choices:
            check_range(parameter.name, arguments[parameter.name], parameter.least, parameter.most)
    return arguments


def rule_of(shuffle: Shuffle, n: int, arguments: Arguments) -> Rule:
    """The shuffle of n items as a function of the source alone."""

    def rule(source: Source) -> Order:
        return tuple(shuffle.order(n, source, n, arguments))

    return rule


def _draws(shuffle: Shuffle, n: int, arguments: Arguments) -> list[Step]:
    return steps.of_draws(rule_of(shuffle, n, arguments))


def _passes(shuffle: Shuffle, n: int, arguments: Arguments) -> list[Step]:
    passes = arguments["passes"]
    if passes > MAX_PASSES[n]:
        limits = ", ".join(f"{most:,} of {items} items" for items, most in MAX_PASSES.items() if items >= 4)
        raise Refused("passes", f"{passes:,} passes of {n} items are too many to work out; the most are {limits}.")
    return steps.of_passes(rule_of(shuffle, n, {**arguments, "passes": 1}), passes)


def _keys(shuffle: Shuffle, n: int, arguments: Arguments) -> list[Step]:
    return [steps.of_keys(rule_of(shuffle, n, arguments), n, arguments["key_bits"])]


def _first_finds(shuffle: Shuffle, n: int, arguments: Arguments) -> list[Step]:
    return [steps.of_first_finds(rule_of(shuffle, n, arguments), n)]


def _sequences(shuffle: Shuffle, n: int, arguments: Arguments) -> list[Step]:
    if prod(_bounds(shuffle, n, arguments)) > MAX_SEQUENCES:
        raise Refused(
            "n",
            f"{shuffle.name} of {n} items has more than {MAX_SEQUENCES:,} sequences of draws, too many to play back.",
        )
    return [steps.of_sequences(rule_of(shuffle, n, arguments))]


def _bounds(shuffle: Shuffle, n: int, arguments: Arguments) -> list[int]:
    source = ScriptedSource(longest=_MAX_DRAWS)
    try:
        rule_of(shuffle, n, arguments)(source)
    except UndecidedError:
        raise Refused(
            "n", f"{shuffle.name} of {n} items takes more than {_MAX_DRAWS:,} draws, if there is any bound to them."
        ) from None
    return source.bounds


def _method(shuffle: Shuffle) -> Method:
    return METHODS.get(shuffle.name, IN_FULL)


BY_DRAWS = Method(_draws, most=MAX_N)
BY_PASSES = Method(_passes, most=max(MAX_PASSES))
BY_KEYS = Method(_keys, most=6)
BY_FINDS = Method(_first_finds, most=7, redraws=True)
IN_FULL = Method(_sequences, most=MAX_N)

METHODS: Mapping[str, Method] = {
    "fisher_yates": BY_DRAWS,
    "durstenfeld": BY_DRAWS,
    "inside_out": BY_DRAWS,
    "sort_keys": BY_KEYS,
    "rejection": BY_FINDS,
    "random_slot": BY_FINDS,
    "naive_swap": BY_DRAWS,
    "sattolo": BY_DRAWS,
    "riffle": BY_PASSES,
    "overhand": BY_PASSES,
    "faro": BY_PASSES,
}
"""By the name of the shuffle."""
