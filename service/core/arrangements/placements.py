"""Ways to place a few units in groups by paths, and the limits of other units (docs/definitions/rules.md, "Ways")."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import compress, pairwise

from .checks import Paths
from .counting import BYTES_OF_A_STATE, Limit, Spend, Way
from .group_search import Grouping

_Labels = tuple[str | int, ...]


class Parts:
    """The parts of all groups by their paths, as numbers, and those that are alike.

    `chains` has for each group the parts that hold it, from the one of all groups, 0, to the group alone. Parts in one
    part are alike if their `kinds`, negative numbers, are the same and neither is in `told_apart` or has a unit.
    """

    def __init__(self, paths: Paths, kinds: Sequence[Hashable], groups: Iterable[int], named: Paths) -> None:
        """Tell apart the parts of some groups and those that are named by their first labels."""
        numbers: dict[_Labels, int] = {}
        self.chains: list[list[int]] = []
        for group, path in enumerate(paths):
            labels: list[_Labels] = [path[:length] for length in range(len(path) + 1)]
            self.chains.append([numbers.setdefault(one, len(numbers)) for one in [*labels, (*labels[-1], group)]])
        self._inside: list[dict[int, None]] = [{} for _ in numbers]
        for chain in self.chains:
            for part, inner in pairwise(chain):
                self._inside[part][inner] = None
        self._group_of = {chain[-1]: group for group, chain in enumerate(self.chains)}
        of_kinds: dict[Hashable, int] = {}
        self.kinds = {
            chain[-1]: of_kinds.setdefault(kind, ~len(of_kinds)) for chain, kind in zip(self.chains, kinds, strict=True)
        }
        for parts in [*zip(*self.chains, strict=True)][-2::-1]:
            for part in dict.fromkeys(parts):
                kind = tuple(sorted(self.kinds[inner] for inner in self._inside[part]))
                self.kinds[part] = of_kinds.setdefault(kind, ~len(of_kinds))
        self.told_apart = {0, *(part for group in groups for part in self.chains[group])}
        self.told_apart.update(numbers[path[:length]] for path in named for length in range(1, len(path) + 1))

    @property
    def bytes(self) -> int:
        return BYTES_OF_A_STATE * len(self.kinds)

    def find_alike(self, groups: Sequence[int], number: int = 0) -> tuple[Sequence[int], int]:
        """Return the groups in the way with a number of those that are alike, and how many these are."""
        images, taken, ways = {part: part for part in self.told_apart}, {*self.told_apart}, 1
        for group in groups:
            for outer, part in pairwise(self.chains[group]):
                if part not in images:
                    free = [inner for inner in self._inside[images[outer]] if inner not in taken]
                    alike = [inner for inner in free if self.kinds[inner] == self.kinds[part]]
                    number, place = divmod(number, len(alike))
                    images[part] = alike[place]
                    taken.add(alike[place])
                    ways *= len(alike)
        return [self._group_of[images[self.chains[group][-1]]] for group in groups], ways

    def move(self, nodes: Sequence[int], groups: Sequence[int], moved: Sequence[int]) -> Sequence[int]:
        """Return the node of each group in a way that is alike to one with the nodes, by the groups of its units."""
        kinds = [self.kinds[chain[-1]] for chain in self.chains]
        by_kind = {
            kind: node for group, (kind, node) in enumerate(zip(kinds, nodes, strict=True)) if group not in groups
        }
        by_group = {group: nodes[before] for before, group in zip(groups, moved, strict=True)}
        return [by_group[group] if group in by_group else by_kind[kind] for group, kind in enumerate(kinds)]


class Placements:
    """The ways to place the `units` with an item that is placed; `left` are the other units."""

    def __init__(self, grouping: Grouping) -> None:
        self._grouping, self._places = grouping, grouping.list_places()
        placed = {item for check in grouping.placed for item in check.items}
        self.units = [unit for unit in grouping.units if not placed.isdisjoint(unit)]
        self.left = [unit for unit in grouping.units if placed.isdisjoint(unit)]
        self._fixed = {item: group for item, group in grouping.fixed.items() if item in placed}
        self._rules_of = [*grouping.count_rules(self.units).values()]
        fixed, members = grouping.fixed, [rule.members for rule in grouping.rules]
        away = fixed.keys() | {item for unit in self.units for item in unit}
        self._free = [tuple(item for item in items if item not in away) for items in members]
        self._taken = [Counter(fixed[item] for item in items if item in fixed) for items in members]
        self.parts = self._find_parts()

    def _find_parts(self) -> Parts:
        checks, kinds = self._grouping.placed, [[places] for places in self._places]
        for rule, taken in enumerate(self._taken):
            for group, number in taken.items():
                kinds[group] += [rule, number]
        depth = max((check.level for check in checks), default=0)
        paths = [path[:depth] for path in checks[0].paths] if checks else [()] * len(kinds)
        named = [check.path for check in checks if check.path is not None]
        return Parts(paths, [(0, *kind) for kind in kinds], self._fixed.values(), named)

    def has_way(self, spend: Spend) -> bool:
        """Return whether there is a way that breaks no check and has no rule too often in a group."""
        is_kept = all(check.fits(self._fixed) for check in self._grouping.placed)
        return is_kept and any(True for _ in self._search([], self.parts.told_apart, spend))

    def list_ways(self, spend: Spend) -> Sequence[Way]:
        """Return the ways that break no rule, of those that are alike the first; `spend` counts the steps."""
        ways = [
            Way(self._list_places(groups), limits, groups, self.parts.find_alike(groups)[1])
            for groups in self._search([], self.parts.told_apart, spend)
            if (limits := self._limit(groups, spend)) is not None
        ]
        by_limit = zip(*(way.limits for way in ways), strict=True)
        kept = [any(one.can_break(way.places) for one, way in zip(limits, ways, strict=True)) for limits in by_limit]
        return [way._replace(limits=[*compress(way.limits, kept)]) for way in ways]

    def _search(self, groups: Sequence[int], taken: set[int], spend: Spend) -> Iterator[Sequence[int]]:
        """Yield the groups of all units in each way that goes on from those of the first units."""
        count = len(self._places)
        spend((len(self._grouping.placed) + 1) * count)
        if len(groups) == len(self.units):
            yield groups
            return
        spend(len(self._free) * count)
        seen = set()
        for group, chain in enumerate(self.parts.chains):
            key = tuple(part if part in taken else self.parts.kinds[part] for part in chain)
            if key not in seen and self._fits(following := [*groups, group]):
                yield from self._search(following, taken.union(chain), spend)
            seen.add(key)

    def _fits(self, groups: Sequence[int]) -> bool:
        """Return whether the last of these groups can take its unit."""
        group, group_of = groups[-1], self._fixed | dict(self._list_items(groups))
        inside = [rules for other, rules in zip(groups, self._rules_of, strict=False) if other == group]
        return (
            self._list_places(groups)[group] >= 0
            and all(
                self._taken[rule][group] + sum(rules.get(rule, 0) for rules in inside)
                <= self._grouping.rules[rule].most
                for rule in inside[-1]
            )
            and all(check.fits(group_of) for check in self._grouping.placed)
        )

    def _list_items(self, groups: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the items of the first units, each with its group."""
        return ((item, group) for unit, group in zip(self.units, groups, strict=False) for item in unit)

    def _list_places(self, groups: Sequence[int]) -> Sequence[int]:
        """Return the places that the first units leave free in each group."""
        places = [*self._places]
        for unit, group in zip(self.units, groups, strict=False):
            places[group] -= len(unit)
        return places

    def _limit(self, groups: Sequence[int], spend: Spend) -> list[Limit] | None:
        """Return what the rules mean for the other units, each set of items once; None if one cannot be kept."""
        found: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}
        places = self._list_places(groups)
        for number, (rule, free) in enumerate(zip(self._grouping.rules, self._free, strict=True)):
            spend(len(places))
            least, most = [rule.least] * len(places), [rule.most] * len(places)
            of_units = ((group, rules.get(number, 0)) for group, rules in zip(groups, self._rules_of, strict=True))
            for group, taken in (*self._taken[number].items(), *of_units):
                least[group] -= taken
                most[group] -= taken
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
        return [Limit(free, tuple(least), tuple(most)) for free, (least, most) in found.items()]
