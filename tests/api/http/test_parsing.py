"""Reading a query in parts, and remembering what it means, changes nothing."""

from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.api.http.parsing import parse_query, split_seed, validate
from service.api.http.problems import InvalidValues, Malformed
from service.api.schemas.requests import SeedMixin
from service.core.errors import Refused
from service.core.rng.streams import Randomness
from tests.api.spec import json_object

PATH = "/v1/decks/standard/shuffle"
TEXTS = st.one_of(
    st.text(max_size=5),
    st.sampled_from(
        ["0", "7", "007", "-1", "1_0", " 7", "+7", "7.0", str(2**53 - 1), str(2**53), "٣", "x" * 256, "x" * 257]
    ),
)


class Seeds(SeedMixin):
    """Seeds alone."""

    target = Randomness


def whole(query: bytes) -> Randomness | None:
    """What the whole reading makes of a query; None if it refuses."""
    try:
        asked: Randomness = validate(Seeds(), parse_query(Seeds(), query))
    except (InvalidValues, Malformed, Refused):
        return None
    return asked


@given(st.lists(st.tuples(st.sampled_from(["seed", "index", "seeds"]), TEXTS), max_size=3), st.booleans())
def test_a_seed_split_off_is_the_seed_that_the_whole_reading_finds(pairs: list[tuple[str, str]], quoted: bool) -> None:
    query = (urlencode(pairs) if quoted else "&".join(f"{name}={text}" for name, text in pairs)).encode()
    parts = split_seed(query, Seeds())
    if parts is not None and parts[1].seed is not None:
        rest, randomness = parts
        assert b"seed=" not in rest.split(b"&")
        if not rest:
            assert whole(query) == randomness


@pytest.mark.parametrize(
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
def test_what_is_wrong_is_refused_again_and_again(client: FlaskClient, query: str) -> None:
    answers = [client.get(f"{PATH}?{query}", headers={"X-Request-ID": "again"}) for _ in range(3)]
    assert {answer.status_code for answer in answers} <= {400, 422}
    assert len({answer.data for answer in answers}) == 1


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=256))
def test_any_text_is_a_seed_exactly_as_given(seed: str) -> None:
    assert whole(urlencode({"seed": seed}).encode()) == Randomness(seed=seed)


def test_a_query_seen_before_gives_each_seed_its_own_answer(client: FlaskClient) -> None:
    answers: list[dict[str, Any]] = [
        json_object(client.get(f"{PATH}?count=5&seed={seed}&decks=2")) for seed in (1, 2, 1)
    ]
    assert answers[0] == answers[2] != answers[1]
    assert [answer["seed"] for answer in answers] == ["1", "2", "1"]
    unseeded = json_object(client.get(f"{PATH}?count=5&decks=2"))
    assert "seed" not in unseeded


def test_a_shoe_of_many_packs_is_shuffled_though_it_is_not_remembered(client: FlaskClient) -> None:
    answers = [json_object(client.get(f"{PATH}?decks=100&count=3&seed={seed}")) for seed in (1, 2, 1)]
    assert answers[0] == answers[2] != answers[1]
    assert answers[0]["size"] == 5_200
