"""The two commands of the README on a Debian that has Python and make alone (mmdebstrap makes its root file system)."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tools.files import ROOT

pytestmark = pytest.mark.deploy

MISSING = "Python's venv is missing: apt-get install python3-venv, as root"


@pytest.fixture(scope="module")
def bare_root() -> Iterator[Path]:
    """A root file system with the files that `make` reads in /project."""
    root = Path(mkdtemp(prefix="bare-debian-"))
    options = ["--quiet", "--variant=minbase", "--include=python3,make"]
    subprocess.run(["mmdebstrap", *options, "bookworm", root], check=True)
    (root / "project").mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, root / "project")
    shutil.copytree(ROOT / "tools", root / "project" / "tools")
    yield root
    shutil.rmtree(root)


@pytest.mark.parametrize(
    "target", [["serve"], ["test"], ["test", "SUITE=fast"]], ids=" ".join
)
def test_without_the_package_of_venv_one_line_says_what_to_install(
    bare_root: Path, target: list[str]
) -> None:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("MAKE")
    }
    make = ["make", "--directory=/project", "--no-print-directory", *target]
    ended = subprocess.run(
        ["chroot", bare_root, *make],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode != 0
    assert ended.stdout == f"{MISSING}\n"
    assert not (bare_root / "project" / ".venv").exists()
    assert not (bare_root / "project" / "build").exists()
