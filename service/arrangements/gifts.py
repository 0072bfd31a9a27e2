"""Find the gifts that an arrangement can have, the components they fall into, and the number of cycles of a few items.

A set of items is an integer: bit i stands for item i.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..core.errors import Refused
from ..core.rng.sources import WordSource
from ..core.work import Work
from .attributes import ListedItems
from .bounded import list_bits

MAX_COUNTED = 16
"""The items up to which the cycles of all items are counted."""

_STEPS_OF_A_SEARCH = 50_000


class Gifts:
    """The possible gifts of a list: `receivers` and `givers` have for each item the sets of its receivers and givers.

    `components` are sets of givers who share receivers, or, unless `mutual`, who may give to each other. Raises
    `Refused` if there is no arrangement; of one `cycle`, if islands, an item or a count show it.
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
        self.items, self.receivers, self.n = items, list(allowed), len(allowed)
        self.mutual, self.cycle = mutual, cycle
        self.components = self._divide(work, "{} may give {}to {}")
        while not mutual and self._strike_mutual():
            self.components = self._divide(
                work, "if no two give to each other, {} may give {}to {}"
            )
        self.givers = transpose(self.receivers)
        if not mutual:
            both = [
                one & other
                for one, other in zip(self.receivers, self.givers, strict=True)
            ]
            near = {
                giver: component | both[giver]
                for component in self.components
                for giver in list_bits(component)
            }
            self.components = [
                *list_components([near[giver] for giver in range(self.n)], work)
            ]
            self._check_mutual(work)
        if cycle:
            self._check_cycle(work)

    def _divide(self, work: Work, words: str) -> list[int]:
        """Leave only the gifts that an arrangement without regard to `mutual` has, and return the components."""
        receiver_of = match(self.receivers, work, self.items, words)
        to_givers = transpose(self.receivers)
        work.spend(self.n)
        rivals = [
            to_givers[receiver] for receiver in receiver_of
        ]  # who can give to the receiver of a giver
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
            if (
                receivers.bit_count() == 1
                and self.receivers[receiver := receivers.bit_length() - 1] >> giver & 1
            ):
                self.receivers[receiver] ^= 1 << giver
                struck = True
        return struck

    def _check_mutual(self, work: Work) -> None:
        """Raise `Refused` for a component in which two give to each other in all ways, if a short search shows it."""
        left = _STEPS_OF_A_SEARCH

        def search(receivers: dict[int, int]) -> bool:
            nonlocal left
            left -= len(receivers)
            if left < 0 or not receivers:
                return True
            work.spend(len(receivers))
            giver = min(receivers, key=lambda one: receivers[one].bit_count())
            for receiver in list_bits(receivers[giver]):
                rest = {
                    one: found & ~(1 << receiver)
                    for one, found in receivers.items()
                    if one != giver
                }
                if receiver in rest:
                    rest[receiver] &= ~(1 << giver)
                if search(rest):
                    return True
            return False

        for component in self.components:
            if not search(
                {giver: self.receivers[giver] for giver in list_bits(component)}
            ):
                reason = f"in all ways, two of {self.items.describe(component)} give to each other."
                raise Refused("mutual", f"No arrangement fulfils these rules: {reason}")

    def _check_cycle(self, work: Work) -> None:
        near = [
            one | other for one, other in zip(self.receivers, self.givers, strict=True)
        ]
        everyone = (1 << self.n) - 1
        describe = self.items.describe
        island = next(list_components(near, work))
        joint = 0
        if island == everyone:
            island, joint = find_joint(near, work) or (0, 0)
        if island:
            islands = f"islands {describe(island)} and {describe(everyone ^ island ^ joint)} never give to each other"
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
            if not self._count(0, (1 << self.n - 1) - 1):
                raise Refused(
                    "cycle",
                    "No one cycle of all items fulfils these rules: all ways were counted.",
                )

    def _count(self, giver: int, others: int) -> int:
        """Return the number of paths from an item through all items of a set, of bits from item 1 on, to item 0."""
        if not others:
            return self.receivers[giver] & 1
        return int(
            sum(
                self._paths[y - 1, others ^ 1 << y - 1]
                for y in list_bits(self.receivers[giver] & others << 1)
            )
        )

    def leave_one(self) -> bool | None:
        """Return whether there is one arrangement, None if that is not known."""
        if all(receivers.bit_count() == 1 for receivers in self.receivers):
            return True
        if not self.cycle:
            return False if self.mutual else None
        return (
            self._count(0, (1 << self.n - 1) - 1) == 1
            if self.n <= MAX_COUNTED
            else None
        )

    def draw_counted_cycle(self, source: WordSource) -> list[int]:
        """Return the receivers of one of the cycles of all items."""
        giver = 0
        left = (1 << self.n - 1) - 1
        receivers = [0] * self.n
        number = source.below(self._count(giver, left))
        while left:
            for receiver in list_bits(self.receivers[giver] & left << 1):
                rest = left ^ 1 << receiver - 1
                if number < (ways := int(self._paths[receiver - 1, rest])):
                    break
                number -= ways
            receivers[giver], giver, left = receiver, receiver, rest
        return receivers

    @cached_property
    def _paths(self) -> NDArray[np.float64]:
        """Return for item y + 1, row y, the number of paths through each set, a column, to item 0.

        Bit i of a set stands for item i + 1 here. Paths of up to 16 items are fewer than 2^53, so they are exact.
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


def match(
    receivers: Sequence[int], work: Work, items: ListedItems, words: str
) -> Sequence[int]:
    """Return a receiver for each giver, each another one. Raises `Refused` for givers who have too few together.

    Givers are matched along augmenting paths (Kuhn 1955). If a path ends without a receiver, the givers on it have
    together fewer receivers than they are (Hall 1935): `words` say so.
    """
    giver_of: dict[int, int] = {}
    receiver_of: dict[int, int] = {}
    free = everyone = (1 << len(receivers)) - 1
    for start in range(len(receivers)):
        came_from = dict[int, int]()
        queue = deque([start])
        unseen = everyone
        end = 0
        while queue and not end:
            giver = queue.popleft()
            found = receivers[giver] & unseen
            work.spend(1 + found.bit_count() * (not found & free))
            end = found & free
            unseen ^= found
            came_from |= dict.fromkeys(list_bits(found), giver)
            queue.extend(giver_of[one] for one in list_bits(found & ~free))
        if not end:
            blocked = sum(
                1 << giver for giver in {start, *map(giver_of.__getitem__, came_from)}
            )
            found = everyone ^ unseen
            reason = words.format(
                items.describe(blocked), "only " if found else "", items.describe(found)
            )
            raise Refused("items", f"No arrangement fulfils these rules: {reason}.")
        free ^= end & -end
        receiver = (end & -end).bit_length() - 1
        while receiver >= 0:
            giver = came_from[receiver]
            giver_of[receiver] = giver
            receiver, receiver_of[giver] = receiver_of.get(giver, -1), receiver
    return [receiver_of[giver] for giver in range(len(receivers))]


def reach(onward: Sequence[int], start: int, within: int, work: Work) -> int:
    """Return the items that are reached from the set `start` by steps among the items `within`."""
    reached = front = start
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


def find_joint(near: Sequence[int], work: Work) -> tuple[int, int] | None:
    """Return some items that are joined with others through one item alone, and this item, both as sets.

    All items are joined. A search in depth tells it where it leaves an item (Hopcroft and Tarjan 1973): if the items
    found since it came there are near no others but the item before.
    """
    everyone = (1 << len(near)) - 1
    path, unseen = (
        [(0, 1, near[0])],
        everyone ^ 1,
    )  # items, those found from each, and what these are near to
    work.spend(2 * len(near))
    while len(path) > 1 or unseen & near[0]:
        item, found, around = path[-1]
        if onward := near[item] & unseen:
            one = onward & -onward
            path.append((one.bit_length() - 1, one, near[one.bit_length() - 1]))
            unseen ^= one
            continue
        path.pop()
        before, found_before, around_before = path[-1]
        if around & ~found == 1 << before and found | 1 << before != everyone:
            return everyone ^ found ^ 1 << before, 1 << before
        path[-1] = before, found_before | found, around_before | around
    return None


def unpack_sets(sets: Sequence[int]) -> NDArray[np.uint8]:
    """Return a table of 0 and 1: a row for each set, with a column for each item."""
    size = -(-len(sets) // 8)
    rows = np.frombuffer(
        b"".join(one.to_bytes(size, "little") for one in sets), np.uint8
    ).reshape(-1, size)
    return np.unpackbits(rows, axis=1, count=len(sets), bitorder="little")


def transpose(sets: Sequence[int]) -> list[int]:
    """Return for each item the set of the items that have it in their sets."""
    columns = np.packbits(unpack_sets(sets).T, axis=1, bitorder="little")
    return [int.from_bytes(column.tobytes(), "little") for column in columns]
