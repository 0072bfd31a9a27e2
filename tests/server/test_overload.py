"""Requests that have waited too long for the thread of a service with one."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from socket import SO_RCVBUF, SOL_SOCKET

import pytest

from service.api.hooks.request_checks import PROBES
from tests.conftest import run_service
from tests.server.client import CHUNKED, DICE, GET, INTEGERS, POST, connect, fetch, hold_thread, read_response

MAX_WAIT = 2
GET_DICE = GET + b"\r\n"
REQUESTS = {
    "a GET": GET_DICE,
    "a POST": POST + b"Content-Length: %d\r\n\r\n" % len(DICE) + DICE,
    "a POST in chunks": CHUNKED + b"%x\r\n%s\r\n0\r\n\r\n" % (len(DICE), DICE),
    "a long POST": POST + b"Content-Length: 50000\r\n\r\n" + DICE.ljust(50_000),
}


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with run_service(WEB_CONCURRENCY="1", THREADS="1", MAX_WAIT=str(MAX_WAIT), TRUSTED_PROXIES="1") as base:
        yield base


def test_a_request_that_waited_too_long_is_refused_and_its_connection_serves_the_next(base: str) -> None:
    """Not one that waited for its own client: its connection, or its first bytes, may be older than MAX_WAIT."""
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        kept, idle = (stack.enter_context(connect(base)) for _ in range(2))
        for client in (kept, idle):
            client.sendall(GET_DICE)
            assert read_response(client).status == 200
        with hold_thread(base):
            clients = {"a kept connection": kept} | {name: stack.enter_context(connect(base)) for name in REQUESTS}
            for name, client in clients.items():
                client.sendall(REQUESTS.get(name, GET_DICE))
            probes = {probe: pool.submit(fetch, base, f"/{probe}") for probe in PROBES}
            silent, slow = (stack.enter_context(connect(base)) for _ in range(2))
            slow.sendall(GET_DICE[:20])
            time.sleep(MAX_WAIT + 0.5)
            for client, rest in ((idle, GET_DICE), (silent, GET_DICE), (slow, GET_DICE[20:])):
                client.sendall(rest)
        for name, client in clients.items():
            response = read_response(client)
            assert (name, response.status, response.headers["Retry-After"]) == (name, 503, "1")
            assert response.headers["Content-Type"] == "application/problem+json"
            assert response.json["type"] == "/v1/problems/busy"
            assert response.json["request_id"] == response.headers["X-Request-ID"]
            assert response.headers["Cache-Control"] == "no-store"
        assert {probe: response.result().status for probe, response in probes.items()} == dict.fromkeys(PROBES, 200)
        assert [read_response(client).status for client in (idle, silent, slow)] == [200, 200, 200]
        for name, client in clients.items():
            client.sendall(REQUESTS.get(name, GET_DICE))
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
