"""A client's connection to the event loop: each request is read whole, and gets its response before the next is read.

gunicorn's parser decides where a request ends. The application runs in the loop while its work is short, else in a
thread of the worker's pool. The parts of a long response are made as the client takes them.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from gunicorn.asgi.parser import ParseError, PythonProtocol
from gunicorn.http.errors import ExpectationFailed

from service.api.http.concurrency import IN_LOOP, SHORT_BODY, WAITED, LongWork
from service.api.http.request_context import context_of
from service.server.calls import Call, Environ, make_environ
from service.server.problems import find_problem, format_problem

if TYPE_CHECKING:
    from service.server.worker import LoopWorker

HEAD_TIMEOUT = 10
"""Seconds from the first byte of a request to the end of its head."""
BODY_TIMEOUT = 60
"""Seconds from the first byte of a request to its last byte."""
RECEIVE_TIMEOUT = 10
"""Seconds between two parts of a body."""
SEND_TIMEOUT = 30
"""Seconds after which a client that takes no byte of a response is disconnected."""
LINGER_TIMEOUT = 0.5
"""Seconds that a connection stays open after its last response, so that the client can read it while it sends."""

_MAX_BUFFERED = 2**24  # bytes of all bodies in one worker
_SMALL_BUFFERED = 2**14  # bytes of a body that is read even if the bodies of others take `_MAX_BUFFERED`
_TCP_INFO = getattr(socket, "TCP_INFO", -1)  # -1: an option that no system has
# tcpi_last_data_sent and tcpi_last_data_recv of the struct tcp_info in linux/tcp.h
_MILLISECONDS_SINCE = struct.Struct("=44xI4xI")


class Phase(Enum):
    """What a connection waits for: a request, the rest of its head or body, the response to it, or the client's end."""

    IDLE = auto()
    HEAD = auto()
    BODY = auto()
    RESPONSE = auto()
    END = auto()


class Connection(asyncio.Protocol):
    """One connection of a worker; `since` is the time of the client's last step."""

    phase: Phase
    since: float
    deadline: float
    address: str

    def __init__(self, worker: "LoopWorker") -> None:
        cfg = worker.cfg
        self._worker, self._loop = worker, worker.loop
        self._parser = PythonProtocol(
            on_headers_complete=self._read_head,
            on_body=self._read_body,
            limit_request_line=cfg.limit_request_line,
            limit_request_fields=cfg.limit_request_fields,
            limit_request_field_size=cfg.limit_request_field_size,
        )
        self._body, self._ahead = bytearray(), bytearray()
        self._call: Call | None = None
        self._is_lost = self._has_ended = self._is_reading_paused = self._is_writing_paused = False

    def connection_made(self, transport: Any) -> None:
        self._transport, self._socket = transport, transport.get_extra_info("socket")
        peer, name = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        self.address = peer[0] if isinstance(peer, tuple) else ""
        host, port = name[:2] if isinstance(name, tuple) else ("localhost", "")
        self._members = {
            **{"SCRIPT_NAME": "", "REMOTE_ADDR": self.address, "SERVER_NAME": host, "SERVER_PORT": str(port)},
            **{"wsgi.version": (1, 0), "wsgi.errors": self._worker.errors, "wsgi.input_terminated": True},
            **{"wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False},
            "wsgi.url_scheme": "http" if transport.get_extra_info("ssl_object") is None else "https",
        }
        self._wait(Phase.IDLE, self._worker.cfg.keepalive)
        self._worker.add_connection(self)

    def connection_lost(self, _: Exception | None) -> None:
        self._is_lost = True
        self._forget_body()
        self._worker.remove_connection(self)
        if self._call is not None and self._is_writing_paused:  # or else a thread makes the next part
            self._finish(self._call)

    def eof_received(self) -> bool:
        """Note that the client sends no more, and return whether the connection stays open for a response."""
        self._has_ended = True
        if self.phase in (Phase.HEAD, Phase.BODY):
            self._refuse(EOFError())
        return self._transport.can_write_eof() and (self.phase is Phase.RESPONSE or bool(self._ahead))

    def data_received(self, data: bytes) -> None:
        if self.phase is Phase.RESPONSE or self._ahead or self._is_writing_paused:
            self._ahead += data
            self._is_reading_paused = True
            self._transport.pause_reading()
        elif self.phase is not Phase.END:
            self._read(data)

    def _read(self, data: bytes | bytearray) -> None:
        if self.phase is Phase.IDLE:
            self._wait(Phase.HEAD, HEAD_TIMEOUT)
            self._begin = self.since
        try:
            self._parser.feed(data)
            length = max(self._parser.content_length or 0, len(self._body))
            if self._parser.is_complete or length > self._worker.max_body:  # the application refuses a longer body
                self._respond()
            elif self.phase is Phase.BODY:
                self._wait(Phase.BODY, RECEIVE_TIMEOUT)
                self.deadline = min(self.deadline, self._begin + BODY_TIMEOUT)
                if length > _SMALL_BUFFERED and self._worker.buffered > _MAX_BUFFERED:
                    raise BufferError
                if not self._body and self._environ.pop("HTTP_EXPECT", "") and self._parser.http_version > (1, 0):
                    self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        except (ParseError, ExpectationFailed, BufferError) as error:
            self._refuse(error)

    def _read_head(self) -> None:
        self.phase, self._environ = Phase.BODY, make_environ(self._parser, self._members)
        if self._environ.get("HTTP_EXPECT", "100-continue").lower() != "100-continue":
            raise ExpectationFailed("")

    def _read_body(self, part: bytes) -> None:
        if len(self._body) <= self._worker.max_body:
            self._body += part
            self._worker.buffered += len(part)

    def _forget_body(self) -> None:
        self._worker.buffered -= len(self._body)
        self._body = bytearray()

    def _respond(self) -> None:
        """Call the application in the loop, or in a thread if its work is long or may be."""
        self.phase, self.deadline = Phase.RESPONSE, inf
        self._worker.in_progress += 1
        waited = seconds_waited(self._socket)
        self._arrival = self._loop.time() - waited
        environ, body = self._environ, bytes(self._body)
        if len(body) <= SHORT_BODY and self._worker.may_run_in_loop:
            try:
                call = Call(self._worker.wsgi, {**environ, IN_LOOP: True, WAITED: waited}, body)
            except LongWork:
                pass
            except Exception as error:
                self._fail(error)
                return
            else:
                self._send_first(call)
                return
        self._run(partial(self._call_in_thread, environ, body), self._send_first)

    def _call_in_thread(self, environ: Environ, body: bytes) -> Call | None:
        if self._is_lost:
            return None
        environ[WAITED] = self._loop.time() - self._arrival
        return Call(self._worker.wsgi, environ, body)

    def _run(self, function: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Run a function in a thread of the pool, and then `then` with its result in the loop."""

        def go_on(future: Any) -> None:
            if (error := future.exception()) is None:
                then(future.result())
            else:
                self._fail(error)

        def schedule(future: Any) -> None:
            with suppress(RuntimeError):  # the worker has stopped, and its loop is closed
                self._loop.call_soon_threadsafe(go_on, future)

        self._worker.pool.submit(function).add_done_callback(schedule)

    def _send_first(self, call: Call | None) -> None:
        self._forget_body()
        if call is None or self._is_lost:
            self._finish(call)
            return
        self._call = call
        parser = self._parser
        keeps = parser.is_complete and parser.should_keep_alive and parser.method != b"CONNECT" and self._worker.alive
        self._closes = not keeps or not (call.has_end or parser.http_version > (1, 0))
        self._send(call.format_first(closes=self._closes), call)

    def _send_part(self, call: Call, part: bytes) -> None:
        self._send(call.format_part(part), call)

    def _send(self, data: bytes, call: Call) -> None:
        if not self._is_lost:
            self._transport.write(data)
        if call.is_complete or self._is_lost:
            self._finish(call)
        elif not self._is_writing_paused:
            self._run(call.take, partial(self._send_part, call))

    def _finish(self, call: Call | None) -> None:
        """Count and log the response, and go on with the next request."""
        self._worker.in_progress -= 1
        self._call = None
        if call is not None:
            call.close()
            self._log(call)
        if self._is_lost:
            return
        if self._closes:
            self._end()
            return
        self._ahead[:0] = self._parser.remaining()
        self._parser.reset()
        self._wait(Phase.IDLE, self._worker.cfg.keepalive)
        if self._ahead:
            self._loop.call_soon(self._go_on)  # after the requests of other connections
        elif self._has_ended or not self._worker.alive:
            self._end()

    def _log(self, call: Call) -> None:
        environ, context = call.environ, context_of(call.environ)
        if context is not None:
            method, status, parent = environ["REQUEST_METHOD"], int(call.status[:3]), environ.get("HTTP_TRACEPARENT")
            seconds = self._loop.time() - self._arrival
            self._worker.log.log_response(context, method, status, call.sent, seconds, environ[WAITED], parent)

    def _go_on(self) -> None:
        """Read what came while a response was due."""
        if self.phase is Phase.IDLE and self._ahead and not self._is_writing_paused and not self._is_lost:
            data, self._ahead = self._ahead, bytearray()
            self._resume_reading()
            self._read(data)

    def _resume_reading(self) -> None:
        if self._is_reading_paused:
            self._is_reading_paused = False
            self._transport.resume_reading()

    def pause_writing(self) -> None:
        """Make no further part of the response and read no request until the client has taken what was written."""
        self._is_writing_paused = True
        self._wait(self.phase, SEND_TIMEOUT)

    def resume_writing(self) -> None:
        self._is_writing_paused = False
        if self._call is not None:
            self.deadline = inf
            self._run(self._call.take, partial(self._send_part, self._call))
        elif self.phase is Phase.IDLE:
            self._wait(Phase.IDLE, self._worker.cfg.keepalive)
            self._go_on()

    def _wait(self, phase: Phase, seconds: float) -> None:
        """Wait for the client: so many seconds, or as long as it takes what was written."""
        self.phase, self.since, self._unsent = phase, self._loop.time(), self._transport.get_write_buffer_size()
        self.deadline = self.since + (SEND_TIMEOUT if self._unsent else seconds)

    @property
    def waits_for_client(self) -> bool:
        """Whether the next step is the client's, so that the connection may be closed to make room for another."""
        return self.phase is not Phase.RESPONSE or self._is_writing_paused

    def check_deadline(self, now: float) -> None:
        """End the connection if its deadline has passed, unless the client still takes bytes of a response."""
        if now < self.deadline:
            return
        unsent = self._transport.get_write_buffer_size()
        if 0 < unsent < self._unsent:
            self._wait(self.phase, SEND_TIMEOUT)
        elif unsent:
            self.abort()
        elif self.phase in (Phase.HEAD, Phase.BODY):
            self._refuse(TimeoutError())
        else:
            self._transport.close()

    def close_if_idle(self) -> None:
        """End the connection if no request has begun: the worker stops."""
        if self.phase is Phase.IDLE and not self._ahead:
            self._end()

    def abort(self) -> None:
        """Close the connection at once."""
        self._transport.abort()

    def _fail(self, error: BaseException) -> None:
        """Log an error that the application did not handle, and end the connection."""
        self._worker.log.error("Error outside the application", exc_info=error)
        self._worker.in_progress -= 1
        call, self._call = self._call, None
        if call is not None:  # the response has begun
            call.close()
            self.abort()
        elif not self._is_lost:
            self._refuse(error)

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
        self._wait(Phase.END, LINGER_TIMEOUT)
        self._forget_body()
        self._ahead.clear()
        self._resume_reading()
        if self._has_ended or not self._transport.can_write_eof():
            self._transport.close()
        else:
            self._transport.write_eof()


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
