"""Deals of games and of decks: the parts that they share."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from service.api.http.draw_response import Json
from service.api.http.services import services
from service.api.http.slots import hold_slot_for
from service.api.schemas.cards import cards_and_indices
from service.api.schemas.deals import DealConditions
from service.core.cards.shoes import Shoe
from service.core.conditions.layout import Layout
from service.core.conditions.parsing import parse_condition, write_codes
from service.core.conditions.search import Search, plan_search
from service.core.errors import Refused
from service.core.games.given import Given, parse_given
from service.core.games.procedures import Deal, Pile, Procedure, all_cards
from service.core.shuffles.plans import Plan, ShuffleRequest, plan_shuffle

_COST_OF_A_HAND = 10  # draws that take as long as dealing and writing a hand or a pile, in a batch


_ITEMS_OF_A_CARD = 64  # of a response that take as much memory as a search takes for each card of the shoe


def read_given(args: DealConditions, procedure: Procedure, shoe: Shoe) -> Given | None:
    """Return the known cards of a deal, or None if there are none. Raises `Refused` for those that do not fit."""
    return parse_given(args.given, procedure, shoe) if args.given else None


def conditions_fields(args: DealConditions, given: Given | None, shoe: Shoe) -> dict[str, Any]:
    """Return the members `given` and `where` of a response, each if there is one."""
    known = {"given": given.to_json()} if given else {}
    return known | ({"where": write_codes(args.where, shoe)} if args.where else {})


def read_search(args: DealConditions, layout: Layout, plan: Plan, first: int | None = None) -> Search | None:
    """Return the search for the condition of a request, whose first candidate has the number `first`, or None.

    Raises `Refused` for a condition that does not fit the deal, and for a number of candidates without one, and `Busy`
    if no slot is free for a large shoe.
    """
    if args.where is None:
        if args.max_candidates is not None:
            raise Refused("max_candidates", "max_candidates is for a condition; give where with it.")
        return None
    hold_slot_for(_ITEMS_OF_A_CARD * len(layout.shoe))
    condition = parse_condition(args.where, layout)
    return plan_search(condition, layout, plan, args.max_candidates, services().limits, first)


NO_DEAL: Json = {"hands": [], "piles": []}
"""The members of a response to a search that found no deal."""


def plan_deal(args: ShuffleRequest, shoe: Shoe, given: Given | None) -> Plan:
    """Return the plan that shuffles a shoe, or the rest of it."""
    limits = services().limits
    return given.plan(args, limits) if given else plan_shuffle(len(shoe), args, limits)


def deal_to_json(deal: Deal, labels: Sequence[Any], seats: Iterable[str | int], member: str = "cards") -> Json:
    """Return the members `hands` and `piles` of a deal; their cards are in the member `member`."""
    hands = zip(seats, deal.hands.values(), strict=True)
    return {
        "hands": [{"seat": seat, **_pile_to_json(labels, hand, member)} for seat, hand in hands],
        "piles": [{"name": name, **_pile_to_json(labels, pile, member)} for name, pile in deal.piles.items()],
    }


def add_hands(plan: Plan, hands: int) -> Plan:
    """Return a plan of a deal that costs as much more as dealing and writing that many hands and piles takes."""
    return replace(plan, cost=plan.cost + _COST_OF_A_HAND * hands)


def deal_text_groups(result: Json) -> list[Sequence[Any]]:
    """Return the lists of cards of a result that plain text has: those of each hand and pile, part by part."""
    return [cards for pile in (*result["hands"], *result["piles"]) for cards in _parts(pile)]


def _pile_to_json(labels: Sequence[Any], pile: Pile, member: str) -> Json:
    """Return the cards of a hand or a pile, and its named parts, if any."""
    parts = [{"name": name, **cards_and_indices(labels, cards, member)} for name, cards in pile.items() if name]
    return cards_and_indices(labels, all_cards(pile), member) | ({"parts": parts} if parts else {})


def _parts(pile: Json) -> list[Sequence[Any]]:
    """Return the cards of a hand or a pile, part by part; cards between named parts are parts, too."""
    cards, indices, parts, done = pile["cards"], pile["indices"], [], 0
    for part in pile.get("parts", ()):
        if part["indices"] and (start := indices.index(part["indices"][0])) > done:
            parts.append(cards[done:start])
            done = start
        parts.append(part["cards"])
        done += len(part["cards"])
    return parts if parts and done == len(cards) else [*parts, cards[done:]]
