"""Property tests of parsers of cards, tokens, receipts and results: any input is a value or a documented refusal."""

import json
from collections.abc import Mapping
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.core.cards.card import Card
from service.core.cards.decks import DECKS
from service.core.cards.notations.mpsz import parse_mpsz
from service.core.cards.options import PackOptions
from service.core.cards.shoes import parse_card
from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import BadToken, Refused
from service.core.sealed import Receipt, check_receipt
from service.core.sealed.receipts import parse_receipt
from tests.api.spec import check_against_spec
from tests.api.strategies import JSON_VALUES, altered
from tests.server.corpus.tokens import RECEIPT

TOKENS = Tokens(b"test", [generate_key()], 60, clock=lambda: 0)  # its tokens never expire
TOKEN = TOKENS.seal(b"shoe")


@given(st.sampled_from(sorted(DECKS)), st.text(max_size=45))
def test_any_text_is_a_card_or_refused(deck: str, text: str) -> None:
    try:
        card = parse_card("card", text, DECKS[deck], PackOptions())
    except Refused:
        return
    assert isinstance(card, Card)


@given(st.text(st.characters(codec="ascii") | st.sampled_from("♠🂡ſıßﬀ٣０"), max_size=60))
def test_any_text_is_a_hand_of_tiles_or_refused(text: str) -> None:
    try:
        tiles = parse_mpsz("tiles", text)
    except Refused:
        return
    assert all(isinstance(tile, str) for tile in tiles)


def test_a_token_is_opened() -> None:
    assert TOKENS.open("token", TOKEN).rstrip(b"\0") == b"shoe"


@given(st.text() | st.builds(lambda at, letters: TOKEN[:at] + letters + TOKEN[at:], st.integers(0, 800), st.text()))
def test_any_other_text_is_a_bad_token(text: str) -> None:
    if text != TOKEN:
        with pytest.raises(BadToken):
            TOKENS.open("token", text)


@given(st.integers(0, len(TOKEN) - 1), st.text(st.characters(codec="ascii"), min_size=1, max_size=4))
def test_a_token_with_any_letters_changed_is_a_bad_token(position: int, letters: str) -> None:
    changed = TOKEN[:position] + letters + TOKEN[position + len(letters) :]
    if changed != TOKEN:
        with pytest.raises(BadToken):
            TOKENS.open("token", changed)


@given(JSON_VALUES | altered(RECEIPT))
def test_any_value_is_a_receipt_or_refused(value: Any) -> None:
    try:
        receipt = parse_receipt(value)
    except Refused:
        return
    assert isinstance(receipt, Receipt)
    try:
        result = check_receipt(value)
    except Refused:
        return
    assert result.valid is False  # nobody finds a seed for a commitment of zeros


RESULTS: Mapping[str, str] = {
    "a shuffle": "/v1/decks/standard/shuffle?seed=42&count=20",
    "a batch": "/v1/integers/batch?max=30&seed=42&repeats=2",
    "a deal": "/v1/games/holdem/deal?players=2&seed=42",
}
"""Results long enough that no other seed gives the same by chance."""


@pytest.mark.parametrize("path", RESULTS.values(), ids=RESULTS)
def test_an_altered_result_is_refused_or_invalid(client: FlaskClient, path: str) -> None:
    result = client.get(path).json

    @given(altered(result))
    def check(value: Any) -> None:
        response = client.post("/v1/verify", data=json.dumps(value), content_type="application/json")
        assert response.status_code in {200, 400, 422}
        check_against_spec("POST", "/v1/verify", response.status_code, response.mimetype, response.data)
        if response.status_code == 200 and value != result:
            assert orjson.loads(response.data)["valid"] is not True

    check()
