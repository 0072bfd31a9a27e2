"""Integers of a range: without replacement, a shuffle of the range; with replacement, independent draws (dice)."""

from dataclasses import dataclass

from service.core.errors import Refused
from service.core.shuffles.plans import Limits, Plan, Shuffling, plan

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


def plan_range(asked: Range, limits: Limits) -> Plan:
    """To draw the integers that were asked for, as places in the range. Raises `Refused` where that cannot be."""
    if asked.size < 1:
        raise Refused(
            "min", f"min (1 by default) is {asked.min:,} and max is {asked.max:,}; min must not be above max."
        )
    if not asked.replacement and asked.count is not None and asked.count > asked.size:
        raise Refused(
            "count",
            f"{asked.count:,} different integers were asked for, but {asked.min:,} to {asked.max:,} are only "
            f"{asked.size:,}; with replacement=true they may repeat.",
        )
    return _independent(asked, limits) if asked.replacement else plan(asked.size, asked, limits, asked.count)


def _independent(asked: Range, limits: Limits) -> Plan:
    given = [name for name in ("algorithm", *asked.arguments) if name in asked.arguments or asked.algorithm]
    for name in given:
        raise Refused(name, f"With replacement=true every integer is drawn by itself; {name} does not apply.")
    count = asked.size if asked.count is None else asked.count
    limits.allow(count)
    # Where a word is drawn again in one result of a hundred, it no longer pays to do many at once.
    rarely_redrawn = asked.size * count * 100 < 2**32
    return Plan(
        asked,
        asked.size,
        count,
        count,
        take=lambda source: source.below_many(asked.size, count),
        together=(lambda sources: sources.below_many(asked.size, count)) if rarely_redrawn else None,
    )
