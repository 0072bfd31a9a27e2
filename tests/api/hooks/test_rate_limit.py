"""The rate limit, with the real Flask-Limiter, in memory and in a real Redis (`make test SUITE=ratelimit`)."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from hashlib import sha256

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.api.spec import check_response, json_object

pytestmark = pytest.mark.ratelimit

PATH = "/v1/integers?max=6"


def limited(**more: object) -> FlaskClient:
    return create_app(Settings(rate_limit="3/hour", **more)).test_client()  # type: ignore[arg-type]


def test_who_asks_too_often_is_told_when_to_come_again() -> None:
    client = limited()
    assert [client.get(path).status_code for path in (PATH, "/v1/decks", PATH)] == [200] * 3
    refused = check_response(client.get(PATH))
    assert (refused.status_code, json_object(refused)["type"]) == (429, "/v1/problems/too-often")
    assert 0 < int(refused.headers["Retry-After"]) <= 3601
    assert {client.get(path).status_code for path in ("/livez", "/docs", "/v1/problems")} == {200}


def test_an_address_is_believed_of_as_many_proxies_as_are_trusted() -> None:
    def statuses(client: FlaskClient) -> list[int]:
        told = [f"203.0.113.{number}, 198.51.100.7" for number in range(4)]
        return [client.get(PATH, headers={"X-Forwarded-For": address}).status_code for address in told]

    assert statuses(limited()) == [200] * 3 + [429]
    assert statuses(limited(trusted_proxies=1)) == [200] * 3 + [429]
    assert statuses(limited(trusted_proxies=2)) == [200] * 4


def test_each_key_is_a_caller_and_keys_that_nobody_knows_are_none() -> None:
    hashes = tuple(sha256(key.encode()).hexdigest() for key in ("one", "two"))
    client = limited(api_keys=hashes)
    assert [client.get(PATH, headers={"X-API-Key": "one"}).status_code for _ in range(4)] == [200] * 3 + [429]
    assert client.get(PATH, headers={"X-API-Key": "two"}).status_code == 200
    open_to_all = limited()
    keys = [{"X-API-Key": str(number)} for number in range(4)]
    assert [open_to_all.get(PATH, headers=key).status_code for key in keys] == [200] * 3 + [429]


def test_nothing_is_logged_of_who_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    client = limited()
    caplog.clear()
    with caplog.at_level("INFO"):
        assert [client.get(PATH).status_code for _ in range(5)] == [200] * 3 + [429] * 2
    assert caplog.messages == []


def test_what_is_no_rate_stops_the_service() -> None:
    with pytest.raises(ValueError, match="often"):
        create_app(Settings(rate_limit="often"))


@pytest.fixture
def redis() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of a Redis of our own, and its process."""
    program = shutil.which("redis-server")
    assert program, "redis-server is missing: apt-get install redis-server"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([program, "--port", str(port), "--save", "", "--bind", "127.0.0.1"], stdout=-3)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.05)
    try:
        yield f"redis://127.0.0.1:{port}", process
    finally:
        process.kill()
        process.wait()


def test_replicas_count_together_in_redis_and_each_for_itself_without(
    redis: tuple[str, subprocess.Popen[bytes]],
) -> None:
    address, process = redis
    one, other = (limited(rate_limit_storage=address) for _ in range(2))
    assert [client.get(PATH).status_code for client in (one, other, one, other)] == [200] * 3 + [429]
    process.kill()
    process.wait()
    assert other.get(PATH).status_code == 200
