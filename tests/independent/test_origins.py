"""verify.mjs says of every kind of result who could choose its randomness, as the service does."""

import json
from pathlib import Path

import pytest

from tests.independent.verifier import run_node, run_program
from tests.verification.origins import DRAND_FILES, FILES, FORGED, KEYLESS, KEYS, Json

pytestmark = pytest.mark.node


EVERY_FILE = FILES | KEYLESS | DRAND_FILES
UNPROVED = {
    name: case.file
    for name, case in EVERY_FILE.items()
    if "scheme" not in case.file and name != "signed by another key"
}
KEYED = {
    name: file for name, file in UNPROVED.items() if "proof" in file or "signed" in file
}


def expect(name: str) -> tuple[bool | None, str]:
    """Return `valid` and `chosen_by` of verify.mjs, with the keys, for a file."""
    # No BLS in JavaScript: a round is never checked.
    if name in DRAND_FILES:
        return None, "last_word"
    case = EVERY_FILE[name]
    return case.valid, case.chosen_by


def find(files: dict[str, Json], *arguments: str) -> dict[str, tuple[bool | None, str]]:
    """Return `valid` and `chosen_by` of verify.mjs for each file."""
    results = run_node("verify/verify.mjs", files.values(), "lines", *arguments)
    assert all(result["rests_on"] for result in results)
    verdicts = [(result["valid"], result["chosen_by"]) for result in results]
    return dict(zip(files, verdicts, strict=True))


def test_the_verdict_of_every_kind_says_who_could_choose(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps(KEYS), encoding="utf-8")
    expected = {name: expect(name) for name in KEYED}
    assert find(KEYED, "--keys", str(keys)) == expected


def test_nothing_is_said_of_what_an_unknown_key_signed() -> None:
    expected = {name: expect(name) for name in UNPROVED}
    for name in KEYED:
        valid, _ = expected[name]
        expected[name] = (None if valid else valid, "unknown")
    assert find(UNPROVED) == expected


def test_the_program_prints_who_chose_below_the_verdict(tmp_path: Path) -> None:
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(FORGED), encoding="utf-8")
    sentence = "whoever sent the request chose the seed, and could try others until the result suited"
    assert run_program(path) == (0, f"valid\n  chosen by the requester: {sentence}\n")
