"""Lists that people paste on the page Draw: each is read right, or the page asks."""

from typing import Any

import pytest

from tests.independent.verifier import run_node
from tests.tables import for_each, read_table

pytestmark = pytest.mark.node

Fields = dict[str, Any]

GIVEN = ("kind", "text", "answers", "filter")
"""The fields of a list that are given to the page; the others say what it understands."""
LISTS: list[Fields] = read_table("pages/lists.yaml")


def take(fields: Fields) -> Fields:
    """Return the fields of a list that are given to the page."""
    return {name: value for name, value in fields.items() if name in GIVEN}


def name_list(fields: Fields) -> str:
    """Return the text of a list in one line, and what else is given to the page."""
    words = [str(value) for value in take(fields).values()]
    return " ".join(words).replace("\n", " / ")[:80]


@pytest.fixture(scope="module")
def understood() -> list[Fields]:
    """Return what the page understands of each list."""
    found: list[Fields] = run_node(
        "tests/pages/lists.mjs", [take(fields) for fields in LISTS]
    )
    assert len(found) == len(LISTS)
    return found


@for_each(
    ("number", "fields"),
    list(enumerate(LISTS)),
    ids=[name_list(each) for each in LISTS],
)
def test_a_list_is_read_right_or_the_page_asks(
    understood: list[Fields], number: int, fields: Fields
) -> None:
    expected = {name: value for name, value in fields.items() if name not in GIVEN}
    found = understood[number]
    shown = {name: value for name, value in found.items() if value not in ([], None)}
    assert shown == expected
