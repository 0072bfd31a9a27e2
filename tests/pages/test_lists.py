"""Lists that people paste on the page Draw: each is read right, or the page asks."""

from typing import Any

import pytest

from tests.independent.verifier import run_node
from tests.tables import read_table

pytestmark = pytest.mark.node

EMPTY: tuple[Any, ...] = ([], None)
GIVEN = ("kind", "text", "answers", "filter")


def test_a_list_is_read_right_or_the_page_asks() -> None:
    lists: list[dict[str, Any]] = read_table("pages/lists.yaml")
    given = [{name: each[name] for name in GIVEN if name in each} for each in lists]
    found = [
        {name: value for name, value in each.items() if value not in EMPTY}
        for each in run_node("tests/pages/lists.mjs", given)
    ]
    expected = [
        {name: value for name, value in each.items() if name not in GIVEN}
        for each in lists
    ]
    wrong = {
        each["text"]: (want, has)
        for each, want, has in zip(lists, expected, found, strict=True)
        if want != has
    }
    assert wrong == {}
