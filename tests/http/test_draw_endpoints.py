"""Every endpoint that draws, by the example of each of its operations: a new one is tested as soon as it exists."""

import json
from typing import Any

from flask.testing import FlaskClient

from service.blueprints import BLUEPRINTS
from service.http.blueprint import Operation
from service.http.responses import JSON, NDJSON, TEXT
from tests.http.draw_operations import ParameterRequest, list_parameter_requests
from tests.http.spec import check_batch, check_response, json_object, post
from tests.tables import for_each
from tools.url_rules import fill_rule

SEED: dict[str, Any] = {"seed": "42"}
BATCHES = {
    operation.rule: operation
    for blueprint in BLUEPRINTS
    for route in blueprint.draw_routes
    for operation in blueprint.operations
    if operation.rule == f"{route.rule}/batch"
}
"""One operation for each path of a batch: of its methods, the one that takes most parameters."""

for_each_batch = for_each(
    "operation", BATCHES.values(), ids=lambda operation: operation.name
)


def send(
    client: FlaskClient,
    operation: Operation,
    *,
    is_single: bool = False,
    accept: str = JSON,
    **changes: Any,
) -> Any:
    """Send the example of a batch, or with `is_single` of its single result; return the response's JSON or text."""
    assert operation.example
    path = fill_rule(operation.rule, operation.example.path)
    arguments = {**operation.example.arguments, **changes}
    if is_single:
        path = path.removesuffix("/batch")
        del arguments["repeats"]
    options: Any = (
        {"query_string": arguments}
        if operation.method == "GET"
        else {"json": arguments}
    )
    response = client.open(
        path, method=operation.method, headers={"Accept": accept}, **options
    )
    assert (response.status_code, response.mimetype) == (200, accept), response.text
    return json_object(check_response(response)) if accept == JSON else response.text


def result_members(client: FlaskClient, operation: Operation) -> list[str]:
    """Return the names of the members of one result: those of a line of NDJSON, except `index`."""
    first, _ = send(client, operation, accept=NDJSON, **SEED).splitlines()
    return [member for member in json.loads(first) if member != "index"]


@for_each_batch
def test_a_batch_has_the_results_of_successive_indices(
    client: FlaskClient, operation: Operation
) -> None:
    singles = [
        send(client, operation, is_single=True, **SEED, index=index) for index in (0, 1)
    ]
    check_batch(
        send(client, operation, **SEED), singles, result_members(client, operation)
    )


@for_each_batch
def test_ndjson_and_text_have_a_line_for_each_result(
    client: FlaskClient, operation: Operation
) -> None:
    batch = send(client, operation, **SEED)
    lines = send(client, operation, accept=NDJSON, **SEED).splitlines()
    columns = result_members(client, operation)
    assert list(map(json.loads, lines)) == [
        {"index": index, **{member: batch[member][index] for member in columns}}
        for index in (0, 1)
    ]
    text = send(client, operation, accept=TEXT, **SEED)
    assert len([line for line in text.splitlines() if line]) == 2
    single = send(client, operation, is_single=True, accept=TEXT, **SEED)
    assert text.startswith(single)


@for_each_batch
def test_a_response_is_valid_and_one_of_another_seed_is_not(
    client: FlaskClient, operation: Operation
) -> None:
    for body in (
        send(client, operation, is_single=True, **SEED),
        send(client, operation, **SEED),
    ):
        assert operation.example
        items = operation.example.arguments.get("items")
        original = {"original_items": items} if items else {}
        result = post(client, "/v1/verify", **body, **original)
        assert (result["valid"], result["unchecked"]) == (True, {})
        assert (
            post(client, "/v1/verify", **{**body, "index": 7}, **original)["valid"]
            is False
        )


@for_each("asked", list_parameter_requests(), ids=lambda asked: asked.name)
def test_a_response_repeats_each_parameter(
    client: FlaskClient, asked: ParameterRequest
) -> None:
    response = client.post(asked.path, json=asked.body)
    assert response.status_code == 200, (
        f"Say in tests/http/parameters.yaml what goes with {asked.name}: {response.text}"
    )
    if asked.member.is_repeated:
        assert asked.member.name in json_object(response)["request"], (
            f"The `request` of a response lacks {asked.name}: "
            "give it to `ResponseDraft(request=…)` in its view."
        )
