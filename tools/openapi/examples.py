"""Collect the examples of the OpenAPI document: real responses of the service."""

from typing import Any
from urllib.parse import urlencode

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.capabilities import CAPABILITIES
from service.core.crypto.keys import VrfKey
from service.http.blueprint import Example, Operation
from service.http.problems import PROBLEMS
from service.http.request_context import REQUEST_ID
from service.http.responses import JSON
from service.settings import Settings
from tools.url_rules import fill_rule

DEMONSTRATION = VrfKey.from_base64url("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
"""The key of the worked example of docs/definitions/proofs.md, the bytes 0 to 31: it proves nothing."""

_REQUEST = "4bf92f3577b34da6a3ce929d0e0e4736"


def example_settings() -> dict[str, Any]:
    """Return the settings of an application that accepts the tokens, and has the key, of the documentation."""
    settings: dict[str, Any] = {"vrf_keys": (DEMONSTRATION,)}
    for capability in CAPABILITIES:
        settings.update(capability.example_settings)
    return settings


def example_client(**settings: Any) -> FlaskClient:
    """Return a client of an application with the settings of the documentation, and with others."""
    return create_app(Settings(**example_settings() | settings)).test_client()


def operation_examples(
    operation: Operation, example: Example, client: FlaskClient
) -> dict[str, Any]:
    """Return the members of an operation object that show its example."""
    members: dict[str, Any] = {}
    if operation.method == "POST":
        members["requestBody"] = {
            "content": {JSON: {"example": dict(example.arguments)}}
        }
    if JSON in operation.content:
        content = {JSON: {"example": _example_response(operation, example, client)}}
        members["responses"] = {"200": {"content": content}}
    return members


def _example_response(
    operation: Operation, example: Example, client: FlaskClient
) -> Any:
    url = fill_rule(operation.rule, example.path)
    if operation.method == "GET":
        response = client.get(f"{url}?{urlencode(example.arguments)}")
    else:
        response = client.post(url, json=example.arguments)
    if response.status_code != 200:
        raise RuntimeError(
            f"The example of {operation.name} is refused: {response.text}"
        )
    if response.json and example.fresh:
        return response.json | dict(example.fresh)
    return response.json


def problem_examples() -> dict[str, Any]:
    """Return a real problem of each status, as the named examples of a media type object."""
    client = example_client(allow_seeds=False, max_body_bytes=10)
    client.environ_base["HTTP_X_REQUEST_ID"] = _REQUEST
    integers = "/v1/integers"
    responses: list[TestResponse] = [
        client.get(f"{integers}?max=%FF"),
        client.get(f"{integers}?max=6&seed=42"),
        client.get("/v1/decks/standart/shuffle"),
        client.post(integers, json={"max": 49, "count": 6}),
        client.post(integers, data={"max": 49}),
        client.get(f"{integers}?max=six&sede=42"),
    ]
    release = client.application.extensions["services"].large.acquire()
    responses.append(client.get(f"{integers}?max=200000"))
    release()
    locked = example_client(api_keys=("0" * 64,))
    responses.append(locked.get(integers, headers={REQUEST_ID: _REQUEST}))
    responses += _post_refused()
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
    return {
        str(status): {"value": problem} for status, problem in sorted(problems.items())
    }


def _post_refused() -> list[TestResponse]:
    """Return the responses to what capabilities give as examples of refused requests."""
    client = example_client()
    return [
        client.post(example.path, json=example.body, headers={REQUEST_ID: _REQUEST})
        for capability in CAPABILITIES
        for example in capability.refused_examples
    ]
