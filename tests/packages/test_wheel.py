"""The wheel of the Python client, installed into an empty environment, runs the programs of its README."""

import re
import subprocess
import venv
from pathlib import Path

import pytest

from tests.conftest import ROOT

README = (ROOT / "clients" / "python" / "README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
WORDS = """
import hashlib
table, text = Table(service, SQLiteStore("tables.db"), "words"), "a_random_text_of_Ann"
word = hashlib.sha256(text.encode()).hexdigest()
"""
LINES = 2_000


def test_the_package_is_small() -> None:
    sources = (ROOT / "clients" / "python" / "shuffle_and_deal").glob("*.py")
    assert sum(len(path.read_text().splitlines()) for path in sources if path.name != "player.py") <= LINES


@pytest.mark.packages
@pytest.mark.smoke
def test_the_readme_runs_with_the_built_wheel_alone(tmp_path: Path, live: str) -> None:
    (wheel,) = (ROOT / "build" / "packages").glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    constraints = str(ROOT / "constraints.txt")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--constraint", constraints, wheel], check=True)
    first, words, rest = PROGRAMS
    program = first.replace("http://localhost:8000", live)
    setup = f'from shuffle_and_deal import Service\nservice = Service("{live}")\n'
    whole = f"{program}\n{setup}\n{WORDS}\n{words}\nassert missing == []\nassert len({rest.strip()}) == 5\n"
    command = [str(python), "-W", "error", "-c", whole]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
