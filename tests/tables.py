"""Tests over tables: one test calls a function with every entry, and names each entry that fails.

    @for_each(("number", "square"), [(2, 4), (3, 9)])
    def test_a_square_is_a_product(number: int, square: int) -> None:
        assert number * number == square

It is written as `pytest.mark.parametrize` is, and makes one test in place of two. A test of pytest costs some
milliseconds beside its own work, which thousands of entries make minutes. So a table is `for_each`, unless pytest must
tell its entries apart. It is `pytest.mark.parametrize` where

- an entry, or the test, has a marker: it belongs to a suite, or is `long`, as its entries take seconds on every core;
- each entry needs a fixture of its own, such as a page, `tmp_path` or `monkeypatch`, or is the parameter of a fixture;
- Hypothesis looks for examples (`given`), and has to begin anew with each entry.

Two tables above one function try each entry of the first with each of the second. An entry is called by its label: its
values, or one of `ids`.

A loop of a test that asserts over what may be nothing, such as a filter, goes over `list_some(…)`, which fails then.

`for_each` puts another function, `test_each`, in place of the test, and pytest passes it the fixtures that are named in
its signature. So that signature has the parameters of the test that no table has.
"""

import functools
import inspect
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as shorten
from typing import Any, NamedTuple, TypeVar

import pytest
import yaml

from tests.examples import tries_many

Test = Callable[..., None]
Element = TypeVar("Element")
REQUEST = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD)
"""pytest's fixture for the options of the run, and for subtests."""


class Entry(NamedTuple):
    """A row of a table: what it is called, and the arguments that it gives the test."""

    label: str
    values: dict[str, Any]


@dataclass(frozen=True)
class Table:
    """The entries of a test, of which `make test` tries one in `share`."""

    entries: Sequence[Entry]
    share: int


@dataclass(frozen=True)
class TableTest:
    """A function, and the tables that it is called with: each entry of one with each of the next."""

    function: Test
    tables: Sequence[Table]

    def list_entries(self) -> list[Entry]:
        """Return all entries, as `--entry` may name one that is not in the sample."""
        return combine([table.entries for table in self.tables])

    def choose_entries(self, label: str | None) -> list[Entry]:
        """Return the entries that a run tries: those of its sample, or the one with this label."""
        if label is not None:
            return [entry for entry in self.list_entries() if entry.label == label]
        return combine([sample(table.entries, table.share) for table in self.tables])

    def list_fixtures(self) -> dict[str, inspect.Parameter]:
        """Return the parameters of the function that no table has, by name."""
        values = {name for table in self.tables for name in table.entries[0].values}
        parameters = inspect.signature(self.function).parameters
        return {name: parameters[name] for name in parameters if name not in values}


TABLE_TESTS: dict[Test, TableTest] = {}
"""The tests that `for_each` has made."""


def combine(columns: Sequence[Sequence[Entry]]) -> list[Entry]:
    """Return an entry for each choice of one entry from every column."""
    return [
        Entry(
            ": ".join(entry.label for entry in chosen),
            {name: value for entry in chosen for name, value in entry.values.items()},
        )
        for chosen in itertools.product(*columns)
    ]


def read_table(path: str) -> Any:
    """Return the value of a YAML file below tests/."""
    return yaml.load(
        (Path(__file__).parent / path).read_text("utf-8"), yaml.CSafeLoader
    )


def name_value(value: Any) -> str:
    """Return a label for a value that one can type: its name, or its representation, shortened."""
    name = getattr(value, "__name__", value)
    is_label = isinstance(name, str) and len(name) <= 80 and name.isprintable()
    return name if is_label else shorten(name)


def sample(entries: Sequence[Element], share: int) -> Sequence[Element]:
    """Return all entries in the suite `exhaustive`, else one in `share`; SEED (Makefile) decides which one is first.

    A test that calls this needs the marker `sampled`, so that the suite runs it.
    """
    return entries if tries_many() else entries[random.randrange(share) :: share]


def list_some(values: Iterable[Element]) -> list[Element]:
    """Return values that a test loops over. It is an error if there are none, as the loop would check nothing."""
    found = list(values)
    assert found, "there is nothing to check"
    return found


def number_equal(labels: Iterable[str]) -> list[str]:
    """Return the labels, with a number behind each that came before, so that each is another one."""
    counts = Counter[str]()
    numbered = []
    for label in labels:
        counts[label] += 1
        number = counts[label]
        numbered.append(label if number == 1 else f"{label} ({number})")
    return numbered


def make_entries(
    names: Sequence[str],
    table: Iterable[Any],
    ids: Callable[[Any], Any] | Iterable[str] | None,
) -> list[Entry]:
    """Return the rows of a table as entries; `ids` are their labels, or a function that names a value."""
    rows = [row if len(names) > 1 else (row,) for row in table]
    if callable(ids):
        labels = ["-".join(name_value(ids(value)) for value in row) for row in rows]
    elif ids is None:
        labels = ["-".join(name_value(value) for value in row) for row in rows]
    else:
        labels = list(ids)
    return [
        Entry(label, dict(zip(names, row, strict=True)))
        for label, row in zip(number_equal(labels), rows, strict=True)
    ]


def try_entries(
    test: TableTest, request: pytest.FixtureRequest, /, **fixtures: Any
) -> None:
    """Call the function of a test with each entry; each entry that fails is a subtest, which has the entry's label.

    An entry that passes opens no subtest: that would take longer than most entries do.
    """
    for label, values in test.choose_entries(request.config.option.entry):
        try:
            test.function(**fixtures, **values)
        except pytest.skip.Exception as skipped:
            with request.getfixturevalue("subtests").test(label):
                raise AssertionError(f"Skipped: {skipped}") from skipped
        except (Exception, BaseExceptionGroup, pytest.fail.Exception):
            with request.getfixturevalue("subtests").test(label):
                raise


def for_each(
    names: str | Sequence[str],
    table: Iterable[Any],
    ids: Callable[[Any], Any] | Iterable[str] | None = None,
    share: int = 1,
) -> Callable[[Test], Test]:
    """Return a decorator that turns a function into one test of all entries of a table.

    The arguments are the same as for `pytest.mark.parametrize`. When an entry fails, the test goes on with the next
    entry; pytest reports each entry that failed. An entry that skips fails, as pytest would not report it. All entries
    share the fixtures.

    With `share=4`, `make test` tries a quarter of the entries, and the suite `exhaustive` tries all of them. That is
    for tests of code that all entries share, and not for tests of the entries: such a test is named
    `test_a_game_…` and not `test_every_game_…`.

    pytest's `--entry=LABEL` tries the entry of this label alone, and `--pdb` stops where an entry fails.
    """
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",")]
    entries = make_entries(names, table, ids)
    if not entries:
        raise ValueError("the table has no entries")

    def decorate(function: Test) -> Test:
        inner = TABLE_TESTS.get(function, TableTest(function, ()))
        test = TableTest(inner.function, (Table(entries, share), *inner.tables))

        own_fixtures = test.list_fixtures()

        @functools.wraps(function)
        def test_each(request: pytest.FixtureRequest, **fixtures: Any) -> None:
            if "request" in own_fixtures:
                fixtures["request"] = request
            try_entries(test, request, **fixtures)

        parameters = {"request": REQUEST} | own_fixtures
        # pytest reads here which fixtures the test needs.
        test_each.__signature__ = inspect.Signature(list(parameters.values()))  # type: ignore[attr-defined]
        TABLE_TESTS[test_each] = test
        return pytest.mark.sampled(test_each) if share > 1 else test_each

    return decorate
