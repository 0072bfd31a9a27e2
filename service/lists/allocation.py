"""/v1/items/allocate: the caller's own list, allocated to the arms of a trial in permuted blocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ..arrangements.allocation import AllocationRules, DrawnArms, prepare_allocation
from ..http.blueprint import Example
from ..http.caller_lists.results import ListResults, Shown, check_objects
from ..http.draws.response_draft import ResponseDraft
from ..http.results.result_types import Json, ResultPosition
from ..http.schemas.provenance import NO_SHUFFLE
from ..http.schemas.request_schemas import RequestSchema, SeededDraw
from ..http.schemas.response_schemas import (
    ResponseSchema,
    optional,
    required,
    response_schemas,
)
from ..http.services import services
from .caller_list import ITEMS, CallerItems, prepare_list
from .response_fields import ArrangementFields, describe_list

blueprint = ITEMS.part("allocation")


@dataclass(frozen=True, kw_only=True)
class AllocationDraw(AllocationRules, SeededDraw, CallerItems):
    """The arguments of an allocation."""

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether there is nothing to allocate: one item may have any arm."""
        return members.get("size") == 0


class AllocationParameters(RequestSchema):
    """The arms and the blocks."""

    target: ClassVar[type] = AllocationRules


class AllocationRequest(RequestSchema):
    """An allocation."""

    target = AllocationDraw


class Allocation(ResponseSchema):
    """An item and its arm."""

    item = required(Any | None, "The item, unchanged")
    arm = required(str, "The name of its arm")
    block = required(int, "The number of its block in its stratum, from 1")


class AllocationFields(ArrangementFields):
    """The caller's items with arms."""

    grows = optional(
        bool,
        "With a seed: whether each item keeps its arm while the list grows at its end; with prove it does not",
    )


class AllocationResult(ResponseSchema):
    """The arms of all items."""

    allocations = required(
        list[Allocation], "An entry for each item, in the order of the list"
    )


_EXAMPLE = Example(
    {
        "items": ["p1", "p2", "p3", "p4", "p5", "p6"],
        "arms": [{"name": "treatment"}, {"name": "placebo"}],
        "block_sizes": [2, 4],
        "seed": "42",
    }
)


@blueprint.draw_endpoint(
    "/allocate",
    arguments=AllocationRequest,
    response=response_schemas(AllocationFields, AllocationResult, "DrawnAllocation"),
    methods=("POST",),
    results=lambda _: AllocationResults,
    example=_EXAMPLE,
)
def allocate_items(args: AllocationDraw) -> ResponseDraft:
    """Allocate items to the arms of a trial in permuted blocks.

    The items are in the order of enrolment. Each block has every arm in its ratio, in random order. The last block of a
    stratum may be cut short. With a seed each item keeps its arm when items are added at the end of the list. An entry
    of `allocations` counts as 20 items of a response.
    """
    listed = prepare_list(args.items, args.strata)
    limits = services().allowed.limits
    size = 2 * listed.size  # each item is shown, and its arm
    sampler = prepare_allocation(listed.items, args, limits, size)
    arms = [arm.name for arm in args.arms]
    return ResponseDraft(
        sampler,
        common=describe_list(args.items) | NO_SHUFFLE,
        results=AllocationResults(args.items, arms),
        request=args,
        find_results_left=lambda labels, *_: sampler.find_results_left(labels),
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
        places = zip(self.items, drawn.blocks, drawn.arms, strict=True)
        allocations = [
            {"item": item, "arm": self.arms[arm], "block": block + 1}
            for item, block, arm in places
        ]
        return {"allocations": allocations}

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        allocations = check_objects("allocations", result["allocations"])
        return list(enumerate(entry.get("item") for entry in allocations))

    @classmethod
    def name_items(cls, response: Json, names: Sequence[Any]) -> Any:
        """Return a pair of a name and an arm for each item; in a batch, a list of such pairs for each result."""
        allocations = response["allocations"]
        if "repeats" not in response:
            return _name_arms(allocations, names)
        return [_name_arms(result, names) for result in allocations]

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        arms = [entry["arm"] for entry in result["allocations"]]
        return [arms]


def _name_arms(allocations: list[Json], names: Sequence[Any]) -> list[list[Any]]:
    """Return a pair for each item: [["Ann", "placebo"]] for [{"item": …, "arm": "placebo", …}] and the name Ann."""
    return [
        [name, entry["arm"]] for name, entry in zip(names, allocations, strict=True)
    ]
