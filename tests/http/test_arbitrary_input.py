"""Property tests of parsers of cards, tokens and results: any input is a value or a documented refusal."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.cards.card import Card
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import parse_card
from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import BadToken, Refused
from tests.http.spec import check_against_spec
from tests.http.strategies import altered
from tests.tables import FEW, for_each

TOKENS = Tokens(
    b"test", [generate_key()], 60, clock=lambda: 0
)  # its tokens never expire
TOKEN = TOKENS.seal(b"shoe")


@for_each("deck", DECKS)
@FEW
@given(text=st.text(max_size=45))
def test_any_text_is_a_card_or_refused(deck: str, text: str) -> None:
    try:
        card = parse_card("card", text, DECKS[deck], PackOptions())
    except Refused:
        return
    assert isinstance(card, Card)


def test_a_token_is_opened() -> None:
    assert TOKENS.open("token", TOKEN).rstrip(b"\0") == b"shoe"


POSITIONS = st.integers(0, len(TOKEN) - 1)
LETTERS = st.text(st.characters(codec="ascii"), min_size=1, max_size=4)


@given(
    st.text()
    | st.builds(
        lambda start, letters: TOKEN[:start] + letters + TOKEN[start:],
        POSITIONS,
        st.text(),
    )
    | st.builds(
        lambda start, letters: TOKEN[:start] + letters + TOKEN[start + len(letters) :],
        POSITIONS,
        LETTERS,
    )
)
def test_any_other_text_is_a_bad_token(text: str) -> None:
    if text != TOKEN:
        with pytest.raises(BadToken):
            TOKENS.open("token", text)


RESULTS: Mapping[str, str] = {
    "a shuffle": "/v1/decks/standard/shuffle?seed=42&count=20",
    "a batch": "/v1/integers/batch?max=30&seed=42&repeats=2",
    "a deal": "/v1/games/holdem/deal?players=2&seed=42",
}
"""Results long enough that no other seed gives the same by chance."""


@cache
def get_result(client: FlaskClient, path: str) -> Any:
    return client.get(path).json


def send(client: FlaskClient, path: str, value: Any, *statuses: int) -> dict[str, Any]:
    """Send any JSON, check that the response is documented, and return it if it is 200, or else {}."""
    response = client.post(
        path, data=json.dumps(value), content_type="application/json"
    )
    assert response.status_code in {200, 400, 422, *statuses}
    check_against_spec(
        "POST", path, response.status_code, response.mimetype, response.data
    )
    result: dict[str, Any] = (
        orjson.loads(response.data) if response.status_code == 200 else {}
    )
    return result


@pytest.mark.parametrize("path", RESULTS.values(), ids=RESULTS)
@given(data=st.data())
def test_an_altered_result_is_refused_or_invalid(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    result = get_result(client, path)
    value = data.draw(altered(result))
    assert value == result or send(client, "/v1/verify", value).get("valid") is not True
