"""A short soak test: steady mixed load without an error and without a leak, and a service that leaks fails it."""

import os
import subprocess
import sys

import pytest

from tools.files import ROOT

MINUTES = float(os.environ.get("SOAK_MINUTES", "1"))
GREW = "A worker grew by"


def run_soak(minutes: float, *arguments: str) -> subprocess.CompletedProcess[str]:
    options = ["--dry-run", "--rate", "50", "--minutes", str(minutes), *arguments]
    command = [sys.executable, "-m", "benchmarks", "soak", *options]
    patience = 2 * 60 * minutes + 60
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=patience, check=False
    )


@pytest.mark.soak
def test_a_steady_load_causes_no_error_and_leaks_no_memory() -> None:
    """In twice the time a leak grows by twice as much, and a cache that was being filled does not."""
    for minutes in (MINUTES, 2 * MINUTES, 4 * MINUTES):
        soak = run_soak(minutes)
        print(soak.stdout.splitlines()[-1], soak.stderr)
        if not soak.stderr.startswith(GREW):
            break
    assert soak.returncode == 0, soak.stderr


@pytest.mark.exhaustive
def test_a_leak_is_found() -> None:
    soak = run_soak(0.3, "--application", "tests.server.apps.leaking:app")
    assert soak.returncode == 1
    assert GREW in soak.stderr
