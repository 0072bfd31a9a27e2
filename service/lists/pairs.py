"""/v1/items/pairs: who of the caller's own list gives to whom, under rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..arrangements.gifts.pairs import PairRules, keep_known, prepare_pairs
from ..core.work import Work
from ..http.blueprint import Example
from ..http.caller_lists.results import ListResults, Shown, check_objects
from ..http.draws.response_draft import ResponseDraft
from ..http.results.result_types import Json, ResultPosition
from ..http.schemas.provenance import NO_SHUFFLE
from ..http.schemas.request_schemas import RequestSchema, SeededDraw
from ..http.schemas.response_schemas import (
    ResponseSchema,
    indices,
    required,
    response_schemas,
)
from ..http.services import services
from ..verdicts.results_left import Labels, ResultsLeft
from .caller_list import ITEMS, CallerItems, SeparationParameters, prepare_list
from .response_fields import ArrangementFields, describe_list

blueprint = ITEMS.part("pairs")


@dataclass(frozen=True, kw_only=True)
class PairsDraw(PairRules, SeededDraw, CallerItems):
    """The arguments of a draw of givers and receivers."""


class PairParameters(SeparationParameters):
    """The rules of pairs."""

    target: ClassVar[type] = PairRules


class PairsRequest(RequestSchema):
    """A draw of givers and receivers."""

    target = PairsDraw


class DrawnPair(ResponseSchema):
    """A giver and its receiver."""

    giver = required(Any | None, "The item that gives")
    receiver = required(Any | None, "The item that it gives to")
    indices = indices()


class PairsResult(ResponseSchema):
    """The pairs; every item gives once and gets once."""

    pairs = required(list[DrawnPair], "The pairs, in the order of the list by giver")


_EXAMPLE = Example(
    {
        "items": ["Ann", "Bob", "Cem", "Dee", "Eve"],
        "apart": [["Ann", "Bob"]],
        "seed": "42",
    }
)


@blueprint.draw_endpoint(
    "/pairs",
    arguments=PairsRequest,
    response=response_schemas(ArrangementFields, PairsResult, "DrawnPairs"),
    methods=("POST",),
    results=lambda _: PairResults,
    example=_EXAMPLE,
)
def draw_pairs(args: PairsDraw) -> ResponseDraft:
    """Draw who gives to whom, exactly uniformly: Secret Santa, reviews by peers.

    Each gives to one other and gets from one other. Couples or families in `apart`, or with the same value of an
    attribute in `different`, do not draw each other. Every arrangement that fulfils all rules is equally probable. A
    pair counts as 20 items of a response.
    """
    listed = prepare_list(args.items, args.different)
    rules = keep_known(listed.items, args)
    limits = services().allowed.limits
    size_of_pairs = 2 * listed.size  # each item gives, and is given to
    sampler = prepare_pairs(listed.items, rules, limits, size_of_pairs)

    def find_results_left(labels: Labels, _: Json, work: Work) -> ResultsLeft:
        """Return whether one or several arrangements are left that people can tell apart by the labels alone."""
        return sampler.find_results_left(labels, work)

    return ResponseDraft(
        sampler,
        common=describe_list(args.items) | NO_SHUFFLE,
        results=PairResults(args.items),
        steps=listed.steps,
        request=replace(args, forbidden=rules.forbidden),
        find_results_left=find_results_left,
    )


@dataclass
class PairResults(ListResults):
    """The givers and receivers of a list."""

    items: Sequence[Any]

    is_secret = True
    members = ("pairs",)
    values = ("giver", "receiver")
    shows_all = True

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        pairs = [
            self._show_pair(giver, receiver) for giver, receiver in enumerate(indices)
        ]
        return {"pairs": pairs}

    def _show_pair(self, giver: int, receiver: int) -> Json:
        """Return a pair as JSON, by the indices of its items."""
        return {
            "giver": self.items[giver],
            "receiver": self.items[receiver],
            "indices": [giver, receiver],
        }

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        pairs = check_objects("pairs", result["pairs"])
        return list(enumerate(pair.get("giver") for pair in pairs))

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        return [[pair["giver"], pair["receiver"]] for pair in result["pairs"]]
