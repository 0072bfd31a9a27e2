"""Draw who meets whom, in groups of two, under a bound on the number of ways (docs/definitions/rules.md)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.errors import Refused
from ...core.rng.sources import WordSource
from ...core.shuffles.algorithms import shuffle_list
from ...core.work import Work
from ..bounded_attempts import MARGIN, BoundedAttempts, Weights, list_bits
from ..item_graphs import UnmatchedError, list_components, match, transpose, unpack_sets
from .rules import GroupRule
from .table import GroupTable

# FREE: the steps to find the shares of an item's partners, among all items.
_STEPS_OF_A_LOOK = 100
_CELLS_OF_A_STEP = 220

Numbers = NDArray[np.int64]
"""Items; or the degree of each item: the number of items left that it can meet."""
Shares = NDArray[np.float64]
"""The weight of each partner, relative to the whole."""


class _Candidates(NamedTuple):
    """An item, its possible partners, and the share of each partner."""

    item: int
    partners: Numbers
    shares: Shares


class MeetingAttempts(BoundedAttempts):
    """The bounded attempts of one result."""

    meets: NDArray[np.float64]
    """1, in the row and column of two items, if both are left and can meet; 0 otherwise."""

    def draw_meetings(self, partners: Sequence[int]) -> list[tuple[int, int]]:
        """Return pairs of all items. `partners` has, for each item, the set of items that it can meet."""
        meets = unpack_sets(partners).astype(float)
        result = None
        while result is None:
            self.work.spend(_STEPS_OF_A_LOOK + len(meets) ** 2 // _CELLS_OF_A_STEP)
            self.meets = meets.copy()
            result = self._attempt_meetings(np.arange(len(meets)))
        return result

    def _attempt_meetings(self, items_left: Numbers) -> list[tuple[int, int]] | None:
        """Return pairs of the items left, or None if an item has nobody to meet or a choice has failed.

        Four items that can all meet may give [(0, 2), (1, 3)].

        FROZEN: items are looked at in the order of their degrees, and with the same degree in the order of their
        numbers. The first item that `_find_fitting` finds meets one of the items left that it can meet.
        """
        result = list[tuple[int, int]]()
        degrees = self.meets.sum(axis=1).astype(int)
        while len(items_left):
            items_left = items_left[np.argsort(degrees[items_left], kind="stable")]
            if not degrees[items_left[0]]:
                return None
            fitting = self._find_fitting(degrees, items_left)
            partner = self._draw_partner(degrees, items_left, fitting)
            if partner is None:
                return None
            item = fitting.item
            result.append((item, partner))
            degrees -= (self.meets[item] + self.meets[partner]).astype(int)
            degrees[[item, partner]] = 0
            self.meets[[item, partner]] = 0
            self.meets[:, [item, partner]] = 0
            items_left = np.sort(
                items_left[(items_left != item) & (items_left != partner)]
            )
        return result

    def _find_fitting(self, degrees: Numbers, items_left: Numbers) -> _Candidates:
        """Return the first item left with shares that sum to at most 1, its partners and their shares.

        An item with one partner always is such an item. Integers decide if floating-point numbers are too near to 1. A
        proof shows that there is such an item (docs/definitions/rules.md).
        """
        for candidates in self._list_shares(degrees, items_left):
            total = candidates.shares.sum()
            if degrees[candidates.item] == 1 or total < 1 - MARGIN:
                return candidates
            if total < 1 + MARGIN:
                partners = candidates.partners.tolist()
                weights = self._weigh(degrees, items_left, candidates.item, partners)
                if sum(weights.of_items) <= weights.whole:
                    return candidates
        raise AssertionError("No item fits, against the proof.")

    def _list_shares(
        self, degrees: Numbers, items_left: Numbers
    ) -> Iterator[_Candidates]:
        """Yield each item with its partners and their shares.

        A share is the weight of a partner divided by the whole (`_weigh`), as exp of a sum of logarithms. When an item
        and its partner leave, each other item that one of the two can meet has the factor exp(once / 2) in the share,
        and each that both can meet has exp(once + twice / 2). Two items that can only meet each other have the share 1;
        of four items that can all meet, each partner has the share 0.2875. The shares of an item may be more than 1
        together: `_find_fitting` passes over such an item.
        """
        steps = _STEPS_OF_A_LOOK + len(degrees) ** 2 // _CELLS_OF_A_STEP
        level = self.bounds.levels_from_minus_infinity  # log(T_d / T_1)
        self.work.spend(steps)
        once = level[degrees - 1] - level[degrees]
        twice = level[degrees - 2] - level[degrees - 1] - once
        once[degrees == 0] = 0
        twice[degrees < 2] = 0
        base = np.einsum("ij,j->i", self.meets, once) - once - level[degrees]
        for item in items_left.tolist():
            self.work.spend(steps)
            partners = items_left[self.meets[item, items_left] > 0]
            both = np.einsum("ij,j->i", self.meets, self.meets[item] * twice)
            shares = np.exp((base[item] + base[partners] + both[partners]) / 2)
            yield _Candidates(item, partners, shares)

    def _draw_partner(
        self, degrees: Numbers, items_left: Numbers, candidates: _Candidates
    ) -> int | None:
        """Return a partner of the item, drawn by the shares; None if the choice fails."""
        item = candidates.item
        partners = candidates.partners
        self.count_choice(len(partners))
        if degrees[partners].max() == degrees[item] == 1:
            return int(partners[0])
        has_share = candidates.shares > 0
        possible = partners[has_share].tolist()
        if not possible:
            return None
        shares = candidates.shares[has_share].tolist()
        pairs = [
            (share, 1 << partner)
            for share, partner in zip(shares, possible, strict=True)
        ]
        return self.draw_by_shares(
            pairs, lambda: self._weigh(degrees, items_left, item, possible)
        )

    def _weigh(
        self, degrees: Numbers, items_left: Numbers, item: int, partners: Sequence[int]
    ) -> Weights:
        """Return the weights of partners of an item, and the whole.

        The whole is the product of R_d over all items left, where d is the number of items that an item can meet. The
        weight of a partner is R_1 * R_1 times this product over the remaining items, after the item and the partner
        have left.
        """
        root = self.bounds.root
        weights = []
        for partner in partners:
            self.work.spend(len(items_left))
            met_by_two = self.meets[item] + self.meets[partner]
            degrees_after = (degrees - met_by_two).astype(int).tolist()
            roots = (
                root[degrees_after[other_item]]
                for other_item in items_left.tolist()
                if other_item not in (item, partner)
            )
            weights.append(root[1] ** 2 * prod(roots))
        whole = prod(root[degree] for degree in degrees[items_left].tolist())
        return Weights(weights, whole)


@dataclass(frozen=True, eq=False)
class MeetingTable:
    """The groups of two of a request."""

    n: int  # items, without the item that is added to an odd number
    count: int  # groups
    group_of: Mapping[int, int]  # the group of each item that is fixed in one
    partners: Sequence[int]  # for each item the set of items that it can meet

    def draw(self, source: WordSource, work: Work) -> list[int]:
        """Return the items of all groups in one list: group by group, and ascending within a group.

        [0, 2, 1, 3] puts 0 and 2 in the first of two groups, and 1 and 3 in the second. The item that is added to an
        odd number is left out: [0, 2, 1] puts 1 alone in the second group.

        FROZEN: after the pairs are drawn, the groups without a fixed item are shuffled; the pairs take these groups in
        the order of their lower items.
        """
        pairs = MeetingAttempts(source, work).draw_meetings(self.partners)
        fixed_groups = set(self.group_of.values())
        free_groups = [
            group for group in range(self.count) if group not in fixed_groups
        ]
        groups_left = shuffle_list(free_groups, source)
        groups = dict[int, list[int]]()
        for pair in sorted(map(sorted, pairs)):
            fixed = [self.group_of[item] for item in pair if item in self.group_of]
            group = fixed[0] if fixed else groups_left.pop(0)
            groups[group] = pair
        in_order = (groups[group] for group in range(self.count))
        return [item for pair in in_order for item in pair if item < self.n]


def find_meetings(table: GroupTable, n: int, work: Work) -> MeetingTable:
    """Return which of n items can meet in the groups of a table, which have two places.

    If n is odd, the last group has one place; an added item n, which is in no rule, is fixed there too. Raises
    `Refused` if nobody is left for an item, or if connection or matching shows that there is no arrangement.
    """
    count = table.sizes.count
    group_of = dict(table.fixed)
    if n % 2:
        group_of[n] = count - 1
    partners = _find_partners(table, group_of, work)
    try:
        match(partners, work)
    except UnmatchedError as error:
        only = "only " if error.receivers else ""
        items = table.items.describe(error.givers)
        partners_of_items = table.items.describe(error.receivers)
        raise Refused(
            "items",
            f"No arrangement fulfils these rules: {items} may meet {only}{partners_of_items}.",
        ) from None
    for met in list_components(partners, work):
        if met.bit_count() % 2:
            shown = table.items.describe(met)
            raise Refused(
                "items",
                f"No arrangement fulfils these rules: {shown} only meet each other.",
            )
    return MeetingTable(n, count, group_of, partners)


def _find_partners(
    table: GroupTable, group_of: Mapping[int, int], work: Work
) -> Sequence[int]:
    """Return, for each item, the set of items that it can meet: the pair keeps the rules and can be in one group.

    For four items, and a rule that 0 and 1 are apart, return [0b1100, 0b1100, 0b1011, 0b0111]. `group_of` has the
    groups of fixed items: an item fixed alone in its group can only meet items that are not fixed.
    """
    everyone = (1 << (2 * table.sizes.count)) - 1
    partners = [everyone ^ (1 << item) for item in range(everyone.bit_length())]
    for rule in table.rules:
        _keep_rule(partners, rule, everyone, work)
    fixed = sum(1 << item for item in group_of)
    for item, group in group_of.items():
        companions = [
            companion for companion in group_of if group_of[companion] == group
        ]
        others = sum(1 << companion for companion in companions if companion != item)
        partners[item] &= others or ~fixed
    for first, second in table.together:
        partners[first] &= 1 << second
        partners[second] &= 1 << first
    return [
        allowed_by_item & allowed_by_partner
        for allowed_by_item, allowed_by_partner in zip(
            partners, transpose(partners), strict=True
        )
    ]


def _keep_rule(partners: list[int], rule: GroupRule, everyone: int, work: Work) -> None:
    """Leave each item only partners that keep a rule with it. The rule bounds the number of its items in a pair."""
    members = sum(1 << item for item in rule.members)
    strangers = everyone ^ members
    for own, items in ((1, members), (0, strangers)):
        allowed = 0
        if rule.least <= own <= rule.most:
            allowed |= strangers
        if rule.least <= own + 1 <= rule.most:
            allowed |= members
        if allowed != everyone:
            work.spend(items.bit_count())
            for item in list_bits(items):
                partners[item] &= allowed
