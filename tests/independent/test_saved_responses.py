"""verify.mjs verifies saved responses, also with the additional members of a later version."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.api.resources.test_saved_responses import CLIENT, DERIVED, SAVED, add_members, strip_members
from tests.conftest import ROOT
from tests.independent.test_independent import unchecked_members
from tests.independent.verifier import run_node

pytestmark = pytest.mark.node

Json = dict[str, Any]

FILES = {name: file for name, file in SAVED.items() if name in DERIVED or "file" in file}


def check_all(files: list[Json], tmp_path: Path, program: Path = ROOT / "verify" / "verify.mjs") -> list[Json]:
    """Return the verdicts, of proved responses with the keys of the service."""
    keys = tmp_path / "jwks.json"
    keys.write_text(json.dumps(CLIENT.get("/.well-known/jwks.json").get_json()))
    proved = iter(run_node(str(program), [file for file in files if "proof" in file], "lines", "--keys", str(keys)))
    others = iter(run_node(str(program), [file for file in files if "proof" not in file], "lines"))
    return [next(proved if "proof" in file else others) for file in files]


def list_unchecked(file: Json) -> set[str]:
    """Return the members of a saved response that the service alone derives."""
    if {"file", "original_items"} & file.keys():
        return set()
    return unchecked_members(file) | ({"category", "description", "points", "payout"} & file.keys())


def assert_valid(files: list[Json], verdicts: list[Json], more: frozenset[str] = frozenset()) -> None:
    for file, verdict in zip(files, verdicts, strict=True):
        unchecked = list_unchecked(file) | more
        assert verdict["valid"] is (None if unchecked else True), (file, verdict)
        assert set(verdict.get("unchecked", ())) - {"hands.colour", "piles.colour"} == unchecked, (file, verdict)


def test_saved_responses_are_valid(tmp_path: Path) -> None:
    assert_valid([*FILES.values()], check_all([*FILES.values()], tmp_path))


def test_a_member_that_the_first_release_has_is_required(tmp_path: Path) -> None:
    files = [stripped for file in DERIVED.values() for _, stripped in strip_members(file)]
    for file, verdict in zip(files, check_all(files, tmp_path), strict=True):
        assert verdict["valid"] is False or "refused" in verdict or list_unchecked(file), (file, verdict)
        assert verdict["valid"] is not True


def test_members_of_a_later_version_are_unchecked_and_not_wrong(tmp_path: Path) -> None:
    files = [add_members(file, "red") for file in DERIVED.values()]
    for verdict in check_all(files, tmp_path):
        assert verdict["valid"] is None
        assert verdict["unchecked"].keys() >= {"colour"}


def test_a_version_with_a_member_more_verifies_saved_responses_and_its_own(tmp_path: Path) -> None:
    program = copytree(ROOT / "verify", tmp_path / "verify") / "responses.mjs"
    text = program.read_text()
    for old, new in (
        ("const LATER_MEMBERS = [", 'const LATER_MEMBERS = ["colour", "hands.colour", '),
        (
            "...members, ...common };",
            '...members, ...common, colour: "red" };'
            'for (const hand of (expected.hands ?? []).flat()) hand.colour = "red";',
        ),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    program.write_text(text)
    files = [*DERIVED.values()]
    own = []
    for file in files:
        added = json.loads(json.dumps(file)) | {"colour": "red"}
        for hands in added.get("hands", ()):
            for hand in hands if isinstance(hands, list) else [hands]:
                hand["colour"] = "red"
        own.append(added)
    later = program.with_name("verify.mjs")
    assert_valid(files + own, check_all(files + own, tmp_path, later))
    for verdict in check_all([file | {"colour": "blue"} for file in own], tmp_path, later):
        assert (verdict["valid"], verdict["difference"]["where"]) == (False, "colour")
