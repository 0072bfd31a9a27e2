"""The document works in a validating proxy with every media type, after an import by Postman, and as OpenAPI 3.0."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.clients.clients import prepare, run
from tests.clients.requests import list_requests
from tests.http.spec import OPERATIONS
from tests.server.client import JSON, Response, fetch
from tests.services import run_server
from tools.files import ROOT
from tools.ports import free_port

pytestmark = pytest.mark.clients

DOCUMENT = "/openapi.json?examples=true"

IMPORT = """openapi2postmanv2 --spec openapi.json --output postman.json \\
    --options parametersResolution=Example,enableOptionalParameters=false"""
"""The command of docs/reference/clients.md."""

CONVERT = "openapi-down-convert --allOf --input openapi.json --output openapi-3.0.json"
"""The command of docs/reference/clients.md."""

_HCP = {"hand": "N", "points": "hcp", "min": 10}
_BALANCED = {"hand": "N", "shape": "balanced"}
_MAJORS = {"hands": ["E", "W"], "length": "SH", "min": 8}
CONDITIONS = [
    {"where": {"all": [_HCP, {"not": _BALANCED}]}},
    {"where": {"any": [{"all": [_HCP]}, _MAJORS]}},
    {"where": {"not": {"not": _HCP}}, "given": {"hands": {"S": ["AS", "KS"]}}},
]
"""Conditions in conditions, which refer to the component that they are in."""

REFUSED = {
    "GET /v1/decks/:deck/deal": "Say how many cards each hand gets",  # one of two optional parameters
    "GET /v1/decks/:deck/deal/batch": "Say how many cards each hand gets",
    "POST /v1/shoes/deal": "Must be a token",  # the example's token is old
    "POST /v1/shoes/draw": "Must be a token",
    "POST /v1/shoes/reveal": "Must be a token",
}
"""The imported requests that the service refuses, and a part of the reason."""


def test_a_proxy_that_validates_sees_no_violation(service: str) -> None:
    folder = prepare("prism")
    document = folder / "openapi.json"
    document.write_bytes(fetch(service, DOCUMENT).body)
    port = free_port()
    program = f"{folder}/node_modules/.bin/prism"
    command = [program, "proxy", document, service, f"--port={port}", "--errors"]
    proxy = f"http://127.0.0.1:{port}"
    with run_server(list(map(str, command)), f"{proxy}/livez", {}):
        for example in list_requests(service):
            response = fetch(
                proxy, example.target, example.method, example.body, example.headers
            )
            check_conforms(response, example)
            assert response.headers.get_content_type() == example.media_type, example
        for condition in CONDITIONS:
            body = json.dumps(condition).encode()
            response = fetch(proxy, "/v1/games/bridge/deal", "POST", body, JSON)
            check_conforms(response, condition)
        refusal = fetch(proxy, "/v1/integers?max=six")
    assert refusal.status == 422
    assert refusal.json["type"] == UNPROCESSABLE


UNPROCESSABLE = "https://stoplight.io/prism/errors#UNPROCESSABLE_ENTITY"


def check_conforms(response: Response, request: object) -> None:
    """The proxy lets a request pass, and finds no violation in the response."""
    assert response.status == 200, (request, response.body)
    assert response.headers["sl-violations"] is None, (request, response.body)


def test_requests_that_postman_imports_are_answered(service: str) -> None:
    guide = (ROOT / "docs" / "reference/clients.md").read_text()
    assert IMPORT in guide
    folder = prepare("postman")
    (folder / "openapi.json").write_bytes(fetch(service, DOCUMENT).body)
    run(IMPORT.replace("\\\n", ""), folder)
    collection = json.loads((folder / "postman.json").read_bytes())
    variables = {
        variable["key"]: variable["value"] for variable in collection["variable"]
    }
    requests = list(_list_requests(collection))
    refusals = {}
    for request in requests:
        response = _send(service, request, variables)
        if response.status != 200:
            path = "/".join(request["url"]["path"])
            refusals[f"{request['method']} /{path}"] = response.json["detail"]
    assert len(requests) == len(OPERATIONS)
    assert refusals.keys() == REFUSED.keys(), refusals
    for name, detail in refusals.items():
        assert REFUSED[name] in detail
    assert f"{len(requests) - len(refusals)} of its {len(requests)} requests" in guide


def test_the_document_is_valid_after_a_conversion_to_3_0(service: str) -> None:
    assert CONVERT in (ROOT / "docs" / "reference/clients.md").read_text()
    folder = prepare("openapi-down-convert")
    converted = folder / "openapi-3.0.json"
    for document in (
        "/openapi.json",
        "/openapi.json?operations=deal_stage,rank_hands",
        DOCUMENT,
    ):
        (folder / "openapi.json").write_bytes(fetch(service, document).body)
        run(CONVERT, folder)
        run("validate-api openapi-3.0.json", folder)
        assert json.loads(converted.read_bytes())["openapi"] == "3.0.3"


def _list_requests(folder: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the requests of a folder of a collection, and of the folders in it."""
    for item in folder["item"]:
        if "item" in item:
            yield from _list_requests(item)
        else:
            yield item["request"]


def _send(base: str, request: dict[str, Any], variables: dict[str, str]) -> Response:
    """Send an imported request as Postman does, but to `base` and without a key."""
    url = request["url"]
    arguments = {
        f":{variable['key']}": variable["value"] for variable in url["variable"]
    }
    path = "/".join(arguments.get(part, part) for part in url["path"])
    path = re.sub(r"{{(.*?)}}", lambda name: variables[name[1]], path)
    query = [
        (parameter["key"], parameter["value"])
        for parameter in url["query"]
        if not parameter["disabled"]
    ]
    headers = {header["key"]: header["value"] for header in request["header"]}
    headers.pop("X-API-Key", None)
    body = request["body"].get("raw", "").encode() or None
    return fetch(base, f"/{path}?{urlencode(query)}", request["method"], body, headers)
