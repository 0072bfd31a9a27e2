"""Requests that are refused, and their problems: each is a row of a file in the folder refusals, or of `REFUSALS`.

A group of rows names the path or paths of its requests by `get` or `post`. It may have a `status` other than 422, a
`body` that the requests share, the media types that they `accept`, and a `client` other than the one with the default
settings. A row has what a request adds to the path, to the body or to the named `part` of the body (a text is the whole
body), the field that is refused, and its sentence, in which … is any text.
"""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.shuffle import PartialShuffle
from service.games.catalogue import GAMES
from service.sealed.endpoint.shoes import EXAMPLES
from service.settings import Settings
from tests.http.spec import check_response, example_requests
from tests.lists.test_arrangements import CLASS
from tests.lists.test_item_conditions import CARDS
from tests.orders.test_orders import FIRST_DEAL
from tests.tables import for_each
from tools.openapi.examples import DEMONSTRATION

INTEGERS = "/v1/integers"
ITEMS = "/v1/items/shuffle"
SHUFFLE = "/v1/decks/standard/shuffle"
DEAL = "/v1/decks/standard/deal"
RANK = "/v1/hands/rank"
HUGE = 2**53 - 1
MEMBERS = {"type", "title", "status", "detail", "request_id"}
MAX_PROBLEM = 5_000  # bytes: a problem is for people to read
INTERNALS = re.compile(
    r"Traceback|\.py\b|site-packages|werkzeug|marshmallow|orjson|<class|object at 0x",
    re.IGNORECASE,
)
FOLDER = Path(__file__).parent / "refusals"
NAMED = {
    "$KID": DEMONSTRATION.kid,
    "$OPENED": EXAMPLES["OPENED"],
    "$FIRST_DEAL": FIRST_DEAL,
    "$PUPILS": CLASS,
    "$SPELLS": CARDS,
}
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
    accept: str | None = None

    def __str__(self) -> str:
        body = (self.body or b"")[:60]
        text = f"{self.method} {self.path} {body!r} {self.content_type}"
        return text[:150]

    def send(self, client: FlaskClient) -> TestResponse:
        headers = {"Accept": self.accept} if self.accept else {}
        return client.open(
            self.path,
            method=self.method,
            data=self.body,
            content_type=self.content_type,
            headers=headers,
        )


def get(path: str, field: str | None, words: str, status: int = 422) -> Refusal:
    return Refusal(path, status, field, f"…{words}…")


def post(
    path: str, body: object, field: str | None, words: str, status: int = 422
) -> Refusal:
    """Return a refused POST of a JSON text, or of a value as JSON."""
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    data = text.encode() if isinstance(text, str) else text
    return Refusal(path, status, field, f"…{words}…", "POST", data, "application/json")


def post_as(content_type: str | None) -> Refusal:
    """Return a refused POST of JSON that says another media type."""
    refusal = post(INTEGERS, {"max": 6}, None, "application/json", status=415)
    return refusal._replace(content_type=content_type)


def disallowed(method: str, path: str) -> Refusal:
    return Refusal(path, 405, None, f"…{method} is not possible…", method)


def read_refusals() -> Iterator[Refusal]:
    """Yield the refusals of the files."""
    for file in sorted(FOLDER.glob("*.yaml")):
        for group in yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader):
            yield from read_group(group)


def read_group(group: dict[str, Any]) -> Iterator[Refusal]:
    """Yield the refusals of a group of rows: each row for each path and each media type."""
    named = group.get("post") or group["get"]
    paths = [named] if isinstance(named, str) else named
    accepted = group.get("accept", [None])
    for path, accept, row in product(paths, accepted, group["refused"]):
        request, field, sentence = row
        if "get" in group:
            refusal = get(f"{path}{request}", field, "")
        else:
            refusal = post(path, fill_body(path, group, request), field, "")
        yield refusal._replace(
            sentence=sentence,
            status=group.get("status", 422),
            client=group.get("client", "client"),
            accept=accept,
        )


def fill_body(
    path: str, group: dict[str, Any], request: str | dict[str, Any]
) -> str | dict[str, Any]:
    """Return the body of a request with the values that it names, and with repeats for a batch; a text as it is."""
    if isinstance(request, str):
        return request
    shared = group.get("body", {})
    if "part" in group:
        part = group["part"]
        request = {part: shared[part] | request}
    body = shared | request
    if path.endswith("/batch"):
        body = {"repeats": 2} | body
    return {name: fill_value(value) for name, value in body.items()}


def fill_value(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: fill_value(member) for name, member in value.items()}
    return NAMED.get(value, value) if isinstance(value, str) else value


CONTENT_TYPES = (
    None,
    "text/plain",
    "text/json",
    "application/xml",
    "application/x-www-form-urlencoded",
    "nonsense",
    "multipart/form-data; boundary=x",
    "application/vnd.api+json",
    "application/json-seq",
    "application/json; charset=latin-1",
    "application/json; charset=utf-16",
)
EVERY_CARD = ",".join(rank + suit for suit in "SHDC" for rank in "A23456789TJQK")
DIGITS = "9" * 5_000
SURROGATE = b'{"max": 6, "seed": "\xed\xa0\x80"}'
IN_UTF_16 = '{"max": 6}'.encode("utf-16")
GET_WITH_BODY = post(f"{INTEGERS}?max=6", {}, None, "send a body with POST", status=400)


def nest(opening: str, closing: str, depth: int) -> Refusal:
    """Return a refused POST of an item within arrays or objects of that depth."""
    item = f"{opening * depth}1{closing * depth}"
    return post(ITEMS, f'{{"items": [{item}]}}', None, "The body ", status=400)


LONG_VALUES = [
    get(f"{INTEGERS}?max={DIGITS}", "max", "Must be an integer"),
    get(f"{INTEGERS}?max=-{DIGITS}", "max", "Must be an integer"),
    post(INTEGERS, f'{{"max": {DIGITS}}}', "max", "Must be an integer from"),
    post(
        INTEGERS,
        f'{{"max": 6, "seed": {DIGITS}}}',
        "seed",
        "in JSON an integer of as many digits",
    ),
    get(f"{INTEGERS}?max=6&seed={'s' * 257}", "seed", "1 to 256 characters"),
    post(INTEGERS, {"max": 6, "seed": "ß" * 257}, "seed", "1 to 256 char"),
    post(INTEGERS, {"max": 6, "seed": "s" * 1_000_000}, "seed", "1 to 256 char"),
    post(INTEGERS, {"max": 6, "seed": "s" * 2**20}, None, "MAX_BODY_BYTES", status=413),
    nest("[", "]", 1_000),
    nest('{"a":', "}", 1_000),
    nest("[", "]", 100_000),
    nest('{"a":', "}", 100_000),
    post(INTEGERS, "[" * 100_000, None, "nested too deeply", status=400),
    get(f"/v1/decks/standard?exclude={EVERY_CARD}", "exclude", "takes out every card"),
]

NO_UTF_8 = [
    post(INTEGERS, SURROGATE, None, "not UTF-8", status=400),
    post(ITEMS, b'{"items": ["\xed\xb0\x80"]}', None, "not UTF-8", status=400),
    post(INTEGERS, IN_UTF_16, None, "not UTF-8", status=400),
    post(INTEGERS, '\ufeff{"max": 6}', None, "not JSON", status=400),
]
"""Texts that are not in UTF-8, or have a mark before it."""

MISPLACED = [
    GET_WITH_BODY._replace(method="GET"),
    post(f"{INTEGERS}?seed=42", {"max": 6}, None, "not in the query", status=400),
    disallowed("PUT", INTEGERS),
    disallowed("PATCH", INTEGERS),
    disallowed("DELETE", INTEGERS),
    disallowed("GET", ITEMS),
    disallowed("GET", RANK),
    disallowed("POST", "/v1/decks"),
    disallowed("DELETE", "/"),
]
"""Parameters where none are read, and methods that a path does not have."""


def list_dense_shuffles() -> Iterator[Refusal]:
    """Yield a refused draw of a few integers of a huge range by each shuffle that needs the whole range."""
    for name, shuffle in SHUFFLES.items():
        if not isinstance(shuffle, PartialShuffle):
            path = f"{INTEGERS}?max={HUGE}&count=5&algorithm={name}"
            yield get(path, "algorithm", f"{name} needs the whole range")


REFUSALS = [
    *read_refusals(),
    *LONG_VALUES,
    *NO_UTF_8,
    *map(post_as, CONTENT_TYPES),
    *MISPLACED,
    *list_dense_shuffles(),
]
"""Those of the files, and those with texts that no file holds well."""


def assert_refused(client: FlaskClient, refusal: Refusal) -> None:
    response = check_response(refusal.send(client))
    problem = get_problem(response)
    assert response.status_code == refusal.status, problem["detail"]
    errors: dict[str, list[str]] = problem.get("errors", {})
    if refusal.field is None:
        assert errors == {}
        text = problem["detail"]
    else:
        assert errors.keys() == {refusal.field}
        text = " ".join(errors[refusal.field])
    parts = map(re.escape, refusal.sentence.split("…"))
    assert re.fullmatch(".*".join(parts), text, re.DOTALL), text
    assert ("Allow" in response.headers) == (refusal.status == 405)


def get_problem(response: TestResponse) -> dict[str, Any]:
    """Return the problem in a response after checking what every problem has."""
    assert response.mimetype == "application/problem+json", response.text
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers
    assert not INTERNALS.search(response.text)
    problem: dict[str, Any] = response.get_json()
    assert problem.keys() - {"errors", "reasons"} == MEMBERS
    assert problem["status"] == response.status_code
    check_reasons(problem)
    return problem


def check_reasons(problem: dict[str, Any]) -> None:
    """Check that there is a reason for each sentence of a field, with the range of the sentence."""
    for field, reasons in problem.get("reasons", {}).items():
        sentences = problem["errors"][field]
        for sentence, reason in zip(sentences, reasons, strict=True):
            if reason["code"] in {"integer_range", "text_length"}:
                digits = sentence.replace(",", "")
                assert f"{reason['least']} to {reason['most']}" in digits


@for_each("refusal", REFUSALS, ids=str)
def test_an_invalid_request_is_refused_with_a_reason(
    request: pytest.FixtureRequest, refusal: Refusal
) -> None:
    assert_refused(request.getfixturevalue(refusal.client), refusal)


def test_a_compressed_body_is_refused(client: FlaskClient) -> None:
    headers = {"Content-Encoding": "gzip"}
    response = client.post(INTEGERS, json={"max": 6}, headers=headers)
    assert get_problem(response)["status"] == 415


def test_the_names_of_all_games_are_listed_once(client: FlaskClient) -> None:
    problem = get_problem(client.post("/v1/shoes", json={"game": "holdemm"}))
    names = f"one of the {len(GAMES)} names in errors"
    assert problem["detail"] == f"game: Must be {names}. Did you mean 'holdem'?"
    sentence, *_ = problem["errors"]["game"]
    _, *inner, _ = GAMES
    for name in inner:
        assert f" {name}," in sentence


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
def test_a_problem_is_short_however_many_errors_there_are(
    client: FlaskClient, path: str, body: dict[str, Any]
) -> None:
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
def test_a_405_lists_the_allowed_methods(
    client: FlaskClient, path: str, methods: list[str]
) -> None:
    response = client.delete(path)
    assert sorted(response.allow) == methods
    detail, _, body = response.get_json()["detail"].partition(
        " POST takes application/json, such as "
    )
    assert detail == f"DELETE is not possible here; {', '.join(methods)} are."
    assert bool(body) == ("POST" in methods)


@for_each("path", example_requests("POST"))
def test_a_405_shows_a_body_that_the_path_takes(client: FlaskClient, path: str) -> None:
    detail = client.delete(path).get_json()["detail"]
    _, _, body = detail.partition("such as ")
    assert json.loads(body) == example_requests("POST")[path]


@pytest.fixture(scope="module")
def limited() -> FlaskClient:
    """Return a client of a service with low limits."""
    limits = Settings(max_items=3, max_shuffled=5, max_draws=10, max_body_bytes=100)
    return create_app(limits).test_client()


def test_a_limit_may_be_reached_and_is_named_if_it_is_exceeded(
    limited: FlaskClient,
) -> None:
    """tests/http/endpoints/refusals/settings.yaml has the refusals of this service."""
    for query in (
        "max=6&count=3",
        "max=5&count=3&algorithm=sattolo",
        "max=5&count=3&algorithm=riffle&passes=2",
    ):
        assert limited.get(f"{INTEGERS}?{query}").status_code == 200
    longest = b'{"max": 3}'.ljust(100)
    response = limited.post(INTEGERS, data=longest, content_type="application/json")
    assert response.status_code == 200
    too_long = post(INTEGERS, longest + b" ", None, "MAX_BODY_BYTES", status=413)
    assert_refused(limited, too_long)
