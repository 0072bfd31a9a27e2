"""The service and verify.mjs find the same in plans with their rounds and responses, however they were altered."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from service.plans.announced_draws import derive_seeds
from tests.http.spec import json_object
from tests.independent.request_generator import RequestGenerator
from tests.independent.verifier import run_verifier
from tests.plans.plan_files import GROUPS, ROUND, clock, make_file_by_hand, unsigned
from tests.sealed.vector_files import set_value
from tests.verification.seeded_files import find_value

pytestmark = [pytest.mark.node, pytest.mark.usefixtures("unsigned")]

File = dict[str, Any]

MAX_FILE = 5_000  # characters: long ones take long to alter
FIXTURES = clock, unsigned  # as pytest finds them by their names here
UNPLANNED = {"seed", "index", "given", "where", "deal_number"}
PLAYERS = [
    {"name": f"p{i}", "rating": (i * 7919 * 31 + i**3 * 977) % 9973} for i in range(15)
]
RARE: File = {
    "items": PLAYERS,
    "groups": 3,
    "sums": [{"attribute": "rating", "min": 22138, "max": 22218}],
}
"""Groups of which seed(0) of the plan "rare 2" finds none in 250,000 draws, and seed(1) some."""


def list_files(client: FlaskClient, random: Random) -> Iterator[File]:
    """Yield files of draws of every kind that can be planned, each with its digest, and some with names."""
    for request in RequestGenerator(random.randrange(2**32)).generate():
        body = dict(request.fields)
        for name in UNPLANNED & body.keys():
            del body[name]
        asked = {"occasion": "é", "path": request.path, "body": body, "round": 1000}
        names = {}
        if "items" in body and random.random() < 0.5:
            names["names"] = [f"n{number}" for number in range(len(body["items"]))]
        response = client.post("/v1/plans", json=asked | names)
        if response.status_code != 200:
            continue
        made = json_object(response)
        file = make_file(client, made, body)
        if len(json.dumps(file)) > MAX_FILE:
            continue
        # Draws of strata depend on items that are not in the response.
        if "strata" in body:
            file["original_items"] = body["items"]
        confirmed = {"digest": made["digest"], "public_before_round": True}
        yield file | names | {"confirmed": confirmed}


def make_file(client: FlaskClient, made: File, body: File) -> File:
    """Return the file of a plan with the response to its request."""
    plan = made["plan"]
    digest = bytes.fromhex(made["digest"])
    seed, *_ = derive_seeds(digest, bytes.fromhex(ROUND["signature"]))
    response = client.post(plan["request"]["path"], json=body | {"seed": seed})
    return {"plan": plan, "beacon": dict(ROUND), "answer": json_object(response)}


OBJECTS: list[list[str]] = [
    [],
    ["plan"],
    ["plan", "request"],
    ["beacon"],
    ["answer"],
    ["answer", "request"],
]
"""The paths of the objects of a file."""


def list_alterations(file: File, random: Random) -> Iterator[File]:
    """Yield the file, and with each member of each of its objects altered or left out."""
    yield file
    for name in ("proof", "receipt", "more", "confirmed"):
        yield file | {"answer": file["answer"] | {name: {}}}
    for path in OBJECTS:
        for name, value in find_value(file, path).items():
            # Without original items the service checks in part, and verify.mjs does not.
            if name != "original_items":
                is_left_out = random.random() < 0.2
                other = ... if is_left_out else change(value, random)
                yield set_value(file, [*path, name], other)


def change(value: Any, random: Random) -> Any:
    """Return another value."""
    match value:
        case bool():
            return not value
        case int() | float():
            return random.choice([value + 1, f"{value}"])
        case str():
            first = "2" if value.startswith("1") else "1"
            return random.choice([f"{value}x", first + value[1:]])
        case [first, *inner, last] if first != last:
            return random.choice([value[:-1], [last, *inner, first]])
    return random.choice([None, 1, []])


class Finding(NamedTuple):
    """Whether a file is right, and what differs, was not checked or was refused."""

    valid: bool | None
    what: str


def judge(client: FlaskClient, file: File) -> Finding:
    """Return what the service finds."""
    result = json_object(client.post("/v1/verify", json=file))
    if "errors" in result:
        where, *_ = result["errors"]
        return read({"valid": None, "refused": {"where": where}})
    return read(result)


OF_PLAN = ("plan", "beacon", "names", "answer.request", "answer.index", "answer.seed")
"""The beginnings of the places where what differs is of the plan."""


def read(result: File) -> Finding:
    """Return what a verifier found.

    Of a response that differs, the ordinary checks begin with any member, and one of them may refuse it.
    """
    if "refused" in result:
        is_of_answer = result["refused"]["where"].startswith("answer")
        return Finding(False, "answer") if is_of_answer else Finding(None, "refused")
    if result["valid"] is None:
        return Finding(None, " ".join(sorted(result["unchecked"])))
    where = str(result.get("difference", {}).get("where"))
    return Finding(result["valid"], where if where.startswith(OF_PLAN) else "answer")


def find_in_both(client: FlaskClient, files: list[File]) -> list[Finding]:
    """Return what both verifiers find in files, and check that it is the same."""
    found = []
    for file, result in zip(files, run_verifier("lines", files), strict=True):
        finding = judge(client, file)
        assert finding == read(result), (json.dumps(file), result)
        found.append(finding)
    return found


def test_both_find_the_same_in_plans_that_were_altered(
    client: FlaskClient, seed: int
) -> None:
    random = Random(seed)
    files: list[File] = []
    for file in islice(list_files(client, random), 50):
        files += list_alterations(file, random)
    assert len(files) > 1_000
    found = find_in_both(client, files)
    assert Finding(None, "beacon") in found
    assert Finding(None, "refused") in found
    assert Finding(False, "plan") in found
    assert Finding(False, "answer") in found
    assert Finding(False, "answer.seed") in found


def test_both_try_the_next_seed_only_after_one_that_finds_nothing(
    client: FlaskClient,
) -> None:
    rare = make_file_by_hand(client, "/v1/items/groups", RARE, "rare 2", 1)
    frequent = make_file_by_hand(client, "/v1/items/groups", GROUPS, "x", 1)
    of_rare, of_frequent = find_in_both(client, [rare, frequent])
    assert of_rare == Finding(None, "beacon")
    assert of_frequent == Finding(False, "answer.seed")


def test_both_refuse_lists_and_names_without_a_hash_and_members_that_are_null(
    client: FlaskClient,
) -> None:
    file = make_file_by_hand(client, "/v1/items/groups", GROUPS, "x")
    items = {"items": ["a", "b", 1e300]}
    unbound = make_file_by_hand(client, "/v1/items/shuffle", items, "x")
    salted = set_value(file, ["plan", "salt"], None)
    previous = file | {"beacon": ROUND | {"previous_signature": None}}
    refused = [unbound, salted, previous]
    *findings, of_names = find_in_both(client, [*refused, file | {"names": [1e300]}])
    assert findings == [Finding(None, "refused")] * len(refused)
    assert of_names == Finding(False, "names")
