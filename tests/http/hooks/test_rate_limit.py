"""The rate limit, by the library limits, in memory and in a real Redis (`make test SUITE=ratelimit`)."""

import marshal
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from environs import EnvError
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

from service.app import create_app
from service.settings import Settings
from tests.http.spec import check_response, json_object
from tests.peers import accepts_connections
from tools.serving import wait_until

pytestmark = pytest.mark.ratelimit

PATH = "/v1/integers?max=6"
POLICY = '"3 per 1 hour";q=3;w=3600'
THREE_AND_NO_MORE = [200, 200, 200, 429]


def make_client(**settings: object) -> FlaskClient:
    """Return a client of a service that allows three requests an hour."""
    return create_app(Settings(rate_limit="3/hour", **settings)).test_client()  # type: ignore[arg-type]


def test_a_caller_above_the_limit_is_refused_with_the_time_to_wait() -> None:
    client = make_client()
    for path, left in ((PATH, 2), ("/v1/decks", 1), (PATH, 0)):
        allowed = client.get(path)
        assert allowed.status_code == 200
        assert allowed.headers["RateLimit-Policy"] == POLICY
        assert_quota(allowed, left)
    refused = check_response(client.get(PATH))
    assert refused.status_code == 429
    assert json_object(refused)["type"] == "/v1/problems/too-often"
    assert 0 < int(refused.headers["Retry-After"]) <= 3601
    assert_quota(refused, 0)
    assert client.get("/openapi.yaml?without=seed").status_code == 429
    for path in ("/livez", "/docs", "/v1/problems", "/openapi.yaml"):
        uncounted = client.get(path)
        assert uncounted.status_code == 200
        assert "RateLimit" not in uncounted.headers


def assert_quota(response: TestResponse, left: int) -> None:
    """Raise `AssertionError` unless a response says how many requests are left, and for at most an hour."""
    quota = response.headers["RateLimit"]
    start = f'"3 per 1 hour";r={left};t='
    assert quota.startswith(start)
    assert 0 < int(quota.removeprefix(start)) <= 3601


def get_statuses(client: FlaskClient, name: str, values: Iterable[str]) -> list[int]:
    """Return the statuses of requests with a header of these values."""
    return [client.get(PATH, headers={name: value}).status_code for value in values]


def test_an_address_is_believed_of_as_many_proxies_as_are_trusted() -> None:
    addresses = [f"203.0.113.{number}, 198.51.100.7" for number in range(4)]

    def get_from_addresses(client: FlaskClient) -> list[int]:
        return get_statuses(client, "X-Forwarded-For", addresses)

    assert get_from_addresses(make_client()) == THREE_AND_NO_MORE
    assert get_from_addresses(make_client(trusted_proxies=1)) == THREE_AND_NO_MORE
    assert get_from_addresses(make_client(trusted_proxies=2)) == [200] * 4


def test_addresses_of_an_ipv6_network_or_ports_of_an_address_are_one_caller() -> None:
    for spelling in ("2001:db8::{}", "[2001:db8:0:0:{}::1]:443", "7.7.7.7:{}"):
        client = make_client(trusted_proxies=1)
        addresses = [spelling.format(number) for number in range(1, 41)]
        statuses = get_statuses(client, "X-Forwarded-For", addresses)
        assert statuses == [200] * 3 + [429] * 37
        assert get_statuses(client, "X-Forwarded-For", ["2001:db8:0:1::1"]) == [200]


def test_each_known_key_is_a_caller_and_unknown_keys_are_not() -> None:
    hashes = tuple(sha256(key.encode()).hexdigest() for key in ("one", "two"))
    client = make_client(api_keys=hashes)
    assert get_statuses(client, "X-API-Key", ["one"] * 4) == THREE_AND_NO_MORE
    assert client.get(PATH).status_code == 401
    wrong = ["Bearer 0", "Bearer 1", "Bearer 2"]
    assert get_statuses(client, "Authorization", wrong) == [401, 401, 429]
    # The other key is a caller of its own, at the same address.
    assert get_statuses(client, "X-API-Key", ["two"]) == [200]
    client_without_keys = make_client()
    statuses = get_statuses(client_without_keys, "X-API-Key", ["0", "1", "2", "3"])
    assert statuses == THREE_AND_NO_MORE


def test_nothing_is_logged_about_refused_callers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = make_client()
    caplog.clear()
    with caplog.at_level("INFO"):
        assert [client.get(PATH).status_code for _ in range(5)] == [200] * 3 + [429] * 2
    assert caplog.messages == []


def find_error(monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(EnvError) as error:
        Settings.from_environment()
    return str(error.value)


def test_an_invalid_rate_stops_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    error = "RATE_LIMIT must be a rate such as 100/second or 5/minute; it is 'often'."
    assert find_error(monkeypatch, RATE_LIMIT="often") == error
    for rate in ("0/second", "5/0second", "100/second; 00 per hour"):
        error = f"RATE_LIMIT must be a rate of at least 1, such as 100/second; it is {rate!r}."
        assert find_error(monkeypatch, RATE_LIMIT=rate) == error
    monkeypatch.setenv("RATE_LIMIT", "100/second;1000 per 10 minutes")
    Settings.from_environment()


def test_an_invalid_storage_stops_the_service_and_is_not_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for storage in ("nowhere", "redis://:SECRET@host:port", "nowhere://:SECRET@host"):
        error = find_error(
            monkeypatch, RATE_LIMIT="5/minute", RATE_LIMIT_STORAGE=storage
        )
        assert error.startswith("RATE_LIMIT_STORAGE must be memory://, or a URL")
        assert "SECRET" not in error


@pytest.fixture
def redis() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Yield the address of a new Redis, at a socket that nothing else can be listening at, and its process."""
    program = shutil.which("redis-server")
    assert program, "redis-server is missing: apt-get install redis-server"
    # The folders of pytest are too long for the name of a socket.
    with TemporaryDirectory() as folder:
        path = Path(folder) / "redis"
        command = [program, "--port", "0", "--unixsocket", str(path), "--save", ""]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            wait_until(lambda: accepts_connections(path))
            yield f"redis+unix://{path}", process
        finally:
            process.kill()
            process.wait()


@pytest.mark.smoke
def test_replicas_count_together_in_redis_and_separately_without(
    redis: tuple[str, subprocess.Popen[bytes]],
) -> None:
    address, process = redis
    one = make_client(rate_limit_storage=address)
    other = make_client(rate_limit_storage=address)
    statuses = [client.get(PATH).status_code for client in (one, other, one, other)]
    assert statuses == THREE_AND_NO_MORE
    process.kill()
    process.wait()
    assert other.get(PATH).status_code == 200


def test_a_request_that_the_server_has_counted_is_not_counted_again() -> None:
    app = create_app(Settings(rate_limit="3/hour", trusted_proxies=1))
    served = app.extensions["served"]
    headers = {"X-Forwarded-For": "203.0.113.1"}

    def get() -> int:
        environ = EnvironBuilder(
            path="/v1/integers", query_string="max=6", headers=list(headers.items())
        ).get_environ()
        counted = served.count_request(environ)
        environ |= marshal.loads(marshal.dumps(counted.environ))
        _, status, headers_of_response = run_wsgi_app(app, environ)
        assert headers_of_response["RateLimit-Policy"] == POLICY
        assert counted.is_refused is status.startswith("429")
        return int(status[:3])

    assert [get() for _ in range(4)] == THREE_AND_NO_MORE
    addresses = ["203.0.113.1", "203.0.113.2"]
    statuses = get_statuses(app.test_client(), "X-Forwarded-For", addresses)
    assert statuses == [429, 200]


def test_the_server_counts_no_probe_and_so_waits_for_no_storage() -> None:
    client = make_client(rate_limit_storage="redis://localhost:1")
    served = client.application.extensions["served"]
    targets = (
        "/livez",
        "/readyz",
        "/metrics",
        "/openapi.yaml",
        "/openapi.yaml?operations=x",
        "/v1/integers",
        "/v1/nowhere",
    )
    counted = [
        target
        for target in targets
        if served.is_counted(EnvironBuilder(path=target).get_environ())
    ]
    assert counted == ["/openapi.yaml?operations=x", "/v1/integers", "/v1/nowhere"]
