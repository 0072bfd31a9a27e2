"""The latency of a shuffle while other clients request the largest experiments that the limits allow."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from statistics import quantiles
from threading import Event, Thread

from benchmarks.servers import fetch, gunicorn, start_server
from benchmarks.speed.in_process import SHUFFLE
from benchmarks.speed.results import Row, Table
from benchmarks.timing import Quartiles, compare, interleave, pin
from service.core.shuffles.plans import Limits

_EXPERIMENT = f"/v1/algorithms/fisher_yates/bias?n=52&trials={Limits().trials // 103}"
_PAUSE = 0.002  # seconds between shuffles: far below the throughput of the server
_CLIENTS = 8


def measure_latency(seconds: float, rounds: int, server_core: int | None, load_core: int | None) -> Table:
    """Return the median and the 99th percentile beside one client and beside eight clients with experiments."""
    with start_server(gunicorn("service.wsgi:app"), SHUFFLE, server_core) as server, pin(load_core):
        percentiles_99: dict[str, list[float]] = {}

        def measure_median(name: str, clients: int) -> float:
            with _run_experiments(server.port, clients):
                latencies = list(_measure_latencies(server.port, seconds))
            percentiles = quantiles(latencies, n=100)
            percentiles_99.setdefault(name, []).append(percentiles[98])
            return percentiles[49]

        medians = interleave(
            {
                "none": lambda: measure_median("none", 0),
                "one": lambda: measure_median("one", 1),
                "many": lambda: measure_median("many", _CLIENTS),
            },
            rounds,
        )
    text = (
        "One worker on one core serves shuffles and experiments, which is the worst case: with more workers, most "
        "shuffles run on another one. A client requests a shuffle every few milliseconds; other clients request the "
        f"largest experiment that the limits allow ({_EXPERIMENT}), again as soon as they have a response, or half a "
        "second after a 503. Times are relative to those without experiments, whose median is "
        f"{Quartiles.of(medians['none']).scale(1000)} ms and whose 99th percentile is "
        f"{Quartiles.of(percentiles_99['none']).scale(1000)} ms on this machine."
    )
    rows = [
        Row("median, one client with experiments", compare(medians, "one", "none")),
        Row("… 99th percentile", compare(percentiles_99, "one", "none")),
        Row("… 99th percentile", Quartiles.of(percentiles_99["one"]).scale(1000), unit="ms"),
        Row(f"median, {_CLIENTS} clients with experiments", compare(medians, "many", "none")),
        Row("… 99th percentile", compare(percentiles_99, "many", "none")),
        Row("… 99th percentile", Quartiles.of(percentiles_99["many"]).scale(1000), unit="ms"),
    ]
    return Table("A shuffle beside the largest experiments", text, rows)


def _measure_latencies(port: int, seconds: float) -> Iterator[float]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        fetch(connection, SHUFFLE)
        yield time.perf_counter() - start
        time.sleep(_PAUSE)


@contextmanager
def _run_experiments(port: int, clients: int) -> Iterator[None]:
    stop = Event()

    def request_experiments() -> None:
        while not stop.is_set():
            connection = HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", _EXPERIMENT)
            response = connection.getresponse()
            response.read()
            connection.close()
            if response.status == 503:
                stop.wait(0.5)

    threads = [Thread(target=request_experiments) for _ in range(clients)]
    for thread in threads:
        thread.start()
    if clients:
        time.sleep(0.2)  # until the first experiment has started
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()
