"""/v1/items: the caller's own list, shuffled, dealt as a deck is dealt, or drawn from by weights."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

import orjson
from numpy.typing import NDArray

from ..arrangements import parameter_aliases as rule_aliases
from ..arrangements.attempts import DRAWN_BY, DrawnItems
from ..arrangements.attributes import ListedItems
from ..arrangements.neighbours.orders import Neighbours, prepare_order
from ..arrangements.requested_rules import COUNTS_ONLY
from ..arrangements.strata import Strata, prepare_strata
from ..core.draw_requests import NAMED, Unnamed
from ..core.errors import OverLimit, Refused, TooMany
from ..core.limits import Limits
from ..core.object_types import ObjectOf
from ..core.results_left import ResultsLeft
from ..core.shuffles.samplers import DEFAULT_SHUFFLE, Sampler, prepare_shuffle
from ..core.value_types import (
    MAX_MAGNITUDE,
    Document,
    Flag,
    Integer,
    ListOf,
    Number,
    Text,
)
from ..deals.conditional_deals import DealConditionsFields, ItemConditions
from ..deals.deal_results import (
    add_hands,
    check_hands,
    count_deals,
    deal_to_json,
    given_fields,
    read_search,
    read_seats,
    resolve_conditions,
)
from ..games.dealing import (
    ITEMS_ALIASES,
    MAX_PILES,
    DealRequest,
    ItemDeals,
    build_procedure,
    set_up_item_deals,
)
from ..http.blueprint import Blueprint, Example
from ..http.caller_lists.hashes import hash_list
from ..http.caller_lists.results import (
    ListResults,
    Shown,
    name_indices,
    pair_items,
    pair_places,
)
from ..http.response_draft import CountResults, ResponseDraft
from ..http.results import Json, NumberResults, ResultPosition
from ..http.schemas import request_schemas
from ..http.schemas.fields import JsonValues, parameter
from ..http.schemas.provenance import (
    NO_SHUFFLE,
    Provenance,
    ShuffleProvenance,
    algorithm_fields,
)
from ..http.schemas.request_schemas import (
    ObjectSchema,
    RequestSchema,
    SeededDraw,
    ShuffledDraw,
)
from ..http.schemas.response_schemas import (
    ResponseSchema,
    indices,
    optional,
    required,
    response_schemas,
)
from ..http.services import services
from ..integers import parameter_aliases
from ..integers.integer_draws import MAX_TOTAL, ResultSize, make_whole, prepare_weighted

blueprint = Blueprint("items", "/v1/items", "The caller's own list of JSON values")

_STEPS_OF_A_VALUE = 10
"""Steps to read an attribute of an item and to keep it in a rule, and to write the item; counted in MAX_DRAWS."""


@dataclass(frozen=True, kw_only=True)
class CallerItems:
    """The caller's list."""

    items: Annotated[
        list[Any],
        JsonValues(
            "The items.", example=["red", "green", {"blue": 3}], aliases=ITEMS_ALIASES
        ),
        Unnamed("Its items_sha256 is named.", is_repeated=False),
    ]


@dataclass(frozen=True, kw_only=True)
class ItemsShuffle(ResultSize, ShuffledDraw, CallerItems):
    """The arguments of a shuffle of the caller's list."""

    neighbours: Annotated[
        Neighbours | None,
        ObjectOf(
            "The whole list without equal neighbours.",
            members=Neighbours,
            component="Neighbours",
        ),
        NAMED,
    ] = None
    arrangements: Annotated[
        bool, Flag("Whether to count the arrangements in any case."), COUNTS_ONLY
    ] = False


class ListFields(ResponseSchema):
    """The caller's list."""

    size = required(int, "The number of items in the list")
    items_sha256 = required(
        str | None,
        "SHA-256 of the list in the order of the request, in canonical JSON (RFC 8785): publish it before the "
        "shuffle, and anybody can check the list after. Null if a number in it is above 2^53 - 1 in magnitude",
        pattern="^[0-9a-f]{64}$",
    )


class ItemsFields(ListFields, ShuffleProvenance):
    """The caller's items, shuffled."""


class OrderedItemsFields(ItemsFields):
    """The caller's items, shuffled, perhaps by their neighbours."""

    arrangements = optional(
        str | None,
        "With neighbours: the number of orders as digits; null if they are not counted",
    )


class ItemSequence(ResponseSchema):
    """Items in random order."""

    items = required(list[Any | None], "The items, unchanged")
    indices = indices()


class OrderedItems(ItemSequence):
    """Items in random order, perhaps by their neighbours."""

    drawn_by = optional(
        str,
        "With neighbours: by attempts, or by counting if they fail",
        enum=list(DRAWN_BY),
    )


@blueprint.draw_endpoint(
    "/shuffle",
    arguments=request_schemas.request_schema("ItemsShuffleRequest", ItemsShuffle),
    response=response_schemas(OrderedItemsFields, OrderedItems, "ShuffledItems"),
    has_table=True,
    methods=("POST",),
    results=lambda asked: OrderResults if "neighbours" in asked else ItemResults,
    example=Example({"items": ["red", "green", "blue"], "seed": "42"}),
)
def shuffle_items(args: ItemsShuffle) -> ResponseDraft:
    """Shuffle the caller's own list.

    The items are any JSON values, and come back unchanged with their positions in the request. With `neighbours` no two
    neighbours have the same value, such as two songs of one artist, and every such order is equally probable.
    """
    if args.neighbours is not None:
        return _shuffle_by_neighbours(args, args.neighbours)
    if args.arrangements:
        raise Refused(
            "arrangements",
            "Without neighbours there are n! orders of n items: nothing is counted.",
        )
    items = args.items
    limits = services().limits
    limits.check_shuffled(len(items), "items")
    count = len(items) if args.count is None else args.count
    size = max(count, _measure_json(items))  # of a result, in units of BYTES_OF_AN_ITEM
    everyone = range(len(items))
    return ResponseDraft(
        prepare_shuffle(len(items), args, limits, count, size),
        common=list_fields(items) | algorithm_fields(args),
        results=ItemResults(items),
        request=replace(args, count=count),
        implied={"count": len(items)},
        count_results=lambda labels, *_: ResultsLeft(labels.are_alike(everyone)),
    )


def _shuffle_by_neighbours(args: ItemsShuffle, neighbours: Neighbours) -> ResponseDraft:
    """Return the draft of an order without equal neighbours."""
    items = args.items
    if args.count not in {None, len(items)}:
        raise Refused(
            "count", "With neighbours the whole list is drawn; leave count out."
        )
    if args.algorithm not in {None, DEFAULT_SHUFFLE} or args.resolved_arguments:
        raise Refused(
            "algorithm",
            f"With neighbours the order is drawn by {DEFAULT_SHUFFLE} alone; leave it out.",
        )
    listed = prepare_list(items, neighbours.different or ("",))
    sampler = prepare_order(
        listed.items,
        neighbours,
        services().limits,
        listed.size,
        is_counted=args.arrangements,
    )
    return ResponseDraft(
        sampler,
        common=list_fields(items) | algorithm_fields(args),
        results=OrderResults(items),
        steps=listed.steps,
        request=replace(args, count=len(items)),
        implied={"count": len(items)},
        describe_work=sampler.describe_count,
        count_results=lambda labels, result, work: sampler.count_results(
            labels, result["indices"], work
        ),
    )


class CallerList(NamedTuple):
    """A list of the caller, prepared for rules that name attributes of its items."""

    items: ListedItems
    size: int
    """The size, as `measure_list` returns it."""
    steps: int
    """Steps of work to read the items and the attributes."""


def prepare_list(values: list[Any], *attributes: Sequence[Any]) -> CallerList:
    """Return a list of the caller, by its values and all entries of rules that name attributes.

    Raises `TooMany` beyond the limits.
    """
    limits = services().limits
    steps = _STEPS_OF_A_VALUE * len(values) * (1 + sum(map(len, attributes)))
    limits.check_shuffled(len(values), "items")
    if steps > limits.draws:
        unit = f"steps of work, {_STEPS_OF_A_VALUE} for each item and each attribute of a rule in it"
        raise TooMany("items", steps, unit, limits.draws, "MAX_DRAWS")
    return CallerList(ListedItems(values), measure_list(values), steps)


def list_fields(items: list[Any]) -> dict[str, Any]:
    """Return the members of a response that tell which list was drawn from, as `ListFields` has them."""
    return {"size": len(items), "items_sha256": hash_list(items)}


class ItemResults(NumberResults, ListResults):
    """Items of a list in random order, and their indices, whatever the other items are."""

    members = ("items", "indices")

    def __init__(self, items: Sequence[Any]) -> None:
        super().__init__(max(len(items) - 1, 0))
        self._items = items

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {
            "items": list(map(self._items.__getitem__, indices)),
            "indices": indices,
        }

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        return pair_items(result["indices"], result["items"])

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:  # noqa: ARG003
        return False

    @classmethod
    def name_items(cls, response: Json, names: Sequence[Any]) -> Any:
        return name_indices(response["indices"], names)


class StrataResults(ItemResults):
    """Items that are drawn by the strata of the whole list."""

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:
        return len(shown) < size


class OrderResults(ItemResults):
    """Items in an order that is drawn by their neighbours, as numbers of `DrawnItems`."""

    shows_all = True

    def to_json(self, indices: Sequence[int], position: ResultPosition) -> Json:
        drawn = DrawnItems.from_numbers(indices)
        order = super().to_json(drawn.items, position)
        return order | {"drawn_by": drawn.drawn_by}

    def numbers(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Return the rows without their last numbers, which say how each was drawn."""
        return rows[:, :-1]

    def npy_header(self, results: int, count: int) -> bytes:
        return super().npy_header(results, count - 1)


BYTES_OF_AN_ITEM = 8
"""Bytes of JSON that count as one item: an integer takes about as many in a batch."""


def measure_list(values: list[Any]) -> int:
    """Return the size of a list of JSON values in units of `BYTES_OF_AN_ITEM`, at least the number of its values.

    [1, 2] has the size 2, and ["a text of many letters"], which has 26 bytes, the size 3.
    """
    return max(len(values), _measure_json(values))


def _measure_json(values: list[Any]) -> int:
    """Return the bytes of a list as JSON, in whole units of `BYTES_OF_AN_ITEM`: 0 for [1, 2], which has 5 bytes."""
    return len(orjson.dumps(values)) // BYTES_OF_AN_ITEM


def measure_shown(values: list[Any], count: int) -> int:
    """Return the most that `count` values of a list take, in units of `BYTES_OF_AN_ITEM`, at least their number.

    A value may be drawn again: 3 values of ["a", "a text of many letters"], whose longest has 24 bytes, take 9.
    """
    bytes_at_most = count * _measure_largest(values)
    return max(count, bytes_at_most // BYTES_OF_AN_ITEM)


def _measure_largest(values: list[Any]) -> int:
    """Return the bytes of the longest value of a list as JSON; 0 for an empty list."""
    return max((len(orjson.dumps(value)) for value in values), default=0)


@dataclass(frozen=True, kw_only=True)
class ItemsDeal(ItemConditions, ShuffledDraw, DealRequest, CallerItems):
    """The arguments of a deal of the caller's cards."""

    piles: Annotated[tuple[dict[str, Any], ...], NAMED] = ()


class PileRequest(ObjectSchema):
    """A pile to deal."""

    error_messages = request_schemas.errors("an object with name and cards")

    name = parameter(
        Text("Its name, which is neither burns nor stock.", 64, example="market")
    )
    cards = parameter(
        Integer("The number of cards in it.", 1, MAX_MAGNITUDE, example=5)
    )


class PilesParameters(RequestSchema):
    """The piles of the caller's own. No dataclass describes them: each is an object with a schema of its own."""

    piles = parameter(
        ListOf(
            "Piles, which get their cards after the hands, in this order.",
            Document(),
            MAX_PILES,
            example=[{"name": "market", "cards": 5}],
        ),
        default=None,
        item=request_schemas.nested(PileRequest, "A pile"),
    )


class ItemsHand(ItemSequence):
    """One hand."""

    seat = required(str, "The number of the seat, from 1 at the dealer's left")


class ItemsPile(ItemSequence):
    """One pile, from the top."""

    name = required(str, "burns, stock, or its name in the request")


class DealtItems(ResponseSchema):
    """Hands and piles; every item is in exactly one."""

    hands = required(list[ItemsHand], "A hand for each seat")
    piles = required(
        list[ItemsPile],
        "The burned cards, if any, the piles of the request, and the stock",
    )


class DealtItemsFields(DealConditionsFields, ItemsFields):
    """The caller's cards, shuffled and dealt."""


@blueprint.draw_endpoint(
    "/deal",
    arguments=request_schemas.request_schema(
        "ItemsDealRequest", ItemsDeal, PilesParameters
    ),
    response=response_schemas(DealtItemsFields, DealtItems, "ItemsDeal"),
    methods=("POST",),
    results=lambda asked: SearchedItemDeals if "where" in asked else ItemDealResults,
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
def deal_items(args: ItemsDeal) -> ResponseDraft:
    """Shuffle the caller's own cards and deal them round the table from the top.

    The hands have one size or come in packets, after cards that are burned. After the hands each of the `piles` gets
    its cards; the pile `stock` has those that are left. A condition is on items: with `where`
    `{"hand": "1", "item": {"type": "land"}, "min": 2}` seat 1 has two objects with this member or more.
    """
    items = args.items
    limits = services().limits
    limits.check_shuffled(len(items), "items")
    check_hands(args, len(items), len(args.piles))
    piles = [(pile["name"], pile["cards"]) for pile in args.piles]
    procedure = build_procedure(args, len(items), piles)
    deals = set_up_item_deals(items, procedure, args.given)
    sampler = deals.sampler(args, limits, measure_list(items))
    search = read_search(args, deals, sampler)  # None without `where`
    hands_and_piles = args.hands + len(args.piles)
    return ResponseDraft(
        add_hands(sampler, hands_and_piles),
        common=list_fields(items) | given_fields(deals) | algorithm_fields(args),
        results=SearchedItemDeals(deals) if search else ItemDealResults(deals),
        search=search,
        request=replace(args, **resolve_conditions(args, deals, search)),
        count_results=lambda labels, deal, _: count_deals(deals, labels, deal),
    )


@dataclass
class ItemDealResults(ListResults):
    """The hands and piles of a list; each item is in exactly one hand or pile."""

    deals: ItemDeals

    members = ("hands", "piles")

    no_result = MappingProxyType({"hands": [], "piles": []})

    @classmethod
    def read_response(cls, response: Mapping[str, Any]) -> Mapping[str, Any]:
        return read_seats(response)

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return deal_to_json(self.deals.deal(indices), self.deals.items, "items")

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        return [place["items"] for place in (*result["hands"], *result["piles"])]

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        return pair_places(result, cls.members)

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:  # noqa: ARG003
        return False


@dataclass
class SearchedItemDeals(ItemDealResults):
    """The deals of a list that a search found. If it found none, items decided that no deal shows."""

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:
        return not shown and size > 0


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
        common=list_fields(items) | prepared.members | numbers | NO_SHUFFLE,
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
    size = _measure_json(args.items)
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
        size = min(size, max(count, _measure_json(args.items)))
    elif count <= limits.items < size:
        largest = _measure_largest(args.items)
        raise OverLimit(
            "count",
            f"{count:,} draws of items of up to {largest:,} bytes may take {count * largest:,} bytes; the "
            f"limit here is {BYTES_OF_AN_ITEM * limits.items:,} ({BYTES_OF_AN_ITEM} for each item of the operator's "
            "MAX_ITEMS).",
        )
    return size
