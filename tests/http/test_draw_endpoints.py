"""Every endpoint that draws, by the example of each of its operations: a new one is tested as soon as it exists."""

import json
from io import BytesIO
from typing import Any

import numpy as np
from flask.testing import FlaskClient

from service.blueprints import BLUEPRINTS
from service.http.blueprint import Operation
from service.http.responses import JSON, NDJSON, NPY, TEXT
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


COUNTED_UP = {"board"}
"""Parameters that a batch counts up: they are of its first result."""
PLACES = {"file_board"}
"""Members that number a result within its response."""


def send_parameter(
    client: FlaskClient,
    asked: ParameterRequest,
    accept: str,
    offset: int,
    repeats: int | None = None,
) -> Any:
    """Return the response of a single result, which is `offset` after the first, or of a batch from there on."""
    counted = {
        name: asked.body[name] + offset for name in COUNTED_UP & asked.body.keys()
    }
    body = asked.body | counted | {"index": offset}
    path = asked.path
    if repeats is not None:
        path += "/batch"
        body["repeats"] = repeats
    response = client.post(path, json=body, headers={"Accept": accept})
    assert response.status_code == 200, response.text
    assert response.mimetype == accept
    return response


@for_each(
    "asked",
    # A deal by its number has no seed, and no further results.
    [asked for asked in list_parameter_requests() if "seed" in asked.body],
    ids=lambda asked: asked.name,
)
def test_a_batch_has_the_single_results_with_each_parameter_in_every_format(
    client: FlaskClient, asked: ParameterRequest
) -> None:
    """Each format may write many results by code of its own, which must heed the parameter as well."""

    def send_batch(accept: str) -> Any:
        return send_parameter(client, asked, accept, offset=0, repeats=2)

    def send_singles(accept: str) -> list[Any]:
        return [send_parameter(client, asked, accept, index) for index in indices]

    batch = json_object(send_batch(JSON))
    indices = batch.get("matches", [0, 1])  # a search skips results
    singles = [json_object(response) for response in send_singles(JSON)]

    lines = [json.loads(line) for line in send_batch(NDJSON).text.splitlines()]
    results = [line for line in lines if "index" in line]
    assert [result.pop("index") for result in results] == indices
    for position, (result, single) in enumerate(zip(results, singles, strict=True)):
        assert result == {member: batch[member][position] for member in result}
        for member in result.keys() - PLACES:
            assert result[member] == single[member], member

    texts = [response.text for response in send_singles(TEXT)]
    assert send_batch(TEXT).text == "".join(texts)

    if NPY in BATCHES[f"{asked.operation.rule}/batch"].content:
        rows = np.load(BytesIO(send_batch(NPY).data), allow_pickle=False).tolist()
        for row, single in zip(rows, singles, strict=True):
            assert row in single.values()
