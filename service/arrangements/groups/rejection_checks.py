"""Rules of groups that are left to rejection: sums of a number in each group, and items in parts of the groups."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import inf
from typing import NamedTuple

from ...core.errors import Refused
from ..attributes import DECIMALS, ListedItems, read_number
from ..requested_rules import MAX_PLACED, GroupRules, PlacedItems, SumRange

Groups = Sequence[Sequence[int]]
Paths = Sequence[tuple[str, ...]]


class SumCheck(NamedTuple):
    """The least and the most sum of the numbers of the items in a group."""

    field: str  # the field of the request that gives this check: "sums[0]"
    numbers: Sequence[int]  # of each item, times 10^`DECIMALS`, as `least` and `most`
    least: float
    most: float

    def is_kept(self, groups: Groups) -> bool:
        """Return whether each group has such a sum; `groups` has their items."""
        numbers = self.numbers
        return all(
            self.least <= sum([numbers[item] for item in group]) <= self.most
            for group in groups
        )


class PathCheck(NamedTuple):
    """Items that must be in groups with different first `level` labels, or with the first labels `path`."""

    field: str  # the field of the request that gives this check: "placed[0]"
    items: Sequence[int]
    paths: Paths  # the labels of each group
    level: int
    path: tuple[str, ...] | None

    def is_kept(self, groups: Groups) -> bool:
        """Return whether groups keep the rule; `groups` has their items."""
        return self.fits(
            {
                item: number
                for number, group in enumerate(groups)
                for item in self.items
                if item in group
            }
        )

    def fits(self, group_of: Mapping[int, int]) -> bool:
        """Return whether the items that already have a group keep the rule."""
        parts = [
            self.paths[group_of[item]][: self.level]
            for item in self.items
            if item in group_of
        ]
        if self.path is None:
            return len(set(parts)) == len(parts)
        return all(part == self.path for part in parts)


def list_placed(
    items: ListedItems, rules: GroupRules, count: int
) -> Sequence[PathCheck]:
    """Return the checks of paths of `count` groups. Raises `Refused` for an entry that no groups can keep."""
    if not rules.paths and not rules.placed:
        return []
    if len(rules.paths) != count:
        raise Refused(
            "paths",
            f"There are {count:,} groups, and paths for {len(rules.paths):,}; give one for each.",
        )
    if len(set(map(len, rules.paths))) > 1:
        raise Refused("paths", "Every group has the same number of labels.")
    placed = [
        _read_path(items, rules.paths, entry, f"placed[{number}]")
        for number, entry in enumerate(rules.placed)
    ]
    if len({item for check in placed for item in check.items}) > MAX_PLACED:
        raise Refused(
            "placed", f"No more than {MAX_PLACED} different items can be placed."
        )
    return placed


def read_sum(
    items: ListedItems, sum_range: SumRange, count: int, path: str
) -> SumCheck:
    """Return the check of an entry of `sums` at a path. Raises `Refused` if `count` groups cannot have such sums."""
    numbers = items.read_numbers(sum_range.attribute, f"{path}.attribute")
    least = -inf if sum_range.min is None else read_number(repr(sum_range.min))
    most = inf if sum_range.max is None else read_number(repr(sum_range.max))
    if least is None or most is None:
        raise Refused(path, f"min and max have up to {DECIMALS} decimals.")
    if not count * least <= sum(numbers) <= count * most:
        shown = Decimal(sum(numbers)) / 10**DECIMALS
        raise Refused(
            path,
            f"The items have the sum {shown} of {sum_range.attribute}, which {count:,} such groups do not have.",
        )
    return SumCheck(path, numbers, least, most)


def _read_path(
    items: ListedItems, paths: Paths, entry: PlacedItems, path: str
) -> PathCheck:
    """Return the check of an entry of `placed` at a path. Raises `Refused` if no groups with these `paths` keep it."""
    if (entry.level is None) == (entry.path is None):
        raise Refused(path, "Give either level or path.")
    level = entry.level or len(entry.path or ())
    if level > len(paths[0]):
        raise Refused(path, f"Groups have fewer than {level} labels in paths.")
    parts = {labels[:level] for labels in paths}
    named = [
        items.find(name, f"{path}.items[{place}]")
        for place, name in enumerate(entry.items)
    ]
    found = list(dict.fromkeys(named))  # each once
    if entry.path is not None and entry.path not in parts:
        raise Refused(f"{path}.path", "No group has these labels in paths.")
    if entry.path is None and len(found) > len(parts):
        raise Refused(
            path, f"{len(found)} items cannot be in {len(parts)} different paths."
        )
    return PathCheck(path, found, paths, level, entry.path)
