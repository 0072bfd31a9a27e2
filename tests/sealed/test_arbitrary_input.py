"""Property tests of parsers of tokens, receipts, terms and turns: any input is a value or a documented refusal."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.core.errors import BadToken, Refused
from service.sealed.receipts.receipt import Receipt, parse_receipt
from service.sealed.shoe.tokens import Tokens, generate_key
from service.settings import Settings
from tests.http.spec import post
from tests.http.strategies import JSON_VALUES, altered
from tests.http.test_arbitrary_input import send
from tests.sealed.players import check_receipt
from tests.sealed.test_verify_shoes import PARTIAL
from tests.server.corpus.tokens import RECEIPT

# These tokens never expire.
TOKENS = Tokens(b"test", [generate_key()], 60, clock=lambda: 0)
TOKEN = TOKENS.seal(b"shoe")


def test_a_token_is_opened() -> None:
    assert TOKENS.open("token", TOKEN).rstrip(b"\0") == b"shoe"


def insert(start: int, letters: str) -> str:
    """Return the token with letters inserted."""
    return TOKEN[:start] + letters + TOKEN[start:]


def overwrite(start: int, letters: str) -> str:
    """Return the token with letters in place of others."""
    return TOKEN[:start] + letters + TOKEN[start + len(letters) :]


POSITIONS = st.integers(0, len(TOKEN) - 1)
LETTERS = st.text(st.characters(codec="ascii"), min_size=1, max_size=4)
INSERTED = st.builds(insert, POSITIONS, st.text())
OVERWRITTEN = st.builds(overwrite, POSITIONS, LETTERS)


@given(st.text() | INSERTED | OVERWRITTEN)
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


SHOES_CLIENT = create_app(Settings(shoe_keys=(generate_key(),))).test_client()


def play_rummy() -> tuple[str, dict[str, Any]]:
    """Return the token of a dealt game, and its receipt with the entries of a deal and of a draw with cards in play."""
    shoe = post(SHOES_CLIENT, "/v1/shoes", game="gin_rummy")["shoe"]
    deal = post(SHOES_CLIENT, "/v1/shoes/deal", shoe=shoe, client_seed="ann")
    hands = [position for hand in deal["hands"] for position in hand["positions"]]
    two_cards = {"count": 2, "reshuffle": True, "in_play": hands}
    draw = post(SHOES_CLIENT, "/v1/shoes/draw", shoe=deal["shoe"], **two_cards)
    revealed = post(SHOES_CLIENT, "/v1/shoes/reveal", shoe=draw["shoe"])
    seen = [deal["seen"], draw["seen"]]
    return deal["shoe"], {"receipt": revealed["receipt"], "seen": seen}


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
    changes = {name: value}
    send(SHOES_CLIENT, "/v1/shoes/deal", {"shoe": DEALT} | changes, 409)
    send(SHOES_CLIENT, "/v1/shoes/draw", {"shoe": DEALT, "count": 1} | changes, 409)


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
