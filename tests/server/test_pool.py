"""The pool of a worker's processes: who gets one when, and what becomes of those that end, hang, or wait for clients.

The event loop, the pool and the socket pairs are real. The clock, the ancestor and its processes are the test's: each
process does its next step when the test says so.
"""

import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.server import messages
from service.server.calls import Head
from service.server.interfaces import Environ, RequestLabels
from service.server.messages import MessageKind
from service.server.pool import (
    CANCEL_SECONDS,
    MAX_WAITING,
    MAX_WAITING_BYTES,
    RETRY_SECONDS,
    SHORT_BODY,
    SILENT_SECONDS,
    Job,
    Pool,
)
from service.server.processes import PID_SIZE
from tests.server.stopped_clock import Clock

SIZE = 2
SPARE = 2
MAX_WAIT = 2
TURNS = 8
"""Turns of the loop in which all that has begun is done: a process that was sent is connected after four."""
HEAD = Head("200 OK", [], None, RequestLabels("", "", ""))


class Client:
    """A client with a request, which notes what it is told: `ends` are the ways in which its request has ended."""

    def __init__(self, scene: "Scene", caller: str, body: bytes) -> None:
        self.begun = 0
        self.parts: list[bytes] = []
        self.ends: list[str] = []
        self.job = Job({"number": len(scene.clients)}, body, caller, self, self._start)
        self._scene = scene

    def _start(self, environ: Environ) -> None:
        self._scene.started.append(self)

    @property
    def has_process(self) -> bool:
        return self.job.process is not None

    def begin_response(self, head: Head) -> None:
        assert head == HEAD
        self.begun += 1

    def take_part(self, part: bytes) -> None:
        self.parts.append(part)

    def end_response(self) -> None:
        self.ends.append("answered")

    def refuse_wait(self) -> None:
        self.ends.append("refused")

    def cut_response(self) -> None:
        self.ends.append("cut")

    def lose_process(self) -> None:
        self.ends.append("process lost")

    def abort(self) -> None:
        self._go("aborted")

    def leave(self) -> None:
        """End the connection, as a client does that waits no longer."""
        if not self.ends:
            self._go("gone")

    def _go(self, end: str) -> None:
        self.ends.append(end)
        self._scene.pool.cancel(self.job)

    def hold(self) -> None:
        """Take no more of the response."""
        if self.job.process is not None and not self.ends:
            self.job.process.hold()

    def resume(self) -> None:
        if self.job.process is not None:
            self.job.process.resume()


class FakeProcess:
    """The other end of a process: it reads jobs, and answers them step by step."""

    def __init__(self, stream: socket.socket, pid: int) -> None:
        stream.setblocking(False)
        self.pid = pid
        self.is_alive = True
        self.answered = 0
        self.received: list[MessageKind] = []
        self._stream = stream
        self._messages = messages.MessageStream()
        self._inbox: list[messages.ReceivedMessage] = []
        self._unsent = b""
        self._steps: list[bytes] = []
        self._number = 0  # of the job

    def read(self) -> None:
        """Read what the pool has sent; the end of the stream ends the process."""
        while self.is_alive:
            try:
                data = self._stream.recv(2**20)
            except BlockingIOError:
                return
            if not data:
                self.die()
            new = self._messages.add(data)
            self.received += [message.kind for message in new]
            self._inbox += new

    def work(self) -> None:
        """Do the next step: read a message, or send the next part of a response."""
        self.read()
        if self._steps:
            self._send(self._steps.pop(0))
        elif self._inbox:
            message = self._inbox.pop(0)
            if message.kind is MessageKind.JOB:
                self._steps = self._plan(message)

    def _plan(self, message: messages.ReceivedMessage) -> list[bytes]:
        environ, body = message.read()
        head = messages.write(MessageKind.HEAD, HEAD.to_plain())
        part = messages.write_bytes(MessageKind.PART, b"%d" % len(body))
        self._number = environ["number"]
        return [head + part, part, self._end(is_whole=True)]

    def _end(self, *, is_whole: bool) -> bytes:
        return messages.write(MessageKind.END, (self._number, False, is_whole))

    def cut(self) -> None:
        """End the job before its response is whole, as after an error of the application."""
        if self._steps:
            self._steps = [self._end(is_whole=False)]
            self.work()

    def look(self) -> None:
        """End the job, if there is a message that says that its client has gone."""
        self.read()
        if self._steps and self._inbox:
            self._send(self._steps[-1])
            self._steps = []

    def _send(self, data: bytes) -> None:
        if self.is_alive:
            self._unsent += data
            self.send(len(self._unsent))

    def send(self, size: int) -> None:
        """Send bytes that were not sent yet."""
        data = self._unsent[:size]
        self._unsent = self._unsent[size:]
        if MessageKind.END in [
            message.kind for message in messages.MessageStream().add(data)
        ]:
            self.answered += 1
        self._stream.sendall(data)

    def finish(self) -> None:
        """Answer all that is asked."""
        self.work()
        while self._steps or self._inbox:
            self.work()

    def die(self) -> None:
        self.is_alive = False
        self._stream.close()


def count_callers(jobs: Iterable[Job]) -> Counter[str]:
    """Return how many of the jobs each caller has."""
    return Counter(job.caller for job in jobs)


class Scene:
    """A pool with its ancestor, its processes and its clients."""

    def __init__(self) -> None:
        self.loop = Clock()
        self.errors: list[dict[str, Any]] = []
        self.loop.set_exception_handler(lambda _, context: self.errors.append(context))
        self.clients: list[Client] = []
        self.started: list[Client] = []
        self.processes: list[FakeProcess] = []
        self.counted: list[int] = []
        self.lost_ancestors = 0
        asked, self._ancestor = socket.socketpair()
        self._ancestor.setblocking(False)
        service: Any = SimpleNamespace(
            counts=self,
            processes=SIZE,
            spare_processes=SPARE,
            max_wait=MAX_WAIT,
            cpu_seconds=1,
        )
        self.pool = Pool(self.loop, asked, service, self._lose_ancestor)

    def _lose_ancestor(self) -> None:
        self.lost_ancestors += 1

    def take(self) -> object:
        raise AssertionError("The pool counts nothing itself.")

    def add(self, counts: int) -> None:
        self.counted.append(counts)

    def turn_once(self) -> None:
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()

    def turn(self) -> None:
        """Run the loop until nothing more happens by itself."""
        for _ in range(TURNS):
            self.turn_once()

    def pass_time(self, seconds: float) -> None:
        self.loop.now += seconds
        self.turn()
        self.pool.check(self.loop.now)
        self.turn()

    def fork(self, turns: int = TURNS) -> int:
        """Send each process that was asked for, and return their number."""
        try:
            asked = len(self._ancestor.recv(100))
        except (BlockingIOError, OSError):
            return 0
        for _ in range(asked):
            ours, theirs = socket.socketpair()
            process = FakeProcess(theirs, len(self.processes) + 1)
            socket.send_fds(
                self._ancestor, [process.pid.to_bytes(PID_SIZE, "big")], [ours.fileno()]
            )
            ours.close()
            self.processes.append(process)
        for _ in range(turns):
            self.turn_once()
        return asked

    def refuse_process(self) -> None:
        """Answer that no process can be forked."""
        assert self._ancestor.recv(1)
        self._ancestor.sendall(bytes(PID_SIZE))

    def end_ancestor(self) -> None:
        self._ancestor.close()

    def kill(self, pid: int, _: object) -> None:
        self.processes[pid - 1].die()

    def submit(self, caller: str, size: int = 0) -> Client:
        client = Client(self, caller, bytes(size))
        self.clients.append(client)
        self.pool.submit(client.job)
        self.turn()
        return client

    def process_of(self, client: Client) -> FakeProcess:
        assert client.job.process is not None
        return self.processes[client.job.process.pid - 1]

    def answer(self, client: Client) -> None:
        self.process_of(client).finish()
        self.turn()

    def finish(self) -> None:
        """Let processes, clients and clock go on until no request is left."""
        for _ in range(2 * (len(self.clients) + 1)):
            for client in self.clients:
                client.resume()
            self.fork()
            for process in self.processes:
                if process.is_alive:
                    process.finish()
            self.turn()
        self.pass_time(max(MAX_WAIT, CANCEL_SECONDS, SILENT_SECONDS) + 1)
        self.fork()

    def alive(self) -> list[FakeProcess]:
        for process in self.processes:
            process.read()
        return [process for process in self.processes if process.is_alive]

    def check(self) -> None:
        """Check what holds at any time, once the loop has done what it could."""
        pool = self.pool
        processes = pool._processes
        jobs = [process.job for process in processes if process.job is not None]
        free = {process for process in processes if process.job is None}
        queued = chain.from_iterable(pool._waiting.values())
        waiting = self.list_waiting()
        assert self.errors == []
        assert len(processes) + pool._asked <= SIZE + SPARE
        assert set(pool._free) == free
        assert pool._working == count_callers(jobs)
        assert count_callers(queued) == count_callers(client.job for client in waiting)
        assert waiting == [] or len(pool._free) <= 1
        for client in self.clients:
            assert client.begun <= 1
            assert len(client.ends) <= 1

    def list_waiting(self) -> list[Client]:
        """Return the clients whose requests no process has and that have no answer."""
        return [
            client
            for client in self.clients
            if not client.ends and not client.has_process
        ]

    def close(self) -> None:
        self.pool.close()
        self.turn()
        for process in self.processes:
            process.die()
        self._ancestor.close()
        self.turn()
        self.loop.close()


@contextmanager
def play() -> Iterator[Scene]:
    scene = Scene()
    with patch("service.server.pool.os.kill", scene.kill):
        try:
            yield scene
        finally:
            scene.close()


@pytest.fixture
def scene() -> Iterator[Scene]:
    """A pool whose processes have been forked."""
    with play() as scene:
        assert scene.fork() == SIZE
        yield scene


def test_a_request_is_answered_by_a_process_and_counted_once(scene: Scene) -> None:
    client = scene.submit("a", 5)
    scene.answer(client)
    assert client.begun == 1
    assert client.parts == [b"5", b"5"]
    assert client.ends == ["answered"]
    assert scene.counted == [0]
    scene.check()


def test_messages_may_come_byte_by_byte(scene: Scene) -> None:
    client = scene.submit("a", 5)
    process = scene.process_of(client)
    with patch.object(process, "send"):
        process.finish()
    for _ in range(len(process._unsent)):
        FakeProcess.send(process, 1)
        scene.turn()
    assert client.begun == 1
    assert client.parts == [b"5", b"5"]
    assert client.ends == ["answered"]


def test_callers_take_turns(scene: Scene) -> None:
    busy = scene.submit("x")
    _ = scene.submit("y")
    first, second, third = (scene.submit("a") for _ in range(3))
    other = scene.submit("b")
    for client in (busy, first, other, second):
        scene.answer(client)
    assert scene.started[2:] == [first, other, second, third]


def test_the_last_free_process_is_for_a_short_request_of_a_caller_that_has_none_in_work(
    scene: Scene,
) -> None:
    first = scene.submit("a")
    same_caller = scene.submit("a")
    too_long = scene.submit("b", SHORT_BODY + 1)
    assert not same_caller.has_process
    assert not too_long.has_process
    assert scene.submit("c", SHORT_BODY).has_process
    scene.answer(first)
    assert same_caller.has_process
    assert not too_long.has_process
    for client in scene.started[1:]:
        scene.answer(client)
    assert too_long.has_process


def test_a_long_body_has_its_turn_though_callers_with_short_ones_always_wait(
    scene: Scene,
) -> None:
    callers = [f"caller {number}" for number in range(SIZE + 1)]
    for caller in callers * 2:
        scene.submit(caller)
    long_body = scene.submit("long", SHORT_BODY + 1)
    for number in range(4 * len(callers)):
        if not long_body.has_process:
            client = scene.started[number]
            scene.answer(client)
            scene.submit(client.job.caller)
    assert long_body.has_process


def test_a_stream_leaves_its_place_to_others_as_soon_as_it_begins(scene: Scene) -> None:
    stream = scene.submit("a")
    scene.process_of(stream).work()
    scene.process_of(stream).work()
    scene.turn()
    assert stream.begun == 1
    assert scene.fork() == 1
    assert scene.submit("b").has_process
    assert scene.submit("c").has_process
    scene.check()


def test_a_process_that_cannot_be_forked_is_asked_for_again(scene: Scene) -> None:
    client = scene.submit("a")
    scene.process_of(client).die()
    scene.turn()
    scene.refuse_process()
    scene.turn()
    assert scene.lost_ancestors == 0
    scene.pass_time(RETRY_SECONDS)
    assert scene.fork() == 1
    scene.check()


def answer_all(scene: Scene) -> None:
    """Answer each request that has a process, and those that get one then."""
    for client in scene.started:  # which grows
        while client.has_process:  # a large body takes some turns
            scene.answer(client)


def test_a_caller_has_so_many_requests_that_wait_and_further_ones_are_refused_as_late(
    scene: Scene,
) -> None:
    served = scene.submit("a")
    gone, *waiting = (scene.submit("a") for _ in range(MAX_WAITING))
    one_too_many = scene.submit("a")
    gone.leave()
    in_its_place = scene.submit("a")
    later = scene.submit("a")
    scene.submit("a").leave()
    answer_all(scene)
    for client in (served, *waiting, in_its_place):
        assert client.ends == ["answered"]
    assert gone.ends == ["gone"]
    assert one_too_many.ends == []
    assert later.ends == []
    scene.pass_time(MAX_WAIT)
    assert one_too_many.ends == ["refused"]
    assert later.ends == ["refused"]
    scene.check()


def test_a_caller_has_so_many_bytes_that_wait_and_all_callers_four_times_as_many(
    scene: Scene,
) -> None:
    assert scene.submit("a").has_process
    assert scene.submit("b").has_process
    half = MAX_WAITING_BYTES // 2
    answered = []
    refused = []
    for caller in ("a", "b", "c", "d"):
        answered += [scene.submit(caller, half), scene.submit(caller, half)]
        refused.append(scene.submit(caller, half))
    answered.append(scene.submit("e", 1))  # the first of a caller may always wait
    refused.append(scene.submit("e", 1))
    answer_all(scene)
    for client in answered:
        assert client.ends == ["answered"]
    for client in refused:
        assert client.ends == []
    scene.pass_time(MAX_WAIT)
    for client in refused:
        assert client.ends == ["refused"]


def test_a_request_that_waits_too_long_is_refused_and_no_process_gets_it(
    scene: Scene,
) -> None:
    first = scene.submit("a")
    late = scene.submit("a")
    scene.pass_time(MAX_WAIT - 0.1)
    assert late.ends == []
    scene.pass_time(0.1)
    assert first.ends == []
    assert late.ends == ["refused"]
    scene.answer(first)
    scene.pass_time(MAX_WAIT)
    assert scene.started == [first]
    scene.check()


def test_a_client_that_goes_while_its_request_waits_is_forgotten(scene: Scene) -> None:
    first = scene.submit("a")
    gone = scene.submit("a")
    gone.leave()
    scene.answer(first)
    scene.pass_time(MAX_WAIT)
    assert scene.started == [first]
    assert gone.ends == ["gone"]
    scene.check()


def test_a_client_that_goes_ends_its_work_at_the_next_look_and_its_process_goes_on(
    scene: Scene,
) -> None:
    gone = scene.submit("a")
    process = scene.process_of(gone)
    process.work()
    gone.leave()
    scene.turn()
    process.look()
    scene.turn()
    next_ones = [scene.submit("a"), scene.submit("b")]
    assert {scene.process_of(client) for client in next_ones} == set(scene.processes)
    scene.pass_time(CANCEL_SECONDS)
    for client in next_ones:
        scene.answer(client)
    assert gone.begun == 0
    assert gone.ends == ["gone"]
    for client in next_ones:
        assert client.ends == ["answered"]
    assert sorted(scene.counted) == [0, 1, 2]
    assert MessageKind.CANCEL in process.received


def test_a_process_that_does_not_end_its_job_in_time_after_its_client_has_gone_is_killed(
    scene: Scene,
) -> None:
    gone = scene.submit("a")
    process = scene.process_of(gone)
    gone.leave()
    scene.pass_time(CANCEL_SECONDS - 0.1)
    assert process.is_alive
    scene.pass_time(0.1)
    assert not process.is_alive
    assert gone.ends == ["gone"]
    assert scene.fork() == 1
    scene.check()


def test_a_process_that_ends_loses_its_request_alone_and_another_takes_its_place(
    scene: Scene,
) -> None:
    begun = scene.submit("a")
    other = scene.submit("b")
    scene.process_of(begun).work()
    scene.process_of(begun).work()
    scene.turn()
    scene.process_of(begun).die()
    scene.turn()
    assert begun.begun == 1
    assert begun.ends == ["process lost"]
    assert other.ends == []
    assert scene.fork() == 1
    assert scene.submit("a").has_process
    scene.check()


def test_a_response_that_is_cut_off_ends_and_its_process_does_the_next(
    scene: Scene,
) -> None:
    begun = scene.submit("a")
    process = scene.process_of(begun)
    process.work()
    process.work()
    process.cut()
    scene.turn()
    assert begun.begun == 1
    assert begun.parts == [b"0"]
    assert begun.ends == ["cut"]
    assert scene.process_of(scene.submit("a")) is process
    scene.check()


def test_a_process_that_ends_before_its_first_job_is_replaced_later(
    scene: Scene,
) -> None:
    """What ends it may end the next at once, and processes without end would be forked."""
    scene.processes[0].die()
    scene.turn()
    assert scene.fork() == 0
    scene.pass_time(RETRY_SECONDS)
    assert scene.fork() == 1
    assert scene.submit("a").has_process
    assert scene.submit("b").has_process
    scene.check()


def test_a_process_that_waits_for_its_client_is_replaced_until_it_waits_no_longer(
    scene: Scene,
) -> None:
    slow = scene.submit("a")
    other = scene.submit("b")
    slow_process = scene.process_of(slow)
    slow.hold()
    assert scene.fork() == 1
    assert scene.submit("c").has_process
    slow_process.finish()
    scene.turn()
    assert slow.ends == []  # the rest of the response stays in the process
    slow.resume()
    scene.turn()
    assert slow.ends == ["answered"]
    assert slow_process not in scene.alive()
    assert len(scene.alive()) == SIZE
    assert scene.fork() == 0
    assert other.ends == []
    scene.check()


def test_a_process_that_waits_for_a_client_that_goes_does_so_no_longer(
    scene: Scene,
) -> None:
    slow = scene.submit("a")
    slow.hold()
    scene.fork()
    slow.leave()
    process = scene.process_of(slow)
    process.finish()
    scene.turn()
    assert slow.begun == 0
    assert slow.ends == ["gone"]
    assert len(scene.alive()) == SIZE
    scene.check()


def test_when_all_but_two_processes_wait_for_clients_those_that_have_waited_longest_end(
    scene: Scene,
) -> None:
    clients = []
    for number in range(SIZE + SPARE):
        client = scene.submit(f"caller {number}")
        scene.pass_time(1)
        scene.process_of(client).work()
        scene.process_of(client).work()
        scene.turn()
        client.hold()
        scene.fork()
        clients.append(client)
    first, second, *others = clients
    assert first.ends == ["aborted"]
    assert second.ends == ["aborted"]
    for client in others:
        assert client.ends == []
    assert len(scene.alive()) == SIZE + SPARE
    waiting = scene.submit("another")
    scene.fork()
    assert waiting.has_process
    scene.check()


def test_without_an_ancestor_the_processes_go_on_and_the_worker_is_told_once(
    scene: Scene,
) -> None:
    client = scene.submit("a")
    (other_process,) = set(scene.processes) - {scene.process_of(client)}
    scene.end_ancestor()
    scene.turn()
    other_process.die()
    scene.turn()
    scene.answer(client)
    assert scene.lost_ancestors == 1
    assert client.ends == ["answered"]
    scene.check()


def test_a_process_and_the_ancestor_may_end_together(scene: Scene) -> None:
    """The loop may have read the end of the process alone, and asks for another."""
    client = scene.submit("a")
    scene.process_of(client).die()
    scene.turn_once()
    scene.end_ancestor()
    scene.turn()
    assert client.ends == ["process lost"]
    assert scene.lost_ancestors == 1
    assert scene.errors == []


def test_a_process_that_hangs_is_killed_unless_it_waits_for_its_client_or_for_a_job(
    scene: Scene,
) -> None:
    silent = scene.submit("a")
    slow = scene.submit("b")
    slow.hold()
    scene.fork()
    silent_process = scene.process_of(silent)
    slow_process = scene.process_of(slow)
    scene.pass_time(SILENT_SECONDS)
    assert silent_process.is_alive
    assert slow_process.is_alive
    scene.pass_time(0.1)
    assert not silent_process.is_alive
    assert slow_process.is_alive
    assert silent.ends == ["process lost"]
    assert slow.ends == []
    slow.resume()
    scene.pass_time(SILENT_SECONDS)
    # The process of the client that was slow, and one without a job.
    assert len(scene.alive()) == 1 + 1


def test_no_more_processes_are_asked_for_than_are_missing_while_one_is_being_connected(
    scene: Scene,
) -> None:
    lost = scene.submit("a")
    scene.process_of(lost).die()
    scene.turn()
    assert scene.fork(turns=1) == 1
    scene.pool.fill()
    scene.turn()
    assert scene.fork() == 0
    assert len(scene.alive()) == SIZE


CALLERS = ("a", "b", "c")
ACTIONS = (
    "submit",
    "submit long",
    "fork",
    "work",
    "look",
    "cut",
    "die",
    "leave",
    "hold",
    "resume",
    "second",
    "minute",
)


def act(scene: Scene, action: str, number: int) -> None:
    """Do something with one of the processes or clients: the one that a number says."""
    processes = [process for process in scene.processes if process.is_alive]
    clients = [client for client in scene.clients if not client.ends]
    of_processes: dict[str, Callable[[FakeProcess], object]] = {
        "work": FakeProcess.work,
        "look": FakeProcess.look,
        "cut": FakeProcess.cut,
        "die": FakeProcess.die,
    }
    of_clients: dict[str, Callable[[Client], object]] = {
        "leave": Client.leave,
        "hold": Client.hold,
        "resume": Client.resume,
    }
    of_scene: dict[str, Callable[[], object]] = {
        "submit": lambda: scene.submit(CALLERS[number % len(CALLERS)]),
        "submit long": lambda: scene.submit(
            CALLERS[number % len(CALLERS)], SHORT_BODY + 1
        ),
        "fork": scene.fork,
        "moment": scene.turn,
        "second": lambda: scene.pass_time(1),
        "minute": lambda: scene.pass_time(SILENT_SECONDS),
    }
    if action in of_scene:
        of_scene[action]()
    elif action in of_processes and processes:
        of_processes[action](processes[number % len(processes)])
    elif action in of_clients and clients:
        of_clients[action](clients[number % len(clients)])


@settings(max_examples=100)
@given(
    actions=st.lists(
        st.tuples(st.sampled_from(ACTIONS), st.integers(0, 7)), max_size=60
    )
)
@example(
    actions=[
        ("fork", 0),
        ("submit", 0),
        ("work", 0),
        ("work", 0),
        ("leave", 0),
        ("look", 0),
        ("submit", 0),
    ]
)
def test_no_request_is_lost_or_ended_twice_in_any_order(
    actions: list[tuple[str, int]],
) -> None:
    with play() as scene:
        for action, number in actions:
            act(scene, action, number)
            scene.turn()
            scene.check()
        scene.finish()
        scene.check()
        for client in scene.clients:
            assert len(client.ends) == 1
            if client.ends == ["answered"]:
                assert client.begun == 1
                assert len(client.parts) == 2
        assert scene.pool._waiting == {}
        assert scene.pool._waiting_bytes == Counter()
        assert scene.pool._working == Counter()
        assert len(scene.counted) == len(set(scene.counted))
        assert len(scene.pool._free) == len(scene.pool._processes) >= SIZE
