"""Terms that no shoe has: both implementations refuse them, the service also where there is no node."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.independent.verifier import run_verifier
from tests.sealed.seats import sit_down, write_bytes
from tests.sealed.vector_files import find_life, set_value
from tests.tables import for_each, read_table

Fields = dict[str, Any]
HAND: Fields = find_life("holdem")["asked"]["terms"]
ITEMS: Fields = find_life("items")["asked"]["terms"]
DEAL: Fields = find_life("a deal of items")["asked"]["terms"]
ITEMS_WITHOUT_VIEW_KEYS = dict(ITEMS)
del ITEMS_WITHOUT_VIEW_KEYS["view_keys"]
OTHER = sit_down("1")["1"]
ED25519 = "consent.keys.1"
P256 = "view_keys.1"
KEY: Fields = HAND["consent"]["keys"]["1"]
NEXT_LETTER = chr(ord(KEY["x"][-1]) + 1)
OFF_CURVE = b"\x02" + bytes(31)
Y_BEYOND_P = b"\xee" + b"\xff" * 30 + b"\x7f"
MINUS_ZERO = b"\x01" + bytes(30) + b"\x80"


def at(path: str, value: Any, terms: Fields = HAND) -> Fields:
    """Return terms with another value at a path; without the member if it is `...`."""
    return set_value(terms, path.split("."), value)


def with_x(text: str) -> Fields:
    """Return terms with another text for the x of a key for consent."""
    return at(f"{ED25519}.x", text)


def seat(name: str, key: Fields) -> Fields:
    """Return terms with a key for the consent of a seat."""
    return at("consent.keys", HAND["consent"]["keys"] | {name: key})


def named(name: str) -> Fields:
    """Return terms of items with the key of one who has a name."""
    return at("consent.keys", {name: OTHER.key}, ITEMS_WITHOUT_VIEW_KEYS)


def read_wrong() -> dict[str, Fields]:
    """Return the terms of wrong_terms.yaml, by name."""
    wrong = {}
    for life, changes in read_table("independent/wrong_terms.yaml").items():
        for name, members in changes.items():
            terms = find_life(life)["asked"]["terms"]
            for path, value in members.items():
                changed = ... if value is None else value
                terms = at(path, changed, terms)
            wrong[name] = terms
    return wrong


WRONG = read_wrong() | {
    "padding": with_x(f"{KEY['x']}="),
    "bits that are not 0": with_x(KEY["x"][:-1] + NEXT_LETTER),
    "other alphabet": with_x("+" * 43),
    "31 bytes": with_x(write_bytes(bytes(31))),
    "no point of Ed25519": with_x(write_bytes(OFF_CURVE)),
    "y beyond p": with_x(write_bytes(Y_BEYOND_P)),
    "minus zero": with_x(write_bytes(MINUS_ZERO)),
    "no point of P-256": at(f"{P256}.x", write_bytes(OFF_CURVE)),
    "coordinate beyond p": at(f"{P256}.x", write_bytes(b"\xff" * 32)),
    "a member more": at(f"{ED25519}.kid", "1"),
    "a secret key": at(f"{ED25519}.d", write_bytes(bytes(32))),
    "a view key that signs": at(P256, KEY),
    "one key twice": seat("dealer", KEY),
    "one view key twice": at("view_keys.dealer", HAND["view_keys"]["1"]),
    "a seat that the game has not": seat("2", OTHER.key),
    "a view key without one for consent": at("view_keys.2", OTHER.view_key),
    "words that are no digests": at("words", ["x" * 64]),
    "33 words": at("words", ["0" * 64] * 33),
    "a name with a line break": named("1\n"),
    "an auditor who is not needed": at("auditor", OTHER.view_key),
    "a long item": at("items", ["x" * 257], ITEMS),
    "many items": at("items", ["x"] * 501, ITEMS),
    "many bytes": at("items", ["\U0001f0a1" * 256] * 17, ITEMS),
    "a name that is no seat": named("Anna B"),
    "a long name": named("x" * 33),
}


EMPTY: tuple[Fields, ...] = (
    {"view_keys": {}},
    {"piles": []},
    {"label": None},
    {"packets": [], "jokers": None},
)
"""Members that some programs add."""


def is_refused(client: FlaskClient, file: Fields) -> bool:
    """Return whether the service refuses a file."""
    return client.post("/v1/verify", json=file).status_code == 422


def show(terms: Fields) -> Fields:
    """Return a file of a shown card with terms."""
    return show_card("holdem") | {"terms": terms}


def show_card(name: str) -> Fields:
    """Return a file of a card that a life shows, without its terms."""
    answer = find_life(name)["answer"]
    first_round = answer["rounds"][0]
    return {"shown": answer["shown"][:1], "root": first_round["root"]}


def test_terms_that_no_shoe_has_are_refused_by_the_service(client: FlaskClient) -> None:
    for name, terms in WRONG.items():
        assert is_refused(client, show(terms)), name
    assert not is_refused(client, show(HAND))


@pytest.mark.node
def test_terms_that_no_shoe_has_are_refused_by_the_independent_implementation() -> None:
    results = run_verifier("lines", map(show, WRONG.values()))
    for name, result in zip(WRONG, results, strict=True):
        assert re.match(r"terms\b", result["refused"]["where"]), name


@pytest.mark.node
@for_each(("life", "terms"), [("a deal of items", DEAL), ("holdem", HAND)])
def test_an_empty_member_is_as_one_left_out(
    client: FlaskClient, life: str, terms: Fields
) -> None:
    card = show_card(life)
    files = [card | {"terms": empty | terms} for empty in EMPTY]
    for file, result in zip(files, run_verifier("lines", files), strict=True):
        assert "refused" not in result, file
        assert not is_refused(client, file), file
