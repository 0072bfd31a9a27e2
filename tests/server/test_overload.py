"""Requests that have waited too long for a thread, by nginx's X-Request-Start, at a service with one thread."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.api.hooks.overload import PROBES
from tests.conftest import ROOT, run_service
from tests.deploy.nginx import run_nginx, substitute
from tests.server.client import CHUNKED, DICE, GET, INTEGERS, POST, connect, fetch, read_response
from tools.ports import free_port

GAME = "https://game.example"
REQUESTS = {
    "a GET": (GET, b"\r\n"),
    "a POST": (POST, b"Content-Length: %d\r\n\r\n" % len(DICE) + DICE),
    "a POST in chunks": (CHUNKED[:-2], b"\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(DICE), DICE)),
}


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with run_service(WEB_CONCURRENCY="1", THREADS="1", MAX_WAIT="20", TRUSTED_PROXIES="1", CORS_ORIGINS=GAME) as base:
        yield base


def request_start(age: float) -> str:
    """Return the value of X-Request-Start of a request that nginx received that many seconds ago."""
    return f"t={time.time() - age:.3f}"


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_a_request_that_waited_too_long_is_refused_and_its_connection_serves_the_next(
    base: str, request_: tuple[bytes, bytes]
) -> None:
    head, rest = request_
    with connect(base) as client:
        client.sendall(head + f"X-Request-Start: {request_start(30)}\r\n".encode() + rest)
        response = read_response(client)
        assert (response.status, response.headers["Content-Type"]) == (503, "application/problem+json")
        assert response.json["type"] == "/v1/problems/busy"
        assert response.json["request_id"] == response.headers["X-Request-ID"]
        assert int(response.headers["Retry-After"]) >= 1
        assert response.headers["Cache-Control"] == "no-store"
        client.sendall(head + rest)
        assert read_response(client).status == 200


@pytest.mark.parametrize("age", [0, 10, -60])
def test_a_request_that_waited_less_is_served(base: str, age: float) -> None:
    assert fetch(base, INTEGERS, headers={"X-Request-Start": request_start(age)}).status == 200


@pytest.mark.parametrize("value", ["", "t=", "yesterday", "t=1e3", "t=-5"])
def test_a_request_with_a_malformed_time_is_served(base: str, value: str) -> None:
    assert fetch(base, INTEGERS, headers={"X-Request-Start": value}).status == 200


@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_probe_is_served_however_long_it_waited(base: str, probe: str, method: str) -> None:
    assert fetch(base, f"/{probe}", method, headers={"X-Request-Start": request_start(60)}).status == 200


def test_without_trusted_proxies_nobody_is_believed() -> None:
    with run_service(WEB_CONCURRENCY="1", MAX_WAIT="20") as base:
        assert fetch(base, INTEGERS, headers={"X-Request-Start": request_start(60)}).status == 200


@contextmanager
def hold_thread(base: str) -> Iterator[None]:
    """Occupy the only thread with a request whose body is still missing."""
    with connect(base) as client:
        client.sendall(POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(DICE))
        assert client.recv(100).startswith(b"HTTP/1.1 100 ")
        yield
        client.sendall(DICE)
        assert read_response(client).status == 200


def test_requests_are_refused_while_no_thread_is_free() -> None:
    service = run_service(WEB_CONCURRENCY="1", THREADS="1", MAX_WAIT="1", TRUSTED_PROXIES="1")
    with service as base, connect(base) as kept, ThreadPoolExecutor(9) as pool:
        kept.sendall(GET + b"\r\n")
        assert read_response(kept).status == 200
        with hold_thread(base):
            start = time.monotonic()
            head = f"X-Request-Start: {request_start(0)}\r\n".encode()
            headers = {"X-Request-Start": request_start(0)}
            waiting = [pool.submit(fetch, base, INTEGERS, headers=headers) for _ in range(8)]
            probe = pool.submit(fetch, base, "/livez", headers=headers)
            kept.sendall(GET + head + b"\r\n")
            refusals = [read_response(kept), *(request.result() for request in waiting)]
            assert {(response.status, response.headers["Retry-After"]) for response in refusals} == {(503, "1")}
            assert probe.result().status == 200
            assert 1 < time.monotonic() - start < 2
        kept.sendall(GET + b"\r\n")
        assert read_response(kept).status == 200


def test_a_thread_that_is_free_in_time_serves_the_waiting_requests() -> None:
    service = run_service(WEB_CONCURRENCY="1", THREADS="1", MAX_WAIT="20", TRUSTED_PROXIES="1")
    with service as base, ThreadPoolExecutor(8) as pool:
        with hold_thread(base):
            headers = {"X-Request-Start": request_start(0)}
            waiting = [pool.submit(fetch, base, INTEGERS, headers=headers) for _ in range(8)]
            time.sleep(0.5)
            assert not any(request.done() for request in waiting)
        assert {request.result().status for request in waiting} == {200}


@pytest.mark.nginx
@pytest.mark.parametrize(("max_wait", "status"), [("1", 503), ("50", 200)])
def test_behind_nginx_a_request_is_refused_after_max_wait(tmp_path: Path, max_wait: str, status: int) -> None:
    replicas_conf = (ROOT / "deploy" / "kubernetes" / "base" / "replicas.conf").read_text()
    service = run_service(WEB_CONCURRENCY="1", THREADS="1", MAX_WAIT=max_wait, TRUSTED_PROXIES="1")
    with service as base, ThreadPoolExecutor() as pool:
        ports = {"127.0.0.1:8000": base.removeprefix("http://"), "listen 8081;": f"listen 127.0.0.1:{free_port()};"}
        with run_nginx(tmp_path / "front", substitute(replicas_conf, ports)) as front:
            with hold_thread(base):
                waiting = pool.submit(fetch, front.base, INTEGERS)
                time.sleep(1.5)
            assert waiting.result().status == status
