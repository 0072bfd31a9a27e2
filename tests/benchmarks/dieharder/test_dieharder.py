"""The report on dieharder agrees with its output, and each of its tests can be repeated alone."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest
from scipy.stats import binom

from benchmarks.dieharder import command, results
from benchmarks.dieharder.results import (
    PValue,
    Run,
    SourceResult,
    group_by_source,
    load_runs,
)
from benchmarks.documents import DOCS, REPORT

SEEDED = Run("sd1", "dieharder", 0, 0)

# Output of dieharder 3.31.1 on the key stream of AES-256 in counter mode, and on /dev/zero.
TWO_P_VALUES = (
    "marsaglia_tsang_gcd,0,10000000,100,0.14179755,PASSED",
    "marsaglia_tsang_gcd,0,10000000,100,0.83657182,PASSED",
)
ZEROS = "sts_monobit,1,100000,100,0.00000000,FAILED"


NO_P_VALUES = (
    "",
    "Segmentation fault",
    "sts_monobit,1,100000,100,0.5,GOOD",
    "a,1,2,3,4,5,PASSED",
)


def test_a_line_of_output_is_parsed_or_rejected() -> None:
    run = Run("sd1", "x", 17, 0, lines=TWO_P_VALUES)
    first, second = run.p_values
    assert first == PValue(
        "marsaglia_tsang_gcd", 0, 10_000_000, 100, 0.14179755, "PASSED"
    )
    assert second.p == 0.83657182
    assert PValue.parse(ZEROS).assessment == "FAILED"
    reason = "unpack|has no assessment|could not convert"
    for line in NO_P_VALUES:
        with pytest.raises(ValueError, match=reason):
            PValue.parse(line)


def test_good_words_pass_a_gigabyte_of_tests_and_bad_words_do_not() -> None:
    for result in group_by_source(load_runs(DOCS)):
        failures = result.count("FAILED")
        if result.source in {"sd1", "system"}:
            assert sum(run.bytes_read for run in result.runs) >= 10**9, result.source
            assert result.chance > 0.001, result.source
            assert failures == 0, result.source
        else:
            assert failures > 0, result.source


def test_the_document_has_the_records_of_each_planned_test_and_repeat() -> None:
    runs = load_runs(DOCS)
    section = results.render_section(runs)
    report = (DOCS / REPORT).read_text()
    assert f"\n## {results.TITLE}\n\n{section}\n\n## " in report
    assert "`system`" in results.render_summary(runs)
    first = [run for run in runs if run.attempt == 1]
    second = [run for run in runs if run.attempt == 2]
    assert list_names(command.plan_runs("dieharder")) <= list_names(first)
    assert list_names(command.plan_repeats(first)) == list_names(second)
    for run in runs:
        assert run.lines
        for p_value in run.p_values:
            assert p_value.assessment == assess(p_value.p)


def list_names(runs: Iterable[Run]) -> set[str]:
    return {run.name for run in runs}


def assess(p: float) -> str:
    """Return what dieharder says of a p-value."""
    edge = min(p, 1 - p)
    if edge < 1e-6:
        return "FAILED"
    return "WEAK" if edge < 0.005 else "PASSED"


def test_every_test_of_the_whole_battery_reads_different_words() -> None:
    runs = command.plan_runs("dieharder", whole=True)
    first = [run for run in runs if run.source == "sd1"]
    second = [replace(run, attempt=2) for run in first]
    assert len({run.index for run in first + second}) == 2 * len(first)
    whole = command.list_tests(whole=True)
    assert len(whole) + 29 + len({15, 16, 17, 207, 208}) == 114


def test_the_chance_of_weak_p_values_is_binomial_and_a_row_has_both_attempts() -> None:
    weak = replace(SEEDED, lines=("sts_runs,2,100000,100,0.00400000,WEAK",))
    passed = replace(SEEDED, lines=("sts_runs,2,100000,100,0.40000000,PASSED",))
    result = SourceResult("sd1", (weak,) * 3 + (passed,) * 87)
    assert result.expected == pytest.approx(0.9)
    assert result.chance == pytest.approx(binom.sf(2, 90, 0.01))

    def run(source: str, test: int, attempt: int, line: str) -> Run:
        return Run(source, "dieharder", test, 0, attempt=attempt, lines=(line,))

    table = results.render_repeats(
        [
            run("sd1", 0, 1, "diehard_birthdays,0,100,100,0.00300000,WEAK"),
            run("sd1", 0, 2, "diehard_birthdays,0,100,100,0.61000000,PASSED"),
            run("system", 0, 1, "diehard_birthdays,0,100,100,0.50000000,PASSED"),
            run("system", 14, 1, "diehard_sums,0,100,100,0.00100000,WEAK"),
            run("system", 14, 2, "diehard_sums,0,100,100,0.00000000,FAILED"),
        ]
    )
    _, _, *rows = table.splitlines()
    assert rows == [
        "| `sd1` | `diehard_birthdays` | 0.00300000 **WEAK** | 0.6100 |",
        "| `system` | `diehard_sums` (*do not use*) | 0.00100000 **WEAK** | 0.00000000 **FAILED** |",
    ]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], object]:
    """Return a function that puts a shell script in place of dieharder."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    program = tmp_path / "dieharder"
    program.touch(0o755)
    return lambda script: program.write_text(f"#!/bin/sh\n{script}\n")


def test_a_run_counts_its_words_and_has_the_output_or_the_crash(
    install: Callable[[str], object], tmp_path: Path
) -> None:
    line = "sts_runs,2,100000,100,0.50000000,PASSED"
    install(f'echo "$*" > {tmp_path}/call; head -c 100000 > /dev/null; echo "{line}"')
    run = Run.from_json(command.run_test(SEEDED))
    assert run.lines == (line,)
    assert 100_000 <= run.bytes_read < 600_000
    assert "-g 200 -d 0" in (tmp_path / "call").read_text()
    words = "python -m benchmarks words sd1 --seed dieharder --index 203007 --native"
    shown = results.shell_command(Run("sd1", "dieharder", 203, 7))
    assert shown.startswith(f"{words} | dieharder -g 200 -d 203 -n 7 -c ,")
    install("head -c 1000 > /dev/null; echo Segmentation fault >&2; exit 139")
    crash = "(?s)benchmarks words sd1.*139.*Segmentation fault"
    with pytest.raises(ValueError, match=crash):
        command.run_test(SEEDED)


def test_dieharder_reads_the_words_of_the_documented_command(
    install: Callable[[str], object],
) -> None:
    install("head -c 1000 | od -An -v -tx1")
    for run in (Run("stuck", "x", 2, 0), Run("rand", "x", 8, 0)):
        _, *arguments = results.words_command(run)
        words_command = shlex.join([sys.executable, *arguments])
        pipe = f"{words_command} 2>&- | head -c 1000 | od -An -v -tx1"
        words = subprocess.check_output(pipe, shell=True, text=True)
        tested = Run.from_json(command.run_test(run))
        assert tested.lines == tuple(words.splitlines())


@pytest.mark.skipif(not which("dieharder"), reason="dieharder is not installed")
def test_a_repeated_test_has_the_recorded_p_value() -> None:
    (recorded,) = (run for run in load_runs(DOCS) if run.name == "sd1-0-0-1")
    planned = replace(recorded, bytes_read=0, lines=())
    repeated = Run.from_json(command.run_test(planned))
    assert repeated.lines == recorded.lines
