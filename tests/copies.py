"""Copies of the tree of the project, and programs that run in a copy."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.files import ROOT, list_files

EXTRAS = ("dev", "endplay", "browser", "drand")
"""Extras that the suites need that run make in a copy."""


def copy_tree(folder: Path) -> None:
    """Copy the files of the project, without a repository of git, and link the environment in which this runs.

    Modules that are not changed there need not be compiled again: files keep their times, and what was compiled of
    them comes with them.
    """
    files = list_files()
    compiled = (
        path
        for parent in {file.parent for file in files}
        for path in parent.glob("__pycache__/*.pyc")
    )
    for path in (*files, *compiled):
        copy_file(path, folder)
    (folder / ".venv").symlink_to(sys.prefix, target_is_directory=True)


def copy_file(path: Path, folder: Path) -> None:
    copy = folder / path.relative_to(ROOT)
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(path, copy)


def run_make(arguments: Sequence[str], folder: Path) -> None:
    """Run make in a folder whose environment is ready."""
    ready = [
        f"--assume-old=.venv/{name}"
        for name in ("service", *(f"extra-{extra}" for extra in EXTRAS))
    ]
    run(["make", *ready, *arguments], folder)


def run_python(arguments: Sequence[str], folder: Path, text: str = "") -> str:
    """Run Python in a folder, with a text as its input; return its output."""
    return run([".venv/bin/python", *arguments], folder, text)


def run(command: Sequence[str], folder: Path, text: str = "") -> str:
    """Run a command in a folder, whose modules it finds before others; return its output, or fail with all of it."""
    # make exports the variables of its command line
    inherited = ("MAKE", "MFLAGS", "PYTEST_", "SUITE", "ARGS")
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(inherited)
    }
    environment["PYTHONPATH"] = str(folder)
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (
        f"{shlex.join(command)}\n{done.stdout[-20_000:]}\n{done.stderr[-5_000:]}"
    )
    return done.stdout
