"""The latency of a shuffle while other clients send the largest requests of a kind that the limits allow."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from statistics import quantiles
from threading import Event, Thread

from benchmarks.servers import fetch, gunicorn, request, start_server
from benchmarks.speed.in_process import SHUFFLE
from benchmarks.speed.results import Row, Scale, Table
from benchmarks.timing import Quartiles, compare, interleave, pin
from service.core.shuffles.plans import Limits

_PAUSE = 0.002  # seconds between shuffles: far below the throughput of the server
_CLIENTS = 8


@dataclass(frozen=True)
class Load:
    """The largest request of a kind: its path, and its body if it is a POST; `kind` is a noun in the singular."""

    path: str
    body: bytes | None
    kind: str

    @property
    def body_text(self) -> str:
        """The body, after a space."""
        return f" {self.body.decode()}" if self.body else ""

    @property
    def plural(self) -> str:
        """The noun in the plural."""
        return f"{self.kind}{'es' if self.kind.endswith('ch') else 's'}"


EXPERIMENT = Load(f"/v1/algorithms/fisher_yates/bias?n=52&trials={Limits().trials // 103}", None, "experiment")


def measure_latency(scale: Scale, load: Load = EXPERIMENT) -> Table:
    """Return the median and the 99th percentile beside one client and beside eight clients with such requests."""
    with start_server(gunicorn("service.wsgi:app"), SHUFFLE, scale.server_core) as server, pin(scale.load_core):
        percentiles_99: dict[str, list[float]] = {}

        def measure_median(name: str, clients: int) -> float:
            with _run_load(load, server.port, clients):
                latencies = list(_measure_latencies(server.port, scale.load_seconds))
            percentiles = quantiles(latencies, n=100)
            percentiles_99.setdefault(name, []).append(percentiles[98])
            return percentiles[49]

        medians = interleave(
            {
                "none": lambda: measure_median("none", 0),
                "one": lambda: measure_median("one", 1),
                "many": lambda: measure_median("many", _CLIENTS),
            },
            scale.rounds,
        )
    text = (
        f"One worker on one core serves shuffles and {load.plural}, which is the worst case: with more workers, most "
        "shuffles run on another one. A client requests a shuffle every few milliseconds; other clients request the "
        f"largest {load.kind} that the limits allow ({load.path}{load.body_text}), again as soon as they have a "
        f"response, or half a second after a 503. Times are relative to those without {load.plural}, whose median is "
        f"{Quartiles.of(medians['none']).scale(1000)} ms and whose 99th percentile is "
        f"{Quartiles.of(percentiles_99['none']).scale(1000)} ms on this machine."
    )
    rows = [
        Row(f"median, one client with {load.plural}", compare(medians, "one", "none")),
        Row("… 99th percentile", compare(percentiles_99, "one", "none")),
        Row("… 99th percentile", Quartiles.of(percentiles_99["one"]).scale(1000), unit="ms"),
        Row(f"median, {_CLIENTS} clients with {load.plural}", compare(medians, "many", "none")),
        Row("… 99th percentile", compare(percentiles_99, "many", "none")),
        Row("… 99th percentile", Quartiles.of(percentiles_99["many"]).scale(1000), unit="ms"),
    ]
    return Table(f"A shuffle beside the largest {load.plural}", text, rows)


def _measure_latencies(port: int, seconds: float) -> Iterator[float]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        fetch(connection, SHUFFLE)
        yield time.perf_counter() - start
        time.sleep(_PAUSE)


@contextmanager
def _run_load(load: Load, port: int, clients: int) -> Iterator[None]:
    stop = Event()

    def send_requests() -> None:
        while not stop.is_set():
            connection = HTTPConnection("127.0.0.1", port, timeout=60)
            status, _ = request(connection, load.path, load.body)
            connection.close()
            if status == 503:
                stop.wait(0.5)

    threads = [Thread(target=send_requests) for _ in range(clients)]
    for thread in threads:
        thread.start()
    if clients:
        time.sleep(0.2)  # until the first one has started
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()
