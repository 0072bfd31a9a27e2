"""Bounds of groups that are filled item by item: how many of some items come to a group, or to a part of the groups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .rejection_checks import PathCheck
from .rules import GroupRule, Range
from .table import GroupTable


@dataclass(frozen=True, eq=False)
class Bound:
    """A set of items: each column takes a number of them in the range of the column.

    `has_least` says whether some column must take one.
    """

    members: int  # a bit for each item
    ranges: Mapping[int, Range]  # by the column
    has_least: bool


class Columns(NamedTuple):
    """The columns of a request: each group, by its number, then each part of several groups that `placed` names."""

    groups_in: Sequence[int]
    """For each column, a bit for each of its groups."""
    bounds: Sequence[Bound]
    """The bounds of blocks, of rules, and of entries of `placed`."""
    labels: Sequence[tuple[str, ...]]
    """For each group, its labels as far as entries of `placed` compare parts of several groups."""


def list_columns(table: GroupTable) -> Columns:
    """Return the columns and the bounds of groups: of the blocks, of the rules, then of the entries of `placed`.

    With three items in two groups with 2 places and 1 place, and a rule that the items 0 and 1 are apart, there are two
    columns. The rule is exact: its block has one place in each group, and item 2 has the place left in group 0.
    """
    sizes = list(table.sizes)
    bounds = [
        _build_bound(
            block.items, {group: Range(n, n) for group, n in enumerate(block.places)}
        )
        for block in table.blocks
    ]
    known: dict[tuple[object, ...], Mapping[int, Range]] = {}
    for rule in table.rules:
        kind = len(rule.members), rule.least, rule.most, rule.group
        if kind not in known:
            known[kind] = _find_ranges(rule, sizes)
        bounds.append(_build_bound(rule.members, known[kind]))
    groups_in = [1 << group for group in range(len(sizes))]
    labels: Sequence[tuple[str, ...]] = [()] * len(sizes)
    level = 0
    for check in table.placed:
        groups_of = _find_parts(check)
        groups_in += [part for part in groups_of.values() if part not in groups_in]
        column_of = {part: groups_in.index(groups_of[part]) for part in groups_of}
        bounds.append(_build_bound(check.items, _find_placed_ranges(check, column_of)))
        if check.level > level and len(groups_of) < len(sizes):
            level = check.level
            labels = [path[:level] for path in check.paths]
    return Columns(groups_in, bounds, labels)


def _build_bound(items: Sequence[int], ranges: Mapping[int, Range]) -> Bound:
    """Return the bound of some items with these ranges."""
    members = sum(1 << item for item in items)
    return Bound(members, ranges, any(limit.least for limit in ranges.values()))


def _find_ranges(rule: GroupRule, sizes: Sequence[int]) -> Mapping[int, Range]:
    """Return, by the group, how many items of a rule it takes; a group takes at least what all others leave."""
    bounds = [rule.get_bounds(group) for group in range(len(sizes))]
    most = [min(bound.most, size) for bound, size in zip(bounds, sizes, strict=True)]
    spare = sum(most) - len(rule.members)
    return {
        group: Range(max(bounds[group].least, room - spare), room)
        for group, room in enumerate(most)
    }


def _find_parts(check: PathCheck) -> Mapping[tuple[str, ...], int]:
    """Return, by the labels of each part that an entry of `placed` compares, a bit for each of its groups."""
    groups_of: dict[tuple[str, ...], int] = {}
    for group, path in enumerate(check.paths):
        part = path[: check.level]
        groups_of[part] = groups_of.get(part, 0) | 1 << group
    return groups_of


def _find_placed_ranges(
    check: PathCheck, column_of: Mapping[tuple[str, ...], int]
) -> Mapping[int, Range]:
    """Return, by the part, how many items of an entry of `placed` it takes: all or none of a path, else at most one."""
    count = len(check.items)
    least = max(0, count - len(column_of) + 1)
    ranges = {}
    for part, column in column_of.items():
        if check.path is None:
            ranges[column] = Range(least, 1)
        elif part == check.path:
            ranges[column] = Range(count, count)
        else:
            ranges[column] = Range(0, 0)
    return ranges
