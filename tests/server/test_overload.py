"""Requests that have waited too long for the only thread of a worker."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from socket import SO_RCVBUF, SOL_SOCKET

import pytest

from tests.conftest import run_service
from tests.server.client import (
    CHUNKED,
    DICE,
    GET,
    HOLDING,
    IN_THREAD,
    INTEGERS,
    POST,
    connect,
    fetch,
    hold_thread,
    read_response,
)

MAX_WAIT = 2
GET_DECKS = b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % IN_THREAD.encode()
LONG_POST = POST + b"Content-Length: 50000\r\n\r\n" + DICE.ljust(50_000)
REQUESTS = {
    "a GET": GET_DECKS,
    "a POST": LONG_POST,
    "a POST in chunks": CHUNKED + b"%x\r\n%s\r\n0\r\n\r\n" % (50_000, DICE.ljust(50_000)),
}
REFUSED = {"a kept connection": GET_DECKS, **REQUESTS}


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with run_service(app=HOLDING, WEB_CONCURRENCY="1", THREADS="1", MAX_WAIT=str(MAX_WAIT)) as base:
        yield base


def test_a_request_that_waited_too_long_is_refused_and_its_connection_serves_the_next(base: str) -> None:
    """Not one that waited for its own client: its connection, or its first bytes, may be older than MAX_WAIT."""
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        kept, idle = (stack.enter_context(connect(base)) for _ in range(2))
        for client in (kept, idle):
            client.sendall(GET_DECKS)
            assert read_response(client).status == 200
        with hold_thread(base):
            clients = {"a kept connection": kept} | {name: stack.enter_context(connect(base)) for name in REQUESTS}
            for name, client in clients.items():
                client.sendall(REFUSED[name])
            metrics = pool.submit(fetch, base, "/metrics")
            silent, slow = (stack.enter_context(connect(base)) for _ in range(2))
            slow.sendall(GET_DECKS[:20])
            assert {fetch(base, path).status for path in ("/livez", "/readyz", INTEGERS)} == {200}
            time.sleep(MAX_WAIT + 0.5)
            for client, rest in ((idle, GET_DECKS), (silent, GET_DECKS), (slow, GET_DECKS[20:])):
                client.sendall(rest)
        for name, client in clients.items():
            response = read_response(client)
            assert (name, response.status, response.headers["Retry-After"]) == (name, 503, "1")
            assert response.headers["Content-Type"] == "application/problem+json"
            assert response.json["type"] == "/v1/problems/busy"
            assert response.json["request_id"] == response.headers["X-Request-ID"]
            assert response.headers["Cache-Control"] == "no-store"
        assert metrics.result().status == 200
        assert [read_response(client).status for client in (idle, silent, slow)] == [200, 200, 200]
        for name, client in clients.items():
            client.sendall(REFUSED[name])
            assert (name, read_response(client).status) == (name, 200)


def test_a_request_sent_with_the_one_before_it_waits_from_the_response_to_that_on(base: str) -> None:
    path = f"/v1/integers?max={2**53 - 1}&count=1000000".encode()  # 16 MB, more than the sockets hold
    with connect(base) as client, client.makefile("rb") as responses:
        client.setsockopt(SOL_SOCKET, SO_RCVBUF, 2**16)
        client.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path + GET + b"Connection: close\r\n\r\n")
        time.sleep(MAX_WAIT + 0.5)
        assert responses.read().count(b"HTTP/1.1 200 ") == 2


def test_a_proxy_whose_clock_is_wrong_changes_nothing(base: str) -> None:
    for seconds in (-3600, 0, 3600):
        headers = {"X-Request-Start": f"t={time.time() + seconds:.3f}"}
        assert fetch(base, INTEGERS, headers=headers).status == 200
