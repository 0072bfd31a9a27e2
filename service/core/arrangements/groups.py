"""Draw groups of items under rules on their attributes, exactly uniformly."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from service.core.arrangements.attempts import AttemptPlan
from service.core.arrangements.attributes import ListedItems
from service.core.arrangements.group_search import MAX_WORK, find_groups
from service.core.errors import Refused
from service.core.kinds import Integer, ListOf, ObjectOf, Text
from service.core.rng.sources import WordSource
from service.core.shuffles.integer_draws import MAX_MAGNITUDE
from service.core.shuffles.plans import Limits

MAX_ATTRIBUTES = 20
MAX_LISTS = 1_000
MAX_NAMES = 1_000
MAX_GROUP = 1_000_000
_MAX_BLAMED = 8  # sources of rules that are left out, one at a time, to tell which is in the way


@dataclass(frozen=True, kw_only=True)
class GroupLimit:
    """The numbers of items with a value that a group may have; without a value, with each value."""

    attribute: Annotated[str, Text("The attribute.", 256, example="confederation")]
    value: Annotated[str | None, Text("The value as a text; without it, every value.", 256, example="UEFA")] = None
    min: Annotated[int, Integer("The fewest in a group.", 0, MAX_GROUP, example=1)] = 0
    max: Annotated[int | None, Integer("The most in a group.", 0, MAX_GROUP, example=2)] = None


@dataclass(frozen=True, kw_only=True)
class FixedItem:
    """An item and its group."""

    item: Annotated[str, Text("The name of the item.", 256, example="Qatar")]
    group: Annotated[int, Integer("The number of its group, from 1.", 1, MAX_GROUP, example=1)]


@dataclass(frozen=True, kw_only=True)
class Separation:
    """Which items must not come together."""

    different: Annotated[
        tuple[str, ...],
        ListOf(
            "Attributes: two items with the same value do not come together.",
            Text("", 256),
            MAX_ATTRIBUTES,
            example=["pot", "country"],
        ),
    ] = ()
    apart: Annotated[
        tuple[tuple[str, ...], ...],
        ListOf(
            "Lists of items that do not come together, by their names: the text of an item, of an object its `name`.",
            ListOf("", Text("", 256), MAX_NAMES, 2),
            MAX_LISTS,
            example=[["Ann", "Bob"]],
        ),
    ] = ()


@dataclass(frozen=True, kw_only=True)
class GroupRules(Separation):
    """The number of groups, and the rules that every group fulfils."""

    groups: Annotated[int | None, Integer("Groups to draw.", 1, MAX_MAGNITUDE, example=8)] = None
    group_size: Annotated[
        int | None, Integer("The items in each group, instead of `groups`.", 1, MAX_MAGNITUDE, example=4)
    ] = None
    limits: Annotated[
        tuple[GroupLimit, ...],
        ListOf(
            "How many items with a value a group may have.",
            ObjectOf("", members=GroupLimit, component="GroupLimit"),
            MAX_ATTRIBUTES,
            example=[{"attribute": "confederation", "value": "UEFA", "min": 1, "max": 2}],
        ),
    ] = ()
    fixed: Annotated[
        tuple[FixedItem, ...],
        ListOf(
            "Items in a group that is given.",
            ObjectOf("", members=FixedItem, component="FixedItem"),
            MAX_NAMES,
            example=[{"item": "Qatar", "group": 1}],
        ),
    ] = ()


@dataclass(frozen=True)
class Rule:
    """A set of items: a group has at least `least` and at most `most` of them. `field` and `label` name the rule."""

    members: tuple[int, ...]
    least: int
    most: int
    field: str
    label: str

    def exact_places(self, sizes: Sequence[int]) -> Sequence[int] | None:
        """Return the number of items that each group must have, if the rule leaves no choice; otherwise None."""
        most = [min(self.most, size) for size in sizes]
        if len(self.members) == sum(most):
            return most
        return [self.least] * len(sizes) if len(self.members) == self.least * len(sizes) else None


@dataclass(frozen=True)
class Block:
    """Items that are not fixed, and the number of places for them in each group."""

    items: Sequence[int]
    places: Sequence[int]


class GroupTable:
    """The groups of a request: their sizes, the rules by their sources, and the fixed items."""

    def __init__(self, items: ListedItems, rules: GroupRules) -> None:
        self.items, self.count = items, count_groups(len(items), rules)
        smallest, larger = divmod(len(items), self.count)
        self.sizes = [smallest + (group < larger) for group in range(self.count)]
        self.sources = list(_list_sources(items, rules))
        self.rules = [rule for source in self.sources for rule in source]
        self.fixed = self._find_fixed(rules.fixed)
        self.fixed_by_group: list[list[int]] = [[] for _ in self.sizes]
        for index, group in self.fixed.items():
            self.fixed_by_group[group].append(index)
        self._check()
        self.exact, self.blocks = self._divide()

    def _find_fixed(self, fixed: Sequence[FixedItem]) -> Mapping[int, int]:
        groups: dict[int, int] = {}
        for number, one in enumerate(fixed):
            if one.group > self.count:
                raise Refused(f"fixed[{number}].group", f"There are {self.count:,} groups, and no group {one.group:,}.")
            index = self.items.find(one.item, f"fixed[{number}].item")
            if groups.setdefault(index, one.group - 1) != one.group - 1:
                raise Refused(f"fixed[{number}].group", f"{one.item!r} is fixed in another group already.")
        return groups

    def _check(self) -> None:
        """Raise `Refused` for a rule that no arrangement fulfils, and for fixed items that break one."""
        for rule in self.rules:
            number, room = len(rule.members), sum(min(rule.most, size) for size in self.sizes)
            if number > room:
                raise Refused(
                    rule.field,
                    f"{number:,} items have {rule.label}, and {self.count:,} groups take at most {room:,}: "
                    f"{rule.most:,} in each.",
                )
            if number < rule.least * self.count or rule.least > min(self.sizes):
                raise Refused(
                    rule.field,
                    f"{number:,} items have {rule.label}; {rule.least:,} in each of {self.count:,} groups of "
                    f"{min(self.sizes):,} or more are not possible.",
                )
        for group, size in enumerate(self.sizes):
            placed = {index for index, fixed in self.fixed.items() if fixed == group}
            if len(placed) > size:
                raise Refused("fixed", f"{len(placed):,} items are fixed in group {group + 1}, which has {size:,}.")
            for rule in self.rules if placed else ():
                if (number := len(placed.intersection(rule.members))) > rule.most:
                    raise Refused(
                        "fixed",
                        f"Group {group + 1} has {number:,} fixed items with {rule.label}, at most {rule.most:,}.",
                    )

    def _divide(self) -> tuple[Sequence[Rule], Sequence[Block]]:
        """Return rules that leave no choice of places, and blocks: of the items of each of them, and of all others."""
        exact = [
            [(rule, places) for rule in source if (places := rule.exact_places(self.sizes))] for source in self.sources
        ]
        exact.sort(key=lambda source: -sum(len(rule.members) for rule, _ in source))
        left, rest = list(self.sizes), set(range(len(self.items)))
        rules, blocks = [], []
        for rule, places in (pair for source in exact for pair in source):
            if rest.issuperset(rule.members):
                rest.difference_update(rule.members)
                left = [size - taken for size, taken in zip(left, places, strict=True)]
                rules.append(rule)
                blocks.append(self._open_block(rule.members, places))
        return rules, [*blocks, self._open_block(sorted(rest), left)]

    def _open_block(self, members: Sequence[int], places: Sequence[int]) -> Block:
        open_places = list(places)
        for index in members:
            if index in self.fixed:
                open_places[self.fixed[index]] -= 1
        if min(open_places) < 0:
            raise Refused("fixed" if self.fixed else "limits", "No arrangement fulfils these rules together.")
        return Block([index for index in members if index not in self.fixed], open_places)


def count_groups(n: int, rules: GroupRules) -> int:
    """Return the number of groups of n items. Raises `Refused` unless `groups` or `group_size` gives it."""
    if (rules.groups is None) == (rules.group_size is None):
        given = "are given; leave one out" if rules.groups else "are missing; give one of them"
        raise Refused("groups", f"groups and group_size {given}.")
    if rules.group_size is None:
        if (rules.groups or 0) > n:
            raise Refused("groups", f"{rules.groups:,} groups of {n:,} items would leave some empty.")
        return rules.groups or 1
    if n % rules.group_size or not n:
        raise Refused(
            "group_size", f"{n:,} items make no groups of {rules.group_size:,}; with `groups` sizes may differ by one."
        )
    return n // rules.group_size


def _list_sources(items: ListedItems, rules: GroupRules) -> Iterator[Sequence[Rule]]:
    """Yield the rules of each attribute, limit and list, in the order of docs/stream-rules.md."""
    for number, attribute in enumerate(rules.different):
        path = f"different[{number}]"
        values = items.group_by(attribute, path)
        yield [Rule(tuple(indices), 0, 1, path, f"{attribute} {text!r}") for text, indices in values.items()]
    for number, limit in enumerate(rules.limits):
        path = f"limits[{number}]"
        values = items.group_by(limit.attribute, f"{path}.attribute")
        if limit.value is not None:
            if limit.value not in values:
                known = ", ".join([*values][:5])
                raise Refused(f"{path}.value", f"No item has {limit.attribute} {limit.value!r}; they have {known}.")
            values = {limit.value: values[limit.value]}
        most = len(items) if limit.max is None else limit.max
        if limit.min > most:
            raise Refused(f"{path}.min", f"min is {limit.min:,} and max is {most:,}; min must not be above max.")
        yield [
            Rule(tuple(indices), limit.min, most, path, f"{limit.attribute} {text!r}")
            for text, indices in values.items()
        ]
    for number, names in enumerate(rules.apart):
        path = f"apart[{number}]"
        found = {items.find(name, f"{path}[{place}]") for place, name in enumerate(names)}
        yield [Rule(tuple(sorted(found)), 0, 1, path, f"a name in {path}")]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPlan(AttemptPlan):
    """Draws the items of each group: a result has those of group 1 in order of index, then those of group 2, …

    A step takes an item of a block: `steps` has for each group the number of the block, the position and the number of
    items left. `limits_of` has for each item the number and the most of its rules.
    """

    table: GroupTable
    steps: Sequence[Sequence[tuple[int, int, int]]]
    limits_of: Sequence[Sequence[tuple[int, int]]]
    least: Sequence[tuple[int, int]]

    def attempt(self, source: WordSource) -> Sequence[int] | None:
        below, limits_of = source.below, self.limits_of
        orders = [list(block.items) for block in self.table.blocks]
        result: list[int] = []
        for fixed, steps in zip(self.table.fixed_by_group, self.steps, strict=True):
            group, counts = list(fixed), Counter(rule for item in fixed for rule, _ in limits_of[item])
            for block, position, left in steps:
                order, other = orders[block], position + below(left)
                item = order[other]
                order[other] = order[position]
                for rule, most in limits_of[item]:
                    number = counts.get(rule, 0)
                    if number == most:
                        return None
                    counts[rule] = number + 1
                group.append(item)
            if any(counts[rule] < least for rule, least in self.least):
                return None
            result += sorted(group)
        return result

    def find_contradiction(self) -> Refused | None:
        table = self.table
        if find_groups(table.sizes, table.rules, table.fixed, self.n) is not False:
            return None
        for source in table.sources[:_MAX_BLAMED]:
            others = [rule for rule in table.rules if rule not in source]
            if source and find_groups(table.sizes, others, table.fixed, self.n, MAX_WORK // _MAX_BLAMED):
                field = source[0].field
                return Refused(field, f"No arrangement fulfils these rules together; without {field} there are some.")
        return Refused("items", "No arrangement fulfils these rules together.")


def plan_groups(items: ListedItems, rules: GroupRules, limits: Limits, size: int) -> GroupPlan:
    """Return the plan to draw groups. Raises `Refused` for rules that cannot be kept, where that is easily told."""
    limits.check_items(len(items), "items")
    table = GroupTable(items, rules)
    limits_of: list[list[tuple[int, int]]] = [[] for _ in range(len(items))]
    kept = [rule for rule in table.rules if rule not in table.exact and (rule.most < max(table.sizes) or rule.least)]
    for number, rule in enumerate(kept):
        for item in rule.members:
            limits_of[item].append((number, rule.most))
    return GroupPlan(
        n=len(items),
        count=len(items),
        cost=len(items),
        size=size,
        max_draws=limits.draws,
        is_certain=not kept,
        table=table,
        steps=_list_steps(table),
        limits_of=limits_of,
        least=[(number, rule.least) for number, rule in enumerate(kept) if rule.least],
    )


def _list_steps(table: GroupTable) -> Sequence[Sequence[tuple[int, int, int]]]:
    """Return the steps of an attempt for each group: the block, the position in its order, and the items left in it."""
    positions = [0] * len(table.blocks)
    steps: list[list[tuple[int, int, int]]] = []
    for group in range(table.count):
        steps.append([])
        for number, block in enumerate(table.blocks):
            for _ in range(block.places[group]):
                steps[-1].append((number, positions[number], len(block.items) - positions[number]))
                positions[number] += 1
    return steps
