"""Count the orders of 10^9 shuffles on all cores or on a Dask cluster, and test them for uniformity.

After an interruption the same command resumes; with more --trials it extends a finished experiment. The counts are
written to docs/trials.json, and the tests on them to docs/trials.md.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.runs import Piece, Records, add_options, finish, open_run
from benchmarks.trials.results import Experiment, write
from service.core.bias.trials import Counts
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import DEFAULT_SHUFFLE

DEFAULTS = (DEFAULT_SHUFFLE, "naive_swap")
_WORK = 250_000_000  # draws of a piece: some seconds


def main(arguments: Sequence[str]) -> int:
    """Run the trials of each algorithm, and write the documents."""
    options = _parse(arguments)
    with open_run(options):
        for algorithm in options.algorithms or DEFAULTS:
            experiment = Experiment(algorithm, options.items, options.seed)
            records = open_records(experiment, options.keep)
            write(extend(experiment, records, options.trials, options.piece), options.docs)
    return 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks trials", description=__doc__)
    parser.add_argument("algorithms", nargs="*", metavar="algorithm", help=f"default: {' '.join(DEFAULTS)}")
    parser.add_argument("--trials", type=int, default=10**9, help="the total, with earlier ones (10^9)")
    parser.add_argument("--items", type=int, default=52)
    parser.add_argument("--seed", default="trials")
    parser.add_argument("--piece", type=int, help="trials of a piece of work (as many as take some seconds)")
    add_options(parser, "build/trials")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.algorithms if name not in SHUFFLES]:
        parser.error(f"there is no algorithm {unknown[0]!r}; known: {', '.join(SHUFFLES)}")
    return options


def open_records(experiment: Experiment, folder: Path) -> Records:
    """Return the records of an experiment: by the index of its first trial, the counts of each part."""
    return Records(folder / f"{experiment.algorithm}-{experiment.n}.jsonl", experiment.to_json(), merge_parts)


def extend(experiment: Experiment, records: Records, trials: int, size: int | None = None) -> Experiment:
    """Return the experiment with a total of `trials`, or with more if there are records of more."""
    size = size or max(1, int(_WORK / experiment.plan.work))
    pieces = [
        Piece(str(start), (experiment, start, count), count)
        for start, count in list_gaps(records.results, trials, size)
    ]
    initial = trials - sum(piece.size for piece in pieces)
    finish(count_part, pieces, records, initial, desc=experiment.algorithm, unit=" trials")
    counts = merge_parts(records.results)["0"]
    return replace(experiment, counts=Counts.from_json(counts))


def list_gaps(parts: Mapping[str, Any], trials: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the first index and the number of the trials that no part has, at most `size` at a time."""
    position = 0
    ends = [(int(start), int(start) + counts["trials"]) for start, counts in parts.items() if int(start) < trials]
    for start, end in [*sorted(ends), (trials, trials)]:
        yield from ((first, min(size, start - first)) for first in range(position, start, size))
        position = end


def merge_parts(parts: dict[str, Any]) -> dict[str, Any]:
    """Return the parts with the counts of neighbours added."""
    merged: dict[int, Counts] = {}
    first = 0
    for start, counts in sorted((int(start), Counts.from_json(record)) for start, record in parts.items()):
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
