"""The processes that answer what may be long, one request at a time in bounded CPU time, and the one that forks them.

A worker forks the ancestor before it has threads or an event loop, so that the ancestor can fork at any time; all of
them share the memory of the application. The kernel ends a process if its request takes too much CPU time, in C code
as well. If memory is short, the kernel ends these processes first.

Each process ends when its worker does: then it reads the end of its stream.
"""

import logging
import os
import re
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
from .interfaces import Environ, Service
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
"""Bytes of a request and its response, which take much longer than to return memory and to weigh it."""
_MAX_OWN = 14 * 2**20
"""Bytes of a process beside what it shares: some 8 of them with what its first jobs touch.

Six processes, two workers and one large request fit into 256 MiB so.
"""
_MAX_OWN_AFTER_LARGE = 8 * 2**20
"""Such bytes after a large request: as it takes long, a new process is cheap beside it."""


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
        self._sent = 0  # bytes of the body of the last response
        self._poll = select.poll()
        self._poll.register(stream, select.POLLIN)

    def run(self) -> None:
        """Do jobs one at a time, until the worker ends the stream."""
        self._service.counts.take()  # the worker has what was counted before the fork
        while (message := self._read()) is not None:
            # Anything else is the cancellation of a job that has ended.
            if message.kind is MessageKind.JOB:
                environ, body = message.read()
                self._respond(environ, body)
                self._trim_when_idle()

    def _read(self) -> messages.ReceivedMessage | None:
        """Return the next message, None at the end of the stream."""
        while not self._received:
            data = self._stream.recv(_MAX_READ)
            if not data:
                return None
            self._received.extend(self._messages.add(data))
        return self._received.popleft()

    def _bound_time(self) -> None:
        """Let the kernel end this process after `cpu_seconds` more of CPU time."""
        signal.setitimer(signal.ITIMER_PROF, self._service.cpu_seconds)

    def _look(self) -> None:
        """Raise `ClientLostError` if the loop has cancelled the job, or has ended: it sends nothing else meanwhile."""
        if self._received or self._poll.poll(0):
            raise ClientLostError

    def _respond(self, environ: Environ, body: bytes) -> None:
        """Send the response of the application to a request, and what was counted."""
        self._bound_time()
        environ["wsgi.errors"] = sys.stderr
        environ[LOOK] = self._look
        is_whole = False
        unsent = b""
        try:
            unsent = self._send_parts(Call(self._service, environ, body))
            is_whole = True
        except ClientLostError:
            pass
        except (MemoryError, BrokenPipeError, ConnectionResetError):
            raise  # there is no memory for the next request, or the worker has ended
        except Exception:
            _log.exception("A response could not be made to its end")
        end = (self._service.counts.take(), self._is_worn(len(body)), is_whole)
        self._stream.sendall(unsent + messages.write(MessageKind.END, end))
        signal.setitimer(signal.ITIMER_PROF, 0)  # the next job has its own time

    def _is_worn(self, received: int) -> bool:
        """Return whether this process has grown, so that a new one should take its place.

        `received` is the bytes of the request. After a large request the memory that it needed is returned first: the
        next may begin in another process. After small requests the process is weighed once in `_WEIGHED_AFTER`.
        """
        self._jobs += 1
        is_large = received + self._sent > _LARGE
        if is_large:
            trim_heap()
            return _measure_own_memory() > _MAX_OWN_AFTER_LARGE
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
