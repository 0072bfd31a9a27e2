"""/v1/items: the caller's own list, shuffled; item_draws.py draws from it by weights, item_deals.py deals it."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, ClassVar

import marshmallow as ma
import orjson
import rfc8785

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import DrawResponse
from service.api.http.replay import Replay
from service.api.http.results import Json, NumberResults, ResultPosition, format_value
from service.api.http.services import services
from service.api.resources.replay_items import reconcile_items, recover_shuffled_items
from service.api.schemas.fields import JsonValues
from service.api.schemas.provenance import ShuffleProvenance, algorithm_fields
from service.api.schemas.requests import CountMixin, RequestSchema, ShuffleMixin
from service.api.schemas.responses import ResponseSchema, indices, required, response_schemas
from service.core.shuffles.integers import ResultSize
from service.core.shuffles.plans import ShuffleRequest, plan_shuffle

items = Blueprint("items", "/v1/items", "The caller's own list of JSON values")


@dataclass(frozen=True, kw_only=True)
class ItemList:
    """The caller's list."""

    items: Annotated[list[Any], JsonValues("The items.", example=["red", "green", {"blue": 3}])]


@dataclass(frozen=True, kw_only=True)
class ItemsShuffle(ShuffleRequest, ResultSize, ItemList):
    """The arguments of a shuffle of the caller's list."""


class ItemsMixin(RequestSchema):
    """The caller's list."""

    described: ClassVar[type] = ItemList


class ItemsShuffleRequest(CountMixin, ShuffleMixin, ItemsMixin):
    """A shuffle of the caller's list."""

    target = ItemsShuffle


class ListFields(ResponseSchema):
    """The caller's list."""

    size = ma.fields.Integer(**required("The number of items in the list"))
    items_sha256 = ma.fields.String(
        allow_none=True,
        **required(
            "SHA-256 of the list in the order of the request, in canonical JSON (RFC 8785): publish it before the "
            "shuffle, and anybody can check the list after. Null if a number in it is above 2^53 - 1 in magnitude",
            pattern="^[0-9a-f]{64}$",
        ),
    )


class ItemsFields(ListFields, ShuffleProvenance):
    """The caller's items, shuffled."""


class ItemSequence(ResponseSchema):
    """Items in random order."""

    items = ma.fields.List(ma.fields.Raw(allow_none=True), **required("The items, unchanged"))
    indices = indices()


@items.draw_endpoint(
    "/shuffle",
    arguments=ItemsShuffleRequest,
    response=response_schemas(ItemsFields, ItemSequence, "ShuffledItems"),
    has_table=True,
    methods=("POST",),
    replay=Replay(recovered=["items", "count"], recover=recover_shuffled_items, reconcile=reconcile_items),
    example=Example({"items": ["red", "green", "blue"], "seed": "42"}),
)
def shuffle_items(args: ItemsShuffle) -> DrawResponse:
    """Shuffle the caller's own list.

    The items are any JSON values, and come back unchanged with their positions in the request.
    """
    items, limits = args.items, services().limits
    limits.check_shuffled(len(items), "items")
    count = len(items) if args.count is None else args.count
    size = max(count, len(orjson.dumps(items)) // BYTES_OF_AN_ITEM)
    return DrawResponse(
        plan_shuffle(len(items), args, limits, count, size),
        request={"path": "/v1/items/shuffle", "count": count},
        common=list_fields(items) | algorithm_fields(args),
        results=ItemResults(items),
    )


def list_fields(items: list[Any]) -> dict[str, Any]:
    """Return the members of `ListFields`."""
    return {"size": len(items), "items_sha256": hash_list(items)}


class ItemResults(NumberResults):
    """Items of a list in random order, and their indices."""

    def __init__(self, items: Sequence[Any]) -> None:
        super().__init__(max(len(items) - 1, 0))
        self._items = items

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {"items": list(map(self._items.__getitem__, indices)), "indices": indices}

    def format_item(self, item: Any) -> str:
        """Return an item as a word that is different for every value."""
        return format_value(item)


def hash_list(values: list[Any]) -> str | None:
    """Return the SHA-256 of the canonical form (RFC 8785) of a list of JSON values, in hex.

    Return None if the absolute value of any number in it is above 2^53 - 1, as of 2^60 or 1e300: in the canonical form
    it is rounded, so that different lists would have the same hash.
    """
    text = orjson.dumps(values, option=orjson.OPT_SORT_KEYS)
    if not {*map(type, values)} <= _SAME and _MAY_DIFFER.search(text):
        try:
            text = rfc8785.dumps(json.loads(text, parse_float=_parse_float))
        except rfc8785.IntegerDomainError:
            return None
    return sha256(text).hexdigest()


def _parse_float(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number


# orjson is fifty times as fast as rfc8785 and writes the same, except 1.0 for 1, exponents, and the order of names with
# characters beyond the first plane.
_SAME = {str, bool, type(None)}
_MAY_DIFFER = re.compile(rb"[\[,:]-?(\d{16}|\d+(\.0[,\]}]|[.\d]*e))|[\xf0-\xf4]")

BYTES_OF_AN_ITEM = 8
"""In a batch, a list counts for as many items as integers of its length."""
