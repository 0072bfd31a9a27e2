"""Files that are made from others are written in their order, and only those that are stale."""

import sys
from pathlib import Path

import pytest

from tools import generate
from tools.generate import Writer, main

FIRST = """
from pathlib import Path

FOLDER = Path(__file__).parent


def build_files():
    return {FOLDER / "first": (FOLDER / "source").read_text("utf-8") + "!"}
"""
SECOND = FIRST.replace('"first"', '"second"').replace('"source"', '"first"')


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in which one module makes a file of a source, and another one a file of the first file."""
    (tmp_path / ".gitignore").write_text("build\n__pycache__\n")
    (tmp_path / "source").write_text("a")
    (tmp_path / "first_writer.py").write_text(FIRST)
    (tmp_path / "second_writer.py").write_text(SECOND)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "first_writer", raising=False)
    monkeypatch.delitem(sys.modules, "second_writer", raising=False)
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "NEWEST", tmp_path / "build" / "generated.json")
    monkeypatch.setattr(generate, "list_files", lambda: [tmp_path / "source"])
    monkeypatch.setattr(
        generate, "WRITERS", (Writer("first_writer"), Writer("second_writer"))
    )
    return tmp_path


def test_the_files_of_modules_are_written_if_they_are_stale(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["first_writer", "second_writer"]) == 0
    assert capsys.readouterr().out == "first is written\nsecond is written\n"
    assert (folder / "second").read_text() == "a!!"
    assert main(["first_writer", "second_writer"]) == 0
    assert not capsys.readouterr().out


@pytest.fixture
def written(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The project with its files, none of which is stale."""
    main(["first_writer", "second_writer"])
    assert main(["--check"]) == 0
    capsys.readouterr()
    return folder


def test_a_stale_file_is_named_with_the_difference_and_the_command(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (written / "source").write_text("b")
    assert main(["--check"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1] == "first is stale: make generate"
    assert {"-a!", "+b!"} < set(printed)
    assert (written / "first").read_text() == "a!"


def test_every_stale_file_is_named_below_the_differences(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (written / "first").write_text("old")
    (written / "second").unlink()
    assert main(["--check"]) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "first is stale: make generate",
        "second is stale: make generate",
    ]


def test_a_file_that_a_test_compares_is_not_made_by_the_check(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (written / "first").write_text("old")
    compared = Writer("first_writer", compared_by="a test")
    monkeypatch.setattr(generate, "WRITERS", [compared])
    assert main(["--check"]) == 0


def test_sources_that_allow_no_files_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "first_writer.py").write_text(
        "def build_files():\n    raise ValueError('It breaks clients.')\n"
    )
    assert main(["first_writer"]) == 1
    assert main(["--check"]) == 1
    assert capsys.readouterr().out.count("It breaks clients.") == 2


def test_a_module_that_makes_no_file_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "first_writer.py").write_text("def build_files():\n    return {}\n")
    assert main(["--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "first_writer would write nothing:",
        "It makes no file.",
    ]


def test_a_slow_writer_runs_if_its_sources_changed(folder: Path) -> None:
    writer = Writer("first_writer", sources=["source"])
    assert not generate.is_newest(writer)
    generate.note_newest(writer)
    assert generate.is_newest(writer)
    (folder / "source").write_text("b")
    assert not generate.is_newest(writer)


def test_every_writer_runs_but_for_slow_ones_with_old_sources(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Writer("first_writer", sources=["source"])
    monkeypatch.setattr(generate, "WRITERS", (slow, Writer("second_writer")))
    monkeypatch.setattr(generate, "run_writer", main_of_module)
    (folder / "first").write_text("old")
    generate.note_newest(slow)
    assert main([]) == 0
    assert (folder / "second").read_text() == "old!"
    assert main(["--all"]) == 0
    assert (folder / "second").read_text() == "a!!"


def test_no_writer_runs_after_one_that_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generate, "run_writer", main_of_module)
    (folder / "first").write_text("old")
    (folder / "first_writer.py").write_text("def build_files(): raise ValueError")
    assert main([]) == 1
    assert not (folder / "second").exists()


def main_of_module(module: str) -> int:
    """Run a writer in this process, as its module is in no other project."""
    return main([module])
