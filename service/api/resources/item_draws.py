"""/v1/items/draw: items of the caller's own list, drawn by their weights."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import marshmallow as ma
import orjson

from service.api.http.blueprint import Example
from service.api.http.draw_response import DrawResponse
from service.api.http.replay import Replay
from service.api.http.services import services
from service.api.resources.items import (
    BYTES_OF_AN_ITEM,
    ItemList,
    ItemResults,
    ItemSequence,
    ItemsMixin,
    ListFields,
    items,
    list_fields,
)
from service.api.resources.replay_items import reconcile_items, recover_items
from service.api.schemas.provenance import Provenance
from service.api.schemas.requests import RequestSchema, SeedMixin, SignMixin
from service.api.schemas.responses import required, response_schemas
from service.core.errors import Refused
from service.core.kinds import Flag, Integer, ListOf
from service.core.rng.streams import Randomness
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.integers import MAX_MAGNITUDE
from service.core.shuffles.plans import Limits
from service.core.shuffles.weighted import MAX_TOTAL, plan_weighted


@dataclass(frozen=True, kw_only=True)
class WeightedDraw:
    """The weights of items and the number of draws; without weights each item has the weight 1."""

    weights: Annotated[
        tuple[int, ...] | None,
        ListOf(
            "The weight of each item: the chance of an item is its weight out of the total.",
            Integer("", 0, MAX_TOTAL),
            1_000_000,
            1,
            is_empty_default=False,
            example=[70, 25, 5],
            implied="1 each",
        ),
    ] = None
    count: Annotated[int, Integer("The number of items to draw.", 1, MAX_MAGNITUDE, example=3)] = 1
    replacement: Annotated[bool, Flag("Whether an item may be drawn again.")] = False


@dataclass(frozen=True, kw_only=True)
class ItemsDraw(Randomness, WeightedDraw, ItemList):
    """The arguments of a draw of items."""


class WeightsMixin(RequestSchema):
    """The weights of items and the number of draws."""

    described: ClassVar[type] = WeightedDraw


class ItemsDrawRequest(WeightsMixin, SignMixin, SeedMixin, ItemsMixin):
    """A draw of items by their weights."""

    target = ItemsDraw


class DrawnItemsFields(ListFields, Provenance):
    """Items drawn by their weights."""

    described: ClassVar[type] = WeightedDraw
    always = ("count", "replacement")

    algorithm = ma.fields.String(allow_none=True, **required("Null: no shuffle applies"))


@items.draw_endpoint(
    "/draw",
    arguments=ItemsDrawRequest,
    response=response_schemas(DrawnItemsFields, ItemSequence, "DrawnItems"),
    methods=("POST",),
    replay=Replay(recovered=["items"], recover=recover_items, reconcile=reconcile_items, mark="replacement"),
    example=Example(
        {
            "items": ["common", "rare", "epic"],
            "weights": [70, 25, 5],
            "count": 3,
            "replacement": True,
            "seed": "42",
        }
    ),
)
def draw_items(args: ItemsDraw) -> DrawResponse:
    """Draw items of the caller's own list by their weights, as from a loot table.

    The chance of an item is exactly its weight out of the total of the weights. Without replacement an item that was
    drawn is out, and the next draw is among the others.
    """
    items, limits = args.items, services().limits
    limits.check_shuffled(len(items), "items")
    weights = args.weights or (1,) * len(items)
    if len(weights) != len(items):
        raise Refused(
            "weights", f"There must be one weight for each of the {len(items):,} items, not {len(weights):,}."
        )
    size = _check_size(args, limits)
    return DrawResponse(
        plan_weighted(weights, args.count, limits, size, replacement=args.replacement),
        request={"path": "/v1/items/draw"},
        common=list_fields(items)
        | ({"weights": args.weights} if args.weights else {})
        | {"count": args.count, "replacement": args.replacement, "algorithm": None, "uniformity": Uniformity.EXACT},
        results=ItemResults(items),
    )


def _check_size(args: ItemsDraw, limits: Limits) -> int:
    """Return the size of a result, counted in integers. Raises `Refused` if large items might be drawn too often."""
    largest = max((len(orjson.dumps(item)) for item in args.items), default=0)
    size = max(args.count, args.count * largest // BYTES_OF_AN_ITEM)
    if not args.replacement:
        size = min(size, max(args.count, len(orjson.dumps(args.items)) // BYTES_OF_AN_ITEM))
    elif args.count <= limits.items < size:
        raise Refused(
            "count",
            f"{args.count:,} draws of items of up to {largest:,} bytes may take {args.count * largest:,} bytes; the "
            f"limit here is {BYTES_OF_AN_ITEM * limits.items:,} ({BYTES_OF_AN_ITEM} for each item of the operator's "
            "MAX_ITEMS).",
        )
    return size
