"""RFC 3797, compared with its worked example, a real NomCom, and an implementation in Perl."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.core.errors import Refused
from service.core.verification import Difference
from service.third_party.rfc3797 import Selection, build_key, check_selection, derive_digest, select
from tests.tables import for_each
from tests.third_party.refusals import refused_field

EXAMPLE = Selection(
    sources=(("9319",), ("2", "5", "12", "8", "10"), ("9", "18", "26", "34", "41", "45")),
    key_string="9319./2.5.8.10.12./9.18.26.34.41.45./",
    pool=25,
    count=16,
    seen=(17, 7, 2, 16, 25, 23, 8, 24, 19, 13, 22, 5, 18, 9, 1, 4),
)
DIGESTS = """990DD0A5692A029A98B5E01AA28F3459 3691E55CB63FCC37914430B2F70B5EC6 FE814EDF564C190AC1D25753979990FA
             1863CCACEB568C31D7DDBDF1D4E91387 F4AB33DF4889F0AF29C513905BE1D758 13EAEB529F61ACFB9A29D0BA3A60DE4A
             992DB77C382CA2BDB9727001F3CDCCD9 63AB4258ECA922976811C7F55C383CE7 DFBC5AC97CED01B3A6E348E3CC63F40D
             31CB111C4A4EBE9287CEAE16FE51B909 07FA46C122F164C215BBC72793B189A3 AC52F8D75CCBE2E61AFEB3387637D501
             53306F73E14FC0B2FBF434218D25948E B5D1403501A81F9A47318BE7893B347C 85B10B356AA06663EF1B1B407765100A
             3269E6CE559ABD57E2BA6AAB495EB9BD"""
"""RFC 3797, section 6, "Fully Worked Example", with its sources and its order of selection."""

POOL = """John Mary Bashful Dopey Sleepy Grouchy Doc Sneazy Handsome Cassandra Pollyanna Pendragon Pandora Faith Hope
          Charity Lee Longsuffering Chastity Smith Pride Sloth Envy Anger Kasczynski"""
WINNERS = "Lee Doc Mary Charity Kasczynski Envy Sneazy Anger Chastity Pandora"
"""The pool of section 6, and its first ten selections in the tests of Perl's Algorithm::Voting::Sortition."""

NOMCOM_2022 = Selection(
    sources=(
        ("7", "8", "11", "18", "28", "40", "48"),
        ("15", "16", "21", "31", "36", "65"),
        ("8", "12", "13", "17", "21", "26", "35", "42"),
        ("1", "5", "10", "13", "14", "16", "21", "25", "27"),
    ),
    key_string="7.8.11.18.28.40.48./15.16.21.31.36.65./8.12.13.17.21.26.35.42./1.5.10.13.14.16.21.25.27./",
    pool=267,
    count=10,
    seen=(171, 245, 68, 190, 70, 126, 110, 128, 138, 173),
)
"""The IETF's selection of 2022: github.com/richsalz/ietf-rfc3797-code, 2022.results (R. Salz was its chair)."""


def test_the_worked_example_matches_the_rfc() -> None:
    result = check_selection(EXAMPLE)
    assert result.valid is True
    assert result.derived["key_string"] == "9319./2.5.8.10.12./9.18.26.34.41.45./"
    assert (result.derived["digests"], result.derived["selected"]) == (tuple(DIGESTS.split()), EXAMPLE.seen)


def test_the_worked_example_selects_the_same_names_as_perl() -> None:
    pool, winners = POOL.split(), WINNERS.split()
    digests = [derive_digest(str(EXAMPLE.key_string), index) for index in range(10)]
    selected = select(digests, len(pool))
    assert [pool[number - 1] for number in selected] == winners


def test_the_nomcom_of_2022_is_reproduced() -> None:
    result = check_selection(NOMCOM_2022)
    assert result.valid is True
    digests = result.derived["digests"]
    assert isinstance(digests, tuple)
    assert (digests[0], digests[-1]) == ("D0BD0C1947856D9EC8892BFD7B8F537A", "4937ABAC4E80B067F4297150F1E30B97")


@for_each(
    ("values", "key"),
    [
        *(("12", "12./"), ("0012", "12./"), ("0", "0./"), ("000.50", "0.5/"), ("3.10", "3.1/"), ("3.000", "3./")),
        *(("7.", "7./"), ("10 9 2.5", "2.59.10./"), ("2.75 2.8 2.705", "2.7052.752.8/"), ("9" * 40, f"{'9' * 40}./")),
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
    assert (result.valid, result.checks, set(result.unchecked)) == (None, {"seen": True}, {"sources"})
    result = check_selection(replace(EXAMPLE, seen=None, key_string=None))
    assert (result.valid, result.checks, set(result.unchecked)) == (None, {}, {"seen"})


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"seen": (17, 7, 3)}, Difference(where="seen[2]", expected="2", seen="3")),
        ({"seen": (17, 7)}, Difference(where="seen[2]", expected="2", seen=None)),
        ({"count": 1, "seen": (17, 7)}, Difference(where="seen[1]", expected=None, seen="7")),
        (
            {"sources": (("1",),), "seen": (17, 7, 3)},
            Difference(where="key_string", expected="1./", seen="9319./2.5.8.10.12./9.18.26.34.41.45./"),
        ),
    ],
)
def test_the_first_difference_is_named(change: dict[str, object], difference: Difference) -> None:
    result = check_selection(replace(EXAMPLE, **change))  # type: ignore[arg-type]
    assert result.valid is False
    assert result.difference == difference


INVALID: dict[str, list[dict[str, Any]]] = {
    "pool": [{"pool": 0}, {"pool": 65_536}],
    "count": [{"count": 0}, {"count": 26}, {"pool": 65_535, "count": 1_001}],
    "sources": [
        *({"sources": ((text,),)} for text in ("1,000", "-1", "1e3", "٣", "W 4-1", "1" * 41)),
        *({"sources": sources} for sources in (((),), (("1",) * 101,), (("1",),) * 101)),
        {"sources": (), "key_string": None},
    ],
    "key_string": [{"sources": (), "key_string": ""}, {"key_string": "9319./\n"}, {"key_string": "1" * 4_097}],
    "seen": [{"seen": (1,) * 1_001}],
}


@for_each(("field", "change"), [(field, change) for field, changes in INVALID.items() for change in changes])
def test_an_invalid_field_is_refused_by_name(field: str, change: dict[str, Any]) -> None:
    assert refused_field(check_selection, replace(EXAMPLE, **change)) == field
