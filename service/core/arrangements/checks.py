"""Rules of groups that are left to rejection: sums of a number in each group, and items in parts of the groups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import inf, lcm
from typing import Protocol

from service.core.arrangements.attributes import ListedItems, read_number
from service.core.arrangements.rules import MAX_PLACED, GroupRules, PlacedItems, SumRange
from service.core.errors import Refused

Groups = Sequence[Sequence[int]]
Paths = Sequence[tuple[str, ...]]


class Check(Protocol):
    """A rule that is checked when all groups are drawn."""

    def is_kept(self, groups: Groups) -> bool:
        """Return whether groups of items keep the rule."""


@dataclass(frozen=True, slots=True)
class SumCheck:
    """The least and the most sum of the numbers of the items in a group."""

    numbers: Sequence[int]
    least: float
    most: float

    def is_kept(self, groups: Groups) -> bool:
        numbers = self.numbers
        return all(self.least <= sum([numbers[item] for item in group]) <= self.most for group in groups)


@dataclass(frozen=True, slots=True)
class PathCheck:
    """Items in groups with different first labels, so many as `level`, or with given ones, `path`."""

    items: Sequence[int]
    paths: Paths
    level: int
    path: tuple[str, ...] | None

    def is_kept(self, groups: Groups) -> bool:
        return self.fits({item: number for number, group in enumerate(groups) for item in self.items if item in group})

    def fits(self, group_of: Mapping[int, int]) -> bool:
        """Return whether those of the items that have a group keep the rule."""
        parts = [self.paths[group_of[item]][: self.level] for item in self.items if item in group_of]
        return len({*parts}) == len(parts) if self.path is None else {self.path}.issuperset(parts)


def list_checks(items: ListedItems, rules: GroupRules, fixed: Mapping[int, int], count: int) -> Sequence[Check]:
    """Return the checks of so many groups. Raises `Refused` for impossible rules, where that is easily told."""
    sums = [_read_sum(items, one, count, f"sums[{number}]") for number, one in enumerate(rules.sums)]
    if not rules.paths and not rules.placed:
        return sums
    if len(rules.paths) != count:
        raise Refused("paths", f"There are {count:,} groups, and paths for {len(rules.paths):,}; give one for each.")
    if len({*map(len, rules.paths)}) > 1:
        raise Refused("paths", "Every group has the same number of labels.")
    placed = [_read_path(items, rules.paths, one, f"placed[{number}]") for number, one in enumerate(rules.placed)]
    if len({item for check in placed for item in check.items}) > MAX_PLACED:
        raise Refused("placed", f"No more than {MAX_PLACED} different items can be placed.")
    for number, check in enumerate(placed):
        if not check.fits(fixed):
            raise Refused(f"placed[{number}]", "The groups of fixed items are in other paths.")
    return [*sums, *placed]


def _read_sum(items: ListedItems, one: SumRange, count: int, path: str) -> SumCheck:
    numbers = items.read_numbers(one.attribute, f"{path}.attribute")
    least, most = (None if end is None else read_number(repr(end)) for end in (one.min, one.max))
    scale = lcm(*(number.denominator for number in (*numbers, least or 0, most or 0)))
    total = sum(numbers, Fraction())
    if least is not None and most is not None and least > most:
        raise Refused(f"{path}.min", f"min is {one.min!r} and max is {one.max!r}; min must not be above max.")
    for end, is_wrong in (
        (one.min, least is not None and total < least * count),
        (one.max, most is not None and total > most * count),
    ):
        if is_wrong:
            reason = f"{count:,} groups of {end!r} have another sum."
            shown = Decimal(total.numerator) / total.denominator
            raise Refused(path, f"The items have the sum {shown} of {one.attribute}; {reason}")
    return SumCheck(
        [int(number * scale) for number in numbers],
        -inf if least is None else int(least * scale),
        inf if most is None else int(most * scale),
    )


def _read_path(items: ListedItems, paths: Paths, one: PlacedItems, path: str) -> PathCheck:
    if (one.level is None) == (one.path is None):
        raise Refused(path, "Give either level or path.")
    level = one.level or len(one.path or ())
    if level > len(paths[0]):
        raise Refused(path, f"The groups have {len(paths[0])} labels in paths, fewer than {level}.")
    parts = {labels[:level] for labels in paths}
    found = [*dict.fromkeys(items.find(name, f"{path}.items[{place}]") for place, name in enumerate(one.items))]
    if one.path is not None and one.path not in parts:
        raise Refused(f"{path}.path", "No group has these labels in paths.")
    if one.path is None and len(found) > len(parts):
        raise Refused(path, f"{len(found)} items cannot be in {len(parts)} different paths.")
    return PathCheck(found, paths, level, one.path)
