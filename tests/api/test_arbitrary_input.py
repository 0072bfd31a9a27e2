"""Property tests of parsers of cards, tokens, receipts and results: any input is a value or a documented refusal."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.core.cards.card import Card
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions
from service.core.cards.shoes import parse_card
from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import BadToken, Refused
from service.core.sealed.receipts import Receipt, parse_receipt
from service.settings import Settings
from tests.api.resources.test_verify_shoes import PARTIAL
from tests.api.spec import check_against_spec, post
from tests.api.strategies import JSON_VALUES, altered
from tests.core.sealed.players import check_receipt
from tests.server.corpus.tokens import RECEIPT
from tests.tables import FEW, for_each

TOKENS = Tokens(b"test", [generate_key()], 60, clock=lambda: 0)  # its tokens never expire
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


@cache
def get_result(client: FlaskClient, path: str) -> Any:
    return client.get(path).json


@pytest.mark.parametrize("path", RESULTS.values(), ids=RESULTS)
@given(data=st.data())
def test_an_altered_result_is_refused_or_invalid(client: FlaskClient, path: str, data: st.DataObject) -> None:
    result = get_result(client, path)
    value = data.draw(altered(result))
    response = client.post("/v1/verify", data=json.dumps(value), content_type="application/json")
    assert response.status_code in {200, 400, 422}
    check_against_spec("POST", "/v1/verify", response.status_code, response.mimetype, response.data)
    if response.status_code == 200 and value != result:
        assert orjson.loads(response.data)["valid"] is not True


SHOES_CLIENT = create_app(Settings(shoe_keys=(generate_key(),))).test_client()


def play_rummy() -> tuple[str, dict[str, Any]]:
    """Return the token of a dealt game, and what was seen of it until a round with cards in play, with the receipt."""
    opened = post(SHOES_CLIENT, "/v1/shoes", game="gin_rummy")
    dealt = post(SHOES_CLIENT, "/v1/shoes/deal", shoe=opened["shoe"], client_seed="ann")
    hands = [position for hand in dealt["hands"] for position in hand["positions"]]
    drawn = post(SHOES_CLIENT, "/v1/shoes/draw", shoe=dealt["shoe"], count=2, reshuffle=True, in_play=hands)
    receipt = post(SHOES_CLIENT, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    return dealt["shoe"], {"receipt": receipt, "seen": [dealt["seen"], drawn["seen"]]}


DEALT, PLAYED = play_rummy()


@given(altered(PLAYED))
def test_an_altered_game_is_refused_or_checked(value: Any) -> None:
    response = SHOES_CLIENT.post("/v1/verify", data=json.dumps(value), content_type="application/json")
    assert response.status_code in {200, 400, 422}
    check_against_spec("POST", "/v1/verify", response.status_code, response.mimetype, response.data)
    if response.status_code == 200 and value.get("receipt") != PLAYED["receipt"]:
        assert orjson.loads(response.data)["valid"] is not True


@given(st.sampled_from([PARTIAL, {name: PARTIAL["receipt"][name] for name in ("shown", "root", "terms")}]), st.data())
def test_an_altered_private_game_is_refused_or_checked(file: Any, data: st.DataObject) -> None:
    value = data.draw(altered(file))
    response = SHOES_CLIENT.post("/v1/verify", data=json.dumps(value), content_type="application/json")
    assert response.status_code in {200, 400, 422}
    check_against_spec("POST", "/v1/verify", response.status_code, response.mimetype, response.data)


TURN_MEMBERS = [
    *("stage", "through", "seat", "seats", "each_seat", "reshuffle", "client_seed", "pile", "part", "in_play", "from")
]


@given(st.sampled_from(TURN_MEMBERS), JSON_VALUES)
def test_any_member_of_a_deal_or_a_draw_is_taken_or_refused(name: str, value: Any) -> None:
    for path, required in (("/v1/shoes/deal", {}), ("/v1/shoes/draw", {"count": 1})):
        body = json.dumps({"shoe": DEALT, **required, name: value})
        response = SHOES_CLIENT.post(path, data=body, content_type="application/json")
        assert response.status_code in {200, 400, 409, 422}
        check_against_spec("POST", path, response.status_code, response.mimetype, response.data)


@given(
    st.sampled_from(["game", "players", "cards", "board", "max", "min", "items_sha256", "scheme", "decks"]), JSON_VALUES
)
def test_any_member_of_terms_is_taken_or_refused(name: str, value: Any) -> None:
    for contents in ({"deck": "standard"}, {"game": "bridge"}, {"max": 6}):
        body = json.dumps(contents | {name: value})
        response = SHOES_CLIENT.post("/v1/shoes", data=body, content_type="application/json")
        assert response.status_code in {200, 400, 422}
        check_against_spec("POST", "/v1/shoes", response.status_code, response.mimetype, response.data)
