"""Schedules of rounds in which no two places meet twice: constructed, or stored in verify/arrangements/round_table.mjs.

A schedule has `size` places for each group, numbered from 0; if there are fewer items, the last places are empty. The
circle method pairs all with all. Slopes come from affine planes and transversal designs: place `row` · groups + x is in
group c of the round s if x = c + s · row. So two places of different rows meet in one round at most: the difference of
their rows times s is the difference of their x.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ...verify_tables import parse_table, read_table
from .rings import FiniteField, Ring, find_ring

PlacesByGroup = Sequence[Sequence[int]]
"""The places of each group of a round."""


class Schedule(NamedTuple):
    """A number of rounds, and a function from the number of a round, from 0, to its groups."""

    rounds: int
    list_groups: Callable[[int], PlacesByGroup]


class RoundSizes(NamedTuple):
    """The numbers of items and of groups of every round."""

    items: int
    groups: int

    @property
    def size(self) -> int:
        """Return the items of the largest group."""
        return -(-self.items // self.groups)

    @property
    def empty(self) -> int:
        """Return how many of the last places are empty."""
        return self.size * self.groups - self.items


def find_schedule(sizes: RoundSizes, rounds: int) -> Schedule:
    """Return the first schedule with so many rounds, or the one with the most if none has as many.

    FROZEN: the order of schedules. A later one comes after all others, and only for rounds that no other has: it serves
    neither `meet_again` nor the rows of another.
    """
    schedules = list(list_schedules(sizes))
    long_enough = (one for one in schedules if one.rounds >= rounds)
    return next(long_enough, max(schedules, key=lambda one: one.rounds))


def count_rounds(sizes: RoundSizes) -> int:
    """Return the most rounds that are known in which nobody meets twice."""
    return max(schedule.rounds for schedule in list_schedules(sizes))


def list_schedules(sizes: RoundSizes) -> Iterator[Schedule]:
    """Yield the schedules for some sizes, in their order."""
    if sizes.size == 2 and sizes.empty <= 1:
        rounds = 2 * sizes.groups - 1
        yield Schedule(rounds, partial(_pair_by_circle, rounds))
    yield _open_slopes(sizes)
    stored = _STORED.get(f"{sizes.groups} x {sizes.size}")
    if stored and sizes.empty <= sizes.size:
        # The last places meet in the last round, which is left out if it would have too small a group.
        rounds = len(stored) - (sizes.empty > 1)
        yield Schedule(rounds, stored.__getitem__)


def _pair_by_circle(others: int, number: int) -> PlacesByGroup:
    """Return the pairs of a round: the last place stands in the middle of a circle of all `others`."""
    pairs = [[number, others]]
    for step in range(1, (others + 1) // 2):
        right = (number + step) % others
        left = (number - step) % others
        pairs.append([right, left])
    return pairs


def _open_slopes(sizes: RoundSizes) -> Schedule:
    """Return the schedule by slopes: one round for each, and then those in which each row makes groups of its own.

    If the ring is too small for the rows, the slopes are the integers from 0 whose products with a difference of rows
    differ even without a modulus.
    """
    size = sizes.size
    ring = find_ring(sizes.groups)
    slopes = sizes.groups
    if ring is None or size > ring.smallest:
        ring = Ring([FiniteField(sizes.groups)])
        slopes = (sizes.groups - 1) // max(size - 1, 1) + 1
    by_slope = partial(_list_by_slope, ring, sizes)
    if sizes.groups % size or sizes.empty > 1 or size == 1:
        return Schedule(slopes, by_slope)
    in_row = RoundSizes(sizes.groups, sizes.groups // size)
    rows = find_schedule(in_row, in_row.items)

    def list_groups(number: int) -> PlacesByGroup:
        if number < slopes:
            return by_slope(number)
        groups = rows.list_groups(number - slopes)
        starts = range(0, sizes.groups * size, sizes.groups)
        return [_move(group, start) for start in starts for group in groups]

    return Schedule(slopes + rows.rounds, list_groups)


def _move(group: Sequence[int], start: int) -> Sequence[int]:
    """Return the places of a group that is so many places further on."""
    return [start + place for place in group]


def _list_by_slope(ring: Ring, sizes: RoundSizes, slope: int) -> PlacesByGroup:
    """Return the groups of the round of a slope."""
    shifts = [ring.multiply(row, slope) for row in range(sizes.size)]
    groups = []
    for number in range(sizes.groups):
        group = []
        for row, shift in enumerate(shifts):
            place = ring.add(number, shift)
            group.append(row * sizes.groups + place)
        groups.append(group)
    return groups


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The places of stored schedules."""


def _read_stored(text: str) -> Mapping[str, Sequence[PlacesByGroup]]:
    """Return the stored schedules by groups and size: "5 x 3". A round is a text such as "ABC DEF GHI"."""
    return {
        name: [_parse_round(line) for line in entry["rounds"]]
        for name, entry in parse_table("rounds", text).items()
    }


def _parse_round(line: str) -> PlacesByGroup:
    return [[_LETTERS.index(letter) for letter in group] for group in line.split()]


_STORED = _read_stored(read_table("arrangements/round_table.mjs"))
