"""Sealed shoes: both verifiers take, refuse and find the same, in the golden vectors and in shoes played at random.

SEALED_LIVES is the number of random shoes, by default 300, and 100 in CI; each receipt is checked as it is and altered.
"""

import json
import os
import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.conftest import ROOT
from tests.http.spec import confirm
from tests.independent.sealed_files import Life, alter
from tests.independent.test_receipts import run_command
from tests.independent.test_verifiers import write
from tests.independent.verifier import Service, run_lines, run_verifier
from tests.private_hands import PrivateTable, signing_key
from tests.sealed.vector_files import (
    LIVES,
    Fields,
    find_life,
    list_files,
    make_file,
    set_value,
)

pytestmark = pytest.mark.node

COUNT = int(os.environ.get("SEALED_LIVES", "300"))
PLAYABLE = [
    life for life in LIVES if life["answer"]["size"] <= 10**6
]  # the service shuffles no more


@pytest.fixture
def service(keyed: str) -> Service:
    return Service(keyed)


Finding = tuple[object, str | None, set[str]]
WRONG = (False, "refused")


def find(result: Fields) -> Finding:
    """Return the verdict of a verifier, the place of the first difference, and the names of unchecked members."""
    if result["valid"] is False:
        return False, result["difference"]["where"], set()
    return result["valid"], None, set(result.get("unchecked") or ())


def find_both(
    service: Service, files: list[Fields]
) -> Iterator[tuple[Finding, Finding, Fields]]:
    """Yield the results of both verifiers for each file; a file that cannot be checked is `refused`."""
    refused: Finding = ("refused", None, set())
    for file, result in zip(files, run_verifier("lines", files), strict=True):
        status, response = service.send("/v1/verify", file)
        assert status in {200, 422}, response
        yield (
            refused if "refused" in result else find(result),
            find(response) if status == 200 else refused,
            file,
        )


def test_both_find_the_same_in_the_files_of_the_vectors(service: Service) -> None:
    files, expected = zip(
        *(pair for life in PLAYABLE for pair in list_files(life)), strict=True
    )
    for (by_program, by_service, file), life in zip(
        find_both(service, list(files)), expected, strict=True
    ):
        verdict = "refused" if "refused" in life else life["valid"]
        assert (
            by_program
            == by_service
            == (verdict, life.get("where"), set(life.get("unchecked", ())))
        ), (file, life)


def test_the_receipts_of_the_vectors_are_right(service: Service) -> None:
    for by_program, by_service, file in find_both(
        service, [make_file(life) for life in PLAYABLE]
    ):
        assert by_program == by_service == (True, None, set()), file
    partial = [
        make_file(life, life["answer"]["partial"])
        for life in LIVES
        if "partial" in life["answer"]
    ]
    for by_program, by_service, file in find_both(service, partial):
        assert by_program == by_service, file
        assert "order" in by_program[2] <= {"order", "faces"}


def test_random_shoes_are_right_and_an_alteration_is_the_same_to_both(
    service: Service, seed: int
) -> None:
    random = Random(seed)
    files = [Life(service, random).play() for _ in range(COUNT)]
    for by_program, by_service, file in find_both(service, files):
        receipt = file["receipt"]
        assert by_program == by_service, file
        if "server_seed" in receipt.get("receipt", ()) or "server_seed" in receipt:
            assert by_program[0] is (None if by_program[2] else True)
            assert by_program[2] <= {"seen"}, file
        else:
            assert by_program[0] is None
            assert "order" in by_program[2] <= {"order", "faces"}, file
    for by_program, by_service, file in find_both(
        service, [alter(file, random) for file in files]
    ):
        assert (by_program[0] in WRONG) == (by_service[0] in WRONG), (
            by_program,
            by_service,
            file,
        )
        assert by_program[0] in WRONG or by_program == by_service, file


def test_hands_with_keys_and_words_are_right_but_for_the_order(
    service: Service, keyed: str
) -> None:
    table = PrivateTable(
        service.post, signing_key(keyed), ("1", "dealer"), game="rummy", players=2
    )
    table.take("deal")
    table.take("draw", count=1, seat="1")
    table.take("draw", count=2, burn=1, reshuffle=True, in_play=list(range(20)))
    shown = table.reveal("1", "dealer")
    folded = table.reveal("1")
    told = set_value(shown, ["receipt", "shown"], [])
    forked = shown | {"seen": [*table.seen, table.seen[0] | {"seat": "1"}]}
    found = [
        (by_program, by_service)
        for by_program, by_service, _ in find_both(
            service, [shown, folded, told, forked]
        )
    ]
    assert [by_program for by_program, _ in found] == [
        by_service for _, by_service in found
    ]
    assert [by_program[2] for by_program, _ in found] == [
        {"order"},
        {"order"},
        {"order", "faces"},
        set(),
    ]


@pytest.mark.parametrize("name", ["rummy with keys", "a cut card", "items"])
def test_cards_with_a_root_are_never_valid_alone(service: Service, name: str) -> None:
    life = find_life(name)
    shown = life["answer"]["shown"][:2]
    root = life["answer"]["rounds"][0]["root"]
    file = {"shown": shown, "root": root, "terms": life["asked"]["terms"]}
    other = set_value(file, ["shown", 0, "salt"], "0" * 64)
    by_program, by_service, _ = zip(*find_both(service, [file, other]), strict=True)
    assert (
        by_program == by_service == ((None, None, {"root"}), (False, "shown[0]", set()))
    )


def test_values_and_members_are_the_same_to_both_however_they_are_written(
    client: FlaskClient,
) -> None:
    """Each row has a life, whether its receipt is partial, a path, JSON in its place (None: nothing), the verdict."""
    paths: dict[tuple[str, bool], list[tuple[Any, ...]]] = {
        ("shoe", False): [
            ("receipt", "terms", "decks"),
            ("receipt", "drawn", "top"),
            ("seen", 0, "positions", 1),
        ],
        ("entrants", False): [
            ("receipt", "terms", "max"),
            ("seen", 0, "integers", 0),
            ("seen", 0, "draw"),
        ],
        ("a cut card", True): [
            ("receipt", "shown", 0, "integer"),
            ("receipt", "shown", 0, "index"),
        ],
    }
    rows: list[tuple[str, bool, tuple[Any, ...], str | None, object]] = []
    for (name, is_partial), places in paths.items():
        right = None if is_partial else True
        for path in places:
            value: Any = make_kind(name, is_partial)
            for key in path:
                value = value[key]
            rows += [
                (name, is_partial, path, text, right)
                for text in (f"{value}.0", f"{value}.0000000000000000000000001")
            ]
            rows += [
                (name, is_partial, path, text, "refused")
                for text in (f'"{value}"', "true", "1e400", "[]")
            ]
    run = '{"cards": ["2C"], "position": 1}'
    shown = find_life("a cut card")["answer"]["shown"]
    rows += [
        ("shoe", False, ("seen",), f"[{run}]", None),
        ("shoe", False, ("seen",), '[{"cards": [null, "2C"]}]', None),
        (
            "shoe",
            False,
            ("seen",),
            '[{"cards": [null, "2C"], "round": null, "roots": []}]',
            None,
        ),
        ("shoe", False, ("seen", 0, "draw"), None, "refused"),
        ("shoe", False, ("seen", 0, "round"), "0", "refused"),
        ("shoe", False, ("seen", 0, "roots"), "null", True),
        ("shoe", False, ("seen", 0, "cards", 1), '"2X"', "refused"),
        ("shoe", False, ("receipt", "shown"), "null", True),
        ("shoe", False, ("receipt", "shown"), "[]", True),
        ("shoe", False, ("receipt", "seed_hash"), "null", True),
        ("shoe", False, ("seen",), "null", None),
        ("shoe", False, ("digest",), "null", True),
        ("shoe", False, ("receipt", "terms", "cut"), "312", "refused"),
        ("shoe", False, ("receipt", "terms", "reshuffle"), '"never"', "refused"),
        ("holdem", True, ("receipt", "terms", "consent", "start"), "3", "refused"),
        ("holdem", True, ("receipt", "shown"), "null", None),
        ("holdem", True, ("receipt", "server_seed"), "null", None),
        ("holdem", True, ("receipt", "terms", "decks"), "2", "refused"),
        ("a cut card", True, ("shown",), json.dumps(shown), None),
        ("a cut card", True, ("shown",), json.dumps(shown[0]), None),
        (
            "a cut card",
            True,
            ("shown",),
            json.dumps([shown[0] | {"salt": "0" * 64}]),
            False,
        ),
        ("items", True, ("seen", 0, "seat"), '"nobody"', "refused"),
    ]
    texts = [
        write(put(make_kind(name, partial), path), path, text)
        for name, partial, path, text, _ in rows
    ]
    for row, text, result in zip(rows, texts, run_lines("lines", texts), strict=True):
        response = client.post("/v1/verify", data=text, content_type="application/json")
        assert response.status_code in {200, 400, 422}, row
        by_program = "refused" if "refused" in result else result["valid"]
        assert (by_program, response.get_json().get("valid", "refused")) == (
            row[-1],
            row[-1],
        ), (row, result, response.text)


def make_kind(name: str, is_partial: bool) -> Fields:
    life = find_life(name)
    return make_file(life, life["answer"]["partial"] if is_partial else None)


def put(file: Fields, path: tuple[Any, ...]) -> Fields:
    """Return the file with a member at a path, which can then be written as another one."""
    node: Any = file
    for key in path[:-1]:
        node = node[key]
    if isinstance(node, dict):
        node.setdefault(path[-1], None)
    return file


def test_a_draw_of_two_rounds_without_cards_in_play_is_wrong_in_any_list(
    service: Service,
) -> None:
    for receipt in (None, find_life("rummy with keys")["answer"]["partial"]):
        file = make_file(find_life("rummy with keys" if receipt else "rummy"), receipt)
        split = next(entry for entry in file["seen"] if len(set(entry["rounds"])) > 1)
        del split["in_play"]
        ((by_program, by_service, _),) = find_both(service, [file | {"seen": [split]}])
        assert by_program == by_service == (False, "seen[0].in_play", set())


BRANCHES = (
    {"count": 3},
    {"count": 3, "from": "bottom"},
    {"count": 4},
    {"count": 3, "burn": 1},
    {"count": 2, "seat": "1"},
)


def test_a_fork_is_named_with_its_draw_and_both_entries_whatever_differs(
    service: Service,
) -> None:
    """Somebody draws from one token twice: another number, from another end, after a burned card, or for a seat."""
    files = []
    for reveal in ("all", "shown"):
        opened = service.post("/v1/shoes", deck="standard", reveal=reveal)
        first = service.post("/v1/shoes/draw", shoe=opened["shoe"], count=2)
        branches = [
            service.post("/v1/shoes/draw", shoe=first["shoe"], **branch)
            for branch in BRANCHES
        ]
        receipts = [
            service.post("/v1/shoes/reveal", shoe=branch["shoe"])["receipt"]
            for branch in branches
        ]
        for (one, receipt), (other, _) in permutations(
            zip(branches, receipts, strict=True), 2
        ):
            files.append(
                {
                    "receipt": receipt,
                    "seen": [first["seen"], one["seen"], other["seen"]],
                }
            )
    for file, by_program in zip(files, run_verifier("lines", files), strict=True):
        by_service = service.post("/v1/verify", **file)
        for result in (by_program, by_service):
            difference = result["difference"]
            assert (result["valid"], difference["draw"]) == (False, 2)
            assert difference["where"].startswith("seen[2].")
            assert re.search(
                r"[Dd]raw 2 was made twice.*seen\[1\].*seen\[2\]", difference["detail"]
            )
        assert by_program["difference"]["where"] == by_service["difference"]["where"]


@pytest.mark.parametrize(
    ("name", "advice"), [("holdem", "your own"), ("shoe", "the operator may have")]
)
def test_a_missing_note_of_the_client_seed_says_what_to_compare(
    service: Service, name: str, advice: str
) -> None:
    file = confirm(make_kind(name, is_partial=False), client_seed=None)
    (by_program,) = run_verifier("lines", [file])
    for result in (by_program, service.post("/v1/verify", **file)):
        assert advice in result["unchecked"]["client_seed"]


@pytest.mark.parametrize("draft", ["shoe1", "shoe2", "shoe3"])
def test_a_receipt_of_a_draft_is_refused_by_name(draft: str) -> None:
    file = make_file(find_life("shoe"))
    for other in (
        set_value(file, ["receipt", "receipt"], draft),
        file["receipt"] | {"receipt": draft},
    ):
        (result,) = run_verifier("lines", [other])
        assert result["refused"]["where"] == "receipt"
        assert "sealed1" in result["refused"]["message"]


@pytest.mark.parametrize(
    "name", ["shoe", "holdem", "rummy with keys", "blackjack", "many numbers"]
)
def test_the_steps_of_a_check_have_what_the_vectors_have(
    name: str, tmp_path: Path
) -> None:
    life = find_life(name)
    answer = life["answer"]
    values = [
        answer["canonical"],
        answer["seed_hash"],
        answer["commitment"],
        *answer["digests"],
        *answer["records"],
    ]
    rounds = [
        value[key]
        for value in answer["rounds"]
        for key in ("key", "in_play_key", "root")
        if key in value
    ]
    code, printed = run_command(tmp_path / "full.json", make_file(life), "steps")
    assert (code, [value for value in values + rounds if value not in printed]) == (
        0,
        [],
    )
    if "partial" in answer:
        code, printed = run_command(
            tmp_path / "partial.json", make_file(life, answer["partial"]), "steps"
        )
        steps = [
            step
            for card in answer["partial"]["shown"]
            for step in (card["salt"], *card["path"])
        ]
        assert (code, [value for value in values + steps if value not in printed]) == (
            2,
            [],
        )


def test_the_examples_of_the_page_are_those_of_the_vectors() -> None:
    text = (ROOT / "docs" / "definitions" / "sealed.md").read_text(encoding="utf-8")
    page = text.partition("## A sealed shoe, from seed")[2]
    texts = json.dumps(
        [
            find_life(name)
            for name in ("shoe", "holdem", "rummy", "klondike", "blackjack")
        ]
    )
    words = [
        word
        for block in re.findall(r"```\n(.*?)```", page, re.DOTALL)
        for word in block.split()
    ]
    secrets_and_digests = [
        word for word in words if len(word) in {43, 64, 86} and '"' not in word
    ]
    assert len(secrets_and_digests) > 40
    assert [word for word in secrets_and_digests if word not in texts] == []
