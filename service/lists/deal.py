"""/v1/items/deal: the caller's own cards, shuffled and dealt as a deck is."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any

from ..core.draw_requests import NAMED
from ..core.value_types import MAX_MAGNITUDE, Document, Integer, ListOf, Text
from ..deals.conditional_deals import DealConditionsFields, ItemConditions
from ..deals.deal_results import (
    add_steps_of_hands,
    check_hands,
    deal_to_json,
    find_deals_left,
    read_seats,
)
from ..deals.deal_searches import given_fields, read_search, resolve_conditions
from ..games.dealing import (
    MAX_PILES,
    DealRequest,
    ItemDeals,
    PileSize,
    build_procedure,
    set_up_item_deals,
)
from ..http.blueprint import Example
from ..http.caller_lists.results import ListResults, Shown, pair_places
from ..http.draws.response_draft import ResponseDraft
from ..http.results.result_types import Json, ResultPosition
from ..http.schemas.fields import parameter
from ..http.schemas.provenance import algorithm_fields
from ..http.schemas.request_schemas import (
    ObjectSchema,
    RequestSchema,
    ShuffledDraw,
    errors,
    nested,
)
from ..http.schemas.response_schemas import ResponseSchema, required, response_schemas
from ..http.services import services
from .caller_list import ITEMS, CallerItems
from .list_sizes import measure_list
from .response_fields import ItemSequence, ItemsFields, describe_list

blueprint = ITEMS.part("deal")


@dataclass(frozen=True, kw_only=True)
class ItemsDeal(ItemConditions, ShuffledDraw, DealRequest, CallerItems):
    """The arguments of a deal of the caller's cards."""

    piles: Annotated[tuple[dict[str, Any], ...], NAMED] = ()


class PileRequest(ObjectSchema):
    """A pile to deal."""

    error_messages = errors("an object with name and cards")

    name = parameter(
        Text("Its name, which is neither burns nor stock.", 64, example="market")
    )
    cards = parameter(
        Integer("The number of cards in it.", 1, MAX_MAGNITUDE, example=5)
    )


class PilesParameters(RequestSchema):
    """The piles of the caller's own. No dataclass describes them: each is an object with a schema of its own."""

    piles = parameter(
        ListOf(
            "Piles, which get their cards after the hands, in this order.",
            Document(),
            MAX_PILES,
            example=[{"name": "market", "cards": 5}],
        ),
        default=None,
        item=nested(PileRequest, "A pile"),
    )


class ItemsDealRequest(PilesParameters, RequestSchema):
    """A deal of the caller's cards: the parameters of its dataclass, and the piles."""

    target = ItemsDeal


class ItemsHand(ItemSequence):
    """One hand."""

    seat = required(str, "The number of the seat, from 1 at the dealer's left")


class ItemsPile(ItemSequence):
    """One pile, from the top."""

    name = required(str, "burns, stock, or its name in the request")


class DealtItems(ResponseSchema):
    """Hands and piles; every item is in exactly one."""

    hands = required(list[ItemsHand], "A hand for each seat")
    piles = required(
        list[ItemsPile],
        "The burned cards, if any, the piles of the request, and the stock",
    )


class DealtItemsFields(DealConditionsFields, ItemsFields):
    """The caller's cards, shuffled and dealt."""


_EXAMPLE = Example(
    {
        "items": ["oak", "elm", "ash", "fir", "yew", "bay", "box"],
        "hands": 2,
        "cards": 2,
        "piles": [{"name": "market", "cards": 2}],
        "seed": "42",
    }
)


@blueprint.draw_endpoint(
    "/deal",
    arguments=ItemsDealRequest,
    response=response_schemas(DealtItemsFields, DealtItems, "ItemsDeal"),
    methods=("POST",),
    results=lambda asked: SearchedItemDeals if "where" in asked else ItemDealResults,
    example=_EXAMPLE,
)
def deal_items(args: ItemsDeal) -> ResponseDraft:
    """Shuffle the caller's own cards and deal them round the table from the top.

    The hands have one size or come in packets, after cards that are burned. After the hands each of the `piles` gets
    its cards; the pile `stock` has those that are left. A condition is on items: with `where`
    `{"hand": "1", "item": {"type": "land"}, "min": 2}` seat 1 has two objects with this member or more.
    """
    items = args.items
    limits = services().allowed.limits
    limits.check_shuffled(len(items), "items")
    check_hands(args, len(items), len(args.piles))
    deals = _set_up_deals(args)
    size = measure_list(items)
    sampler = deals.sampler(args, limits, size)
    search = read_search(args, deals, sampler)  # None without `where`
    hands_and_piles = args.hands + len(args.piles)
    common = describe_list(items) | given_fields(deals) | algorithm_fields(args)
    results_type = SearchedItemDeals if search else ItemDealResults
    resolved = resolve_conditions(args, deals, search)
    return ResponseDraft(
        add_steps_of_hands(sampler, hands_and_piles),
        common=common,
        results=results_type(deals),
        search=search,
        request=replace(args, **resolved),
        find_results_left=lambda labels, deal, _: find_deals_left(deals, labels, deal),
    )


def _set_up_deals(args: ItemsDeal) -> ItemDeals:
    """Return the deals of a request: its items, hands, piles and given items."""
    items = args.items
    piles = [PileSize(pile["name"], pile["cards"]) for pile in args.piles]
    procedure = build_procedure(args, len(items), piles)
    return set_up_item_deals(items, procedure, args.given)


@dataclass
class ItemDealResults(ListResults):
    """The hands and piles of a list; each item is in exactly one hand or pile."""

    deals: ItemDeals

    members = ("hands", "piles")

    no_result = MappingProxyType({"hands": [], "piles": []})

    @classmethod
    def read_response(cls, response: Mapping[str, Any]) -> Mapping[str, Any]:
        return read_seats(response)

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return deal_to_json(self.deals.deal(indices), self.deals.items, "items")

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        places = result["hands"] + result["piles"]
        return [place["items"] for place in places]

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        return pair_places(result, cls.members)

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:  # noqa: ARG003
        return False


@dataclass
class SearchedItemDeals(ItemDealResults):
    """The deals of a list that a search found. If it found none, the result depends on items that no deal shows."""

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:
        return not shown and size > 0
