"""RFC 3797, compared with its worked example, a real NomCom, and an implementation in Perl. In rfc3797.json are:

- RFC 3797, section 6, "Fully Worked Example": its sources, its order of selection, its digests and its pool, and the
  first ten selections from the pool in the tests of Perl's Algorithm::Voting::Sortition.
- The IETF's selection of 2022: github.com/richsalz/ietf-rfc3797-code, 2022.results (R. Salz was its chair).
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.core.errors import Refused
from service.core.verification import Difference
from service.schemes.rfc3797 import (
    Selection,
    build_key,
    check_selection,
    derive_digest,
    select,
)
from tests.refusals import refused_field
from tests.tables import for_each

PUBLISHED: dict[str, Any] = json.loads(
    (Path(__file__).parent / "rfc3797.json").read_text("utf-8")
)


def read_selection(name: str) -> Selection:
    fields = PUBLISHED[name]
    return Selection(
        **fields
        | {
            "sources": tuple(map(tuple, fields["sources"])),
            "seen": tuple(fields["seen"]),
        }
    )


EXAMPLE = read_selection("example")


def test_the_worked_example_matches_the_rfc() -> None:
    result = check_selection(EXAMPLE)
    assert result.valid is True
    assert result.derived["key_string"] == "9319./2.5.8.10.12./9.18.26.34.41.45./"
    assert (result.derived["digests"], result.derived["selected"]) == (
        tuple(PUBLISHED["digests"]),
        EXAMPLE.seen,
    )


def test_the_worked_example_selects_the_same_names_as_perl() -> None:
    pool = PUBLISHED["pool"]
    winners = PUBLISHED["winners"]
    digests = [derive_digest(str(EXAMPLE.key_string), index) for index in range(10)]
    selected = select(digests, len(pool))
    assert [pool[number - 1] for number in selected] == winners


def test_the_nomcom_of_2022_is_reproduced() -> None:
    result = check_selection(read_selection("nomcom_2022"))
    assert result.valid is True
    digests = result.derived["digests"]
    assert isinstance(digests, tuple)
    assert (digests[0], digests[-1]) == (
        "D0BD0C1947856D9EC8892BFD7B8F537A",
        "4937ABAC4E80B067F4297150F1E30B97",
    )


@for_each(
    ("values", "key"),
    [
        ("12", "12./"),
        ("0012", "12./"),
        ("0", "0./"),
        ("000.50", "0.5/"),
        ("3.10", "3.1/"),
        ("3.000", "3./"),
        ("7.", "7./"),
        ("10 9 2.5", "2.59.10./"),
        ("2.75 2.8 2.705", "2.7052.752.8/"),
        ("9" * 40, f"{'9' * 40}./"),
    ],
)
def test_numbers_are_normalized_as_in_section_4(values: str, key: str) -> None:
    assert build_key([values.split()]) == key


def test_a_number_has_at_most_40_characters() -> None:
    with pytest.raises(Refused, match=f"^'{'9' * 40}' is no number"):
        build_key([["9" * 41]])


@given(st.permutations(("9", "18", "26", "34", "41", "45")))
def test_the_order_within_a_source_makes_no_difference(values: list[str]) -> None:
    assert build_key([values]) == "9.18.26.34.41.45./"


@given(st.integers(1, 60), st.data())
def test_nobody_is_selected_twice(pool: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, pool))
    selected = select([derive_digest("1./", index) for index in range(count)], pool)
    assert len(set(selected)) == count
    assert set(selected) <= set(range(1, pool + 1))


def test_a_key_string_without_sources_and_a_missing_selection_are_unchecked() -> None:
    result = check_selection(replace(EXAMPLE, sources=()))
    assert (result.valid, result.checks, set(result.unchecked)) == (
        None,
        {"seen": True},
        {"sources"},
    )
    result = check_selection(replace(EXAMPLE, seen=None, key_string=None))
    assert (result.valid, result.checks, set(result.unchecked)) == (None, {}, {"seen"})


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"seen": (17, 7, 3)}, Difference(where="seen[2]", expected="2", seen="3")),
        ({"seen": (17, 7)}, Difference(where="seen[2]", expected="2", seen=None)),
        (
            {"count": 1, "seen": (17, 7)},
            Difference(where="seen[1]", expected=None, seen="7"),
        ),
        (
            {"sources": (("1",),), "seen": (17, 7, 3)},
            Difference(
                where="key_string",
                expected="1./",
                seen="9319./2.5.8.10.12./9.18.26.34.41.45./",
            ),
        ),
    ],
)
def test_the_first_difference_is_named(
    change: dict[str, object], difference: Difference
) -> None:
    result = check_selection(replace(EXAMPLE, **change))  # type: ignore[arg-type]
    assert result.valid is False
    assert result.difference == difference


INVALID: dict[str, list[dict[str, Any]]] = {
    "pool": [{"pool": 0}, {"pool": 65_536}],
    "count": [{"count": 0}, {"count": 26}, {"pool": 65_535, "count": 1_001}],
    "sources": [
        *(
            {"sources": ((text,),)}
            for text in ("1,000", "-1", "1e3", "٣", "W 4-1", "1" * 41)
        ),
        *(
            {"sources": sources}
            for sources in (((),), (("1",) * 101,), (("1",),) * 101)
        ),
        {"sources": (), "key_string": None},
    ],
    "key_string": [
        {"sources": (), "key_string": ""},
        {"key_string": "9319./\n"},
        {"key_string": "1" * 4_097},
    ],
    "seen": [{"seen": (1,) * 1_001}],
}


@for_each(
    ("field", "change"),
    [(field, change) for field, changes in INVALID.items() for change in changes],
)
def test_an_invalid_field_is_refused_by_name(
    field: str, change: dict[str, Any]
) -> None:
    assert refused_field(check_selection, replace(EXAMPLE, **change)) == field
