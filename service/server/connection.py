"""A client's connection to the event loop: its bounds of time and size; one request after the other, each read whole.

gunicorn's parser decides where a request ends. The application answers in the loop what is short, and in a process of
the worker's pool what may be long. The parts of a long response are made as the client takes them.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from contextlib import closing, suppress
from enum import Enum, auto
from fcntl import ioctl
from functools import wraps
from math import inf
from termios import TIOCOUTQ
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from gunicorn.asgi.parser import LimitRequestHeaders, ParseError, PythonProtocol
from gunicorn.http.errors import ExpectationFailed

from ..addresses import normalize_address
from ..wsgi_keys import WAITED
from .calls import Call, Head, Response, check_head, make_environ
from .interfaces import Count, Environ, Service
from .pool import Job, Pool
from .problems import ProcessLostError, format_problem, write_problem

HEAD_TIMEOUT = 10
"""Seconds from the first byte of a request to the end of its head."""
BODY_TIMEOUT = 60
"""Seconds from the first byte of a request to its last byte."""
RECEIVE_TIMEOUT = 10
"""Seconds between two parts of a body."""
SEND_TIMEOUT = 30
"""A client that takes no byte of a response for this number of seconds is disconnected."""
LINGER_TIMEOUT = 0.5
"""Seconds that a client may pause while it still sends after its last response, which it could lose otherwise."""
STOP_TIMEOUT = 1
"""Seconds that a worker that stops waits for the request of a connection that has had none."""

MAX_HEAD = 2**16
"""Bytes of a head."""
MAX_SHORT_HEAD = 2**11
"""The most bytes of a head for the loop to answer a request: parsers of headers may take long for more."""
MAX_PARTS = 4096
"""Chunks of a body."""
MAX_KEPT = 2**21
"""Bytes of a body that the loop takes from a process at once, however slow the client is."""

_MAX_READ = 2**14  # bytes that are parsed in one turn of the loop
_TCP_INFO = getattr(socket, "TCP_INFO", -1)  # -1: an option that no system has
# tcpi_last_data_sent and tcpi_last_data_recv of the struct tcp_info in linux/tcp.h
_MILLISECONDS_SINCE = struct.Struct("=44xI4xI")
_TCP_CLOSE = b"\7"  # tcpi_state after a reset, of linux/tcp.h
_INT = struct.Struct("i")


class Phase(Enum):
    """How far a connection is: for what it waits now."""

    NEW = auto()
    """The first request."""
    IDLE = auto()
    """The next request."""
    HEAD = auto()
    """The rest of the head of a request."""
    BODY = auto()
    """The rest of the body of a request."""
    RESPONSE = auto()
    """The response, which the application makes and the client takes."""
    END = auto()
    """The client's end of the stream, after the last response."""
    LOST = auto()
    """Nothing: the connection is closed."""

    @property
    def is_idle(self) -> bool:
        return self in (Phase.NEW, Phase.IDLE)


class Worker(Protocol):
    """What a connection needs of its worker."""

    cfg: Any
    loop: asyncio.AbstractEventLoop
    log: Any
    service: Service
    errors: Any
    pool: Pool
    alive: bool
    in_progress: int

    def add_connection(self, connection: "Connection") -> None: ...
    def remove_connection(self, connection: "Connection") -> None: ...
    def count_request(self) -> None: ...
    def hold(self, size: int) -> None: ...


Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Method = Callable[Concatenate["Connection", Parameters], Result]


def ends_on_error(
    method: Method[Parameters, Result],
) -> Method[Parameters, Result | None]:
    """Make a method of a connection end it on an error that nobody expected; the worker goes on.

    Every method that the event loop, a process of the pool or the worker calls needs this: these callers would not
    end the connection, and it would wait for ever.
    """

    @wraps(method)
    def call(
        connection: "Connection", /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Result | None:
        try:
            return method(connection, *args, **kwargs)
        except BaseException as error:  # also SystemExit, which would end the worker
            connection.fail(error)
            return None

    return call


class Connection(asyncio.Protocol):
    """One connection of a worker.

    `address` identifies its client, as `normalize_address` returns it. `since` is the time, by the clock of the loop,
    when the connection last began to wait for its client. `held` is the number of bytes in memory of its requests, and
    of its response while the client is slow to take it. However a connection ends, `_let_go` is called, and gives back
    what it holds.
    """

    def __init__(self, worker: Worker) -> None:
        cfg = worker.cfg
        self.phase = Phase.NEW
        self.since = worker.loop.time()
        self.deadline = inf
        self.address = ""
        self.held = 0
        self._worker = worker
        self._service = worker.service
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
        self._ahead = bytearray()  # bytes of further requests
        self._begin = self.since  # when its first byte was read
        self._received = 0  # bytes of the request
        self._parts = 0  # parts of its body
        self._has_ended = False  # the client sends no more
        self._is_scheduled = False  # `_read_ahead`
        # The request in progress and its response, once there is one
        self._is_in_progress = False
        self._is_refused = False  # by the limit of its caller
        self._arrival = self.since  # when the machine received it
        self._waited = 0.0  # seconds from then to the call of the application
        self._job: Job | None = None  # in the pool, unless the loop answers
        self._response: Response | None = None
        self._closes = True  # the connection, after the response
        self._head = b""  # of the response, until its first part is sent
        self._is_writing_paused = False
        self._unsent = 0  # bytes, when they were counted last
        self._end_of_patience = inf  # when the client must have taken some of them

    @ends_on_error
    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._socket = transport.get_extra_info("socket")
        peer = transport.get_extra_info("peername")
        name = transport.get_extra_info("sockname")
        address = peer[0] if isinstance(peer, tuple) else ""
        host, port = name[:2] if isinstance(name, tuple) else ("localhost", "")
        is_encrypted = transport.get_extra_info("ssl_object") is not None
        self.address = normalize_address(address)
        self._members = {
            "SCRIPT_NAME": "",
            "REMOTE_ADDR": address,
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "wsgi.version": (1, 0),
            "wsgi.input_terminated": True,
            "wsgi.multithread": False,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            "wsgi.url_scheme": "https" if is_encrypted else "http",
        }
        timeout = self._worker.cfg.keepalive if self._worker.alive else STOP_TIMEOUT
        self._wait(Phase.NEW, timeout)
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
        return self._transport.can_write_eof() and (
            self.phase is Phase.RESPONSE or bool(self._ahead)
        )

    @ends_on_error
    def data_received(self, data: bytes) -> None:
        if self._is_lost:
            return
        if self.phase is Phase.END:
            self.deadline = min(
                self._loop.time() + LINGER_TIMEOUT, self.since + HEAD_TIMEOUT
            )
        elif (
            self._ahead
            or self.phase is Phase.RESPONSE
            or self._is_writing_paused
            or len(data) > _MAX_READ
        ):
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
        return not (
            self._is_writing_paused
            or self.phase in (Phase.RESPONSE, Phase.END, Phase.LOST)
        )

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
        except (ParseError, ExpectationFailed, ValueError) as error:
            # ValueError: a length of thousands of digits
            self._refuse(error)
            return
        if is_last:
            self._respond()
        elif self.phase is Phase.BODY:
            self._wait(Phase.BODY, RECEIVE_TIMEOUT)
            self.deadline = min(self.deadline, self._begin + BODY_TIMEOUT)
            if (
                not self._body
                and self._environ.pop("HTTP_EXPECT", "")
                and self._parser.http_version > (1, 0)
            ):
                self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _parse(self, data: bytes) -> bool:
        """Parse a part of a request, and return whether the application can answer it."""
        self._received += len(data)
        self._parser.feed(data)
        length = max(self._parser.content_length or 0, len(self._body))
        # The application refuses a longer body, without its rest.
        if self._parser.is_complete or length > self._service.max_body:
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
        if len(self._body) <= self._service.max_body:
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
        change = held - self.held
        self.held = held  # first: if too many bytes wait, the worker may end this connection, which gives them back
        self._worker.hold(change)

    # Responding to it

    def _respond(self) -> None:
        """Begin to answer the request, which was read whole."""
        self.phase = Phase.RESPONSE
        self.deadline = inf
        self._is_in_progress = True
        self._worker.in_progress += 1
        self._waited = seconds_waited(self._socket)
        self._arrival = self._loop.time() - self._waited
        self._count_request()

    def _count_request(self) -> None:
        """Count the request for the limit of its caller, if there is one, and have it answered."""
        self._is_refused = False
        service = self._service
        if not service.is_counted(self._environ):
            self._dispatch()
        elif service.waits_for_count:
            counting = self._loop.run_in_executor(
                None, service.count_request, self._environ
            )
            counting.add_done_callback(self._take_count)
        else:
            self._note_count(service.count_request(self._environ))

    @ends_on_error
    def _take_count(self, counting: "asyncio.Future[Count]") -> None:
        if self._is_in_progress:
            self._note_count(counting.result())

    def _note_count(self, count: Count) -> None:
        self._environ |= count.environ
        self._is_refused = count.is_refused
        self._dispatch()

    def _dispatch(self) -> None:
        """Answer in the loop what is short, and let a process of the pool answer what may be long."""
        environ = self._environ
        body = bytes(self._body)
        self._body = bytearray()
        method = environ["REQUEST_METHOD"]
        path = environ["PATH_INFO"]
        query = environ["QUERY_STRING"]
        if self._is_refused:
            self._answer(b"", self._waited)
        elif self._received <= MAX_SHORT_HEAD and self._service.is_short(
            method, path, query, len(body)
        ):
            self._answer(body, self._waited)
        else:
            self._job = Job(
                environ,
                body,
                self._service.identify_caller(environ),
                self,
                self._note_wait,
            )
            self._worker.pool.submit(self._job)

    def _answer(self, body: bytes, waited: float) -> None:
        """Call the application in the loop, and send its response."""
        environ = self._environ
        environ[WAITED] = waited
        environ["wsgi.errors"] = self._worker.errors
        call = Call(self._service, environ, body)
        with closing(call):
            response = b"".join(call)
        self.begin_response(call.head)
        self.take_part(response)
        self.end_response()

    def _note_wait(self, environ: Environ) -> None:
        """Note how long the request has waited, as a process is about to answer it."""
        self._waited = self._loop.time() - self._arrival
        environ[WAITED] = self._waited

    @ends_on_error
    def refuse_wait(self) -> None:
        """Let the application refuse a request that has waited too long, before it looks at what it asks for."""
        self._job = None
        self._waited = self._loop.time() - self._arrival
        self._answer(b"", inf)

    @ends_on_error
    def lose_process(self) -> None:
        """Note that the process that answers the request has ended."""
        self._worker.log.error(
            "A process ended in a request: it took too long or too much memory, or was killed"
        )
        self.cut_response()

    @ends_on_error
    def cut_response(self) -> None:
        """End the connection, as the rest of the response cannot be made; if nothing was sent, with a problem."""
        self._job = None
        if self._response is None or self._head:  # nothing of it was sent
            self._response = None
            self._head = b""
            self._end_request()
            self._refuse_read()
        else:
            self.abort()

    @ends_on_error
    def begin_response(self, head: Head) -> None:
        """Begin the response; its head is sent with the first part of its body."""
        parser = self._parser
        keeps = (
            parser.is_complete
            and parser.should_keep_alive
            and parser.method != b"CONNECT"
            and self._worker.alive
        )
        self._closes = not keeps or (
            head.length is None and parser.http_version <= (1, 0)
        )
        self._response = Response(
            head, self._environ["SERVER_PROTOCOL"], closes=self._closes
        )
        self._head = self._response.format_head()

    @ends_on_error
    def take_part(self, part: bytes) -> None:
        """Send a part of the body. The process of a stream waits while the client does not take it."""
        if self._response is None:
            return
        data = self._head + self._response.format_part(part)
        self._head = b""
        self._transport.write(data)
        if self._is_writing_paused:
            self._hold()

    @ends_on_error
    def end_response(self) -> None:
        """Send the end of the body, and go on with the next request."""
        self._job = None
        if self._response is not None:
            end = self._head + self._response.format_end()
            self._head = b""
            if end:
                self._transport.write(end)
            self._finish()
        elif self._is_in_progress:
            self.fail(ProcessLostError())

    def _finish(self) -> None:
        """Count and log the response, and go on with the next request."""
        if self._is_lost:  # its last bytes were too many
            return
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
        """Count and log the request in progress, if there is one; a process does no more for it."""
        if not self._is_in_progress:
            return
        self._is_in_progress = False
        self._worker.count_request()
        job = self._job
        self._job = None
        if job is not None:
            self._worker.pool.cancel(job)
        response = self._response
        self._response = None
        if response is not None:
            self._log(response)

    def _log(self, response: Response) -> None:
        head = response.head
        self._worker.log.log_response(
            head.labels,
            self._environ["REQUEST_METHOD"],
            int(head.status[:3]),
            response.sent,
            self._loop.time() - self._arrival,
            self._waited,
            self._environ.get("HTTP_TRACEPARENT"),
            is_complete=response.is_complete,
        )

    # Waiting for the client

    @ends_on_error
    def pause_writing(self) -> None:
        """Make no further part of the response and read no request until the client has taken what was written."""
        self._is_writing_paused = True
        self._wait(self.phase, SEND_TIMEOUT)
        if self._job is not None and self._job.process is not None and self._is_long():
            self._job.process.hold()
        self._hold()

    def _is_long(self) -> bool:
        """Return whether the rest of the response stays in its process until the client takes it."""
        length = self._response.head.length if self._response is not None else None
        return length is None or length > MAX_KEPT

    @ends_on_error
    def resume_writing(self) -> None:
        self._is_writing_paused = False
        self._hold()
        if self._is_in_progress:
            self.deadline = inf
            if self._job is not None and self._job.process is not None:
                self._job.process.resume()
        elif self.phase not in (Phase.END, Phase.LOST):
            self._wait(
                self.phase,
                self._worker.cfg.keepalive if self.phase.is_idle else RECEIVE_TIMEOUT,
            )
            self._schedule()

    def _wait(self, phase: Phase, seconds: float) -> None:
        """Wait for the client for this number of seconds, and longer while the client takes what was written."""
        self.phase = phase
        self.since = self._loop.time()
        self.deadline = self.since + seconds
        self._unsent = self._count_unsent()
        self._end_of_patience = self.since + SEND_TIMEOUT

    def _count_unsent(self) -> int:
        """Return the number of bytes that the client has not taken, those in the kernel included while others wait."""
        unsent: int = self._transport.get_write_buffer_size()
        if unsent:
            # Raised on another system, and by a socket that is closed:
            with suppress(OSError, ValueError):
                unsent += _INT.unpack(
                    ioctl(self._socket.fileno(), TIOCOUTQ, bytes(_INT.size))
                )[0]
        return unsent

    @property
    def waits_for_client(self) -> bool:
        """Whether the next step is the client's, so that the connection may be closed to make room for another."""
        return self.phase is not Phase.RESPONSE or self._is_writing_paused

    def _is_reset(self) -> bool:
        """Return whether the client has reset the connection; on Linux also if the loop does not read it."""
        with suppress(OSError):  # it is closed, or not TCP
            return bool(
                self._socket.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, 1) == _TCP_CLOSE
            )
        return False

    @ends_on_error
    def check_deadline(self, now: float) -> None:
        """End the connection if its deadline has passed, unless the client still takes bytes of a response.

        End it also if its client has gone while a process works for it.
        """
        if self._job is not None and self._is_reset():
            self.abort()
            return
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
        if (
            self.phase is Phase.RESPONSE
            and self._is_in_progress
            and self._response is None
        ):
            self._end_request()
            self._refuse(error)
        else:
            self.abort()

    @ends_on_error
    def _refuse(self, error: BaseException) -> None:
        """Send and log the problem of a request that has no response of the application, and end the connection."""
        problem = write_problem(error, self._parser.headers, self._service.problems)
        if problem.status < 500:
            self._worker.log.info("Unreadable request: %s", type(error).__name__)
        method = (self._parser.method or b"").decode("latin-1")
        self._transport.write(format_problem(problem, method))
        self._worker.log.log_response(
            problem.labels, method, problem.status, len(problem.body)
        )
        self._end()

    def _refuse_read(self) -> None:
        """Send and log the problem of a request that was read and has lost its process; end the connection."""
        environ = self._environ
        method = environ["REQUEST_METHOD"]
        problem = write_problem(
            ProcessLostError(), self._parser.headers, self._service.problems
        )
        self._transport.write(format_problem(problem, method))
        self._worker.log.log_response(
            problem.labels._replace(
                route=self._service.find_route(method, environ["PATH_INFO"])
            ),
            method,
            problem.status,
            len(problem.body),
            self._loop.time() - self._arrival,
            self._waited,
            environ.get("HTTP_TRACEPARENT"),
        )
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

    def abort(self) -> None:
        """Close the connection at once, in any phase."""
        self._let_go()
        self._transport.abort()

    @ends_on_error
    def connection_lost(self, _: Exception | None) -> None:
        self._let_go()

    def _let_go(self) -> None:
        """Give back what the connection holds, in any phase; further calls do nothing."""
        if not self._is_lost:
            self.phase = Phase.LOST
            self._ahead.clear()
            self._end_request()
            self._forget_request()
            self._worker.remove_connection(self)


def seconds_waited(connection: socket.socket) -> float:
    """Return the seconds since the last bytes of a request arrived, or since its client was sent bytes if later.

    Linux knows when bytes arrived, also while the loop had no time to read them. A client may send a request before it
    has the previous response: then the request waits from that response on. Return 0 for a socket that is not TCP or
    not on Linux.
    """
    try:
        info = connection.getsockopt(
            socket.IPPROTO_TCP, _TCP_INFO, _MILLISECONDS_SINCE.size
        )
        return float(min(_MILLISECONDS_SINCE.unpack(info))) / 1000
    except (OSError, struct.error):
        return 0.0
