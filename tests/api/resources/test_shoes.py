"""/v1/shoes: the life of sealed shoes over HTTP, and what is refused."""

import base64
import time
from typing import Any

import pytest
from cryptography.fernet import Fernet
from flask.testing import FlaskClient

from service.api.resources import shoe_examples
from service.app import create_app
from service.core.crypto.tokens import Tokens, generate_key
from service.core.sealed.receipts import ObservedCards, check_receipt
from service.core.sealed.shoe import PURPOSE, unseal
from service.core.sealed.terms import EXACT_SHUFFLES
from service.settings import NO_SHOE_KEYS, Settings
from tests.api.resources.shoe_examples import DRAWN, OPENED, REVEALED
from tests.api.spec import get, holds, members, post

OPEN, DRAW, REVEAL = "/v1/shoes", "/v1/shoes/draw", "/v1/shoes/reveal"
KEY, OLD_KEY, TTL = generate_key(), generate_key(), 1_000_000
CLIENT = create_app(Settings(shoe_keys=(KEY, OLD_KEY), shoe_ttl=TTL)).test_client()


def opened(**asked: Any) -> dict[str, Any]:
    return post(CLIENT, OPEN, **{"deck": "standard"} | asked)


def drawn(token: str, count: int, **asked: Any) -> dict[str, Any]:
    return post(CLIENT, DRAW, shoe=token, count=count, **asked)


def problem(path: str, status: int, **body: Any) -> dict[str, Any]:
    answer = holds(CLIENT.post(path, json=body, headers={"X-Request-ID": "a-problem"}))
    assert answer.status_code == status, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return members(answer)


def proved(token: str, draws: list[dict[str, Any]]) -> dict[str, Any]:
    """What is revealed of a shoe, if it proves every card of its draws."""
    revealed = post(CLIENT, REVEAL, shoe=token)
    seen = [
        ObservedCards(round=number, position=position, cards=(card,))
        for draw in draws
        for number, position, card in zip(draw["rounds"], draw["positions"], draw["cards"], strict=True)
    ]
    assert check_receipt(revealed["receipt"], seen).valid is True
    return revealed


def test_wests_shoe_remembers_what_was_drawn_and_is_shuffled_again_when_all_of_it_was() -> None:
    shoe = opened(suit_order="CDHS", algorithm="random_slot")
    assert (shoe["size"], shoe["remaining"], shoe["round"]) == (52, 52, 0)
    draws, token = [], shoe["shoe"]
    for _ in range(26):
        draws.append(drawn(token, 4))
        token = draws[-1]["shoe"]
    cards = [card for draw in draws for card in draw["cards"]]
    assert len(set(cards[:52])) == len(set(cards[52:])) == 52
    assert cards[:52] != cards[52:]
    assert [draw["reshuffled"] for draw in draws].index(True) == 13
    receipt = proved(token, draws)["receipt"]
    assert receipt["commitment"] == shoe["commitment"]
    assert receipt["terms"] == shoe["terms"]


def test_a_shoe_with_a_cut_card_is_reshuffled_once_it_is_reached() -> None:
    shoe = opened(decks=6, cut=60, reshuffle="at_cut", label="table 7")
    assert shoe["terms"]["label"] == "table 7"
    first = drawn(shoe["shoe"], 250, burn=1, client_seed="ann")
    assert (first["burned"], first["remaining"], first["reshuffle_due"]) == (1, 61, False)
    second = drawn(first["shoe"], 5)
    assert (second["reshuffled"], second["remaining"], second["reshuffle_due"]) == (False, 56, True)
    third = drawn(second["shoe"], 2, client_seed="ann", **{"from": "bottom"})
    assert (third["reshuffled"], third["round"], third["positions"]) == (True, 1, [311, 310])
    assert problem(DRAW, 409, shoe=third["shoe"], count=311)["errors"].keys() == {"count"}
    receipt = proved(third["shoe"], [first, second, third])["receipt"]
    assert receipt["drawn"] == {"round": 1, "top": 0, "bottom": 2, "total": 258}
    assert receipt["client_seed"] == "ann"


def test_a_shoe_that_is_never_reshuffled_refuses_more_than_it_has_and_stays_good() -> None:
    shoe = opened(deck="mahjong", reshuffle="never")
    first = drawn(shoe["shoe"], 140)
    refused = problem(DRAW, 409, shoe=first["shoe"], count=5)
    assert refused["type"] == "/v1/problems/conflict"
    assert "4 cards remain" in refused["detail"]
    last = drawn(first["shoe"], 4)
    assert (last["remaining"], last["reshuffle_due"]) == (0, False)
    assert "0 cards remain" in problem(DRAW, 409, shoe=last["shoe"], count=1)["detail"]
    proved(last["shoe"], [first, last])


def test_the_whole_of_a_round_is_every_card_of_the_deck() -> None:
    deck = get(CLIENT, "/v1/decks/standard", decks=2, jokers=2, exclude="AS")["cards"]
    draw = drawn(opened(decks=2, jokers=2, exclude=["1s"])["shoe"], 106)
    assert sorted(draw["indices"]) == list(range(106))
    assert draw["cards"] == [deck[index]["code"] for index in draw["indices"]]


@pytest.mark.parametrize("algorithm", EXACT_SHUFFLES)
def test_every_exact_shuffle_can_be_sealed(algorithm: str) -> None:
    shoe = opened(algorithm=algorithm)
    draw = drawn(shoe["shoe"], 60, client_seed="ann")
    assert proved(draw["shoe"], [draw])["receipt"]["terms"]["algorithm"] == algorithm


def test_the_same_token_drawn_twice_gives_the_same_cards_and_another_token() -> None:
    token = opened()["shoe"]
    one, other = (drawn(token, 30, client_seed="ann") for _ in range(2))
    assert one.pop("shoe") != other.pop("shoe")
    assert one == other


def test_two_shoes_of_the_same_terms_are_not_alike() -> None:
    one, other = opened(), opened()
    assert one["commitment"] != other["commitment"]
    assert drawn(one["shoe"], 52)["indices"] != drawn(other["shoe"], 52)["indices"]


def test_cards_are_written_as_asked() -> None:
    token = opened()["shoe"]
    plain = drawn(token, 52)
    assert "notation" not in plain
    named = drawn(token, 52, notation="name", name_style="retro")
    assert (named["notation"], named["name_style"]) == ("name", "retro")
    assert "Deuce of Spades" in named["cards"]
    assert drawn(token, 52, notation="index")["cards"] == plain["indices"]


def test_on_whom_the_order_depends_is_told() -> None:
    token = opened()["shoe"]
    alone = drawn(token, 1)
    assert (alone["client_seed"], alone["fairness"]) == (None, "operator_alone")
    both = drawn(token, 1, client_seed="\U0001f0a1" * 256)
    assert (both["client_seed"], both["fairness"]) == ("\U0001f0a1" * 256, "client_seed")
    assert drawn(both["shoe"], 1)["fairness"] == "client_seed"


@pytest.mark.parametrize("first", [None, "ann"])
def test_a_client_seed_that_comes_too_late_is_refused(first: str | None) -> None:
    begun = drawn(opened()["shoe"], 1, **({"client_seed": first} if first else {}))
    refused = problem(DRAW, 409, shoe=begun["shoe"], count=1, client_seed="bob")
    assert refused["errors"].keys() == {"client_seed"}
    assert "51 cards remain" in refused["detail"]


def test_a_shoe_that_is_revealed_draws_no_more_and_is_revealed_again() -> None:
    draw = drawn(opened()["shoe"], 10)
    revealed = proved(draw["shoe"], [draw])
    assert "42 cards remain" in problem(DRAW, 409, shoe=revealed["shoe"], count=1)["detail"]
    assert post(CLIENT, REVEAL, shoe=revealed["shoe"])["receipt"] == revealed["receipt"]


def test_a_token_has_one_size_whatever_was_drawn() -> None:
    token = opened(label="table 7")["shoe"]
    sizes = {len(token)}
    for count in range(1, 40):
        token = drawn(token, count, **({"client_seed": "correct horse"} if count == 1 else {}))["shoe"]
        sizes.add(len(token))
    assert len(sizes) == 1


def tokens(key: str = KEY, purpose: bytes = PURPOSE, ahead: float = 0) -> Tokens:
    return Tokens(purpose, [key], TTL, clock=lambda: time.time() + ahead)


def flipped(token: str, place: int) -> str:
    data = bytearray(base64.urlsafe_b64decode(token))
    data[place] ^= 1
    return base64.urlsafe_b64encode(data).decode()


GOOD = OPENED.seal(tokens())
PAYLOAD = tokens().open("shoe", GOOD)
BAD_TOKENS = {
    "nothing": "",
    "a word": "shoe",
    "other letters": "Schühe\0\n\U0001f0a1",
    "a beginning alone": "gAAAAA",
    "cut off": GOOD[:-1],
    "cut in two": GOOD[: len(GOOD) // 2],
    "its first half twice": GOOD[: len(GOOD) // 2] * 2,
    "one letter more": GOOD + "A",
    "white space behind it": GOOD + "\n",
    "a comma in it": GOOD[:100] + "," + GOOD[100:],
    "another version of the cipher": flipped(GOOD, 0),
    "another time": flipped(GOOD, 8),
    "another vector": flipped(GOOD, 9),
    "a bit of the text": flipped(GOOD, 100),
    "a bit of the mark": flipped(GOOD, -1),
    "another key": OPENED.seal(tokens(generate_key())),
    "the documentation's": shoe_examples.OPENED,
    "expired": OPENED.seal(tokens(ahead=-TTL - 2)),
    "of the future": OPENED.seal(tokens(ahead=TTL)),
    "another purpose": OPENED.seal(tokens(purpose=b"receipt")),
    "no purpose": OPENED.seal(tokens(purpose=b"")),
    "another version": tokens().seal(b"\2" + PAYLOAD[1:]),
    "nothing inside": tokens().seal(b""),
    "other terms inside": tokens().seal(PAYLOAD.replace(b'"standard"', b'"stondard"')),
    "no JSON inside": tokens().seal(PAYLOAD.replace(b'{"algo', b'["algo')),
    "a token inside": tokens().seal(GOOD.encode()),
    "a bare token inside": Fernet(KEY).encrypt(GOOD.encode()).decode(),
    "a megabyte": "A" * 1_000_000,
    "a good one and a megabyte": GOOD + "A" * 1_000_000,
    "a megabyte, sealed": tokens().seal(bytes(700_000)),
}


@pytest.mark.parametrize("path", [DRAW, REVEAL])
@pytest.mark.parametrize("token", BAD_TOKENS.values(), ids=BAD_TOKENS)
def test_every_bad_token_is_one_and_the_same_problem(path: str, token: str) -> None:
    count = {"count": 1} if path == DRAW else {}
    told = problem(path, 422, shoe=token, **count)
    assert told["type"] == "/v1/problems/bad-token"
    assert told == problem(path, 422, shoe="", **count)
    assert told["errors"].keys() == {"shoe"}


def test_the_good_token_that_the_bad_ones_are_made_of_is_good() -> None:
    assert drawn(GOOD, 5, client_seed="correct horse")["cards"] == ["3D", "JS", "2C", "6H", "6C"]
    assert drawn(OPENED.seal(tokens(OLD_KEY, ahead=-TTL + 60)), 1)
    assert drawn(tokens().seal(PAYLOAD), 1)


def test_the_tokens_of_the_documentation_are_those_of_the_worked_example() -> None:
    reader = Tokens(PURPOSE, [shoe_examples.KEY], 1, clock=lambda: 0)
    for token, shoe in (
        (shoe_examples.OPENED, OPENED),
        (shoe_examples.DRAWN, DRAWN.shoe),
        (shoe_examples.REVEALED, REVEALED),
    ):
        assert unseal(reader, "shoe", token) == shoe, "run: python -m tests.api.resources.shoe_examples"


@pytest.mark.parametrize(
    ("path", "body", "field", "says"),
    [
        (OPEN, {}, "deck", "This is required. Must be one of: standard, "),
        (OPEN, {"deck": "standart"}, "deck", "Did you mean 'standard'?"),
        (
            OPEN,
            {"deck": "standard", "algorithm": "naive_swap"},
            "algorithm",
            f"Must be one of: {', '.join(EXACT_SHUFFLES)}.",
        ),
        (OPEN, {"deck": "standard", "algorithm": "sort_keys"}, "algorithm", "Must be one of: fisher_yates"),
        (OPEN, {"deck": "standard", "seed": "42"}, "seed", "Unknown parameter"),
        (OPEN, {"deck": "standard", "cut": -1}, "cut", "an integer from 0"),
        (OPEN, {"deck": "standard", "cut": 52, "reshuffle": "at_cut"}, "cut", "the shoe has 52 cards"),
        (OPEN, {"deck": "standard", "cut": 9}, "cut", "A cut goes with reshuffle=at_cut"),
        (OPEN, {"deck": "standard", "reshuffle": "at cut"}, "reshuffle", "Must be one of: when_empty, at_cut, never."),
        (OPEN, {"deck": "standard", "label": ""}, "label", "Must be a text of 1 to 256 characters."),
        (OPEN, {"deck": "standard", "label": "x" * 257}, "label", "Must be a text of 1 to 256 characters."),
        (OPEN, {"deck": "standard", "label": 7}, "label", "Must be a text of 1 to 256 characters."),
        (OPEN, {"deck": "standard", "label": None}, "label", "must not be null"),
        (
            OPEN,
            {"deck": "mahjong", "jokers": 1},
            "jokers",
            "The mahjong deck does not take jokers; it belongs to standard, piquet, euchre.",
        ),
        (OPEN, {"deck": "standard", "exclude": ["1X"]}, "exclude", "There is no card '1X'"),
        (DRAW, {"count": 1}, "shoe", "This is required."),
        (DRAW, {"shoe": 7, "count": 1}, "shoe", "Must be a token"),
        (DRAW, {"shoe": None, "count": 1}, "shoe", "must not be null"),
        (DRAW, {"shoe": GOOD}, "count", "This is required."),
        (DRAW, {"shoe": GOOD, "count": 0}, "count", "an integer from 1"),
        (DRAW, {"shoe": GOOD, "count": 1, "burn": -1}, "burn", "an integer from 0"),
        (DRAW, {"shoe": GOOD, "count": 1, "from": "middle"}, "from", "Must be one of: top, bottom."),
        (DRAW, {"shoe": GOOD, "count": 1, "end": "top"}, "end", "Unknown parameter"),
        (DRAW, {"shoe": GOOD, "count": 1, "client_seed": ""}, "client_seed", "a text of 1 to 256 characters"),
        (DRAW, {"shoe": GOOD, "count": 1, "client_seed": 42}, "client_seed", "a text of 1 to 256 characters"),
        (DRAW, {"shoe": GOOD, "count": 1, "name_style": "retro"}, "name_style", "goes with notation=name"),
        (DRAW, {"shoe": GOOD, "count": 1_000_001}, "count", "MAX_ITEMS"),
        (REVEAL, {}, "shoe", "This is required."),
        (REVEAL, {"shoe": GOOD, "count": 1}, "count", "Unknown parameter"),
    ],
)
def test_what_makes_no_sense_is_refused(path: str, body: dict[str, Any], field: str, says: str) -> None:
    told = problem(path, 422, **body)
    assert told["errors"].keys() == {field}
    assert says in told["detail"]


def test_the_work_of_a_draw_is_limited() -> None:
    limited = create_app(Settings(shoe_keys=(KEY,), shoe_ttl=TTL, max_draws=1_000, max_shuffled=52)).test_client()
    token = post(limited, OPEN, deck="standard")["shoe"]
    assert post(limited, DRAW, shoe=token, count=6 * 52)["remaining"] == 0
    assert "MAX_DRAWS" in holds(limited.post(DRAW, json={"shoe": token, "count": 7 * 52})).text
    assert "MAX_SHUFFLED" in holds(limited.post(OPEN, json={"deck": "standard", "jokers": 1})).text


def test_a_draw_beyond_a_shoe_of_one_card_is_bounded_too() -> None:
    others = [card["code"] for card in get(CLIENT, "/v1/decks/standard")["cards"]][1:]
    shoe = opened(exclude=others)
    assert shoe["size"] == 1
    assert drawn(shoe["shoe"], 1_000)["cards"] == ["AS"] * 1_000
    assert "MAX_DRAWS" in problem(DRAW, 422, shoe=shoe["shoe"], count=1_000_000)["detail"]


def test_nothing_of_a_shoe_is_kept_by_a_cache_and_shoes_are_drawn_by_post_alone(client: FlaskClient) -> None:
    for path, body in ((OPEN, {"deck": "standard"}), (DRAW, {"shoe": GOOD, "count": 1}), (REVEAL, {"shoe": GOOD})):
        answer = CLIENT.post(path, json=body)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
        assert "ETag" not in answer.headers
        assert set(client.get(path).allow) == {"POST", "OPTIONS"}


def test_sealed_shoes_need_no_seeds_to_be_allowed() -> None:
    without = create_app(Settings(allow_seeds=False, shoe_keys=(KEY,))).test_client()
    token = post(without, OPEN, deck="standard")["shoe"]
    assert post(without, DRAW, shoe=token, count=1, client_seed="ann")["client_seed"] == "ann"


def test_an_application_without_keys_makes_its_own_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    one = create_app(Settings()).test_client()
    assert [record.getMessage() for record in caplog.records] == [NO_SHOE_KEYS]
    other = create_app(Settings()).test_client()
    token = post(one, OPEN, deck="standard")["shoe"]
    assert post(one, DRAW, shoe=token, count=1)["remaining"] == 51
    assert holds(other.post(DRAW, json={"shoe": token, "count": 1})).status_code == 422


def test_with_keys_nothing_is_said(caplog: pytest.LogCaptureFixture) -> None:
    create_app(Settings(shoe_keys=(KEY,)))
    assert not caplog.records


def test_a_long_shoe_of_long_terms_fits_its_token() -> None:
    """A label of 256 characters, each of which JSON escapes, 51 cards taken out and a client seed of 1,024 bytes."""
    others = [card["code"] for card in get(CLIENT, "/v1/decks/standard", jokers=4)["cards"]][1:]
    shoe = opened(decks=100, jokers=4, exclude=others, label="\1" * 256)
    draw = drawn(shoe["shoe"], 100, client_seed="\U0001f0a1" * 256)
    proved(draw["shoe"], [draw])
