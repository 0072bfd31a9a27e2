"""The report on dieharder agrees with its output, and each of its tests can be repeated alone."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
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
    "marsaglia_tsang_gcd,0,10000000,100,0.14179755,PASSED\n"
    "marsaglia_tsang_gcd,0,10000000,100,0.83657182,PASSED"
)
ZEROS = "sts_monobit,1,100000,100,0.00000000,FAILED"


def test_a_line_of_output_is_parsed_or_rejected() -> None:
    first, second = Run(
        "sd1", "x", 17, 0, lines=tuple(TWO_P_VALUES.splitlines())
    ).p_values
    assert first == PValue(
        "marsaglia_tsang_gcd", 0, 10_000_000, 100, 0.14179755, "PASSED"
    )
    assert second.p == 0.83657182
    assert PValue.parse(ZEROS).assessment == "FAILED"
    for line in (
        "",
        "Segmentation fault",
        "sts_monobit,1,100000,100,0.5,GOOD",
        "a,1,2,3,4,5,PASSED",
    ):
        with pytest.raises(
            ValueError, match=r"unpack|has no assessment|could not convert"
        ):
            PValue.parse(line)


def test_good_words_pass_a_gigabyte_of_tests_and_bad_words_do_not() -> None:
    for result in group_by_source(load_runs(DOCS)):
        if result.source in {"sd1", "system"}:
            assert sum(run.bytes_read for run in result.runs) >= 10**9, result.source
            assert result.chance > 0.001, result.source
        assert (result.count("FAILED") == 0) == (result.source in {"sd1", "system"}), (
            result.source
        )


def test_the_document_agrees_with_the_records_of_every_planned_test_and_of_repeats() -> (
    None
):
    runs = load_runs(DOCS)
    assert (
        f"\n## {results.TITLE}\n\n{results.render_section(runs)}\n\n## "
        in (DOCS / REPORT).read_text()
    )
    assert "`system`" in results.render_summary(runs)
    first = [run for run in runs if run.attempt == 1]
    assert {run.name for run in command.plan_runs("dieharder")} <= {
        run.name for run in first
    }
    assert {run.name for run in command.plan_repeats(first)} == {
        run.name for run in runs if run.attempt == 2
    }
    assert all(run.lines for run in runs)
    for p_value in (p_value for run in runs for p_value in run.p_values):
        edge = min(p_value.p, 1 - p_value.p)
        assert p_value.assessment == (
            "FAILED" if edge < 1e-6 else "WEAK" if edge < 0.005 else "PASSED"
        )


def test_every_test_of_the_whole_battery_reads_different_words() -> None:
    first = [
        run for run in command.plan_runs("dieharder", whole=True) if run.source == "sd1"
    ]
    second = [replace(run, attempt=2) for run in first]
    assert len({run.index for run in first + second}) == 2 * len(first)
    whole = command.list_tests(whole=True)
    assert len(whole) + 29 + len({15, 16, 17, 207, 208}) == 114


def test_the_chance_of_weak_p_values_is_binomial_and_the_verdict_has_both_attempts() -> (
    None
):
    weak = "sts_runs,2,100000,100,0.00400000,WEAK"
    passed = "sts_runs,2,100000,100,0.40000000,PASSED"
    result = SourceResult(
        "sd1",
        tuple(replace(SEEDED, lines=(weak if i < 3 else passed,)) for i in range(90)),
    )
    assert result.expected == pytest.approx(0.9)
    assert result.chance == pytest.approx(binom.sf(2, 90, 0.01))
    first = replace(SEEDED, lines=("diehard_birthdays,0,100,100,0.00300000,WEAK",))
    other = replace(
        SEEDED, attempt=2, lines=("diehard_birthdays,0,100,100,0.61000000,PASSED",)
    )
    system = replace(
        SEEDED,
        source="system",
        lines=("diehard_birthdays,0,100,100,0.50000000,PASSED",),
    )
    sums = Run(
        "system", "dieharder", 14, 0, lines=("diehard_sums,0,100,100,0.00100000,WEAK",)
    )
    sums_again = replace(
        sums, attempt=2, lines=("diehard_sums,0,100,100,0.00000000,FAILED",)
    )
    _, _, *rows = results.render_repeats(
        [first, other, system, sums, sums_again]
    ).splitlines()
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
    install(
        f'echo "$*" > {tmp_path}/call; head -c 100000 > /dev/null; echo "sts_runs,2,100000,100,0.50000000,PASSED"'
    )
    run = Run.from_json(command.run_test(SEEDED))
    assert run.lines == ("sts_runs,2,100000,100,0.50000000,PASSED",)
    assert 100_000 <= run.bytes_read < 600_000
    assert "-g 200 -d 0" in (tmp_path / "call").read_text()
    words = "python -m benchmarks words sd1 --seed dieharder --index 203007 --native"
    shown = results.shell_command(Run("sd1", "dieharder", 203, 7))
    assert shown.startswith(f"{words} | dieharder -g 200 -d 203 -n 7 -c ,")
    install("head -c 1000 > /dev/null; echo Segmentation fault >&2; exit 139")
    with pytest.raises(
        ValueError, match=r"(?s)benchmarks words sd1.*139.*Segmentation fault"
    ):
        command.run_test(SEEDED)


def test_dieharder_reads_the_words_of_the_documented_command(
    install: Callable[[str], object],
) -> None:
    install("head -c 1000 | od -An -v -tx1")
    for run in (Run("stuck", "x", 2, 0), Run("rand", "x", 8, 0)):
        words_command = shlex.join([sys.executable, *results.words_command(run)[1:]])
        pipe = f"{words_command} 2>&- | head -c 1000 | od -An -v -tx1"
        words = subprocess.run(
            pipe, shell=True, capture_output=True, text=True, check=True
        )
        assert Run.from_json(command.run_test(run)).lines == tuple(
            words.stdout.splitlines()
        )


@pytest.mark.skipif(not which("dieharder"), reason="dieharder is not installed")
def test_a_repeated_test_has_the_recorded_p_value() -> None:
    run = next(run for run in load_runs(DOCS) if run.name == "sd1-0-0-1")
    assert (
        Run.from_json(command.run_test(replace(run, bytes_read=0, lines=()))).lines
        == run.lines
    )
