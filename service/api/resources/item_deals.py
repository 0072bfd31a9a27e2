"""/v1/items/deal: the caller's own cards, dealt as a deck is dealt, with piles of the caller's own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import marshmallow as ma
import orjson

from service.api.http.blueprint import Example
from service.api.http.draw_response import DrawResponse
from service.api.http.replay import Replay
from service.api.http.results import Json, ResultPosition, Results, format_value
from service.api.http.services import services
from service.api.resources.deals import add_hands, deal_to_json
from service.api.resources.items import (
    BYTES_OF_AN_ITEM,
    ItemList,
    ItemSequence,
    ItemsFields,
    ItemsMixin,
    items,
    list_fields,
)
from service.api.resources.replay_items import reconcile_items, recover_dealt_items
from service.api.schemas.cards import deal_fields
from service.api.schemas.deals import PlainDealFields
from service.api.schemas.fields import parameter
from service.api.schemas.proofs import ObjectSchema, errors, nested
from service.api.schemas.provenance import algorithm_fields
from service.api.schemas.requests import DealMixin, RequestSchema, ShuffleMixin
from service.api.schemas.responses import ResponseSchema, required, response_schemas
from service.core.games.deals import MAX_PILES, DealRequest, build_procedure
from service.core.games.procedures import Deal
from service.core.kinds import Document, Integer, ListOf, Text
from service.core.shuffles.integers import MAX_MAGNITUDE
from service.core.shuffles.plans import ShuffleRequest, plan_shuffle


@dataclass(frozen=True, kw_only=True)
class ItemsDeal(ShuffleRequest, DealRequest, ItemList):
    """The arguments of a deal of the caller's cards."""

    piles: tuple[dict[str, Any], ...] = ()


class PileRequest(ObjectSchema):
    """A pile to deal."""

    error_messages = errors("an object with name and cards")

    name = parameter(Text("Its name, which is neither burns nor stock.", 64, example="market"))
    cards = parameter(Integer("The number of cards in it.", 1, MAX_MAGNITUDE, example=5))


class PilesMixin(RequestSchema):
    """The piles of the caller's own."""

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


class ItemsDealRequest(PilesMixin, ShuffleMixin, DealMixin, ItemsMixin):
    """A deal of the caller's cards."""

    target = ItemsDeal


class ItemsHand(ItemSequence):
    """One hand."""

    seat = ma.fields.Integer(**required("The number of the seat, from 1 at the dealer's left"))


class ItemsPile(ItemSequence):
    """One pile, from the top."""

    name = ma.fields.String(**required("burns, stock, or its name in the request"))


class DealtItems(ResponseSchema):
    """Hands and piles; every item is in exactly one."""

    hands = ma.fields.List(ma.fields.Nested(ItemsHand), **required("A hand for each seat"))
    piles = ma.fields.List(
        ma.fields.Nested(ItemsPile), **required("The burned cards, if any, the piles of the request, and the stock")
    )


class DealtItemsFields(PlainDealFields, ItemsFields):
    """The caller's cards, shuffled and dealt."""


@items.draw_endpoint(
    "/deal",
    arguments=ItemsDealRequest,
    response=response_schemas(DealtItemsFields, DealtItems, "ItemsDeal"),
    methods=("POST",),
    replay=Replay(
        recovered=["items", "hands", "piles"],
        recover=recover_dealt_items,
        reconcile=reconcile_items,
        mark="items_sha256",
    ),
    example=Example(
        {
            "items": ["oak", "elm", "ash", "fir", "yew", "bay", "box"],
            "hands": 2,
            "cards": 2,
            "piles": [{"name": "market", "cards": 2}],
            "seed": "42",
        }
    ),
)
def deal_items(args: ItemsDeal) -> DrawResponse:
    """Shuffle the caller's own cards and deal them round the table from the top.

    As a deck is dealt: hands of one size, or in packets, with burned cards before the first. After the hands each of
    the `piles` gets its cards; the pile `stock` has those that are left.
    """
    items, limits = args.items, services().limits
    limits.check_shuffled(len(items), "items")
    procedure = build_procedure(args, len(items), [(pile["name"], pile["cards"]) for pile in args.piles])
    size = max(len(items), len(orjson.dumps(items)) // BYTES_OF_AN_ITEM)
    plan = plan_shuffle(len(items), args, limits, size=size)
    return DrawResponse(
        add_hands(plan, args.hands + len(args.piles)),
        request={"path": "/v1/items/deal", "hands": args.hands} | ({"piles": list(args.piles)} if args.piles else {}),
        common=list_fields(items) | deal_fields(args) | algorithm_fields(args),
        results=ItemDealResults(items, procedure.deal(range(len(items)))),
    )


@dataclass
class ItemDealResults(Results):
    """The hands and piles of a list of items, given the deal of their numbers in unshuffled order."""

    items: Sequence[Any]
    positions: Deal

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        seats = range(1, len(self.positions.hands) + 1)
        return deal_to_json(self.positions.map_to(indices), self.items, seats, "items")

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        """Return the items of each hand and pile."""
        return [place["items"] for place in (*result["hands"], *result["piles"])]

    def format_item(self, item: Any) -> str:
        """Return an item as a word that is different for every value."""
        return format_value(item)
