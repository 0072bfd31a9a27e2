"""A short soak: steady mixed load, no error, memory as it was. And one of a service that leaks, which must be seen."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.soak

MINUTES = os.environ.get("SOAK_MINUTES", "1")


def run_soak(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", "soak", "--dry-run", *arguments]
    patience = 2 * 60 * float(MINUTES) + 60
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=patience, check=False)


def test_a_steady_load_leaves_no_error_and_no_memory_behind() -> None:
    done = run_soak("--minutes", MINUTES, "--rate", "50")
    print(done.stdout.splitlines()[-1])
    assert done.returncode == 0, done.stderr


def test_a_leak_is_seen() -> None:
    done = run_soak("--minutes", "0.3", "--rate", "50", "--application", "tests.server.soaked:app")
    assert done.returncode == 1
    assert "A worker grew by" in done.stderr
