"""The helpers that put the two ends of a test in order."""

import subprocess
import sys

import pytest

from tests.peers import (
    Handler,
    LateNetwork,
    kill,
    kill_group,
    listen,
    port_of,
    run_http_server,
)
from tests.server.client import connect, fetch
from tests.tables import for_each
from tools.ports import free_port


class Echo(Handler):
    def do_POST(self) -> None:
        self.respond(200, self.read_body())


@for_each("version", ["HTTP/1.0", "HTTP/1.1"])
def test_a_server_says_that_it_closes_each_connection(version: str) -> None:
    class Versioned(Echo):
        protocol_version = version

    with run_http_server(Versioned) as base, connect(base) as client:
        client.sendall(b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nok" * 2)
        answers = b"".join(iter(lambda: client.recv(2**16), b""))
    assert answers.count(b"HTTP/1.") == answers.count(b"Connection: close") == 1


def test_a_process_that_has_ended_can_be_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ""], start_new_session=True
    ) as process:
        process.wait()
        kill(process.pid)
        kill_group(process.pid)


def test_a_late_network_passes_on_all_bytes_and_both_ends() -> None:
    body = bytes(range(256)) * 4_000
    with (
        run_http_server(Echo) as base,
        LateNetwork(int(base.rpartition(":")[2]), 1) as network,
    ):
        late = f"http://127.0.0.1:{network.port}"
        assert [fetch(late, "/", "POST", body).body for _ in range(3)] == [body] * 3


def receive(port: int) -> bytes:
    with connect(f"http://127.0.0.1:{port}") as client:
        return client.recv(1)


def test_a_late_network_resets_a_connection_to_a_server_that_accepts_none() -> None:
    with LateNetwork(free_port(), 1) as network, pytest.raises(ConnectionResetError):
        receive(network.port)  # the reset may come before the connection is there


def test_a_listener_takes_a_port_of_the_kernel() -> None:
    with listen() as one, listen() as other:
        assert port_of(one) != port_of(other)
