"""Ways to place a few units in groups by paths, and the limits of other units (docs/definitions/rules.md, "Ways")."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import compress, pairwise

from ..core.work import Work
from .checks import Paths
from .counting import BYTES_OF_A_STATE, Limit, Spend, Way
from .group_search import Grouping

_STEPS_OF_A_LOOK = 5  # whether a group can take a unit, beside a step for each entry; no part of the definition

_Labels = tuple[str | int, ...]


class Parts:
    """The parts of all groups by their paths, as numbers, and those that are alike.

    `chains` has for each group the parts that hold it, from the one of all groups, 0, to the group alone. Parts in one
    part are alike if their `kinds`, negative numbers, are the same and neither is in `told_apart` or has a unit.
    """

    def __init__(
        self,
        paths: Paths,
        kinds: Sequence[Hashable],
        groups: Iterable[int],
        named: Paths,
    ) -> None:
        """Tell apart the parts of some groups and those that are named by their first labels."""
        numbers: dict[_Labels, int] = {}
        self.chains: list[list[int]] = []
        for group, path in enumerate(paths):
            labels: list[_Labels] = [path[:length] for length in range(len(path) + 1)]
            self.chains.append(
                [
                    numbers.setdefault(one, len(numbers))
                    for one in [*labels, (*labels[-1], group)]
                ]
            )
        self._inside: list[dict[int, None]] = [{} for _ in numbers]
        for chain in self.chains:
            for part, inner in pairwise(chain):
                self._inside[part][inner] = None
        self._group_of = {chain[-1]: group for group, chain in enumerate(self.chains)}
        of_kinds: dict[Hashable, int] = {}
        self.kinds = {
            chain[-1]: of_kinds.setdefault(kind, ~len(of_kinds))
            for chain, kind in zip(self.chains, kinds, strict=True)
        }
        for parts in list(zip(*self.chains, strict=True))[-2::-1]:
            for part in dict.fromkeys(parts):
                kind = tuple(sorted(self.kinds[inner] for inner in self._inside[part]))
                self.kinds[part] = of_kinds.setdefault(kind, ~len(of_kinds))
        self.told_apart = {
            0,
            *(part for group in groups for part in self.chains[group]),
        }
        self.told_apart.update(
            numbers[path[:length]]
            for path in named
            for length in range(1, len(path) + 1)
        )

    @property
    def bytes(self) -> int:
        return BYTES_OF_A_STATE * len(self.kinds)

    def find_alike(
        self, groups: Sequence[int], number: int = 0
    ) -> tuple[Sequence[int], int]:
        """Return the groups in the way with a number of those that are alike, and how many these are."""
        images = {part: part for part in self.told_apart}
        taken = set(self.told_apart)
        ways = 1
        for group in groups:
            for outer, part in pairwise(self.chains[group]):
                if part not in images:
                    free = [
                        inner
                        for inner in self._inside[images[outer]]
                        if inner not in taken
                    ]
                    alike = [
                        inner for inner in free if self.kinds[inner] == self.kinds[part]
                    ]
                    number, place = divmod(number, len(alike))
                    images[part] = alike[place]
                    taken.add(alike[place])
                    ways *= len(alike)
        return [
            self._group_of[images[self.chains[group][-1]]] for group in groups
        ], ways

    def list_different(self, taken: set[int]) -> Iterator[int]:
        """Yield the groups, of those that are alike the first, if units are in the parts `taken`."""
        seen = set()
        for group, chain in enumerate(self.chains):
            alike = tuple(
                [part if part in taken else self.kinds[part] for part in chain]
            )
            if alike not in seen:
                seen.add(alike)
                yield group

    def move(
        self, nodes: Sequence[int], groups: Sequence[int], moved: Sequence[int]
    ) -> Sequence[int]:
        """Return the node of each group in a way that is alike to one with the nodes, by the groups of its units."""
        kinds = [self.kinds[chain[-1]] for chain in self.chains]
        by_kind = {
            kind: node
            for group, (kind, node) in enumerate(zip(kinds, nodes, strict=True))
            if group not in groups
        }
        by_group = {
            group: nodes[before] for before, group in zip(groups, moved, strict=True)
        }
        return [
            by_group[group] if group in by_group else by_kind[kind]
            for group, kind in enumerate(kinds)
        ]


class Placements:
    """The ways to place the `units` with an item that is placed; `left` are the other units.

    A search places units in groups one after the other, and takes them out again: `_places` has the free places of each
    group, `_taken` the items of each rule by group, and `_group_of` the group of each item of an entry that has one.
    """

    def __init__(self, grouping: Grouping) -> None:
        self._grouping, self._places = grouping, grouping.list_places()
        placed = {item for check in grouping.placed for item in check.items}
        self.units = [unit for unit in grouping.units if not placed.isdisjoint(unit)]
        self.left = [unit for unit in grouping.units if placed.isdisjoint(unit)]
        self._group_of = {
            item: group for item, group in grouping.fixed.items() if item in placed
        }
        self._placed_in = [
            [item for item in unit if item in placed] for unit in self.units
        ]
        self._rules_of = list(grouping.count_rules(self.units).values())
        fixed = grouping.fixed
        members = [rule.members for rule in grouping.rules]
        away = fixed.keys() | {item for unit in self.units for item in unit}
        self._free = [
            tuple(item for item in items if item not in away) for items in members
        ]
        by_items: dict[tuple[int, ...], int] = {}
        self._limit_of = [
            by_items.setdefault(items, len(by_items)) for items in self._free
        ]
        self._limited = list(by_items)
        self._taken = [
            Counter(fixed[item] for item in items if item in fixed) for items in members
        ]
        self.parts = self._find_parts()

    def _find_parts(self) -> Parts:
        checks = self._grouping.placed
        kinds = [[places] for places in self._places]
        for rule, taken in enumerate(self._taken):
            for group, number in taken.items():
                kinds[group] += [rule, number]
        depth = max((check.level for check in checks), default=0)
        paths = (
            [path[:depth] for path in checks[0].paths] if checks else [()] * len(kinds)
        )
        named = [check.path for check in checks if check.path is not None]
        return Parts(
            paths, [(0, *kind) for kind in kinds], self._group_of.values(), named
        )

    def has_way(self, work: Work) -> bool:
        """Return whether there is a way that breaks no entry. Raises `OutOfStepsError` if the steps do not tell.

        It looks first at the unit that fits in the fewest groups, so that it soon finds entries that contradict each
        other. The definition has neither the order nor the steps of this search.
        """
        return self._keeps_entries() and self._can_place(
            range(len(self.units)), self.parts.told_apart, work
        )

    def _can_place(
        self, open_units: Sequence[int], taken: set[int], work: Work
    ) -> bool:
        """Return whether the open units, by their numbers, can be placed beside the others."""
        fewest: Sequence[int] = ()
        chosen = None
        for number in open_units:
            groups = self._list_fitting(number, taken, work)
            if not groups:
                return False
            if chosen is None or len(groups) < len(fewest):
                chosen = number
                fewest = groups
        if chosen is None:
            return True
        others = [number for number in open_units if number != chosen]
        for group in fewest:
            self._place(chosen, group)
            can_place = self._can_place(
                others, taken.union(self.parts.chains[group]), work
            )
            self._take_out(chosen, group)
            if can_place:
                return True
        return False

    def _list_fitting(self, number: int, taken: set[int], work: Work) -> Sequence[int]:
        """Return the groups that can take a unit, of those that are alike the first."""
        work.spend(len(self._places) * (_STEPS_OF_A_LOOK + len(self._grouping.placed)))
        return [
            group
            for group in self.parts.list_different(taken)
            if self._fits(number, group)
        ]

    def list_ways(self, spend: Spend) -> Sequence[Way]:
        """Return the ways that break no rule, of those that are alike the first; `spend` counts the steps."""
        ways = [
            Way(list(self._places), limits, groups, self.parts.find_alike(groups)[1])
            for groups in self._search([], self.parts.told_apart, spend)
            if (limits := self._limit(spend)) is not None
        ]
        by_limit = zip(*(way.limits for way in ways), strict=True)
        kept = [
            any(
                one.can_break(way.places) for one, way in zip(limits, ways, strict=True)
            )
            for limits in by_limit
        ]
        return [way._replace(limits=list(compress(way.limits, kept))) for way in ways]

    def _search(
        self, groups: Sequence[int], taken: set[int], spend: Spend
    ) -> Iterator[Sequence[int]]:
        """Yield the groups of all units in each way that goes on from those of the first units.

        While the caller has a way, its units are in their groups. The definition has the order and the steps.
        """
        count = len(self._places)
        spend((len(self._grouping.placed) + 1) * count)
        number = len(groups)
        if number == len(self.units):
            yield groups
            return
        spend(len(self._free) * count)
        for group in self.parts.list_different(taken):
            if self._fits(number, group):
                self._place(number, group)
                yield from self._search(
                    [*groups, group], taken.union(self.parts.chains[group]), spend
                )
                self._take_out(number, group)

    def _fits(self, number: int, group: int) -> bool:
        """Return whether a group can take a unit."""
        if self._places[group] < len(self.units[number]):
            return False
        rules = self._grouping.rules
        if any(
            self._taken[rule][group] + items > rules[rule].most
            for rule, items in self._rules_of[number].items()
        ):
            return False
        for item in self._placed_in[number]:
            self._group_of[item] = group
        keeps_entries = self._keeps_entries()
        for item in self._placed_in[number]:
            del self._group_of[item]
        return keeps_entries

    def _keeps_entries(self) -> bool:
        return all(check.fits(self._group_of) for check in self._grouping.placed)

    def _place(self, number: int, group: int) -> None:
        """Place a unit in a group."""
        self._places[group] -= len(self.units[number])
        for rule, items in self._rules_of[number].items():
            self._taken[rule][group] += items
        for item in self._placed_in[number]:
            self._group_of[item] = group

    def _take_out(self, number: int, group: int) -> None:
        """Take a unit out of its group."""
        self._places[group] += len(self.units[number])
        for rule, items in self._rules_of[number].items():
            self._taken[rule][group] -= items
        for item in self._placed_in[number]:
            del self._group_of[item]

    def _limit(self, spend: Spend) -> list[Limit] | None:
        """Return what the rules mean for the other units, each set of items once; None if one cannot be kept."""
        places = self._places
        found: dict[int, tuple[list[int], list[int]]] = {}
        for rule, free, limit, taken in zip(
            self._grouping.rules, self._free, self._limit_of, self._taken, strict=True
        ):
            spend(len(places))
            least = [rule.least] * len(places)
            most = [rule.most] * len(places)
            for group, number in taken.items():
                least[group] -= number
                most[group] -= number
            least = [max(a, 0) for a in least]
            most = [min(b, c, len(free)) for b, c in zip(most, places, strict=True)]
            lack = len(free) - sum(most)
            excess = len(free) - sum(least)
            least, most = (
                [max(a, lack + b) for a, b in zip(least, most, strict=True)],
                [min(b, excess + a) for a, b in zip(least, most, strict=True)],
            )
            if limit in found:
                least, most = (
                    list(map(max, least, found[limit][0])),
                    list(map(min, most, found[limit][1])),
                )
            found[limit] = least, most
        if any(
            a > b
            for least, most in found.values()
            for a, b in zip(least, most, strict=True)
        ):
            return None
        return [
            Limit(self._limited[limit], tuple(least), tuple(most))
            for limit, (least, most) in found.items()
        ]
