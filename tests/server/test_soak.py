"""A short soak test: steady mixed load without an error and without a leak, and a service that leaks fails it."""

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


def test_a_steady_load_causes_no_error_and_leaks_no_memory() -> None:
    soak = run_soak("--minutes", MINUTES, "--rate", "50")
    print(soak.stdout.splitlines()[-1])
    assert soak.returncode == 0, soak.stderr


def test_a_leak_is_found() -> None:
    soak = run_soak("--minutes", "0.3", "--rate", "50", "--application", "tests.server.apps.leaking:app")
    assert soak.returncode == 1
    assert "A worker grew by" in soak.stderr
