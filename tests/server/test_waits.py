"""How long a request has waited, by what the kernel says of its connection."""

import socket
from contextlib import ExitStack
from typing import Any

import pytest

from service.server.clients import seconds_waited
from tests.peers import connect_to, listen
from tools.serving import wait_until

WAIT = 0.5  # seconds, which the kernel counts in steps of up to 0.01
MANY = 3_600
REQUEST = b"GET"
RESPONSE = b"HTTP/1.1 200 OK"

pytestmark = pytest.mark.skipif(
    not hasattr(socket, "TCP_INFO"), reason="only Linux tells when bytes arrived"
)


class Connections:
    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._listener = stack.enter_context(listen())

    def connect(self) -> socket.socket:
        return self._stack.enter_context(connect_to(self._listener))

    def accept(self) -> socket.socket:
        return self._stack.enter_context(self._listener.accept()[0])


def test_a_request_waits_since_its_last_bytes_or_the_response_before_it() -> None:
    with ExitStack() as stack:
        ends = Connections(stack)
        clients = [ends.connect() for _ in range(4)]
        waiting, idle, pipelined, silent = (ends.accept() for _ in clients)
        backlogged = ends.connect()
        idle.sendall(RESPONSE)
        for sender in (backlogged, clients[2], clients[0]):
            sender.sendall(REQUEST)
        wait_until(lambda: seconds_waited(waiting) > WAIT)
        for sender in (clients[1], clients[3]):
            sender.sendall(REQUEST)
        pipelined.sendall(RESPONSE)
        late = [seconds_waited(connection) for connection in (idle, silent, pipelined)]
        early = [seconds_waited(connection) for connection in (waiting, ends.accept())]
        assert max(late) < min(early) - WAIT / 2
        assert max(early) < MANY


class OtherSystem:
    """A socket of a system that knows the option and returns less."""

    def getsockopt(self, *_: int) -> bytes:
        return bytes(7)


def test_a_request_has_not_waited_where_the_kernel_does_not_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ExitStack() as stack:
        closed_socket, other_end = socket.socketpair()
        closed_socket.close()
        other_end.close()
        connections: tuple[Any, ...] = (
            OtherSystem(),
            closed_socket,
            *(stack.enter_context(end) for end in socket.socketpair()),
        )
        assert {seconds_waited(connection) for connection in connections} == {0}
        monkeypatch.setattr("service.server.clients._TCP_INFO", -1)
        ends = Connections(stack)
        ends.connect()
        assert seconds_waited(ends.accept()) == 0
