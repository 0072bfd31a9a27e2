"""The service and verify.mjs give a seeded response the same verdict, however it was altered or written.

`make test SUITE=node`. The alterations depend on the seed of pytest-randomly alone, which a failure names.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path as FilePath
from random import Random
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from tests.independent.verifier import run_lines
from tests.verification.test_verify import (
    BODIES,
    CLIENT,
    ITEMS,
    QUERIES,
    get_response,
    walk_paths,
)

pytestmark = pytest.mark.node

Path = tuple[Any, ...]

POINTS = {"hand": "N", "points": "hcp", "min": 12}
SEARCHES: dict[str, dict[str, Any]] = {
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
RULES: dict[str, dict[str, Any]] = yaml.safe_load(
    FilePath(__file__).with_name("rules_of_items.yaml").read_text()
)
SHUFFLES = ("sort_keys", "riffle", "overhand", "faro")
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
EMPTY: tuple[dict[str, Any], ...] = (
    FOLLOWING | {"replacement": True, "algorithm": None},
    FOLLOWING | {"min": 2, "max": 1, "replacement": True, "algorithm": None},
    FOLLOWING
    | {"min": 2, "max": 0, "replacement": True, "algorithm": None, "count": -1},
)
"""Members that make a response one to a request that is refused."""


def list_responses() -> Iterator[Any]:
    for kind in (*QUERIES, *BODIES):
        yield get_response(kind)
        if "items" in BODIES.get(kind, ("", {}))[1]:
            yield get_response(kind) | {"original_items": ITEMS}
    for path, rules in RULES.items():
        response = (
            CLIENT.post(
                f"/v1/items/{path}", json={"items": PEOPLE, "seed": "9", **rules}
            ).json
            or {}
        )
        yield response
        yield response | {"original_items": PEOPLE}
    for search in SEARCHES.values():
        path = "/v1/games/bridge/deal" + "/batch" * ("repeats" in search)
        yield CLIENT.post(path, json={"seed": "9", **search}).json
    for algorithm in SHUFFLES:
        yield CLIENT.get(f"/v1/integers?seed=9&max=8&algorithm={algorithm}").json


def write(value: Any, path: Path, text: str | None) -> str:
    """Return JSON of a value with another text at a path, or without what is there."""
    *parents, last = path
    parent = copy = deepcopy(value)
    for key in parents:
        parent = parent[key]
    if text is None:
        del parent[last]
        return json.dumps(copy)
    parent[last] = "\0"
    return json.dumps(copy).replace(json.dumps("\0"), text)


def list_alterations(response: dict[str, Any], random: Random) -> Iterator[str]:
    """Yield the response, and with each of its members altered or left out, and some of what is in them."""
    yield json.dumps(response)
    paths = list(walk_paths(response))
    inner = [path for path in paths if len(path) > 1]
    for path in (
        *((name,) for name in response),
        *random.sample(inner, min(len(inner), 6)),
    ):
        value: Any = response
        for key in path:
            value = value[key]
        others = (
            (f"{value}.0", f"{value}.0000000000000000000000001", f'"{value}"')
            if type(value) is int
            else ()
        )
        yield from (
            write(response, path, text)
            for text in (None, *others, *random.sample(VALUES, 3))
        )
    yield from (
        write(response, (name,), "1")
        for name in ("board", "sign", "held", "min")
        if name not in response
    )
    yield from (
        json.dumps(response | {name: value})
        for name, value in (("sign", False), ("name_style", "modern"))
    )


def list_empty() -> Iterator[str]:
    """Yield responses as they would be to requests that are refused."""
    integers, drums, cards = (
        get_response(kind) for kind in ("integers", "drums", "shuffle")
    )
    drum_names = {"min", "max", "count", "replacement"}
    for members in EMPTY:
        parameters = {
            name: value for name, value in members.items() if name in drum_names
        }
        yield json.dumps(
            integers | members | {"request": integers["request"] | parameters}
        )
        drum = {"min": 1, "max": 9} | parameters
        empty = {"drums": [drum], "integers": [[]], "draws": 0, "algorithm": None}
        yield json.dumps(
            drums | empty | {"request": drums["request"] | {"drums": [drum]}}
        )
    none = {"drums": [], "integers": [], "draws": 0, "algorithm": None}
    yield json.dumps(drums | none | {"request": drums["request"] | {"drums": []}})
    none = {"cards": [], "indices": [], "draws": 0}
    yield json.dumps(cards | none | {"request": cards["request"] | {"count": 0}})


def verify(client: FlaskClient, text: str) -> bool | None:
    """Return the verdict of the service; None also for what it refuses."""
    response = client.post("/v1/verify", data=text, content_type="application/json")
    assert response.status_code in {200, 400, 422}, text
    valid: bool | None = response.get_json().get("valid")
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
        # What one refuses may differ for the other; items in other notations and payouts are derived by one alone.
        is_derived = result["valid"] is not None or "unchecked" not in result
        assert (valid is True) == (result["valid"] is True) or (
            valid and not is_derived
        ), (text, valid, result)
        seen.add((valid, result["valid"]))
    assert {(True, True), (False, False), (None, None)} <= seen


def test_a_response_to_a_request_that_is_refused_is_not_valid(
    client: FlaskClient,
) -> None:
    for text, result in zip(
        list_empty(), run_lines("lines", list_empty()), strict=True
    ):
        assert (verify(client, text), result["valid"]) == (None, None), text


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        *(("integers", (name,)) for name in ("min", "max", "count", "draws")),
        ("integers", ("integers", 0)),
        ("strips", ("index",)),
        *(("first cards", (name,)) for name in ("decks", "jokers", "size")),
        *(("drums", ("drums", 0, name)) for name in ("min", "max", "count")),
        ("freecell", ("deal_number",)),
        ("boards", ("board", 1)),
        ("items", ("size",)),
    ],
)
def test_an_integer_is_one_by_its_value_and_a_text_is_none(
    client: FlaskClient, kind: str, path: Path
) -> None:
    response = value = get_response(kind) | (
        {"original_items": ITEMS} if kind == "items" else {}
    )
    for key in path:
        value = value[key]
    texts = [
        write(response, path, text)
        for text in (f"{value}.0", f"{value}.0000000000000000000000001", f'"{value}"')
    ]
    verdicts = [verify(client, text) for text in texts]
    assert verdicts[:2] == [True, True]
    assert verdicts[2] is not True
    assert [result["valid"] is True for result in run_lines("lines", texts)] == [
        True,
        True,
        False,
    ]


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
