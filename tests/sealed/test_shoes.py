"""/v1/shoes: shoes of decks, their tokens, and what a token that is none leads to."""

import base64
import re
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from cryptography.fernet import Fernet

from service.app import create_app
from service.cards.spellings import MAX_SPELLING
from service.sealed.endpoint.settings import NO_SHOE_KEYS
from service.sealed.endpoint.shoes import EXAMPLES, TOKENS
from service.sealed.receipts.observations import ObservedCards
from service.sealed.shoe.sealed_shoe import PURPOSE, unseal
from service.sealed.shoe.tokens import UNREADABLE, Tokens, generate_key
from service.sealed.turns.draws import CardInPlay
from service.settings import Settings
from tests.http.spec import check_response, get, json_object, post
from tests.peers import system_clock
from tests.sealed.players import check_receipt, notes_of
from tests.sealed.served_shoes import DEAL, DRAW, OPEN, REVEAL
from tests.sealed.shoe_examples import OPENED, SHOES
from tests.tables import for_each

Json = dict[str, Any]

KEY = generate_key()
OLD_KEY = generate_key()
TTL = 1_000_000
CLIENT = create_app(Settings(shoe_keys=(KEY, OLD_KEY), shoe_ttl=TTL)).test_client()


def open_shoe(**options: Any) -> Json:
    """Return the response to opening a shoe, of the standard deck if the options say no other."""
    return post(CLIENT, OPEN, **{"deck": "standard"} | options)


def draw_cards(token: str, count: int, **options: Any) -> Json:
    """Return the response to a draw from a token."""
    return post(CLIENT, DRAW, shoe=token, count=count, **options)


def post_refused(path: str, status: int, **body: Any) -> Json:
    """Return the problem of a request that must be refused."""
    headers = {"X-Request-ID": "a-problem"}
    response = check_response(CLIENT.post(path, json=body, headers=headers))
    assert response.status_code == status, response.text
    assert response.headers["Cache-Control"] == "no-store"
    return json_object(response)


def reveal_and_check(token: str, draws: list[Json]) -> Json:
    """Return the response of the reveal, after the check of its receipt with all draws."""
    revealed = post(CLIENT, REVEAL, shoe=token)
    receipt = revealed["receipt"]
    seen = [ObservedCards(**draw["seen"]) for draw in draws]
    assert check_receipt(receipt, seen, notes=notes_of(receipt)).valid is True
    return revealed


def test_a_shoe_draws_every_card_once_before_it_is_reshuffled() -> None:
    shoe = open_shoe(suit_order="CDHS", algorithm="random_slot")
    assert shoe["size"] == 52
    assert shoe["remaining"] == 52
    assert shoe["drawable"] == 52
    assert shoe["round"] == 0
    draws = []
    cards = []
    token = shoe["shoe"]
    for number in range(26):
        draw = draw_cards(token, 4, reshuffle=number == 13)
        token = draw["shoe"]
        cards += draw["cards"]
        draws.append(draw)
    assert draws[0]["fairness"] == "operator_alone"
    assert "fairness" not in draws[1]
    first_round = cards[:52]
    second_round = cards[52:]
    assert len(set(first_round)) == 52
    assert len(set(second_round)) == 52
    assert first_round != second_round
    assert [draw["reshuffled"] for draw in draws].index(True) == 13
    receipt = reveal_and_check(token, draws)["receipt"]
    assert receipt["commitment"] == shoe["commitment"]
    assert receipt["terms"] == shoe["terms"]


class CutShoe(NamedTuple):
    """A shoe that is reshuffled at its cut, the draws from it, and its receipt."""

    opened: Json
    before_cut: Json
    at_cut: Json
    after_cut: Json
    receipt: Json


@pytest.fixture(scope="module")
def cut_shoe() -> CutShoe:
    """Return a shoe of 312 cards with a cut of 60, after draws of 250 cards, of 5, and of 2 from the bottom."""
    opened = open_shoe(decks=6, cut=60, reshuffle="at_cut", label="table 7")
    first = draw_cards(opened["shoe"], 250, burn=1, client_seed="ann")
    second = draw_cards(first["shoe"], 5)
    third = draw_cards(second["shoe"], 2, **{"from": "bottom"})
    revealed = reveal_and_check(third["shoe"], [first, second, third])
    return CutShoe(opened, first, second, third, revealed["receipt"])


def test_a_burned_card_remains_no_more(cut_shoe: CutShoe) -> None:
    drawn = cut_shoe.before_cut
    assert drawn["burned"] == 1
    assert drawn["remaining"] == 61
    assert drawn["drawable"] == 61


def test_a_reshuffle_is_due_once_a_draw_passes_the_cut(cut_shoe: CutShoe) -> None:
    assert cut_shoe.before_cut["reshuffle_due"] is False
    assert cut_shoe.at_cut["remaining"] == 56
    assert cut_shoe.at_cut["reshuffle_due"] is True
    assert cut_shoe.at_cut["reshuffled"] is False


def test_the_draw_after_the_cut_is_the_first_of_another_round(
    cut_shoe: CutShoe,
) -> None:
    drawn = cut_shoe.after_cut
    assert drawn["reshuffled"] is True
    assert drawn["round"] == 1
    assert drawn["positions"] == [311, 310]


def test_no_draw_is_larger_than_what_another_round_has_left(cut_shoe: CutShoe) -> None:
    token = cut_shoe.after_cut["shoe"]
    refusal = post_refused(DRAW, 409, shoe=token, count=311)
    assert refusal["errors"].keys() == {"count"}


def test_a_receipt_counts_what_was_drawn_in_all_rounds(cut_shoe: CutShoe) -> None:
    assert cut_shoe.receipt["drawn"] == {
        "round": 1,
        "top": 0,
        "bottom": 2,
        "total": 258,
        "in_play": None,
        "draws": 3,
        "digest": cut_shoe.after_cut["digest"],
    }


def test_a_receipt_has_the_client_seed_and_the_label(cut_shoe: CutShoe) -> None:
    assert cut_shoe.receipt["client_seed"] == "ann"
    assert cut_shoe.receipt["terms"]["label"] == "table 7"
    assert cut_shoe.opened["terms"]["label"] == "table 7"


def test_two_draws_from_one_token_give_the_same_cards_and_different_tokens() -> None:
    token = open_shoe()["shoe"]
    first = draw_cards(token, 30, client_seed="ann")
    second = draw_cards(token, 30, client_seed="ann")
    assert first.pop("shoe") != second.pop("shoe")
    assert first == second


def test_cards_are_formatted_in_the_requested_notation() -> None:
    token = open_shoe()["shoe"]
    plain = draw_cards(token, 52)
    assert "notation" not in plain
    named = draw_cards(token, 52, notation="name", name_style="retro")
    assert named["notation"] == "name"
    assert named["name_style"] == "retro"
    assert "Deuce of Spades" in named["cards"]
    assert named["indices"] == plain["indices"]


def test_a_revealed_shoe_draws_no_more_and_can_be_revealed_again() -> None:
    draw = draw_cards(open_shoe()["shoe"], 10)
    revealed = reveal_and_check(draw["shoe"], [draw])
    refusal = post_refused(DRAW, 409, shoe=revealed["shoe"], count=1)
    assert "42 cards remain" in refusal["detail"]
    assert post(CLIENT, REVEAL, shoe=revealed["shoe"])["receipt"] == revealed["receipt"]


def make_tokens(key: str = KEY, purpose: bytes = PURPOSE, offset: float = 0) -> Tokens:
    """Return the tokens of a service whose clock is so many seconds ahead."""
    return Tokens(purpose, [key], TTL, clock=lambda: system_clock() + offset)


def flip_bit(token: str, position: int) -> str:
    """Return a token with a bit of one of its bytes changed."""
    data = bytearray(base64.urlsafe_b64decode(token))
    data[position] ^= 1
    return base64.urlsafe_b64encode(data).decode()


def seal(payload: bytes) -> str:
    """Return the token of a payload, sealed as the service seals it."""
    return make_tokens().seal(payload)


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
    "a version to come": seal(b"\5" + PAYLOAD[1:]),
    "draft 1": seal(b"\1" + PAYLOAD[1:]),
    "draft 2": seal(b"\2" + PAYLOAD[1:]),
    "draft 3": seal(b"\3" + PAYLOAD[1:]),
    "empty payload": seal(b""),
    "unknown deck in the payload": seal(PAYLOAD.replace(b'"standard"', b'"stondard"')),
    "malformed JSON in the payload": seal(PAYLOAD.replace(b'{"algo', b'["algo')),
    "a token as payload": seal(VALID.encode()),
    "a token as payload, without purpose": Fernet(KEY).encrypt(VALID.encode()).decode(),
    "a megabyte": "A" * 1_000_000,
    "a valid one and a megabyte": VALID + "A" * 1_000_000,
    "a megabyte, sealed": seal(bytes(700_000)),
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
        ("another key", UNREADABLE),
        ("a bit of the ciphertext", UNREADABLE),
        ("another purpose", UNREADABLE),
        ("a word", UNREADABLE),
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
    sentence = f"Request a-problem was refused at {DRAW}: its token {reason}\\."
    assert re.fullmatch(sentence, record.getMessage())


def test_the_token_that_the_invalid_ones_derive_from_is_valid() -> None:
    cards = draw_cards(VALID, 5, client_seed="correct horse")["cards"]
    assert cards == ["4D", "2C", "JC", "8D", "4D"]
    of_the_old_key = OPENED.seal(make_tokens(OLD_KEY, offset=-TTL / 2))
    assert draw_cards(of_the_old_key, 1)
    assert draw_cards(seal(PAYLOAD), 1)
    of_a_clock_that_is_ahead = OPENED.seal(make_tokens(offset=TTL))
    assert draw_cards(of_a_clock_that_is_ahead, 1)


def test_the_tokens_in_the_documentation_are_those_of_the_worked_example() -> None:
    reader = Tokens(PURPOSE, [EXAMPLES["KEY"]], 1, clock=lambda: 0)
    for name, shoe in SHOES.items():
        unsealed = unseal(reader, "shoe", EXAMPLES[name])
        expected = replace(shoe, digest=shoe.last_digest)
        assert unsealed == expected, "run: python -m tests.sealed.shoe_examples"


def test_sealed_shoes_work_while_seeds_are_off() -> None:
    client = create_app(Settings(allow_seeds=False, shoe_keys=(KEY,))).test_client()
    token = post(client, OPEN, deck="standard")["shoe"]
    drawn = post(client, DRAW, shoe=token, count=1, client_seed="ann")
    assert drawn["client_seed"] == "ann"


def test_an_application_without_keys_generates_one_and_logs_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    create_app(Settings(shoe_keys=(KEY,)))
    assert not caplog.records
    client = create_app(Settings()).test_client()
    assert [record.getMessage() for record in caplog.records] == [NO_SHOE_KEYS]
    token = post(client, OPEN, deck="standard")["shoe"]
    request = {"shoe": token, "count": 1}
    assert post(client, DRAW, **request)["remaining"] == 51
    of_another = create_app(Settings()).test_client().post(DRAW, json=request)
    assert check_response(of_another).status_code == 422


def test_the_longest_terms_and_client_seed_fit_in_a_token() -> None:
    """A label of 256 characters that JSON escapes, all cards but one excluded, a client seed of 1,024 bytes."""
    deck = get(CLIENT, "/v1/decks/standard", jokers=4)
    _, *excluded = (card["code"] for card in deck["cards"])
    shoe = open_shoe(decks=100, jokers=4, exclude=excluded, label="\1" * 256)
    draw = draw_cards(shoe["shoe"], 100, client_seed="\U0001f0a1" * 256)
    reveal_and_check(draw["shoe"], [draw])


@for_each("card", ["🂡", "AS", "x" * MAX_SPELLING, 0])
def test_a_card_in_play_is_a_position_or_a_spelling(card: str | int) -> None:
    assert CardInPlay().fits(card)


@for_each("value", ["", "x" * (MAX_SPELLING + 1), -1, True, 1.0])
def test_nothing_else_is_a_card_in_play(value: object) -> None:
    assert not CardInPlay().fits(value)


def test_two_applications_share_no_keys() -> None:
    with create_app(Settings()).app_context():
        tokens = TOKENS.get()
    with create_app(Settings()).app_context():
        assert TOKENS.get() is not tokens


def test_a_shoe_of_a_game_takes_its_alias() -> None:
    terms = post(CLIENT, OPEN, game="Texas Hold'em")["terms"]
    assert terms["game"] == "holdem"
    assert terms["deck"] == "standard"


def test_the_near_name_of_a_deck_leads_to_its_pack() -> None:
    refusal = post_refused(OPEN, 422, deck="double nine")
    sentence = "'double nine' is nearly dominoes, but it has 55 tiles: highest=9."
    assert sentence in refusal["errors"]["deck"][0]
