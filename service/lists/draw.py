"""/v1/items/draw: items of the caller's own list, drawn by weights or from strata."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, ClassVar

from ..arrangements import parameter_aliases as rule_aliases
from ..arrangements.attributes import ListedItems
from ..arrangements.strata import (
    SampledStratum,
    Strata,
    StrataSampler,
    Weigh,
    prepare_strata,
)
from ..core.draw_requests import NAMED
from ..core.errors import OverLimit, Refused
from ..core.limits import Limits
from ..core.object_types import ObjectOf
from ..core.shuffle_requests import COUNT_ALIASES
from ..core.shuffles.samplers import Sampler
from ..core.value_types import MAX_MAGNITUDE, Flag, Integer, ListOf, Number
from ..http.blueprint import Example
from ..http.draws.response_draft import FindResultsLeft, ResponseDraft
from ..http.schemas.provenance import NO_SHUFFLE, Provenance
from ..http.schemas.request_schemas import RequestSchema, SeededDraw
from ..http.schemas.response_schemas import optional, required, response_schemas
from ..http.services import services
from ..integers import parameter_aliases
from ..integers.integer_draws import (
    MAX_TOTAL,
    check_total,
    make_whole,
    prepare_weighted,
)
from .caller_list import ITEMS, CallerItems, find_left_by_likeness
from .list_sizes import (
    BYTES_OF_AN_ITEM,
    measure_distinct,
    measure_largest,
    measure_shown,
)
from .response_fields import ItemSequence, ListFields, describe_list
from .shown_items import ItemResults

blueprint = ITEMS.part("draw")


@dataclass(frozen=True, eq=False)
class Weight(Number):
    """A number from 0. A number without a fraction stays an integer."""

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
            "The weight of each item: its chance is its weight out of the total.",
            Weight(),
            max_length=1_000_000,
            min_length=1,
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
            aliases=COUNT_ALIASES,
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
            "So many items of each value of an attribute, perhaps by `weights`.",
            members=Strata,
            component="Strata",
            note="Without `counts` in proportion.",
            example={"attribute": "sex", "counts": {"f": 3, "m": 3}},
            response_text="As in the request, with all counts",
            aliases=rule_aliases.STRATA,
        ),
        NAMED,
    ] = None

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether there is only one item, or only one item with a weight."""
        weights = members.get("weights") or ()
        items_with_weight = sum(map(bool, weights))
        return super().has_one_result(members) or items_with_weight == 1


class WeightsParameters(RequestSchema):
    """The weights of items, and the number of draws."""

    target: ClassVar[type] = WeightedDraw


class ItemsDrawRequest(RequestSchema):
    """A draw of items."""

    target = ItemsDraw


class DrawnItemsFields(ListFields, Provenance):
    """Items drawn by their weights, or from strata."""

    described = ItemsDraw
    always = ("count",)

    algorithm = required(str | None, "Null: no shuffle applies")
    weights = optional(
        list[int],
        "The weights, times the least power of ten that makes all of them whole",
    )


_EXAMPLE = Example(
    {
        "items": ["common", "rare", "epic"],
        "weights": [70, 25, 5],
        "count": 3,
        "replacement": True,
        "seed": "42",
    }
)


@blueprint.draw_endpoint(
    "/draw",
    arguments=ItemsDrawRequest,
    response=response_schemas(DrawnItemsFields, ItemSequence, "DrawnItems"),
    methods=("POST",),
    results=lambda asked: StrataResults if "strata" in asked else ItemResults,
    example=_EXAMPLE,
)
def draw_items(args: ItemsDraw) -> ResponseDraft:
    """Draw items of the caller's own list by their weights, as from a loot table or in a raffle.

    The chance of an item is exactly its weight out of the total of the weights. Without replacement an item that was
    drawn is out, and the next draw is among the others.
    """
    services().allowed.limits.check_shuffled(len(args.items), "items")
    if args.strata:
        return _draw_from_strata(args, args.strata)
    return _draw_by_weights(args)


def _draw_by_weights(args: ItemsDraw) -> ResponseDraft:
    """Return the draft of a draw by weights, which are turned into whole numbers. Raises `Refused` for a bad weight.

    The response and its request have the weights only if the request had some.
    """
    weights = _read_weights(args)
    limits = services().allowed.limits
    size = _measure_result(args)
    _check_size(args, size, limits)
    count = args.count or 1
    sampler = prepare_weighted(
        weights, count, limits, size, replacement=args.replacement
    )
    repeated: dict[str, Any] = {"weights": weights} if args.weights else {}
    request = replace(args, weights=repeated.get("weights"))
    return ResponseDraft(
        sampler,
        common=_describe_draw(args, sampler, repeated),
        results=ItemResults(args.items),
        request=request,
        implied={"count": 1},
        find_results_left=_find_left_by_weights(args, weights),
    )


def _read_weights(args: ItemsDraw) -> Sequence[int]:
    """Return the weights as whole numbers: 5 and 20 for 0.5 and 2. Raises `Refused` unless each item has a weight."""
    n = len(args.items)
    weights = make_whole(args.weights or (1,) * n)
    if len(weights) != n:
        raise Refused(
            "weights",
            f"There must be one weight for each of the {n:,} items, not {len(weights):,}.",
        )
    return weights


def _find_left_by_weights(args: ItemsDraw, weights: Sequence[int]) -> FindResultsLeft:
    """Return a function that finds how many results a draw leaves, by its weights if the request has weights."""
    if not args.weights:
        return find_left_by_likeness(args.items)
    return lambda labels, *_: labels.weigh(weights)


def _draw_from_strata(args: ItemsDraw, strata: Strata) -> ResponseDraft:
    """Return the draft of a draw from strata; the response has a count for each of them.

    With weights, the items of each stratum are drawn by their weights. Raises `Refused` for a draw with replacement.
    """
    if args.replacement:
        sentence = "Each stratum is drawn without replacement; leave it out."
        raise Refused("replacement", sentence)
    items = ListedItems(args.items)
    limits = services().allowed.limits
    repeated: dict[str, Any] = {"weights": _read_weights(args)} if args.weights else {}
    weights = repeated.get("weights")
    sampler = prepare_strata(
        items,
        strata,
        args.count,
        limits,
        partial(measure_distinct, args.items),
        weigh=weights and weigh_strata(weights, strata.attribute, limits),
    )
    repeated["strata"] = {"attribute": strata.attribute, "counts": sampler.counts}
    return ResponseDraft(
        sampler,
        common=_describe_draw(args, sampler, repeated),
        results=StrataResults(args.items),
        request=replace(args, weights=weights),
        find_results_left=_find_left_in_strata(sampler, weights),
    )


def weigh_strata(weights: Sequence[int], attribute: str, limits: Limits) -> Weigh:
    """Return a function that returns the sampler of a stratum by weights, without replacement.

    The function raises `Refused` if more items are to be drawn than have a weight above 0. Raises `Refused` for weights
    that add up to too much.
    """
    check_total(weights)

    def weigh(stratum: SampledStratum) -> Sampler:
        of_members = [weights[index] for index in stratum.members]
        drawable = sum(weight > 0 for weight in of_members)
        if stratum.count > drawable:
            sentence = (
                f"{stratum.count:,} items with {attribute} {stratum.text!r} were asked for; {drawable:,} have a weight "
                "above 0."
            )
            raise Refused("weights", sentence)
        return prepare_weighted(of_members, stratum.count, limits, replacement=False)

    return weigh


def _find_left_in_strata(
    sampler: StrataSampler, weights: Sequence[int] | None
) -> FindResultsLeft:
    """Return a function that finds how many results a draw from strata leaves."""
    if weights is None:
        return lambda labels, *_: sampler.find_results_left(labels)
    return lambda labels, *_: sampler.find_left_by_weights(labels, weights)


def _describe_draw(
    args: ItemsDraw, sampler: Sampler, repeated: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the members of a response before its results; `repeated` are the weights or the strata by their name."""
    members = describe_list(args.items)
    members |= repeated
    members["count"] = sampler.count
    members["replacement"] = args.replacement
    return members | NO_SHUFFLE


def _measure_result(args: ItemsDraw) -> int:
    """Return the most that a draw by weights shows, in units of `BYTES_OF_AN_ITEM`."""
    count = args.count or 1
    measure = measure_shown if args.replacement else measure_distinct
    return measure(args.items, count)


def _check_size(args: ItemsDraw, size: int, limits: Limits) -> None:
    """Raise `OverLimit` if items that may be drawn again exceed MAX_ITEMS by their bytes, but not by their number.

    Too many items by number are refused as for every draw by weights.
    """
    count = args.count or 1
    is_over_by_bytes_alone = count <= limits.items.number < size
    if not args.replacement or not is_over_by_bytes_alone:
        return
    largest = measure_largest(args.items)
    max_bytes = BYTES_OF_AN_ITEM * limits.items.number
    reason = (
        f"{count:,} draws of items of up to {largest:,} bytes may take {count * largest:,} bytes; the limit here is "
        f"{max_bytes:,} ({BYTES_OF_AN_ITEM} for each item of the operator's {limits.items.setting})."
    )
    raise OverLimit("count", reason)


class StrataResults(ItemResults):
    """Items that are drawn by the strata of the whole list."""

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:
        return len(shown) < size
