"""Requests that waited too long for a thread, by what the kernel says of their connection."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.hooks.request_checks import seconds_waited
from service.app import create_app
from service.settings import Settings
from tests.api.spec import check_response, json_object

PATH = "/v1/integers?max=6"
WAIT = 1.1  # seconds
REQUEST, RESPONSE = b"GET", b"HTTP/1.1 200 OK"
SOCKET = "gunicorn.socket"

pytestmark = pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="only Linux tells when bytes arrived")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings(max_wait=1)).test_client()


class Connections:
    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))

    def connect(self) -> socket.socket:
        return self._stack.enter_context(socket.create_connection(self._listener.getsockname()))

    def accept(self) -> socket.socket:
        return self._stack.enter_context(self._listener.accept()[0])


@dataclass(frozen=True)
class Waits:
    """Connections and their seconds by what they have waited for, and the time since the last bytes were sent."""

    connections: dict[str, socket.socket]
    seconds: dict[str, float]
    since_the_last: float


@pytest.fixture(scope="module")
def waits() -> Iterator[Waits]:
    with ExitStack() as stack:
        ends = Connections(stack)
        clients = [ends.connect() for _ in range(4)]
        waiting, idle, pipelined, silent = (ends.accept() for _ in clients)
        backlogged = ends.connect()
        idle.sendall(RESPONSE)
        for sender in (clients[0], clients[2], backlogged):
            sender.sendall(REQUEST)
        time.sleep(WAIT)
        last = time.monotonic()
        for sender in (clients[1], clients[3]):
            sender.sendall(REQUEST)
        pipelined.sendall(RESPONSE)
        connections = {
            "to be accepted": ends.accept(),
            "for a thread": waiting,
            "for its client, on a kept connection": idle,
            "for its client, on a silent connection": silent,
            "for the response before it": pipelined,
        }
        seconds = {name: seconds_waited({SOCKET: connection}) for name, connection in connections.items()}
        yield Waits(connections, seconds, time.monotonic() - last)


@pytest.fixture
def overdue(waits: Waits) -> socket.socket:
    return waits.connections["to be accepted"]


def test_a_request_waits_from_its_last_bytes_on_or_from_the_response_before_it(waits: Waits) -> None:
    """The wait that the kernel measures is at most the time since the last bytes were sent, on a slow machine too."""
    *early, for_client, silent, pipelined = waits.seconds.values()
    assert [WAIT - 0.1 < wait < 60 for wait in early] == [True, True], waits
    assert max(for_client, silent, pipelined) < waits.since_the_last + 0.1, waits


def get(client: FlaskClient, connection: object) -> TestResponse:
    return client.get(PATH, environ_overrides={SOCKET: connection})


def test_a_request_that_waited_too_long_is_refused_and_may_be_sent_again(
    client: FlaskClient, overdue: socket.socket
) -> None:
    response = check_response(get(client, overdue))
    assert (response.status_code, response.headers["Retry-After"]) == (503, "1")
    assert json_object(response)["type"] == "/v1/problems/busy"


class OtherSystem:
    """A socket of a system that knows the option and returns less."""

    def getsockopt(self, *_: int) -> bytes:
        return bytes(7)


def test_a_request_is_answered_where_the_kernel_does_not_tell(
    client: FlaskClient, overdue: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        closed_socket = socket.socket()
        closed_socket.close()
        connections = (OtherSystem(), closed_socket, *(stack.enter_context(end) for end in socket.socketpair()))
        statuses = {connection: get(client, connection).status_code for connection in connections}
        assert set(statuses.values()) == {200}, statuses
        assert {seconds_waited({SOCKET: connection}) for connection in statuses} == {seconds_waited({})} == {0}
    monkeypatch.setattr("service.api.hooks.request_checks._TCP_INFO", -1)
    assert get(client, overdue).status_code == 200
