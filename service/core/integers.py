"""Integers of a range: without replacement, a shuffle of the range; with replacement, independent draws (dice)."""

from dataclasses import dataclass

from service.core.errors import Refused
from service.core.permutations import Limits, Permutation, Shuffling, permute
from service.core.sources import WordSource

MAX_MAGNITUDE = 2**53 - 1
"""Larger integers are not exact in every JSON reader (RFC 8259, section 6)."""


@dataclass(frozen=True, kw_only=True)
class Range(Shuffling):
    """The integers min…max, or `count` of them."""

    min: int = 1
    max: int
    count: int | None = None
    replacement: bool = False

    @property
    def size(self) -> int:
        """How many integers the range holds."""
        return self.max - self.min + 1


def draw(asked: Range, limits: Limits) -> Permutation:
    """The integers that were asked for, as the `indices` of the answer."""
    if asked.size < 1:
        raise Refused("min", f"min is {asked.min:,} and max is {asked.max:,}; min must not be above max.")
    drawn = _independent(asked, limits) if asked.replacement else _distinct(asked, limits)
    return Permutation([asked.min + index for index in drawn.indices], drawn.draws)


def _distinct(asked: Range, limits: Limits) -> Permutation:
    if asked.count is not None and asked.count > asked.size:
        raise Refused(
            "count",
            f"{asked.count:,} different integers were asked for, but {asked.min:,} to {asked.max:,} are only "
            f"{asked.size:,}; with replacement=true they may repeat.",
        )
    return permute(asked.size, asked, limits, asked.count)


def _independent(asked: Range, limits: Limits) -> Permutation:
    for name in ("algorithm", *asked.settings):
        if name != "algorithm" or asked.algorithm is not None:
            raise Refused(name, f"With replacement=true every integer is drawn by itself; {name} does not apply.")
    count = asked.size if asked.count is None else asked.count
    limits.allow(count)
    source = WordSource(asked.reader())
    return Permutation(source.below_many(asked.size, count), source.draws)
