"""Long benchmarks: a killed worker and a killed run lose nothing (`make test SUITE=runs`, with Dask)."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks.documents import DATA
from benchmarks.runs import Piece, Records, connect, finish, run
from benchmarks.trials import Experiment
from service.bias.trials import Counts
from tests.peers import group_exists, kill, kill_group
from tools.files import ROOT
from tools.serving import PATIENCE, wait_until

EXPERIMENT = Experiment("fisher_yates", 8, "trials")
TRIALS = 10_000_000
PIECE = 100_000
ENDLESS = 10**11  # trials that no machine finishes before it is interrupted


RUN = {"seed": "x"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a run with two results."""
    file = tmp_path / "run" / "a.jsonl"
    records = Records(file, RUN)
    records.add("first", [1])
    records.add("second", {"p": 0.5})
    return file


def test_a_result_is_in_the_file_at_once(file: Path) -> None:
    assert Records(file, RUN).results == {"first": [1], "second": {"p": 0.5}}


def test_the_file_of_another_run_is_refused_and_stays_as_it_is(file: Path) -> None:
    text = file.read_text()
    with pytest.raises(ValueError, match=r"a\.jsonl is of another run"):
        Records(file, {"seed": "y"})
    assert file.read_text() == text


@pytest.mark.parametrize(
    "rest", ['["third", [2', '["third", [2]]'], ids=["half", "without an end"]
)
def test_a_line_that_was_not_written_to_its_end_is_left_out(
    file: Path, rest: str
) -> None:
    with file.open("a") as lines:
        lines.write(rest)
    assert list(Records(file, RUN).results) == ["first", "second"]
    Records(file, RUN).add("fourth", [3])
    assert list(Records(file, RUN).results) == ["first", "second", "fourth"]


def merge(results: dict[str, int]) -> dict[str, int]:
    return {"sum": sum(results.values())}


def test_merged_records_stay_short(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    records = Records(file, "x", merge)
    for number in range(1_000):
        records.add(str(number), number)
        assert len(file.read_text().splitlines()) <= 200
    assert Records(file, "x", merge).results == {"sum": sum(range(1_000))}


def square(task: tuple[Path, int]) -> int:
    """Return the square of a number; kill the process in the midst of one of them, unless a file says that it was."""
    folder, number = task
    if number == 10 and not (folder / "killed").exists():
        (folder / "killed").touch()
        kill(os.getpid())
    return number**2


def fail(number: int) -> None:
    raise ValueError(f"piece {number} fails")


@pytest.mark.runs
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    pieces = [Piece(str(number), (tmp_path, number)) for number in range(40)]
    with connect(processes=2):
        finish(square, pieces, Records(file, "squares"))
    assert (tmp_path / "killed").exists()
    squares = {str(number): number**2 for number in range(40)}
    assert Records(file, "squares").results == squares


@pytest.mark.runs
def test_few_pieces_are_on_the_cluster_at_a_time_and_an_error_ends_the_run(
    tmp_path: Path,
) -> None:
    taken = 0

    def endless() -> Iterator[Piece[tuple[Path, int]]]:
        nonlocal taken
        for taken in range(1_000_000):
            yield Piece(str(taken), (tmp_path, taken))

    with connect(processes=2):
        for number, (piece, result) in enumerate(run(square, endless())):
            assert result == int(piece.name) ** 2
            assert taken < number + 10
            if number == 20:
                break
        with pytest.raises(ValueError, match="piece 0 fails"):
            list(run(fail, [Piece("0", 0)]))


def trials(folder: Path, *options: str, total: int = TRIALS) -> subprocess.Popen[bytes]:
    """Start the benchmark in a process group of its own."""
    program = [sys.executable, "-m", "benchmarks", "trials", "fisher_yates"]
    sizes = ["--items=8", f"--trials={total}", f"--piece={PIECE}"]
    folders = [f"--keep={folder}", f"--docs={folder}"]
    command = [*program, *sizes, *folders, *options]
    return subprocess.Popen(
        command, cwd=ROOT, start_new_session=True, stderr=subprocess.PIPE
    )


def written(folder: Path) -> Counts:
    """Return the counts that the benchmark wrote."""
    (record,) = json.loads((folder / DATA / "trials.json").read_text())
    return Counts.from_json(record["counts"])


@pytest.mark.runs
def test_a_run_resumes_after_it_was_killed_or_interrupted(tmp_path: Path) -> None:
    for number in (signal.SIGKILL, signal.SIGINT):
        start = count_kept(tmp_path)
        with trials(tmp_path, "--processes", "2", total=ENDLESS) as process:
            wait_until(lambda: count_kept(tmp_path) > start + 5 * PIECE)  # noqa: B023 (it waits here)
            if number is signal.SIGINT:
                kill_group(process.pid, number)
            else:
                kill(process.pid)
            _, errors = process.communicate(timeout=300)
        assert process.returncode
        assert (b"the same command resumes" in errors) == (number is signal.SIGINT)
        wait_until(lambda: not group_exists(process.pid))
        assert start + 5 * PIECE < count_kept(tmp_path) < ENDLESS
    total = count_kept(tmp_path) + 20 * PIECE
    with trials(tmp_path, "--processes", "1", total=total) as process:
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 0
    assert b" 0.00/" not in errors, "the progress begins where the others ended"
    assert written(tmp_path) == EXPERIMENT.count_trials(0, total)


def count_kept(folder: Path) -> int:
    """Return the number of trials in the records."""
    file = folder / "fisher_yates-8.jsonl"
    lines = file.read_text().splitlines(keepends=True)[1:] if file.exists() else []
    return sum(json.loads(line)[1]["trials"] for line in lines if line.endswith("\n"))


@contextmanager
def dask(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process of a cluster, as it would be started on other machines."""
    process = subprocess.Popen(
        [Path(sys.executable).with_name("dask"), *arguments], stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.runs
def test_a_cluster_that_runs_elsewhere_gives_the_same_counts_when_a_worker_is_killed(
    tmp_path: Path,
) -> None:
    file = tmp_path / "scheduler.json"
    place = ("--host=127.0.0.1", "--port=0", f"--scheduler-file={file}")
    with dask("scheduler", "--no-dashboard", *place):
        wait_until(file.exists)
        address = json.loads(file.read_text())["address"]
        worker = ("worker", address, "--nthreads=1", "--no-nanny", "--no-dashboard")
        with (
            dask(*worker) as first,
            dask(*worker),
            trials(tmp_path, "--scheduler", address) as process,
        ):
            wait_until(lambda: count_kept(tmp_path) > 5 * PIECE)
            first.kill()
            process.communicate(timeout=300)
            assert process.returncode == 0
    assert written(tmp_path) == EXPERIMENT.count_trials(0, TRIALS)
