"""How long a request has waited, by what the kernel says of its connection."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from service.server.connection import seconds_waited

WAIT = 1.1  # seconds
REQUEST, RESPONSE = b"GET", b"HTTP/1.1 200 OK"

pytestmark = pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="only Linux tells when bytes arrived")


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
        seconds = {name: seconds_waited(connection) for name, connection in connections.items()}
        yield Waits(connections, seconds, time.monotonic() - last)


def test_a_request_waits_from_its_last_bytes_on_or_from_the_response_before_it(waits: Waits) -> None:
    """The wait that the kernel measures is at most the time since the last bytes were sent, on a slow machine too."""
    *early, for_client, silent, pipelined = waits.seconds.values()
    assert [WAIT - 0.1 < wait < 60 for wait in early] == [True, True], waits
    assert max(for_client, silent, pipelined) < waits.since_the_last + 0.1, waits


class OtherSystem:
    """A socket of a system that knows the option and returns less."""

    def getsockopt(self, *_: int) -> bytes:
        return bytes(7)


def test_a_request_has_not_waited_where_the_kernel_does_not_tell(waits: Waits, monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        closed_socket = socket.socket()
        closed_socket.close()
        connections: tuple[Any, ...] = (
            OtherSystem(),
            closed_socket,
            *(stack.enter_context(end) for end in socket.socketpair()),
        )
        assert {seconds_waited(connection) for connection in connections} == {0}
    monkeypatch.setattr("service.server.connection._TCP_INFO", -1)
    assert seconds_waited(waits.connections["to be accepted"]) == 0
