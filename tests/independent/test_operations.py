"""The independent implementation knows every operation that draws, or refuses it by name."""

import json
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from service.api.http.blueprint import Operation
from service.api.resources import BLUEPRINTS
from tests.conftest import ROOT
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

REFUSED: set[str] = set()
"""The operations whose responses verify.mjs refuses; docs/verify.md names them, too."""

OPERATIONS = {operation.name: operation for blueprint in BLUEPRINTS for operation in blueprint.operations}
VERIFY_LINK = {"$ref": "#/components/links/Verify"}


def list_drawing_operations() -> list[str]:
    """Return the names of the operations of openapi.yaml whose responses link to /v1/verify."""
    document = yaml.safe_load((ROOT / "openapi.yaml").read_text())
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    return [
        operation["operationId"]
        for operation in operations
        if isinstance(operation, dict) and operation["responses"]["200"].get("links", {}).get("Verify") == VERIFY_LINK
    ]


def draw(client: FlaskClient, operation: Operation) -> Any:
    """Return the response to the example of an operation, with a list of the caller's beside it."""
    assert operation.example
    path = operation.rule.replace("<", "{").replace(">", "}").format(**operation.example.path)
    arguments = {"seed": "42", **operation.example.arguments}
    options: Any = {"query_string": arguments} if operation.method == "GET" else {"json": arguments}
    response = client.open(path, method=operation.method, **options)
    assert response.status_code == 200, response.data
    items = {"original_items": arguments["items"]} if "items" in arguments else {}
    return json.loads(response.data) | items


def test_every_operation_that_draws_is_derived_or_refused_by_name(client: FlaskClient) -> None:
    names = list_drawing_operations()
    results = run_verifier("lines", [draw(client, OPERATIONS[name]) for name in names])
    refused = {name for name, result in zip(names, results, strict=True) if "refused" in result}
    assert refused == REFUSED
    wrong = [name for name, result in zip(names, results, strict=True) if result["valid"] is False]
    assert not wrong
