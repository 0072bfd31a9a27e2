"""What browsers and caches are told: who may read an answer, and for how long it may be kept."""

import re
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.resources import BLUEPRINTS
from service.app import create_app
from service.settings import Settings

FOR_EVER = "public, max-age=31536000, immutable"
AN_HOUR = "public, max-age=3600"
NEVER = "no-store"

GAME = "https://game.example"


def documented(method: str) -> dict[str, dict[str, str]]:
    """The documented example of every operation with that method: its path, and what is asked."""
    return {
        operation.rule.replace("<", "{").replace(">", "}").format(**operation.example.path): dict(
            operation.example.arguments
        )
        for blueprint in BLUEPRINTS
        for operation in blueprint.operations
        if operation.method == method and operation.example
    }


GETS, POSTS = documented("GET"), documented("POST")
SEEDED = {path: asked for path, asked in GETS.items() if "seed" in asked}
LOOKED_UP = {path: asked for path, asked in GETS.items() if path not in SEEDED} | {
    "/openapi.yaml": {},
    "/openapi.json": {},
}
PICTURES = {path for path in LOOKED_UP if re.search(r"/decks/\w+/(cards|pictures|back).*\.svg", path)}
PROBES = {"/livez", "/readyz", "/metrics"}


def url(path: str, asked: dict[str, str], **more: str) -> str:
    query = urlencode(asked | more)
    return f"{path}?{query}" if query else path


@pytest.mark.parametrize(("path", "asked"), SEEDED.items(), ids=SEEDED)
def test_a_seeded_answer_may_be_kept_for_ever(client: FlaskClient, path: str, asked: dict[str, str]) -> None:
    answer = client.get(url(path, asked))
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, FOR_EVER)
    assert answer.get_etag()[0]


@pytest.mark.parametrize(("path", "asked"), SEEDED.items(), ids=SEEDED)
def test_an_answer_without_a_seed_may_not_be_kept(client: FlaskClient, path: str, asked: dict[str, str]) -> None:
    asked = {name: value for name, value in asked.items() if name != "seed"}
    answer = client.get(url(path, asked), headers={"If-None-Match": "*"})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, NEVER)
    assert "ETag" not in answer.headers


@pytest.mark.parametrize(("path", "asked"), POSTS.items(), ids=POSTS)
def test_an_answer_to_a_post_may_not_be_kept(examples: FlaskClient, path: str, asked: dict[str, str]) -> None:
    answer = examples.post(path, json=asked, headers={"If-None-Match": "*"})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, NEVER)
    assert "ETag" not in answer.headers


@pytest.mark.parametrize("path", sorted(LOOKED_UP.keys() - PROBES - PICTURES))
def test_what_is_only_looked_up_may_be_kept_for_an_hour(client: FlaskClient, path: str) -> None:
    answer = client.get(url(path, LOOKED_UP[path]))
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, AN_HOUR)


@pytest.mark.parametrize("path", sorted(PICTURES))
def test_a_picture_may_be_kept_for_ever(client: FlaskClient, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == FOR_EVER


@pytest.mark.parametrize("path", sorted(PROBES))
def test_how_the_process_is_may_not_be_kept(client: FlaskClient, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == NEVER


@pytest.mark.parametrize("path", sorted(GETS.keys() - PROBES))
def test_whoever_has_an_answer_already_is_not_sent_it_again(client: FlaskClient, path: str) -> None:
    address = url(path, GETS[path])
    had = client.get(address)
    again = client.get(address, headers={"If-None-Match": had.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    for name in ("ETag", "Cache-Control", "Access-Control-Allow-Origin"):
        assert again.headers[name] == had.headers[name]


@pytest.mark.parametrize("tag", ['"another"', 'W/"another"', "nonsense", ""])
def test_whoever_has_another_answer_is_sent_this_one(client: FlaskClient, tag: str) -> None:
    assert client.get("/v1/integers?max=6&seed=42", headers={"If-None-Match": tag}).status_code == 200


def test_a_proxy_may_weaken_an_etag_and_list_several(client: FlaskClient) -> None:
    address = "/v1/integers?max=6&seed=42"
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": f'"another", W/{tag}'}).status_code == 304


def test_another_result_has_another_etag(client: FlaskClient) -> None:
    tags = {client.get(f"/v1/integers?max=6&seed=42&index={index}").headers["ETag"] for index in range(5)}
    assert len(tags) == 5


def test_head_is_told_the_same_as_get(client: FlaskClient) -> None:
    address = "/v1/integers?max=6&seed=42"
    same = {"X-Request-ID": "same"}
    get, head = client.get(address, headers=same), client.head(address, headers=same)
    assert (head.status_code, head.data, dict(head.headers)) == (200, b"", dict(get.headers))


ANSWERS = {
    "an answer": "/v1/integers?max=6",
    "a seeded answer": "/v1/integers?max=6&seed=42",
    "a list": "/v1/decks",
    "the document": "/openapi.yaml",
    "a refusal": "/v1/integers?max=six",
    "an unknown name": "/v1/decks/uno",
    "an unknown path": "/nowhere",
}


def asked_from(client: FlaskClient, address: str, origin: str | None) -> TestResponse:
    """The answer to a page of that origin."""
    return client.get(address, headers={"Origin": origin} if origin else {})


def preflight(client: FlaskClient, path: str, method: str, origin: str = GAME) -> TestResponse:
    """The answer to a browser that asks whether a page of that origin may send JSON."""
    asks = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type",
    }
    return client.options(path, headers=asks)


@pytest.mark.parametrize("address", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("origin", [GAME, "null", None])
def test_by_default_every_page_may_read(client: FlaskClient, address: str, origin: str | None) -> None:
    assert asked_from(client, address, origin).headers.getlist("Access-Control-Allow-Origin") == ["*"]


@pytest.mark.parametrize("address", ANSWERS.values(), ids=ANSWERS)
def test_no_page_may_send_credentials_and_none_are_given(client: FlaskClient, address: str) -> None:
    answer = asked_from(client, address, GAME)
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers


def test_a_page_may_read_the_etag_and_the_request_id(client: FlaskClient) -> None:
    answer = asked_from(client, ANSWERS["a seeded answer"], GAME)
    assert answer.headers["Access-Control-Expose-Headers"].split(", ")[0] == "ETag"


def test_a_page_may_read_for_how_long_it_is_to_wait(client: FlaskClient) -> None:
    with client.application.extensions["services"].experiments.hold():
        answer = asked_from(client, "/v1/algorithms/riffle/bias?n=52&trials=100000", GAME)
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"].split(", ")


@pytest.mark.parametrize("path", [*POSTS, "/v1/decks"])
def test_a_page_may_post_json(client: FlaskClient, path: str) -> None:
    answer = preflight(client, path, "POST")
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, "*")
    assert set(answer.headers["Access-Control-Allow-Methods"].split(", ")) == {"GET", "HEAD", "POST"}
    assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert answer.headers["Access-Control-Max-Age"] == "86400"
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH"])
def test_a_page_may_not_use_other_methods(client: FlaskClient, method: str) -> None:
    assert method not in preflight(client, "/v1/integers", method).headers["Access-Control-Allow-Methods"]


def restricted(*origins: str) -> FlaskClient:
    """A client of a service that only pages of these origins may call."""
    return create_app(Settings(cors_origins=origins)).test_client()


ONE = restricted(GAME)
TWO = restricted(GAME, "https://table.example")
STRANGERS = (
    *("https://evil.example", "http://game.example", "https://game.example:8443", "https://www.game.example"),
    *("https://game.example.evil.example", "https://gamexexample", "null"),
)


@pytest.mark.parametrize("address", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("client", [pytest.param(ONE, id="the only one"), pytest.param(TWO, id="one of two")])
def test_a_page_of_a_listed_origin_may_read(client: FlaskClient, address: str) -> None:
    answer = asked_from(client, address, GAME)
    assert answer.headers.getlist("Access-Control-Allow-Origin") == [GAME]
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("stranger", STRANGERS)
@pytest.mark.parametrize("client", [pytest.param(ONE, id="one listed"), pytest.param(TWO, id="two listed")])
def test_a_page_of_another_origin_may_not(client: FlaskClient, stranger: str) -> None:
    answers = (asked_from(client, ANSWERS["an answer"], stranger), preflight(client, "/v1/integers", "POST", stranger))
    for answer in answers:
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("origin", [GAME, "https://evil.example", None])
@pytest.mark.parametrize("client", [pytest.param(ONE, id="one listed"), pytest.param(TWO, id="two listed")])
def test_a_cache_keeps_the_answers_to_different_origins_apart(client: FlaskClient, origin: str | None) -> None:
    answer = asked_from(client, ANSWERS["a seeded answer"], origin)
    assert "Origin" in answer.vary
    assert len(answer.headers.getlist("Access-Control-Allow-Origin")) <= 1


@pytest.mark.parametrize("origin", [GAME, None])
def test_with_no_origin_listed_no_page_may_read(origin: str | None) -> None:
    answer = asked_from(restricted(), ANSWERS["an answer"], origin)
    assert answer.status_code == 200
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_whoever_is_no_page_is_answered_whatever_is_listed() -> None:
    assert asked_from(ONE, ANSWERS["an answer"], None).status_code == 200
