"""Load a gunicorn steadily for an hour, and record its memory and latency.

The load has a fixed rate, however long the responses take. The figures are written to docs/measured/soak.json, their
picture to docs/measured/soak.svg, and a table into docs/operate.md. The exit status is 1 if a response was wrong or if
memory grew.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from http.client import HTTPConnection, HTTPException
from itertools import count, cycle
from statistics import fmean, median, quantiles
from threading import Event, Lock, Thread

from benchmarks.documents import DATA, DOCS, describe_machine, format_table, write_guide
from benchmarks.plots import new_figure, render_svg
from benchmarks.servers import SERVICE, process_memory, start_server
from benchmarks.soak_clients import CLIENTS, ClientSession, Request, Response
from tools.serving import worker_pids

_SAMPLES = 60
_WARM_UP = 0.1  # of the duration: the caches are full after it
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
        self._port = port
        self._rate = rate
        self._lock = Lock()
        self._tickets = count()
        self._stop = Event()
        self._latencies: list[float] = []
        self._errors = 0
        self.first_errors: list[str] = []

    def sample(self, seconds: float, interval: float, master: int) -> Iterator[Sample]:
        """Load the server for some seconds, and yield a sample of it and of the gunicorn `master` every interval."""
        start = time.monotonic()
        senders = [
            Thread(target=self._send, args=(start, f"sender-{number}"))
            for number in range(_SENDERS)
        ]
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
            latencies = self._latencies
            errors = self._errors
            self._latencies = []
            self._errors = 0
        percentiles = (
            quantiles(latencies, n=100, method="inclusive")
            if len(latencies) > 1
            else [0.0] * 99
        )
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
        clients = cycle(
            [_Client(session, f"{name}-{session.__name__}") for session in CLIENTS]
        )
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
        request = (
            next(self._session)
            if self._response is None
            else self._session.send(self._response)
        )
        self._response = send(connection, request)


class UnexpectedResponse(Exception):
    """A response with another status or body than expected."""


def send(connection: HTTPConnection, request: Request) -> Response:
    """Send a request, and return its response. Raise `UnexpectedResponse` for another status or body than expected."""
    connection.request(
        "POST" if request.body else "GET",
        request.path,
        request.body,
        dict(request.headers),
    )
    response = connection.getresponse()
    body = response.read()
    if response.status != request.status or not request.is_expected(body):
        raise UnexpectedResponse(f"{request.path}: {response.status} {body[:200]!r}")
    return Response(body, response.headers["ETag"])


def worker_memory(master: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return RSS and PSS of each worker of a gunicorn master, in MiB."""
    sizes = [
        tuple(round(size, 2) for size in process_memory(pid))
        for pid in worker_pids(master)
    ]
    rss, pss = zip(*sizes, strict=True)
    return rss, pss


MAX_GROWTH = 2.0
"""Memory by which a worker may grow from the second third of the run to the last, in MiB; less than that is noise."""

HEADING = "## The soak\n"


@dataclass(frozen=True)
class Soak:
    """One run: its minutes, requests per second and workers, the machine, and the samples."""

    minutes: float
    rate: float
    workers: int
    machine: Mapping[str, str]
    samples: tuple[Sample, ...]

    def thirds(self) -> Iterator[tuple[Sample, ...]]:
        """Yield the samples of the beginning, of the middle and of the end."""
        third = len(self.samples) // 3
        yield from (
            self.samples[:third],
            self.samples[third:-third],
            self.samples[-third:],
        )

    @property
    def growth(self) -> float:
        """Growth of a worker's median RSS from the middle of the run to its end, in MiB."""
        _, middle, end = (
            median(fmean(sample.rss) for sample in third) for third in self.thirds()
        )
        return end - middle


def find_problems(soak: Soak) -> Iterator[str]:
    """Yield a sentence for each problem of a run."""
    requests, errors = (
        sum(getattr(sample, name) for sample in soak.samples)
        for name in ("requests", "errors")
    )
    if errors:
        yield f"{errors} of {requests} responses were not the expected ones."
    if requests < 0.9 * soak.minutes * 60 * soak.rate:
        yield f"{requests} requests are fewer than {soak.rate:.0f} a second: the machine is too slow for this load."
    if soak.growth > MAX_GROWTH:
        yield f"A worker grew by {soak.growth:.2f} MiB from the middle to the end; the limit is {MAX_GROWTH}."


def render_section(soak: Soak) -> str:
    """Return the section of docs/operate.md, without its heading."""
    total, errors = (
        sum(getattr(sample, name) for sample in soak.samples)
        for name in ("requests", "errors")
    )
    rows = [
        (
            f"{third[0].minute:.0f} – {third[-1].minute:.0f}",
            f"{sum(sample.requests for sample in third):,}",
            str(sum(sample.errors for sample in third)),
            f"{median(sample.median for sample in third):.1f} ms",
            f"{median(sample.percentile_99 for sample in third):.1f} ms",
            f"{max(sample.slowest for sample in third):.0f} ms",
            f"{median(fmean(sample.rss) for sample in third):.1f} MiB",
            f"{median(fmean(sample.pss) for sample in third):.1f} MiB",
        )
        for third in soak.thirds()
    ]
    head = (
        "minutes",
        "requests",
        "errors",
        "median",
        "99 %",
        "slowest",
        "RSS per worker",
        "PSS per worker",
    )
    return (
        f"{soak.minutes:.0f} minutes of {soak.rate:.0f} requests a second on {soak.workers} workers, from "
        f"{len(soak.samples)} samples: {total:,} requests, {errors} errors, and {soak.growth:+.2f} MiB per worker from "
        "the middle of the run to its end. Latency counts from the scheduled time of a request, on a busy machine that "
        "also runs the clients.\n\n"
        f"{format_table(head, rows)}\n\n"
        f"![Above: latency over the run on a logarithmic scale, median, 99th percentile and slowest. Below: memory of "
        f"each worker, RSS and PSS.](measured/soak.svg)\n\n"
        f"Measured on {soak.machine['CPU']}, {soak.machine['memory']}; {soak.machine['Python']}, "
        f"{soak.machine['libraries']}. Load before the run: {soak.machine['load before the run']}.\n"
    )


def render_picture(soak: Soak) -> str:
    """Return an SVG of latency and memory over time."""
    figure = new_figure(8, 6)
    latency, memory = figure.subplots(2, 1, sharex=True)
    minutes = [sample.minute for sample in soak.samples]
    for name, label in (
        ("slowest", "slowest"),
        ("percentile_99", "99th percentile"),
        ("median", "median"),
    ):
        latency.plot(
            minutes, [getattr(sample, name) for sample in soak.samples], label=label
        )
    latency.set(
        yscale="log", ylabel="ms", title=f"Latency at {soak.rate:.0f} requests a second"
    )
    # above, where no line is
    latency.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=3)
    for name, label in (("rss", "RSS"), ("pss", "PSS")):
        for worker in range(soak.workers):
            sizes = [getattr(sample, name)[worker] for sample in soak.samples]
            memory.plot(minutes, sizes, label=f"{label}, worker {worker + 1}")
    memory.set(xlabel="minutes", ylabel="MiB", title="Memory", ylim=(0, None))
    memory.legend(
        loc="lower right",
        bbox_to_anchor=(1, 1),
        ncols=2 * soak.workers,
        fontsize="small",
    )
    return render_svg(figure)


def main(arguments: Sequence[str]) -> int:
    """Load the server, print the samples, and write the documents."""
    options = _parse(arguments)
    seconds = options.minutes * 60
    with start_server(
        None, options.application, WEB_CONCURRENCY=str(options.workers)
    ) as server:
        port = server.port
        master = server.process.pid
        list(
            Load(port, options.rate).sample(
                seconds * _WARM_UP, seconds * _WARM_UP, master
            )
        )
        load = Load(port, options.rate)
        samples = []
        for sample in load.sample(seconds, seconds / _SAMPLES, master):
            print(sample, flush=True)
            samples.append(sample)
    soak = Soak(
        options.minutes,
        options.rate,
        options.workers,
        describe_machine(),
        tuple(samples),
    )
    if not options.dry_run:
        (DOCS / DATA / "soak.json").write_text(
            json.dumps(asdict(soak), indent=1) + "\n"
        )
        (DOCS / DATA / "soak.svg").write_text(render_picture(soak))
        write_guide(HEADING, render_section(soak))
    problems = [*find_problems(soak), *load.first_errors]
    print(*problems, sep="\n", file=sys.stderr)
    return int(bool(problems))


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks soak", description=__doc__
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument(
        "--rate", type=float, default=100, help="requests per second (100)"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--application",
        default=SERVICE,
        help="the WSGI application that gunicorn serves",
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="print the samples, and write no documents",
    )
    return parser.parse_args(arguments)
