"""Sealed shoes: both verifiers take, refuse and find the same, in the golden vectors and in shoes played at random.

SEALED_LIVES is the number of random shoes, by default 300, and 100 in CI; each receipt is checked as it is and altered.
"""

import json
import os
import re
from collections.abc import Iterator, Set
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from tests.http.spec import confirm
from tests.independent.json_texts import Path as MemberPath
from tests.independent.json_texts import write, write_numbers
from tests.independent.sealed_files import Life, alter
from tests.independent.test_receipts import run_command
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
from tests.tables import list_some
from tests.verification.seeded_files import find_value
from tools.files import ROOT

pytestmark = pytest.mark.node

COUNT = int(os.environ.get("SEALED_LIVES", "300"))
PLAYABLE = [life for life in LIVES if life["answer"]["size"] <= 10**6]
"""Lives that the service can play: it shuffles no more."""


@pytest.fixture
def service(keyed: str) -> Service:
    return Service(keyed)


class Finding(NamedTuple):
    """The verdict of a verifier, the place of the first difference, and the names of unchecked members."""

    verdict: object
    where: str | None = None
    unchecked: Set[str] = frozenset()

    @property
    def is_wrong(self) -> bool:
        """Return whether the file is false or cannot be checked."""
        return self.verdict in {False, "refused"}


class Findings(NamedTuple):
    """What both verifiers find in a file."""

    file: Fields
    by_program: Finding
    by_service: Finding


REFUSED = Finding("refused")


def read_finding(result: Fields) -> Finding:
    """Return what a verifier found, by its result."""
    if result["valid"] is False:
        return Finding(False, result["difference"]["where"])
    return Finding(result["valid"], None, set(result.get("unchecked") or ()))


def find_both(service: Service, files: list[Fields]) -> Iterator[Findings]:
    """Yield the findings of both verifiers for each file; a file that cannot be checked is `refused`."""
    for file, result in zip(files, run_verifier("lines", files), strict=True):
        status, response = service.send("/v1/verify", file)
        assert status in {200, 422}, response
        by_program = REFUSED if "refused" in result else read_finding(result)
        by_service = read_finding(response) if status == 200 else REFUSED
        yield Findings(file, by_program, by_service)


def find_same(service: Service, files: list[Fields]) -> list[Finding]:
    """Return the findings for each file, which are the same for both verifiers."""
    found = list_some(find_both(service, files))
    for file, by_program, by_service in found:
        assert by_program == by_service, file
    return [findings.by_program for findings in found]


def test_both_find_the_same_in_the_files_of_the_vectors(service: Service) -> None:
    pairs = [pair for life in PLAYABLE for pair in list_files(life)]
    found = find_same(service, [file for file, _ in pairs])
    for finding, (file, altered) in zip(found, pairs, strict=True):
        verdict = "refused" if "refused" in altered else altered["valid"]
        unchecked = set(altered.get("unchecked", ()))
        expected = Finding(verdict, altered.get("where"), unchecked)
        assert finding == expected, (file, altered)


def test_the_receipts_of_the_vectors_are_right(service: Service) -> None:
    files = [make_file(life) for life in PLAYABLE]
    for file, finding in zip(files, find_same(service, files), strict=True):
        assert finding == Finding(True), file


def test_the_partial_receipts_of_the_vectors_are_right_but_for_the_order(
    service: Service,
) -> None:
    files = [
        make_file(life, life["answer"]["partial"])
        for life in LIVES
        if "partial" in life["answer"]
    ]
    for file, finding in zip(files, find_same(service, files), strict=True):
        assert "order" in finding.unchecked <= {"order", "faces"}, file


def test_random_shoes_are_right_and_an_alteration_is_the_same_to_both(
    service: Service, seed: int
) -> None:
    random = Random(seed)
    files = [Life(service, random).play() for _ in range(COUNT)]
    for file, finding in zip(files, find_same(service, files), strict=True):
        receipt = file["receipt"]
        unchecked = finding.unchecked
        if "server_seed" in receipt.get("receipt", ()) or "server_seed" in receipt:
            assert finding.verdict is (None if unchecked else True)
            assert unchecked <= {"seen"}, file
        else:
            assert finding.verdict is None
            assert "order" in unchecked <= {"order", "faces"}, file
    altered = [alter(file, random) for file in files]
    for file, by_program, by_service in find_both(service, altered):
        if by_program.is_wrong:  # of several differences each may find another one
            assert by_service.is_wrong, (by_program, by_service, file)
        else:
            assert by_program == by_service, file


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
    found = find_same(service, [shown, folded, told, forked])
    assert [finding.unchecked for finding in found] == [
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
    alone, altered = find_same(service, [file, other])
    assert alone == Finding(None, None, {"root"})
    assert altered == Finding(False, "shown[0]")


class Written(NamedTuple):
    """A file of a life with JSON at a path (None: with nothing), and the verdict on it."""

    name: str
    is_partial: bool
    path: MemberPath
    text: str | None
    verdict: object


NUMBERS = (
    ("shoe", False, ("receipt", "terms", "decks")),
    ("shoe", False, ("receipt", "drawn", "top")),
    ("shoe", False, ("seen", 0, "positions", 1)),
    ("entrants", False, ("receipt", "terms", "max")),
    ("entrants", False, ("seen", 0, "integers", 0)),
    ("entrants", False, ("seen", 0, "draw")),
    ("a cut card", True, ("receipt", "shown", 0, "integer")),
    ("a cut card", True, ("receipt", "shown", 0, "index")),
)
"""Places of integers: a life, whether its receipt is partial, and a path."""


MEMBERS_OF_A_SHOE: tuple[tuple[MemberPath, str | None, object], ...] = (
    (("seen",), '[{"cards": ["2C"], "position": 1}]', None),
    (("seen",), '[{"cards": [null, "2C"]}]', None),
    (("seen",), '[{"cards": [null, "2C"], "round": null, "roots": []}]', None),
    (("seen", 0, "draw"), None, "refused"),
    (("seen", 0, "round"), "0", "refused"),
    (("seen", 0, "roots"), "null", True),
    (("seen", 0, "cards", 1), '"2X"', "refused"),
    (("receipt", "shown"), "null", True),
    (("receipt", "shown"), "[]", True),
    (("receipt", "seed_hash"), "null", True),
    (("seen",), "null", None),
    (("digest",), "null", True),
    (("receipt", "terms", "cut"), "312", "refused"),
    (("receipt", "terms", "reshuffle"), '"never"', "refused"),
)
MEMBERS_OF_A_PARTIAL_RECEIPT: tuple[tuple[MemberPath, str | None, object], ...] = (
    (("receipt", "terms", "consent", "start"), "3", "refused"),
    (("receipt", "shown"), "null", None),
    (("receipt", "server_seed"), "null", None),
    (("receipt", "terms", "decks"), "2", "refused"),
)
"""Places of members, with JSON in its place and the verdict."""


def list_written_numbers() -> Iterator[Written]:
    """Yield files with each number as a fraction that is (nearly) an integer, and as values that are none."""
    for name, is_partial, path in NUMBERS:
        value = find_value(make_kind(name, is_partial), path)
        right = None if is_partial else True
        whole, nearly_whole, quoted = write_numbers(value)
        for text in (whole, nearly_whole):
            yield Written(name, is_partial, path, text, right)
        for text in (quoted, "true", "1e400", "[]"):
            yield Written(name, is_partial, path, text, "refused")


def list_written_members() -> Iterator[Written]:
    """Yield files with members that are null, of another kind, or another writing of the same."""
    for path, text, verdict in MEMBERS_OF_A_SHOE:
        yield Written("shoe", False, path, text, verdict)
    for path, text, verdict in MEMBERS_OF_A_PARTIAL_RECEIPT:
        yield Written("holdem", True, path, text, verdict)
    shown = find_life("a cut card")["answer"]["shown"]
    card = shown[0]
    other_salt = card | {"salt": "0" * 64}
    for value, verdict in ((shown, None), (card, None), ([other_salt], False)):
        yield Written("a cut card", True, ("shown",), json.dumps(value), verdict)
    yield Written("items", True, ("seen", 0, "seat"), '"nobody"', "refused")


def test_values_and_members_are_the_same_to_both_however_they_are_written(
    client: FlaskClient,
) -> None:
    rows = [*list_written_numbers(), *list_written_members()]
    texts = [
        write(put(make_kind(row.name, row.is_partial), row.path), row.path, row.text)
        for row in rows
    ]
    for row, text, result in zip(rows, texts, run_lines("lines", texts), strict=True):
        response = client.post("/v1/verify", data=text, content_type="application/json")
        assert response.status_code in {200, 400, 422}, row
        by_service = response.get_json().get("valid", "refused")
        by_program = "refused" if "refused" in result else result["valid"]
        assert by_service == row.verdict, (row, response.text)
        assert by_program == row.verdict, (row, result)


def make_kind(name: str, is_partial: bool) -> Fields:
    """Return the file of a life, with its partial or its full receipt."""
    life = find_life(name)
    return make_file(life, life["answer"]["partial"] if is_partial else None)


def put(file: Fields, path: MemberPath) -> Fields:
    """Return the file with a member at a path, which can then be written as another one."""
    *parents, last = path
    node = find_value(file, parents)
    if isinstance(node, dict):
        node.setdefault(last, None)
    return file


def test_a_draw_of_two_rounds_without_cards_in_play_is_wrong_in_any_list(
    service: Service,
) -> None:
    rummy = make_kind("rummy", is_partial=False)
    rummy_with_keys = make_kind("rummy with keys", is_partial=True)
    for file in (rummy, rummy_with_keys):
        split = next(entry for entry in file["seen"] if len(set(entry["rounds"])) > 1)
        del split["in_play"]
        (finding,) = find_same(service, [file | {"seen": [split]}])
        assert finding == Finding(False, "seen[0].in_play")


BRANCHES = (
    {"count": 3},
    {"count": 3, "from": "bottom"},
    {"count": 4},
    {"count": 3, "burn": 1},
    {"count": 2, "seat": "1"},
)


def fork(service: Service, reveal: str) -> Iterator[Fields]:
    """Yield files of those who drew the second time from one token, each with the receipt of one of two draws."""
    opened = service.post("/v1/shoes", deck="standard", reveal=reveal)
    first = service.post("/v1/shoes/draw", shoe=opened["shoe"], count=2)
    branches = [
        service.post("/v1/shoes/draw", shoe=first["shoe"], **branch)
        for branch in BRANCHES
    ]
    for branch in branches:
        revealed = service.post("/v1/shoes/reveal", shoe=branch["shoe"])
        for other in branches:
            if other is not branch:
                seen = [first["seen"], branch["seen"], other["seen"]]
                yield {"receipt": revealed["receipt"], "seen": seen}


def test_a_fork_is_named_with_its_draw_and_both_entries_whatever_differs(
    service: Service,
) -> None:
    """Somebody draws from one token twice: another number, from another end, after a burned card, or for a seat."""
    files = [*fork(service, "all"), *fork(service, "shown")]
    sentence = re.compile(r"[Dd]raw 2 was made twice.*seen\[1\].*seen\[2\]")
    for file, by_program in zip(files, run_verifier("lines", files), strict=True):
        by_service = service.post("/v1/verify", **file)
        for result in (by_program, by_service):
            assert result["valid"] is False
            assert result["difference"]["draw"] == 2
            assert result["difference"]["where"].startswith("seen[2].")
            assert sentence.search(result["difference"]["detail"])
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
    member = set_value(file, ["receipt", "receipt"], draft)
    alone = file["receipt"] | {"receipt": draft}
    for result in run_verifier("lines", [member, alone]):
        assert result["refused"]["where"] == "receipt"
        assert "sealed1" in result["refused"]["message"]


def list_common_steps(answer: dict[str, Any]) -> list[str]:
    """Return what the steps of every check show: the terms, the commitments, the digests and the records of draws."""
    return [
        answer["canonical"],
        answer["seed_hash"],
        answer["commitment"],
        *answer["digests"],
        *answer["records"],
    ]


@pytest.mark.parametrize(
    "name", ["shoe", "holdem", "rummy with keys", "blackjack", "many numbers"]
)
def test_the_steps_of_a_check_have_what_the_vectors_have(
    name: str, tmp_path: Path
) -> None:
    life = find_life(name)
    answer = life["answer"]
    values = list_common_steps(answer)
    for value in answer["rounds"]:
        keys = ("key", "in_play_key", "root")
        values += [value[key] for key in keys if key in value]
    code, printed = run_command(tmp_path / "full.json", make_file(life), "steps")
    assert code == 0
    assert [value for value in values if value not in printed] == []


@pytest.mark.parametrize("name", ["holdem", "rummy with keys"])
def test_the_steps_of_the_check_of_a_partial_receipt_have_what_the_vectors_have(
    name: str, tmp_path: Path
) -> None:
    life = find_life(name)
    answer = life["answer"]
    values = list_common_steps(answer)
    for card in answer["partial"]["shown"]:
        values += [card["salt"], *card["path"]]
    file = make_file(life, answer["partial"])
    code, printed = run_command(tmp_path / "partial.json", file, "steps")
    assert code == 2
    assert [value for value in values if value not in printed] == []


def test_the_examples_of_the_page_are_those_of_the_vectors() -> None:
    text = (ROOT / "docs" / "definitions" / "sealed.md").read_text(encoding="utf-8")
    page = text.partition("## A sealed shoe, from seed")[2]
    names = ("shoe", "holdem", "rummy")
    vectors = json.dumps([find_life(name) for name in names])
    blocks = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    words = " ".join(blocks).split()
    secrets_and_digests = [
        word for word in words if len(word) in {43, 64, 86} and '"' not in word
    ]
    assert len(secrets_and_digests) > 20
    assert [word for word in secrets_and_digests if word not in vectors] == []
