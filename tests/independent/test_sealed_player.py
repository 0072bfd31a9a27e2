"""The player at a sealed shoe (verify/sealed/player.mjs): what it refuses of backends that cheat."""

import json
import subprocess
from pathlib import Path

import pytest
import yaml

from tools.files import ROOT

pytestmark = pytest.mark.node

PLACES = yaml.safe_load(Path(__file__).with_name("attacks.yaml").read_text())
REFUSED = {attack: place for place, attacks in PLACES.items() for attack in attacks}
"""Attacks of a backend, each with the place that the player names as it refuses; None for a right response."""


def run(*arguments: str) -> str:
    process = subprocess.run(
        ["node", "--no-warnings", *arguments],
        check=False,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert process.returncode in {0, 2}, process.stderr
    return process.stdout


def test_a_player_refuses_what_a_backend_that_cheats_tries(keyed: str) -> None:
    played = json.loads(run("tests/independent/sealed_player.mjs", keyed))
    assert played["refused"] == REFUSED
    assert played["cards"] == [2, 2]
    assert played["result"] == {"valid": None, "unchecked": ["order"]}
