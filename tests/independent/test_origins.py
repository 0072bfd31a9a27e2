"""verify.mjs says of every kind of result who could choose its randomness, as the service does."""

import json
from pathlib import Path

import pytest

from tests.independent.verifier import run_node, run_program
from tests.verification.origins import DRAND_FILES, FILES, FORGED, KEYLESS, KEYS, Json

pytestmark = pytest.mark.node


def test_the_verdict_of_every_kind_says_who_could_choose(tmp_path: Path) -> None:
    (tmp_path / "keys.json").write_text(json.dumps(KEYS), encoding="utf-8")

    def find(
        files: dict[str, Json], *arguments: str
    ) -> dict[str, tuple[bool | None, str]]:
        results = run_node("verify/verify.mjs", files.values(), "lines", *arguments)
        assert all(result["rests_on"] for result in results)
        return {
            name: (result["valid"], result["chosen_by"])
            for name, result in zip(files, results, strict=True)
        }

    unproved = {
        name: file
        for name, (file, _, _) in (FILES | KEYLESS | DRAND_FILES).items()
        if "scheme" not in file
    }
    del unproved["signed by another key"]
    keyed = {
        name: file
        for name, file in unproved.items()
        if "proof" in file or "signed" in file
    }
    expected = {
        name: (valid, chosen_by) for name, (_, valid, chosen_by) in FILES.items()
    }
    # No BLS in JavaScript: a round is never checked.
    expected |= {"proved by another key": (None, "unknown")}
    expected |= dict.fromkeys(DRAND_FILES, (None, "last_word"))
    assert find(keyed, "--keys", str(tmp_path / "keys.json")) == {
        name: expected[name] for name in keyed
    }
    without_keys = {name: (expected[name][0] and None, "unknown") for name in keyed}
    assert find(unproved) == {name: expected[name] for name in unproved} | without_keys


def test_the_program_prints_who_chose_below_the_verdict(tmp_path: Path) -> None:
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(FORGED), encoding="utf-8")
    sentence = "whoever sent the request chose the seed, and could try others until the result suited"
    assert run_program(path) == (0, f"valid\n  chosen by the requester: {sentence}\n")
