"""Clients that ask slowly, to no end: half a head, or half a body, and then a byte now and then."""

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
EXPECTING = BODY.partition(b"\r\n\r\n")[0] + b"\r\nExpect: 100-continue\r\n\r\n"
SILENT = b""


class SlowClient:
    """One connection after another on which a request is begun; a new one as soon as the server closes the last."""

    def __init__(self, address: tuple[str, int], begun: bytes) -> None:
        self._address, self._begun = address, begun
        self.closed = 0
        self._connect()

    def _connect(self) -> None:
        self.connection = socket.create_connection(self._address, timeout=10)
        self.connection.sendall(self._begun)
        self.connection.setblocking(False)

    def drip(self) -> None:
        """Send a byte more, or begin again."""
        try:
            if self._begun:
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
def slow_clients(base: str, each: int, *begun: bytes) -> Iterator[list[SlowClient]]:
    """So many clients of each kind, all the while."""
    address = urlsplit(base)
    assert address.hostname
    assert address.port
    clients = [SlowClient((address.hostname, address.port), data) for data in begun for _ in range(each)]
    over = Event()

    def drip() -> None:
        while not over.wait(1):
            for client in clients:
                client.drip()

    dripping = Thread(target=drip)
    dripping.start()
    time.sleep(1)  # until those who have no thread to themselves are waiting
    try:
        yield clients
    finally:
        over.set()
        dripping.join()
        for client in clients:
            client.connection.close()
