"""The results of trials: the counts in docs/trials.json, and the text of docs/trials.md."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.documents import replace_file
from service.core.bias.reports import LEVEL, UniformityTest, build_report
from service.core.bias.trials import Counts, run_trials
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import Limits, Plan, ShuffleRequest, plan_shuffle


@dataclass(frozen=True)
class Experiment:
    """A shuffle of n items under a seed, and the counts of its trials, from index 0 on, until now."""

    algorithm: str
    n: int
    seed: str
    counts: Counts | None = None

    @property
    def trials(self) -> int:
        """The number of trials until now."""
        return self.counts.trials if self.counts else 0

    @property
    def plan(self) -> Plan:
        """The plan of every trial."""
        return plan_shuffle(self.n, self._request(0), Limits())

    def count_trials(self, start: int, trials: int) -> Counts:
        """Return the counts of some trials from an index on."""
        return run_trials(self.plan, self._request(start), trials)

    def _request(self, index: int) -> ShuffleRequest:
        return ShuffleRequest(seed=self.seed, index=index, algorithm=self.algorithm)

    def to_json(self) -> dict[str, Any]:
        """Return the record for docs/trials.json."""
        counts = self.counts.to_json() if self.counts else None
        return {"algorithm": self.algorithm, "n": self.n, "seed": self.seed, "counts": counts}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Experiment":
        """Build an experiment from its record."""
        return cls(record["algorithm"], record["n"], record["seed"], Counts.from_json(record["counts"]))


def write(experiment: Experiment, docs: Path) -> None:
    """Add an experiment to docs/trials.json, replace an earlier one of the same items, and write docs/trials.md."""
    file = docs / "trials.json"
    records = json.loads(file.read_text()) if file.exists() else []
    others = [
        record for record in records if (record["algorithm"], record["n"]) != (experiment.algorithm, experiment.n)
    ]
    names = list(SHUFFLES)
    records = sorted(
        [*others, experiment.to_json()], key=lambda record: (names.index(record["algorithm"]), record["n"])
    )
    replace_file(file, "[\n" + ",\n".join(json.dumps(record) for record in records) + "\n]\n")
    replace_file(docs / "trials.md", render_document([Experiment.from_json(record) for record in records]))


def render_document(experiments: list[Experiment]) -> str:
    """Return the text of docs/trials.md."""
    return "\n".join([_INTRODUCTION, *map(_render_section, experiments)])


def _render_section(experiment: Experiment) -> str:
    assert experiment.counts  # noqa: S101 (an experiment is written after it has run)
    report = build_report(experiment.counts)
    rows = "\n".join(map(_render_row, report.tests))
    return f"""## {experiment.algorithm}, {experiment.n} items

**{report.verdict}**

Seed `{experiment.seed}`, indices 0 to {experiment.trials - 1:,}; {report.draws:,.2f} draws each on average.

| | observed | if uniform | standard error | z | p | corrected |
|---|--:|--:|--:|--:|--:|--:|
{rows}
"""


def _render_row(test: UniformityTest) -> str:
    figures = " | ".join(f"{figure:.7g}" for figure in (test.observed, test.expected, test.error))
    name = test.name.replace("_", " ")
    return f"| {name} | {figures} | {test.z:.2f} | {_format_p(test.p)} | {_format_p(test.corrected)} |"


def _format_p(p: float) -> str:
    return f"{p:.2g}" if p else "< 1e-300"


_INTRODUCTION = f"""# Trials

Results of many shuffles, compared with the exact values if every order is equally likely. Written by
`make bench NAME=trials`.

- **positions**: how often each item came to each position; (n − 1)/n · Σ (O − E)²/E, which is then nearly chi-square
  with (n − 1)² degrees of freedom (R. L. Anderson 1959);
- **fixed points**, **rising sequences**, **cycles**, **pairs kept** (an item that is followed by its successor, as
  before the shuffle), **inversions** and the **serial correlation** of neighbours: the mean over all trials.

z is the distance in standard errors, p the probability of a distance at least as large by chance, and *corrected* is p
adjusted for the number of tests (Holm 1979). A shuffle is called biased if a corrected p-value is below {LEVEL}: of
uniform shuffles, one report in a thousand is.

`trials.json` has the counts. They are sums over the indices of a seed, so any part of them can be reproduced:

    from service.core.bias.trials import run_trials
    from service.core.shuffles.plans import Limits, ShuffleRequest, plan_shuffle
    request = ShuffleRequest(seed="trials", index=5_000_000, algorithm="fisher_yates")
    run_trials(plan_shuffle(52, request, Limits()), request, 1_000)
"""
