"""Every request that a sentence of README.md and docs/ names is accepted."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.signatures import SigningKey
from service.settings import Settings
from tests.docs.examples import DOCUMENTS
from tests.http.spec import SPEC, resolve
from tests.tables import for_each

TEXT = "".join(path.read_text() for path in DOCUMENTS)
GETS = sorted(set(re.findall(r"`(/v1/\w[^`{…]*)`(?: with `Accept: (.*?)`)?", TEXT)))
POSTS = re.findall(r"`POST (/v1/\S+) (\{.*?\})`", TEXT)


@pytest.fixture(scope="module")
def signer() -> FlaskClient:
    """Return a client of an application that signs responses."""
    key = SigningKey.from_base64url("A" * 43)
    return create_app(Settings(signing_keys=(key,))).test_client()


def find_path_item(path: str) -> dict[str, Any] | None:
    """Return what the OpenAPI document says of a path; None if it is of no operation, or has a query."""
    for template, item in SPEC["paths"].items():
        if re.fullmatch(re.sub(r"\{.*?\}", "[^/]+", template), path):
            return dict(item)
    return None


def has_required_query(operation: dict[str, Any]) -> bool:
    """Return whether an operation has a parameter that every query must give."""
    parameters = [resolve(each) for each in operation.get("parameters", ())]
    return any(each["in"] == "query" and each.get("required") for each in parameters)


def is_whole(path: str) -> bool:
    """Return whether a GET of a path can be answered, as no body and no parameter is missing."""
    item = find_path_item(path)
    if item is None:
        return True
    return "get" in item and not has_required_query(item["get"])


@for_each(("path", "accept"), [request for request in GETS if is_whole(request[0])])
def test_every_request_in_a_text_is_accepted(
    signer: FlaskClient, path: str, accept: str
) -> None:
    headers = {"Accept": accept} if accept else {}
    assert signer.get(path, headers=headers).status_code == 200


@for_each(("path", "body"), [request for request in POSTS if "…" not in request[1]])
def test_every_body_in_a_text_is_accepted(
    client: FlaskClient, path: str, body: str
) -> None:
    assert client.post(path, json=json.loads(body)).status_code == 200
