import re
from ast import Assign, literal_eval, parse, unparse
from typing import Any

import yaml
from flask.testing import FlaskClient

from service.blueprints import BLUEPRINTS
from service.http.schemas.request_schemas import RequestSchema
from tests.conftest import ROOT
from tests.http.spec import OPERATIONS, SPEC, SPEC_FOR_READERS, json_object
from tests.tables import for_each
from tools.openapi.schemas import is_of_file

NAMES = "shuffle_deck,deal_game,draw_from_shoe"
BODIES = {
    operation.name: operation.schema
    for blueprint in BLUEPRINTS
    for operation in blueprint.operations
    if operation.method == "POST" and isinstance(operation.schema, RequestSchema)
}


def operation_ids(document: dict[str, Any]) -> set[str]:
    items = document["paths"].values()
    return {
        item[method]["operationId"]
        for item in items
        for method in item.keys() & {"get", "post"}
    }


def list_components(document: dict[str, Any]) -> set[str]:
    return {
        f"#/components/{kind}/{name}"
        for kind, components in document["components"].items()
        for name in components
        if kind != "securitySchemes"
    }


BOUNDS = {"minItems": 0, "maximum": 2**53 - 1}


def list_superfluous(part: Any, path: str = "") -> set[str]:
    """Return the paths of long lists of names, single examples and bounds that JSON has anyway in a document's part."""
    inner = (
        part.items()
        if isinstance(part, dict)
        else enumerate(part)
        if isinstance(part, list)
        else ()
    )
    found = {
        place
        for name, value in inner
        for place in list_superfluous(value, f"{path}/{name}")
    }
    for name, value in part.items() if isinstance(part, dict) else ():
        is_long = name == "enum" and isinstance(value, list) and len(value) > 20
        is_single = name == "example" and isinstance(value, str | int | float)
        if is_long or is_single or (name in BOUNDS and value == BOUNDS[name]):
            found.add(f"{path}/{name}")
    return found


def remove(part: Any, paths: set[str], path: str = "") -> Any:
    """Return a part of a document without the members at some paths."""
    if isinstance(part, list):
        return [
            remove(item, paths, f"{path}/{index}") for index, item in enumerate(part)
        ]
    if not isinstance(part, dict):
        return part
    members = {
        name: value for name, value in part.items() if f"{path}/{name}" not in paths
    }
    return {
        name: remove(value, paths, f"{path}/{name}") for name, value in members.items()
    }


@for_each("options", ["", "&examples=true"])
def test_a_document_of_some_operations_has_what_they_use_and_nothing_else(
    client: FlaskClient, options: str
) -> None:
    document = client.get(f"/openapi.json?operations={NAMES}{options}").json
    spec = SPEC_FOR_READERS if options else SPEC
    assert document
    assert operation_ids(document) == set(NAMES.split(","))
    assert [tag["name"] for tag in document["tags"]] == ["decks", "games", "shoes"]
    assert set(re.findall(r"'\$ref': '(.*?)'", str(document))) == list_components(
        document
    )
    assert (
        document["components"]["schemas"].pop("DrawShoeRequest")["additionalProperties"]
        is False
    )  # a body
    assert (
        "enum" not in document["components"]["parameters"].pop("game")["schema"]
    )  # too many names
    for kind, components in document["components"].items():
        original = {name: spec["components"][kind][name] for name in components}
        superfluous = list_superfluous(original)
        left = list_superfluous(components)
        assert {path.rpartition("/")[2] for path in left} <= {"example"}
        assert remove(components, left) == remove(original, superfluous)
    selected = {"paths", "tags", "components"}
    assert document.keys() == spec.keys()
    assert all(document[name] == spec[name] for name in spec.keys() - selected)


def test_a_document_of_some_operations_is_short(client: FlaskClient) -> None:
    query = "/openapi.json?operations=shuffle_deck,deal_game_post"
    short, readable = (
        client.get(f"{query}{options}").json for options in ("", "&examples=true")
    )
    assert short
    assert readable
    shared = short["components"]["parameters"]
    assert shared["game"]["schema"] == {"type": "string", "example": "bridge"}
    assert shared["index"]["schema"] == {
        "type": "integer",
        "minimum": 0,
        "default": 0,
        "format": "int64",
    }
    assert shared["seed"]["schema"]["example"] == "42"
    assert readable["components"]["parameters"]["index"]["schema"]["example"] == 7


def test_links_lead_to_operations_of_the_document(client: FlaskClient) -> None:
    names = "list_decks,describe_deck,open_sealed_shoe,draw_from_shoe"
    document = client.get(f"/openapi.json?examples=true&operations={names}").json
    assert document
    paths = document["paths"].items()
    responses = {
        path: item.get("get", item.get("post"))["responses"]["200"]
        for path, item in paths
    }
    links = {
        path: list(response.get("links", {})) for path, response in responses.items()
    }
    assert links.pop("/v1/decks/{deck}") == []
    assert links == {
        "/v1/decks": ["Describe"],
        "/v1/shoes": ["Draw"],
        "/v1/shoes/draw": ["Draw"],
    }


def test_a_document_is_the_same_in_yaml(client: FlaskClient) -> None:
    for query in (
        f"operations={NAMES}",
        f"operations={NAMES}&examples=true",
        "examples=true",
        "operations=livez",
    ):
        response = client.get(f"/openapi.yaml?{query}")
        assert response.mimetype == "application/yaml"
        assert (
            yaml.load(response.data, yaml.CSafeLoader)
            == client.get(f"/openapi.json?{query}").json
        )


def test_a_document_of_each_operation_is_complete(client: FlaskClient) -> None:
    for _, _, operation in OPERATIONS:
        document = client.get(
            f"/openapi.json?operations={operation['operationId']}"
        ).json
        assert document
        assert operation_ids(document) == {operation["operationId"]}
        assert set(re.findall(r"'\$ref': '(.*?)'", str(document))) == list_components(
            document
        )


def test_all_operations_are_the_whole_document(client: FlaskClient) -> None:
    names = ",".join(operation["operationId"] for _, _, operation in OPERATIONS)
    document = client.get("/openapi.json", query_string={"operations": names}).json
    assert document
    paths = SPEC["paths"]
    assert remove(document["paths"], list_superfluous(document["paths"])) == remove(
        paths, list_superfluous(paths)
    )
    assert client.get("/openapi.json?operations=").json == SPEC


@for_each("name, schema", BODIES.items())
def test_a_body_is_one_object_with_all_members(
    client: FlaskClient, name: str, schema: RequestSchema
) -> None:
    document = client.get(f"/openapi.json?operations={name}").json
    assert document
    [item] = document["paths"].values()
    reference = item["post"]["requestBody"]["content"]["application/json"]["schema"][
        "$ref"
    ]
    body = document["components"]["schemas"][reference.rpartition("/")[2]]
    names = {
        field.data_key or name
        for name, field in schema.fields.items()
        if not is_of_file(field)
    }
    assert body["properties"].keys() == names
    assert sorted(body.get("required", ())) == sorted(schema.required)
    assert (body["type"], body["additionalProperties"], "allOf" in body) == (
        "object",
        False,
        False,
    )


def test_a_document_without_responses_is_short_enough_for_an_agent(
    client: FlaskClient,
) -> None:
    source = (ROOT / "clients/python/shuffle_and_deal/mcp.py").read_text("utf-8")
    named = {
        unparse(part.targets[0]): literal_eval(part.value)
        for part in parse(source).body
        if isinstance(part, Assign)
    }
    query = {
        "operations": named["OPERATIONS"],
        "without": named["WITHOUT"],
        "responses": "false",
    }
    response = client.get("/openapi.json", query_string=query)
    document = json_object(response)
    described = [
        item[method]["responses"]
        for item in document["paths"].values()
        for method in item
    ]
    assert all(
        "content" not in part for responses in described for part in responses.values()
    )
    assert set(re.findall(r"'\$ref': '(.*?)'", str(document))) == list_components(
        document
    )
    assert len(response.data) <= 44_000
    schemas = document["components"]["schemas"]
    assert next(
        s["properties"]["reveal"]["enum"]
        for s in schemas.values()
        if "reveal" in s["properties"]
    ) == [
        "all",
        "shown",  # and not "auditor", which needs the parameter of this name
    ]


def test_parameters_of_any_operation_are_left_out_of_the_whole_document(
    client: FlaskClient,
) -> None:
    document = json_object(client.get("/openapi.json?without=prove,strata"))
    assert operation_ids(document) == operation_ids(SPEC)
    assert (
        not {"prove", "strata"}
        & document["components"]["schemas"]["ItemsDrawRequest"]["properties"].keys()
    )


def test_parameters_are_left_out(client: FlaskClient) -> None:
    without = "operations=deal_game_post,shuffle_deck&without=prove,sign,passes"
    whole, short = (
        client.get(f"/openapi.json?{query}").json
        for query in (f"operations={NAMES}", without)
    )
    assert whole
    assert short
    assert "ProveRequest" not in short["components"]["schemas"]
    assert (
        not {"prove", "sign", "passes"}
        & short["components"]["schemas"]["GameDealRequest"]["properties"].keys()
    )
    names = {
        name: {"sign", "passes"} & document["components"]["parameters"].keys()
        for name, document in (("whole", whole), ("short", short))
    }
    assert names == {"whole": {"sign", "passes"}, "short": set()}
