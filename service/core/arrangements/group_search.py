"""Search for one arrangement of groups, to tell rules that nothing fulfils from rules that are only hard to fulfil."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from service.core.work import OutOfStepsError, Work

if TYPE_CHECKING:
    from service.core.arrangements.groups import Rule

Rules = Sequence["Rule"]


def find_groups(sizes: Sequence[int], rules: Rules, fixed: Mapping[int, int], n: int, work: Work) -> bool | None:
    """Return whether any arrangement fulfils the rules; None if the steps of `work` do not tell.

    The item with the fewest possible groups is placed next. Of the empty groups of one size only the first is tried.
    A step is a pair of an item or a rule and a group, and a rule of an item that is looked at for a group.
    """
    try:
        work.spend(len(sizes))
        return _Search(sizes, rules, fixed, n, work).run()
    except OutOfStepsError:
        return None


class _Search:
    def __init__(self, sizes: Sequence[int], rules: Rules, fixed: Mapping[int, int], n: int, work: Work) -> None:
        self.room, self.rules, self.sizes, self.work = list(sizes), rules, sizes, work
        self.counts: list[dict[int, int]] = [{} for _ in sizes]
        self.minima = [(number, rule.least) for number, rule in enumerate(rules) if rule.least]
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
            self.counts[group][rule] = self.counts[group].get(rule, 0) + sign
            self.left[rule] -= sign

    def _fits(self, item: int, group: int) -> bool:
        counts = self.counts[group]
        return self.room[group] > 0 and all(counts.get(rule, 0) < self.rules[rule].most for rule in self.rules_of[item])

    def _lacks(self) -> bool:
        """Return whether too few items of a rule are left for the groups that need more."""
        for number, least in self.minima:
            self.work.spend(len(self.sizes))
            if sum(max(least - counts.get(number, 0), 0) for counts in self.counts) > self.left[number]:
                return True
        return False

    def _groups_for(self, item: int) -> list[int]:
        groups, seen = [], set()
        for group, size in enumerate(self.sizes):
            self.work.spend(1 + len(self.rules_of[item]))
            is_empty = self.room[group] == size and group not in self.fixed_groups
            if (is_empty and size in seen) or not self._fits(item, group):
                continue
            if is_empty:
                seen.add(size)
            groups.append(group)
        return groups

    def run(self) -> bool:
        """Place the open items by depth-first search without recursion."""
        stack: list[tuple[int, list[int]]] = []
        while True:
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
