"""A connection ends in any order of parts, ends and resets of its client, results, deadlines and stops.

The event loop, the connection and the sockets are real. The clock, the processes and the turns of the loop are the
test's: nothing happens until an action of the test makes it happen.
"""

import asyncio
import socket
import struct
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from copy import copy
from functools import partial
from io import BytesIO
from math import inf
from typing import Any
from unittest.mock import patch

from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.app import create_app
from service.http.request_context import ensure_context
from service.server import worker
from service.server.calls import Call
from service.server.clients import SEND_TIMEOUT
from service.server.connection import BODY_TIMEOUT, Connection, Phase
from service.server.interfaces import Service
from service.server.pool import Job
from service.settings import Settings
from service.wsgi_keys import WAITED
from tests.peers import connect_to
from tests.server.stopped_clock import Worker
from tests.tables import for_each

APP = create_app(Settings())
KEEP_ALIVE = 75
MAX_HELD = worker.MAX_HELD
LARGE_BODY = [b"x" * 2**17] * 8
KEPT_BODY = LARGE_BODY[:4]
MAX_KEPT = 2**19
"""Bytes of KEPT_BODY: the loop takes all of them at once."""
BODIES = {"stream": [b"part"] * 3, "large": LARGE_BODY, "kept": KEPT_BODY}
RESET = struct.pack("ii", 1, 0)  # SO_LINGER: on, for 0 seconds

REQUESTS = {
    "short": b"GET /short HTTP/1.1\r\nHost: x\r\n\r\n",
    "short, of a client that closes": b"GET /short HTTP/1.0\r\n\r\n",
    "a body": b"POST /short HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'max':6}",
    "a body that waits for 100 Continue": (
        b"POST /short HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}"
    ),
    "large": b"GET /short/large HTTP/1.1\r\nHost: x\r\n\r\n",
    "long": b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n",
    "long, of a client that closes": b"GET /long HTTP/1.0\r\n\r\n",
    "a stream": b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n",
    "a stream to a client that closes": b"GET /stream HTTP/1.0\r\n\r\n",
    "a large stream": b"GET /stream/large HTTP/1.1\r\nHost: x\r\n\r\n",
    "long and kept": b"GET /long/kept HTTP/1.1\r\nHost: x\r\n\r\n",
    "long and large": b"GET /long/large HTTP/1.1\r\nHost: x\r\n\r\n",
    "an error": b"GET /short/fails HTTP/1.1\r\nHost: x\r\n\r\n",
    "an error in the body": b"GET /short/body/fails HTTP/1.1\r\nHost: x\r\n\r\n",
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
    "second",
    "minute",
    "stop",
    "make room",
    "begin",
    "part",
    "cut",
    "lose",
    "refuse",
    "fill",
)
FAILED = "Error outside the application"
LOST = (
    "A process ended in a request: it took too long or too much memory, or was killed"
)


class Body:
    """The body of a response, which must be closed exactly once."""

    def __init__(self, path: str, parts: list[bytes]) -> None:
        self.closed = 0
        self.fails = path.endswith("/fails")
        self._path = path
        self._parts = parts

    def __iter__(self) -> Iterator[bytes]:
        yield from self._parts
        if self._path == "/short/body/fails":
            raise ValueError

    def close(self) -> None:
        self.closed += 1
        if self._path == "/short/close/fails":
            raise ValueError


class Application:
    """A WSGI application with long requests, streams, large bodies and errors; `bodies` has those of its responses."""

    def __init__(self) -> None:
        self.bodies: list[Body] = []

    def is_short(self, method: str, path: str, query: str, length: int) -> bool:
        return path.startswith("/short")

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Body:
        path = environ["PATH_INFO"]
        if path == "/short/fails":
            raise ValueError
        ensure_context(environ)
        if environ[WAITED] == inf:
            status = "503 Busy"
            parts = [b"short"]
            is_stream = False
        else:
            status = "200 OK"
            parts = BODIES.get(path.rpartition("/")[2], [b"short"])
            is_stream = path.startswith("/stream")
        length = ("Content-Length", str(sum(map(len, parts))))
        start_response(status, [] if is_stream else [length])
        body = Body(path, parts)
        self.bodies.append(body)
        return body


def serve(application: Any) -> Service:
    """Return the service with another application, which says itself what is short."""
    service: Any = copy(APP.extensions["served"])
    service.app = application
    service.is_short = application.is_short
    return service  # type: ignore[no-any-return]


class FakeProcess:
    """A process that has a job, and does its next step when the test says so."""

    def __init__(self) -> None:
        self.is_held = False
        self.steps: list[Callable[[], object]] = []

    def hold(self) -> None:
        self.is_held = True

    def resume(self) -> None:
        self.is_held = False


class FakePool:
    """A pool whose jobs progress when the test says so: those that wait, and those that have a process, in order."""

    def __init__(self, service: Service) -> None:
        self.is_full = False
        self.called = 0
        self.begun = 0
        self._service = service
        self._jobs: list[Job] = []

    @property
    def jobs(self) -> list[Job]:
        return list(self._jobs)

    def submit(self, job: Job) -> None:
        if self.is_full:
            job.receiver.refuse_wait()
        else:
            self._jobs.append(job)

    def cancel(self, job: Job) -> None:
        self._jobs.remove(job)

    def _find(self, *, waits: bool) -> Job | None:
        return next((job for job in self._jobs if (job.process is None) is waits), None)

    def begin(self) -> None:
        """Give the first job that waits a process."""
        job = self._find(waits=True)
        if job is not None:
            process = FakeProcess()
            job.process = process  # type: ignore[assignment]
            job.started(job.environ)
            process.steps = list(self._plan(job))

    def _plan(self, job: Job) -> Iterator[Callable[[], object]]:
        receiver = job.receiver
        self.called += 1
        with closing(Call(self._service, job.environ, job.body)) as call:
            yield partial(self._begin_response, receiver, call.head)
            for part in call:
                yield partial(receiver.take_part, part)
        yield partial(self._end, job)

    def _begin_response(self, receiver: Any, head: Any) -> None:
        self.begun += 1
        receiver.begin_response(head)

    def _end(self, job: Job) -> None:
        self._jobs.remove(job)
        job.process = None
        job.receiver.end_response()

    def go_on(self) -> None:
        """Let the first process do its next step, unless it waits for its client."""
        job = self._find(waits=False)
        process: Any = job and job.process
        if process is not None and not process.is_held:
            process.steps.pop(0)()

    def cut(self) -> None:
        """Cut off the response of the first process."""
        receiver = self._take_receiver()
        if receiver is not None:
            receiver.cut_response()

    def lose(self) -> None:
        """End the first process."""
        receiver = self._take_receiver()
        if receiver is not None:
            receiver.lose_process()

    def _take_receiver(self) -> Any:
        """Return the receiver of the first process's job, which ends; None if there is none."""
        job = self._find(waits=False)
        if job is None:
            return None
        self._jobs.remove(job)
        job.process = None
        receiver: Any = job.receiver
        response = receiver._response
        self.begun -= response is not None and not response.has_begun
        return receiver

    def refuse(self) -> None:
        """Let the first job that waits have waited too long."""
        job = self._find(waits=True)
        if job is not None:
            self._jobs.remove(job)
            job.receiver.refuse_wait()

    def fill(self) -> None:
        """Refuse further jobs at once, or no longer."""
        self.is_full = not self.is_full


class Scene:
    """A worker with one connection, and the client at its other end."""

    def __init__(self, data: bytes) -> None:
        self.worker = Worker(APP, keepalive=KEEP_ALIVE)
        self.loop = self.worker.loop
        self.errors: list[dict[str, Any]] = []
        self.loop.set_exception_handler(lambda _, context: self.errors.append(context))
        self.application = Application()
        self.worker.service = serve(self.application)
        self.pool = FakePool(self.worker.service)
        self.worker.pool = self.pool  # type: ignore[assignment]
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
        # Short buffers: a client that takes nothing is soon felt.
        self.client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**14)
        self.accepted.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**14)
        connect = partial(Connection, self.worker)
        connecting = self.loop.connect_accepted_socket(connect, self.accepted)
        _, self.connection = self.loop.run_until_complete(connecting)
        self.unsent = data

    def send(self, size: int) -> None:
        data = self.unsent[:size]
        self.unsent = self.unsent[size:]
        self._try(lambda: self.client.sendall(data))

    def end(self) -> None:
        self._try(lambda: self.client.shutdown(socket.SHUT_WR))

    def reset(self) -> None:
        self._try(
            lambda: self.client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        )
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

    def act(self, *actions: str) -> None:
        """Do what needs no size, one after the other."""
        for action in actions:
            self.act_with(action, 0)

    def act_with(self, action: str, size: int) -> None:
        actions: dict[str, Callable[[], object]] = {
            "send": lambda: self.send(size),
            "send all": lambda: self.send(len(self.unsent)),
            "end": self.end,
            "reset": self.reset,
            "take": self.take,
            "turn": self.turn,
            "begin": self.pool.begin,
            "part": self.pool.go_on,
            "cut": self.pool.cut,
            "lose": self.pool.lose,
            "refuse": self.pool.refuse,
            "fill": self.pool.fill,
            "second": lambda: self.pass_time(1),
            "minute": lambda: self.pass_time(BODY_TIMEOUT),
            "stop": self.stop,
            "make room": self.worker._make_room,
        }
        actions[action]()
        self.check()

    def check(self) -> None:
        """Check what holds after each action."""
        connection = self.connection
        is_lost = connection not in self.worker.connections
        assert (connection.phase is Phase.LOST) is is_lost
        assert connection._is_in_progress is (connection.phase is Phase.RESPONSE)
        assert self.worker.in_progress == connection._is_in_progress
        for job in self.pool.jobs:
            assert job.receiver == connection
            assert connection.phase is Phase.RESPONSE
            if job.process is not None:
                waits = connection._is_writing_paused and connection._is_long()
                assert job.process.is_held is waits

    def finish(self) -> None:
        """Let processes and clock go on, while the client does nothing more."""
        for _ in range(20):
            for _ in range(3):
                self.turn()
                self.pool.begin()
                for _ in range(2 + len(LARGE_BODY)):
                    self.pool.go_on()
            self.pass_time(KEEP_ALIVE + SEND_TIMEOUT)

    def list_lines(self) -> list[dict[str, Any]]:
        """Return the members of the lines of the access log."""
        return [
            record.members
            for record in self.worker.log.records
            if hasattr(record, "members")
        ]

    def count_responses(self) -> int:
        """Return the number of responses that have begun: of processes, and of the application in the loop."""
        in_loop = len(self.application.bodies) - self.pool.called
        failed = sum(body.fails for body in self.application.bodies)
        return self.pool.begun + in_loop - failed

    def close(self) -> None:
        self.client.close()
        self.accepted.close()
        self.worker.sockets[0].close()
        self.worker.tmp.close()
        self.loop.close()


def test_a_connection_that_has_ended_keeps_no_body() -> None:
    """The connection and its parser refer to each other: only the garbage collector frees them, much later."""
    bodies: list[weakref.ref[BytesIO]] = []

    class KeepsNothing(Application):
        def is_short(self, method: str, path: str, query: str, length: int) -> bool:
            return True

        def __call__(
            self, environ: dict[str, Any], start_response: Callable[..., Any]
        ) -> Body:
            bodies.append(weakref.ref(environ["wsgi.input"]))
            return super().__call__(environ, start_response)

    request = b"POST /short HTTP/1.0\r\nContent-Length: 1000\r\n\r\n" + b"x" * 1000
    with closing(Scene(request)) as scene:
        service = serve(KeepsNothing())
        scene.worker.service = service
        scene.connection._service = service
        (connection,) = scene.worker.connections
        scene.act("send all")
        scene.finish()
        assert connection.phase is Phase.LOST
        (body,) = bodies
        assert body() is None


@for_each("steps_of_process", [[], ["part"]])
def test_a_client_whose_process_ends_before_it_was_sent_anything_gets_a_problem(
    steps_of_process: list[str],
) -> None:
    with closing(Scene(REQUESTS["long"])) as scene:
        scene.act("send all", "turn", "begin", *steps_of_process, "lose", "turn")
        received = scene.client.recv(2**16)
        assert received.startswith(b"HTTP/1.1 500 ")
        assert b"/v1/problems/stopped" in received
        (line,) = scene.list_lines()
        assert line["status"] == 500
        assert line["problem"] == "stopped"
        scene.finish()


def test_a_connection_lost_with_the_end_of_a_response_reads_no_more_requests() -> None:
    head_and_body = ["part"] * (1 + len(LARGE_BODY))
    with closing(Scene(REQUESTS["a large stream"] + REQUESTS["long"])) as scene:
        transport = scene.connection._transport
        transport.set_write_buffer_limits(high=2**30)
        scene.act("send all", "turn", "begin", *head_and_body)
        transport.set_write_buffer_limits(high=transport.get_write_buffer_size())
        with patch.object(worker, "MAX_HELD", 0):
            scene.act("part")
        assert scene.connection.phase is Phase.LOST
        scene.finish()
        assert scene.pool.called == 1


def steps(*actions: str) -> list[tuple[str, int]]:
    """Return the actions, each with a size."""
    return [(action, 1) for action in actions]


BEGUN = steps("send all", "turn", "begin")
PART = steps("part")
TAKEN = steps("take", "turn")

NAMES = st.lists(st.sampled_from(sorted(REQUESTS)), min_size=1, max_size=3)
STEPS = st.tuples(st.sampled_from(ACTIONS), st.integers(1, 60))


@settings(max_examples=150)
@given(
    names=NAMES,
    actions=st.lists(STEPS, max_size=25),
    max_held=st.sampled_from([MAX_HELD, 2**17]),
)
@example(["long"], BEGUN + steps("turn", "end", "turn", "reset", "part"), MAX_HELD)
@example(["long", "short"], BEGUN + steps("reset", "part", "part", "turn"), MAX_HELD)
@example(["long and large"], BEGUN + PART * 3 + steps("make room"), MAX_HELD)
@example(["long and large"], BEGUN + PART * 2 + steps("reset", "part"), MAX_HELD)
@example(["long and large", "short"], BEGUN + PART * 10, 2**17)
@example(["long and large"], BEGUN + PART * 5 + TAKEN * 40, MAX_HELD)
@example(["long and kept"], BEGUN + PART * 5, 2**17)
@example(["a stream", "long"], BEGUN + PART * 2 + steps("lose"), MAX_HELD)
@example(
    ["long", "long"],
    steps("send all", "turn", "refuse", "turn", "begin", "lose", "turn"),
    MAX_HELD,
)
def test_a_connection_ends_and_gives_back_what_it_holds(
    names: list[str], actions: list[tuple[str, int]], max_held: int
) -> None:
    allowed: set[str] = set()
    if any("error" in name for name in names):
        allowed.add(FAILED)
    if any(action == "lose" for action, _ in actions):
        allowed.add(LOST)
    requests = b"".join(REQUESTS[name] for name in names)
    with closing(Scene(requests)) as scene:
        with (
            patch.object(worker, "MAX_HELD", max_held),
            patch("service.server.connection.MAX_KEPT", MAX_KEPT),
        ):
            for action, size in actions:
                scene.act_with(action, size)
            scene.finish()
        check(scene)
        assert set(scene.worker.error_messages()) <= allowed


def check(scene: Scene) -> None:
    """Check that everything was given back, counted once, closed once, and logged once."""
    worker = scene.worker
    assert scene.errors == []
    assert worker.connections == set()
    assert worker.in_progress == 0
    assert worker._held == 0
    assert scene.pool.jobs == []
    for body in scene.application.bodies:
        assert body.closed == 1
    assert scene.accepted.fileno() == -1
    lines = scene.list_lines()
    assert len({line["request_id"] for line in lines}) == len(lines)
    assert [line["problem"] for line in lines].count(None) == scene.count_responses()
