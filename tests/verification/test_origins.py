"""/v1/verify says of every kind of result who could choose its randomness."""

import sys
from typing import Any

import pytest

from service.sealed.receipts.origins import find_origin
from service.verdicts.confirmed import Confirmed
from tests.http.spec import post
from tests.tables import for_each, read_table
from tests.verification.origins import (
    CLIENT,
    DRAND_FILES,
    FILES,
    FORGED,
    KEYLESS,
    SERVICE_FILES,
    Case,
    Json,
)

NAMED_FILES = FILES | SERVICE_FILES

CONDITIONS = (
    "if ",
    "could try",
    "could choose",
    "could open",
    "could draw",
    "cannot be told",
    "nothing",
    "you saw",
    "published",
)
SEVERAL = (
    "The request left more than one result.",
    "Of 2 items with a weight the likeliest has 3 of 4.",
)


def check_verdict(file: Json, valid: bool | None, chosen_by: str) -> None:
    """Check what the verdict on a file says, and that it says on which condition."""
    verdict = post(CLIENT, "/v1/verify", **file)
    assert verdict["valid"] is valid
    assert verdict["chosen_by"] == chosen_by
    if chosen_by == "unknown":
        return
    rests_on = verdict["rests_on"]
    assert any(words in rests_on for words in CONDITIONS), rests_on
    if "proof" in file and chosen_by != "requester":
        assert rests_on.endswith(SEVERAL)


@for_each("case", NAMED_FILES.values(), ids=NAMED_FILES)
def test_the_verdict_says_who_could_choose(case: Case) -> None:
    check_verdict(case.file, case.valid, case.chosen_by)


def test_the_best_of_many_seeds_gives_the_dealer_two_aces() -> None:
    assert FORGED["hands"][1]["cards"] == ["AC", "AH"]


@for_each("case", KEYLESS.values(), ids=KEYLESS)
def test_nothing_is_said_of_what_an_unknown_key_signed(case: Case) -> None:
    check_verdict(case.file, None, "unknown")


@pytest.mark.drand
@for_each("case", DRAND_FILES.values(), ids=DRAND_FILES)
def test_a_round_that_the_label_names_is_nobodys_choice(case: Case) -> None:
    check_verdict(case.file, case.valid, case.chosen_by)


@for_each("case", DRAND_FILES.values(), ids=DRAND_FILES)
def test_a_round_whose_signature_is_unchecked_is_no_better_than_words(
    monkeypatch: pytest.MonkeyPatch, case: Case
) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    chosen_by = "unknown" if "scheme" in case.file else "last_word"
    check_verdict(case.file, None, chosen_by)


@for_each(
    ("facts", "notes", "chosen_by", "words"), read_table("verification/notes.yaml")
)
def test_what_a_reader_confirms_changes_the_condition(
    facts: dict[str, bool], notes: dict[str, Any], chosen_by: str, words: str
) -> None:
    checked = {"is_drawn": True, "is_compared": True, "has_seed": True}
    confirmed = {"commitment": "00" * 32, "client_seed": "heard"}
    origin = find_origin(**checked | facts, confirmed=Confirmed(**confirmed | notes))
    assert origin.chosen_by == chosen_by
    assert words in origin.rests_on
