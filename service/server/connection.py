"""A client's connection to the event loop: each request is read whole, and gets its response before the next is read.

gunicorn's parser decides where a request ends. The application runs in the loop while its work is short, else in a
thread of the worker's pool. The parts of a long response are made as the client takes them.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from enum import Enum, auto
from fcntl import ioctl
from functools import partial, wraps
from math import inf
from termios import TIOCOUTQ
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from gunicorn.asgi.parser import LimitRequestHeaders, ParseError, PythonProtocol
from gunicorn.http.errors import ExpectationFailed

from ..api.http.addresses import normalize_address
from ..api.http.concurrency import IN_LOOP, IS_RESET, SHORT_REQUEST, WAITED, ClientLostError, LongWork
from ..api.http.request_context import context_of
from .calls import Call, Environ, check_head, make_environ
from .problems import find_problem, format_problem

HEAD_TIMEOUT = 10
"""Seconds from the first byte of a request to the end of its head."""
BODY_TIMEOUT = 60
"""Seconds from the first byte of a request to its last byte."""
RECEIVE_TIMEOUT = 10
"""Seconds between two parts of a body."""
SEND_TIMEOUT = 30
"""Seconds after which a client that takes no byte of a response is disconnected."""
LINGER_TIMEOUT = 0.5
"""Seconds that a client may pause while it still sends after its last response, which it could lose otherwise."""
STOP_TIMEOUT = 1
"""Seconds that a worker that stops waits for the request of a connection that has had none."""

MAX_HEAD = 2**16
"""Bytes of a head."""
MAX_PARTS = 4096
"""Chunks of a body."""

_MAX_READ = 2**14  # bytes that are parsed in one turn of the loop
_TCP_INFO = getattr(socket, "TCP_INFO", -1)  # -1: an option that no system has
# tcpi_last_data_sent and tcpi_last_data_recv of the struct tcp_info in linux/tcp.h
_MILLISECONDS_SINCE = struct.Struct("=44xI4xI")
_TCP_CLOSE = b"\7"  # tcpi_state after a reset, of linux/tcp.h
_INT = struct.Struct("i")


class Phase(Enum):
    """What a connection waits for: its first or next request, the rest of a request, the response, the client's end."""

    NEW = auto()
    IDLE = auto()
    HEAD = auto()
    BODY = auto()
    RESPONSE = auto()
    END = auto()
    LOST = auto()

    @property
    def is_idle(self) -> bool:
        return self in (Phase.NEW, Phase.IDLE)


class Worker(Protocol):
    """What a connection needs of its worker."""

    cfg: Any
    loop: asyncio.AbstractEventLoop
    log: Any
    wsgi: Any
    errors: Any
    pool: ThreadPoolExecutor
    alive: bool
    may_run_in_loop: bool
    max_body: int
    cors_origins: tuple[str, ...]
    in_progress: int

    def add_connection(self, connection: "Connection") -> None: ...
    def remove_connection(self, connection: "Connection") -> None: ...
    def count_request(self) -> None: ...
    def hold(self, size: int) -> None: ...


Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Method = Callable[Concatenate["Connection", Parameters], Result]


def ends_on_error(method: Method[Parameters, Result]) -> Method[Parameters, Result | None]:
    """Make a method of a connection end it when its client is lost or on an unexpected error; the worker goes on.

    Every method that the event loop, a thread's result or the worker calls needs this: none of them would end the
    connection, which then waited for ever.
    """

    @wraps(method)
    def call(connection: "Connection", /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result | None:
        try:
            return method(connection, *args, **kwargs)
        except ClientLostError:
            connection.abort()
            return None
        except BaseException as error:  # also SystemExit, which would end the worker
            connection.fail(error)
            return None

    return call


class Connection(asyncio.Protocol):
    """One connection of a worker.

    `address` tells its client from others, `since` is the time of the client's last step, `held` the bytes of requests
    and responses that wait for the client. Every way to end leads to `_let_go`, which gives back what it holds.
    """

    def __init__(self, worker: Worker) -> None:
        cfg = worker.cfg
        self.phase = Phase.NEW
        self.since = worker.loop.time()
        self.deadline = inf
        self.address = ""
        self.held = 0
        self._worker = worker
        self._loop = worker.loop
        # What `connection_made` sets, before anything else is called
        self._transport: Any = None
        self._socket: Any = None
        self._members: Environ = {}
        # The request that is read, and what was received after it
        self._parser = PythonProtocol(
            on_headers_complete=self._read_head,
            on_body=self._read_body,
            limit_request_line=cfg.limit_request_line,
            limit_request_fields=cfg.limit_request_fields,
            limit_request_field_size=cfg.limit_request_field_size,
        )
        self._environ: Environ = {}
        self._body = bytearray()
        self._ahead = bytearray()
        self._begin = self.since
        self._received = 0  # bytes of the request
        self._parts = 0  # parts of its body
        self._has_ended = False  # the client sends no more
        self._is_scheduled = False
        # The request in progress and its response, once there is one
        self._is_in_progress = False
        self._is_in_thread = False
        self._arrival = self.since
        self._call: Call | None = None
        self._closes = True
        self._is_writing_paused = False
        self._unsent = 0
        self._end_of_patience = inf

    @ends_on_error
    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._socket = transport.get_extra_info("socket")
        peer = transport.get_extra_info("peername")
        name = transport.get_extra_info("sockname")
        address = peer[0] if isinstance(peer, tuple) else ""
        host, port = name[:2] if isinstance(name, tuple) else ("localhost", "")
        self.address = normalize_address(address)
        self._members = {
            "SCRIPT_NAME": "",
            "REMOTE_ADDR": address,
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "wsgi.version": (1, 0),
            "wsgi.errors": self._worker.errors,
            "wsgi.input_terminated": True,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            "wsgi.url_scheme": "http" if transport.get_extra_info("ssl_object") is None else "https",
        }
        self._wait(Phase.NEW, self._worker.cfg.keepalive if self._worker.alive else STOP_TIMEOUT)
        self._worker.add_connection(self)

    @property
    def _is_lost(self) -> bool:
        return self.phase is Phase.LOST

    # Reading a request

    @ends_on_error
    def eof_received(self) -> bool:
        """Note that the client sends no more, and return whether the connection stays open for a response."""
        self._has_ended = True
        if self.phase in (Phase.HEAD, Phase.BODY) and not self._ahead:
            self._refuse(EOFError())
        return self._transport.can_write_eof() and (self.phase is Phase.RESPONSE or bool(self._ahead))

    @ends_on_error
    def data_received(self, data: bytes) -> None:
        if self._is_lost:
            return
        if self.phase is Phase.END:
            self.deadline = min(self._loop.time() + LINGER_TIMEOUT, self.since + HEAD_TIMEOUT)
        elif self._ahead or self.phase is Phase.RESPONSE or self._is_writing_paused or len(data) > _MAX_READ:
            self._ahead += data
            self._transport.pause_reading()
            self._schedule()
        else:
            self._read(data)
        self._hold()

    def _schedule(self) -> None:
        """Read what was received ahead, after the requests of other connections."""
        if not self._is_scheduled:
            self._is_scheduled = True
            self._loop.call_soon(self._read_ahead)

    @property
    def _may_read(self) -> bool:
        return not (self._is_writing_paused or self.phase in (Phase.RESPONSE, Phase.END, Phase.LOST))

    @ends_on_error
    def _read_ahead(self) -> None:
        self._is_scheduled = False
        if self._may_read and self._ahead:
            data = bytes(self._ahead[:_MAX_READ])
            del self._ahead[:_MAX_READ]
            self._read(data)
        if not self._may_read:
            return
        if self._ahead:
            self._schedule()
        elif not self._has_ended:
            self._transport.resume_reading()
        elif self.phase.is_idle:
            self._end()
        else:
            self._refuse(EOFError())

    def _read(self, data: bytes) -> None:
        """Read a part of a request, and respond if it is the last."""
        if self.phase.is_idle:
            if data == b"\r\n":  # RFC 9112, 2.2: some clients send it after a body
                return
            self._wait(Phase.HEAD, HEAD_TIMEOUT)
            self._begin = self.since
        try:
            is_last = self._parse(data)
        except (ParseError, ExpectationFailed, ValueError) as error:  # ValueError: a length of thousands of digits
            self._refuse(error)
            return
        if is_last:
            self._respond()
        elif self.phase is Phase.BODY:
            self._wait(Phase.BODY, RECEIVE_TIMEOUT)
            self.deadline = min(self.deadline, self._begin + BODY_TIMEOUT)
            if not self._body and self._environ.pop("HTTP_EXPECT", "") and self._parser.http_version > (1, 0):
                self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _parse(self, data: bytes) -> bool:
        """Parse a part of a request, and return whether the application can answer it."""
        self._received += len(data)
        self._parser.feed(data)
        length = max(self._parser.content_length or 0, len(self._body))
        if self._parser.is_complete or length > self._worker.max_body:  # the application refuses a longer body
            self._received -= len(self._parser.remaining())
            return True
        if self.phase is Phase.HEAD and self._received > MAX_HEAD:
            raise LimitRequestHeaders
        return False

    def _read_head(self) -> None:
        check_head(self._parser)
        self.phase = Phase.BODY
        self._environ = make_environ(self._parser, self._members)
        if self._environ.get("HTTP_EXPECT", "100-continue").lower() != "100-continue":
            raise ExpectationFailed("")

    def _read_body(self, part: bytes) -> None:
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise ParseError
        if len(self._body) <= self._worker.max_body:
            self._body += part

    def _forget_request(self) -> None:
        """Forget what was read of a request; a closed connection is freed later, by the garbage collector."""
        self._environ = {}
        self._body = bytearray()
        self._received = 0
        self._parts = 0
        self._hold()

    def _hold(self) -> None:
        """Count the bytes that this connection holds in memory."""
        held = self._received + len(self._ahead)
        if self._is_writing_paused and not self._is_lost:
            held += self._transport.get_write_buffer_size()
            held += self._call.length if self._call else 0
        self._worker.hold(held - self.held)
        self.held = held

    # Responding to it

    def _respond(self) -> None:
        """Call the application in the loop, or in a thread if its work is long or may be."""
        self.phase = Phase.RESPONSE
        self.deadline = inf
        self._is_in_progress = True
        self._worker.in_progress += 1
        waited = seconds_waited(self._socket)
        self._arrival = self._loop.time() - waited
        environ, body = self._environ, bytes(self._body)
        if self._received <= SHORT_REQUEST and self._worker.may_run_in_loop:
            try:
                call = Call(self._worker.wsgi, {**environ, IN_LOOP: True, WAITED: waited}, body)
            except LongWork:
                pass
            else:
                self._send_first(call)
                return
        self._run(partial(self._call_in_thread, environ, body), self._send_first)

    def _call_in_thread(self, environ: Environ, body: bytes) -> Call:
        if self._is_lost:
            raise ClientLostError
        environ |= {WAITED: self._loop.time() - self._arrival, IS_RESET: self.is_reset}
        return Call(self._worker.wsgi, environ, body)

    def _run(self, function: Callable[[], Result], then: Callable[[Result], None]) -> None:
        """Run a function in a thread of the pool, and then `then` with its result in the loop."""

        def schedule(future: "Future[Result]") -> None:
            with suppress(RuntimeError):  # the worker has stopped, and its loop is closed
                self._loop.call_soon_threadsafe(self._go_on, future, then)

        future = self._worker.pool.submit(function)
        self._is_in_thread = True
        future.add_done_callback(schedule)

    @ends_on_error
    def _go_on(self, future: "Future[Result]", then: Callable[[Result], None]) -> None:
        """Go on with what a thread has done."""
        self._is_in_thread = False
        try:
            result = future.result()
        except CancelledError:  # the worker stops
            self.abort()
        else:
            then(result)

    def _send_first(self, call: Call) -> None:
        if self._is_lost:
            self._call = call
            self._let_go()
            return
        parser = self._parser
        keeps = parser.is_complete and parser.should_keep_alive and parser.method != b"CONNECT" and self._worker.alive
        self._closes = not keeps or not (call.has_end or parser.http_version > (1, 0))
        try:
            data = call.format_first(closes=self._closes)
        except BaseException:
            call.close()
            raise
        self._call = call
        self._send(data, call)

    def is_reset(self) -> bool:
        """Return whether the client has reset the connection; on Linux also if the loop does not read it."""
        with suppress(OSError):  # it is closed, or not TCP
            return self._is_lost or self._socket.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, 1) == _TCP_CLOSE
        return self._is_lost

    def _send_part(self, call: Call, part: bytes) -> None:
        self._send(call.format_part(part), call)

    def _send(self, data: bytes, call: Call) -> None:
        """Send a part of a response, and go on: with a body that is there in the loop, with a stream in a thread."""
        if self._is_lost:
            self._let_go()
            return
        self._transport.write(data)
        while call.has_end and not (call.is_complete or self._is_writing_paused):
            self._transport.write(call.format_part(call.take()))
        if self._is_lost:  # to make room: too many bytes wait for clients
            return
        if call.is_complete:
            self._finish()
        elif not self._is_writing_paused:
            self._run(call.take, partial(self._send_part, call))

    def _finish(self) -> None:
        """Count and log the response, and go on with the next request."""
        self._end_request()
        if self._closes:
            self._end()
            return
        self._ahead[:0] = self._parser.remaining()
        self._parser.reset()
        self._forget_request()
        self._wait(Phase.IDLE, self._worker.cfg.keepalive)
        if self._ahead:
            self._schedule()
        elif self._has_ended or not self._worker.alive:
            self._end()
        else:
            self._transport.resume_reading()

    def _end_request(self) -> None:
        """Count, log and close the request in progress, if there is one."""
        if not self._is_in_progress:
            return
        self._is_in_progress = False
        self._worker.count_request()
        call, self._call = self._call, None
        if call is not None:
            is_complete = call.is_complete
            call.close()
            self._log(call, is_complete=is_complete)

    def _log(self, call: Call, *, is_complete: bool) -> None:
        environ, context = call.environ, context_of(call.environ)
        if context is not None:
            method, status, parent = environ["REQUEST_METHOD"], int(call.status[:3]), environ.get("HTTP_TRACEPARENT")
            seconds, waited = self._loop.time() - self._arrival, environ[WAITED]
            self._worker.log.log_response(
                context, method, status, call.sent, seconds, waited, parent, is_complete=is_complete
            )

    # Waiting for the client

    @ends_on_error
    def pause_writing(self) -> None:
        """Make no further part of the response and read no request until the client has taken what was written."""
        self._is_writing_paused = True
        self._wait(self.phase, SEND_TIMEOUT)
        self._hold()

    @ends_on_error
    def resume_writing(self) -> None:
        self._is_writing_paused = False
        self._hold()
        if self._call is not None:
            self.deadline = inf
            self._send(b"", self._call)
        elif self.phase not in (Phase.END, Phase.LOST):
            self._wait(self.phase, self._worker.cfg.keepalive if self.phase.is_idle else RECEIVE_TIMEOUT)
            self._schedule()

    def _wait(self, phase: Phase, seconds: float) -> None:
        """Wait for the client for so many seconds, and longer while it takes what was written."""
        self.phase = phase
        self.since = self._loop.time()
        self.deadline = self.since + seconds
        self._unsent = self._count_unsent()
        self._end_of_patience = self.since + SEND_TIMEOUT

    def _count_unsent(self) -> int:
        """Return the number of bytes that the client has not taken, those in the kernel included while others wait."""
        unsent: int = self._transport.get_write_buffer_size()
        if unsent:
            with suppress(OSError, ValueError):  # another system, or a socket that is closed
                unsent += _INT.unpack(ioctl(self._socket.fileno(), TIOCOUTQ, bytes(_INT.size)))[0]
        return unsent

    @property
    def waits_for_client(self) -> bool:
        """Whether the next step is the client's, so that the connection may be closed to make room for another."""
        return self.phase is not Phase.RESPONSE or self._is_writing_paused

    @ends_on_error
    def check_deadline(self, now: float) -> None:
        """End the connection if its deadline has passed, unless the client still takes bytes of a response."""
        unsent = self._count_unsent() if self._unsent or now >= self.deadline else 0
        if unsent < self._unsent:
            self._unsent = unsent
            self._end_of_patience = now + SEND_TIMEOUT
        if now < self.deadline:
            return
        if unsent:
            if now >= self._end_of_patience:
                self.abort()
        elif self.phase in (Phase.HEAD, Phase.BODY):
            self._refuse(TimeoutError())
        else:
            self._transport.close()

    # Ending the connection

    @ends_on_error
    def close_if_idle(self) -> None:
        """End the connection if no request has begun; its first may be on its way."""
        if self.phase is Phase.NEW and not self._ahead:
            self._wait(Phase.NEW, STOP_TIMEOUT)
        elif self.phase is Phase.IDLE and not self._ahead:
            self._end()

    def fail(self, error: BaseException) -> None:
        """Log an error that the application did not handle, and end the connection."""
        self._worker.log.error("Error outside the application", exc_info=error)
        if self.phase is Phase.RESPONSE and self._is_in_progress and self._call is None:
            self._end_request()
            self._refuse(error)
        else:
            self.abort()

    @ends_on_error
    def _refuse(self, error: BaseException) -> None:
        """Send and log the problem of a request that has no response of the application, and end the connection."""
        problem = find_problem(error)
        if problem.status < 500:
            self._worker.log.info("Unreadable request: %s", type(error).__name__)
        data, context = format_problem(problem, dict(self._parser.headers), self._worker.cors_origins)
        self._transport.write(data)
        method, body = (self._parser.method or b"").decode("latin-1"), data.partition(b"\r\n\r\n")[2]
        self._worker.log.log_response(context, method, problem.status, len(body))
        self._end()

    def _end(self) -> None:
        """Send what was written and the end of the stream; then discard what the client sends until it ends too.

        A connection that is closed before it was read to its end is reset, and the client may lose the last response.
        """
        if self._is_lost:
            return
        self._wait(Phase.END, LINGER_TIMEOUT)
        self._ahead.clear()
        self._forget_request()
        self._transport.resume_reading()
        try:
            if self._has_ended or not self._transport.can_write_eof():
                self._transport.close()
            else:
                self._transport.write_eof()
        except OSError:  # the client has reset the connection
            self.abort()

    @ends_on_error
    def abort(self) -> None:
        """Close the connection at once, in any phase."""
        self._let_go()
        self._transport.abort()

    @ends_on_error
    def connection_lost(self, _: Exception | None) -> None:
        self._let_go()

    def _let_go(self) -> None:
        """Give back what the connection holds, in any phase; further calls do nothing.

        A request in a thread is in progress until the thread has done its part, and then ends here as well.
        """
        if not self._is_lost:
            self.phase = Phase.LOST
            self._ahead.clear()
            self._forget_request()
            self._worker.remove_connection(self)
        if not self._is_in_thread:
            self._end_request()


def seconds_waited(connection: socket.socket) -> float:
    """Return the seconds since the last bytes of a request arrived, or since its client was sent bytes if later.

    Linux knows when bytes arrived, also while the loop had no time to read them. A client may send a request before it
    has the previous response: then the request waits from that response on. Return 0 for a socket that is not TCP or
    not on Linux.
    """
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, _MILLISECONDS_SINCE.size)
        return float(min(_MILLISECONDS_SINCE.unpack(info))) / 1000
    except (OSError, struct.error):
        return 0.0
