"""The document works in a validating proxy with every media type, after an import by Postman, and as OpenAPI 3.0."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.clients.clients import prepare, run
from tests.clients.requests import list_requests
from tests.conftest import ROOT
from tests.http.spec import OPERATIONS
from tests.server.client import JSON, Response, fetch
from tests.services import run_server
from tools.ports import free_port

pytestmark = pytest.mark.clients

DOCUMENT = "/openapi.json?examples=true"

IMPORT = """openapi2postmanv2 --spec openapi.json --output postman.json \\
    --options parametersResolution=Example,enableOptionalParameters=false"""
"""The command of docs/reference/clients.md."""

CONVERT = "openapi-down-convert --allOf --input openapi.json --output openapi-3.0.json"
"""The command of docs/reference/clients.md."""

_HCP = {"hand": "N", "points": "hcp", "min": 10}
CONDITIONS = [
    {"where": {"all": [_HCP, {"not": {"hand": "N", "shape": "balanced"}}]}},
    {
        "where": {
            "any": [{"all": [_HCP]}, {"hands": ["E", "W"], "length": "SH", "min": 8}]
        }
    },
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
    (folder / "openapi.json").write_bytes(fetch(service, DOCUMENT).body)
    port = free_port()
    program = f"{folder}/node_modules/.bin/prism"
    document = f"{folder}/openapi.json"
    proxy = f"http://127.0.0.1:{port}"
    with run_server(
        [program, "proxy", document, service, f"--port={port}", "--errors"],
        f"{proxy}/livez",
        {},
    ):
        for example in list_requests(service):
            response = fetch(
                proxy, example.target, example.method, example.body, example.headers
            )
            assert (response.status, response.headers["sl-violations"]) == (
                200,
                None,
            ), (example, response.body)
            assert response.headers.get_content_type() == example.media_type, example
        for body in CONDITIONS:
            response = fetch(
                proxy, "/v1/games/bridge/deal", "POST", json.dumps(body).encode(), JSON
            )
            assert (response.status, response.headers["sl-violations"]) == (
                200,
                None,
            ), (body, response.body)
        refusal = fetch(proxy, "/v1/integers?max=six")
    assert (refusal.status, refusal.json["type"]) == (
        422,
        "https://stoplight.io/prism/errors#UNPROCESSABLE_ENTITY",
    )


def test_requests_that_postman_imports_are_answered(service: str) -> None:
    assert IMPORT in (guide := (ROOT / "docs" / "reference/clients.md").read_text())
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
            refusals[f"{request['method']} /{'/'.join(request['url']['path'])}"] = (
                response.json["detail"]
            )
    assert len(requests) == len(OPERATIONS)
    assert refusals.keys() == REFUSED.keys(), refusals
    assert all(REFUSED[name] in detail for name, detail in refusals.items())
    assert f"{len(requests) - len(refusals)} of its {len(requests)} requests" in guide


def test_the_document_is_valid_after_a_conversion_to_3_0(service: str) -> None:
    assert CONVERT in (ROOT / "docs" / "reference/clients.md").read_text()
    folder = prepare("openapi-down-convert")
    for document in (
        "/openapi.json",
        "/openapi.json?operations=deal_stage,rank_hands",
        DOCUMENT,
    ):
        (folder / "openapi.json").write_bytes(fetch(service, document).body)
        run(CONVERT, folder)
        run("validate-api openapi-3.0.json", folder)
        assert (
            json.loads((folder / "openapi-3.0.json").read_bytes())["openapi"] == "3.0.3"
        )


def _list_requests(folder: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the requests of a folder of a collection, and of the folders in it."""
    for item in folder["item"]:
        yield from _list_requests(item) if "item" in item else [item["request"]]


def _send(base: str, request: dict[str, Any], variables: dict[str, str]) -> Response:
    """Send an imported request as Postman does, but to `base` and without a key."""
    url = request["url"]
    arguments = {
        f":{variable['key']}": variable["value"] for variable in url["variable"]
    }
    path = re.sub(
        r"{{(.*?)}}",
        lambda name: variables[name[1]],
        "/".join(arguments.get(p, p) for p in url["path"]),
    )
    query = [
        (parameter["key"], parameter["value"])
        for parameter in url["query"]
        if not parameter["disabled"]
    ]
    headers = {
        header["key"]: header["value"]
        for header in request["header"]
        if header["key"] != "X-API-Key"
    }
    body = request["body"].get("raw", "").encode() or None
    return fetch(base, f"/{path}?{urlencode(query)}", request["method"], body, headers)
