"""Requests of shuffles: the names and the members by which a request asks for one, and the sampler that draws it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

from ..names.suggestions import NameIndex
from .draw_requests import NAMED, Chooses, Entries, Marks, Named
from .errors import OverLimit, Refused, UnsupportedParameter
from .limits import Limits, TooMany
from .seeded_request import SeededRequest
from .shuffles.registry import DEFAULT_SHUFFLE, SHUFFLES
from .shuffles.samplers import Sampler, ShuffleSampler, describe_slowness
from .shuffles.shuffle import Arguments, Parameter, Shuffle, Uniformity
from .unknown_names import get_entry
from .value_types import MAX_MAGNITUDE, Choice, Integer

SHUFFLE_NAMES = NameIndex(SHUFFLES)


def shuffle_named(name: str) -> Shuffle:
    """Return the entry `name` of `SHUFFLES`. Raises `UnknownName`, which lists the known names."""
    return get_entry("algorithm", SHUFFLES, name)


def _find_choice(parameter: Parameter) -> Chooses | None:
    """Return how a parameter of a shuffle chooses the result, or None if it favours no order."""
    return Chooses(*parameter.biased) if parameter.biased else None


_UNFAIR = frozenset(
    name
    for name, shuffle in SHUFFLES.items()
    if shuffle.uniformity in {Uniformity.BIASED, Uniformity.DETERMINISTIC}
)
_ARGUMENTS = Entries(
    {
        parameter.name: Marks(NAMED, _find_choice(parameter))
        for shuffle in SHUFFLES.values()
        for parameter in shuffle.parameters
    }
)
"""A proof names every parameter of a shuffle, as the order depends on it."""

ALGORITHM_ALIASES = ("method", "shuffle", "type", "mode")
"""Names that callers give the parameter `algorithm` by mistake."""
COUNT_ALIASES = (
    "n",
    "num",
    "number",
    "limit",
    "size",
    "length",
    "amount",
    "quantity",
    "draw",
    "cards",
    "k",
)
"""Names that callers give the parameter `count` by mistake."""


@dataclass(frozen=True, kw_only=True)
class NamedShuffle(SeededRequest):
    """The name of a shuffle, None for the default shuffle, and the seed and the index."""

    algorithm: Annotated[
        str | None,
        Choice(
            "The shuffle.",
            SHUFFLES,
            example=DEFAULT_SHUFFLE,
            default=DEFAULT_SHUFFLE,
            aliases=ALGORITHM_ALIASES,
        ),
        NAMED,
        Chooses("A biased shuffle favours some orders.", _UNFAIR),
    ] = None


@dataclass(frozen=True, kw_only=True)
class ShuffleArguments:
    """The parameters of a shuffle that a request gives, such as `passes`, by name."""

    arguments: Annotated[Arguments, _ARGUMENTS] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ShuffleRequest(ShuffleArguments, NamedShuffle):
    """A shuffle with its parameters, its seed and its index."""

    @cached_property
    def shuffle(self) -> Shuffle:
        """Return the entry of `SHUFFLES` for the algorithm, or for the default algorithm."""
        return SHUFFLES[self.algorithm or DEFAULT_SHUFFLE]

    @cached_property
    def resolved_arguments(self) -> Arguments:
        """Return the arguments, with defaults for missing ones. Raises `Refused` for a parameter of another shuffle."""
        for name in self.arguments:
            if name not in self.shuffle.defaults:
                owners = (
                    shuffle.name
                    for shuffle in SHUFFLES.values()
                    if name in shuffle.defaults
                )
                raise UnsupportedParameter(self.shuffle.name, name, belongs_to=owners)
        return dict(self.shuffle.defaults) | dict(self.arguments)


@dataclass(frozen=True, kw_only=True)
class ResultSize:
    """The number of items that a request takes from the start of a result; None takes all items."""

    count: Annotated[
        int | None,
        Integer(
            "The number of items to return from the start of the result.",
            1,
            MAX_MAGNITUDE,
            example=5,
            default_text="all",
            response_text="The number of items in a result",
            aliases=COUNT_ALIASES,
        ),
        Named(always=True),
    ] = None


def prepare_shuffle(
    n: int,
    request: ShuffleRequest,
    limits: Limits,
    count: int | None = None,
    size: int = 0,
) -> Sampler:
    """Return the sampler to draw the first `count` (None: all) of n items, shuffled as `request` says.

    Raises `Refused` for a count above n, for a number of items that the shuffle does not take, and beyond the limits.
    """
    shuffle = request.shuffle
    arguments = request.resolved_arguments
    count = n if count is None else count
    if count > n:
        raise Refused("count", f"A count of {count:,} is more than there are: {n:,}.")
    limits.check_items(count)
    _check_range(n, shuffle, limits)
    steps = _count_steps(n, count, shuffle, arguments, limits)
    return ShuffleSampler(
        n=n,
        count=count,
        steps=steps,
        slowness=shuffle.slowness,
        block_items=shuffle.block_items,
        size=size,
        shuffle=shuffle,
        arguments=arguments,
        fits_in_memory=n <= limits.shuffled.number,
    )


def _check_range(n: int, shuffle: Shuffle, limits: Limits) -> None:
    """Raise `Refused` if a shuffle does not take n items, or needs more items in memory than the limit."""
    if not shuffle.is_sparse and n > limits.shuffled.number:
        names = " or ".join(name for name, entry in SHUFFLES.items() if entry.is_sparse)
        raise OverLimit(
            "algorithm",
            f"{shuffle.name} needs the whole range of {n:,} in memory; {limits.shuffled.describe()}. "
            f"For a few items of a large range use {names} with a count.",
        )
    message = shuffle.size_error(n)
    if message is not None:
        raise Refused("algorithm", message)


def _count_steps(
    n: int, count: int, shuffle: Shuffle, arguments: Arguments, limits: Limits
) -> float:
    """Return the expected draws or moves of one result. Raises `TooMany` for more than the operator's limit."""
    moves_of_passes = n * arguments.get("passes", 0)
    steps: float = max(shuffle.mean_draws(n, count, arguments), moves_of_passes)
    work = round(steps * shuffle.slowness)
    if work > limits.draws.number:
        unit = f"draws or moves of {shuffle.name}{describe_slowness(shuffle.slowness)}"
        raise TooMany("algorithm", work, unit, limits.draws)
    return steps
