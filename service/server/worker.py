"""The gunicorn worker: gunicorn's own thread worker, with problems (RFC 9457) instead of HTML error pages.

gunicorn answers a request that it cannot parse with an HTML page, and logs the offending text, which may hold a seed.
This worker sends a problem and logs the class of the error alone. It also publishes the metrics of its process.
"""

import json
import os
import socket
import ssl
import struct
import sys
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

from flask import Response
from gunicorn.http.errors import (
    ExpectationFailed,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.util import close_graceful
from gunicorn.workers.gthread import ThreadWorker

from service.api.hooks.cors import cors_headers
from service.api.hooks.security_headers import SECURITY_HEADERS
from service.api.http.problems import MEDIA_TYPE, PROBLEMS, Malformed, handle_service_error
from service.api.http.request_context import REQUEST_ID, RequestContext, request_id
from service.server.metrics import Metrics
from service.server.tracing import Tracer

# At Python's 5 ms a short request waits twice as long for three others that compute.
_SWITCH_INTERVAL = 0.001
_MAX_LINGER = 0.5  # seconds


class ErrorResponse(NamedTuple):
    """The problem sent for an error: the name of its type, its status and its detail."""

    problem: str
    status: int
    detail: str


_INTERNAL_ERROR = ErrorResponse("internal-error", 500, PROBLEMS["internal-error"].meaning)
_ERROR_RESPONSES = {
    LimitRequestLine: ErrorResponse("uri-too-long", 414, PROBLEMS["uri-too-long"].meaning),
    LimitRequestHeaders: ErrorResponse("headers-too-large", 431, PROBLEMS["headers-too-large"].meaning),
    ExpectationFailed: ErrorResponse(
        "malformed-request", 417, "The header Expect asks for something other than 100-continue."
    ),
    UnsupportedTransferCoding: ErrorResponse(
        "malformed-request", 501, "That transfer coding is not understood; send the body plain or chunked."
    ),
    ParseException: ErrorResponse("malformed-request", 400, "This is not HTTP as this service reads it."),
}


class ProblemWorker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's thread worker, whose own error responses are problems."""

    receive_timeout = 10
    """Seconds that a thread waits for the next bytes of a request."""
    send_timeout = 30
    """Seconds after which a client that takes no byte of a response is disconnected."""

    metrics: Metrics | None = None

    def load_wsgi(self) -> None:
        """Load the application, and connect it to what gunicorn and this process provide."""
        super().load_wsgi()
        # Not register_error_handler: it refuses an application that its master has already sent requests to.
        self.wsgi.error_handler_spec[None][None][ParseException] = handle_parse_error
        services = self.wsgi.extensions["services"]
        self.metrics = services.metrics
        folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        if self.metrics is not None and folder is not None:
            self.metrics.share(Path(folder), self.index)
        self.log.stats = services.stats
        self.log.tracer = Tracer() if services.has_traces else None

    def notify(self) -> None:
        """Tell gunicorn's master about once a second that this worker is alive, and publish the metrics."""
        super().notify()
        if self.metrics is not None:
            self.metrics.publish_when_due()

    def run(self) -> None:
        """Serve requests until gunicorn stops the worker, then publish the last metrics and spans."""
        sys.setswitchinterval(_SWITCH_INTERVAL)
        for listener in self.sockets:  # Linux: a connection inherits the timeouts of the socket that accepted it
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", self.receive_timeout, 0))
            if listener.family == socket.AF_UNIX or sys.platform != "linux":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", self.send_timeout, 0))
            else:  # SO_SNDTIMEO would begin anew after every call that sent a part
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * self.send_timeout)
        try:
            super().run()
        finally:
            if self.metrics is not None:
                self.metrics.publish()
            if self.log.tracer is not None and not self.log.tracer.stop():
                self.log.warning("The last spans were not sent: the collector does not respond")

    def handle(self, conn: Any) -> Any:
        """Serve a request on a connection, and wait for the client to close it if it does not stay open.

        gunicorn would wait in the thread that accepts connections, which accepts none meanwhile.
        """
        keeps_open = super().handle(conn)
        if not keeps_open:
            wait_for_close(conn.sock)
        return keeps_open

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:  # noqa: ARG002
        """Send a problem for a request that failed before it reached the application, and log the response."""
        if isinstance(exc, ssl.SSLError):
            self.log.info("TLS failed: %s", type(exc).__name__)
            return
        error = next((error for kind, error in _ERROR_RESPONSES.items() if isinstance(exc, kind)), _INTERNAL_ERROR)
        if error is _INTERNAL_ERROR:
            self.log.error("Error outside the application", exc_info=exc)
        else:
            self.log.info("Unreadable request: %s", type(exc).__name__)
        # `req` is None if the head could not be parsed.
        headers = {} if req is None else dict(req.headers)
        context = RequestContext(request_id(headers.get(REQUEST_ID.upper())), problem=error.problem)
        body = _problem_body(error, context.request_id)
        self.log.log_response(context, "" if req is None else req.method, error.status, len(body), None)
        head = {
            "Content-Type": MEDIA_TYPE,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            REQUEST_ID: context.request_id,
            **SECURITY_HEADERS,
            # Without a parsed Origin: every page may read it only if all origins are allowed.
            **cors_headers(self.wsgi.extensions["services"].cors_origins, ""),
            "Connection": "close",
        }
        try:
            client.sendall(_format_head(error.status, head) + body)
        except OSError:
            self.log.debug("The client closed the connection before the problem was sent.")


def wait_for_close(connection: socket.socket) -> None:
    """End the responses on a connection, and wait until its client closes it as well, for half a second at most.

    Closed at once, it would be reset while the client sends, who then might lose the last response.
    """
    with suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as copy:
        close_graceful(copy, _MAX_LINGER)
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)  # so that gunicorn, which waits again, does not


def handle_parse_error(_: ParseException) -> Response:
    """Return a problem for a body with broken chunks, without gunicorn's message: it may hold a seed."""
    return handle_service_error(Malformed("The body is not in chunks as HTTP has them."))


def _problem_body(error: ErrorResponse, request: str) -> bytes:
    members = {
        "type": f"/v1/problems/{error.problem}",
        "title": PROBLEMS[error.problem].title,
        "status": error.status,
        "detail": error.detail,
        "request_id": request,
    }
    return json.dumps(members).encode()


def _format_head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{lines}\r\n".encode()
