"""Lists that people paste on the page Draw: each is read right, or the page asks."""

from typing import Any

import pytest

from tests.independent.verifier import run_node
from tests.tables import read_table

pytestmark = pytest.mark.node

GIVEN = ("kind", "text", "answers", "filter")
"""The fields of a list that are given to the page; the others say what it understands."""


def leave_out_empty(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in ([], None)}


def test_a_list_is_read_right_or_the_page_asks() -> None:
    lists: list[dict[str, Any]] = read_table("pages/lists.yaml")
    given = [{name: each[name] for name in GIVEN if name in each} for each in lists]
    wrong = {}
    for each, found in zip(
        lists, run_node("tests/pages/lists.mjs", given), strict=True
    ):
        expected = {name: value for name, value in each.items() if name not in GIVEN}
        if leave_out_empty(found) != expected:
            wrong[each["text"]] = {"expected": expected, "found": found}
    assert wrong == {}
