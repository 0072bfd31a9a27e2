"""Groups under rules, and the search whether any arrangement fulfils the rules, with some items placed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from ...core.work import OutOfStepsError, Work
from .profiles import Unit
from .rejection_checks import PathCheck
from .rules import GroupRule

Rules = Sequence[GroupRule]
RuleCounts = tuple[tuple[int, int], ...]
"""Pairs of the number of a rule and the number of its items, for each rule with items."""
Position = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the contents of all groups, ascending, and how many units of each class are open."""

_STEPS_OF_A_POSITION = 50
_ANY = -1
"""In place of a group: any group that no rule binds alone."""


@dataclass(frozen=True)
class Grouping:
    """Units, and items that are fixed in their groups, for groups of some sizes under rules and checks of paths."""

    sizes: Sequence[int]  # of each group, including the places of its fixed items
    rules: Rules
    fixed: Mapping[int, int]  # the group of each fixed item
    units: Sequence[Unit]  # of the items that are not fixed
    placed: Sequence[PathCheck] = ()

    @cached_property
    def key(self) -> bytes:
        """Return a key. Groupings with equal keys are equal."""
        rules = [
            (rule.members, rule.least, rule.most, rule.group, rule.attribute)
            for rule in self.rules
        ]
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
        """Return the number of places of each group that no fixed item has."""
        places = list(self.sizes)
        for group in self.fixed.values():
            places[group] -= 1
        return places

    def count_rules(self, units: Iterable[Unit]) -> Mapping[Unit, Mapping[int, int]]:
        """Return how many items of each unit are in a rule, by the number of the rule.

        The units (0, 1) and (2,), under one rule of the items 0, 1 and 3, give {(0, 1): {0: 2}, (2,): {}}.
        """
        counts: dict[Unit, dict[int, int]] = {unit: {} for unit in units}
        counts_of = {item: of_unit for unit, of_unit in counts.items() for item in unit}
        for number, rule in enumerate(self.rules):
            for item in rule.members:
                if item in counts_of:
                    counts_of[item][number] = counts_of[item].get(number, 0) + 1
        return counts


def find_groups(grouping: Grouping, work: Work) -> bool | None:
    """Return whether any arrangement fulfils the rules, checks aside; None if the steps of `work` are too few."""
    try:
        search = GroupSearch(grouping, work)
        fixed = grouping.fixed.items()
        return (
            all(search.place((item,), group) for item, group in fixed)
            and search.can_finish()
        )
    except OutOfStepsError:
        return None


class _Content(NamedTuple):
    """The content of a group as numbers: its free places, and how many items of each rule it has.

    `counts` leaves out rules without an item in the group. `bound_as` is the group if a rule binds it alone, and
    otherwise `_ANY`.
    """

    free: int
    counts: RuleCounts
    bound_as: int


class _UnitClass(NamedTuple):
    """Units that no rule tells apart: how many items each unit has, and how many of them are in each rule."""

    size: int
    counts: RuleCounts


def _divide_units(
    counts_of: Mapping[Unit, Mapping[int, int]],
) -> tuple[Sequence[_UnitClass], Mapping[Unit, int]]:
    """Return the classes of units, by their items of each rule, and the number of the class of each unit.

    {(0,): {}, (1,): {2: 1}, (3,): {}} -> [_UnitClass(1, ()), _UnitClass(1, ((2, 1),))] and {(0,): 0, (1,): 1, (3,): 0}
    """
    numbers: dict[_UnitClass, int] = {}
    class_of = {}
    for unit, counts in counts_of.items():
        unit_class = _UnitClass(len(unit), tuple(counts.items()))
        class_of[unit] = numbers.setdefault(unit_class, len(numbers))
    return list(numbers), class_of


class _Taking(NamedTuple):
    """The most units of a class that a group can take, and the content that it has after one of them."""

    most_units: int
    content_after: int
    """The number of its content after one unit."""


class _Contents:
    """The contents of groups by their numbers, and what a group with a content can take.

    `minima` are the rules with a least number above 0. `needs` has, for each content, how many items of each such rule
    a group still lacks. `takings` has what `take` returned, by the content and the class.
    """

    def __init__(self, rules: Rules, classes: Sequence[_UnitClass], work: Work) -> None:
        self._rules = rules
        self._bound_alone = {rule.group for rule in rules}
        self._classes = classes
        self._work = work
        self.minima = [number for number, rule in enumerate(rules) if rule.least]
        self.needs: list[tuple[int, ...]] = []
        self.takings: dict[tuple[int, int], _Taking] = {}
        self._numbers: dict[_Content, int] = {}
        self._contents: list[_Content] = []
        self._pairs: dict[tuple[int, int], tuple[int, int]] = {}  # each is kept once

    def number_empty(self, size: int, group: int) -> int:
        """Return the number of the content of an empty group with `size` places."""
        bound_as = group if group in self._bound_alone else _ANY
        return self._number(_Content(size, (), bound_as), {})

    def _number(self, content: _Content, totals: Mapping[int, int]) -> int:
        """Return the number of a content, and add the content if it is new; `totals` has its items of each rule."""
        if content not in self._numbers:
            self._numbers[content] = len(self._contents)
            self._contents.append(content)
            needs = [
                max(
                    self._rules[rule].get_bounds(content.bound_as).least
                    - totals.get(rule, 0),
                    0,
                )
                for rule in self.minima
            ]
            self.needs.append(tuple(needs))
        return self._numbers[content]

    def take(self, content: int, class_number: int) -> _Taking:
        """Return the most units of a class that a group with a content can take, and its content after one unit.

        If the group can take no unit, `most_units` is 0 or less, and its content stays the same.
        """
        known = self.takings.get((content, class_number))
        if known is None:
            known = self._find_taking(content, class_number)
            self.takings[content, class_number] = known
        return known

    def _find_taking(self, content: int, class_number: int) -> _Taking:
        """Compute and return a `_Taking`, which `take` keeps: the free places and each rule allow so many units.

        If a group has three free places and one item of rule 0, rule 0 allows two, and each unit is one item of rule 0,
        then the most is 1, and the content after this unit has two free places and two items of rule 0. If rule 0
        allows one, the most is 0, and the content is the same as before.
        """
        free, counts, bound_as = self._contents[content]
        size, added = self._classes[class_number]
        self._work.spend(1 + len(counts) + len(added))
        totals = dict(counts)
        most_units = free // size
        for rule, count in added:
            had = totals.get(rule, 0)
            most = self._rules[rule].get_bounds(bound_as).most
            most_units = min(most_units, (most - had) // count)
            totals[rule] = had + count
        if most_units <= 0:
            return _Taking(most_units, content)
        pairs = [self._pairs.setdefault(pair, pair) for pair in sorted(totals.items())]
        content_after = _Content(free - size, tuple(pairs), bound_as)
        if content_after not in self._numbers:
            self._work.spend(len(self.minima))
        return _Taking(most_units, self._number(content_after, totals))


class _Placed(NamedTuple):
    """A unit that was placed: its class, its group, and the content that the group had."""

    class_number: int
    group: int
    content_before: int


class GroupSearch:
    """Finds out whether the units that are still open fit in the groups, so that all rules are kept.

    Units with the same number of items of each rule are a class. Groups with the same number of free places and of
    items of each rule have the same content, and only one of them is tried. A unit of the class with the fewest places
    to spare is placed next. What is known about a position is kept for all searches of this object.

    FREE: the order and the steps of the search, which finds whether there are groups, and draws nothing.
    """

    def __init__(self, grouping: Grouping, work: Work) -> None:
        """Begin with empty groups; all units are open, that is not yet placed, and so are the fixed items."""
        work.spend(len(grouping.sizes))
        fixed = [(item,) for item in grouping.fixed]
        classes, self._class_of = _divide_units(
            grouping.count_rules([*grouping.units, *fixed])
        )
        self._work = work
        self._contents = _Contents(grouping.rules, classes, work)
        # By the group, the number of its content; empty groups of one size, without rules of their own, have the same.
        self._content_of = [
            self._contents.number_empty(size, group)
            for group, size in enumerate(grouping.sizes)
        ]
        # By the class, how many of its units are open.
        self._open_units = [0] * len(classes)
        for class_number in self._class_of.values():
            self._open_units[class_number] += 1
        # For each rule of `minima`, by the class, how many items of it each unit has.
        self._items_of = [
            [dict(unit_class.counts).get(rule, 0) for unit_class in classes]
            for rule in self._contents.minima
        ]
        self._placed: list[_Placed] = []
        # What searches have found out: positions from which all units can be placed, and positions from which not.
        self._possible = set[Position]()
        self._failed = set[Position]()

    def place(self, unit: Unit, group: int) -> bool:
        """Place an open unit in a group if the group can take it, and return whether it can."""
        class_number = self._class_of[unit]
        content = self._content_of[group]
        most_units, self._content_of[group] = self._contents.take(content, class_number)
        if most_units > 0:
            self._open_units[class_number] -= 1
            self._placed.append(_Placed(class_number, group, content))
        return most_units > 0

    def undo(self) -> None:
        """Take the unit that was placed last out of its group."""
        last = self._placed.pop()
        self._content_of[last.group] = last.content_before
        self._open_units[last.class_number] += 1

    def can_finish(self) -> bool:
        """Return whether the open units can be placed. Raises `OutOfStepsError` if the steps are too few.

        It is a depth-first search: `positions` lead to the current position. The first entry of `choices` has the first
        position; each further entry has the positions still to be tried after one of `positions`.
        """
        first = tuple(sorted(self._content_of)), tuple(self._open_units)
        choices: list[Iterator[Position]] = [iter([first])]
        positions: list[Position] = []
        while choices:
            position = next(choices[-1], None)
            if position is None:
                choices.pop()
                if positions:
                    self._failed.add(positions.pop())
            elif position in self._possible or self._is_finished(position):
                self._possible.update(positions)
                return True
            elif position not in self._failed:
                positions.append(position)
                choices.append(self._list_next(position))
        return False

    def _is_finished(self, position: Position) -> bool:
        """Return whether no unit is open, and no group needs more items of a rule."""
        _, open_units = position
        return not any(open_units) and not self._lacks(position)

    def _list_next(self, position: Position) -> Iterator[Position]:
        """Yield the positions after a unit of the class with the fewest places to spare; none if places are missing."""
        groups, open_units = position
        self._work.spend(_STEPS_OF_A_POSITION + len(groups))
        if self._lacks(position):
            return
        tightest = self._find_tightest(Counter(groups), open_units)
        if tightest is None:
            return
        class_number, contents = tightest
        left = list(open_units)
        left[class_number] -= 1
        open_after = tuple(left)
        for content in contents:
            self._work.spend(len(groups) + len(open_units))
            after = list(groups)
            _, after[after.index(content)] = self._contents.take(content, class_number)
            yield tuple(sorted(after)), open_after

    def _find_tightest(
        self, groups_of: Mapping[int, int], open_units: Sequence[int]
    ) -> tuple[int, Sequence[int]] | None:
        """Return the class with the fewest places to spare, and the contents that can take a unit of it.

        `groups_of` has the number of groups by content, `open_units` the number of units by class. If a class has two
        units, and two groups of content 5 can take 3 units each, 4 places are to spare: return (class, [5]), unless
        another class has fewer to spare, or as few in fewer contents. Return None if a class lacks places, or if no
        unit is open.
        """
        tightest = None
        fewest = (0, 0)
        takings = self._contents.takings
        for class_number, count in enumerate(open_units):
            if not count:
                self._work.spend(1)
                continue
            self._work.spend(1 + len(groups_of))
            places = 0
            contents = []
            for content, groups in groups_of.items():
                taking = takings.get((content, class_number))
                most_units, _ = taking or self._contents.take(content, class_number)
                if most_units > 0:
                    places += groups * most_units
                    contents.append(content)
            spare = places - count
            if spare < 0:
                return None
            if tightest is None or (spare, len(contents)) < fewest:
                fewest = spare, len(contents)
                tightest = class_number, contents
        return tightest

    def _lacks(self, position: Position) -> bool:
        """Return whether too few items of a rule are open for the groups that need more of them."""
        groups, open_units = position
        for place, items_of in enumerate(self._items_of):
            self._work.spend(len(groups) + len(open_units))
            needed = sum(self._contents.needs[content][place] for content in groups)
            available = sum(
                count * items for count, items in zip(open_units, items_of, strict=True)
            )
            if needed > available:
                return True
        return False
