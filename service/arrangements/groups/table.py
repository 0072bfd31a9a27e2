"""The checked groups of a request: rules, fixed items, items that stay together, and the places of all other items."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from ...core.errors import Refused, join_words
from ..attributes import ListedItems
from ..bounded_attempts import MAX_ITEMS
from ..requested_rules import FixedItem, GroupLimit, GroupRules
from .profiles import Unit
from .rejection_checks import PathCheck, SumCheck, list_placed, read_sum
from .rules import GroupRule, GroupSizes, find_sizes, list_rules_by_field
from .search import Grouping

_MAX_SHOWN = 8  # names in a message

_Entry = TypeVar("_Entry")


class Block(NamedTuple):
    """Items that are not fixed, and the number of places for them in each group."""

    items: Sequence[int]
    places: Sequence[int]


@dataclass(frozen=True, eq=False)
class IndexedRules:
    """The rules of a request for groups of some sizes, by field, by number and by item."""

    sizes: GroupSizes
    rules_by_field: Sequence[Sequence[GroupRule]]
    """The rules of each field of the request, such as different[0]."""
    rules: Sequence[GroupRule]
    """The rules of all fields, in order: a rule's number is its position here."""
    rules_of: Sequence[Sequence[int]]
    """For each item, the numbers of its rules."""

    def count(self, items: Iterable[int]) -> Mapping[int, int]:
        """Return, by the number of the rule, how many of some items are in each rule that has any of them."""
        return Counter(number for item in items for number in self.rules_of[item])


@dataclass(frozen=True, eq=False)
class GroupTable:
    """The checked groups of a request.

    `grouping` is what is counted and searched. `grouping_of_units` is the same without rules and `placed`: attempts
    draw units by its count. Both are made when they are first needed, as plain draws need neither.
    """

    items: ListedItems
    indexed: IndexedRules
    fixed: Mapping[int, int]
    """The group, from 0, of each fixed item, and of each item that stays together with a fixed one."""
    fixed_by_group: Sequence[Sequence[int]]
    together: Sequence[Unit]
    """Units of items that are not fixed and stay together, ascending, in the order of their first items."""
    sums: Sequence[SumCheck]
    placed: Sequence[PathCheck]
    exact: Sequence[GroupRule]
    """The rules that the places of blocks keep."""
    blocks: Sequence[Block]

    @property
    def sizes(self) -> GroupSizes:
        return self.indexed.sizes

    @property
    def rules_by_field(self) -> Sequence[Sequence[GroupRule]]:
        return self.indexed.rules_by_field

    @property
    def rules(self) -> Sequence[GroupRule]:
        return self.indexed.rules

    @cached_property
    def grouping(self) -> Grouping:
        return Grouping(
            list(self.sizes), self.rules, self.fixed, self._list_units(), self.placed
        )

    @cached_property
    def grouping_of_units(self) -> Grouping:
        return replace(self.grouping, rules=(), placed=())

    @property
    def is_bounded(self) -> bool:
        """Return whether bounded attempts can draw: 2 to `MAX_ITEMS` items in groups of two; the last may have one.

        They do not know the numbers of groups, and so no rule that binds one group alone.
        """
        n = len(self.items)
        last = self.sizes.count - 1
        are_pairs = (
            self.sizes.count == n - n // 2
            and self.sizes.largest == 2
            and self.sizes[last] == 2 - n % 2
        )
        is_alike = all(rule.group is None for rule in self.rules)
        return 1 < n <= MAX_ITEMS and are_pairs and is_alike

    def _list_units(self) -> Sequence[Unit]:
        """Return the units of items that are not fixed, by their first items; each list of `together` is one unit."""
        joined = {item for unit in self.together for item in unit}
        singles = [
            (item,)
            for item in range(len(self.items))
            if item not in joined and item not in self.fixed
        ]
        return sorted([*self.together, *singles])


def resolve_groups(items: ListedItems, rules: GroupRules) -> GroupTable:
    """Return the groups of a request. Raises `Refused` if it is easy to see that no groups fulfil its rules.

    Items that stay together with a fixed item are fixed in its group as well. `placed` are the rules on paths. `exact`
    are the rules that leave no choice of places, and `blocks` their items that are not fixed, with all other items as
    the last block, each with its places in each group: of four items in two groups, where only 0 and 1 must be apart,
    the blocks are [0, 1] with the places [1, 1] and [2, 3] with [1, 1]. `together` has no unit with a fixed item.
    """
    indexed = index_rules(items, rules)
    count = indexed.sizes.count
    fixed_alone = _find_fixed(items, rules.fixed, count)
    together = _resolve_together(items, rules.together, indexed, fixed_alone)
    fixed = _fix_units(together, fixed_alone)
    fixed_by_group: list[list[int]] = [[] for _ in indexed.sizes]
    for item, group in fixed.items():
        fixed_by_group[group].append(item)
    _check_fixed(fixed_by_group, indexed)
    sums = [
        read_sum(items, sum_rule, count, f"sums[{number}]")
        for number, sum_rule in enumerate(rules.sums)
    ]
    placed = list_placed(items, rules, count)
    exact, blocks = _divide_items(indexed, fixed)
    return GroupTable(
        items=items,
        indexed=indexed,
        fixed=fixed,
        fixed_by_group=fixed_by_group,
        together=sorted(
            unit for unit in together if len(unit) > 1 and unit[0] not in fixed
        ),
        sums=sums,
        placed=placed,
        exact=exact,
        blocks=blocks,
    )


def index_rules(items: ListedItems, rules: GroupRules) -> IndexedRules:
    """Return the rules that can be broken. Raises `Refused` for a rule that no groups of these sizes fulfil."""
    n = len(items)
    sizes = find_sizes(n, rules)
    _check_groups(rules.limits, sizes.count)
    by_field = list(list_rules_by_field(items, rules))
    in_order = [rule for rules_of_field in by_field for rule in rules_of_field]
    for rule in in_order:
        _check_rule(rule, sizes)
    entries = ((rule.members, number) for number, rule in enumerate(in_order))
    return IndexedRules(sizes, by_field, in_order, list_by_item(n, entries))


def _check_groups(limits: Sequence[GroupLimit], count: int) -> None:
    """Raise `Refused` for an entry of `limits` that names a group beyond the `count` groups."""
    for number, limit in enumerate(limits):
        if limit.group is not None:
            _check_group(limit.group, count, f"limits[{number}].group")


def _check_group(group: int, count: int, path: str) -> None:
    """Raise `Refused`, naming `path`, for a group, from 1, beyond the `count` groups."""
    if group > count:
        raise Refused(path, f"There are {count:,} groups, and no group {group:,}.")


def _check_rule(rule: GroupRule, sizes: GroupSizes) -> None:
    """Raise `Refused` for a rule that no arrangement fulfils, whatever the other rules are.

    It has more items than all groups take at most, or fewer than they must have, or a group is too small for `least`.
    """
    number = len(rule.members)
    count = sizes.count
    room = rule.count_room(sizes)
    if number > room:
        where = f"{count:,} groups take at most {room:,}: {rule.most:,} in each."
        if rule.group is not None:
            where = f"{room:,} have a place: {rule.most:,} in group {rule.group + 1:,}."
        raise Refused(rule.field, f"{number:,} items have {rule.label}, and {where}")
    smallest = sizes.smallest if rule.group is None else sizes[rule.group]
    if number < rule.count_needed(sizes) or rule.least > smallest:
        where = f"each of {count:,} groups of {smallest:,} or more"
        if rule.group is not None:
            where = f"group {rule.group + 1:,} of {smallest:,}"
        reason = f"{rule.least:,} in {where} are not possible."
        raise Refused(rule.field, f"{number:,} items have {rule.label}; {reason}")


def _find_fixed(
    items: ListedItems, fixed: Sequence[FixedItem], count: int
) -> dict[int, int]:
    """Return the group, from 0, of each fixed item.

    Raises `Refused` for a group beyond the `count` groups, and for an item that is fixed in two groups.
    """
    groups: dict[int, int] = {}
    for number, entry in enumerate(fixed):
        path = f"fixed[{number}].group"
        _check_group(entry.group, count, path)
        item = items.find(entry.item, f"fixed[{number}].item")
        group = entry.group - 1
        if groups.setdefault(item, group) != group:
            raise Refused(path, f"{entry.item!r} is fixed in another group already.")
    return groups


def _resolve_together(
    items: ListedItems,
    lists: Sequence[Sequence[str]],
    indexed: IndexedRules,
    fixed: Mapping[int, int],
) -> Sequence[Unit]:
    """Return the units of items that stay together, from the names in `lists`; lists that share an item are joined.

    [["Ann", "Bob"], ["Bob", "Cem"]] gives one unit of three items. Raises `Refused` if no group can take a unit.
    """
    names: dict[int, str] = {}
    lists_of_items = []
    for place, given in enumerate(lists):
        found = {
            items.find(name, f"together[{place}][{position}]"): name
            for position, name in enumerate(given)
        }
        names |= found
        lists_of_items.append(list(found))
    units = join_lists(lists_of_items)
    for unit in units:
        _check_unit_size(unit, names, indexed.sizes.largest)
        _check_unit_groups(unit, names, fixed)
        _check_unit_rules(unit, names, indexed)
    return units


def _fix_units(units: Sequence[Unit], fixed: Mapping[int, int]) -> Mapping[int, int]:
    """Return the group of each fixed item, and of each item in a unit with one: (0, 2) and {0: 1} -> {0: 1, 2: 1}."""
    group_of = dict(fixed)
    for unit in units:
        for group in {fixed[item] for item in unit if item in fixed}:
            group_of |= dict.fromkeys(unit, group)
    return group_of


def join_lists(lists: Sequence[Sequence[int]]) -> Sequence[Unit]:
    """Return the items of lists, and join lists that share an item: [[5, 1], [2, 3], [1, 2]] -> [(1, 2, 3, 5)].

    Smaller lists move into the largest of the joined lists, so that an item moves at most as often as its list doubles.
    """
    list_of: dict[int, list[int]] = {}
    for members in lists:
        met = {id(list_of[item]): list_of[item] for item in members if item in list_of}
        largest: list[int] = max(met.values(), key=len, default=[])
        others = [
            joined_list for joined_list in met.values() if joined_list is not largest
        ]
        for joined_list in [members, *others]:
            for item in joined_list:
                if list_of.get(item) is not largest:
                    list_of[item] = largest
                    largest.append(item)
    different = {id(joined): joined for joined in list_of.values()}
    return [tuple(sorted(joined)) for joined in different.values()]


def _check_unit_size(unit: Unit, names: Mapping[int, str], size: int) -> None:
    """Raise `Refused` if more items are to be together than the largest group takes. The error says their names."""
    if len(unit) > size:
        shown = join_words([repr(names[item]) for item in unit[:_MAX_SHOWN]])
        if len(unit) > _MAX_SHOWN:
            shown += " and others"
        raise Refused(
            "together",
            f"{len(unit):,} items are to be together, {shown}; a group has {size:,} places.",
        )


def _check_unit_groups(
    unit: Unit, names: Mapping[int, str], fixed: Mapping[int, int]
) -> None:
    """Raise `Refused` if items that are to be together are fixed in different groups."""
    name_in_group = {fixed[item] + 1: names[item] for item in unit if item in fixed}
    if len(name_in_group) > 1:
        parts = [
            f"{name!r} in group {group:,}" for group, name in name_in_group.items()
        ]
        shown = join_words(parts[:_MAX_SHOWN])
        raise Refused(
            "together", f"Items that are to be together are fixed apart: {shown}."
        )


def _check_unit_rules(
    unit: Unit, names: Mapping[int, str], indexed: IndexedRules
) -> None:
    """Raise `Refused` if more of the items that are to be together are in a rule than any group may have.

    The error names one item more than a group may have. If a group may have one of the items 0, 1 and 2, it names 0
    and 1.
    """
    for number, count in indexed.count(unit).items():
        rule = indexed.rules[number]
        if rule.group is None and count > rule.most:
            members = [item for item in unit if number in indexed.rules_of[item]]
            too_many = members[: rule.most + 1]
            shown = join_words([repr(names[item]) for item in too_many[:_MAX_SHOWN]])
            reason = (
                f"a group has at most {rule.most:,} with {rule.label} ({rule.field})."
            )
            raise Refused("together", f"{shown} are to be together, but {reason}")


def _check_fixed(
    fixed_by_group: Sequence[Sequence[int]], indexed: IndexedRules
) -> None:
    """Raise `Refused` for fixed items that do not fit in their group, or break a rule there."""
    for group, fixed in enumerate(fixed_by_group):
        size = indexed.sizes[group]
        if len(fixed) > size:
            raise Refused(
                "fixed",
                f"{len(fixed):,} items are fixed in group {group + 1:,}, which has {size:,}.",
            )
        for number, count in indexed.count(fixed).items():
            rule = indexed.rules[number]
            if count > rule.get_bounds(group).most:
                raise Refused(
                    "fixed",
                    f"Group {group + 1:,} has {count:,} fixed items with {rule.label}, at most {rule.most:,}.",
                )


class _ExactRule(NamedTuple):
    """A rule, and the number of its items that each group must have."""

    rule: GroupRule
    places: Sequence[int]


def _list_exact(indexed: IndexedRules) -> Sequence[_ExactRule]:
    """Return the rules that each group keeps with one number of items only, and this number.

    Suppose that six items come to two groups, and that a group has at most two items of each rule. A rule about four
    items is exact: each group has two. A rule about two items is not: a group may have none, one or two.

    FROZEN: the order, which begins with the field with the most items in exact rules. Fields with equally many items,
    and the rules of a field, keep their order.
    """
    exact_by_field = []
    for rules_of_field in indexed.rules_by_field:
        exact = []
        for rule in rules_of_field:
            places = rule.find_exact(indexed.sizes)
            if places is not None:
                exact.append(_ExactRule(rule, places))
        exact_by_field.append(exact)
    exact_by_field.sort(key=_count_items, reverse=True)
    return [exact_rule for exact in exact_by_field for exact_rule in exact]


def _count_items(exact: Sequence[_ExactRule]) -> int:
    """Return the number of items in exact rules; an item in two rules counts twice."""
    return sum(len(exact_rule.rule.members) for exact_rule in exact)


def _divide_items(
    indexed: IndexedRules, fixed: Mapping[int, int]
) -> tuple[Sequence[GroupRule], Sequence[Block]]:
    """Return the rules that leave no choice of places, a block for the items of each, and a block for all other items.

    For four items in two groups of two, with the only rule that no group has both 0 and 1, return this rule, the block
    of [0, 1] with the places [1, 1], and the block of [2, 3] with the places [1, 1].
    """
    free_places = list(indexed.sizes)
    others = set(range(len(indexed.rules_of)))
    rules = []
    blocks = []
    for rule, places in _list_exact(indexed):
        if others.issuperset(rule.members):
            others.difference_update(rule.members)
            free_places = [
                free - taken for free, taken in zip(free_places, places, strict=True)
            ]
            rules.append(rule)
            blocks.append(_open_block(rule.members, places, fixed))
    blocks.append(_open_block(sorted(others), free_places, fixed))
    return rules, blocks


def _open_block(
    members: Sequence[int], places: Sequence[int], fixed: Mapping[int, int]
) -> Block:
    """Return the block of the members that are not fixed, without the places of fixed items.

    With the members [0, 1, 2], the places [2, 1], and item 1 fixed in group 0, return the items [0, 2] and the places
    [1, 1]. Raises `Refused` if a group has fewer places than fixed items, or fewer than 0: it names `fixed` if any item
    of the request is fixed, and otherwise `limits`.
    """
    free_places = list(places)
    for item in members:
        if item in fixed:
            free_places[fixed[item]] -= 1
    if min(free_places) < 0:
        raise Refused(
            "fixed" if fixed else "limits",
            "No arrangement fulfils these rules together.",
        )
    return Block([item for item in members if item not in fixed], free_places)


def list_by_item(
    n: int, entries: Iterable[tuple[Sequence[int], _Entry]]
) -> Sequence[Sequence[_Entry]]:
    """Return the entries of each of n items; `entries` have their members. Items without entries share one tuple.

    For three items, ((0, 2), "a") and ((2,), "b") give [["a"], (), ["a", "b"]].
    """
    lists: list[tuple[()] | list[_Entry]] = [()] * n
    for members, entry in entries:
        for item in members:
            entries_of_item = lists[item] or []
            entries_of_item.append(entry)
            lists[item] = entries_of_item
    return lists
