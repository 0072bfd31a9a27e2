"""A test of a table tries every entry and names those that fail."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import select_entry
from tests.examples import FEW
from tests.tables import RUN, for_each, make_entries
from tools.files import ROOT

PROGRAM = """
from tests.tables import for_each

@for_each("name", ["it's $5", "b"])
def test_names(name):
    raise ValueError(name)

def test_no_table():
    pass
"""


def run_pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Return how pytest ended in a folder with the options of these tests."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_failing_entry_is_named_with_its_reason_and_all_are_tried() -> None:
    tried = []

    @for_each(("a", "b"), [(1, 1), (1, 2), (2, 1), (2, 2)])
    @for_each("sign", ["+", "-"])
    def compare(a: int, b: int, sign: str) -> None:
        tried.append((a, b, sign))
        if sign == "-":
            assert a == b, f"{a} is not {b}"
        else:
            with pytest.raises(ZeroDivisionError):
                _ = 1 / (a - 1)

    with pytest.raises(BaseExceptionGroup) as failure:
        compare()
    assert tried == [(a, b, sign) for a in (1, 2) for b in (1, 2) for sign in "+-"]
    count, *lines = failure.value.message.splitlines()
    assert count == "4 of 8 failed:"
    assert lines == [
        "1-2: -: AssertionError: 1 is not 2",
        "  assert 1 == 2",
        "2-1: +: Failed: DID NOT RAISE ZeroDivisionError",
        "2-1: -: AssertionError: 2 is not 1",
        "  assert 2 == 1",
        "2-2: +: Failed: DID NOT RAISE ZeroDivisionError",
    ]


def test_a_failure_tells_all_of_the_error() -> None:
    @for_each("size", [1000])
    def fail(size: int) -> None:
        raise ValueError("a" * size + "\nbelow")

    with pytest.raises(BaseExceptionGroup) as failure:
        fail()
    _, first, second = failure.value.message.splitlines()
    assert first == "1000: ValueError: " + "a" * 1000
    assert second == "  below"


def test_a_failure_tells_each_error_of_a_group() -> None:
    @for_each("name", ["a"])
    def fail(name: str) -> None:
        raise ExceptionGroup("two", [ValueError(name), KeyError(1)])

    with pytest.raises(BaseExceptionGroup) as failure:
        fail()
    assert "ValueError: a" in failure.value.message
    assert "KeyError: 1" in failure.value.message


def test_an_entry_is_tried_alone_whether_or_not_it_is_in_the_sample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []

    @for_each("name", ["a", "b"], share=2)
    @for_each("number", [1, 2])
    def note(name: str, number: int) -> None:
        tried.append((name, number))

    for label in ("a: 2", "b: 1"):
        monkeypatch.setattr(RUN, "entry", label)
        note()
    assert tried == [("a", 2), ("b", 1)]


def test_each_entry_has_another_label() -> None:
    entries = make_entries(["value"], [1, "1", [], 1], None)
    assert [entry.label for entry in entries] == ["1", "1 (2)", "[]", "1 (3)"]


def test_the_first_error_is_raised_as_it_is_for_a_debugger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @for_each("divisor", [1, 0, "text"])
    def divide(divisor: int) -> None:
        assert 1 / divisor

    monkeypatch.setattr(RUN, "stops_at_once", True)
    with pytest.raises(ZeroDivisionError) as failure:
        divide()
    assert failure.traceback[-1].locals["divisor"] == 0


def test_an_entry_that_fails_tells_the_command_that_runs_it_alone(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_names.py").write_text(PROGRAM)
    ended = run_pytest(tmp_path, "--entry=it's $5", "-p", "no:randomly")
    assert "1 of 1 failed" in ended.stdout
    assert "1 deselected" in ended.stdout
    [command] = re.findall("Alone: (.*)", ended.stdout)
    make, target, arguments = shlex.split(command)
    assert make == "make"
    assert target == "test"
    name, _, value = arguments.partition("=")
    assert name == "ARGS"
    assert shlex.split(value) == ["test_names.py::test_names", "--entry=it's $$5"]


def test_an_entry_of_no_test_is_an_error_that_names_the_nearest(
    request: pytest.FixtureRequest,
) -> None:
    @for_each("game", ["holdem", "bridge"])
    def find(game: str) -> None: ...

    test = pytest.Function.from_parent(request.node.parent, name="find", callobj=find)
    with pytest.raises(pytest.UsageError, match=r"holdm.* holdem"):
        select_entry(request.config, [test], "holdm")


def test_a_slow_machine_fails_no_property_with_few_examples() -> None:
    assert FEW.deadline is None


def test_a_table_without_entries_is_no_test() -> None:
    with pytest.raises(ValueError, match="no entries"):
        for_each("a", [])


def test_an_entry_that_skips_fails() -> None:
    @for_each("reason", ["not installed"])
    def skip(reason: str) -> None:
        pytest.skip(reason)

    with pytest.raises(BaseExceptionGroup, match="not installed: Skipped"):
        skip()
