"""From what a request asks of a shuffle to a permutation of 0…n-1, within the limits that the operator set."""

from dataclasses import dataclass, field

from service.core.algorithms import Settings, Shuffle
from service.core.errors import Refused, TooMany
from service.core.shuffles import SHUFFLES
from service.core.sources import WordSource
from service.core.streams import Randomness

DEFAULT_SHUFFLE = next(iter(SHUFFLES))


@dataclass(frozen=True)
class Limits:
    """How much one request may ask for."""

    items: int = 1_000_000  # in an answer
    shuffled: int = 1_000_000  # held in memory by a shuffle that needs its whole range
    draws: int = 20_000_000  # made, or places moved, by one shuffle

    def allow(self, items: int, field: str = "count") -> None:
        """Raise `TooMany`, on account of that field, if an answer of so many items is too large."""
        if items > self.items:
            raise TooMany(field, items, "items", self.items, "MAX_ITEMS")


@dataclass(frozen=True, kw_only=True)
class Shuffling(Randomness):
    """What a request says of the shuffle: which one, with what of its own parameters, on which words."""

    algorithm: str | None = None
    settings: Settings = field(default_factory=dict)

    @property
    def shuffle(self) -> Shuffle:
        """The entry of the table that was asked for."""
        return SHUFFLES[self.algorithm or DEFAULT_SHUFFLE]

    @property
    def settled(self) -> Settings:
        """The shuffle's own parameters, as given or by default. Raises `Refused` if one is not its own."""
        for name in self.settings:
            if name not in self.shuffle.defaults:
                owners = ", ".join(other.name for other in SHUFFLES.values() if name in other.defaults)
                raise Refused(name, f"{self.shuffle.name} does not take {name}; it belongs to {owners}.")
        return {**self.shuffle.defaults, **self.settings}


@dataclass(frozen=True)
class Permutation:
    """The first items of a permutation of 0…n-1, and how many draws it took."""

    indices: list[int]
    draws: int


def permute(n: int, asked: Shuffling, limits: Limits, count: int | None = None) -> Permutation:
    """The first `count` (all, if None) of 0…n-1 in random order. Raises `Refused` where the limits are passed."""
    shuffle, settings = asked.shuffle, asked.settled
    count = n if count is None else count
    if count > n:
        raise Refused("count", f"{count:,} items were asked for, but there are only {n:,}.")
    limits.allow(count)
    if shuffle.sparse is None and n > limits.shuffled:
        others = " or ".join(other.name for other in SHUFFLES.values() if other.sparse)
        raise Refused(
            "algorithm",
            f"{shuffle.name} needs the whole range of {n:,} in memory; the limit here is {limits.shuffled:,} "
            f"(the operator's MAX_SHUFFLED). For a few items of a large range use {others} with a count.",
        )
    work = max(shuffle.expect(n, count, settings), n * settings.get("passes", 0))
    if work > limits.draws:
        raise TooMany("algorithm", round(work), f"draws or moves of {shuffle.name}", limits.draws, "MAX_DRAWS")
    source = WordSource(asked.reader())
    return Permutation(shuffle.order(n, source, count, settings), source.draws)
