"""Draw groups of items under rules on their attributes, exactly uniformly."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple, NoReturn

from ...core.errors import NotFound, OverLimit, Refused
from ...core.limits import Limits
from ...core.memory import Remembered
from ...core.rng.sources import WordSource
from ...core.work import Work
from ...verdicts.results_left import UNCOUNTED, Labels, ResultsLeft
from ..attempts import (
    BY_COUNTING,
    COUNT_SHARE,
    DRAWS_OF_REJECTION,
    CountedSampler,
    DrawnItems,
    Orders,
    Swaps,
)
from ..attributes import ListedItems
from ..requested_rules import GroupRules
from .counts import GroupCount, count_arrangements
from .meetings import MeetingTable, find_meetings
from .placements import PlacementSearch
from .rejection_checks import PathCheck, SumCheck
from .rules import GroupRule, find_sizes
from .search import Grouping, find_groups
from .sequential import draw_sequentially
from .table import GroupTable, list_by_item, resolve_groups

# FREE: these shares, steps and bounds of searches.
_SEARCH_SHARE = 0.2
"""The share of all steps of a response for finding a field to leave out if rules contradict each other."""
_MAX_BLAMED = 8
"""The most fields that are left out, one at a time, to find the field that is in the way."""
_MAX_STEPS_TO_PLACE = 500_000
"""Steps of the search for a way to place the items of `placed`, before any draw."""
_STEPS_OF_A_BLOCK = 1 / 4
"""Steps of an attempt for each block in each group, even if the group takes no item of the block."""
_COUNTS = Remembered[GroupCount]("counts of groups")
"""The counts of arrangements, by the key of their grouping."""
_MEETINGS = Remembered[MeetingTable]("meetings")
"""Who can meet whom in groups of two."""
_NUMBER_FIELDS = ("groups", "group_size", "sizes")
"""The fields of a request that give the number of groups."""
_SHARE_OF_A_SEARCH = 0.01
"""The share of all steps of a response for searching whether any groups of two fulfil all rules together."""


class RuleBound(NamedTuple):
    """The most, or the least, items of a rule that a group may have."""

    rule: int
    """The number of the rule among the rules that attempts check."""
    bound: int


class CheckedBounds(NamedTuple):
    """The bounds of rules in a group."""

    maxima_of: Sequence[Sequence[RuleBound]]
    """For each item, its rules with the most items that the group may have."""
    minima: Sequence[RuleBound]
    """The rules with the least items that the group must have, if this number is not 0."""


class CheckedRules(NamedTuple):
    """The rules that attempts check, by their numbers. Rules that the places of blocks keep anyway have no number."""

    rules: Sequence[GroupRule]
    bounds: Sequence[CheckedBounds]
    """The bounds of each group; groups that no rule binds alone share theirs."""
    fixed_counts: Sequence[Mapping[int, int]]
    """For each group, the number of its fixed items by rule."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class GroupSampler(CountedSampler):
    """Draws the items of each group: first the items of group 1 in order of index, then the items of group 2, …"""

    table: GroupTable
    checked: CheckedRules
    is_sequential: bool

    def check_placed(self, work: Work) -> None:
        """Raise `Refused` if a short search shows that there is no way to place the items of `placed`."""
        with work.within(_MAX_STEPS_TO_PLACE):
            without_rules = replace(self.table.grouping, rules=())
            if not PlacementSearch(without_rules).has_placement(work):
                raise Refused("placed", "No groups fulfil these entries together.")

    def draw_items(self, source: WordSource, work: Work) -> DrawnItems:
        """Return the groups, by the method of the request. If the caller asks for their number, count them first."""
        if self.is_counted and not self.table.sums:
            with work.within(COUNT_SHARE * work.ceiling):
                self._find_count(self.table.grouping, work)
        if self.is_sequential:
            groups = draw_sequentially(self.table, source, work)
            return DrawnItems(groups, "sequential")
        return self._draw_until_kept(source, work)

    def _draw_until_kept(self, source: WordSource, work: Work) -> DrawnItems:
        """Draw arrangements in turn, and return the first that keeps the rules that are left to rejection.

        No arrangement begins after `DRAWS_OF_REJECTION` draws, or after an arrangement that took no draw, as the next
        would be the same. If none was kept until then, raise `NotFound`, naming the rule that the last one broke.

        FROZEN: arrangements are drawn by attempts until attempts end without an arrangement. This arrangement and all
        later arrangements are drawn by `_draw_late`.
        """
        checks: Sequence[SumCheck | PathCheck] = [*self.table.sums, *self.table.placed]
        has_attempts = self._prepare_attempts(work)
        draws_before = -1
        broken = None
        while draws_before < source.draws < DRAWS_OF_REJECTION:
            draws_before = source.draws
            attempted = self.draw_by_attempts(source, work) if has_attempts else None
            if attempted is None:
                has_attempts = False
                drawn = self._draw_late(source, work)
            else:
                drawn = DrawnItems(attempted, "attempts")
            broken = self._find_broken(checks, drawn.items, work)
            if broken is None:
                return drawn
        sentence = NOT_FOUND.format(source.draws)
        raise NotFound(broken or "items", sentence, source.draws)

    def _find_broken(
        self, checks: Sequence[SumCheck | PathCheck], items: Sequence[int], work: Work
    ) -> str | None:
        """Return the field of the first check that the items of the groups break, or None if they break none."""
        if not checks:
            return None
        work.spend(self.n * len(checks))
        groups = self.table.sizes.split(items)
        for check in checks:
            if not check.is_kept(groups):
                return check.field
        return None

    def _prepare_attempts(self, work: Work) -> bool:
        """Count the units that stay together, if attempts draw by their count; return whether attempts are possible.

        Without `together` they always are. With `together`, an attempt draws whole units by their count without rules:
        no attempt is possible if the units could not be counted, and none is needed if bounded attempts can draw the
        table (`GroupTable.is_bounded`). Raises `Refused` if the count shows that the units do not fit in the groups.
        """
        if not self.table.together:
            return True
        if self.table.is_bounded:
            return False
        count = self._find_count(self.table.grouping_of_units, work)
        return count.counter is not None

    def _draw_late(self, source: WordSource, work: Work) -> DrawnItems:
        """Draw groups if the first attempts found none: by bounded attempts, by counting, or by more attempts."""
        if self.table.is_bounded:
            return DrawnItems(self.draw_bounded(source, work), "attempts")
        count = self._find_count(self.table.grouping, work)
        if count.counter is not None:
            work.memory.keep(BY_COUNTING, value=True)
            groups = self._join_fixed(count.draw(source, work))
            return DrawnItems(groups, "counting")
        if not self._prepare_attempts(work):
            raise OverLimit("together", NOT_COUNTED)
        attempted = self.draw_by_attempts(source, work, is_endless=True)
        return DrawnItems(attempted or (), "attempts")

    def _join_fixed(self, groups: Sequence[list[int]]) -> list[int]:
        """Return a result: the items of each group with its fixed items, ascending: [[3, 1], [2]] -> [1, 3, 2]."""
        pairs = zip(self.table.fixed_by_group, groups, strict=True)
        return [item for fixed, group in pairs for item in sorted([*fixed, *group])]

    def draw_bounded(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return groups of two, drawn by attempts under a bound. Raises `Refused` if there are no such groups."""
        meetings = work.memory.find(_MEETINGS)
        if meetings is None:
            meetings = find_meetings(self.table, self.n, work)
            is_possible = None
            with work.within(_SHARE_OF_A_SEARCH * work.ceiling):
                is_possible = find_groups(self.table.grouping, work)
            if is_possible is False:  # outside the block: the field takes more steps
                self._refuse(work)
            work.memory.keep(_MEETINGS, meetings)
        return meetings.draw(source, work)

    def _find_count(self, grouping: Grouping, work: Work) -> GroupCount:
        """Return the count of a grouping's arrangements; count them if this response has not. Raises `Refused` for 0.

        A response counts each grouping once: with rules for a total, and without rules for attempts with `together`.
        """
        count = work.memory.find(_COUNTS, grouping.key)
        if count is None:
            count = count_arrangements(grouping, work)
            work.memory.keep(_COUNTS, count, grouping.key)
        if count.total == 0:
            self._refuse(work)
        return count

    def find_results_left(
        self, labels: Labels, groups: Sequence[Sequence[int]], work: Work
    ) -> ResultsLeft:
        """Return how many results the rules leave; `groups` are the groups of one result, and their numbers matter."""
        table = self.table
        free = (item for item in range(self.n) if item not in table.fixed)
        open_groups = sum(
            len(fixed) < size
            for fixed, size in zip(table.fixed_by_group, table.sizes, strict=True)
        )
        is_one = labels.fill(open_groups, free)
        if is_one or not (table.rules or table.together or table.sums or table.placed):
            return ResultsLeft(is_one)
        total = self._find_count(table.grouping, work).total
        if table.sums and total != 1:
            # They may leave one arrangement of those that were counted.
            return UNCOUNTED
        return ResultsLeft(labels.compare(total, groups))

    def find_total(self, work: Work) -> int | None:
        """Return the number of arrangements that this response has counted; None if it has not, or not all rules.

        With `sums` it is always None, because counting ignores them.
        """
        count = work.memory.find(_COUNTS, self.table.grouping.key)
        return count.total if count and not self.table.sums else None

    def list_orders(self) -> list[list[int]]:
        return [list(block.items) for block in self.table.blocks]

    def attempt(
        self, source: WordSource, work: Work, orders: Orders, swaps: Swaps
    ) -> Sequence[int] | None:
        """Return the items of all groups, group by group, or None if an item or an entry of `placed` breaks a rule."""
        if self.table.together:
            result = self._attempt_units(source, work)
        else:
            result = self._attempt_items(source, work, orders, swaps)
        if result is None or self._find_broken(self.table.placed, result, work):
            return None
        return result

    def _attempt_items(
        self, source: WordSource, work: Work, orders: Orders, swaps: Swaps
    ) -> Sequence[int] | None:
        """Return a result, filled group by group, or None as soon as a group has too many or too few items of a rule.

        Each order has the items of a block, which are shuffled step by step (Fisher and Yates): the next items of a
        block go to the block's places in the next group.

        With two groups of two, one block [0, 1, 2, 3] and the random numbers 2, 0, 1, 0, the order becomes
        [2, 1, 3, 0], and the result is [1, 2, 0, 3], ascending in each group. `swaps` gets the positions [2, 1, 3, 3]
        for this block. If a rule allows at most one of the items 2 and 1 in a group, the result is None after the
        second number.

        FROZEN: the order of draws, group by group, and block by block. A group with too many items ends the attempt at
        once; a group with too few ends it when the group is full.
        """
        # Look these up once: an attempt of a long list takes a hundred thousand steps.
        below = source.below
        spend = work.spend
        result: list[int] = []
        blocks = self.table.blocks
        ends = [0] * len(orders)  # by block: its items before this position are placed
        for group_number, fixed in enumerate(self.table.fixed_by_group):
            group = list(fixed)
            maxima_of, minima = self.checked.bounds[group_number]
            # By rule, how many of its items the group has.
            counts = dict(self.checked.fixed_counts[group_number])
            spend(len(orders) * _STEPS_OF_A_BLOCK)
            for block, order in enumerate(orders):
                start = ends[block]
                end = start + blocks[block].places[group_number]
                ends[block] = end
                for position in range(start, end):
                    partner = position + below(len(order) - position)
                    item = order[partner]
                    order[partner] = order[position]
                    order[position] = item
                    swaps[block].append(partner)
                    spend(self.slowness + len(maxima_of[item]))
                    for rule, most in maxima_of[item]:
                        count = counts.get(rule, 0)
                        if count == most:
                            return None
                        counts[rule] = count + 1
                    group.append(item)
            spend(1 + len(fixed) + len(minima))
            if minima and not _has_minima(minima, counts):
                return None
            result += sorted(group)
        return result

    def _attempt_units(self, source: WordSource, work: Work) -> Sequence[int] | None:
        """Draw a result with items that stay together, as if there were no rules; return None if it breaks a rule.

        For two groups of two, with 0 and 1 together, it is [0, 1, 2, 3] or [2, 3, 0, 1]; it is None if a rule allows
        only one of the items 2 and 3 in a group.
        """
        count = self._find_count(self.table.grouping_of_units, work)
        result = self._join_fixed(count.draw(source, work))
        groups = self.table.sizes.split(result)
        for group, (maxima_of, minima) in zip(groups, self.checked.bounds, strict=True):
            # How many items of each rule this group has.
            counts = Counter(maximum for item in group for maximum in maxima_of[item])
            work.spend(1 + len(group) + counts.total() + len(minima))
            if any(count > maximum.bound for maximum, count in counts.items()):
                return None
            count_of = {maximum.rule: count for maximum, count in counts.items()}
            if not _has_minima(minima, count_of):
                return None
        return result

    def _refuse(self, work: Work) -> NoReturn:
        """Raise `Refused` for rules that no arrangement fulfils. If leaving a field out would help, name this field."""
        reason = "No arrangement fulfils these rules together"
        with work.within(_SEARCH_SHARE * work.ceiling):
            for field, rules in self._list_without():
                if find_groups(replace(self.table.grouping, rules=rules), work):
                    raise Refused(field, f"{reason}; without {field} there are some.")
        raise Refused("items", f"{reason}.")

    def _list_without(self) -> Iterator[tuple[str, Sequence[GroupRule]]]:
        """Yield the fields that may be in the way, each with the rules without it.

        If `placed` has entries, it is the only field: a search for groups ignores its entries.
        """
        if self.table.placed:
            yield "placed", self.table.rules
            return
        with_rules = [rules for rules in self.table.rules_by_field if rules]
        for blamed in with_rules[:_MAX_BLAMED]:
            others = [rules for rules in with_rules if rules is not blamed]
            yield blamed[0].field, list(chain.from_iterable(others))


def _has_minima(minima: Sequence[RuleBound], counts: Mapping[int, int]) -> bool:
    """Return whether a group has enough items of each rule. `counts` has its numbers of items, if not 0, by rule.

    With the one minimum (0, 2), at least two items of rule 0: True for {0: 2, 1: 1}, False for {1: 3}.
    """
    return all(counts.get(rule, 0) >= least for rule, least in minima)


NOT_FOUND = (
    "No arrangement that fulfils the sums and the placed items was found in {:,} draws. This does not show that there "
    "is none: widen the ranges, or try another seed or index."
)
NOT_COUNTED = (
    "These groups, with items that stay together, have more arrangements than can be counted, and so none is drawn "
    "exactly uniformly. Leave out a list of together, or make groups of fewer items."
)


def keep_known_groups(items: ListedItems, rules: GroupRules) -> GroupRules:
    """Return the rules, without unknown names in old groups if unknown names are ignored.

    Raises `Refused` as `ListedItems.list_ignored`.
    """
    names = (name for group in rules.met for name in group)
    ignored = items.list_ignored(names, "met", rules.unknown)
    if not ignored:
        return rules
    met = [tuple(name for name in group if name not in ignored) for group in rules.met]
    return replace(rules, met=tuple(met))


def prepare_groups(
    items: ListedItems,
    rules: GroupRules,
    limits: Limits,
    size: int,
    *,
    is_counted: bool = False,
) -> GroupSampler:
    """Return the sampler to draw groups. Raises `Refused` for rules that cannot be kept, if that is easy to see."""
    n = len(items)
    count = find_sizes(n, rules).count
    [number_field] = [name for name in _NUMBER_FIELDS if getattr(rules, name)]
    limits.check_objects(count, n, "groups", number_field)
    table = resolve_groups(items, rules)
    is_sequential = rules.method == "sequential"
    if is_sequential:
        _check_sequential(rules)
    checked = _index_checked(table)
    is_plain = not (is_counted or is_sequential)
    has_rules = bool(checked.rules or table.together or table.sums or table.placed)
    return GroupSampler(
        n=n,
        count=n,
        steps=n,
        size=size,
        draws_of_an_item=20,
        is_certain=is_plain and not has_rules,
        table=table,
        checked=checked,
        is_counted=is_counted,
        is_sequential=is_sequential,
    )


def _check_sequential(rules: GroupRules) -> None:
    """Raise `Refused` for rules that a draw of one item after another does not keep."""
    for name in ("sums", "together"):
        if getattr(rules, name):
            raise Refused(name, f"A sequential draw takes no {name}.")


def _index_checked(table: GroupTable) -> CheckedRules:
    """Return the rules that attempts check, by item and by group."""
    rules = _list_checked(table)
    n = len(table.items)
    bounds = [_list_bounds(rules, None, n)] * table.sizes.count
    for group in {rule.group for rule in rules if rule.group is not None}:
        bounds[group] = _list_bounds(rules, group, n)
    fixed_counts = [
        Counter(maximum.rule for item in fixed for maximum in maxima_of[item])
        for fixed, (maxima_of, _) in zip(table.fixed_by_group, bounds, strict=True)
    ]
    return CheckedRules(rules, bounds, fixed_counts)


def _list_bounds(
    rules: Sequence[GroupRule], group: int | None, n: int
) -> CheckedBounds:
    """Return the bounds of n items in a group, or in every group that no rule binds alone if `group` is None."""
    binding = [
        (number, rule)
        for number, rule in enumerate(rules)
        if rule.group is None or rule.group == group
    ]
    maxima = [(rule.members, RuleBound(number, rule.most)) for number, rule in binding]
    minima = [RuleBound(number, rule.least) for number, rule in binding if rule.least]
    return CheckedBounds(list_by_item(n, maxima), minima)


def _list_checked(table: GroupTable) -> Sequence[GroupRule]:
    """Return the rules that attempts check, in order: their numbers are the positions in this list.

    The places of blocks keep the exact rules anyway; but units of several items are drawn without blocks.
    """
    if table.together:
        return table.rules
    kept_by_blocks = set(table.exact)
    return [rule for rule in table.rules if rule not in kept_by_blocks]
