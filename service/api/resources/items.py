"""/v1/items: the caller's own list, shuffled."""

from dataclasses import dataclass
from typing import Any

import marshmallow as ma
import orjson

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import DrawResponse, format_value
from service.api.http.services import services
from service.api.schemas.fields import JsonArray
from service.api.schemas.provenance import ShuffleProvenance, algorithm_fields
from service.api.schemas.requests import CountMixin, RequestSchema, ShuffleMixin, openapi
from service.api.schemas.responses import ResponseSchema, indices, required, response_schemas
from service.core.lists import hash_list
from service.core.shuffles.plans import ShuffleRequest, plan_shuffle

items = Blueprint("items", "/v1/items", "The caller's own list of JSON values")


@dataclass(frozen=True, kw_only=True)
class ItemsShuffle(ShuffleRequest):
    """The arguments of a shuffle of the caller's list."""

    items: list[Any]
    count: int | None = None


class ItemsMixin(RequestSchema):
    """The caller's list."""

    items = JsonArray(required=True, metadata=openapi("The items to shuffle.", ["red", "green", {"blue": 3}]))


class ItemsShuffleRequest(CountMixin, ShuffleMixin, ItemsMixin):
    """A shuffle of the caller's list."""

    target = ItemsShuffle


class ItemsFields(ShuffleProvenance):
    """The caller's items, shuffled."""

    size = ma.fields.Integer(**required("The number of items in the list"))
    items_sha256 = ma.fields.String(
        allow_none=True,
        **required(
            "SHA-256 of the list in the order of the request, in canonical JSON (RFC 8785): publish it before the "
            "shuffle, and anybody can check the list after. Null if a number in the list is an integer beyond 2^53 - 1",
            pattern="^[0-9a-f]{64}$",
        ),
    )


class Shuffled(ResponseSchema):
    """Items in random order."""

    items = ma.fields.List(ma.fields.Raw(allow_none=True), **required("The items, unchanged"))
    indices = indices()


@items.draw_endpoint(
    "/shuffle",
    arguments=ItemsShuffleRequest,
    response=response_schemas(ItemsFields, Shuffled, "ShuffledItems"),
    methods=("POST",),
    example=Example({"items": ["red", "green", "blue"], "seed": "42"}),
)
def shuffle_items(args: ItemsShuffle) -> DrawResponse:
    """Shuffle the caller's own list.

    The items are any JSON values, and come back unchanged with their positions in the request.
    """
    items, limits = args.items, services().limits
    limits.check_shuffled(len(items), "items")
    count = len(items) if args.count is None else args.count
    size = max(count, len(orjson.dumps(items)) // _BYTES_OF_AN_ITEM)
    return DrawResponse(
        plan_shuffle(len(items), args, limits, count, size),
        common={"size": len(items), "items_sha256": hash_list(items), **algorithm_fields(args)},
        to_json=lambda order, _: {"items": [items[index] for index in order], "indices": order},
        format_item=format_value,
    )


_BYTES_OF_AN_ITEM = 8  # in a batch, a list counts for as many items as integers of its length
