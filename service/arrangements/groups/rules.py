"""The rules of groups, as sets of items: how many items of each set a group has (docs/definitions/rules.md)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from ...core.errors import Refused
from ..attributes import ListedItems, find_text
from ..requested_rules import GroupLimit, GroupRules

_MAX_KNOWN = 5  # values in a message


class GroupSizes:
    """The sizes of groups of n items: the first n mod `count` groups have one item more than all later groups.

    The sizes of 11 items in 3 groups are 4, 4 and 3, so `smallest` is 3, and 2 groups are `larger`.
    """

    def __init__(self, n: int, count: int) -> None:
        self.count = count
        self.smallest = n // count
        self.larger = n % count

    def __getitem__(self, group: int) -> int:
        return self.smallest + (group < self.larger)

    def __iter__(self) -> Iterator[int]:
        return map(self.__getitem__, range(self.count))

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
        smaller = self.count - self.larger
        in_smaller = smaller * min(most, self.smallest)
        in_larger = self.larger * min(most, self.smallest + 1)
        return in_smaller + in_larger


@dataclass(frozen=True, eq=False)
class GroupRule:
    """A set of items: a group has at least `least` and at most `most` of them."""

    members: tuple[int, ...]
    least: int
    most: int
    field: str  # the field of the request that gives the rule: "limits[0]"
    label: str  # what the items have, in a message: "colour 'red'"

    def count_exact(self, sizes: GroupSizes) -> int | None:
        """Return how many of the items each group must have, or its size if that is less; None if the number varies."""
        if len(self.members) == sizes.count_room(self.most):
            return self.most
        return self.least if len(self.members) == self.least * sizes.count else None


def count_groups(n: int, rules: GroupRules) -> int:
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

    Raises `Refused` for a value that no item has, and for a min above max.
    """
    values = items.group_by(limit.attribute, f"{path}.attribute")
    if limit.value is not None:
        value = find_text(limit.value, values)
        if value not in values:
            known = ", ".join(list(values)[:_MAX_KNOWN])
            raise Refused(
                f"{path}.value",
                f"No item has {limit.attribute} {limit.value!r}; they have {known}.",
            )
        values = {value: values[value]}
    most = len(items) if limit.max is None else limit.max
    if limit.min > most:
        raise Refused(
            f"{path}.min",
            f"min is {limit.min:,} and max is {most:,}; min must not be above max.",
        )
    return _list_rules(values, limit.min, most, path, limit.attribute)


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
