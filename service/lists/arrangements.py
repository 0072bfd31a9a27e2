"""/v1/items/groups, /pairs and /allocate: draws of the caller's list under rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..arrangements.allocation import AllocationRules, DrawnArms, prepare_allocation
from ..arrangements.attempts import DRAWN_BY, DrawnItems
from ..arrangements.gifts.pairs import PairRules, keep_known, prepare_pairs
from ..arrangements.groups.rules import GroupSizes
from ..arrangements.groups.sampler import keep_known_groups, prepare_groups
from ..arrangements.requested_rules import GroupRules
from ..core.results_left import Labels, ResultsLeft
from ..core.work import Work
from ..http.blueprint import Example
from ..http.caller_lists.results import ListResults, Shown, check_objects, pair_places
from ..http.concurrency import start_work
from ..http.response_draft import ResponseDraft
from ..http.results import Json, ResultPosition
from ..http.schemas.provenance import BIASED, NO_SHUFFLE, Provenance
from ..http.schemas.request_schemas import SeededDraw, request_schema
from ..http.schemas.response_schemas import (
    ResponseSchema,
    indices,
    optional,
    required,
    response_schemas,
)
from ..http.services import services
from . import items
from .items import CallerItems, ItemSequence, ListFields, list_fields, prepare_list

blueprint = items.blueprint


class ArrangementFields(ListFields, Provenance):
    """The caller's list, and how it was drawn."""

    algorithm = required(str | None, "Null: no shuffle applies")


@dataclass(frozen=True, kw_only=True)
class GroupsDraw(GroupRules, SeededDraw, CallerItems):
    """The arguments of a draw of groups."""

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether there is one item, or all are fixed."""
        return members.get("size") in {1, len(members.get("fixed") or ())}


class GroupsFields(ArrangementFields):
    """The caller's items in groups."""

    arrangements = optional(
        str | None,
        "The number of arrangements that fulfil the rules, as digits; null if it takes too much work to count them. "
        "There if it was asked for or a result was drawn by counting",
    )


class DrawnGroup(ItemSequence):
    """A group; its items are in the order of the list."""

    group = required(int, "Its number, from 1")


class GroupsResult(ResponseSchema):
    """The groups; every item is in exactly one."""

    groups = required(list[DrawnGroup], "The groups in order")
    drawn_by = required(
        str,
        "`attempts`, or `counting` where arrangements are too rare for attempts; `sequential` if `method` is",
        enum=list(DRAWN_BY),
    )


@blueprint.draw_endpoint(
    "/groups",
    arguments=request_schema("GroupsRequest", GroupsDraw),
    response=response_schemas(GroupsFields, GroupsResult, "DrawnGroups"),
    methods=("POST",),
    results=lambda _: GroupResults,
    example=Example(
        {
            "items": [
                {"name": "Ajax", "pot": 1, "country": "NED"},
                {"name": "Porto", "pot": 1, "country": "POR"},
                {"name": "Benfica", "pot": 2, "country": "POR"},
                {"name": "Celtic", "pot": 2, "country": "SCO"},
            ],
            "groups": 2,
            "different": ["pot", "country"],
            "seed": "42",
        }
    ),
)
def draw_groups(args: GroupsDraw) -> ResponseDraft:
    """Draw groups under rules, exactly uniformly: pots, countries, people who must not meet.

    Every arrangement that fulfils all rules is equally probable. The sizes of groups differ by at most one. Rules that
    nothing fulfils are refused. For pairs who meet each other, draw groups of 2. A group counts as 20 items of a
    response.
    """
    listed = prepare_list(args.items, args.different, args.limits, args.sums)
    rules = keep_known_groups(listed.items, args)
    sampler = prepare_groups(
        listed.items,
        rules,
        services().limits,
        listed.size,
        is_counted=args.arrangements,
    )
    if args.placed:
        sampler.check_placed(start_work())
    sizes = sampler.table.sizes
    uniformity = BIASED if sampler.is_sequential else NO_SHUFFLE

    def count_results(labels: Labels, result: Json, work: Work) -> ResultsLeft:
        groups = [group["indices"] for group in result["groups"]]
        return sampler.count_results(labels, groups, work)

    return ResponseDraft(
        sampler,
        common=list_fields(args.items) | uniformity,
        results=GroupResults(args.items, sizes),
        steps=listed.steps,
        request=replace(args, groups=sizes.count, met=rules.met),
        implied={"groups": sizes.count} if args.group_size else {},
        describe_work=sampler.describe_count,
        count_results=count_results,
    )


@dataclass
class GroupResults(ListResults):
    """The groups of a list."""

    items: Sequence[Any]
    sizes: GroupSizes

    members = ("groups",)
    shows_all = True

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        drawn = DrawnItems.from_numbers(indices)
        groups = [
            {
                "group": number,
                "items": [self.items[index] for index in group],
                "indices": group,
            }
            for number, group in enumerate(self.sizes.split(drawn.items), start=1)
        ]
        return {"groups": groups, "drawn_by": drawn.drawn_by}

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        return pair_places(result, cls.members)

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        return [group["items"] for group in result["groups"]]


@dataclass(frozen=True, kw_only=True)
class PairsDraw(PairRules, SeededDraw, CallerItems):
    """The arguments of a draw of givers and receivers."""


class DrawnPair(ResponseSchema):
    """A giver and its receiver."""

    giver = required(Any | None, "The item that gives")
    receiver = required(Any | None, "The item that it gives to")
    indices = indices()


class PairsResult(ResponseSchema):
    """The pairs; every item gives once and gets once."""

    pairs = required(list[DrawnPair], "The pairs, in the order of the list by giver")


@blueprint.draw_endpoint(
    "/pairs",
    arguments=request_schema("PairsRequest", PairsDraw),
    response=response_schemas(ArrangementFields, PairsResult, "DrawnPairs"),
    methods=("POST",),
    results=lambda _: PairResults,
    example=Example(
        {
            "items": ["Ann", "Bob", "Cem", "Dee", "Eve"],
            "apart": [["Ann", "Bob"]],
            "seed": "42",
        }
    ),
)
def draw_pairs(args: PairsDraw) -> ResponseDraft:
    """Draw who gives to whom, exactly uniformly: Secret Santa, reviews by peers.

    Each gives to one other and gets from one other. Couples or families in `apart`, or with the same value of an
    attribute in `different`, do not draw each other. Every arrangement that fulfils all rules is equally probable. A
    pair counts as 20 items of a response.
    """
    listed = prepare_list(args.items, args.different)
    rules = keep_known(listed.items, args)
    size_of_pairs = 2 * listed.size  # each item gives, and is given to
    sampler = prepare_pairs(listed.items, rules, services().limits, size_of_pairs)
    return ResponseDraft(
        sampler,
        common=list_fields(args.items) | NO_SHUFFLE,
        results=PairResults(args.items),
        steps=listed.steps,
        request=replace(args, forbidden=rules.forbidden),
        count_results=lambda labels, _, work: sampler.count_results(labels, work),
    )


@dataclass
class PairResults(ListResults):
    """The givers and receivers of a list."""

    items: Sequence[Any]

    unplannable = (
        "Pairs are not planned: whoever has the list could compute who gives to whom."
    )
    members = ("pairs",)
    values = ("giver", "receiver")
    shows_all = True

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {
            "pairs": [
                {
                    "giver": self.items[giver],
                    "receiver": self.items[receiver],
                    "indices": [giver, receiver],
                }
                for giver, receiver in enumerate(indices)
            ]
        }

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        pairs = check_objects("pairs", result["pairs"])
        return list(enumerate(pair.get("giver") for pair in pairs))

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        return [[pair["giver"], pair["receiver"]] for pair in result["pairs"]]


@dataclass(frozen=True, kw_only=True)
class AllocationDraw(AllocationRules, SeededDraw, CallerItems):
    """The arguments of an allocation."""

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether there is nothing to allocate: one item may have any arm."""
        return members.get("size") == 0


class Allocation(ResponseSchema):
    """An item and its arm."""

    item = required(Any | None, "The item, unchanged")
    arm = required(str, "The name of its arm")
    block = required(int, "The number of its block in its stratum, from 1")


class AllocationFields(ArrangementFields):
    """The caller's items with arms."""

    grows = optional(
        bool,
        "With a seed: true, as each item keeps its arm while the list grows at its end. With prove: false, as the "
        "seed depends on the whole list",
    )


class AllocationResult(ResponseSchema):
    """The arms of all items."""

    allocations = required(
        list[Allocation], "An entry for each item, in the order of the list"
    )


@blueprint.draw_endpoint(
    "/allocate",
    arguments=request_schema("AllocationRequest", AllocationDraw),
    response=response_schemas(AllocationFields, AllocationResult, "DrawnAllocation"),
    methods=("POST",),
    results=lambda _: AllocationResults,
    example=Example(
        {
            "items": ["p1", "p2", "p3", "p4", "p5", "p6"],
            "arms": [{"name": "treatment"}, {"name": "placebo"}],
            "block_sizes": [2, 4],
            "seed": "42",
        }
    ),
)
def allocate_items(args: AllocationDraw) -> ResponseDraft:
    """Allocate items to the arms of a trial in permuted blocks.

    The items are in the order of enrolment. Each block has every arm in its ratio, in random order. The last block of a
    stratum may be cut short. With a seed each item keeps its arm when items are added at the end of the list. An entry
    of `allocations` counts as 20 items of a response.
    """
    listed = prepare_list(args.items, args.strata)
    sampler = prepare_allocation(listed.items, args, services().limits, 2 * listed.size)
    return ResponseDraft(
        sampler,
        common=list_fields(args.items) | NO_SHUFFLE,
        results=AllocationResults(args.items, [arm.name for arm in args.arms]),
        request=args,
        count_results=lambda labels, *_: sampler.count_results(labels),
    )


@dataclass
class AllocationResults(ListResults):
    """The arms of the items of a list, by their names."""

    items: Sequence[Any]
    arms: Sequence[str]

    members = ("allocations",)
    values = ("item",)
    shows_all = True
    grows = True

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        drawn = DrawnArms.from_numbers(indices, len(self.arms))
        return {
            "allocations": [
                {"item": item, "arm": self.arms[arm], "block": block + 1}
                for item, block, arm in zip(
                    self.items, drawn.blocks, drawn.arms, strict=True
                )
            ]
        }

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        allocations = check_objects("allocations", result["allocations"])
        return list(enumerate(entry.get("item") for entry in allocations))

    @classmethod
    def name_items(cls, response: Json, names: Sequence[Any]) -> Any:
        """Return a pair of a name and an arm for each item, in a batch a list of them for each result."""

        def name_arms(allocations: list[Json]) -> list[list[Any]]:
            return [
                [name, entry["arm"]]
                for name, entry in zip(names, allocations, strict=True)
            ]

        allocations = response["allocations"]
        if "repeats" not in response:
            return name_arms(allocations)
        return [name_arms(result) for result in allocations]

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        return [[entry["arm"] for entry in result["allocations"]]]
