"""API keys: who is answered, what is open to all, and what caches, logs and messages are told."""

from hashlib import sha256
from pathlib import Path

import pytest
from environs import EnvError
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.api.spec import SPEC, check_response, json_object
from tests.conftest import run_service
from tests.server.client import fetch

KEY, OTHER = "a key of forty-three letters, say, or more", "another"
HASHES = tuple(sha256(key.encode()).hexdigest() for key in (OTHER, KEY))
GUARDED = ("/v1/integers?max=6", "/v1/decks", "/v1/nothing", "/v1/decks/standard/shuffle?seed=42")
OPEN = (
    *("/", "/livez", "/readyz", "/docs", "/verify", "/openapi.yaml", "/.well-known/jwks.json"),
    *("/v1/problems", "/v1/problems/unauthorized", "/v1/decks/standard/cards/AS.svg"),
)


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """A client of a service that knows two keys."""
    return create_app(Settings(api_keys=HASHES)).test_client()


@pytest.mark.parametrize("path", GUARDED)
@pytest.mark.parametrize(
    "headers",
    [
        *({}, {"Authorization": "Bearer"}, {"Authorization": f"Basic {KEY}"}, {"X-API-Key": ""}),
        *({"X-API-Key": KEY[:-1]}, {"X-API-Key": HASHES[1]}, {"Authorization": "Bearer wrong", "X-API-Key": KEY}),
    ],
)
def test_without_a_key_that_is_known_nothing_is_answered(
    client: FlaskClient, path: str, headers: dict[str, str]
) -> None:
    answer = client.get(path, headers=headers)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Bearer realm="shuffle-and-deal"')
    assert json_object(answer)["type"] == "/v1/problems/unauthorized"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("key", [KEY, OTHER])
@pytest.mark.parametrize("header", ["Authorization: Bearer ", "Authorization: bearer ", "X-API-Key: "])
def test_with_a_key_everything_is(client: FlaskClient, key: str, header: str) -> None:
    name, _, scheme = header.partition(": ")
    answer = check_response(client.get("/v1/integers?max=6", headers={name: f"{scheme}{key}"}))
    assert answer.status_code == 200


@pytest.mark.parametrize("path", OPEN)
def test_some_things_are_open_to_all(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_a_browser_may_ask_whether_it_may_send_a_key(client: FlaskClient) -> None:
    answer = client.options(
        "/v1/integers", headers={"Origin": "https://a.example", "Access-Control-Request-Method": "GET"}
    )
    assert answer.status_code == 200
    assert {"Authorization", "X-API-Key"} <= set(answer.headers["Access-Control-Allow-Headers"].split(", "))


def test_no_cache_on_the_way_gives_an_answer_to_others(client: FlaskClient) -> None:
    path, headers = "/v1/decks/standard/shuffle?seed=42", {"X-API-Key": KEY}
    kept = client.get(path, headers=headers)
    assert kept.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    again = client.get(path, headers={**headers, "If-None-Match": kept.headers["ETag"]})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, kept.headers["Cache-Control"])
    assert client.get(path, headers={"If-None-Match": kept.headers["ETag"]}).status_code == 401


def test_the_document_has_both_ways_to_send_a_key_and_neither_is_a_must() -> None:
    assert SPEC["security"] == [{}, {"bearer": []}, {"key": []}]
    assert set(SPEC["components"]["securitySchemes"]) == {"bearer", "key"}


def test_a_key_where_its_hash_belongs_is_refused_and_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_KEYS", KEY)
    with pytest.raises(EnvError, match="API_KEYS") as error:
        Settings.from_environment()
    assert KEY not in str(error.value)


def test_no_log_has_a_key(tmp_path: Path) -> None:
    output = tmp_path / "output"
    with run_service(output, API_KEYS=",".join(HASHES), ACCESS_LOG="true") as base:
        for headers in ({"X-API-Key": "SECRETKEY"}, {"Authorization": "Bearer SECRETKEY"}):
            assert fetch(base, "/v1/integers?max=6", headers=headers).status == 401
        assert fetch(base, "/v1/integers?max=6", headers={"X-API-Key": KEY}).status == 200
    log = output.read_text()
    assert '"route":"/v1/integers","status":401,' in log
    assert "SECRETKEY" not in log
    assert KEY not in log
