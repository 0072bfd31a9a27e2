"""Count the orders of 10^9 shuffles on all cores or on a Dask cluster, and test them for uniformity.

After an interruption the same command resumes; with more --trials it extends a finished experiment. The counts are
written to docs/measured/trials.json, and the tests on them to docs/measured.md.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.documents import DATA, replace_file, write_report
from benchmarks.runs import Piece, Records, add_options, finish, open_run
from service.bias.reports import LEVEL, UniformityTest, build_report
from service.bias.trials import Counts, run_trials
from service.core.limits import Limits
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles.registry import DEFAULT_SHUFFLE, SHUFFLES
from service.core.shuffles.samplers import Sampler

RECORDS = "trials.json"
TITLE = "A thousand million shuffles"


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
    def sampler(self) -> Sampler:
        """The plan of every trial."""
        return prepare_shuffle(self.n, self._request(0), Limits())

    def count_trials(self, start: int, trials: int) -> Counts:
        """Return the counts of some trials from an index on."""
        return run_trials(self.sampler, self._request(start), trials)

    def _request(self, index: int) -> ShuffleRequest:
        return ShuffleRequest(seed=self.seed, index=index, algorithm=self.algorithm)

    def to_json(self) -> dict[str, Any]:
        """Return the record for docs/measured/trials.json."""
        counts = self.counts.to_json() if self.counts else None
        return {
            "algorithm": self.algorithm,
            "n": self.n,
            "seed": self.seed,
            "counts": counts,
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Experiment":
        """Build an experiment from its record."""
        return cls(
            record["algorithm"],
            record["n"],
            record["seed"],
            Counts.from_json(record["counts"]),
        )


def load(docs: Path) -> list[Experiment]:
    """Return the experiments in docs/measured/trials.json."""
    file = docs / DATA / RECORDS
    return (
        [Experiment.from_json(record) for record in json.loads(file.read_text())]
        if file.exists()
        else []
    )


def write(experiment: Experiment, docs: Path) -> None:
    """Add an experiment to the records, replace an earlier one of the same items, and write the report's section."""
    others = [
        other
        for other in load(docs)
        if (other.algorithm, other.n) != (experiment.algorithm, experiment.n)
    ]
    names = list(SHUFFLES)
    experiments = sorted(
        [*others, experiment], key=lambda entry: (names.index(entry.algorithm), entry.n)
    )
    records = ",\n".join(json.dumps(entry.to_json()) for entry in experiments)
    replace_file(docs / DATA / RECORDS, f"[\n{records}\n]\n")
    write_report(docs, TITLE, render_section(experiments))


def render_section(experiments: Sequence[Experiment]) -> str:
    """Return the section of docs/measured.md, without its heading."""
    return "\n\n".join([_INTRODUCTION, *map(_render_experiment, experiments)])


def _render_experiment(experiment: Experiment) -> str:
    assert experiment.counts  # noqa: S101 (an experiment is written after it has run)
    report = build_report(experiment.counts)
    rows = "\n".join(map(_render_row, report.tests))
    return f"""### {experiment.algorithm}, {experiment.n} items

{report.verdict.partition(":")[0].partition(", by")[0]}, with {report.draws:,.2f} draws each.

| | observed | if uniform | standard error | z | p | corrected |
|---|--:|--:|--:|--:|--:|--:|
{rows}"""


def _render_row(test: UniformityTest) -> str:
    figures = " | ".join(
        f"{figure:.7g}" for figure in (test.observed, test.expected, test.error)
    )
    name = test.name.replace("_", " ")
    return f"| {name} | {figures} | {test.z:.2f} | {_format_p(test.p)} | {_format_p(test.corrected)} |"


def _format_p(p: float) -> str:
    return f"{p:.2g}" if p else "< 1e-300"


_INTRODUCTION = f"""Seven tests compare shuffles of the seed `trials`, from index 0 on, with equally likely orders:

- **positions**: how often each item came to each position; (n − 1)/n · Σ (O − E)²/E, then nearly chi-square with
  (n − 1)² degrees of freedom (R. L. Anderson 1959);
- **fixed points**, **rising sequences**, **cycles**, **pairs kept** (an item followed by its successor, as before),
  **inversions** and the **serial correlation** of neighbours: the mean over all trials.

z is in standard errors, *corrected* p adjusted for seven tests (Holm 1979): below {LEVEL} a shuffle is called biased.
Any part of the counts can be reproduced:

    from service.bias.trials import run_trials
    from service.core.limits import Limits
    from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
    request = ShuffleRequest(seed="trials", index=5_000_000, algorithm="fisher_yates")
    run_trials(prepare_shuffle(52, request, Limits()), request, 1_000)"""


DEFAULTS = (DEFAULT_SHUFFLE, "naive_swap")
_WORK = 250_000_000  # draws of a piece: some seconds


def main(arguments: Sequence[str]) -> int:
    """Run the trials of each algorithm, and write the documents."""
    options = _parse(arguments)
    with open_run(options):
        for algorithm in options.algorithms or DEFAULTS:
            experiment = Experiment(algorithm, options.items, options.seed)
            records = open_records(experiment, options.keep)
            write(
                extend(experiment, records, options.trials, options.piece), options.docs
            )
    return 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks trials", description=__doc__
    )
    parser.add_argument(
        "algorithms",
        nargs="*",
        metavar="algorithm",
        help=f"default: {' '.join(DEFAULTS)}",
    )
    parser.add_argument(
        "--trials", type=int, default=10**9, help="the total, with earlier ones (10^9)"
    )
    parser.add_argument("--items", type=int, default=52)
    parser.add_argument("--seed", default="trials")
    parser.add_argument(
        "--piece",
        type=int,
        help="trials of a piece of work (as many as take some seconds)",
    )
    add_options(parser, "build/trials")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.algorithms if name not in SHUFFLES]:
        parser.error(
            f"there is no algorithm {unknown[0]!r}; known: {', '.join(SHUFFLES)}"
        )
    return options


def open_records(experiment: Experiment, folder: Path) -> Records:
    """Return the records of an experiment: by the index of its first trial, the counts of each part."""
    return Records(
        folder / f"{experiment.algorithm}-{experiment.n}.jsonl",
        experiment.to_json(),
        merge_parts,
    )


def extend(
    experiment: Experiment, records: Records, trials: int, size: int | None = None
) -> Experiment:
    """Return the experiment with a total of `trials`, or with more if there are records of more."""
    size = size or max(1, int(_WORK / experiment.sampler.work))
    pieces = [
        Piece(str(start), (experiment, start, count), count)
        for start, count in list_gaps(records.results, trials, size)
    ]
    initial = trials - sum(piece.size for piece in pieces)
    finish(
        count_part, pieces, records, initial, desc=experiment.algorithm, unit=" trials"
    )
    counts = merge_parts(records.results)["0"]
    return replace(experiment, counts=Counts.from_json(counts))


def list_gaps(
    parts: Mapping[str, Any], trials: int, size: int
) -> Iterator[tuple[int, int]]:
    """Yield the gaps between the parts, below index `trials`, as pairs of the first index and the number of trials.

    A gap of more than `size` trials is yielded in several pieces.
    """
    position = 0
    ends = [
        (int(start), int(start) + counts["trials"])
        for start, counts in parts.items()
        if int(start) < trials
    ]
    for start, end in [*sorted(ends), (trials, trials)]:
        yield from (
            (first, min(size, start - first)) for first in range(position, start, size)
        )
        position = end


def merge_parts(parts: dict[str, Any]) -> dict[str, Any]:
    """Return fewer parts of the trials, in which parts that follow each other are one, with their counts added.

    The parts from index 0 with 1,000 trials and from index 1,000 with 500 become one from index 0 with 1,500. Keys are
    the first indices, as texts.
    """
    merged: dict[int, Counts] = {}
    first = 0
    for start, counts in sorted(
        (int(start), Counts.from_json(record)) for start, record in parts.items()
    ):
        if first in merged and start == first + merged[first].trials:
            merged[first] += counts
        else:
            first = start
            merged[first] = counts
    return {str(start): counts.to_json() for start, counts in merged.items()}


def count_part(task: tuple[Experiment, int, int]) -> Any:
    """Return the counts of some trials of an experiment, as JSON."""
    experiment, start, trials = task
    return experiment.count_trials(start, trials).to_json()
