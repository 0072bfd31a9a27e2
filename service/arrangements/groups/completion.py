"""Items that come to groups one by one, and the search whether all other items can follow."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_

from ...core.work import Work
from .bounds import list_columns
from .matching import can_match
from .propagation import OpenItems, list_bits
from .table import GroupTable

MATCH=False
# FREE: all of these.
_MAX_LOOKED_AT = 100  # items, to choose the next
_FIRST_DEAD_ENDS = 30  # after so many a search begins again
_GROWTH = 1.3
_STEPS_OF_A_CHOICE = 30
_STEPS_OF_A_SWAP = 5

_State = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the contents of all groups, ascending, and the classes of the open items, ascending."""


@dataclass(eq=False)
class _Choice:
    """An item of a search, the groups that are still to be tried for it, and the mark before it was placed."""

    item: int
    groups: Iterator[int]
    mark: int


class Completion:
    """Items that are placed in groups, and an arrangement that completes them.

    The arrangement stays while items are placed as it has them, or as it has them after two items are swapped.
    Otherwise a search finds another. It places the item with the fewest groups left next, of which bounds that were
    often broken count more. After some dead ends it begins again, with what it learnt of bounds and of dead states.
    Items are of one class if they have the same bounds. Groups with the same content are alike: only one is tried.

    FREE: the order and the steps of the search, which finds whether there are arrangements, and draws nothing.
    """

    def __init__(self, table: GroupTable, work: Work) -> None:
        """Begin with the fixed items in their groups."""
        self._columns = list_columns(table)
        self._work = work
        self._sizes = list(table.sizes)
        count = sum(self._sizes)
        self._items = OpenItems(self._columns, count, work)
        bounds = self._columns.bounds
        rule_end = len(table.blocks) + len(table.rules)
        self._rule_count = rule_end-1
        self._bounded = join_members(bounds[len(table.blocks) :])
        self._labelled = join_members(bounds[rule_end:])
        classes: dict[tuple[int, ...], int] = {}
        self._class_of = [
            classes.setdefault(tuple(bounds), len(classes))
            for bounds in self._items.bounds_of
        ]
        self._content_numbers: dict[tuple[object, ...], int] = {}
        self._dead = set[_State]()
        self._group_of = [-1] * count  # in the arrangement
        self._taken = [0] * len(self._columns.groups_in)  # in it, a bit for each item
        self.is_possible = (
            self._items.check_all()
            and all(
                self._items.place(item, group) for item, group in table.fixed.items()
            )
            and self._find_arrangement()
        )
        self._start = self._items.mark

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
        """Have an item in a group of the arrangement, swapped with another if need be. Return whether this was done."""
        before = self._group_of[item]
        if before == group:
            return True
        for other in list_bits(self._taken[group]):
            may_swap = self._items.groups_of[other] >> before & 1
            if may_swap and self._can_swap(item, other):
                self._swap(item, other)
                return True
        return False

    def _list_swapped(self, item: int, other: int) -> Iterator[tuple[int, int]]:
        """Yield each column that two items change if they are swapped, with a bit for each item then in it."""
        groups = 1 << self._group_of[item] | 1 << self._group_of[other]
        bits = 1 << item | 1 << other
        columns = [self._group_of[item], self._group_of[other]]
        columns += range(len(self._sizes), len(self._taken))
        for column in columns:
            shared = self._columns.groups_in[column] & groups
            if shared and shared != groups:
                yield column, self._taken[column] ^ bits

    def _can_swap(self, item: int, other: int) -> bool:
        """Return whether the arrangement keeps all bounds if two of its items are swapped."""
        numbers = {*self._items.bounds_of[item], *self._items.bounds_of[other]}
        self._work.spend(_STEPS_OF_A_SWAP * len(numbers))
        for column, taken in self._list_swapped(item, other):
            for number in numbers:
                bound = self._columns.bounds[number]
                if column in bound.ranges:
                    least, most = bound.ranges[column]
                    if not least <= (taken & bound.members).bit_count() <= most:
                        return False
        return True

    def _swap(self, item: int, other: int) -> None:
        """Swap two items of the arrangement."""
        for column, taken in list(self._list_swapped(item, other)):
            self._taken[column] = taken
        group = self._group_of[other]
        self._group_of[other] = self._group_of[item]
        self._group_of[item] = group

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
            elif (
                items.place(choice.item, group)
                and self._fits_by_bound()
                and not self._is_dead()
            ):
                choices.append(self._choose())
        items.rewind(start)
        return None if choices else False

    def _fits_by_bound(self) -> bool:
        """Return whether the open items of each bound fit in the groups, all other bounds aside."""
        if not self._dead or not MATCH:
            return True
        items = self._items
        for number in range(self._rule_count + 1):
            bound = self._columns.bounds[number]
            members = list_bits(bound.members & items.open)
            if len(members) < 3:
                continue
            room = {}
            needs = []
            for group, (least, most) in bound.ranges.items():
                placed = (items.placed[group] & bound.members).bit_count()
                room[group] = most - placed
                takers = items.takers[group] & bound.members
                needs += [takers] * (least - placed)
            self._work.spend(10 * len(members) + 2 * len(room) + 10 * len(needs))
            choices = sorted((items.groups_of[item] for item in members), key=int.bit_count)
            if not can_match(choices, room) or (
                needs
                and number
                and not can_match(
                    sorted(needs, key=int.bit_count), dict.fromkeys(members, 1)
                )
            ):
                for item in members:
                    items.weights[item] += 1
                return False
        return True

    def _choose(self) -> _Choice | None:
        """Return the choice of a group for the open item with the fewest groups by its weight, None if none is open."""
        items = self._items
        candidates = list_bits(items.open & self._bounded)[:_MAX_LOOKED_AT]
        self._work.spend(_STEPS_OF_A_CHOICE + len(candidates))
        if not candidates:
            return None
        item = min(
            candidates,
            key=lambda item: items.groups_of[item].bit_count() / items.weights[item],
        )
        return _Choice(item, self._list_groups(item), items.mark)

    def _list_groups(self, item: int) -> Iterator[int]:
        """Yield the groups that an item may come to, the one of the last arrangement first; of alike groups one."""
        groups = list_bits(self._items.groups_of[item])
        last = self._group_of[item]
        groups.sort(key=lambda group: group != last)
        failed = set[int]()
        for group in groups:
            if not failed or self._number_contents([group])[0] not in failed:
                yield group
                failed.update(self._number_contents([group]))

    def _is_dead(self) -> bool:
        """Return whether a search found before that no arrangement completes what is placed."""
        return bool(self._dead) and self._describe() in self._dead

    def _describe(self) -> _State:
        """Return what is placed, as far as it matters to the open items."""
        open_items = list_bits(self._items.open & self._bounded)
        self._work.spend(len(open_items))
        contents = self._number_contents(range(len(self._sizes)))
        classes = [self._class_of[item] for item in open_items]
        return tuple(sorted(contents)), tuple(sorted(classes))

    def _number_contents(self, groups) -> list[int]:
        """Return a number for the content of each group, the same for groups that take the same open items."""
        items = self._items
        open_items = items.open
        has_labels = bool(open_items & self._labelled)
        active = [
            (number, bound, (bound.members & open_items).bit_count())
            for number, bound in enumerate(self._columns.bounds)
            if bound.members & open_items
        ]
        self._work.spend(len(self._columns.bounds) + 2 * len(groups) * len(active))
        numbers = []
        for group in groups:
            content: list[object] = [self._columns.labels[group]] if has_labels else []
            for number, bound, open_count in active:
                placed = (items.placed[group] & bound.members).bit_count()
                if group not in bound.ranges:
                    content.append(placed)
                    continue
                least, most = bound.ranges[group]
                content.append((number, min(most - placed, open_count)))
                if bound.has_least:
                    content.append(max(least - placed, 0))
            key = tuple(content)
            numbers.append(
                self._content_numbers.setdefault(key, len(self._content_numbers))
            )
        return numbers

    def _keep_arrangement(self) -> None:
        """Keep the arrangement that a search found; items without bounds come to the places left."""
        items = self._items
        free = [
            group
            for group, size in enumerate(self._sizes)
            for _ in range(size - items.placed[group].bit_count())
        ]
        self._work.spend(len(items.groups_of))
        for item, groups in enumerate(items.groups_of):
            is_open = items.open >> item & 1
            self._group_of[item] = free.pop() if is_open else groups.bit_length() - 1
        self._taken = [0] * len(self._taken)
        for item, group in enumerate(self._group_of):
            self._taken[group] |= 1 << item
        for column in range(len(self._sizes), len(self._taken)):
            for group in list_bits(self._columns.groups_in[column]):
                self._taken[column] |= self._taken[group]


def join_members(bounds) -> int:
    """Return a bit for each item that is in any of some bounds."""
    return reduce(or_, (bound.members for bound in bounds), 0)
