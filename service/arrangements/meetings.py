"""Draw who meets whom, groups of two, under a bound of the number of ways (docs/definitions/rules.md)."""

from collections.abc import Iterator, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..core.errors import Refused
from ..core.rng.sources import WordSource
from ..core.shuffles.algorithms import shuffle_list
from ..core.work import Work
from .bounded import MARGIN, BoundedAttempts, list_bits
from .gifts import list_components, match, transpose, unpack_sets
from .group_rules import GroupRule
from .group_table import GroupTable

_STEPS_OF_A_LOOK, _CELLS_OF_A_STEP = (
    100,
    220,
)  # to find the shares of an item's partners, among all items


Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]


class MeetingAttempts(BoundedAttempts):
    """The bounded attempts of one result: `meets` has 1 for two items that can meet and are left, 0 for others."""

    meets: NDArray[np.float64]

    def draw_meetings(self, partners: Sequence[int]) -> list[tuple[int, int]]:
        """Return pairs of all items. `partners` has for each item the set of those that it can meet."""
        meets = unpack_sets(partners).astype(float)
        result = None
        while result is None:
            self.work.spend(_STEPS_OF_A_LOOK + len(meets) ** 2 // _CELLS_OF_A_STEP)
            self.meets = meets.copy()
            result = self._attempt_meetings(np.arange(len(meets)))
        return result

    def _attempt_meetings(self, left: Numbers) -> list[tuple[int, int]] | None:
        result = list[tuple[int, int]]()
        degrees = self.meets.sum(axis=1).astype(int)
        while len(left):
            left = left[np.argsort(degrees[left], kind="stable")]
            if not degrees[left[0]]:
                return None
            item, partners, shares = self._find_fitting(degrees, left)
            if (
                partner := self._choose_partner(degrees, left, item, partners, shares)
            ) is None:
                return None
            result.append((item, partner))
            degrees -= (self.meets[item] + self.meets[partner]).astype(int)
            degrees[[item, partner]] = 0
            self.meets[[item, partner]] = self.meets[:, [item, partner]] = 0
            left = np.sort(left[(left != item) & (left != partner)])
        return result

    def _find_fitting(
        self, degrees: Numbers, left: Numbers
    ) -> tuple[int, Numbers, Shares]:
        """Return the first item with shares that add up to at most 1, its partners and these. One exists: a proof."""
        for item, partners, shares in self._list_shares(degrees, left):
            total = shares.sum()
            if degrees[item] == 1 or total < 1 - MARGIN:
                return item, partners, shares
            if total < 1 + MARGIN:
                weights, whole = self._weigh(degrees, left, item, partners.tolist())
                if sum(weights) <= whole:
                    return item, partners, shares
        raise AssertionError("No item fits, against the proof.")

    def _list_shares(
        self, degrees: Numbers, left: Numbers
    ) -> Iterator[tuple[int, Numbers, Shares]]:
        """Yield each item with its partners and their shares, the weights relative to the whole.

        If an item and its partner leave, others that one of them can meet have the factor exp(once / 2) in the share,
        and others that both can meet have exp(once + twice / 2).
        """
        steps = _STEPS_OF_A_LOOK + len(degrees) ** 2 // _CELLS_OF_A_STEP
        level = self.bounds.level_or_nothing
        self.work.spend(steps)
        once = level[degrees - 1] - level[degrees]
        twice = level[degrees - 2] - level[degrees - 1] - once
        once[degrees == 0] = twice[degrees < 2] = 0
        base = np.einsum("ij,j->i", self.meets, once) - once - level[degrees]
        for item in left.tolist():
            self.work.spend(steps)
            partners = left[self.meets[item, left] > 0]
            both = np.einsum("ij,j->i", self.meets, self.meets[item] * twice)
            yield (
                item,
                partners,
                np.exp((base[item] + base[partners] + both[partners]) / 2),
            )

    def _choose_partner(
        self,
        degrees: Numbers,
        left: Numbers,
        item: int,
        partners: Numbers,
        shares: Shares,
    ) -> int | None:
        self.count_choice(len(partners))
        if degrees[partners].max() == degrees[item] == 1:
            return int(partners[0])
        possible = partners[shares > 0].tolist()
        pairs = [
            (share, 1 << partner)
            for share, partner in zip(
                shares[shares > 0].tolist(), possible, strict=True
            )
        ]
        return (
            self.pick(pairs, lambda: self._weigh(degrees, left, item, possible))
            if pairs
            else None
        )

    def _weigh(
        self, degrees: Numbers, left: Numbers, item: int, partners: Sequence[int]
    ) -> tuple[list[int], int]:
        """Return the weights of partners and the whole as the definition has them."""
        root = self.bounds.root
        weights = []
        for partner in partners:
            self.work.spend(len(left))
            lowered = (
                (degrees - self.meets[item] - self.meets[partner]).astype(int).tolist()
            )
            rest = (
                root[lowered[one]]
                for one in left.tolist()
                if one not in (item, partner)
            )
            weights.append(root[1] ** 2 * prod(rest))
        return weights, prod(root[degree] for degree in degrees[left].tolist())


class MeetingTable:
    """The groups of two of a request: who can meet whom, and the groups that are given.

    For an odd n the last group has one place, and an item n, which no rule has, is fixed there too. Raises `Refused` if
    nobody is left for an item, or if connection or matching shows that there is no arrangement.
    """

    def __init__(self, table: GroupTable, n: int, work: Work) -> None:
        self.count, self.n = table.sizes.count, n
        self.group_of = {**table.fixed, **({n: self.count - 1} if n % 2 else {})}
        everyone = (1 << 2 * self.count) - 1
        self.partners = [everyone ^ 1 << item for item in range(2 * self.count)]
        for rule in table.rules:
            self._keep(rule, everyone, work)
        fixed = sum(1 << item for item in self.group_of)
        for item, group in self.group_of.items():
            others = sum(
                1 << one
                for one, other in self.group_of.items()
                if other == group and one != item
            )
            self.partners[item] &= others or ~fixed
        for one, other in table.together:
            self.partners[one] &= 1 << other
            self.partners[other] &= 1 << one
        self.partners = [
            one & other
            for one, other in zip(self.partners, transpose(self.partners), strict=True)
        ]
        match(self.partners, work, table.items, "{} may meet {}{}")
        for met in list_components(self.partners, work):
            if met.bit_count() % 2:
                shown = table.items.describe(met)
                raise Refused(
                    "items",
                    f"No arrangement fulfils these rules: {shown} only meet each other.",
                )

    def _keep(self, rule: GroupRule, everyone: int, work: Work) -> None:
        """Leave the partners with whom an item keeps a rule."""
        members = sum(1 << item for item in rule.members)
        for has, items in ((1, members), (0, everyone ^ members)):
            kept = [rule.least <= has + number <= rule.most for number in (0, 1)]
            partners = (0 if not kept[0] else everyone ^ members) | (
                members if kept[1] else 0
            )
            if partners != everyone:
                work.spend(items.bit_count())
                for item in list_bits(items):
                    self.partners[item] &= partners

    def draw(self, source: WordSource, work: Work) -> list[int]:
        """Return the items of each group in order, ascending."""
        pairs = MeetingAttempts(source, work).draw_meetings(self.partners)
        given_groups = set(self.group_of.values())
        groups = dict[int, list[int]]()
        free = shuffle_list(
            [group for group in range(self.count) if group not in given_groups], source
        )
        for pair in sorted(map(sorted, pairs)):
            given = [self.group_of[item] for item in pair if item in self.group_of]
            groups[given[0] if given else free.pop(0)] = pair
        return [
            item
            for group in range(self.count)
            for item in groups[group]
            if item < self.n
        ]
