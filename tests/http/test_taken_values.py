"""The OpenAPI document allows a value of a member or a parameter if, and only if, the service takes the value."""

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator
from werkzeug.test import TestResponse

from service.blueprints import BLUEPRINTS
from service.http.blueprint import Operation
from service.http.schemas.request_schemas import RequestSchema
from tests.http.endpoints.fuzz_reasons import list_unexplained
from tests.http.spec import SPEC, json_object, members, resolve
from tools.url_rules import fill_rule

Json = dict[str, Any]

VALUES = 2_500
"""The values that are sent in bodies, of all members together, and as many in queries, of all parameters together."""

SCALARS = (None, True, False, 0, 1, -1, 7, 20, 100, 2**31, 2**53, 2**63, -(2**63), 0.5)
TEXTS = ("", "a", " holdem", "Texas Hold'em", "standard", "AS", "42", "a" * 257, "x\0y")
NESTED: tuple[Any, ...] = (
    [],
    [1],
    ["AS"],
    ["AS", "AS"],
    [[1]],
    [None],
    [{}],
    {},
    {"a": 1},
)


def list_operations(method: str) -> list[Operation]:
    """Return the operations of a method that have an example and whose schema the document states."""
    return [
        operation
        for blueprint in BLUEPRINTS
        for operation in blueprint.operations
        if operation.method == method
        and operation.example
        and isinstance(operation.schema, RequestSchema)
    ]


def get_members(operation: Operation) -> Json:
    """Return the schemas of the members of an operation's body."""
    bodies = [
        item["post"]["requestBody"]["content"]["application/json"]["schema"]
        for item in SPEC["paths"].values()
        if item.get("post", {}).get("operationId") == operation.name
    ]
    return members(bodies[0])


def get_parameters(operation: Operation) -> Json:
    """Return the schemas of the parameters of an operation's query."""
    parameters = [
        resolve(parameter)
        for item in SPEC["paths"].values()
        if item.get("get", {}).get("operationId") == operation.name
        for owner in (item, item["get"])
        for parameter in owner.get("parameters", ())
    ]
    return {
        parameter["name"]: resolve(parameter["schema"])
        for parameter in parameters
        if parameter["in"] == "query"
    }


def list_near(schema: Json) -> Iterator[Any]:
    """Yield values at the bounds of a schema, and names beside names."""
    schema = resolve(schema)
    names = schema.get("enum") or schema.get("x-extensible-enum") or ()
    for name in (*names[:3], *names[-1:]):
        yield from (name, f" {name}", str(name).upper())
    for bound in ("minimum", "maximum"):
        if bound in schema:
            yield from (schema[bound] - 1, schema[bound], schema[bound] + 1)
    for bound in ("minLength", "maxLength"):
        length = min(schema.get(bound, 0), 3_000)
        yield from ("7" * length, "f" * (length + 1), "é" * max(length - 1, 0))
    gap = schema.get("not", {})
    if "minimum" in gap:
        yield from range(schema["minimum"], schema["maximum"] + 1)
    if "example" in schema:
        yield schema["example"]
    if "items" in schema and "$ref" not in schema["items"]:
        for item in (*list_near(schema["items"]), *SCALARS, *TEXTS):
            yield from ([item], [item, item])


UNLISTED = {"in_play", "seats"}
"""Members of which the document has one type of two, as generators would type the items of a list as anything."""


def is_left_out(schema: object, name: str, value: Any) -> bool:
    """Return whether a value stands for a member that is left out, as generated clients send it."""
    return name in getattr(schema, "objects", ()) and value in (None, {})


def find_refusal(response: TestResponse, name: str) -> str:
    """Return why a response refuses the member or parameter `name`; an empty text if the response takes it."""
    if response.status_code != 422:
        return ""
    problem = json_object(response)
    errors = {
        field: sentences
        for field, sentences in problem["errors"].items()
        if field.partition(".")[0] == name
    }
    is_explained = not list_unexplained(problem | {"errors": errors})
    return EXPLAINED if errors and is_explained else " ".join(map(str, errors.values()))


EXPLAINED = "together with other members, or for a reason that no schema states"


def sample(label: str, values: Iterable[Any], places: int) -> list[Any]:
    """Return the share of one of all places of the values, the same ones each time."""
    values = list(values)
    return Random(label).sample(values, min(len(values), 1 + VALUES // places))


def build_validator(schema: Json) -> Draft202012Validator:
    """Return the validator of a schema, which may refer to components of the document."""
    return Draft202012Validator(schema | {"components": SPEC["components"]})


def check_agreement(is_allowed: bool, refusal: str, place: tuple[Any, ...]) -> None:
    """Raise `AssertionError` unless the service takes what the document allows, and refuses what it does not."""
    if is_allowed:
        assert refusal in {"", EXPLAINED}, place
    else:
        assert refusal, place


def test_the_document_allows_what_the_service_takes_in_a_body(
    client: FlaskClient,
) -> None:
    places = [
        (operation, name, schema)
        for operation in list_operations("POST")
        for name, schema in get_members(operation).items()
        if name not in UNLISTED
    ]
    for operation, name, schema in places:
        assert operation.example
        path = fill_rule(operation.rule, operation.example.path)
        validator = build_validator(schema)
        values = [*list_near(schema), *SCALARS, *TEXTS, *NESTED]
        for value in sample(f"{operation.name} {name}", values, len(places)):
            if is_left_out(operation.schema, name, value):
                continue
            body = dict(operation.example.arguments) | {name: value}
            refusal = find_refusal(client.post(path, json=body), name)
            place = (operation.name, name, value)
            check_agreement(validator.is_valid(value), refusal, place)


def write_in_query(value: Any) -> str | None:
    """Return how a client writes a value in a query, or None for a value that no query can have."""
    if isinstance(value, list):
        texts = [write_in_query(item) for item in value]
        is_written = all(text and "," not in text for text in texts)
        return ",".join(map(str, texts)) if is_written else None
    if isinstance(value, dict) or value is None:
        return None
    return value if isinstance(value, str) else json.dumps(value)


def read_by_schema(schema: Json, text: str) -> Any:
    """Return the value that the text of a parameter stands for, by the type of its schema."""
    match schema["type"]:
        case "string":
            return text
        case "array":
            items = resolve(schema["items"])
            texts = text.split(",") if text else []
            return [read_by_schema(items, item) for item in texts]
        case "boolean" if text in {"0", "1"}:
            return text == "1"  # as PHP writes it
    try:
        return json.loads(text)
    except ValueError:
        return text


def test_the_document_allows_what_the_service_takes_in_a_query(
    client: FlaskClient,
) -> None:
    places = [
        (operation, name, schema)
        for operation in list_operations("GET")
        for name, schema in get_parameters(operation).items()
    ]
    for operation, name, schema in places:
        assert operation.example
        path = fill_rule(operation.rule, operation.example.path)
        validator = build_validator(schema)
        values = map(write_in_query, (*list_near(schema), *SCALARS, *TEXTS, *NESTED))
        texts = [text for text in values if text is not None]
        for text in sample(f"{operation.name} {name}", texts, len(places)):
            query = dict(operation.example.arguments) | {name: text}
            refusal = find_refusal(client.get(f"{path}?{urlencode(query)}"), name)
            is_allowed = validator.is_valid(read_by_schema(schema, text))
            check_agreement(is_allowed, refusal, (operation.name, name, text))
