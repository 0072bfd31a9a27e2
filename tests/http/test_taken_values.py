"""The OpenAPI document allows a value of a member of a body if, and only if, the service takes the value."""

from collections.abc import Iterator
from random import Random
from typing import Any

from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator

from service.blueprints import BLUEPRINTS
from service.http.blueprint import Operation
from service.http.schemas.request_schemas import RequestSchema
from tests.http.endpoints.fuzz_reasons import list_unexplained
from tests.http.spec import SPEC, json_object, members, resolve
from tools.url_rules import fill_rule

Json = dict[str, Any]

VALUES = 5_000
"""The values that are sent, of all members together."""

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

OPERATIONS = {
    operation.name: operation
    for blueprint in BLUEPRINTS
    for operation in blueprint.operations
    if operation.method == "POST"
    and operation.example
    and isinstance(operation.schema, RequestSchema)
}


def get_members(operation: Operation) -> Json:
    """Return the schemas of the members of an operation's body."""
    bodies = [
        item["post"]["requestBody"]["content"]["application/json"]["schema"]
        for item in SPEC["paths"].values()
        if item.get("post", {}).get("operationId") == operation.name
    ]
    return members(bodies[0])


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


def find_refusal(
    client: FlaskClient, operation: Operation, body: Json, name: str
) -> str:
    """Return what the service says of the member `name` of a body if it refuses this member, or else an empty text."""
    assert operation.example
    path = fill_rule(operation.rule, operation.example.path)
    response = client.post(path, json=body)
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


def test_the_document_allows_what_the_service_takes(client: FlaskClient) -> None:
    places = [
        (operation, name, schema)
        for operation in OPERATIONS.values()
        for name, schema in get_members(operation).items()
        if name not in UNLISTED
    ]
    number = 1 + VALUES // len(places)
    for operation, name, schema in places:
        assert operation.example
        validator = Draft202012Validator(schema | {"components": SPEC["components"]})
        values = [*list_near(schema), *SCALARS, *TEXTS, *NESTED]
        label = f"{operation.name} {name}"
        for value in Random(label).sample(values, min(len(values), number)):
            if is_left_out(operation.schema, name, value):
                continue
            body = dict(operation.example.arguments) | {name: value}
            refusal = find_refusal(client, operation, body, name)
            if validator.is_valid(value):
                assert refusal in {"", EXPLAINED}, (label, value)
            else:
                assert refusal, (label, value)
