"""The metrics of all workers, for Prometheus: what each of them stats goes into files in memory that all can read.

A worker writes the files of its place among the workers (0, 1, …), not of its process: who takes the place of one that
ended goes on with its counts, so that none goes backwards and files do not pile up.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, values
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service import __version__
from service.api.http.request_context import written
from service.api.http.stats import BUCKETS, Durations, ResponseKey, ShuffleKey, ShuffleTotals, Stats
from service.core.rng.streams import STREAM

_PUBLISHED_EVERY = 1.0  # seconds: how old what other workers tell may be


class Build(Collector):
    """Which version this is."""

    def collect(self) -> Iterator[Metric]:
        """One series, which is always 1."""
        build = GaugeMetricFamily("dealer_build_info", "This version, and its stream", labels=["version", "stream"])
        build.add_metric([__version__, STREAM], 1)
        yield build


class Metrics:
    """What is published of the stats of this process, and, once they are shared, of all workers."""

    def __init__(self, stats: Stats) -> None:
        self._stats = stats
        self._lock = Lock()
        self._due = 0.0
        self._folder: Path | None = None
        self._name()

    def _name(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._requests = Counter(
            "dealer_requests", "Requests answered", ["route", "method", "status"], registry=registry
        )
        self._problems = Counter("dealer_problems", "Problems answered, by their type", ["type"], registry=registry)
        self._seconds = Histogram(
            "dealer_request_duration_seconds",
            "From the request's headers to the answer's last byte",
            ["route"],
            buckets=BUCKETS,
            registry=registry,
        )
        labels = ["algorithm", "deck", "game"]
        self._work = {
            each: Counter(f"dealer_{each}", help_text, labels, registry=registry)
            for each, help_text in (
                ("shuffles", "Shuffles made for answers"),
                ("draws", "Random integers drawn that had a choice"),
                ("words", "Random words of 32 bits used, those drawn again included"),
                ("rejections", "Random words drawn again, so that the draws are exactly uniform"),
            )
        }
        registry.register(Build())

    def share(self, folder: Path, place: int) -> None:
        """Write from now on what all workers can read, at this worker's place: no two that live have the same."""
        values.ValueClass = values.MultiProcessValue(  # type: ignore[no-untyped-call]
            lambda: place  # as the library has it for uWSGI's workers
        )
        self._folder = folder
        self._name()

    def publish_when_due(self) -> None:
        """Publish, if that was not done lately."""
        if time.monotonic() >= self._due:
            self.publish()

    def publish(self) -> None:
        """Publish what was tallied since the last time."""
        with self._lock:
            self._due = time.monotonic() + _PUBLISHED_EVERY
            totals = self._stats.drain()
            for key, durations in totals.responses.items():
                self._publish_responses(key, durations)
            for shuffle_key, work in totals.shuffles.items():
                self._publish_shuffles(shuffle_key, work)

    def _publish_responses(self, key: ResponseKey, durations: Durations) -> None:
        route = written(key.route)
        self._requests.labels(route, key.method, str(key.status)).inc(durations.count)
        if key.problem:
            self._problems.labels(key.problem).inc(durations.count)
        histogram = self._seconds.labels(route)
        histogram._sum.inc(durations.seconds)
        for bucket, count in zip(histogram._buckets, durations.buckets, strict=True):
            if count:
                bucket.inc(count)

    def _publish_shuffles(self, key: ShuffleKey, totals: ShuffleTotals) -> None:
        for each, counter in self._work.items():
            counter.labels(*key).inc(getattr(totals, each))

    def text(self) -> str:
        """Everything in the format of Prometheus: of this worker as it is now, of the others up to a second old."""
        self.publish()
        if self._folder is None:
            return generate_latest(self._registry).decode()
        together = CollectorRegistry()
        MultiProcessCollector(together, str(self._folder))  # type: ignore[no-untyped-call]
        together.register(Build())
        return generate_latest(together).decode()
