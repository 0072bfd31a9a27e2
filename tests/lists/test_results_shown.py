"""A response of a caller's list is verified without it as far as the class of its results says which items it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask

from service.app import create_app
from service.core.shuffles.samplers import prepare_shuffle
from service.http.blueprint import Blueprint, Example
from service.http.caller_lists.results import ListResults, Shown
from service.http.response_draft import ResponseDraft
from service.http.results import Json, ResultPosition, Results, SelectResults
from service.http.schemas.provenance import ShuffleProvenance, algorithm_fields
from service.http.schemas.request_schemas import ShuffledDraw, request_schema
from service.http.schemas.response_schemas import (
    ResponseSchema,
    indices,
    required,
    response_schemas,
)
from service.http.services import services
from service.lists.caller_list import CallerItems
from service.lists.response_fields import ItemsFields, describe_list
from service.lists.shown_items import ItemResults
from service.settings import Settings
from tests.http.draw_operations import DRAW_OPERATIONS, get_example
from tests.http.spec import check_refusal
from tests.lists.shown_requests import PEOPLE, REQUESTS, draw, verify
from tests.plans.plan_files import make_file_by_hand
from tests.tables import for_each

EXAMPLES = [
    (path.removeprefix("/v1/items/"), body)
    for path, body in map(get_example, DRAW_OPERATIONS)
    if "items" in body and "repeats" not in body
]
"""The example of each such endpoint, with a list of its own."""
every_request = for_each(("path", "body"), [*REQUESTS, *EXAMPLES])


@every_request
@for_each(("end", "repeats"), [("", {}), ("/batch", {"repeats": 2})])
def test_an_honest_response_without_its_list_is_not_false(
    path: str, body: Json, end: str, repeats: Json
) -> None:
    response = draw(f"/v1/items/{path}{end}", body | repeats)
    verdict = verify(response)
    assert verdict["valid"] is None
    assert "difference" not in verdict
    assert verdict["unchecked"].keys() & {"items", "request"}
    original = {"original_items": body.get("items", PEOPLE)}
    assert verify(response | original)["valid"] is True


@every_request
def test_a_result_that_was_altered_is_false_with_its_list(
    path: str, body: Json
) -> None:
    altered = draw(f"/v1/items/{path}", body) | {"draws": 77}
    original = {"original_items": body.get("items", PEOPLE)}
    assert verify(altered | original)["valid"] is False


class Podium(ResponseSchema):
    """The first three."""

    podium = required(
        list[dict[str, Any]], "A rank and a winner, with its place in the list"
    )
    place_numbers = indices()


@dataclass(frozen=True, kw_only=True)
class PodiumDraw(ShuffledDraw, CallerItems):
    """A draw of three winners."""


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
        arguments=request_schema("PodiumRequest", PodiumDraw),
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
        shuffle = prepare_shuffle(len(args.items), args, services().limits, 3)
        shown = results(args.items)
        return ResponseDraft(shuffle, common=common, results=shown, request=args)

    app: Flask = create_app(Settings())
    app.register_blueprint(blueprint)
    return app.test_client()


@for_each("fields", [ItemsFields, ShuffleProvenance])
@for_each(
    ("results", "declared", "is_shown"),
    [
        (PodiumResults, Results, False),
        (PodiumResults, ShownPodiumResults, False),
        (PodiumResults, ItemResults, False),
        (ShownPodiumResults, ListResults, False),
        (ShownPodiumResults, ShownPodiumResults, True),
    ],
)
def test_an_endpoint_of_which_no_other_module_knows_is_not_false(
    fields: type[ShuffleProvenance],
    results: type[PodiumResults],
    declared: type[Results],
    *,
    is_shown: bool,
) -> None:
    """With a class that says nothing, or another one than that of the results, it is unchecked."""
    client = make_app(results, lambda _: declared, fields)
    for path, repeats in (("", {}), ("/batch", {"repeats": 2})):
        response = draw(f"/v1/items_of_the_test/podium{path}", repeats, client)
        verdict = verify(response, client)
        assert verdict["valid"] is None
        assert "difference" not in verdict
        is_read = is_shown and fields is ItemsFields
        assert ("items" if is_read else "request") in verdict["unchecked"]
        whole = response | {"original_items": PEOPLE}
        assert verify(whole, client)["valid"] is True
        assert verify(whole | {"draws": 77}, client)["valid"] is False
        if is_read:
            assert verify(response | {"draws": 77}, client)["valid"] is False


def test_a_plan_fixes_the_list_of_an_endpoint_of_which_no_other_module_knows() -> None:
    client = make_app(ShownPodiumResults, lambda _: ShownPodiumResults, ItemsFields)
    file = make_file_by_hand(client, "/v1/items_of_the_test/podium", {"items": PEOPLE})
    del file["plan"]["items_sha256"]
    refused = check_refusal(client.post("/v1/verify", json=file))
    assert list(refused) == ["plan.items_sha256"]
