"""verify.mjs does not know what the service does not know, and says so in the same way."""

import json
from pathlib import Path
from shutil import copytree

import pytest

from tests.conftest import ROOT
from tests.independent.verifier import run_program, run_verifier
from tests.lists.test_results_shown import PEOPLE, REQUESTS, draw, verify
from tests.verification.test_unknown import list_malformed, list_unknown

pytestmark = pytest.mark.node


def test_what_is_not_known_is_unchecked_by_both() -> None:
    cases = list(list_unknown())
    verdicts = run_verifier("lines", [file for _, file, _ in cases])
    others = [
        (name, verdict)
        for (name, _, where), verdict in zip(cases, verdicts, strict=True)
        if verdict["valid"] is not None or where not in verdict.get("unchecked", ())
    ]
    assert not others


def test_what_no_version_can_know_is_refused_by_both() -> None:
    cases = list(list_malformed())
    verdicts = run_verifier("lines", [file for _, file in cases])
    assert [
        name
        for (name, _), verdict in zip(cases, verdicts, strict=True)
        if "refused" not in verdict
    ] == []


def test_a_response_without_its_list_has_the_same_verdict_by_both() -> None:
    responses = [
        draw(f"/v1/items/{path}{end}", body | repeats)
        for path, body in REQUESTS
        for end, repeats in (("", {}), ("/batch", {"repeats": 2}))
    ]
    files = [*responses, *(each | {"original_items": PEOPLE} for each in responses)]
    for file, verdict in zip(files, run_verifier("lines", files), strict=True):
        by_service = verify(file)
        assert verdict["valid"] == by_service["valid"], file
        assert verdict.get("unchecked", {}).keys() == by_service["unchecked"].keys()


def test_an_endpoint_that_does_not_say_which_items_it_shows_is_unchecked(
    tmp_path: Path,
) -> None:
    folder = copytree(ROOT / "verify", tmp_path / "verify")
    text = (folder / "endpoints.mjs").read_text()
    assert text.count("    ...SHOWN_ITEMS,\n") == 2
    (folder / "endpoints.mjs").write_text(text.replace("    ...SHOWN_ITEMS,\n", ""))
    responses = [
        draw("/v1/items/shuffle", {}),
        draw("/v1/items/draw", {"count": 2}),
        draw("/v1/items/shuffle/batch", {"count": 2, "repeats": 2}),
    ]
    lines = "".join(f"{json.dumps(response)}\n" for response in responses)
    _, output = run_program(
        "lines", stdin=lines.encode(), program=folder / "verify.mjs"
    )
    verdicts = [json.loads(line) for line in output.splitlines()]
    assert [verdict["valid"] for verdict in verdicts] == [None, None, None]
    assert [list(verdict["unchecked"]) for verdict in verdicts] == [["request"]] * 3
