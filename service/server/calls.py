"""One call of the WSGI application: the environment of the request, and the parts of the response.

The application may run in the event loop or in a thread; only the loop sends.
"""

import re
import time
from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from gunicorn.asgi.parser import InvalidHeader, PythonProtocol, UnsupportedTransferCoding
from gunicorn.util import http_date

from ..api.http.concurrency import LARGE

_MAX_NAME = 64
_MAX_PART = 2**18  # bytes of a body that are handed to the socket at a time
_BODILESS = ("204", "304")
_AUTHORITY = re.compile(rb"(?i:^https?://)[^/?#]*/?")  # RFC 9112, 3.2.2: a server accepts the absolute form
_HOST = re.compile(rb"(?:\[[\w.:%~-]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::[0-9]*)?")  # RFC 9110, 7.2

Environ = dict[str, Any]


def check_head(head: PythonProtocol) -> None:
    """Raise `ParseError` for what gunicorn accepts and would not undo or check: codings before chunks, and the Host."""
    if any(name == b"transfer-encoding" and value.lower() != b"chunked" for name, value in head.headers):
        raise UnsupportedTransferCoding
    hosts = [value for name, value in head.headers if name == b"host"]
    if not (hosts or head.http_version < (1, 1)) or not all(map(_HOST.fullmatch, hosts)):
        raise InvalidHeader


def make_environ(head: PythonProtocol, connection: Mapping[str, Any]) -> Environ:
    """Return the WSGI environment of a head that was parsed; `connection` has the members of all its requests.

    Headers whose name has "_" are left out, as they could pass for others; and so are names longer than any in use.
    """
    target = head.path
    if not target.startswith(b"/"):
        target = _AUTHORITY.sub(b"/", target)
    path, _, query = target.partition(b"#")[0].partition(b"?")
    environ = {
        **connection,
        "REQUEST_METHOD": head.method.decode("latin-1"),
        "PATH_INFO": (unquote_to_bytes(path) if b"%" in path else path).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "SERVER_PROTOCOL": "HTTP/1.1" if head.http_version > (1, 0) else "HTTP/1.0",
    }
    for name, value in head.headers:
        if len(name) <= _MAX_NAME and (key := _environ_key(name)):
            text = value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


@lru_cache(maxsize=256)
def _environ_key(name: bytes) -> str | None:
    if b"_" in name:
        return None
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


class Call:
    """A call of the application `app`: `first` is the first part of the body, `take` returns the others.

    If `is_complete`, `first` is the whole body. Raises the errors of the application.
    """

    def __init__(self, app: Any, environ: Environ, body: bytes) -> None:
        self.environ, self.status, self.sent = environ, "", 0
        self.headers: list[tuple[str, str]] = []
        self.is_complete = False
        environ["wsgi.input"] = BytesIO(body)
        self._body = app(environ, self._start)
        self._parts = self._split_parts()
        try:
            length = next((int(value) for name, value in self.headers if name == "Content-Length"), None)
            self.length = length or 0
            has_body = environ["REQUEST_METHOD"] != "HEAD" and self.status[:3] not in _BODILESS
            self.has_end = length is not None or not has_body
            self.first = b"".join(self._parts) if self.has_end and self.length <= LARGE else self.take()
        except BaseException:
            self.close()
            raise

    def _start(self, status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
        self.status, self.headers = status, headers

    def _split_parts(self) -> Iterator[bytes]:
        for part in self._body:
            for start in range(0, len(part), _MAX_PART):
                yield part[start : start + _MAX_PART]
        self.close()

    def take(self) -> bytes:
        """Return the next part of the body, or b"" after the last: then the call `is_complete`."""
        return next(self._parts, b"")

    def close(self) -> None:
        """End the call, so that its slots are released; further calls of `close` do nothing."""
        if not self.is_complete:
            self.is_complete = True
            if hasattr(self._body, "close"):
                self._body.close()

    def format_first(self, *, closes: bool) -> bytes:
        """Return the head of the response and the first part of its body, to be sent together.

        A proxy that has a head and then loses the connection cannot send the request to another replica.
        """
        version, connection = self.environ["SERVER_PROTOCOL"], "close" if closes else "keep-alive"
        coding = "" if self.has_end or version == "HTTP/1.0" else "Transfer-Encoding: chunked\r\n"
        headers = "".join([f"{name}: {value}\r\n" for name, value in self.headers])
        head = f"{version} {self.status}\r\nDate: {format_date(int(time.time()))}\r\n{headers}{coding}"
        return f"{head}Connection: {connection}\r\n\r\n".encode("latin-1") + self.format_part(self.first)

    def format_part(self, part: bytes) -> bytes:
        """Return a part of the body as it is sent: a chunk, unless the response says where its body ends."""
        self.sent += len(part)
        if self.has_end or self.environ["SERVER_PROTOCOL"] == "HTTP/1.0":
            return part
        chunk = b"%x\r\n%b\r\n" % (len(part), part) if part else b""
        return chunk + b"0\r\n\r\n" if self.is_complete else chunk


@lru_cache(maxsize=1)
def format_date(second: int) -> str:
    """Return the header Date of a second."""
    return str(http_date(second))
