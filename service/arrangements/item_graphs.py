"""Search graphs of items: match givers to receivers, find joined items, and find an item that alone joins others.

A set of items is an integer: bit i stands for item i. A graph has, for each item, the set of the items next to it.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.work import Work
from .bounded_attempts import list_bits

_EVERYONE = -1
"""The set of all items, however many there are."""


class _Path(NamedTuple):
    """The course of a search for a free receiver: `came_from` has the giver that led to each receiver seen.

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
        """Match the first giver of a path: from the end back, each giver on the path gets the next receiver."""
        lowest = path.end & -path.end
        self.free ^= lowest
        receiver: int | None = lowest.bit_length() - 1
        while receiver is not None:
            giver = path.came_from[receiver]
            # None if the path begins here:
            receiver_before = self.receiver_of.get(giver)
            self.giver_of[receiver] = giver
            self.receiver_of[giver] = receiver
            receiver = receiver_before


class UnmatchedError(Exception):
    """The set of `givers` has fewer receivers together, the set `receivers`, than it has givers."""

    def __init__(self, givers: int, receivers: int) -> None:
        super().__init__(givers, receivers)
        self.givers = givers
        self.receivers = receivers


def match(receivers: Sequence[int], work: Work) -> Sequence[int]:
    """Return a different receiver for each giver. Raises `UnmatchedError` for givers with too few receivers together.

    Givers are matched in turn along augmenting paths (Kuhn 1955): a giver gets the receiver of a second giver, who gets
    the receiver of a third, and so on to a free receiver. If a path ends without a free receiver, there are fewer
    receivers for its givers than givers (Hall 1935).

    `receivers` has, for each giver, the set of receivers: [0b011, 0b001] -> [1, 0], as item 1 can only give to item 0.
    """
    matching = _Matching(_EVERYONE)
    for giver in range(len(receivers)):
        path = _find_path(receivers, giver, matching, work)
        if not path.end:
            blocked = {giver} | {
                matching.giver_of[receiver] for receiver in path.came_from
            }
            raise UnmatchedError(
                givers=sum(1 << blocked_giver for blocked_giver in blocked),
                receivers=sum(1 << receiver for receiver in path.came_from),
            )
        matching.follow(path)
    return [matching.receiver_of[giver] for giver in range(len(receivers))]


def _find_path(
    receivers: Sequence[int], start: int, matching: _Matching, work: Work
) -> _Path:
    """Return the shortest path from a giver to a free receiver, or, if there is none, all receivers that it reaches.

    It is a breadth-first search: from a receiver that is not free, it goes on with the receiver's giver.
    """
    came_from: dict[int, int] = {}
    queue = deque([start])
    unseen = _EVERYONE
    while queue:
        giver = queue.popleft()
        seen = receivers[giver] & unseen
        end = seen & matching.free
        work.spend(1 if end else 1 + seen.bit_count())
        unseen ^= seen
        came_from |= dict.fromkeys(list_bits(seen), giver)
        if end:
            return _Path(came_from, end)
        queue.extend(matching.giver_of[receiver] for receiver in list_bits(seen))
    return _Path(came_from, 0)


def reach(onward: Sequence[int], start: int, within: int, work: Work) -> int:
    """Return the items that are reached from the set `start` by steps among the items `within`.

    `onward` has, for each item, the set of items next to it: [0b010, 0b100, 0b000] and 0b001 within 0b011 -> 0b011.
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
    unreached = (1 << len(near)) - 1
    while unreached:
        component = reach(near, unreached & -unreached, unreached, work)
        yield component
        unreached ^= component


class _Visit(NamedTuple):
    """An item on the path of a depth-first search, the set of items found since, and all items near any of these."""

    item: int
    found: int
    around: int


class Joint(NamedTuple):
    """An item that alone joins some items, the island, with all others; both are sets."""

    island: int
    item: int


def find_joint(near: Sequence[int], work: Work) -> Joint | None:
    """Return an item that alone joins some items with all others; None if no item does. All items must be joined.

    A depth-first search finds an island when it leaves an item, if the items found since it came there are near no
    other items but the item before (Hopcroft and Tarjan 1973). For three items in a row, 0 - 1 - 2, near [0b010,
    0b101, 0b010], return Joint(island=0b001, item=0b010): item 1 joins item 0 with item 2.
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
        visit_before = path[-1]
        item_before = 1 << visit_before.item
        others = everyone ^ visit.found ^ item_before
        if (visit.around & ~visit.found) == item_before and others:
            return Joint(others, item_before)
        path[-1] = _Visit(
            visit_before.item,
            visit_before.found | visit.found,
            visit_before.around | visit.around,
        )
    return None


def unpack_sets(sets: Sequence[int]) -> NDArray[np.uint8]:
    """Return a table of 0 and 1: a row for each set, with a column for each item."""
    size = -(-len(sets) // 8)
    packed = b"".join(item_set.to_bytes(size, "little") for item_set in sets)
    rows = np.frombuffer(packed, np.uint8).reshape(-1, size)
    return np.unpackbits(rows, axis=1, count=len(sets), bitorder="little")


def transpose(sets: Sequence[int]) -> list[int]:
    """Return, for each item, the set of the items that have it in their sets: [0b10, 0b10] -> [0b00, 0b11]."""
    columns = np.packbits(unpack_sets(sets).T, axis=1, bitorder="little")
    return [int.from_bytes(column.tobytes(), "little") for column in columns]
