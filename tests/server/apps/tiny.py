"""A WSGI application without a framework, and a program that starts the ancestor of processes which serve it.

    python -m tests.server.apps.tiny CHANNEL CPU_SECONDS

It sends the socket of the ancestor through the channel, a file descriptor, and ends. So whoever takes that socket is
the worker: nobody else has one.
"""

import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from resource import RUSAGE_SELF, getrusage
from types import SimpleNamespace
from typing import Any

from service.server.calls import MAX_PART
from service.server.interfaces import RequestLabels
from service.server.processes import run_jobs, start_ancestor
from service.wsgi_keys import LOOK
from tests.peers import adopt_end

BURNT = 0.1
"""Seconds of CPU time that each part of the path /burns takes."""


class Counted:
    """Counts calls of the application: one was counted before the ancestor was forked."""

    def __init__(self) -> None:
        self.calls = 1

    def take(self) -> int:
        calls = self.calls
        self.calls = 0
        return calls

    def add(self, counts: int) -> None:
        raise AssertionError("A process adds no counts.")


COUNTS = Counted()
KEPT: list[bytes] = []
"""The bodies of requests for the path /keeps."""


def used_seconds() -> float:
    usage = getrusage(RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def burn() -> Iterator[bytes]:
    """Yield parts that take CPU time each."""
    for part in (b"a", b"b", b"c", b"d"):
        end = used_seconds() + BURNT
        while used_seconds() < end:
            pass
        yield part


def break_off() -> Iterator[bytes]:
    """Yield a part, and fail."""
    yield b"begun"
    raise ValueError


def look(environ: dict[str, Any]) -> Iterator[bytes]:
    """Yield a part, then look until the client has gone."""
    yield b"begun"
    while True:
        environ[LOOK]()


def respond(
    environ: dict[str, Any], start_response: Callable[..., Any]
) -> Iterable[bytes]:
    """Answer by the path: with the body of the request, a stream, or not at all."""
    COUNTS.calls += 1
    path = environ["PATH_INFO"]
    if path == "/fails":
        raise ValueError
    if path == "/exits":
        sys.exit(1)
    if path == "/works":
        while True:
            environ[LOOK]()
    if path == "/hangs":
        sum(range(10**15))  # one call of C code
    streams: dict[str, Callable[[], Iterable[bytes]]] = {
        "/looks": partial(look, environ),
        "/breaks": break_off,
        "/burns": burn,
        "/endless": partial(iter, lambda: bytes(MAX_PART), None),
    }
    if path in streams:
        start_response("200 OK", [("X-Kind", "stream")])
        return streams[path]()
    body = environ["wsgi.input"].read()
    if path == "/keeps":
        KEPT.append(body)
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


def describe(_: object) -> RequestLabels:
    return RequestLabels("", "", "")


def run() -> None:
    channel = adopt_end(int(sys.argv[1]))
    cpu_seconds = float(sys.argv[2])
    service: Any = SimpleNamespace(
        app=respond, counts=COUNTS, cpu_seconds=cpu_seconds, describe=describe
    )
    ancestor = start_ancestor(channel.close, lambda stream: run_jobs(stream, service))
    socket.send_fds(channel, [b"a"], [ancestor.fileno()])


if __name__ == "__main__":
    run()
