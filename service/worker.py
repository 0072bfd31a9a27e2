"""gunicorn's thread worker, answering what never reaches the application as the application would.

gunicorn itself answers a request that it cannot read with an HTML page and logs the offending text, in which a seed may
stand. Here it is a problem like any other, and the log has the kind of error alone.
"""

import json
import socket
from http import HTTPStatus
from typing import Any

from gunicorn.http.errors import (
    ExpectationFailed,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)

from service.api.problems import MEDIA_TYPE, PROBLEMS
from service.arrivals import ArrivalWorker

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

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:  # noqa: ARG002
        """Answer a request that failed before, or outside, the application."""
        refused = next((found for cls, found in _TOLD.items() if isinstance(exc, cls)), None)
        if refused is None:
            self.log.error("Error outside the application", exc_info=exc)
            refused = ("internal-error", 500, PROBLEMS["internal-error"].meaning)
        else:
            self.log.info("Unreadable request: %s", type(exc).__name__)
        name, status, detail = refused
        try:
            client.sendall(_response(status, name, PROBLEMS[name].title, detail))
        except OSError:
            self.log.debug("The client was gone before it could be told.")


def _response(status: int, name: str, title: str, detail: str) -> bytes:
    body = json.dumps({"type": f"/v1/problems/{name}", "title": title, "status": status, "detail": detail})
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        f"Content-Type: {MEDIA_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\n"
        "Connection: close\r\n\r\n"
    )
    return f"{head}{body}".encode()
