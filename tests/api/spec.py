"""The checked-in OpenAPI document, and live answers held against it."""

from typing import Any

import orjson
import yaml
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from service.api.http.responses import OPENAPI
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions

SPEC: dict[str, Any] = yaml.load(OPENAPI.read_bytes(), Loader=yaml.CSafeLoader)

Operation = tuple[str, str, dict[str, Any]]

OPERATIONS: list[Operation] = [
    (path, method, operation)
    for path, item in SPEC["paths"].items()
    for method, operation in item.items()
    if method in {"get", "post"}
]


def holds(answer: TestResponse) -> TestResponse:
    """The answer, if its status and body are what the document says of them; an `AssertionError` if not."""
    held(answer.request.method, answer.request.path, answer.status_code, answer.mimetype, answer.data)
    return answer


def held(method: str, path: str, status: int, form: str | None, body: bytes) -> None:
    """Raise an `AssertionError` unless the document has such an answer; of what it does not serve, a problem."""
    method, path = method.lower(), path.rstrip("/") or "/"
    templates = (t for t in sorted(SPEC["paths"], reverse=True) if _fits(t, path) and method in SPEC["paths"][t])
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
    assert form
    schema = response["content"][form]["schema"]
    if form.endswith("json"):
        Draft202012Validator({**schema, "components": CLOSED}).validate(orjson.loads(body))


def _closed(components: Any) -> Any:
    """The components, with no other members than those they name: ours must all be documented."""
    if isinstance(components, list):
        return [_closed(item) for item in components]
    if not isinstance(components, dict):
        return components
    closed = {key: _closed(value) for key, value in components.items()}
    if isinstance(closed.get("properties"), dict) and closed.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


CLOSED = {**SPEC["components"], "schemas": _closed(SPEC["components"]["schemas"])}


def _fits(template: str, path: str) -> bool:
    pairs = zip(template.split("/"), path.split("/"), strict=False)
    return template.count("/") == path.count("/") and all(t == p or t.startswith("{") for t, p in pairs)


def get(client: FlaskClient, path: str, **query: Any) -> dict[str, Any]:
    """The body of a GET that is answered as documented."""
    answer = holds(client.get(path, query_string=query))
    assert answer.status_code == 200, answer.text
    return members(answer)


def without_characters(deck: str) -> bool:
    """Whether some card of the deck has no Unicode character."""
    return any(card.unicode is None for card in DECKS[deck].build_pack(PackOptions()))


def post(client: FlaskClient, path: str, **body: Any) -> dict[str, Any]:
    """The body of the answer to a POST that is answered as documented."""
    answer = holds(client.post(path, json=body))
    assert answer.status_code == 200, answer.text
    return members(answer)


def members(answer: TestResponse) -> dict[str, Any]:
    """The JSON object in an answer."""
    assert isinstance(answer.json, dict)
    return answer.json
