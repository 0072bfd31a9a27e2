"""gunicorn's thread worker, answering what never reaches the application as the application would.

gunicorn itself answers a request that it cannot read with an HTML page and logs the offending text, in which a seed may
stand. Here it is a problem like any other, and the log has the kind of error alone. A worker also publishes what it has
counted, about once a second and when it ends.
"""

import json
import os
import socket
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from gunicorn.http.errors import (
    ExpectationFailed,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)

from service.api.hooks.cors import cors_headers
from service.api.hooks.security_headers import SAFE
from service.api.http.problems import MEDIA_TYPE, PROBLEMS
from service.api.http.request_context import REQUEST_ID, Seen, request_id
from service.server.arrivals import ArrivalWorker
from service.server.metrics import Metrics
from service.server.tracing import Tracer

_TOLD = {
    LimitRequestLine: ("uri-too-long", 414, PROBLEMS["uri-too-long"].meaning),
    LimitRequestHeaders: ("headers-too-large", 431, PROBLEMS["headers-too-large"].meaning),
    ExpectationFailed: ("malformed-request", 417, "The header Expect asks for something other than 100-continue."),
    UnsupportedTransferCoding: (
        "malformed-request",
        501,
        "That transfer coding is not understood; send the body plain or chunked.",
    ),
    ParseException: ("malformed-request", 400, "This is not HTTP as this service reads it."),
}


class ProblemWorker(ArrivalWorker):
    """A thread worker whose own errors are problems (RFC 9457)."""

    metrics: Metrics | None = None

    def load_wsgi(self) -> None:
        """Load the application, and begin to publish what it counts, at the place that gunicorn.conf.py gave."""
        super().load_wsgi()
        self.metrics = self.wsgi.config["METRICS"]
        if self.metrics is not None:
            self.metrics.share(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]), self.place)
        self.log.tracer = Tracer() if self.wsgi.config["TRACES"] else None

    def notify(self) -> None:
        """What gunicorn calls about once a second, and oftener under load: tell it that this worker lives."""
        super().notify()
        if self.metrics is not None:
            self.metrics.publish_when_due()

    def run(self) -> None:
        """Serve until it is time to stop, and publish what was counted last."""
        try:
            super().run()
        finally:
            if self.metrics is not None:
                self.metrics.publish()
            if self.log.tracer is not None:
                self.log.tracer.stop()

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:  # noqa: ARG002
        """Answer a request that failed before, or outside, the application."""
        refused = next((found for cls, found in _TOLD.items() if isinstance(exc, cls)), None)
        if refused is None:
            self.log.error("Error outside the application", exc_info=exc)
            refused = ("internal-error", 500, PROBLEMS["internal-error"].meaning)
        else:
            self.log.info("Unreadable request: %s", type(exc).__name__)
        name, status, detail = refused
        # Where the headers could not be read, the id is a new one.
        given = dict(req.headers).get(REQUEST_ID.upper()) if req is not None else None
        seen = Seen(request_id(given), self.wsgi.config["STATS"], problem=name)
        body = _body(status, name, detail, seen.request_id)
        headers = {
            "Content-Type": MEDIA_TYPE,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            REQUEST_ID: seen.request_id,
            **SAFE,
            # Where not everybody may read it, nobody may: whose page asked is not known.
            **cors_headers(self.wsgi.config["ORIGINS"], ""),
            "Connection": "close",
        }
        self.log.answered(seen, req.method if req is not None else "", status, len(body), None)
        try:
            client.sendall(_head(status, headers) + body)
        except OSError:
            self.log.debug("The client was gone before it could be told.")


def _body(status: int, name: str, detail: str, request: str) -> bytes:
    told = {
        "type": f"/v1/problems/{name}",
        "title": PROBLEMS[name].title,
        "status": status,
        "detail": detail,
        "request_id": request,
    }
    return json.dumps(told).encode()


def _head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = "".join(f"{header}: {value}\r\n" for header, value in headers.items())
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{lines}\r\n".encode()
