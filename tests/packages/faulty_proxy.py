"""A proxy before the service that refuses requests, loses responses and delays them."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from threading import Thread
from urllib.parse import urlsplit

BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
FATES = {"forward": 80, "delay": 8, "close": 4, "busy": 4, "lose": 4}
"""How many of a hundred requests are forwarded; forwarded late; closed at once or after 503, both without the service;
or closed after the service responded, before or in the middle of the response."""


class FaultyProxy:
    """Serves one request for each connection.

    `fates` counts what becomes of the requests, and `answers` those that the service answered.
    """

    def __init__(self, service: str, seed: int) -> None:
        self._service = urlsplit(service)
        self._random = random.Random(seed)
        self.fates: Counter[str] = Counter()
        self.answers = 0
        self.url = ""

    async def handle(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError, asyncio.IncompleteReadError), closing(writer):
            head = await reader.readuntil(b"\r\n\r\n")
            first, *headers = head.split(b"\r\n")
            kept = [b"Connection: close"]
            length = 0
            for header in headers:
                name, _, value = header.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                if name.lower() != b"connection":
                    kept.append(header)
            body = await reader.readexactly(length)
            request = b"\r\n".join([first, *kept]) + body
            writer.write(await self._respond(request))
            await writer.drain()

    def count_answers(self) -> int:
        return self.answers

    async def _respond(self, request: bytes) -> bytes:
        (fate,) = self._random.choices(list(FATES), list(FATES.values()))
        self.fates[fate] += 1
        if fate in ("busy", "close"):
            return BUSY if fate == "busy" else b""
        if fate == "delay":
            await asyncio.sleep(self._random.uniform(0, 0.3))  # the service is slow
        reader, writer = await asyncio.open_connection(
            self._service.hostname, self._service.port
        )
        with closing(writer):
            writer.write(request)
            response = await reader.read()
        self.answers += 1
        if fate == "lose":
            return response[: self._random.choice([0, len(response) // 2])]
        return response


@contextmanager
def run_faulty_proxy(service: str, seed: int) -> Iterator[FaultyProxy]:
    """Run a proxy before the service in a thread, and yield it, with its `url`."""
    proxy = FaultyProxy(service, seed)
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(asyncio.start_server(proxy.handle, "127.0.0.1", 0))
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        # They end, and close connections.
        loop.run_until_complete(
            asyncio.wait([*tasks, loop.create_task(asyncio.sleep(0.1))])
        )
        loop.close()
