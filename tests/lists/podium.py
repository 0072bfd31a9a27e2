"""An endpoint on a caller's list of which no other module knows, outside of /v1/items."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask

from service.app import create_app
from service.blueprints import EVIDENCE
from service.core.shuffle_requests import prepare_shuffle
from service.http.blueprint import Blueprint, Example
from service.http.caller_lists.results import ListResults, Shown
from service.http.draws.response_draft import ResponseDraft
from service.http.results.result_types import (
    Json,
    ResultPosition,
    Results,
    SelectResults,
)
from service.http.schemas.provenance import ShuffleProvenance, algorithm_fields
from service.http.schemas.request_schemas import RequestSchema, ShuffledDraw
from service.http.schemas.response_schemas import (
    ResponseSchema,
    indices,
    required,
    response_schemas,
)
from service.http.services import services
from service.lists.caller_list import CallerItems
from service.lists.response_fields import ItemsFields, describe_list
from service.settings import Settings


class Podium(ResponseSchema):
    """The first three."""

    podium = required(
        list[dict[str, Any]], "A rank and a winner, with its place in the list"
    )
    place_numbers = indices()


@dataclass(frozen=True, kw_only=True)
class PodiumDraw(ShuffledDraw, CallerItems):
    """A draw of three winners."""


class PodiumRequest(RequestSchema):
    """A draw of three winners."""

    target = PodiumDraw


@dataclass
class PodiumResults(Results):
    """Three winners of a list, in members of their own."""

    items: Sequence[Any]

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        podium = [
            {"rank": rank, "winner": self.items[index], "number": index}
            for rank, index in enumerate(indices, 1)
        ]
        return {"podium": podium, "place_numbers": list(indices)}


class ShownPodiumResults(PodiumResults, ListResults):
    """The same, which say which items they show."""

    members = ("podium",)
    values = ("winner",)

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        return [(place["number"], place["winner"]) for place in result["podium"]]

    @classmethod
    def needs_list(cls, *_: Any) -> bool:
        return False


def make_app(
    results: type[PodiumResults], select: SelectResults, fields: type[ShuffleProvenance]
) -> Any:
    """Return a client of an app with one more endpoint, of which no other module knows."""
    blueprint = Blueprint("podium", "/v1/items_of_the_test", "A podium")

    @blueprint.draw_endpoint(
        "/podium",
        arguments=PodiumRequest,
        response=response_schemas(fields, Podium, "DrawnPodium"),
        methods=("POST",),
        results=select,
        example=Example({"items": [1, 2, 3, 4], "seed": "42"}),
    )
    def draw_podium(args: PodiumDraw) -> ResponseDraft:
        """Draw three winners."""
        common = algorithm_fields(args)
        if issubclass(fields, ItemsFields):
            common |= describe_list(args.items)
        shuffle = prepare_shuffle(len(args.items), args, services().allowed.limits, 3)
        shown = results(args.items)
        return ResponseDraft(shuffle, common=common, results=shown, request=args)

    app: Flask = create_app(Settings())
    blueprint.serve(EVIDENCE)
    app.register_blueprint(blueprint)
    return app.test_client()
