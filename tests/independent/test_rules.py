"""What verify.mjs draws by rules: compared with every arrangement that fulfils them, and with the service."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.arrangements.enumeration import (
    CASES,
    DRAWS,
    ENUMERATIONS,
    enumerate_orders,
    is_uniform,
)
from tests.arrangements.order_requests import CASES as CASES_OF_ORDERS
from tests.arrangements.order_requests import KINDS, make_placed_request, make_request
from tests.http.spec import post
from tests.independent.request_generator import RequestGenerator
from tests.independent.verifier import run_node, run_program, run_verifier
from tests.tables import for_each, sample

pytestmark = pytest.mark.node

COUNT = str(Path(__file__).parent / "count_arrangements.mjs")


@for_each("name", CASES)
def test_draws_by_rules_are_uniform_over_all_arrangements(name: str) -> None:
    kind, request = CASES[name]
    asked = {"kind": kind, "request": request, "draws": DRAWS}
    (counts,) = run_node(COUNT, [asked])
    assert sum(counts.values()) == DRAWS
    assert is_uniform(
        Counter({freeze(json.loads(text)): count for text, count in counts.items()}),
        ENUMERATIONS[kind](request),
    )


def test_allocations_are_those_of_the_service(client: FlaskClient) -> None:
    generator = RequestGenerator(73)
    bodies = [
        generator.allocate_request().fields | {"seed": f"s{i}", "index": i}
        for i in range(100)
    ]
    drawn = [post(client, "/v1/items/allocate", **body) for body in bodies]
    asked = [body | {"path": "/v1/items/allocate"} for body in bodies]
    answers = run_verifier("answer", asked)
    assert [
        {name: one[name] for name in ("draws", "allocations")} for one in drawn
    ] == answers
    batches = [
        post(client, "/v1/items/allocate/batch", **body, repeats=3)
        for body in bodies[:20]
    ]
    altered = [one | {"grows": not one["grows"]} for one in drawn[:5]]
    results = run_verifier("lines", [*drawn, *batches, *altered])
    assert [result["valid"] for result in results[:120]] == [
        None
    ] * 120  # without the list, items may be replaced
    assert [result["difference"]["where"] for result in results[120:]] == ["grows"] * 5


def test_the_steps_of_an_allocation_have_the_key_of_the_first_stratum(
    tmp_path: Path, client: FlaskClient
) -> None:
    body = {
        "arms": [{"name": "A"}, {"name": "B"}],
        "block_sizes": [4],
        "strata": ["centre", "sex"],
        "seed": "42",
    }
    items = [{"centre": "Ulm"}, {"centre": "Ulm", "sex": "f"}]
    file = tmp_path / "response.json"
    file.write_text(
        json.dumps(
            post(client, "/v1/items/allocate", **body, items=items)
            | {"original_items": items}
        )
    )
    code, printed = run_program("steps", file)
    assert code == 0
    for text in (
        '[["centre","Ulm"],["sex",null]]',
        "0204aaa32d2b79c9b96f4cc44bb9134c2f538a5f83e125aba8075b808efe86dc",
    ):
        assert text in printed


@pytest.mark.sampled
@for_each("kind", KINDS)
def test_orders_are_those_that_enumeration_finds(kind: str) -> None:
    requests = [
        make_request(kind, Random(f"{kind} {case}"))
        for case in sample(range(CASES_OF_ORDERS), 10)
    ]
    if kind not in {
        "row",
        "circle",
        "run",
    }:  # to find none of the others takes 250,000 draws
        requests = [request for request in requests if enumerate_orders(request)]
    asked = [
        {"kind": "shuffle", "request": request | {"arrangements": True}, "draws": 5}
        for request in requests
    ]
    wrong = []
    for request, counts in zip(requests, run_node(COUNT, asked), strict=True):
        every = enumerate_orders(request)
        arrangements = counts.pop("arrangements", None)
        drawn = {freeze(json.loads(text)) for text in counts}
        if (
            not drawn <= every
            or bool(drawn) != bool(every)
            or arrangements not in {str(len(every)), None}
        ):
            wrong.append(request)
    assert wrong == []


ARTISTS = [f"artist {song % 12}" for song in range(40)] + ["star"] * 25
PLAYLIST: dict[str, Any] = {
    "items": [{"name": str(i), "a": artist} for i, artist in enumerate(ARTISTS)],
    "neighbours": {"different": ["a"]},
}
ARMS: dict[str, Any] = {
    "items": [{"name": str(i), "arm": i % 2} for i in range(90)],
    "neighbours": {"different": ["arm"], "run": 3},
}
RARE: list[dict[str, Any]] = [
    PLAYLIST | {"first": "3", "last": "50"},
    PLAYLIST | {"first": "40", "last": "50"},
    PLAYLIST | {"last": "50", "neighbours": {"different": ["a"], "circle": True}},
    PLAYLIST | {"first": "7", "neighbours": {"different": ["a"], "circle": True}},
    {"items": list("AB") * 40, "neighbours": {"run": 2}},
    ARMS | {"first": "3", "last": "2"},
    ARMS | {"first": "4", "last": "2"},
]
"""Orders that no attempt finds; they are drawn by counting."""


def test_orders_with_places_and_runs_are_those_of_the_service(
    client: FlaskClient,
) -> None:
    kinds = ["free", "row", "circle", "run", "apart"]
    requests = [
        make_placed_request(kind, Random(f"both {kind} {case}"), 7)
        for kind in kinds
        for case in range(20)
    ]
    possible = [request for request in requests if enumerate_orders(request)]
    bodies = [
        request | {"seed": str(number), "arrangements": True}
        for number, request in enumerate(RARE + possible)
    ]
    drawn = [post(client, "/v1/items/shuffle", **body) for body in bodies]
    ways = [one["drawn_by"] for one in drawn[: len(RARE)]]
    assert ways == ["counting"] * len(RARE)
    for body, one in zip(bodies[len(RARE) :], drawn[len(RARE) :], strict=True):
        orders = enumerate_orders(body)
        assert tuple(one["indices"]) in orders
        assert one["arrangements"] in {str(len(orders)), None}
    listed = [
        one | {"original_items": body["items"]}
        for body, one in zip(bodies, drawn, strict=True)
    ]
    results = run_verifier("lines", listed)
    assert [result["valid"] for result in results] == [True] * len(drawn)
    for response in listed[:20]:
        assert post(client, "/v1/verify", result=response)["valid"] is True
    impossible = [request for request in requests if request not in possible]
    asked = [
        {"kind": "shuffle", "request": request, "draws": 1}
        for request in impossible
        if "apart" not in request.get("neighbours", {})
    ]
    assert run_node(COUNT, asked) == [{}] * len(asked)


def freeze(value: Any) -> Any:
    return tuple(map(freeze, value)) if isinstance(value, list) else value
