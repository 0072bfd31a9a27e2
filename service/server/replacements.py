"""Two classes that replace gunicorn's own, since gunicorn has no settings for the differences."""

from gunicorn.http.wsgi import Response
from gunicorn.workers.workertmp import WorkerTmp

from service.api.hooks.headers import ALL_ORIGINS, SECURITY_HEADERS, cors_headers
from service.api.http.shared_files import open_unnamed_file

CONSTANT_HEADERS = frozenset((SECURITY_HEADERS | cors_headers(ALL_ORIGINS, None)).items())

_MAX_COPIED = 65536  # bytes of a body that are copied to be sent with the head


class WholeResponse(Response):  # type: ignore[misc]
    """A response that sends its head in the same call as the start of its body.

    gunicorn sends the head first. If the process is killed before the body, a proxy has already passed on the head and
    cannot retry the request at another replica. Two calls also cost a second packet.
    """

    headers: list[tuple[str, str]]
    headers_sent: bool
    _head = b""

    def process_headers(self, headers: list[tuple[str, str]]) -> None:
        """Set the headers of the response; gunicorn checks them, except `CONSTANT_HEADERS`."""
        super().process_headers([header for header in headers if header not in CONSTANT_HEADERS])
        self.headers += [header for header in headers if header in CONSTANT_HEADERS]

    def send_headers(self) -> None:
        """Format the head and keep it for the first bytes of the body."""
        if not self.headers_sent:
            headers = (f"{name}: {value}\r\n" for name, value in self.headers)
            self._head = "".join((*self.default_headers(), *headers, "\r\n")).encode("latin-1")
            self.headers_sent = True

    def can_sendfile(self) -> bool:
        """Return False: `write` sends files too."""
        return False

    def _emit_body(self, data: bytes) -> None:
        if self._head and not self.chunked and len(data) <= _MAX_COPIED:
            data = self._head + data
            self._head = b""
        self._send_head()
        super()._emit_body(data)

    def _send_head(self) -> None:
        if self._head:
            self.sock.sendall(self._head)
            self._head = b""

    def close(self) -> None:
        """Send the head if there was no body, and end a chunked body."""
        self.send_headers()
        self._send_head()
        super().close()


class MemoryHeartbeat(WorkerTmp):  # type: ignore[misc]
    """A heartbeat file without a name, for a container without a folder that can be written."""

    def __init__(self, cfg: object) -> None:  # noqa: ARG002
        self._tmp = open_unnamed_file("heartbeat")
