"""/v1/items/draw: items of the caller's own list, drawn by weights or from strata."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

from ..arrangements import parameter_aliases as rule_aliases
from ..arrangements.attributes import ListedItems
from ..arrangements.strata import Strata, prepare_strata
from ..core.draw_requests import NAMED
from ..core.errors import OverLimit, Refused
from ..core.limits import Limits
from ..core.object_types import ObjectOf
from ..core.results_left import ResultsLeft
from ..core.shuffles.samplers import Sampler
from ..core.value_types import MAX_MAGNITUDE, Flag, Integer, ListOf, Number
from ..http.blueprint import Example
from ..http.response_draft import CountResults, ResponseDraft
from ..http.schemas import request_schemas
from ..http.schemas.provenance import NO_SHUFFLE, Provenance
from ..http.schemas.request_schemas import SeededDraw
from ..http.schemas.response_schemas import optional, required, response_schemas
from ..http.services import services
from ..integers import parameter_aliases
from ..integers.integer_draws import MAX_TOTAL, make_whole, prepare_weighted
from .caller_list import ITEMS, CallerItems
from .list_sizes import BYTES_OF_AN_ITEM, measure_json, measure_largest, measure_shown
from .response_fields import ItemSequence, ListFields, describe_list
from .shown_items import ItemResults

blueprint = ITEMS.part("draw")


@dataclass(frozen=True, eq=False)
class Weight(Number):
    """A number from 0; one without a fraction stays an integer."""

    max: float = MAX_TOTAL

    @property
    def accepted(self) -> str:
        return f"a number from 0 to {self.max}"

    def convert(self, value: Any) -> Any:
        return value


@dataclass(frozen=True, kw_only=True)
class WeightedDraw:
    """The weights of items and the number of draws. Without weights each item has the weight 1."""

    weights: Annotated[
        tuple[float, ...] | None,
        ListOf(
            "The weight of each item: the chance of an item is its weight out of the total.",
            Weight(),
            1_000_000,
            1,
            is_empty_default=False,
            example=[70, 25, 5],
            default_text="1 each",
            note="Decimals are multiplied by the least power of ten that makes all of them whole.",
        ),
        NAMED,
    ] = None
    count: Annotated[
        int | None,
        Integer(
            "The number of items to draw.",
            1,
            MAX_MAGNITUDE,
            example=3,
            default_text="1, or the sum of strata.counts",
            aliases=parameter_aliases.COUNT,
        ),
        NAMED,
    ] = None
    replacement: Annotated[
        bool,
        Flag(
            "Whether an item may be drawn again.", aliases=parameter_aliases.REPLACEMENT
        ),
        NAMED,
    ] = False


@dataclass(frozen=True, kw_only=True)
class ItemsDraw(WeightedDraw, SeededDraw, CallerItems):
    """The arguments of a draw of items."""

    strata: Annotated[
        Strata | None,
        ObjectOf(
            "A sample with so many items of each value of an attribute, without weights, value by value.",
            members=Strata,
            component="Strata",
            note="Without `counts` in proportion to the list.",
            example={"attribute": "sex", "counts": {"f": 3, "m": 3}},
            response_text="As in the request, with all counts",
            aliases=rule_aliases.STRATA,
        ),
        NAMED,
    ] = None

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether there is one item, or one with a weight."""
        weights = members.get("weights") or ()
        items_with_weight = sum(map(bool, weights))
        return super().has_one_result(members) or items_with_weight == 1


class DrawnItemsFields(ListFields, Provenance):
    """Items drawn by their weights, or from strata."""

    described = ItemsDraw
    always = ("count",)

    algorithm = required(str | None, "Null: no shuffle applies")
    weights = optional(
        list[int],
        "The weights, times the least power of ten that makes all of them whole",
    )


@blueprint.draw_endpoint(
    "/draw",
    arguments=request_schemas.request_schema("ItemsDrawRequest", ItemsDraw),
    response=response_schemas(DrawnItemsFields, ItemSequence, "DrawnItems"),
    methods=("POST",),
    results=lambda asked: StrataResults if "strata" in asked else ItemResults,
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
def draw_items(args: ItemsDraw) -> ResponseDraft:
    """Draw items of the caller's own list by their weights, as from a loot table or in a raffle.

    The chance of an item is exactly its weight out of the total of the weights. Without replacement an item that was
    drawn is out, and the next draw is among the others.
    """
    items = args.items
    limits = services().limits
    limits.check_shuffled(len(items), "items")
    prepared = _prepare_draw(args, limits)
    numbers = {"count": prepared.sampler.count, "replacement": args.replacement}
    return ResponseDraft(
        prepared.sampler,
        common=describe_list(items) | prepared.members | numbers | NO_SHUFFLE,
        results=StrataResults(items) if args.strata else ItemResults(items),
        request=replace(args, weights=prepared.members.get("weights")),
        implied={} if args.strata else {"count": 1},
        count_results=prepared.count_results,
    )


class _PreparedDraw(NamedTuple):
    """A draw of items by weights or from strata."""

    sampler: Sampler
    members: dict[str, Any]
    """Members of the response that repeat the weights or strata, such as {"weights": [7, 3]}."""
    count_results: CountResults


def _prepare_draw(args: ItemsDraw, limits: Limits) -> _PreparedDraw:
    """Return a draw from strata if the request has them, otherwise by weights."""
    if args.strata:
        return _prepare_strata(args, args.strata, limits)
    return _prepare_by_weights(args, limits)


def _prepare_by_weights(args: ItemsDraw, limits: Limits) -> _PreparedDraw:
    """Return a draw by weights, which are made whole numbers. Raises `Refused` unless each item has one."""
    weights = make_whole(args.weights or (1,) * len(args.items))
    if len(weights) != len(args.items):
        raise Refused(
            "weights",
            f"There must be one weight for each of the {len(args.items):,} items, not {len(weights):,}.",
        )
    size = _check_size(args, limits)
    sampler = prepare_weighted(
        weights, args.count or 1, limits, size, replacement=args.replacement
    )
    if args.weights:
        return _PreparedDraw(
            sampler,
            members={"weights": weights},
            count_results=lambda labels, *_: labels.weigh(weights),
        )
    everyone = range(len(weights))
    return _PreparedDraw(
        sampler,
        members={},
        count_results=lambda labels, *_: ResultsLeft(labels.are_alike(everyone)),
    )


def _prepare_strata(args: ItemsDraw, strata: Strata, limits: Limits) -> _PreparedDraw:
    """Return a draw from strata; its members have all counts. Raises `Refused` with weights or replacement."""
    for name in ("weights", "replacement"):
        if getattr(args, name):
            raise Refused(name, f"Each stratum is drawn without {name}; leave it out.")
    size = measure_json(args.items)
    sampler = prepare_strata(ListedItems(args.items), strata, args.count, limits, size)
    resolved = {"attribute": strata.attribute, "counts": sampler.counts}
    return _PreparedDraw(
        sampler,
        members={"strata": resolved},
        count_results=lambda labels, *_: sampler.count_results(labels),
    )


def _check_size(args: ItemsDraw, limits: Limits) -> int:
    """Return the size of a result in units of `BYTES_OF_AN_ITEM`. Raises `OverLimit` if it may exceed MAX_ITEMS."""
    count = args.count or 1
    size = measure_shown(args.items, count)
    if not args.replacement:
        # Each item is shown once at most, so that together they take no more than the list.
        size = min(size, max(count, measure_json(args.items)))
    elif count <= limits.items < size:
        largest = measure_largest(args.items)
        raise OverLimit(
            "count",
            f"{count:,} draws of items of up to {largest:,} bytes may take {count * largest:,} bytes; the "
            f"limit here is {BYTES_OF_AN_ITEM * limits.items:,} ({BYTES_OF_AN_ITEM} for each item of the operator's "
            "MAX_ITEMS).",
        )
    return size


class StrataResults(ItemResults):
    """Items that are drawn by the strata of the whole list."""

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:
        return len(shown) < size
