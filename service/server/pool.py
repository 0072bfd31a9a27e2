"""The worker's side of its processes: whose request is answered next, which waited too long, and what becomes of each.

Requests wait here, not in a process, so that one caller's requests do not hold up everybody else: callers take
turns, and one process is kept for short bodies of callers that have no process yet.
"""

import asyncio
import os
import signal
import socket
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from operator import attrgetter
from typing import Any, Protocol

from . import messages
from .calls import Head
from .interfaces import Environ, Service
from .messages import MessageKind
from .processes import PID_SIZE

SHORT_BODY = 2**13
"""The most bytes of the body of a request that may take the last free process."""
MAX_WAITING = 256
"""Requests of one caller that wait for a process."""
MAX_WAITING_BYTES = 2**23
"""Bytes of the bodies of one caller's requests that wait for a process; of all callers' four times as many."""
CANCEL_SECONDS = 1
"""Seconds that a process may go on after its client has gone, before it is killed."""
SILENT_SECONDS = 60
"""A process that sends no part of a response for this many seconds, or ten times its CPU time if more, is killed."""
RETRY_SECONDS = 1
"""Seconds before the pool asks again for a process that was not received, or ended before its first job."""


class Receiver(Protocol):
    """What takes the response to a job."""

    def begin_response(self, head: Head) -> None: ...
    def take_part(self, part: bytes) -> None: ...
    def end_response(self) -> None: ...
    def cut_response(self) -> None:
        """End at once, for the rest of the response could not be made."""

    def abort(self) -> None:
        """End at once, for others wait for the process."""

    def refuse_wait(self) -> None:
        """Note that the job has waited too long; it is not done."""

    def lose_process(self) -> None:
        """Note that the process of the job has ended before the response did."""


class Job:
    """A request for a process.

    `caller` is what tells the caller from others, `receiver` takes the response, and `started` is called with the
    environment when the request is sent to a process.
    """

    def __init__(
        self,
        environ: Environ,
        body: bytes,
        caller: str,
        receiver: Receiver,
        started: Callable[[Environ], None],
    ) -> None:
        self.environ = environ
        self.body = body
        self.caller = caller
        self.receiver = receiver
        self.started = started
        self.process: Process | None = None  # that does the job
        self.expiry: asyncio.TimerHandle | None = None  # which refuses the job

    @property
    def has_short_body(self) -> bool:
        return len(self.body) <= SHORT_BODY


class Process(asyncio.Protocol):
    """A process of the worker, as the event loop knows it, with the `job` that it does, or None.

    - `is_new`: it has had no job.
    - `is_held`: it waits until the client of its job takes what was sent.
    - `is_apart`: the client of its job may take long. This begins with the first wait, or with the head of a stream,
      and ends with the job. The pool has another process for other jobs meanwhile.
    - `is_reserved`: it is the process that the pool keeps for short bodies.
    """

    def __init__(self, pool: "Pool", pid: int) -> None:
        self.pid = pid
        self.job: Job | None = None
        self.is_new = True
        self.receiver: Receiver | None = None  # of the job; None once it is cancelled
        self.is_held = False
        self.is_apart = False
        self.is_reserved = False
        self.heard = 0.0  # when it sent something last, by the time of the loop
        self._pool = pool
        self._messages = messages.MessageStream()
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._pool.add(self)

    def start(self, job: Job) -> None:
        """Send a job to the process, which has none."""
        self.job = job
        self.is_new = False
        self.receiver = job.receiver
        self.heard = self._pool.time()
        job.process = self
        job.started(job.environ)
        self._transport.write(messages.write(MessageKind.JOB, (job.environ, job.body)))
        job.environ = {}
        job.body = b""

    def data_received(self, data: bytes) -> None:
        self.heard = self._pool.time()
        for message in self._messages.add(data):
            if message.kind is MessageKind.END:
                counts, is_worn, is_whole = message.read()
                self._end_job(counts, is_worn=is_worn, is_whole=is_whole)
            elif self.receiver is None:
                pass
            elif message.kind is MessageKind.HEAD:
                self._begin_response(Head.from_plain(message.read()), self.receiver)
            elif message.kind is MessageKind.PART:
                self.receiver.take_part(message.content)

    def _begin_response(self, head: Head, receiver: Receiver) -> None:
        if head.length is None:
            self._set_apart()
        receiver.begin_response(head)

    def _set_apart(self) -> None:
        """Note that the client of the job may take long, and let the pool ask for a process in place of this one."""
        if not self.is_apart:
            self.is_apart = True
            self._pool.fill()

    def _end_job(self, counts: object, *, is_worn: bool, is_whole: bool) -> None:
        """Take the end of a job: what it counted, whether the process has grown, whether the response is complete."""
        receiver = self.receiver
        self._forget_job()
        try:
            self._pool.end_job(self, counts, is_worn=is_worn)
        finally:
            if receiver is not None and is_whole:
                receiver.end_response()
            elif receiver is not None:
                receiver.cut_response()

    def _forget_job(self) -> None:
        if self.job is not None:
            self._pool.count_working(self.job.caller, -1)
            self.job.process = None
        self.job = None
        self.receiver = None
        self.is_apart = False
        self.is_reserved = False
        self.resume()

    def cancel(self) -> None:
        """Let the process end its job, as nobody takes the response; kill the process if that takes too long."""
        job = self.job
        self.receiver = None
        self.resume()
        self._transport.write(messages.write_bytes(MessageKind.CANCEL))
        self._pool.loop.call_later(CANCEL_SECONDS, self._kill_if_busy_with, job)

    def _kill_if_busy_with(self, job: Job | None) -> None:
        if job is not None and self.job is job:
            self.kill()

    def kill(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def hold(self) -> None:
        """Let the process wait for the client of its job."""
        if not self.is_held:
            self.is_held = True
            self._transport.pause_reading()
            self._set_apart()
            self._pool.make_room()

    def resume(self) -> None:
        if self.is_held:
            self.is_held = False
            self.heard = self._pool.time()
            self._transport.resume_reading()

    def retire(self) -> None:
        """Let the process end, once it has done what it does."""
        self._transport.close()

    def connection_lost(self, _: Exception | None) -> None:
        receiver = self.receiver
        self.is_held = False
        self._forget_job()
        self._pool.remove(self)
        if receiver is not None:
            receiver.lose_process()


class Pool:
    """The processes of a worker: some of them always, and more while as many wait for their clients.

    The pool asks for processes at the socket `ancestor`; `lose_ancestor` is called when the ancestor has ended.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        ancestor: socket.socket,
        service: Service,
        lose_ancestor: Callable[[], None],
    ) -> None:
        self.loop = loop
        self.time = loop.time
        self._ancestor = ancestor
        self._lose_ancestor = lose_ancestor
        self._counts = service.counts
        self._max_wait = service.max_wait  # seconds of a job without a process
        self._silence = max(SILENT_SECONDS, 10 * service.cpu_seconds)

        self._size = service.processes  # for jobs that no client holds up
        self._spare = service.spare_processes  # at most, beside those
        self._processes: set[Process] = set()
        self._free: list[Process] = []  # those of them without a job
        self._asked = 0  # processes that are not connected yet
        self._connecting: set[asyncio.Task[Any]] = set()  # or the loop forgets them

        # The jobs that wait, by caller; the next to have a turn comes first:
        self._waiting: dict[str, deque[Job]] = {}
        self._waiting_bytes: Counter[str] = Counter()  # of their bodies, by caller
        self._working: Counter[str] = Counter()  # jobs with a process, by caller
        ancestor.settimeout(0)
        loop.add_reader(ancestor.fileno(), self._receive_process)
        self.fill()

    def fill(self) -> None:
        """Ask the ancestor for processes until `_size` are not apart, but for no more than `_size + _spare` in all."""
        wanted = min(self._size + self._count_apart(), self._size + self._spare)
        missing = wanted - len(self._processes) - self._asked
        if missing > 0 and self._ancestor.fileno() >= 0:
            self._asked += missing
            with suppress(OSError):  # it has ended, which the loop has not read yet
                self._ancestor.send(bytes(missing))

    def _count_apart(self) -> int:
        return sum(process.is_apart for process in self._processes)

    def make_room(self) -> None:
        """Abort the job that has waited longest for its client, if fewer than two processes can do other jobs.

        One process would not suffice, as the last one takes short bodies only. A process has just been held.
        """
        held = [process for process in self._processes if process.is_held]
        receiver = min(held, key=attrgetter("heard")).receiver
        if len(held) > self._size + self._spare - 2 and receiver is not None:
            receiver.abort()

    def _receive_process(self) -> None:
        """Connect with a process that the ancestor has forked; without its id the ancestor has ended."""
        try:
            pid, sockets, _, _ = socket.recv_fds(self._ancestor, PID_SIZE, 1)
        except BlockingIOError:
            return
        except OSError:
            pid = b""
            sockets = []
        if not pid:
            self._close_ancestor()
            self._lose_ancestor()
            return
        if not sockets:
            # it could not be forked, or this process has no file descriptor left
            self._asked -= 1
            self.loop.call_later(RETRY_SECONDS, self.fill)
            return
        process = Process(self, int.from_bytes(pid, "big"))
        connecting = self.loop.create_connection(
            lambda: process, sock=socket.socket(fileno=sockets[0])
        )
        task = self.loop.create_task(connecting)
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)

    def _close_ancestor(self) -> None:
        if self._ancestor.fileno() >= 0:
            self.loop.remove_reader(self._ancestor.fileno())
            self._ancestor.close()

    def add(self, process: Process) -> None:
        """Take a new process."""
        self._asked -= 1
        self._processes.add(process)
        self._free.append(process)
        self._start_jobs()

    def remove(self, process: Process) -> None:
        """Forget a process that has ended, and ask for another: later, if what ended it may end the next at once."""
        self._processes.discard(process)
        with suppress(ValueError):
            self._free.remove(process)
        if process.is_new:
            self.loop.call_later(RETRY_SECONDS, self.fill)
        else:
            self.fill()

    def end_job(self, process: Process, counts: object, *, is_worn: bool) -> None:
        """Take what a process has counted, and give it the next job, unless another takes its place."""
        self._counts.add(counts)
        if is_worn or len(self._processes) - self._count_apart() > self._size:
            self._processes.discard(process)
            process.retire()
            self.fill()
        else:
            self._free.append(process)
        self._start_jobs()

    def submit(self, job: Job) -> None:
        """Do a job as soon as it has its turn, or refuse it once it has waited too long.

        If too many jobs wait already, the job has no turn, and its body is forgotten at once. It is refused as late as
        a job that waited in vain: a client that is refused at once sends the next request at once.
        """
        if self._is_full_for(job):
            job.body = b""
            job.expiry = self.loop.call_later(self._max_wait, job.receiver.refuse_wait)
            return
        self._waiting.setdefault(job.caller, deque()).append(job)
        self._waiting_bytes[job.caller] += len(job.body)
        self._start_jobs()
        if job.process is None:
            job.expiry = self.loop.call_later(self._max_wait, self._expire, job)

    def _is_full_for(self, job: Job) -> bool:
        """Return whether too many jobs of a caller wait, or too many bytes; the first of a caller may wait always."""
        size = len(job.body)
        jobs = self._waiting.get(job.caller, ())
        if not jobs:
            return False
        return (
            len(jobs) >= MAX_WAITING
            or self._waiting_bytes[job.caller] + size > MAX_WAITING_BYTES
            or self._waiting_bytes.total() + size > 4 * MAX_WAITING_BYTES
        )

    def count_working(self, caller: str, change: int) -> None:
        """Add `change`, 1 or -1, to the number of a caller's jobs that have a process."""
        self._working[caller] += change
        if not self._working[caller]:
            del self._working[caller]

    def cancel(self, job: Job) -> None:
        """Do no more for a job: its client has gone."""
        if job.process is not None:
            job.process.cancel()
        elif not self._withdraw(job) and job.expiry is not None:
            job.expiry.cancel()

    def _withdraw(self, job: Job) -> bool:
        """Take a job out of those that wait, and return whether it was one of them."""
        jobs = self._waiting.get(job.caller, deque())
        if job not in jobs:
            return False
        jobs.remove(job)
        self._waiting_bytes[job.caller] -= len(job.body)
        if not jobs:
            del self._waiting[job.caller]
            del self._waiting_bytes[job.caller]
        if job.expiry is not None:
            job.expiry.cancel()
        return True

    def _expire(self, job: Job) -> None:
        if self._withdraw(job):
            job.receiver.refuse_wait()

    def _start_jobs(self) -> None:
        """Give the free processes to the jobs that may have one, caller by caller."""
        while self._free and (job := self._choose_job()) is not None:
            self._withdraw(job)
            jobs = self._waiting.pop(job.caller, None)
            if jobs is not None:
                self._waiting[job.caller] = jobs  # its caller's next turn comes last
            self.count_working(job.caller, 1)
            process = self._free.pop()
            process.is_reserved = not self._has_usual_place()
            process.start(job)

    def _has_usual_place(self) -> bool:
        """Return whether a free process may do any job, and is not the one that is kept for short bodies.

        All but one of the `_size` processes may do any job; processes that are apart do not count.
        """
        usual = [
            process
            for process in self._processes
            if process.job is not None
            and not process.is_apart
            and not process.is_reserved
        ]
        return len(usual) < self._size - 1

    def _choose_job(self) -> Job | None:
        """Return the next job that may have one of the free processes, or None.

        The process that is kept takes only a short body of a caller that has no process yet.
        """
        may_be_any = self._has_usual_place()
        for caller, jobs in self._waiting.items():
            if may_be_any or (jobs[0].has_short_body and caller not in self._working):
                return jobs[0]
        return None

    def check(self, now: float) -> None:
        """Kill processes that hang: they neither send anything nor wait for a client."""
        for process in self._processes:
            is_working = process.job is not None and not process.is_held
            if is_working and now - process.heard > self._silence:
                process.kill()

    def close(self) -> None:
        """End the ancestor and all processes, also those that have a job."""
        self._close_ancestor()
        for process in list(self._processes):
            process.kill()
            process.retire()
