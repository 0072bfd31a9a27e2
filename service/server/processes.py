"""The processes that answer what may be long, one request at a time in bounded CPU time, and the one that forks them.

A worker forks the ancestor before it has threads or an event loop, so that the ancestor can fork at any time; all of
them share the memory of the application. The kernel ends a process if its request takes too much CPU time, in C code
as well. If memory is short, the kernel ends these processes first.

Each process ends when its worker does: then it reads the end of its stream.
"""

import logging
import os
import re
import resource
import select
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import NoReturn

from ..heap import return_large_blocks, trim_heap
from ..wsgi_keys import LOOK
from . import messages
from .calls import Call
from .interfaces import Service
from .messages import MessageKind
from .stacks import print_stacks_when_asked

PID_SIZE = 4
"""Bytes of a process id, as the ancestor sends it with the socket of the process."""
_NO_PROCESS = bytes(PID_SIZE)

_OWN_MEMORY = re.compile(r"^Private_(?:Clean|Dirty):\s+([0-9]+) kB", re.MULTILINE)
_log = logging.getLogger(__name__)

_NICE = 5  # so that the loop has its turn before the processes: it needs little time
_MAX_READ = 2**18  # bytes of messages that are read at a time
_TRIM_AFTER = 1000  # milliseconds without a job
_WEIGHED_AFTER = 100  # jobs
_LARGE = 2**18
"""Bytes of a request and its response, which take longer than to return memory."""
_MAX_OWN = 14 * 2**20
"""Bytes of a process beside what it shares: some 8 of them with what its first jobs touch.

Six processes, two workers and one large request fit into 256 MiB so.
"""
_MAX_GROWN = 6 * 2**20
"""Bytes by which a process may have grown after a large request: with what its jobs touch they are `_MAX_OWN`."""
_HUGE = 2**19
"""Bytes of a request and its response after which a new process takes the place of this one.

It has touched much of what it shares, which nothing returns; to fork takes a fraction of the time of such a request.
"""


class ClientLostError(BaseException):
    """Raised in a job when its client has gone. It is no `Exception`, as nobody takes a response."""


def start_ancestor(
    prepare: Callable[[], object], run: Callable[[socket.socket], NoReturn]
) -> socket.socket:
    """Fork the ancestor, and return the socket to it: a byte sent there asks for a process.

    The ancestor answers with the id of the process, and with a socket to the process, which calls `run` with its own
    end. If it cannot fork, it answers with id 0 and no socket. The ancestor calls `prepare` once.
    """
    ours, theirs = socket.socketpair()
    if os.fork():
        theirs.close()
        return ours
    ours.close()
    try:
        _ignore_signals()
        print_stacks_when_asked()
        os.nice(_NICE)
        return_large_blocks()
        prepare()
        # The kernel forgets processes that have ended.
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        _fork_when_asked(theirs, run)
    except (BrokenPipeError, ConnectionResetError):
        pass  # the worker has ended
    except BaseException:
        _log.exception("The process that forks the others has failed")
    finally:
        os._exit(0)


def _fork_when_asked(
    asked: socket.socket, run: Callable[[socket.socket], NoReturn]
) -> None:
    """Fork a process for each byte that the worker sends to the socket `asked`, until it closes the socket.

    The answer is the id of the process and the worker's end of a new socket to it, or id 0 alone if there is none.
    """
    while asked.recv(1):
        try:
            end_of_process, end_of_worker = socket.socketpair()
        except OSError:  # no file descriptor is left
            asked.sendall(_NO_PROCESS)
            continue
        with end_of_process, end_of_worker:
            try:
                pid = os.fork()
            except OSError as error:  # no process, or no memory, is left
                _log.error("No process can be forked: %s", error.strerror)
                asked.sendall(_NO_PROCESS)
                continue
            if pid == 0:  # this is the new process, and `run` does not return
                asked.close()
                end_of_worker.close()
                _ignore_signals()
                _offer_memory()
                run(end_of_process)
            answer = pid.to_bytes(PID_SIZE, "big")
            socket.send_fds(asked, [answer], [end_of_worker.fileno()])


def _ignore_signals() -> None:
    """Ignore what is sent to all processes of a service or a terminal: requests in progress end by themselves."""
    for ignored in (
        signal.SIGHUP,
        signal.SIGINT,
        signal.SIGQUIT,
        signal.SIGTERM,
        signal.SIGUSR1,
    ):
        signal.signal(ignored, signal.SIG_IGN)
    for default in (signal.SIGABRT, signal.SIGCHLD, signal.SIGPROF):
        signal.signal(default, signal.SIG_DFL)


def _offer_memory() -> None:
    """Let the kernel end this process before any other, if memory is short."""
    with suppress(OSError):  # another system
        Path("/proc/self/oom_score_adj").write_text("1000")


def _measure_own_memory() -> int:
    """Return the bytes of memory that this process shares with no other; 0 on a system that does not tell."""
    try:
        text = Path("/proc/self/smaps_rollup").read_text()
    except OSError:
        return 0
    kilobytes = [int(digits) for digits in _OWN_MEMORY.findall(text)]
    return 1024 * sum(kilobytes)


def _measure_anonymous_memory() -> int:
    """Return the bytes of memory that belong to no file, shared or not; 0 on a system that does not tell.

    Touching what it shares does not add to them: they grow by what a process allocates. They take some microseconds to
    read, where `_measure_own_memory` goes through all pages, some milliseconds.
    """
    try:
        _, resident, of_files, *_ = Path("/proc/self/statm").read_text().split()
    except OSError:
        return 0
    return (int(resident) - int(of_files)) * resource.getpagesize()


def run_jobs(stream: socket.socket, service: Service) -> NoReturn:
    """Do the jobs of a worker until it ends, each within the service's bound of CPU time."""
    process = _Process(stream, service)
    try:
        process.run()
    except (ClientLostError, BrokenPipeError, ConnectionResetError):
        pass
    except BaseException:
        _log.exception("Error outside the application")
    finally:
        os._exit(0)


class _Process:
    """A process, which reads jobs from a stream and writes the parts of responses to it."""

    def __init__(self, stream: socket.socket, service: Service) -> None:
        self._stream = stream
        self._service = service
        self._messages = messages.MessageStream()  # parses what is read from the stream
        self._received: deque[messages.ReceivedMessage] = deque()  # and is not done yet
        self._jobs = 0  # that this process has done
        self._asked = 0  # bytes of the body of the last request
        self._sent = 0  # bytes of the body of its response
        self._first_memory = _measure_anonymous_memory()
        self._poll = select.poll()
        self._poll.register(stream, select.POLLIN)

    def run(self) -> None:
        """Do jobs one at a time, until the worker ends the stream."""
        self._service.counts.take()  # the worker has what was counted before the fork
        while self._wait_for_message():
            # Anything else is the cancellation of a job that has ended.
            if self._received[0].kind is MessageKind.JOB:
                self._do_job()
                self._trim_when_idle()
            else:
                self._received.popleft()

    def _wait_for_message(self) -> bool:
        """Read until there is a message. Return False at the end of the stream."""
        while not self._received:
            data = self._stream.recv(_MAX_READ)
            if not data:
                return False
            self._received.extend(self._messages.add(data))
        return True

    def _bound_time(self) -> None:
        """Let the kernel end this process after `cpu_seconds` more of CPU time."""
        signal.setitimer(signal.ITIMER_PROF, self._service.cpu_seconds)

    def _look(self) -> None:
        """Raise `ClientLostError` if the loop has cancelled the job, or has ended: it sends nothing else meanwhile."""
        if self._received or self._poll.poll(0):
            raise ClientLostError

    def _do_job(self) -> None:
        """Send the response of the application to a request, and what was counted."""
        self._bound_time()
        is_whole = False
        unsent = b""
        try:
            unsent = self._respond()
            is_whole = True
        except ClientLostError:
            pass
        except (MemoryError, BrokenPipeError, ConnectionResetError):
            raise  # there is no memory for the next request, or the worker has ended
        except Exception:
            _log.exception("A response could not be made to its end")
        end = (self._service.counts.take(), self._is_worn(), is_whole)
        self._stream.sendall(unsent + messages.write(MessageKind.END, end))
        signal.setitimer(signal.ITIMER_PROF, 0)  # the next job has its own time

    def _respond(self) -> bytes:
        """Send the response to the next request, which nothing keeps then; return what is to be sent with its end."""
        environ, body = self._received.popleft().read()
        self._asked = len(body)
        environ["wsgi.errors"] = sys.stderr
        environ[LOOK] = self._look
        return self._send_parts(Call(self._service, environ, body))

    def _is_worn(self) -> bool:
        """Return whether this process has grown, so that a new one should take its place.

        After a large request the memory that it needed is returned first: the next may begin in another process. After
        small requests the process is weighed once in `_WEIGHED_AFTER`.
        """
        self._jobs += 1
        moved = self._asked + self._sent
        if moved > _LARGE:
            trim_heap()
            grown = _measure_anonymous_memory() - self._first_memory
            return moved > _HUGE or grown > _MAX_GROWN
        return self._jobs % _WEIGHED_AFTER == 0 and _measure_own_memory() > _MAX_OWN

    def _send_parts(self, call: Call) -> bytes:
        """Send the head and the parts of a response; return what is to be sent with its end."""
        self._sent = 0
        with closing(call):
            unsent = messages.write(MessageKind.HEAD, call.head.to_plain())
            for part in call:
                self._sent += len(part)
                unsent += messages.write_bytes(MessageKind.PART, part)
                if len(part) == call.head.length:
                    continue  # nothing follows
                self._look()
                self._stream.sendall(unsent)
                unsent = b""
                self._bound_time()  # anew: a stream lasts as long as its client reads
        return unsent

    def _trim_when_idle(self) -> None:
        """Return free memory to the system if no job comes in a second."""
        if not self._received and not self._poll.poll(_TRIM_AFTER):
            trim_heap()
