"""Open items, the groups that each may still come to, and what follows when one of them is placed."""

from functools import reduce
from operator import or_

from ...core.work import Work
from .bounds import Columns

# FREE: the steps for what is looked at.
_STEPS_OF_A_BOUND = 7
_STEPS_OF_A_GROUP = 5


def list_bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set: 0b1010 -> [1, 3]."""
    numbers = []
    bits = mask
    while bits:
        lowest = bits & -bits
        numbers.append(lowest.bit_length() - 1)
        bits ^= lowest
    return numbers


class OpenItems:
    """The groups that each item may still come to, by the bounds of columns.

    An item is open until one group is left for it; of a single group none is open. Each change is kept in a trail, so
    that `rewind` can undo it.

    FREE: the order in which bounds are looked at.
    """

    def __init__(self, columns: Columns, count: int, work: Work) -> None:
        """Begin with `count` items that may come to every group."""
        groups = columns.groups_in[: len(columns.labels)]
        self.columns = columns
        self.groups_of = [sum(groups)] * count  # by the item, a bit for each group
        # By the item, how often its bounds were broken, and one more.
        self.weights = [1] * count
        self.bounds_of: list[list[int]] = [[] for _ in range(count)]
        self._work = work
        self._group_count = len(groups)
        for number, bound in enumerate(columns.bounds):
            for item in list_bits(bound.members):
                self.bounds_of[item].append(number)
        work.spend(sum(map(len, self.bounds_of)) + len(columns.bounds) * len(groups))
        everything = (1 << count) - 1
        is_single = len(groups) == 1
        # By the column, a bit for each item that certainly comes to it, and for each other that may.
        self.placed = [everything if is_single else 0] * len(columns.groups_in)
        self.takers = [0 if is_single else everything] * len(groups)
        for column in range(len(groups), len(columns.groups_in)):
            members = [
                bound.members for bound in columns.bounds if column in bound.ranges
            ]
            self.takers.append(reduce(or_, members))
        self._open = [0 if is_single else everything]
        self._trail: list[tuple[list[int], int, int]] = []
        self._to_check: dict[tuple[int, int], None] = {}

    @property
    def open(self) -> int:
        """Return a bit for each open item."""
        return self._open[0]

    @property
    def mark(self) -> int:
        """Return the number of changes so far, with which `rewind` comes back to this point."""
        return len(self._trail)

    def rewind(self, mark: int) -> None:
        """Undo all changes since the mark."""
        while len(self._trail) > mark:
            values, place, before = self._trail.pop()
            values[place] = before

    def check_all(self) -> bool:
        """Look at all bounds. Return False if they are not kept, whatever comes to the groups."""
        for number, bound in enumerate(self.columns.bounds):
            for column in bound.ranges:
                self._to_check[number, column] = None
        return self._propagate()

    def place(self, item: int, group: int) -> bool:
        """Place an item in a group, and do what follows. Return False if this breaks a bound."""
        return self._narrow(item, 1 << group) and self._propagate()

    def exclude(self, item: int, group: int) -> bool:
        """Keep an item out of a group, and do what follows. Return False if this breaks a bound."""
        return self._narrow(item, ~(1 << group)) and self._propagate()

    def _propagate(self) -> bool:
        """Look at the bounds of what changed, until nothing changes. Return False if one is broken."""
        while self._to_check:
            (number, column), _ = self._to_check.popitem()
            if not self._check(number, column):
                self._to_check.clear()
                for item in list_bits(self.columns.bounds[number].members & self.open):
                    self.weights[item] += 1
                return False
        return True

    def _check(self, number: int, column: int) -> bool:
        """Keep the range of a bound in a column, and return False if that is not possible.

        A column that has the most takes no others; a column that needs all that may come takes all.
        """
        self._work.spend(_STEPS_OF_A_BOUND)
        bound = self.columns.bounds[number]
        least, most = bound.ranges[column]
        takers = self.takers[column] & bound.members
        placed = (self.placed[column] & bound.members).bit_count()
        if placed > most or placed + takers.bit_count() < least:
            return False
        if not takers:
            return True
        groups = self.columns.groups_in[column]
        if placed == most:
            return all(self._narrow(item, ~groups) for item in list_bits(takers))
        if placed + takers.bit_count() == least:
            return all(self._narrow(item, groups) for item in list_bits(takers))
        return True

    def _narrow(self, item: int, groups: int) -> bool:
        """Leave an item only groups of `groups`, a bit for each, and note the bounds to look at.

        An item with the groups 0b110 that is left 0b011 has 0b010: it is placed in group 1. Return False if none is
        left.
        """
        before = self.groups_of[item]
        after = before & groups
        if after == before:
            return True
        if not after:
            self._to_check.clear()
            return False
        self._set(self.groups_of, item, after)
        bit = 1 << item
        changed = list_bits(before & ~after)
        is_placed = not after & (after - 1)
        if is_placed:
            changed.append(after.bit_length() - 1)
            self._set(self._open, 0, self.open & ~bit)
        self._work.spend(_STEPS_OF_A_GROUP * len(changed))
        changed += range(self._group_count, len(self.takers))
        for column in changed:
            if self.takers[column] & bit:
                self._update(item, column, after)
        return True

    def _update(self, item: int, column: int, groups: int) -> None:
        """Note whether an item that is left `groups` still may come to a column, or certainly comes to it."""
        groups_in = self.columns.groups_in[column]
        bit = 1 << item
        is_in = not groups & ~groups_in
        if groups & groups_in and not is_in:
            return
        self._set(self.takers, column, self.takers[column] & ~bit)
        if is_in:
            self._set(self.placed, column, self.placed[column] | bit)
        for number in self.bounds_of[item]:
            bound = self.columns.bounds[number]
            if column in bound.ranges and (is_in or bound.has_least):
                self._to_check[number, column] = None

    def _set(self, values: list[int], place: int, value: int) -> None:
        """Set an entry of a list, and note its value before."""
        self._trail.append((values, place, values[place]))
        values[place] = value
