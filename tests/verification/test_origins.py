"""/v1/verify says of every kind of result who could choose its randomness."""

import sys
from typing import Any

import pytest

from service.core.confirmed import Confirmed
from service.sealed.origins import find_origin
from tests.http.spec import post
from tests.tables import for_each
from tests.verification.origins import (
    CLIENT,
    DRAND_FILES,
    FILES,
    FORGED,
    KEYLESS,
    SERVICE_FILES,
    Json,
)

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


WORDS = {"has_words": True}
BEACON = {"has_beacon": True}


SEVERAL = (
    "The request left more than one result.",
    "Of 2 items with a weight the likeliest has 3 of 4.",
)


def verify(file: Json) -> tuple[bool | None, str]:
    result = post(CLIENT, "/v1/verify", **file)
    assert (
        any(words in result["rests_on"] for words in CONDITIONS)
        or result["chosen_by"] == "unknown"
    ), result
    if "proof" in file and result["chosen_by"] not in {"requester", "unknown"}:
        assert result["rests_on"].endswith(SEVERAL)
    return result["valid"], result["chosen_by"]


@for_each("name", FILES | SERVICE_FILES)
def test_the_verdict_says_who_could_choose(name: str) -> None:
    file, valid, chosen_by = (FILES | SERVICE_FILES)[name]
    assert verify(file) == (valid, chosen_by)


def test_nothing_is_said_of_what_an_unknown_key_signed() -> None:
    assert FORGED["hands"][1]["cards"] == [
        "AC",
        "AH",
    ]  # the best of many seeds, for the dealer
    assert [verify(file) for file, _, _ in KEYLESS.values()] == [
        (None, "unknown")
    ] * len(KEYLESS)


@pytest.mark.drand
@for_each("name", DRAND_FILES)
def test_a_round_that_the_label_names_is_nobodys_choice(name: str) -> None:
    file, valid, chosen_by = DRAND_FILES[name]
    assert verify(file) == (valid, chosen_by)


def test_a_round_whose_signature_is_unchecked_is_no_better_than_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    found = {name: verify(file) for name, (file, _, _) in DRAND_FILES.items()}
    expected = {
        name: (None, "unknown" if "scheme" in file else "last_word")
        for name, (file, _, _) in DRAND_FILES.items()
    }
    assert found == expected


@for_each(
    ("said", "chosen_by", "words"),
    [
        ({"is_drawn": False}, "unknown", "Nothing was drawn"),
        ({"has_seed": False}, "operator", "could open others"),
        ({"is_compared": False}, "unknown", "No card was compared"),
        ({}, "last_word", "You confirmed the commitment and the client seed"),
        (
            {"client_seed": None},
            "last_word",
            "gave or heard them after the commitment that you noted was shown",
        ),
        (
            {"commitment": None},
            "last_word",
            "the ones that you confirmed after you noted this commitment",
        ),
        (WORDS, "last_word", "told after the commitment that you noted was shown"),
        (
            WORDS | {"commitment": None},
            "last_word",
            "told after you noted this commitment",
        ),
        (WORDS | {"own_text": "mine"}, "nobody_alone", "and yours is one of them"),
        (
            WORDS | {"own_text": "mine", "commitment": None},
            "last_word",
            "told after you noted this commitment",
        ),
        (WORDS | {"is_compared": False}, "unknown", "No card was compared"),
        (
            BEACON,
            "last_word",
            "the commitment that you noted was shown before it was due",
        ),
        (
            BEACON | {"public_before_round": True},
            "nobody_alone",
            "in public before the round was due",
        ),
        (
            BEACON | {"public_before_round": True, "commitment": None},
            "last_word",
            "you noted this commitment before it",
        ),
        (
            {"own_text": "mine", "public_before_round": True},
            "last_word",
            "You confirmed the commitment",
        ),
    ],
)
def test_what_a_reader_confirms_changes_the_condition(
    said: dict[str, Any], chosen_by: str, words: str
) -> None:
    confirmed = {"commitment": "00" * 32, "client_seed": "heard"} | said
    facts = {
        name: confirmed.pop(name)
        for name in list(confirmed)
        if name.startswith(("is_", "has_"))
    }
    all_said = dict.fromkeys(("is_drawn", "is_compared", "has_seed"), True) | facts
    origin = find_origin(**all_said, confirmed=Confirmed(**confirmed))
    assert (origin.chosen_by, words in origin.rests_on) == (chosen_by, True), origin
