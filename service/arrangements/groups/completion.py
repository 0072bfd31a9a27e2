"""Items that come to groups one by one, and the search whether all other items can follow.

A search places the item with the fewest groups left next, where items of bounds that were often broken count more
(Frédéric Boussemart and others, Boosting systematic search by weighting constraints, 2004), and begins again after some
dead ends. States from which no arrangement follows are remembered.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from ...core.work import Work
from .bounds import Bound, list_columns
from .propagation import OpenItems, list_bits
from .table import GroupTable

# FREE: all of these.
_MAX_LOOKED_AT = 100  # items, to choose the next
_FIRST_DEAD_ENDS = 30  # after so many a search begins again
_GROWTH = 1.3  # of this number
_STEPS_OF_A_CHOICE = 50
_STEPS_OF_A_SWAP = 8
_STEPS_OF_A_COUNT = 2

_CompletionState = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the contents of all groups, ascending, and the classes of the open items, ascending."""


class _ItemChoice(NamedTuple):
    """An item of a search, the groups that are still to be tried for it, and the mark before it was placed."""

    item: int
    groups: Iterator[int]
    mark: int


class _OpenBound(NamedTuple):
    """A bound with open items: its number, and how many these are."""

    number: int
    bound: Bound
    open_count: int


@dataclass(frozen=True, eq=False)
class _Arrangement:
    """The group of each item, and for each column a bit for each of its items."""

    group_of: list[int]
    items_in: list[int]


class Completion:
    """Items that are placed in groups, and an arrangement that completes them.

    The arrangement stays while items are placed as it has them, or as it has them after two items are swapped.
    Otherwise a search finds another. Items with the same bounds are of one class; groups with the same content are
    alike, and only one of them is tried.

    FREE: the order and the steps of the search, which finds whether there are arrangements, and draws nothing.
    """

    def __init__(self, table: GroupTable, work: Work) -> None:
        """Place the fixed items, and find an arrangement of the others: `is_possible` says whether there is one."""
        self._columns = list_columns(table)
        self._sizes = list(table.sizes)
        self._work = work
        count = sum(self._sizes)
        self._items = OpenItems(self._columns, count, work)
        bounds = self._columns.bounds
        # A bit for each item that a rule or an entry of `placed` names.
        self._bounded = _join_members(bounds[len(table.blocks) :])
        # A bit for each item of an entry that compares parts of several groups.
        self._labelled = _join_members(
            bound for bound in bounds if max(bound.ranges) >= len(self._sizes)
        )
        classes: dict[tuple[int, ...], int] = {}
        self._class_of = [
            classes.setdefault(tuple(numbers), len(classes))
            for numbers in self._items.bounds_of
        ]
        self._content_numbers: dict[tuple[object, ...], int] = {}
        self._dead = set[_CompletionState]()
        self._arrangement = _Arrangement([0] * count, [0] * len(self._items.placed))
        self.is_possible = self._place_fixed(table) and self._find_arrangement()
        self._start = self._items.mark

    def _place_fixed(self, table: GroupTable) -> bool:
        """Place the fixed items. Return False if this breaks a bound."""
        fixed = table.fixed.items()
        return self._items.check_all() and all(
            self._items.place(item, group) for item, group in fixed
        )

    def take(self, item: int, group: int) -> bool:
        """Place an item in a group if this leaves an arrangement. Return whether it was placed."""
        items = self._items
        if not items.groups_of[item] >> group & 1:
            return False
        mark = items.mark
        if items.place(item, group) and (
            self._adapt(item, group) or self._find_arrangement()
        ):
            return True
        items.rewind(mark)
        items.exclude(item, group)
        return False

    def reopen(self) -> None:
        """Take all items but the fixed ones out of their groups. What searches found stays known."""
        self._items.rewind(self._start)

    def _adapt(self, item: int, group: int) -> bool:
        """Have an item in a group of the arrangement, by a swap if need be. Return whether this was possible."""
        before = self._arrangement.group_of[item]
        if before == group:
            return True
        for other in list_bits(self._arrangement.items_in[group]):
            can_move = self._items.groups_of[other] >> before & 1
            if can_move and self._swap(item, other):
                return True
        return False

    def _swap(self, item: int, other: int) -> bool:
        """Swap two items of the arrangement if it then keeps all bounds. Return whether it does."""
        bounds_of = self._items.bounds_of
        numbers = {*bounds_of[item], *bounds_of[other]}
        self._work.spend(_STEPS_OF_A_SWAP * len(numbers))
        group_of = self._arrangement.group_of
        items_in = self._arrangement.items_in
        swapped = 1 << item | 1 << other
        after = {
            column: items_in[column] ^ swapped
            for column in self._list_between(group_of[item], group_of[other])
        }
        for number in numbers:
            bound = self._columns.bounds[number]
            for column in after.keys() & bound.ranges.keys():
                least, most = bound.ranges[column]
                if not least <= (after[column] & bound.members).bit_count() <= most:
                    return False
        for column, taken in after.items():
            items_in[column] = taken
        group_of[item], group_of[other] = group_of[other], group_of[item]
        return True

    def _list_between(self, group: int, other: int) -> Iterator[int]:
        """Yield the columns that have one of two groups, and not the other."""
        yield group
        yield other
        for column in range(len(self._sizes), len(self._columns.groups_in)):
            groups = self._columns.groups_in[column]
            if groups >> group & 1 != groups >> other & 1:
                yield column

    def _find_arrangement(self) -> bool:
        """Find an arrangement with all items that are placed. Return whether there is one."""
        max_dead_ends = _FIRST_DEAD_ENDS
        found = None
        while found is None:
            found = self._search(max_dead_ends)
            max_dead_ends = int(max_dead_ends * _GROWTH)
        return found

    def _search(self, max_dead_ends: int) -> bool | None:
        """Search an arrangement. Return whether there is one, or None after too many dead ends.

        It is a depth-first search: each of `choices` is made after all earlier ones.
        """
        items = self._items
        start = items.mark
        choices = [self._choose()]
        dead_ends = 0
        while choices and dead_ends <= max_dead_ends:
            choice = choices[-1]
            if choice is None:
                self._keep_arrangement()
                items.rewind(start)
                return True
            items.rewind(choice.mark)
            group = next(choice.groups, None)
            if group is None:
                choices.pop()
                self._dead.add(self._describe())
                dead_ends += 1
            elif items.place(choice.item, group) and not self._is_dead():
                choices.append(self._choose())
        items.rewind(start)
        return None if choices else False

    def _choose(self) -> _ItemChoice | None:
        """Return a choice for the open item with the fewest groups by its weight, None if no item of a rule is open."""
        items = self._items
        candidates = list_bits(items.open & self._bounded)[:_MAX_LOOKED_AT]
        self._work.spend(_STEPS_OF_A_CHOICE + len(candidates))
        if not candidates:
            return None
        item = min(
            candidates,
            key=lambda item: items.groups_of[item].bit_count() / items.weights[item],
        )
        return _ItemChoice(item, self._list_groups(item), items.mark)

    def _list_groups(self, item: int) -> Iterator[int]:
        """Yield the groups that an item may come to, and of alike groups only one.

        The group that it has in the last arrangement comes first, then groups with few items of its bounds.
        """
        groups = list_bits(self._items.groups_of[item])
        last = self._arrangement.group_of[item]
        rivals = {group: self._count_rivals(item, group) for group in groups}
        groups.sort(key=lambda group: (group != last, rivals[group]))
        failed = set[int]()
        open_bounds: Sequence[_OpenBound] = ()
        for group in groups:
            if not failed or self._number_content(group, open_bounds) not in failed:
                yield group
                open_bounds = open_bounds or self._list_open()
                failed.add(self._number_content(group, open_bounds))

    def _count_rivals(self, item: int, group: int) -> int:
        """Return how many items of a group share a bound with an item; one that shares two counts twice."""
        numbers = self._items.bounds_of[item]
        self._work.spend(len(numbers))
        placed = self._items.placed[group]
        members = [self._columns.bounds[number].members for number in numbers]
        return sum((placed & of_bound).bit_count() for of_bound in members)

    def _is_dead(self) -> bool:
        """Return whether a search found before that no arrangement completes what is placed."""
        return bool(self._dead) and self._describe() in self._dead

    def _describe(self) -> _CompletionState:
        """Return the state of the search: equal ones have the same arrangements of the open items."""
        open_bounds = self._list_open()
        contents = [
            self._number_content(group, open_bounds)
            for group in range(len(self._sizes))
        ]
        open_items = list_bits(self._items.open & self._bounded)
        self._work.spend(len(open_items))
        classes = [self._class_of[item] for item in open_items]
        return tuple(sorted(contents)), tuple(sorted(classes))

    def _list_open(self) -> Sequence[_OpenBound]:
        """Return the bounds that have open items."""
        bounds = self._columns.bounds
        self._work.spend(len(bounds))
        open_items = self._items.open
        counted = [
            _OpenBound(number, bound, (bound.members & open_items).bit_count())
            for number, bound in enumerate(bounds)
        ]
        return [open_bound for open_bound in counted if open_bound.open_count]

    def _number_content(self, group: int, open_bounds: Sequence[_OpenBound]) -> int:
        """Return a number for the content of a group, the same for groups that can take the same open items."""
        self._work.spend(_STEPS_OF_A_COUNT * len(open_bounds))
        placed = self._items.placed[group]
        content: list[object] = []
        if self._items.open & self._labelled:
            content.append(self._columns.labels[group])
        for number, bound, open_count in open_bounds:
            content.append(number)
            taken = (placed & bound.members).bit_count()
            if group in bound.ranges:
                least, most = bound.ranges[group]
                content.append(min(most - taken, open_count))
                content.append(max(least - taken, 0))
            else:  # a part has the range
                content.append(taken)
        return self._content_numbers.setdefault(
            tuple(content), len(self._content_numbers)
        )

    def _keep_arrangement(self) -> None:
        """Keep the arrangement that a search found; items that are in no rule come to the places left."""
        items = self._items
        self._work.spend(len(items.groups_of))
        places_left = [
            group
            for group, size in enumerate(self._sizes)
            for _ in range(size - items.placed[group].bit_count())
        ]
        items_in = [0] * len(items.placed)
        group_of = []
        for item, groups in enumerate(items.groups_of):
            is_open = items.open >> item & 1
            group = places_left.pop() if is_open else groups.bit_length() - 1
            group_of.append(group)
            items_in[group] |= 1 << item
        for column in range(len(self._sizes), len(items_in)):
            inner = list_bits(self._columns.groups_in[column])
            items_in[column] = reduce(or_, [items_in[group] for group in inner])
        self._arrangement = _Arrangement(group_of, items_in)


def _join_members(bounds: Iterable[Bound]) -> int:
    """Return a bit for each item that is in any of some bounds."""
    return reduce(or_, (bound.members for bound in bounds), 0)
