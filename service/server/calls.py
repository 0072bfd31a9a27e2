"""A call of the WSGI application: the environment of its request, and its response as it is sent.

The application runs in the event loop or in a process; only the loop sends.
"""

import re
import time
from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from gunicorn.asgi.parser import (
    InvalidHeader,
    PythonProtocol,
    UnsupportedTransferCoding,
)
from gunicorn.util import http_date

from .interfaces import Environ, RequestLabels, Service

_MAX_NAME = 64
_BODILESS = ("204", "304")
_AUTHORITY = re.compile(rb"(?i:^https?://)[^/?#]*/?")
"""What comes before the path in the absolute form, which a server accepts (RFC 9112, 3.2.2)."""
_HOST = re.compile(
    rb"(?:\[[\w.:%~-]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::[0-9]*)?"
)
"""A Host (RFC 9110, 7.2)."""

MAX_PART = 2**18
"""Bytes of a body that are handed on at a time."""


def check_head(head: PythonProtocol) -> None:
    """Check the headers of a request that gunicorn's parser takes as they are.

    Raises `UnsupportedTransferCoding` for a coding other than chunked, such as gzip, which nothing would undo, and
    `InvalidHeader` for a Host that is not valid, or that is missing in HTTP/1.1.
    """
    for name, value in head.headers:
        if name == b"transfer-encoding" and value.lower() != b"chunked":
            raise UnsupportedTransferCoding
    hosts = [value for name, value in head.headers if name == b"host"]
    is_missing = not hosts and head.http_version >= (1, 1)
    if is_missing or not all(map(_HOST.fullmatch, hosts)):
        raise InvalidHeader


def make_environ(head: PythonProtocol, connection: Mapping[str, Any]) -> Environ:
    """Return the WSGI environment of a parsed head; `connection` has what all requests of the connection share.

    GET /v1/games?family=poker with "Accept: text/html" has PATH_INFO /v1/games, QUERY_STRING family=poker and
    HTTP_ACCEPT text/html. The values of a repeated header are joined by commas. A header with "_" in its name is left
    out, as WSGI could not tell it from one with "-"; so is a header with a name of more than `_MAX_NAME` bytes.
    """
    target = head.path
    if not target.startswith(b"/"):
        target = _AUTHORITY.sub(b"/", target)
    without_fragment = target.partition(b"#")[0]
    path, _, query = without_fragment.partition(b"?")
    if b"%" in path:
        path = unquote_to_bytes(path)
    protocol = "HTTP/1.1" if head.http_version > (1, 0) else "HTTP/1.0"
    environ = dict(connection)
    environ["REQUEST_METHOD"] = head.method.decode("latin-1")
    environ["PATH_INFO"] = path.decode("latin-1")
    environ["QUERY_STRING"] = query.decode("latin-1")
    environ["SERVER_PROTOCOL"] = protocol
    for name, value in head.headers:
        if len(name) > _MAX_NAME:
            continue
        key = _environ_key(name)
        if key:
            text = value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


@lru_cache(maxsize=256)
def _environ_key(name: bytes) -> str | None:
    if b"_" in name:
        return None
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


class Head(NamedTuple):
    """The head of a response, and what the log says of its request.

    `length` is None for a body that is a stream, which ends when the application says so.
    """

    status: str
    headers: list[tuple[str, str]]
    length: int | None
    labels: RequestLabels

    def to_plain(self) -> tuple[Any, ...]:
        """Return the head as a process sends it: only plain types."""
        return (*self[:-1], tuple(self.labels))

    @classmethod
    def from_plain(cls, plain: tuple[Any, ...]) -> "Head":
        """Return the head that `to_plain` made plain."""
        status, headers, length, labels = plain
        return cls(status, headers, length, RequestLabels(*labels))


class Call:
    """A call of the WSGI application: `head` is the head of its response, and iteration yields the body in pieces.

    Errors of the application pass through. `close` must be called at the end.
    """

    def __init__(self, service: Service, environ: Environ, body: bytes) -> None:
        self._status = ""
        self._headers: list[tuple[str, str]] = []
        environ["wsgi.input"] = BytesIO(body)
        self._body = service.app(environ, self._start)
        self._has_body = (
            environ["REQUEST_METHOD"] != "HEAD" and self._status[:3] not in _BODILESS
        )
        self.head = Head(
            self._status, self._headers, self._find_length(), service.describe(environ)
        )

    def _start(
        self, status: str, headers: list[tuple[str, str]], _: Any = None
    ) -> None:
        self._status = status
        self._headers = headers

    def _find_length(self) -> int | None:
        if not self._has_body:
            return 0
        return next(
            (int(value) for name, value in self._headers if name == "Content-Length"),
            None,
        )

    def __iter__(self) -> Iterator[bytes]:
        """Yield the parts of the body, each of at most `MAX_PART` bytes."""
        for part in self._body if self._has_body else ():
            for start in range(0, len(part), MAX_PART):
                yield part[start : start + MAX_PART]
            del part  # before the next is made

    def close(self) -> None:
        """End the call, so that the application lets go of what it holds for the response."""
        if hasattr(self._body, "close"):
            self._body.close()


class SentResponse:
    """A response as it is sent over HTTP: `sent` counts the bytes of its body.

    The head is sent together with the first part of the body, or with the end if there is no part: a proxy that has a
    head and then loses the connection cannot send the request to another replica.
    """

    def __init__(self, head: Head, protocol: str, *, closes: bool) -> None:
        self.head = head
        self.closes = closes
        self.sent = 0
        self.is_complete = False
        self._is_chunked = head.length is None and protocol != "HTTP/1.0"
        self._unsent_head = self._format_head(protocol)

    def _format_head(self, protocol: str) -> bytes:
        """Return the status line and the headers."""
        headers = "".join([f"{name}: {value}\r\n" for name, value in self.head.headers])
        coding = "Transfer-Encoding: chunked\r\n" if self._is_chunked else ""
        date = format_date(int(time.time()))
        connection = "close" if self.closes else "keep-alive"
        head = f"{protocol} {self.head.status}\r\nDate: {date}\r\n{headers}{coding}"
        return f"{head}Connection: {connection}\r\n\r\n".encode("latin-1")

    @property
    def has_begun(self) -> bool:
        """Whether the head was sent."""
        return not self._unsent_head

    def format_part(self, part: bytes) -> bytes:
        """Return a part of the body as it is sent: a chunk, unless the response says where its body ends."""
        self.sent += len(part)
        head = self._unsent_head
        self._unsent_head = b""
        if not self._is_chunked or not part:
            return head + part
        return b"%b%x\r\n%b\r\n" % (head, len(part), part)

    def format_end(self) -> bytes:
        """Return what follows the last part of the body."""
        self.is_complete = True
        head = self._unsent_head
        self._unsent_head = b""
        return head + b"0\r\n\r\n" if self._is_chunked else head


@lru_cache(maxsize=1)
def format_date(second: int) -> str:
    """Return the header Date of a second."""
    return str(http_date(second))
