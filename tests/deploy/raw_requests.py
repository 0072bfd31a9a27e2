"""Requests to nginx as bytes, from any address; the problems that it sends; and a server in place of the replicas."""

import re
import socket
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from threading import Thread

from service.http.hooks.headers import ALL_ORIGINS, SECURITY_HEADERS, cors_headers
from service.http.problems import MEDIA_TYPE, PROBLEMS
from tests.deploy.nginx import Nginx
from tests.server.client import JSON, Response, fetch


def head(method: str = "GET", headers: str = "") -> bytes:
    """Return the head of a request; each of the headers ends its line."""
    return f"{method} /v1/integers HTTP/1.1\r\nHost: x\r\n{headers}\r\n".encode()


def post_head(length: int) -> bytes:
    """Return the head of a request with a body of JSON of this length."""
    headers = f"Content-Type: application/json\r\nContent-Length: {length}\r\n"
    return head("POST", headers)


@contextmanager
def begin_requests(
    front: Nginx, address: str, count: int, data: bytes
) -> Iterator[list[socket.socket]]:
    """Open connections from an address, and send the same data on each."""
    target = ("127.0.0.1", front.port)
    with ExitStack() as stack:
        connections = []
        for _ in range(count):
            connection = socket.create_connection(target, 30, (address, 0))
            connections.append(stack.enter_context(connection))
            connection.sendall(data)
        yield connections


def post_integers(front: Nginx, body: bytes | Iterable[bytes]) -> Response:
    """Send a body of JSON from 127.0.0.1; one in pieces is sent in chunks."""
    return fetch(front.base, "/v1/integers", "POST", body, JSON)


def problem_name(answer: Response) -> str:
    """Return the name of the problem in a response. Check that its members and headers are as from the service."""
    problem = answer.json
    _, _, name = problem["type"].rpartition("/")
    kind = PROBLEMS[name]
    assert list(problem) == ["type", "title", "status", "detail", "request_id"]
    assert problem["status"] == answer.status
    assert problem["title"] == kind.title
    assert answer.headers["X-Request-ID"] == problem["request_id"]
    assert re.fullmatch("[0-9a-f]{32}", problem["request_id"])
    headers = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"}
    headers |= SECURITY_HEADERS | cors_headers(ALL_ORIGINS, None)
    for header, value in headers.items():
        assert answer.headers.get_all(header) == [value], header
    retry_after = "1" if answer.status in {429, 503} else None
    assert answer.headers["Retry-After"] == retry_after
    return kind.name


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@dataclass
class Upstream:
    """A server in place of the replicas. It responds to /readyz at once, and to other requests after `release`."""

    server: socket.socket
    response: bytes
    connections: list[socket.socket] = field(default_factory=list)
    is_released: bool = False

    @property
    def port(self) -> int:
        return int(self.server.getsockname()[1])

    def run(self) -> None:
        with suppress(OSError):  # the server is closed
            while True:
                connection, _ = self.server.accept()
                if connection.recv(2**16).startswith(b"GET /readyz "):
                    respond(connection, OK)
                elif self.is_released:
                    respond(connection, self.response)
                else:
                    self.connections.append(connection)

    def release(self) -> None:
        self.is_released = True
        for connection in self.connections:
            respond(connection, self.response)


def respond(connection: socket.socket, response: bytes) -> None:
    with connection:
        connection.sendall(response)


@contextmanager
def run_upstream(response: bytes = OK) -> Iterator[Upstream]:
    with socket.create_server(("127.0.0.1", 0), backlog=1000) as server:
        upstream = Upstream(server, response)
        thread = Thread(target=upstream.run)
        thread.start()
        try:
            yield upstream
        finally:
            with suppress(OSError):  # a test has shut it down
                server.shutdown(socket.SHUT_RDWR)
            thread.join()
            for connection in upstream.connections:
                connection.close()
