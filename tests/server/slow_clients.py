"""Clients that begin a request and never end it, and send a byte now and then."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from urllib.parse import urlsplit

HEAD = b"GET /v1/integers?max=6 HTTP/1.1\r\nHost: x\r\nX-Slow: "
BODY = b'POST /v1/integers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"max":'
CHUNKS = (
    b"POST /v1/integers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    b'2000\r\n{"max":'
)
TRAILER = (
    b"POST /v1/integers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"2\r\n{}\r\n0\r\nX-Slow: "
)
EXPECTING = BODY.partition(b"\r\n\r\n")[0] + b"\r\nExpect: 100-continue\r\n\r\n"
SILENT = b""
TLS_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"


class SlowClient:
    """One connection after another with the beginning of a request; a new one as soon as the server closes the last."""

    def __init__(self, address: tuple[str, int], beginning: bytes) -> None:
        self._address, self._beginning = address, beginning
        self.closed = 0
        self._connect()

    def _connect(self) -> None:
        self.connection = socket.create_connection(self._address, timeout=10)
        self.connection.sendall(self._beginning)
        self.connection.setblocking(False)

    def send_byte(self) -> None:
        """Send one byte more, or begin again if the server has closed the connection."""
        try:
            if self._beginning:
                self.connection.send(b" ")
            if self.connection.recv(4096) == b"":
                raise ConnectionResetError
        except BlockingIOError:
            pass
        except OSError:
            self.closed += 1
            self.connection.close()
            self._connect()


@contextmanager
def slow_clients(base: str, count: int, *beginnings: bytes, interval: float = 1) -> Iterator[list[SlowClient]]:
    """Run that many clients of each beginning, which send a byte per interval, in seconds."""
    address = urlsplit(base)
    assert address.hostname
    assert address.port
    clients = [SlowClient((address.hostname, address.port), data) for data in beginnings for _ in range(count)]
    stopped = Event()

    def send_bytes() -> None:
        while not stopped.wait(interval):
            for client in clients:
                client.send_byte()

    sender = Thread(target=send_bytes)
    sender.start()
    time.sleep(1)  # until the server has seen them all
    try:
        yield clients
    finally:
        stopped.set()
        sender.join()
        for client in clients:
            client.connection.close()
