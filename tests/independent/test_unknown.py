"""verify.mjs does not know what the service does not know, and says so in the same way."""

import json
from pathlib import Path
from shutil import copytree

import pytest

from tests.independent.verifier import run_program, run_verifier
from tests.lists.shown_requests import PEOPLE, REQUESTS, draw, verify
from tests.verification.unknown_files import list_malformed, list_unknown
from tools.files import ROOT

pytestmark = pytest.mark.node


def test_what_is_not_known_is_unchecked_by_both() -> None:
    cases = list(list_unknown())
    verdicts = run_verifier("lines", [case.file for case in cases])
    for case, verdict in zip(cases, verdicts, strict=True):
        assert verdict["valid"] is None, case.name
        assert case.unchecked in verdict["unchecked"], case.name


def test_what_no_version_can_know_is_refused_by_both() -> None:
    files = list_malformed()
    verdicts = run_verifier("lines", files.values())
    for name, verdict in zip(files, verdicts, strict=True):
        assert "refused" in verdict, name


def test_a_response_without_its_list_has_the_same_verdict_by_both() -> None:
    files = []
    for path, body in REQUESTS:
        single = draw(f"/v1/items/{path}", body)
        batch = draw(f"/v1/items/{path}/batch", body | {"repeats": 2})
        for response in (single, batch):
            files += [response, response | {"original_items": PEOPLE}]
    for file, verdict in zip(files, run_verifier("lines", files), strict=True):
        by_service = verify(file)
        assert verdict["valid"] == by_service["valid"], file
        assert verdict.get("unchecked", {}).keys() == by_service["unchecked"].keys()


def test_an_endpoint_that_does_not_say_which_items_it_shows_is_unchecked(
    tmp_path: Path,
) -> None:
    folder = copytree(ROOT / "verify", tmp_path / "verify")
    endpoints = folder / "lists" / "list_endpoints.mjs"
    text = endpoints.read_text()
    says_which = "  ...SHOWN_ITEMS,\n"
    assert text.count(says_which) == 2
    endpoints.write_text(text.replace(says_which, ""))
    responses = [
        draw("/v1/items/shuffle", {}),
        draw("/v1/items/draw", {"count": 2}),
        draw("/v1/items/shuffle/batch", {"count": 2, "repeats": 2}),
    ]
    lines = "".join(f"{json.dumps(response)}\n" for response in responses)
    verifier = folder / "verify.mjs"
    _, output = run_program("lines", stdin=lines.encode(), program=verifier)
    verdicts = [json.loads(line) for line in output.splitlines()]
    assert len(verdicts) == 3
    for verdict in verdicts:
        assert verdict["valid"] is None
        assert list(verdict["unchecked"]) == ["request"]
