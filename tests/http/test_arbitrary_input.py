"""Property tests of parsers of cards and results: any input is a value or a documented refusal."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.cards.card import Card
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import parse_card
from service.core.errors import Refused
from tests.examples import FEW
from tests.http.spec import check_response, json_object
from tests.http.strategies import altered
from tests.tables import for_each


@for_each("deck", DECKS)
@FEW
@given(text=st.text(max_size=45))
def test_any_text_is_a_card_or_refused(deck: str, text: str) -> None:
    try:
        card = parse_card("card", text, DECKS[deck], PackOptions())
    except Refused:
        return
    assert isinstance(card, Card)


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
    body = json.dumps(value)
    response = client.post(path, data=body, content_type="application/json")
    assert response.status_code in {200, 400, 422, *statuses}
    check_response(response)
    return json_object(response) if response.status_code == 200 else {}


@pytest.mark.parametrize("path", RESULTS.values(), ids=RESULTS)
@given(data=st.data())
def test_an_altered_result_is_refused_or_invalid(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    result = get_result(client, path)
    value = data.draw(altered(result))
    if value != result:
        verdict = send(client, "/v1/verify", value)
        assert verdict.get("valid") is not True
