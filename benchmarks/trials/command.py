"""`python -m benchmarks.trials` shuffles a thousand million times, on all cores, and writes down what came of it.

Interrupt it whenever you like: the same command goes on where it was, and with more --trials so does one that is done.
What is found goes to docs/trials.json, which holds the counts, and docs/trials.md, which holds them against uniformity.
"""

import argparse
import json
import os
import signal
import sys
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from benchmarks.trials.results import Experiment, replace_file, write
from service.core.bias.trials.counts import Counts
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import DEFAULT_SHUFFLE

DOCS = Path(__file__).parent.parent / "docs"
_WINDOW = 200_000  # trials at a time: a fraction of a second
_SAVED_EVERY = 5.0  # seconds: what is lost at the most when the power fails


def main() -> None:
    """Go on with what there is, and write down what was found."""
    asked = _arguments()
    for algorithm in asked.algorithms or [DEFAULT_SHUFFLE]:
        checkpoint = asked.keep / f"{algorithm}-{asked.items}.json"
        try:
            experiment = resumed(Experiment(algorithm, asked.items, asked.seed), checkpoint)
            experiment = grown(experiment, asked.trials, asked.processes, checkpoint)
        except ValueError as error:
            sys.exit(str(error))
        except KeyboardInterrupt:
            sys.exit("\nInterrupted; the same command goes on from here.")
        write(experiment, asked.docs)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trials", description=__doc__)
    parser.add_argument("algorithms", nargs="*", metavar="algorithm", help=f"default: {DEFAULT_SHUFFLE}")
    parser.add_argument("--trials", type=int, default=10**9, help="in all, with those done before (10^9)")
    parser.add_argument("--items", type=int, default=52)
    parser.add_argument("--seed", default="trials")
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)), help="as many as cores")
    parser.add_argument("--keep", type=Path, default=Path("build/trials"), help="where what is done is kept")
    parser.add_argument("--docs", type=Path, default=DOCS, help="where what was found is written")
    asked = parser.parse_args()
    if unknown := [name for name in asked.algorithms if name not in SHUFFLES]:
        parser.error(f"there is no algorithm {unknown[0]!r}; known: {', '.join(SHUFFLES)}")
    return asked


def resumed(experiment: Experiment, checkpoint: Path) -> Experiment:
    """What is already done of an experiment. Raises `ValueError` if the file is of another one."""
    if not checkpoint.exists():
        return experiment
    found = Experiment.from_json(json.loads(checkpoint.read_text()))
    if replace(found, counts=None) != experiment:
        raise ValueError(f"{checkpoint} holds trials of another seed. Remove it, or give another --keep.")
    return found


def grown(experiment: Experiment, trials: int, processes: int, checkpoint: Path) -> Experiment:
    """The experiment with so many trials. Every few seconds, and however it ends, the file has what is done."""
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    bare, before = replace(experiment, counts=None), experiment.trials
    tasks = [(bare, start, min(_WINDOW, trials - start)) for start in range(before, trials, _WINDOW)]
    began = saved = monotonic()
    try:
        with get_context("spawn").Pool(processes, _leave_interrupts_to_the_parent) as pool:
            for counts in pool.imap(_window, tasks):
                experiment = replace(experiment, counts=experiment.counts + counts if experiment.counts else counts)
                _show(experiment, trials, (experiment.trials - before) / (monotonic() - began))
                if monotonic() - saved > _SAVED_EVERY:
                    replace_file(checkpoint, json.dumps(experiment.as_json()))
                    saved = monotonic()
    finally:
        if experiment.trials > before:
            replace_file(checkpoint, json.dumps(experiment.as_json()))
    return experiment


def _window(task: tuple[Experiment, int, int]) -> Counts:
    experiment, start, trials = task
    return experiment.more(start, trials)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _show(experiment: Experiment, trials: int, rate: float) -> None:
    part = experiment.trials / trials
    left = (trials - experiment.trials) / rate
    bar = "#" * round(30 * part)
    line = f"{experiment.algorithm} [{bar:30}] {part:4.0%} of {trials:,}, {rate:,.0f}/s, {left / 60:,.1f} min left"
    sys.stderr.write(f"\r{line:100}" if experiment.trials < trials else f"\r{line:100}\n")


if __name__ == "__main__":
    main()
