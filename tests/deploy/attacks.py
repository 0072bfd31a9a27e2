"""Clients that try to use up a server from one address, each kind as a context manager that runs while it lasts."""

import json
import resource
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import cycle, islice
from threading import Event, Thread
from typing import NamedTuple
from urllib.parse import quote

from benchmarks.limits.hostile import NAMES, RULES

POST = b"POST /v1/integers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
HALF_HEAD = b"GET /v1/integers?max=6 HTTP/1.1\r\nHost: x\r\nX-Slow: "
HALF_BODY = POST + b'Content-Length: 9999\r\n\r\n{"max":'
LARGE_HALF_BODY = POST + b"Content-Length: 120000\r\n\r\n" + b" " * 70_000
HALF_CHUNK = POST + b'Transfer-Encoding: chunked\r\n\r\n2000\r\n{"max":'
HALF_TRAILER = POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Slow: "
EXPECTING = POST + b"Content-Length: 9999\r\nExpect: 100-continue\r\n\r\n"
HALF_HANDSHAKE = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
METRICS = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n" * 180  # 6 kB
STREAM = (
    b"GET /v1/decks/standard/shuffle/batch?repeats=1000000 HTTP/1.1\r\nHost: x\r\n"
    b"Accept: application/x-ndjson\r\n\r\n"
)
SHUFFLE = b"GET /v1/decks/standard/shuffle HTTP/1.1\r\nHost: x\r\n\r\n"

Address = tuple[str, int]
CountClients = Callable[[], int]


@dataclass
class Client:
    """One connection after another that begins with the same bytes; a new one as soon as the server closes the last."""

    address: Address
    beginning: bytes
    is_reading: bool = True

    def __post_init__(self) -> None:
        self.connect()

    def connect(self) -> None:
        self.connection = socket.socket()
        if not self.is_reading:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.connection.settimeout(10)
        self.connection.connect(self.address)
        self.connection.sendall(self.beginning)
        self.connection.setblocking(False)

    def continue_slowly(self) -> None:
        """Send one byte more, or begin again if the server has closed the connection."""
        try:
            if self.is_reading:
                if self.beginning:
                    self.connection.send(b" ")
                if self.connection.recv(2**16) == b"":
                    raise ConnectionResetError
            elif self.connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0:
                raise ConnectionResetError
        except BlockingIOError:
            pass
        except OSError:
            self.connection.close()
            with suppress(OSError):  # the server accepts nothing now
                self.connect()


@contextmanager
def run_clients(
    address: Address,
    beginning: bytes = b"",
    count: int = 50,
    interval: float = 1,
    is_reading: bool = True,
) -> Iterator[CountClients]:
    """Run clients that go on with a byte per interval, in seconds."""
    clients = [Client(address, beginning, is_reading) for _ in range(count)]
    stopped = Event()

    def run() -> None:
        while not stopped.wait(interval):
            for client in clients:
                client.continue_slowly()

    thread = Thread(target=run)
    thread.start()
    try:
        yield lambda: len(clients)
    finally:
        stopped.set()
        thread.join()
        for client in clients:
            client.connection.close()


@contextmanager
def abandon_streams(
    address: Address, count: int = 8, size: int = 17 * 2**20
) -> Iterator[CountClients]:
    """Read that many bytes of each of several streams, then stop reading and keep the connections."""
    received = [0] * count

    def read(connection: socket.socket, number: int) -> None:
        with suppress(OSError):
            while received[number] < size and (part := connection.recv(2**18)):
                received[number] += len(part)

    with ExitStack() as stack:
        threads = []
        for number in range(count):
            connection = stack.enter_context(
                socket.create_connection(address, timeout=30)
            )
            connection.sendall(STREAM)
            threads.append(Thread(target=read, args=(connection, number)))
        for thread in threads:
            thread.start()
        try:
            yield lambda: sum(total >= size for total in received)
        finally:
            for thread in threads:
                thread.join()


@contextmanager
def keep_connections(address: Address, count: int = 2100) -> Iterator[CountClients]:
    """Make a request on each of many connections, and keep them all."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = limits
    needed = min(hard, count + 2000)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))
    stopped = Event()
    connections: list[socket.socket] = []

    def run() -> None:
        while not stopped.is_set() and len(connections) < count:
            with suppress(OSError):  # the server accepts or answers nothing now
                connection = socket.create_connection(address, timeout=5)
                connections.append(connection)
                connection.sendall(SHUFFLE)
                connection.recv(2**16)

    threads = [Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        yield lambda: len(connections)
    finally:
        stopped.set()
        for thread in threads:
            thread.join()
        for connection in connections:
            connection.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


class Request(NamedTuple):
    """The arguments of `HTTPConnection.request`."""

    method: str
    path: str
    body: str | None = None
    headers: Mapping[str, str] = {}


def list_hostile_requests() -> list[Request]:
    requests = []
    for kind, rules in RULES.values():
        body = json.dumps(rules | {"seed": "s"})
        headers = {"Content-Type": "application/json"}
        requests.append(Request("POST", f"/v1/items/{kind}", body, headers))
    for name in NAMES.values():
        requests.append(Request("GET", f"/v1/games/{quote(name)}"))
    return requests


@contextmanager
def send_hostile_rules(address: Address, count: int = 8) -> Iterator[CountClients]:
    """Send rules and names that are made to take long, one after the other; return how many are answered."""
    requests = list_hostile_requests()
    stopped = Event()
    answers = [0] * count

    def run(number: int) -> None:
        for request in islice(cycle(requests), number, None):
            if stopped.is_set():
                return
            with suppress(OSError, HTTPException):
                connection = HTTPConnection(*address, timeout=30)
                connection.request(*request)
                connection.getresponse().read()
                connection.close()
                answers[number] += 1

    threads = [Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield lambda: sum(answers)
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


ATTACKS: dict[str, Callable[[Address], AbstractContextManager[CountClients]]] = {
    "connections that pipeline /metrics and read nothing": partial(
        run_clients, beginning=METRICS, count=2, is_reading=False
    ),
    "chunked requests without an end, a byte every 4 s": partial(
        run_clients, beginning=HALF_TRAILER, count=8, interval=4
    ),
    "half TLS handshakes": partial(
        run_clients, beginning=HALF_HANDSHAKE, count=8, interval=4
    ),
    "streams read for 17 MiB and then no more": abandon_streams,
    "kept connections": keep_connections,
    "half heads": partial(run_clients, beginning=HALF_HEAD),
    "half bodies": partial(run_clients, beginning=HALF_BODY),
    "half bodies of 120 kB": partial(run_clients, beginning=LARGE_HALF_BODY, count=300),
    "half bodies in chunks": partial(run_clients, beginning=HALF_CHUNK),
    "bodies that expected 100 Continue": partial(run_clients, beginning=EXPECTING),
    "silent connections": partial(run_clients, beginning=b""),
    "hostile rules": send_hostile_rules,
}
"""Every kind of client: from an address to attack to a context manager, which yields a count of its clients."""
