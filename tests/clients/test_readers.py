"""The document with every media type and example works in a proxy that validates, and when Postman imports it."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from tests.api.spec import OPERATIONS
from tests.clients.clients import prepare, run
from tests.clients.requests import list_requests
from tests.conftest import ROOT
from tests.server.client import Response, fetch
from tools.ports import free_port
from tools.serving import run_server

DOCUMENT = "/openapi.json?examples=true"

IMPORT = """openapi2postmanv2 --spec openapi.json --output postman.json \\
    --options parametersResolution=Example,enableOptionalParameters=false"""
"""The command of docs/clients.md."""

REFUSED = {
    "GET /v1/decks/:deck/deal": "Say how many cards each hand gets",  # one of two optional parameters
    "GET /v1/decks/:deck/deal/batch": "Say how many cards each hand gets",
    "POST /v1/shoes/deal": "Must be a token",  # that of the example is old
    "POST /v1/shoes/draw": "Must be a token",
    "POST /v1/shoes/reveal": "Must be a token",
}
"""The imported requests that lack something, and the reason."""


def test_a_proxy_that_validates_sees_no_violation(service: str) -> None:
    folder = prepare("prism")
    (folder / "openapi.json").write_bytes(fetch(service, DOCUMENT).body)
    port = free_port()
    command = [
        f"{folder}/node_modules/.bin/prism",
        "proxy",
        f"{folder}/openapi.json",
        service,
        f"--port={port}",
        "--errors",
    ]
    proxy = f"http://127.0.0.1:{port}"
    with run_server(command, f"{proxy}/livez", {}):
        responses = {
            (sent.operation, sent.media_type): fetch(proxy, sent.target, sent.method, sent.body, sent.headers)
            for sent in list_requests(service)
        }
        refused = fetch(proxy, "/v1/integers?max=six")
    violations = {
        name: response.body
        for name, response in responses.items()
        if (response.status, response.headers["sl-violations"]) != (200, None)
    }
    assert violations == {}
    assert {response.headers.get_content_type() for response in responses.values()} == {
        media_type for _, media_type in responses
    }
    assert (refused.status, refused.json["type"]) == (422, "https://stoplight.io/prism/errors#UNPROCESSABLE_ENTITY")


def test_requests_that_postman_imports_are_answered(service: str) -> None:
    assert IMPORT in (guide := (ROOT / "docs" / "clients.md").read_text())
    folder = prepare("postman")
    (folder / "openapi.json").write_bytes(fetch(service, DOCUMENT).body)
    run(IMPORT.replace("\\\n", ""), folder)
    collection = json.loads((folder / "postman.json").read_bytes())
    variables = {variable["key"]: variable["value"] for variable in collection["variable"]}
    refused, count = {}, 0
    for request in _list_requests(collection):
        response = _send(service, request, variables)
        count += 1
        if response.status != 200:
            refused[f"{request['method']} /{'/'.join(request['url']['path'])}"] = response.json["detail"]
    assert count == len(OPERATIONS)
    assert refused.keys() == REFUSED.keys(), refused
    assert all(REFUSED[name] in detail for name, detail in refused.items())
    assert f"{count - len(refused)} of its {count} requests" in guide


def _list_requests(folder: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the requests of a folder of a collection, and of those in it."""
    for item in folder["item"]:
        yield from _list_requests(item) if "item" in item else [item["request"]]


def _send(base: str, request: dict[str, Any], variables: dict[str, str]) -> Response:
    """Send an imported request as Postman does, with the base address that its user sets, but without a key."""
    url = request["url"]
    of_path = {variable["key"]: variable["value"] for variable in url["variable"]}
    parts = (of_path.get(part.removeprefix(":"), part) if part.startswith(":") else part for part in url["path"])
    path = re.sub(r"{{(.*?)}}", lambda name: variables[name[1]], "/".join(parts))
    query = [(parameter["key"], parameter["value"]) for parameter in url["query"] if not parameter["disabled"]]
    headers = {header["key"]: header["value"] for header in request["header"] if header["key"] != "X-API-Key"}
    body = request["body"].get("raw", "").encode() or None
    return fetch(base, f"/{path}?{urlencode(query)}", request["method"], body, headers)
