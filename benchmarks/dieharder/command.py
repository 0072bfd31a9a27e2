"""Run dieharder's tests on the random words of the service, on all cores or on a Dask cluster.

Each test is a process that reads the words of its own index, so that any one of them can be repeated alone. Finished
tests are stored: after an interruption the same command resumes. A test that does not pass is repeated once with other
words, and both results are reported. They are written to docs/measured/dieharder.json and docs/measured.md.
"""

import argparse
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from shutil import which
from typing import Any

from benchmarks.dieharder.results import (
    CONTROLS,
    SERVICE,
    VERSION,
    Run,
    dieharder_command,
    shell_command,
    write,
)
from benchmarks.dieharder.words import SOURCES, to_native_order, write_words
from benchmarks.runs import Piece, Records, add_options, finish, open_run

_LAGS = (0, 1, 2, 3, 7, 15)
_SHORT = (
    (0, 0),
    (2, 0),
    (8, 0),
    (13, 0),
    (15, 0),
    (16, 0),
    (100, 0),
    (102, 0),
    (200, 2),
    (202, 5),
    (206, 0),
    (208, 0),
)


def list_tests(*, whole: bool = False) -> list[tuple[int, int]]:
    """Return the tests of `dieharder -a` as pairs of -d and -n; of test 203 only `_LAGS`, unless `whole`."""
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
    """Return the runs to make: every test on the service's words, and a few quick tests on the bad words."""
    runs = [
        Run(source, seed, number, n)
        for number, n in list_tests(whole=whole)
        for source in SERVICE
    ]
    return runs + [
        Run(source, seed, number, n) for number, n in _SHORT for source in CONTROLS
    ]


def plan_repeats(runs: Iterable[Run]) -> list[Run]:
    """Return second attempts, with other words, of the service's runs that did not pass."""
    return [
        replace(run, attempt=2, bytes_read=0, lines=())
        for run in runs
        if run.attempt == 1 and run.source in SERVICE and not run.has_passed
    ]


def run_test(run: Run) -> Any:
    """Return the record of a run after dieharder has read its words. Raise `ValueError` if dieharder failed."""
    read = to_native_order(SOURCES[run.source](run.seed, run.index))
    with subprocess.Popen(  # noqa: S603
        dieharder_command(run),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as dieharder:
        assert dieharder.stdin  # noqa: S101 (a pipe)
        size = write_words(read, dieharder.stdin.fileno())
        output, errors = dieharder.communicate()
    if dieharder.returncode:
        raise ValueError(
            f"{shell_command(run)}\nended with {dieharder.returncode}: {output}{errors}"
        )
    return asdict(replace(run, bytes_read=size, lines=tuple(output.splitlines())))


def finish_runs(runs: Sequence[Run], records: Records) -> list[Run]:
    """Return these runs with their results; a run that has a record in `records` is not made again."""
    finish(
        run_test,
        [Piece(run.name, run) for run in runs],
        records,
        desc="dieharder",
        unit=" tests",
    )
    return [Run.from_json(records.results[run.name]) for run in runs]


def check_version() -> None:
    """Raise `ValueError` unless the version of dieharder that docs/measured.md is about is installed."""
    if not which("dieharder"):
        raise ValueError(
            "dieharder is not installed. On Debian: apt-get install dieharder"
        )
    output = subprocess.run(
        ["dieharder", "-l"],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    if f"dieharder version {VERSION} " not in output:
        raise ValueError(
            f"dieharder {VERSION} is required, and another version is installed."
        )


def main(arguments: Sequence[str]) -> int:
    """Run the tests that have no stored result, and write the documents."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks dieharder", description=__doc__
    )
    parser.add_argument(
        "--whole",
        action="store_true",
        help="every test of dieharder -a: some 240 GB of each source",
    )
    parser.add_argument("--seed", default="dieharder")
    add_options(parser, "build/dieharder")
    options = parser.parse_args(arguments)
    with open_run(options):
        check_version()
        records = Records(options.keep / "tests.jsonl", {"seed": options.seed})
        first = finish_runs(plan_runs(options.seed, whole=options.whole), records)
        runs = first + finish_runs(plan_repeats(first), records)
    write(runs, options.docs)
    return 0
