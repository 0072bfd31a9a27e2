"""Lay out the units to be placed: classes of units in an order, and the nodes where groups can be before each class.

A unit is an item, or a list of items that stay together. Units are a class if no rule tells them apart. What a group
can still take is its profile; profiles with the same continuations are joined to a node. counting.py counts and draws
by a `Layout`.

For example, four items A, B, C, D come to two groups of two, and no group may have both A and B. The classes are (A, B)
and (C, D). At first, both groups have two places and may take one of A and B. After the class (A, B), a group that took
one of them has one place left, and a group that took none has two: these are two nodes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import NamedTuple, TypeVar

from ...core.work import Work

# FROZEN: these, and all steps that `spend` and `steps_left` count. They decide whether a count succeeds, and so by
# which method and with which words a seed draws its groups. Names, data structures and speed may change, but not how
# many steps a layout takes: verify/ counts the same steps, by docs/definitions/rules.md ("Groups by counting").
_MAX_WIDTH = 500_000  # the sum over the layers of the number of profiles to the power `_POWER_OF_WIDTH`
_MAX_ORDER = 100_000  # steps to order the classes
_POWER_OF_WIDTH = 4
_SMALL = 128  # items; with more, the integers of an arrangement take more time

_STEPS_TOGETHER = 1_000  # FREE: steps that are spent at once
_LOOKS_OF_A_STEP = 4  # FREE: items and limits that a check looks at in a step of `Work`

_T = TypeVar("_T")

Unit = tuple[int, ...]
"""Items that are placed as one."""


class NotCountedError(Exception):
    """There are more arrangements than the steps can count."""


class Limit(NamedTuple):
    """A set of items that are not fixed, and the least and the most of these items that each group takes."""

    members: tuple[int, ...]
    least: tuple[int, ...]  # by group, like `most`
    most: tuple[int, ...]

    def can_break(self, places: Sequence[int]) -> bool:
        """Return whether groups with these numbers of places can break the limit."""
        return any(self.least) or any(
            most < min(free, len(self.members))
            for most, free in zip(self.most, places, strict=True)
        )


class LimitChecks:
    """Checks whether groups keep limits. `_limits_of` has the numbers of the limits of each item that has any."""

    def __init__(self, limits: Sequence[Limit]) -> None:
        self._limits = limits
        self._limits_of: dict[int, list[int]] = {}
        for number, limit in enumerate(limits):
            for item in limit.members:
                self._limits_of.setdefault(item, []).append(number)

    def are_kept(self, groups: Sequence[Sequence[int]], work: Work) -> bool:
        """Return whether the number of members in each group is within each limit.

        Of two groups only the smaller is looked at: if one keeps a limit, all other items are in the other.
        """
        if not self._limits:
            return True
        numbers = sorted(range(len(groups)), key=lambda group: len(groups[group]))
        if len(groups) == 2:
            numbers = numbers[:1]
        return all(self._is_kept(group, groups[group], work) for group in numbers)

    def _is_kept(self, group: int, items: Sequence[int], work: Work) -> bool:
        """Return whether the items of a group are within each limit."""
        counts = [0] * len(self._limits)
        for item in items:
            for number in self._limits_of.get(item, ()):
                counts[number] += 1
        work.spend((len(items) + sum(counts) + len(counts)) / _LOOKS_OF_A_STEP)
        return all(
            limit.least[group] <= count <= limit.most[group]
            for limit, count in zip(self._limits, counts, strict=True)
        )


class Placement(NamedTuple):
    """Groups for the units that entries of `placed` place, and what is left of the groups for all other units."""

    places: Sequence[int]
    """The free places of each group."""
    limits: Sequence[Limit]
    """The limits of the other units; all placements have limits of the same items."""
    groups: Sequence[int] = ()
    """The group of each placed unit."""
    alike: int = 1
    """For how many placements this one stands, itself among them: each leaves the same number of arrangements."""


class UnitClass(NamedTuple):
    """Units that no limit tells apart."""

    size: int  # items of each unit
    numbers: Mapping[int, int]  # how many of these are in each limit, by its number
    units: list[Unit]


class _Bound(NamedTuple):
    """The least and the most items of a limit that a group still takes."""

    limit: int  # its number
    least: int
    most: int


class _Profile(NamedTuple):
    """What a group can still take: the number of its free places, and the bounds that later items can break.

    A group with the profile (5, ((2, 0, 1),)) has five free places and takes at most one more item of limit 2.
    """

    places: int
    bounds: tuple[_Bound, ...]


_Row = Sequence[_Profile | None]
"""The profiles of a group after it takes 0, 1, 2, … units of a class; None if the group cannot be filled any more."""


class Start(NamedTuple):
    """A placement that leaves arrangements, and the node of each group after it, before the first class."""

    placement: Placement
    nodes: Sequence[int]


@dataclass(frozen=True, eq=False)
class Layout:
    """The classes in the order of placing them, and the nodes where groups can be before each class.

    `nodes_after[k][node]` has the nodes of a group after it takes 0, 1, 2, … units of class k at this node, or -1 if it
    cannot take that number.

    In the example above, `nodes_after` is [[(0, 1)], [(-1, -1, 0), (-1, 0)]]. Before the class (A, B) both groups are
    at node 0. A group that takes none of the class comes to node 0, where it must take two units of (C, D). A group
    that takes one comes to node 1, where it must take one.
    """

    classes: Sequence[UnitClass]
    nodes_after: Sequence[Sequence[tuple[int, ...]]]
    starts: Sequence[Start]


EMPTY = Layout((), (), ())

Spend = Callable[[int], object]
"""Counts steps of counting that are about to be taken."""


def spend_each(spend: Spend, items: Sequence[_T], steps: int) -> Iterator[_T]:
    """Yield the items, and spend the steps of each item before it. Short steps of several items are spent at once."""
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

    `open_items` has, for each limit, how many of its items are in classes not yet taken; `size` is the number of all
    items in such classes.
    """

    def __init__(self, limits: Sequence[Limit], size: int) -> None:
        self.open_items = [len(limit.members) for limit in limits]
        self.size = size

    def take(self, taken: UnitClass, sign: int = 1) -> None:
        """Take the units of a class; put them back if the sign is -1."""
        count = sign * len(taken.units)
        self.size -= count * taken.size
        for limit, number in taken.numbers.items():
            self.open_items[limit] -= count * number

    def make(
        self, places: int, bounds: Iterable[_Bound], items: Iterable[int]
    ) -> _Profile | None:
        """Return the profile of a group with free places, after it took `items` of each bound's limit.

        Return None if the group cannot be filled. A bound that no choice of items can break is left out. With three
        open items of limit 0 and one of limit 1, make(2, [(0, 0, 2), (1, 0, 4)], [1, 0]) -> (2, ((0, 0, 1),)): the
        bound of limit 1 allows more items than there are.
        """
        if not 0 <= places <= self.size:
            return None
        kept = []
        open_items = self.open_items
        # Bounds are made by the ten thousand, so they are read by position, without calls of min() or max().
        for (limit, least_before, most_before), taken in zip(
            bounds, items, strict=False
        ):
            least = least_before - taken
            most = most_before - taken
            open_here = open_items[limit]
            available = open_here if open_here < places else places
            if least > available or most < 0:
                return None
            if available and (least > 0 or most < available):
                least_left = least if least > 0 else 0
                most_left = most if most < available else available
                kept.append(_Bound(limit, least_left, most_left))
        return _Profile(places, tuple(kept))

    def make_all(self, placement: Placement) -> Sequence[_Profile | None]:
        """Return the profile of each group after a placement; None for a group that cannot be filled."""
        return [
            self.make(
                places,
                [
                    _Bound(number, limit.least[group], limit.most[group])
                    for number, limit in enumerate(placement.limits)
                ],
                repeat(0),
            )
            for group, places in enumerate(placement.places)
        ]

    def follow(self, profile: _Profile, taken: UnitClass) -> _Row:
        """Return the profiles of a group after it takes 0, 1, 2, … units of a class that `take` has taken.

        The profile (2, ((0, 0, 1),)) has two places, at most one of them for an item of limit 0. If the class has two
        single items of limit 0, and three other items are left after it: [(2, ()), (1, ()), None].
        """
        size = taken.size
        counts = range(min(profile.places // size, len(taken.units)) + 1)
        # For each bound: how many items of its limit each unit has.
        numbers = [taken.numbers.get(bound.limit, 0) for bound in profile.bounds]
        return [
            self.make(
                profile.places - count * size,
                profile.bounds,
                [count * number for number in numbers],
            )
            for count in counts
        ]


def _divide_units(units: Sequence[Unit], limits: Sequence[Limit]) -> list[UnitClass]:
    """Return the classes of units, in the order of their first units.

    Under one limit of the items 0 and 1, [(0,), (1,), (2, 3)] are the classes UnitClass(1, {0: 1}, [(0,), (1,)]) and
    UnitClass(2, {}, [(2, 3)]): each unit of the first has one item of limit 0.
    """
    limits_of: dict[int, list[int]] = {item: [] for unit in units for item in unit}
    for number, limit in enumerate(limits):
        for item in limit.members:
            limits_of[item].append(number)
    classes: dict[tuple[int, tuple[int, ...]], UnitClass] = {}
    for unit in units:
        numbers = sorted(number for item in unit for number in limits_of[item])
        key = len(unit), tuple(numbers)
        if key not in classes:
            classes[key] = UnitClass(len(unit), Counter(numbers), [])
        classes[key].units.append(unit)
    return list(classes.values())


class _Trial(NamedTuple):
    """The profiles after a class, if this class is taken next.

    `rows` has, for each profile before the class, the profiles after it; `profiles` are all profiles in these rows.
    """

    number: int  # the place of the class among the classes that are left
    units: int
    rows: Mapping[_Profile, _Row]
    profiles: set[_Profile]


class _OrderedClasses(NamedTuple):
    """Classes in the order of placing them.

    Each class has the rows of the profiles before it; `last` are the profiles after all classes.
    """

    classes: Sequence[UnitClass]
    rows: Sequence[Mapping[_Profile, _Row]]
    last: set[_Profile]


@dataclass
class _ClassOrder:
    """Takes classes in turn. The next class is the class that leaves groups with the fewest different profiles.

    This keeps down the number of states to count.

    FROZEN: the order, and the steps and bounds that end it without a result.
    """

    profiles: _Profiles
    spend: Spend
    power: int  # `width` adds up this power of the number of profiles before a class
    steps_left: int
    width: int = 0  # the sum of these powers: about how many states there will be

    def take_all(
        self, classes: Sequence[UnitClass], first: set[_Profile]
    ) -> _OrderedClasses:
        """Return the classes in order; groups have the profiles `first` before all classes.

        `rows` of the result has, for each class, what each profile before the class becomes when a group takes 0, 1, 2,
        … of its units. The next class is the one after which the fewest different profiles are left.
        Raises `NotCountedError` if there are too many profiles or classes.
        """
        classes_left = list(classes)
        ordered: list[UnitClass] = []
        rows: list[Mapping[_Profile, _Row]] = []
        profiles = first
        while classes_left:
            self.width += len(profiles) ** self.power
            if self.width > _MAX_WIDTH:
                raise NotCountedError
            trials = [
                self._try_class(number, unit_class, profiles)
                for number, unit_class in enumerate(classes_left)
            ]
            # If several classes leave equally few profiles, take the class with the most units, then the first.
            best = min(trials, key=lambda trial: (len(trial.profiles), -trial.units))
            taken = classes_left.pop(best.number)
            self.profiles.take(taken)
            ordered.append(taken)
            rows.append(best.rows)
            profiles = best.profiles
        return _OrderedClasses(ordered, rows, profiles)

    def _try_class(
        self, number: int, tried: UnitClass, profiles: set[_Profile]
    ) -> _Trial:
        """Return the profiles after a class, as if it were taken next. Put its units back.

        Raises `NotCountedError` if no steps are left.
        """
        self.profiles.take(tried)
        rows = {}
        for profile in profiles:
            counts = min(profile.places // tried.size, len(tried.units)) + 1
            steps = counts * (1 + len(profile.bounds))
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
    """The nodes before each class, as `Layout.nodes_after` has them, and the node of each first profile."""

    after: Sequence[Sequence[tuple[int, ...]]]
    of_profile: Mapping[_Profile | None, int]


def _number_nodes(ordered: _OrderedClasses) -> _Nodes:
    """Join profiles with the same continuations to nodes, from the last class back.

    This is how an automaton without cycles is minimized (Dominique Revuz, Minimisation of acyclic deterministic
    automata in linear time, 1992).

    If the row of a profile leads to the nodes [0, 2, -1, -1], the profile is at the node of (0, 2), together with all
    profiles with equal rows. Nodes are numbered in the order of these tuples. After the last class, all profiles are at
    node 0. A profile has no node if a group with this profile cannot be filled.
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


def lay_out(
    units: Sequence[Unit], placements: Sequence[Placement], spend: Spend
) -> Layout:
    """Return the classes of units in order, their nodes, and the placements that leave arrangements.

    If no group of two has both A and B of A, B, C, D, the classes are (A, B) and (C, D), `nodes_after` is [[(0, 1)],
    [(-1, -1, 0), (-1, 0)]], as `Layout` explains, and the only start has its groups at the nodes [0, 0].
    Raises `NotCountedError` if the profiles or the classes are too many.
    """
    limits = placements[0].limits
    maker = _Profiles(limits, sum(map(len, units)))
    fillable = _list_fillable(maker, placements)
    if not fillable:
        return EMPTY
    power = _POWER_OF_WIDTH if limits else _POWER_OF_WIDTH - 1
    order = _ClassOrder(maker, spend, min(power, count_bits(placements)), _MAX_ORDER)
    first = {profile for _, profiles in fillable for profile in profiles}
    ordered = order.take_all(_divide_units(units, limits), first)
    nodes = _number_nodes(ordered)
    starts = []
    for placement, profiles in fillable:
        if nodes.of_profile.keys() >= set(profiles):
            groups_alone = placement._replace(places=(), limits=())
            nodes_of_groups = [nodes.of_profile[profile] for profile in profiles]
            starts.append(Start(groups_alone, nodes_of_groups))
    return Layout(ordered.classes, nodes.after, starts)


class _FillablePlacement(NamedTuple):
    """A placement after which each group can be filled, and the profile of each group."""

    placement: Placement
    profiles: Sequence[_Profile]


def _list_fillable(
    maker: _Profiles, placements: Sequence[Placement]
) -> Sequence[_FillablePlacement]:
    """Return the placements after which each group can be filled: all others leave no arrangement."""
    fillable = []
    for placement in placements:
        row = maker.make_all(placement)
        profiles = [profile for profile in row if profile is not None]
        if len(profiles) == len(row):
            fillable.append(_FillablePlacement(placement, profiles))
    return fillable


def count_bits(placements: Sequence[Placement]) -> int:
    """Return the number of bits that a state has for each node: enough for the number of groups."""
    return len(placements[0].places).bit_length()
