"""A client's connection to the event loop: its bounds of time and size; one request after the other, each read whole.

gunicorn's parser decides where a request ends. The application answers in the loop what is short, and in a process of
the worker's pool what may be long. The parts of a long response are made as the client takes them.
"""

import asyncio
from collections.abc import Callable
from contextlib import closing
from enum import Enum, auto
from functools import wraps
from math import inf
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from gunicorn.asgi.parser import ParseError
from gunicorn.http.errors import ExpectationFailed

from ..addresses import normalize_address
from ..wsgi_keys import WAITED
from .calls import Call, Head, SentResponse
from .clients import SEND_TIMEOUT, Client, seconds_waited
from .interfaces import Environ, LimitCount, Service
from .pool import Job, Pool
from .problems import ProcessLostError, format_problem, write_problem
from .reading import RequestReader

HEAD_TIMEOUT = 10
"""Seconds from the first byte of a request to the end of its head."""
BODY_TIMEOUT = 60
"""Seconds from the first byte of a request to its last byte."""
RECEIVE_TIMEOUT = 10
"""Seconds between two parts of a body."""
LINGER_TIMEOUT = 0.5
"""Seconds that a client may pause while it still sends after its last response, which it could lose otherwise."""
STOP_TIMEOUT = 1
"""Seconds that a worker that stops waits for the request of a connection that has had none."""

MAX_SHORT_HEAD = 2**11
"""The most bytes of a head for the loop to answer a request: parsers of headers may take long for more."""
MAX_KEPT = 2**21
"""Bytes of a body that the loop takes from a process at once, however slow the client is."""

_MAX_READ = 2**14  # bytes that are parsed in one turn of the loop


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
    def end_request(self) -> None: ...
    def hold(self, size: int) -> None: ...


Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
ConnectionMethod = Callable[Concatenate["Connection", Parameters], Result]


def ends_on_error(
    method: ConnectionMethod[Parameters, Result],
) -> ConnectionMethod[Parameters, Result | None]:
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
    """One connection of a worker: its phase, the request that is read, and the response to it.

    `address` identifies its client, as `normalize_address` returns it; `client` knows how long the worker waits for it.
    `held` is the number of bytes in memory of its requests, and of its response while the client is slow to take it.
    However a connection ends, `_let_go` is called, and gives back what it holds.
    """

    def __init__(self, worker: Worker) -> None:
        self.phase = Phase.NEW
        self.client = Client(worker.loop)
        self.address = ""
        self.held = 0
        self._worker = worker
        self._service = worker.service
        self._loop = worker.loop
        self._transport: Any = None
        self._is_writing_paused = False
        # The request that is read, and what was received after it
        self._request = RequestReader(worker.cfg, worker.service.max_body)
        self._begin = self.client.since  # when its first byte was read
        self._ahead = bytearray()  # bytes of further requests
        self._has_ended = False  # the client sends no more
        self._is_scheduled = False  # `_read_ahead`
        # The request in progress and its response, once there is one
        self._is_in_progress = False
        self._arrival = self.client.since  # when the machine received it
        self._waited = 0.0  # seconds from then to the call of the application
        self._job: Job | None = None  # in the pool, unless the loop answers
        self._response: SentResponse | None = None

    @ends_on_error
    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self.client.connect(transport)
        peer = transport.get_extra_info("peername")
        name = transport.get_extra_info("sockname")
        address = peer[0] if isinstance(peer, tuple) else ""
        host, port = name[:2] if isinstance(name, tuple) else ("localhost", "")
        is_encrypted = transport.get_extra_info("ssl_object") is not None
        self.address = normalize_address(address)
        self._request.shared = {
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
        self.client.wait(timeout)
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
            self.client.deadline = min(
                self._loop.time() + LINGER_TIMEOUT, self.client.since + HEAD_TIMEOUT
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
            self.phase = Phase.HEAD
            self.client.wait(HEAD_TIMEOUT)
            self._begin = self.client.since
        try:
            is_last = self._request.read(data)
        except (ParseError, ExpectationFailed, ValueError) as error:
            self._refuse(error)
            return
        if is_last:
            self._respond()
        elif self._request.has_head:
            self.phase = Phase.BODY
            self.client.wait(RECEIVE_TIMEOUT)
            self.client.deadline = min(self.client.deadline, self._begin + BODY_TIMEOUT)
            if self._request.take_expectation():
                self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _hold(self) -> None:
        """Count the bytes that this connection holds in memory."""
        held = self._request.received + len(self._ahead)
        if self._is_writing_paused and not self._is_lost:
            held += self._transport.get_write_buffer_size()
        change = held - self.held
        self.held = held  # first: if too many bytes wait, the worker may end this connection, which gives them back
        if change:
            self._worker.hold(change)

    # Responding to it

    def _respond(self) -> None:
        """Begin to answer the request, which was read whole."""
        self.phase = Phase.RESPONSE
        self.client.deadline = inf
        self._is_in_progress = True
        self._worker.in_progress += 1
        self._waited = seconds_waited(self.client.socket)
        self._arrival = self._loop.time() - self._waited
        self._count_request()

    def _count_request(self) -> None:
        """Count the request for the limit of its caller, if there is one, and have it answered."""
        service = self._service
        environ = self._request.environ
        if not service.is_counted(environ):
            self._dispatch()
        elif service.waits_for_count:
            counting = self._loop.run_in_executor(None, service.count_request, environ)
            counting.add_done_callback(self._take_count)
        else:
            self._note_count(service.count_request(environ))

    @ends_on_error
    def _take_count(self, counting: "asyncio.Future[LimitCount]") -> None:
        if self._is_in_progress:
            self._note_count(counting.result())

    def _note_count(self, count: LimitCount) -> None:
        self._request.environ |= count.environ
        self._dispatch(is_refused=count.is_refused)

    def _dispatch(self, *, is_refused: bool = False) -> None:
        """Answer in the loop what is short or refused by a limit; let a process of the pool answer what may be long."""
        request = self._request
        environ = request.environ
        body = bytes(request.body)
        request.body = bytearray()
        method = environ["REQUEST_METHOD"]
        path = environ["PATH_INFO"]
        query = environ["QUERY_STRING"]
        if is_refused:
            self._answer(b"", self._waited)
        elif request.received <= MAX_SHORT_HEAD and self._service.is_short(
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
        environ = self._request.environ
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
        if self._response is None or not self._response.has_begun:
            self._response = None
            self._end_request()
            self._refuse_read()
        else:
            self.abort()

    @ends_on_error
    def begin_response(self, head: Head) -> None:
        """Begin the response; its head is sent with the first part of its body."""
        request = self._request
        parser = request.parser
        keeps = (
            parser.is_complete
            and parser.should_keep_alive
            and parser.method != b"CONNECT"
            and self._worker.alive
        )
        closes = not keeps or (head.length is None and parser.http_version <= (1, 0))
        protocol = request.environ["SERVER_PROTOCOL"]
        self._response = SentResponse(head, protocol, closes=closes)

    @ends_on_error
    def take_part(self, part: bytes) -> None:
        """Send a part of the body. The process of a stream waits while the client does not take it."""
        if self._response is None:
            return
        self._transport.write(self._response.format_part(part))
        if self._is_writing_paused:
            self._hold()

    @ends_on_error
    def end_response(self) -> None:
        """Send the end of the body, and go on with the next request."""
        self._job = None
        response = self._response
        if response is not None:
            end = response.format_end()
            if end:
                self._transport.write(end)
            self._finish(closes=response.closes)
        elif self._is_in_progress:
            self.fail(ProcessLostError())

    def _finish(self, *, closes: bool) -> None:
        """Count and log the response, and go on with the next request."""
        if self._is_lost:  # its last bytes were too many
            return
        self._end_request()
        if closes:
            self._end()
            return
        request = self._request
        self._ahead[:0] = request.parser.remaining()
        request.forget()
        self._hold()
        self.phase = Phase.IDLE
        self.client.wait(self._worker.cfg.keepalive)
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
        self._worker.end_request()
        job = self._job
        self._job = None
        if job is not None:
            self._worker.pool.cancel(job)
        response = self._response
        self._response = None
        if response is not None:
            self._log(response)

    def _log(self, response: SentResponse) -> None:
        head = response.head
        environ = self._request.environ
        self._worker.log.log_response(
            head.labels,
            environ["REQUEST_METHOD"],
            int(head.status[:3]),
            response.sent,
            self._loop.time() - self._arrival,
            self._waited,
            environ.get("HTTP_TRACEPARENT"),
            is_complete=response.is_complete,
        )

    # Waiting for the client

    @ends_on_error
    def pause_writing(self) -> None:
        """Make no further part of the response and read no request until the client has taken what was written."""
        self._is_writing_paused = True
        self.client.wait(SEND_TIMEOUT)
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
            self.client.deadline = inf
            if self._job is not None and self._job.process is not None:
                self._job.process.resume()
        elif self.phase not in (Phase.END, Phase.LOST):
            self.client.wait(
                self._worker.cfg.keepalive if self.phase.is_idle else RECEIVE_TIMEOUT
            )
            self._schedule()

    @property
    def waits_for_client(self) -> bool:
        """Whether the next step is the client's, so that the connection may be closed to make room for another."""
        return self.phase is not Phase.RESPONSE or self._is_writing_paused

    @ends_on_error
    def check_deadline(self, now: float) -> None:
        """End the connection if its deadline has passed, unless the client still takes bytes of a response.

        End it also if its client has gone while a process works for it.
        """
        if self._job is not None and self.client.has_reset():
            self.abort()
        elif self.client.is_late(now):
            self._end_late()

    def _end_late(self) -> None:
        """End the connection of a client that is late: with a problem if it sends a request."""
        if self.client.count_unsent():
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
            self.client.wait(STOP_TIMEOUT)
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
        parser = self._request.parser
        problem = write_problem(error, parser.headers, self._service.problems)
        if problem.status < 500:
            self._worker.log.info("Unreadable request: %s", type(error).__name__)
        method = (parser.method or b"").decode("latin-1")
        self._transport.write(format_problem(problem, method))
        self._worker.log.log_response(
            problem.labels, method, problem.status, len(problem.body)
        )
        self._end()

    def _refuse_read(self) -> None:
        """Send and log the problem of a request that was read and has lost its process; end the connection."""
        environ = self._request.environ
        method = environ["REQUEST_METHOD"]
        problem = write_problem(
            ProcessLostError(), self._request.parser.headers, self._service.problems
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
        self.phase = Phase.END
        self.client.wait(LINGER_TIMEOUT)
        self._ahead.clear()
        self._request.forget()
        self._hold()
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
            self._request.forget()
            self._hold()
            self._worker.remove_connection(self)
