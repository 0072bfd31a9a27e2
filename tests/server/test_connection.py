"""A connection ends in any order of parts, ends and resets of its client, results, deadlines and stops.

The event loop, the connection and the sockets are real. The clock, the threads and the turns of the loop are the
test's: nothing happens until an action of the test makes it happen.
"""

import asyncio
import socket
import struct
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from service.api.http.concurrency import IN_LOOP, IS_RESET, ClientLostError, LongWork
from service.app import create_app
from service.server.connection import BODY_TIMEOUT, SEND_TIMEOUT, Connection, Phase
from service.settings import Settings
from tests.peers import connect_to
from tests.server.stopped_clock import Worker

APP = create_app(Settings())
KEEP_ALIVE = 75
LARGE_BODY = [b"x" * 2**17] * 8
RESET = struct.pack("ii", 1, 0)  # SO_LINGER: on, for 0 seconds

REQUESTS = {
    "short": b"GET /short HTTP/1.1\r\nHost: x\r\n\r\n",
    "short, of a client that closes": b"GET /short HTTP/1.0\r\n\r\n",
    "a body": b"POST /short HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'max':6}",
    "a body that waits for 100 Continue": (
        b"POST /short HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}"
    ),
    "long": b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n",
    "a stream": b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n",
    "a large body": b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n",
    "an error": b"GET /fails HTTP/1.1\r\nHost: x\r\n\r\n",
    "an error in a thread": b"GET /long/fails HTTP/1.1\r\nHost: x\r\n\r\n",
    "an error in a stream": b"GET /stream/fails HTTP/1.1\r\nHost: x\r\n\r\n",
    "an error in a large body": b"GET /large/fails HTTP/1.1\r\nHost: x\r\n\r\n",
    "an error at the end": b"GET /short/close/fails HTTP/1.1\r\nHost: x\r\n\r\n",
    "no HTTP": b"\x16\x03\x01\r\n\r\n",
}
ACTIONS = (
    "send",
    "send all",
    "end",
    "reset",
    "take",
    "turn",
    "thread",
    "cancel",
    "second",
    "minute",
    "stop",
    "make room",
)


class Body:
    """The body of a response, which must be closed exactly once."""

    def __init__(self, parts: list[bytes], environ: dict[str, Any]) -> None:
        self.closed = 0
        self._environ = environ
        self._parts = parts

    def __iter__(self) -> Iterator[bytes]:
        for part in self._parts:
            if IS_RESET in self._environ and self._environ[IS_RESET]():
                raise ClientLostError
            yield part
        if self._environ["PATH_INFO"] in ("/stream/fails", "/large/fails"):
            raise ValueError

    def close(self) -> None:
        self.closed += 1
        if self._environ["PATH_INFO"] == "/short/close/fails":
            raise ValueError


class Application:
    """A WSGI application with long work, streams, large bodies and errors; `bodies` has those of its responses."""

    def __init__(self) -> None:
        self.bodies: list[Body] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Body:
        path = environ["PATH_INFO"]
        is_short = path.startswith("/short") or path == "/fails"
        if IN_LOOP in environ and not is_short:
            raise LongWork
        if path in ("/fails", "/long/fails"):
            raise ValueError
        if IS_RESET in environ and environ[IS_RESET]():
            raise ClientLostError
        if path.startswith("/stream"):
            parts, headers = [b"part"] * 3, []
        else:
            parts = LARGE_BODY if path.startswith("/large") else [b"short"]
            headers = [("Content-Length", str(sum(map(len, parts))))]
        start_response("200 OK", headers)
        self.bodies.append(Body(parts, environ))
        return self.bodies[-1]


class Threads:
    """A pool whose threads work when the test says so."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()

    def submit(self, function: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.append((future, function))
        return future

    def work(self) -> None:
        """Do what was submitted first."""
        if self._waiting:
            future, function = self._waiting.popleft()
            future.set_running_or_notify_cancel()
            try:
                future.set_result(function())
            except BaseException as error:
                future.set_exception(error)

    def cancel(self) -> None:
        """Cancel what was submitted first, as a pool does that is shut down."""
        if self._waiting:
            future, _ = self._waiting.popleft()
            future.cancel()
            future.set_running_or_notify_cancel()


class Scene:
    """A worker with one connection, and the client at its other end."""

    def __init__(self, data: bytes) -> None:
        self.worker = Worker(APP, keepalive=KEEP_ALIVE)
        self.loop = self.worker.loop
        self.errors: list[dict[str, Any]] = []
        self.loop.set_exception_handler(lambda _, context: self.errors.append(context))
        self.worker.wsgi = self.application = Application()
        self.worker.pool = self.threads = Threads()  # type: ignore[assignment]
        self.worker.errors = None
        self.worker.connections = set()
        self.worker._handshakes = {}
        self.worker._is_accepting = True
        self.worker._stop = asyncio.Event()
        (listener,) = self.worker.sockets
        self.client = connect_to(listener.sock)
        self.client.setblocking(False)
        self.accepted, _ = listener.sock.accept()
        self.accepted.setblocking(False)
        connecting = self.loop.connect_accepted_socket(partial(Connection, self.worker), self.accepted)
        self.loop.run_until_complete(connecting)
        self.unsent = data

    def send(self, size: int) -> None:
        data, self.unsent = self.unsent[:size], self.unsent[size:]
        self._try(lambda: self.client.sendall(data))

    def end(self) -> None:
        self._try(lambda: self.client.shutdown(socket.SHUT_WR))

    def reset(self) -> None:
        self._try(lambda: self.client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET))
        self.client.close()

    def take(self) -> None:
        self._try(lambda: self.client.recv(2**16))

    def _try(self, act: Callable[[], object]) -> None:
        """Do what the client can do unless it has ended, the service has closed, or there is nothing to take."""
        with suppress(OSError):
            act()

    def turn(self) -> None:
        """Run one turn of the event loop."""
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()

    def pass_time(self, seconds: float) -> None:
        self.loop.now += seconds
        self.worker._check_deadlines()

    def stop(self) -> None:
        self.worker.alive = False
        for connection in list(self.worker.connections):
            connection.close_if_idle()

    def act(self, action: str, size: int) -> None:
        actions: dict[str, Callable[[], object]] = {
            "send": lambda: self.send(size),
            "send all": lambda: self.send(len(self.unsent)),
            "end": self.end,
            "reset": self.reset,
            "take": self.take,
            "turn": self.turn,
            "thread": self.threads.work,
            "cancel": self.threads.cancel,
            "second": lambda: self.pass_time(1),
            "minute": lambda: self.pass_time(BODY_TIMEOUT),
            "stop": self.stop,
            "make room": self.worker._make_room,
        }
        actions[action]()

    def finish(self) -> None:
        """Let threads and clock go on, while the client does nothing more."""
        for _ in range(20):
            for _ in range(3):
                self.turn()
                self.threads.work()
            self.pass_time(KEEP_ALIVE + SEND_TIMEOUT)

    def close(self) -> None:
        self.client.close()
        self.accepted.close()
        self.worker.sockets[0].close()
        self.worker.tmp.close()
        self.loop.close()


def test_a_connection_that_has_ended_keeps_no_body() -> None:
    """The connection and its parser refer to each other: only the garbage collector frees them, much later."""
    bodies: list[weakref.ref[BytesIO]] = []

    def read_body(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        if IN_LOOP in environ:
            raise LongWork
        bodies.append(weakref.ref(environ["wsgi.input"]))
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    scene = Scene(b"POST / HTTP/1.0\r\nContent-Length: 1000\r\n\r\n" + b"x" * 1000)
    scene.worker.wsgi = read_body
    connections = list(scene.worker.connections)
    try:
        scene.act("send all", 0)
        scene.finish()
        assert [connection.phase for connection in connections] == [Phase.LOST]
        assert [body() for body in bodies] == [None]
    finally:
        scene.close()


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(
    names=st.lists(st.sampled_from(sorted(REQUESTS)), min_size=1, max_size=3),
    actions=st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(1, 60)), max_size=25),
)
@example(
    names=["long"], actions=[(action, 1) for action in ("send all", "turn", "turn", "end", "turn", "reset", "thread")]
)
@example(names=["long", "short"], actions=[(action, 1) for action in ("send all", "turn", "reset", "thread", "turn")])
@example(
    names=["a large body"], actions=[(action, 1) for action in ("send all", "turn", "thread", "turn", "make room")]
)
@example(names=["a large body"], actions=[(action, 1) for action in ("send all", "turn", "thread", "reset")])
def test_a_connection_ends_and_gives_back_what_it_holds(names: list[str], actions: list[tuple[str, int]]) -> None:
    scene = Scene(b"".join(REQUESTS[name] for name in names))
    try:
        for action, size in actions:
            scene.act(action, size)
        scene.finish()
        worker = scene.worker
        assert (scene.errors, worker.connections, worker.in_progress, worker._held) == ([], set(), 0, 0)
        assert [body.closed for body in scene.application.bodies] == [1] * len(scene.application.bodies)
        assert scene.accepted.fileno() == -1
        messages = set(worker.error_messages())
        assert messages <= ({"Error outside the application"} if any("error" in name for name in names) else set())
    finally:
        scene.close()
