"""A steady load: so many requests a second, however long the answers take, and a sample of the server now and then."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from itertools import count, cycle
from statistics import quantiles
from threading import Event, Lock, Thread

from benchmarks.servers import mib, workers
from benchmarks.soak.visitors import VISITORS, Answer, Request, Visitor

_SENDERS = 8
_MOST_TOLD = 20


@dataclass(frozen=True)
class Sample:
    """What was so at the end of one stretch of the load, and what happened in it. Times in ms, memory in MiB."""

    minute: float
    requests: int
    errors: int
    median: float
    percentile_99: float
    slowest: float
    rss: tuple[float, ...]  # of each worker
    pss: tuple[float, ...]  # the same, a page that k processes share counted as 1/k


class Load:
    """Senders that share one timetable. A latency counts from when the request was due, not from when it was sent."""

    def __init__(self, port: int, rate: float) -> None:
        self._port, self._rate = port, rate
        self._lock = Lock()
        self._tickets = count()
        self._over = Event()
        self._latencies: list[float] = []
        self._errors = 0
        self.told: list[str] = []
        """The first errors, in words."""

    def samples(self, seconds: float, every: float, master: int) -> Iterator[Sample]:
        """Load the server for so many seconds, and look at the workers of that gunicorn again and again meanwhile."""
        start = time.monotonic()
        senders = [Thread(target=self._send, args=(start, f"sender-{number}")) for number in range(_SENDERS)]
        for sender in senders:
            sender.start()
        try:
            for number in range(1, round(seconds / every) + 1):
                time.sleep(max(0.0, start + number * every - time.monotonic()))
                yield self._sample((time.monotonic() - start) / 60, master)
        finally:
            self._over.set()
            for sender in senders:
                sender.join()

    def _sample(self, minute: float, master: int) -> Sample:
        with self._lock:
            latencies, self._latencies = self._latencies, []
            errors, self._errors = self._errors, 0
        cuts = quantiles(latencies, n=100, method="inclusive") if len(latencies) > 1 else [0.0] * 99
        rss, pss = memory(master)
        return Sample(
            round(minute, 2),
            len(latencies),
            errors,
            round(cuts[49] * 1000, 2),
            round(cuts[98] * 1000, 2),
            round(max(latencies, default=0.0) * 1000, 1),
            rss,
            pss,
        )

    def _send(self, start: float, name: str) -> None:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=30)
        turns = cycle([_Turn(visitor, f"{name}-{visitor.__name__}") for visitor in VISITORS])
        for ticket in self._tickets:
            due = start + ticket / self._rate
            if self._over.wait(max(0.0, due - time.monotonic())):
                break
            turn = next(turns)
            try:
                turn.take(connection)
            except (OSError, HTTPException, UnexpectedError) as error:
                connection.close()
                turn.begin(f"{name}-{ticket}")
                self._note(f"{type(error).__name__}: {error}")
            with self._lock:
                self._latencies.append(time.monotonic() - due)
        connection.close()

    def _note(self, error: str) -> None:
        with self._lock:
            self._errors += 1
            self.told = [*self.told, error][:_MOST_TOLD]


class _Turn:
    """A visitor that is called again and again, and begins anew when its answer is not as it must be."""

    def __init__(self, visitor: Callable[[str], Visitor], name: str) -> None:
        self._visitor = visitor
        self.begin(name)

    def begin(self, name: str) -> None:
        """Begin, as somebody of that name."""
        self._asking = self._visitor(name)
        self._answer: Answer | None = None

    def take(self, connection: HTTPConnection) -> None:
        """Send the next request."""
        request = next(self._asking) if self._answer is None else self._asking.send(self._answer)
        self._answer = answered(connection, request)


class UnexpectedError(Exception):
    """An answer that is not what it must be."""


def answered(connection: HTTPConnection, request: Request) -> Answer:
    """Ask; raises `UnexpectedError` if the answer is not as the request says."""
    connection.request(request.method, request.path, request.body, dict(request.headers))
    response = connection.getresponse()
    body = response.read()
    if response.status != request.status or not request.right(body):
        raise UnexpectedError(f"{request.method} {request.path}: {response.status} {body[:200]!r}")
    return Answer(body, response.headers["ETag"])


def memory(master: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """RSS and PSS of each worker of a gunicorn, in MiB."""
    sizes = [tuple(round(size, 2) for size in mib(worker)) for worker in workers(master)]
    resident, share = zip(*sizes, strict=True)
    return resident, share
