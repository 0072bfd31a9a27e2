"""What is told of dieharder's tests is what it said, and each of them can be done again alone."""

import json
import os
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest
from scipy.stats import binom

from benchmarks import dieharder
from benchmarks.dieharder.results import Tally, document, recorded, summary, tallies, verdict
from benchmarks.dieharder.runs import PValue, Run, command

DOCS = Path(__file__).parents[2] / "docs"
SEEDED = Run("sd1", "dieharder", 0, 0)

# What dieharder 3.31.1 wrote of the key stream of AES-256 in counter mode, and of /dev/zero.
TWO_P_VALUES = (
    "marsaglia_tsang_gcd,0,10000000,100,0.14179755,PASSED\nmarsaglia_tsang_gcd,0,10000000,100,0.83657182,PASSED"
)
ZEROS = "sts_monobit,1,100000,100,0.00000000,FAILED"


def test_a_line_of_dieharders_is_read() -> None:
    first, second = Run("sd1", "x", 17, 0, lines=tuple(TWO_P_VALUES.splitlines())).p_values
    assert first == PValue("marsaglia_tsang_gcd", 0, 10_000_000, 100, 0.14179755, "PASSED")
    assert second.p == 0.83657182
    assert PValue.read(ZEROS).assessment == "FAILED"


@pytest.mark.parametrize("line", ["", "Segmentation fault", "sts_monobit,1,100000,100,0.5,GOOD", "a,1,2,3,4,5,PASSED"])
def test_what_is_no_such_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"unpack|does not say|could not convert"):
        PValue.read(line)


def test_the_document_is_what_the_record_says() -> None:
    assert (DOCS / "dieharder.md").read_text() == document(recorded(DOCS))


def test_the_record_has_the_whole_selection_and_what_did_not_pass_once_more() -> None:
    runs = recorded(DOCS)
    first = [run for run in runs if run.attempt == 1]
    assert {run.name for run in dieharder.planned("dieharder")} <= {run.name for run in first}
    assert {run.name for run in dieharder.again(first)} == {run.name for run in runs if run.attempt == 2}
    assert all(run.lines for run in runs)


def test_one_p_value_in_a_hundred_is_called_weak_and_two_in_a_million_failed() -> None:
    for found in (found for run in recorded(DOCS) for found in run.p_values):
        edge = min(found.p, 1 - found.p)
        assert found.assessment == ("FAILED" if edge < 1e-6 else "WEAK" if edge < 0.005 else "PASSED")


@pytest.mark.parametrize("tally", tallies(recorded(DOCS)), ids=lambda tally: tally.source)
def test_good_words_pass_a_gigabyte_of_tests_and_bad_words_do_not(tally: Tally) -> None:
    if tally.source in {"sd1", "system"}:
        assert sum(run.taken for run in tally.runs) >= 10**9
        assert tally.of("FAILED") == 0
        assert tally.chance > 0.001
    else:
        assert tally.of("FAILED") > 0


def test_every_test_reads_words_of_its_own() -> None:
    first = [run for run in dieharder.planned("dieharder", whole=True) if run.source == "sd1"]
    second = [replace(run, attempt=2) for run in first]
    assert len({run.index for run in first + second}) == 2 * len(first)


def test_the_whole_battery_has_as_many_tests_as_dieharders() -> None:
    # `dieharder -a` 3.31.1 tells 114 p-values; one test tells 30, one of each pair below two.
    whole = dieharder.battery(whole=True)
    assert len(whole) + 29 + len({15, 16, 17, 207, 208}) == 114


def test_the_chance_of_so_many_weak_ones_is_binomial() -> None:
    weak = "sts_runs,2,100000,100,0.00400000,WEAK"
    passed = "sts_runs,2,100000,100,0.40000000,PASSED"
    tally = Tally("sd1", tuple(replace(SEEDED, lines=(weak if i < 3 else passed,)) for i in range(90)))
    assert tally.expected == pytest.approx(0.9)
    assert tally.chance == pytest.approx(binom.sf(2, 90, 0.01))


def test_the_verdict_tells_both_attempts() -> None:
    weak = replace(SEEDED, lines=("diehard_birthdays,0,100,100,0.00300000,WEAK",))
    other = replace(SEEDED, attempt=2, lines=("diehard_birthdays,0,100,100,0.61000000,PASSED",))
    system = replace(SEEDED, source="system", lines=("diehard_birthdays,0,100,100,0.50000000,PASSED",))
    sums = Run("system", "dieharder", 14, 0, lines=("diehard_sums,0,100,100,0.00100000,WEAK",))
    sums_again = replace(sums, attempt=2, lines=("diehard_sums,0,100,100,0.00000000,FAILED",))
    seeded, drawn = verdict([weak, other, system, sums, sums_again]).splitlines()
    assert "of 1 p-values 1 are WEAK and 0 FAILED" in seeded
    assert "0.00300000 **WEAK**, and with other words 0.6100" in seeded
    assert "*do not use*" in drawn
    assert "0.00000000 **FAILED**" in drawn


@pytest.fixture
def battery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for dieharder, which reads some words, notes its arguments in a file, and says that all is well."""
    calls = tmp_path / "calls"
    program = tmp_path / "bin" / "dieharder"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\necho "$*" >> {calls}\nhead -c 100000 > /dev/null\necho "sts_runs,2,100000,100,0.50000000,PASSED"\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return calls


def test_a_run_counts_its_words_and_keeps_what_was_said(battery: Path, tmp_path: Path) -> None:
    (run,) = dieharder.done([SEEDED], tmp_path / "kept", 1)
    assert run.lines == ("sts_runs,2,100000,100,0.50000000,PASSED",)
    assert 100_000 <= run.taken < 300_000
    assert "-g 200 -d 0" in battery.read_text()
    assert Run.from_json(json.loads((tmp_path / "kept" / "sd1-0-0-1.json").read_text())) == run


def test_what_was_done_is_not_done_again(battery: Path, tmp_path: Path) -> None:
    one, two, three = (replace(SEEDED, number=number) for number in (0, 2, 8))
    first = dieharder.done([one, two], tmp_path, 2)
    assert dieharder.done([one, two, three], tmp_path, 2)[:2] == first
    assert len(battery.read_text().splitlines()) == 3


def test_an_interruption_keeps_what_is_done_and_leaves_nothing_running(
    battery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way: list[dieharder.Pipe] = []

    def interrupt(finished: dict[str, Run], _: int, pipes: list[dieharder.Pipe]) -> None:
        under_way[:] = pipes
        if finished:
            raise KeyboardInterrupt

    monkeypatch.setattr(dieharder, "_show", interrupt)
    with pytest.raises(KeyboardInterrupt):
        dieharder.done([replace(SEEDED, number=number) for number in range(4)], tmp_path, 1)
    assert (tmp_path / "sd1-0-0-1.json").exists()
    assert not (tmp_path / "sd1-3-0-1.json").exists()
    assert all(pipe.over() for pipe in under_way)


def test_runs_of_another_seed_are_not_gone_on_with(battery: Path, tmp_path: Path) -> None:
    dieharder.done([SEEDED], tmp_path, 1)
    with pytest.raises(ValueError, match="another seed"):
        dieharder.done([replace(SEEDED, seed="other")], tmp_path, 1)


def test_a_battery_that_breaks_is_told_and_nothing_is_kept(battery: Path, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "dieharder"
    program.write_text("#!/bin/sh\nhead -c 1000 > /dev/null\necho Segmentation fault >&2\nexit 139\n")
    with pytest.raises(ValueError, match=r"(?s)benchmarks.dieharder.words sd1.*139.*Segmentation fault"):
        dieharder.done([SEEDED], tmp_path, 1)
    assert not list(tmp_path.glob("*.json"))


@pytest.mark.skipif(not which("dieharder"), reason="dieharder is not installed")
def test_a_recorded_test_is_done_again_with_the_same_p_value(tmp_path: Path) -> None:
    run = next(run for run in recorded(DOCS) if run.name == "sd1-0-0-1")
    (again,) = dieharder.done([replace(run, taken=0, lines=())], tmp_path, 1)
    assert again.lines == run.lines


def test_the_summary_and_the_command_name_what_was_done() -> None:
    assert "`system`" in summary(recorded(DOCS))
    assert command(Run("sd1", "dieharder", 203, 7)).startswith(
        "python -m benchmarks.dieharder.words sd1 --seed dieharder --index 203007 --native | dieharder -g 200 -d 203 -n 7 -c ,"
    )
