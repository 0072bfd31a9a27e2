"""Requests that are refused, and the problems that they get: one row of `REFUSALS` each."""

import json
import re
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.core.cards.decks import DECKS
from service.core.games.catalogue import GAMES
from service.core.shuffles.algorithms import SHUFFLES
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

    name: str
    path: str
    status: int
    field: str | None
    message: str
    method: str = "GET"
    body: bytes | None = None
    content_type: str | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.name}"

    def send(self, client: FlaskClient) -> TestResponse:
        """Send the request."""
        return client.open(self.path, method=self.method, data=self.body, content_type=self.content_type)


def get(name: str, path: str, status: int, field: str | None, message: str) -> Refusal:
    """Return a refused GET."""
    return Refusal(name, path, status, field, message)


def post(name: str, path: str, body: object, status: int, field: str | None, message: str) -> Refusal:
    """Return a refused POST of a JSON text, or of a value as JSON."""
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    data = text.encode() if isinstance(text, str) else text
    return Refusal(name, path, status, field, message, "POST", data, "application/json")


def post_as(content_type: str | None) -> Refusal:
    """Return a refused POST of a valid body with an invalid content type."""
    name = f"the content type {content_type}"
    return Refusal(name, INTEGERS, 415, None, "application/json", "POST", b'{"max": 6}', content_type)


def disallowed(method: str, path: str) -> Refusal:
    """Return a request with a method that the path does not have."""
    return Refusal(f"at {path}", path, 405, None, f"{method} is not possible", method)


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
INVALID_SEEDS_IN_JSON = ("1.5", "1e3", "true", "null", "[]", "{}", '""')
KNOWN_DECKS = f"Known: {', '.join(DECKS)}."
SURROGATE = "\\ud800"  # as JSON escapes it
EVERY_CARD = ",".join(rank + suit for suit in "SHDC" for rank in "A23456789TJQK")

REFUSALS = (
    # Names
    get("a misspelt parameter", f"{INTEGERS}?max=6&sede=42", 422, "sede", "Did you mean 'seed'?"),
    get("a parameter of another case", f"{INTEGERS}?max=6&Seed=42", 422, "Seed", "Did you mean 'seed'?"),
    get("a parameter without a name", f"{INTEGERS}?max=6&=42", 422, "", "Unknown parameter"),
    get("a parameter where there are none", "/v1/algorithms?deck=1", 422, "deck", "takes no parameters"),
    post("a name that other services have", INTEGERS, {"max": 6, "n": 2}, 422, "n", "Did you mean 'count'?"),
    post("a misspelt member", INTEGERS, {"max": 6, "cuont": 2}, 422, "cuont", "Did you mean 'count'?"),
    post("a misspelt member", ITEMS, {"items": [1], "sed": 2}, 422, "sed", "Did you mean 'seed'?"),
    get("a required parameter left out", INTEGERS, 422, "max", "This is required"),
    get("a deal without hands", f"{DEAL}?cards=5", 422, "hands", "This is required"),
    post("items left out", ITEMS, {}, 422, "items", "This is required"),
    get("a parameter given twice", f"{INTEGERS}?max=6&max=6", 422, "max", "more than once"),
    get("an unknown parameter given twice", f"{INTEGERS}?max=6&a=1&a=2", 422, "a", "more than once"),
    get("an unknown deck", "/v1/decks/standart", 404, None, f"Did you mean 'standard'? {KNOWN_DECKS}"),
    get(
        "a game by another name", "/v1/games/uno/deal", 404, None, "mean 'wild_colours' or 'wild_colours112'? GET /v1/g"
    ),
    get("a game that is not dealt", "/v1/games/yahtzee", 404, None, f"all {len(GAMES)}. Any other is dealt with"),
    get("a stage of a deal", "/v1/games/holdem/deal?stage=flop", 422, "stage", "a sealed shoe (POST /v1/shoes/deal)"),
    get("a family of games", "/v1/games/Solitaire", 404, None, "GET /v1/games?family=patience lists the"),
    get("a deck by another name", "/v1/decks/french/shuffle", 404, None, f"Did you mean 'standard'? {KNOWN_DECKS}"),
    get("a family by another name", "/v1/games?family=solitaire", 422, "family", "Did you mean 'patience'?"),
    post("a game in a body", "/v1/shoes", {"game": "texas"}, 422, "game", "Did you mean 'holdem'?"),
    get("an unknown deck to shuffle", "/v1/decks/tarock/shuffle", 404, None, KNOWN_DECKS),
    get("an unknown deck to deal", "/v1/decks/uno/deal?hands=2&cards=5", 404, None, KNOWN_DECKS),
    get("a deck of broken UTF-8", "/v1/decks/%FF%ED%A0%80%00", 404, None, KNOWN_DECKS),
    post("an unknown deck in a POST", "/v1/decks/STANDARD/shuffle", {}, 404, None, "Did you mean 'standard'?"),
    get("an unknown algorithm", f"{INTEGERS}?max=6&algorithm=fisher-yates", 422, "algorithm", "mean 'fisher_yates'?"),
    post(
        "an unknown algorithm in a POST",
        SHUFFLE,
        {"algorithm": "bogosort"},
        422,
        "algorithm",
        "Must be one of: fisher_yates, ",
    ),
    get("an unknown algorithm to describe", "/v1/algorithms/rifle", 404, None, "Did you mean 'riffle'? Known: "),
    get("an unknown kind of problem", "/v1/problems/refusal", 404, None, "Known: "),
    get("an unknown path", "/v2/decks", 404, None, "Nothing is served at '/v2/decks'"),
    get("a path below a resource", "/v1/decks/standard/shuffle/twice", 404, None, "Nothing is served at"),
    # Integers, flags and texts are what JSON says they are
    *(
        get(f"{text[:9]!r} for an integer", f"{INTEGERS}?max={quote(text)}", 422, "max", "Must be an integer")
        for text in INVALID_INTEGERS_IN_A_QUERY
    ),
    *(
        post(f"{text} for an integer", INTEGERS, f'{{"max": {text}}}', 422, "max", "ust")
        for text in INVALID_INTEGERS_IN_JSON
    ),
    get("nothing after the name", f"{INTEGERS}?max", 422, "max", "Must be an integer"),
    get("an integer beyond 2^53", f"{INTEGERS}?max={2**53}", 422, "max", f"to {HUGE}"),
    get("an integer before -2^53", f"{INTEGERS}?min=-{2**53}&max=1", 422, "min", f"from -{HUGE}"),
    *(
        get(
            f"{text!r} for a flag",
            f"{INTEGERS}?max=6&replacement={text}",
            422,
            "replacement",
            "Must be true or false",
        )
        for text in INVALID_BOOLEANS_IN_A_QUERY
    ),
    *(
        post(f"{text} for a flag", INTEGERS, f'{{"max": 6, "replacement": {text}}}', 422, "replacement", "ust")
        for text in INVALID_BOOLEANS_IN_JSON
    ),
    *(
        post(f"{text} for items", ITEMS, f'{{"items": {text}}}', 422, "items", "Must be an array")
        for text in ("1", "null", '"abc"', "{}")
    ),
    post("an integer for a word", INTEGERS, {"max": 6, "algorithm": 1}, 422, "algorithm", "Must be one of"),
    post("a text for a list", SHUFFLE, {"exclude": "2S,3S"}, 422, "exclude", "in JSON an array"),
    post("a number in a list of texts", SHUFFLE, {"exclude": ["2S", 3]}, 422, "exclude", "Item 2"),
    # Seeds
    *(
        post(f"{text} for a seed", INTEGERS, f'{{"max": 6, "seed": {text}}}', 422, "seed", "ust")
        for text in INVALID_SEEDS_IN_JSON
    ),
    get("an empty seed", f"{INTEGERS}?max=6&seed=", 422, "seed", "1 to 256 characters"),
    get("a seed of 257 characters", f"{INTEGERS}?max=6&seed={'s' * 257}", 422, "seed", "1 to 256 characters"),
    post("a seed of 257 characters", INTEGERS, {"max": 6, "seed": "ß" * 257}, 422, "seed", "1 to 256 characters"),
    post("a seed of 1 MB", INTEGERS, {"max": 6, "seed": "s" * 1_000_000}, 422, "seed", "1 to 256 characters"),
    post("a seed beyond the body's limit", INTEGERS, {"max": 6, "seed": "s" * 2**20}, 413, None, "MAX_BODY_BYTES"),
    get("NUL in a seed", f"{INTEGERS}?max=6&seed=a%00b", 422, "seed", "without NUL"),
    post("NUL in a seed", INTEGERS, {"max": 6, "seed": "a\0b"}, 422, "seed", "without NUL"),
    get("an index without a seed", f"{INTEGERS}?max=6&index=1", 422, "index", "give a seed with it"),
    post("an index without a seed", ITEMS, {"items": [1], "index": 1}, 422, "index", "give a seed with it"),
    get("an index below 0", f"{INTEGERS}?max=6&seed=1&index=-1", 422, "index", "Must be an integer from 0"),
    # Texts that are not Unicode
    get("a query that is not UTF-8", f"{INTEGERS}?max=6&seed=%FF", 400, None, "not UTF-8"),
    get("a surrogate in a query", f"{INTEGERS}?max=6&seed=%ED%A0%80", 400, None, "not UTF-8"),
    get("a name that is not UTF-8", f"{INTEGERS}?max=6&%C3=1", 400, None, "not UTF-8"),
    post("an escaped surrogate", INTEGERS, f'{{"max": 6, "seed": "{SURROGATE}"}}', 400, None, "surrogate in string"),
    post("a surrogate as a name", INTEGERS, f'{{"max": 6, "{SURROGATE}": 1}}', 400, None, "surrogate in string"),
    post("a surrogate in an item", ITEMS, f'{{"items": ["a", "{SURROGATE}"]}}', 400, None, "surrogate in string"),
    post("a surrogate as a key", ITEMS, f'{{"items": [{{"{SURROGATE}": 1}}]}}', 400, None, "surrogate in string"),
    post("a surrogate in bytes", INTEGERS, b'{"max": 6, "seed": "\xed\xa0\x80"}', 400, None, "not UTF-8"),
    post("a surrogate in an item's bytes", ITEMS, b'{"items": ["\xed\xb0\x80"]}', 400, None, "not UTF-8"),
    post("UTF-16", INTEGERS, '{"max": 6}'.encode("utf-16"), 400, None, "not UTF-8"),
    # JSON that is broken, or that could not be written back as it came
    post("an empty body", INTEGERS, "", 400, None, "The body is empty"),
    post("half a body", INTEGERS, '{"max": 6', 400, None, "line 1 column 10"),
    post("a body and a half", INTEGERS, '{"max": 6} {', 400, None, "not JSON"),
    post("a byte order mark", INTEGERS, '\ufeff{"max": 6}', 400, None, "not JSON"),
    post("a form", INTEGERS, "max=6", 400, None, "not JSON"),
    *(
        post(f"{text} as the body", INTEGERS, text, 422, "body", "Must be a JSON object")
        for text in ("[]", '[{"max": 6}]', "null", "6", '"max"')
    ),
    post("a key given twice", INTEGERS, '{"max": 6, "max": 7}', 400, None, "has the key"),
    post("a key given twice in an item", ITEMS, '{"items": [{"a": 1, "a": 1}]}', 400, None, "twice"),
    *(
        post(f"{text} in JSON", ITEMS, f'{{"items": [{text}]}}', 400, None, f"{text} is not JSON")
        for text in ("NaN", "Infinity", "-Infinity")
    ),
    post("NaN for an integer", INTEGERS, '{"max": NaN}', 400, None, "NaN is not JSON"),
    post(
        "1e400",
        ITEMS,
        '{"items": [1e400]}',
        422,
        "items",
        "Must be an array of any JSON values. Of these, one has an integer beyond 64 bits",
    ),
    post("-1e400", INTEGERS, '{"max": -1e400}', 422, "max", "Must be an integer from"),
    post("an integer of 5,000 digits", INTEGERS, f'{{"max": {"9" * 5_000}}}', 422, "max", "Must be an integer from"),
    post(
        "a seed of 5,000 digits",
        INTEGERS,
        f'{{"max": 6, "seed": {"9" * 5_000}}}',
        422,
        "seed",
        "in JSON an integer of as many digits",
    ),
    post(
        "an item of 21 digits",
        ITEMS,
        f'{{"items": [{10**20}]}}',
        422,
        "items",
        "Must be an array of any JSON values. Of these, one has an integer beyond 64 bits",
    ),
    post(
        "an item beyond 64 bits",
        ITEMS,
        f'{{"items": [{2**64}]}}',
        422,
        "items",
        "Must be an array of any JSON values. Of these, one has an integer beyond 64 bits",
    ),
    *(
        post(
            f"{opening} {depth:,} deep",
            ITEMS,
            f'{{"items": [{opening * depth}1{closing * depth}]}}',
            400,
            None,
            "The body ",
        )
        for depth in (1_000, 100_000)
        for opening, closing in (("[", "]"), ('{"a":', "}"))
    ),
    post("lists that never end", INTEGERS, "[" * 100_000, 400, None, "nested too deeply"),
    # Where parameters stand
    *(
        post_as(content_type)
        for content_type in (
            *(None, "text/plain", "text/json", "application/xml", "application/x-www-form-urlencoded", "nonsense"),
            *("multipart/form-data; boundary=x", "application/vnd.api+json", "application/json-seq"),
            *("application/json; charset=latin-1", "application/json; charset=utf-16"),
        )
    ),
    Refusal(
        "a GET with a body", f"{INTEGERS}?max=6", 400, None, "send a body with POST", "GET", b"{}", "application/json"
    ),
    post("a POST with a query", f"{INTEGERS}?seed=42", {"max": 6}, 400, None, "not in the query"),
    *(disallowed(method, INTEGERS) for method in ("PUT", "PATCH", "DELETE")),
    disallowed("POST", "/v1/decks"),
    disallowed("GET", ITEMS),
    disallowed("DELETE", "/"),
    # Values that do not go together
    get("another algorithm's parameter", f"{INTEGERS}?max=6&key_bits=3", 422, "key_bits", "it belongs to sort_keys"),
    get(
        "another algorithm's parameter",
        f"{SHUFFLE}?algorithm=riffle&key_bits=8",
        422,
        "key_bits",
        "riffle does not take key_bits; it belongs to sort_keys",
    ),
    get("too many passes", f"{INTEGERS}?max=6&algorithm=riffle&passes=1001", 422, "passes", "from 1 to 1000"),
    get("an unknown variant", f"{INTEGERS}?max=6&algorithm=faro&variant=on", 422, "variant", "one of: out, in"),
    get("faro of an odd number", f"{INTEGERS}?max=7&algorithm=faro", 422, "algorithm", "even number"),
    get("min above max", f"{INTEGERS}?min=7&max=6", 422, "min", "min (1 by default) is 7 and max is 6"),
    get("a range that ends below 1", f"{INTEGERS}?max=0", 422, "min", "min (1 by default) is 1 and max is 0"),
    get("more integers than there are", f"{INTEGERS}?max=6&count=7", 422, "count", "only 6"),
    get("more cards than there are", f"{SHUFFLE}?count=53", 422, "count", "A count of 53 is more than there are: 52."),
    post(
        "more items than there are",
        ITEMS,
        {"items": [1], "count": 2},
        422,
        "count",
        "A count of 2 is more than there are: 1.",
    ),
    get("no integers", f"{INTEGERS}?max=6&count=0", 422, "count", "Must be an integer from 1"),
    post("no items wanted", ITEMS, {"items": [1], "count": 0}, 422, "count", "Must be an integer from 1"),
    get("too many integers", f"{INTEGERS}?max={HUGE}", 422, "count", "the limit here is 1,000,000"),
    get("too many dice", f"{INTEGERS}?max=6&count=1000001&replacement=true", 422, "count", "1,000,001 items"),
    get("too many draws", f"{INTEGERS}?max=1000000&algorithm=overhand", 422, "algorithm", "MAX_DRAWS"),
    *(
        get(
            f"{shuffle.name} of a huge range",
            f"{INTEGERS}?max={HUGE}&count=5&algorithm={shuffle.name}",
            422,
            "algorithm",
            f"{shuffle.name} needs the whole range",
        )
        for shuffle in SHUFFLES.values()
        if not shuffle.sparse
    ),
    get(
        "an algorithm with replacement",
        f"{INTEGERS}?max=6&replacement=true&algorithm=riffle",
        422,
        "algorithm",
        "algorithm does not apply",
    ),
    get("passes with replacement", f"{INTEGERS}?max=6&replacement=true&passes=2", 422, "passes", "does not apply"),
    # Decks
    get("101 packs", f"{STANDARD}?decks=101", 422, "decks", "from 1 to 100"),
    get("0 packs", f"{SHUFFLE}?decks=0", 422, "decks", "from 1 to 100"),
    get("5 jokers", f"{SHUFFLE}?jokers=5", 422, "jokers", "from 0 to 4"),
    get("a suit order with a suit twice", f"{STANDARD}?suit_order=SSDC", 422, "suit_order", "Must be one of"),
    get("a suit order in small letters", f"{STANDARD}?suit_order=cdhs", 422, "suit_order", "Must be one of"),
    get("an unknown notation", f"{SHUFFLE}?notation=emoji", 422, "notation", "code, unicode, name"),
    get("a misspelt notation", f"{SHUFFLE}?notation=unicod", 422, "notation", "name. Did you mean 'unicode'?"),
    post("a misspelt notation", SHUFFLE, {"notation": "unicod"}, 422, "notation", "name. Did you mean 'unicode'?"),
    get(
        "jokers in Mah-Jong",
        f"{MAHJONG}?jokers=1",
        422,
        "jokers",
        "mahjong deck does not take jokers; it belongs to standard, piquet, euchre, hwatu.",
    ),
    get("jokers in pinochle", "/v1/decks/pinochle?jokers=1", 422, "jokers", "pinochle deck does not take jokers"),
    get(
        "red fives in Mah-Jong",
        f"{MAHJONG}?red_fives=1",
        422,
        "red_fives",
        "mahjong deck does not take red_fives; it belongs to riichi.",
    ),
    get("5 red fives", "/v1/decks/riichi?red_fives=5", 422, "red_fives", "from 0 to 4"),
    get("pips on cards", f"{SHUFFLE}?highest=9", 422, "highest", "standard deck does not take highest"),
    get("dominoes to double seven", "/v1/decks/dominoes?highest=7", 422, "highest", "one of 6, 9, 12, 15, 18"),
    post("dominoes in a text", "/v1/decks/dominoes/shuffle", {"highest": "9"}, 422, "highest", "without quotes"),
    get(
        "characters for balls",
        "/v1/decks/keno/shuffle?notation=unicode",
        422,
        "notation",
        "no character for 1 of the keno deck",
    ),
    get(
        "characters for red fives, dealt",
        "/v1/decks/riichi/deal?hands=4&cards=13&red_fives=3&notation=unicode",
        422,
        "notation",
        "no character for 0m of the riichi deck",
    ),
    get("suits in Mah-Jong", f"{MAHJONG}/shuffle?suit_order=CDHS", 422, "suit_order", "does not take suit_order"),
    get("retro names in Mah-Jong", f"{MAHJONG}?name_style=retro", 422, "name_style", "no retro names"),
    get(
        "retro names in Mah-Jong",
        f"{MAHJONG}/shuffle?notation=name&name_style=retro",
        422,
        "name_style",
        "no retro names",
    ),
    get(
        "a style of names for codes",
        f"{SHUFFLE}?name_style=retro",
        422,
        "name_style",
        "goes with notation=name, and notation is code",
    ),
    get("an unknown card excluded", f"{STANDARD}?exclude=2S,1X", 422, "exclude", "no card, suit or rank '1X'"),
    get(
        "a card misspelt", f"{STANDARD}?exclude=quen+of+spades", 422, "exclude", "Did you mean 'QS' (Queen of Spades)?"
    ),
    get("a joker excluded where there is none", f"{STANDARD}?exclude=X1", 422, "exclude", "no card, suit or rank 'X1'"),
    get("a card excluded twice", f"{STANDARD}?exclude=TS,10s", 422, "exclude", "TS is listed twice"),
    get("every card excluded", f"{STANDARD}?exclude={EVERY_CARD}", 422, "exclude", "takes out every card"),
    get("a card of no letters excluded", f"{STANDARD}?exclude=2S,", 422, "exclude", "Item 2"),
    get("a card excluded by two parameters", f"{STANDARD}?exclude=2S&exclude=2s", 422, "exclude", "2S is listed twice"),
    post("a card of no letters excluded", SHUFFLE, {"exclude": [""]}, 422, "exclude", "Item 1"),
    get(
        "cards that stay and cards that do not", f"{STANDARD}?exclude=2S&only=AS", 422, "only", "leave one of them out"
    ),
    get("too few cards for a game", "/v1/games/holdem/deal?only=aces", 422, "only", "but there are 4: 16 too few"),
    get("a game of all cards with some", "/v1/games/bridge/deal?only=hearts", 422, "only", "bridge does not take only"),
    post("a text excluded", SHUFFLE, {"exclude": "2S"}, 422, "exclude", "Must be 0 to 200 items"),
    # Deals
    get(
        "too few cards",
        f"{DEAL}?hands=4&cards=13&burn=1",
        422,
        "cards",
        "4 × 13 cards and 1 burned make 53, but there are 52: 1 too few.",
    ),
    get(
        "too few cards for the packets",
        f"{DEAL}?hands=11&packets=3,2",
        422,
        "packets",
        "11 × 5 cards and 0 burned make 55, but there are 52: 3 too few.",
    ),
    get(
        "packets that disagree with cards",
        f"{DEAL}?hands=4&packets=3,2&cards=6",
        422,
        "packets",
        "Packets of 3, 2 make 5 cards a hand, not 6.",
    ),
    get("a deal of no cards", f"{DEAL}?hands=4", 422, "cards", "with cards or with packets"),
    get("a deal to nobody", f"{DEAL}?hands=0&cards=5", 422, "hands", "Must be an integer from 1"),
    get("a packet of none", f"{DEAL}?hands=2&packets=3,0", 422, "packets", "Item 2"),
    get("a packet missing", f"{DEAL}?hands=2&packets=3,,2", 422, "packets", "Item 2"),
    post("packets in a text", DEAL, {"hands": 2, "packets": "3,2"}, 422, "packets", "an array"),
    get("fewer burned than none", f"{DEAL}?hands=2&cards=2&burn=-1", 422, "burn", "from 0"),
    # Hands
    disallowed("GET", RANK),
    post("hands of no game", RANK, {"hands": [["AS"]]}, 422, "game", "This is required. Must be one of: poker, "),
    post("hands of a game by another name", RANK, {"game": "texas", "hands": [["AS"]]}, 422, "game", "'holdem'?"),
    post("hands of an unknown game", RANK, {"game": "blackjak", "hands": [["AS"]]}, 422, "game", "'blackjack'?"),
    post("no hands", RANK, {"game": "blackjack"}, 422, "hands", "This request has neither"),
    post("no hands at all", RANK, {"game": "blackjack", "hands": []}, 422, "hands", "This request has neither"),
    post(
        "a hand in a text", RANK, {"game": "blackjack", "hands": [["AS"], "AS,KS"]}, 422, "hands", "Item 2: Must be 1"
    ),
    post("an empty hand", RANK, {"game": "blackjack", "hands": [["AS"], []]}, 422, "hands", "Item 2: Must be 1 to 21"),
    post(
        "a number for a card", RANK, {"game": "blackjack", "hands": [["AS", 5]]}, 422, "hands", "Item 1, item 2: Must"
    ),
    post(
        "what is no card",
        RANK,
        {"game": "blackjack", "hands": [["AS"], ["AS", "1X"]]},
        422,
        "hands",
        "Hand 2, card 2: There is no card '1X'",
    ),
    post("a joker", RANK, {"game": "blackjack", "hands": [["X1"]]}, 422, "hands", "There is no card 'X1'"),
    post(
        "a board in blackjack",
        RANK,
        {"game": "blackjack", "hands": [["AS"]], "board": ["2S", "3S", "4S"]},
        422,
        "board",
        "blackjack does not take board; it belongs to poker, pineapple, omaha, omaha_hi_lo, short_deck, short_deck_tr",
    ),
    post("a board of two", RANK, {"game": "omaha", "hands": [["AS"]], "board": ["2S", "3S"]}, 422, "board", "3 to 5"),
    post(
        "a starter in poker",
        RANK,
        {"game": "poker", "hands": [["AS"]], "starter": "2S"},
        422,
        "starter",
        "it belongs to cribbage",
    ),
    post("no starter", RANK, {"game": "cribbage", "hands": [["AS"]]}, 422, "starter", "required for cribbage"),
    post("6 coins", RANK, {"game": "jacks_or_better", "hands": [["AS"]], "coins": 6}, 422, "coins", "from 1 to 5"),
    post(
        "a crib in a text", RANK, {"game": "cribbage", "hands": [["AS"]], "crib": "yes"}, 422, "crib", "true or false"
    ),
    post("three sides", RANK, {"game": "baccarat", "hands": [["AS", "2S"]] * 3}, 422, "hands", "takes 2 hands, not 3"),
    post(
        "a hand of six in video poker",
        RANK,
        {"game": "jacks_or_better", "hands": [["AS", "2S", "3S", "4S", "5S", "6S"]]},
        422,
        "hands",
        "A hand of jacks_or_better has 5 cards; hand 1 has 6.",
    ),
    post(
        "a card in two hands",
        RANK,
        {"game": "poker", "hands": [["AS", "KS"], ["QS", "as"]], "board": ["2S", "3S", "4S"]},
        422,
        "hands",
        "The card AS is in hand 1 and in hand 2; one deal has one pack. If these are separate deals, set independent",
    ),
)


def assert_refused(client: FlaskClient, refusal: Refusal) -> None:
    """Send the request and check that it gets its problem."""
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
    problem = get_problem(client.post("/v1/shoes", json={"game": "texas"}))
    assert problem["detail"] == f"game: Must be one of the {len(GAMES)} names in errors. Did you mean 'holdem'?"
    assert all(f" {name}," in problem["errors"]["game"][0] for name in list(GAMES)[1:-1])


def test_all_errors_are_listed_at_once(client: FlaskClient) -> None:
    problem = get_problem(client.get(f"{INTEGERS}?max=six&count=0&sede=42"))
    assert problem["errors"].keys() == {"max", "count", "sede"}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param(INTEGERS, {"max": 6, "s" * 1_000_000: 1}, id="a name of 1 MB"),
        pytest.param(INTEGERS, {f"sede{i}": i for i in range(5_000)}, id="5,000 unknown names"),
        pytest.param(DEAL, {"hands": 2, "packets": ["x"] * 50_000}, id="50,000 wrong packets"),
        pytest.param(SHUFFLE, {"exclude": [""] * 50_000}, id="50,000 wrong codes"),
        pytest.param(RANK, {"game": "poker", "hands": [[""] * 21] * 1_000}, id="21,000 wrong cards"),
    ],
)
def test_a_problem_is_short_however_many_errors_there_are(client: FlaskClient, path: str, body: dict[str, Any]) -> None:
    response = client.post(path, json=body)
    assert response.status_code == 422
    assert len(response.data) < MAX_PROBLEM


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        (INTEGERS, {"GET", "HEAD", "POST", "OPTIONS"}),
        ("/v1/decks", {"GET", "HEAD", "OPTIONS"}),
        (ITEMS, {"POST", "OPTIONS"}),
    ],
)
def test_a_405_lists_the_allowed_methods(client: FlaskClient, path: str, allowed: set[str]) -> None:
    response = client.delete(path)
    assert set(response.allow) == allowed
    detail = f"DELETE is not possible here; {', '.join(sorted(allowed))} are."
    assert response.get_json()["detail"] == detail


@pytest.fixture(scope="module")
def seedless_client() -> FlaskClient:
    """Return a client of a service that accepts no seeds."""
    return create_app(Settings(allow_seeds=False)).test_client()


SEEDED_REQUESTS = (
    get("integers", f"{INTEGERS}?max=6&seed=42", 403, None, "ALLOW_SEEDS is off"),
    get("a shuffle", f"{SHUFFLE}?seed=42&index=1", 403, None, "ALLOW_SEEDS is off"),
    get("a deal", f"{DEAL}?hands=2&cards=5&seed=42", 403, None, "ALLOW_SEEDS is off"),
    post("integers", INTEGERS, {"max": 6, "seed": 42}, 403, None, "ALLOW_SEEDS is off"),
    post("a shuffle", SHUFFLE, {"seed": "42"}, 403, None, "ALLOW_SEEDS is off"),
    post("a deal", DEAL, {"hands": 2, "cards": 5, "seed": "42"}, 403, None, "ALLOW_SEEDS is off"),
    post("items", ITEMS, {"items": [1, 2], "seed": "42"}, 403, None, "ALLOW_SEEDS is off"),
)


@for_each("refusal", SEEDED_REQUESTS, ids=str)
def test_a_service_without_seeds_refuses_them(seedless_client: FlaskClient, refusal: Refusal) -> None:
    assert_refused(seedless_client, refusal)


def test_a_service_without_seeds_still_shuffles(seedless_client: FlaskClient) -> None:
    assert seedless_client.get(SHUFFLE).status_code == 200


EXCEEDED_LIMITS = (
    get("integers in a response", f"{INTEGERS}?max=4", 422, "count", "MAX_ITEMS"),
    get("dice", f"{INTEGERS}?max=6&count=4&replacement=true", 422, "count", "MAX_ITEMS"),
    get("cards in a response", f"{SHUFFLE}?count=4", 422, "count", "MAX_ITEMS"),
    post("items", ITEMS, {"items": [1, 2, 3, 4]}, 422, "count", "MAX_ITEMS"),
    get("integers in memory", f"{INTEGERS}?max=6&count=1&algorithm=sattolo", 422, "algorithm", "MAX_SHUFFLED"),
    get("draws", f"{INTEGERS}?max=3&algorithm=riffle&passes=4", 422, "algorithm", "MAX_DRAWS"),
    post("bytes in a body", INTEGERS, b'{"max": 3}'.ljust(101), 413, None, "MAX_BODY_BYTES"),
)


@pytest.fixture(scope="module")
def limited_client() -> FlaskClient:
    """Return a client of a service with low limits."""
    return create_app(Settings(max_items=3, max_shuffled=5, max_draws=10, max_body_bytes=100)).test_client()


@for_each("refusal", EXCEEDED_LIMITS, ids=str)
def test_a_limit_that_is_exceeded_is_named(limited_client: FlaskClient, refusal: Refusal) -> None:
    assert_refused(limited_client, refusal)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(f"{INTEGERS}?max=6&count=3", id="integers in a response"),
        pytest.param(f"{INTEGERS}?max=5&count=3&algorithm=sattolo", id="integers in memory"),
        pytest.param(f"{INTEGERS}?max=5&count=3&algorithm=riffle&passes=2", id="draws"),
    ],
)
def test_a_limit_may_be_reached_exactly(limited_client: FlaskClient, path: str) -> None:
    assert limited_client.get(path).status_code == 200


def test_a_body_as_long_as_the_limit_is_read(limited_client: FlaskClient) -> None:
    assert (
        limited_client.post(INTEGERS, data=b'{"max": 3}'.ljust(100), content_type="application/json").status_code == 200
    )
