"""Draw groups item by item, as on television: each item goes to the first group that leaves an arrangement possible."""

from itertools import chain

from ...core.errors import Refused
from ...core.memory import Remembered
from ...core.rng.sources import WordSource
from ...core.shuffles.algorithms import shuffle_list
from ...core.work import OutOfStepsError, Work
from ..attempts import find_reason
from .completion import Completion
from .search import GroupSearch
from .table import GroupTable

_MAX_CELLS = 10_000
"""The most items times groups for a search by items. FREE: a search by classes takes less for long lists."""

NOT_TOLD = (
    "Whether an arrangement stays possible after each item could not be told in {:,.0f} steps of work (the operator's "
    "MAX_DRAWS). Leave out a rule, or draw with the method exact."
)


def draw_sequentially(table: GroupTable, source: WordSource, work: Work) -> list[int]:
    """Return the items of all groups in one list: group by group, and ascending within a group.

    The items of a block, such as a pot, are shuffled. Each item goes to the first group with a free place of the block
    where the rules leave an arrangement possible; groups with more free places are tried first. So every result fulfils
    the rules, but results are not equally probable. Raises `Refused` if no arrangement fulfils the rules.
    """
    try:
        completion = work.memory.find(_COMPLETION) or _begin(table, work)
        group_of: dict[int, int] = dict(table.fixed)
        for block in table.blocks:
            places = list(block.places)
            for item in shuffle_list(block.items, source):
                work.spend(len(places))
                # FROZEN: groups are tried by their free places, the most first, then by their numbers.
                with_place = [group for group, free in enumerate(places) if free]
                with_place.sort(key=lambda group: -places[group])
                taker = next(
                    group for group in with_place if completion.take(item, group)
                )
                group_of[item] = taker
                places[taker] -= 1
    except OutOfStepsError:
        raise find_reason(work, "method", NOT_TOLD) from None
    completion.reopen()
    work.memory.keep(_COMPLETION, completion)
    groups: list[list[int]] = [[] for _ in table.sizes]
    for item in sorted(group_of):
        groups[group_of[item]].append(item)
    return list(chain.from_iterable(groups))


def _begin(table: GroupTable, work: Work) -> "Completion | _ClassCompletion":
    """Return the groups with the fixed items. Raises `Refused` if no arrangement fulfils the rules."""
    cells = len(table.items) * table.sizes.count
    has_rules = bool(table.rules or table.placed)
    find_by_items = has_rules and cells <= _MAX_CELLS
    begin = Completion if find_by_items else _ClassCompletion
    completion = begin(table, work)
    if not completion.is_possible:
        raise Refused("items", "No arrangement fulfils these rules together.")
    return completion


class _ClassCompletion:
    """Items that are placed in groups, and the search by classes whether others can follow, as in `Completion`."""

    def __init__(self, table: GroupTable, work: Work) -> None:
        self._count = table.sizes.count
        self._work = work
        self._taken = list[int]()  # the items that came to a group since it was opened
        self._search = GroupSearch(table.grouping, work)
        self._checks = table.placed
        placed = dict.fromkeys(item for check in self._checks for item in check.items)
        self._to_place = list(placed)
        self._group_of: dict[int, int] = {}
        can_place = all(self._place(item, group) for item, group in table.fixed.items())
        self.is_possible = can_place and self._can_finish()

    def take(self, item: int, group: int) -> bool:
        """Place an item in a group if this leaves an arrangement under the rules. Return whether it was placed."""
        if not self._place(item, group):
            return False
        can_finish = self._can_finish()
        if can_finish:
            self._taken.append(item)
        else:
            self._undo(item)
        return can_finish

    def reopen(self) -> None:
        """Take all items but the fixed ones out of their groups. What the search found stays known."""
        while self._taken:
            self._undo(self._taken.pop())

    def _place(self, item: int, group: int) -> bool:
        """Place an item in a group if it keeps the rules there. Return whether it was placed."""
        self._work.spend(1 + 10 * len(self._checks))
        self._group_of[item] = group
        keeps_entries = all(check.fits(self._group_of) for check in self._checks)
        if keeps_entries and self._search.place((item,), group):
            return True
        del self._group_of[item]
        return False

    def _undo(self, item: int) -> None:
        """Take the item that was placed last out of its group."""
        self._search.undo()
        del self._group_of[item]

    def _can_finish(self) -> bool:
        """Return whether the open items can be placed: first each item of entries of `placed`, then all others."""
        without_group = (item for item in self._to_place if item not in self._group_of)
        item = next(without_group, None)
        if item is None:
            return self._search.can_finish()
        for group in range(self._count):
            if self._place(item, group):
                can_finish = self._can_finish()
                self._undo(item)
                if can_finish:
                    return True
        return False


_COMPLETION = Remembered[Completion | _ClassCompletion]("completion of groups")
"""The search of the draws of a response, which keeps what it found for the next draw."""
