"""Try to count the arrangements of groups, with fewer rules if they are too many, and keep the latest counts."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from math import comb, prod
from threading import Lock

from service.core.arrangements.counting import (
    BYTES_OF_A_STATE,
    ArrangementCounter,
    Limit,
    NotCountedError,
    Spend,
    Unit,
    measure_integers,
    spend_each,
)
from service.core.arrangements.group_search import Rules, find_groups
from service.core.rng.sources import WordSource
from service.core.work import Work

_MAX_ITEMS = 5_000  # that are not fixed: the integers of more would hold the interpreter for long
_MAX_STEPS = 650_000  # of one try to count
_MAX_ALL_STEPS = 750_000  # of all tries
_MIN_KEPT = Fraction(1, 1_024)  # the probability that rules which are left to rejection are kept
WORK_OF_A_STEP = 5
"""The time of a step of counting, in steps of `Work`."""
_WORK_AT_ONCE = 1_000

_MAX_SEARCH = 50_000  # steps of `Work`, of the search for a contradiction
_BITS_AT_ONCE = 10_000


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


@dataclass(frozen=True, slots=True)
class GroupCount:
    """What is known of the arrangements of groups, and the steps of `Work` that it took.

    `counter` has counted the arrangements that keep all rules but those of `left`; None if they are too many to count.
    """

    work: float
    counter: ArrangementCounter | None = None
    left: Sequence[Limit] = ()
    is_impossible: bool = False

    @property
    def total(self) -> int | None:
        """Return the number of arrangements, None if it is not known."""
        if self.is_impossible:
            return 0
        return self.counter.total if self.counter and not self.left else None

    def draw(self, source: WordSource, work: Work) -> Sequence[list[int]]:
        """Return the free items of each group, if they are counted. Raises `OutOfStepsError` if `work` finds none."""
        assert self.counter is not None  # noqa: S101
        while True:
            groups = self.counter.draw(source, lambda steps: work.spend(WORK_OF_A_STEP * steps))
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
        size = BYTES_OF_A_STATE * 10 + (count.counter.bytes if count.counter else 0)
        with self._lock:
            if key not in self._counts and size <= self._max_bytes:
                self._counts[key], self._bytes = (count, size), self._bytes + size
            while self._bytes > self._max_bytes:
                self._bytes -= self._counts.popitem(last=False)[1][1]


_CACHE = CountCache(2**24)


def describe_groups(sizes: Iterable[int], rules: Rules, fixed: Mapping[int, int], units: Sequence[Unit]) -> bytes:
    """Return a key of groups of items under rules: equal keys have equal counts."""
    described = [*sizes], [(rule.members, rule.least, rule.most) for rule in rules], sorted(fixed.items()), units
    return sha256(repr(described).encode()).digest()


def count_arrangements(
    key: bytes, sizes: Sequence[int], rules: Rules, fixed: Mapping[int, int], units: Sequence[Unit], work: Work
) -> GroupCount:
    """Return what is known of the arrangements of units and fixed items under rules, and count its steps in `work`.

    `key` is their `describe_groups`. A count from the cache has its full steps, so that no response depends on it.
    """
    if (count := _CACHE.get(key)) is not None:
        work.spend(count.work)
        return count
    before = work.spent
    count = replace(_count(sizes, rules, fixed, units, work), work=work.spent - before)
    _CACHE.put(key, count)
    return count


def _count(
    sizes: Sequence[int], rules: Rules, fixed: Mapping[int, int], units: Sequence[Unit], work: Work
) -> GroupCount:
    if sum(sizes) - len(fixed) > _MAX_ITEMS:
        return GroupCount(0)
    is_possible = None
    with work.within(_MAX_SEARCH):
        is_possible = find_groups(sizes, rules, fixed, units, work)
    if is_possible is False:
        return GroupCount(0, is_impossible=True)
    places = [*sizes]
    for group in fixed.values():
        places[group] -= 1
    try:
        return _try_limits(units, rules, places, fixed, work)
    except NotCountedError:
        return GroupCount(0)


def _try_limits(
    units: Sequence[Unit], rules: Rules, places: Sequence[int], fixed: Mapping[int, int], work: Work
) -> GroupCount:
    """Count with all limits, or without the first that let it be counted. Raises `NotCountedError` if none do."""
    budget = StepCounter(_MAX_ALL_STEPS, work)
    budget.spend(len(places))
    limits = _read_limits(rules, places, fixed, budget.spend)
    if limits is None:
        return GroupCount(0, is_impossible=True)
    by_chance: Sequence[tuple[Fraction, Limit]] = ()
    number, left = 0, list[Limit]()
    while True:
        rest = budget.most - budget.spent
        steps = StepCounter(rest * 3 // 4 if left else min(_MAX_STEPS, rest), work)
        try:
            counted = [limit for limit in limits if limit not in left]
            counter = ArrangementCounter(units, places, counted, steps.spend)
            return GroupCount(0, counter, left, is_impossible=not counter.total)
        except NotCountedError:
            budget.spent += steps.spent
        if not by_chance:
            chances = [(_find_chance(limit, places, budget.spend), limit) for limit in limits]
            by_chance = sorted(chances, key=lambda pair: -pair[0])
        number += 1 + number // 4
        left = [limit for _, limit in by_chance[:number]]
        kept = prod(chance for chance, _ in by_chance[:number])
        if budget.spent == budget.most or number >= len(limits) or kept < _MIN_KEPT:
            raise NotCountedError


def _find_chance(limit: Limit, places: Sequence[int], spend: Spend) -> Fraction:
    """Return the probability that items which are dealt into the places at random keep a limit."""
    size, total = len(limit.members), sum(places)
    ranges = [range(a, b + 1) for a, b in zip(limit.least, limit.most, strict=True)]
    ways, steps = [1] + [0] * size, measure_integers(total)
    for numbers, room in zip(ranges, places, strict=True):
        factors = [(x, comb(room, x)) for x in numbers]
        ways = [
            sum(ways[m - x] * factor for x, factor in spend_each(spend, factors, steps) if x <= m)
            for m in range(size + 1)
        ]
    return Fraction(ways[size], comb(total, size))


def write_digits(number: int) -> str:
    """Return a number from 0 on as decimal digits. Python's `str` refuses more than 4,300 of them at once."""
    if number.bit_length() < _BITS_AT_ONCE:
        return str(number)
    half = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**half)
    return write_digits(high) + write_digits(low).rjust(half, "0")


def _read_limits(rules: Rules, places: Sequence[int], fixed: Mapping[int, int], spend: Spend) -> list[Limit] | None:
    """Return what rules mean for the items that are not fixed, each set of items once.

    `places` are those that fixed items leave free. Return None if a rule cannot be kept.
    """
    found: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}
    for rule in rules:
        spend(len(places))
        free = tuple(item for item in rule.members if item not in fixed)
        least, most = [rule.least] * len(places), [rule.most] * len(places)
        for item in rule.members:
            if item in fixed:
                least[fixed[item]] -= 1
                most[fixed[item]] -= 1
        least = [max(a, 0) for a in least]
        most = [min(b, c, len(free)) for b, c in zip(most, places, strict=True)]
        lack, excess = len(free) - sum(most), len(free) - sum(least)
        least, most = (
            [max(a, lack + b) for a, b in zip(least, most, strict=True)],
            [min(b, excess + a) for a, b in zip(least, most, strict=True)],
        )
        if free in found:
            least, most = [*map(max, least, found[free][0])], [*map(min, most, found[free][1])]
        found[free] = least, most
    if any(a > b for least, most in found.values() for a, b in zip(least, most, strict=True)):
        return None
    return [
        Limit(free, tuple(least), tuple(most))
        for free, (least, most) in found.items()
        if any(least) or any(b < min(c, len(free)) for b, c in zip(most, places, strict=True))
    ]
