"""Mutants: the document agrees with the records, and the tests that reach a line are selected."""

from pathlib import Path

import pytest

from benchmarks.documents import DOCS
from benchmarks.mutants.results import MIN_KILLED, ROW, Outcome, Result, Sample, load, load_reasons, render_row, write
from benchmarks.mutants.runs import Mutant, run_mutant, share
from benchmarks.mutants.selection import MeasuredFile, select_tests

SOURCE = """\
LIMIT = 3

def grow(
    number,
):
    return min(
        number + 1,
        LIMIT,
    )

def shrink(number):
    return number - 1
"""
MODULE = "service/core/hands/sizes.py"
IMPORT = [1, 3, 11]
FILES = [
    MeasuredFile("tests/api/test_games.py", "", 5, {MODULE: [*IMPORT, 6, 7, 8]}),
    MeasuredFile("tests/core/hands/test_bridge.py", "", 1, {MODULE: [*IMPORT, 6, 7, 8]}),
    MeasuredFile("tests/core/hands/test_sizes.py", "", 9, {MODULE: [*IMPORT, 6, 7, 8]}),
    MeasuredFile("tests/core/hands/test_shrink.py", "", 2, {MODULE: [*IMPORT, 12]}),
    MeasuredFile("tests/core/test_imports.py", "", 1, {MODULE: IMPORT}),
    MeasuredFile("tests/core/test_others.py", "", 1, {"service/core/errors.py": [1]}),
]


def test_the_document_agrees_with_the_records() -> None:
    assert render_row(load(DOCS).values()) in (DOCS / "operations.md").read_text().splitlines()


@pytest.mark.parametrize("sample", load(DOCS).values(), ids=lambda sample: sample.seed)
def test_nearly_all_mutants_that_change_anything_are_killed(sample: Sample) -> None:
    assert sum(sample.outcomes.values()) >= 100
    assert sample.share >= MIN_KILLED


def test_every_mutant_that_changes_nothing_has_a_reason() -> None:
    assert all(module.startswith("service/core/") and reason for (module, *_), reason in load_reasons().items())


def test_mutants_that_change_nothing_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = tmp_path / "equivalents.toml"
    reasons.write_text(f'[[mutant]]\nmodule = "{MODULE}"\nbefore = "a"\nafter = "c"\nreason = "Nobody reads it."\n')
    monkeypatch.setattr("benchmarks.mutants.results.EQUIVALENTS", reasons)
    equivalent = Result(MODULE, "a", "c", Outcome.SURVIVED)
    survivor = Result(MODULE, "a", "b", Outcome.SURVIVED)
    killed = [
        Result(MODULE, "a", str(number), outcome) for number, outcome in enumerate(Outcome) if outcome != "survived"
    ]
    sample = Sample.of(7, [equivalent, survivor, *killed])
    assert (sample.killed, sample.changing, sample.share) == (3, 4, 0.75)
    assert "seed 7: 5 mutants, 1 of which change nothing; of the other 4, 3 are killed, 75.0%" in render_row([sample])
    assert "(2 before tests were added, 66.7%)" in render_row([Sample.of(7, killed, first=2)])


def test_the_row_of_the_document_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "operations.md").write_text(f"| a |\n{ROW} old |\n| b |\n")
    sample = Sample.of(1, [Result(MODULE, "a", "b", Outcome.FAILED)])
    write([sample], tmp_path)
    assert (tmp_path / "operations.md").read_text() == f"| a |\n{render_row([sample])}\n| b |\n"
    assert load(tmp_path) == {1: sample}


@pytest.mark.parametrize(
    ("line", "near", "far"),
    [
        (7, ["test_sizes", "test_bridge"], ["tests/api/test_games"]),
        (12, ["test_shrink"], []),
        (1, ["test_sizes", "test_bridge", "test_shrink"], ["tests/api/test_games"]),
    ],
    ids=["within a statement", "another function", "run by the import"],
)
def test_the_files_that_run_a_line_are_selected(line: int, near: list[str], far: list[str]) -> None:
    (near_files, _), (far_files, _) = select_tests(MODULE, line, SOURCE, FILES)
    assert near_files == [f"tests/core/hands/{name}.py" for name in near]
    assert far_files == [f"{name}.py" for name in far]


def test_the_tests_of_a_mutant_are_limited_in_time() -> None:
    slow = [MeasuredFile(f"tests/core/hands/test_{name}.py", "", 150, {MODULE: [*IMPORT, 12]}) for name in "abc"]
    (near, seconds), _ = select_tests(MODULE, 12, SOURCE, [*FILES, *slow])
    assert near == ["tests/core/hands/test_shrink.py", "tests/core/hands/test_a.py"]
    assert seconds == 152


@pytest.mark.parametrize(
    ("after", "timeout", "outcome"),
    [
        ("LIMIT = 3", 60, Outcome.SURVIVED),
        ("LIMIT = 4", 60, Outcome.FAILED),
        ("LIMIT = 1 / 0", 60, Outcome.BROKEN),
        ("while True: pass", 1, Outcome.UNTERMINATED),
    ],
)
def test_a_mutant_is_killed_by_a_failure_an_error_of_the_import_and_a_timeout(
    after: str, timeout: int, outcome: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.mutants.runs.MIN_TIMEOUT", timeout)
    (tmp_path / "sizes.py").write_text("LIMIT = 3")
    (tmp_path / "test_sizes.py").write_text("import sizes\ndef test_limit():\n    assert sizes.LIMIT == 3\n")
    mutant = Mutant("sizes.py", 1, "LIMIT = 3", after, after)
    assert run_mutant(tmp_path, mutant, [([], 0), (["test_sizes.py"], 0)]) is outcome
    assert (tmp_path / "sizes.py").read_text() == "LIMIT = 3"


def test_each_folder_does_one_task_at_a_time(tmp_path: Path) -> None:
    def work(folder: Path, task: int) -> int:
        (folder / "busy").mkdir()
        (folder / "busy").rmdir()
        return task

    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    assert list(share(work, range(50), folders)) == list(range(50))
