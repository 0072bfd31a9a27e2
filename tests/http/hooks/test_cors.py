from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.settings import Settings
from tests.http.spec import example_requests, hold
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


def get_from(client: FlaskClient, path: str, origin: str | None) -> TestResponse:
    return client.get(path, headers={"Origin": origin} if origin else {})


def send_preflight(
    client: FlaskClient, path: str, method: str, origin: str = ORIGIN
) -> TestResponse:
    """Ask as a browser whether a page of that origin may send JSON."""
    headers = {"Origin": origin, "Access-Control-Request-Method": method}
    headers["Access-Control-Request-Headers"] = "content-type"
    return client.options(path, headers=headers)


@every_response
@for_each("origin", [ORIGIN, "null", None])
def test_by_default_every_page_may_read_without_credentials(
    client: FlaskClient, path: str, origin: str | None
) -> None:
    headers = get_from(client, path, origin).headers
    assert headers.getlist("Access-Control-Allow-Origin") == ["*"]
    assert not {"Access-Control-Allow-Credentials", "Set-Cookie"} & set(headers.keys())


def test_a_page_may_read_the_etag_the_request_id_and_retry_after(
    client: FlaskClient,
) -> None:
    with hold(client.application.extensions["services"].large):
        response = get_from(client, "/v1/integers?max=200000", ORIGIN)
    assert response.status_code == 503
    for headers in (
        response.headers,
        get_from(client, RESPONSES["a seeded response"], ORIGIN).headers,
    ):
        assert {"ETag", "Retry-After", "X-Request-ID"} <= set(
            headers["Access-Control-Expose-Headers"].split(", ")
        )


@for_each("path", [*example_requests("POST"), "/v1/decks"])
def test_a_page_may_post_json(client: FlaskClient, path: str) -> None:
    response = send_preflight(client, path, "POST")
    assert (response.status_code, response.headers["Access-Control-Allow-Origin"]) == (
        204,
        "*",
    )
    assert set(response.headers["Access-Control-Allow-Methods"].split(", ")) == {
        "GET",
        "HEAD",
        "POST",
    }
    assert "Content-Type" in response.headers["Access-Control-Allow-Headers"].split(
        ", "
    )
    assert response.headers["Access-Control-Max-Age"] == "86400"
    assert "Access-Control-Allow-Credentials" not in response.headers


@for_each("method", ["DELETE", "PUT", "PATCH"])
def test_a_page_may_not_use_other_methods(client: FlaskClient, method: str) -> None:
    assert (
        method
        not in send_preflight(client, "/v1/integers", method).headers[
            "Access-Control-Allow-Methods"
        ]
    )


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
    response = get_from(client, path, ORIGIN)
    assert response.headers.getlist("Access-Control-Allow-Origin") == [ORIGIN]
    assert "Access-Control-Allow-Credentials" not in response.headers


@for_each("origin", OTHER_ORIGINS)
@with_listed_origins
def test_a_page_of_another_origin_may_not(client: FlaskClient, origin: str) -> None:
    for response in (
        get_from(client, RESPONSES["a response"], origin),
        send_preflight(client, "/v1/integers", "POST", origin),
    ):
        assert "Access-Control-Allow-Origin" not in response.headers


@for_each("origin", [ORIGIN, "https://evil.example", None])
@with_listed_origins
def test_a_cache_stores_the_responses_to_different_origins_apart(
    client: FlaskClient, origin: str | None
) -> None:
    response = get_from(client, RESPONSES["a seeded response"], origin)
    assert "Origin" in response.vary
    assert len(response.headers.getlist("Access-Control-Allow-Origin")) <= 1


def test_with_no_origin_listed_no_page_may_read() -> None:
    for origin in (ORIGIN, None):
        response = get_from(make_client(), RESPONSES["a response"], origin)
        assert response.status_code == 200
        assert "Access-Control-Allow-Origin" not in response.headers
