"""Tests over tables: one test calls a function with every entry, and names each entry that fails.

A test of pytest costs some milliseconds beside its own work, which thousands of entries make minutes.
"""

import functools
import inspect
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from reprlib import repr as shorten
from typing import Any, TypeVar

import pytest
import yaml
from hypothesis import settings

FEW = settings(max_examples=settings().max_examples // 10)
"""Tries a property with few examples, as it is tried with each entry of a table."""

Test = Callable[..., None]
Entry = TypeVar("Entry")


def read_table(path: str) -> Any:
    """Return the value of a YAML file below tests/."""
    return yaml.load(
        (Path(__file__).parent / path).read_text("utf-8"), yaml.CSafeLoader
    )


def name_value(value: Any) -> str:
    name = getattr(value, "__name__", value)
    return name if isinstance(name, str) and len(name) <= 80 else shorten(name)


def list_reasons(error: BaseException) -> list[str]:
    """Return a line for an error, or one for each entry of a table within the table."""
    if isinstance(error, BaseExceptionGroup):
        return str(error.message).splitlines()[1:] or [str(error.message)]
    return [f"{type(error).__name__}: {error}".splitlines()[0][:200]]


def sample(entries: Sequence[Entry], share: int) -> Sequence[Entry]:
    """Return all entries in the suite `exhaustive`, else one in `share`; SEED (Makefile) decides which one is first.

    A test that calls this needs the marker `sampled`, so that the suite runs it.
    """
    is_exhaustive = settings.get_current_profile_name() == "many"
    return entries if is_exhaustive else entries[random.randrange(share) :: share]


def for_each(
    names: str | Sequence[str],
    table: Iterable[Any],
    ids: Callable[[Any], Any] | Iterable[str] | None = None,
    share: int = 1,
) -> Callable[[Test], Test]:
    """Return a decorator that turns a function into one test of all entries of a table.

    The arguments are the same as for `pytest.mark.parametrize`. When an entry fails, the test goes on with the next
    entry; in the end an ExceptionGroup names the entries that failed and has the exception of each. An entry that
    skips fails, as pytest would count the whole table as skipped. All entries share the fixtures.

    With `share=4`, `make test` tries a quarter of the entries, and the suite `exhaustive` tries all of them. That is
    for tests of code that all entries share, and not for tests of the entries.
    """
    names = (
        [name.strip() for name in names.split(",")]
        if isinstance(names, str)
        else list(names)
    )
    rows = [entry if len(names) > 1 else (entry,) for entry in table]
    name_of = ids if callable(ids) else name_value
    labels = (
        ["-".join(name_value(name_of(value)) for value in row) for row in rows]
        if ids is None or callable(ids)
        else list(ids)
    )
    entries = [
        (label, dict(zip(names, row, strict=True)))
        for label, row in zip(labels, rows, strict=True)
    ]
    if not entries:
        raise ValueError("the table has no entries")

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def test_each(*args: Any, **fixtures: Any) -> None:
            failures: list[tuple[str, BaseException]] = []
            for label, values in sample(entries, share):
                try:
                    test(*args, **fixtures, **values)
                except (
                    Exception,
                    BaseExceptionGroup,
                    pytest.fail.Exception,
                    pytest.skip.Exception,
                ) as error:
                    error.add_note(f"The entry is {label}.")
                    failures.append((label, error))
            if failures:
                lines = [
                    f"{label}: {line}"
                    for label, error in failures
                    for line in list_reasons(error)
                ]
                message = "\n".join(
                    [f"{len(failures)} of {len(entries)} failed:", *lines]
                )
                raise BaseExceptionGroup(message, [error for _, error in failures])

        signature = inspect.signature(test)
        fixtures = [
            parameter
            for name, parameter in signature.parameters.items()
            if name not in names
        ]
        test_each.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return pytest.mark.sampled(test_each) if share > 1 else test_each

    return decorate
