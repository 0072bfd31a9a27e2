"""The checked-in OpenAPI document, and checks of responses against it."""

from collections.abc import Collection
from typing import Any

import orjson
import yaml
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from service.api.http.responses import OPENAPI
from service.api.resources import BLUEPRINTS
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions

SPEC: dict[str, Any] = yaml.load(OPENAPI.read_bytes(), Loader=yaml.CSafeLoader)

Operation = tuple[str, str, dict[str, Any]]

OPERATIONS: list[Operation] = [
    (path, method, operation)
    for path, methods in SPEC["paths"].items()
    for method, operation in methods.items()
    if method in {"get", "post"}
]


def example_requests(method: str) -> dict[str, dict[str, str]]:
    """Return the documented example of every operation with that method: its arguments by its path."""
    return {
        operation.rule.replace("<", "{").replace(">", "}").format(**operation.example.path): dict(
            operation.example.arguments
        )
        for blueprint in BLUEPRINTS
        for operation in blueprint.operations
        if operation.method == method and operation.example
    }


def check_response(response: TestResponse) -> TestResponse:
    """Return the response. Raises `AssertionError` unless its status and body are documented."""
    request = response.request
    check_against_spec(request.method, request.path, response.status_code, response.mimetype, response.data)
    return response


def check_against_spec(method: str, path: str, status: int, media_type: str | None, body: bytes) -> None:
    """Raise `AssertionError` unless the document has this response; an undocumented path must have a 404 or 405."""
    method, path = method.lower(), path.rstrip("/") or "/"
    templates = (t for t in sorted(SPEC["paths"], reverse=True) if _matches(t, path) and method in SPEC["paths"][t])
    template = next(templates, None)
    if template is None:
        assert status in {200, 404, 405}
        response = SPEC["components"]["responses"]["Problem404"]
        if status == 200:  # a page, or OPTIONS
            return
    else:
        responses = SPEC["paths"][template][method]["responses"]
        assert str(status) in responses, f"{method} {template} does not document {status}"
        response = responses[str(status)]
    if "$ref" in response:
        response = SPEC["components"]["responses"][response["$ref"].rsplit("/", 1)[1]]
    if "content" not in response:
        assert not body
        return
    assert media_type
    schema = response["content"][media_type]["schema"]
    if media_type.endswith("json"):
        Draft202012Validator({**schema, "components": CLOSED_COMPONENTS}).validate(orjson.loads(body))


def _close(components: Any) -> Any:
    """Return components that allow no undocumented members."""
    if isinstance(components, list):
        return [_close(item) for item in components]
    if not isinstance(components, dict):
        return components
    closed = {key: _close(value) for key, value in components.items()}
    if isinstance(closed.get("properties"), dict) and closed.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


CLOSED_COMPONENTS = {**SPEC["components"], "schemas": _close(SPEC["components"]["schemas"])}


def _matches(template: str, path: str) -> bool:
    pairs = zip(template.split("/"), path.split("/"), strict=False)
    return template.count("/") == path.count("/") and all(t == p or t.startswith("{") for t, p in pairs)


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


def json_object(response: TestResponse) -> dict[str, Any]:
    """Return the JSON object in the body of a response."""
    assert isinstance(response.json, dict)
    return response.json


def check_batch(batch: dict[str, Any], singles: list[dict[str, Any]], names: Collection[str]) -> None:
    """Check that a batch has the named members of its single results in lists, their total of draws, and else the same.

    All other members must be those of the first single result.
    """
    for name in names:
        assert batch[name] == [single[name] for single in singles]
    assert batch["draws"] == sum(single["draws"] for single in singles)
    assert batch["repeats"] == len(singles)
    rest = {*names, "draws", "repeats"}
    assert {k: v for k, v in batch.items() if k not in rest} == {k: v for k, v in singles[0].items() if k not in rest}


def lacks_unicode(deck: str) -> bool:
    """Return whether some card of the deck has no Unicode character."""
    return any(card.unicode is None for card in DECKS[deck].build_pack(PackOptions()))
