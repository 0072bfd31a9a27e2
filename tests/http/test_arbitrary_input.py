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
from service.cards.card import Card
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import parse_card
from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import BadToken, Refused
from service.sealed.receipts import Receipt, parse_receipt
from service.settings import Settings
from tests.http.spec import check_against_spec, post
from tests.http.strategies import JSON_VALUES, altered
from tests.sealed.players import check_receipt
from tests.sealed.test_verify_shoes import PARTIAL
from tests.server.corpus.tokens import RECEIPT
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


SHOES_CLIENT = create_app(Settings(shoe_keys=(generate_key(),))).test_client()


def play_rummy() -> tuple[str, dict[str, Any]]:
    """Return the token of a dealt game, and its receipt with the entries of a deal and of a draw with cards in play."""
    shoe = post(SHOES_CLIENT, "/v1/shoes", game="gin_rummy")["shoe"]
    deal = post(SHOES_CLIENT, "/v1/shoes/deal", shoe=shoe, client_seed="ann")
    hands = [position for hand in deal["hands"] for position in hand["positions"]]
    draw = post(
        SHOES_CLIENT,
        "/v1/shoes/draw",
        shoe=deal["shoe"],
        count=2,
        reshuffle=True,
        in_play=hands,
    )
    receipt = post(SHOES_CLIENT, "/v1/shoes/reveal", shoe=draw["shoe"])["receipt"]
    return deal["shoe"], {"receipt": receipt, "seen": [deal["seen"], draw["seen"]]}


DEALT, PLAYED = play_rummy()


@given(altered(PLAYED))
def test_an_altered_game_is_refused_or_checked(value: Any) -> None:
    result = send(SHOES_CLIENT, "/v1/verify", value)
    assert (
        not result
        or value.get("receipt") == PLAYED["receipt"]
        or result["valid"] is not True
    )


@given(
    st.sampled_from(
        [
            PARTIAL,
            {name: PARTIAL["receipt"][name] for name in ("shown", "root", "terms")},
        ]
    ),
    st.data(),
)
def test_an_altered_private_game_is_refused_or_checked(
    file: Any, data: st.DataObject
) -> None:
    send(SHOES_CLIENT, "/v1/verify", data.draw(altered(file)))


TURN_MEMBERS = [
    "stage",
    "through",
    "seat",
    "seats",
    "each_seat",
    "reshuffle",
    "client_seed",
    "pile",
    "part",
    "in_play",
    "from",
]


@given(st.sampled_from(TURN_MEMBERS), JSON_VALUES)
def test_any_member_of_a_deal_or_a_draw_is_taken_or_refused(
    name: str, value: Any
) -> None:
    for path, required in (("/v1/shoes/deal", {}), ("/v1/shoes/draw", {"count": 1})):
        send(SHOES_CLIENT, path, {"shoe": DEALT, **required, name: value}, 409)


@given(
    st.sampled_from(
        [
            "game",
            "players",
            "cards",
            "board",
            "max",
            "min",
            "items_sha256",
            "scheme",
            "decks",
        ]
    ),
    JSON_VALUES,
)
def test_any_member_of_terms_is_taken_or_refused(name: str, value: Any) -> None:
    for contents in ({"deck": "standard"}, {"game": "bridge"}, {"max": 6}):
        send(SHOES_CLIENT, "/v1/shoes", contents | {name: value})
