"""Find the gifts that an arrangement can have, the components they fall into, and the number of cycles of a few items.

A set of items is an integer: bit i stands for item i.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.errors import Refused
from ..core.rng.sources import WordSource
from ..core.work import Work
from .attributes import ListedItems
from .bounded import list_bits

MAX_COUNTED = 16
"""Cycles of all items are counted for lists of up to this number of items."""

_STEPS_OF_A_SEARCH = 50_000


class Gifts:
    """The possible gifts of a list: gifts that some arrangement has.

    `receivers` and `givers` have for each item the sets of its receivers and givers. `components` are sets of givers
    who share receivers, or, unless `mutual`, who may give to each other. Raises `Refused` if there is no arrangement;
    with `cycle`, if islands, an item or a count show that there is none.
    """

    def __init__(
        self,
        items: ListedItems,
        allowed: Sequence[int],
        work: Work,
        *,
        mutual: bool,
        cycle: bool,
    ) -> None:
        """Find the possible gifts; `allowed` has for each item the set of items that it may give to."""
        self.items = items
        self.receivers = list(allowed)
        self.n = len(allowed)
        self.mutual = mutual
        self.cycle = cycle
        self.components = self._divide(work, "{} may give {}to {}")
        while not mutual and self._strike_mutual():
            self.components = self._divide(
                work, "if no two give to each other, {} may give {}to {}"
            )
        self.givers = transpose(self.receivers)
        if not mutual:
            self.components = self._join_mutual(work)
            self._check_mutual(work)
        if cycle:
            self._check_cycle(work)

    def _join_mutual(self, work: Work) -> list[int]:
        """Return the components; components are joined if two of their givers may give to each other."""
        near = [0] * self.n
        for component in self.components:
            for giver in list_bits(component):
                both = self.receivers[giver] & self.givers[giver]
                near[giver] = component | both
        return list(list_components(near, work))

    def _divide(self, work: Work, words: str) -> list[int]:
        """Leave only the gifts that an arrangement without regard to `mutual` has, and return the components.

        One arrangement is found first. A step goes from a giver to any item that can give to the giver's receiver in
        this arrangement. Givers who reach each other by steps are a component. A gift can be in another arrangement
        only if a giver of the same component has its receiver in this one (Dulmage and Mendelsohn 1958); all further
        gifts are left out.
        """
        receiver_of = match(self.receivers, work, self.items, words)
        to_givers = transpose(self.receivers)
        work.spend(self.n)
        # Who can give to the receiver of a giver; and to whose receivers a giver can give.
        rivals = [to_givers[receiver] for receiver in receiver_of]
        onward = transpose(rivals)
        components = []
        left = (1 << self.n) - 1
        while left:
            start = left & -left
            givers = reach(onward, start, left, work) & reach(rivals, start, left, work)
            receivers = sum(1 << receiver_of[giver] for giver in list_bits(givers))
            for giver in list_bits(givers):
                self.receivers[giver] &= receivers
            components.append(givers)
            left ^= givers
        return components

    def _strike_mutual(self) -> bool:
        """Strike gifts back to an item that can only give to the giver. Return whether there was one."""
        struck = False
        for giver, receivers in enumerate(self.receivers):
            if receivers.bit_count() == 1:
                only = receivers.bit_length() - 1
                if self.receivers[only] >> giver & 1:
                    self.receivers[only] ^= 1 << giver
                    struck = True
        return struck

    def _check_mutual(self, work: Work) -> None:
        """Raise `Refused` if a short search shows that in a component two givers always give to each other."""
        steps_left = _STEPS_OF_A_SEARCH

        def search(receivers: dict[int, int]) -> bool:
            """Return whether the givers left, each with the set of receivers left for it, may have an arrangement."""
            nonlocal steps_left
            steps_left -= len(receivers)
            if steps_left < 0 or not receivers:
                return True
            work.spend(len(receivers))
            giver = min(receivers, key=lambda one: receivers[one].bit_count())
            for receiver in list_bits(receivers[giver]):
                others = {
                    one: theirs & ~(1 << receiver)
                    for one, theirs in receivers.items()
                    if one != giver
                }
                if receiver in others:
                    others[receiver] &= ~(1 << giver)
                if search(others):
                    return True
            return False

        for component in self.components:
            receivers = {giver: self.receivers[giver] for giver in list_bits(component)}
            if not search(receivers):
                reason = f"in all ways, two of {self.items.describe(component)} give to each other."
                raise Refused("mutual", f"No arrangement fulfils these rules: {reason}")

    def _check_cycle(self, work: Work) -> None:
        """Raise `Refused` if islands, an item that alone joins some, or a count show that there is no one cycle."""
        near = [
            receivers | givers
            for receivers, givers in zip(self.receivers, self.givers, strict=True)
        ]
        everyone = (1 << self.n) - 1
        describe = self.items.describe
        island = next(list_components(near, work))
        joint = 0
        if island == everyone:
            island, joint = find_joint(near, work) or (0, 0)
        if island:
            other = everyone ^ island ^ joint
            islands = f"islands {describe(island)} and {describe(other)} never give to each other"
            only = (
                f"; {describe(joint)} alone joins them, and one cycle passes it once"
                if joint
                else ""
            )
            raise Refused(
                "cycle", f"One cycle of all items is not possible: {islands}{only}."
            )
        if self.n <= MAX_COUNTED:
            work.spend(2 << self.n)
            if not self._count_cycles():
                raise Refused(
                    "cycle",
                    "No one cycle of all items fulfils these rules: all ways were counted.",
                )

    def _count_cycles(self) -> int:
        """Return the number of cycles of all items."""
        return self._count(0, (1 << self.n - 1) - 1)

    def _count(self, giver: int, others: int) -> int:
        """Return the number of paths from an item through all items of a set, of bits from item 1 on, to item 0."""
        if not others:
            return self.receivers[giver] & 1
        ways = [
            self._paths[receiver - 1, others ^ 1 << receiver - 1]
            for receiver in list_bits(self.receivers[giver] & others << 1)
        ]
        return int(sum(ways))

    def leave_one(self) -> bool | None:
        """Return whether there is one arrangement, None if that is not known."""
        if all(receivers.bit_count() == 1 for receivers in self.receivers):
            return True
        if not self.cycle:
            return False if self.mutual else None
        if self.n > MAX_COUNTED:
            return None
        return self._count_cycles() == 1

    def draw_counted_cycle(self, source: WordSource) -> list[int]:
        """Return the receiver of each item in one of the cycles of all items, by its number among them.

        From item 0 on, the number tells the next receiver: the ways to go on from each are passed, in ascending order.
        """
        giver = 0
        left = (1 << self.n - 1) - 1  # bit i stands for item i + 1
        receivers = [0] * self.n
        number = source.below(self._count_cycles())
        while left:
            for receiver in list_bits(self.receivers[giver] & left << 1):
                others = left ^ 1 << receiver - 1
                ways = int(self._paths[receiver - 1, others])
                if number < ways:
                    break
                number -= ways
            receivers[giver] = receiver
            giver = receiver
            left = others
        return receivers

    @cached_property
    def _paths(self) -> NDArray[np.float64]:
        """Return for item y + 1, row y, the number of paths through each set, a column, to item 0 (Held and Karp 1962).

        Bit i of a set stands for item i + 1 here. Sets are filled by size, as a path through one goes on to an item of
        it and through all others. Paths of up to 16 items are fewer than 2^53, so they are exact. Three items who all
        give to each other: [[1, 0, 1, 1], [1, 1, 0, 1]].
        """
        size = self.n - 1
        may_give = np.array(
            [
                [self.receivers[y + 1] >> z + 1 & 1 for z in range(size)]
                for y in range(size)
            ],
            float,
        )
        sets = np.arange(1 << size)
        sizes = sum((sets >> bit & 1 for bit in range(size)), np.zeros_like(sets))
        paths = np.empty((size, len(sets)))
        paths[:, 0] = [self.receivers[y + 1] & 1 for y in range(size)]
        for number in range(1, size + 1):
            layer = np.flatnonzero(sizes == number)
            after = [
                np.where(layer >> z & 1, paths[z].take(layer & ~(1 << z)), 0)
                for z in range(size)
            ]
            paths[:, layer] = may_give @ np.array(after)
        return paths


class _Path(NamedTuple):
    """The course of a search for a free receiver: `came_from` has the giver that led to each receiver it saw.

    `end` is the set of free receivers at the end of the search; it is empty if the search found no free receiver.
    """

    came_from: Mapping[int, int]
    end: int


@dataclass
class _Matching:
    """The pairs of givers and receivers so far; `free` is the set of receivers without a giver."""

    free: int
    giver_of: dict[int, int] = field(default_factory=dict)
    receiver_of: dict[int, int] = field(default_factory=dict)

    def follow(self, path: _Path) -> None:
        """Match the first giver of a path: from the end of the path back, each giver on it gets the next receiver."""
        lowest = path.end & -path.end
        self.free ^= lowest
        receiver: int | None = lowest.bit_length() - 1
        while receiver is not None:
            giver = path.came_from[receiver]
            before = self.receiver_of.get(giver)  # none if the path begins here
            self.giver_of[receiver] = giver
            self.receiver_of[giver] = receiver
            receiver = before


def match(
    receivers: Sequence[int], work: Work, items: ListedItems, words: str
) -> Sequence[int]:
    """Return a different receiver for each giver. Raises `Refused` for givers who have too few receivers together.

    Givers are matched in turn along augmenting paths (Kuhn 1955): a giver gets the receiver of a second giver, who gets
    the receiver of a third, and so on to a free receiver. If a path ends without a free receiver, its givers together
    have fewer receivers than they are (Hall 1935): `words` say so.

    `receivers` has for each giver the set of receivers: [0b011, 0b001] -> [1, 0], as item 1 can only give to item 0.
    """
    matching = _Matching((1 << len(receivers)) - 1)
    for giver in range(len(receivers)):
        path = _find_path(receivers, giver, matching, work)
        if not path.end:
            blocked = {giver} | {matching.giver_of[one] for one in path.came_from}
            givers = sum(1 << one for one in blocked)
            theirs = sum(1 << one for one in path.came_from)
            only = "only " if theirs else ""
            reason = words.format(items.describe(givers), only, items.describe(theirs))
            raise Refused("items", f"No arrangement fulfils these rules: {reason}.")
        matching.follow(path)
    return [matching.receiver_of[giver] for giver in range(len(receivers))]


def _find_path(
    receivers: Sequence[int], start: int, matching: _Matching, work: Work
) -> _Path:
    """Return the shortest path from a giver to a free receiver; without a free receiver, all receivers it reaches.

    A search in breadth: from a receiver that is not free it goes on with its giver.
    """
    came_from: dict[int, int] = {}
    queue = deque([start])
    unseen = (1 << len(receivers)) - 1
    while queue:
        giver = queue.popleft()
        seen = receivers[giver] & unseen
        end = seen & matching.free
        work.spend(1 if end else 1 + seen.bit_count())
        unseen ^= seen
        came_from |= dict.fromkeys(list_bits(seen), giver)
        if end:
            return _Path(came_from, end)
        queue.extend(matching.giver_of[one] for one in list_bits(seen))
    return _Path(came_from, 0)


def reach(onward: Sequence[int], start: int, within: int, work: Work) -> int:
    """Return the items that are reached from the set `start` by steps among the items `within`.

    `onward` has for each item the set of items next to it: [0b010, 0b100, 0b000] and 0b001 within 0b011 -> 0b011.
    """
    reached = start
    front = start
    while front:
        found = 0
        for item in list_bits(front):
            found |= onward[item]
        work.spend(front.bit_count())
        front = found & within & ~reached
        reached |= front
    return reached


def list_components(near: Sequence[int], work: Work) -> Iterator[int]:
    """Yield the sets of items that are joined, in the order of their first items; `near` is symmetric."""
    left = (1 << len(near)) - 1
    while left:
        component = reach(near, left & -left, left, work)
        yield component
        left ^= component


class _Visit(NamedTuple):
    """An item on the way of a search in depth, the set of items found from it on, and what any of these is near to."""

    item: int
    found: int
    around: int


def find_joint(near: Sequence[int], work: Work) -> tuple[int, int] | None:
    """Return some items that are joined with others through one item alone, and this item, both as sets.

    All items are joined. A search in depth tells it where it leaves an item (Hopcroft and Tarjan 1973): if the items
    found since it came there are near no others but the item before. Of three items in a row, 0 - 1 - 2, near
    [0b010, 0b101, 0b010]: (0b001, 0b010), item 0 through item 1. Return None if there are no such items.
    """
    everyone = (1 << len(near)) - 1
    path = [_Visit(0, 1, near[0])]
    unseen = everyone ^ 1
    work.spend(2 * len(near))
    while len(path) > 1 or unseen & near[0]:
        visit = path[-1]
        onward = near[visit.item] & unseen
        if onward:
            lowest = onward & -onward
            item = lowest.bit_length() - 1
            path.append(_Visit(item, lowest, near[item]))
            unseen ^= lowest
            continue
        path.pop()
        before = path[-1]
        joint = 1 << before.item
        if visit.around & ~visit.found == joint and visit.found | joint != everyone:
            return everyone ^ visit.found ^ joint, joint
        path[-1] = _Visit(
            before.item, before.found | visit.found, before.around | visit.around
        )
    return None


def unpack_sets(sets: Sequence[int]) -> NDArray[np.uint8]:
    """Return a table of 0 and 1: a row for each set, with a column for each item."""
    size = -(-len(sets) // 8)
    packed = b"".join(one.to_bytes(size, "little") for one in sets)
    rows = np.frombuffer(packed, np.uint8).reshape(-1, size)
    return np.unpackbits(rows, axis=1, count=len(sets), bitorder="little")


def transpose(sets: Sequence[int]) -> list[int]:
    """Return for each item the set of the items that have it in their sets: [0b10, 0b10] -> [0b00, 0b11]."""
    columns = np.packbits(unpack_sets(sets).T, axis=1, bitorder="little")
    return [int.from_bytes(column.tobytes(), "little") for column in columns]
