"""Draw who gives to whom under rules, exactly uniformly: Secret Santa, reviews by peers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated

from ...core.draw_requests import NAMED, Named
from ...core.errors import Refused
from ...core.limits import Limits
from ...core.memory import Remembered
from ...core.object_types import ObjectOf
from ...core.rng.sources import WordSource
from ...core.value_types import Flag, ListOf
from ...core.work import Work
from ...verdicts.results_left import UNCOUNTED, Labels, ResultsLeft
from .. import parameter_aliases
from ..attempts import AttemptSampler, Orders, Swaps
from ..attributes import GivenItem, ListedItems
from ..bounded_attempts import MAX_ITEMS, BoundedAttempts
from ..requested_rules import MAX_NAMES, Separation
from .cycles import MAX_COUNTED
from .possible_gifts import Gifts, find_gifts

_CLASSES_OF_A_STEP = 8  # classes that are compared in the time of a step
_GIFTS = Remembered[Gifts]("possible gifts")


@dataclass(frozen=True, kw_only=True)
class ForbiddenPair:
    """A giver and a receiver who must not be a pair."""

    giver: Annotated[
        str, GivenItem("The giver: the name of the item, or the item.", example="Ann")
    ]
    receiver: Annotated[
        str,
        GivenItem("The receiver: the name of the item, or the item.", example="Bob"),
    ]


@dataclass(frozen=True, kw_only=True)
class PairRules(Separation):
    """Who must not give to whom."""

    forbidden: Annotated[
        tuple[ForbiddenPair, ...],
        ListOf(
            "Pairs that are not drawn, in this direction only, such as last year's `pairs`.",
            ObjectOf(
                "",
                members=ForbiddenPair,
                ignored=("indices", "group"),
                component="ForbiddenPair",
            ),
            10 * MAX_NAMES,
            example=[{"giver": "Ann", "receiver": "Cem"}],
            response_text="Without entries that were ignored",
            aliases=parameter_aliases.FORBIDDEN,
        ),
        NAMED,
    ] = ()
    mutual: Annotated[
        bool, Flag("Whether two may draw each other."), Named(always=True)
    ] = True
    cycle: Annotated[
        bool,
        Flag("Whether all make one circle of giving.", aliases=parameter_aliases.CYCLE),
        Named(always=True),
    ] = False


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class PairSampler(AttemptSampler):
    """Draws the receiver of each giver."""

    items: ListedItems
    classes: Sequence[frozenset[int]]
    """For each item, the numbers of its classes: nobody gives to another item of the same class."""
    barred: Sequence[frozenset[int]]
    """For each item, the receivers that are forbidden to it."""
    mutual: bool
    cycle: bool

    def may_give(self, giver: int, receiver: int) -> bool:
        """Return whether no rule forbids a gift to another item."""
        return receiver not in self.barred[giver] and self.classes[giver].isdisjoint(
            self.classes[receiver]
        )

    def list_orders(self) -> list[list[int]]:
        return [list(range(1 if self.cycle else 0, self.n))]

    def attempt(
        self, source: WordSource, work: Work, orders: Orders, swaps: Swaps
    ) -> Sequence[int] | None:
        """Return the receiver of each giver, or None as soon as a gift is forbidden.

        Without `cycle`, step p draws the receiver of item p: the order [2, 0, 1] is the result. With `cycle`, each step
        draws the receiver of the item drawn in the step before, from item 0 on: the order [2, 1] means that 0 gives to
        2, 2 to 1 and 1 to 0, so that the result is [2, 0, 1]. `swaps[0]` gets the position that each step drew.

        FROZEN: a step is a step of fisher_yates, and a forbidden gift ends the attempt at once.
        """
        [order] = orders
        giver = 0
        for place in range(len(order)):
            work.spend(self.slowness + len(self.classes[giver]) // _CLASSES_OF_A_STEP)
            partner = place + source.below(len(order) - place)
            receiver = order[partner]
            order[partner] = order[place]
            order[place] = receiver
            swaps[0].append(partner)
            if receiver == giver or not self.may_give(giver, receiver):
                return None
            if self.cycle:
                giver = receiver
                continue
            if not self.mutual and receiver < giver and order[receiver] == giver:
                return None
            giver += 1
        if not self.cycle:
            return order
        if not self.may_give(giver, 0):
            return None
        receiver_of = dict(pairwise((0, *order, 0)))
        return [receiver_of[item] for item in range(self.n)]

    def draw_arrangement(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return the receiver of each giver, by attempts; up to `MAX_ITEMS` items by `draw_bounded` if these fail.

        With more items, attempts go on until one succeeds.
        """
        if self.n > MAX_ITEMS:
            return self.draw_by_attempts(source, work, is_endless=True) or ()
        result = self.draw_by_attempts(source, work)
        return self.draw_bounded(source, work) if result is None else result

    def draw_bounded(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return an arrangement drawn in another way, by components, by counting or by a path.

        FROZEN: which way, and the order of components, by their first items.
        """
        gifts = work.memory.find(_GIFTS)
        if gifts is None:
            gifts = self._find_gifts(work)
            work.memory.keep(_GIFTS, gifts)
        if self.cycle and self.n <= MAX_COUNTED:
            return gifts.cycles.draw(source)
        attempts = BoundedAttempts(source, work)
        receiver_of = dict[int, int]()
        if self.cycle:
            receiver_of |= attempts.draw_cycle(gifts.receivers, gifts.givers)
        else:
            for component in gifts.components:
                receiver_of |= attempts.draw_gifts(
                    gifts.receivers, gifts.givers, component, mutual=self.mutual
                )
        return [receiver_of[giver] for giver in range(self.n)]

    def find_results_left(self, labels: Labels, work: Work) -> ResultsLeft:
        """Return how many results the rules leave, as far as the possible gifts show it.

        It is one for two items and for items that look alike. It is not counted for more than `MAX_ITEMS` items, or if
        several arrangements may look the same.
        """
        everyone = range(self.n)
        if self.n == 2 or labels.are_alike(everyone):
            return ResultsLeft(is_one=True)
        if self.n > MAX_ITEMS:
            return UNCOUNTED
        is_one = self._find_gifts(work).leave_one(mutual=self.mutual, cycle=self.cycle)
        are_different = len(set(map(labels.read, everyone)) - {None}) == self.n
        return ResultsLeft(is_one) if is_one or are_different else UNCOUNTED

    def _find_gifts(self, work: Work) -> Gifts:
        """Return the possible gifts: the gifts in any arrangement. Raises `Refused` if there is no arrangement."""
        return find_gifts(
            self.items,
            self._list_allowed(work),
            work,
            mutual=self.mutual,
            cycle=self.cycle,
        )

    def _list_allowed(self, work: Work) -> Sequence[int]:
        """Return, for each item, the set of the items that the rules let it give to; bit i stands for item i.

        Of three items, if only 0 and 1 have a class in common: [0b100, 0b100, 0b011].
        """
        members: dict[int, int] = {}  # the set of items in each class
        for item, numbers in enumerate(self.classes):
            for number in numbers:
                members[number] = members.get(number, 0) | (1 << item)
        everyone = (1 << self.n) - 1
        allowed = []
        for giver, numbers in enumerate(self.classes):
            work.spend(1 + len(numbers) + len(self.barred[giver]))
            barred = 1 << giver
            for number in numbers:
                barred |= members[number]
            for receiver in self.barred[giver]:
                barred |= 1 << receiver
            allowed.append(everyone & ~barred)
        return allowed


def keep_known(items: ListedItems, rules: PairRules) -> PairRules:
    """Return the rules, without forbidden pairs of unknown names if unknown names are ignored.

    Raises `Refused` as `ListedItems.list_ignored`.
    """
    names = (name for pair in rules.forbidden for name in (pair.giver, pair.receiver))
    ignored = items.list_ignored(names, "forbidden", rules.unknown)
    if not ignored:
        return rules
    kept = [
        pair
        for pair in rules.forbidden
        if pair.giver not in ignored and pair.receiver not in ignored
    ]
    return replace(rules, forbidden=tuple(kept))


def prepare_pairs(
    items: ListedItems, rules: PairRules, limits: Limits, size: int
) -> PairSampler:
    """Return the sampler to draw who gives to whom. Raises `Refused` for fewer than two items and for unknown names."""
    n = len(items)
    limits.check_objects(n, n, "pairs", "items")
    if n < 2:
        raise Refused("items", "Give two items or more: each gives to another.")
    if n == 2 and not rules.mutual:
        raise Refused("mutual", "Two items can only give to each other.")
    return PairSampler(
        n=n,
        count=n,
        steps=n,
        size=size,
        draws_of_an_item=100,
        items=items,
        classes=_find_classes(items, rules),
        barred=_find_barred(items, rules.forbidden),
        mutual=rules.mutual,
        cycle=rules.cycle,
    )


def _find_classes(items: ListedItems, rules: PairRules) -> Sequence[frozenset[int]]:
    """Return, for each item, the numbers of its classes: one for each value of an attribute, and for each list.

    If the items 0 and 1 have the same team, item 2 has no team, and a list has 1 and 2: {1}, {1, 2} and {2}.
    """
    classes: list[set[int]] = [set() for _ in range(len(items))]
    number = 0
    for place, attribute in enumerate(rules.different):
        for members in items.group_by(attribute, f"different[{place}]").values():
            number += 1
            for item in members:
                classes[item].add(number)
    for place, names in enumerate(rules.apart):
        number += 1
        for position, name in enumerate(names):
            classes[items.find(name, f"apart[{place}][{position}]")].add(number)
    return list(map(frozenset, classes))


def _find_barred(
    items: ListedItems, forbidden: Sequence[ForbiddenPair]
) -> Sequence[frozenset[int]]:
    """Return, for each item, the receivers that are forbidden to it: [{1}, set()] if 0 must not give to 1.

    Raises `Refused` for a name that no item has, or several have.
    """
    barred: list[set[int]] = [set() for _ in range(len(items))]
    for place, pair in enumerate(forbidden):
        giver = items.find(pair.giver, f"forbidden[{place}].giver")
        receiver = items.find(pair.receiver, f"forbidden[{place}].receiver")
        barred[giver].add(receiver)
    return list(map(frozenset, barred))
