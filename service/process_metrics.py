"""The figures that Prometheus' clients have of a process, added up over all processes of this service."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

_START = time.time()
"""The time at which the master imported this module, before it forked the others."""
_PROC = Path("/proc")


class ProcessMetrics(Collector):
    """The memory, open files and number of a process and of all that descend from it: `root`, or else this one."""

    def __init__(self, root: int | None = None) -> None:
        self._root = root

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily(
            "process_start_time_seconds",
            "Time at which the service started, in seconds since 1970",
            _START,
        )
        if not _PROC.exists():  # another system
            return
        pids = list(_list_tree(self._root or os.getpid()))
        yield GaugeMetricFamily(
            "dealer_processes", "The master, workers, and their processes", len(pids)
        )
        yield GaugeMetricFamily(
            "process_resident_memory_bytes",
            "Memory of all processes; memory that they share counts in each",
            sum(map(_measure_memory, pids)),
        )
        yield GaugeMetricFamily(
            "process_open_fds",
            "Open file descriptors of all processes",
            sum(map(_count_files, pids)),
        )


def _list_tree(pid: int) -> Iterator[int]:
    """Yield a process and all that descend from it."""
    yield pid
    for child in _read(f"{pid}/task/{pid}/children"):
        yield from _list_tree(int(child))


def _measure_memory(pid: int) -> int:
    """Return the bytes of a process that are in memory, 0 if it has ended."""
    pages = _read(f"{pid}/statm")
    return int(pages[1]) * os.sysconf("SC_PAGE_SIZE") if pages else 0


def _count_files(pid: int) -> int:
    """Return the number of open files of a process, 0 if it has ended or belongs to another user."""
    try:
        return len(list((_PROC / f"{pid}/fd").iterdir()))
    except OSError:
        return 0


def _read(path: str) -> list[str]:
    """Return the words of a file of a process, none if it has ended."""
    try:
        return (_PROC / path).read_text().split()
    except OSError:
        return []
