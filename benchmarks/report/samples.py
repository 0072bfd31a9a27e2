"""Trials for the report: which shuffle, how often, from which seed; counted on all cores."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from typing import TypeVar

from service.core.bias.trials.counts import Counts
from service.core.bias.trials.experiments import run_trials
from service.core.shuffles.algorithms import Arguments
from service.core.shuffles.plans import Limits, Plan, Shuffling, plan

SEED = "report"
_WINDOW = 50_000  # trials: enough of them for every core, each of a second or two

Asked = TypeVar("Asked")
Found = TypeVar("Found")


@dataclass(frozen=True)
class Sample:
    """So many shuffles of n items under the seed of the report, from an index on."""

    algorithm: str
    trials: int
    arguments: Arguments = field(default_factory=dict)
    n: int = 52
    index: int = 0

    @property
    def plan(self) -> Plan:
        """What is drawn."""
        asked = Shuffling(seed=SEED, index=self.index, algorithm=self.algorithm, arguments=self.arguments)
        return plan(self.n, asked, Limits())

    @property
    def name(self) -> str:
        """The shuffle, and those of its parameters that are said."""
        return " ".join((self.algorithm, *(f"{name}={value}" for name, value in self.arguments.items())))

    def windows(self) -> list["Sample"]:
        """The same in parts."""
        starts = range(0, self.trials, _WINDOW)
        return [replace(self, index=self.index + at, trials=min(_WINDOW, self.trials - at)) for at in starts]


def counted(samples: Sequence[Sample]) -> list[Counts]:
    """What each of the samples adds up to: the same, however many cores there are."""
    parts = iter(on_all_cores(_run, [window for sample in samples for window in sample.windows()]))
    return [_sum(next(parts) for _ in sample.windows()) for sample in samples]


def on_all_cores(work: Callable[[Asked], Found], tasks: Sequence[Asked]) -> list[Found]:
    """What a function of a module makes of each of the tasks, in their order."""
    with get_context("spawn").Pool(len(os.sched_getaffinity(0))) as pool:
        return pool.map(work, tasks, chunksize=1)


def _run(sample: Sample) -> Counts:
    return run_trials(sample.plan, sample.trials)


def _sum(parts: Iterable[Counts]) -> Counts:
    first, *others = parts
    for part in others:
        first += part
    return first
