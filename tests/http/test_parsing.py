"""Parsing of queries and bodies: the fast path for queries with a seed agrees with the general parser."""

import json
from math import isfinite
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.core.errors import Refused
from service.core.rng.streams import Randomness
from service.deals.decks import DeckShuffleRequest
from service.http.problems import InvalidValues, Malformed
from service.http.request_parsing import (
    BEYOND,
    parse_json,
    parse_query,
    split_seed,
    split_seed_of_body,
    validate,
    validate_query,
)
from service.http.schemas.request_schemas import (
    Batch,
    RequestSchema,
    batch_of,
    parameters_of,
)
from service.integers.endpoint import IntegersRequest
from tests.http.spec import json_object
from tests.http.strategies import JSON_VALUES
from tests.tables import for_each

PATH = "/v1/decks/standard/shuffle"

SEED_TEXTS = st.one_of(
    st.text(max_size=5),
    st.sampled_from(
        [
            "0",
            "7",
            "007",
            "-1",
            "1_0",
            " 7",
            "+7",
            "7.0",
            str(2**53 - 1),
            str(2**53),
            "٣",
            "x" * 256,
            "x" * 257,
        ]
    ),
)
NAMES = [
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
    "",
]
TEXTS = st.one_of(
    st.text(max_size=5),
    st.sampled_from(
        [
            "0",
            "1",
            "6",
            "007",
            "-1",
            "1_0",
            " 7",
            "+7",
            "7.0",
            "AS,AS",
            "code",
            "true",
            "%31",
            "%FF",
        ]
    ),
)
QUERIES = st.one_of(
    st.binary(max_size=40),
    st.builds(
        lambda required, pairs: "&".join(
            [*required, *(f"{name}={text}" for name, text in pairs)]
        ).encode(),
        st.sampled_from(
            [
                [],
                ["max=6"],
                ["max=6", "repeats=2"],
                ["seed=42"],
                ["seed=42", "max=6", "repeats=2"],
            ]
        ),
        st.lists(st.tuples(st.sampled_from(NAMES), TEXTS), max_size=3),
    ),
)


SeedSchema = parameters_of(Randomness)


def parse_seed(query: bytes) -> Randomness | None:
    """Return the seed that the general parser finds in a query, or None if it refuses the query."""
    try:
        randomness: Randomness = validate(
            SeedSchema(), parse_query(SeedSchema(), query)
        )
    except (InvalidValues, Malformed, Refused):
        return None
    return randomness


@given(
    st.lists(
        st.tuples(st.sampled_from(["seed", "index", "seeds"]), SEED_TEXTS), max_size=3
    ),
    st.booleans(),
)
def test_the_split_seed_is_the_one_that_the_general_parser_finds(
    pairs: list[tuple[str, str]], quoted: bool
) -> None:
    query = (
        urlencode(pairs)
        if quoted
        else "&".join(f"{name}={text}" for name, text in pairs)
    ).encode()
    parts = split_seed(query, SeedSchema())
    if parts is not None and parts[1].seed is not None:
        rest, randomness = parts
        assert b"seed=" not in rest.split(b"&")
        if not rest:
            assert parse_seed(query) == randomness


@given(
    st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
        min_size=1,
        max_size=256,
    )
)
def test_any_text_is_a_seed_exactly_as_sent(seed: str) -> None:
    assert parse_seed(urlencode({"seed": seed}).encode()) == Randomness(seed=seed)


def get_randomness(arguments: Any) -> Randomness:
    single = arguments.arguments if isinstance(arguments, Batch) else arguments
    randomness: Randomness = single.randomness
    return randomness


def get_seedless(arguments: Any) -> Any:
    """Return everything in a request but its seed and index."""
    if isinstance(arguments, Batch):
        return arguments.repeats, get_seedless(arguments.arguments)
    return {
        name: value
        for name, value in vars(arguments).items()
        if name not in {"seed", "index"}
    }


def parse(schema: RequestSchema, query: bytes) -> Any:
    """Return the general parser's result for a query: the arguments, or the error."""
    try:
        return validate(schema, parse_query(schema, query))
    except (InvalidValues, Malformed, Refused) as error:
        return error


@pytest.mark.parametrize(
    ("schema", "valid_query"),
    [
        (DeckShuffleRequest(), b"seed=42"),
        (IntegersRequest(), b"seed=42&max=9&count=2"),
        (batch_of(IntegersRequest)(), b"seed=42&max=9&count=2&repeats=3"),
    ],
)
def test_a_query_split_from_its_seed_means_the_same(
    schema: RequestSchema, valid_query: bytes
) -> None:
    results: list[Any] = []

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
        results.append(actual)
        expected = parse(schema, query)
        if isinstance(actual, Exception):
            assert (type(actual), str(actual)) == (type(expected), str(expected))
            return
        if randomness.seed is None:
            randomness = get_randomness(actual)
        assert get_randomness(expected) == randomness
        assert get_seedless(actual) == get_seedless(expected)

    check()
    assert {isinstance(result, Exception) for result in results} == {False, True}


@for_each(
    "query",
    [
        "seed=1&seed=2",
        "index=1&seed=1&index=1",
        "seed=1&index=1_0",
        "seed=1&index= 7",
        "seed=1&index=007",
        "seed=&index=1",
        f"seed={'x' * 257}",
        "%73eed=1&seed=2",
        "seed=%FF",
        "seed=1&sede=1",
        "seed=1&count=0",
        "seed=1&count=six",
        "index=1",
    ],
)
def test_a_malformed_query_is_refused_each_time_it_is_sent(
    client: FlaskClient, query: str
) -> None:
    responses = [
        client.get(f"{PATH}?{query}", headers={"X-Request-ID": "again"})
        for _ in range(3)
    ]
    assert {response.status_code for response in responses} <= {400, 422}
    assert len({response.data for response in responses}) == 1


def test_a_cached_query_gives_each_seed_its_own_result(client: FlaskClient) -> None:
    results = [
        json_object(client.get(f"{PATH}?count=5&seed={seed}&decks=2"))
        for seed in (1, 2, 1)
    ]
    assert results[0] == results[2] != results[1]
    assert [result["seed"] for result in results] == ["1", "2", "1"]
    assert "seed" not in json_object(client.get(f"{PATH}?count=5&decks=2"))


def test_a_query_too_heavy_to_cache_is_answered_all_the_same(
    client: FlaskClient,
) -> None:
    results = [
        json_object(client.get(f"{PATH}?decks=100&count=3&seed={seed}"))
        for seed in (1, 2, 1)
    ]
    assert results[0] == results[2] != results[1]
    assert results[0]["size"] == 5_200


@given(
    st.binary()
    | JSON_VALUES.map(lambda value: json.dumps(value).encode())
    | st.text().map(str.encode)
)
def test_any_bytes_are_json_or_malformed(body: bytes) -> None:
    try:
        value = parse_json(body)
    except Malformed:
        return
    assert value == json.loads(
        body,
        parse_float=lambda digits: float(digits) if isfinite(float(digits)) else BEYOND,
    )


def test_a_body_is_split_from_its_seed() -> None:
    parts = split_seed_of_body({"count": 5, "seed": "42", "index": 3})
    assert parts == (b'{"count":5,"seed":"0"}', Randomness(seed="42", index=3))
    assert split_seed_of_body({"count": 5}) == (b'{"count":5}', Randomness())
    assert split_seed_of_body({"seed": "42", "index": 0}) == (
        b'{"seed":"0"}',
        Randomness(seed="42"),
    )


@for_each(
    "parameters",
    [
        {"sign": False},
        {"prove": {}},
        {"index": 0},
        {"index": None},
        {"count": BEYOND},
        {"count": 2**70},
        *({"seed": seed} for seed in (7, None, "")),
        *({"seed": "42", "index": index} for index in (True, None, 2**53)),
    ],
)
def test_a_body_that_is_no_plain_draw_is_not_split(parameters: dict[str, Any]) -> None:
    assert split_seed_of_body(parameters) is None


def test_a_cached_body_gives_each_seed_its_own_result(client: FlaskClient) -> None:
    for seed in ("one", "two", "one"):
        body = {"count": 9, "seed": seed, "index": 2}
        assert (
            client.post(PATH, json=body).data
            == client.get(PATH, query_string=body).data
        )


SAME_QUERIES = [
    (
        "/v1/integers?max=6&count=3&replacement=1&seed=7",
        "/v1/integers?max=6&count=3&replacement=true&seed=7",
    ),
    (
        "/v1/integers?max=6&replacement=0&sign=0&seed=7",
        "/v1/integers?max=6&replacement=false&sign=false&seed=7",
    ),
    (
        "/v1/integers?max=6&replacement=True&sign=FALSE&seed=7",
        "/v1/integers?max=6&replacement=true&seed=7",
    ),
    *(
        (f"{PATH}?{query}&seed=7", f"{PATH}?exclude=AS,KS&seed=7")
        for query in (
            "exclude[]=AS&exclude[]=KS",
            "exclude%5B%5D=AS&exclude%5B%5D=KS",
            "exclude[]=AS,KS",
            "exclude[0]=AS&exclude[1]=KS",
            "exclude%5B0%5D=AS&exclude%5B1%5D=KS",
            "exclude=AS&exclude[]=KS",
        )
    ),
]


@for_each("query, plain_query", SAME_QUERIES)
def test_a_query_may_be_written_as_other_libraries_do(
    client: FlaskClient, query: str, plain_query: str
) -> None:
    assert client.get(query).json == client.get(plain_query).json


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
    responses = [
        client.post(
            path, data=body.replace("%s", zeros), content_type="application/json"
        )
        for zeros in ("", ".0", "e0")
    ]
    assert [response.status_code for response in responses] == [200] * 3, responses[
        0
    ].data
    assert len({response.data for response in responses}) == 1


def test_numbers_within_items_stay_as_they_are_sent(client: FlaskClient) -> None:
    response = client.post(
        "/v1/items/shuffle",
        data='{"items": [5.0, [1e3]]}',
        content_type="application/json",
    )
    assert b"5.0" in response.data
    assert b"1000.0" in response.data
