"""Fair comparison of times: contenders take turns, and ratios are taken within a round."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import quantiles
from time import process_time

Contender = Callable[[], float]
"""A function that measures one of the things to compare once, and returns the figure."""

Samples = Mapping[str, list[float]]
"""The figures of each contender by its name, one for each round."""


@dataclass(frozen=True)
class Quartiles:
    """A median between the lower and the upper quartile."""

    lower: float
    median: float
    upper: float

    @classmethod
    def of(cls, samples: list[float]) -> "Quartiles":
        """Return the quartiles of some samples; of a single sample all three are the same."""
        return (
            cls(*quantiles(samples, n=4, method="inclusive"))
            if len(samples) > 1
            else cls(*samples * 3)
        )

    def __str__(self) -> str:
        return f"{format_figure(self.median)} ({format_figure(self.lower)} – {format_figure(self.upper)})"


def format_figure(value: float) -> str:
    """Return a figure with two decimals; as an integer from 100 on, with two significant digits below 0.1."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def interleave(
    contenders: Mapping[str, Contender], rounds: int, *, warm_up: bool = False
) -> dict[str, list[float]]:
    """Measure every contender once a round; every other round runs in reverse, so that no contender is always first.

    With `warm_up` each contender runs once before, uncounted.
    """
    for contender in contenders.values() if warm_up else ():
        contender()
    samples: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(rounds):
        for name in list(contenders)[:: -1 if turn % 2 else 1]:
            samples[name].append(contenders[name]())
    return samples


def compare(samples: Samples, contender: str, baseline: str) -> Quartiles:
    """Return the quartiles of the ratios of a contender to a baseline, one ratio for each round."""
    return Quartiles.of(
        [a / b for a, b in zip(samples[contender], samples[baseline], strict=True)]
    )


def make_contender(
    call: Callable[[], object],
    min_seconds: float,
    clock: Callable[[], float] = process_time,
) -> Contender:
    """Return a contender that measures the seconds of one call, CPU time by default.

    The number of calls that it averages over is chosen here, so that all of them take at least `min_seconds`.
    """

    def run(calls: int) -> float:
        start = clock()
        for _ in range(calls):
            call()
        return clock() - start

    calls = 1
    run(calls)  # fills caches before the first measurement
    while (seconds := run(calls)) < min_seconds:
        calls = max(
            calls + 1,
            min(10 * calls, int(1.2 * min_seconds * calls / max(seconds, 1e-9))),
        )
    return lambda: run(calls) / calls


@contextmanager
def pin(core: int | None) -> Iterator[None]:
    """Keep this process, and the processes that it starts meanwhile, on one core; None allows every core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, before if core is None else {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def select_cores() -> tuple[int | None, int | None]:
    """Return a core for the server and a second core for the load; None for both on a machine with one core."""
    cores = sorted(os.sched_getaffinity(0))
    return (cores[0], cores[1]) if len(cores) > 1 else (None, None)
