"""Bridge files with their seed: verify.mjs and the service agree on each, however it was edited."""

from collections.abc import Iterator
from pathlib import Path
from re import search
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.deals.test_bridge_files import DEAL, KNOWN, REQUESTS, write
from tests.independent.verifier import run_program, run_verifier

pytestmark = pytest.mark.node

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
    for extension in ("pbn", "lin"):
        for request in REQUESTS.values():
            text = write(client, extension, request)
            yield from {
                text.replace(*edit, count) for edit in EDITS for count in (1, -1)
            }
            yield from (file for file, _ in add_deals(text, DEALS[extension]))


def add_deals(text: str, pattern: str) -> Iterator[tuple[str, str]]:
    """Yield the file with another deal, in each spelling, before the first one, behind it or in its place; and it."""
    deal = search(pattern, text)
    assert deal
    for spell in SPELLINGS:
        other = (
            deal[0]
            .translate(str.maketrans("AK", "KA"))
            .replace(deal[1], spell(deal[1]))
        )
        for both in (f"{other}{deal[0]}", f"{deal[0]}{other}", other):
            yield text.replace(deal[0], both, 1), other


@pytest.mark.parametrize("extension", ["pbn", "lin"])
def test_a_second_deal_is_seen_however_its_tag_is_spelled(
    client: FlaskClient, extension: str
) -> None:
    for file, other in add_deals(
        write(client, extension, REQUESTS["a batch"]), DEALS[extension]
    ):
        (result,) = run_verifier("lines", [{"file": file}])
        assert result["valid"] is not True, other
        assert (
            client.post("/v1/verify", json={"file": file}).get_json()["valid"]
            is not True
        ), other


def find(result: dict[str, Any]) -> tuple[Any, ...]:
    """Return the verdict, the place and the expected value of the first difference, and what was not checked."""
    difference = result.get("difference") or {}
    verdict = result.get("valid")
    unchecked = {} if verdict is False else result.get("unchecked", {})
    return verdict, difference.get("where"), difference.get("expected"), unchecked


def test_both_agree_on_files_as_people_edit_them(client: FlaskClient) -> None:
    files = [{"file": text} for text in edited_files(client)]
    results = []
    for file, seen in zip(files, run_verifier("lines", files), strict=True):
        response = client.post("/v1/verify", json=file).get_json()
        assert find(seen) == find(response), file["file"]
        assert ("refused" in seen) == ("errors" in response)
        results.append(seen["valid"])
    assert {True, False, None} == set(results)


@pytest.mark.parametrize("extension", ["pbn", "lin"])
def test_the_program_checks_a_file_and_says_by_its_status_what_it_found(
    client: FlaskClient, tmp_path: Path, extension: str
) -> None:
    text = write(client, extension, REQUESTS["a batch"])
    cases = {
        text: (
            0,
            '\n  the boards are those of the seed "club": compare it with the one that was announced\n',
        ),
        text.replace("index 6", "index 7"): (1, "not valid: board 7, N differs\n"),
        text.replace('seed "club", index 6', ""): (
            2,
            "seeds: 1 of 3 boards are without a seed\n",
        ),
        text.replace("seed", "key"): (
            3,
            "cannot be checked: the file: no board of it has its seed",
        ),
    }
    for content, (status, words) in cases.items():
        file = tmp_path / f"bridge.{extension}"
        file.write_bytes(content.encode())
        code, printed = run_program(file)
        assert (code, words in printed) == (status, True), printed
    file.write_bytes(text.encode())
    code, printed = run_program(file)
    assert (code, printed.startswith("valid\n  chosen by the requester: ")) == (0, True)
    code, printed = run_program("steps", file)
    assert (code, "index  5\n" in printed) == (0, True)


def test_both_read_the_same_known_hands(client: FlaskClient) -> None:
    requests = [
        {"path": DEAL, "seed": "club", "given": {"deal": text}}
        | ({"board": number} if number else {})
        for number, text, *_ in (*KNOWN["read"], *KNOWN["refused"])
    ]
    for request, answer in zip(requests, run_verifier("answer", requests), strict=True):
        response: Any = client.post(
            DEAL,
            json={name: value for name, value in request.items() if name != "path"},
        ).json
        seen = (
            response["hands"]
            if "hands" in response
            else response["errors"]["given"][0][:10]
        )
        assert seen == (
            answer["hands"] if "hands" in answer else answer["refused"]["where"]
        ), request
