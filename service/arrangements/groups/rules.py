"""The rules of groups, as sets of items: how many items of each set a group has (docs/definitions/rules.md)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from ...core.errors import Refused
from ..attributes import ListedItems, find_text
from ..requested_rules import GroupLimit, GroupRules

_MAX_KNOWN = 5  # values in a message


class GroupSizes:
    """The sizes of groups, in the order of the groups."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sizes
        self._groups_by_size = Counter(sizes)
        self.count = len(sizes)
        self.total = sum(sizes)
        self.smallest = min(sizes)
        self.largest = max(sizes)

    def __getitem__(self, group: int) -> int:
        return self._sizes[group]

    def __iter__(self) -> Iterator[int]:
        return iter(self._sizes)

    def split(self, items: Sequence[int]) -> list[Sequence[int]]:
        """Return the items of each group from all items in order: for sizes 2 and 1, [4, 0, 2] -> [[4, 0], [2]]."""
        return [items[places] for places in self._places]

    @cached_property
    def _places(self) -> list[slice]:
        """Return where the items of each group are in the items of all groups: 0:2 and 2:3 for the sizes 2 and 1."""
        ends = accumulate(self, initial=0)
        return [slice(start, end) for start, end in pairwise(ends)]

    def count_room(self, most: int) -> int:
        """Return the number of items that all groups take together if each takes at most `most`."""
        by_size = self._groups_by_size.items()
        return sum(groups * min(most, size) for size, groups in by_size)


class Range(NamedTuple):
    """The least and the most number of some items in a group."""

    least: int
    most: int


@dataclass(frozen=True, eq=False)
class GroupRule:
    """A set of items: a group has at least `least` and at most `most` of them."""

    members: tuple[int, ...]
    least: int
    most: int
    field: str  # the field of the request that gives the rule: "limits[0]"
    label: str  # what the items have, in a message: "colour 'red'"
    attribute: str | None = None
    """The attribute of an entry of `limits`; None for a rule of another field."""
    group: int | None = None
    """The only group that the rule binds, from 0; None if it binds every group."""

    def get_bounds(self, group: int) -> Range:
        """Return the least and the most of the items in a group."""
        if self.group is None or self.group == group:
            return Range(self.least, self.most)
        return Range(0, len(self.members))

    def count_room(self, sizes: GroupSizes) -> int:
        """Return the number of the items that all groups take together if each takes as many as it may."""
        if self.group is None:
            return sizes.count_room(self.most)
        size = sizes[self.group]
        return sizes.total - size + min(self.most, size)

    def count_needed(self, sizes: GroupSizes) -> int:
        """Return the number of the items that all groups need together."""
        return self.least if self.group is not None else self.least * sizes.count

    def find_exact(self, sizes: GroupSizes) -> Sequence[int] | None:
        """Return how many of the items each group must have; None if the numbers vary."""
        bounds = map(self.get_bounds, range(sizes.count))
        if len(self.members) == self.count_room(sizes):
            numbers = [each.most for each in bounds]
        elif len(self.members) == self.count_needed(sizes):
            numbers = [each.least for each in bounds]
        else:
            return None
        return [min(number, size) for number, size in zip(numbers, sizes, strict=True)]


def spread_evenly(n: int, count: int) -> GroupSizes:
    """Return the sizes of `count` groups of n items: the first n mod `count` groups have one item more than the others.

    The sizes of 11 items in 3 groups are 4, 4 and 3.
    """
    smaller = n // count
    larger = n % count
    return GroupSizes([smaller + 1] * larger + [smaller] * (count - larger))


def find_sizes(n: int, rules: GroupRules) -> GroupSizes:
    """Return the sizes of groups of n items. Raises `Refused` unless one field of the request gives them."""
    if rules.sizes:
        _check_sizes(n, rules)
        return GroupSizes(rules.sizes)
    return spread_evenly(n, _count_groups(n, rules))


def _check_sizes(n: int, rules: GroupRules) -> None:
    """Raise `Refused` for sizes beside another number of groups, and for sizes that are not those of n items."""
    for name in ("groups", "group_size"):
        if getattr(rules, name) is not None:
            raise Refused(
                name, f"sizes say how many groups there are; leave {name} out."
            )
    total = sum(rules.sizes)
    if total != n:
        raise Refused(
            "sizes", f"The sizes add up to {total:,}, and there are {n:,} items."
        )


def _count_groups(n: int, rules: GroupRules) -> int:
    """Return the number of groups of n items. Raises `Refused` unless `groups` or `group_size` gives the number."""
    if (rules.groups is None) == (rules.group_size is None):
        given = (
            "are given; leave one out"
            if rules.groups
            else "are missing; give one of them"
        )
        raise Refused("groups", f"groups and group_size {given}.")
    if rules.groups is not None:
        if rules.groups > n:
            raise Refused(
                "groups",
                f"{rules.groups:,} groups of {n:,} items would leave some empty.",
            )
        return rules.groups
    size = rules.group_size or 1  # it is given
    if n % size or not n:
        raise Refused(
            "group_size",
            f"{n:,} items make no groups of {size:,}; with `groups` sizes may differ by one.",
        )
    return n // size


def list_rules_by_field(
    items: ListedItems, rules: GroupRules
) -> Iterator[Sequence[GroupRule]]:
    """Yield the rules of each field, such as different[0] or apart[1]. Leave out rules that no group can break.

    A list of one name gives no rule. For items of the pots 1, 1 and 2 and the attribute "pot", the rules of
    different[0] are [GroupRule((0, 1), 0, 1, "different[0]", "pot '1'")]: at most one of the first two items in a
    group.

    FROZEN: the order.
    """
    for number, attribute in enumerate(rules.different):
        path = f"different[{number}]"
        yield _list_rules(items.group_by(attribute, path), 0, 1, path, attribute)
    for number, limit in enumerate(rules.limits):
        yield _list_limit(items, limit, f"limits[{number}]")
    for number, names in enumerate(rules.apart):
        path = f"apart[{number}]"
        found = {
            items.find(name, f"{path}[{place}]") for place, name in enumerate(names)
        }
        yield _keep_apart(found, path)
    for number, names in enumerate(rules.met):
        path = f"met[{number}]"
        yield _keep_apart({items.find(name, path) for name in names}, path)


def _list_limit(
    items: ListedItems, limit: GroupLimit, path: str
) -> Sequence[GroupRule]:
    """Return the rules of an entry of `limits`: for its value, or for each value of its attribute.

    Raises `Refused` for a min above 0 of a value that no item has, and for a min above max.
    """
    values = items.group_by(limit.attribute, f"{path}.attribute")
    if limit.value is not None:
        value = find_text(limit.value, values)
        if value not in values and limit.min:
            known = ", ".join(list(values)[:_MAX_KNOWN])
            raise Refused(
                f"{path}.value",
                f"No item has {limit.attribute} {limit.value!r}; they have {known}.",
            )
        values = {value: values.get(value, ())}
    most = len(items) if limit.max is None else limit.max
    if limit.min > most:
        raise Refused(
            f"{path}.min",
            f"min is {limit.min:,} and max is {most:,}; min must not be above max.",
        )
    group = None if limit.group is None else limit.group - 1
    return [
        replace(rule, attribute=limit.attribute, group=group)
        for rule in _list_rules(values, limit.min, most, path, limit.attribute)
    ]


def _keep_apart(members: Collection[int], path: str) -> Sequence[GroupRule]:
    """Return the rule that no two of some items are in one group, or no rule if there is only one item."""
    if len(members) < 2:
        return []
    return [GroupRule(tuple(sorted(members)), 0, 1, path, f"a name in {path}")]


def _list_rules(
    values: Mapping[str, Sequence[int]],
    least: int,
    most: int,
    field: str,
    attribute: str,
) -> Sequence[GroupRule]:
    """Return a rule for each value, about the items with the value. Leave out rules that no group can break.

    {"red": [0, 2], "blue": [1]}, 0 and 1, at "different[0]" of "colour", gives one rule about the items 0 and 2.
    """
    return [
        GroupRule(tuple(indices), least, most, field, f"{attribute} {text!r}")
        for text, indices in values.items()
        if least or len(indices) > most
    ]
