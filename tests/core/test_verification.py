"""The first difference of two JSON values: its path, and both values; and what a result is built of."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.core.verification import (
    SEEDED,
    ChosenBy,
    Difference,
    Outcome,
    VerificationResult,
    build_result,
    compare_values,
)
from tests.tables import for_each

DEAL = {
    "deck": "standard",
    "hands": [
        {"seat": "1", "cards": ["AS", "KD"]},
        {"seat": "2", "cards": ["9H", "9C"]},
    ],
}


def compare(
    seen: Any, expected: Any = DEAL, where: str = ""
) -> tuple[str, str | None, str | None] | None:
    difference = compare_values(where, expected, seen)
    return (
        (difference.where, difference.expected, difference.seen) if difference else None
    )


def copy_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_the_first_difference_in_the_expected_order_is_located() -> None:
    assert compare(copy_json(DEAL)) is compare(dict(reversed(DEAL.items()))) is None
    seen = copy_json(DEAL)
    seen["hands"][1]["cards"][0] = "QH"
    assert compare(seen) == ("hands[1].cards[0]", "9H", "QH")
    assert compare({"hands": seen["hands"], "deck": "piquet"}) == (
        "deck",
        "standard",
        "piquet",
    )
    assert compare({**DEAL, "deck": "piquet"}, where="answer") == (
        "answer.deck",
        "standard",
        "piquet",
    )
    assert compare([1, 3], [1, 2], "integers") == ("integers[1]", "2", "3")


def test_a_missing_or_additional_element_is_a_difference() -> None:
    assert compare({"deck": "standard"}) == ("hands", json.dumps(DEAL["hands"]), None)
    assert compare({**DEAL, "size": 52}) == ("size", None, "52")
    assert compare(["AS"], ["AS", "KD"], "cards") == ("cards[1]", "KD", None)
    assert compare(["AS", "KD"], ["AS"], "cards") == ("cards[1]", None, "KD")
    assert compare({}, {"algorithm": None}) == ("algorithm", "null", None)


@for_each(
    ("expected", "seen", "texts"),
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
def test_values_of_different_types_differ(
    expected: Any, seen: Any, texts: tuple[str, str]
) -> None:
    assert compare(seen, expected, "x") == ("x", *texts)
    assert compare(expected, seen, "x") == ("x", *reversed(texts))


def test_a_name_with_other_characters_is_quoted_in_the_path() -> None:
    assert compare({"a b": {"": 1}}, {"a b": {"": 2}}) == ('["a b"][""]', "2", "1")


def test_what_cannot_be_seen_is_escaped_in_values_and_paths() -> None:
    texts_by_pair = {
        ("table 7", "table 7\u200b"): ('"table 7"', r'"table 7\u200b"'),
        ("Zoë", "Zoe\u0308"): ('"Zoë"', r'"Zoe\u0308"'),
        (("\xa0",), 1): (r'["\u00a0"]', "1"),
        (r"7\u200b", "7\u200b"): (r'"7\\u200b"', r'"7\u200b"'),
        (r"7\u200b", "7"): (r"7\u200b", "7"),
    }
    for (expected, seen), texts in texts_by_pair.items():
        assert compare(seen, expected, "x") == ("x", *texts)
    assert compare({"a\u200b": 1}, {"a\u200b": 2}) == (r'["a\u200b"]', "2", "1")
    assert compare({"\u3164": 1}, {}) == (r"\u3164", None, "1")
    assert Difference(where="x", expected="\u200b", seen=None).expected == r"\u200b"


def test_long_values_are_truncated() -> None:
    difference = compare_values("items[0]", "x" * 257, ["y"] * 1_000)
    assert difference is not None
    assert [len(difference.expected or ""), len(difference.seen or "")] == [257, 257]


def test_a_value_without_a_json_form_can_be_shown() -> None:
    assert compare(object(), 1, "x") == ("x", "1", '"…"')


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 2)
    | st.floats(-2, 2).map(abs)
    | st.sampled_from(["", "1", "AS"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=8,
)


def normalize(value: Any) -> str:
    return json.dumps(json.loads(json.dumps(value), parse_int=float), sort_keys=True)


@given(VALUES, VALUES)
@example(0, 0.0)
@example(1, True)
def test_values_differ_exactly_if_their_json_differs(a: Any, b: Any) -> None:
    assert (compare_values("x", a, b) is None) == (normalize(a) == normalize(b))
    assert compare_values("x", a, copy_json(a)) is None


@given(VALUES, VALUES)
def test_exchanging_the_values_exchanges_the_sides_of_the_difference(
    a: Any, b: Any
) -> None:
    if not isinstance(
        a, dict
    ):  # members are compared in the order of the expected object
        forward = compare_values("x", [a], [b])
        backward = compare_values("x", [b], [a])
        assert (forward is None) == (backward is None)
        if forward and backward and forward.where == backward.where:
            assert backward == Difference(
                where=forward.where, expected=forward.seen, seen=forward.expected
            )


@for_each("valid", [True, None, False])
def test_every_verdict_says_who_chose_and_none_that_differs_names_anybody(
    valid: bool | None,
) -> None:
    outcome: Outcome = {
        True: None,
        None: "a reason",
        False: Difference(where="x", expected="1", seen="2"),
    }[valid]
    result = build_result({}, {"x": outcome}, origin=SEEDED)
    assert result.valid is valid
    assert result.chosen_by is (
        ChosenBy.UNKNOWN if valid is False else ChosenBy.REQUESTER
    )
    assert not {"chosen_by", "rests_on"} & VerificationResult._field_defaults.keys()
    with pytest.raises(TypeError):
        build_result({}, {})  # type: ignore[call-arg]
