"""The OpenAPI document can be cut down to some operations, without responses or parameters, and stays complete."""

import re
from ast import Assign, literal_eval, parse, unparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient

from service.blueprints import BLUEPRINTS
from service.http.schemas.request_schemas import RequestSchema
from tests.http.spec import OPERATIONS, SPEC, SPEC_FOR_READERS, json_object
from tests.tables import for_each
from tools.files import ROOT
from tools.openapi.schemas import is_of_file

NAMES = "shuffle_deck,deal_game,draw_from_shoe"
BODIES = {
    operation.name: operation.schema
    for blueprint in BLUEPRINTS
    for operation in blueprint.operations
    if operation.method == "POST" and isinstance(operation.schema, RequestSchema)
}


def get_document(client: FlaskClient, **query: str) -> dict[str, Any]:
    """Return the document in JSON, which some parameters select from or shorten."""
    return json_object(client.get("/openapi.json", query_string=query))


def operation_ids(document: dict[str, Any]) -> set[str]:
    items = document["paths"].values()
    return {
        item[method]["operationId"]
        for item in items
        for method in item.keys() & {"get", "post"}
    }


def assert_complete(document: dict[str, Any]) -> None:
    """Raise `AssertionError` unless a document has the components that it refers to, and no others."""
    components = {
        f"#/components/{kind}/{name}"
        for kind, components in document["components"].items()
        for name in components
        if kind != "securitySchemes"
    }
    references = re.findall(r"'\$ref': '(.*?)'", str(document))
    assert set(references) == components


BOUNDS = {"minItems": 0, "maximum": 2**53 - 1}


def list_superfluous(part: Any, path: str = "") -> set[str]:
    """Return the paths of long lists of names, single examples and bounds that JSON has anyway in a document's part."""
    found: set[str] = set()
    for name, value in list_members(part):
        found |= list_superfluous(value, f"{path}/{name}")
        is_list = name in {"enum", "x-extensible-enum"} and isinstance(value, list)
        is_long = is_list and len(value) > 20
        is_single = name == "example" and isinstance(value, str | int | float)
        is_bound = name in BOUNDS and value == BOUNDS[name]
        if is_long or is_single or is_bound:
            found.add(f"{path}/{name}")
    return found


def list_members(part: Any) -> Iterable[tuple[Any, Any]]:
    """Return the members of an object with their names, or the items of an array with their indices."""
    if isinstance(part, dict):
        return part.items()
    return enumerate(part if isinstance(part, list) else [])


def remove(part: Any, paths: set[str], path: str = "") -> Any:
    """Return a part of a document without the members at some paths."""
    if not isinstance(part, dict | list):
        return part
    left = {}
    for name, value in list_members(part):
        inner = f"{path}/{name}"
        if inner not in paths:
            left[name] = remove(value, paths, inner)
    return left if isinstance(part, dict) else list(left.values())


def remove_superfluous(part: Any) -> Any:
    return remove(part, list_superfluous(part))


@for_each(("options", "spec"), [({}, SPEC), ({"examples": "true"}, SPEC_FOR_READERS)])
def test_a_document_of_some_operations_has_what_they_use_and_nothing_else(
    client: FlaskClient, options: dict[str, str], spec: dict[str, Any]
) -> None:
    document = get_document(client, operations=NAMES, **options)
    assert operation_ids(document) == set(NAMES.split(","))
    assert [tag["name"] for tag in document["tags"]] == ["decks", "games", "shoes"]
    assert_complete(document)
    body = document["components"]["schemas"].pop("DrawShoeRequest")
    assert body["additionalProperties"] is False
    game = document["components"]["parameters"].pop("game")
    assert "enum" not in game["schema"]  # too many names
    for kind, components in document["components"].items():
        original = {name: spec["components"][kind][name] for name in components}
        for path in list_superfluous(components):
            assert path.endswith("/example")
        assert remove_superfluous(components) == remove_superfluous(original)
    assert document.keys() == spec.keys()
    for name in spec.keys() - {"paths", "tags", "components"}:
        assert document[name] == spec[name]


def test_a_document_of_some_operations_is_short(client: FlaskClient) -> None:
    names = "shuffle_deck,deal_game_post"
    short = get_document(client, operations=names)["components"]["parameters"]
    assert short["game"]["schema"] == {"type": "string", "example": "bridge"}
    index = {"type": "integer", "minimum": 0, "default": 0, "format": "int64"}
    assert short["index"]["schema"] == index
    assert short["seed"]["schema"]["example"] == "42"
    readable = get_document(client, operations=names, examples="true")
    parameters = readable["components"]["parameters"]
    assert parameters["index"]["schema"]["example"] == 7


def test_links_lead_to_operations_of_the_document(client: FlaskClient) -> None:
    names = "list_decks,describe_deck,open_sealed_shoe,draw_from_shoe"
    document = get_document(client, operations=names, examples="true")
    links = {}
    for path, item in document["paths"].items():
        operation = item.get("get", item.get("post"))
        response = operation["responses"]["200"]
        links[path] = list(response.get("links", {}))
    assert links == {
        "/v1/decks": ["Describe"],
        "/v1/decks/{deck}": [],
        "/v1/shoes": ["Draw"],
        "/v1/shoes/draw": ["Draw"],
    }


@for_each(
    "query",
    [
        f"operations={NAMES}",
        f"operations={NAMES}&examples=true",
        "examples=true",
        "operations=livez",
    ],
)
def test_a_document_is_the_same_in_yaml(client: FlaskClient, query: str) -> None:
    response = client.get(f"/openapi.yaml?{query}")
    assert response.mimetype == "application/yaml"
    document = yaml.load(response.data, yaml.CSafeLoader)
    assert document == client.get(f"/openapi.json?{query}").json


OPERATION_IDS = [operation["operationId"] for _, _, operation in OPERATIONS]


@for_each("name", OPERATION_IDS)
def test_a_document_of_each_operation_is_complete(
    client: FlaskClient, name: str
) -> None:
    document = get_document(client, operations=name)
    assert operation_ids(document) == {name}
    assert_complete(document)


def test_all_operations_are_the_whole_document(client: FlaskClient) -> None:
    document = get_document(client, operations=",".join(OPERATION_IDS))
    paths = remove_superfluous(document["paths"])
    assert paths == remove_superfluous(SPEC["paths"])
    assert get_document(client, operations="") == SPEC


@for_each("name, schema", BODIES.items())
def test_a_body_is_one_object_with_all_members(
    client: FlaskClient, name: str, schema: RequestSchema
) -> None:
    document = get_document(client, operations=name)
    [item] = document["paths"].values()
    content = item["post"]["requestBody"]["content"]["application/json"]
    _, _, component = content["schema"]["$ref"].rpartition("/")
    body = document["components"]["schemas"][component]
    names = {
        field.data_key or name
        for name, field in schema.fields.items()
        if not is_of_file(field)
    }
    assert body["properties"].keys() == names
    assert sorted(body.get("required", ())) == sorted(schema.required)
    assert body["type"] == "object"
    assert body["additionalProperties"] is False
    assert "allOf" not in body


def read_constants(path: Path) -> dict[str, Any]:
    """Return the values of the constants of a module by name, without importing it."""
    module = parse(path.read_text("utf-8"))
    assignments = [part for part in module.body if isinstance(part, Assign)]
    return {
        unparse(target): literal_eval(part.value)
        for part in assignments
        for target in part.targets
    }


def test_a_document_without_responses_is_short_enough_for_an_agent(
    client: FlaskClient,
) -> None:
    named = read_constants(ROOT / "clients/python/shuffle_and_deal/mcp.py")
    query = {
        "operations": named["OPERATIONS"],
        "without": named["WITHOUT"],
        "responses": "false",
    }
    response = client.get("/openapi.json", query_string=query)
    assert len(response.data) <= 52_000  # the tools of MCP have less
    document = json_object(response)
    assert_complete(document)
    for item in document["paths"].values():
        for operation in item.values():
            for part in operation["responses"].values():
                assert "content" not in part
    schemas = document["components"]["schemas"].values()
    members = [schema["properties"] for schema in schemas]
    reveal, *_ = [part["reveal"] for part in members if "reveal" in part]
    # Not "auditor", which needs the parameter of this name.
    assert reveal["enum"] == ["all", "shown"]


def test_parameters_of_any_operation_are_left_out_of_the_whole_document(
    client: FlaskClient,
) -> None:
    document = get_document(client, without="prove,strata")
    assert operation_ids(document) == operation_ids(SPEC)
    body = document["components"]["schemas"]["ItemsDrawRequest"]
    assert body["properties"].keys().isdisjoint({"prove", "strata"})


def test_parameters_are_left_out(client: FlaskClient) -> None:
    whole = get_document(client, operations=NAMES)["components"]
    short = get_document(
        client, operations="deal_game_post,shuffle_deck", without="prove,sign,passes"
    )["components"]
    assert "ProveRequest" not in short["schemas"]
    body = short["schemas"]["GameDealRequest"]
    assert body["properties"].keys().isdisjoint({"prove", "sign", "passes"})
    assert whole["parameters"].keys() >= {"sign", "passes"}
    assert short["parameters"].keys().isdisjoint({"sign", "passes"})
