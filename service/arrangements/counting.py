"""Count the arrangements of groups under rules, and draw one by its number (docs/definitions/rules.md, "Counting").

Units, which are items or lists of items who stay together, are a class if no rule tells them apart. Classes are
placed in turn. What a group can still take is a profile; profiles with the same continuations are joined to a node; a
state is the number of groups at each node. The number of arrangements from each state is counted from the last class
back. So a draw needs no list of arrangements: it goes from state to state by a number below their count.

Four items A, B, C, D come to two groups of two, and no group may have both A and B. A and B are each in this limit, C
and D are in no limit, so the classes are (A, B) and (C, D). There are 2 ways to place A and B, one in each group, then
2 ways for C and D: 4 arrangements.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import comb, factorial
from sys import getsizeof
from typing import NamedTuple, TypeVar

from ..core.rng.sources import WordSource
from ..core.shuffles.algorithms import shuffle_list

# Frozen by the definition: what is counted, and so which draw a seed has, follows from these and from all steps.
_MAX_WIDTH = 500_000  # the sum over the layers of the number of profiles to the power `_POWER_OF_WIDTH`
_MAX_ORDER = 100_000  # steps to order the classes
_POWER_OF_WIDTH = 4
_SMALL = 128  # items: the integers of an arrangement of more take more time
_STEPS_OF_A_CHOICE = 8

# Free to change.
_STEPS_TOGETHER = 1_000
_STEPS_OF_A_CLASS = 14  # in a draw, beside what it looks at
BYTES_OF_A_STATE = 200  # or of a choice, without the integers of a state

_Profile = tuple[int, tuple[tuple[int, int, int], ...]]
"""A profile: the number of free places of a group, and the limits that its later items can still break.

Each limit is (number of the limit, least items, most items). A group with the profile (5, ((2, 0, 1),)) has five free
places and takes at most one more item of limit 2. Profiles are plain tuples as they are made by the ten thousand.
"""

_Row = Sequence[_Profile | None]
"""The profiles of a group after it takes 0, 1, 2, … units of a class; None where it cannot be filled any more."""

_T = TypeVar("_T")

Unit = tuple[int, ...]
"""Items that are placed as one."""


class NotCountedError(Exception):
    """The arrangements are more than the steps can count."""


class Limit(NamedTuple):
    """A set of items that are not fixed, and the least and the most of them that each group takes."""

    members: tuple[int, ...]
    least: tuple[int, ...]  # by group, as `most`
    most: tuple[int, ...]

    def can_break(self, places: Sequence[int]) -> bool:
        """Return whether groups with these numbers of places can break the limit."""
        return any(self.least) or any(
            most < min(free, len(self.members))
            for most, free in zip(self.most, places, strict=True)
        )

    def is_kept(self, groups: Sequence[Iterable[int]]) -> bool:
        """Return whether each group has as many of the members as it may."""
        members = set(self.members)
        numbers = (sum(item in members for item in group) for group in groups)
        return all(
            least <= number <= most
            for least, number, most in zip(self.least, numbers, self.most, strict=True)
        )


class Way(NamedTuple):
    """A way to place some units: `groups` has the group of each unit.

    The groups have free `places` for the remaining units, under `limits`; each way has limits of the same items. This
    way stands for `alike` ways, itself included; each leaves the same number of arrangements.
    """

    places: Sequence[int]
    limits: Sequence[Limit]
    groups: Sequence[int] = ()
    alike: int = 1


class _Class(NamedTuple):
    """Units that no limit tells apart."""

    size: int  # items of each unit
    numbers: Mapping[int, int]  # how many of them are in each limit, by its number
    units: list[Unit]


class Start(NamedTuple):
    """A way that leaves arrangements, and the node of each group after it, before the first class."""

    way: Way
    nodes: Sequence[int]


class DrawnWay(NamedTuple):
    """A way that was drawn, the nodes of its groups, and the rank, from 0, of an arrangement that it leaves."""

    way: Way
    nodes: Sequence[int]
    rank: int


@dataclass(frozen=True, eq=False)
class _Layout:
    """The classes in the order of placing them, and the nodes where groups can be before each class.

    `nodes_after[k][node]` has the nodes of a group after it takes 0, 1, 2, … units of class k at this node; -1 where
    it cannot take that number.
    """

    classes: Sequence[_Class]
    nodes_after: Sequence[Sequence[tuple[int, ...]]]
    starts: Sequence[Start]


_EMPTY = _Layout((), (), ())

Takers = tuple[tuple[int, int], ...]
"""Pairs of a number of units and the number of groups that each take this number of units, ascending.

Of three groups two take no unit and one takes two: ((0, 2), (2, 1)).
"""


class _Choice(NamedTuple):
    """One way to give units of a class to the groups at a node, as numbers, not yet as groups and units.

    Three groups at a node share two units: with the `takers` ((0, 1), (1, 2)) two groups take one unit each, with
    ((0, 2), (2, 1)) one group takes both.
    """

    units: int  # all that they take
    shift: int  # what they add to the next state
    ways: int  # to give `units` units, which are chosen already, to these groups
    takers: Takers


class _BegunChoice(NamedTuple):
    """The beginning of a choice: some groups at a node have taken units, and `groups` and `units` are left."""

    groups: int
    units: int
    shift: int
    """What the groups that have taken add to the next state."""
    orders: int
    """The orders of groups and of their units that are one way: the product of q! * i!^q over the pairs of `takers`."""
    takers: Takers

    def take(self, units: int, groups: int, bit: int) -> "_BegunChoice":
        """Return the beginning after `groups` groups took `units` units each; `bit` is the place of their node."""
        return _BegunChoice(
            groups=self.groups - groups,
            units=self.units - groups * units,
            shift=self.shift + (groups << bit),
            orders=self.orders * factorial(groups) * factorial(units) ** groups,
            takers=(*self.takers, (units, groups)),
        )


Table = dict[int, dict[int, int]]
"""The number of ways in which some nodes take units together: `table[units][shift]`.

`units` is the number of units that they take, `shift` is what their groups add to the next state.
"""


class _NodeTable(NamedTuple):
    """A node with groups before a class, the choices of these groups, and the table of all nodes before this one."""

    node: int
    choices: Sequence[_Choice]
    table: Table


class _Branches(NamedTuple):
    """All ways to place a class when groups are in a state.

    `tables` has the choices of the groups at each node; `children` has the number of ways to each next state.
    """

    tables: Sequence[_NodeTable]
    children: Mapping[int, int]


Spend = Callable[[int], object]
"""Counts steps of counting that are about to be taken."""


def spend_each(spend: Spend, items: Sequence[_T], steps: int) -> Iterator[_T]:
    """Yield the items, and spend the steps of each before it; short steps of several items are spent at once."""
    length = max(1, _STEPS_TOGETHER // steps)
    for start in range(0, len(items), length):
        part = items[start : start + length]
        spend(steps * len(part))
        yield from part


def measure_integers(items: int) -> int:
    """Return the steps of an operation on numbers of arrangements of `items` items, which are large integers."""
    return 1 + (items // _SMALL) ** 2


class _Profiles:
    """Makes the profiles of groups while classes are taken.

    `open_items` has for each limit how many of its items are in classes not taken yet, `size` the number of all items
    in such classes.
    """

    def __init__(self, limits: Sequence[Limit], size: int) -> None:
        self.open_items = [len(limit.members) for limit in limits]
        self.size = size

    def take(self, taken: _Class, sign: int = 1) -> None:
        """Take the units of a class; put them back if the sign is -1."""
        count = sign * len(taken.units)
        self.size -= count * taken.size
        for limit, number in taken.numbers.items():
            self.open_items[limit] -= count * number

    def make(
        self, places: int, limits: Iterable[tuple[int, int, int]]
    ) -> _Profile | None:
        """Return the profile of a group with free places and (limit, least, most); None if it cannot be filled.

        A limit that no choice of items can break is left out. With three open items of limit 0 and one of limit 1,
        make(2, [(0, -1, 1), (1, 0, 4)]) -> (2, ((0, 0, 1),)): limit 1 would take more than there are.
        """
        if not 0 <= places <= self.size:
            return None
        kept = []
        for limit, least, most in limits:
            available = min(self.open_items[limit], places)
            if least > available or most < 0:
                return None
            if available and (least > 0 or most < available):
                kept.append((limit, max(least, 0), min(most, available)))
        return places, tuple(kept)

    def make_all(self, way: Way) -> _Row:
        """Return the profile of each group after a way; None if it cannot be filled."""
        return [
            self.make(
                places,
                [
                    (number, limit.least[group], limit.most[group])
                    for number, limit in enumerate(way.limits)
                ],
            )
            for group, places in enumerate(way.places)
        ]

    def follow(self, profile: _Profile, taken: _Class) -> _Row:
        """Return the profiles of a group after it takes 0, 1, 2, … units of a class that `take` has taken.

        The profile (2, ((0, 0, 1),)) has two places, at most one for an item of limit 0. The class has two single items
        of limit 0, and three other items are left after it: [(2, ()), (1, ()), None].
        """
        places, limits = profile
        size = taken.size
        counts = range(min(places // size, len(taken.units)) + 1)
        if not any(limit in taken.numbers for limit, _, _ in limits):
            return [self.make(places - count * size, limits) for count in counts]
        numbered = [
            (limit, least, most, taken.numbers.get(limit, 0))
            for limit, least, most in limits
        ]
        return [
            self.make(
                places - count * size,
                [
                    (limit, least - count * number, most - count * number)
                    for limit, least, most, number in numbered
                ],
            )
            for count in counts
        ]


def _divide_units(units: Sequence[Unit], limits: Sequence[Limit]) -> list[_Class]:
    """Return the classes of units, in the order of their first units.

    [(0,), (1,), (2, 3)] under one limit of the items 0 and 1 are two classes, of the sizes 1 and 2.
    """
    limits_of: dict[int, list[int]] = {item: [] for unit in units for item in unit}
    for number, limit in enumerate(limits):
        for item in limit.members:
            limits_of[item].append(number)
    classes: dict[tuple[int, tuple[int, ...]], _Class] = {}
    for unit in units:
        numbers = sorted(number for item in unit for number in limits_of[item])
        key = len(unit), tuple(numbers)
        if key not in classes:
            classes[key] = _Class(len(unit), Counter(numbers), [])
        classes[key].units.append(unit)
    return list(classes.values())


class _Trial(NamedTuple):
    """The profiles after a class, if this class is taken next.

    `rows` has for each profile before the class the profiles after it; `profiles` are all profiles in these rows.
    """

    number: int  # the place of the class among the classes that are left
    units: int
    rows: Mapping[_Profile, _Row]
    profiles: set[_Profile]


class _OrderedClasses(NamedTuple):
    """Classes in the order of placing them.

    For each class there are the rows of the profiles before it; `last` are the profiles after all classes.
    """

    classes: Sequence[_Class]
    rows: Sequence[Mapping[_Profile, _Row]]
    last: set[_Profile]


@dataclass
class _ClassOrder:
    """Takes classes in turn: the next class always leaves groups with the fewest different profiles.

    So the states, which are counted, stay few. The definition freezes the order, and the steps and bounds that
    end it without a result.
    """

    profiles: _Profiles
    spend: Spend
    power: int  # of the number of profiles before a class, in `width`
    steps_left: int
    width: int = 0  # the sum of these powers: about how many states there will be

    def take_all(
        self, classes: Sequence[_Class], first: set[_Profile]
    ) -> _OrderedClasses:
        """Return the classes in order; groups have the profiles `first` before all.

        Raises `NotCountedError` if there are too many profiles or classes.
        """
        left = list(classes)
        ordered: list[_Class] = []
        rows: list[Mapping[_Profile, _Row]] = []
        before = first
        while left:
            self.width += len(before) ** self.power
            if self.width > _MAX_WIDTH:
                raise NotCountedError
            trials = [
                self._try_class(number, one, before) for number, one in enumerate(left)
            ]
            # Of equal classes take the class with the most units, then the first.
            best = min(trials, key=lambda trial: (len(trial.profiles), -trial.units))
            taken = left.pop(best.number)
            self.profiles.take(taken)
            ordered.append(taken)
            rows.append(best.rows)
            before = best.profiles
        return _OrderedClasses(ordered, rows, before)

    def _try_class(self, number: int, tried: _Class, before: set[_Profile]) -> _Trial:
        """Return the profiles after a class as if it were taken next; put its units back."""
        self.profiles.take(tried)
        rows = {}
        for profile in before:
            places, limits = profile
            counts = min(places // tried.size, len(tried.units)) + 1
            steps = counts * (1 + len(limits))
            self.spend(min(steps, self.steps_left))
            self.steps_left -= steps
            if self.steps_left < 0:
                raise NotCountedError
            rows[profile] = self.profiles.follow(profile, tried)
        self.profiles.take(tried, -1)
        reached = {
            profile for row in rows.values() for profile in row if profile is not None
        }
        return _Trial(number, len(tried.units), rows, reached)


class _Nodes(NamedTuple):
    """The nodes before each class, as `_Layout.nodes_after` has them, and the node of each first profile."""

    after: Sequence[Sequence[tuple[int, ...]]]
    of_profile: Mapping[_Profile | None, int]


def _number_nodes(ordered: _OrderedClasses) -> _Nodes:
    """Join profiles with the same continuations to nodes, from the last class back, as a finite automaton is minimized.

    If the row of a profile leads to the nodes [0, 2, -1, -1], the profile is at the node of (0, 2), together with all
    profiles of equal rows; nodes are numbered in the order of these tuples. After the last class all profiles are at
    node 0. A profile has no node if a group with it cannot be filled.
    """
    numbers: dict[_Profile | None, int] = dict.fromkeys(ordered.last, 0)
    nodes_after: list[Sequence[tuple[int, ...]]] = []
    for rows in reversed(ordered.rows):
        nodes_of: dict[_Profile, tuple[int, ...]] = {}
        for profile, row in rows.items():
            nodes = [numbers.get(after, -1) for after in row]
            while nodes and nodes[-1] < 0:
                nodes.pop()
            if nodes:
                nodes_of[profile] = tuple(nodes)
        different = sorted(set(nodes_of.values()))
        nodes_after.append(different)
        number_of = {nodes: number for number, nodes in enumerate(different)}
        numbers = {profile: number_of[nodes] for profile, nodes in nodes_of.items()}
    nodes_after.reverse()
    return _Nodes(nodes_after, numbers)


def _lay_out(units: Sequence[Unit], ways: Sequence[Way], spend: Spend) -> _Layout:
    """Return the classes of units in order, their nodes, and the ways that leave arrangements.

    Raises `NotCountedError` if the profiles or the classes are too many.
    """
    limits = ways[0].limits
    profiles = _Profiles(limits, sum(map(len, units)))
    made_of_ways = [(way, profiles.make_all(way)) for way in ways]
    fillable = [(way, made) for way, made in made_of_ways if None not in made]
    if not fillable:
        return _EMPTY
    first = {profile for _, made in fillable for profile in made if profile is not None}
    power = _POWER_OF_WIDTH if limits else _POWER_OF_WIDTH - 1
    order = _ClassOrder(profiles, spend, min(power, _count_bits(ways)), _MAX_ORDER)
    ordered = order.take_all(_divide_units(units, limits), first)
    nodes = _number_nodes(ordered)
    starts = [
        Start(
            way._replace(places=(), limits=()),
            [nodes.of_profile[profile] for profile in made],
        )
        for way, made in fillable
        if nodes.of_profile.keys() >= set(made)
    ]
    return _Layout(ordered.classes, nodes.after, starts)


def _count_bits(ways: Sequence[Way]) -> int:
    """Return the number of bits that a state has for each node: enough for the number of groups."""
    return len(ways[0].places).bit_length()


@dataclass(frozen=True, eq=False)
class _States:
    """The states before each class: which states follow from a state, and in how many ways.

    A state is an integer with `bits` bits for each node; they are the number of groups there. With 2 bits, 0b01_10 has
    two groups at node 0 and one at node 1.
    """

    layout: _Layout
    bits: int
    slowness: int  # steps of an operation on the integers of an arrangement
    # By the class, the node and the number of its groups.
    _choices: dict[tuple[int, int, int], Sequence[_Choice]] = field(
        default_factory=dict
    )

    def join(self, nodes: Iterable[int]) -> int:
        """Return the state of groups at nodes: with 2 bits, 0b01_10 for [0, 1, 0]."""
        return sum(1 << self.bits * node for node in nodes)

    def _split(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield the nodes with groups, ascending, and the number of these: with 2 bits, (0, 2), (1, 1) for 0b01_10."""
        mask = (1 << self.bits) - 1
        node = 0
        while state:
            groups = state & mask
            if groups:
                yield node, groups
            state >>= self.bits
            node += 1

    def count_choices(self) -> int:
        """Return how many choices are kept."""
        return sum(map(len, self._choices.values()))

    def _list_choices(
        self, class_number: int, node: int, groups: int, spend: Spend
    ) -> Sequence[_Choice]:
        """Return the choices of `groups` groups at a node before a class; they are made once."""
        key = class_number, node, groups
        if key not in self._choices:
            nodes_after = self.layout.nodes_after[class_number][node]
            units = len(self.layout.classes[class_number].units)
            self._choices[key] = self._make_choices(nodes_after, units, groups, spend)
        return self._choices[key]

    def _make_choices(
        self, nodes_after: Sequence[int], units: int, groups: int, spend: Spend
    ) -> Sequence[_Choice]:
        """Return all choices for `groups` groups at a node to take up to `units` units together.

        `nodes_after` are the nodes of a group after it takes 0, 1, 2, … units, -1 where it cannot take that number. The
        order is lexicographic in the numbers of groups that take 0, 1, 2, … units: FROZEN, as the definition says it.
        With the nodes (4, 3), three units and two groups the takers are ((1, 2),), ((0, 1), (1, 1)), ((0, 2),).

        The groups that take fewest units are chosen first, then among the others those that take fewest, and so on: a
        choice is complete once all groups that are left take the same number.
        """
        # The numbers of units that a group can take, ascending.
        allowed = [count for count, after in enumerate(nodes_after) if after >= 0]
        choices: list[_Choice] = []

        def choose(first: int, begun: _BegunChoice) -> None:
            """Add the choices that begin as `begun`; groups that are left take as many as `allowed[first]` or more."""
            largest = bisect_right(allowed, begun.units // begun.groups) - 1
            for place in range(largest, first - 1, -1):
                fewest = allowed[place]  # units: no group that is left takes fewer
                bit = self.bits * nodes_after[fewest]
                if place + 1 < len(allowed):
                    spare = begun.units - begun.groups * fewest
                    step = allowed[place + 1] - fewest  # later groups take more by this
                    least = max(1, begun.groups - spare // step)
                    for alike in range(least, begun.groups):
                        choose(place + 1, begun.take(fewest, alike, bit))
                spend(_STEPS_OF_A_CHOICE * self.slowness)
                chosen = begun.take(fewest, begun.groups, bit)
                taken = units - chosen.units
                ways = factorial(groups) * factorial(taken) // chosen.orders
                choices.append(_Choice(taken, chosen.shift, ways, chosen.takers))

        choose(0, _BegunChoice(groups, units, shift=0, orders=1, takers=()))
        return choices

    def branch(self, class_number: int, state: int, spend: Spend) -> _Branches:
        """Return all ways to place a class when groups are in `state`.

        Node by node, a table is extended by what the groups there take, if the later nodes can take the rest. Two
        groups are at node 0; each can take 0 to 2 units and is then at node 0 again. For a class of two units the state
        is its only child, in 4 ways, as each unit goes to either group.
        """
        units = len(self.layout.classes[class_number].units)
        choices_of = {
            node: self._list_choices(class_number, node, groups, spend)
            for node, groups in self._split(state)
        }
        tables = []
        table: Table = {0: {0: 1}}
        taken_later = _list_taken_later(list(choices_of.values()))
        for (node, choices), later in zip(choices_of.items(), taken_later, strict=True):
            tables.append(_NodeTable(node, choices, table))
            table = self._extend(table, choices, units, later, spend)
        children = table.get(units, {})
        spend(self.slowness * (1 + len(children)))
        return _Branches(tables, children)

    def _extend(
        self,
        table: Table,
        choices: Sequence[_Choice],
        units: int,
        later: range,
        spend: Spend,
    ) -> Table:
        """Return the table after the choices of one more node, if the later nodes take a number of units in `later`.

        A choice takes its own units from the units that the table has not taken yet: comb(left, own) ways.
        From {0: {0: 1}}, of two units, by a choice of one unit in one way with the shift 4: {1: {4: 2}}.
        """
        extended: Table = {}
        for used, ways_by_shift in table.items():
            left = units - used
            for choice in choices:
                if left - choice.units in later:
                    factor = choice.ways * comb(left, choice.units)
                    added = choice.shift
                    entries = list(ways_by_shift.items())
                    target = extended.setdefault(used + choice.units, {})
                    for before, ways in spend_each(spend, entries, self.slowness):
                        shift = before + added
                        target[shift] = target.get(shift, 0) + ways * factor
        return extended


def _list_taken_later(choices_of: Sequence[Sequence[_Choice]]) -> Sequence[range]:
    """Return for each node, by its choices, the numbers of units that all later nodes may take.

    The choices of three nodes take 0 to 2, 1 to 3 and 0 to 1 units: [range(1, 5), range(0, 2), range(0, 1)]. A range is
    empty if a later node has no choice.
    """
    later = range(1)
    ranges = []
    for choices in reversed(choices_of):
        ranges.append(later)
        numbers = [choice.units for choice in choices]
        is_possible = bool(later and numbers)
        later = (
            range(later.start + min(numbers), later.stop + max(numbers))
            if is_possible
            else range(0)
        )
    ranges.reverse()
    return ranges


def count_units(
    units: Sequence[Unit], ways: Sequence[Way], spend: Spend
) -> "ArrangementCounter":
    """Count the arrangements of free units after any of the `ways` to place other units; `spend` counts the steps.

    Raises `NotCountedError` if the profiles or the classes are too many.
    """
    if not ways:
        return ArrangementCounter(_States(_EMPTY, 0, 1), [], [])
    layout = _lay_out(units, ways, spend)
    states = _States(layout, _count_bits(ways), measure_integers(sum(map(len, units))))
    counts = _count_states(states, spend)
    numbers = [
        start.way.alike * counts[0][states.join(start.nodes)] for start in layout.starts
    ]
    return ArrangementCounter(states, counts, list(accumulate(numbers)))


def _count_states(states: _States, spend: Spend) -> Sequence[Mapping[int, int]]:
    """Return the number of arrangements from each state that is reached, before each class and after the last.

    States are found class by class from the starts, and counted from the last class back.
    """
    reached: Iterable[int] = dict.fromkeys(
        states.join(start.nodes) for start in states.layout.starts
    )
    children_of: list[dict[int, Mapping[int, int]]] = []
    for class_number in range(len(states.layout.classes)):
        children_of.append(
            {
                state: states.branch(class_number, state, spend).children
                for state in reached
            }
        )
        reached = dict.fromkeys(
            child for children in children_of[-1].values() for child in children
        )
    counts = dict.fromkeys(reached, 1)
    counts_by_class = [counts]
    for layer in reversed(children_of):
        counts = {
            state: sum(ways * counts[child] for child, ways in children.items())
            for state, children in layer.items()
        }
        counts_by_class.append(counts)
    counts_by_class.reverse()
    return counts_by_class


@dataclass(frozen=True, eq=False)
class ArrangementCounter:
    """Draws an arrangement by its number; has the number of arrangements from each state."""

    _states: _States
    _counts: Sequence[Mapping[int, int]]  # by the class, and by the state before it
    _ends: Sequence[int]  # of each start: its arrangements and all earlier ones

    @property
    def starts(self) -> Sequence[Start]:
        """Return the ways that leave arrangements."""
        return self._states.layout.starts

    @property
    def total(self) -> int:
        """Return the number of all arrangements."""
        return self._ends[-1] if self._ends else 0

    @property
    def bytes(self) -> int:
        """Return about how much memory the counts take."""
        starts = sum(BYTES_OF_A_STATE + 8 * len(start.nodes) for start in self.starts)
        choices = BYTES_OF_A_STATE * self._states.count_choices()
        counts = sum(
            BYTES_OF_A_STATE + getsizeof(state) + getsizeof(number)
            for layer in self._counts
            for state, number in layer.items()
        )
        return starts + choices + counts

    def draw_way(self, source: WordSource) -> DrawnWay:
        """Return a way, drawn in proportion to the arrangements it leaves, and the rank of one of these.

        There must be an arrangement.
        """
        rank = source.below(self.total)
        place = bisect_right(self._ends, rank)
        before = self._ends[place - 1] if place else 0
        way, nodes = self.starts[place]
        return DrawnWay(way, nodes, rank - before)

    def draw(
        self, rank: int, nodes: Sequence[int], source: WordSource, spend: Spend
    ) -> list[list[int]]:
        """Return the items of each group, from groups at nodes, in the arrangement of a rank and of more draws.

        The rank is below the number of arrangements from these nodes. It tells how many groups of each node take how
        many units of each class; shuffles tell which groups and which units. The order of shuffles is frozen.
        """
        groups: list[list[int]] = [[] for _ in nodes]
        state = self._states.join(nodes)
        for class_number, one in enumerate(self._states.layout.classes):
            spend(_STEPS_OF_A_CLASS)
            tables, children = self._states.branch(class_number, state, spend)
            counts_after = self._counts[class_number + 1]
            for child in sorted(children):
                share = children[child] * counts_after[child]
                if rank < share:
                    break
                rank -= share
            rank, way = divmod(rank, children[child])
            takers = _find_takers(tables, way, len(one.units), child)
            numbers = _draw_numbers(takers, nodes, source)
            units = iter(shuffle_list(one.units, source))
            for group, number in enumerate(numbers):
                for _ in range(number):
                    groups[group].extend(next(units))
            nodes_after = self._states.layout.nodes_after[class_number]
            nodes = [
                nodes_after[node][number]
                for node, number in zip(nodes, numbers, strict=True)
            ]
            state = child
        return groups


def _draw_numbers(
    takers: Mapping[int, Takers], nodes: Sequence[int], source: WordSource
) -> Sequence[int]:
    """Return the number of units that each group takes; shuffles tell which groups at a node take which number.

    Two groups at node 0 with the takers ((0, 1), (2, 1)): [0, 2] or [2, 0].
    """
    numbers = [0] * len(nodes)
    for node in sorted(takers):
        at_node = [group for group, place in enumerate(nodes) if place == node]
        taken = [number for number, count in takers[node] for _ in range(count)]
        for group, number in zip(shuffle_list(at_node, source), taken, strict=True):
            numbers[group] = number
    return numbers


def _find_takers(
    tables: Sequence[_NodeTable], way: int, units: int, child: int
) -> Mapping[int, Takers]:
    """Return the takers of each node in way number `way`; in each way all nodes take `units` units and reach `child`.

    From the last node back, the choice of a node is found by the number of ways with each choice; the rest of the
    number tells the choices of earlier nodes. Node 0 alone has the choices ((1, 2),) and ((0, 1), (2, 1)) of two units,
    each in 2 ways, so the ways are 0 to 3, and way 2 has {0: ((0, 1), (2, 1))}.
    """
    takers = {}
    used = units
    shift = child
    for node, choices, table in reversed(tables):
        left = units - used
        for choice in choices:
            before = table.get(used - choice.units, {}).get(shift - choice.shift, 0)
            if before:
                ways = choice.ways * comb(left + choice.units, choice.units)
                if way < before * ways:
                    break
                way -= before * ways
        way //= ways
        used -= choice.units
        shift -= choice.shift
        takers[node] = choice.takers
    return takers
