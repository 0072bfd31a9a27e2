import base64
import re
from dataclasses import replace
from typing import Any

import pytest
from cryptography.fernet import Fernet

from service.app import create_app
from service.cards.spellings import MAX_SPELLING
from service.core.confirmed import Confirmed
from service.core.crypto.tokens import UNREADABLE, Tokens, generate_key
from service.sealed.draws import CardInPlay
from service.sealed.endpoint.shoes import EXAMPLES, TOKENS
from service.sealed.observations import ObservedCards
from service.sealed.sealed_shoe import PURPOSE, unseal
from service.settings import NO_SHOE_KEYS, Settings
from tests.http.spec import check_response, get, json_object, post
from tests.peers import system_clock
from tests.sealed.players import check_receipt
from tests.sealed.shoe_examples import OPENED, SHOES
from tests.tables import for_each

OPEN = "/v1/shoes"
DEAL = "/v1/shoes/deal"
DRAW = "/v1/shoes/draw"
REVEAL = "/v1/shoes/reveal"
KEY = generate_key()
OLD_KEY = generate_key()
TTL = 1_000_000
CLIENT = create_app(Settings(shoe_keys=(KEY, OLD_KEY), shoe_ttl=TTL)).test_client()


def open_shoe(**options: Any) -> dict[str, Any]:
    return post(CLIENT, OPEN, **{"deck": "standard"} | options)


def draw_cards(token: str, count: int, **options: Any) -> dict[str, Any]:
    return post(CLIENT, DRAW, shoe=token, count=count, **options)


def post_refused(path: str, status: int, **body: Any) -> dict[str, Any]:
    response = check_response(
        CLIENT.post(path, json=body, headers={"X-Request-ID": "a-problem"})
    )
    assert response.status_code == status, response.text
    assert response.headers["Cache-Control"] == "no-store"
    return json_object(response)


def reveal_and_check(token: str, draws: list[dict[str, Any]]) -> dict[str, Any]:
    revealed = post(CLIENT, REVEAL, shoe=token)
    receipt = revealed["receipt"]
    notes = Confirmed(
        commitment=receipt["commitment"], client_seed=receipt["client_seed"]
    )
    assert (
        check_receipt(
            receipt, [ObservedCards(**draw["seen"]) for draw in draws], notes=notes
        ).valid
        is True
    )
    return revealed


def test_a_shoe_draws_every_card_once_before_it_is_reshuffled() -> None:
    shoe = open_shoe(suit_order="CDHS", algorithm="random_slot")
    assert (shoe["size"], shoe["remaining"], shoe["drawable"], shoe["round"]) == (
        52,
        52,
        52,
        0,
    )
    draws = []
    token = shoe["shoe"]
    for number in range(26):
        draws.append(draw_cards(token, 4, reshuffle=number == 13))
        token = draws[-1]["shoe"]
    assert (draws[0]["fairness"], "fairness" in draws[1]) == ("operator_alone", False)
    cards = [card for draw in draws for card in draw["cards"]]
    assert len(set(cards[:52])) == len(set(cards[52:])) == 52
    assert cards[:52] != cards[52:]
    assert [draw["reshuffled"] for draw in draws].index(True) == 13
    receipt = reveal_and_check(token, draws)["receipt"]
    assert receipt["commitment"] == shoe["commitment"]
    assert receipt["terms"] == shoe["terms"]


def test_a_shoe_is_reshuffled_once_its_cut_card_is_reached() -> None:
    shoe = open_shoe(decks=6, cut=60, reshuffle="at_cut", label="table 7")
    assert shoe["terms"]["label"] == "table 7"
    first = draw_cards(shoe["shoe"], 250, burn=1, client_seed="ann")
    assert (
        first["burned"],
        first["remaining"],
        first["drawable"],
        first["reshuffle_due"],
    ) == (1, 61, 61, False)
    second = draw_cards(first["shoe"], 5)
    assert (second["reshuffled"], second["remaining"], second["reshuffle_due"]) == (
        False,
        56,
        True,
    )
    third = draw_cards(second["shoe"], 2, **{"from": "bottom"})
    assert (third["reshuffled"], third["round"], third["positions"]) == (
        True,
        1,
        [311, 310],
    )
    assert post_refused(DRAW, 409, shoe=third["shoe"], count=311)["errors"].keys() == {
        "count"
    }
    receipt = reveal_and_check(third["shoe"], [first, second, third])["receipt"]
    drawn = {
        "round": 1,
        "top": 0,
        "bottom": 2,
        "total": 258,
        "in_play": None,
        "draws": 3,
        "digest": third["digest"],
    }
    assert receipt["drawn"] == drawn
    assert receipt["client_seed"] == "ann"


def test_two_draws_from_one_token_give_the_same_cards_and_different_tokens() -> None:
    token = open_shoe()["shoe"]
    one, other = (draw_cards(token, 30, client_seed="ann") for _ in range(2))
    assert one.pop("shoe") != other.pop("shoe")
    assert one == other


def test_cards_are_formatted_in_the_requested_notation() -> None:
    token = open_shoe()["shoe"]
    plain = draw_cards(token, 52)
    assert "notation" not in plain
    named = draw_cards(token, 52, notation="name", name_style="retro")
    assert (named["notation"], named["name_style"]) == ("name", "retro")
    assert "Deuce of Spades" in named["cards"]
    assert named["indices"] == plain["indices"]


def test_a_revealed_shoe_draws_no_more_and_can_be_revealed_again() -> None:
    draw = draw_cards(open_shoe()["shoe"], 10)
    revealed = reveal_and_check(draw["shoe"], [draw])
    assert (
        "42 cards remain"
        in post_refused(DRAW, 409, shoe=revealed["shoe"], count=1)["detail"]
    )
    assert post(CLIENT, REVEAL, shoe=revealed["shoe"])["receipt"] == revealed["receipt"]


def make_tokens(key: str = KEY, purpose: bytes = PURPOSE, offset: float = 0) -> Tokens:
    return Tokens(
        purpose, [key], TTL, clock=lambda: system_clock() + offset
    )  # far from now


def flip_bit(token: str, position: int) -> str:
    data = bytearray(base64.urlsafe_b64decode(token))
    data[position] ^= 1
    return base64.urlsafe_b64encode(data).decode()


VALID = OPENED.seal(make_tokens())
PAYLOAD = make_tokens().open("shoe", VALID)
INVALID_TOKENS = {
    "empty": "",
    "a word": "shoe",
    "other characters": "Schühe\0\n\U0001f0a1",
    "a prefix alone": "gAAAAA",
    "truncated": VALID[:-1],
    "first half": VALID[: len(VALID) // 2],
    "first half twice": VALID[: len(VALID) // 2] * 2,
    "one character more": VALID + "A",
    "trailing newline": VALID + "\n",
    "a comma inside": VALID[:100] + "," + VALID[100:],
    "another version of Fernet": flip_bit(VALID, 0),
    "another timestamp": flip_bit(VALID, 8),
    "another initialization vector": flip_bit(VALID, 9),
    "a bit of the ciphertext": flip_bit(VALID, 100),
    "a bit of the HMAC": flip_bit(VALID, -1),
    "another key": OPENED.seal(make_tokens(generate_key())),
    "the documentation's": EXAMPLES["OPENED"],
    "expired": OPENED.seal(make_tokens(offset=-TTL - 2)),
    "another purpose": OPENED.seal(make_tokens(purpose=b"receipt")),
    "no purpose": OPENED.seal(make_tokens(purpose=b"")),
    "a version to come": make_tokens().seal(b"\5" + PAYLOAD[1:]),
    **{
        f"draft {number}": make_tokens().seal(bytes([number]) + PAYLOAD[1:])
        for number in (1, 2, 3)
    },
    "empty payload": make_tokens().seal(b""),
    "unknown deck in the payload": make_tokens().seal(
        PAYLOAD.replace(b'"standard"', b'"stondard"')
    ),
    "malformed JSON in the payload": make_tokens().seal(
        PAYLOAD.replace(b'{"algo', b'["algo')
    ),
    "a token as payload": make_tokens().seal(VALID.encode()),
    "a token as payload, without purpose": Fernet(KEY).encrypt(VALID.encode()).decode(),
    "a megabyte": "A" * 1_000_000,
    "a valid one and a megabyte": VALID + "A" * 1_000_000,
    "a megabyte, sealed": make_tokens().seal(bytes(700_000)),
}


@for_each("path", [DEAL, DRAW, REVEAL])
@for_each("token", INVALID_TOKENS.values(), ids=INVALID_TOKENS)
def test_every_invalid_token_has_the_same_problem(path: str, token: str) -> None:
    count = {"count": 1} if path == DRAW else {}
    refusal = post_refused(path, 422, shoe=token, **count)
    assert refusal["type"] == "/v1/problems/bad-token"
    assert refusal == post_refused(path, 422, shoe="", **count)
    assert refusal["errors"].keys() == {"shoe"}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("expired", r"expired [\d,]+ s ago"),
        *(
            (name, UNREADABLE)
            for name in (
                "another key",
                "a bit of the ciphertext",
                "another purpose",
                "a word",
            )
        ),
        ("unknown deck in the payload", UNREADABLE),
    ],
)
def test_the_log_says_why_a_token_is_refused(
    name: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO"):
        post_refused(DRAW, 422, shoe=INVALID_TOKENS[name], count=1)
    [record] = caplog.records
    assert record.levelname == "INFO"
    assert re.fullmatch(
        f"Request a-problem was refused at {DRAW}: its token {reason}\\.",
        record.getMessage(),
    )


def test_the_token_that_the_invalid_ones_derive_from_is_valid() -> None:
    assert draw_cards(VALID, 5, client_seed="correct horse")["cards"] == [
        "4D",
        "2C",
        "JC",
        "8D",
        "4D",
    ]
    assert draw_cards(OPENED.seal(make_tokens(OLD_KEY, offset=-TTL / 2)), 1)
    assert draw_cards(make_tokens().seal(PAYLOAD), 1)
    assert draw_cards(
        OPENED.seal(make_tokens(offset=TTL)), 1
    )  # of a replica with a clock that is ahead


def test_the_tokens_in_the_documentation_are_those_of_the_worked_example() -> None:
    reader = Tokens(PURPOSE, [EXAMPLES["KEY"]], 1, clock=lambda: 0)
    for name, shoe in SHOES.items():
        unsealed = unseal(reader, "shoe", EXAMPLES[name])
        assert unsealed == replace(shoe, digest=shoe.last_digest), (
            "run: python -m tests.sealed.shoe_examples"
        )


def test_sealed_shoes_work_while_seeds_are_off() -> None:
    client = create_app(Settings(allow_seeds=False, shoe_keys=(KEY,))).test_client()
    token = post(client, OPEN, deck="standard")["shoe"]
    assert (
        post(client, DRAW, shoe=token, count=1, client_seed="ann")["client_seed"]
        == "ann"
    )


def test_an_application_without_keys_generates_one_and_logs_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    create_app(Settings(shoe_keys=(KEY,)))
    assert not caplog.records
    one = create_app(Settings()).test_client()
    assert [record.getMessage() for record in caplog.records] == [NO_SHOE_KEYS]
    other = create_app(Settings()).test_client()
    token = post(one, OPEN, deck="standard")["shoe"]
    assert post(one, DRAW, shoe=token, count=1)["remaining"] == 51
    assert (
        check_response(other.post(DRAW, json={"shoe": token, "count": 1})).status_code
        == 422
    )


def test_the_longest_terms_and_client_seed_fit_in_a_token() -> None:
    # A label of 256 characters that JSON escapes, all cards but one excluded, a client seed of 1,024 bytes.
    others = [
        card["code"] for card in get(CLIENT, "/v1/decks/standard", jokers=4)["cards"]
    ][1:]
    shoe = open_shoe(decks=100, jokers=4, exclude=others, label="\1" * 256)
    draw = draw_cards(shoe["shoe"], 100, client_seed="\U0001f0a1" * 256)
    reveal_and_check(draw["shoe"], [draw])


def test_a_card_in_play_is_a_position_or_a_spelling_of_any_length_up_to_the_largest() -> (
    None
):
    assert all(map(CardInPlay().fits, ("🂡", "AS", "x" * MAX_SPELLING, 0)))
    assert not any(
        map(CardInPlay().fits, ("", "x" * (MAX_SPELLING + 1), -1, True, 1.0))
    )


def test_two_applications_share_no_keys() -> None:
    first, second = (create_app(Settings()).extensions[TOKENS] for _ in range(2))
    assert first is not second


def test_a_shoe_of_a_game_takes_its_alias() -> None:
    terms = post(CLIENT, OPEN, game="Texas Hold'em")["terms"]
    assert (terms["game"], terms["deck"]) == ("holdem", "standard")


def test_the_near_name_of_a_deck_leads_to_its_pack() -> None:
    refused = CLIENT.post(OPEN, json={"deck": "double nine"})
    assert (
        "'double nine' is nearly dominoes, but it has 55 tiles: highest=9."
        in json_object(refused)["errors"]["deck"][0]
    )
