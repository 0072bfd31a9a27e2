"""A test of a table tries every entry and names those that fail."""

import pytest

from tests.tables import for_each


def test_every_entry_that_fails_is_named_with_its_reason_and_those_after_it_are_tried() -> (
    None
):
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
    assert count == "3 of 4 failed:"
    assert [line.split(": ")[:2] for line in lines] == [
        ["1-2", "-"],
        ["2-1", "+"],
        ["2-1", "-"],
        ["2-2", "+"],
    ]
    assert "1 is not 2" in lines[0]
    assert "DID NOT RAISE" in lines[1]


def test_a_table_without_entries_is_no_test() -> None:
    with pytest.raises(ValueError, match="no entries"):
        for_each("a", [])


def test_an_entry_that_skips_fails() -> None:
    @for_each("reason", ["not installed"])
    def skip(reason: str) -> None:
        pytest.skip(reason)

    with pytest.raises(BaseExceptionGroup, match="not installed: Skipped"):
        skip()
