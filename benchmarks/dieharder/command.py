"""Run dieharder's tests on the random words of the service, on all cores.

Each test is a process that reads the words of its own index, so that any one of them can be repeated alone. Finished
tests are stored: after an interruption the same command resumes. A test that does not pass is repeated once with other
words, and both results are reported. They are written to docs/dieharder.json and docs/dieharder.md.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import which
from time import sleep

from benchmarks.dieharder.results import write
from benchmarks.dieharder.runs import (
    CONTROLS,
    SERVICE,
    VERSION,
    Run,
    dieharder_command,
    shell_command,
    words_command,
)
from benchmarks.documents import DOCS, replace_file

ROOT = DOCS.parent
_POLL_INTERVAL = 0.2  # seconds

_LAGS = (0, 1, 2, 3, 7, 15)
_SHORT = ((0, 0), (2, 0), (8, 0), (13, 0), (15, 0), (16, 0), (100, 0), (102, 0), (200, 2), (202, 5), (206, 0), (208, 0))


def list_tests(*, whole: bool = False) -> list[tuple[int, int]]:
    """Return the tests of `dieharder -a` as their -d and -n; without most of the lags unless `whole`."""
    lags = range(33) if whole else _LAGS
    return [
        *((number, 0) for number in [*range(18), 100, 101, 102]),
        *((200, bits) for bits in range(1, 13)),
        *((201, dimensions) for dimensions in range(2, 6)),
        *((202, length) for length in range(2, 6)),
        *((203, lag) for lag in lags),
        *((number, 0) for number in range(204, 210)),
    ]


def plan_runs(seed: str, *, whole: bool = False) -> list[Run]:
    """Return the runs of all tests on the service's words, and of a few quick ones on the bad words."""
    runs = [Run(source, seed, number, n) for number, n in list_tests(whole=whole) for source in SERVICE]
    return runs + [Run(source, seed, number, n) for number, n in _SHORT for source in CONTROLS]


def plan_repeats(runs: Iterable[Run]) -> list[Run]:
    """Return second attempts, with other words, of the service's runs that did not pass."""
    return [
        replace(run, attempt=2, bytes_read=0, lines=())
        for run in runs
        if run.attempt == 1 and run.source in SERVICE and not run.has_passed
    ]


class Pipe:
    """A run in progress: one process that writes words, and dieharder, which reads them."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._words = subprocess.Popen(  # noqa: S603
            [sys.executable, *words_command(run)[1:]],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._dieharder = subprocess.Popen(  # noqa: S603
            dieharder_command(run),
            stdin=self._words.stdout,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._words.stdout  # noqa: S101 (a pipe has one)
        self._words.stdout.close()  # only dieharder reads it, so that the writer ends when dieharder does

    def is_finished(self) -> bool:
        """Return whether both processes have ended."""
        return self._dieharder.poll() is not None and self._words.poll() is not None

    def finish(self) -> Run:
        """Return the run with its results. Raise `ValueError` if dieharder failed."""
        output, errors = self._dieharder.communicate()
        words_errors = self._words.communicate()[1]
        size = re.fullmatch(r"(\d+) bytes written\n", words_errors)
        if self._dieharder.returncode or not size:
            status = self._dieharder.returncode
            raise ValueError(f"{shell_command(self.run)}\nended with {status}: {output}{errors}{words_errors}")
        return replace(self.run, bytes_read=int(size[1]), lines=tuple(output.splitlines()))

    def stop(self) -> None:
        """Kill both processes, if they have not ended."""
        for process in (self._dieharder, self._words):
            process.kill()
            process.communicate()


def load_run(run: Run, folder: Path) -> Run:
    """Return the stored result of a run, or the run itself. Raise `ValueError` if the file is of another seed."""
    file = _run_file(run, folder)
    if not file.exists():
        return run
    stored = Run.from_json(json.loads(file.read_text()))
    if replace(stored, bytes_read=0, lines=()) != run:
        raise ValueError(f"{file} is of another seed. Remove it, or choose another folder with --keep.")
    return stored


def finish_runs(runs: list[Run], folder: Path, processes: int) -> list[Run]:
    """Return the results of these runs; those that are stored in the folder are not repeated."""
    folder.mkdir(parents=True, exist_ok=True)
    stored = [load_run(run, folder) for run in runs]
    waiting = deque(run for run in stored if not run.lines)
    finished = {run.name: run for run in stored if run.lines}
    pipes: list[Pipe] = []
    try:
        while waiting or pipes:
            while waiting and len(pipes) < processes:
                pipes.append(Pipe(waiting.popleft()))
            _show_progress(finished, len(runs), pipes)
            sleep(_POLL_INTERVAL)
            for pipe in [pipe for pipe in pipes if pipe.is_finished()]:
                run = pipe.finish()
                replace_file(_run_file(run, folder), json.dumps(run.to_json()))
                finished[run.name] = run
                pipes.remove(pipe)
    finally:
        for pipe in pipes:
            pipe.stop()
    _show_progress(finished, len(runs), [])
    return [finished[run.name] for run in runs]


def _run_file(run: Run, folder: Path) -> Path:
    return folder / f"{run.name}.json"


def _show_progress(finished: dict[str, Run], total: int, pipes: list[Pipe]) -> None:
    gigabytes = sum(run.bytes_read for run in finished.values()) / 1e9
    bar = "#" * round(30 * len(finished) / total)
    names = " ".join(pipe.run.name for pipe in pipes)
    line = f"[{bar:30}] {len(finished)} of {total} tests, {gigabytes:,.1f} GB; {names}"
    sys.stderr.write(f"\r{line:110}" if pipes else f"\r{line:110}\n")


def install_dieharder() -> None:
    """Install dieharder with apt-get if it is missing and the user is root. Raise `ValueError` for another version."""
    if not which("dieharder") and hasattr(os, "geteuid") and os.geteuid() == 0 and which("apt-get"):
        for task in (["update"], ["install", "--yes", "--no-install-recommends", "dieharder"]):
            subprocess.run(["apt-get", "-qq", *task], check=True, stdout=sys.stderr)  # noqa: S603, S607
    if not which("dieharder"):
        raise ValueError("dieharder is not installed. On Debian: apt-get install dieharder")
    output = subprocess.run(["dieharder", "-l"], capture_output=True, text=True, check=False).stdout  # noqa: S607
    if f"dieharder version {VERSION} " not in output:
        raise ValueError(f"dieharder {VERSION} is required, and another version is installed.")


def main(arguments: Sequence[str]) -> int:
    """Run the tests that have no stored result, and write the documents."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks dieharder", description=__doc__)
    parser.add_argument("--whole", action="store_true", help="every test of dieharder -a: some 240 GB of each source")
    parser.add_argument("--seed", default="dieharder")
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)), help="default: one per core")
    parser.add_argument("--keep", type=Path, default=Path("build/dieharder"), help="the folder of finished tests")
    parser.add_argument("--docs", type=Path, default=DOCS, help="the folder of the documents")
    options = parser.parse_args(arguments)
    try:
        install_dieharder()
        first = finish_runs(plan_runs(options.seed, whole=options.whole), options.keep, options.processes)
        runs = first + finish_runs(plan_repeats(first), options.keep, options.processes)
    except (ValueError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the same command resumes from here.")
    write(runs, options.docs)
    return 0
