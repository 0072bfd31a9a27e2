"""Responses of the service compared with an implementation in another language that shares no code with it.

`make test SUITE=node`. Requests depend on the seed of pytest-randomly alone, which a failure names.
"""

import json
from collections.abc import Iterator, Set
from copy import deepcopy
from hashlib import sha256
from itertools import chain, islice
from random import Random
from re import search, split
from typing import Any, NamedTuple
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
    needs_body = {"items", "held", "given", "drums"} & request.fields.keys()
    if needs_body or len(query) > MAX_QUERY_LENGTH or len(query) % 2:
        body = json.dumps(request.fields, ensure_ascii=False).encode()
        response = fetch(base, request.path, "POST", body, JSON)
    else:
        response = fetch(base, f"{request.path}?{query}")
    fields: Fields = response.json
    assert response.status == 200, (request, fields)
    return fields


def format_query(fields: Fields) -> str:
    return urlencode({name: format_value(value) for name, value in fields.items()})


def format_value(value: Any) -> str:
    """Return what a query has for a value of JSON."""
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

ARRANGED = {"hands", "groups", "pairs", "allocations"}
"""The members of a response that have items, one of which each has."""


class Leaf(NamedTuple):
    """A path, with the list or object that it leads to and the key in it."""

    path: str
    parent: Any
    key: Any

    @property
    def member(self) -> str:
        """Return the member of the response that the leaf is in."""
        member, *_ = split(r"\W", self.path)
        return member

    def alter(self) -> None:
        """Add one to the number, or a point to the string."""
        value = self.parent[self.key]
        self.parent[self.key] = value + 1 if isinstance(value, int) else f"{value}."


def list_leaves(path: str, value: Any) -> Iterator[Leaf]:
    """Yield every number and string in a list or an object."""
    for key in range(len(value)) if isinstance(value, list) else value:
        item = value[key]
        item_path = f"{path}[{key}]" if isinstance(value, list) else f"{path}.{key}"
        item_path = item_path.removeprefix(".")
        if isinstance(item, dict | list):
            yield from list_leaves(item_path, item)
        elif item is not None:
            yield Leaf(item_path, value, key)


def is_own_name(response: Fields, leaf: Leaf) -> bool:
    """Return whether a leaf is the name of a pile that the request chose; a response with another name is valid too."""
    is_name_of_pile = leaf.path.startswith("piles") and leaf.key == "name"
    is_of_items = "items_sha256" in response
    return is_of_items and is_name_of_pile and leaf.parent["name"] not in OTHER_PILES


def alter(response: Fields, random: Random) -> tuple[Fields, str]:
    """Return a copy with one number or string in its results altered, and the path of it."""
    copy = deepcopy(response)
    has_names = response["request"].get("notation") in {"name", "unicode"}
    items = r"items\[|\.(giver|receiver|item)\b"
    unchecked = rf"cards\[|{items}" if has_names else items
    members = RESULT_MEMBERS - unchecked_members(response)
    if "items_sha256" in response:
        members -= {"size"}
    leaves = [
        leaf
        for leaf in list_leaves("", copy)
        if leaf.member in members
        and not search(unchecked, leaf.path)
        and not is_own_name(copy, leaf)
    ]
    member = random.choice(sorted({leaf.member for leaf in leaves}))
    leaf = random.choice([leaf for leaf in leaves if leaf.member == member])
    leaf.alter()
    return copy, leaf.path


def unchecked_members(response: Fields) -> set[str]:
    """Return the members of a response that the independent implementation cannot check."""
    if "original_items" in response:
        return set()
    if "items_sha256" in response and not ARRANGED.isdisjoint(response):
        return {"items"}
    if "items" in response:
        rows = response["indices"] if "repeats" in response else [response["indices"]]
        has_all = len(set().union(*rows)) == response["size"]
        return {"items"} if has_all else {"items", "items_sha256"}
    has_names = response["request"].get("notation") in {"name", "unicode"}
    return {"cards"} if has_names else set()


def check_results(
    live: str, generator: RequestGenerator, count: int = REQUESTS
) -> None:
    requests = list(islice(generator.generate(), count))
    responses = [send(live, request) for request in requests]
    parts = [request.split_batch() for request in requests]
    results = iter(run_verifier("answer", chain.from_iterable(parts)))
    for request, response, own_parts in zip(requests, responses, parts, strict=True):
        own_results = [next(results) for _ in own_parts]
        expected = request.expected_response(own_results)
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
    responses = [request.add_list(send(live, request)) for request in requests]
    results = run_verifier("lines", responses)
    for response, result in zip(responses, results, strict=True):
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


ITEMS = "/v1/items/shuffle"
SOME_ITEMS = ["red", {"green": [None]}, 3]
DRUMS = [{"max": 5}, {"max": 9}]


@pytest.mark.parametrize(
    ("path", "fields", "unchecked"),
    [
        (ITEMS, {"items": SOME_ITEMS}, {"items"}),
        (ITEMS, {"items": SOME_ITEMS, "count": 2}, {"items", "items_sha256"}),
        (
            "/v1/decks/standard/deal",
            {"hands": 2, "cards": 5, "notation": "unicode"},
            {"cards"},
        ),
        ("/v1/decks/mahjong/shuffle", {"notation": "unicode"}, {"cards"}),
        (
            "/v1/decks/standard/shuffle",
            {"notation": "name", "name_style": "retro"},
            {"cards"},
        ),
        ("/v1/games/riichi/deal", {"notation": "code"}, set()),
        ("/v1/integers/draw/batch", {"drums": DRUMS, "repeats": 9}, set()),
    ],
)
def test_a_result_names_unchecked_members(
    live: str, path: str, fields: Fields, unchecked: set[str]
) -> None:
    response = send(live, ApiRequest(path, fields | {"seed": "42"}))
    assert unchecked_members(response) == unchecked
    (result,) = run_verifier("lines", [response])
    assert result.pop("unchecked", {}).keys() == unchecked
    assert result == {"valid": None if unchecked else True}


NAMES = ["Ann", {"é": None, "a": [1.5, 1e-7]}, 4.0, "Ann", "\U00010000\t"]
OTHER_NAMES = ["Eve", *NAMES[1:]]
LARGE_NUMBERS = [2**60, 1e300, "a"]

PLAIN: Fields = {"items": NAMES}
NONE: Fields = {"items": []}
LARGE: Fields = {"items": LARGE_NUMBERS}
COUNTED = PLAIN | {"count": 2}
BATCH = PLAIN | {"count": 2, "repeats": 9}
WITH_NAMES: Fields = {"original_items": NAMES}
WITH_OTHER_NAMES: Fields = {"original_items": OTHER_NAMES}
OTHER_HASH: Fields = {"items_sha256": "0" * 64}
NO_HASH: Fields = {"items_sha256": None}
TWO_OTHERS: Fields = {"items": ["Eve", "Eve"]}
SAME_INDICES: Fields = {"indices": [0, 0]}


@pytest.mark.parametrize(
    ("fields", "altered"),
    [
        (PLAIN, {}),
        (COUNTED, {}),
        (BATCH, {}),
        (LARGE, {}),
        (NONE | {"repeats": 2}, {}),
        (PLAIN, WITH_NAMES),
        (COUNTED, WITH_NAMES),
        (BATCH, WITH_NAMES),
        (LARGE, {"original_items": LARGE_NUMBERS}),
        (NONE, {"original_items": []}),
        (PLAIN, WITH_OTHER_NAMES),
        (BATCH, WITH_OTHER_NAMES),
        (PLAIN, {"original_items": NAMES[1:]}),
        (COUNTED, {"original_items": NAMES[:1]}),
        (PLAIN, WITH_NAMES | OTHER_HASH),
        (PLAIN, WITH_NAMES | NO_HASH),
        (PLAIN, OTHER_HASH),
        (COUNTED, OTHER_HASH),
        (COUNTED, NO_HASH),
        (PLAIN, PLAIN),
        (PLAIN, PLAIN | WITH_NAMES),
        (COUNTED, TWO_OTHERS),
        (COUNTED, TWO_OTHERS | WITH_NAMES),
        (COUNTED, SAME_INDICES),
        (COUNTED, SAME_INDICES | WITH_NAMES),
        (BATCH, {"items": [["Eve", "Eve"]] * 9}),
    ],
)
def test_it_checks_items_as_the_service_does(
    live: str, fields: Fields, altered: Fields
) -> None:
    path = f"{ITEMS}/batch" if "repeats" in fields else ITEMS
    response = send(live, ApiRequest(path, fields | {"seed": "a"}))
    file = response | altered
    (result,) = run_verifier("lines", [file])
    _, expected = Service(live).send("/v1/verify", file)
    assert result["valid"] == expected["valid"]
    if expected["valid"] is False:
        assert result["difference"]["where"] == expected["difference"]["where"]
    else:
        assert result.get("unchecked", {}).keys() == expected["unchecked"].keys()


def test_it_hashes_no_list_with_a_number_above_the_bound_however_it_is_written() -> (
    None
):
    large = (
        "9007199254740992",
        "-9007199254740992",
        "9007199254740993.0",
        "123456789012345678901",
        "1e16",
        "-1e300",
        "1e400",
    )
    lists = [f'["a",{{"b":[{number}]}}]' for number in large]
    lists.append("[9007199254740991.0,-9007199254740991,1E15]")
    [hashes] = run_node("tests/independent/hash_lists.mjs", [], *lists)
    *of_large, of_largest = hashes
    assert of_large == [None] * len(large)
    largest = b"[9007199254740991,-9007199254740991,1000000000000000]"
    assert of_largest == sha256(largest).hexdigest()


SEEDED: Fields = {"seed": "1", "stream": "sd1"}
CARDS = "/v1/decks/standard/shuffle"


def answer(path: str, **parameters: Any) -> Fields:
    """Return the beginning of a response to a request with a seed."""
    return SEEDED | {"request": {"path": path, "seed": "1"} | parameters}


UNCHECKABLE: tuple[tuple[str, Any], ...] = (
    ("seed", {"deck": "standard"}),
    ("seed", {"items": [1]}),
    ("stream", {"seed": "1"}),
    ("stream", SEEDED | {"stream": "sd"}),
    ("request", SEEDED | {"request": None}),
    ("request", SEEDED | {"request": []}),
    ("request", SEEDED | {"request": {}}),
    ("request", SEEDED | {"request": {"path": 1}}),
    ("request.count", answer(CARDS, count=0)),
    ("request.count", answer("/v1/integers", max=3, count=4)),
    ("request.passes", answer(CARDS, passes=7)),
    ("request.jokers", answer("/v1/decks/italian40/shuffle", jokers=1)),
    ("request.sign", answer(CARDS, sign=False)),
    ("request.items", answer(ITEMS, items=[1])),
    ("request.seed", SEEDED | {"request": {"path": CARDS}}),
    ("request.where", answer("/v1/games/bridge/deal", where={})),
    ("original_items", answer(ITEMS) | {"items": [], "original_items": {}}),
    ("the file", []),
    ("the file", None),
    ("the file", answer("/v1/integers", max=2**53 - 1, algorithm="durstenfeld")),
)
"""Files that cannot be checked, each with the place of the reason."""


def test_a_file_that_cannot_be_checked_is_neither_valid_nor_invalid() -> None:
    results = run_verifier("lines", [file for _, file in UNCHECKABLE])
    for (where, file), result in zip(UNCHECKABLE, results, strict=True):
        assert result["refused"]["where"] == where, file
        assert result["valid"] is None, file


UNKNOWN_REQUESTS = (
    SEEDED,
    answer(""),
    answer("/v2/integers"),
    answer("/v1/integers/3"),
    answer("/v1/decks/tarock55/shuffle"),
    answer("/v1/shoes"),
    answer("/v1/integers", max=6, colour=1),
    answer("/v1/integers", max=6, repeats=1),
    answer("/v1/integers", max=6, jokers=1),
)


def test_a_request_that_is_not_there_or_not_known_is_unchecked() -> None:
    results = run_verifier("lines", UNKNOWN_REQUESTS)
    for file, result in zip(UNKNOWN_REQUESTS, results, strict=True):
        assert result["valid"] is None, file
        assert list(result["unchecked"]) == ["request"], file
