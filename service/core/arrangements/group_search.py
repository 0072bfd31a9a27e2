"""Groups under rules, and the search for one arrangement, to tell rules that nothing fulfils from hard ones."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from service.core.arrangements.checks import PathCheck
from service.core.arrangements.counting import Unit
from service.core.work import OutOfStepsError, Work

if TYPE_CHECKING:
    from service.core.arrangements.groups import Rule

Rules = Sequence["Rule"]


@dataclass(frozen=True)
class Grouping:
    """Units, and items that are fixed in their groups, for groups of some sizes under rules and checks of paths."""

    sizes: Sequence[int]
    rules: Rules
    fixed: Mapping[int, int]
    units: Sequence[Unit]
    placed: Sequence[PathCheck] = ()

    @cached_property
    def key(self) -> bytes:
        """Return a key: equal ones are of equal groupings."""
        rules = [(rule.members, rule.least, rule.most) for rule in self.rules]
        placed = [(check.items, check.level, check.path) for check in self.placed]
        paths = self.placed[0].paths if self.placed else ()
        described = self.sizes, rules, sorted(self.fixed.items()), self.units, placed, paths
        return sha256(repr(described).encode()).digest()

    def list_places(self) -> list[int]:
        """Return the places of each group without those of fixed items."""
        places = [*self.sizes]
        for group in self.fixed.values():
            places[group] -= 1
        return places

    def count_rules(self, units: Iterable[Unit]) -> Mapping[Unit, Mapping[int, int]]:
        """Return how many items of each unit are in a rule, by the number of the rule."""
        counts: dict[Unit, dict[int, int]] = {unit: {} for unit in units}
        counts_of = {item: of_unit for unit, of_unit in counts.items() for item in unit}
        for number, rule in enumerate(self.rules):
            for item in rule.members:
                if item in counts_of:
                    counts_of[item][number] = counts_of[item].get(number, 0) + 1
        return counts


def find_groups(grouping: Grouping, work: Work) -> bool | None:
    """Return whether any arrangement fulfils the rules, without checks; None if the steps of `work` do not tell.

    The unit with the fewest possible groups is placed next. Of the empty groups of one size only the first is tried.
    A step is a pair of a unit or a rule and a group, and a rule of a unit that is looked at for a group.
    """
    try:
        work.spend(len(grouping.sizes))
        return _Search(grouping, work).run()
    except OutOfStepsError:
        return None


class _Search:
    def __init__(self, grouping: Grouping, work: Work) -> None:
        self.room, self.rules, self.sizes, self.work = [*grouping.sizes], grouping.rules, grouping.sizes, work
        self.counts: list[dict[int, int]] = [{} for _ in self.sizes]
        self.minima = [(number, rule.least) for number, rule in enumerate(self.rules) if rule.least]
        self.open = [*grouping.units]
        counts = grouping.count_rules([*self.open, *((item,) for item in grouping.fixed)])
        self.numbers_of = {unit: [*numbers.items()] for unit, numbers in counts.items()}
        self.left = [len(rule.members) for rule in self.rules]
        self.fixed_groups = {*grouping.fixed.values()}
        for item, group in grouping.fixed.items():
            self._place((item,), group, 1)

    def _place(self, unit: Unit, group: int, sign: int) -> None:
        self.room[group] -= sign * len(unit)
        for rule, number in self.numbers_of[unit]:
            self.counts[group][rule] = self.counts[group].get(rule, 0) + sign * number
            self.left[rule] -= sign * number

    def _fits(self, unit: Unit, group: int) -> bool:
        counts, rules = self.counts[group], self.rules
        return self.room[group] >= len(unit) and all(
            counts.get(rule, 0) + number <= rules[rule].most for rule, number in self.numbers_of[unit]
        )

    def _lacks(self) -> bool:
        """Return whether too few items of a rule are left for the groups that need more."""
        for number, least in self.minima:
            self.work.spend(len(self.sizes))
            if sum(max(least - counts.get(number, 0), 0) for counts in self.counts) > self.left[number]:
                return True
        return False

    def _groups_for(self, unit: Unit) -> list[int]:
        groups, seen = [], set()
        for group, size in enumerate(self.sizes):
            self.work.spend(1 + len(self.numbers_of[unit]))
            is_empty = self.room[group] == size and group not in self.fixed_groups
            if (is_empty and size in seen) or not self._fits(unit, group):
                continue
            if is_empty:
                seen.add(size)
            groups.append(group)
        return groups

    def run(self) -> bool:
        """Place the open units by depth-first search without recursion."""
        stack: list[tuple[Unit, list[int]]] = []
        while True:
            options: list[int] = []
            if self.open and not self._lacks():
                _, unit, options = min((len(groups := self._groups_for(unit)), unit, groups) for unit in self.open)
                if options:
                    self.open.remove(unit)
                    stack.append((unit, options))
                    self._place(unit, options[-1], 1)
                    continue
            elif not self.open and not self._lacks():
                return True
            while stack:
                unit, options = stack[-1]
                self._place(unit, options.pop(), -1)
                if options:
                    self._place(unit, options[-1], 1)
                    break
                stack.pop()
                self.open.append(unit)
            else:
                return False
