"""How two JSON values differ: in what place first, and what is there."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.core.verification import Difference, compare_values

DEAL = {"deck": "standard", "hands": [{"seat": 1, "cards": ["AS", "KD"]}, {"seat": 2, "cards": ["9H", "9C"]}]}


def differ(seen: Any, expected: Any = DEAL, where: str = "") -> tuple[str, str | None, str | None] | None:
    found = compare_values(where, expected, seen)
    return (found.where, found.expected, found.seen) if found else None


def copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_what_is_the_same_does_not_differ() -> None:
    assert differ(copied(DEAL)) is None


def test_the_order_of_members_does_not_matter() -> None:
    assert differ(dict(reversed(DEAL.items()))) is None


def test_a_card_is_found_in_its_hand() -> None:
    seen = copied(DEAL)
    seen["hands"][1]["cards"][0] = "QH"
    assert differ(seen) == ("hands[1].cards[0]", "9H", "QH")


def test_the_place_follows_what_it_is_in() -> None:
    assert differ([1, 3], [1, 2], "integers") == ("integers[1]", "2", "3")
    assert differ({**DEAL, "deck": "piquet"}, where="answer") == ("answer.deck", "standard", "piquet")


def test_of_several_differences_the_first_expected_one_is_told() -> None:
    seen = copied({"hands": DEAL["hands"], "deck": "piquet"})
    seen["hands"][0]["cards"] = []
    assert differ(seen) == ("deck", "standard", "piquet")


def test_what_is_missing_or_too_much_differs_from_nothing() -> None:
    assert differ({"deck": "standard"}) == ("hands", json.dumps(DEAL["hands"]), None)
    assert differ({**DEAL, "size": 52}) == ("size", None, "52")
    assert differ(["AS"], ["AS", "KD"], "cards") == ("cards[1]", "KD", None)
    assert differ(["AS", "KD"], ["AS"], "cards") == ("cards[1]", None, "KD")


def test_null_is_not_the_same_as_nothing() -> None:
    assert differ({}, {"algorithm": None}) == ("algorithm", "null", None)


@pytest.mark.parametrize(
    ("expected", "seen", "told"),
    [
        (1, 1.5, ("1", "1.5")),
        (1, True, ("1", "true")),
        (0, False, ("0", "false")),
        (1, "1", ("1", '"1"')),
        ("null", None, ('"null"', "null")),
        ([], {}, ("[]", "{}")),
        ("", [], ('""', "[]")),
    ],
)
def test_types_count(expected: Any, seen: Any, told: tuple[str, str]) -> None:
    assert differ(seen, expected, "x") == ("x", *told)
    assert differ(expected, seen, "x") == ("x", *reversed(told))


def test_a_name_that_is_no_word_is_quoted_in_its_place() -> None:
    assert differ({"a b": {"": 1}}, {"a b": {"": 2}}) == ('["a b"][""]', "2", "1")


def test_what_is_long_is_cut() -> None:
    found = compare_values("items[0]", "x" * 257, ["y"] * 1_000)
    assert found is not None
    assert [len(found.expected or ""), len(found.seen or "")] == [257, 257]


def test_a_number_that_python_has_no_value_for_can_be_told() -> None:
    assert differ(object(), 1, "x") == ("x", "1", '"…"')


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.floats(-2, 2).map(abs) | st.sampled_from(["", "1", "AS"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)


def written(value: Any) -> str:
    """Its JSON, with one kind of numbers."""
    return json.dumps(json.loads(json.dumps(value), parse_int=float), sort_keys=True)


@given(VALUES, VALUES)
@example(0, 0.0)
@example(1, True)
def test_values_differ_if_and_only_if_their_json_does(one: Any, other: Any) -> None:
    assert (compare_values("x", one, other) is None) == (written(one) == written(other))
    assert compare_values("x", one, copied(one)) is None


@given(VALUES, VALUES)
def test_a_difference_is_the_same_from_the_other_side(one: Any, other: Any) -> None:
    if not isinstance(one, dict):  # whose members are walked in its own order
        there, back = compare_values("x", [one], [other]), compare_values("x", [other], [one])
        assert (there is None) == (back is None)
        if there and back and there.where == back.where:
            assert back == Difference(where=there.where, expected=there.seen, seen=there.expected)
