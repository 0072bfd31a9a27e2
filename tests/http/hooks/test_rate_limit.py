"""The rate limit, by the library limits, in memory and in a real Redis (`make test SUITE=ratelimit`)."""

import marshal
import re
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from environs import EnvError
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, run_wsgi_app

from service.app import create_app
from service.settings import Settings
from tests.http.spec import check_response, json_object
from tests.peers import accepts_connections
from tools.serving import wait_until

pytestmark = pytest.mark.ratelimit

PATH = "/v1/integers?max=6"


def make_client(**settings: object) -> FlaskClient:
    """Return a client of a service that allows three requests an hour."""
    return create_app(Settings(rate_limit="3/hour", **settings)).test_client()  # type: ignore[arg-type]


def test_a_caller_above_the_limit_is_refused_with_the_time_to_wait() -> None:
    client = make_client()
    allowed = [client.get(path) for path in (PATH, "/v1/decks", PATH)]
    assert [response.status_code for response in allowed] == [200] * 3
    response = check_response(client.get(PATH))
    assert (response.status_code, json_object(response)["type"]) == (
        429,
        "/v1/problems/too-often",
    )
    assert 0 < int(response.headers["Retry-After"]) <= 3601
    quotas = [
        re.fullmatch(r'"3 per 1 hour";r=(\d);t=(\d+)', counted.headers["RateLimit"])
        for counted in (*allowed, response)
    ]
    assert [quota and quota[1] for quota in quotas] == ["2", "1", "0", "0"]
    assert all(quota and 0 < int(quota[2]) <= 3601 for quota in quotas)
    assert {counted.headers["RateLimit-Policy"] for counted in allowed} == {
        '"3 per 1 hour";q=3;w=3600'
    }
    assert client.get("/openapi.yaml?without=seed").status_code == 429
    uncounted = [
        client.get(path)
        for path in ("/livez", "/docs", "/v1/problems", "/openapi.yaml")
    ]
    assert {
        (response.status_code, response.headers.get("RateLimit"))
        for response in uncounted
    } == {(200, None)}


def test_an_address_is_believed_of_as_many_proxies_as_are_trusted() -> None:
    def get_statuses(client: FlaskClient) -> list[int]:
        addresses = [f"203.0.113.{number}, 198.51.100.7" for number in range(4)]
        return [
            client.get(PATH, headers={"X-Forwarded-For": address}).status_code
            for address in addresses
        ]

    assert get_statuses(make_client()) == [200] * 3 + [429]
    assert get_statuses(make_client(trusted_proxies=1)) == [200] * 3 + [429]
    assert get_statuses(make_client(trusted_proxies=2)) == [200] * 4


def test_forty_addresses_of_an_ipv6_network_or_ports_of_an_address_are_one_caller() -> (
    None
):
    for spelling in ("2001:db8::{}", "[2001:db8:0:0:{}::1]:443", "7.7.7.7:{}"):
        client = make_client(trusted_proxies=1)
        headers = [
            {"X-Forwarded-For": spelling.format(number)} for number in range(1, 41)
        ]
        assert [client.get(PATH, headers=header).status_code for header in headers] == [
            200
        ] * 3 + [429] * 37
        assert (
            client.get(PATH, headers={"X-Forwarded-For": "2001:db8:0:1::1"}).status_code
            == 200
        )


def test_each_known_key_is_a_caller_and_unknown_keys_are_not() -> None:
    hashes = tuple(sha256(key.encode()).hexdigest() for key in ("one", "two"))
    client = make_client(api_keys=hashes)
    assert [
        client.get(PATH, headers={"X-API-Key": "one"}).status_code for _ in range(4)
    ] == [200] * 3 + [429]
    wrong = [{}, *({"Authorization": f"Bearer {number}"} for number in range(3))]
    assert [client.get(PATH, headers=header).status_code for header in wrong] == [
        401
    ] * 3 + [429]
    assert (
        client.get(PATH, headers={"X-API-Key": "two"}).status_code == 200
    )  # of the same address
    client_without_keys = make_client()
    headers = [{"X-API-Key": str(number)} for number in range(4)]
    assert [
        client_without_keys.get(PATH, headers=header).status_code for header in headers
    ] == [200] * 3 + [429]


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
    with (
        TemporaryDirectory() as folder
    ):  # pytest's own are too long for the name of a socket
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
    clients = [make_client(rate_limit_storage=address) for _ in range(2)]
    assert [client.get(PATH).status_code for client in clients * 2] == [200] * 3 + [429]
    process.kill()
    process.wait()
    assert clients[1].get(PATH).status_code == 200


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
        assert headers_of_response["RateLimit-Policy"] == '"3 per 1 hour";q=3;w=3600'
        assert counted.is_refused is status.startswith("429")
        return int(status[:3])

    assert [get() for _ in range(4)] == [200] * 3 + [429]
    assert app.test_client().get(PATH, headers=headers).status_code == 429
    assert (
        app.test_client()
        .get(PATH, headers={"X-Forwarded-For": "203.0.113.2"})
        .status_code
        == 200
    )


def test_the_server_counts_no_probe_and_so_waits_for_no_storage() -> None:
    served = create_app(
        Settings(rate_limit="3/hour", rate_limit_storage="redis://localhost:1")
    ).extensions["served"]
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
