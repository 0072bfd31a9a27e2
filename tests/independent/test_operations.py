"""The independent implementation knows every operation that draws, or refuses it by name."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.blueprints import BLUEPRINTS
from service.api.http.blueprint import Operation
from tests.api.spec import OPERATIONS as SPEC_OPERATIONS
from tests.conftest import ROOT
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

REFUSED: Sequence[str] = (
    # such as "/v1/bingo/strips"
)
"""Paths of single results and batches: verify.mjs refuses the responses, docs/definitions/verify.md names them."""

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
    items = {"original_items": arguments["items"]} if "items" in arguments else {}
    return json.loads(response.data) | items


def fill_refused(text: str) -> str:
    """Return docs/definitions/verify.md with the paths of refused responses."""
    paths = " and ".join(f"`{path}`" for path in sorted(REFUSED))
    more = f", and leaves the responses of {paths} unchecked" if paths else ""
    text, count = re.subn(
        r"(?<=, seeded or not).*?(?=\. It names)", lambda _: more, text, flags=re.DOTALL
    )
    assert count == 1
    return text


def test_every_operation_that_draws_is_derived_or_refused_by_its_path(
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
    assert unknown == {rule for path in REFUSED for rule in (path, f"{path}/batch")}
    wrong = [
        operation.name for operation, result in outcomes if result["valid"] is False
    ]
    assert not wrong


def test_the_guide_names_the_paths_whose_responses_are_refused() -> None:
    assert fill_refused(GUIDE.read_text()) == GUIDE.read_text(), "run: make generate"
