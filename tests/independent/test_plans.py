"""The service and verify.mjs find the same in plans with their rounds and responses, however they were altered."""

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.plans.rules import derive_seeds
from tests.http.spec import json_object
from tests.independent.request_generator import RequestGenerator
from tests.independent.verifier import run_verifier
from tests.plans.test_plans import GROUPS, ROUND, clock, make_file_by_hand, unsigned

pytestmark = [pytest.mark.node, pytest.mark.usefixtures("unsigned")]

File = dict[str, Any]

MAX_FILE = 5_000  # characters: long ones take long to alter
FIXTURES = clock, unsigned  # as pytest finds them by their names here
UNPLANNED = {"seed", "index", "given", "where", "deal_number"}
RARE: File = {
    "items": [
        {"name": f"p{i}", "rating": (i * 7919 * 31 + i**3 * 977) % 9973}
        for i in range(15)
    ],
    "groups": 3,
    "sums": [{"attribute": "rating", "min": 22138, "max": 22218}],
}
"""Groups of which seed(0) of the plan "rare 2" finds none in 250,000 draws, and seed(1) some."""


def list_files(client: FlaskClient, random: Random) -> Iterator[File]:
    """Yield files of draws of every kind that can be planned, each with its digest, and some with names."""
    for request in RequestGenerator(random.randrange(2**32)).generate():
        body = {
            name: value
            for name, value in request.fields.items()
            if name not in UNPLANNED
        }
        more = (
            {"names": [f"n{i}" for i in range(len(body["items"]))]}
            if "items" in body and random.random() < 0.5
            else {}
        )
        asked = {
            "occasion": "é",
            "path": request.path,
            "body": body,
            "round": 1000,
            **more,
        }
        if (response := client.post("/v1/plans", json=asked)).status_code != 200:
            continue
        made = json_object(response)
        file = make_file(client, made, body)
        if len(json.dumps(file)) > MAX_FILE:
            continue
        if "strata" in body:  # their draws depend on items that are not in the response
            file["original_items"] = body["items"]
        yield {
            **file,
            **more,
            "confirmed": {"digest": made["digest"], "public_before_round": True},
        }


def make_file(client: FlaskClient, made: File, body: File) -> File:
    [seed, *_] = derive_seeds(
        bytes.fromhex(made["digest"]), bytes.fromhex(ROUND["signature"])
    )
    answer = json_object(
        client.post(made["plan"]["request"]["path"], json={**body, "seed": seed})
    )
    return {"plan": made["plan"], "beacon": dict(ROUND), "answer": answer}


def list_alterations(file: File, random: Random) -> Iterator[File]:
    """Yield the file, and with each member of each of its objects altered or left out."""
    yield file
    for name in ("proof", "receipt", "more", "confirmed"):
        yield {**file, "answer": {**file["answer"], name: {}}}
    objects: list[list[str]] = [
        [],
        ["plan"],
        ["plan", "request"],
        ["beacon"],
        ["answer"],
        ["answer", "request"],
    ]
    for path in objects:
        copy = deepcopy(file)
        parent = copy
        for name in path:
            parent = parent[name]
        for name, value in list(parent.items()):
            if (
                name == "original_items"
            ):  # without them the service checks in part, and verify.mjs does not
                continue
            if random.random() < 0.2:
                del parent[name]
            else:
                parent[name] = change(value, random)
            yield deepcopy(copy)
            parent[name] = value


def change(value: Any, random: Random) -> Any:
    if type(value) is bool:
        return not value
    if isinstance(value, int | float):
        return random.choice([value + 1, f"{value}"])
    if isinstance(value, str):
        return random.choice(
            [f"{value}x", ("1" if value[:1] != "1" else "2") + value[1:]]
        )
    if isinstance(value, list) and len(value) > 1 and value[0] != value[-1]:
        return random.choice([value[:-1], [value[-1], *value[1:-1], value[0]]])
    return random.choice([None, 1, []])


Finding = tuple[bool | None, str]


def judge(client: FlaskClient, file: File) -> Finding:
    """Return what the service finds."""
    result = json_object(client.post("/v1/verify", json=file))
    return read(
        {"valid": None, "refused": {"where": next(iter(result["errors"]))}}
        if "errors" in result
        else result
    )


def read(result: File) -> Finding:
    """Return whether a file is right, and what differs or was not checked, or that the file was refused.

    Of a response that differs, the ordinary checks begin with any member, and one of them may refuse it.
    """
    if "refused" in result:
        return (
            (False, "answer")
            if result["refused"]["where"].startswith("answer")
            else (None, "refused")
        )
    if result["valid"] is None:
        return None, " ".join(sorted(result["unchecked"]))
    where = str(result.get("difference", {}).get("where"))
    is_of_plan = where.startswith(
        ("plan", "beacon", "names", "answer.request", "answer.index", "answer.seed")
    )
    return result["valid"], where if is_of_plan else "answer"


def test_both_find_the_same_in_plans_that_were_altered(
    client: FlaskClient, seed: int
) -> None:
    random = Random(seed)
    files = [
        one
        for file in islice(list_files(client, random), 50)
        for one in list_alterations(file, random)
    ]
    found = []
    for file, result in zip(files, run_verifier("lines", files), strict=True):
        found.append(judge(client, file))
        assert found[-1] == read(result), (
            json.dumps(file),
            result,
            client.post("/v1/verify", json=file).text,
        )
    assert len(files) > 1_000
    for finding in (
        (None, "beacon"),
        (None, "refused"),
        (False, "plan"),
        (False, "answer"),
        (False, "answer.seed"),
    ):
        assert finding in found


def test_both_try_the_next_seed_only_after_one_that_finds_nothing(
    client: FlaskClient,
) -> None:
    rare = make_file_by_hand(client, "/v1/items/groups", RARE, "rare 2", 1)
    second = make_file_by_hand(client, "/v1/items/groups", GROUPS, "x", 1)
    results = [read(result) for result in run_verifier("lines", [rare, second])]
    assert results == [(None, "beacon"), (False, "answer.seed")]
    assert [judge(client, file) for file in (rare, second)] == results


def test_both_refuse_lists_and_names_without_a_hash_and_members_that_are_null(
    client: FlaskClient,
) -> None:
    file = make_file_by_hand(client, "/v1/items/groups", GROUPS, "x")
    unbound = make_file_by_hand(
        client, "/v1/items/shuffle", {"items": ["a", "b", 1e300]}, "x"
    )
    more = {**file, "plan": {**file["plan"], "salt": None}}
    previous = {**file, "beacon": {**ROUND, "previous_signature": None}}
    files = [unbound, more, previous, {**file, "names": [1e300]}]
    results = [read(result) for result in run_verifier("lines", files)]
    assert results == [(None, "refused")] * 3 + [(False, "names")]
    assert [judge(client, one) for one in files] == results
