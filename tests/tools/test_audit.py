"""`make audit` tells packages without known weaknesses from a database that did not answer."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tools.files import ROOT

SAFE = {"name": "flask", "version": "3.1.3", "vulns": []}
WEAK = {"name": "wheel", "version": "0.1", "vulns": [{"id": "PYSEC-1"}]}


def audit(folder: Path, script: str) -> tuple[int, str]:
    """Run `make audit` in a folder with a shell script in place of pip-audit, which writes to `$report`."""
    programs = folder / "venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("service", "extra-audit"):
        (folder / "venv" / name).touch()
    (programs / "python").symlink_to(sys.executable)
    (programs / "pip-audit").write_text(
        f"#!/bin/sh\nfor report; do :; done\n{script}\n"
    )
    (programs / "pip-audit").chmod(0o700)
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "tools"):
        (folder / name).symlink_to(ROOT / name)
    environment = {
        name: value for name, value in os.environ.items() if name != "MAKEFLAGS"
    }
    command = [
        "make",
        "--silent",
        "audit",
        "VENV=venv",
        "--assume-old=venv/service",
        "--assume-old=venv/extra-audit",
    ]
    process = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return process.returncode, process.stdout + process.stderr


def write(*packages: object) -> str:
    return f"cat > $report <<'END'\n{json.dumps({'dependencies': packages})}\nEND"


def test_it_fails_and_says_so_if_no_database_answers(tmp_path: Path) -> None:
    status, output = audit(tmp_path, 'echo "asked $2" && exit 1')
    assert status != 0
    assert output.startswith(
        "asked pypi\nasked osv\nNo database of weaknesses answered"
    )
    assert "this run proves nothing" in output


def test_it_asks_the_second_database_if_the_first_does_not_answer(
    tmp_path: Path,
) -> None:
    status, output = audit(tmp_path, f'[ "$2" = osv ] || exit 1\n{write(SAFE, SAFE)}')
    assert (status, output.strip()) == (0, "No known weakness in 2 packages.")


def test_it_fails_with_the_names_of_weak_packages(tmp_path: Path) -> None:
    status, output = audit(tmp_path, f"{write(SAFE, WEAK)}\nexit 1")
    assert status != 0
    assert "wheel 0.1: PYSEC-1\n1 known weaknesses\n" in output
    assert "proves nothing" not in output
