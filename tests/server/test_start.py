"""The start of the service: its CPU time beside the framework's, and what is ready before the first request."""

import os
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

import pytest

from tools.files import ROOT

PREPARE = """\
import logging
import re
from runpy import run_path
from types import SimpleNamespace

from service.names.texts import find_ambiguity
from service.pages.page_views import list_assets

config = run_path("service/server/gunicorn.conf.py")
config["on_starting"](SimpleNamespace(cfg=SimpleNamespace(preload_app=True), log=logging))
config["on_exit"](None)
assert list_assets.cache_info().currsize == 1
re._compiler.compile = None
assert find_ambiguity("q\u0301") is None
"""
PAIRS = 15
MAX_RATIO = 4


def measure_import(module: str) -> float:
    """Return the CPU time of a process that imports a module, in seconds."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONDONTWRITEBYTECODE"
    }
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-c", f"import {module}"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_the_master_bundles_pages_and_compiles_patterns_before_it_forks() -> None:
    subprocess.run([sys.executable, "-c", PREPARE], cwd=ROOT, check=True)


@pytest.mark.timing
def test_the_service_is_imported_in_four_times_the_time_of_flask() -> None:
    measure_import("service.wsgi")  # writes the bytecode
    ratios = [
        measure_import("service.wsgi") / measure_import("flask") for _ in range(PAIRS)
    ]
    assert median(ratios) <= MAX_RATIO, ratios
