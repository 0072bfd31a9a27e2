"""gunicorn's response, whose head goes out together with the beginning of its body.

gunicorn sends the head by itself first. A process that is killed between the two leaves half an answer with a proxy,
which has begun to pass it on by then and cannot ask another replica. It also costs a second call and a second packet.
"""

from gunicorn.http.wsgi import Response

_LONGEST = 65536  # bytes of a body that are copied for it


class WholeResponse(Response):  # type: ignore[misc]
    """A response that sends its head late."""

    headers_sent: bool
    _head = b""

    def send_headers(self) -> None:
        """Keep the head until there is something to send it with."""
        if not self.headers_sent:
            headers = (f"{name}: {value}\r\n" for name, value in self.headers)
            self._head = "".join((*self.default_headers(), *headers, "\r\n")).encode("latin-1")
            self.headers_sent = True

    def can_sendfile(self) -> bool:
        """Files go through `write` as well."""
        return False

    def _emit_body(self, data: bytes) -> None:
        if self._head and not self.chunked and len(data) <= _LONGEST:
            data = self._head + data
            self._head = b""
        self._send_head()
        super()._emit_body(data)

    def _send_head(self) -> None:
        if self._head:
            self.sock.sendall(self._head)
            self._head = b""

    def close(self) -> None:
        """Send what has no body, or end one that is sent in chunks."""
        self.send_headers()
        self._send_head()
        super().close()
