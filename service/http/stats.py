"""Count the responses and shuffles of this process in memory, which costs next to nothing.

The metrics (service/metrics.py) take the counts about once a second.
"""

import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple

from ..core.shuffles.batches import Chunk
from ..core.shuffles.samplers import Permutation

BUCKETS = (
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
    10.0,
    30.0,
)
"""Upper bounds, in seconds, of the buckets of request durations. One more bucket has the longer requests."""


class ResponseKey(NamedTuple):
    """Labels of a response: `problem` is "" for a success, and `route` is "none" for a path that matches no rule."""

    route: str
    method: str
    status: int
    problem: str


ShuffleKey = tuple[str, ...]
"""Values of the labels of a shuffle; a label that does not apply is ""."""


@dataclass(slots=True)
class Durations:
    """Durations of responses, or delays of turns of a loop, as a sum and a histogram."""

    count: int = 0
    """The number of all responses of a key, even of responses without a known duration; elsewhere 0."""
    seconds: float = 0
    """The sum of the known durations."""
    buckets: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    """The number of known durations in each bucket; the last bucket has durations above the last of `BUCKETS`."""

    def add(self, seconds: float) -> None:
        """Add a known duration, without a change of `count`."""
        self.seconds += seconds
        self.buckets[bisect_left(BUCKETS, seconds)] += 1


@dataclass(slots=True)
class ShuffleTotals:
    """Number of shuffles, and of their draws, random words and rejected words."""

    shuffles: int = 0
    draws: int = 0
    words: int = 0
    rejections: int = 0


Counted = tuple[list[tuple[ShuffleKey, int, int, int, int]], float]
"""The keys of shuffles, each with the fields of its totals; and seconds of CPU time."""


@dataclass(slots=True)
class Totals:
    """Everything counted, by its labels."""

    responses: dict[ResponseKey, Durations] = field(
        default_factory=lambda: defaultdict(Durations)
    )
    waits: Durations = field(default_factory=Durations)
    lags: Durations = field(default_factory=Durations)
    shuffles: dict[ShuffleKey, ShuffleTotals] = field(
        default_factory=lambda: defaultdict(ShuffleTotals)
    )
    cpu_seconds: float = 0
    restarts: int = 0
    """Workers that began in place of others."""


class Stats:
    """Thread-safe counters of one process. Shuffles are counted by the members `shuffle_labels` of their responses.

    The server sets `in_progress` (requests), `lost_lines` (of its log) and `is_log_stuck` (the log takes no line).
    """

    def __init__(self, shuffle_labels: Sequence[str]) -> None:
        self._shuffle_labels = shuffle_labels
        self._lock = Lock()
        self._totals = Totals()
        self._cpu_before = time.process_time()
        self.in_progress = 0
        self.lost_lines = 0
        self.is_log_stuck = False

    def record_response(
        self,
        route: str,
        method: str,
        status: int,
        problem: str,
        seconds: float | None = None,
        waited: float | None = None,
    ) -> None:
        """Count a response, and, if they are known, its duration and the wait before it."""
        key = ResponseKey(route, method, status, problem)
        with self._lock:
            durations = self._totals.responses[key]
            durations.count += 1
            if seconds is not None:
                durations.add(seconds)
            if waited is not None:
                self._totals.waits.add(waited)

    def record_lag(self, seconds: float) -> None:
        """Count a turn of an event loop that came `seconds` too late."""
        with self._lock:
            self._totals.lags.add(seconds)

    def record_restart(self) -> None:
        """Count this process as a worker that began in place of another."""
        with self._lock:
            self._totals.restarts += 1

    def record_shuffles(
        self,
        members: Mapping[str, Any],
        results: Iterable[Permutation | Chunk],
        shuffles: int = 1,
    ) -> None:
        """Count shuffles by the `members` of their response, and the draws and words of `results`."""
        key = tuple(members.get(label) or "" for label in self._shuffle_labels)
        with self._lock:
            totals = self._totals.shuffles[key]
            totals.shuffles += shuffles
            for result in results:
                totals.draws += result.draws
                totals.words += result.words
                totals.rejections += result.rejections

    def take(self) -> Counted:
        """Return what was counted since the last call, but for responses, as plain types for `add` elsewhere."""
        with self._lock:
            shuffles = self._totals.shuffles
            self._totals.shuffles = defaultdict(ShuffleTotals)
            cpu_seconds = self._take_cpu_time()
        rows = [
            (key, totals.shuffles, totals.draws, totals.words, totals.rejections)
            for key, totals in shuffles.items()
        ]
        return rows, cpu_seconds

    def _take_cpu_time(self) -> float:
        """Return the CPU time of this process since the last call; 0 in the first one after a fork."""
        now = time.process_time()
        seconds = max(0.0, now - self._cpu_before)
        self._cpu_before = now
        return seconds

    def add(self, counted: Counted) -> None:
        """Count what `take` returned in another process."""
        rows, cpu_seconds = counted
        with self._lock:
            self._totals.cpu_seconds += cpu_seconds
            for key, shuffles, draws, words, rejections in rows:
                totals = self._totals.shuffles[key]
                totals.shuffles += shuffles
                totals.draws += draws
                totals.words += words
                totals.rejections += rejections

    def drain(self) -> Totals:
        """Return the counts since the last call, and start again from zero."""
        with self._lock:
            totals = self._totals
            totals.cpu_seconds += self._take_cpu_time()
            self._totals = Totals()
        return totals
