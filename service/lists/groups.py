"""/v1/items/groups: the caller's own list in groups, under rules."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..arrangements.attempts import DRAWN_BY
from ..arrangements.groups.rules import GroupSizes, find_sizes, spread_evenly
from ..arrangements.groups.sampler import keep_known_groups, prepare_groups
from ..arrangements.requested_rules import GroupRules
from ..arrangements.rounds.requested_rounds import check_alone
from ..arrangements.rounds.sampler import prepare_rounds
from ..arrangements.rounds.schedules import RoundSizes
from ..core.work import Work
from ..http.blueprint import Example
from ..http.caller_lists.results import ListResults, Shown, pair_places
from ..http.concurrency import start_work
from ..http.draws.response_draft import ResponseDraft
from ..http.results.result_types import Json, ResultPosition
from ..http.schemas.provenance import BIASED, NO_SHUFFLE
from ..http.schemas.request_schemas import RequestSchema, SeededDraw
from ..http.schemas.response_schemas import (
    ResponseSchema,
    optional,
    required,
    response_schemas,
)
from ..http.services import services
from ..verdicts.results_left import Labels, ResultsLeft
from .caller_list import ITEMS, CallerItems, SeparationParameters, prepare_list
from .response_fields import ArrangementFields, ItemSequence, describe_list
from .shown_items import show_items

blueprint = ITEMS.part("groups")


@dataclass(frozen=True, kw_only=True)
class GroupsDraw(GroupRules, SeededDraw, CallerItems):
    """The arguments of a draw of groups."""

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether there is only one item, or all items are fixed."""
        fixed = members.get("fixed") or ()
        return members.get("size") in {1, len(fixed)}


class GroupParameters(SeparationParameters):
    """The rules of groups."""

    target: ClassVar[type] = GroupRules


class GroupsRequest(RequestSchema):
    """A draw of groups."""

    target = GroupsDraw


class GroupsFields(ArrangementFields):
    """The caller's items in groups."""

    arrangements = optional(
        str | None,
        "How many arrangements fulfil the rules, as digits; null if that takes too much work. There if asked for, or "
        "if one was drawn by counting",
    )
    met_again = optional(int, "With rounds: the pairs that meet again")


class DrawnGroup(ItemSequence):
    """A group; its items are in the order of the list."""

    round = optional(int, "With rounds: its round")
    group = required(int, "Its number, from 1")


class GroupsResult(ResponseSchema):
    """The groups; every item is in exactly one, or in one of each round."""

    groups = required(list[DrawnGroup], "The groups in order")
    drawn_by = required(
        str,
        "`counting` where attempts fail; `schedule` with rounds",
        enum=[*DRAWN_BY, "schedule"],
    )


_EXAMPLE = Example(
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
)


@blueprint.draw_endpoint(
    "/groups",
    arguments=GroupsRequest,
    response=response_schemas(GroupsFields, GroupsResult, "DrawnGroups"),
    methods=("POST",),
    results=lambda asked: RoundResults if "rounds" in asked else GroupResults,
    example=_EXAMPLE,
)
def draw_groups(args: GroupsDraw) -> ResponseDraft:
    """Draw groups under rules, exactly uniformly: pots, countries, people who must not meet.

    Every arrangement that fulfils all rules is equally probable. Without `sizes`, sizes differ by at most one. Rules
    that nothing fulfils are refused. For pairs who meet each other, draw groups of 2. With `rounds` no two meet
    twice, and any two meet with equal chance. A group counts as 20 items of a response.
    """
    check_alone(args)
    if args.rounds is not None:
        return _draw_rounds(args, args.rounds)
    return _draw_by_rules(args)


def _draw_rounds(args: GroupsDraw, rounds: int) -> ResponseDraft:
    """Return the draft of groups for some rounds, which depend on the number of items alone."""
    items = args.items
    limits = services().allowed.limits
    listed = prepare_list(items)
    count = find_sizes(len(items), args).count
    sizes = RoundSizes(len(items), count)
    may_meet = args.meet_again
    sampler = prepare_rounds(sizes, rounds, limits, listed.size, meet_again=may_meet)
    common = describe_list(items) | NO_SHUFFLE
    common["met_again"] = sampler.met_again

    def find_results_left(labels: Labels, _: Json, __: Work) -> ResultsLeft:
        """Return whether one or several results are left that people can tell apart by the labels alone."""
        return sampler.find_results_left(labels)

    return ResponseDraft(
        sampler,
        common=common,
        results=RoundResults(items, spread_evenly(*sizes), rounds),
        request=replace(args, groups=count),
        implied=_imply_groups(args, count),
        find_results_left=find_results_left,
    )


def _imply_groups(args: GroupsDraw, count: int) -> Json:
    """Return the number of groups, if it follows from their size or sizes."""
    return {"groups": count} if args.group_size or args.sizes else {}


def _draw_by_rules(args: GroupsDraw) -> ResponseDraft:
    """Return the draft of groups for one round under rules."""
    listed = prepare_list(args.items, args.different, args.limits, args.sums)
    rules = keep_known_groups(listed.items, args)
    sampler = prepare_groups(
        listed.items,
        rules,
        services().allowed.limits,
        listed.size,
        is_counted=args.arrangements,
    )
    if args.placed:
        sampler.check_placed(start_work())
    sizes = sampler.table.sizes
    # The `method` "sequential" draws item after item, which favours some arrangements.
    uniformity = BIASED if sampler.is_sequential else NO_SHUFFLE
    common = describe_list(args.items) | uniformity
    request = replace(args, groups=sizes.count, met=rules.met)
    implied = _imply_groups(args, sizes.count)

    def find_results_left(labels: Labels, result: Json, work: Work) -> ResultsLeft:
        """Return whether one or several divisions are left that people can tell apart by the labels alone."""
        groups = [group["indices"] for group in result["groups"]]
        return sampler.find_results_left(labels, groups, work)

    return ResponseDraft(
        sampler,
        common=common,
        results=GroupResults(args.items, sizes),
        steps=listed.steps,
        request=request,
        implied=implied,
        find_results_left=find_results_left,
    )


@dataclass
class GroupResults(ListResults):
    """The groups of a list."""

    items: Sequence[Any]
    sizes: GroupSizes

    members = ("groups",)
    shows_all = True

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        groups = self.sizes.split(indices)
        shown = [
            self._show_group(number, items)
            for number, items in enumerate(groups, start=1)
        ]
        return {"groups": shown}

    def _show_group(self, number: int, items: Sequence[int]) -> Json:
        """Return a group by its number and the indices of its items: {"group": 1, "items": ["b"], "indices": [1]}."""
        return {"group": number} | show_items(self.items, items)

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        return pair_places(result, cls.members)

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        return [group["items"] for group in result["groups"]]


@dataclass
class RoundResults(GroupResults):
    """The groups of a list in several rounds, which depend on the number of its items alone."""

    rounds: int

    shows_all = False

    @property
    def cache_size(self) -> int:
        """Return the places of all rounds, which a cached draw keeps."""
        return self.rounds * len(self.items)

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        groups = []
        n = len(self.items)
        for start in range(0, len(indices), n):
            number = start // n + 1
            in_round = self.sizes.split(indices[start : start + n])
            for group, items in enumerate(in_round, start=1):
                shown = self._show_group(group, items)
                groups.append({"round": number} | shown)
        return {"groups": groups}

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:  # noqa: ARG003
        return False
