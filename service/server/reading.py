"""Reads the bytes of a request, by gunicorn's parser, within the bounds of its head and of its body."""

from typing import Any

from gunicorn.asgi.parser import LimitRequestHeaders, ParseError, PythonProtocol
from gunicorn.http.errors import ExpectationFailed

from .calls import check_head, make_environ
from .interfaces import Environ

MAX_HEAD = 2**16
"""Bytes of a head."""
MAX_PARTS = 4096
"""Chunks of a body."""


class RequestReader:
    """Reads one request after the other, each part by part, and keeps what it read until `forget`.

    `shared` has what the environments of all requests of the connection have in common. `environ` is the environment
    of the request, empty until its head is read, `body` what was read of its body, and `received` its bytes so far.
    """

    def __init__(self, cfg: Any, max_body: int) -> None:
        self.parser = PythonProtocol(
            on_headers_complete=self._read_head,
            on_body=self._read_body,
            limit_request_line=cfg.limit_request_line,
            limit_request_fields=cfg.limit_request_fields,
            limit_request_field_size=cfg.limit_request_field_size,
        )
        self.shared: Environ = {}
        self.environ: Environ = {}
        self.body = bytearray()
        self.received = 0
        self._max_body = max_body
        self._parts = 0

    def read(self, data: bytes) -> bool:
        """Read a part of a request, and return whether the application can answer it.

        Raises `ParseError`, `ExpectationFailed` or, for a length of thousands of digits, `ValueError`.
        """
        parser = self.parser
        self.received += len(data)
        parser.feed(data)
        length = max(parser.content_length or 0, len(self.body))
        # The application refuses a longer body, without its rest.
        if parser.is_complete or length > self._max_body:
            self.received -= len(parser.remaining())
            return True
        if not self.has_head and self.received > MAX_HEAD:
            raise LimitRequestHeaders
        return False

    def _read_head(self) -> None:
        check_head(self.parser)
        self.environ = make_environ(self.parser, self.shared)
        if self.environ.get("HTTP_EXPECT", "100-continue").lower() != "100-continue":
            raise ExpectationFailed("")

    def _read_body(self, part: bytes) -> None:
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise ParseError
        if len(self.body) <= self._max_body:
            self.body += part

    @property
    def has_head(self) -> bool:
        """Whether the head of the request is read."""
        return bool(self.environ)

    def take_expectation(self) -> bool:
        """Return whether the client waits for 100 Continue before it sends the body; True once for a request."""
        return bool(
            not self.body
            and self.environ.pop("HTTP_EXPECT", "")
            and self.parser.http_version > (1, 0)
        )

    def forget(self) -> None:
        """Forget what was read; a closed connection is freed later, by the garbage collector."""
        self.parser.reset()
        self.environ = {}
        self.body = bytearray()
        self.received = 0
        self._parts = 0
