"""/v1/items: the caller's own list, shuffled."""

from dataclasses import dataclass
from typing import Any

import marshmallow as ma

from service.api.blueprint import Blueprint, Body, Example, settings
from service.api.parameters import CountField, ShuffleFields, described
from service.api.provenance import Provenance, indices, member, provenance
from service.core.permutations import Shuffling, permute

items = Blueprint("items", "/v1/items", "The caller's own list of JSON values")


@dataclass(frozen=True, kw_only=True)
class ItemsShuffle(Shuffling):
    """What is asked of the caller's list."""

    items: list[Any]
    count: int | None = None


class ItemsShuffleBody(CountField, ShuffleFields):
    """The caller's list."""

    makes = ItemsShuffle

    items = ma.fields.List(
        ma.fields.Raw(allow_none=True, metadata={"description": "Any JSON value"}),
        required=True,
        error_messages={
            "required": "This is required.",
            "null": "Must be an array of any JSON values.",
            "invalid": "Must be an array of any JSON values.",
        },
        metadata=described("What to shuffle: any JSON values.", ["red", "green", {"blue": 3}]),
    )


class ShuffledItems(Provenance):
    """The caller's items in random order."""

    items = ma.fields.List(ma.fields.Raw(allow_none=True), **member("The items, unchanged"))
    indices = indices()


@items.endpoint(
    "/shuffle",
    asks=ItemsShuffleBody,
    answers=ShuffledItems,
    methods=("POST",),
    example=Example({"items": ["red", "green", "blue"], "seed": 42}),
)
def shuffle_items(asked: ItemsShuffle) -> Body:
    """Shuffle the caller's own list."""
    order = permute(len(asked.items), asked, settings().limits, asked.count)
    shuffled = [asked.items[place] for place in order.indices]
    return provenance(asked, order.draws) | {"items": shuffled, "indices": order.indices}
