"""An HTTP client for tests against a real server: whole responses, raw bytes, and connections to misuse."""

import json
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection, HTTPResponse
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tools.serving import PATIENCE, wait_until

HOLDING = "tests.server.apps.slow:app"
INTEGERS = "/v1/integers?max=6"
SEEDED = f"{INTEGERS}&seed=42"
DICE = json.dumps({"max": 6}).encode()
JSON = {"Content-Type": "application/json"}
NDJSON = {"Accept": "application/x-ndjson"}
ITEMS = b'{"items": ["a", "b"]}'


class Request(NamedTuple):
    """The arguments of `fetch` behind the base URL."""

    path: str
    method: str = "GET"
    body: bytes | None = None
    headers: Mapping[str, str] = {}


IN_PROCESS = Request("/v1/items/shuffle", "POST", ITEMS, JSON)
"""A request that a process answers, while the event loop itself answers INTEGERS."""

# Heads without their end, for `send_raw` and `connect`.
GET = f"GET {INTEGERS} HTTP/1.1\r\nHost: x\r\n".encode()
POST = b"POST /v1/integers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"

POST_ITEMS_HEAD = POST.replace(b"/v1/integers", b"/v1/items/shuffle")
POST_ITEMS = POST_ITEMS_HEAD + b"Content-Length: %d\r\n\r\n" % len(ITEMS) + ITEMS
"""The request `IN_PROCESS`."""


@dataclass(frozen=True)
class Response:
    status: int
    headers: Message
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def fetch(
    base: str,
    path: str,
    method: str = "GET",
    body: bytes | Iterable[bytes] | None = None,
    headers: Mapping[str, str] | None = None,
    timeout: float = PATIENCE,
) -> Response:
    """Send a request on a new connection; a body in pieces is sent chunked."""
    connection = HTTPConnection(urlsplit(base).netloc, timeout=timeout)
    try:
        connection.request(method, path, body, headers or {})
        return _read(connection.getresponse())
    finally:
        connection.close()


class PersistentClient:
    """A client that keeps its connection to a port of this machine from one request to the next."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def fetch(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """Send a request. Raises `OSError` or `HTTPException` if the connection ends before the response does."""
        self._connection.request(method, path, body, headers or {})
        return _read(self._connection.getresponse())

    def close(self) -> None:
        """Close the connection; the next request opens another one."""
        self._connection.close()


def fetch_when_free(
    base: str,
    path: str,
    method: str = "GET",
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Repeat a large request while it is refused because another has not ended yet (503)."""
    responses: list[Response] = []

    def is_accepted() -> bool:
        responses.append(fetch(base, path, method, body, headers))
        return responses[-1].status != 503

    wait_until(is_accepted, interval=0.1)
    return responses[-1]


def post(
    base: str, path: str, members: Any, headers: Mapping[str, str] = {}
) -> Response:
    """Send these members as JSON."""
    body = json.dumps(members).encode()
    return fetch(base, path, "POST", body, dict(headers) | JSON)


def post_json(
    base: str, path: str, headers: Mapping[str, str] = {}, **members: Any
) -> Any:
    """Return the JSON of the response to a POST."""
    return post(base, path, members, headers).json


@contextmanager
def connect(base: str) -> Iterator[socket.socket]:
    address = urlsplit(base)
    with socket.create_connection(
        (address.hostname, address.port), timeout=PATIENCE
    ) as connection:
        yield connection


def is_refused(base: str) -> bool:
    """Return whether the server accepts no connection."""
    with suppress(ConnectionRefusedError), connect(base):
        return False
    return True


def send_raw(base: str, data: bytes) -> Response:
    """Send bytes that need not be HTTP."""
    with connect(base) as connection:
        connection.sendall(data)
        return read_response(connection)


def read_all(connection: socket.socket) -> bytes:
    """Return all that comes until the server closes the connection."""
    return b"".join(iter(lambda: connection.recv(2**16), b""))


def send_cut_off(base: str, data: bytes) -> bytes:
    """Send bytes and nothing behind them, and return all that comes back."""
    with connect(base) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        return read_all(connection)


def read_response(connection: socket.socket) -> Response:
    """Read the next response on a connection."""
    response = HTTPResponse(connection)
    response.begin()
    return _read(response)


def _read(response: HTTPResponse) -> Response:
    with response:
        return Response(response.status, response.headers, response.read())


def reset_on_close(connection: socket.socket) -> None:
    """Close with a reset (RST), as a client does that has crashed."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


@contextmanager
def hold_process(base: str) -> Iterator[int]:
    """Occupy a process of the application `HOLDING`, and yield its id."""
    with connect(base) as client:
        client.sendall(b"GET /hold HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: fetch(base, "/holder").body != b"0")
        yield int(fetch(base, "/holder").body)
        assert fetch(base, "/release").status == 200
        assert read_response(client).body == b"released"
