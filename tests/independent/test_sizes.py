"""Groups of given sizes and panels in verify.mjs and in the service."""

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.arrangements.enumeration import enumerate_groups
from tests.arrangements.sized_requests import CASES, make_panel, make_sized_request
from tests.http.spec import post
from tests.independent.test_rules import COUNT
from tests.independent.verifier import run_node, run_verifier

pytestmark = pytest.mark.node

PATH = "/v1/items/groups"


def test_groups_of_given_sizes_are_those_of_enumeration_and_of_the_service(
    client: FlaskClient,
) -> None:
    random = Random(43)
    requests = [make_sized_request(random) for _ in range(CASES)]
    asked = [
        {"kind": "groups", "request": body | {"arrangements": True}, "draws": 2}
        for body in requests
    ]
    possible: list[dict[str, Any]] = []
    for body, counted in zip(requests, run_node(COUNT, asked), strict=True):
        total = len(enumerate_groups(body))
        assert counted.get("arrangements", "0") == str(total), body
        if total:
            possible.append(body | {"seed": str(random.random())})
    methods = [{}, {}, {"method": "sequential"}]
    bodies = [
        body | ({} if "together" in body else random.choice(methods))
        for body in possible
    ]
    compare(client, bodies)


def compare(client: FlaskClient, bodies: list[dict[str, Any]]) -> None:
    """Check that both programs draw the same, and that responses are valid."""
    drawn = [post(client, PATH, **body) for body in bodies]
    answers = run_verifier("answer", [body | {"path": PATH} for body in bodies])
    for body, answer, response in zip(bodies, answers, drawn, strict=True):
        expected = {name: response[name] for name in ("draws", "groups", "drawn_by")}
        answer.pop("arrangements", None)
        assert answer == expected, body
    saved = [
        response | {"original_items": body["items"]}
        for body, response in zip(bodies, drawn, strict=True)
    ]
    assert {result["valid"] for result in run_verifier("lines", saved)} == {True}


def test_panels_are_those_of_the_service(client: FlaskClient) -> None:
    panels = [
        make_panel(150, 22, 1, [2, 6, 5, 7]),
        make_panel(150, 22, 2, [2, 6, 5, 7]),
        make_panel(60, 12, 1, [2, 4, 5]),
        make_panel(90, 10, 1, [2, 3, 3, 4]) | {"together": [["Person 1", "Person 9"]]},
    ]
    compare(client, [panel | {"seed": "p"} for panel in panels])
