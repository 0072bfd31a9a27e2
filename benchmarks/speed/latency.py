"""How long a shuffle takes while others ask for the largest experiments that there may be."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from statistics import quantiles
from threading import Event, Thread

from benchmarks.speed.in_process import SHUFFLE
from benchmarks.speed.results import Row, Table
from benchmarks.servers import ask, gunicorn, running
from benchmarks.timing import Spread, interleaved, pinned, ratio
from service.core.shuffles.plans import Limits

_EXPERIMENT = f"/v1/algorithms/fisher_yates/bias?n=52&trials={Limits().trials // 103}"
_PAUSE = 0.002  # seconds between shuffles: a steady load, far from all that the server can do
_ASKERS = 8


def beside_experiments(seconds: float, rounds: int, server_core: int | None, load_core: int | None) -> Table:
    """The median and the 99th percentile, with one experiment after the other and with eight at once."""
    with running(gunicorn("service.wsgi:app"), SHUFFLE, server_core) as server, pinned(load_core):
        late: dict[str, list[float]] = {}

        def shuffles(name: str, askers: int) -> float:
            with _asking(server.port, askers):
                taken = sorted(_latencies(server.port, seconds))
            cuts = quantiles(taken, n=100)
            late.setdefault(name, []).append(cuts[98])
            return cuts[49]

        samples = interleaved(
            {
                "alone": lambda: shuffles("alone", 0),
                "one": lambda: shuffles("one", 1),
                "many": lambda: shuffles("many", _ASKERS),
            },
            rounds,
        )
    text = (
        "One worker with one core for itself and its experiments, which is the worst case: with more workers, most "
        "shuffles meet none. One client asks for a shuffle every few milliseconds; others ask for the largest "
        f"experiment that there may be ({_EXPERIMENT}), again as soon as they are answered, or half a second after "
        "they are refused. Times against those without them; alone, the median is "
        f"{Spread.of(samples['alone']).times(1000)} ms and the 99th percentile {Spread.of(late['alone']).times(1000)} "
        "ms on this machine."
    )
    rows = [
        Row("median, one asks", ratio(samples, "one", "alone")),
        Row("… 99th percentile", ratio(late, "one", "alone")),
        Row("… 99th percentile", Spread.of(late["one"]).times(1000), unit="ms"),
        Row(f"median, {_ASKERS} ask", ratio(samples, "many", "alone")),
        Row("… 99th percentile", ratio(late, "many", "alone")),
        Row("… 99th percentile", Spread.of(late["many"]).times(1000), unit="ms"),
    ]
    return Table("A shuffle beside the largest experiments", text, rows)


def _latencies(port: int, seconds: float) -> Iterator[float]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        ask(connection, SHUFFLE)
        yield time.perf_counter() - start
        time.sleep(_PAUSE)


@contextmanager
def _asking(port: int, askers: int) -> Iterator[None]:
    over = Event()

    def experiments() -> None:
        while not over.is_set():
            connection = HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", _EXPERIMENT)
            answer = connection.getresponse()
            answer.read()
            connection.close()
            if answer.status == 503:
                over.wait(0.5)

    threads = [Thread(target=experiments) for _ in range(askers)]
    for thread in threads:
        thread.start()
    if askers:
        time.sleep(0.2)  # until the first of them is at work
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()
