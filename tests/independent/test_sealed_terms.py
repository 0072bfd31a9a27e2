"""Terms that no shoe has: both implementations refuse them, the service also where there is no node."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.independent.verifier import run_verifier
from tests.sealed.seats import sit_down, write_bytes
from tests.sealed.vector_files import find_life, set_value
from tests.tables import for_each, read_table
from tests.verification.test_verify import find_value

Fields = dict[str, Any]
HAND: Fields = find_life("holdem")["asked"]["terms"]
ITEMS: Fields = find_life("items")["asked"]["terms"]
DEAL: Fields = find_life("a deal of items")["asked"]["terms"]
ITEMS_WITHOUT_VIEW_KEYS = {
    name: value for name, value in ITEMS.items() if name != "view_keys"
}
OTHER = sit_down("1")["1"]
ED25519 = "consent.keys.1"
P256 = "view_keys.1"
OFF_CURVE = write_bytes(bytes([2, *[0] * 31]))


def at(path: str, value: Any, terms: Fields = HAND) -> Fields:
    """Return terms with another value at a path; without the member if it is `...`."""
    return set_value(terms, path.split("."), value)


def changed(path: str, change: Callable[[Any], Any]) -> Fields:
    """Return terms with a changed value at a path."""
    return at(path, change(find_value(HAND, path.split("."))))


def seat(change: Fields) -> Fields:
    """Return terms with other keys for consent, by seat."""
    return at("consent.keys", HAND["consent"]["keys"] | change)


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
                terms = at(path, ... if value is None else value, terms)
            wrong[name] = terms
    return wrong


WRONG = read_wrong() | {
    "padding": changed(f"{ED25519}.x", lambda x: x + "="),
    "bits that are not 0": changed(
        f"{ED25519}.x", lambda x: x[:-1] + chr(ord(x[-1]) + 1)
    ),
    "other alphabet": at(f"{ED25519}.x", "+" * 43),
    "31 bytes": at(f"{ED25519}.x", write_bytes(bytes(31))),
    "no point of Ed25519": at(f"{ED25519}.x", OFF_CURVE),
    "y beyond p": at(f"{ED25519}.x", write_bytes(bytes([0xEE, *[0xFF] * 30, 0x7F]))),
    "minus zero": at(f"{ED25519}.x", write_bytes(bytes([1, *[0] * 30, 0x80]))),
    "no point of P-256": changed(f"{P256}.x", lambda x: OFF_CURVE),
    "coordinate beyond p": at(f"{P256}.x", write_bytes(b"\xff" * 32)),
    "a member more": at(f"{ED25519}.kid", "1"),
    "a secret key": at(f"{ED25519}.d", write_bytes(bytes(32))),
    "a view key that signs": at(P256, HAND["consent"]["keys"]["1"]),
    "one key twice": seat({"dealer": HAND["consent"]["keys"]["1"]}),
    "one view key twice": at("view_keys.dealer", HAND["view_keys"]["1"]),
    "a seat that the game has not": seat({"2": OTHER.key}),
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
    taken = [name for name in WRONG if not is_refused(client, show(WRONG[name]))]
    assert taken == []
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
    files = [show_card(life) | {"terms": empty | terms} for empty in EMPTY]
    for file, result in zip(files, run_verifier("lines", files), strict=True):
        assert "refused" not in result, file
        assert not is_refused(client, file), file
