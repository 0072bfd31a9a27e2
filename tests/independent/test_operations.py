"""The independent implementation derives every operation that draws, or a document names the operation."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.blueprints import BLUEPRINTS
from service.api.http.blueprint import Operation
from service.api.http.response_replay import list_endpoints
from tests.api.http.draw_operations import list_parameter_requests
from tests.api.spec import OPERATIONS as SPEC_OPERATIONS
from tests.api.spec import post
from tests.conftest import ROOT
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

DERIVED = set(
    re.findall(
        r'^  "(/v1/[^"]+)": ',
        (ROOT / "verify" / "endpoints.mjs").read_text(),
        re.MULTILINE,
    )
)
"""The rules of the endpoints that verify.mjs derives."""
UNDERIVED = [rule for rule in list_endpoints(BLUEPRINTS) if rule not in DERIVED]
"""The rules of the others, whose responses it leaves unchecked: docs/definitions/verify.md names them."""

OPERATIONS = {
    operation.name: operation
    for blueprint in BLUEPRINTS
    for operation in blueprint.operations
}
GUIDE = ROOT / "docs" / "definitions/verify.md"
VERIFY_LINK = {"$ref": "#/components/links/Verify"}


def list_drawing_operations() -> list[str]:
    """Return the names of the operations with a link to /v1/verify in their responses."""
    return [
        operation["operationId"]
        for _, _, operation in SPEC_OPERATIONS
        if operation["responses"]["200"].get("links", {}).get("Verify") == VERIFY_LINK
    ]


def draw(client: FlaskClient, operation: Operation) -> Any:
    """Return the response to the example of an operation, with a list of the caller's beside it."""
    assert operation.example
    path = (
        operation.rule.replace("<", "{")
        .replace(">", "}")
        .format(**operation.example.path)
    )
    arguments = {"seed": "42", **operation.example.arguments}
    options: Any = (
        {"query_string": arguments}
        if operation.method == "GET"
        else {"json": arguments}
    )
    response = client.open(path, method=operation.method, **options)
    assert response.status_code == 200, response.data
    return json.loads(response.data) | original_items(arguments)


def original_items(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the list of a request as it goes beside its response; nothing if there is none."""
    return {"original_items": arguments["items"]} if "items" in arguments else {}


def fill_underived(text: str) -> str:
    """Return docs/definitions/verify.md with the paths of responses that are not derived."""
    paths = " and ".join(f"`{path}`" for path in sorted(UNDERIVED))
    more = f", and leaves the responses of {paths} unchecked" if paths else ""
    text, count = re.subn(
        r"(?<=, seeded or not).*?(?=\. It names)", lambda _: more, text, flags=re.DOTALL
    )
    assert count == 1
    return text


def test_every_operation_that_draws_is_derived_or_unchecked(
    client: FlaskClient,
) -> None:
    operations = [OPERATIONS[name] for name in list_drawing_operations()]
    results = run_verifier(
        "lines", [draw(client, operation) for operation in operations]
    )
    outcomes = list(zip(operations, results, strict=True))
    unknown = {
        operation.rule
        for operation, result in outcomes
        if "request" in result.get("unchecked", ())
    }
    assert not [result for result in results if "refused" in result]
    assert unknown == {rule for path in UNDERIVED for rule in (path, f"{path}/batch")}
    wrong = [
        operation.name for operation, result in outcomes if result["valid"] is False
    ]
    assert not wrong


def test_every_parameter_of_an_endpoint_that_is_derived_is_known(
    client: FlaskClient,
) -> None:
    asked = [
        request
        for request in list_parameter_requests()
        if request.operation.rule in DERIVED
    ]
    responses = [
        post(client, request.path, **request.body) | original_items(request.body)
        for request in asked
    ]
    results = run_verifier("lines", responses)
    unknown = {
        request.name: result
        for request, result in zip(asked, results, strict=True)
        if result["valid"] is False
        or "refused" in result
        or "request" in result.get("unchecked", ())
    }
    assert not unknown, (
        "Add the parameter to `fields` of the endpoint in verify/endpoints.mjs, or of the module that its entry names."
    )


def test_the_guide_names_the_paths_whose_responses_are_unchecked() -> None:
    assert fill_underived(GUIDE.read_text()) == GUIDE.read_text(), "run: make generate"
