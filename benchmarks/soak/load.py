"""A load at a fixed rate, however long the responses take, with samples of latency and memory."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from itertools import count, cycle
from statistics import quantiles
from threading import Event, Lock, Thread

from benchmarks.servers import process_memory
from benchmarks.soak.clients import CLIENTS, ClientSession, Request, Response
from tools.serving import worker_pids

_SENDERS = 8
_MAX_ERRORS = 20


@dataclass(frozen=True)
class Sample:
    """One interval of the load, and the memory of each worker at its end. Times in ms, memory in MiB."""

    minute: float
    requests: int
    errors: int
    median: float
    percentile_99: float
    slowest: float
    rss: tuple[float, ...]
    pss: tuple[float, ...]


class Load:
    """Threads that send requests on one schedule. Latency counts from the scheduled time of a request."""

    def __init__(self, port: int, rate: float) -> None:
        self._port, self._rate = port, rate
        self._lock = Lock()
        self._tickets = count()
        self._stop = Event()
        self._latencies: list[float] = []
        self._errors = 0
        self.first_errors: list[str] = []

    def sample(self, seconds: float, interval: float, master: int) -> Iterator[Sample]:
        """Load the server for some seconds, and yield a sample of it and of the gunicorn `master` every interval."""
        start = time.monotonic()
        senders = [Thread(target=self._send, args=(start, f"sender-{number}")) for number in range(_SENDERS)]
        for sender in senders:
            sender.start()
        try:
            for number in range(1, round(seconds / interval) + 1):
                time.sleep(max(0.0, start + number * interval - time.monotonic()))
                yield self._take_sample((time.monotonic() - start) / 60, master)
        finally:
            self._stop.set()
            for sender in senders:
                sender.join()

    def _take_sample(self, minute: float, master: int) -> Sample:
        with self._lock:
            latencies, self._latencies = self._latencies, []
            errors, self._errors = self._errors, 0
        percentiles = quantiles(latencies, n=100, method="inclusive") if len(latencies) > 1 else [0.0] * 99
        rss, pss = worker_memory(master)
        return Sample(
            round(minute, 2),
            len(latencies),
            errors,
            round(percentiles[49] * 1000, 2),
            round(percentiles[98] * 1000, 2),
            round(max(latencies, default=0.0) * 1000, 1),
            rss,
            pss,
        )

    def _send(self, start: float, name: str) -> None:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=30)
        clients = cycle([_Client(session, f"{name}-{session.__name__}") for session in CLIENTS])
        for ticket in self._tickets:
            scheduled = start + ticket / self._rate
            if self._stop.wait(max(0.0, scheduled - time.monotonic())):
                break
            client = next(clients)
            try:
                client.send_next(connection)
            except (OSError, HTTPException, UnexpectedResponse) as error:
                connection.close()
                client.restart(f"{name}-{ticket}")
                self._record_error(f"{type(error).__name__}: {error}")
            with self._lock:
                self._latencies.append(time.monotonic() - scheduled)
        connection.close()

    def _record_error(self, error: str) -> None:
        with self._lock:
            self._errors += 1
            self.first_errors = [*self.first_errors, error][:_MAX_ERRORS]


class _Client:
    """A client's session, which starts again after an error."""

    def __init__(self, start: Callable[[str], ClientSession], name: str) -> None:
        self._start = start
        self.restart(name)

    def restart(self, name: str) -> None:
        """Start the session under a new name."""
        self._session = self._start(name)
        self._response: Response | None = None

    def send_next(self, connection: HTTPConnection) -> None:
        """Send the next request of the session."""
        request = next(self._session) if self._response is None else self._session.send(self._response)
        self._response = send(connection, request)


class UnexpectedResponse(Exception):
    """A response whose status or body is not the expected one."""


def send(connection: HTTPConnection, request: Request) -> Response:
    """Send a request, and return its response. Raise `UnexpectedResponse` if it is not the expected one."""
    connection.request(request.method, request.path, request.body, dict(request.headers))
    response = connection.getresponse()
    body = response.read()
    if response.status != request.status or not request.is_expected(body):
        raise UnexpectedResponse(f"{request.method} {request.path}: {response.status} {body[:200]!r}")
    return Response(body, response.headers["ETag"])


def worker_memory(master: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return RSS and PSS of each worker of a gunicorn master, in MiB."""
    sizes = [tuple(round(size, 2) for size in process_memory(pid)) for pid in worker_pids(master)]
    rss, pss = zip(*sizes, strict=True)
    return rss, pss
