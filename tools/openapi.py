"""Generate openapi.yaml from the schemas: `python -m tools.openapi` writes it, `--check` compares it.

The examples are real responses of the service.
"""

import difflib
import re
import sys
from typing import Any
from urllib.parse import urlencode

import marshmallow as ma
import orjson
import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import service
from service.api.http.blueprint import Example, Link, Operation
from service.api.http.problems import MEDIA_TYPE, PROBLEMS, Problem
from service.api.http.request_context import REQUEST_ID
from service.api.http.responses import JSON, OPENAPI
from service.api.resources import BLUEPRINTS
from service.api.resources.shoe_examples import KEY, REVEALED
from service.api.schemas.one_of import OneOfSchema
from service.app import create_app
from service.settings import Settings

DESCRIPTION = """\
Shuffles decks, draws unique random integers and deals games. Exactly uniform by default, reproducible from a seed in
any language (docs/stream.md), and stateless.

Every request, including a POST, is safe to send again, by the client or by a proxy: a seeded request gets the same
response, a draw from a sealed shoe the same cards, an unseeded request another random response.

Every response has the header `X-Request-ID`: that of the request, if it is 1 to 128 letters, digits and
`._~:/+=@-`, or a new one. It is also in the log, and in the member `request_id` of a problem. The trace of a
`traceparent` header (W3C Trace Context) is in the log, and is the parent of the span if the operator exports spans.

Three statuses are not listed for each operation. They are problems too: 405 for a method that a path does not have,
417 for an expectation other than `100-continue`, 501 for an unknown transfer coding.
"""


def document() -> str:
    """Return the OpenAPI document as YAML."""
    marshmallow = MarshmallowPlugin()
    spec = APISpec(
        "shuffle-and-deal",
        service.__version__,
        "3.1.0",
        [marshmallow],
        info={"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
        servers=[{"url": "/"}],
        security=[{}, *({name: []} for name in _SCHEMES)],
    )
    assert marshmallow.converter  # noqa: S101 (there since the APISpec is)
    marshmallow.converter.add_parameter_attribute_function(_describe_query_field)
    for status, example in sorted(_problems().items()):
        titles = "; ".join(kind.title for kind in PROBLEMS.values() if kind.status == status)
        content = {MEDIA_TYPE: {"schema": Problem, "example": example}}
        headers = {"headers": _RETRY_AFTER} if status in {429, 503} else {}
        spec.components.response(f"Problem{status}", {"description": titles, **headers, "content": content})
    for name, scheme in _SCHEMES.items():
        spec.components.security_scheme(name, scheme)
    spec.components.response("NotModified", {"description": "Not modified since the response with this ETag"})
    client = example_client()
    for blueprint in BLUEPRINTS:
        spec.tag({"name": blueprint.name, "description": blueprint.description})
        for operation in blueprint.operations:
            described = _describe(operation, client) | {"tags": [blueprint.name]}
            path = re.sub("<(.*?)>", r"{\1}", operation.rule)
            names = [{**name, "required": True} for name in operation.path]
            spec.path(path, operations={operation.method.lower(): described}, parameters=names)
    document = spec.to_dict()
    plain = orjson.loads(orjson.dumps({"openapi": document.pop("openapi")} | document))
    text: str = yaml.dump(plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text


def example_client() -> FlaskClient:
    """Return a client of an application that accepts the tokens of the documentation."""
    return create_app(Settings(shoe_keys=(KEY,), shoe_ttl=2**40)).test_client()


def _describe(operation: Operation, client: FlaskClient) -> dict[str, Any]:
    """Return the operation object of OpenAPI, with its example and the service's response."""
    content: dict[str, dict[str, Any]] = {
        media_type: {"schema": schema} for media_type, schema in operation.content.items()
    }
    responses: dict[str, Any] = {"200": {"description": "The response", "content": content}}
    if operation.links:
        responses["200"]["links"] = {name: _link(link) for name, link in operation.links.items()}
    for status in operation.errors:
        responses[str(status)] = "NotModified" if status == 304 else f"Problem{status}"
    described: dict[str, Any] = {"operationId": operation.name, "summary": operation.summary}
    if operation.description:
        described["description"] = operation.description
    if operation.method == "GET":
        described["parameters"] = [{"in": "query", "schema": operation.schema}]
    else:
        schema = operation.schema
        body = {"anyOf": schema.schemas} if isinstance(schema, OneOfSchema) else schema
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    if operation.example:
        if JSON in content:
            content[JSON]["example"] = _example_response(operation, operation.example, client)
        if operation.method == "POST":
            described["requestBody"]["content"][JSON]["example"] = dict(operation.example.arguments)
    return described | {"responses": dict(sorted(responses.items()))}


def _link(link: Link) -> dict[str, Any]:
    """Return the link object of OpenAPI."""
    parameters = {"parameters": dict(link.parameters)} if link.parameters else {}
    body = {} if link.body is None else {"requestBody": link.body}
    return {"operationId": link.operation, "description": link.description, **parameters, **body}


def _example_response(operation: Operation, example: Example, client: FlaskClient) -> Any:
    url = re.sub("<(.*?)>", lambda name: example.path[name[1]], operation.rule)
    if operation.method == "GET":
        response = client.get(f"{url}?{urlencode(example.arguments)}")
    else:
        response = client.post(url, json=example.arguments)
    if response.status_code != 200:
        raise RuntimeError(f"The example of {operation.name} is refused: {response.text}")
    return {**response.json, **example.fresh} if response.json and example.fresh else response.json


def _describe_query_field(_: object, field: ma.fields.Field[Any], *, ret: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes of a query parameter: lists are separated by commas, and every value is text."""
    if isinstance(ret.get("schema", {}).get("type"), list):
        ret["schema"]["type"] = "string"
    return {"style": "form", "explode": False} if isinstance(field, ma.fields.List) else {}


_REQUEST = "4bf92f3577b34da6a3ce929d0e0e4736"
_SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "Required if the operator has set API_KEYS"},
    "key": {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": "The same key"},
}
_RETRY_AFTER = {"Retry-After": {"description": "Seconds", "required": True, "schema": {"type": "integer"}}}


def _problems() -> dict[int, Any]:
    """Return a real problem for each status."""
    client = create_app(Settings(allow_seeds=False, max_body_bytes=10, shoe_keys=(KEY,))).test_client()
    client.environ_base["HTTP_X_REQUEST_ID"] = _REQUEST
    integers = "/v1/integers"
    responses: list[TestResponse] = [
        client.get(f"{integers}?max=%FF"),
        client.get(f"{integers}?max=6&seed=42"),
        client.get("/v1/decks/standart/shuffle"),
        example_client().post("/v1/shoes/draw", json={"shoe": REVEALED, "count": 1}, headers={REQUEST_ID: _REQUEST}),
        client.post(integers, json={"max": 49, "count": 6}),
        client.post(integers, data={"max": 49}),
        client.get(f"{integers}?max=six&sede=42"),
    ]
    with client.application.extensions["services"].experiments.hold():
        responses.append(client.get("/v1/algorithms/riffle/bias?n=52&trials=100000"))
    locked = create_app(Settings(api_keys=("0" * 64,), shoe_keys=(KEY,))).test_client()
    responses.append(locked.get(integers, headers={REQUEST_ID: _REQUEST}))
    problems = {response.status_code: response.json for response in responses}
    # Problems that the application itself never returns, or never should
    for name in ("uri-too-long", "too-often", "headers-too-large", "internal-error"):
        kind = PROBLEMS[name]
        problems[kind.status] = {
            "type": f"/v1/problems/{name}",
            "title": kind.title,
            "status": kind.status,
            "detail": kind.meaning,
            "request_id": _REQUEST,
        }
    return problems


class _Dumper(yaml.SafeDumper):
    """A YAML dumper without anchors that writes multi-line text as blocks."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """Represent text of several lines as a block."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _Dumper.represent_text)


def main(arguments: list[str]) -> int:
    """Write the document, or with `--check` compare it; return 1 if it differs."""
    generated = document()
    if arguments != ["--check"]:
        OPENAPI.write_text(generated)
        return 0
    checked_in = OPENAPI.read_text() if OPENAPI.exists() else ""
    sys.stdout.writelines(
        difflib.unified_diff(
            checked_in.splitlines(keepends=True), generated.splitlines(keepends=True), "openapi.yaml", "the schemas"
        )
    )
    return int(checked_in != generated)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
