"""Draw who gives to whom under rules, exactly uniformly: Secret Santa, reviews by peers."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Annotated

from ..core.draw_requests import NAMED, Named
from ..core.errors import Refused
from ..core.results_left import UNCOUNTED, Labels, ResultsLeft
from ..core.rng.sources import WordSource
from ..core.shuffles.samplers import Limits
from ..core.value_types import Flag, ListOf, ObjectOf
from ..core.work import Work
from .attempts import AttemptSampler, Orders, Swaps
from .attributes import GivenItem, ListedItems
from .bounded import MAX_ITEMS, BoundedAttempts
from .gifts import MAX_COUNTED, Gifts
from .rules import MAX_NAMES, Separation

_CLASSES_OF_A_STEP = 8  # that are compared in the time of a step


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
            "Pairs that are not drawn, such as the `pairs` of last year's response, in this direction only.",
            ObjectOf(
                "",
                members=ForbiddenPair,
                ignored=("indices", "group"),
                component="ForbiddenPair",
            ),
            10 * MAX_NAMES,
            example=[{"giver": "Ann", "receiver": "Cem"}],
            response_text="Without entries that were ignored",
        ),
        NAMED,
    ] = ()
    mutual: Annotated[
        bool, Flag("Whether two may draw each other."), Named(always=True)
    ] = True
    cycle: Annotated[
        bool, Flag("Whether all make one circle of giving."), Named(always=True)
    ] = False


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class PairSampler(AttemptSampler):
    """Draws the receiver of each giver.

    `classes` has for each item the classes in which nobody gives to another, `barred` the receivers forbidden to it.
    `possible` keeps the possible gifts once they are found.
    """

    items: ListedItems
    classes: Sequence[frozenset[int]]
    barred: Sequence[frozenset[int]]
    mutual: bool
    cycle: bool
    possible: list[Gifts] = field(default_factory=list)

    def may_give(self, giver: int, receiver: int) -> bool:
        return receiver not in self.barred[giver] and self.classes[giver].isdisjoint(
            self.classes[receiver]
        )

    def list_orders(self) -> list[list[int]]:
        return [list(range(1 if self.cycle else 0, self.n))]

    def attempt(
        self, source: WordSource, work: Work, orders: Orders, swaps: Swaps
    ) -> Sequence[int] | None:
        [order], giver = orders, 0
        for place in range(len(order)):
            work.spend(self.slowness + len(self.classes[giver]) // _CLASSES_OF_A_STEP)
            other = place + source.below(len(order) - place)
            order[place], order[other] = order[other], order[place]
            swaps[0].append(other)
            receiver = order[place]
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
        receivers = dict(pairwise((0, *order, 0)))
        return (
            [receivers[item] for item in range(self.n)]
            if self.may_give(giver, 0)
            else None
        )

    def draw_arrangement(self, source: WordSource, work: Work) -> Sequence[int]:
        if self.n > MAX_ITEMS:
            return self.draw_by_attempts(source, work, is_endless=True) or ()
        result = self.draw_by_attempts(source, work)
        return self.draw_bounded(source, work) if result is None else result

    def draw_bounded(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return an arrangement drawn in another way, by components, by counting or by a path."""
        if not self.possible:
            self.possible.append(self._find_gifts(work))
        [gifts] = self.possible
        if self.cycle and self.n <= MAX_COUNTED:
            return gifts.draw_counted_cycle(source)
        draw = BoundedAttempts(source, work)
        receivers = dict[int, int]()
        if self.cycle:
            receivers |= draw.draw_cycle(gifts.receivers, gifts.givers)
        for members in [] if self.cycle else gifts.components:
            receivers |= draw.draw_gifts(
                gifts.receivers, gifts.givers, members, mutual=self.mutual
            )
        return [receivers[giver] for giver in range(self.n)]

    def count_results(self, labels: Labels, work: Work) -> ResultsLeft:
        """Return how many results the rules leave, as far as the possible gifts tell."""
        everyone = range(self.n)
        if self.n == 2 or labels.are_alike(everyone):
            return ResultsLeft(is_one=True)
        if self.n > MAX_ITEMS:
            return UNCOUNTED
        is_one = self._find_gifts(work).leave_one()
        are_different = len(set(map(labels.read, everyone)) - {None}) == self.n
        return ResultsLeft(is_one) if is_one or are_different else UNCOUNTED

    def _find_gifts(self, work: Work) -> Gifts:
        members: dict[int, int] = {}
        for item, numbers in enumerate(self.classes):
            for number in numbers:
                members[number] = members.get(number, 0) | 1 << item
        allowed = []
        for giver, numbers in enumerate(self.classes):
            work.spend(1 + len(numbers) + len(self.barred[giver]))
            barred = 1 << giver
            for one in (
                *map(members.__getitem__, numbers),
                *(1 << receiver for receiver in self.barred[giver]),
            ):
                barred |= one
            allowed.append((1 << self.n) - 1 & ~barred)
        return Gifts(self.items, allowed, work, mutual=self.mutual, cycle=self.cycle)


def keep_known(items: ListedItems, rules: PairRules) -> PairRules:
    """Return the rules without the forbidden pairs of unknown names if these are ignored.

    Raises `Refused` as `ListedItems.list_ignored`.
    """
    names = (name for pair in rules.forbidden for name in (pair.giver, pair.receiver))
    if not (ignored := items.list_ignored(names, "forbidden", rules.unknown)):
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
    classes: list[set[int]] = [set() for _ in range(n)]
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
    barred: list[set[int]] = [set() for _ in range(n)]
    for place, pair in enumerate(rules.forbidden):
        giver = items.find(pair.giver, f"forbidden[{place}].giver")
        barred[giver].add(items.find(pair.receiver, f"forbidden[{place}].receiver"))
    return PairSampler(
        n=n,
        count=n,
        steps=n,
        size=size,
        draws_of_an_item=100,
        items=items,
        classes=list(map(frozenset, classes)),
        barred=list(map(frozenset, barred)),
        mutual=rules.mutual,
        cycle=rules.cycle,
    )
