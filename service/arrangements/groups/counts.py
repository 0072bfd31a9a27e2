"""Try to count the arrangements of groups, with fewer rules if they are too many, and keep the latest counts."""

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import comb, prod
from threading import Lock
from typing import NamedTuple

from ...core.rng.sources import WordSource
from ...core.work import Work
from .counting import BYTES_OF_A_STATE, ArrangementCounter, Drawing, count_units
from .placements import Parts, PlacementSearch
from .profiles import (
    Limit,
    LimitChecks,
    NotCountedError,
    Placement,
    Spend,
    Start,
    Unit,
    measure_integers,
    spend_each,
)
from .search import Grouping, find_groups

# FROZEN: these, and all steps of counting, which `StepCounter` counts. They decide which requests are counted and with
# which limits, and so by which method and with which words a seed draws its groups. Names, data structures, caches and
# speed may change, and so may the order of steps within a try, but not how many steps a try takes before it succeeds or
# fails: verify/ counts the same steps, by docs/definitions/rules.md ("What is counted").
_MAX_ITEMS = 5_000  # items that are not fixed: with more, large integers would block the interpreter for long
_MAX_STEPS = 650_000  # of one try to count
_MAX_ALL_STEPS = 750_000  # of all tries
_MAX_PLACED_STEPS = 375_000  # of the try with placements
# of the try with all limits, if a rule binds one group alone
_MAX_QUOTA_STEPS = 250_000
_MAX_ATTRIBUTE_STEPS = 125_000  # of the try with the quotas of an attribute
_MIN_KEPT = Fraction(1, 1_024)  # the least chance to keep limits left to rejection

# FREE: these.
WORK_OF_A_STEP = 5
"""The time of a step of counting, in steps of `Work`."""
_WORK_AT_ONCE = 1_000
_ITEMS_OF_A_STEP = 4
"""Items that a draw moves in a step of `Work`, beside the steps of their shuffles."""
_MAX_SEARCH = 50_000  # steps of `Work`, of the search for a contradiction


class StepCounter:
    """Counts the steps of counting, `spent`, up to `max_steps`, and the work that they take."""

    def __init__(self, max_steps: int, work: Work) -> None:
        self.max_steps = max_steps
        self.spent = 0
        self._work = work

    @property
    def steps_left(self) -> int:
        """Return how many steps may still be taken."""
        return self.max_steps - self.spent

    def spend(self, steps: int) -> None:
        """Count steps that are about to be taken. If they are too many, spend all steps and raise `NotCountedError`."""
        if self.spent + steps > self.max_steps:
            self.spent = self.max_steps
            raise NotCountedError
        self.spent += steps
        work = steps * WORK_OF_A_STEP
        while work > 0:  # in parts: after each, `spend` checks whether to go on
            self._work.spend(min(work, _WORK_AT_ONCE))
            work -= _WORK_AT_ONCE


class GroupCount(NamedTuple):
    """The result of counting the arrangements of groups, as far as it succeeded; `work` is the steps that it took."""

    work: float = 0
    total: int | None = None
    """The number of arrangements, None if it is unknown."""
    counter: ArrangementCounter | None = None
    """The counter of the arrangements that keep all rules except `left_out`; None if counting took too many steps."""
    left_out: Sequence[Limit] = ()
    """The limits that the counter ignores: `draw` rejects arrangements that break them."""
    skips_last: bool = False
    """Whether a draw leaves out the order of the units that the last group takes."""
    units: Sequence[Unit] = ()
    """The units with an item that an entry of `placed` names."""
    parts: Parts | None = None
    """The parts of groups: `draw` finds the groups of `units` by them."""

    def draw(self, source: WordSource, work: Work) -> Sequence[list[int]]:
        """Return the free items of each group, all arrangements being equally probable. There must be a counter.

        Arrangements are drawn until one keeps the limits `left_out`. Raises `OutOfStepsError` if `work` finds none.
        """
        assert self.counter is not None  # noqa: S101
        left_out = LimitChecks(self.left_out)
        drawing = Drawing(self.counter, skips_last=self.skips_last)

        def spend(steps: int) -> None:
            work.spend(WORK_OF_A_STEP * steps)

        while True:
            drawn = self.counter.draw_start(source)
            # The rank has two parts: it selects one of the alike placements, and an arrangement that this one leaves.
            rank_of_arrangement, alike_number = divmod(
                drawn.rank, drawn.start.placement.alike
            )
            moved = self._move_start(drawn.start, alike_number)
            groups = drawing.draw(rank_of_arrangement, moved.nodes, source, spend)
            for unit, group in zip(self.units, moved.groups, strict=True):
                groups[group] += unit
            work.spend(sum(len(group) for group in groups) / _ITEMS_OF_A_STEP)
            if left_out.are_kept(groups, work):
                return groups

    def _move_start(self, start: Start, alike_number: int) -> "_MovedStart":
        """Return a start with the placed units in the groups of one of the placements that are like its own."""
        if self.parts is None:
            return _MovedStart((), start.nodes)
        groups_before = start.placement.groups
        groups = self.parts.find_alike(groups_before, alike_number)
        nodes = self.parts.move(start.nodes, groups_before, groups)
        return _MovedStart(groups, nodes)


class _MovedStart(NamedTuple):
    """The group of each placed unit, and the node of each group after these units."""

    groups: Sequence[int]
    nodes: Sequence[int]


class CountCache:
    """The counts of the latest rules, by a key; together they take about `max_bytes` at most."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._lock = Lock()
        # Each count with its bytes; the most recently used is at the end.
        self._counts: OrderedDict[bytes, tuple[GroupCount, int]] = OrderedDict()

    def get(self, key: bytes) -> GroupCount | None:
        """Return the count with a key, or None if it is not in the cache."""
        with self._lock:
            if key not in self._counts:
                return None
            self._counts.move_to_end(key)
            return self._counts[key][0]

    def put(self, key: bytes, count: GroupCount) -> None:
        """Keep a count. If there is no room, remove the least recently used counts."""
        size = (
            BYTES_OF_A_STATE * 10
            + (count.counter.bytes if count.counter else 0)
            + (count.parts.bytes if count.parts else 0)
        )
        with self._lock:
            if key not in self._counts and size <= self._max_bytes:
                self._counts[key] = count, size
                self._bytes += size
            while self._bytes > self._max_bytes:
                _, (_, freed) = self._counts.popitem(last=False)
                self._bytes -= freed


# The process has one cache, as with an `lru_cache`, but bounded in bytes. Applications may share the cache, as a count
# depends only on its `Grouping`. No application can own it: the rules of draws know no application, and the `Work` that
# they get lasts for one response.
_CACHE = CountCache(2**24)


def count_arrangements(grouping: Grouping, work: Work) -> GroupCount:
    """Count the arrangements as far as the steps allow, and spend the steps in `work`.

    A count from the cache spends its full steps too, so that no response depends on the cache.
    """
    kept = _CACHE.get(grouping.key)
    if kept is not None:
        work.spend(kept.work)
        return kept
    spent_before = work.spent
    counted = _search_and_count(grouping, work)
    count = counted._replace(work=work.spent - spent_before)
    _CACHE.put(grouping.key, count)
    return count


def _search_and_count(grouping: Grouping, work: Work) -> GroupCount:
    """Search whether any arrangement is possible, then count, with fewer rules if all rules take too many steps.

    `total` of the result is 0 if there is no arrangement. The result has no counter if no count succeeds.
    """
    if sum(grouping.sizes) - len(grouping.fixed) > _MAX_ITEMS:
        return GroupCount()
    is_possible = None
    with work.within(_MAX_SEARCH):
        is_possible = find_groups(grouping, work)
    if is_possible is False:
        return GroupCount(total=0)
    budget = StepCounter(_MAX_ALL_STEPS, work)
    if grouping.placed:
        own = StepCounter(_MAX_PLACED_STEPS, work)
        with suppress(NotCountedError):
            return _count_placements(grouping, own)
        budget.spent = own.spent
    try:
        count = _try_limits(replace(grouping, placed=()), budget, work)
    except NotCountedError:
        return GroupCount()
    if grouping.placed and count.total:  # some arrangements may break an entry
        return count._replace(total=None)
    return count


def _count_placements(grouping: Grouping, steps: StepCounter) -> GroupCount:
    """Count with all limits, after each placement. Raises `NotCountedError` if the steps are too few."""
    search = PlacementSearch(grouping)
    placements = search.list_placements(steps.spend)
    counter = count_units(search.units_left, placements, steps.spend)
    return GroupCount(
        total=counter.total, counter=counter, units=search.units, parts=search.parts
    )


class _LimitChance(NamedTuple):
    """The probability that groups at random keep a limit."""

    kept: Fraction
    limit: Limit


def _try_limits(grouping: Grouping, budget: StepCounter, work: Work) -> GroupCount:
    """Count with all limits, or leave out more and more limits. Raises `NotCountedError` if no count succeeds.

    Fewer limits have fewer profiles, and so fewer states. The limits that random groups keep most often are left out
    first: a draw rejects arrangements that break them. `left_out` of the result has them, and its `total` is then None,
    unless nothing is possible even without them: then it is 0.

    FROZEN: the tries and their steps.
    """
    placements = PlacementSearch(grouping).list_placements(budget.spend)
    if not placements:
        return GroupCount(total=0)
    [placement] = placements  # nothing is placed
    has_quotas = any(rule.group is not None for rule in grouping.rules)
    max_steps = _MAX_QUOTA_STEPS if has_quotas else _MAX_STEPS
    first_steps = StepCounter(min(max_steps, budget.steps_left), work)
    complete = _try_without([], placement, grouping.units, first_steps, budget)
    if complete is not None:
        return complete
    if has_quotas:
        of_attribute = _try_attributes(grouping, budget, work)
        if of_attribute is not None:
            return of_attribute
    by_chance = _sort_by_chance(placement, budget.spend)
    left_out_count = 1
    while left_out_count < len(by_chance) and budget.steps_left:
        left_out = by_chance[:left_out_count]
        if prod(chance.kept for chance in left_out) < _MIN_KEPT:
            break
        steps = StepCounter(budget.steps_left * 3 // 4, work)
        limits = [chance.limit for chance in left_out]
        partial = _try_without(limits, placement, grouping.units, steps, budget)
        if partial is not None:
            return partial
        left_out_count += 1 + left_out_count // 4
    raise NotCountedError


def _try_attributes(
    grouping: Grouping, budget: StepCounter, work: Work
) -> GroupCount | None:
    """Count without the entries of `limits`, but for one attribute: the one that the fewest arrangements keep.

    A draw rejects arrangements that break the others. Return None if no such count succeeds.

    FROZEN: the order of the attributes, the tries, their steps, and that the first of equal counts is taken.
    """
    attributes = dict.fromkeys(
        rule.attribute for rule in grouping.rules if rule.attribute is not None
    )
    counts = []
    for attribute in attributes:
        steps = StepCounter(min(_MAX_ATTRIBUTE_STEPS, budget.steps_left), work)
        with suppress(NotCountedError):
            counts.append(_count_attribute(grouping, attribute, steps))
        budget.spent += steps.spent
    return min(counts, key=_read_total, default=None)


def _read_total(count: GroupCount) -> int:
    assert count.counter is not None  # noqa: S101
    return count.counter.total


def _count_attribute(
    grouping: Grouping, attribute: str, steps: StepCounter
) -> GroupCount:
    """Count without the entries of `limits` that are about another attribute. Raises `NotCountedError` beyond `steps`.

    `total` of the result is None, unless nothing is possible even without them, or nothing is left out.
    """
    known = {None, attribute}
    counted_rules = [rule for rule in grouping.rules if rule.attribute in known]
    others = [rule for rule in grouping.rules if rule.attribute not in known]
    counted = PlacementSearch(replace(grouping, rules=counted_rules))
    placements = counted.list_placements(steps.spend)
    counter = count_units(grouping.units, placements, steps.spend)
    search_of_others = PlacementSearch(replace(grouping, rules=others))
    [placement_of_others] = search_of_others.list_placements(lambda _: None)
    left_out = placement_of_others.limits
    total = None if left_out and counter.total else counter.total
    return GroupCount(total=total, counter=counter, left_out=left_out, skips_last=True)


def _sort_by_chance(placement: Placement, spend: Spend) -> Sequence[_LimitChance]:
    """Return the limits after a placement, the limit that random groups keep most often first; equal ones in order."""
    chances = [
        _LimitChance(_find_chance(limit, placement.places, spend), limit)
        for limit in placement.limits
    ]
    return sorted(chances, key=lambda chance: -chance.kept)


def _try_without(
    left_out: Sequence[Limit],
    placement: Placement,
    units: Sequence[Unit],
    steps: StepCounter,
    budget: StepCounter,
) -> GroupCount | None:
    """Count without the limits `left_out`, which draws check by rejection. Return None beyond `steps`.

    A count that leaves out limits is not the total of the arrangements, unless it is 0. If the count fails, its steps
    are spent in `budget` too.
    """
    counted = [limit for limit in placement.limits if limit not in left_out]
    try:
        counted_after = Placement(placement.places, counted)
        counter = count_units(units, [counted_after], steps.spend)
    except NotCountedError:
        budget.spent += steps.spent
        return None
    total = None if left_out and counter.total else counter.total
    return GroupCount(total=total, counter=counter, left_out=left_out)


def _find_chance(limit: Limit, places: Sequence[int], spend: Spend) -> Fraction:
    """Return the probability that items keep a limit if they are dealt into the places at random.

    Group by group, the ways to deal 0, 1, 2, … items of the limit are added up, and divided by all ways to choose their
    places. For two items, at most one in each of two groups of two, it is 4 of 6, 2/3.
    """
    size = len(limit.members)
    total = sum(places)
    steps = measure_integers(total)
    ways = [1] + [0] * size  # by the number of items of the limit in the groups so far
    for least, most, free in zip(limit.least, limit.most, places, strict=True):
        factors = [(items, comb(free, items)) for items in range(least, most + 1)]
        ways_before = ways
        ways = []
        for dealt in range(size + 1):
            ways_to_deal = 0
            for items, factor in spend_each(spend, factors, steps):
                if items <= dealt:
                    ways_to_deal += ways_before[dealt - items] * factor
            ways.append(ways_to_deal)
    return Fraction(ways[size], comb(total, size))
