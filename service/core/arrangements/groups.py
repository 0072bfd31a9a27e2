"""Draw groups of items under rules on their attributes, exactly uniformly."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple, NoReturn, TypeVar

from ..errors import NotFound, OverLimit, Refused, join_words
from ..results_left import UNCOUNTED, Labels, ResultsLeft
from ..rng.sources import WordSource
from ..shuffles.plans import Limits
from ..work import Work
from .attempts import BY_COUNTING, COUNT_SHARE, CountedPlan, Orders, Swaps
from .attributes import ListedItems, find_text
from .bounded import MAX_ITEMS
from .checks import PathCheck, SumCheck, list_placed, read_sum
from .counting import Unit
from .group_counts import GroupCount, count_arrangements
from .group_search import Grouping, find_groups
from .meetings import MeetingTable
from .placements import Placements
from .rules import FixedItem, GroupRules
from .sequential import draw_sequentially

MAX_DRAWS = 250_000
"""No arrangement is begun after so many draws of the stream, where some rules are left to rejection."""

DRAWN_BY = ("attempts", "counting", "sequential")

_SEARCH_SHARE = (
    0.2  # of all steps: the search for the rules that make the contradiction
)
_MAX_SHOWN = 8  # names in a message
_MAX_BLAMED = (
    8  # sources of rules that are left out, one at a time, to tell which is in the way
)

_MAX_STEPS_TO_PLACE = 500_000  # of the search for a way to place items, before any draw
_STEPS_OF_A_BLOCK = (
    1 / 4
)  # of items, at which an attempt looks in each group, also if none of them comes to it
_SHARE_OF_A_SEARCH = 0.01  # of all steps: whether rules of groups of two contradict each other, in more ways than one


_Entry = TypeVar("_Entry")


class GroupSizes:
    """The sizes of groups of n items: the first n mod `count` groups have one item more than the others."""

    def __init__(self, n: int, count: int) -> None:
        self.count = count
        self.smallest, self.larger = divmod(n, count)

    def __getitem__(self, group: int) -> int:
        return self.smallest + (group < self.larger)

    def __iter__(self) -> Iterator[int]:
        return map(self.__getitem__, range(self.count))

    def count_room(self, most: int) -> int:
        """Return the number of items that all groups take, if each takes at most `most`."""
        return (
            min(most, self.smallest) * (self.count - self.larger)
            + min(most, self.smallest + 1) * self.larger
        )


@dataclass(frozen=True, eq=False)
class Rule:
    """A set of items: a group has at least `least` and at most `most` of them. `field` and `label` name the rule."""

    members: tuple[int, ...]
    least: int
    most: int
    field: str
    label: str

    def count_exact(self, sizes: GroupSizes) -> int | None:
        """Return the number of items that each group must have, or its size if that is less; None if it may differ."""
        if len(self.members) == sizes.count_room(self.most):
            return self.most
        return self.least if len(self.members) == self.least * sizes.count else None


class Block(NamedTuple):
    """Items that are not fixed, and the number of places for them in each group."""

    items: Sequence[int]
    places: Sequence[int]


class GroupTable:
    """The groups of a request: their sizes, the rules by their sources, the fixed items, and the blocks of items.

    `fixed` has the group, from 0, of each fixed item; `rules_of` the numbers of the rules of each item; `together` the
    lists of items that are not fixed and stay in one group; `sums` and `placed` the checks of finished arrangements.
    `grouping` is what is counted, `grouping_of_units` without rules; draws that need no count make neither.
    """

    def __init__(self, items: ListedItems, rules: GroupRules) -> None:
        self.items, self.sizes = (
            items,
            GroupSizes(len(items), count_groups(len(items), rules)),
        )
        self.sources = [*_list_sources(items, rules)]
        self.rules = [rule for source in self.sources for rule in source]
        for rule in self.rules:
            self._check_rule(rule)
        self.rules_of = list_by_item(
            len(items),
            ((rule.members, number) for number, rule in enumerate(self.rules)),
        )
        self.fixed = self._find_fixed(items, rules.fixed)
        self.together = self._join_lists(items, rules.together)
        self.fixed_by_group: list[list[int]] = [[] for _ in self.sizes]
        for item, group in self.fixed.items():
            self.fixed_by_group[group].append(item)
        self._check_fixed()
        self.sums = [
            read_sum(items, one, self.sizes.count, f"sums[{i}]")
            for i, one in enumerate(rules.sums)
        ]
        self.placed = list_placed(items, rules, self.sizes.count)
        self.exact, self.blocks = self._divide()

    @cached_property
    def grouping(self) -> Grouping:
        return Grouping(
            [*self.sizes], self.rules, self.fixed, self._list_units(), self.placed
        )

    @cached_property
    def grouping_of_units(self) -> Grouping:
        return replace(self.grouping, rules=(), placed=())

    @property
    def is_bounded(self) -> bool:
        """Return whether all groups have two places, or all but the last one, for items that bounded attempts take."""
        n = len(self.rules_of)
        return 1 < n <= MAX_ITEMS and self.sizes.count == n - n // 2

    def _check_rule(self, rule: Rule) -> None:
        """Raise `Refused` for a rule that no arrangement fulfils."""
        number, count, smallest = (
            len(rule.members),
            self.sizes.count,
            self.sizes.smallest,
        )
        if number > (room := self.sizes.count_room(rule.most)):
            reason = (
                f"and {count:,} groups take at most {room:,}: {rule.most:,} in each."
            )
            raise Refused(rule.field, f"{number:,} items have {rule.label}, {reason}")
        if number < rule.least * count or rule.least > smallest:
            reason = f"{rule.least:,} in each of {count:,} groups of {smallest:,} or more are not possible."
            raise Refused(rule.field, f"{number:,} items have {rule.label}; {reason}")

    def _list_units(self) -> Sequence[Unit]:
        """Return the items that are not fixed, those that stay together as one, in the order of their first items."""
        joined = {item for unit in self.together for item in unit}
        singles = (
            (item,)
            for item in range(len(self.rules_of))
            if item not in joined and item not in self.fixed
        )
        return sorted([*self.together, *singles])

    def _join_lists(
        self, items: ListedItems, lists: Sequence[Sequence[str]]
    ) -> Sequence[Unit]:
        """Return the lists who stay together, those that share an item as one, and fix all of a list with a fixed item.

        Raises `Refused` for a list that no group takes.
        """
        names: dict[int, str] = {}
        joined: dict[int, list[int]] = {}
        for place, given in enumerate(lists):
            found = {
                items.find(name, f"together[{place}][{position}]"): name
                for position, name in enumerate(given)
            }
            names |= found
            largest, *others = sorted(
                {id(one): one for item in found if (one := joined.get(item))}.values(),
                key=len,
                reverse=True,
            ) or [[]]
            for item in [*found, *(item for one in others for item in one)]:
                if joined.get(item) is not largest:
                    joined[item] = largest
                    largest.append(item)
        units = [
            tuple(sorted(one))
            for one in {id(one): one for one in joined.values()}.values()
        ]
        for unit in units:
            self._check_unit(unit, names)
            for group in {self.fixed[item] for item in unit if item in self.fixed}:
                self.fixed |= dict.fromkeys(unit, group)
        return sorted(
            unit for unit in units if len(unit) > 1 and unit[0] not in self.fixed
        )

    def _check_unit(self, unit: Unit, names: Mapping[int, str]) -> None:
        """Raise `Refused` for items that are to be together and cannot be."""
        shown = join_words([repr(names[item]) for item in unit[:_MAX_SHOWN]])
        if len(unit) > _MAX_SHOWN:
            shown += " and others"
        if len(unit) > (size := self.sizes[0]):
            raise Refused(
                "together",
                f"{len(unit):,} items are to be together, {shown}; a group has {size:,} places.",
            )
        fixed = {
            self.fixed[item] + 1: names[item] for item in unit if item in self.fixed
        }
        if len(fixed) > 1:
            parts = join_words(
                [
                    f"{name!r} in group {group:,}"
                    for group, name in [*fixed.items()][:_MAX_SHOWN]
                ]
            )
            raise Refused(
                "together", f"Items that are to be together are fixed apart: {parts}."
            )
        for number, count in Counter(
            rule for item in unit for rule in self.rules_of[item]
        ).items():
            rule = self.rules[number]
            if count > rule.most:
                both = join_words(
                    [
                        repr(names[item])
                        for item in unit
                        if number in self.rules_of[item]
                    ][: rule.most + 1][:_MAX_SHOWN]
                )
                reason = f"a group has at most {rule.most:,} with {rule.label} ({rule.field})."
                raise Refused("together", f"{both} are to be together, but {reason}")

    def _find_fixed(
        self, items: ListedItems, fixed: Sequence[FixedItem]
    ) -> dict[int, int]:
        groups: dict[int, int] = {}
        for number, one in enumerate(fixed):
            path = f"fixed[{number}].group"
            if one.group > self.sizes.count:
                raise Refused(
                    path,
                    f"There are {self.sizes.count:,} groups, and no group {one.group:,}.",
                )
            item = items.find(one.item, f"fixed[{number}].item")
            if groups.setdefault(item, one.group - 1) != one.group - 1:
                raise Refused(path, f"{one.item!r} is fixed in another group already.")
        return groups

    def _check_fixed(self) -> None:
        """Raise `Refused` for fixed items that do not fit in their group, or break a rule there."""
        for group in sorted({*self.fixed.values()}):
            fixed, size = self.fixed_by_group[group], self.sizes[group]
            if len(fixed) > size:
                raise Refused(
                    "fixed",
                    f"{len(fixed):,} items are fixed in group {group + 1:,}, which has {size:,}.",
                )
            for rule, number in Counter(
                rule for item in fixed for rule in self.rules_of[item]
            ).items():
                if number > (most := self.rules[rule].most):
                    label = self.rules[rule].label
                    raise Refused(
                        "fixed",
                        f"Group {group + 1:,} has {number:,} fixed items with {label}, at most {most:,}.",
                    )

    def _divide(self) -> tuple[Sequence[Rule], Sequence[Block]]:
        """Return rules that leave no choice of places, and blocks: of the items of each of them, and of all others."""
        exact = [
            [
                (rule, number)
                for rule in source
                if (number := rule.count_exact(self.sizes)) is not None
            ]
            for source in self.sources
        ]
        exact.sort(key=lambda source: -sum(len(rule.members) for rule, _ in source))
        left, rest = list(self.sizes), set(range(len(self.rules_of)))
        rules, blocks = [], []
        for rule, number in (pair for source in exact for pair in source):
            if rest.issuperset(rule.members):
                rest.difference_update(rule.members)
                places = [min(number, size) for size in self.sizes]
                left = [size - taken for size, taken in zip(left, places, strict=True)]
                rules.append(rule)
                blocks.append(self._open_block(rule.members, places))
        return rules, [*blocks, self._open_block(sorted(rest), left)]

    def _open_block(self, members: Sequence[int], places: list[int]) -> Block:
        for item in members:
            if item in self.fixed:
                places[self.fixed[item]] -= 1
        if min(places) < 0:
            raise Refused(
                "fixed" if self.fixed else "limits",
                "No arrangement fulfils these rules together.",
            )
        return Block([item for item in members if item not in self.fixed], places)


def list_by_item(
    n: int, entries: Iterable[tuple[Sequence[int], _Entry]]
) -> Sequence[Sequence[_Entry]]:
    """Return for each of n items the entries with it; each has its members. Items without any share one empty tuple."""
    lists: list[tuple[()] | list[_Entry]] = [()] * n
    for members, entry in entries:
        for item in members:
            own = lists[item] or []
            own.append(entry)
            lists[item] = own
    return lists


def count_groups(n: int, rules: GroupRules) -> int:
    """Return the number of groups of n items. Raises `Refused` unless `groups` or `group_size` gives it."""
    if (rules.groups is None) == (rules.group_size is None):
        given = (
            "are given; leave one out"
            if rules.groups
            else "are missing; give one of them"
        )
        raise Refused("groups", f"groups and group_size {given}.")
    if rules.group_size is None:
        if (rules.groups or 0) > n:
            raise Refused(
                "groups",
                f"{rules.groups:,} groups of {n:,} items would leave some empty.",
            )
        return rules.groups or 1
    if n % rules.group_size or not n:
        raise Refused(
            "group_size",
            f"{n:,} items make no groups of {rules.group_size:,}; with `groups` sizes may differ by one.",
        )
    return n // rules.group_size


def _list_sources(items: ListedItems, rules: GroupRules) -> Iterator[Sequence[Rule]]:
    """Yield the rules of each attribute, limit and list that can be broken, in the order of their definition."""
    for number, attribute in enumerate(rules.different):
        path = f"different[{number}]"
        yield _list_rules(items.group_by(attribute, path), 0, 1, path, attribute)
    for number, limit in enumerate(rules.limits):
        path = f"limits[{number}]"
        values = items.group_by(limit.attribute, f"{path}.attribute")
        if limit.value is not None:
            value = find_text(limit.value, values)
            if value not in values:
                known = ", ".join([*values][:5])
                raise Refused(
                    f"{path}.value",
                    f"No item has {limit.attribute} {limit.value!r}; they have {known}.",
                )
            values = {value: values[value]}
        most = len(items) if limit.max is None else limit.max
        if limit.min > most:
            raise Refused(
                f"{path}.min",
                f"min is {limit.min:,} and max is {most:,}; min must not be above max.",
            )
        yield _list_rules(values, limit.min, most, path, limit.attribute)
    lists = [
        (f"apart[{number}]", names, True) for number, names in enumerate(rules.apart)
    ]
    lists += [
        (f"met[{number}]", names, False) for number, names in enumerate(rules.met)
    ]
    for path, names, has_places in lists:
        found = {
            items.find(name, f"{path}[{place}]" if has_places else path)
            for place, name in enumerate(names)
        }
        yield (
            [Rule(tuple(sorted(found)), 0, 1, path, f"a name in {path}")]
            if len(found) > 1
            else []
        )


def _list_rules(
    values: Mapping[str, Sequence[int]],
    least: int,
    most: int,
    field: str,
    attribute: str,
) -> Sequence[Rule]:
    return [
        Rule(tuple(indices), least, most, field, f"{attribute} {text!r}")
        for text, indices in values.items()
        if least or len(indices) > most
    ]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class GroupPlan(CountedPlan):
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
        is_late, before, broken = not self._has_attempts(work), -1, None
        while before < source.draws < MAX_DRAWS:
            before, drawn_by = source.draws, 0
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
        below, limits_of, spend = source.below, self.limits_of, work.spend
        result, ends, blocks = list[int](), [0] * len(orders), self.table.blocks
        for number, fixed in enumerate(self.table.fixed_by_group):
            counts: dict[int, int] = {}
            group, fixed_counts = list(fixed), self.fixed_counts[number]
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
        result, end = (
            self._join_fixed(
                self._count(self.table.grouping_of_units, work).draw(source, work)
            ),
            0,
        )
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
        sources, reason = (
            [source for source in self.table.sources if source],
            "No arrangement fulfils these rules together",
        )
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


def plan_groups(
    items: ListedItems,
    rules: GroupRules,
    limits: Limits,
    size: int,
    *,
    is_counted: bool = False,
) -> GroupPlan:
    """Return the plan to draw groups. Raises `Refused` for rules that cannot be kept, where that is easily told."""
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
        set() if table.together else {*table.exact}
    )  # their places keep these rules
    kept = [rule for rule in table.rules if rule not in placed]
    limits_of = list_by_item(
        len(items),
        ((rule.members, (number, rule.most)) for number, rule in enumerate(kept)),
    )
    return GroupPlan(
        n=len(items),
        count=len(items) + 1,
        cost=len(items),
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
