"""Rules of groups that are left to rejection: sums of a number in each group, and items in parts of the groups."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import inf
from typing import NamedTuple

from ...core.errors import Refused
from ..attributes import DECIMALS, ListedItems, read_number
from ..requested_rules import MAX_PLACED, GroupRules, PlacedItems, SumRange

Groups = Sequence[Sequence[int]]
"""The items of each group."""
Paths = Sequence[tuple[str, ...]]
"""The labels of each group, from the largest part to the smallest: ("left", "1") for the first quarter of a draw."""


class SumCheck(NamedTuple):
    """The least and the most sum of the numbers of the items in a group."""

    field: str  # the field of the request that gives this check: "sums[0]"
    numbers: Sequence[int]  # of each item, times 10^`DECIMALS`, as `least` and `most`
    least: float
    most: float

    def is_kept(self, groups: Groups) -> bool:
        """Return whether each group has such a sum."""
        numbers = self.numbers
        return all(
            self.least <= sum([numbers[item] for item in group]) <= self.most
            for group in groups
        )


class PathCheck(NamedTuple):
    """Items that must be in groups with different first labels (`path` is None), or with the first labels `path`.

    The first `level` labels of a group are compared. With the level 1, no two of the items come to the groups
    ("left", "1") and ("left", "2"); with the path ("left",), all of them come to such groups.
    """

    field: str  # the field of the request that gives this check: "placed[0]"
    items: Sequence[int]
    paths: Paths
    level: int
    path: tuple[str, ...] | None

    def is_kept(self, groups: Groups) -> bool:
        """Return whether groups keep the rule. Items that are in no group do not matter."""
        return self.fits(
            {
                item: number
                for number, group in enumerate(groups)
                for item in self.items
                if item in group
            }
        )

    def fits(self, group_of: Mapping[int, int]) -> bool:
        """Return whether the items that already have a group, by `group_of`, keep the rule."""
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
    """Return the checks of the entries of `placed`, for `count` groups.

    Raises `Refused` unless `paths` has as many labels for each group, for more than `MAX_PLACED` items, and for an
    entry that no groups can keep.
    """
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
        _read_placed(items, rules.paths, entry, f"placed[{number}]")
        for number, entry in enumerate(rules.placed)
    ]
    if len({item for check in placed for item in check.items}) > MAX_PLACED:
        raise Refused(
            "placed", f"No more than {MAX_PLACED} different items can be placed."
        )
    return placed


def read_sum(
    items: ListedItems, sum_range: SumRange, count: int, field: str
) -> SumCheck:
    """Return the check of an entry of `sums`; `field` is the path of the entry in the request, such as "sums[0]".

    Raises `Refused` for a min or max of too many decimals, and if the sum of all items is too small or too large for
    `count` groups with such sums.
    """
    numbers = items.read_numbers(sum_range.attribute, f"{field}.attribute")
    least = -inf if sum_range.min is None else read_number(repr(sum_range.min))
    most = inf if sum_range.max is None else read_number(repr(sum_range.max))
    if least is None or most is None:
        raise Refused(field, f"min and max have up to {DECIMALS} decimals.")
    if not count * least <= sum(numbers) <= count * most:
        shown = Decimal(sum(numbers)) / 10**DECIMALS
        raise Refused(
            field,
            f"The items have the sum {shown} of {sum_range.attribute}, which {count:,} such groups do not have.",
        )
    return SumCheck(field, numbers, least, most)


def _read_placed(
    items: ListedItems, paths: Paths, entry: PlacedItems, field: str
) -> PathCheck:
    """Return the check of an entry of `placed`; `field` is the path of the entry in the request, such as "placed[0]".

    For the items Ann and Bob at the level 1 return PathCheck("placed[0]", [0, 1], paths, 1, None): the first labels of
    their groups must differ. With a path in place of a level, all items must be in groups whose first labels it is.
    Raises `Refused` if no groups with the labels `paths` keep it.
    """
    if (entry.level is None) == (entry.path is None):
        raise Refused(field, "Give either level or path.")
    level = entry.level or len(entry.path or ())
    if level > len(paths[0]):
        raise Refused(field, f"Groups have fewer than {level} labels in paths.")
    parts = {labels[:level] for labels in paths}
    named = [
        items.find(name, f"{field}.items[{place}]")
        for place, name in enumerate(entry.items)
    ]
    found = list(dict.fromkeys(named))  # each once
    if entry.path is not None and entry.path not in parts:
        raise Refused(f"{field}.path", "No group has these labels in paths.")
    if entry.path is None and len(found) > len(parts):
        raise Refused(
            field, f"{len(found)} items cannot be in {len(parts)} different paths."
        )
    return PathCheck(field, found, paths, level, entry.path)
