"""The other ends of what tests do: servers, connections, processes, ports and clocks.

A test that fails by chance has two ends that no event puts in order: a server closes while its client sends, a process
ends before it is killed, a second passes while nobody works. Here the order is sure. `make check` finds tests that use
sleeps, clocks, sockets, signals or short timeouts of their own (tools/chance.py).
"""

import json
import os
import random
import signal
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlsplit

from tools.serving import PATIENCE


class Handler(BaseHTTPRequestHandler):
    """Handles requests of a server of a test, and logs none."""

    def read_body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def respond(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def run_http_server(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Run a server in a thread, and yield its address. Each response says that its connection closes.

    Otherwise a client may send its next request on a connection whose end is still under way.
    """

    class ClosingHandler(handler):  # type: ignore[valid-type, misc]
        def end_headers(self) -> None:
            self.send_header("Connection", "close")
            super().end_headers()

    with HTTPServer(("127.0.0.1", 0), ClosingHandler) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def run_persistent_server() -> Iterator[tuple[str, list[int]]]:
    """Run a server that keeps its connections open for as long as its clients, and answers with the path in JSON.

    Yield its address, and the port of the client of each request.
    """
    ports: list[int] = []

    class PersistentHandler(Handler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            ports.append(self.client_address[1])
            self.respond(
                200, json.dumps(self.path).encode(), Content_Type="application/json"
            )

    with ThreadingHTTPServer(("127.0.0.1", 0), PersistentHandler) as server:
        server.daemon_threads = True  # they wait for the next request of a client
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", ports
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def refuse_connections() -> Iterator[int]:
    """Yield a port at which nobody listens while the context lasts."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        yield port_of(deaf)


@contextmanager
def listen(address: str | Path = "127.0.0.1") -> Iterator[socket.socket]:
    """Listen at a port that the kernel gives, or at a path, while the context lasts."""
    is_path = isinstance(address, Path)
    family = socket.AF_UNIX if is_path else socket.AF_INET
    with socket.create_server(
        str(address) if is_path else (address, 0), family=family
    ) as listener:
        yield listener


def connect_to(listener: socket.socket) -> socket.socket:
    """Return a new connection to a listener: the end of the client. Its other end waits to be accepted."""
    return socket.create_connection(listener.getsockname(), timeout=PATIENCE)


def port_of(listener: socket.socket) -> int:
    return int(listener.getsockname()[1])


def accepts_connections(address: int | Path) -> bool:
    """Return whether a server accepts connections at a port of this machine, or at a path."""
    family = socket.AF_UNIX if isinstance(address, Path) else socket.AF_INET
    with socket.socket(family) as client:
        client.settimeout(PATIENCE)
        return (
            client.connect_ex(
                str(address) if isinstance(address, Path) else ("127.0.0.1", address)
            )
            == 0
        )


def kill(pid: int, number: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to a process, which may have ended by itself."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def kill_group(group: int, number: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to the processes of a group, all of which may have ended."""
    with suppress(ProcessLookupError):
        os.killpg(group, number)


def group_exists(group: int) -> bool:
    """Return whether a process of a group exists."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


MOST_LATE = 0.05
"""Seconds by which a late network is late at most."""


class LateNetwork:
    """Passes on what clients and a server send, and keeps each part of what the server sends for a random time.

    An end of a connection is late too: a client that is told of it by nothing else sends its next request before.
    """

    def __init__(self, port: int, seed: int) -> None:
        self._port = port
        self._random = random.Random(seed)
        self._stack = ExitStack()
        self._listener = self._stack.enter_context(listen())
        self.port = port_of(self._listener)
        Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "LateNetwork":
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)  # ends the thread that accepts
        self._stack.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self._port))
        except OSError:
            reset(client)
            return
        back = Thread(
            target=self._pass_on, args=(server, client, MOST_LATE), daemon=True
        )
        back.start()
        self._pass_on(client, server, 0)
        back.join()
        client.close()
        server.close()

    def _pass_on(
        self, source: socket.socket, target: socket.socket, most: float
    ) -> None:
        """Pass on what one end sends, and its end, or its reset; each up to `most` seconds late."""
        try:
            while data := source.recv(2**16):
                time.sleep(self._random.uniform(0, most))
                target.sendall(data)
            time.sleep(self._random.uniform(0, most))
            target.shutdown(socket.SHUT_WR)
        except OSError:
            for end in (source, target):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)


def reset(connection: socket.socket) -> None:
    """Close a connection with a reset (RST), as an end does that has crashed."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


@contextmanager
def make_late(base: str) -> Iterator[str]:
    """Yield the address of a server through a late network if `LATE` is set, its seed; otherwise its own address."""
    seed = os.environ.get("LATE")
    address = urlsplit(base)
    if not seed or address.scheme != "http":
        yield base
        return
    with LateNetwork(int(address.port or 80), int(seed)) as network:
        yield f"http://127.0.0.1:{network.port}"


def system_clock() -> float:
    """Return the seconds since 1970: for tokens and certificates, which tests date years from now on both sides."""
    return time.time()


def system_date() -> datetime:
    """Return the time of `system_clock` as a date in UTC."""
    return datetime.fromtimestamp(system_clock(), UTC)


def go_on_until(stopped: Event, pause: float) -> Iterator[None]:
    """Yield again and again until another thread has set `stopped`, with a pause of some seconds before each time.

    It is for what goes on beside a test, which no result depends on.
    """
    while not stopped.wait(pause):
        yield


class Stopwatch:
    """The seconds since it was made: for what a test prints, and for the suites that measure."""

    def __init__(self) -> None:
        self._begin = time.monotonic()

    def seconds(self) -> float:
        return time.monotonic() - self._begin


def receive_end(channel: socket.socket, size: int) -> tuple[bytes, socket.socket]:
    """Return so many bytes that come through a socket, and the end of a connection that comes with them."""
    data, ends, _, _ = socket.recv_fds(channel, size, 1)
    return data, adopt_end(ends[0])


def adopt_end(descriptor: int) -> socket.socket:
    """Return the end of a connection by its file descriptor, which this process was given or has inherited."""
    end = socket.socket(fileno=descriptor)
    end.settimeout(PATIENCE)
    return end
