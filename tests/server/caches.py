"""What fills the caches of the server (tests/caches.py)."""

from flask.testing import FlaskClient
from gunicorn.asgi.parser import PythonProtocol

from service.server.calls import format_date, make_environ


def name_headers(_: FlaskClient) -> None:
    for first in range(0, 300, 100):
        head = PythonProtocol()
        lines = [f"{number:064x}: x\r\n" for number in range(first, first + 100)]
        head.feed(f"GET / HTTP/1.1\r\n{''.join(lines)}\r\n".encode())
        make_environ(head, {})


FILLS = {
    "service.server.calls._environ_key": name_headers,
    "service.server.calls.format_date": lambda _: format_date(0),
}
