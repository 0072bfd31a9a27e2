"""A test of a table tries every entry and names those that fail."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import select_entry
from tests.examples import FEW
from tests.tables import Test, for_each, make_entries
from tools.files import ROOT

PROGRAM = """
from tests.tables import for_each

@for_each("name", ["it's $5", "b"])
def test_names(name):
    raise ValueError(name + "\\nbelow")

def test_no_table():
    pass
"""


class Failures(list[tuple[str, str]]):
    """The label and the error of each subtest, in place of pytest's fixture, which fails the test that uses it."""

    @contextmanager
    def test(self, label: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self.append((label, f"{type(error).__name__}: {error}"))
        except pytest.fail.Exception as error:
            self.append((label, f"Failed: {error}"))


def list_failures(test: Test, entry: str | None = None) -> Failures:
    """Return what fails in a test of a table, or in one entry of it."""
    failures = Failures()
    config = SimpleNamespace(option=SimpleNamespace(entry=entry))
    test(request=SimpleNamespace(config=config, getfixturevalue=lambda _: failures))
    return failures


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

    failures = list_failures(compare)
    assert tried == [(a, b, sign) for a in (1, 2) for b in (1, 2) for sign in "+-"]
    assert failures == [
        ("1-2: -", "AssertionError: 1 is not 2\nassert 1 == 2"),
        ("2-1: +", "Failed: DID NOT RAISE ZeroDivisionError"),
        ("2-1: -", "AssertionError: 2 is not 1\nassert 2 == 1"),
        ("2-2: +", "Failed: DID NOT RAISE ZeroDivisionError"),
    ]


def test_an_entry_is_tried_alone_whether_or_not_it_is_in_the_sample() -> None:
    tried = []

    @for_each("name", ["a", "b"], share=2)
    @for_each("number", [1, 2])
    def note(name: str, number: int) -> None:
        tried.append((name, number))

    for label in ("a: 2", "b: 1"):
        assert not list_failures(note, label)
    assert tried == [("a", 2), ("b", 1)]


def test_each_entry_has_another_label() -> None:
    entries = make_entries(["value"], [1, "1", [], 1], None)
    assert [entry.label for entry in entries] == ["1", "1 (2)", "[]", "1 (3)"]


def test_an_entry_that_fails_stops_a_debugger_and_tells_how_it_is_tried_alone(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_names.py").write_text(PROGRAM)
    options = ("-p", "tests.conftest", "-p", "no:randomly", "--pdb")
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--entry=it's $5"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        input="p 'stopped at', name\ncontinue\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert """('stopped at', "it's $5")""" in ended.stdout
    assert re.search(r"^E +ValueError: it's \$5\nE +below$", ended.stdout, re.MULTILINE)
    assert "1 deselected" in ended.stdout
    above, _, _ = ended.stdout.partition("short test summary info")
    [command] = re.findall("Alone: (.*)", above)
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

    assert list_failures(skip) == [
        ("not installed", "AssertionError: Skipped: not installed")
    ]
