"""The processes that answer requests, forked by a real ancestor: what they send, and how they end."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from service.server import messages
from service.server.calls import MAX_PART, Head
from service.server.interfaces import RequestLabels
from service.server.messages import MessageKind, ReceivedMessage
from service.server.processes import PID_SIZE
from tests.peers import kill, receive_end
from tests.server.processes import read_stat
from tests.tables import for_each
from tools.files import ROOT
from tools.serving import PATIENCE, wait_until

NO_LABELS = RequestLabels("", "", "")
CPU_SECONDS = 0.25
"""The bound of the processes: some more than twice what a part of the path /burns takes."""
HARMLESS = (
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGTERM,
    signal.SIGUSR1,
    signal.SIGUSR2,
)
"""Signals that end no process: all but SIGUSR2 are ignored."""


@dataclass
class Process:
    """A process, and the worker's end of its stream."""

    pid: int
    stream: socket.socket

    def send(self, path: str, body: bytes = b"", method: str = "GET") -> None:
        environ = {"REQUEST_METHOD": method, "PATH_INFO": path}
        self.stream.sendall(messages.write(MessageKind.JOB, (environ, body)))

    def cancel(self) -> None:
        self.stream.sendall(messages.write_bytes(MessageKind.CANCEL))

    def receive(self) -> ReceivedMessage | None:
        """Return the next message, None at the end of the stream."""
        prefix = self._read(messages.PREFIX_SIZE)
        if not prefix:
            return None
        kind, size = messages.read_prefix(prefix)
        return ReceivedMessage(kind, self._read(size))

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size and (part := self.stream.recv(size - len(data))):
            data += part
        return data

    def receive_all(self) -> list[ReceivedMessage]:
        """Return the messages up to the end of the job, or of the process."""
        received: list[ReceivedMessage] = []
        while (message := self.receive()) is not None:
            received.append(message)
            if message.kind is MessageKind.END:
                break
        return received

    def list_kinds(self) -> list[MessageKind]:
        """Return the kinds of the messages up to the end of the job, or of the process."""
        return [message.kind for message in self.receive_all()]

    def fetch(self, path: str, body: bytes = b"", method: str = "GET") -> list[Any]:
        """Return the head and the parts of the response to a request."""
        self.send(path, body, method)
        return [
            Head.from_plain(one.read()) if one.kind is MessageKind.HEAD else one.content
            for one in self.receive_all()[:-1]
        ]

    def wait_for_end(self) -> None:
        wait_until(lambda: has_ended(self.pid))


def has_ended(pid: int) -> bool:
    """Return whether a process has ended, which its parent may not know yet."""
    try:
        return read_stat(pid).state in "XZ"
    except (FileNotFoundError, ProcessLookupError):
        return True


class Ancestor:
    """An ancestor, as its worker knows it; what its processes log is in the file `output`."""

    def __init__(self, asking: socket.socket, output: Path, stack: ExitStack) -> None:
        self.output = output
        self._asking = asking
        self._stack = stack

    def fork(self) -> Process:
        self._asking.sendall(b"\0")
        pid, stream = receive_end(self._asking, PID_SIZE)
        return Process(int.from_bytes(pid, "big"), self._stack.enter_context(stream))

    @property
    def pid(self) -> int:
        return read_stat(self.fork().pid).parent

    def count_lines(self, message: str) -> int:
        """Return how often the processes have logged a message."""
        return self.output.read_text().count(message)

    def end(self) -> None:
        """End the worker."""
        self._asking.close()
        self._stack.close()


@contextmanager
def run_ancestor(folder: Path) -> Iterator[Ancestor]:
    output = folder / "output"
    with ExitStack() as stack:
        ours, theirs = (stack.enter_context(end) for end in socket.socketpair())
        number = theirs.fileno()
        arguments = ["tests.server.apps.tiny", str(number), str(CPU_SECONDS)]
        with output.open("wb") as file:
            subprocess.run(
                [sys.executable, "-m", *arguments],
                cwd=ROOT,
                stdout=file,
                stderr=file,
                pass_fds=[number],
                check=True,
                timeout=PATIENCE,
            )
        _, asking = receive_end(ours, 1)
        stack.enter_context(asking)
        streams = stack.enter_context(ExitStack())
        yield Ancestor(asking, output, streams)


@pytest.fixture(scope="module")
def ancestor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ancestor]:
    """An ancestor that tests do not end."""
    with run_ancestor(tmp_path_factory.mktemp("ancestor")) as ancestor:
        yield ancestor


@pytest.fixture
def process(ancestor: Ancestor) -> Process:
    """A new process of it."""
    return ancestor.fork()


def cut(body: bytes) -> list[bytes]:
    """Return the parts in which a process sends a body."""
    return [body[start : start + MAX_PART] for start in range(0, len(body), MAX_PART)]


def test_a_process_answers_one_request_after_the_other(process: Process) -> None:
    for body in (b"", b"body", bytes(2 * MAX_PART + 1)):
        headers = [("Content-Length", str(len(body)))]
        head, *parts = process.fetch("/", body, "POST")
        assert head == Head("200 OK", headers, len(body), NO_LABELS)
        assert parts == cut(body)
        empty = Head("200 OK", headers, 0, NO_LABELS)
        assert process.fetch("/", body, "HEAD") == [empty]


def test_a_job_counts_what_the_application_did_for_it_and_nothing_from_before_the_fork(
    process: Process,
) -> None:
    for _ in range(2):
        process.send("/")
        assert process.receive_all()[-1].read() == (1, False, True)


def send_large(process: Process, path: str, size: int) -> bool:
    """Send a body that the application sends back, and return whether the process is worn."""
    process.send(path, bytes(size), "POST")
    count, is_worn, is_whole = process.receive_all()[-1].read()
    assert (count, is_whole) == (1, True)
    return bool(is_worn)


def test_a_process_is_worn_by_what_it_keeps_of_large_requests(process: Process) -> None:
    size = 2**18 - 1
    assert not any(send_large(process, "/", size) for _ in range(30))
    worn = [send_large(process, "/keeps", size) for _ in range(30)]
    assert (worn[0], worn[-1]) == (False, True)


def test_a_process_is_worn_by_a_huge_request(process: Process) -> None:
    assert send_large(process, "/", 2**18 + 1)


def test_each_part_of_a_stream_has_the_whole_time(process: Process) -> None:
    head, *parts = process.fetch("/burns")
    assert head == Head("200 OK", [("X-Kind", "stream")], None, NO_LABELS)
    assert parts == [b"a", b"b", b"c", b"d"]


def test_what_ends_the_application_is_logged_and_ends_the_process(
    ancestor: Ancestor,
) -> None:
    process = ancestor.fork()
    before = ancestor.count_lines("Error outside the application")
    process.send("/exits")
    assert process.receive_all() == []
    process.wait_for_end()
    assert ancestor.count_lines("Error outside the application") == before + 1


@for_each(
    ("path", "kinds"),
    [("/fails", []), ("/breaks", [MessageKind.HEAD, MessageKind.PART])],
)
def test_after_an_error_in_a_response_the_process_does_the_next(
    ancestor: Ancestor, path: str, kinds: list[MessageKind]
) -> None:
    process = ancestor.fork()
    before = ancestor.count_lines("A response could not be made to its end")
    process.send(path)
    *received, end = process.receive_all()
    assert [message.kind for message in received] == kinds
    assert end.read() == (1, False, False)
    after = ancestor.count_lines("A response could not be made to its end")
    assert after == before + 1
    assert process.fetch("/", b"x")[1:] == [b"x"]


def test_a_request_that_takes_too_much_time_in_one_call_of_c_ends_its_process_alone(
    ancestor: Ancestor,
) -> None:
    process = ancestor.fork()
    other = ancestor.fork()
    process.send("/hangs")
    assert process.receive_all() == []
    process.wait_for_end()
    assert other.fetch("/", b"x")[1:] == [b"x"]


@for_each(
    ("path", "kinds"),
    [("/works", []), ("/looks", [MessageKind.HEAD, MessageKind.PART])],
)
def test_a_job_that_is_cancelled_ends_at_the_next_look_and_the_process_does_the_next(
    ancestor: Ancestor, path: str, kinds: list[MessageKind]
) -> None:
    process = ancestor.fork()
    process.send(path)
    for kind in kinds:
        message = process.receive()
        assert message is not None
        assert message.kind is kind
    process.cancel()
    assert process.list_kinds() == [MessageKind.END]
    process.cancel()  # too late
    assert process.fetch("/", b"x")[1:] == [b"x"]


def test_signals_that_are_sent_to_all_processes_end_none_of_them(
    ancestor: Ancestor,
) -> None:
    process = ancestor.fork()
    process.send("/looks")
    process.receive()
    for pid in (process.pid, ancestor.pid):
        for number in HARMLESS:
            kill(pid, number)
    process.cancel()
    assert process.list_kinds()[-1] is MessageKind.END
    assert process.fetch("/", b"x")[1:] == [b"x"]
    assert ancestor.fork().fetch("/", b"x")[1:] == [b"x"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such order")
def test_the_kernel_ends_these_processes_before_others_if_memory_is_short(
    ancestor: Ancestor,
) -> None:
    process = ancestor.fork()
    assert process.fetch("/", b"x")[1:] == [b"x"]  # so that it has begun

    def read_score(pid: int | str) -> str:
        return Path(f"/proc/{pid}/oom_score_adj").read_text()

    assert read_score(ancestor.pid) == read_score("self")
    assert read_score(process.pid) == "1000\n"


PREPARE = """
import os
from types import SimpleNamespace
from service.server.worker import LoopWorker

cfg = SimpleNamespace(uid=65534, gid=65533, initgroups=False)
tmp = SimpleNamespace(close=lambda: None)
LoopWorker._prepare_processes(SimpleNamespace(cfg=cfg, sockets=[], tmp=tmp))
print(os.getresuid(), os.getresgid())
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes another user")
def test_the_processes_of_a_worker_have_the_user_of_gunicorns_settings() -> None:
    """gunicorn changes to it after the ancestor was forked."""
    done = subprocess.run(
        [sys.executable, "-c", PREPARE],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert done.stdout == "(65534, 65534, 65534) (65533, 65533, 65533)\n"


def test_a_process_has_no_end_of_the_stream_of_another(ancestor: Ancestor) -> None:
    first = ancestor.fork()
    second = ancestor.fork()
    first.stream.close()
    first.wait_for_end()
    assert second.fetch("/", b"x")[1:] == [b"x"]


def test_all_processes_end_when_their_worker_does_and_log_nothing(
    tmp_path: Path,
) -> None:
    with run_ancestor(tmp_path) as ancestor:
        pid = ancestor.pid
        idle, working, sending, reading = (ancestor.fork() for _ in range(4))
        working.send("/works")
        sending.send("/endless")
        sending.receive()
        reading.stream.sendall(messages.write(MessageKind.JOB, ({}, b"x"))[:-1])
        ancestor.end()
        for process in (idle, working, sending, reading):
            process.wait_for_end()
        wait_until(lambda: has_ended(pid))
        assert ancestor.output.read_text() == ""
