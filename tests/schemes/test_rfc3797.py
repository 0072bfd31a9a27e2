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
from service.schemes.rfc3797 import (
    Selection,
    build_key,
    check_selection,
    derive_digest,
    select,
)
from service.verdicts.verdict import Difference
from tests.refusals import refused_field
from tests.schemes import first_difference
from tests.tables import for_each

PUBLISHED: dict[str, Any] = json.loads(
    (Path(__file__).parent / "rfc3797.json").read_text("utf-8")
)


def read_selection(name: str) -> Selection:
    """Return a published selection, with what was selected."""
    published = PUBLISHED[name]
    sources = tuple(map(tuple, published["sources"]))
    seen = tuple(published["seen"])
    return Selection(**published | {"sources": sources, "seen": seen})


EXAMPLE = read_selection("example")


def test_the_worked_example_matches_the_rfc() -> None:
    result = check_selection(EXAMPLE)
    assert result.valid is True
    assert result.derived["key_string"] == "9319./2.5.8.10.12./9.18.26.34.41.45./"
    assert result.derived["digests"] == tuple(PUBLISHED["digests"])
    assert result.derived["selected"] == EXAMPLE.seen


def test_the_worked_example_selects_the_same_names_as_perl() -> None:
    pool = PUBLISHED["pool"]
    key = str(EXAMPLE.key_string)
    digests = [derive_digest(key, index) for index in range(10)]
    numbers = select(digests, len(pool))
    assert [pool[number - 1] for number in numbers] == PUBLISHED["winners"]


def test_the_nomcom_of_2022_is_reproduced() -> None:
    result = check_selection(read_selection("nomcom_2022"))
    assert result.valid is True
    first, *_, last = result.derived["digests"]
    assert first == "D0BD0C1947856D9EC8892BFD7B8F537A"
    assert last == "4937ABAC4E80B067F4297150F1E30B97"


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
    digests = [derive_digest("1./", index) for index in range(count)]
    selected = select(digests, pool)
    assert len(set(selected)) == count
    assert set(selected) <= set(range(1, pool + 1))


def test_a_key_string_without_sources_is_unchecked() -> None:
    result = check_selection(replace(EXAMPLE, sources=()))
    assert result.valid is None
    assert result.checks == {"seen": True}
    assert result.unchecked.keys() == {"sources"}


def test_a_missing_selection_is_unchecked() -> None:
    result = check_selection(replace(EXAMPLE, seen=None, key_string=None))
    assert result.valid is None
    assert result.checks == {}
    assert result.unchecked.keys() == {"seen"}


@for_each(
    ("count", "selected", "where", "expected", "seen"),
    [
        (16, (17, 7, 3), "seen[2]", "2", "3"),
        (16, (17, 7), "seen[2]", "2", None),
        (1, (17, 7), "seen[1]", None, "7"),
    ],
)
def test_the_first_difference_is_named(
    count: int,
    selected: tuple[int, ...],
    where: str,
    expected: str | None,
    seen: str | None,
) -> None:
    result = check_selection(replace(EXAMPLE, count=count, seen=selected))
    difference = Difference(where=where, expected=expected, seen=seen)
    assert first_difference(result) == difference


def test_a_wrong_key_string_is_named_before_a_wrong_selection() -> None:
    other = replace(EXAMPLE, sources=(("1",),), seen=(17, 7, 3))
    key = EXAMPLE.key_string
    difference = Difference(where="key_string", expected="1./", seen=key)
    assert first_difference(check_selection(other)) == difference


@for_each("text", ["1,000", "-1", "1e3", "٣", "W 4-1", "1" * 41])
def test_a_text_that_is_no_number_is_refused_as_a_source(text: str) -> None:
    selection = replace(EXAMPLE, sources=((text,),))
    assert refused_field(check_selection, selection) == "sources"


@for_each(
    ("field", "value"),
    [
        ("pool", 0),
        ("pool", 65_536),
        ("count", 0),
        ("count", 26),
        ("sources", ((),)),
        ("sources", (("1",) * 101,)),
        ("sources", (("1",),) * 101),
        ("key_string", "9319./\n"),
        ("key_string", "1" * 4_097),
        ("seen", (1,) * 1_001),
    ],
)
def test_an_invalid_field_is_refused_by_name(field: str, value: Any) -> None:
    selection = replace(EXAMPLE, **{field: value})
    assert refused_field(check_selection, selection) == field


def test_at_most_1_000_are_selected_from_a_large_pool() -> None:
    selection = replace(EXAMPLE, pool=65_535, count=1_001)
    assert refused_field(check_selection, selection) == "count"


def test_a_selection_has_sources_or_a_key_string() -> None:
    neither = replace(EXAMPLE, sources=(), key_string=None)
    assert refused_field(check_selection, neither) == "sources"
    empty = replace(EXAMPLE, sources=(), key_string="")
    assert refused_field(check_selection, empty) == "key_string"
