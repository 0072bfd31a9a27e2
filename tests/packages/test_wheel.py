"""The wheels of the client and of the service, installed into an empty environment, run the programs of a README."""

import re
import subprocess
import venv
from pathlib import Path

import pytest

from tools.files import ROOT

README = (ROOT / "clients" / "python" / "README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
WORDS = """
import hashlib
table, text = Table(service, SQLiteStore("tables.db"), "words"), "a_random_text_of_Ann"
word = hashlib.sha256(text.encode()).hexdigest()
"""


@pytest.mark.packages
@pytest.mark.smoke
def test_the_readme_runs_with_the_built_wheel_alone(tmp_path: Path, live: str) -> None:
    (wheel,) = (ROOT / "build" / "packages").glob("*.whl")
    python = install(tmp_path / "venv", wheel)
    first, once, words, rest, _ = PROGRAMS
    program = f"{first}\n{once}".replace("http://localhost:8000", live)
    setup = f'from shuffle_and_deal import Service\nservice = Service("{live}")\n'
    checks = f"assert missing == []\nassert len({rest.strip()}) == 5\n"
    run(python, f"{program}\n{setup}\n{WORDS}\n{words}\n{checks}", tmp_path)


def install(folder: Path, *wheels: Path) -> Path:
    """Install wheels into an empty environment, and return its Python."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    options: list[str | Path] = ["--quiet", "--constraint", ROOT / "constraints.txt"]
    subprocess.run([python, "-m", "pip", "install", *options, *wheels], check=True)
    return python


def run(python: Path, program: str, folder: Path) -> None:
    """Run a program in a folder. It gives no warning."""
    command: list[str | Path] = [python, "-W", "error", "-c", program]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_no_module_of_the_service_imports_it_by_its_name() -> None:
    """The wheel has it as `shuffle_and_deal_service`, so that a game may have a package `service` of its own."""
    named = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in sorted((ROOT / "service").rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if re.match(r"\s*(from|import) service\b", line)
    ]
    assert named == []


@pytest.mark.packages
def test_an_embedded_service_stands_beside_a_package_service_of_the_game(
    tmp_path: Path,
) -> None:
    packages = ROOT / "build" / "packages"
    (client,) = packages.glob("*.whl")
    (service,) = (packages / "service").glob("*.whl")
    python = install(tmp_path / "venv", client, service)
    (tmp_path / "service.py").write_text("whose = 'the game'\n")
    table = PROGRAMS[0].replace('Service("http://localhost:8000")', "service")
    other = "import service\nassert service.whose == 'the game'\nfrom shuffle_and_deal import Service"
    program = (
        f"{other}\n{PROGRAMS[-1]}\n{table}\nassert table.proof('Ann')['receipt']\n"
    )
    run(python, program, tmp_path)
