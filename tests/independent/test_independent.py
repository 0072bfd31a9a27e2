"""Responses of the service compared with an implementation in another language that shares no code with it.

`make test SUITE=node`. Requests depend on the seed of pytest-randomly alone, which a failure names.
"""

import json
from collections.abc import Iterator, Set
from copy import deepcopy
from hashlib import sha256
from itertools import islice
from random import Random
from re import fullmatch, search, split
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.independent.request_generator import ApiRequest, Fields, RequestGenerator
from tests.independent.verifier import Service, run_node, run_verifier
from tests.server.client import JSON, fetch

pytestmark = pytest.mark.node

REQUESTS = 500
MAX_QUERY_LENGTH = 3_000


def send(base: str, request: ApiRequest) -> Fields:
    """Send a request by GET or by POST, depending on its length; by POST if it has fields that a GET cannot have."""
    query = format_query(request.fields)
    if (
        {"items", "held", "given", "drums"} & request.fields.keys()
        or len(query) > MAX_QUERY_LENGTH
        or len(query) % 2
    ):
        response = fetch(
            base,
            request.path,
            "POST",
            json.dumps(request.fields, ensure_ascii=False).encode(),
            JSON,
        )
    else:
        response = fetch(base, f"{request.path}?{query}")
    fields: Fields = response.json
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
    "indices",
    "integers",
    "strip",
    "hands",
    "piles",
    "dealt",
    "grid",
    "pbn",
    "number",
    "groups",
    "pairs",
    "allocations",
}
"""The members of a response that follow from its other members."""

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
    """Return whether a leaf is the name of a pile that the request chose; a response with another name is valid too."""
    path, parent, key = leaf
    return (
        "items_sha256" in response
        and path.startswith("piles")
        and key == "name"
        and parent[key] not in OTHER_PILES
    )


def alter(response: Fields, random: Random) -> tuple[Fields, str]:
    """Return a copy with one number or string in its results altered, and the path of it."""
    copy = deepcopy(response)
    has_names = fullmatch(r"name|unicode", response["request"].get("notation", "code"))
    items = r"items\[|\.(giver|receiver|item)\b"
    unchecked = rf"cards\[|{items}" if has_names else items
    leaves = (
        leaf
        for leaf in list_leaves("", copy)
        if not (search(unchecked, leaf[0]) or is_own_name(copy, leaf))
    )
    by_member = [(split(r"\W", leaf[0])[0], leaf) for leaf in leaves]
    names = (
        RESULT_MEMBERS
        - ({"size"} if "items_sha256" in response else set())
        - unchecked_members(response)
    )
    name = random.choice(sorted({member for member, _ in by_member if member in names}))
    path, parent, key = random.choice(
        [leaf for member, leaf in by_member if member == name]
    )
    parent[key] = parent[key] + 1 if isinstance(parent[key], int) else f"{parent[key]}."
    return copy, path


def unchecked_members(response: Fields) -> set[str]:
    """Return the members of a response that the independent implementation cannot check."""
    if "original_items" in response:
        return set()
    if "items_sha256" in response and response.keys() & {
        "hands",
        "groups",
        "pairs",
        "allocations",
    }:
        return {"items"}
    if "items" in response:
        rows = response["indices"] if "repeats" in response else [response["indices"]]
        has_all = len(set().union(*rows)) == response["size"]
        return {"items"} if has_all else {"items", "items_sha256"}
    return (
        {"cards"}
        if response["request"].get("notation") in {"name", "unicode"}
        else set()
    )


def send_all(live: str, requests: list[ApiRequest]) -> list[Fields]:
    return [send(live, request) for request in requests]


def check_results(
    live: str, generator: RequestGenerator, count: int = REQUESTS
) -> None:
    requests = list(islice(generator.generate(), count))
    responses = send_all(live, requests)
    results = iter(
        run_verifier(
            "answer", [part for request in requests for part in request.split_batch()]
        )
    )
    for request, response in zip(requests, responses, strict=True):
        expected = request.expected_response(
            [next(results) for _ in request.split_batch()]
        )
        assert {name: response.get(name) for name in expected} == expected, request
    assert next(results, None) is None


def check_receipts(
    live: str,
    generator: RequestGenerator,
    seed: int,
    never_checked: Set[str] = frozenset(),
    count: int = REQUESTS,
) -> None:
    """Check that a response is its own receipt, and that the path of an altered value is found."""
    requests = list(islice(generator.generate(), count))
    sent = zip(requests, send_all(live, requests), strict=True)
    responses = [request.add_list(response) for request, response in sent]
    for response, result in zip(
        responses, run_verifier("lines", responses), strict=True
    ):
        unchecked = unchecked_members(response) | never_checked
        assert set(result.pop("unchecked", ())) == unchecked, response
        assert result == {"valid": None if unchecked else True}, response
    altered = [
        alter(response, Random(seed + number))
        for number, response in enumerate(responses)
    ]
    results = run_verifier("lines", [response for response, _ in altered])
    for (response, path), result in zip(altered, results, strict=True):
        assert result["valid"] is False, (path, response)
        assert result["difference"]["where"] == path, (path, result)


def test_an_independent_implementation_has_the_same_results(
    live: str, seed: int
) -> None:
    check_results(live, RequestGenerator(seed))


def test_a_seeded_response_is_its_own_receipt_and_an_alteration_is_located(
    live: str, seed: int
) -> None:
    check_receipts(live, RequestGenerator(seed, ("code", "name")), seed)


ITEMS = ApiRequest(
    "/v1/items/shuffle", {"seed": "42", "items": ["red", {"green": [None]}, 3]}
)


@pytest.mark.parametrize(
    ("sent", "unchecked"),
    [
        (ITEMS, {"items"}),
        (
            ApiRequest(ITEMS.path, ITEMS.fields | {"count": 2}),
            {"items", "items_sha256"},
        ),
        (
            ApiRequest(
                "/v1/decks/standard/deal",
                {"seed": 1, "hands": 2, "cards": 5, "notation": "unicode"},
            ),
            {"cards"},
        ),
        (
            ApiRequest("/v1/decks/mahjong/shuffle", {"seed": 1, "notation": "unicode"}),
            {"cards"},
        ),
        (
            ApiRequest(
                "/v1/decks/standard/shuffle",
                {"seed": 1, "notation": "name", "name_style": "retro"},
            ),
            {"cards"},
        ),
        (ApiRequest("/v1/games/riichi/deal", {"seed": 1, "notation": "code"}), set()),
        (
            ApiRequest(
                "/v1/integers/draw/batch",
                {"seed": 1, "drums": [{"max": 5}, {"max": 9}], "repeats": 9},
            ),
            set(),
        ),
    ],
)
def test_a_result_names_unchecked_members(
    live: str, sent: ApiRequest, unchecked: set[str]
) -> None:
    (response,) = send_all(live, [sent])
    (result,) = run_verifier("lines", [response])
    assert (
        result.pop("unchecked", {}).keys() == unchecked == unchecked_members(response)
    )
    assert result == {"valid": None if unchecked else True}


NAMES = ["Ann", {"é": None, "a": [1.5, 1e-7]}, 4.0, "Ann", "\U00010000\t"]
OTHER_NAMES = ["Eve", *NAMES[1:]]
LARGE_NUMBERS = [2**60, 1e300, "a"]


PLAIN, NONE, LARGE = (Fields(items=items) for items in (NAMES, [], LARGE_NUMBERS))
COUNTED = PLAIN | {"count": 2}
BATCH = PLAIN | {"count": 2, "repeats": 9}
LISTS: list[Fields] = [{}, {"original_items": NAMES}]


@pytest.mark.parametrize(
    ("fields", "altered"),
    [
        *(
            (fields, {})
            for fields in (PLAIN, COUNTED, BATCH, LARGE, NONE | {"repeats": 2})
        ),
        *(
            (fields, {"original_items": fields["items"]})
            for fields in (PLAIN, COUNTED, BATCH, LARGE, NONE)
        ),
        *((fields, {"original_items": OTHER_NAMES}) for fields in (PLAIN, BATCH)),
        (PLAIN, {"original_items": NAMES[1:]}),
        (COUNTED, {"original_items": NAMES[:1]}),
        *(
            (PLAIN, {"original_items": NAMES, "items_sha256": digest})
            for digest in ("0" * 64, None)
        ),
        *((fields, {"items_sha256": "0" * 64}) for fields in (PLAIN, COUNTED)),
        (COUNTED, {"items_sha256": None}),
        *((PLAIN, {"items": NAMES, **more}) for more in LISTS),
        *((COUNTED, {"items": ["Eve", "Eve"], **more}) for more in LISTS),
        *((COUNTED, {"indices": [0, 0], **more}) for more in LISTS),
        (BATCH, {"items": [["Eve", "Eve"]] * 9}),
    ],
)
def test_it_checks_items_as_the_service_does(
    live: str, fields: Fields, altered: Fields
) -> None:
    path = f"{ITEMS.path}/batch" if "repeats" in fields else ITEMS.path
    (response,) = send_all(live, [ApiRequest(path, {"seed": "a", **fields})])
    (result,) = run_verifier("lines", [response | altered])
    _, expected = Service(live).send("/v1/verify", response | altered)
    assert result["valid"] == expected["valid"]
    assert result.get("difference", {}).get("where") == expected.get(
        "difference", {}
    ).get("where")
    if expected["valid"] is not False:
        assert result.get("unchecked", {}).keys() == expected["unchecked"].keys()


def test_it_hashes_no_list_with_a_number_above_the_bound_however_it_is_written() -> (
    None
):
    large = (
        str(2**53),
        str(-(2**53)),
        "9007199254740993.0",
        "123456789012345678901",
        "1e16",
        "-1e300",
        "1e400",
    )
    lists = [
        *(f'["a",{{"b":[{number}]}}]' for number in large),
        "[9007199254740991.0,-9007199254740991,1E15]",
    ]
    hashes: list[Any] = run_node("tests/independent/hash_lists.mjs", [], *lists)
    digest = sha256(
        b"[9007199254740991,-9007199254740991,1000000000000000]"
    ).hexdigest()
    assert hashes == [[None] * len(large) + [digest]]


NOT_REQUESTS: tuple[Any, ...] = (None, [], {}, {"path": 1})


def test_a_file_that_cannot_be_checked_is_neither_valid_nor_invalid() -> None:
    seeded = {"seed": "1", "stream": "sd1"}

    def of(path: str, response: Fields = {}, **parameters: Any) -> Fields:  # noqa: B006 (it is not changed)
        return (
            seeded | response | {"request": {"path": path, "seed": "1", **parameters}}
        )

    shuffle = "/v1/decks/standard/shuffle"
    items = "/v1/items/shuffle"
    files_by_path: dict[str, list[Any]] = {
        "seed": [{"deck": "standard"}, {"items": [1]}],
        "stream": [{"seed": "1"}, seeded | {"stream": "sd"}],
        "request": [seeded | {"request": wrong} for wrong in NOT_REQUESTS],
        "request.count": [of(shuffle, count=0), of("/v1/integers", max=3, count=4)],
        "request.passes": [of(shuffle, passes=7)],
        "request.jokers": [of("/v1/decks/italian40/shuffle", jokers=1)],
        "request.sign": [of(shuffle, sign=False)],
        "request.items": [of(items, items=[1])],
        "request.seed": [seeded | {"request": {"path": shuffle}}],
        "request.where": [of("/v1/games/bridge/deal", where={})],
        "original_items": [of(items, {"items": [], "original_items": {}})],
        "the file": [
            [],
            None,
            of("/v1/integers", max=2**53 - 1, algorithm="durstenfeld"),
        ],
    }
    cases = [(path, file) for path, files in files_by_path.items() for file in files]
    results = run_verifier("lines", [file for _, file in cases])
    assert [result["refused"]["where"] for result in results] == [
        path for path, _ in cases
    ]
    assert {result["valid"] for result in results} == {None}


def test_a_request_that_is_not_there_or_not_known_is_unchecked() -> None:
    seeded = {"seed": "1", "stream": "sd1"}
    asked: list[Fields] = [
        *(
            {"path": path}
            for path in (
                "",
                "/v2/integers",
                "/v1/integers/3",
                "/v1/decks/tarock55/shuffle",
                "/v1/shoes",
            )
        ),
        *(
            {"path": "/v1/integers", "max": 6, name: 1}
            for name in ("colour", "repeats", "jokers")
        ),
    ]
    files = [
        seeded,
        *(seeded | {"request": {"seed": "1", **request}} for request in asked),
    ]
    for file, result in zip(files, run_verifier("lines", files), strict=True):
        assert (result["valid"], list(result["unchecked"])) == (None, ["request"]), file
