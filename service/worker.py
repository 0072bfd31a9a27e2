"""gunicorn's thread worker, answering what never reaches the application as the application would.

gunicorn itself answers a request that it cannot read with an HTML page and logs the offending text, in which a seed may
stand. Here it is a problem like any other, and the log has the kind of error alone. So is what those are
told for whom there is no room (queueing.py).
"""

import json
import socket
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from gunicorn.http.errors import (
    ExpectationFailed,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)

from service.api.cors import cors_headers
from service.api.headers import SAFE
from service.api.problems import MEDIA_TYPE, PROBLEMS
from service.queueing import QueueWorker
from service.settings import Settings

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


_RETRY_AFTER = 1  # seconds


class ProblemWorker(QueueWorker):
    """A thread worker whose own errors are problems (RFC 9457)."""

    def init_process(self) -> None:
        """Read the settings that matter before, or outside, the application."""
        settings = Settings.from_environment()
        self.longest_wait = settings.max_wait
        self._origins = settings.cors_origins
        super().init_process()

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:  # noqa: ARG002
        """Answer a request that failed before, or outside, the application."""
        refused = next((found for cls, found in _TOLD.items() if isinstance(exc, cls)), None)
        if refused is None:
            self.log.error("Error outside the application", exc_info=exc)
            refused = ("internal-error", 500, PROBLEMS["internal-error"].meaning)
        else:
            self.log.info("Unreadable request: %s", type(exc).__name__)
        try:
            # Where not everybody may read it, nobody may: whose page asked is not known.
            client.sendall(_response(*refused, self._origins, ""))
        except OSError:
            self.log.debug("The client was gone before it could be told.")

    def busy(self, origin: str, *, stays: bool, bodyless: bool) -> bytes:
        """The problem of those for whom there is no room."""
        return _busy(self._origins, origin if origin in self._origins else "", stays, bodyless)


@lru_cache(maxsize=64)
def _busy(origins: tuple[str, ...], origin: str, stays: bool, bodyless: bool) -> bytes:  # noqa: FBT001
    detail = (
        "All threads are at work, and this has waited for one for as long as it may. Ask again, or another replica."
    )
    found = _response("busy", 503, detail, origins, origin, stays=stays, retry_after=_RETRY_AFTER)
    return found.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if bodyless else found


def _response(
    name: str,
    status: int,
    detail: str,
    origins: tuple[str, ...],
    origin: str,
    *,
    stays: bool = False,
    retry_after: int | None = None,
) -> bytes:
    told = {"type": f"/v1/problems/{name}", "title": PROBLEMS[name].title, "status": status, "detail": detail}
    body = json.dumps(told)
    headers = {
        "Content-Type": MEDIA_TYPE,
        "Content-Length": len(body),
        "Cache-Control": "no-store",
        **SAFE,
        **({"Retry-After": retry_after} if retry_after else {}),
        **cors_headers(origins, origin),
        "Connection": "keep-alive" if stays else "close",
    }
    head = "".join(f"{header}: {value}\r\n" for header, value in headers.items())
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{head}\r\n{body}".encode()
