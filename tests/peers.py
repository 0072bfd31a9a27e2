"""The other ends of what tests do: servers, connections, processes, ports and clocks.

A test that fails by chance has two ends that no event puts in order: a server closes while its client sends, a process
ends before it is killed, a second passes while nobody works. Here the order is sure. `make check` finds tests that use
sleeps, clocks, sockets, signals or short timeouts of their own (tools/chance.py).
"""

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

from tools.ports import free_port
from tools.serving import PATIENCE, wait_until

__all__ = ["free_port", "wait_until"]


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
def listen(address: str | Path = "127.0.0.1") -> Iterator[socket.socket]:
    """Listen at a port that the kernel gives, or at a path, while the context lasts."""
    is_path = isinstance(address, Path)
    family = socket.AF_UNIX if is_path else socket.AF_INET
    with socket.create_server(str(address) if is_path else (address, 0), family=family) as listener:
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
        return client.connect_ex(str(address) if isinstance(address, Path) else ("127.0.0.1", address)) == 0


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


@dataclass
class Clock:
    """A clock that stands still until a test moves it; a pause moves it by its own length."""

    now: float = 0.0
    pauses: list[float] = field(default_factory=list)

    def read(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


def system_clock() -> float:
    """Return the seconds since 1970: for tokens and certificates, which tests date years from now on both sides."""
    return time.time()


class Stopwatch:
    """The seconds since it was made: for what a test prints, and for the suites that measure."""

    def __init__(self) -> None:
        self._begin = time.monotonic()

    def seconds(self) -> float:
        return time.monotonic() - self._begin
