"""The service and verify.mjs give a seeded response the same verdict, however it was altered or written.

`make test SUITE=node`. The alterations depend on the seed of pytest-randomly alone, which a failure names.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.http.spec import check_refusal, json_object
from tests.independent.json_texts import Path, write, write_numbers
from tests.independent.verifier import run_lines
from tests.tables import list_some, read_table
from tests.verification.seeded_files import (
    BOARD,
    BOARDS,
    CLIENT,
    KINDS,
    KINDS_OF_ITEMS,
    find_value,
    get_checkable_response,
    get_response,
    walk_paths,
)

pytestmark = pytest.mark.node

Json = dict[str, Any]

POINTS = {"hand": "N", "points": "hcp", "min": 12}
SEARCHES: dict[str, Json] = {
    "found": {"board": 3, "where": POINTS},
    "many found": {"where": POINTS, "repeats": 3},
    "none found": {"board": 2, "where": POINTS | {"min": 37}, "max_candidates": 9},
    "none of many found": {
        "where": POINTS | {"min": 37},
        "max_candidates": 9,
        "repeats": 2,
    },
}
PEOPLE = [
    {"name": f"person {number}", "club": "abcd"[number % 4], "age": number // 6}
    for number in range(12)
]
RULES: dict[str, Json] = read_table("independent/rules_of_items.yaml")
SHUFFLES = ("sort_keys", "random_comparator", "riffle", "overhand", "faro")
VALUES = (
    "null",
    "true",
    "false",
    "0",
    "-0.0",
    "-1",
    "1.0",
    "1e0",
    "1.5",
    "9007199254740993",
    "1e400",
    '"x"',
    '""',
    '"49"',
    "[]",
    "[null]",
    "[[]]",
    "{}",
    "18.0000000000000000000000001",
)
"""Values of a member, as JSON."""
FOLLOWING = {"integers": [], "count": 0, "draws": 0}
EMPTY: tuple[Json, ...] = (
    FOLLOWING | {"replacement": True, "algorithm": None},
    FOLLOWING | {"min": 2, "max": 1, "replacement": True, "algorithm": None},
    FOLLOWING
    | {"min": 2, "max": 0, "replacement": True, "algorithm": None, "count": -1},
)
"""Members that make a response one to a request that is refused."""


def list_responses() -> Iterator[Json]:
    """Yield responses of every kind, those of items without their list and with it."""
    for kind in KINDS:
        yield get_response(kind)
        if kind in KINDS_OF_ITEMS:
            yield get_checkable_response(kind)
    for path, rules in RULES.items():
        request = {"items": PEOPLE, "seed": "9"} | rules
        response = json_object(CLIENT.post(f"/v1/items/{path}", json=request))
        yield response
        yield response | {"original_items": PEOPLE}
    for search in SEARCHES.values():
        path = BOARDS if "repeats" in search else BOARD
        yield json_object(CLIENT.post(path, json=search | {"seed": "9"}))
    for algorithm in SHUFFLES:
        query = f"seed=9&max=8&algorithm={algorithm}"
        yield json_object(CLIENT.get(f"/v1/integers?{query}"))


def list_alterations(response: Json, random: Random) -> Iterator[str]:
    """Yield the response, and with each of its members altered or left out, and some of what is in them."""
    yield json.dumps(response)
    paths = list(walk_paths(response))
    inner = [path for path in paths if len(path) > 1]
    members = [(name,) for name in response]
    for path in members + random.sample(inner, min(len(inner), 6)):
        value = find_value(response, path)
        others = write_numbers(value) if type(value) is int else []
        for text in (None, *others, *random.sample(VALUES, 3)):
            yield write(response, path, text)
    for name in ("board", "sign", "held", "min"):
        if name not in response:
            yield write(response, (name,), "1")
    yield json.dumps(response | {"sign": False})
    yield json.dumps(response | {"name_style": "modern"})


def list_empty() -> Iterator[str]:
    """Yield responses as they would be to requests that are refused."""
    integers = get_response("integers")
    drums = get_response("drums")
    cards = get_response("shuffle")

    def write_request(response: Json, members: Json, parameters: Json) -> str:
        request = response["request"] | parameters
        return json.dumps(response | members | {"request": request})

    drum_names = ("min", "max", "count", "replacement")
    for members in EMPTY:
        parameters = {name: members[name] for name in drum_names if name in members}
        yield write_request(integers, members, parameters)
        drum = {"min": 1, "max": 9} | parameters
        empty = {"drums": [drum], "integers": [[]], "draws": 0, "algorithm": None}
        yield write_request(drums, empty, {"drums": [drum]})
    none = {"drums": [], "integers": [], "draws": 0, "algorithm": None}
    yield write_request(drums, none, {"drums": []})
    none = {"cards": [], "indices": [], "draws": 0}
    yield write_request(cards, none, {"count": 0})


def verify(client: FlaskClient, text: str) -> bool | None:
    """Return the verdict of the service; None also for what it refuses."""
    response = client.post("/v1/verify", data=text, content_type="application/json")
    if response.status_code in {400, 422}:
        return None
    assert response.status_code == 200, text
    valid: bool | None = json_object(response)["valid"]
    return valid


def test_both_call_the_same_responses_valid(client: FlaskClient, seed: int) -> None:
    random = Random(seed)
    texts = [
        text
        for response in list_responses()
        for text in list_alterations(response, random)
    ]
    seen = set()
    for text, result in zip(texts, run_lines("lines", texts), strict=True):
        valid = verify(client, text)
        independent_valid = result["valid"]
        if (valid is True) != (independent_valid is True):
            # What one refuses may differ for the other; items in other notations and payouts are derived by one alone.
            is_derived = independent_valid is not None or "unchecked" not in result
            assert valid, (text, result)
            assert not is_derived, (text, result)
        seen.add((valid, independent_valid))
    assert {(True, True), (False, False), (None, None)} <= seen


def test_a_response_to_a_request_that_is_refused_is_not_valid(
    client: FlaskClient,
) -> None:
    texts = list_some(list_empty())
    for text, result in zip(texts, run_lines("lines", texts), strict=True):
        response = client.post("/v1/verify", data=text, content_type="application/json")
        assert check_refusal(response), text
        assert result["valid"] is None, text


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("integers", ("min",)),
        ("integers", ("max",)),
        ("integers", ("count",)),
        ("integers", ("draws",)),
        ("integers", ("integers", 0)),
        ("strips", ("index",)),
        ("first cards", ("decks",)),
        ("first cards", ("jokers",)),
        ("first cards", ("size",)),
        ("drums", ("drums", 0, "min")),
        ("drums", ("drums", 0, "max")),
        ("drums", ("drums", 0, "count")),
        ("freecell", ("deal_number",)),
        ("boards", ("board", 1)),
        ("items", ("size",)),
    ],
)
def test_an_integer_is_one_by_its_value_and_a_text_is_none(
    client: FlaskClient, kind: str, path: Path
) -> None:
    response = get_checkable_response(kind)
    value = find_value(response, path)
    texts = [write(response, path, text) for text in write_numbers(value)]
    whole, nearly_whole, quoted = (verify(client, text) for text in texts)
    assert whole is True
    assert nearly_whole is True
    assert quoted is not True
    found = [result["valid"] is True for result in run_lines("lines", texts)]
    assert found == [True, True, False]


@pytest.mark.parametrize(
    ("path", "members"),
    [
        (
            "/v1/integers?seed=1&max=9",
            ("min", "count", "replacement", "max", "algorithm"),
        ),
        ("/v1/integers?seed=1&max=9&algorithm=sort_keys", ("key_bits",)),
        ("/v1/decks/standard/shuffle?seed=1&algorithm=riffle", ("passes",)),
        ("/v1/decks/standard/shuffle?seed=1&algorithm=faro", ("passes", "variant")),
        ("/v1/games/canasta/deal?seed=1", ("decks", "jokers", "players")),
    ],
)
def test_a_member_that_repeats_a_default_is_required_where_a_response_always_has_it(
    client: FlaskClient, path: str, members: tuple[str, ...]
) -> None:
    response = client.get(path).get_json()
    texts = [write(response, (name,), None) for name in members]
    assert True not in [verify(client, text) for text in texts]
    assert True not in [result["valid"] for result in run_lines("lines", texts)]
