"""The groups of a request, checked: their rules, who is fixed where, who stays together, and the places of the rest."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from ..core.errors import Refused, join_words
from .attributes import ListedItems
from .bounded import MAX_ITEMS
from .checks import list_placed, read_sum
from .counting import Unit
from .group_rules import GroupRule, GroupSizes, count_groups, list_sources
from .group_search import Grouping
from .rules import FixedItem, GroupRules

_MAX_SHOWN = 8  # names in a message

_Entry = TypeVar("_Entry")


class Block(NamedTuple):
    """Items that are not fixed, and the number of places for them in each group."""

    items: Sequence[int]
    places: Sequence[int]


class GroupTable:
    """The groups of a request: their sizes, the rules by their sources, the fixed items, and the blocks of items.

    `fixed` has the group, from 0, of each fixed item; `rules_of` the numbers of the rules of each item; `together` the
    lists of items that are not fixed and stay in one group; `sums` and `placed` the checks of finished arrangements.
    `grouping` is what is counted, `grouping_of_units` without rules; draws that need no count make neither.
    """

    def __init__(self, items: ListedItems, rules: GroupRules) -> None:
        self.items, self.sizes = (
            items,
            GroupSizes(len(items), count_groups(len(items), rules)),
        )
        self.sources = list(list_sources(items, rules))
        self.rules = [rule for source in self.sources for rule in source]
        for rule in self.rules:
            self._check_rule(rule)
        self.rules_of = list_by_item(
            len(items),
            ((rule.members, number) for number, rule in enumerate(self.rules)),
        )
        self.fixed = self._find_fixed(items, rules.fixed)
        self.together = self._join_lists(items, rules.together)
        self.fixed_by_group: list[list[int]] = [[] for _ in self.sizes]
        for item, group in self.fixed.items():
            self.fixed_by_group[group].append(item)
        self._check_fixed()
        self.sums = [
            read_sum(items, one, self.sizes.count, f"sums[{i}]")
            for i, one in enumerate(rules.sums)
        ]
        self.placed = list_placed(items, rules, self.sizes.count)
        self.exact, self.blocks = self._divide()

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
        """Return whether all groups have two places, or all but the last one, for items that bounded attempts take."""
        n = len(self.rules_of)
        return 1 < n <= MAX_ITEMS and self.sizes.count == n - n // 2

    def _check_rule(self, rule: GroupRule) -> None:
        """Raise `Refused` for a rule that no arrangement fulfils."""
        number = len(rule.members)
        count = self.sizes.count
        smallest = self.sizes.smallest
        if number > (room := self.sizes.count_room(rule.most)):
            reason = (
                f"and {count:,} groups take at most {room:,}: {rule.most:,} in each."
            )
            raise Refused(rule.field, f"{number:,} items have {rule.label}, {reason}")
        if number < rule.least * count or rule.least > smallest:
            reason = f"{rule.least:,} in each of {count:,} groups of {smallest:,} or more are not possible."
            raise Refused(rule.field, f"{number:,} items have {rule.label}; {reason}")

    def _list_units(self) -> Sequence[Unit]:
        """Return the items that are not fixed, those that stay together as one, in the order of their first items."""
        joined = {item for unit in self.together for item in unit}
        singles = (
            (item,)
            for item in range(len(self.rules_of))
            if item not in joined and item not in self.fixed
        )
        return sorted([*self.together, *singles])

    def _join_lists(
        self, items: ListedItems, lists: Sequence[Sequence[str]]
    ) -> Sequence[Unit]:
        """Return the lists who stay together, those that share an item as one, and fix all of a list with a fixed item.

        Raises `Refused` for a list that no group takes.
        """
        names: dict[int, str] = {}
        joined: dict[int, list[int]] = {}
        for place, given in enumerate(lists):
            found = {
                items.find(name, f"together[{place}][{position}]"): name
                for position, name in enumerate(given)
            }
            names |= found
            largest, *others = sorted(
                {id(one): one for item in found if (one := joined.get(item))}.values(),
                key=len,
                reverse=True,
            ) or [[]]
            for item in [*found, *(item for one in others for item in one)]:
                if joined.get(item) is not largest:
                    joined[item] = largest
                    largest.append(item)
        units = [
            tuple(sorted(one))
            for one in {id(one): one for one in joined.values()}.values()
        ]
        for unit in units:
            self._check_unit(unit, names)
            for group in {self.fixed[item] for item in unit if item in self.fixed}:
                self.fixed |= dict.fromkeys(unit, group)
        return sorted(
            unit for unit in units if len(unit) > 1 and unit[0] not in self.fixed
        )

    def _check_unit(self, unit: Unit, names: Mapping[int, str]) -> None:
        """Raise `Refused` for items that are to be together and cannot be."""
        shown = join_words([repr(names[item]) for item in unit[:_MAX_SHOWN]])
        if len(unit) > _MAX_SHOWN:
            shown += " and others"
        if len(unit) > (size := self.sizes[0]):
            raise Refused(
                "together",
                f"{len(unit):,} items are to be together, {shown}; a group has {size:,} places.",
            )
        fixed = {
            self.fixed[item] + 1: names[item] for item in unit if item in self.fixed
        }
        if len(fixed) > 1:
            parts = join_words(
                [
                    f"{name!r} in group {group:,}"
                    for group, name in list(fixed.items())[:_MAX_SHOWN]
                ]
            )
            raise Refused(
                "together", f"Items that are to be together are fixed apart: {parts}."
            )
        for number, count in Counter(
            rule for item in unit for rule in self.rules_of[item]
        ).items():
            rule = self.rules[number]
            if count > rule.most:
                both = join_words(
                    [
                        repr(names[item])
                        for item in unit
                        if number in self.rules_of[item]
                    ][: rule.most + 1][:_MAX_SHOWN]
                )
                reason = f"a group has at most {rule.most:,} with {rule.label} ({rule.field})."
                raise Refused("together", f"{both} are to be together, but {reason}")

    def _find_fixed(
        self, items: ListedItems, fixed: Sequence[FixedItem]
    ) -> dict[int, int]:
        groups: dict[int, int] = {}
        for number, one in enumerate(fixed):
            path = f"fixed[{number}].group"
            if one.group > self.sizes.count:
                raise Refused(
                    path,
                    f"There are {self.sizes.count:,} groups, and no group {one.group:,}.",
                )
            item = items.find(one.item, f"fixed[{number}].item")
            if groups.setdefault(item, one.group - 1) != one.group - 1:
                raise Refused(path, f"{one.item!r} is fixed in another group already.")
        return groups

    def _check_fixed(self) -> None:
        """Raise `Refused` for fixed items that do not fit in their group, or break a rule there."""
        for group in sorted(set(self.fixed.values())):
            fixed = self.fixed_by_group[group]
            size = self.sizes[group]
            if len(fixed) > size:
                raise Refused(
                    "fixed",
                    f"{len(fixed):,} items are fixed in group {group + 1:,}, which has {size:,}.",
                )
            for rule, number in Counter(
                rule for item in fixed for rule in self.rules_of[item]
            ).items():
                if number > (most := self.rules[rule].most):
                    label = self.rules[rule].label
                    raise Refused(
                        "fixed",
                        f"Group {group + 1:,} has {number:,} fixed items with {label}, at most {most:,}.",
                    )

    def _divide(self) -> tuple[Sequence[GroupRule], Sequence[Block]]:
        """Return rules that leave no choice of places, and blocks: of the items of each of them, and of all others."""
        exact = [
            [
                (rule, number)
                for rule in source
                if (number := rule.count_exact(self.sizes)) is not None
            ]
            for source in self.sources
        ]
        exact.sort(key=lambda source: -sum(len(rule.members) for rule, _ in source))
        left = list(self.sizes)
        rest = set(range(len(self.rules_of)))
        rules = []
        blocks = []
        for rule, number in (pair for source in exact for pair in source):
            if rest.issuperset(rule.members):
                rest.difference_update(rule.members)
                places = [min(number, size) for size in self.sizes]
                left = [size - taken for size, taken in zip(left, places, strict=True)]
                rules.append(rule)
                blocks.append(self._open_block(rule.members, places))
        return rules, [*blocks, self._open_block(sorted(rest), left)]

    def _open_block(self, members: Sequence[int], places: list[int]) -> Block:
        for item in members:
            if item in self.fixed:
                places[self.fixed[item]] -= 1
        if min(places) < 0:
            raise Refused(
                "fixed" if self.fixed else "limits",
                "No arrangement fulfils these rules together.",
            )
        return Block([item for item in members if item not in self.fixed], places)


def list_by_item(
    n: int, entries: Iterable[tuple[Sequence[int], _Entry]]
) -> Sequence[Sequence[_Entry]]:
    """Return for each of n items the entries with it; each has its members. Items without any share one empty tuple."""
    lists: list[tuple[()] | list[_Entry]] = [()] * n
    for members, entry in entries:
        for item in members:
            own = lists[item] or []
            own.append(entry)
            lists[item] = own
    return lists
