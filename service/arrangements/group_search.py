"""Groups under rules, and the search for arrangements: whether any fulfils the rules, with some items placed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from ..core.work import OutOfStepsError, Work
from .checks import PathCheck
from .counting import Unit
from .group_rules import GroupRule

Rules = Sequence[GroupRule]
RuleCounts = tuple[tuple[int, int], ...]
"""The number of items of each rule that has any, by the number of the rule."""
Position = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of what the groups contain, ascending, and of the units of each class that are open."""

_STEPS_OF_A_POSITION = 50


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
        described = (
            self.sizes,
            rules,
            sorted(self.fixed.items()),
            self.units,
            placed,
            paths,
        )
        return sha256(repr(described).encode()).digest()

    def list_places(self) -> list[int]:
        """Return the places of each group without those of fixed items."""
        places = list(self.sizes)
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
    """Return whether any arrangement fulfils the rules, without checks; None if the steps of `work` do not tell."""
    try:
        search = GroupSearch(grouping, work)
        fixed = grouping.fixed.items()
        return (
            all(search.place((item,), group) for item, group in fixed)
            and search.can_finish()
        )
    except OutOfStepsError:
        return None


class GroupSearch:
    """Tells whether the units that are still open fit in the groups, so that all rules are kept.

    Units with the same number of items of each rule are a class. Groups with the same number of free places and of
    items of each rule have the same content, and only one of them is tried. A unit of the class with the fewest places
    to spare is placed next. What is known of a position is kept for all searches of this object.
    """

    def __init__(self, grouping: Grouping, work: Work) -> None:
        """Open all units, and the fixed items of a grouping as well."""
        work.spend(len(grouping.sizes))
        self._rules, self._work = grouping.rules, work
        self._minima = [
            (number, rule.least)
            for number, rule in enumerate(self._rules)
            if rule.least
        ]
        counts_of = grouping.count_rules(
            [*grouping.units, *((item,) for item in grouping.fixed)]
        )
        numbers: dict[tuple[int, RuleCounts], int] = {}
        self._class_of = {
            unit: numbers.setdefault((len(unit), tuple(counts.items())), len(numbers))
            for unit, counts in counts_of.items()
        }
        self._classes = list(numbers)
        self._each = {
            rule: [dict(counts).get(rule, 0) for _, counts in numbers]
            for rule, _ in self._minima
        }
        self._open = [0] * len(numbers)
        for number in self._class_of.values():
            self._open[number] += 1
        self._contents: dict[tuple[int, RuleCounts], int] = {}
        self._pairs: dict[
            tuple[int, int], tuple[int, int]
        ] = {}  # of a rule and a number: each is kept once
        self._taken: dict[tuple[int, int], tuple[int, int]] = {}
        self._groups = [
            self._contents.setdefault((size, ()), len(self._contents))
            for size in grouping.sizes
        ]
        self._listed, self._needs = (
            list(self._contents),
            [self._list_needs({})] * len(self._contents),
        )
        self._placed: list[tuple[int, int, int]] = []
        self._possible, self._failed = set[Position](), set[Position]()

    def place(self, unit: Unit, group: int) -> bool:
        """Place an open unit in a group if the group can take it, and return whether it can."""
        number = self._class_of[unit]
        content = self._groups[group]
        most, self._groups[group] = self._take(content, number)
        if most > 0:
            self._open[number] -= 1
            self._placed.append((number, group, content))
        return most > 0

    def undo(self) -> None:
        """Take the unit out of its group that was placed last."""
        number, group, self._groups[group] = self._placed.pop()
        self._open[number] += 1

    def _take(self, content: int, number: int) -> tuple[int, int]:
        """Return how many units of a class a group with a content can take at most, and its content after one."""
        if (known := self._taken.get((content, number))) is None:
            (free, counts), (size, added) = self._listed[content], self._classes[number]
            self._work.spend(1 + len(counts) + len(added))
            totals = dict(counts)
            most = free // size
            for rule, count in added:
                most = min(
                    most, (self._rules[rule].most - totals.get(rule, 0)) // count
                )
                totals[rule] = totals.get(rule, 0) + count
            known = most, content
            if most > 0:
                pairs = tuple(
                    [
                        self._pairs.setdefault(pair, pair)
                        for pair in sorted(totals.items())
                    ]
                )
                after = free - size, pairs
                known = most, self._contents.setdefault(after, len(self._contents))
                if len(self._listed) < len(self._contents):
                    self._work.spend(len(self._minima))
                    self._listed.append(after)
                    self._needs.append(self._list_needs(totals))
            self._taken[content, number] = known
        return known

    def _list_needs(self, totals: Mapping[int, int]) -> tuple[int, ...]:
        """Return how many items a group with so many of each rule lacks, for each rule with a least number."""
        return tuple(
            [max(least - totals.get(rule, 0), 0) for rule, least in self._minima]
        )

    def can_finish(self) -> bool:
        """Return whether the open units can be placed. Raises `OutOfStepsError` if the steps do not tell."""
        choices: list[Iterator[Position]] = [
            iter([(tuple(sorted(self._groups)), tuple(self._open))])
        ]
        positions: list[Position] = []
        while choices:
            if (position := next(choices[-1], None)) is None:
                choices.pop()
                if positions:
                    self._failed.add(positions.pop())
            elif position in self._possible or (
                not any(position[1]) and not self._lacks(position)
            ):
                self._possible.update(positions)
                return True
            elif position not in self._failed:
                positions.append(position)
                choices.append(self._list_next(position))
        return False

    def _list_next(self, position: Position) -> Iterator[Position]:
        """Yield the positions after a unit of the class with the fewest places to spare; none if places are missing."""
        groups, open_units = position
        self._work.spend(_STEPS_OF_A_POSITION + len(groups))
        kinds = Counter(groups)
        best = None
        taken = self._taken
        if self._lacks(position):
            return
        for number, count in enumerate(open_units):
            self._work.spend(1 + len(kinds) * (count > 0))
            if not count:
                continue
            rooms = {
                content: most
                for content in kinds
                if (
                    most := (
                        taken.get((content, number)) or self._take(content, number)
                    )[0]
                )
                > 0
            }
            spare = (
                sum(kinds[content] * most for content, most in rooms.items()) - count
            )
            if spare < 0:
                return
            if best is None or (spare, len(rooms)) < best[0]:
                best = (spare, len(rooms)), number, rooms
        if best is not None:
            _, number, rooms = best
            rest = (
                *open_units[:number],
                open_units[number] - 1,
                *open_units[number + 1 :],
            )
            for content in rooms:
                self._work.spend(len(groups) + len(rest))
                after = list(groups)
                after[after.index(content)] = self._take(content, number)[1]
                yield tuple(sorted(after)), rest

    def _lacks(self, position: Position) -> bool:
        """Return whether too few items of a rule are open for the groups that need more of them."""
        groups, open_units = position
        for place, (rule, _) in enumerate(self._minima):
            self._work.spend(len(groups) + len(open_units))
            needed = sum(self._needs[content][place] for content in groups)
            if needed > sum(
                count * each
                for count, each in zip(open_units, self._each[rule], strict=True)
            ):
                return True
        return False
