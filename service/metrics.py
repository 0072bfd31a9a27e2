"""Prometheus metrics of all workers, shared through files in memory.

Each worker names its files by its index among the workers (0, 1, …), not by its process id. A worker that replaces
another continues the files of the same index, so that counters never go back and files do not pile up.
"""

import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields
from functools import partial
from pathlib import Path
from threading import Lock

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    values,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from . import __version__
from .core.rng.streams import STREAM
from .http.stats import BUCKETS, Durations, Stats
from .process_metrics import ProcessMetrics
from .settings import ListedKey, Settings
from .shared_files import has_room

_log = logging.getLogger(__name__)

SHUFFLE_LABELS = ("algorithm", "deck", "game")
"""The members of responses by which `Stats` counts shuffles."""

_SHUFFLE_COUNTERS = {
    "shuffles": "Shuffles drawn for responses",
    "draws": "Random integers drawn with a bound of 2 or more",
    "words": "Random words of 32 bits used, the rejected ones included",
    "rejections": "Random words rejected, so that the draws are exactly uniform",
}
"""The Prometheus counters of shuffles: fields of `ShuffleTotals`, with their descriptions."""


class ServiceInfo(Collector):
    """Series of the value 1 for the build and for each key, and the figures that a rotation of keys needs."""

    def __init__(self, settings: Settings) -> None:
        self._keys = list(settings.list_keys())
        self._settings = settings

    def collect(self) -> Iterator[Metric]:
        labels = ["version", "stream", "revision"]
        build = GaugeMetricFamily(
            "dealer_build_info",
            "This version, its stream and its commit",
            labels=labels,
        )
        build.add_metric(
            [__version__, STREAM, os.environ.get("SOURCE_REVISION") or "unknown"], 1
        )
        yield build
        keys = GaugeMetricFamily(
            "dealer_key_info", "Keys, by their fingerprints", labels=ListedKey._fields
        )
        for key in self._keys:
            keys.add_metric(key, 1)
        yield keys
        yield GaugeMetricFamily(
            "dealer_api_keys", "Number of API_KEYS", len(self._settings.api_keys)
        )
        for entry in fields(self._settings):
            gauge = entry.metadata["gauge"]
            if gauge:
                value = getattr(self._settings, entry.name)
                yield GaugeMetricFamily(gauge, entry.name.upper(), value)


class SharedCounts(Collector):
    """The counts of all workers. Each worker writes its counts to files in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        # A file of 0 bytes was only just created.
        files = [str(file) for file in self._folder.glob("*.db") if file.stat().st_size]
        metrics: Iterable[Metric] = MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call]
        return metrics


class PrometheusMetrics:
    """Exports `Stats` to Prometheus: the counts of this process, or, once `share` was called, of all workers."""

    def __init__(self, stats: Stats, settings: Settings) -> None:
        self._stats = stats
        self._info = ServiceInfo(settings)
        self._processes = ProcessMetrics()
        self._lock = Lock()
        self._folder: Path | None = None
        self._is_full = False  # whether the folder is full
        self._is_shared = False  # whether the metrics are written to the folder
        self._create_metrics()

    def _create_metrics(self) -> None:
        """Create all metrics anew, with the value 0. The library decides at this moment whether files hold them."""
        registry = CollectorRegistry()
        self._registry = registry
        counter = partial(Counter, registry=registry)
        histogram = partial(Histogram, buckets=BUCKETS, registry=registry)
        gauge = partial(Gauge, multiprocess_mode="livesum", registry=registry)
        labels = ["route", "method", "status"]
        self._requests = counter(
            "dealer_requests", "Requests by route, method and status", labels
        )
        self._problems = counter("dealer_problems", "Problems by type", ["type"])
        meaning = "From the last byte of the request to the last byte of the response"
        self._seconds = histogram("dealer_request_duration_seconds", meaning, ["route"])
        meaning = "From the last byte of the request to the call of the application"
        self._waits = histogram("dealer_request_wait_seconds", meaning)
        self._lags = histogram(
            "dealer_loop_lag_seconds",
            "How late the event loop of a worker was, once a second",
        )
        meaning = "Requests that were read and have no complete response"
        self._in_progress = gauge("dealer_requests_in_progress", meaning)
        self._lost_lines = counter(
            "dealer_log_lines_lost", "Log lines that nobody read in time"
        )
        self._lost_before = 0  # lost lines that the counter already includes
        meaning = "Workers with a log that has not taken its next line for some seconds"
        self._stuck_logs = gauge("dealer_log_stuck_workers", meaning)
        self._cpu_seconds = counter(
            "process_cpu_seconds", "CPU time of the workers and their processes"
        )
        self._restarts = counter(
            "dealer_worker_restarts",
            "Workers that began in place of others, SIGHUP included",
        )
        self._shuffles = {
            name: counter(f"dealer_{name}", meaning, SHUFFLE_LABELS)
            for name, meaning in _SHUFFLE_COUNTERS.items()
        }
        registry.register(self._info)
        registry.register(self._processes)

    def share(self, folder: Path, index: int) -> None:
        """Write the counts to files in `folder` from now on, named by `index`. No other live worker may have it."""
        # The lambda is the library's `process_identifier`, which names the files of the metrics created after it.
        values.ValueClass = values.MultiProcessValue(lambda: index)  # type: ignore[no-untyped-call]
        self._folder = folder
        self._processes = ProcessMetrics(os.getppid())

    def publish(self) -> None:
        """Add the counts since the last call to the metrics. While the folder is full, keep them for a later call."""
        with self._lock:
            if self._folder is not None:
                if self._check_full(self._folder):
                    return
                if not self._is_shared:
                    # Only now is there surely room: to write the first file without room would kill the process.
                    self._is_shared = True
                    self._create_metrics()
            self._add_counts()

    def _add_counts(self) -> None:
        """Take and reset the counts of `Stats`, and add them to the metrics."""
        totals = self._stats.drain()
        lost_lines = self._stats.lost_lines
        self._in_progress.set(self._stats.in_progress)
        self._stuck_logs.set(self._stats.is_log_stuck)
        self._lost_lines.inc(lost_lines - self._lost_before)
        self._lost_before = lost_lines
        self._cpu_seconds.inc(totals.cpu_seconds)
        self._restarts.inc(totals.restarts)
        _add(self._waits, totals.waits)
        _add(self._lags, totals.lags)
        for key, durations in totals.responses.items():
            requests = self._requests.labels(key.route, key.method, str(key.status))
            requests.inc(durations.count)
            if key.problem:
                self._problems.labels(key.problem).inc(durations.count)
            _add(self._seconds.labels(key.route), durations)
        for shuffle_key, shuffle_totals in totals.shuffles.items():
            for name, counter in self._shuffles.items():
                counter.labels(*shuffle_key).inc(getattr(shuffle_totals, name))

    def _check_full(self, folder: Path) -> bool:
        """Return whether a folder is full, and log when it becomes full."""
        with suppress(OSError):  # the folder may have been removed as temporary
            folder.mkdir(exist_ok=True)
        was_full = self._is_full
        self._is_full = not has_room(folder)
        if self._is_full and not was_full:
            _log.warning(
                "There is no room in %s: /metrics stays as it is until there is.",
                folder,
            )
        return self._is_full

    def text(self) -> str:
        """Return the metrics in Prometheus' text format; the counts of other workers are up to a second old."""
        self.publish()
        if self._folder is None:
            return generate_latest(self._registry).decode()
        merged = CollectorRegistry()
        merged.register(SharedCounts(self._folder))
        merged.register(self._info)
        merged.register(self._processes)
        return generate_latest(merged).decode()


def _add(histogram: Histogram, durations: Durations) -> None:
    """Add durations that are already counted in buckets to a histogram; the library would add them one by one."""
    histogram._sum.inc(durations.seconds)
    for bucket, count in zip(histogram._buckets, durations.buckets, strict=True):
        if count:
            bucket.inc(count)
