"""Bridge files with their seed: verify.mjs and the service agree on each, however it was edited."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from re import search
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from tests.deals.bridge_requests import DEAL, KNOWN, REQUESTS, write
from tests.http.spec import check_refusal, post
from tests.independent.verifier import run_program, run_verifier
from tests.tables import for_each, list_some

pytestmark = pytest.mark.node

Json = dict[str, Any]

EDITS = (
    ("", ""),
    ("\r\n", "\n"),
    ("\r\n", "\r"),
    ("\n", "\n\n"),
    ("index 6", "index 7"),
    ("index", "at index"),
    ("board 7", "board 8"),
    ('Vulnerable "All"', 'Vulnerable "both"'),
    ('Vulnerable "All"', 'Vulnerable ""'),
    ("Dealer", "dealer"),
    ('Dealer "S"', 'Dealer "s"'),
    ('Deal "S:', 'Deal "s:'),
    ('Deal "S:', 'Deal "X:'),
    ("T", "t"),
    ("AK", "KA"),
    ("AK", "AA"),
    ("Board", "Bord"),
    ('Board "7"', 'Board "07"'),
    ('Board "7"', 'Board "seven"'),
    ("{", "{x } {"),
    ("[Event", '[Note "[Deal"]\n[Event'),
    ("seed", "Seed"),
    ("ah|Board", "ah|board"),
    ("sv|b", "sv|"),
    ("qx|o7", "qx|"),
    ("at|", "nt|"),
    ("md|1", "md|9"),
    ("md|1", "md|1,"),
    (",|rh", ",east|rh"),
    ("S2", "2"),
    (",|rh", "|rh"),
    ("|", "| "),
    ("8", ""),
)
"""Edits of a file, by a person or another program: a text, and the text in its place."""
DEALS = {"pbn": r'\[(Deal) "[^"]*"\]', "lin": r"(md)\|[^|]*\|"}
SPELLINGS = (str.lower, str.upper, str.title, " {} ".format)
"""Names of tags as other programs read them."""


def edited_files(client: FlaskClient) -> Iterator[str]:
    """Yield each file of a request with each edit, at its first place and at all, and with another deal."""
    for extension in ("pbn", "lin"):
        for request in REQUESTS.values():
            text = write(client, extension, request)
            edited = set()
            for old, new in EDITS:
                edited |= {text.replace(old, new, 1), text.replace(old, new)}
            yield from edited
            yield from add_deals(text, DEALS[extension])


def add_deals(text: str, pattern: str) -> Iterator[str]:
    """Yield the file with another deal, in each spelling, before the first one, behind it or in its place."""
    deal = search(pattern, text)
    assert deal
    whole, tag = deal.group(0, 1)
    other_cards = whole.translate(str.maketrans("AK", "KA"))
    for spell in SPELLINGS:
        other = other_cards.replace(tag, spell(tag))
        for deals in (f"{other}{whole}", f"{whole}{other}", other):
            yield text.replace(whole, deals, 1)


@pytest.mark.parametrize("extension", ["pbn", "lin"])
def test_a_second_deal_is_seen_however_its_tag_is_spelled(
    client: FlaskClient, extension: str
) -> None:
    text = write(client, extension, REQUESTS["a batch"])
    for edited in list_some(add_deals(text, DEALS[extension])):
        file = {"file": edited}
        (result,) = run_verifier("lines", [file])
        by_service = client.post("/v1/verify", json=file).get_json()
        assert result["valid"] is not True, edited
        assert by_service["valid"] is not True, edited


class Finding(NamedTuple):
    """The verdict, the place and the expected value of the first difference, and what was not checked."""

    verdict: bool | None
    where: str | None
    expected: str | None
    unchecked: dict[str, str]


def find(result: dict[str, Any]) -> Finding:
    """Return what a verifier found, by its result; what a refused file has is all None."""
    difference = result.get("difference", {})
    valid = result.get("valid")
    unchecked = {} if valid is False else result.get("unchecked", {})
    return Finding(
        valid, difference.get("where"), difference.get("expected"), unchecked
    )


def test_both_agree_on_files_as_people_edit_them(client: FlaskClient) -> None:
    files = [{"file": text} for text in edited_files(client)]
    results = []
    for file, by_program in zip(files, run_verifier("lines", files), strict=True):
        by_service = client.post("/v1/verify", json=file).get_json()
        assert find(by_program) == find(by_service), file["file"]
        assert ("refused" in by_program) == ("errors" in by_service)
        results.append(by_program["valid"])
    assert {True, False, None} == set(results)


VALID = (
    "valid\n  chosen by the requester: ",
    '\n  the boards are those of the seed "club": compare it with the one that was announced\n',
)


@pytest.mark.parametrize("extension", ["pbn", "lin"])
@for_each(
    ("old", "new", "status", "sentences"),
    [
        ("", "", 0, VALID),
        ("index 6", "index 7", 1, ["not valid: board 7, N differs\n"]),
        ('seed "club", index 6', "", 2, ["seeds: 1 of 3 boards are without a seed\n"]),
        (
            "seed",
            "key",
            3,
            ["cannot be checked: the file: no board of it has its seed"],
        ),
    ],
)
def test_the_program_checks_a_file_and_says_by_its_status_what_it_found(
    client: FlaskClient,
    tmp_path: Path,
    extension: str,
    old: str,
    new: str,
    status: int,
    sentences: Sequence[str],
) -> None:
    text = write(client, extension, REQUESTS["a batch"])
    file = tmp_path / f"bridge.{extension}"
    file.write_bytes(text.replace(old, new).encode())
    code, printed = run_program(file)
    assert code == status
    for sentence in sentences:
        assert sentence in printed


@pytest.mark.parametrize("extension", ["pbn", "lin"])
def test_the_program_prints_the_index_of_each_board(
    client: FlaskClient, tmp_path: Path, extension: str
) -> None:
    file = tmp_path / f"bridge.{extension}"
    file.write_bytes(write(client, extension, REQUESTS["a batch"]).encode())
    code, printed = run_program("steps", file)
    assert code == 0
    assert "index  5\n" in printed


def ask_for_known(rows: list[Any]) -> list[Json]:
    """Return the requests for deals with the known hands of a table."""
    requests = []
    for number, text, *_ in rows:
        request: Json = {"seed": "club", "given": {"deal": text}}
        if number:
            request["board"] = number
        requests.append(request)
    return requests


def answer_by_program(requests: list[Json]) -> Iterator[tuple[Json, Json]]:
    """Yield each request to deal, and the answer of verify.mjs."""
    asked = [request | {"path": DEAL} for request in requests]
    return zip(requests, run_verifier("answer", asked), strict=True)


def test_both_read_the_same_known_hands(client: FlaskClient) -> None:
    for request, answer in answer_by_program(ask_for_known(KNOWN["read"])):
        assert answer["hands"] == post(client, DEAL, **request)["hands"], request


def test_both_refuse_the_same_known_hands(client: FlaskClient) -> None:
    for request, answer in answer_by_program(ask_for_known(KNOWN["refused"])):
        sentence = check_refusal(client.post(DEAL, json=request))["given"]
        assert answer["refused"]["where"] == sentence[:10], request
