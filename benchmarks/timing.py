"""Fair comparison: contenders in turn, round after round, and ratios within a round."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import quantiles
from time import process_time

Contender = Callable[[], float]
Samples = Mapping[str, list[float]]


@dataclass(frozen=True)
class Spread:
    """A median and the quartiles around it."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, samples: list[float]) -> "Spread":
        """Of some samples; a single one has no spread."""
        return cls(*quantiles(samples, n=4, method="inclusive")) if len(samples) > 1 else cls(*samples * 3)

    def times(self, factor: float) -> "Spread":
        """The same in another unit."""
        return Spread(self.low * factor, self.median * factor, self.high * factor)

    def __str__(self) -> str:
        return f"{figure(self.median)} ({figure(self.low)} – {figure(self.high)})"


def figure(value: float) -> str:
    """Three significant digits of a ratio of common size; two of a very small one."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def interleaved(contenders: Mapping[str, Contender], rounds: int) -> dict[str, list[float]]:
    """What each contender measures in each round; every other round goes backwards, so that none is always first."""
    samples: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(rounds):
        for name in list(contenders)[:: -1 if turn % 2 else 1]:
            samples[name].append(contenders[name]())
    return samples


def ratio(samples: Samples, ours: str, theirs: str) -> Spread:
    """One contender against another, round by round."""
    return Spread.of([a / b for a, b in zip(samples[ours], samples[theirs], strict=True)])


def timed(call: Callable[[], object], at_least: float, clock: Callable[[], float] = process_time) -> Contender:
    """A contender: seconds a call, CPU seconds unless told otherwise, over as many calls as take so long in all."""

    def run(calls: int) -> float:
        start = clock()
        for _ in range(calls):
            call()
        return clock() - start

    calls = 1
    run(calls)  # what is made only once is made now
    while (taken := run(calls)) < at_least:
        calls = max(calls + 1, min(10 * calls, int(1.2 * at_least * calls / max(taken, 1e-9))))
    return lambda: run(calls) / calls


@contextmanager
def pinned(core: int | None) -> Iterator[None]:
    """Keep this process, and those it starts meanwhile, on one core; wherever they like if it is None."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, before if core is None else {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cores() -> tuple[int | None, int | None]:
    """A core for the server and another for the load, if there are two."""
    there = sorted(os.sched_getaffinity(0))
    return (there[0], there[1]) if len(there) > 1 else (None, None)
