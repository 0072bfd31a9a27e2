"""Count the arrangements of groups under rules, and draw one by its number (docs/definitions/rules.md, "Counting").

A unit is an item, or a list of items that stay together. Units are a class if no rule tells them apart. Classes are
placed in turn. What a group can still take is its profile; profiles with the same continuations are joined to a node. A
state is the number of groups at each node. The number of arrangements from each state is counted from the last class
back. So a draw needs no list of arrangements: it draws a number below their count, and goes from state to state by it.

For example, four items A, B, C, D come to two groups of two, and no group may have both A and B. A and B are in this
limit, C and D are in no limit, so the classes are (A, B) and (C, D). There are 2 ways to place A and B, one in each
group, then 2 ways for C and D: 4 arrangements. docs/definitions/counting.md has a larger example, with all its numbers.

Source: the recursive method, which counts from the last step back and draws by a number, is by Albert Nijenhuis and
Herbert Wilf, Combinatorial Algorithms, 1978; profiles and nodes are our own.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb
from sys import getsizeof
from typing import NamedTuple

from ...core.rng.sources import WordSource
from ...core.shuffles.algorithms import fisher_yates, shuffle_list
from ..ranked_choices import choose_by_rank
from .choices import NodeChoice, NodeChoices, States, Takers, Transitions, WayCounts
from .profiles import (
    EMPTY,
    Layout,
    Placement,
    Spend,
    Start,
    Unit,
    count_bits,
    lay_out,
    measure_integers,
)

# FREE: both.
_STEPS_OF_A_CLASS = 14  # in a draw, beside the steps for what it looks at
BYTES_OF_A_STATE = 200  # or of a choice, without the integers of a state


class DrawnStart(NamedTuple):
    """A start that was drawn, and the rank, from 0, of one of the arrangements that it leaves."""

    start: Start
    rank: int


def count_units(
    units: Sequence[Unit], placements: Sequence[Placement], spend: Spend
) -> "ArrangementCounter":
    """Count the arrangements of free units after each placement of other units; `spend` counts the steps.

    Raises `NotCountedError` if the profiles or the classes are too many.
    """
    if not placements:
        return ArrangementCounter(States(EMPTY, 0, 1), [], [])
    layout = lay_out(units, placements, spend)
    slowness = measure_integers(sum(map(len, units)))
    states = States(layout, count_bits(placements), slowness)
    counts = _count_states(states, spend)
    numbers = [
        start.placement.alike * counts[0][states.join(start.nodes)]
        for start in layout.starts
    ]
    return ArrangementCounter(states, counts, list(accumulate(numbers)))


def _count_states(states: States, spend: Spend) -> Sequence[Mapping[int, int]]:
    """Return the number of arrangements from each state that is reached, before each class and after the last class.

    States are found class by class from the starts, and counted from the last class back. If no group of two has both A
    and B of A, B, C, D, the states, with two bits for each node, are [{0b10: 4}, {0b10_00: 2}, {0b10: 1}]: both groups
    are at node 0, then at node 1, and at the end at node 0.
    """
    reached: Iterable[int] = dict.fromkeys(
        states.join(start.nodes) for start in states.layout.starts
    )
    children_of: list[dict[int, Mapping[int, int]]] = []
    for class_number in range(len(states.layout.classes)):
        children_of.append(
            {
                state: states.find_transitions(class_number, state, spend).children
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
    """Draws an arrangement by its number. It has the number of arrangements from each state."""

    _states: States
    _counts: Sequence[Mapping[int, int]]  # by the class, and by the state before it
    _ends: Sequence[int]  # for each start: arrangements from it and all earlier ones

    @property
    def starts(self) -> Sequence[Start]:
        """Return the placements that leave arrangements, with the nodes of the groups after each."""
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

    def draw_start(self, source: WordSource) -> DrawnStart:
        """Return a start, drawn in proportion to the arrangements that it leaves, and the rank of one of these.

        There must be an arrangement.
        """
        rank = source.below(self.total)
        place = bisect_right(self._ends, rank)
        rank_of_first = self._ends[place - 1] if place else 0
        return DrawnStart(self.starts[place], rank - rank_of_first)

    @property
    def layout(self) -> Layout:
        """Return the classes of the units, and the nodes of groups."""
        return self._states.layout

    def join(self, nodes: Sequence[int]) -> int:
        """Return the state of groups at nodes."""
        return self._states.join(nodes)

    def find_transitions(
        self, class_number: int, state: int, spend: Spend
    ) -> Transitions:
        """Return the states that may follow a state once the units of a class are in its groups."""
        return self._states.find_transitions(class_number, state, spend)

    def choose_child(
        self, class_number: int, children: Mapping[int, int], rank: int
    ) -> "_ChosenChild":
        """Return the child that has the arrangement with a rank, from 0.

        `children` has the number of ways to each child. With 2 ways to child 6 and 3 arrangements from there, the ranks
        0 to 5 belong to child 6. Rank 5 is 1 + 2 * 2: way 1, and the arrangement with the rank 2 from child 6.
        """
        counts_after = self._counts[class_number + 1]
        arrangements_by_child = (
            (child, children[child] * counts_after[child]) for child in sorted(children)
        )
        child, rank_of_child = choose_by_rank(arrangements_by_child, rank)
        rank_from_child, rank_of_way = divmod(rank_of_child, children[child])
        return _ChosenChild(child, rank_of_way, rank_from_child)


class Drawing:
    """Draws arrangements by their numbers, and keeps the transitions from each state that it comes through.

    With `skips_last` the units of a class that the last group takes are in any order: their shuffle ends before them.
    """

    def __init__(
        self, counter: ArrangementCounter, *, skips_last: bool = False
    ) -> None:
        self._counter = counter
        self._skips_last = skips_last
        self._transitions: dict[tuple[int, int], Transitions] = {}

    def draw(
        self, rank: int, nodes: Sequence[int], source: WordSource, spend: Spend
    ) -> list[list[int]]:
        """Return the items of each group, for groups at `nodes`, in an arrangement by its rank and further draws.

        The rank is below the number of arrangements from these nodes. It decides how many groups of each node take how
        many units of each class; shuffles decide which groups and which units. If no group of two has both A and B, the
        classes are (A, B) and (C, D). With the nodes [0, 0], each rank from 0 to 3 lets each group take one unit of
        each class; the result is one of the four arrangements, such as [[A, C], [B, D]].

        FROZEN: children are in ascending order; class by class, the groups at each node are shuffled, then the units.
        """
        groups: list[list[int]] = [[] for _ in nodes]
        state = self._counter.join(nodes)
        for class_number, unit_class in enumerate(self._counter.layout.classes):
            spend(_STEPS_OF_A_CLASS)
            transitions = self._find_transitions(class_number, state, spend)
            chosen = self._counter.choose_child(
                class_number, transitions.children, rank
            )
            takers = _find_takers(
                transitions.choices_by_node,
                chosen.rank_of_way,
                len(unit_class.units),
                chosen.child,
            )
            numbers = _draw_numbers(takers, nodes, source)
            shuffled = self._shuffle_units(unit_class.units, numbers, source)
            units = iter(shuffled)
            for group, number in enumerate(numbers):
                for _ in range(number):
                    groups[group].extend(next(units))
            # What the next class begins with:
            nodes_after = self._counter.layout.nodes_after[class_number]
            nodes = [
                nodes_after[node][number]
                for node, number in zip(nodes, numbers, strict=True)
            ]
            state = chosen.child
            rank = chosen.rank_from_child
        return groups

    def _find_transitions(
        self, class_number: int, state: int, spend: Spend
    ) -> Transitions:
        """Return the transitions of a state for a class; those that were found before take no steps."""
        key = class_number, state
        if key not in self._transitions:
            found = self._counter.find_transitions(class_number, state, spend)
            self._transitions[key] = found
        return self._transitions[key]

    def _shuffle_units(
        self, units: Sequence[Unit], numbers: Sequence[int], source: WordSource
    ) -> Sequence[Unit]:
        """Return the units of a class in random order, so that each group takes its number of them in turn.

        With `skips_last` and the numbers [2, 0, 3] the first two of five are drawn, and the others keep their order.

        FROZEN: the draws that are skipped.
        """
        if not self._skips_last:
            return shuffle_list(units, source)
        drawn = len(units) - next(filter(None, reversed(numbers)))
        order = fisher_yates(len(units), source, drawn)
        left = set(range(len(units))).difference(order)
        return [units[place] for place in [*order, *sorted(left)]]


class _ChosenChild(NamedTuple):
    """A child of a state that a rank selects, and the two parts of the rank."""

    child: int
    rank_of_way: int
    """The rank of a way among all ways to the child."""
    rank_from_child: int
    """The rank of an arrangement among all arrangements from the child."""


def _draw_numbers(
    takers: Mapping[int, Takers], nodes: Sequence[int], source: WordSource
) -> Sequence[int]:
    """Return the number of units that each group takes; shuffles decide which groups at a node take which number.

    For two groups at node 0 with the takers ((0, 1), (2, 1)), return [0, 2] or [2, 0].
    """
    numbers = [0] * len(nodes)
    for node in sorted(takers):
        at_node = [group for group, place in enumerate(nodes) if place == node]
        taken = [number for number, count in takers[node] for _ in range(count)]
        for group, number in zip(shuffle_list(at_node, source), taken, strict=True):
            numbers[group] = number
    return numbers


def _find_takers(
    choices_by_node: Sequence[NodeChoices], rank: int, units: int, child: int
) -> Mapping[int, Takers]:
    """Return the takers of each node in the way with a rank. In each way, all nodes take `units` and reach `child`.

    From the last node back, the choice of a node is found by the number of ways with each choice; the rest of the rank
    decides the choices of earlier nodes. If there is only node 0, with the choices ((1, 2),) and ((0, 1), (2, 1)) of
    two units, each in 2 ways, the ranks are 0 to 3, and rank 2 has {0: ((0, 1), (2, 1))}.
    """
    takers = {}
    units_so_far = units  # what a node and all earlier nodes take
    shift_so_far = child  # what these nodes add to the next state
    rank_so_far = rank  # of the way of these nodes
    for node, choices, ways_before in reversed(choices_by_node):
        units_later = units - units_so_far
        possible = _list_possible(
            choices, ways_before, units_so_far, shift_so_far, units_later
        )
        (choice, ways), rank_of_choice = choose_by_rank(possible, rank_so_far)
        takers[node] = choice.takers
        units_so_far -= choice.units
        shift_so_far -= choice.shift
        rank_so_far = rank_of_choice // ways
    return takers


def _list_possible(
    choices: Sequence[NodeChoice],
    ways_before: WayCounts,
    units: int,
    shift: int,
    units_later: int,
) -> Iterator[tuple[tuple[NodeChoice, int], int]]:
    """Yield each choice of a node that is possible with its ways, and with its ways times the ways of earlier nodes.

    With its choice, the node and all earlier nodes take `units` and add `shift`; later nodes take `units_later`. The
    ways of a choice are the ways to choose its units among its own and the later units, times the ways to give them to
    groups. A choice of one unit, in 1 way, before two later units has 3 ways.
    """
    for choice in choices:
        shifts_before = ways_before.get(units - choice.units, {})
        ways_of_earlier = shifts_before.get(shift - choice.shift)
        if ways_of_earlier:
            ways = choice.ways * comb(units_later + choice.units, choice.units)
            yield (choice, ways), ways_of_earlier * ways
