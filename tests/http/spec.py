"""The checked-in OpenAPI document, and checks of responses against it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import orjson
import yaml
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator
from werkzeug.test import TestResponse

from service.blueprints import BLUEPRINTS
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.http.concurrency import SharedSlots
from service.http.responses import OPENAPI, OPENAPI_ADDITIONS
from service.http.services import Services
from service.operations.openapi import merge
from tools.url_rules import fill_rule

SPEC: dict[str, Any] = yaml.load(OPENAPI.read_bytes(), Loader=yaml.CSafeLoader)
SPEC_FOR_READERS = merge(
    SPEC, yaml.load(OPENAPI_ADDITIONS.read_bytes(), Loader=yaml.CSafeLoader)
)
"""The document with examples and with every media type."""

DECLARED = {401, 404, 409, 413, 422, 429, 503}
"""The statuses of problems that an operation declares where they can come; others have the default response."""

Operation = tuple[str, str, dict[str, Any]]

OPERATIONS: list[Operation] = [
    (path, method, operation)
    for path, methods in SPEC_FOR_READERS["paths"].items()
    for method, operation in methods.items()
    if method in {"get", "post"}
]


def example_requests(method: str) -> dict[str, dict[str, str]]:
    """Return, for every operation with the method, the path of its documented example and the arguments."""
    return {
        fill_rule(operation.rule, operation.example.path): dict(
            operation.example.arguments
        )
        for blueprint in BLUEPRINTS
        for operation in blueprint.operations
        if operation.method == method and operation.example
    }


def check_response(response: TestResponse) -> TestResponse:
    """Return the response. Raises `AssertionError` unless its status and body are documented."""
    request = response.request
    check_against_spec(
        request.method,
        request.path,
        response.status_code,
        response.mimetype,
        response.data,
    )
    return response


def check_against_spec(
    method: str, path: str, status: int, media_type: str | None, body: bytes
) -> None:
    """Raise `AssertionError` unless the document has this response; an undocumented path must have a 404 or 405."""
    method = method.lower()
    template = _find_template(method, path.rstrip("/") or "/")
    if template is None:
        assert status in {200, 204, 404, 405}, (
            f"openapi.yaml has no {method.upper()} {path}: a new endpoint is in it after `make generate`."
        )
        if status in {200, 204}:  # a page, or OPTIONS
            return
        response = SPEC["components"]["responses"]["Problem"]
    else:
        responses = SPEC_FOR_READERS["paths"][template][method]["responses"]
        is_declared = status < 400 or status in DECLARED
        response = resolve(responses[str(status) if is_declared else "default"])
    if "content" not in response:
        assert not body
        return
    assert media_type
    schema = response["content"][media_type]["schema"]
    if media_type.endswith("json"):
        validator = _build_validator(orjson.dumps(schema))
        value = orjson.loads(body)
        # The first error alone may follow from another.
        if not validator.is_valid(value):
            errors = validator.iter_errors(value)
            raise AssertionError("\n\n".join(map(str, errors)))


@cache
def _find_template(method: str, path: str) -> str | None:
    for template in sorted(SPEC["paths"], reverse=True):
        if _matches(template, path) and method in SPEC["paths"][template]:
            return str(template)
    return None


@cache
def _build_validator(schema: bytes) -> Draft202012Validator:
    """Return the validator of a schema: to build it takes longer than to validate a response."""
    closed = _close(orjson.loads(schema))
    return Draft202012Validator(closed | {"components": CLOSED_COMPONENTS})


def _close(schema: Any) -> Any:
    """Return a schema that allows no undocumented members and no undocumented values of `x-extensible-enum`."""
    if isinstance(schema, list):
        return [_close(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {key: _close(value) for key, value in schema.items() if key != "allOf"}
    if "allOf" in schema:  # a part may have the members of other parts
        strict["allOf"] = [
            part if "$ref" in part else _close_members(part) for part in schema["allOf"]
        ]
    if "x-extensible-enum" in schema:
        strict["enum"] = list(schema["x-extensible-enum"])
        if "null" in schema["type"]:
            strict["enum"].append(None)
    if "$ref" in schema or isinstance(schema.get("properties"), dict):
        strict.setdefault("unevaluatedProperties", False)
    return strict


def _close_members(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object with closed members; the object may have further members."""
    closed = {}
    for key, value in schema.items():
        if key == "properties":
            closed[key] = {name: _close(member) for name, member in value.items()}
        else:
            closed[key] = _close(value)
    return closed


def _close_within(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a component, whose members a reference to it closes."""
    closed: dict[str, Any] = _close(schema)
    closed.pop("unevaluatedProperties", None)
    return closed


CLOSED_SCHEMAS = {
    name: _close_within(schema)
    for name, schema in SPEC_FOR_READERS["components"]["schemas"].items()
}
CLOSED_COMPONENTS = SPEC["components"] | {"schemas": CLOSED_SCHEMAS}
"""The components; a reference to a component allows no undocumented members."""


def resolve(schema: dict[str, Any]) -> Any:
    """Follow references to a schema; return a schema without a reference unchanged."""
    while "$ref" in schema:
        _, _, kind, name = schema["$ref"].split("/")
        schema = SPEC_FOR_READERS["components"][kind][name]
    return schema


def members(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the members of an object, including the members of its parts."""
    schema = resolve(schema)
    found: dict[str, Any] = dict(schema.get("properties", {}))
    for part in schema.get("allOf", ()):
        found |= members(part)
    return found


def _matches(template: str, path: str) -> bool:
    names = template.split("/")
    values = path.split("/")
    return len(names) == len(values) and all(
        name == value or name.startswith("{")
        for name, value in zip(names, values, strict=True)
    )


def get(client: FlaskClient, path: str, **query: Any) -> dict[str, Any]:
    """Send a GET, check the response, which must be 200, and return its JSON object."""
    response = check_response(client.get(path, query_string=query))
    assert response.status_code == 200, response.text
    return json_object(response)


def post(client: FlaskClient, path: str, **body: Any) -> dict[str, Any]:
    """Send a POST, check the response, which must be 200, and return its JSON object."""
    response = check_response(client.post(path, json=body))
    assert response.status_code == 200, response.text
    return json_object(response)


def get_services(client: FlaskClient) -> Services:
    """Return the services of the application that a client calls."""
    services: Services = client.application.extensions["services"]
    return services


@contextmanager
def hold(slots: SharedSlots) -> Iterator[None]:
    """Hold a slot while the context lasts."""
    release = slots.acquire()
    try:
        yield
    finally:
        release()


def confirm(file: dict[str, Any], **confirmed: Any) -> dict[str, Any]:
    """Return a file beside which its reader confirms something more, or with None does not confirm it."""
    members = file.get("confirmed", {}) | confirmed
    left = {name: value for name, value in members.items() if value is not None}
    return file | {"confirmed": left}


def check_refusal(response: TestResponse, status: int = 422) -> dict[str, str]:
    """Check the response to a request that must be refused, and return its sentences by field."""
    check_response(response)
    assert response.status_code == status, response.text
    return {
        field: " ".join(sentences)
        for field, sentences in json_object(response)["errors"].items()
    }


def get_errors(client: FlaskClient, path: str, **query: Any) -> dict[str, str]:
    """Send a GET that must be refused with 422, and return its sentences by parameter."""
    return check_refusal(client.get(path, query_string=query))


def json_object(response: TestResponse) -> dict[str, Any]:
    assert isinstance(response.json, dict)
    return response.json


def check_batch(
    batch: dict[str, Any], singles: list[dict[str, Any]], names: Collection[str]
) -> None:
    """Check that a batch has the named members of its single results in lists, and their total of draws.

    All other members but `request` must equal the members of the first single result.
    """
    for name in names:
        assert batch[name] == [single[name] for single in singles]
    assert batch["draws"] == sum(single["draws"] for single in singles)
    assert batch["repeats"] == len(singles)
    first, *_ = singles
    own = {"draws", "repeats", "request"}.union(names)
    assert batch.keys() - own == first.keys() - own
    for name in batch.keys() - own:
        assert batch[name] == first[name]


def lacks_unicode(deck: str) -> bool:
    """Return whether some card of the deck has no Unicode character."""
    return any(card.unicode is None for card in DECKS[deck].list_cards(PackOptions()))
