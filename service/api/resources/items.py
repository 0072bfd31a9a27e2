"""/v1/items: the caller's own list, shuffled."""

from dataclasses import dataclass
from typing import Any

import marshmallow as ma
import orjson

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import DrawResponse, unmistakable
from service.api.http.draw_view import limits
from service.api.schemas.fields import JsonArray
from service.api.schemas.provenance import Provenance, algorithm
from service.api.schemas.requests import CountMixin, ShuffleMixin, openapi
from service.api.schemas.responses import ResponseSchema, indices, required, response_schemas
from service.core.shuffles.plans import Shuffling, plan

items = Blueprint("items", "/v1/items", "The caller's own list of JSON values")


@dataclass(frozen=True, kw_only=True)
class ItemsShuffle(Shuffling):
    """What is asked of the caller's list."""

    items: list[Any]
    count: int | None = None


class ItemsShuffleRequest(CountMixin, ShuffleMixin):
    """The caller's list."""

    target = ItemsShuffle

    items = JsonArray(required=True, metadata=openapi("What to shuffle.", ["red", "green", {"blue": 3}]))


class ItemsHeading(Provenance):
    """The caller's items, shuffled."""

    size = ma.fields.Integer(**required("Items in the list"))


class Shuffled(ResponseSchema):
    """Items in random order."""

    items = ma.fields.List(ma.fields.Raw(allow_none=True), **required("The items, unchanged"))
    indices = indices()


@items.draw_endpoint(
    "/shuffle",
    arguments=ItemsShuffleRequest,
    response=response_schemas(ItemsHeading, Shuffled, "ShuffledItems"),
    methods=("POST",),
    example=Example({"items": ["red", "green", "blue"], "seed": 42}),
)
def shuffle_items(asked: ItemsShuffle) -> DrawResponse:
    """Shuffle the caller's own list."""
    limits().hold(len(asked.items), "items")
    drawn = plan(len(asked.items), asked, limits(), asked.count)
    drawn.size = max(drawn.count, len(orjson.dumps(asked.items)) // _BYTES_OF_AN_ITEM)
    return DrawResponse(
        drawn,
        heading={"size": len(asked.items), **algorithm(asked)},
        tell=lambda places, _: {"items": [asked.items[place] for place in places], "indices": places},
        word=unmistakable,
    )


_BYTES_OF_AN_ITEM = 8  # in a batch, a list counts for as many items as integers of its length
