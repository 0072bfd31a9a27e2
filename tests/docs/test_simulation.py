"""The program of the page on simulations finds the same deals with any workers, here and from replicas."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from tests.docs.guide import HOW, programs
from tests.http.spec import post
from tools.files import ROOT

MAX_LINES = 60
CONDITION = {
    "all": [
        {"hand": "N", "points": "hcp", "min": 15, "max": 17},
        {"hand": "N", "shape": "balanced"},
    ]
}


def find_by_workers(program: str, folder: Path, *arguments: str) -> set[bytes]:
    """Return the bytes of the files that the program writes, one file by each number of workers."""
    folder.mkdir()
    file = folder / "deals.py"
    file.write_text(program)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, file, *arguments], cwd=folder, env=environment, check=True
    )
    files = list(folder.glob("found-*.npy"))
    assert len(files) == 2
    return {path.read_bytes() for path in files}


@pytest.mark.runs
@pytest.mark.long
def test_workers_find_to_the_byte_what_one_machine_finds(
    client: FlaskClient, live: str, tmp_path: Path
) -> None:
    (program,) = programs(HOW / "simulation.md", "py")
    assert len(program.splitlines()) <= MAX_LINES
    names: dict[str, Any] = {"__name__": "deals"}
    exec(program, names)
    found = names["find_deals"](0, names["DEALS"], None)
    file = BytesIO()
    np.save(file, found)
    assert find_by_workers(program, tmp_path / "embedded") == {file.getvalue()}
    assert find_by_workers(program, tmp_path / "replicas", live) == {file.getvalue()}

    body = {"seed": "simulation", "where": CONDITION, "repeats": 20}
    deals = post(client, "/v1/games/bridge/deal/batch", **body)["hands"]
    for pack, hands in zip(found, deals, strict=False):
        sets = {frozenset(hand["indices"]) for hand in hands}
        assert sets == {frozenset(pack[place::4].tolist()) for place in range(4)}
