"""Parsing of queries and bodies: the fast path for queries with a seed agrees with the general parser."""

import json
import operator
from math import isfinite
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from service.cards.endpoint import DeckShuffleRequest
from service.core.errors import Refused
from service.core.rng.streams import Randomness
from service.core.seeded_request import SeededRequest
from service.http.body_parsing import BEYOND, parse_json, split_seed_of_body
from service.http.problems import InvalidValues, Malformed
from service.http.query_parsing import parse_query, split_seed, validate_query
from service.http.request_validation import validate
from service.http.schemas.request_schemas import (
    Batch,
    RequestSchema,
    SeedParameters,
    add_repeats,
)
from service.integers.endpoint import IntegersRequest
from tests.http.spec import get
from tests.http.strategies import JSON_VALUES
from tests.tables import for_each

PATH = "/v1/decks/standard/shuffle"

Pairs = list[tuple[str, str]]


def write_plain(pairs: Pairs) -> str:
    """Return a query without any percent-encoding."""
    return "&".join(f"{name}={text}" for name, text in pairs)


SHORT_TEXTS = st.text(max_size=5)
INTEGERS = ["0", "007", "-1", "1_0", " 7", "+7", "7.0"]
BOUNDS = ["7", str(2**53 - 1), str(2**53), "٣", "x" * 256, "x" * 257]
SEED_TEXTS = SHORT_TEXTS | st.sampled_from(INTEGERS + BOUNDS)
SEED_NAMES = st.sampled_from(["seed", "index", "seeds"])
SEED_PAIRS = st.lists(st.tuples(SEED_NAMES, SEED_TEXTS), max_size=3)
SEED_QUERIES = SEED_PAIRS.map(write_plain) | SEED_PAIRS.map(urlencode)
SEEDS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    min_size=1,
    max_size=256,
)
NAMES = st.sampled_from(
    [
        "",
        "seed",
        "index",
        "count",
        "max",
        "min",
        "decks",
        "exclude",
        "repeats",
        "notation",
        "sign",
        "seeds",
    ]
)
OTHERS = ["1", "6", "AS,AS", "code", "true", "%31", "%FF"]
TEXTS = SHORT_TEXTS | st.sampled_from(INTEGERS + OTHERS)
REQUIRED: list[Pairs] = [
    [],
    [("max", "6")],
    [("max", "6"), ("repeats", "2")],
    [("seed", "42")],
    [("seed", "42"), ("max", "6"), ("repeats", "2")],
]
PAIRS = st.builds(
    operator.add,
    st.sampled_from(REQUIRED),
    st.lists(st.tuples(NAMES, TEXTS), max_size=3),
)
QUERIES = st.binary(max_size=40) | PAIRS.map(write_plain).map(str.encode)


def parse_seed(query: bytes) -> Randomness | None:
    """Return the seed that the general parser finds in a query, or None if it refuses the query."""
    found = parse(SeedParameters(), query)
    return found.randomness if isinstance(found, SeededRequest) else None


@example(b"seed=7")
@example(b"index=7&seed=7")
@example(b"seed=7&index=0")
@given(SEED_QUERIES.map(str.encode))
def test_the_split_seed_is_the_one_that_the_general_parser_finds(query: bytes) -> None:
    parts = split_seed(query, SeedParameters())
    if parts is None:
        return  # left to the general parser
    rest, randomness = parts
    if not rest:
        assert parse_seed(query) == randomness


@for_each(
    ("query", "rest"),
    [
        (b"seed=7&index=8", b""),
        (b"index=8&seed=7&max=6", b"max=6"),
        (b"max=6&seed=7&index=8&min=2", b"max=6&min=2"),
        (b"max=6&index=8&min=2&seed=7", b"max=6&min=2"),
    ],
)
def test_a_query_is_split_into_its_seed_and_the_rest(query: bytes, rest: bytes) -> None:
    randomness = Randomness(seed="7", index=8)
    assert split_seed(query, SeedParameters()) == (rest, randomness)


@given(SEEDS)
def test_any_text_is_a_seed_exactly_as_sent(seed: str) -> None:
    query = urlencode({"seed": seed}).encode()
    assert parse_seed(query) == Randomness(seed=seed)


def get_randomness(arguments: Any) -> Randomness:
    single = arguments.arguments if isinstance(arguments, Batch) else arguments
    randomness: Randomness = single.randomness
    return randomness


def get_seedless(arguments: Any) -> Any:
    """Return everything in a request but its seed and index."""
    if isinstance(arguments, Batch):
        return arguments.repeats, get_seedless(arguments.arguments)
    members = dict(vars(arguments))
    del members["seed"]
    del members["index"]
    return members


def parse(schema: RequestSchema, query: bytes) -> Any:
    """Return the general parser's result for a query: the arguments, or the error."""
    try:
        return validate(schema, parse_query(schema, query))
    except (InvalidValues, Malformed, Refused) as error:
        return error


@pytest.mark.long
@pytest.mark.parametrize(
    ("schema", "valid_query"),
    [
        (DeckShuffleRequest(), b"seed=42"),
        (IntegersRequest(), b"seed=42&max=9&count=2"),
        (add_repeats(IntegersRequest)(), b"seed=42&max=9&count=2&repeats=3"),
    ],
)
def test_a_query_split_from_its_seed_means_the_same(
    schema: RequestSchema, valid_query: bytes
) -> None:
    outcomes: set[bool] = set()  # whether queries are refused

    @example(valid_query)
    @example(valid_query + b"&cut=1")
    @settings(max_examples=100)
    @given(QUERIES)
    def check(query: bytes) -> None:
        parts = split_seed(query, schema)
        if parts is None:
            return  # left to the general parser
        rest, randomness = parts
        try:
            actual = validate_query(schema, rest)
        except (InvalidValues, Malformed, Refused) as error:
            actual = error
        is_refused = isinstance(actual, Exception)
        outcomes.add(is_refused)
        expected = parse(schema, query)
        if is_refused:
            assert type(actual) is type(expected)
            assert str(actual) == str(expected)
            return
        if randomness.seed is None:
            randomness = get_randomness(actual)
        assert get_randomness(expected) == randomness
        assert get_seedless(actual) == get_seedless(expected)

    check()
    assert outcomes == {False, True}


NO_TEXT = "seed=%FF"
"""A query that is no UTF-8."""


@for_each(
    "query",
    [
        NO_TEXT,
        "seed=1&seed=2",
        "index=1&seed=1&index=1",
        "seed=1&index=1_0",
        "seed=1&index= 7",
        "seed=1&index=007",
        "seed=&index=1",
        f"seed={'x' * 257}",
        "%73eed=1&seed=2",
        "seed=1&sede=1",
        "seed=1&count=0",
        "seed=1&count=six",
        "index=1",
    ],
)
def test_a_malformed_query_is_refused_each_time_it_is_sent(
    client: FlaskClient, query: str
) -> None:
    def send() -> TestResponse:
        return client.get(f"{PATH}?{query}", headers={"X-Request-ID": "again"})

    first = send()
    assert first.status_code == (400 if query == NO_TEXT else 422)
    for again in (send(), send()):
        assert again.status_code == first.status_code
        assert again.data == first.data


def test_a_cached_query_gives_each_seed_its_own_result(client: FlaskClient) -> None:
    one = get(client, PATH, count=5, seed=1, decks=2)
    two = get(client, PATH, count=5, seed=2, decks=2)
    assert one["seed"] == "1"
    assert two["seed"] == "2"
    assert one["cards"] != two["cards"]
    assert get(client, PATH, count=5, seed=1, decks=2) == one
    assert "seed" not in get(client, PATH, count=5, decks=2)


def test_a_query_too_heavy_to_cache_is_answered_all_the_same(
    client: FlaskClient,
) -> None:
    one = get(client, PATH, decks=100, count=3, seed=1)
    two = get(client, PATH, decks=100, count=3, seed=2)
    assert one["size"] == 5_200
    assert one["cards"] != two["cards"]
    assert get(client, PATH, decks=100, count=3, seed=1) == one


def read_float(digits: str) -> Any:
    """Return a number, or `BEYOND` for one that is infinite."""
    number = float(digits)
    return number if isfinite(number) else BEYOND


JSON_TEXTS = JSON_VALUES.map(json.dumps)


@given(st.binary() | (JSON_TEXTS | st.text()).map(str.encode))
def test_any_bytes_are_json_or_malformed(body: bytes) -> None:
    try:
        value = parse_json(body)
    except Malformed:
        return
    assert value == json.loads(body, parse_float=read_float)


@for_each(
    ("body", "rest", "randomness"),
    [
        (
            {"count": 5, "seed": "42", "index": 3},
            b'{"count":5,"seed":"0"}',
            Randomness(seed="42", index=3),
        ),
        ({"count": 5}, b'{"count":5}', Randomness()),
        ({"seed": "42", "index": 0}, b'{"seed":"0"}', Randomness(seed="42")),
    ],
)
def test_a_body_is_split_from_its_seed(
    body: dict[str, Any], rest: bytes, randomness: Randomness
) -> None:
    parts = split_seed_of_body(body)
    assert parts == (rest, randomness)


@for_each(
    "parameters",
    [
        {"index": 0},
        {"index": None},
        {"count": BEYOND},
        {"count": 2**70},
        {"seed": 7},
        {"seed": None},
        {"seed": ""},
        {"seed": "42", "index": True},
        {"seed": "42", "index": None},
        {"seed": "42", "index": 2**53},
    ],
)
def test_a_body_that_is_no_plain_draw_is_not_split(parameters: dict[str, Any]) -> None:
    assert split_seed_of_body(parameters) is None


def test_a_cached_body_gives_each_seed_its_own_result(client: FlaskClient) -> None:
    for seed in ("one", "two", "one"):
        body = {"count": 9, "seed": seed, "index": 2}
        posted = client.post(PATH, json=body)
        queried = client.get(PATH, query_string=body)
        assert posted.data == queried.data


SAME_QUERIES = [
    ("integers", "max=6&count=3&replacement=1", "max=6&count=3&replacement=true"),
    ("integers", "max=6&replacement=0&sign=0", "max=6&replacement=false&sign=false"),
    ("integers", "max=6&replacement=True&sign=FALSE", "max=6&replacement=true"),
    ("decks/standard/shuffle", "exclude[]=AS&exclude[]=KS", "exclude=AS,KS"),
    ("decks/standard/shuffle", "exclude%5B%5D=AS&exclude%5B%5D=KS", "exclude=AS,KS"),
    ("decks/standard/shuffle", "exclude[]=AS,KS", "exclude=AS,KS"),
    ("decks/standard/shuffle", "exclude[0]=AS&exclude[1]=KS", "exclude=AS,KS"),
    ("decks/standard/shuffle", "exclude%5B0%5D=AS&exclude%5B1%5D=KS", "exclude=AS,KS"),
    ("decks/standard/shuffle", "exclude=AS&exclude[]=KS", "exclude=AS,KS"),
]


@for_each(("path", "query", "plain_query"), SAME_QUERIES)
def test_a_query_may_be_written_as_other_libraries_do(
    client: FlaskClient, path: str, query: str, plain_query: str
) -> None:
    response = client.get(f"/v1/{path}?{query}&seed=7")
    plain = client.get(f"/v1/{path}?{plain_query}&seed=7")
    assert response.json == plain.json


def post_text(client: FlaskClient, path: str, body: str) -> TestResponse:
    return client.post(path, data=body, content_type="application/json")


@for_each(
    "path, body",
    [
        (PATH, '{"count": 5%s, "decks": 2%s, "seed": "x", "index": 3%s}'),
        ("/v1/integers/draw", '{"drums": [{"max": 9%s, "count": 2%s}], "seed": "x"}'),
        ("/v1/items/draw", '{"items": [1, 2.0], "weights": [1%s, 2], "seed": "x"}'),
        (
            "/v1/games/bridge/deal",
            '{"where": {"hand": "N", "points": "hcp", "min": 8%s}, "board": 3%s, "seed": "x"}',
        ),
    ],
)
def test_an_integer_in_a_body_may_have_zeros_after_its_point(
    client: FlaskClient, path: str, body: str
) -> None:
    plain = post_text(client, path, body.replace("%s", ""))
    assert plain.status_code == 200, plain.text
    for zeros in (".0", "e0"):
        response = post_text(client, path, body.replace("%s", zeros))
        assert response.status_code == 200, response.text
        assert response.data == plain.data


def test_numbers_within_items_stay_as_they_are_sent(client: FlaskClient) -> None:
    response = post_text(client, "/v1/items/shuffle", '{"items": [5.0, [1e3]]}')
    assert b"5.0" in response.data
    assert b"1000.0" in response.data
