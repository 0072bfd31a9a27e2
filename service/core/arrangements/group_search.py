"""Search for one arrangement of groups, to tell rules that nothing fulfils from rules that are only hard to fulfil."""

from collections.abc import Mapping, Sequence
from typing import Protocol

MAX_WORK = 1_000_000
"""Pairs of an item and a group that a search looks at, about a second."""


class GroupRule(Protocol):
    """The items of a rule, and how many of them a group has."""

    @property
    def members(self) -> tuple[int, ...]: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...


def find_groups(
    sizes: Sequence[int], rules: Sequence[GroupRule], fixed: Mapping[int, int], n: int, max_work: int = MAX_WORK
) -> bool | None:
    """Return whether any arrangement fulfils the rules; None if `max_work` does not tell.

    The item with the fewest possible groups is placed next. Of the empty groups of one size only the first is tried.
    """
    if len(rules) * len(sizes) > max_work:
        return None
    return _Search(sizes, rules, fixed, n).run(max_work)


class _Search:
    def __init__(self, sizes: Sequence[int], rules: Sequence[GroupRule], fixed: Mapping[int, int], n: int) -> None:
        self.room, self.rules, self.sizes = list(sizes), rules, sizes
        self.counts = [[0] * len(rules) for _ in sizes]
        self.minima = sum(rule.least > 0 for rule in rules)
        self.rules_of: list[list[int]] = [[] for _ in range(n)]
        for number, rule in enumerate(rules):
            for item in rule.members:
                self.rules_of[item].append(number)
        self.left = [len(rule.members) for rule in rules]
        self.open = [item for item in range(n) if item not in fixed]
        self.fixed_groups = {*fixed.values()}
        for item, group in fixed.items():
            self._place(item, group, 1)

    def _place(self, item: int, group: int, sign: int) -> None:
        self.room[group] -= sign
        for rule in self.rules_of[item]:
            self.counts[group][rule] += sign
            self.left[rule] -= sign

    def _fits(self, item: int, group: int) -> bool:
        counts = self.counts[group]
        return self.room[group] > 0 and all(counts[rule] < self.rules[rule].most for rule in self.rules_of[item])

    def _lacks(self) -> bool:
        """Return whether too few items of a rule are left for the groups that need more."""
        return any(
            rule.least and sum(max(rule.least - counts[number], 0) for counts in self.counts) > self.left[number]
            for number, rule in enumerate(self.rules)
        )

    def _groups_for(self, item: int) -> list[int]:
        groups, seen = [], set()
        for group, size in enumerate(self.sizes):
            is_empty = self.room[group] == size and group not in self.fixed_groups
            if (is_empty and size in seen) or not self._fits(item, group):
                continue
            if is_empty:
                seen.add(size)
            groups.append(group)
        return groups

    def run(self, max_work: int) -> bool | None:
        """Place the open items by depth-first search without recursion."""
        stack: list[tuple[int, list[int]]] = []
        while True:
            max_work -= (1 + len(self.open) + self.minima) * len(self.sizes)
            if max_work < 0:
                return None
            options: list[int] = []
            if self.open and not self._lacks():
                _, item, options = min((len(groups := self._groups_for(item)), item, groups) for item in self.open)
                if options:
                    self.open.remove(item)
                    stack.append((item, options))
                    self._place(item, options[-1], 1)
                    continue
            elif not self.open and not self._lacks():
                return True
            while stack:
                item, options = stack[-1]
                self._place(item, options.pop(), -1)
                if options:
                    self._place(item, options[-1], 1)
                    break
                stack.pop()
                self.open.append(item)
            else:
                return False
