"""What this process has answered and drawn since somebody last asked: kept in memory, so that counting costs nothing.

Whoever publishes it (service/server/metrics.py) takes it away about once a second.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple, Protocol

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds: the upper ends of the classes by which times are counted; what takes longer is in a class of its own."""


class Answered(NamedTuple):
    """Of which kind an answer was; `problem` is "" if it was none, `route` is "" if the path is none of ours."""

    route: str
    method: str
    status: int
    problem: str


class Shuffled(NamedTuple):
    """Of which kind a shuffle was; each is "" where there is none."""

    algorithm: str
    deck: str
    game: str


@dataclass(slots=True)
class Times:
    """How many answers there were, and how long those took whose time is known."""

    count: int = 0
    seconds: float = 0
    classes: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))


@dataclass(slots=True)
class Work:
    """What shuffles took."""

    shuffles: int = 0
    draws: int = 0
    words: int = 0
    rejections: int = 0


class Taken(Protocol):
    """What a permutation, or many together, took."""

    @property
    def draws(self) -> int:
        """Random integers that had a choice."""

    @property
    def words(self) -> int:
        """Random words used."""

    @property
    def rejections(self) -> int:
        """Those of the words that were drawn again."""


@dataclass(frozen=True)
class Sums:
    """Everything counted, by its kind."""

    answers: Mapping[Answered, Times]
    shuffles: Mapping[Shuffled, Work]


class Tallies:
    """The counts of one process, safe between its threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._answers: dict[Answered, Times] = {}
        self._shuffles: dict[Shuffled, Work] = {}

    def answered(self, route: str, method: str, status: int, problem: str, seconds: float | None) -> None:
        """Count an answer, and the seconds that it took, if they are known."""
        kind = Answered(route, method, status, problem)
        with self._lock:
            if (times := self._answers.get(kind)) is None:
                times = self._answers[kind] = Times()
            times.count += 1
            if seconds is not None:
                times.seconds += seconds
                times.classes[bisect_left(BUCKETS, seconds)] += 1

    def shuffled(self, heading: Mapping[str, Any], done: Taken, shuffles: int = 1) -> None:
        """Count shuffles made at once, of what the heading of an answer, or the terms of a shoe, say."""
        kind = Shuffled(heading.get("algorithm") or "", heading.get("deck", ""), heading.get("game", ""))
        with self._lock:
            if (work := self._shuffles.get(kind)) is None:
                work = self._shuffles[kind] = Work()
            work.shuffles += shuffles
            work.draws += done.draws
            work.words += done.words
            work.rejections += done.rejections

    def take(self) -> Sums:
        """Everything counted since it was last taken."""
        with self._lock:
            sums = Sums(self._answers, self._shuffles)
            self._answers, self._shuffles = {}, {}
        return sums
