"""The CPU time of a start, beside the framework's."""

import os
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

import pytest

from tests.conftest import ROOT

PAIRS = 15
MAX_RATIO = 4


def measure_import(module: str) -> float:
    """Return the CPU time of a process that imports a module, in seconds."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-c", f"import {module}"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.timing
def test_the_service_is_imported_in_four_times_the_time_of_flask() -> None:
    measure_import("service.wsgi")  # writes the bytecode
    ratios = [measure_import("service.wsgi") / measure_import("flask") for _ in range(PAIRS)]
    assert median(ratios) <= MAX_RATIO, ratios
