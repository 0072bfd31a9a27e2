"""Sealed shoes: both verifiers take, refuse and find the same, in the golden vectors and in shoes played at random.

SEALED_LIVES is the number of random shoes, by default 300, and 100 in CI; each receipt is checked as it is and altered.
"""

import json
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.conftest import ROOT, run_service
from tests.core.sealed.vector_files import LIVES, Fields, find_life, list_files, make_file, set_value
from tests.independent.sealed_files import Life, alter
from tests.independent.test_receipts import run_command
from tests.independent.verifier import Service, run_verifier
from tests.private_hands import PrivateTable, signing_key

pytestmark = pytest.mark.node

COUNT = int(os.environ.get("SEALED_LIVES", "100" if "CI" in os.environ else "300"))
PLAYABLE = [life for life in LIVES if life["answer"]["size"] <= 10**6]  # the service shuffles no more


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with run_service(SIGNING_KEYS=secrets.token_urlsafe(32)) as base:
        yield base


@pytest.fixture
def service(base: str) -> Iterator[Service]:
    with Service(base) as service:
        yield service


Finding = tuple[object, str | None, set[str]]
WRONG = (False, "refused")


def find(result: Fields) -> Finding:
    """Return what a verifier found: the verdict, the place of the first difference, and what is unchecked."""
    if result["valid"] is False:
        return False, result["difference"]["where"], set()
    return result["valid"], None, set(result.get("unchecked") or ())


def find_both(service: Service, files: list[Fields]) -> Iterator[tuple[Finding, Finding, Fields]]:
    """Yield what both verifiers find in each file; one that cannot be checked is `refused`."""
    refused: Finding = ("refused", None, set())
    for file, result in zip(files, run_verifier("lines", files), strict=True):
        status, response = service.send("/v1/verify", file)
        assert status in {200, 422}, response
        yield refused if "refused" in result else find(result), find(response) if status == 200 else refused, file


def test_both_find_the_same_in_the_files_of_the_vectors(service: Service) -> None:
    pairs = [(file, found) for life in PLAYABLE for file, found in list_files(life)]
    for (ours, theirs, file), (_, found) in zip(find_both(service, [file for file, _ in pairs]), pairs, strict=True):
        verdict = "refused" if "refused" in found else found["valid"]
        assert ours == theirs == (verdict, found.get("where"), set(found.get("unchecked", ()))), (file, found)


def test_the_receipts_of_the_vectors_are_right(service: Service) -> None:
    for ours, theirs, file in find_both(service, [make_file(life) for life in PLAYABLE]):
        assert ours == theirs == (True, None, set()), file
    partial = [make_file(life, life["answer"]["partial"]) for life in LIVES if "partial" in life["answer"]]
    for ours, theirs, file in find_both(service, partial):
        assert ours == theirs, file
        assert "order" in ours[2] <= {"order", "faces"}


def test_random_shoes_are_right_and_an_alteration_is_the_same_to_both(service: Service, seed: int) -> None:
    random = Random(seed)
    files = [Life(service, random).play() for _ in range(COUNT)]
    for ours, theirs, file in find_both(service, files):
        receipt = file["receipt"]
        assert ours == theirs, file
        if "server_seed" in receipt.get("receipt", ()) or "server_seed" in receipt:
            assert ours[0] is (None if ours[2] else True)
            assert ours[2] <= {"seen"}, file
        else:
            assert ours[0] is None
            assert "order" in ours[2] <= {"order", "faces"}, file
    for ours, theirs, file in find_both(service, [alter(file, random) for file in files]):
        assert (ours[0] in WRONG) == (theirs[0] in WRONG), (ours, theirs, file)
        assert ours[0] in WRONG or ours == theirs, file


def test_hands_with_keys_and_words_are_right_but_for_the_order(service: Service, base: str) -> None:
    table = PrivateTable(service.post, signing_key(base), ("1", "dealer"), game="rummy", players=2)
    table.take("deal")
    table.take("draw", count=1, seat="1")
    table.take("draw", count=2, burn=1, reshuffle=True, in_play=[*range(20)])
    shown = table.reveal("1", "dealer")
    folded = table.reveal("1")
    told = set_value(shown, ["receipt", "shown"], [])
    forked = shown | {"seen": [*table.seen, table.seen[0] | {"seat": "1"}]}
    found = [(ours, theirs) for ours, theirs, _ in find_both(service, [shown, folded, told, forked])]
    assert [ours for ours, _ in found] == [theirs for _, theirs in found]
    assert [ours[2] for ours, _ in found] == [{"order"}, {"order"}, {"order", "faces"}, set()]


@pytest.mark.parametrize("name", ["rummy with keys", "a cut card", "items"])
def test_cards_with_a_root_are_never_valid_alone(service: Service, name: str) -> None:
    life = find_life(name)
    shown, root = life["answer"]["shown"][:2], life["answer"]["rounds"][0]["root"]
    file = {"shown": shown, "root": root, "terms": life["asked"]["terms"]}
    other = set_value(file, ["shown", 0, "salt"], "0" * 64)
    found = [(ours, theirs) for ours, theirs, _ in find_both(service, [file, other])]
    assert found == [((None, None, {"root"}),) * 2, ((False, "shown[0]", set()),) * 2]


@pytest.mark.parametrize("draft", ["shoe1", "shoe2", "shoe3"])
def test_a_receipt_of_a_draft_is_refused_by_name(draft: str) -> None:
    file = make_file(find_life("shoe"))
    for other in (set_value(file, ["receipt", "receipt"], draft), file["receipt"] | {"receipt": draft}):
        (result,) = run_verifier("lines", [other])
        assert result["refused"]["where"] == "receipt"
        assert "sealed1" in result["refused"]["message"]


@pytest.mark.parametrize("name", ["shoe", "holdem", "rummy with keys", "blackjack", "many numbers"])
def test_the_steps_of_a_check_have_what_the_vectors_have(name: str, tmp_path: Path) -> None:
    life = find_life(name)
    answer = life["answer"]
    values = [answer["canonical"], answer["seed_hash"], answer["commitment"], *answer["digests"], *answer["records"]]
    rounds = [value[key] for value in answer["rounds"] for key in ("key", "in_play_key", "root") if key in value]
    code, printed = run_command(tmp_path / "full.json", make_file(life), "steps")
    assert (code, [value for value in values + rounds if value not in printed]) == (0, [])
    if "partial" in answer:
        code, printed = run_command(tmp_path / "partial.json", make_file(life, answer["partial"]), "steps")
        steps = [step for card in answer["partial"]["shown"] for step in (card["salt"], *card["path"])]
        assert (code, [value for value in values + steps if value not in printed]) == (2, [])


def test_the_examples_of_the_page_are_those_of_the_vectors() -> None:
    page = (ROOT / "docs" / "sealed.md").read_text(encoding="utf-8").partition("## A sealed shoe, from seed")[2]
    texts = json.dumps([find_life(name) for name in ("shoe", "holdem", "rummy", "klondike", "blackjack")])
    words = [word for line in page.splitlines() for word in line.strip().split() if line.startswith("    ")]
    secrets_and_digests = [word for word in words if len(word) in {43, 64, 86} and '"' not in word]
    assert len(secrets_and_digests) > 40
    assert [word for word in secrets_and_digests if word not in texts] == []
