"""Count the arrangements of groups under rules, and draw one by its number (docs/definitions/rules.md, "Counting").

Units, which are items or lists of items who stay together, are a class if no rule tells them apart. Classes are
placed one after the other. What a group can still take is a node; a state is the number of groups at each node. The
number of arrangements from each state is counted from behind.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import comb, factorial
from sys import getsizeof
from typing import NamedTuple, TypeVar

from ..core.rng.sources import WordSource
from ..core.shuffles.algorithms import shuffle_list

_MAX_WIDTH = 500_000  # the sum over the layers of the number of profiles to the power `_POWER_OF_WIDTH`
_MAX_ORDER = 100_000  # steps to order the classes
_POWER_OF_WIDTH = 4
_SMALL = 128  # items: the integers of an arrangement of more take more time
_STEPS_OF_A_CHOICE = 8
_STEPS_TOGETHER = 1_000
_STEPS_OF_A_CLASS = 14  # in a draw, beside what it looks at; no part of the definition
BYTES_OF_A_STATE = 200  # or of a choice, without the integers of a state

_Profile = tuple[int, tuple[tuple[int, int, int], ...]]
"""What a group can still take: its free places, and (rule, least, most) for each rule that still limits it."""


_T = TypeVar("_T")

Unit = tuple[int, ...]
"""Items that are placed as one."""


class NotCountedError(Exception):
    """The arrangements are more than the steps can count."""


class Limit(NamedTuple):
    """A set of items that are not fixed, and the least and the most of them that each group takes."""

    members: tuple[int, ...]
    least: tuple[int, ...]
    most: tuple[int, ...]

    def can_break(self, places: Sequence[int]) -> bool:
        """Return whether groups with so many places can break it."""
        return any(self.least) or any(
            b < min(c, len(self.members))
            for b, c in zip(self.most, places, strict=True)
        )

    def is_kept(self, groups: Sequence[Iterable[int]]) -> bool:
        members = set(self.members)
        numbers = (sum(item in members for item in group) for group in groups)
        return all(
            a <= x <= b for a, x, b in zip(self.least, numbers, self.most, strict=True)
        )


class Way(NamedTuple):
    """Where some units are placed, by their `groups`: so many ways, `alike`, leave the same number of arrangements.

    The groups have free `places` for the other units, under limits: of the same items in each way.
    """

    places: Sequence[int]
    limits: Sequence[Limit]
    groups: Sequence[int] = ()
    alike: int = 1


class _Class(NamedTuple):
    """Units of the same `size` that have the same numbers of items in each limit, `numbers`, by the limit's number."""

    size: int
    numbers: Mapping[int, int]
    units: list[Unit]


Takers = tuple[tuple[int, int], ...]
"""Pairs of a number of units and the number of groups that take so many, ascending."""


class _Choice(NamedTuple):
    """How many of the groups at a node take how many units (`takers`).

    They take `units` in all, in so many `ways` of `units` that are given; `shift` is what they add to the next state.
    """

    units: int
    shift: int
    ways: int
    takers: Takers


Table = dict[int, dict[int, int]]
"""The number of ways in which some nodes take units, by the number of units and by what they add to the next state."""


Spend = Callable[[int], object]
"""Counts steps of counting that are about to be taken."""


def spend_each(spend: Spend, items: Sequence[_T], steps: int) -> Iterator[_T]:
    """Yield the items; count the steps of each before it, of some that take few steps together."""
    length = max(1, _STEPS_TOGETHER // steps)
    for start in range(0, len(items), length):
        part = items[start : start + length]
        spend(steps * len(part))
        yield from part


def measure_integers(items: int) -> int:
    """Return the steps of an operation on the integers of arrangements of so many items."""
    return 1 + (items // _SMALL) ** 2


class _Profiles:
    """The profiles of groups while classes are taken: `open_items` of each limit and `size` items are left."""

    def __init__(self, limits: Sequence[Limit], size: int) -> None:
        self.open_items, self.size = [len(limit.members) for limit in limits], size

    def take(self, taken: _Class, sign: int = 1) -> None:
        """Take the units of a class; put them back if the sign is -1."""
        self.size -= sign * taken.size * len(taken.units)
        for rule, number in taken.numbers.items():
            self.open_items[rule] -= sign * number * len(taken.units)

    def make(
        self, places: int, limits: Iterable[tuple[int, int, int]]
    ) -> _Profile | None:
        """Return the profile of a group with these free places and limits; None if it cannot be filled."""
        if not 0 <= places <= self.size:
            return None
        kept = []
        for rule, least, most in limits:
            available = min(self.open_items[rule], places)
            if least > available or most < 0:
                return None
            if available and (least > 0 or most < available):
                kept.append((rule, max(least, 0), min(most, available)))
        return places, tuple(kept)

    def make_all(self, way: Way) -> Sequence[_Profile | None]:
        """Return the profile of each group after a way; None if it cannot be filled."""
        return [
            self.make(
                places,
                [
                    (rule, limit.least[j], limit.most[j])
                    for rule, limit in enumerate(way.limits)
                ],
            )
            for j, places in enumerate(way.places)
        ]

    def follow(self, profile: _Profile, taken: _Class) -> list[_Profile | None]:
        """Return the profiles to which a group comes with 0, 1, 2, … units of a class that has been taken."""
        (places, limits), size, numbers = profile, taken.size, taken.numbers
        counts = range(min(places // size, len(taken.units)) + 1)
        if not any(rule in numbers for rule, _, _ in limits):
            return [self.make(places - j * size, limits) for j in counts]
        moved = [
            (rule, least, most, numbers.get(rule, 0)) for rule, least, most in limits
        ]
        return [
            self.make(
                places - j * size, [(r, a - j * k, b - j * k) for r, a, b, k in moved]
            )
            for j in counts
        ]


class ArrangementCounter:
    """The number of arrangements, `total`, of the free units after any of some ways to place the others.

    `spend` counts the steps. Raises `NotCountedError` if the profiles or the classes are too many.
    """

    def __init__(
        self, units: Sequence[Unit], ways: Sequence[Way], spend: Spend
    ) -> None:
        self._slowness = measure_integers(sum(map(len, units)))
        self._bits = len(ways[0].places).bit_length() if ways else 0
        self._choices: dict[tuple[int, int, int], list[_Choice]] = {}
        self.rows: list[list[tuple[int, ...]]] = []
        self.counts: list[dict[int, int]] = []
        self.classes: list[_Class] = []
        self.starts: Sequence[tuple[Way, Sequence[int]]] = (
            self._lay_out(units, ways, spend) if ways else []
        )
        """The ways that leave arrangements, and the node of each group after them."""
        self._ends = list(accumulate(self._count(spend)))
        self.total = self._ends[-1] if self._ends else 0

    @property
    def bytes(self) -> int:
        """Return about how much memory the counts take."""
        choices = sum(map(len, self._choices.values()))
        nodes = sum(BYTES_OF_A_STATE + 8 * len(nodes) for _, nodes in self.starts)
        return (
            nodes
            + BYTES_OF_A_STATE * choices
            + sum(
                BYTES_OF_A_STATE + getsizeof(state) + getsizeof(number)
                for layer in self.counts
                for state, number in layer.items()
            )
        )

    def _lay_out(
        self, units: Sequence[Unit], ways: Sequence[Way], spend: Spend
    ) -> Sequence[tuple[Way, Sequence[int]]]:
        """Order the classes, and make the rows of nodes before each class. Return the ways with the nodes of groups."""
        limits = ways[0].limits
        rules_of: dict[int, list[int]] = {item: [] for unit in units for item in unit}
        for number, limit in enumerate(limits):
            for item in limit.members:
                rules_of[item].append(number)
        found: dict[tuple[int, tuple[int, ...]], _Class] = {}
        for unit in units:
            rules = sorted(rule for item in unit for rule in rules_of[item])
            key = len(unit), tuple(rules)
            if key not in found:
                found[key] = _Class(len(unit), Counter(rules), [])
            found[key].units.append(unit)
        left = list(found.values())
        profiles = _Profiles(limits, sum(map(len, units)))
        width = 0
        ordering = _MAX_ORDER
        starts = [
            (way, made) for way in ways if None not in (made := profiles.make_all(way))
        ]
        if not starts:
            return []
        layers: list[dict[_Profile, list[_Profile | None]]] = []
        layer = {
            profile for _, made in starts for profile in made if profile is not None
        }
        while left:
            width += len(layer) ** min(_POWER_OF_WIDTH - (not limits), self._bits)
            if width > _MAX_WIDTH:
                raise NotCountedError
            trials = []
            for number, one in enumerate(left):
                profiles.take(one)
                rows = {}
                for profile in layer:
                    steps = (min(profile[0] // one.size, len(one.units)) + 1) * (
                        1 + len(profile[1])
                    )
                    spend(min(steps, ordering))
                    ordering -= steps
                    if ordering < 0:
                        raise NotCountedError
                    rows[profile] = profiles.follow(profile, one)
                profiles.take(one, -1)
                reached = {
                    profile
                    for row in rows.values()
                    for profile in row
                    if profile is not None
                }
                trials.append((len(reached), -len(one.units), number, rows, reached))
            _, _, number, rows, layer = min(trials, key=lambda trial: trial[:3])
            layers.append(rows)
            self.classes.append(left.pop(number))
            profiles.take(self.classes[-1])
        numbers = self._number_nodes(layers, layer)
        return [
            (way._replace(places=(), limits=()), [numbers[profile] for profile in made])
            for way, made in starts
            if numbers.keys() >= set(made)
        ]

    def _number_nodes(
        self,
        layers: Sequence[Mapping[_Profile, Sequence[_Profile | None]]],
        last: set[_Profile],
    ) -> Mapping[_Profile | None, int]:
        """Make `rows`: for each class and node the nodes after 0, 1, 2, … units; -1 for none.

        Return the nodes of profiles before the first class.
        """
        numbers: dict[_Profile | None, int] = dict.fromkeys(last, 0)
        for layer in reversed(layers):
            found: dict[_Profile, tuple[int, ...]] = {}
            for profile, row in layer.items():
                nodes = [numbers.get(after, -1) for after in row]
                while nodes and nodes[-1] < 0:
                    nodes.pop()
                if nodes:
                    found[profile] = tuple(nodes)
            self.rows.append(sorted(set(found.values())))
            by_row = {row: number for number, row in enumerate(self.rows[-1])}
            numbers = {profile: by_row[row] for profile, row in found.items()}
        self.rows.reverse()
        return numbers

    def _join_nodes(self, nodes: Iterable[int]) -> int:
        """Return the state of groups at nodes."""
        return sum(1 << self._bits * node for node in nodes)

    def _count(self, spend: Spend) -> Iterator[int]:
        """Make `counts`, the number of arrangements from each state. Return the numbers of those of the ways."""
        layers: list[dict[int, Mapping[int, int]]] = []
        firsts = [self._join_nodes(nodes) for _, nodes in self.starts]
        states: Iterable[int] = dict.fromkeys(firsts)
        for number in range(len(self.classes)):
            layers.append(
                {
                    state: self._list_children(number, state, spend)[1]
                    for state in states
                }
            )
            states = {
                child: None for children in layers[-1].values() for child in children
            }
        counts = dict.fromkeys(states, 1)
        self.counts = [counts]
        for layer in reversed(layers):
            counts = {
                state: sum(ways * counts[child] for child, ways in children.items())
                for state, children in layer.items()
            }
            self.counts.append(counts)
        self.counts.reverse()
        return (
            way.alike * counts[first]
            for (way, _), first in zip(self.starts, firsts, strict=True)
        )

    def _list_choices(
        self, number: int, node: int, groups: int, spend: Spend
    ) -> list[_Choice]:
        """Return the choices of so many groups at a node before a class, in lexicographic order of their takers."""
        key = number, node, groups
        if key not in self._choices:
            row = self.rows[number][node]
            most = len(self.classes[number].units)
            allowed = [j for j, after in enumerate(row) if after >= 0]
            choices: list[_Choice] = []

            def choose(
                first: int,
                left: int,
                room: int,
                shift: int,
                orders: int,
                takers: Takers,
            ) -> None:
                """Choose how many take the fewest items, at a place from `first` on, and then what the others take."""
                for place in range(
                    bisect_right(allowed, room // left) - 1, first - 1, -1
                ):
                    j = allowed[place]
                    target = self._bits * row[allowed[place]]
                    if place + 1 < len(allowed):
                        step = allowed[place + 1] - j
                        for x in range(max(1, left - (room - left * j) // step), left):
                            taken = (
                                x << target,
                                orders * factorial(x) * factorial(j) ** x,
                                (*takers, (j, x)),
                            )
                            choose(
                                place + 1,
                                left - x,
                                room - x * j,
                                shift + taken[0],
                                *taken[1:],
                            )
                    spend(_STEPS_OF_A_CHOICE * self._slowness)
                    units = most - room + left * j
                    counted = orders * factorial(left) * factorial(j) ** left
                    ways = factorial(groups) * factorial(units) // counted
                    choices.append(
                        _Choice(
                            units, shift + (left << target), ways, (*takers, (j, left))
                        )
                    )

            choose(0, groups, most, 0, 1, ())
            self._choices[key] = choices
        return self._choices[key]

    def _list_children(
        self, number: int, state: int, spend: Spend
    ) -> tuple[list[tuple[int, list[_Choice], Table]], Mapping[int, int]]:
        """Return the nodes of a state before a class, with their choices and the table of the nodes before them.

        Return also the children of the state, with their ways.
        """
        size = len(self.classes[number].units)
        mask = (1 << self._bits) - 1
        node = 0
        parts: list[tuple[int, list[_Choice]]] = []
        while state:
            if groups := state & mask:
                parts.append((node, self._list_choices(number, node, groups, spend)))
            state >>= self._bits
            node += 1
        later = [(0, 0)]
        for _, choices in reversed(parts):
            numbers = [choice.units for choice in choices]
            least, most = later[-1]
            later.append(
                (least + min(numbers), most + max(numbers))
                if numbers
                else (size + 1, -1)
            )
        tables = []
        table = {0: {0: 1}}
        for (node, choices), (least, most) in zip(
            parts, reversed(later[:-1]), strict=True
        ):
            tables.append((node, choices, table))
            after: Table = {}
            for used, entries in table.items():
                for units, shift, ways, _ in choices:
                    if least <= size - used - units <= most:
                        weight = ways * comb(size - used, units)
                        target = after.setdefault(used + units, {})
                        for before, number_of_ways in spend_each(
                            spend, list(entries.items()), self._slowness
                        ):
                            key = before + shift
                            target[key] = target.get(key, 0) + number_of_ways * weight
            table = after
        children = table.get(size, {})
        spend(self._slowness * (1 + len(children)))
        return tables, children

    def draw_way(self, source: WordSource) -> tuple[Way, Sequence[int], int]:
        """Return a way, as often as it leaves arrangements, with the node of each group and a number for all the rest.

        There must be an arrangement.
        """
        rest = source.below(self.total)
        place = bisect_right(self._ends, rest)
        return *self.starts[place], rest - (self._ends[place - 1] if place else 0)

    def draw(
        self, rest: int, nodes: Sequence[int], source: WordSource, spend: Spend
    ) -> list[list[int]]:
        """Return the items of each group in the arrangement of a number, and of more draws, from groups at nodes."""
        state = self._join_nodes(nodes)
        groups: list[list[int]] = [[] for _ in nodes]
        for number, one in enumerate(self.classes):
            spend(_STEPS_OF_A_CLASS)
            tables, children = self._list_children(number, state, spend)
            for child in sorted(children):
                if rest < (share := children[child] * self.counts[number + 1][child]):
                    break
                rest -= share
            rest, way = divmod(rest, children[child])
            takers = _find_takers(tables, way, len(one.units), child)
            numbers = [0] * len(groups)
            for node, _, _ in tables:
                at_node = shuffle_list(
                    [group for group, place in enumerate(nodes) if place == node],
                    source,
                )
                taken = [
                    j for j, groups_of_j in takers[node] for _ in range(groups_of_j)
                ]
                for group, j in zip(at_node, taken, strict=True):
                    numbers[group] = j
            units = iter(shuffle_list(one.units, source))
            for group, j in enumerate(numbers):
                groups[group] += [item for _ in range(j) for item in next(units)]
            nodes = [
                self.rows[number][node][j]
                for node, j in zip(nodes, numbers, strict=True)
            ]
            state = child
        return groups


def _find_takers(
    tables: Sequence[tuple[int, Sequence[_Choice], Table]],
    way: int,
    used: int,
    shift: int,
) -> Mapping[int, Takers]:
    """Return the takers of each node in one of the ways to a child, which adds up to `shift`."""
    takers = {}
    size = used
    for node, choices, table in reversed(tables):
        for choice in choices:
            if before := table.get(used - choice.units, {}).get(
                shift - choice.shift, 0
            ):
                ways = choice.ways * comb(size - used + choice.units, choice.units)
                if way < before * ways:
                    break
                way -= before * ways
        way, used, shift = way // ways, used - choice.units, shift - choice.shift
        takers[node] = choice.takers
    return takers
