"""The runs of the tests, each worker in a clone of the project."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

from benchmarks.mutants.results import Outcome

_FIXED = ("-p", "pytest_randomly", "--randomly-dont-reorganize", "--randomly-seed=1")
_SUITES = "not (exhaustive or fuzz or ratelimit)"
PYTEST = ("-m", "pytest", "-q", "--tb=line", "-p", "no:cacheprovider", *_FIXED, "-m", _SUITES)
MIN_TIMEOUT = 60
T = TypeVar("T")
R = TypeVar("R")


class Mutant(NamedTuple):
    """A changed module: its path, the line, what stands there before and after, and the source."""

    module: str
    line: int
    before: str
    after: str
    source: str


def clone(root: Path, folder: Path) -> Path:
    """Clone the last commit of the project, and return the folder of the clone."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(("git", "clone", "--quiet", "--shared", root, folder), check=True)  # noqa: S603, S607
    # Compiled code is valid by the hash of its source: a mutant may have the size and the second of the original.
    run_python(folder, ("-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "service", "tools"))
    return folder


def share(work: Callable[[Path, T], R], tasks: Iterable[T], clones: Sequence[Path]) -> Iterator[R]:
    """Yield the result of each task in their order; each clone does one at a time."""
    free: SimpleQueue[Path] = SimpleQueue()
    for folder in clones:
        free.put(folder)

    def run(task: T) -> R:
        folder = free.get()
        try:
            return work(folder, task)
        finally:
            free.put(folder)

    with ThreadPoolExecutor(len(clones)) as pool:
        yield from pool.map(run, tasks)


def run_mutant(folder: Path, mutant: Mutant, groups: Iterable[tuple[Sequence[str], float]]) -> Outcome:
    """Return the outcome of groups of files of tests, each with the seconds that it takes without the change."""
    file = folder / mutant.module
    source = file.read_text()
    try:
        file.write_text(mutant.source)
        for names, seconds in groups:
            outcome = _run_tests(folder, names, MIN_TIMEOUT + 4 * seconds) if names else Outcome.SURVIVED
            if outcome is not Outcome.SURVIVED:
                return outcome
        return Outcome.SURVIVED
    finally:
        file.write_text(source)


def _run_tests(folder: Path, names: Sequence[str], timeout: float) -> Outcome:
    try:
        status = run_python(folder, (*PYTEST, "-x", *names), timeout).returncode
    except subprocess.TimeoutExpired:
        return Outcome.UNTERMINATED
    return {0: Outcome.SURVIVED, 1: Outcome.FAILED}.get(status, Outcome.BROKEN)


def run_python(folder: Path, command: Sequence[str], timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python in a clone, so that it imports what is there."""
    switches = dict.fromkeys(("CI", "PYTEST_DISABLE_PLUGIN_AUTOLOAD"), "1")
    environment = {**os.environ, **switches, "PYTHONPATH": str(folder)}
    return subprocess.run(  # noqa: S603
        (sys.executable, *command),
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
