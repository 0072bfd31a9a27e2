"""Requests that have waited too long for a process of a worker."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from socket import SO_RCVBUF, SOL_SOCKET, socket

import pytest

from service.app import create_app
from service.server.connection import Phase
from service.settings import Settings
from tests.server.client import (
    GET,
    IN_PROCESS,
    INTEGERS,
    ITEMS,
    POST_ITEMS,
    POST_ITEMS_HEAD,
    Request,
    connect,
    fetch,
    read_response,
)
from tests.server.stopped_clock import Worker, run_worker
from tests.tables import for_each

MAX_WAIT = 8  # seconds, less than those for a head
LONG_ITEMS = ITEMS.ljust(50_000)
REQUESTS = {
    "a short body": POST_ITEMS,
    "a long body": POST_ITEMS_HEAD + b"Content-Length: 50000\r\n\r\n" + LONG_ITEMS,
    "a body in chunks": POST_ITEMS_HEAD
    + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (50_000, LONG_ITEMS),
}
REFUSED = {"a kept connection": POST_ITEMS} | REQUESTS


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """A worker that refuses requests after they have waited for `MAX_WAIT` seconds."""
    with run_worker(create_app(Settings(max_wait=MAX_WAIT))) as worker:
        yield worker


@pytest.fixture
def open_client(worker: Worker) -> Iterator[Callable[[], socket]]:
    """Return a function that connects a client, which is closed in the end."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(connect(worker.base))


@pytest.fixture
def kept(open_client: Callable[[], socket]) -> socket:
    """Return a client that had a response and keeps its connection."""
    client = open_client()
    client.sendall(POST_ITEMS)
    assert read_response(client).status == 200
    return client


@pytest.fixture
def waiting(kept: socket, open_client: Callable[[], socket]) -> dict[str, socket]:
    """Return a client for each entry of `REFUSED`, which it has not sent yet."""
    return {"a kept connection": kept} | {name: open_client() for name in REQUESTS}


def send_all(clients: Mapping[str, socket], worker: Worker) -> None:
    """Let each client send its request, and wait until all of them are in progress."""
    for name, client in clients.items():
        client.sendall(REFUSED[name])
    worker.wait_for_requests(len(clients))


def test_a_request_that_waited_too_long_is_refused_and_its_connection_serves_the_next(
    worker: Worker, waiting: dict[str, socket]
) -> None:
    with worker.hold_processes():
        send_all(waiting, worker)
        worker.advance(MAX_WAIT + 1)
    for name, client in waiting.items():
        response = read_response(client)
        assert response.status == 503, name
        assert response.headers["Retry-After"] == "1"
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.json["type"] == "/v1/problems/busy"
        assert response.json["request_id"] == response.headers["X-Request-ID"]
        assert response.headers["Cache-Control"] == "no-store"
    for name, client in waiting.items():
        client.sendall(REFUSED[name])
        assert read_response(client).status == 200, name


def test_a_request_that_waited_for_its_own_client_is_answered(
    worker: Worker, kept: socket, open_client: Callable[[], socket]
) -> None:
    """Its connection, or its first bytes, may be older than MAX_WAIT."""
    silent = open_client()
    slow = open_client()
    slow.sendall(POST_ITEMS[:20])
    worker.wait_for_phases(Phase.IDLE, Phase.NEW, Phase.HEAD)
    with worker.hold_processes():
        worker.advance(MAX_WAIT + 1)
        kept.sendall(POST_ITEMS)
        silent.sendall(POST_ITEMS)
        slow.sendall(POST_ITEMS[20:])
        worker.wait_for_requests(3)
    for client in (kept, silent, slow):
        assert read_response(client).status == 200


def test_what_needs_no_process_is_answered_while_others_wait_for_one(
    worker: Worker, waiting: dict[str, socket]
) -> None:
    with worker.hold_processes():
        send_all(waiting, worker)
        for path in ("/livez", "/readyz", "/metrics", INTEGERS):
            assert fetch(worker.base, path).status == 200
    for client in waiting.values():
        assert read_response(client).status == 200


@pytest.mark.parametrize(
    "request_", [IN_PROCESS, Request(INTEGERS)], ids=["in a process", "in the loop"]
)
@for_each(("seconds", "status"), [(MAX_WAIT, 200), (MAX_WAIT + 0.01, 503)])
def test_what_a_request_waited_in_the_kernel_counts(
    seconds: float,
    status: int,
    request_: Request,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "seconds_in_kernel", seconds)
    assert fetch(worker.base, *request_).status == status
    assert fetch(worker.base, "/livez").status == 200


def test_a_request_sent_with_the_one_before_it_waits_from_the_response_to_that_on(
    worker: Worker,
) -> None:
    # 16 MB, more than the sockets hold
    large = b"GET /v1/integers?max=%d&count=1000000 HTTP/1.1\r\nHost: x\r\n\r\n"
    with connect(worker.base) as client, client.makefile("rb") as responses:
        client.setsockopt(SOL_SOCKET, SO_RCVBUF, 2**16)
        client.sendall(large % (2**53 - 1) + GET + b"Connection: close\r\n\r\n")
        first = responses.read(1)
        worker.wait_for_clients()
        worker.advance(MAX_WAIT + 1)
        assert (first + responses.read()).count(b"HTTP/1.1 200 ") == 2


def test_no_request_waits_by_what_a_proxy_says_whose_clock_may_be_wrong(
    worker: Worker,
) -> None:
    for start in (0, 2**33):
        headers = {"X-Request-Start": f"t={start}"}
        assert fetch(worker.base, INTEGERS, headers=headers).status == 200
