"""Draw who gives to whom under rules, exactly uniformly: Secret Santa, reviews by peers."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

from service.core.arrangements.attempts import AttemptPlan, Orders, Swaps
from service.core.arrangements.attributes import ItemName, ListedItems
from service.core.arrangements.rules import MAX_NAMES, Separation
from service.core.errors import Refused
from service.core.rng.sources import WordSource
from service.core.shuffles.plans import Limits
from service.core.value_types import Flag, ListOf, ObjectOf
from service.core.work import Work

_CLASSES_OF_A_STEP = 8  # that are compared in the time of a step


@dataclass(frozen=True, kw_only=True)
class ForbiddenPair:
    """A giver and a receiver who must not be a pair."""

    giver: Annotated[str, ItemName("The name of the giver.", example="Ann")]
    receiver: Annotated[str, ItemName("The name of the receiver.", example="Bob")]


@dataclass(frozen=True, kw_only=True)
class PairRules(Separation):
    """Who must not give to whom."""

    forbidden: Annotated[
        tuple[ForbiddenPair, ...],
        ListOf(
            "Pairs that are not drawn, such as those of last year, in this direction only.",
            ObjectOf("", members=ForbiddenPair, component="ForbiddenPair"),
            10 * MAX_NAMES,
            example=[{"giver": "Ann", "receiver": "Cem"}],
        ),
    ] = ()
    mutual: Annotated[bool, Flag("Whether two may draw each other.")] = True
    cycle: Annotated[bool, Flag("Whether all make one circle of giving.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PairPlan(AttemptPlan):
    """Draws the receiver of each giver.

    `classes` has for each item the classes in which nobody gives to another, `barred` the receivers forbidden to it.
    """

    classes: Sequence[frozenset[int]]
    barred: Sequence[frozenset[int]]
    mutual: bool
    cycle: bool

    def may_give(self, giver: int, receiver: int) -> bool:
        return receiver not in self.barred[giver] and self.classes[giver].isdisjoint(self.classes[receiver])

    def list_orders(self) -> list[list[int]]:
        return [[*range(1 if self.cycle else 0, self.n)]]

    def attempt(self, source: WordSource, work: Work, orders: Orders, swaps: Swaps) -> Sequence[int] | None:
        draw = self._draw_cycle if self.cycle else self._draw_receivers
        return draw(source, work, orders[0], swaps)

    def _draw_receivers(self, source: WordSource, work: Work, order: list[int], swaps: Swaps) -> Sequence[int] | None:
        for giver in range(self.n):
            work.spend(self.slowness + len(self.classes[giver]) // _CLASSES_OF_A_STEP)
            other = giver + source.below(self.n - giver)
            order[giver], order[other] = order[other], order[giver]
            swaps.append((order, giver, other))
            receiver = order[giver]
            if receiver == giver or not self.may_give(giver, receiver):
                return None
            if not self.mutual and receiver < giver and order[receiver] == giver:
                return None
        return order

    def _draw_cycle(self, source: WordSource, work: Work, order: list[int], swaps: Swaps) -> Sequence[int] | None:
        if not self.mutual and self.n == 2:
            return None
        giver = 0
        for place in range(self.n - 1):
            work.spend(self.slowness + len(self.classes[giver]) // _CLASSES_OF_A_STEP)
            other = place + source.below(self.n - 1 - place)
            order[place], order[other] = order[other], order[place]
            swaps.append((order, place, other))
            if not self.may_give(giver, order[place]):
                return None
            giver = order[place]
        if not self.may_give(giver, 0):
            return None
        receivers = dict(pairwise((0, *order, 0)))
        return [receivers[item] for item in range(self.n)]

    def check_contradiction(self, work: Work) -> None:
        if self.n == 2 and not self.mutual:
            raise Refused("mutual", "Two items can only give to each other.")
        givers, receivers = find_blocked([self._list_receivers(giver, work) for giver in range(self.n)], work)
        if givers:
            to = f"only to {_list_items(receivers)}" if receivers else "to nobody"
            raise Refused("items", f"No arrangement fulfils these rules: {_list_items(givers)} may give {to}.")

    def _list_receivers(self, giver: int, work: Work) -> Sequence[int]:
        steps = 1 + len(self.classes[giver]) // _CLASSES_OF_A_STEP

        def may_give(receiver: int) -> bool:
            work.spend(steps)
            return receiver != giver and self.may_give(giver, receiver)

        return [*filter(may_give, range(self.n))]


def find_blocked(allowed: Sequence[Sequence[int]], work: Work) -> tuple[Sequence[int], Sequence[int]]:
    """Return givers who have together fewer receivers than they are, and these receivers; ((), ()) if all can give.

    `allowed` has the receivers that each giver may have. Givers are matched along augmenting paths (Kuhn 1955); those
    that a giver without a receiver reaches are the blocked ones (Hall 1935).
    """
    giver_of: dict[int, int] = {}
    for start in range(len(allowed)):
        came_from, queue, seen, end = {start: -1}, deque([start]), {}, None
        while queue and end is None:
            giver = queue.popleft()
            work.spend(len(allowed[giver]))
            for receiver in allowed[giver]:
                if receiver in seen:
                    continue
                seen[receiver] = giver
                if receiver not in giver_of:
                    end = receiver
                    break
                came_from[giver_of[receiver]] = receiver
                queue.append(giver_of[receiver])
        if end is None:
            return sorted(came_from), sorted(seen)
        while end != -1:
            giver = seen[end]
            giver_of[end] = giver
            end = came_from[giver]
    return (), ()


def _list_items(indices: Sequence[int]) -> str:
    shown = ", ".join(map(str, indices[:10]))
    return f"item {shown}" if len(indices) == 1 else f"items {shown}{', …' if len(indices) > 10 else ''}"


def plan_pairs(items: ListedItems, rules: PairRules, limits: Limits, size: int) -> PairPlan:
    """Return the plan to draw who gives to whom. Raises `Refused` for fewer than two items and for unknown names."""
    n = len(items)
    limits.check_items(n, "items")
    if n < 2:
        raise Refused("items", "Give two items or more: each gives to another.")
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
    return PairPlan(
        n=n,
        count=n,
        cost=n,
        size=size,
        classes=[*map(frozenset, classes)],
        barred=[*map(frozenset, barred)],
        mutual=rules.mutual,
        cycle=rules.cycle,
    )
