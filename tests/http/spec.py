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
from service.http.openapi import merge
from service.http.responses import OPENAPI, OPENAPI_ADDITIONS

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
    examples = [
        (o.rule, o.example)
        for blueprint in BLUEPRINTS
        for o in blueprint.operations
        if o.method == method
    ]
    return {
        rule.replace("<", "{").replace(">", "}").format(**example.path): dict(
            example.arguments
        )
        for rule, example in examples
        if example
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
    method, path = method.lower(), path.rstrip("/") or "/"
    template = _find_template(method, path)
    if template is None:
        assert status in {200, 204, 404, 405}
        if status in {200, 204}:  # a page, or OPTIONS
            return
    response: dict[str, Any] = {"$ref": "#/components/responses/Problem"}
    if template is not None:
        responses = SPEC_FOR_READERS["paths"][template][method]["responses"]
        response = (
            responses[str(status)]
            if status < 400 or status in DECLARED
            else responses["default"]
        )
    if "$ref" in response:
        response = SPEC["components"]["responses"][response["$ref"].rsplit("/", 1)[1]]
    if "content" not in response:
        assert not body
        return
    assert media_type
    schema = response["content"][media_type]["schema"]
    if media_type.endswith("json"):
        validator = _build_validator(orjson.dumps(schema))
        value = orjson.loads(body)
        if not validator.is_valid(
            value
        ):  # the first error alone may follow from another
            raise AssertionError("\n\n".join(map(str, validator.iter_errors(value))))


@cache
def _find_template(method: str, path: str) -> str | None:
    templates = (
        t
        for t in sorted(SPEC["paths"], reverse=True)
        if _matches(t, path) and method in SPEC["paths"][t]
    )
    return next(templates, None)


@cache
def _build_validator(schema: bytes) -> Draft202012Validator:
    """Return the validator of a schema: to build it takes longer than to validate a response."""
    return Draft202012Validator(
        {**_close(orjson.loads(schema)), "components": CLOSED_COMPONENTS}
    )


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
        strict["enum"] = [
            *schema["x-extensible-enum"],
            *([None] if "null" in schema["type"] else []),
        ]
    if "$ref" in schema or isinstance(schema.get("properties"), dict):
        strict.setdefault("unevaluatedProperties", False)
    return strict


def _close_members(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object with closed members; the object may have further members."""
    members = {
        name: _close(member) for name, member in schema.get("properties", {}).items()
    }
    closed_schema = {
        key: _close(value) for key, value in schema.items() if key != "properties"
    }
    return (
        {**closed_schema, "properties": members}
        if "properties" in schema
        else closed_schema
    )


CLOSED_COMPONENTS = {
    **SPEC["components"],
    "schemas": {
        name: {
            key: value
            for key, value in _close(schema).items()
            if key != "unevaluatedProperties"
        }
        for name, schema in SPEC_FOR_READERS["components"]["schemas"].items()
    },
}
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
    included = (members(part) for part in schema.get("allOf", ()))
    return {
        name: member
        for part in (schema.get("properties", {}), *included)
        for name, member in part.items()
    }


def _matches(template: str, path: str) -> bool:
    pairs = zip(template.split("/"), path.split("/"), strict=False)
    return template.count("/") == path.count("/") and all(
        t == p or t.startswith("{") for t, p in pairs
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
    return file | {
        "confirmed": {
            name: value for name, value in members.items() if value is not None
        }
    }


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
    rest = {*names, "draws", "repeats", "request"}
    assert {k: v for k, v in batch.items() if k not in rest} == {
        k: v for k, v in singles[0].items() if k not in rest
    }


def lacks_unicode(deck: str) -> bool:
    """Return whether some card of the deck has no Unicode character."""
    return any(card.unicode is None for card in DECKS[deck].list_cards(PackOptions()))
