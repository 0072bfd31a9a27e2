"""The gunicorn worker: gunicorn's own thread worker, with problems (RFC 9457) instead of HTML error pages.

gunicorn answers a request that it cannot parse with an HTML page, and logs the offending text, which may hold a seed.
This worker sends a problem, and logs only the class of the error. It also publishes the metrics of its process.
"""

import json
import os
import socket
import ssl
import struct
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Response
from gunicorn.http import errors
from gunicorn.util import close_graceful
from gunicorn.workers.gthread import ThreadWorker

from service.api.hooks.headers import SECURITY_HEADERS, cors_headers
from service.api.http.problems import MEDIA_TYPE, PROBLEMS, Malformed, ProblemType, handle_service_error
from service.api.http.request_context import REQUEST_ID, RequestContext, request_id
from service.server.metrics import PrometheusMetrics
from service.server.tracing import Tracer

# With Python's 5 ms a short request waits twice as long for three requests that compute.
_SWITCH_INTERVAL = 0.001
_MAX_LINGER = 0.5  # seconds


_MALFORMED = PROBLEMS["malformed-request"]
_PROBLEMS_BY_ERROR: Mapping[type[Exception], ProblemType] = {
    errors.LimitRequestLine: PROBLEMS["uri-too-long"],
    errors.LimitRequestHeaders: PROBLEMS["headers-too-large"],
    errors.ExpectationFailed: replace(
        _MALFORMED, status=417, meaning="The header Expect asks for something other than 100-continue."
    ),
    errors.UnsupportedTransferCoding: replace(
        _MALFORMED, status=501, meaning="The transfer coding is unknown; send the body plain or chunked."
    ),
    errors.ParseException: replace(_MALFORMED, meaning="This is not HTTP as this service reads it."),
}
"""The problem for each error of gunicorn; the first class that matches decides, and the last is the base of all."""


class ProblemWorker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's thread worker, with problems as error responses."""

    receive_timeout = 10
    """Seconds that a thread waits for the next bytes of a request."""
    send_timeout = 30
    """Seconds after which a client that takes no byte of a response is disconnected."""

    metrics: PrometheusMetrics | None = None

    def load_wsgi(self) -> None:
        """Load the application, and connect its stats with the metrics, logs and traces of this worker."""
        super().load_wsgi()
        # register_error_handler would refuse an application that has already served requests of the master.
        self.wsgi.error_handler_spec[None][None][errors.ParseException] = handle_parse_error
        services = self.wsgi.extensions["services"]
        self.metrics = services.metrics
        folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        if self.metrics is not None and folder is not None:
            self.metrics.share(Path(folder), self.index)
        self.log.stats = services.stats
        self.log.tracer = Tracer() if services.traces else None

    def notify(self) -> None:
        """Tell gunicorn's master that this worker is alive, and publish the metrics if a second has passed.

        The worker calls this in each turn of its loop: after every event, and at least once a second.
        """
        super().notify()
        if self.metrics is not None:
            self.metrics.publish_when_due()

    def run(self) -> None:
        """Serve requests until gunicorn stops the worker, then publish the last metrics and spans."""
        sys.setswitchinterval(_SWITCH_INTERVAL)
        for listener in self.sockets:  # Linux: an accepted connection inherits the timeouts of the listener
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", self.receive_timeout, 0))
            if listener.family == socket.AF_UNIX or sys.platform != "linux":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", self.send_timeout, 0))
            else:  # SO_SNDTIMEO would start again after every call that sent a part
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * self.send_timeout)
        try:
            super().run()
        finally:
            if self.metrics is not None:
                self.metrics.publish()
            if self.log.tracer is not None and not self.log.tracer.stop():
                self.log.warning("The last spans were not sent: the collector does not respond")

    def handle(self, conn: Any) -> Any:
        """Serve a request on a connection; if the connection does not stay open, wait until the client closes it.

        gunicorn would wait in the thread that accepts connections, which then accepts none.
        """
        keeps_open = super().handle(conn)
        if not keeps_open:
            wait_for_close(conn.sock)
        return keeps_open

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:  # noqa: ARG002
        """Send and log a problem for a request that failed before it reached the application."""
        if isinstance(exc, ssl.SSLError):
            self.log.info("TLS failed: %s", type(exc).__name__)
            return
        problem = next((problem for kind, problem in _PROBLEMS_BY_ERROR.items() if isinstance(exc, kind)), None)
        if problem is None:
            problem = PROBLEMS["internal-error"]
            self.log.error("Error outside the application", exc_info=exc)
        else:
            self.log.info("Unreadable request: %s", type(exc).__name__)
        # `req` is None if the head could not be parsed.
        headers = {} if req is None else dict(req.headers)
        context = RequestContext(request_id(headers.get(REQUEST_ID.upper())), problem=problem.name)
        # The Origin is not parsed: pages may read the problem only if all origins are allowed.
        cors = cors_headers(self.wsgi.extensions["services"].cors_origins, "")
        head, body = _format_response(problem, context.request_id, cors)
        self.log.log_response(context, "" if req is None else req.method, problem.status, len(body), None, None)
        try:
            client.sendall(head + body)
        except OSError:
            self.log.debug("The client closed the connection before the problem was sent.")


def wait_for_close(connection: socket.socket) -> None:
    """Stop sending on a connection, and wait until the client closes it too, for half a second at most.

    If the service closed the connection at once, it would be reset while the client still sends, and the client might
    lose the last response.
    """
    with suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as copy:
        close_graceful(copy, _MAX_LINGER)
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)  # or gunicorn would wait again


def handle_parse_error(_: Exception) -> Response:
    """Return a problem for a body with broken chunks, without gunicorn's message: it may hold a seed."""
    return handle_service_error(Malformed("The body is not chunked as HTTP defines it."))


def _format_response(problem: ProblemType, request: str, cors: Mapping[str, str]) -> tuple[bytes, bytes]:
    """Return the head and the body of a response with a problem; the head says that the connection ends."""
    body = json.dumps(
        {
            "type": f"/v1/problems/{problem.name}",
            "title": problem.title,
            "status": problem.status,
            "detail": problem.meaning,
            "request_id": request,
        }
    ).encode()
    headers = {
        "Content-Type": MEDIA_TYPE,
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        REQUEST_ID: request,
        **SECURITY_HEADERS,
        **cors,
        "Connection": "close",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}\r\n{lines}\r\n".encode(), body
