"""`python -m benchmarks.dieharder` holds the random words of the service against dieharder's battery, on all cores.

Each test is a process of its own and reads words of its own, those of one index of the seed: so each can be done again
alone. What is done is kept, so that the same command goes on after an interruption. What does not pass is done once
more, with other words, and both are told. What is found goes to docs/dieharder.json and docs/dieharder.md.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from shutil import which
from time import sleep

from benchmarks.dieharder.results import write
from benchmarks.dieharder.runs import CONTROLS, SERVICE, VERSION, Run, command, pouring, testing
from benchmarks.trials.results import replace_file

ROOT = Path(__file__).parent.parent
_POLLED_EVERY = 0.2  # seconds

_LAGS = (0, 1, 2, 3, 7, 15)
_SHORT = ((0, 0), (2, 0), (8, 0), (13, 0), (15, 0), (16, 0), (100, 0), (102, 0), (200, 2), (202, 5), (206, 0), (208, 0))


def battery(*, whole: bool = False) -> list[tuple[int, int]]:
    """The tests of `dieharder -a`, as its -d and -n; unless `whole`, most of the lags are left out."""
    lags = range(33) if whole else _LAGS
    return [
        *((number, 0) for number in [*range(18), 100, 101, 102]),
        *((200, bits) for bits in range(1, 13)),
        *((201, dimensions) for dimensions in range(2, 6)),
        *((202, length) for length in range(2, 6)),
        *((203, lag) for lag in lags),
        *((number, 0) for number in range(204, 210)),
    ]


def planned(seed: str, *, whole: bool = False) -> list[Run]:
    """What is to be done: the battery on the service's words, and a few quick tests of it on bad ones."""
    good = [Run(source, seed, number, n) for number, n in battery(whole=whole) for source in SERVICE]
    return good + [Run(source, seed, number, n) for number, n in _SHORT for source in CONTROLS]


def again(runs: Iterable[Run]) -> list[Run]:
    """What is to be done once more, with other words: what did not pass, of the service's own sources."""
    return [
        replace(run, attempt=2, taken=0, lines=())
        for run in runs
        if run.attempt == 1 and run.source in SERVICE and not run.passed
    ]


class Pipe:
    """A run that is under way: one process writes words, and dieharder reads them."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._words = subprocess.Popen(  # noqa: S603
            [sys.executable, *pouring(run)[1:]], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._dieharder = subprocess.Popen(  # noqa: S603
            testing(run), stdin=self._words.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self._words.stdout  # noqa: S101 (of a pipe there is)
        self._words.stdout.close()  # dieharder alone has it now, so that the words end with it

    def over(self) -> bool:
        """Whether both have ended."""
        return self._dieharder.poll() is not None and self._words.poll() is not None

    def done(self) -> Run:
        """The run with what was found. Raises `ValueError` if dieharder did not get through."""
        lines, trouble = self._dieharder.communicate()
        said = self._words.communicate()[1]
        counted = re.fullmatch(r"(\d+) bytes taken\n", said)
        if self._dieharder.returncode or not counted:
            raise ValueError(f"{command(self.run)}\nended with {self._dieharder.returncode}: {lines}{trouble}{said}")
        return replace(self.run, taken=int(counted[1]), lines=tuple(lines.splitlines()))

    def stop(self) -> None:
        """End both at once, if they have not."""
        for process in (self._dieharder, self._words):
            process.kill()
            process.communicate()


def kept(run: Run, keep: Path) -> Run:
    """The run as it was done before, or as it is to be done. Raises `ValueError` if another seed's was kept."""
    file = _file(run, keep)
    if not file.exists():
        return run
    found = Run.from_json(json.loads(file.read_text()))
    if replace(found, taken=0, lines=()) != run:
        raise ValueError(f"{file} is of another seed. Remove it, or give another --keep.")
    return found


def done(runs: list[Run], keep: Path, processes: int) -> list[Run]:
    """The same runs, all of them done: those that were kept are not done again."""
    keep.mkdir(parents=True, exist_ok=True)
    found = [kept(run, keep) for run in runs]
    waiting = deque(run for run in found if not run.lines)
    finished = {run.name: run for run in found if run.lines}
    under_way: list[Pipe] = []
    try:
        while waiting or under_way:
            while waiting and len(under_way) < processes:
                under_way.append(Pipe(waiting.popleft()))
            _show(finished, len(runs), under_way)
            sleep(_POLLED_EVERY)
            for pipe in [pipe for pipe in under_way if pipe.over()]:
                run = pipe.done()
                replace_file(_file(run, keep), json.dumps(run.as_json()))
                finished[run.name] = run
                under_way.remove(pipe)
    finally:
        for pipe in under_way:
            pipe.stop()
    _show(finished, len(runs), [])
    return [finished[run.name] for run in runs]


def _file(run: Run, keep: Path) -> Path:
    return keep / f"{run.name}.json"


def _show(finished: dict[str, Run], of: int, under_way: list[Pipe]) -> None:
    gigabytes = sum(run.taken for run in finished.values()) / 1e9
    bar = "#" * round(30 * len(finished) / of)
    line = f"[{bar:30}] {len(finished)} of {of} tests, {gigabytes:,.1f} GB; " + " ".join(p.run.name for p in under_way)
    sys.stderr.write(f"\r{line:110}" if under_way else f"\r{line:110}\n")


def installed() -> None:
    """See that there is a dieharder, and the right one: as root it is installed. Raises `ValueError` if not."""
    if not which("dieharder") and hasattr(os, "geteuid") and os.geteuid() == 0 and which("apt-get"):
        for task in (["update"], ["install", "--yes", "--no-install-recommends", "dieharder"]):
            subprocess.run(["apt-get", "-qq", *task], check=True, stdout=sys.stderr)  # noqa: S603, S607
    if not which("dieharder"):
        raise ValueError("There is no dieharder here. On Debian: apt-get install dieharder")
    told = subprocess.run(["dieharder", "-l"], capture_output=True, text=True, check=False).stdout  # noqa: S607
    if f"dieharder version {VERSION} " not in told:
        raise ValueError(f"This reads what dieharder {VERSION} writes, and another one is installed.")


def main() -> None:
    """Go on with what there is, and write down what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dieharder", description=__doc__)
    parser.add_argument("--whole", action="store_true", help="every test of dieharder -a: some 240 GB of each source")
    parser.add_argument("--seed", default="dieharder")
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)), help="as many as cores")
    parser.add_argument("--keep", type=Path, default=Path("build/dieharder"), help="where what is done is kept")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="where what was found is written")
    asked = parser.parse_args()
    try:
        installed()
        first = done(planned(asked.seed, whole=asked.whole), asked.keep, asked.processes)
        runs = first + done(again(first), asked.keep, asked.processes)
    except (ValueError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the same command goes on from here.")
    write(runs, asked.docs)


if __name__ == "__main__":
    main()
