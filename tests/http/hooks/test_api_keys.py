"""Where keys are set, requests need one, except for pages, probes and preflights, and no log contains it."""

from hashlib import sha256
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.conftest import run_service
from tests.http.spec import SPEC, check_response, json_object
from tests.server.client import fetch
from tests.tables import for_each

KEY = "a key of forty-three letters, say, or more"
OTHER_KEY = "another"
HASH = sha256(KEY.encode()).hexdigest()
HASHES = (sha256(OTHER_KEY.encode()).hexdigest(), HASH)
INTEGERS = "/v1/integers?max=6"
SEEDED_SHUFFLE = "/v1/decks/standard/shuffle?seed=42"
GUARDED_PATHS = (INTEGERS, "/v1/decks", "/v1/nothing", SEEDED_SHUFFLE)
OPEN_PATHS = (
    "/",
    "/livez",
    "/readyz",
    "/docs",
    "/verify",
    "/openapi.yaml",
    "/.well-known/jwks.json",
    "/v1/problems",
    "/v1/problems/unauthorized",
)


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Return a client of a service with API keys; the client has none."""
    return create_app(Settings(api_keys=HASHES)).test_client()


CHALLENGE = 'Bearer realm="shuffle-and-deal"'
NO_KEY = (CHALLENGE, "An API key is needed.")
WRONG_KEY = (f'{CHALLENGE}, error="invalid_token"', "The API key is not")


@for_each("path", GUARDED_PATHS)
@for_each(
    ("headers", "refusal"),
    [
        ({}, NO_KEY),
        ({"Authorization": "Bearer"}, NO_KEY),
        ({"Authorization": f"Basic {KEY}"}, NO_KEY),
        ({"X-API-Key": ""}, NO_KEY),
        ({"X-API-Key": KEY[:-1]}, WRONG_KEY),
        ({"X-API-Key": HASH}, WRONG_KEY),
        ({"Authorization": "Bearer wrong", "X-API-Key": KEY}, WRONG_KEY),
    ],
)
def test_a_request_without_a_known_key_is_refused(
    client: FlaskClient, path: str, headers: dict[str, str], refusal: tuple[str, str]
) -> None:
    challenge, sentence = refusal
    response = client.get(path, headers=headers)
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == challenge
    problem = json_object(response)
    assert problem["detail"].startswith(sentence)
    assert problem["type"] == "/v1/problems/unauthorized"
    assert response.headers["Cache-Control"] == "no-store"


@for_each("key", [KEY, OTHER_KEY])
@for_each(
    ("header", "scheme"),
    [("Authorization", "Bearer "), ("Authorization", "bearer "), ("X-API-Key", "")],
)
def test_a_request_with_a_known_key_is_answered(
    client: FlaskClient, key: str, header: str, scheme: str
) -> None:
    response = client.get(INTEGERS, headers={header: f"{scheme}{key}"})
    check_response(response)
    assert response.status_code == 200


@for_each("path", OPEN_PATHS)
def test_pages_probes_and_types_of_problems_need_no_key(
    client: FlaskClient, path: str
) -> None:
    assert client.get(path).status_code == 200


def test_a_preflight_request_needs_no_key_and_allows_its_headers(
    client: FlaskClient,
) -> None:
    headers = {"Origin": "https://a.example", "Access-Control-Request-Method": "GET"}
    response = client.options("/v1/integers", headers=headers)
    assert response.status_code == 204
    allowed = response.headers["Access-Control-Allow-Headers"].split(", ")
    assert "Authorization" in allowed
    assert "X-API-Key" in allowed


def test_only_private_caches_may_store_a_response_to_a_key(client: FlaskClient) -> None:
    private = "private, max-age=31536000, immutable"
    key = {"X-API-Key": KEY}
    response = client.get(SEEDED_SHUFFLE, headers=key)
    assert response.headers["Cache-Control"] == private
    known = {"If-None-Match": response.headers["ETag"]}
    not_modified = client.get(SEEDED_SHUFFLE, headers=key | known)
    assert not_modified.status_code == 304
    assert not_modified.headers["Cache-Control"] == private
    assert client.get(SEEDED_SHUFFLE, headers=known).status_code == 401


def test_the_document_has_both_ways_to_send_a_key_and_requires_neither() -> None:
    assert SPEC["security"] == [{}, {"bearer": []}, {"key": []}]
    assert set(SPEC["components"]["securitySchemes"]) == {"bearer", "key"}


def test_no_log_contains_a_key(tmp_path: Path) -> None:
    output = tmp_path / "output"
    with run_service(output, API_KEYS=",".join(HASHES), ACCESS_LOG="true") as base:

        def send(headers: dict[str, str]) -> int:
            return fetch(base, INTEGERS, headers=headers).status

        assert send({"X-API-Key": "SECRETKEY"}) == 401
        assert send({"Authorization": "Bearer SECRETKEY"}) == 401
        assert send({"X-API-Key": KEY}) == 200
    log = output.read_text()
    assert '"route":"/v1/integers","status":401,' in log
    assert "SECRETKEY" not in log
    assert KEY not in log
