"""The items of a sealed shoe: every value that is accepted has one form in all programs."""

import json
from typing import Any, cast

import rfc8785

from service.http.body_parsing import BEYOND
from service.sealed.opening.own_items import ItemValue, item_to_json
from tests.tables import for_each

ACCEPTED = [
    "a",
    "null",
    "1",
    "é",
    "x" * 256,
    0,
    1,
    -2,
    12.0,
    1.5,
    0.0001,
    -123456.789,
    2**53 - 1,
    1 - 2**53,
    True,
    False,
    [],
    {},
    [1, [True, "1"]],
    {"b": [], "a": {"é\ud7ff": 0.25}},
    "😀",
    ["😀"],
    [0] * 127,
]


@for_each("value", ACCEPTED)
def test_an_item_is_written_as_rfc8785_says(value: Any) -> None:
    assert ItemValue().fits(value)
    item = ItemValue().convert(value)
    assert item_to_json(item) == value
    if not isinstance(value, str):
        assert item.canonical.encode() == rfc8785.dumps(cast(Any, value))


def test_items_are_equal_only_if_they_are_the_same_json() -> None:
    items = {ItemValue().convert(value) for value in ACCEPTED}
    assert len(items) == len(ACCEPTED)
    texts = {rfc8785.dumps(cast(Any, value)) for value in ACCEPTED}
    assert len(texts) == len(ACCEPTED)
    assert ItemValue().convert(12) == ItemValue().convert(12.0)


REFUSED = [
    None,
    [None],
    {"a": None},
    {"a": [{"b": None}]},
    "",
    "x" * 257,
    "\ud800",
    ["\ud800"],
    {"\ud800": 1},
    2**53,
    -(2**53),
    1e300,
    [2.0**53],
    0.00001,
    -1e-7,
    {"a": 5e-324},
    {"\ue000": 1},
    {"😀": 1},
    [0] * 128,
    ["x" * 256],
    json.loads("[" * 150 + "]" * 150),
    list(range(10**5)),
    BEYOND,
    [BEYOND],
]


@for_each("value", REFUSED)
def test_a_value_that_programs_write_in_several_ways_is_no_item(value: Any) -> None:
    assert not ItemValue().fits(value)
