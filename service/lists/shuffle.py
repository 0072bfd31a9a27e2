"""/v1/items/shuffle: the caller's own list in random order, perhaps by its neighbours and by places of items."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from ..arrangements.attempts import DRAWN_BY
from ..arrangements.neighbours.orders import Neighbours, prepare_order
from ..arrangements.neighbours.places import PlaceRules, read_places
from ..arrangements.requested_rules import COUNTS_ONLY
from ..core.draw_requests import NAMED
from ..core.errors import Refused
from ..core.object_types import ObjectOf
from ..core.shuffle_requests import ResultSize, prepare_shuffle
from ..core.shuffles.registry import DEFAULT_SHUFFLE
from ..core.value_types import Flag
from ..core.work import Work
from ..http.blueprint import Example
from ..http.concurrency import start_work
from ..http.draws.response_draft import ResponseDraft
from ..http.results.result_types import Json
from ..http.schemas.provenance import algorithm_fields
from ..http.schemas.request_schemas import RequestSchema, ShuffledDraw
from ..http.schemas.response_schemas import optional, response_schemas
from ..http.services import services
from ..verdicts.results_left import Labels, ResultsLeft
from .caller_list import ITEMS, CallerItems, find_left_by_likeness, prepare_list
from .list_sizes import measure_json
from .response_fields import ItemSequence, ItemsFields, describe_list
from .shown_items import ItemResults

blueprint = ITEMS.part("shuffle")

_RULES = ("neighbours", "first", "last", "fixed")
"""The parameters that are rules for the order."""


def _find_rule(asked: Mapping[str, Any]) -> str | None:
    """Return the name of a rule that a request has, or None; an empty list of items that are fixed is none."""
    return next((name for name in _RULES if asked.get(name) not in _NO_RULE), None)


_NO_RULE: Sequence[Any] = (None, [], ())


@dataclass(frozen=True, kw_only=True)
class ItemsShuffle(ResultSize, ShuffledDraw, PlaceRules, CallerItems):
    """The arguments of a shuffle of the caller's list."""

    neighbours: Annotated[
        Neighbours | None,
        ObjectOf(
            "The whole list without equal neighbours, or too many in a row.",
            members=Neighbours,
            component="Neighbours",
        ),
        NAMED,
    ] = None
    arrangements: Annotated[
        bool, Flag("Whether to count the arrangements in any case."), COUNTS_ONLY
    ] = False

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether there is no item, or at most one that has no position of its own."""
        ends = [members.get("first"), members.get("last")]
        fixed = [
            entry["item"]
            for entry in members.get("fixed") or ()
            if _has_position(entry)
        ]
        named = {name for name in [*ends, *fixed] if name is not None}
        free: int = members["size"] - len(named)
        return free <= 1


def _has_position(entry: Mapping[str, Any]) -> bool:
    """Return whether an entry of `fixed`, as JSON, names only one position."""
    return entry.get("position") is not None or len(entry["positions"]) == 1


class ItemsShuffleRequest(RequestSchema):
    """A shuffle of the caller's list."""

    target = ItemsShuffle


class OrderedItemsFields(ItemsFields):
    """The caller's items, shuffled, perhaps by rules: by their neighbours, or with places for some."""

    arrangements = optional(
        str | None,
        "With rules: the number of orders as digits; null if they are not counted",
    )


class OrderedItems(ItemSequence):
    """Items in random order, perhaps by rules."""

    drawn_by = optional(
        str, "With rules: by attempts, or by counting if they fail", enum=list(DRAWN_BY)
    )


@blueprint.draw_endpoint(
    "/shuffle",
    arguments=ItemsShuffleRequest,
    response=response_schemas(OrderedItemsFields, OrderedItems, "ShuffledItems"),
    has_table=True,
    methods=("POST",),
    results=lambda asked: OrderResults if _find_rule(asked) else ItemResults,
    example=Example({"items": ["red", "green", "blue"], "seed": "42"}),
)
def shuffle_items(args: ItemsShuffle) -> ResponseDraft:
    """Shuffle the caller's own list.

    The items are any JSON values, and come back unchanged with their positions in the request. With `neighbours` no two
    neighbours have the same value, such as two songs of one artist; `first`, `last` and `fixed` say where some items
    stand. Every such order is equally probable.
    """
    if _find_rule(vars(args)) is None:
        return _shuffle_freely(args)
    return _shuffle_by_rules(args)


def _shuffle_freely(args: ItemsShuffle) -> ResponseDraft:
    """Return the draft of a shuffle that may give any order. Raises `Refused` if the request has `arrangements`."""
    if args.arrangements:
        raise Refused(
            "arrangements",
            "Without rules there are n! orders of n items: nothing is counted.",
        )
    items = args.items
    n = len(items)
    limits = services().allowed.limits
    limits.check_shuffled(n, "items")
    count = n if args.count is None else args.count
    size = max(count, measure_json(items))  # of a result, in units of BYTES_OF_AN_ITEM
    sampler = prepare_shuffle(n, args, limits, count, size)
    common = describe_list(items) | algorithm_fields(args)
    return ResponseDraft(
        sampler,
        common=common,
        results=ItemResults(items),
        request=replace(args, count=count),
        implied={"count": n},
        find_results_left=find_left_by_likeness(items),
    )


def _shuffle_by_rules(args: ItemsShuffle) -> ResponseDraft:
    """Return the draft of an order of all items by neighbours and places: for a, a, b only a, b, a.

    Raises `Refused` for a part of the list, for another shuffle than the default, and for a list without such an order;
    and `TooMany` beyond the limits.
    """
    _refuse_part_or_algorithm(args)
    items = args.items
    # Without attributes the names of the items are read.
    attributes = (args.neighbours and args.neighbours.different) or ("",)
    listed = prepare_list(items, attributes)
    sampler = prepare_order(
        listed.items,
        args.neighbours,
        services().allowed.limits,
        listed.size,
        places=read_places(listed.items, args, start_work()),
        is_counted=args.arrangements,
    )

    def find_results_left(labels: Labels, result: Json, work: Work) -> ResultsLeft:
        """Return whether one or several orders are left that people can tell apart by the labels alone."""
        return sampler.find_results_left(labels, result["indices"], work)

    common = describe_list(items) | algorithm_fields(args)
    return ResponseDraft(
        sampler,
        common=common,
        results=OrderResults(items),
        steps=listed.steps,
        request=replace(args, count=len(items)),
        implied={"count": len(items)},
        find_results_left=find_results_left,
    )


def _refuse_part_or_algorithm(args: ItemsShuffle) -> None:
    """Raise `Refused` if a request with rules asks for a part of the list or for another shuffle."""
    rule = _find_rule(vars(args))
    if args.count not in {None, len(args.items)}:
        raise Refused("count", f"With {rule} the whole list is drawn; leave count out.")
    is_default = args.algorithm in {None, DEFAULT_SHUFFLE}
    if not is_default or args.resolved_arguments:
        reason = (
            f"With {rule} the order is drawn by {DEFAULT_SHUFFLE} alone; leave it out."
        )
        raise Refused("algorithm", reason)


class OrderResults(ItemResults):
    """Items in an order that is drawn by rules: it depends on the whole list, and shows it."""

    shows_all = True
