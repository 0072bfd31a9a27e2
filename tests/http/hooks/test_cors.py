"""Pages of the listed origins may read responses, by default all, without credentials."""

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.settings import Settings
from tests.http.spec import example_requests, get_services, hold
from tests.tables import for_each

ORIGIN = "https://game.example"
RESPONSES = {
    "a response": "/v1/integers?max=6",
    "a seeded response": "/v1/integers?max=6&seed=42",
    "a list": "/v1/decks",
    "the document": "/openapi.yaml",
    "a refusal": "/v1/integers?max=six",
    "an unknown name": "/v1/decks/unu",
    "an unknown path": "/nowhere",
}

every_response = for_each("path", RESPONSES.values(), ids=RESPONSES)


ALLOW_ORIGIN = "Access-Control-Allow-Origin"
ALLOW_METHODS = "Access-Control-Allow-Methods"
ALLOW_HEADERS = "Access-Control-Allow-Headers"
ALLOW_CREDENTIALS = "Access-Control-Allow-Credentials"
EXPOSE_HEADERS = "Access-Control-Expose-Headers"


def get_from(client: FlaskClient, path: str, origin: str | None) -> TestResponse:
    return client.get(path, headers={"Origin": origin} if origin else {})


def read_list(response: TestResponse, header: str) -> set[str]:
    """Return the names in a header."""
    return set(response.headers[header].split(", "))


def send_preflight(
    client: FlaskClient, path: str, method: str, origin: str = ORIGIN
) -> TestResponse:
    """Ask as a browser whether a page of that origin may send JSON."""
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type",
    }
    return client.options(path, headers=headers)


@every_response
@for_each("origin", [ORIGIN, "null", None])
def test_by_default_every_page_may_read_without_credentials(
    client: FlaskClient, path: str, origin: str | None
) -> None:
    headers = get_from(client, path, origin).headers
    assert headers.getlist(ALLOW_ORIGIN) == ["*"]
    assert ALLOW_CREDENTIALS not in headers
    assert "Set-Cookie" not in headers


def test_a_page_may_read_the_etag_the_request_id_and_retry_after(
    client: FlaskClient,
) -> None:
    with hold(get_services(client).large):
        busy = get_from(client, "/v1/integers?max=200000", ORIGIN)
    assert busy.status_code == 503
    seeded = get_from(client, RESPONSES["a seeded response"], ORIGIN)
    for response in (busy, seeded):
        exposed = read_list(response, EXPOSE_HEADERS)
        assert exposed >= {"ETag", "Retry-After", "X-Request-ID"}


@for_each("path", [*example_requests("POST"), "/v1/decks"])
def test_a_page_may_post_json(client: FlaskClient, path: str) -> None:
    response = send_preflight(client, path, "POST")
    assert response.status_code == 204
    assert response.headers[ALLOW_ORIGIN] == "*"
    assert read_list(response, ALLOW_METHODS) == {"GET", "HEAD", "POST"}
    assert "Content-Type" in read_list(response, ALLOW_HEADERS)
    assert response.headers["Access-Control-Max-Age"] == "86400"
    assert ALLOW_CREDENTIALS not in response.headers


@for_each("method", ["DELETE", "PUT", "PATCH"])
def test_a_page_may_not_use_other_methods(client: FlaskClient, method: str) -> None:
    response = send_preflight(client, "/v1/integers", method)
    assert method not in response.headers[ALLOW_METHODS]


def make_client(*origins: str) -> FlaskClient:
    """Return a client of a service that only pages of these origins may call."""
    return create_app(Settings(cors_origins=origins)).test_client()


CLIENTS = {
    "one listed": make_client(ORIGIN),
    "two listed": make_client(ORIGIN, "https://table.example"),
}
OTHER_ORIGINS = (
    "https://evil.example",
    "http://game.example",
    "https://game.example:8443",
    "https://www.game.example",
    "https://game.example.evil.example",
    "https://gamexexample",
    "null",
)

with_listed_origins = for_each("client", CLIENTS.values(), ids=CLIENTS)


@every_response
@with_listed_origins
def test_a_page_of_a_listed_origin_may_read(client: FlaskClient, path: str) -> None:
    headers = get_from(client, path, ORIGIN).headers
    assert headers.getlist(ALLOW_ORIGIN) == [ORIGIN]
    assert ALLOW_CREDENTIALS not in headers


@for_each("origin", OTHER_ORIGINS)
@with_listed_origins
def test_a_page_of_another_origin_may_not(client: FlaskClient, origin: str) -> None:
    response = get_from(client, RESPONSES["a response"], origin)
    assert ALLOW_ORIGIN not in response.headers
    preflight = send_preflight(client, "/v1/integers", "POST", origin)
    assert ALLOW_ORIGIN not in preflight.headers


@for_each("origin", [ORIGIN, "https://evil.example", None])
@with_listed_origins
def test_a_cache_stores_the_responses_to_different_origins_apart(
    client: FlaskClient, origin: str | None
) -> None:
    response = get_from(client, RESPONSES["a seeded response"], origin)
    assert "Origin" in response.vary
    assert len(response.headers.getlist(ALLOW_ORIGIN)) <= 1


def test_with_no_origin_listed_no_page_may_read() -> None:
    for origin in (ORIGIN, None):
        response = get_from(make_client(), RESPONSES["a response"], origin)
        assert response.status_code == 200
        assert ALLOW_ORIGIN not in response.headers
