"""Responses of the service compared with an implementation in another language that shares no code with it.

`make test SUITE=node`. Requests depend on the seed of pytest-randomly alone, which a failure names.
"""

import json
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from http.client import HTTPConnection
from itertools import islice
from random import Random
from re import fullmatch, search, split
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from tests.conftest import ROOT
from tests.independent.request_generator import ApiRequest, Fields, RequestGenerator
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

REQUESTS = 500
MAX_QUERY_LENGTH = 3_000


def send(connection: HTTPConnection, request: ApiRequest) -> Fields:
    """Send a request by GET or by POST, depending on its length; by POST if it has fields that a GET cannot have."""
    query = format_query(request.fields)
    if {"items", "held", "given", "drums"} & request.fields.keys() or len(query) > MAX_QUERY_LENGTH or len(query) % 2:
        body = json.dumps(request.fields, ensure_ascii=False).encode()
        connection.request("POST", request.path, body, {"Content-Type": "application/json"})
    else:
        connection.request("GET", f"{request.path}?{query}")
    response = connection.getresponse()
    fields: Fields = json.loads(response.read())
    assert response.status == 200, (request, fields)
    return fields


def format_query(fields: Fields) -> str:
    return urlencode({name: format_value(value) for name, value in fields.items()})


def format_value(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


RESULT_MEMBERS = {
    "size",
    "items_sha256",
    "uniformity",
    "draws",
    "stream",
    "indices",
    "integers",
    "strip",
    "hands",
    "piles",
    "dealt",
    "grid",
    "pbn",
    "number",
}
"""The members of a response that follow from its other members."""

PAYOUT_MEMBERS = {"category", "description", "points", "payout"}
"""The members on the final hand of video poker: neither altered nor checked."""

OTHER_PILES = {"burns", "stock"}
"""The piles of a deal of items that its request does not name."""

Leaf = tuple[str, Any, Any]
"""A path, with the list or object that it leads to and the key in it."""


def list_leaves(path: str, value: Any) -> Iterator[Leaf]:
    """Yield every number and string in a list or an object."""
    is_list = isinstance(value, list)
    for key, item in enumerate(value) if is_list else value.items():
        item_path = f"{path}[{key}]" if is_list else f"{path}.{key}".removeprefix(".")
        if isinstance(item, dict | list):
            yield from list_leaves(item_path, item)
        elif item is not None:
            yield item_path, value, key


def is_own_name(response: Fields, leaf: Leaf) -> bool:
    """Return whether a leaf is the name that a request gave a pile of its items: with another one it is as valid."""
    path, parent, key = leaf
    return "items_sha256" in response and path.startswith("piles") and key == "name" and parent[key] not in OTHER_PILES


def alter(response: Fields, random: Random) -> tuple[Fields, str]:
    """Return a copy with one number or string in its results altered, and the path of it."""
    copy = deepcopy(response)
    has_names = fullmatch(r"name|unicode", response.get("notation", "code"))
    unchecked = r"(cards|items)\[" if has_names else r"items\["
    leaves = (leaf for leaf in list_leaves("", copy) if not (search(unchecked, leaf[0]) or is_own_name(copy, leaf)))
    by_member = [(split(r"\W", leaf[0])[0], leaf) for leaf in leaves]
    names = RESULT_MEMBERS - ({"size"} if "items_sha256" in response else set()) - unchecked_members(response)
    name = random.choice(sorted({member for member, _ in by_member if member in names}))
    path, parent, key = random.choice([leaf for member, leaf in by_member if member == name])
    parent[key] = parent[key] + 1 if isinstance(parent[key], int) else f"{parent[key]}."
    return copy, path


def unchecked_members(response: Fields) -> set[str]:
    """Return the members of a response that the independent implementation cannot check."""
    if "items_sha256" in response and "hands" in response:
        return {"items"}
    if "items" in response:
        rows = response["indices"] if "repeats" in response else [response["indices"]]
        has_all = len(set().union(*rows)) == response["size"]
        return {"items"} if has_all else {"items", "items_sha256"}
    names = {"cards"} if response.get("notation") in {"name", "unicode"} else set()
    return names | (PAYOUT_MEMBERS if "held" in response else set())


def send_all(live: str, requests: list[ApiRequest]) -> list[Fields]:
    """Return the response of the service to each request."""
    connection = HTTPConnection(urlsplit(live).netloc, timeout=60)
    responses = [send(connection, request) for request in requests]
    connection.close()
    return responses


def test_an_independent_implementation_has_the_same_results(live: str, seed: int) -> None:
    requests = list(islice(RequestGenerator(seed).generate(), REQUESTS))
    responses = send_all(live, requests)
    results = iter(run_verifier("answer", [part for request in requests for part in request.split_batch()]))
    for request, response in zip(requests, responses, strict=True):
        expected = request.expected_response([next(results) for _ in request.split_batch()])
        assert {name: response.get(name) for name in expected} == expected, request
    assert next(results, None) is None


def test_a_seeded_response_is_its_own_receipt_and_an_alteration_is_located(live: str, seed: int) -> None:
    generator = RequestGenerator(seed, ("code", "name"))
    responses = send_all(live, list(islice(generator.generate(), REQUESTS)))
    for response, result in zip(responses, run_verifier("lines", responses), strict=True):
        unchecked = unchecked_members(response)
        assert set(result.pop("unchecked", ())) == unchecked, response
        assert result == {"valid": None if unchecked else True}, response
    altered = [alter(response, Random(seed + number)) for number, response in enumerate(responses)]
    results = run_verifier("lines", [response for response, _ in altered])
    for (response, path), result in zip(altered, results, strict=True):
        assert result["valid"] is False, (path, response)
        assert result["difference"]["where"] == path, (path, result)


DRAW = ApiRequest("/v1/games/video_poker/draw", {"seed": "42", "held": [4, 1], "coins": 2})
ITEMS = ApiRequest("/v1/items/shuffle", {"seed": "42", "items": ["red", {"green": [None]}, 3]})


@pytest.mark.parametrize(
    ("sent", "unchecked"),
    [
        (DRAW, PAYOUT_MEMBERS),
        (ApiRequest(DRAW.path, DRAW.fields | {"notation": "unicode"}), PAYOUT_MEMBERS | {"cards"}),
        (ApiRequest(f"{DRAW.path}/batch", DRAW.fields | {"repeats": 3, "notation": "code"}), PAYOUT_MEMBERS),
        (ITEMS, {"items"}),
        (ApiRequest(f"{ITEMS.path}/batch", ITEMS.fields | {"repeats": 9, "count": 2}), {"items"}),
        (ApiRequest(ITEMS.path, ITEMS.fields | {"count": 2}), {"items", "items_sha256"}),
        (
            ApiRequest("/v1/decks/standard/deal", {"seed": 1, "hands": 2, "cards": 5, "notation": "unicode"}),
            {"cards"},
        ),
        (ApiRequest("/v1/decks/mahjong/shuffle", {"seed": 1, "notation": "unicode"}), {"cards"}),
        (
            ApiRequest("/v1/decks/standard/shuffle", {"seed": 1, "notation": "name", "name_style": "retro"}),
            {"cards"},
        ),
        (ApiRequest("/v1/games/bridge/deal/batch", {"seed": 1, "notation": "name", "repeats": 2}), {"cards"}),
        (ApiRequest("/v1/games/riichi/deal", {"seed": 1, "notation": "code"}), set()),
        (ApiRequest("/v1/integers", {"seed": 1, "max": 49, "count": 6}), set()),
        (ApiRequest("/v1/integers/draw/batch", {"seed": 1, "drums": [{"max": 5}, {"max": 9}], "repeats": 9}), set()),
    ],
)
def test_a_result_names_unchecked_members(live: str, sent: ApiRequest, unchecked: set[str]) -> None:
    (response,) = send_all(live, [sent])
    (result,) = run_verifier("lines", [response])
    assert result.pop("unchecked", {}).keys() == unchecked == unchecked_members(response)
    assert result == {"valid": None if unchecked else True}


@pytest.mark.parametrize(
    ("sent", "member", "value", "path"),
    [
        (ITEMS, "indices", [2, 1, 0], "indices[0]"),
        (ITEMS, "items", ["red"], "items[1]"),
        (DRAW, "held", [4, 1], "held[0]"),
        (DRAW, "held", [1], "draws"),
        (DRAW, "dealt", {"cards": [], "indices": []}, "dealt.cards[0]"),
        (DRAW, "cards", {}, "cards"),
    ],
)
def test_other_members_of_these_responses_are_checked(
    live: str, sent: ApiRequest, member: str, value: Any, path: str
) -> None:
    (result,) = run_verifier("lines", [response | {member: value} for response in send_all(live, [sent])])
    assert (result["valid"], result["difference"]["where"]) == (False, path)


NAMES = ["Ann", {"é": None, "a": [1.5, 1e-7]}, 4.0, "Ann", "\U00010000\t"]
OTHER_NAMES = ["Eve", *NAMES[1:]]
LARGE_NUMBERS = [2**60, 1e300, "a"]


@pytest.mark.parametrize(
    ("fields", "altered"),
    [
        ({"items": NAMES}, {}),
        ({"items": NAMES, "count": 2}, {}),
        ({"items": NAMES, "count": 2, "repeats": 9}, {}),
        ({"items": [], "repeats": 2}, {}),
        ({"items": LARGE_NUMBERS}, {}),
        ({"items": NAMES}, {"original_items": NAMES}),
        ({"items": NAMES, "count": 2}, {"original_items": NAMES}),
        ({"items": NAMES, "count": 2, "repeats": 9}, {"original_items": NAMES}),
        ({"items": []}, {"original_items": []}),
        ({"items": LARGE_NUMBERS}, {"original_items": LARGE_NUMBERS}),
        ({"items": NAMES}, {"original_items": OTHER_NAMES}),
        ({"items": NAMES, "count": 2, "repeats": 9}, {"original_items": OTHER_NAMES}),
        ({"items": NAMES}, {"original_items": NAMES[1:]}),
        ({"items": NAMES, "count": 2}, {"original_items": NAMES[:1]}),
        ({"items": NAMES}, {"original_items": NAMES, "items_sha256": "0" * 64}),
        ({"items": NAMES}, {"original_items": NAMES, "items_sha256": None}),
        ({"items": NAMES}, {"items_sha256": "0" * 64}),
        ({"items": NAMES, "count": 2}, {"items_sha256": "0" * 64}),
        ({"items": NAMES, "count": 2}, {"items_sha256": None}),
        ({"items": NAMES}, {"items": NAMES}),
        ({"items": NAMES}, {"items": NAMES, "original_items": NAMES}),
        ({"items": NAMES, "count": 2}, {"items": ["Eve", "Eve"]}),
        ({"items": NAMES, "count": 2}, {"items": ["Eve", "Eve"], "original_items": NAMES}),
        ({"items": NAMES, "count": 2}, {"indices": [0, 0]}),
        ({"items": NAMES, "count": 2}, {"indices": [0, 0], "original_items": NAMES}),
        ({"items": NAMES, "count": 2, "repeats": 9}, {"items": [["Eve", "Eve"]] * 9}),
    ],
)
def test_it_checks_items_as_the_service_does(live: str, fields: Fields, altered: Fields) -> None:
    path = f"{ITEMS.path}/batch" if "repeats" in fields else ITEMS.path
    (response,) = send_all(live, [ApiRequest(path, {"seed": "a", **fields})])
    (result,) = run_verifier("lines", [response | altered])
    connection = HTTPConnection(urlsplit(live).netloc, timeout=60)
    connection.request("POST", "/v1/verify", json.dumps(response | altered), {"Content-Type": "application/json"})
    expected = json.loads(connection.getresponse().read())
    connection.close()
    assert result["valid"] == expected["valid"]
    assert result.get("difference", {}).get("where") == expected.get("difference", {}).get("where")
    if expected["valid"] is not False:
        assert result.get("unchecked", {}).keys() == expected["unchecked"].keys()


HASH_LISTS = """
import { hashList } from "./verify/canonical.mjs";
const lists = process.argv.slice(1).map((text) => hashList(JSON.parse(text)));
console.log(JSON.stringify(await Promise.all(lists)));
"""


def test_it_hashes_no_list_with_a_number_above_the_bound_however_it_is_written() -> None:
    large = (
        "9007199254740992",
        "-9007199254740992",
        "9007199254740993.0",
        "123456789012345678901",
        "1e16",
        "-1e300",
        "1e400",
    )
    lists = [*(f'["a",{{"b":[{number}]}}]' for number in large), "[9007199254740991.0,-9007199254740991,1E15]"]
    command = ["node", "--input-type=module", "-e", HASH_LISTS, "--", *lists]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    digest = sha256(b"[9007199254740991,-9007199254740991,1000000000000000]").hexdigest()
    assert json.loads(output) == [None] * len(large) + [digest]


def test_a_file_that_cannot_be_checked_is_neither_valid_nor_invalid() -> None:
    plain = {"deck": "standard", "size": 52, "algorithm": "fisher_yates", "cards": ["AS"], "indices": [0]}
    seeded = plain | {"seed": "1"}
    huge = {"seed": "1", "min": 1, "max": 2**53 - 1, "algorithm": "durstenfeld", "integers": [1]}
    files_by_path: dict[str, list[Any]] = {
        "seed": [plain, {"items": [1]}],
        "count": [seeded | {"cards": [], "indices": []}],
        "notation": [seeded | {"notation": "roman"}],
        "size": [{"seed": "1", "items": []}],
        "original_items": [{"seed": "1", "items": [], "original_items": {}}],
        "items_sha256": [
            {"seed": "1", "size": 3, "items": [1], "indices": [0], "items_sha256": digest} for digest in ("A" * 64, 1)
        ],
        "the file": [{"seed": "1"}, [], None, huge],
    }
    cases = [(path, file) for path, files in files_by_path.items() for file in files]
    results = run_verifier("lines", [file for _, file in cases])
    assert [result["refused"]["where"] for result in results] == [path for path, _ in cases]
    assert {result["valid"] for result in results} == {None}
