"""List the choices of the groups in a state for one class: how many groups take how many units of the class.

A state is the number of groups at each node of a `Layout`. The groups at a node are alike until the next draw, so a
choice has numbers only; counting.py gives them to groups and units by shuffles.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb, factorial
from typing import NamedTuple

from .profiles import Layout, Spend, spend_each

_STEPS_OF_A_CHOICE = 8  # FROZEN: like all steps of counting

Takers = tuple[tuple[int, int], ...]
"""Pairs of a number of units and the number of groups that take this number of units each, ascending.

If, of three groups, two take no unit and one takes two: ((0, 2), (2, 1)).
"""


class NodeChoice(NamedTuple):
    """One way to give units of a class to the groups at a node. It has only numbers, not yet groups and units.

    Three groups at a node share two units: with the `takers` ((0, 1), (1, 2)) two groups take one unit each, with
    ((0, 2), (2, 1)) one group takes both.
    """

    units: int  # the units that all these groups take
    shift: int  # what the groups add to the next state
    ways: int  # the ways to give `units` chosen units to these groups
    takers: Takers


class _BegunChoice(NamedTuple):
    """The beginning of a choice: some groups at a node have taken units."""

    groups_left: int
    units_left: int
    shift: int
    """What the groups that have taken add to the next state."""
    orders: int
    """The number of orders of groups and units that are the same way: the product of q! * i!^q over `takers`."""
    takers: Takers

    def take(self, units: int, groups: int, bit: int) -> "_BegunChoice":
        """Return the beginning after `groups` groups took `units` units each; `bit` is the place of their node."""
        return _BegunChoice(
            groups_left=self.groups_left - groups,
            units_left=self.units_left - groups * units,
            shift=self.shift + (groups << bit),
            orders=self.orders * factorial(groups) * factorial(units) ** groups,
            takers=(*self.takers, (units, groups)),
        )


WayCounts = dict[int, dict[int, int]]
"""The number of ways in which some nodes take units together: `way_counts[units][shift]`.

`units` is the number of units that the nodes take, `shift` is what their groups add to the next state.
"""


class NodeChoices(NamedTuple):
    """A node with groups before a class, the choices of these groups, and the ways of all nodes before this one."""

    node: int
    choices: Sequence[NodeChoice]
    ways_before: WayCounts


class Transitions(NamedTuple):
    """The states that can follow a state when the units of a class have come to its groups, with the choices."""

    choices_by_node: Sequence[NodeChoices]
    """The nodes with groups, ascending, with their choices."""
    children: Mapping[int, int]
    """The number of ways to each next state."""


@dataclass(frozen=True, eq=False)
class States:
    """The states before each class: which states can follow a state, and in how many ways.

    A state is an integer with `bits` bits for each node, which are the number of groups there. With 2 bits, 0b01_10 has
    two groups at node 0 and one group at node 1.
    """

    layout: Layout
    bits: int
    slowness: int  # steps of an operation on the integers of an arrangement
    # By the class, the node and the number of its groups.
    _choices: dict[tuple[int, int, int], Sequence[NodeChoice]] = field(
        default_factory=dict
    )

    def join(self, nodes: Iterable[int]) -> int:
        """Return the state of groups at nodes: with 2 bits, 0b01_10 for [0, 1, 0]."""
        return sum(1 << (self.bits * node) for node in nodes)

    def _split(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield each node with groups, ascending, and their number: with 2 bits, (0, 2), (1, 1) for 0b01_10."""
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
    ) -> Sequence[NodeChoice]:
        """Return the choices of `groups` groups at a node before a class. They are made only once."""
        key = class_number, node, groups
        if key not in self._choices:
            nodes_after = self.layout.nodes_after[class_number][node]
            units = len(self.layout.classes[class_number].units)
            self._choices[key] = self._make_choices(nodes_after, units, groups, spend)
        return self._choices[key]

    def _make_choices(
        self, nodes_after: Sequence[int], units: int, groups: int, spend: Spend
    ) -> Sequence[NodeChoice]:
        """Return all choices for `groups` groups at a node to take up to `units` units together.

        `nodes_after` has the node of a group after it takes 0, 1, 2, … units, or -1 if it cannot take that number. With
        the nodes (4, 3), three units and two groups, the takers are ((1, 2),), ((0, 1), (1, 1)), ((0, 2),): both groups
        take one unit, or one of them does, or none. With two bits for each node, the second is
        Choice(units=1, shift=0b01_01_000000, ways=2, takers=((0, 1), (1, 1))).

        First the groups that take the fewest units are chosen, then the groups that take the fewest among the rest, and
        so on. A choice is complete when all groups that are left take the same number.

        FROZEN: the order of choices, lexicographic in the numbers of groups that take 0, 1, 2, … units.
        """
        # The numbers of units that a group can take, ascending.
        allowed = [count for count, after in enumerate(nodes_after) if after >= 0]
        choices: list[NodeChoice] = []

        def complete(begun: _BegunChoice, first: int) -> None:
            """Add to `choices` all that begin as `begun`. Each group left takes at least `allowed[first]` units.

            `allowed` has the numbers of units that a group can take: for [0, 1], three units and two groups, add
            choices of 2, of 1 and of 0 units.
            """
            largest = bisect_right(allowed, begun.units_left // begun.groups_left) - 1
            for place in range(largest, first - 1, -1):
                fewest = allowed[place]  # units; no group that is left takes fewer
                bit = self.bits * nodes_after[fewest]
                if place + 1 < len(allowed):
                    # Some groups take the fewest. All others take more, so they must not be too many for the units.
                    spare_units = begun.units_left - begun.groups_left * fewest
                    most_others = spare_units // (allowed[place + 1] - fewest)
                    least_takers = max(1, begun.groups_left - most_others)
                    for taking in range(least_takers, begun.groups_left):
                        complete(begun.take(fewest, taking, bit), place + 1)
                # All groups left take the fewest.
                spend(_STEPS_OF_A_CHOICE * self.slowness)
                chosen = begun.take(fewest, begun.groups_left, bit)
                taken = units - chosen.units_left
                ways = factorial(groups) * factorial(taken) // chosen.orders
                choices.append(NodeChoice(taken, chosen.shift, ways, chosen.takers))

        complete(_BegunChoice(groups, units, shift=0, orders=1, takers=()), first=0)
        return choices

    def find_transitions(
        self, class_number: int, state: int, spend: Spend
    ) -> Transitions:
        """Return what can become of `state` when the units of a class come to its groups.

        Node by node, the counted ways are extended by what the groups there take, if the later nodes can take the rest.
        Suppose that two groups are at node 0, and that each can take 0 to 2 units and is then at node 0 again. For a
        class of two units, the state is then its own only child, in 4 ways, as each unit goes to either group.
        """
        units = len(self.layout.classes[class_number].units)
        choices_of = {
            node: self._list_choices(class_number, node, groups, spend)
            for node, groups in self._split(state)
        }
        choices_by_node = []
        ways: WayCounts = {0: {0: 1}}
        taken_later = _list_taken_later(list(choices_of.values()))
        for (node, choices), later in zip(choices_of.items(), taken_later, strict=True):
            choices_by_node.append(NodeChoices(node, choices, ways))
            ways = self._extend(ways, choices, units, later, spend)
        children = ways.get(units, {})
        spend(self.slowness * (1 + len(children)))
        return Transitions(choices_by_node, children)

    def _extend(
        self,
        ways_before: WayCounts,
        choices: Sequence[NodeChoice],
        units: int,
        later: range,
        spend: Spend,
    ) -> WayCounts:
        """Return the ways of some nodes and one more node with `choices`, if the later nodes can take the rest.

        Of all `units`, the later nodes can take a number in `later`. A choice takes its own units from the units that
        the nodes before have not taken: comb(left, own) ways. For two units, a choice of one unit in one way with the
        shift 4 extends {0: {0: 1}} to {1: {4: 2}}, if `later` has 1.
        """
        extended: WayCounts = {}
        for used, ways_by_shift in ways_before.items():
            units_left = units - used
            for choice in choices:
                if units_left - choice.units in later:
                    factor = choice.ways * comb(units_left, choice.units)
                    added = choice.shift
                    entries = list(ways_by_shift.items())
                    target = extended.setdefault(used + choice.units, {})
                    for shift_before, ways in spend_each(spend, entries, self.slowness):
                        shift = shift_before + added
                        target[shift] = target.get(shift, 0) + ways * factor
        return extended


def _list_taken_later(choices_of: Sequence[Sequence[NodeChoice]]) -> Sequence[range]:
    """Return, for each node, the numbers of units that all later nodes may take together, by their choices.

    If the choices of three nodes take 0 to 2, 1 to 3 and 0 to 1 units, return [range(1, 5), range(0, 2), range(0, 1)].
    A range is empty if a later node has no choice.
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
