"""The first difference of two JSON values: its path, and both values; and what a result is built of."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.verdicts.verdict import (
    SEEDED,
    ChosenBy,
    Difference,
    Outcome,
    VerificationResult,
    build_result,
    compare_values,
)
from tests.tables import for_each, read_table

TABLES = read_table("verdicts/differences.yaml")
DEAL = {
    "deck": "standard",
    "hands": [
        {"seat": "1", "cards": ["AS", "KD"]},
        {"seat": "2", "cards": ["9H", "9C"]},
    ],
}


def copy_json(value: Any) -> Any:
    """Return a value that has the same JSON."""
    return json.loads(json.dumps(value))


def test_equal_values_have_no_difference() -> None:
    assert compare_values("", DEAL, copy_json(DEAL)) is None
    in_another_order = dict(reversed(DEAL.items()))
    assert compare_values("", DEAL, in_another_order) is None


def test_the_first_difference_in_the_expected_order_is_located() -> None:
    seen = copy_json(DEAL)
    seen["hands"][1]["cards"][0] = "QH"
    difference = compare_values("", DEAL, seen)
    assert difference == Difference(where="hands[1].cards[0]", expected="9H", seen="QH")
    seen = {"hands": seen["hands"], "deck": "piquet"}
    difference = compare_values("answer", DEAL, seen)
    assert difference == Difference(
        where="answer.deck", expected="standard", seen="piquet"
    )
    difference = compare_values("integers", [1, 2], [1, 3])
    assert difference == Difference(where="integers[1]", expected="2", seen="3")


@for_each(
    ("expected", "seen", "where", "expected_text", "seen_text"), TABLES["elements"]
)
def test_a_missing_an_additional_or_another_element_is_a_difference(
    expected: Any,
    seen: Any,
    where: str,
    expected_text: str | None,
    seen_text: str | None,
) -> None:
    difference = compare_values("", expected, seen)
    assert difference == Difference(where=where, expected=expected_text, seen=seen_text)


@for_each(("value", "other", "text", "other_text"), TABLES["values"])
def test_values_that_differ_are_shown(
    value: Any, other: Any, text: str, other_text: str
) -> None:
    """Characters that cannot be seen are escaped."""
    difference = compare_values("x", value, other)
    assert difference
    assert difference.expected == text
    assert difference.seen == other_text
    exchanged = compare_values("x", other, value)
    assert exchanged
    assert exchanged.expected == other_text
    assert exchanged.seen == text


def test_a_value_without_a_json_form_can_be_shown() -> None:
    difference = compare_values("x", ("\xa0",), object())
    assert difference == Difference(where="x", expected=r'["\u00a0"]', seen='"…"')


def test_a_difference_escapes_what_cannot_be_seen() -> None:
    difference = Difference(where="x", expected="\u200b", seen=None)
    assert difference.expected == r"\u200b"


def test_long_values_are_truncated() -> None:
    difference = compare_values("items[0]", "x" * 257, ["y"] * 1_000)
    assert difference
    assert len(difference.expected or "") == 257
    assert len(difference.seen or "") == 257


NUMBERS = st.integers(-2, 2) | st.floats(-2, 2).map(abs)
TEXTS = st.sampled_from(["", "1", "AS"])
NAMES = st.sampled_from("abc")


def extend(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return lists and objects of values."""
    lists = st.lists(inner, max_size=3)
    return lists | st.dictionaries(NAMES, inner, max_size=3)


VALUES = st.recursive(st.none() | st.booleans() | NUMBERS | TEXTS, extend, max_leaves=8)


def normalize(value: Any) -> str:
    """Return the JSON of a value in which equal values are equal texts."""
    return json.dumps(json.loads(json.dumps(value), parse_int=float), sort_keys=True)


@given(VALUES, VALUES)
@example(0, 0.0)
@example(1, True)
def test_values_differ_exactly_if_their_json_differs(a: Any, b: Any) -> None:
    is_same = compare_values("x", a, b) is None
    assert is_same == (normalize(a) == normalize(b))
    assert compare_values("x", a, copy_json(a)) is None


@given(VALUES, VALUES)
def test_exchanging_the_values_exchanges_the_sides_of_the_difference(
    a: Any, b: Any
) -> None:
    if isinstance(a, dict):  # members are compared in the order of the expected object
        return
    forward = compare_values("x", [a], [b])
    backward = compare_values("x", [b], [a])
    assert (forward is None) == (backward is None)
    if forward and backward and forward.where == backward.where:
        assert backward.expected == forward.seen
        assert backward.seen == forward.expected


@for_each(
    ("outcome", "valid", "chosen_by"),
    [
        (None, True, ChosenBy.REQUESTER),
        ("a reason", None, ChosenBy.REQUESTER),
        (Difference(where="x", expected="1", seen="2"), False, ChosenBy.UNKNOWN),
    ],
)
def test_every_verdict_says_who_chose_and_none_that_differs_names_anybody(
    outcome: Outcome, valid: bool | None, chosen_by: ChosenBy
) -> None:
    result = build_result({}, {"x": outcome}, origin=SEEDED)
    assert result.valid is valid
    assert result.chosen_by is chosen_by


def test_no_verdict_can_leave_out_who_chose() -> None:
    assert not {"chosen_by", "rests_on"} & VerificationResult._field_defaults.keys()
    with pytest.raises(TypeError):
        build_result({}, {})  # type: ignore[call-arg]
