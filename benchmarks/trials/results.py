"""What trials came to, as docs/trials.json keeps it and as docs/trials.md tells it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.core.bias.trials.counts import Counts
from service.core.bias.trials.experiments import run_trials
from service.core.bias.trials.reports import LEVEL, UniformityTest, build_report
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import Limits, Shuffling, plan


@dataclass(frozen=True)
class Experiment:
    """Which shuffle of how many items, under which seed; and what its trials from index 0 on add up to so far."""

    algorithm: str
    n: int
    seed: str
    counts: Counts | None = None

    @property
    def trials(self) -> int:
        """How many are done."""
        return self.counts.trials if self.counts else 0

    def more(self, start: int, trials: int) -> Counts:
        """The trials from an index on."""
        drawn = plan(self.n, Shuffling(seed=self.seed, index=start, algorithm=self.algorithm), Limits())
        return run_trials(drawn, trials)

    def as_json(self) -> dict[str, Any]:
        """The record in what JSON can say."""
        counts = self.counts.to_json() if self.counts else None
        return {"algorithm": self.algorithm, "n": self.n, "seed": self.seed, "counts": counts}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Experiment":
        """The record back from it."""
        return cls(record["algorithm"], record["n"], record["seed"], Counts.from_json(record["counts"]))


def replace_file(file: Path, text: str) -> None:
    """Write a file so that at no time there is half of one."""
    fresh = file.with_suffix(".new")
    fresh.write_text(text)
    fresh.replace(file)


def write(experiment: Experiment, docs: Path) -> None:
    """Put an experiment into docs/trials.json, in the place of an earlier one of the same, and write trials.md anew."""
    found = docs / "trials.json"
    records = json.loads(found.read_text()) if found.exists() else []
    others = [
        record for record in records if (record["algorithm"], record["n"]) != (experiment.algorithm, experiment.n)
    ]
    known = list(SHUFFLES)
    records = sorted([*others, experiment.as_json()], key=lambda one: (known.index(one["algorithm"]), one["n"]))
    replace_file(found, "[\n" + ",\n".join(json.dumps(record) for record in records) + "\n]\n")
    replace_file(docs / "trials.md", document([Experiment.from_json(record) for record in records]))


def document(experiments: list[Experiment]) -> str:
    """All of docs/trials.md."""
    return "\n".join([_INTRODUCTION, *map(_section, experiments)])


def _section(experiment: Experiment) -> str:
    assert experiment.counts  # noqa: S101 (it is written when it is done)
    report = build_report(experiment.counts)
    rows = "\n".join(map(_row, report.tests))
    return f"""## {experiment.algorithm}, {experiment.n} items

**{report.verdict}**

Seed `{experiment.seed}`, indices 0 to {experiment.trials - 1:,}; {report.draws:,.2f} draws each on average.

| | observed | if uniform | standard error | z | p | corrected |
|---|--:|--:|--:|--:|--:|--:|
{rows}
"""


def _row(one: UniformityTest) -> str:
    name, figures = one.name.replace("_", " "), (one.observed, one.expected, one.error)
    told = " | ".join(f"{figure:.7g}" for figure in figures)
    return f"| {name} | {told} | {one.z:.2f} | {_chance(one.p)} | {_chance(one.corrected)} |"


def _chance(p: float) -> str:
    return f"{p:.2g}" if p else "< 1e-300"


_INTRODUCTION = f"""# Trials

Written by `make trials`. Each shuffle was done so many times, and what came of it is held against what is exactly so
when every order is equally likely:

- **positions**: how often each item came to each place; (n − 1)/n · Σ (O − E)²/E, which is then nearly chi-square with
  (n − 1)² degrees of freedom (R. L. Anderson 1959);
- **fixed points**, **rising sequences**, **cycles**, **pairs kept** (an item followed by the one that followed it
  before), **inversions** and the **serial correlation** of neighbours: the mean over all trials.

z is the distance in standard errors, p how often chance alone goes at least as far, and *corrected* that for having
looked at all of them (Holm 1979). A shuffle is called biased if one of them is below {LEVEL}: of a uniform one, one
report in a thousand is.

`trials.json` holds the counts. They are sums over the indices of a seed, so anybody can make any part of them again:

    from service.core.bias.trials.experiments import run_trials
    from service.core.shuffles.plans import Limits, Shuffling, plan
    run_trials(plan(52, Shuffling(seed="trials", index=5_000_000, algorithm="fisher_yates"), Limits()), 1_000)
"""
