"""Nothing that docs/stability.md promises is removed; additions are recorded."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.tables import for_each
from tools.contract import __main__ as contract
from tools.contract.breaks import Hashes, find_breaks, find_lost_vectors
from tools.contract.record import Json, build_api, hash_vectors
from tools.contract.saved import read_saved, write_saved

WHAT_TO_DO = (
    "docs/stability.md promises that this stays. Keep it beside the new one; `deprecated` may mark it in the document."
)
UNRECORDED = "there is something new: run `make generate`, and commit tests/contract"


def schema(name: str) -> Json:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


DOCUMENT: Json = {
    "paths": {
        "/v1/decks/{deck}": {
            "parameters": [{"$ref": "#/components/parameters/deck"}],
            "get": {
                "operationId": "get_deck",
                "parameters": [{"name": "count", "in": "query", "schema": {"type": "integer", "default": 1}}],
                "responses": {"200": {"content": schema("Deck") | {"text/plain": {"schema": {"type": "string"}}}}},
            },
            "post": {
                "operationId": "get_deck_post",
                "requestBody": {"content": schema("DeckRequest")},
                "responses": {"200": {"content": schema("Deck")}},
            },
        }
    },
    "components": {
        "parameters": {
            "deck": {"name": "deck", "in": "path", "required": True, "schema": {"type": "string", "enum": ["a", "b"]}}
        },
        "schemas": {
            "Problem": {"type": "object", "properties": {"status": {"type": "integer"}}, "required": ["status"]},
            "DeckRequest": {
                "properties": {"seed": {"type": "string"}, "count": {"type": "integer", "default": 1}},
                "required": ["seed"],
            },
            "Sized": {"properties": {"size": {"type": "integer"}}, "required": ["size"]},
            "Card": {"properties": {"code": {"type": "string"}}, "required": ["code"]},
            "Deck": {
                "allOf": [
                    {"$ref": "#/components/schemas/Sized"},
                    {
                        "properties": {
                            "cards": {"type": "array", "items": {"$ref": "#/components/schemas/Card"}},
                            "note": {"type": ["string", "null"]},
                        },
                        "required": ["cards"],
                    },
                ]
            },
        },
    },
}

Change = Callable[[Any, Any], object]
"""A change of the paths and components of a document."""


def breaks_of(change: Change) -> list[str]:
    changed = deepcopy(DOCUMENT)
    path, components = changed["paths"]["/v1/decks/{deck}"], changed["components"]
    change(path, components["schemas"] | {"deck": components["parameters"]["deck"]})
    return find_breaks(build_api(DOCUMENT), build_api(changed))


@pytest.fixture(scope="module")
def present() -> tuple[Json, Hashes]:
    """The record of what there is."""
    return contract.read_present()


def test_nothing_that_was_promised_is_missing(present: tuple[Json, Hashes]) -> None:
    (kept, kept_vectors), (api, vectors) = contract.read_kept(), present
    assert [*find_breaks(kept, api), *find_lost_vectors(kept_vectors, vectors)] == [], WHAT_TO_DO


def test_additions_are_recorded(present: tuple[Json, Hashes]) -> None:
    assert contract.read_kept() == present, UNRECORDED


BREAKING: dict[str, tuple[Change, str]] = {
    "an operation is renamed": (
        lambda path, _: path["get"].update(operationId="read_deck"),
        "operation get_deck: removed",
    ),
    "a method is removed": (lambda path, _: path.pop("post"), "operation get_deck_post: removed"),
    "a parameter is removed": (
        lambda path, _: path["get"]["parameters"].clear(),
        "operation get_deck: count removed",
    ),
    "a parameter becomes required": (
        lambda path, _: path["get"]["parameters"][0].update(required=True),
        "operation get_deck: count became required",
    ),
    "a required parameter is added": (
        lambda path, _: path["get"]["parameters"].append(
            {"name": "n", "required": True, "schema": {"type": "integer"}}
        ),
        "operation get_deck: n is new and required",
    ),
    "a default changes": (
        lambda path, _: path["get"]["parameters"][0]["schema"].update(default=2),
        "operation get_deck: the default of count was 1 and is 2",
    ),
    "a default is removed": (
        lambda _, parts: parts["DeckRequest"]["properties"]["count"].pop("default"),
        "requests DeckRequest: the default of count was 1 and is None",
    ),
    "an accepted value is removed": (
        lambda _, parts: parts["deck"]["schema"]["enum"].remove("a"),
        "operation get_deck: deck has lost values",
    ),
    "values are restricted": (
        lambda _, parts: parts["DeckRequest"]["properties"]["seed"].update(enum=["42"]),
        "requests DeckRequest: seed has lost values",
    ),
    "a member of a body changes its type": (
        lambda _, parts: parts["DeckRequest"]["properties"]["seed"].update(type="integer"),
        "requests DeckRequest: seed was string and is integer",
    ),
    "a member of a body becomes required": (
        lambda _, parts: parts["DeckRequest"]["required"].append("count"),
        "requests DeckRequest: count became required",
    ),
    "a member of a response is removed": (
        lambda _, parts: parts["Card"]["properties"].clear(),
        "responses Card: code removed",
    ),
    "an inherited member becomes optional": (
        lambda _, parts: parts["Sized"]["required"].clear(),
        "responses Deck: size became optional",
    ),
    "a member of a response may be null": (
        lambda _, parts: parts["Card"]["properties"]["code"].update(type=["string", "null"]),
        "responses Card: code was string and is string?",
    ),
    "the items of a list change": (
        lambda _, parts: parts["Deck"]["allOf"][1]["properties"]["cards"].update(items={"type": "string"}),
        "responses Deck: cards was [Card] and is [string]",
    ),
    "a component of a response is renamed": (
        lambda path, parts: path["post"]["responses"]["200"].update(content=schema("Card")),
        "operation get_deck_post: application/json is not Deck any more",
    ),
    "a media type is removed": (
        lambda path, _: path["get"]["responses"]["200"]["content"].pop("text/plain"),
        "operation get_deck: text/plain is not string any more",
    ),
}


@for_each("name", BREAKING)
def test_a_change_that_breaks_a_client_is_named(name: str) -> None:
    change, line = BREAKING[name]
    assert line in breaks_of(change)


def flatten(deck: Json, sized: Json) -> None:
    """Give a schema the members of the one that it includes."""
    (own,) = deck.pop("allOf")[1:]
    deck["properties"] = own["properties"] | sized["properties"]
    deck["required"] = own["required"] + sized["required"]


ADDITIONS: dict[str, Change] = {
    "an optional parameter": lambda path, _: path["get"]["parameters"].append(
        {"name": "n", "schema": {"type": "integer"}}
    ),
    "an accepted value": lambda _, parts: parts["deck"]["schema"]["enum"].append("c"),
    "a body's member may be null": lambda _, parts: parts["DeckRequest"]["properties"]["seed"].update(
        type=["string", "null"]
    ),
    "a body's member becomes optional": lambda _, parts: parts["DeckRequest"]["required"].clear(),
    "a member of a response": lambda _, parts: parts["Card"]["properties"].update(name={"type": "string"}),
    "a response's member is null no more": lambda _, parts: parts["Deck"]["allOf"][1]["properties"]["note"].update(
        type="string"
    ),
    "a response's member becomes required": lambda _, parts: parts["Deck"]["allOf"][1]["required"].append("note"),
    "a media type": lambda path, _: path["post"]["responses"]["200"]["content"].update(
        {"text/plain": {"schema": {"type": "string"}}}
    ),
    "allOf in another way": lambda _, parts: flatten(parts["Deck"], parts["Sized"]),
}


@for_each("name", ADDITIONS)
def test_additions_break_no_client(name: str) -> None:
    assert breaks_of(ADDITIONS[name]) == []


def test_a_type_of_problem_keeps_its_status() -> None:
    api = build_api(DOCUMENT)
    changed = deepcopy(api)
    changed["problems"]["busy"] = 429
    assert find_breaks(api, changed) == ["problem busy: status 503 became 429"]


def test_a_setting_keeps_its_name() -> None:
    api = build_api(DOCUMENT)
    assert {"HOST", "MAX_ITEMS", "SHOE_KEYS", "SHOE_KEYS_FILE"} < {*api["settings"]}
    renamed = {**api, "settings": ["MAX_NUMBERS" if name == "MAX_ITEMS" else name for name in api["settings"]]}
    assert find_breaks(api, renamed) == ["setting MAX_ITEMS: removed"]


def test_vectors_are_only_added_to() -> None:
    kept = hash_vectors({"made_by": "node", "words": [{"seed": "a"}, {"seed": "b"}], "counts": [{"n": 1}]})
    more = {"words": [{"seed": "b"}, {"seed": "c"}, {"seed": "a"}], "counts": [{"n": 1}], "others": [{"n": 1}]}
    assert find_lost_vectors(kept, hash_vectors(more)) == []
    less = {"words": [{"seed": "b"}, {"seed": "A"}]}
    lost = ["vectors words: 1 changed or removed", "vectors counts: 1 changed or removed"]
    assert find_lost_vectors(kept, hash_vectors(less)) == lost


def test_the_command_writes_nothing_that_breaks_a_client(
    present: tuple[Json, Hashes], monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(contract, "read_present", lambda: present)
    monkeypatch.setattr(contract, "API", tmp_path / "api.yaml")
    monkeypatch.setattr(contract, "VECTORS", tmp_path / "vectors.yaml")
    monkeypatch.setattr(contract, "RESPONSES", tmp_path / "responses.jsonl")
    write_saved(contract.RESPONSES, {"signed": {"kept": True}})
    assert contract.main() == 0
    assert contract.read_kept() == present
    assert {"signed": {"kept": True}}.items() < read_saved(contract.RESPONSES).items()
    api, vectors = deepcopy(present)
    api["operations"]["get_nothing"] = {"path": "GET /v1/nothing", "responses": {}}
    monkeypatch.setattr(contract, "read_present", lambda: (api, vectors))
    assert contract.main() == 0  # an addition
    monkeypatch.setattr(contract, "read_present", lambda: present)
    assert contract.main() == 1
    assert "operation get_nothing: removed" in capsys.readouterr().out
    assert contract.read_kept()[0] == api
