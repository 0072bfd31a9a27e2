"""Draw who meets whom, groups of two, under a bound of the number of ways (docs/stream-rules.md)."""

from collections.abc import Sequence
from math import exp, prod
from typing import TYPE_CHECKING

from service.core.arrangements.bounded import MARGIN, BoundedDraw, Degrees, Shares, list_bits
from service.core.arrangements.gifts import list_components, match, transpose
from service.core.errors import Refused
from service.core.rng.sources import WordSource
from service.core.shuffles.rules import shuffle_list
from service.core.work import Work

if TYPE_CHECKING:
    from service.core.arrangements.groups import GroupTable, Rule

_STEPS_OF_A_PARTNER = 8


class MeetingDraw(BoundedDraw):
    """The bounded attempts of one result. `partners` has for each item the set of those that it can meet."""

    partners: Sequence[int]

    def draw_meetings(self, partners: Sequence[int]) -> list[tuple[int, int]]:
        """Return pairs of all items."""
        self.partners = partners
        start = Degrees(partners, (1 << len(partners)) - 1)
        self.work.spend(len(partners))
        while (result := self._attempt_meetings(start.copy())) is None:
            self.work.spend(len(start.sets))
        return result

    def _attempt_meetings(self, degrees: Degrees) -> list[tuple[int, int]] | None:
        partners, left, result = self.partners, sum(degrees.sets.values()), list[tuple[int, int]]()
        while left:
            if 0 in degrees.sets:
                return None
            item, shares = self._find_fitting(degrees, left)
            if (partner := self._choose_partner(degrees, left, item, shares)) is None:
                return None
            result.append((item, partner))
            left ^= 1 << item | 1 << partner
            degrees.drop(1 << item | 1 << partner)
            degrees.drop(partners[item] & left, by=1)
            degrees.drop(partners[partner] & left, by=1)
        return result

    def _find_fitting(self, degrees: Degrees, left: int) -> tuple[int, Shares]:
        """Return the first item with chances that add up to at most 1, and these. One exists, as is proved."""
        for degree, part in degrees.split(left):
            for item in list_bits(part):
                shares = self._list_shares(degrees, left, item, degree)
                total = sum([share for share, _ in shares])
                if degree == 1 or total < 1 - MARGIN:
                    return item, shares
                if total < 1 + MARGIN and sum(self._weigh(degrees, left, item, shares)) <= self._weigh_all(degrees):
                    return item, shares
        raise AssertionError("No item fits, against the proof.")

    def _list_shares(self, degrees: Degrees, left: int, item: int, degree: int) -> Shares:
        fall, level, sets = self.bounds.fall, self.bounds.level, degrees.sets
        others = self.partners[item] & left
        self.work.spend(_STEPS_OF_A_PARTNER * others.bit_count())
        singles, twos = sets.get(1, 0), sets.get(2, 0)
        split = degrees.split(others)
        table = [(those, fall[one], fall[one - 1] - fall[one]) for one, those in sets.items() if one > 1]
        base = sum([part.bit_count() * fall[one] for one, part in split]) - level[degree] - fall[degree]
        shares = []
        for one, part in split:
            for partner in list_bits(part):
                those = self.partners[partner] & left
                either = (those | others) & ~(1 << item | 1 << partner)
                if either & singles or those & others & twos:
                    shares.append((0.0, 1 << partner))
                    continue
                total = base - fall[one] - level[one]
                for same, once, twice in table:
                    if found := those & same:
                        total += found.bit_count() * once + (found & others).bit_count() * twice
                shares.append((exp(total / 2), 1 << partner))
        return shares

    def _choose_partner(self, degrees: Degrees, left: int, item: int, shares: Shares) -> int | None:
        self.count_choice(0)
        if len(shares) == 1 and degrees.find(partner := shares[0][1].bit_length() - 1) == 1:
            return partner
        if not (possible := [one for one in shares if one[0]]):
            return None
        return self.pick(possible, lambda: (self._weigh(degrees, left, item, possible), self._weigh_all(degrees)))

    def _weigh(self, degrees: Degrees, left: int, item: int, shares: Shares) -> list[int]:
        """Return the weights of the partners as the definition has them."""
        weights = []
        for _, part in shares:
            met = self.partners[part.bit_length() - 1]
            rest = left & ~(1 << item | part)
            lowered = [
                degree - (self.partners[item] >> one & 1) - (met >> one & 1)
                for degree, part in degrees.sets.items()
                for one in list_bits(part & rest)
            ]
            weights.append(self.bounds.root[1] ** 2 * prod(map(self.bounds.root.__getitem__, lowered)))
        return weights

    def _weigh_all(self, degrees: Degrees) -> int:
        return prod(self.bounds.root[degree] ** items.bit_count() for degree, items in degrees.sets.items())


class MeetingTable:
    """The groups of two of a request: who can meet whom, and the groups that are given.

    For an odd n the last group has one place, and an item n, which no rule has, is fixed there too. Raises `Refused` if
    nobody is left for an item, or if connection or matching shows that there is no arrangement.
    """

    def __init__(self, table: "GroupTable", n: int, work: Work) -> None:
        self.count, self.n = table.sizes.count, n
        self.group_of = {**table.fixed, **({n: self.count - 1} if n % 2 else {})}
        everyone = (1 << 2 * self.count) - 1
        self.partners = [everyone ^ 1 << item for item in range(2 * self.count)]
        for rule in table.rules:
            self._keep(rule, everyone, work)
        fixed = sum(1 << item for item in self.group_of)
        for item, group in self.group_of.items():
            others = sum(1 << one for one, other in self.group_of.items() if other == group and one != item)
            self.partners[item] &= others or ~fixed
        for one, other in table.together:
            self.partners[one] &= 1 << other
            self.partners[other] &= 1 << one
        self.partners = [one & other for one, other in zip(self.partners, transpose(self.partners), strict=True)]
        match(self.partners, work, table.items, "{} may meet {}{}")
        for met in list_components(self.partners, work):
            if met.bit_count() % 2:
                shown = table.items.describe(met)
                raise Refused("items", f"No arrangement fulfils these rules: {shown} only meet each other.")

    def _keep(self, rule: "Rule", everyone: int, work: Work) -> None:
        """Leave the partners with whom an item keeps a rule."""
        members = sum(1 << item for item in rule.members)
        for has, items in ((1, members), (0, everyone ^ members)):
            kept = [rule.least <= has + number <= rule.most for number in (0, 1)]
            partners = (0 if not kept[0] else everyone ^ members) | (members if kept[1] else 0)
            if partners != everyone:
                work.spend(items.bit_count())
                for item in list_bits(items):
                    self.partners[item] &= partners

    def draw(self, source: WordSource, work: Work) -> list[int]:
        """Return the items of each group in order, ascending."""
        pairs = MeetingDraw(source, work).draw_meetings(self.partners)
        given_groups, groups = {*self.group_of.values()}, dict[int, list[int]]()
        free = shuffle_list([group for group in range(self.count) if group not in given_groups], source)
        for pair in sorted(map(sorted, pairs)):
            given = [self.group_of[item] for item in pair if item in self.group_of]
            groups[given[0] if given else free.pop(0)] = pair
        return [item for group in range(self.count) for item in groups[group] if item < self.n]
