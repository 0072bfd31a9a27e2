"""Try to count the arrangements of groups, with fewer rules if they are too many, and keep the latest counts."""

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import comb, prod
from threading import Lock
from typing import NamedTuple

from ..core.rng.sources import WordSource
from ..core.work import Work
from .counting import (
    BYTES_OF_A_STATE,
    ArrangementCounter,
    Limit,
    NotCountedError,
    Spend,
    Unit,
    Way,
    count_units,
    measure_integers,
    spend_each,
)
from .group_search import Grouping, find_groups
from .placements import Parts, Placements

_MAX_ITEMS = 5_000  # that are not fixed: the integers of more would hold the interpreter for long
_MAX_STEPS = 650_000  # of one try to count
_MAX_ALL_STEPS = 750_000  # of all tries
_MAX_PLACED_STEPS = 375_000  # of the try with the ways to place items
_MIN_KEPT = Fraction(
    1, 1_024
)  # the probability that rules which are left to rejection are kept
WORK_OF_A_STEP = 5
"""The time of a step of counting, in steps of `Work`."""
_WORK_AT_ONCE = 1_000

_MAX_SEARCH = 50_000  # steps of `Work`, of the search for a contradiction


class StepCounter:
    """Counts steps of counting, `spent`, up to `most`, and the work they take."""

    def __init__(self, most: int, work: Work) -> None:
        self.most, self.spent, self._work = most, 0, work

    def spend(self, steps: int) -> None:
        """Count steps that are about to be taken. Raises `NotCountedError` if they are too many; then all are spent."""
        if self.spent + steps > self.most:
            self.spent = self.most
            raise NotCountedError
        self.spent += steps
        left = steps * WORK_OF_A_STEP
        while left > 0:  # the work is asked whether to go on after each part
            self._work.spend(min(left, _WORK_AT_ONCE))
            left -= _WORK_AT_ONCE


class GroupCount(NamedTuple):
    """What is known of the arrangements of groups, and the steps of `Work` that it took.

    `counter` has counted the arrangements that keep all rules but those of `left`; None if they are too many to count.
    `units` are placed by `parts`. `total` is the number of arrangements, None if it is not known.
    """

    work: float = 0
    total: int | None = None
    counter: ArrangementCounter | None = None
    left: Sequence[Limit] = ()
    units: Sequence[Unit] = ()
    parts: Parts | None = None

    def draw(self, source: WordSource, work: Work) -> Sequence[list[int]]:
        """Return the free items of each group, if they are counted. Raises `OutOfStepsError` if `work` finds none."""
        assert self.counter is not None  # noqa: S101
        while True:
            way, nodes, rest = self.counter.draw_way(source)
            rest, number = divmod(rest, way.alike)
            placed: Sequence[int] = ()
            if self.parts is not None:
                placed = self.parts.find_alike(way.groups, number)
                nodes = self.parts.move(nodes, way.groups, placed)
            groups = self.counter.draw(
                rest, nodes, source, lambda steps: work.spend(WORK_OF_A_STEP * steps)
            )
            for unit, group in zip(self.units, placed, strict=True):
                groups[group] += unit
            work.spend(sum(len(group) for group in groups) * (1 + len(self.left)))
            if all(limit.is_kept(groups) for limit in self.left):
                return groups


class CountCache:
    """The counts of the latest rules, by a key; together they take about `max_bytes` at most."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes, self._bytes, self._lock = max_bytes, 0, Lock()
        self._counts: OrderedDict[bytes, tuple[GroupCount, int]] = OrderedDict()

    def get(self, key: bytes) -> GroupCount | None:
        with self._lock:
            if key not in self._counts:
                return None
            self._counts.move_to_end(key)
            return self._counts[key][0]

    def put(self, key: bytes, count: GroupCount) -> None:
        size = (
            BYTES_OF_A_STATE * 10
            + (count.counter.bytes if count.counter else 0)
            + (count.parts.bytes if count.parts else 0)
        )
        with self._lock:
            if key not in self._counts and size <= self._max_bytes:
                self._counts[key], self._bytes = (count, size), self._bytes + size
            while self._bytes > self._max_bytes:
                self._bytes -= self._counts.popitem(last=False)[1][1]


_CACHE = CountCache(2**24)


def count_arrangements(grouping: Grouping, work: Work) -> GroupCount:
    """Return what is known of the arrangements, and count its steps in `work`.

    A count from the cache has its full steps, so that no response depends on it.
    """
    if (count := _CACHE.get(grouping.key)) is not None:
        work.spend(count.work)
        return count
    before = work.spent
    count = _count(grouping, work)._replace(work=work.spent - before)
    _CACHE.put(grouping.key, count)
    return count


def _count(grouping: Grouping, work: Work) -> GroupCount:
    if sum(grouping.sizes) - len(grouping.fixed) > _MAX_ITEMS:
        return GroupCount()
    is_possible = None
    with work.within(_MAX_SEARCH):
        is_possible = find_groups(grouping, work)
    if is_possible is False:
        return GroupCount(total=0)
    budget = StepCounter(_MAX_ALL_STEPS, work)
    own = StepCounter(_MAX_PLACED_STEPS, work)
    if grouping.placed:
        with suppress(NotCountedError):
            return _count_ways(grouping, own)
        budget.spent = own.spent
    try:
        count = _try_limits(replace(grouping, placed=()), budget, work)
    except NotCountedError:
        return GroupCount()
    return count._replace(total=None) if grouping.placed and count.total else count


def _count_ways(grouping: Grouping, steps: StepCounter) -> GroupCount:
    """Count with all limits in all ways to place items. Raises `NotCountedError` if they are too many."""
    placements = Placements(grouping)
    ways = placements.list_ways(steps.spend)
    counter = count_units(placements.left, ways, steps.spend)
    return GroupCount(
        total=counter.total,
        counter=counter,
        units=placements.units,
        parts=placements.parts,
    )


def _try_limits(grouping: Grouping, budget: StepCounter, work: Work) -> GroupCount:
    """Count with all limits, or without the first that let it be counted. Raises `NotCountedError` if none do."""
    ways = Placements(grouping).list_ways(budget.spend)
    if not ways:
        return GroupCount(total=0)
    [(places, limits, *_)] = ways
    by_chance: Sequence[tuple[Fraction, Limit]] = ()
    number = 0
    left = list[Limit]()
    while True:
        rest = budget.most - budget.spent
        steps = StepCounter(rest * 3 // 4 if left else min(_MAX_STEPS, rest), work)
        try:
            counted = [limit for limit in limits if limit not in left]
            counter = count_units(grouping.units, [Way(places, counted)], steps.spend)
            return GroupCount(
                total=None if left and counter.total else counter.total,
                counter=counter,
                left=left,
            )
        except NotCountedError:
            budget.spent += steps.spent
        if not by_chance:
            chances = [
                (_find_chance(limit, places, budget.spend), limit) for limit in limits
            ]
            by_chance = sorted(chances, key=lambda pair: -pair[0])
        number += 1 + number // 4
        left = [limit for _, limit in by_chance[:number]]
        kept = prod(chance for chance, _ in by_chance[:number])
        if budget.spent == budget.most or number >= len(limits) or kept < _MIN_KEPT:
            raise NotCountedError


def _find_chance(limit: Limit, places: Sequence[int], spend: Spend) -> Fraction:
    """Return the probability that items which are dealt into the places at random keep a limit."""
    size = len(limit.members)
    total = sum(places)
    ranges = [range(a, b + 1) for a, b in zip(limit.least, limit.most, strict=True)]
    ways = [1] + [0] * size
    steps = measure_integers(total)
    for numbers, room in zip(ranges, places, strict=True):
        factors = [(x, comb(room, x)) for x in numbers]
        ways = [
            sum(
                ways[m - x] * factor
                for x, factor in spend_each(spend, factors, steps)
                if x <= m
            )
            for m in range(size + 1)
        ]
    return Fraction(ways[size], comb(total, size))


def write_digits(number: int) -> str:
    """Return a number as decimal digits. Python's `str` refuses an integer of more than 4,300 of them."""
    return f"{Decimal(number):f}"
