"""Count the orders of 10^9 shuffles on all cores, and test them for uniformity.

After an interruption the same command resumes; with more --trials it extends a finished experiment. The counts are
written to docs/trials.json, and the tests on them to docs/trials.md.
"""

import argparse
import json
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from benchmarks.documents import DOCS, replace_file
from benchmarks.trials.results import Experiment, write
from service.core.bias.trials.counts import Counts
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import DEFAULT_SHUFFLE

DEFAULTS = (DEFAULT_SHUFFLE, "naive_swap")
_CHUNK = 200_000  # trials of a task: a fraction of a second
_SAVE_INTERVAL = 5.0  # seconds


def main(arguments: Sequence[str]) -> int:
    """Run the trials of each algorithm, and write the documents."""
    options = _parse(arguments)
    for algorithm in options.algorithms or DEFAULTS:
        checkpoint = options.keep / f"{algorithm}-{options.items}.json"
        try:
            experiment = resume(Experiment(algorithm, options.items, options.seed), checkpoint)
            experiment = extend(experiment, options.trials, options.processes, checkpoint)
        except ValueError as error:
            sys.exit(str(error))
        except KeyboardInterrupt:
            sys.exit("\nInterrupted; the same command resumes from here.")
        write(experiment, options.docs)
    return 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks trials", description=__doc__)
    parser.add_argument("algorithms", nargs="*", metavar="algorithm", help=f"default: {' '.join(DEFAULTS)}")
    parser.add_argument("--trials", type=int, default=10**9, help="the total, with earlier ones (10^9)")
    parser.add_argument("--items", type=int, default=52)
    parser.add_argument("--seed", default="trials")
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)), help="default: one per core")
    parser.add_argument("--keep", type=Path, default=Path("build/trials"), help="the folder of checkpoints")
    parser.add_argument("--docs", type=Path, default=DOCS, help="the folder of the documents")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.algorithms if name not in SHUFFLES]:
        parser.error(f"there is no algorithm {unknown[0]!r}; known: {', '.join(SHUFFLES)}")
    return options


def resume(experiment: Experiment, checkpoint: Path) -> Experiment:
    """Return the experiment with the counts of its checkpoint. Raise `ValueError` if that has another seed."""
    if not checkpoint.exists():
        return experiment
    stored = Experiment.from_json(json.loads(checkpoint.read_text()))
    if replace(stored, counts=None) != experiment:
        raise ValueError(f"{checkpoint} has trials of another seed. Remove it, or choose another folder with --keep.")
    return stored


def extend(experiment: Experiment, trials: int, processes: int, checkpoint: Path) -> Experiment:
    """Return the experiment with a total of `trials`. The checkpoint is written every few seconds and at the end."""
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    uncounted, before = replace(experiment, counts=None), experiment.trials
    tasks = [(uncounted, start, min(_CHUNK, trials - start)) for start in range(before, trials, _CHUNK)]
    started = saved = monotonic()
    try:
        with get_context("spawn").Pool(processes, _ignore_interrupts) as pool:
            for counts in pool.imap(_count_chunk, tasks):
                experiment = replace(experiment, counts=experiment.counts + counts if experiment.counts else counts)
                _show_progress(experiment, trials, (experiment.trials - before) / (monotonic() - started))
                if monotonic() - saved > _SAVE_INTERVAL:
                    replace_file(checkpoint, json.dumps(experiment.to_json()))
                    saved = monotonic()
    finally:
        if experiment.trials > before:
            replace_file(checkpoint, json.dumps(experiment.to_json()))
    return experiment


def _count_chunk(task: tuple[Experiment, int, int]) -> Counts:
    experiment, start, trials = task
    return experiment.count_trials(start, trials)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _show_progress(experiment: Experiment, trials: int, rate: float) -> None:
    share = experiment.trials / trials
    minutes = (trials - experiment.trials) / rate / 60
    bar = "#" * round(30 * share)
    line = f"{experiment.algorithm} [{bar:30}] {share:4.0%} of {trials:,}, {rate:,.0f}/s, {minutes:,.1f} min left"
    sys.stderr.write(f"\r{line:100}" if experiment.trials < trials else f"\r{line:100}\n")
