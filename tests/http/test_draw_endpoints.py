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


def get_arguments(operation: Operation) -> dict[str, Any]:
    """Return the arguments of an operation's example, with a seed."""
    assert operation.example
    return dict(operation.example.arguments) | {"seed": "42"}


def send(
    client: FlaskClient, operation: Operation, accept: str = JSON, **changes: Any
) -> Any:
    """Send the example of a batch, of a single result if `repeats` is None; return the response's JSON or text."""
    assert operation.example
    path = fill_rule(operation.rule, operation.example.path)
    arguments = get_arguments(operation) | changes
    if arguments["repeats"] is None:
        path = path.removesuffix("/batch")
        del arguments["repeats"]
    headers = {"Accept": accept}
    if operation.method == "GET":
        response = client.get(path, query_string=arguments, headers=headers)
    else:
        response = client.post(path, json=arguments, headers=headers)
    assert response.status_code == 200, response.text
    assert response.mimetype == accept
    return json_object(check_response(response)) if accept == JSON else response.text


def read_lines(client: FlaskClient, operation: Operation) -> list[dict[str, Any]]:
    """Return the lines of a batch in NDJSON."""
    text = send(client, operation, accept=NDJSON)
    return [json.loads(line) for line in text.splitlines()]


@for_each_batch
def test_a_batch_has_the_results_of_successive_indices(
    client: FlaskClient, operation: Operation
) -> None:
    first = send(client, operation, repeats=None, index=0)
    second = send(client, operation, repeats=None, index=1)
    line, _ = read_lines(client, operation)
    batch = send(client, operation)
    check_batch(batch, [first, second], line.keys() - {"index"})


@for_each_batch
def test_ndjson_and_text_have_a_line_for_each_result(
    client: FlaskClient, operation: Operation
) -> None:
    batch = send(client, operation)
    lines = read_lines(client, operation)
    members = lines[0].keys() - {"index"}
    assert len(lines) == 2
    for index, line in enumerate(lines):
        result = {member: batch[member][index] for member in members}
        assert line == {"index": index} | result
    text = send(client, operation, accept=TEXT)
    assert len([line for line in text.splitlines() if line]) == 2
    single = send(client, operation, accept=TEXT, repeats=None)
    assert text.startswith(single)


@for_each_batch
def test_a_response_is_valid_and_one_of_another_seed_is_not(
    client: FlaskClient, operation: Operation
) -> None:
    single = send(client, operation, repeats=None)
    batch = send(client, operation)
    items = get_arguments(operation).get("items")
    for body in (single, batch):
        if items:
            body["original_items"] = items
        verdict = post(client, "/v1/verify", **body)
        assert verdict["valid"] is True
        assert verdict["unchecked"] == {}
        other = body | {"index": 7}
        assert post(client, "/v1/verify", **other)["valid"] is False


@for_each("asked", list_parameter_requests(), ids=lambda asked: asked.name)
def test_a_response_repeats_each_parameter(
    client: FlaskClient, asked: ParameterRequest
) -> None:
    response = client.post(asked.path, json=asked.body)
    table = f"Say in tests/http/parameters.yaml what goes with {asked.name}"
    assert response.status_code == 200, f"{table}: {response.text}"
    if asked.member.is_repeated:
        assert asked.member.name in json_object(response)["request"], (
            f"The `request` of a response lacks {asked.name}: "
            "give it to `ResponseDraft(request=…)` in its view."
        )
