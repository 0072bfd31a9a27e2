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
HASHES = tuple(sha256(key.encode()).hexdigest() for key in (OTHER_KEY, KEY))
GUARDED_PATHS = (
    "/v1/integers?max=6",
    "/v1/decks",
    "/v1/nothing",
    "/v1/decks/standard/shuffle?seed=42",
)
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
    return create_app(Settings(api_keys=HASHES)).test_client()


@for_each("path", GUARDED_PATHS)
@for_each(
    "headers",
    [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": f"Basic {KEY}"},
        {"X-API-Key": ""},
        {"X-API-Key": KEY[:-1]},
        {"X-API-Key": HASHES[1]},
        {"Authorization": "Bearer wrong", "X-API-Key": KEY},
    ],
)
def test_a_request_without_a_known_key_is_refused(
    client: FlaskClient, path: str, headers: dict[str, str]
) -> None:
    response = client.get(path, headers=headers)
    has_key = len(" ".join(headers.values())) > len(
        "Bearer"
    ) and "Basic" not in headers.get("Authorization", "")
    challenge = 'Bearer realm="shuffle-and-deal"' + ', error="invalid_token"' * has_key
    assert (response.status_code, response.headers["WWW-Authenticate"]) == (
        401,
        challenge,
    )
    assert json_object(response)["detail"].startswith(
        "The API key is not" if has_key else "An API key is needed."
    )
    assert json_object(response)["type"] == "/v1/problems/unauthorized"
    assert response.headers["Cache-Control"] == "no-store"


@for_each("key", [KEY, OTHER_KEY])
@for_each("header", ["Authorization: Bearer ", "Authorization: bearer ", "X-API-Key: "])
def test_a_request_with_a_known_key_is_answered(
    client: FlaskClient, key: str, header: str
) -> None:
    name, _, scheme = header.partition(": ")
    response = check_response(
        client.get("/v1/integers?max=6", headers={name: f"{scheme}{key}"})
    )
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
    assert {"Authorization", "X-API-Key"} <= set(
        response.headers["Access-Control-Allow-Headers"].split(", ")
    )


def test_only_private_caches_may_store_a_response_to_a_key(client: FlaskClient) -> None:
    path = "/v1/decks/standard/shuffle?seed=42"
    headers = {"X-API-Key": KEY}
    response = client.get(path, headers=headers)
    assert response.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    not_modified = client.get(
        path, headers={**headers, "If-None-Match": response.headers["ETag"]}
    )
    assert (not_modified.status_code, not_modified.headers["Cache-Control"]) == (
        304,
        response.headers["Cache-Control"],
    )
    assert (
        client.get(
            path, headers={"If-None-Match": response.headers["ETag"]}
        ).status_code
        == 401
    )


def test_the_document_has_both_ways_to_send_a_key_and_requires_neither() -> None:
    assert SPEC["security"] == [{}, {"bearer": []}, {"key": []}]
    assert set(SPEC["components"]["securitySchemes"]) == {"bearer", "key"}


def test_no_log_contains_a_key(tmp_path: Path) -> None:
    output = tmp_path / "output"
    with run_service(output, API_KEYS=",".join(HASHES), ACCESS_LOG="true") as base:
        for headers in (
            {"X-API-Key": "SECRETKEY"},
            {"Authorization": "Bearer SECRETKEY"},
        ):
            assert fetch(base, "/v1/integers?max=6", headers=headers).status == 401
        assert (
            fetch(base, "/v1/integers?max=6", headers={"X-API-Key": KEY}).status == 200
        )
    log = output.read_text()
    assert '"route":"/v1/integers","status":401,' in log
    assert "SECRETKEY" not in log
    assert KEY not in log
