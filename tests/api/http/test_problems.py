"""Requests that are refused, and their problems: each is a row of `REFUSALS`."""

import json
import re
from typing import Any, NamedTuple
from urllib.parse import quote

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.core.cards.deck import DECKS
from service.core.games.catalogue import GAMES
from service.core.shuffles.registry import SHUFFLES
from service.settings import Settings
from tests.tables import for_each

INTEGERS = "/v1/integers"
ITEMS = "/v1/items/shuffle"
STANDARD = "/v1/decks/standard"
MAHJONG = "/v1/decks/mahjong"
SHUFFLE = f"{STANDARD}/shuffle"
DEAL = f"{STANDARD}/deal"
RANK = "/v1/hands/rank"
HUGE = 2**53 - 1
MAX_PROBLEM = 5_000  # bytes: a problem is for people to read
INTERNALS = re.compile(r"Traceback|\.py\b|site-packages|werkzeug|marshmallow|orjson|<class|object at 0x", re.IGNORECASE)


class Refusal(NamedTuple):
    """A request, its status, the field that `errors` must name, and a text that the detail must contain."""

    path: str
    status: int
    field: str | None
    message: str
    method: str = "GET"
    body: bytes | None = None
    content_type: str | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.path} {(self.body or b'')[:60]!r} {self.content_type}"[:150]

    def send(self, client: FlaskClient) -> TestResponse:
        return client.open(self.path, method=self.method, data=self.body, content_type=self.content_type)


def get(path: str, field: str | None, message: str, status: int = 422) -> Refusal:
    return Refusal(path, status, field, message)


def post(path: str, body: object, field: str | None, message: str, status: int = 422) -> Refusal:
    """Return a refused POST of a JSON text, or of a value as JSON."""
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    data = text.encode() if isinstance(text, str) else text
    return Refusal(path, status, field, message, "POST", data, "application/json")


def rank(game: str, body: dict[str, object], field: str, message: str) -> Refusal:
    return post(RANK, {"game": game, **body}, field, message)


def post_as(content_type: str | None) -> Refusal:
    """Return a refused POST of a valid body with an invalid content type."""
    return Refusal(INTEGERS, 415, None, "application/json", "POST", b'{"max": 6}', content_type)


def disallowed(method: str, path: str) -> Refusal:
    return Refusal(path, 405, None, f"{method} is not possible", method)


INVALID_INTEGERS_IN_A_QUERY = (
    *("NaN", "Infinity", "1e3", "5.7", "7.0", " 7 ", "7 ", "1_000", "1,000", "+7", "007", "0x10"),
    *("", "-", "true", "null", "six"),
    *("٧", "７", "Ⅶ", "²", "7\0", "7\n", "\u22127", "9" * 5_000, "-" + "9" * 5_000),
)
INVALID_INTEGERS_IN_JSON = (
    *('"7"', '" 7 "', '"1e3"', '"1_000"', '"+7"', '"007"', '"0x10"', '"NaN"', '""', '"٧"', '"７"', '"six"'),
    *("5.7", "9007199254740993.0", "1e999", "true", "false", "null", "[7]", "{}"),
)
INVALID_BOOLEANS_IN_A_QUERY = ("t", "2", "01", "yes", "")
INVALID_BOOLEANS_IN_JSON = ('"true"', "1", "null")
INVALID_SEEDS_IN_JSON = ("1.5", "5.0", "1e3", "true", "null", "[]", "{}", '""')
KNOWN_DECKS = f"Known: {', '.join(DECKS)}."
BEYOND_64_BITS = "Must be an array of any JSON values. Of these, one has an integer beyond 64 bits"
SURROGATE = "\\ud800"  # as JSON escapes it
EVERY_CARD = ",".join(rank + suit for suit in "SHDC" for rank in "A23456789TJQK")

REFUSALS = (
    # Names
    get(f"{INTEGERS}?max=6&sede=42", "sede", "Did you mean 'seed'?"),
    get(f"{INTEGERS}?max=6&Seed=42", "Seed", "Did you mean 'seed'?"),
    get(f"{INTEGERS}?max=6&=42", "", "Unknown parameter"),
    get("/v1/algorithms?deck=1", "deck", "takes no parameters"),
    post(INTEGERS, {"max": 6, "n": 2}, "n", "Did you mean 'count'?"),
    post(INTEGERS, {"max": 6, "cuont": 2}, "cuont", "Did you mean 'count'?"),
    post(ITEMS, {"items": [1], "sed": 2}, "sed", "Did you mean 'seed'?"),
    get(INTEGERS, "max", "This is required"),
    get(f"{DEAL}?cards=5", "hands", "This is required"),
    post(ITEMS, {}, "items", "This is required"),
    get(f"{INTEGERS}?max=6&max=6", "max", "more than once"),
    get(f"{INTEGERS}?max=6&a=1&a=2", "a", "more than once"),
    get("/v1/decks/standart", None, f"Did you mean 'standard'? {KNOWN_DECKS}", status=404),
    get("/v1/games/uno/deal", None, "mean 'wild_colours' or 'wild_colours112'? GET /v1/g", status=404),
    get("/v1/games/yahtzee", None, f"all {len(GAMES)}. Any other is dealt with", status=404),
    get("/v1/games/holdem/deal?stage=flop", "stage", "a sealed shoe (POST /v1/shoes/deal)"),
    get("/v1/games/Patience", None, "GET /v1/games?family=patience lists the", status=404),
    get("/v1/decks/frensh/shuffle", None, f"Did you mean 'standard'? {KNOWN_DECKS}", status=404),
    get("/v1/games?family=solitaire", "family", "Did you mean 'patience'?"),
    post("/v1/shoes", {"game": "holdemm"}, "game", "Did you mean 'holdem'?"),
    get("/v1/decks/tarock/shuffle", None, KNOWN_DECKS, status=404),
    get("/v1/decks/uno/deal?hands=2&cards=5", None, KNOWN_DECKS, status=404),
    get("/v1/decks/%FF%ED%A0%80%00", None, KNOWN_DECKS, status=404),
    get("/v1/decks/cards", None, f"{KNOWN_DECKS} Any other cards are your own /v1/items, shuffled or", status=404),
    post("/v1/decks/STANDART/shuffle", {}, None, "Did you mean 'standard'?", status=404),
    get(f"{INTEGERS}?max=6&algorithm=fisher-yates", "algorithm", "mean 'fisher_yates'?"),
    post(SHUFFLE, {"algorithm": "bogosort"}, "algorithm", "Must be one of: fisher_yates, "),
    get("/v1/algorithms/rifle", None, "Did you mean 'riffle'? Known: ", status=404),
    get("/v1/problems/refusal", None, "Known: ", status=404),
    get("/v2/decks", None, "Nothing is served at '/v2/decks'", status=404),
    get("/v1/decks/standard/shuffle/twice", None, "Nothing is served at", status=404),
    # Integers, flags and texts are what JSON says they are
    *(get(f"{INTEGERS}?max={quote(text)}", "max", "Must be an integer") for text in INVALID_INTEGERS_IN_A_QUERY),
    *(post(INTEGERS, f'{{"max": {text}}}', "max", "ust") for text in INVALID_INTEGERS_IN_JSON),
    get(f"{INTEGERS}?max", "max", "Must be an integer"),
    get(f"{INTEGERS}?max={2**53}", "max", f"to {HUGE}"),
    get(f"{INTEGERS}?min=-{2**53}&max=1", "min", f"from -{HUGE}"),
    *(
        get(f"{INTEGERS}?max=6&replacement={text}", "replacement", "Must be true or false")
        for text in INVALID_BOOLEANS_IN_A_QUERY
    ),
    *(
        post(INTEGERS, f'{{"max": 6, "replacement": {text}}}', "replacement", "ust")
        for text in INVALID_BOOLEANS_IN_JSON
    ),
    *(post(ITEMS, f'{{"items": {text}}}', "items", "Must be an array") for text in ("1", "null", '"abc"', "{}")),
    post(INTEGERS, {"max": 6, "algorithm": 1}, "algorithm", "Must be one of"),
    post(SHUFFLE, {"exclude": "2S,3S"}, "exclude", "in JSON an array"),
    post(SHUFFLE, {"exclude": ["2S", 3]}, "exclude", "Item 2"),
    # Seeds
    *(
        post(INTEGERS, f'{{"max": 6, "seed": {text}}}', "seed", "text of 1 to 256 characters")
        for text in INVALID_SEEDS_IN_JSON
    ),
    get(f"{INTEGERS}?max=6&seed=", "seed", "1 to 256 characters"),
    get(f"{INTEGERS}?max=6&seed={'s' * 257}", "seed", "1 to 256 characters"),
    post(INTEGERS, {"max": 6, "seed": "ß" * 257}, "seed", "1 to 256 characters"),
    post(INTEGERS, {"max": 6, "seed": "s" * 1_000_000}, "seed", "1 to 256 characters"),
    post(INTEGERS, {"max": 6, "seed": "s" * 2**20}, None, "MAX_BODY_BYTES", status=413),
    get(f"{INTEGERS}?max=6&seed=a%00b", "seed", "without NUL"),
    post(INTEGERS, {"max": 6, "seed": "a\0b"}, "seed", "without NUL"),
    get(f"{INTEGERS}?max=6&index=1", "index", "give a seed with it"),
    post(ITEMS, {"items": [1], "index": 1}, "index", "give a seed with it"),
    get(f"{INTEGERS}?max=6&seed=1&index=-1", "index", "Must be an integer from 0"),
    # Texts that are not Unicode
    get(f"{INTEGERS}?max=6&seed=%FF", None, "not UTF-8", status=400),
    get(f"{INTEGERS}?max=6&seed=%ED%A0%80", None, "not UTF-8", status=400),
    get(f"{INTEGERS}?max=6&%C3=1", None, "not UTF-8", status=400),
    post(INTEGERS, f'{{"max": 6, "seed": "{SURROGATE}"}}', None, "surrogate in string", status=400),
    post(INTEGERS, f'{{"max": 6, "{SURROGATE}": 1}}', None, "surrogate in string", status=400),
    post(ITEMS, f'{{"items": ["a", "{SURROGATE}"]}}', None, "surrogate in string", status=400),
    post(ITEMS, f'{{"items": [{{"{SURROGATE}": 1}}]}}', None, "surrogate in string", status=400),
    post(INTEGERS, b'{"max": 6, "seed": "\xed\xa0\x80"}', None, "not UTF-8", status=400),
    post(ITEMS, b'{"items": ["\xed\xb0\x80"]}', None, "not UTF-8", status=400),
    post(INTEGERS, '{"max": 6}'.encode("utf-16"), None, "not UTF-8", status=400),
    # JSON that is broken, or that could not be written back as it came
    post(INTEGERS, "", None, "The body is empty", status=400),
    post(INTEGERS, '{"max": 6', None, "line 1 column 10", status=400),
    post(INTEGERS, '{"max": 6} {', None, "not JSON", status=400),
    post(INTEGERS, '\ufeff{"max": 6}', None, "not JSON", status=400),
    post(INTEGERS, "max=6", None, "not JSON", status=400),
    *(post(INTEGERS, text, "body", "Must be a JSON object") for text in ("[]", '[{"max": 6}]', "null", "6", '"max"')),
    post(INTEGERS, '{"max": 6, "max": 7}', None, "has the key", status=400),
    post(ITEMS, '{"items": [{"a": 1, "a": 1}]}', None, "twice", status=400),
    *(
        post(ITEMS, f'{{"items": [{text}]}}', None, f"{text} is not JSON", status=400)
        for text in ("NaN", "Infinity", "-Infinity")
    ),
    post(INTEGERS, '{"max": NaN}', None, "NaN is not JSON", status=400),
    *(post(ITEMS, f'{{"items": [{number}]}}', "items", BEYOND_64_BITS) for number in ("1e400", 10**20, 2**64)),
    post(INTEGERS, '{"max": -1e400}', "max", "Must be an integer from"),
    post(INTEGERS, f'{{"max": {"9" * 5_000}}}', "max", "Must be an integer from"),
    post(INTEGERS, f'{{"max": 6, "seed": {"9" * 5_000}}}', "seed", "in JSON an integer of as many digits"),
    *(
        post(ITEMS, f'{{"items": [{opening * depth}1{closing * depth}]}}', None, "The body ", status=400)
        for depth in (1_000, 100_000)
        for opening, closing in (("[", "]"), ('{"a":', "}"))
    ),
    post(INTEGERS, "[" * 100_000, None, "nested too deeply", status=400),
    # Where parameters stand
    *(
        post_as(content_type)
        for content_type in (
            *(None, "text/plain", "text/json", "application/xml", "application/x-www-form-urlencoded", "nonsense"),
            *("multipart/form-data; boundary=x", "application/vnd.api+json", "application/json-seq"),
            *("application/json; charset=latin-1", "application/json; charset=utf-16"),
        )
    ),
    Refusal(f"{INTEGERS}?max=6", 400, None, "send a body with POST", "GET", b"{}", "application/json"),
    post(f"{INTEGERS}?seed=42", {"max": 6}, None, "not in the query", status=400),
    *(disallowed(method, INTEGERS) for method in ("PUT", "PATCH", "DELETE")),
    disallowed("POST", "/v1/decks"),
    disallowed("GET", ITEMS),
    disallowed("DELETE", "/"),
    # Values that do not go together
    get(f"{INTEGERS}?max=6&key_bits=3", "key_bits", "it belongs to sort_keys"),
    get(f"{SHUFFLE}?algorithm=riffle&key_bits=8", "key_bits", "riffle does not take key_bits; it belongs to sort_keys"),
    get(f"{INTEGERS}?max=6&algorithm=riffle&passes=1001", "passes", "from 1 to 1000"),
    get(f"{INTEGERS}?max=6&algorithm=faro&variant=on", "variant", "one of: out, in"),
    get(f"{INTEGERS}?max=7&algorithm=faro", "algorithm", "even number"),
    get(f"{INTEGERS}?min=7&max=6", "min", "min (1 by default) is 7 and max is 6"),
    get(f"{INTEGERS}?max=0", "min", "min (1 by default) is 1 and max is 0"),
    get(f"{INTEGERS}?max=6&count=7", "count", "only 6"),
    get(f"{SHUFFLE}?count=53", "count", "A count of 53 is more than there are: 52."),
    post(ITEMS, {"items": [1], "count": 2}, "count", "A count of 2 is more than there are: 1."),
    get(f"{INTEGERS}?max=6&count=0", "count", "Must be an integer from 1"),
    post(ITEMS, {"items": [1], "count": 0}, "count", "Must be an integer from 1"),
    get(f"{INTEGERS}?max={HUGE}", "count", "the limit here is 1,000,000"),
    get(f"{INTEGERS}?max=6&count=1000001&replacement=true", "count", "1,000,001 items"),
    get(f"{INTEGERS}?max=1000000&algorithm=overhand", "algorithm", "MAX_DRAWS"),
    *(
        get(
            f"{INTEGERS}?max={HUGE}&count=5&algorithm={shuffle.name}",
            "algorithm",
            f"{shuffle.name} needs the whole range",
        )
        for shuffle in SHUFFLES.values()
        if not shuffle.sparse
    ),
    get(f"{INTEGERS}?max=6&replacement=true&algorithm=riffle", "algorithm", "algorithm does not apply"),
    get(f"{INTEGERS}?max=6&replacement=true&passes=2", "passes", "does not apply"),
    # Decks
    get(f"{STANDARD}?decks=101", "decks", "from 1 to 100"),
    get(f"{SHUFFLE}?decks=0", "decks", "from 1 to 100"),
    get(f"{SHUFFLE}?jokers=5", "jokers", "from 0 to 4"),
    get(f"{STANDARD}?suit_order=SSDC", "suit_order", "Must be one of"),
    get(f"{STANDARD}?suit_order=cdhs", "suit_order", "Must be one of"),
    get(f"{SHUFFLE}?notation=emoji", "notation", "code, unicode, name"),
    get(f"{SHUFFLE}?notation=unicod", "notation", "name. Did you mean 'unicode'?"),
    post(SHUFFLE, {"notation": "unicod"}, "notation", "name. Did you mean 'unicode'?"),
    get(
        f"{MAHJONG}?jokers=1",
        "jokers",
        "mahjong deck does not take jokers; it belongs to standard, piquet, euchre, hwatu.",
    ),
    get("/v1/decks/pinochle?jokers=1", "jokers", "pinochle deck does not take jokers"),
    get(f"{MAHJONG}?red_fives=1", "red_fives", "mahjong deck does not take red_fives; it belongs to riichi."),
    get("/v1/decks/riichi?red_fives=5", "red_fives", "from 0 to 4"),
    get(f"{SHUFFLE}?highest=9", "highest", "standard deck does not take highest"),
    get("/v1/decks/dominoes?highest=7", "highest", "one of 6, 9, 12, 15, 18"),
    post("/v1/decks/dominoes/shuffle", {"highest": "9"}, "highest", "without quotes"),
    get("/v1/decks/keno/shuffle?notation=unicode", "notation", "no character for 1 of the keno deck"),
    get(
        "/v1/decks/riichi/deal?hands=4&cards=13&red_fives=3&notation=unicode",
        "notation",
        "no character for 0m of the riichi deck",
    ),
    get(f"{MAHJONG}/shuffle?suit_order=CDHS", "suit_order", "does not take suit_order"),
    get(f"{MAHJONG}?name_style=retro", "name_style", "no retro names"),
    get(f"{MAHJONG}/shuffle?notation=name&name_style=retro", "name_style", "no retro names"),
    get(f"{SHUFFLE}?name_style=retro", "name_style", "goes with notation=name, and notation is code"),
    get(f"{STANDARD}?exclude=2S,1X", "exclude", "no card, suit or rank '1X'"),
    get(f"{STANDARD}?exclude=quen+of+spades", "exclude", "Did you mean 'QS' (Queen of Spades)?"),
    get(f"{STANDARD}?exclude=X1", "exclude", "no card, suit or rank 'X1'"),
    get(f"{STANDARD}?exclude=TS,10s", "exclude", "TS is listed twice"),
    get(f"{STANDARD}?exclude={EVERY_CARD}", "exclude", "takes out every card"),
    get(f"{STANDARD}?exclude=2S,", "exclude", "Item 2"),
    get(f"{STANDARD}?exclude=2S&exclude=2s", "exclude", "2S is listed twice"),
    post(SHUFFLE, {"exclude": [""]}, "exclude", "Item 1"),
    get(f"{STANDARD}?exclude=2S&only=AS", "only", "leave one of them out"),
    get("/v1/games/holdem/deal?only=aces", "only", "but there are 4: 16 too few"),
    get("/v1/games/bridge/deal?only=hearts", "only", "bridge does not take only"),
    post(SHUFFLE, {"exclude": "2S"}, "exclude", "Must be 0 to 200 items"),
    # Deals
    get(f"{DEAL}?hands=4&cards=13&burn=1", "cards", "4 × 13 cards and 1 burned make 53, but there are 52: 1 too few."),
    get(f"{DEAL}?hands=11&packets=3,2", "packets", "11 × 5 cards and 0 burned make 55, but there are 52: 3 too few."),
    get(f"{DEAL}?hands=4&packets=3,2&cards=6", "packets", "Packets of 3, 2 make 5 cards a hand, not 6."),
    get(f"{DEAL}?hands=4", "cards", "with cards or with packets"),
    get(f"{DEAL}?hands=0&cards=5", "hands", "Must be an integer from 1"),
    get(f"{DEAL}?hands=2&packets=3,0", "packets", "Item 2"),
    get(f"{DEAL}?hands=2&packets=3,,2", "packets", "Item 2"),
    post(DEAL, {"hands": 2, "packets": "3,2"}, "packets", "an array"),
    get(f"{DEAL}?hands=2&cards=2&burn=-1", "burn", "from 0"),
    # Hands
    disallowed("GET", RANK),
    post(RANK, {"hands": [["AS"]]}, "game", "This is required. Must be one of: poker, "),
    rank("holdemm", {"hands": [["AS"]]}, "game", "'holdem'?"),
    rank("blackjak", {"hands": [["AS"]]}, "game", "'blackjack'?"),
    post(RANK, {"game": "blackjack"}, "hands", "This request has neither"),
    rank("blackjack", {"hands": []}, "hands", "This request has neither"),
    rank("blackjack", {"hands": [["AS"], "AS,KS"]}, "hands", "Item 2: Must be 1"),
    rank("blackjack", {"hands": [["AS"], []]}, "hands", "Item 2: Must be 1 to 21"),
    rank("blackjack", {"hands": [["AS", 5]]}, "hands", "Item 1, item 2: Must"),
    rank("blackjack", {"hands": [["AS"], ["AS", "1X"]]}, "hands", "Hand 2, card 2: There is no card '1X'"),
    rank("blackjack", {"hands": [["X1"]]}, "hands", "There is no card 'X1'"),
    rank(
        "blackjack",
        {"hands": [["AS"]], "board": ["2S", "3S", "4S"]},
        "board",
        "blackjack does not take board; it belongs to poker, pineapple, omaha, omaha_hi_lo, short_deck, short_deck_tr",
    ),
    rank("omaha", {"hands": [["AS"]], "board": ["2S", "3S"]}, "board", "3 to 5"),
    rank("poker", {"hands": [["AS"]], "starter": "2S"}, "starter", "it belongs to cribbage"),
    rank("cribbage", {"hands": [["AS"]]}, "starter", "required for cribbage"),
    rank("jacks_or_better", {"hands": [["AS"]], "coins": 6}, "coins", "from 1 to 5"),
    rank("cribbage", {"hands": [["AS"]], "crib": "yes"}, "crib", "true or false"),
    rank("baccarat", {"hands": [["AS", "2S"]] * 3}, "hands", "takes 2 hands, not 3"),
    rank(
        "jacks_or_better",
        {"hands": [["AS", "2S", "3S", "4S", "5S", "6S"]]},
        "hands",
        "A hand of jacks_or_better has 5 cards; hand 1 has 6.",
    ),
    rank(
        "poker",
        {"hands": [["AS", "KS"], ["QS", "as"]], "board": ["2S", "3S", "4S"]},
        "hands",
        "The card AS is in hand 1 and in hand 2; one deal has one pack. If these are separate deals, set independent",
    ),
)


def assert_refused(client: FlaskClient, refusal: Refusal) -> None:
    response = refusal.send(client)
    problem = get_problem(response)
    assert response.status_code == refusal.status, problem["detail"]
    assert refusal.message in problem["detail"]
    assert list(problem.get("errors", [])) == ([] if refusal.field is None else [refusal.field])
    assert ("Allow" in response.headers) == (refusal.status == 405)


def get_problem(response: TestResponse) -> dict[str, Any]:
    """Return the problem in a response after checking what every problem has."""
    assert response.mimetype == "application/problem+json", response.text
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers
    assert not INTERNALS.search(response.text)
    problem: dict[str, Any] = response.get_json()
    assert problem.keys() - {"errors"} == {"type", "title", "status", "detail", "request_id"}
    assert problem["status"] == response.status_code
    return problem


@for_each("refusal", REFUSALS, ids=str)
def test_an_invalid_request_is_refused_with_a_reason(client: FlaskClient, refusal: Refusal) -> None:
    assert_refused(client, refusal)


def test_a_compressed_body_is_refused(client: FlaskClient) -> None:
    response = client.post(INTEGERS, json={"max": 6}, headers={"Content-Encoding": "gzip"})
    assert get_problem(response)["status"] == 415


def test_the_names_of_all_games_are_listed_once(client: FlaskClient) -> None:
    problem = get_problem(client.post("/v1/shoes", json={"game": "holdemm"}))
    assert problem["detail"] == f"game: Must be one of the {len(GAMES)} names in errors. Did you mean 'holdem'?"
    assert all(f" {name}," in problem["errors"]["game"][0] for name in list(GAMES)[1:-1])


def test_all_errors_are_listed_at_once(client: FlaskClient) -> None:
    problem = get_problem(client.get(f"{INTEGERS}?max=six&count=0&sede=42"))
    assert problem["errors"].keys() == {"max", "count", "sede"}


@for_each(
    ("path", "body"),
    [
        (INTEGERS, {"max": 6, "s" * 1_000_000: 1}),
        (INTEGERS, {f"sede{i}": i for i in range(5_000)}),
        (DEAL, {"hands": 2, "packets": ["x"] * 50_000}),
        (SHUFFLE, {"exclude": [""] * 50_000}),
        (RANK, {"game": "poker", "hands": [[""] * 21] * 1_000}),
    ],
)
def test_a_problem_is_short_however_many_errors_there_are(client: FlaskClient, path: str, body: dict[str, Any]) -> None:
    response = client.post(path, json=body)
    assert response.status_code == 422
    assert len(response.data) < MAX_PROBLEM


@for_each(
    ("path", "methods"),
    [
        (INTEGERS, ["GET", "HEAD", "OPTIONS", "POST"]),
        ("/v1/decks", ["GET", "HEAD", "OPTIONS"]),
        (ITEMS, ["OPTIONS", "POST"]),
    ],
)
def test_a_405_lists_the_allowed_methods(client: FlaskClient, path: str, methods: list[str]) -> None:
    response = client.delete(path)
    assert sorted(response.allow) == methods
    assert response.get_json()["detail"] == f"DELETE is not possible here; {', '.join(methods)} are."


SEEDED_REQUESTS = (
    get(f"{INTEGERS}?max=6&seed=42", None, "ALLOW_SEEDS is off", status=403),
    get(f"{SHUFFLE}?seed=42&index=1", None, "ALLOW_SEEDS is off", status=403),
    get(f"{DEAL}?hands=2&cards=5&seed=42", None, "ALLOW_SEEDS is off", status=403),
    post(INTEGERS, {"max": 6, "seed": 42}, None, "ALLOW_SEEDS is off", status=403),
    post(SHUFFLE, {"seed": "42"}, None, "ALLOW_SEEDS is off", status=403),
    post(DEAL, {"hands": 2, "cards": 5, "seed": "42"}, None, "ALLOW_SEEDS is off", status=403),
    post(ITEMS, {"items": [1, 2], "seed": "42"}, None, "ALLOW_SEEDS is off", status=403),
)


def test_a_service_without_seeds_refuses_them_and_still_shuffles() -> None:
    client = create_app(Settings(allow_seeds=False)).test_client()
    for refusal in SEEDED_REQUESTS:
        assert_refused(client, refusal)
    assert client.get(SHUFFLE).status_code == 200


EXCEEDED_LIMITS = (
    get(f"{INTEGERS}?max=4", "count", "MAX_ITEMS"),
    get(f"{INTEGERS}?max=6&count=4&replacement=true", "count", "MAX_ITEMS"),
    get(f"{SHUFFLE}?count=4", "count", "MAX_ITEMS"),
    post(ITEMS, {"items": [1, 2, 3, 4]}, "count", "MAX_ITEMS"),
    get(f"{INTEGERS}?max=6&count=1&algorithm=sattolo", "algorithm", "MAX_SHUFFLED"),
    get(f"{INTEGERS}?max=3&algorithm=riffle&passes=4", "algorithm", "MAX_DRAWS"),
    post(INTEGERS, b'{"max": 3}'.ljust(101), None, "MAX_BODY_BYTES", status=413),
)


def test_a_limit_may_be_reached_and_is_named_if_it_is_exceeded() -> None:
    client = create_app(Settings(max_items=3, max_shuffled=5, max_draws=10, max_body_bytes=100)).test_client()
    for refusal in EXCEEDED_LIMITS:
        assert_refused(client, refusal)
    for query in ("max=6&count=3", "max=5&count=3&algorithm=sattolo", "max=5&count=3&algorithm=riffle&passes=2"):
        assert client.get(f"{INTEGERS}?{query}").status_code == 200
    body = b'{"max": 3}'.ljust(100)
    assert client.post(INTEGERS, data=body, content_type="application/json").status_code == 200
