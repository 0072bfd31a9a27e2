"""/v1/items: the caller's own list, shuffled."""

from dataclasses import dataclass
from typing import Any

import marshmallow as ma
import orjson

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import Drawing, unmistakable
from service.api.http.draw_view import limits
from service.api.schemas.fields import Items
from service.api.schemas.provenance import Provenance, algorithm
from service.api.schemas.requests import CountField, ShuffleFields, described
from service.api.schemas.responses import Answer, answers, indices, member
from service.core.shuffles.plans import Shuffling, plan

items = Blueprint("items", "/v1/items", "The caller's own list of JSON values")


@dataclass(frozen=True, kw_only=True)
class ItemsShuffle(Shuffling):
    """What is asked of the caller's list."""

    items: list[Any]
    count: int | None = None


class ItemsShuffleRequest(CountField, ShuffleFields):
    """The caller's list."""

    makes = ItemsShuffle

    items = Items(required=True, metadata=described("What to shuffle.", ["red", "green", {"blue": 3}]))


class ItemsHeading(Provenance):
    """The caller's items, shuffled."""

    size = ma.fields.Integer(**member("Items in the list"))


class Shuffled(Answer):
    """Items in random order."""

    items = ma.fields.List(ma.fields.Raw(allow_none=True), **member("The items, unchanged"))
    indices = indices()


@items.drawing(
    "/shuffle",
    asks=ItemsShuffleRequest,
    answers=answers(ItemsHeading, Shuffled, "ShuffledItems"),
    methods=("POST",),
    example=Example({"items": ["red", "green", "blue"], "seed": 42}),
)
def shuffle_items(asked: ItemsShuffle) -> Drawing:
    """Shuffle the caller's own list."""
    limits().hold(len(asked.items), "items")
    drawn = plan(len(asked.items), asked, limits(), asked.count)
    drawn.size = max(drawn.count, len(orjson.dumps(asked.items)) // _BYTES_OF_AN_ITEM)
    return Drawing(
        drawn,
        heading={"size": len(asked.items), **algorithm(asked)},
        tell=lambda places, _: {"items": [asked.items[place] for place in places], "indices": places},
        word=unmistakable,
    )


_BYTES_OF_AN_ITEM = 8  # in a batch, a list counts for as many items as integers of its length
