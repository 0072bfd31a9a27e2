"""Draw groups of items under rules on their attributes, exactly uniformly."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from typing import NoReturn

from ..core.errors import NotFound, OverLimit, Refused
from ..core.results_left import UNCOUNTED, Labels, ResultsLeft
from ..core.rng.sources import WordSource
from ..core.shuffles.samplers import Limits
from ..core.work import Work
from .attempts import BY_COUNTING, COUNT_SHARE, DRAWN_BY, CountedSampler, Orders, Swaps
from .attributes import ListedItems
from .checks import PathCheck, SumCheck
from .group_counts import GroupCount, count_arrangements
from .group_rules import count_groups
from .group_search import Grouping, find_groups
from .group_table import GroupTable, list_by_item
from .meetings import MeetingTable
from .placements import Placements
from .rules import GroupRules
from .sequential import draw_sequentially

MAX_DRAWS = 250_000
"""No arrangement is begun after so many draws of the stream, where some rules are left to rejection."""

_SEARCH_SHARE = (
    0.2  # of all steps: the search for the rules that make the contradiction
)
_MAX_BLAMED = (
    8  # sources of rules that are left out, one at a time, to tell which is in the way
)

_MAX_STEPS_TO_PLACE = 500_000  # of the search for a way to place items, before any draw
_STEPS_OF_A_BLOCK = (
    1 / 4
)  # of items, at which an attempt looks in each group, also if none of them comes to it
_SHARE_OF_A_SEARCH = 0.01  # of all steps: whether rules of groups of two contradict each other, in more ways than one


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class GroupSampler(CountedSampler):
    """Draws the items of each group: a result has those of group 1 in order of index, then those of group 2, …

    Its last number is the position in `DRAWN_BY`.

    `limits_of` has for each item the number and the most of its rules, `fixed_counts` for each group the
    number of fixed items by rule. `meetings` keeps who can meet whom in groups of two.
    """

    table: GroupTable
    is_sequential: bool
    limits_of: Sequence[Sequence[tuple[int, int]]]
    fixed_counts: Sequence[Mapping[int, int]]
    least: Sequence[tuple[int, int]]
    meetings: list[MeetingTable] = field(default_factory=list)

    def check_placed(self, work: Work) -> None:
        """Raise `Refused` if there is no way to place the items of `placed`, as far as a short search tells."""
        with work.within(_MAX_STEPS_TO_PLACE):
            if not Placements(replace(self.table.grouping, rules=())).has_way(work):
                raise Refused("placed", "No groups fulfil these entries together.")

    def draw_arrangement(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return the groups: arrangements are drawn until one keeps the rules that are left to rejection."""
        checks: Sequence[SumCheck | PathCheck] = [*self.table.sums, *self.table.placed]
        if self.is_counted and not self.table.sums:
            with work.within(COUNT_SHARE * work.ceiling):
                self._count(self.table.grouping, work)
        if self.is_sequential:
            return [
                *draw_sequentially(self.table, source, work),
                DRAWN_BY.index("sequential"),
            ]
        is_late = not self._has_attempts(work)
        before = -1
        broken = None
        while before < source.draws < MAX_DRAWS:
            before = source.draws
            drawn_by = 0
            result = None if is_late else self.draw_by_attempts(source, work)
            if result is None:
                is_late, (result, drawn_by) = True, self._draw_late(source, work)
            if (broken := self._find_broken(checks, result, work)) is None:
                return [*result, drawn_by]
        raise NotFound(broken or "items", NOT_FOUND.format(source.draws))

    def _find_broken(
        self, checks: Sequence[SumCheck | PathCheck], result: Sequence[int], work: Work
    ) -> str | None:
        """Return the field of the first check that an arrangement breaks, None if there is none."""
        if not checks:
            return None
        work.spend(self.n * len(checks))
        groups = [
            result[start:end]
            for start, end in pairwise(accumulate(self.table.sizes, initial=0))
        ]
        return next(
            (check.field for check in checks if not check.is_kept(groups)), None
        )

    def _has_attempts(self, work: Work) -> bool:
        """Return whether there are attempts: together, items need a count without rules, and no groups of two."""
        if not self.table.together:
            return True
        return (
            not self.table.is_bounded
            and self._count(self.table.grouping_of_units, work).counter is not None
        )

    def _draw_late(self, source: WordSource, work: Work) -> tuple[Sequence[int], int]:
        """Return groups drawn after the first attempts, and the position in `DRAWN_BY`."""
        if self.table.is_bounded:
            return self.draw_bounded(source, work), 0
        count = self._count(self.table.grouping, work)
        if count.counter is not None:
            work.kept[BY_COUNTING] = True
            return self._join_fixed(count.draw(source, work)), 1
        if not self._has_attempts(work):
            raise OverLimit("together", NOT_COUNTED)
        return self.draw_by_attempts(source, work, is_endless=True) or (), 0

    def _join_fixed(self, groups: Sequence[list[int]]) -> list[int]:
        pairs = zip(self.table.fixed_by_group, groups, strict=True)
        return [item for fixed, group in pairs for item in sorted(fixed + group)]

    def draw_bounded(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return groups of two, drawn by attempts under a bound. Raises `Refused` if there are none."""
        if not self.meetings:
            table = self.table
            self.meetings.append(MeetingTable(table, self.n, work))
            with work.within(_SHARE_OF_A_SEARCH * work.ceiling):
                if find_groups(table.grouping, work) is False:
                    self._refuse(work)
        return self.meetings[0].draw(source, work)

    def _count(self, grouping: Grouping, work: Work) -> GroupCount:
        """Return what is known of the arrangements, counted once for a response. Raises `Refused` if there are none."""
        count: GroupCount | None = work.kept.get(grouping.key)
        if count is None:
            count = work.kept[grouping.key] = count_arrangements(grouping, work)
        if count.total == 0:
            self._refuse(work)
        return count

    def count_results(
        self, labels: Labels, groups: Sequence[Sequence[int]], work: Work
    ) -> ResultsLeft:
        """Return how many results the rules leave, from the groups of one of them; numbered groups differ."""
        table = self.table
        free = (item for item in range(self.n) if item not in table.fixed)
        open_groups = sum(
            len(fixed) < size
            for fixed, size in zip(table.fixed_by_group, table.sizes, strict=True)
        )
        is_one = labels.fill(open_groups, free)
        if is_one or not (table.rules or table.together or table.sums or table.placed):
            return ResultsLeft(is_one)
        total = self._count(table.grouping, work).total
        if (
            table.sums and total != 1
        ):  # they may leave one arrangement of those that were counted
            return UNCOUNTED
        return ResultsLeft(labels.compare(total, groups))

    def find_total(self, work: Work) -> int | None:
        count: GroupCount | None = work.kept.get(
            self.table.grouping.key
        )  # None if the steps did not suffice
        return count.total if count and not self.table.sums else None

    def list_orders(self) -> list[list[int]]:
        return [list(block.items) for block in self.table.blocks]

    def attempt(
        self, source: WordSource, work: Work, orders: Orders, swaps: Swaps
    ) -> Sequence[int] | None:
        if self.table.together:
            result = self._attempt_units(source, work)
        else:
            result = self._attempt_items(source, work, orders, swaps)
        return (
            None
            if result is None or self._find_broken(self.table.placed, result, work)
            else result
        )

    def _attempt_items(
        self, source: WordSource, work: Work, orders: Orders, swaps: Swaps
    ) -> Sequence[int] | None:
        """Return an arrangement, filled group by group; append the swaps to `swaps`. None if it breaks a rule."""
        below = source.below
        limits_of = self.limits_of
        spend = work.spend
        result = list[int]()
        ends = [0] * len(orders)
        blocks = self.table.blocks
        for number, fixed in enumerate(self.table.fixed_by_group):
            counts: dict[int, int] = {}
            group = list(fixed)
            fixed_counts = self.fixed_counts[number]
            spend(len(orders) * _STEPS_OF_A_BLOCK)
            for block, order in enumerate(orders):
                start, ends[block] = (
                    ends[block],
                    ends[block] + blocks[block].places[number],
                )
                for position in range(start, ends[block]):
                    other = position + below(len(order) - position)
                    item = order[other]
                    order[position], order[other] = item, order[position]
                    swaps[block].append(other)
                    spend(self.slowness + len(limits_of[item]))
                    for rule, most in limits_of[item]:
                        had = (
                            counts[rule]
                            if rule in counts
                            else fixed_counts.get(rule, 0)
                        )
                        if had == most:
                            return None
                        counts[rule] = had + 1
                    group.append(item)
            spend(1 + len(fixed) + len(self.least))
            for rule, least in self.least:
                if (
                    counts[rule] if rule in counts else fixed_counts.get(rule, 0)
                ) < least:
                    return None
            result += sorted(group)
        return result

    def _attempt_units(self, source: WordSource, work: Work) -> Sequence[int] | None:
        """Return an arrangement of items that stay together as if there were no rules, or None if it breaks one."""
        result = self._join_fixed(
            self._count(self.table.grouping_of_units, work).draw(source, work)
        )
        end = 0
        for size in self.table.sizes:
            counts = Counter(
                rule
                for item in result[end : end + size]
                for rule in self.limits_of[item]
            )
            end += size
            work.spend(1 + size + counts.total() + len(self.least))
            if any(number > most for (_, most), number in counts.items()):
                return None
            totals = {rule: number for (rule, _), number in counts.items()}
            if any(totals.get(rule, 0) < least for rule, least in self.least):
                return None
        return result

    def _refuse(self, work: Work) -> NoReturn:
        """Raise `Refused` for rules that no arrangement fulfils, and name one of them without which there are some."""
        sources = [source for source in self.table.sources if source]
        reason = "No arrangement fulfils these rules together"
        blamed = (
            [("placed", ())]
            if self.table.placed
            else [(source[0].field, source) for source in sources[:_MAX_BLAMED]]
        )
        with work.within(_SEARCH_SHARE * work.ceiling):
            for field, one in blamed:
                kept = [
                    rule for source in sources if source is not one for rule in source
                ]
                if find_groups(replace(self.table.grouping, rules=kept), work):
                    raise Refused(field, f"{reason}; without {field} there are some.")
        raise Refused("items", f"{reason}.")


NOT_FOUND = (
    "No arrangement that fulfils the sums and the placed items was found in {:,} draws. This does not show that there "
    "is none: widen the ranges, or try another seed or index."
)
NOT_COUNTED = (
    "These groups, with items that stay together, have more arrangements than can be counted, and so none is drawn "
    "exactly uniformly. Leave out a list of together, or make groups of fewer items."
)


def keep_known_groups(items: ListedItems, rules: GroupRules) -> GroupRules:
    """Return the rules without the unknown names of old groups if these are ignored.

    Raises `Refused` as `ListedItems.list_ignored`.
    """
    if not (
        ignored := items.list_ignored(
            (name for group in rules.met for name in group), "met", rules.unknown
        )
    ):
        return rules
    return replace(
        rules,
        met=tuple(
            tuple(name for name in group if name not in ignored) for group in rules.met
        ),
    )


def prepare_groups(
    items: ListedItems,
    rules: GroupRules,
    limits: Limits,
    size: int,
    *,
    is_counted: bool = False,
) -> GroupSampler:
    """Return the sampler to draw groups. Raises `Refused` for rules that cannot be kept, where that is easily told."""
    number = count_groups(len(items), rules)
    limits.check_objects(
        number, len(items), "groups", "group_size" if rules.groups is None else "groups"
    )
    table = GroupTable(items, rules)
    if is_sequential := rules.method == "sequential":
        for name in ("sums", "together"):
            if getattr(rules, name):
                raise Refused(name, f"A sequential draw takes no {name}.")
    placed = (
        set() if table.together else set(table.exact)
    )  # their places keep these rules
    kept = [rule for rule in table.rules if rule not in placed]
    limits_of = list_by_item(
        len(items),
        ((rule.members, (number, rule.most)) for number, rule in enumerate(kept)),
    )
    return GroupSampler(
        n=len(items),
        count=len(items) + 1,
        steps=len(items),
        size=size,
        draws_of_an_item=20,
        is_certain=not (
            kept
            or is_counted
            or is_sequential
            or table.together
            or table.sums
            or table.placed
        ),
        table=table,
        is_counted=is_counted,
        is_sequential=is_sequential,
        limits_of=limits_of,
        fixed_counts=[
            Counter(rule for item in fixed for rule, _ in limits_of[item])
            for fixed in table.fixed_by_group
        ],
        least=[(number, rule.least) for number, rule in enumerate(kept) if rule.least],
    )
