"""Terms that no shoe has: both implementations refuse them, the service also where there is no node."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from tests.independent.verifier import run_verifier
from tests.sealed.seats import sit_down, write_bytes
from tests.sealed.vector_files import find_life, set_value

Fields = dict[str, Any]
HAND, ITEMS, DEAL = (
    find_life(name)["asked"]["terms"] for name in ("holdem", "items", "a deal of items")
)
OTHER = sit_down("1")["1"]
ED25519 = "consent.keys.1"
P256 = "view_keys.1"
OFF_CURVE = write_bytes(bytes([2, *[0] * 31]))


def at(path: str, value: Any, terms: Fields = HAND) -> Fields:
    """Return terms with another value at a path; without the member if it is `...`."""
    return set_value(terms, path.split("."), value)


def changed(path: str, change: Callable[[Any], Any]) -> Fields:
    node: Any = HAND
    for name in path.split("."):
        node = node[name]
    return at(path, change(node))


def seat(change: Fields) -> Fields:
    """Return terms with other keys for consent, by seat."""
    return at("consent.keys", HAND["consent"]["keys"] | change)


def read_wrong() -> dict[str, Fields]:
    """Return the terms of wrong_terms.yaml, by name."""
    wrong = {}
    for life, changes in yaml.safe_load(
        Path(__file__).with_name("wrong_terms.yaml").read_text()
    ).items():
        for name, members in changes.items():
            wrong[name] = deepcopy(find_life(life)["asked"]["terms"])
            for path, value in members.items():
                wrong[name] = at(path, ... if value is None else value, wrong[name])
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
    "a view key without one for consent": at(
        "view_keys", {**HAND["view_keys"], "2": OTHER.view_key}
    ),
    "words that are no digests": at("words", ["x" * 64]),
    "33 words": at("words", ["0" * 64] * 33),
    "a name with a line break": at(
        "consent.keys", {"1\n": OTHER.key}, at("view_keys", ..., ITEMS)
    ),
    "an auditor who is not needed": at("auditor", OTHER.view_key),
    "a long item": at("items", ["x" * 257], ITEMS),
    "many items": at("items", ["x"] * 501, ITEMS),
    "many bytes": at("items", ["\U0001f0a1" * 256] * 17, ITEMS),
    "a name that is no seat": at(
        "consent.keys", {"Anna B": OTHER.key}, at("view_keys", ..., ITEMS)
    ),
    "a long name": at(
        "consent.keys", {"x" * 33: OTHER.key}, at("view_keys", ..., ITEMS)
    ),
}


EMPTY: tuple[Fields, ...] = (
    {"view_keys": {}},
    {"piles": []},
    {"label": None},
    {"packets": [], "jokers": None},
)
"""Members that some programs add."""


def is_refused(client: FlaskClient, file: Fields) -> bool:
    return client.post("/v1/verify", json=file).status_code == 422


def show(terms: Fields) -> Fields:
    answer = find_life("holdem")["answer"]
    return {
        "shown": answer["shown"][:1],
        "root": answer["rounds"][0]["root"],
        "terms": terms,
    }


def test_terms_that_no_shoe_has_are_refused_by_the_service(client: FlaskClient) -> None:
    assert [
        name for name, terms in WRONG.items() if not is_refused(client, show(terms))
    ] == []
    assert not is_refused(client, show(HAND))


@pytest.mark.node
def test_terms_that_no_shoe_has_are_refused_by_the_independent_implementation() -> None:
    results = run_verifier("lines", map(show, WRONG.values()))
    assert [
        name
        for name, result in zip(WRONG, results, strict=True)
        if "refused" not in result
    ] == []
    assert {
        result["refused"]["where"].split(".")[0].split(":")[0] for result in results
    } == {"terms"}


@pytest.mark.node
def test_an_empty_member_is_as_one_left_out(client: FlaskClient) -> None:
    for name, kind in (("a deal of items", DEAL), ("holdem", HAND)):
        answer = find_life(name)["answer"]
        file = {"shown": answer["shown"][:1], "root": answer["rounds"][0]["root"]}
        files = [file | {"terms": more | kind} for more in EMPTY]
        for one, result in zip(files, run_verifier("lines", files), strict=True):
            assert "refused" not in result, one
            assert not is_refused(client, one), one
