"""Requests that are refused, and their problems: each is a row of a file in tests/api/refusals, or of `REFUSALS`.

A group of rows names the path or paths of its requests by `get` or `post`. It may have a `status` other than 422, a
`body` that the requests share, and a `client` other than the one with the default settings. A row has what a request
adds to the path or to the body (a text is the whole body), the field that is refused, and its sentence, in which … is
any text.
"""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.resources.shoes import EXAMPLES
from service.app import create_app
from service.core.games.catalogue import GAMES
from service.core.shuffles.registry import SHUFFLES
from service.settings import Settings
from tests.api.resources.test_arrangements import CLASS
from tests.api.resources.test_item_conditions import CARDS
from tests.api.resources.test_orders import FIRST_DEAL
from tests.api.spec import check_response
from tests.tables import for_each

INTEGERS = "/v1/integers"
ITEMS = "/v1/items/shuffle"
SHUFFLE = "/v1/decks/standard/shuffle"
DEAL = "/v1/decks/standard/deal"
RANK = "/v1/hands/rank"
HUGE = 2**53 - 1
MAX_PROBLEM = 5_000  # bytes: a problem is for people to read
INTERNALS = re.compile(r"Traceback|\.py\b|site-packages|werkzeug|marshmallow|orjson|<class|object at 0x", re.IGNORECASE)
FOLDER = Path(__file__).parent.parent / "refusals"
NAMED = {"$OPENED": EXAMPLES["OPENED"], "$FIRST_DEAL": FIRST_DEAL, "$PUPILS": CLASS, "$SPELLS": CARDS}
"""Values of members that files name."""


class Refusal(NamedTuple):
    """A request, its status, the field that `errors` must name, and its sentence, or the detail without a field.

    In the sentence … is any text. `client` is the fixture that sends the request.
    """

    path: str
    status: int
    field: str | None
    sentence: str
    method: str = "GET"
    body: bytes | None = None
    content_type: str | None = None
    client: str = "client"

    def __str__(self) -> str:
        return f"{self.method} {self.path} {(self.body or b'')[:60]!r} {self.content_type}"[:150]

    def send(self, client: FlaskClient) -> TestResponse:
        return client.open(self.path, method=self.method, data=self.body, content_type=self.content_type)


def get(path: str, field: str | None, words: str, status: int = 422) -> Refusal:
    return Refusal(path, status, field, f"…{words}…")


def post(path: str, body: object, field: str | None, words: str, status: int = 422) -> Refusal:
    """Return a refused POST of a JSON text, or of a value as JSON."""
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    data = text.encode() if isinstance(text, str) else text
    return Refusal(path, status, field, f"…{words}…", "POST", data, "application/json")


def post_as(content_type: str | None) -> Refusal:
    """Return a refused POST of a valid body with an invalid content type."""
    return Refusal(INTEGERS, 415, None, "…application/json…", "POST", b'{"max": 6}', content_type)


def disallowed(method: str, path: str) -> Refusal:
    return Refusal(path, 405, None, f"…{method} is not possible…", method)


def read_refusals() -> Iterator[Refusal]:
    """Yield the refusals of the files."""
    for file in sorted(FOLDER.glob("*.yaml")):
        for group in yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader):
            named = group.get("post") or group["get"]
            paths = [named] if isinstance(named, str) else named
            for path, (request, field, sentence) in product(paths, group["refused"]):
                if "get" in group:
                    refusal = get(f"{path}{request}", field, "")
                else:
                    refusal = post(path, fill_body(path, group.get("body", {}), request), field, "")
                status, client = group.get("status", 422), group.get("client", "client")
                yield refusal._replace(sentence=sentence, status=status, client=client)


def fill_body(path: str, shared: dict[str, Any], request: str | dict[str, Any]) -> str | dict[str, Any]:
    """Return the body of a request with the values that it names, and with repeats for a batch; a text as it is."""
    if isinstance(request, str):
        return request
    body = shared | request | ({"repeats": 2} if path.endswith("/batch") else {})
    return {name: NAMED.get(value, value) if isinstance(value, str) else value for name, value in body.items()}


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
BEYOND_64_BITS = "Must be an array of any JSON values. Of these, one has an integer beyond 64 bits"
SURROGATE = "\\ud800"  # as JSON escapes it
EVERY_CARD = ",".join(rank + suit for suit in "SHDC" for rank in "A23456789TJQK")

REFUSALS = (
    *read_refusals(),
    # Integers, flags and texts are what JSON says they are
    *(get(f"{INTEGERS}?max={quote(text)}", "max", "Must be an integer") for text in INVALID_INTEGERS_IN_A_QUERY),
    *(post(INTEGERS, f'{{"max": {text}}}', "max", "ust") for text in INVALID_INTEGERS_IN_JSON),
    *(
        get(f"{INTEGERS}?max=6&replacement={text}", "replacement", "Must be true or false")
        for text in INVALID_BOOLEANS_IN_A_QUERY
    ),
    *(
        post(INTEGERS, f'{{"max": 6, "replacement": {text}}}', "replacement", "ust")
        for text in INVALID_BOOLEANS_IN_JSON
    ),
    *(post(ITEMS, f'{{"items": {text}}}', "items", "Must be an array") for text in ("1", "null", '"abc"', "{}")),
    # Seeds
    *(
        post(INTEGERS, f'{{"max": 6, "seed": {text}}}', "seed", "text of 1 to 256 characters")
        for text in INVALID_SEEDS_IN_JSON
    ),
    get(f"{INTEGERS}?max=6&seed={'s' * 257}", "seed", "1 to 256 characters"),
    post(INTEGERS, {"max": 6, "seed": "ß" * 257}, "seed", "1 to 256 characters"),
    post(INTEGERS, {"max": 6, "seed": "s" * 1_000_000}, "seed", "1 to 256 characters"),
    post(INTEGERS, {"max": 6, "seed": "s" * 2**20}, None, "MAX_BODY_BYTES", status=413),
    # Texts that are not Unicode
    post(INTEGERS, b'{"max": 6, "seed": "\xed\xa0\x80"}', None, "not UTF-8", status=400),
    post(ITEMS, b'{"items": ["\xed\xb0\x80"]}', None, "not UTF-8", status=400),
    post(INTEGERS, '{"max": 6}'.encode("utf-16"), None, "not UTF-8", status=400),
    # JSON that is broken, or that could not be written back as it came
    post(INTEGERS, '\ufeff{"max": 6}', None, "not JSON", status=400),
    *(post(INTEGERS, text, "body", "Must be a JSON object") for text in ("[]", '[{"max": 6}]', "null", "6", '"max"')),
    *(
        post(ITEMS, f'{{"items": [{text}]}}', None, f"{text} is not JSON", status=400)
        for text in ("NaN", "Infinity", "-Infinity")
    ),
    *(post(ITEMS, f'{{"items": [{number}]}}', "items", BEYOND_64_BITS) for number in ("1e400", 10**20, 2**64)),
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
    Refusal(f"{INTEGERS}?max=6", 400, None, "…send a body with POST…", "GET", b"{}", "application/json"),
    post(f"{INTEGERS}?seed=42", {"max": 6}, None, "not in the query", status=400),
    *(disallowed(method, INTEGERS) for method in ("PUT", "PATCH", "DELETE")),
    disallowed("POST", "/v1/decks"),
    disallowed("GET", ITEMS),
    disallowed("DELETE", "/"),
    # Values that do not go together
    *(
        get(
            f"{INTEGERS}?max={HUGE}&count=5&algorithm={shuffle.name}",
            "algorithm",
            f"{shuffle.name} needs the whole range",
        )
        for shuffle in SHUFFLES.values()
        if not shuffle.sparse
    ),
    # Decks
    get(f"/v1/decks/standard?exclude={EVERY_CARD}", "exclude", "takes out every card"),
    # Hands
    disallowed("GET", RANK),
)
"""Those of the files, and those with texts that no file holds: long, not Unicode, or of a table of values."""


def assert_refused(client: FlaskClient, refusal: Refusal) -> None:
    response = check_response(refusal.send(client))
    problem = get_problem(response)
    assert response.status_code == refusal.status, problem["detail"]
    errors: dict[str, list[str]] = problem.get("errors", {})
    assert list(errors) == ([] if refusal.field is None else [refusal.field])
    text = problem["detail"] if refusal.field is None else " ".join(errors[refusal.field])
    assert re.fullmatch(".*".join(map(re.escape, refusal.sentence.split("…"))), text, re.DOTALL), text
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
def test_an_invalid_request_is_refused_with_a_reason(request: pytest.FixtureRequest, refusal: Refusal) -> None:
    assert_refused(request.getfixturevalue(refusal.client), refusal)


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
