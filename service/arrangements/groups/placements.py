"""Place a few units in groups by paths, and find the limits for the other units.

docs/definitions/rules.md defines the placements, under "Ways".
"""

from collections import Counter
from collections.abc import (
    Container,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Set,
)
from dataclasses import dataclass
from itertools import compress, pairwise
from typing import NamedTuple

from ...core.work import Work
from .counting import BYTES_OF_A_STATE
from .profiles import Limit, Placement, Spend
from .rejection_checks import Paths
from .rules import GroupRule
from .search import Grouping

# FREE: the steps to see whether a group can take a unit, beside one step for each entry.
_STEPS_OF_A_LOOK = 5

_Labels = tuple[str | int, ...]
"""The first labels of a path, which name a part. A group by itself has all its labels, and its number."""


class Parts(NamedTuple):
    """The parts of all groups by their paths, as numbers, and the kinds of parts that are alike.

    The paths (a, x), (a, y), (b, x) of three groups give part 0 with all groups, a part for each of the labels a, b,
    a x, a y and b x, and a part for each group: the chains are [[0, 1, 2, 3], [0, 1, 4, 5], [0, 6, 7, 8]].
    """

    chains: Sequence[Sequence[int]]
    """For each group, the parts that hold it, from part 0 with all groups to the part with this group alone."""
    inside: Sequence[Sequence[int]]
    """For each part, the parts directly in it, in the order of their first groups."""
    kinds: Mapping[int, int]
    """The kind of each part, a negative number. Open parts of one kind are alike if they are in the same part."""
    told_apart: Set[int]
    """Parts that are not open from the start: part 0, parts with a fixed item of an entry, and parts on the path of an
    entry."""

    @property
    def bytes(self) -> int:
        """Return about how much memory they take."""
        return BYTES_OF_A_STATE * len(self.kinds)

    def find_alike(self, groups: Sequence[int], number: int) -> Sequence[int]:
        """Return the groups of units in number `number` of the placements that are like a placement in `groups`.

        Part by part, the largest first, the number decides which open part of the same kind replaces a part, inside the
        replacement of the part around it. Suppose that three groups are alike, and units are in [0, 1]. The number 5 is
        2 + 3 * 1: the last of three groups, 2, replaces group 0; the second of the two left, 1, replaces group 1: the
        result is [2, 1].

        FROZEN: the order of units, of the parts of each unit, and of the open parts that can replace a part.
        """
        replacement_of = {part: part for part in self.told_apart}
        taken = set(self.told_apart)
        number_left = number
        for group in groups:
            for outer, part in pairwise(self.chains[group]):
                if part not in replacement_of:
                    alike = self._list_alike(part, replacement_of[outer], taken)
                    number_left, place = divmod(number_left, len(alike))
                    replacement_of[part] = alike[place]
                    taken.add(alike[place])
        group_of = {chain[-1]: group for group, chain in enumerate(self.chains)}
        parts_of_units = [self.chains[group][-1] for group in groups]
        return [group_of[replacement_of[part]] for part in parts_of_units]

    def count_alike(self, groups: Sequence[int]) -> int:
        """Return the number of placements that are like the placement in these groups, which is one of them.

        With three groups that are alike, [0, 1] has 3 * 2: the first unit in any group, the second in any other.
        """
        taken = set(self.told_apart)
        count = 1
        for group in groups:
            for outer, part in pairwise(self.chains[group]):
                if part not in taken:
                    count *= len(self._list_alike(part, outer, taken))
                    taken.add(part)
        return count

    def _list_alike(
        self, part: int, outer: int, taken: Container[int]
    ) -> Sequence[int]:
        """Return the parts of the same kind as `part` that are directly in `outer` and not taken."""
        kind = self.kinds[part]
        return [
            inner
            for inner in self.inside[outer]
            if inner not in taken and self.kinds[inner] == kind
        ]

    def list_different(self, taken: Container[int]) -> Iterator[int]:
        """Yield groups, but only the first of groups that are alike, if units are in the parts `taken`."""
        seen = set()
        for group, chain in enumerate(self.chains):
            alike = tuple(
                [part if part in taken else self.kinds[part] for part in chain]
            )
            if alike not in seen:
                seen.add(alike)
                yield group

    def move(
        self, nodes: Sequence[int], groups: Sequence[int], moved: Sequence[int]
    ) -> Sequence[int]:
        """Return the node of each group if units come to the groups `moved` instead of `groups`. It was `nodes` before.

        Groups of the same kind without a unit have the same node. If three groups of one kind have the nodes [7, 2, 2]
        with a unit in group 0, and the unit moves to group 2, the result is [2, 2, 7].
        """
        kinds = [self.kinds[chain[-1]] for chain in self.chains]
        node_of_kind = {
            kinds[group]: node
            for group, node in enumerate(nodes)
            if group not in groups
        }
        node_of_moved = {
            group_after: nodes[group_before]
            for group_before, group_after in zip(groups, moved, strict=True)
        }
        return [
            node_of_moved[group] if group in node_of_moved else node_of_kind[kind]
            for group, kind in enumerate(kinds)
        ]


def divide_groups(
    paths: Paths, kinds: Sequence[Hashable], known_groups: Iterable[int], named: Paths
) -> Parts:
    """Return the parts of groups by their paths, as in the example of `Parts`; groups with equal `kinds` are alike.

    The parts that hold `known_groups` are told apart, and so are the parts along the paths `named`.
    """
    numbers = _number_parts(paths)
    chains = []
    for group, path in enumerate(paths):
        chain = [numbers[labels] for labels in _list_beginnings(path)]
        chain.append(numbers[*path, group])
        chains.append(chain)
    inside = _list_inside(chains, len(numbers))
    told_apart = {0}
    for group in known_groups:
        told_apart.update(chains[group])
    for path in named:
        told_apart.update(numbers[labels] for labels in _list_beginnings(path))
    return Parts(chains, inside, _find_kinds(chains, inside, kinds), told_apart)


def _list_beginnings(path: tuple[str, ...]) -> Sequence[_Labels]:
    """Return the labels of the parts along a path, from all groups on: ("a", "x") -> [(), ("a",), ("a", "x")]."""
    return [path[:length] for length in range(len(path) + 1)]


def _number_parts(paths: Paths) -> Mapping[_Labels, int]:
    """Return the number of each part by its labels; a group by itself has all its labels and its own number.

    The paths (a,) and (b,) of two groups give {(): 0, (a,): 1, (a, 0): 2, (b,): 3, (b, 1): 4}.
    """
    numbers: dict[_Labels, int] = {}
    for group, path in enumerate(paths):
        for labels in _list_beginnings(path):
            numbers.setdefault(labels, len(numbers))
        numbers[*path, group] = len(numbers)
    return numbers


def _list_inside(chains: Sequence[Sequence[int]], count: int) -> Sequence[list[int]]:
    """Return, for each of `count` parts, the parts directly in it: [[0, 1], [0, 2]] -> [[1, 2], [], []]."""
    inside: list[dict[int, None]] = [{} for _ in range(count)]
    for chain in chains:
        for outer, inner in pairwise(chain):
            inside[outer][inner] = None
    return list(map(list, inside))


def _find_kinds(
    chains: Sequence[Sequence[int]],
    inside: Sequence[Sequence[int]],
    kinds: Sequence[Hashable],
) -> Mapping[int, int]:
    """Return the kind of each part, from the groups outwards: parts with the same kinds inside are of one kind."""
    numbers: dict[Hashable, int] = {}
    kind_of = {}
    for chain, kind in zip(chains, kinds, strict=True):
        kind_of[chain[-1]] = numbers.setdefault(kind, ~len(numbers))
    levels = list(zip(*chains, strict=True))  # the parts of all groups, level by level
    for level in reversed(levels[:-1]):
        for part in dict.fromkeys(level):
            kinds_inside = tuple(sorted(kind_of[inner] for inner in inside[part]))
            kind_of[part] = numbers.setdefault(kinds_inside, ~len(numbers))
    return kind_of


@dataclass(frozen=True)
class _PlacedUnit:
    """A unit with an item that is placed."""

    size: int
    items: Sequence[int]  # the items that entries place
    rules: Mapping[int, int]  # by rule, how many items of the unit are in the rule


@dataclass(frozen=True)
class _OpenRule:
    """A rule, its items that are neither fixed nor in a placed unit, and the number of the limit that it makes."""

    rule: GroupRule
    free: tuple[int, ...]
    limit: int  # rules with the same free items have one number


class PlacementSearch:
    """Finds the placements of the `units` with an item that an entry of `placed` names; `units_left` are all others.

    The search places units in groups in turn, and takes them out again. `_places` has the free places of each group,
    `_taken` has, for each rule, the number of its items by group, and `_group_of` has the group of each placed item of
    an entry.
    """

    def __init__(self, grouping: Grouping) -> None:
        """Place the fixed items, and leave to the search the `units` with an item that an entry of `placed` names.

        `_places` begins with the free places of each group, and `_taken` with the number of fixed items by group, for
        each rule.
        """
        placed = {item for check in grouping.placed for item in check.items}
        self.units = [unit for unit in grouping.units if not placed.isdisjoint(unit)]
        self.units_left = [unit for unit in grouping.units if placed.isdisjoint(unit)]
        self._placed_units = list[_PlacedUnit]()
        for unit, counts in grouping.count_rules(self.units).items():
            placed_items = [item for item in unit if item in placed]
            self._placed_units.append(_PlacedUnit(len(unit), placed_items, counts))
        self._checks = grouping.placed
        self._rules = self._open_rules(grouping)
        self._places = grouping.list_places()
        fixed = grouping.fixed
        self._group_of = {
            item: group for item, group in fixed.items() if item in placed
        }
        self._taken = list[Counter[int]]()
        for rule in grouping.rules:
            fixed_members = [item for item in rule.members if item in fixed]
            self._taken.append(Counter(fixed[item] for item in fixed_members))
        self.parts = self._find_parts()

    def _open_rules(self, grouping: Grouping) -> Sequence[_OpenRule]:
        """Return all rules of a grouping, each with its items in the units that are left.

        Two rules with the same items left have one limit: the rules of 0 and 1 and of 1 and 2, if only 1 is left.
        """
        items_left = {item for unit in self.units_left for item in unit}
        numbers: dict[tuple[int, ...], int] = {}
        rules = []
        for rule in grouping.rules:
            free = tuple(item for item in rule.members if item in items_left)
            limit = numbers.setdefault(free, len(numbers))
            rules.append(_OpenRule(rule, free, limit))
        return rules

    def _find_parts(self) -> Parts:
        """Return the parts of the groups; two groups are of one kind if they have the same places and items of rules.

        A group with a rule of its own is of a kind of its own. Labels that no entry looks at make no parts.
        """
        # For each group: its places, then the number of each rule with fixed items there, and how many these are.
        kinds = [[places] for places in self._places]
        for rule, taken in enumerate(self._taken):
            for group, count in taken.items():
                kinds[group] += [rule, count]
        for open_rule in self._rules:
            own_group = open_rule.rule.group
            if own_group is not None:
                kinds[own_group].append(~own_group)
        if self._checks:
            depth = max(check.level for check in self._checks)
            paths = [path[:depth] for path in self._checks[0].paths]
        else:
            paths = [()] * len(kinds)
        named = [check.path for check in self._checks if check.path is not None]
        kinds_of_groups = list(map(tuple, kinds))
        return divide_groups(paths, kinds_of_groups, self._group_of.values(), named)

    def has_placement(self, work: Work) -> bool:
        """Return whether any placement breaks no entry. Raises `OutOfStepsError` if the steps are too few.

        The search begins with the unit that fits in the fewest groups, so that it soon finds entries that contradict
        each other.

        FREE: the order and the steps of this search.
        """
        return self._keeps_entries() and self._can_place(
            range(len(self.units)), self.parts.told_apart, work
        )

    def _can_place(
        self, open_units: Sequence[int], taken: Set[int], work: Work
    ) -> bool:
        """Return whether the open units, by their numbers, can be placed beside all placed units."""
        fewest: Sequence[int] = ()
        chosen = None
        for number in open_units:
            groups = self._list_fitting(number, taken, work)
            if not groups:
                return False
            if chosen is None or len(groups) < len(fewest):
                chosen = number
                fewest = groups
        if chosen is None:
            return True
        others = [number for number in open_units if number != chosen]
        for group in fewest:
            self._place(chosen, group)
            can_place = self._can_place(
                others, taken | set(self.parts.chains[group]), work
            )
            self._take_out(chosen, group)
            if can_place:
                return True
        return False

    def _list_fitting(self, number: int, taken: Set[int], work: Work) -> Sequence[int]:
        """Return the groups that can take a unit, but only the first of groups that are alike."""
        work.spend(len(self._places) * (_STEPS_OF_A_LOOK + len(self._checks)))
        return [
            group
            for group in self.parts.list_different(taken)
            if self._fits(number, group)
        ]

    def list_placements(self, spend: Spend) -> Sequence[Placement]:
        """Return the placements that break no rule, but only the first of those that are alike.

        Limits that no placement can break are left out of all placements. `spend` counts the steps.
        """
        placements = []
        for groups in self._search([], self.parts.told_apart, spend):
            limits = self._list_limits(spend)
            if limits is not None:
                alike = self.parts.count_alike(groups)
                placements.append(Placement(list(self._places), limits, groups, alike))
        is_breakable = _find_breakable(placements)
        return [
            placement._replace(limits=list(compress(placement.limits, is_breakable)))
            for placement in placements
        ]

    def _search(
        self, groups: Sequence[int], taken: Set[int], spend: Spend
    ) -> Iterator[Sequence[int]]:
        """Yield the groups of all units for each placement that begins with `groups`, the groups of the first units.

        While the caller handles a placement, its units are in their groups.

        FROZEN: the order and the steps.
        """
        count = len(self._places)
        spend((len(self._checks) + 1) * count)
        number = len(groups)
        if number == len(self.units):
            yield groups
            return
        spend(len(self._rules) * count)
        for group in self.parts.list_different(taken):
            if self._fits(number, group):
                self._place(number, group)
                yield from self._search(
                    [*groups, group], taken | set(self.parts.chains[group]), spend
                )
                self._take_out(number, group)

    def _fits(self, number: int, group: int) -> bool:
        """Return whether a group can take a unit, by its number."""
        unit = self._placed_units[number]
        if self._places[group] < unit.size:
            return False
        if any(
            self._taken[rule][group] + items
            > self._rules[rule].rule.get_bounds(group).most
            for rule, items in unit.rules.items()
        ):
            return False
        for item in unit.items:
            self._group_of[item] = group
        keeps_entries = self._keeps_entries()
        for item in unit.items:
            del self._group_of[item]
        return keeps_entries

    def _keeps_entries(self) -> bool:
        """Return whether the items that have a group break no entry."""
        return all(check.fits(self._group_of) for check in self._checks)

    def _place(self, number: int, group: int) -> None:
        """Place a unit, by its number, in a group."""
        unit = self._placed_units[number]
        self._places[group] -= unit.size
        for rule, items in unit.rules.items():
            self._taken[rule][group] += items
        for item in unit.items:
            self._group_of[item] = group

    def _take_out(self, number: int, group: int) -> None:
        """Take a unit out of its group."""
        unit = self._placed_units[number]
        self._places[group] += unit.size
        for rule, items in unit.rules.items():
            self._taken[rule][group] -= items
        for item in unit.items:
            del self._group_of[item]

    def _list_limits(self, spend: Spend) -> list[Limit] | None:
        """Return the limits for the units left, one for each set of items, or None if a limit cannot be kept."""
        limits: dict[int, Limit] = {}
        for rule, taken in zip(self._rules, self._taken, strict=True):
            spend(len(self._places))
            limit = _make_limit(rule, taken, self._places)
            if rule.limit in limits:
                limit = _join_limits(limits[rule.limit], limit)
            limits[rule.limit] = limit
        for limit in limits.values():
            for least, most in zip(limit.least, limit.most, strict=True):
                if least > most:
                    return None
        return list(limits.values())


def _find_breakable(placements: Sequence[Placement]) -> Sequence[bool]:
    """Return, for each limit by its number, whether it can be broken after any of the placements."""
    limits_by_number = zip(*(placement.limits for placement in placements), strict=True)
    return [
        any(
            limit.can_break(placement.places)
            for limit, placement in zip(limits, placements, strict=True)
        )
        for limits in limits_by_number
    ]


def _make_limit(
    rule: _OpenRule, taken: Mapping[int, int], places: Sequence[int]
) -> Limit:
    """Return the least and the most free items of a rule in each group; `taken` has the items already in each group.

    A group gets at least the items that all other groups cannot take, and at most the items that they do not need.
    Suppose that a rule has four free items, and requires one to three in each of two groups, that these have 2 and 3
    places, and that the first group has one item already: least (1, 2), most (2, 3).
    """
    free = len(rule.free)
    groups = range(len(places))
    bounds = list(map(rule.rule.get_bounds, groups))
    needed = [max(bounds[group].least - taken.get(group, 0), 0) for group in groups]
    room = [
        min(bounds[group].most - taken.get(group, 0), places[group], free)
        for group in groups
    ]
    lack = free - sum(room)
    spare = free - sum(needed)
    least = [max(needed[group], lack + room[group]) for group in groups]
    most = [min(room[group], spare + needed[group]) for group in groups]
    return Limit(rule.free, tuple(least), tuple(most))


def _join_limits(first: Limit, second: Limit) -> Limit:
    """Return the limit that keeps both of two limits of the same items."""
    least = tuple(max(pair) for pair in zip(first.least, second.least, strict=True))
    most = tuple(min(pair) for pair in zip(first.most, second.most, strict=True))
    return Limit(first.members, least, most)
