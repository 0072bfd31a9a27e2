"""Rounds of groups in verify.mjs and in the service, for random small requests."""

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.http.spec import post
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

PATH = "/v1/items/groups"
CASES = 300


def make_request(random: Random) -> dict[str, Any]:
    """Return a request for up to as many rounds as pairs allow, or a few more in which people meet again."""
    n = random.randint(2, 28)
    groups = random.randint(1, n - 1)
    body = {
        "items": [f"person {i}" for i in range(n)],
        "rounds": random.randint(1, 7),
        "seed": str(random.random()),
        "index": random.randint(0, 9),
        "meet_again": True,
    }
    if n % groups == 0 and random.random() < 0.5:
        return body | {"group_size": n // groups}
    return body | {"groups": groups}


def test_rounds_are_those_of_the_service(client: FlaskClient) -> None:
    random = Random(41)
    bodies = [make_request(random) for _ in range(CASES)]
    bodies += [
        {"items": list(range(n)), "groups": groups, "rounds": rounds, "seed": "a"}
        for n, groups, rounds in [(64, 8, 9), (81, 9, 10), (51, 17, 25), (45, 15, 22)]
    ]
    drawn = [post(client, PATH, **body) for body in bodies]
    answers = run_verifier("answer", [body | {"path": PATH} for body in bodies])
    assert [
        {name: one[name] for name in ("draws", "groups", "drawn_by")} for one in drawn
    ] == answers
    saved = [
        one | {"original_items": body["items"]}
        for one, body in zip(drawn, bodies, strict=True)
    ]
    batches = [
        post(client, f"{PATH}/batch", **body, repeats=3)
        | {"original_items": body["items"]}
        for body in bodies[:20]
    ]
    altered = [one | {"met_again": one["met_again"] + 1} for one in saved[:5]]
    results = run_verifier("lines", [*saved, *batches, *altered])
    assert {result["valid"] for result in results[: -len(altered)]} == {True}
    assert [result["difference"]["where"] for result in results[-len(altered) :]] == [
        "met_again"
    ] * len(altered)
    refused = {"items": list(range(16)), "groups": 4, "rounds": 6, "seed": "a"}
    (answer,) = run_verifier("answer", [refused | {"path": PATH}])
    assert "rounds: at most 5 were expected" in str(answer)
