"""Clients in a network namespace: half heads from several addresses, or requests from one address.

`python -m tests.deploy.half_heads PORT COUNT SECONDS ADDRESS…` keeps COUNT connections with half a head, and opens a
new one for each that ends. If COUNT is 0, it sends requests from ADDRESS. It prints counts as JSON.
"""

import json
import resource
import selectors
import socket
import sys
import time
from collections import Counter
from contextlib import suppress
from itertools import cycle

SERVER = "10.213.0.1"
HALF_HEAD = b"GET /nginx/livez HTTP/1.1\r\nHost: x\r\nX-Slow: "
REQUEST = b"GET /nginx/livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
ROUND_TRIP = 0.03  # in seconds, of a client on the internet
BIND_ADDRESS_NO_PORT = 24  # of Linux: the same port serves for several addresses


def connect(address: str, port: int) -> socket.socket:
    """Begin to connect from an address, and return the socket."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_IP, BIND_ADDRESS_NO_PORT, 1)
    connection.setblocking(False)
    connection.bind((address, 0))
    connection.connect_ex((SERVER, port))
    return connection


def keep_half_heads(
    port: int, count: int, seconds: float, addresses: list[str]
) -> dict[str, int]:
    """Keep a number of connections with half a head; return how many it opened."""
    _, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))
    selector = selectors.DefaultSelector()
    source = cycle(addresses)
    total = 0
    end = time.monotonic() + seconds  # traffic for so long
    while time.monotonic() < end:
        for _ in range(min(500, count - len(selector.get_map()))):
            selector.register(connect(next(source), port), selectors.EVENT_WRITE)
            total += 1
        for key, _ in selector.select(0.01):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            try:
                if key.events == selectors.EVENT_WRITE:
                    connection.send(HALF_HEAD)
                    selector.modify(connection, selectors.EVENT_READ)
                elif not connection.recv(1):
                    raise ConnectionResetError
            except OSError:
                selector.unregister(connection)
                connection.close()
    return {"opened": total}


def send_requests(port: int, seconds: float, address: str) -> Counter[str]:
    """Send requests, each on a new connection; return how many it sent and how many got a 200."""
    results: Counter[str] = Counter()
    end = time.monotonic() + seconds  # traffic for so long
    while time.monotonic() < end:
        with (
            suppress(OSError),
            socket.create_connection((SERVER, port), 3, (address, 0)) as connection,
        ):
            # nginx with few free connections ends those that have sent nothing yet.
            time.sleep(ROUND_TRIP)
            connection.sendall(REQUEST)
            results["200"] += connection.recv(2**10).startswith(b"HTTP/1.1 200 ")
        results["sent"] += 1
    return results


if __name__ == "__main__":
    port, count, seconds, *addresses = sys.argv[1:]
    if int(count):
        print(
            json.dumps(
                keep_half_heads(int(port), int(count), float(seconds), addresses)
            )
        )
    else:
        print(json.dumps(send_requests(int(port), float(seconds), *addresses)))
