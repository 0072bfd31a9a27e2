"""Clients from several addresses of this machine, in processes of their own so that none of them slows another down."""

import multiprocessing
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException, HTTPResponse
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from statistics import quantiles
from typing import Any

from benchmarks.limits.structures import Attack

LOST = 0
"""In place of a status: the connection ended without a response, or within one."""
REFUSED = -1
"""In place of a status: nobody accepted the connection."""
DROPPED = -2
"""In place of a status: a connection that was kept after an earlier response ended before a further one.

A client may then send the request again, as a server that closes a kept connection cannot know that one is on its way.
"""

ATTACKER = "127.0.0.2"
SHUFFLER = "127.0.0.1"
GROUPER = "127.0.0.3"
"""Addresses of the clients that try to stop the service, of the one that shuffles, and of the one that draws groups."""
CONNECTIONS = 20

_PATIENCE = 90  # seconds
_ALONE = 0.3  # seconds of the attackers, before others begin
_FORKS = multiprocessing.get_context("fork")


def compose(request: Attack) -> bytes:
    """Return a request as it is sent: its head and its body."""
    headers = {"Host": "127.0.0.1"} | dict(request.headers)
    body = request.body or b""
    if request.body is not None:
        headers = {"Content-Type": "application/json"} | headers
        headers["Content-Length"] = str(len(body))
    lines = [f"{request.method} {request.path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    head = "\r\n".join(lines) + "\r\n\r\n"
    return head.encode() + body


class Client:
    """A client at one address, which keeps its connection and connects again when that has ended."""

    def __init__(self, port: int, address: str) -> None:
        self._port = port
        self._address = address
        self._connection: socket.socket | None = None
        self._is_kept = False

    def connect(self) -> None:
        """Connect unless there is a connection. Raises `OSError`."""
        if self._connection is None:
            server = ("127.0.0.1", self._port)
            own = (self._address, 0)
            self._connection = socket.create_connection(server, _PATIENCE, own)
            self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            self._is_kept = False

    def hang_up(self) -> None:
        """End a connection for which another thread may wait."""
        if self._connection is not None:
            with suppress(OSError):
                self._connection.shutdown(socket.SHUT_RDWR)

    def ask(self, request: bytes) -> int:
        """Send a request, read its response, and return the status, `LOST`, `DROPPED` or `REFUSED`."""
        try:
            self.connect()
        except ConnectionError:
            return REFUSED
        self.send(request)
        return self.receive()

    def send(self, request: bytes) -> None:
        """Send a request. A server may refuse a body before it has read it, so an error is left to `receive`."""
        assert self._connection is not None  # noqa: S101
        with suppress(OSError):
            self._connection.sendall(request)

    def receive(self) -> int:
        """Read a response, and return its status, `LOST` or `DROPPED`."""
        assert self._connection is not None  # noqa: S101
        is_kept = self._is_kept
        self._is_kept = True
        try:
            with HTTPResponse(self._connection) as response:
                response.begin()
                while response.read(2**18):
                    pass
                if response.will_close:
                    self.close()
                return response.status
        except ConnectionError:
            # http.client raises it for an end before the first byte as well.
            self.close()
            return DROPPED if is_kept else LOST
        except (OSError, HTTPException):
            self.close()
            return LOST


@dataclass
class Outcome:
    """The statuses that came, and the seconds until each response."""

    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    @property
    def worst(self) -> float:
        """The seconds until the latest response."""
        return max(self.seconds, default=0)

    @property
    def percentile_99(self) -> float:
        """The seconds within which 99 of 100 responses came."""
        return (
            quantiles(self.seconds, n=100, method="inclusive")[98]
            if len(self.seconds) > 1
            else self.worst
        )


def repeat(client: Client, request: bytes, is_over: Event) -> Outcome:
    """Send a request again and again until the event is set, wait for the last response, and return the outcome."""
    outcome = Outcome()
    while not is_over.is_set():
        start = time.monotonic()
        status = client.ask(request)
        if status == DROPPED and is_over.is_set():  # this client has hung up
            break
        outcome.statuses[status] += 1
        outcome.seconds.append(time.monotonic() - start)
    client.close()
    return outcome


def attack(port: int, request: bytes, is_over: Event) -> Counter[int]:
    """Repeat a request from `CONNECTIONS` connections, and hang up at the event; return the statuses that came."""
    clients = [Client(port, ATTACKER) for _ in range(CONNECTIONS)]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        outcomes = [pool.submit(repeat, client, request, is_over) for client in clients]
        is_over.wait()
        for client in clients:
            client.hang_up()
    return sum((outcome.result().statuses for outcome in outcomes), Counter[int]())


class Background:
    """Runs a function in a process of its own, from the creation of this object on, until `end` sets its event."""

    def __init__(self, run: Callable[[Event], Any]) -> None:
        self._is_over = _FORKS.Event()
        self._receiver, sender = _FORKS.Pipe(duplex=False)
        self._process = _FORKS.Process(
            target=self._run, args=(run, sender), daemon=True
        )
        self._process.start()
        sender.close()

    def _run(self, run: Callable[[Event], Any], sender: Connection) -> None:
        sender.send(run(self._is_over))

    def end(self) -> None:
        """Set the event."""
        self._is_over.set()

    def result(self) -> Any:
        """Set the event, and return what the function returned after it."""
        self.end()
        result = self._receiver.recv()
        self._process.join()
        return result


@contextmanager
def attacked(port: int, request: bytes | None) -> Iterator[Counter[int]]:
    """Have attackers repeat a request while the context lasts; without a request there are none.

    Yields a counter, which has the statuses that came after the exit.
    """
    statuses = Counter[int]()
    if request is None:
        yield statuses
        return
    attackers = Background(partial(attack, port, request))
    try:
        time.sleep(_ALONE)
        yield statuses
    finally:
        statuses.update(attackers.result())


def repeat_beside(
    port: int, requests: dict[str, bytes], seconds: float
) -> dict[str, Outcome]:
    """Repeat a request from each of some addresses at the same time, and return the outcome of each address."""
    clients = {
        address: Background(partial(repeat, Client(port, address), request))
        for address, request in requests.items()
    }
    time.sleep(seconds)
    for client in clients.values():
        client.end()
    return {address: client.result() for address, client in clients.items()}
