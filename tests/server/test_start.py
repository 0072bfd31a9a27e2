"""The start of the service: its calls beside the framework's, and what is ready before the first request."""

import subprocess
import sys

from flask.testing import FlaskClient

from service.start import FIRST_REQUESTS
from tests.tables import for_each
from tools.files import ROOT

PREPARE = """\
import logging
import re
from runpy import run_path
from types import SimpleNamespace

from service.names.texts import find_ambiguity
from service.pages.page_views import list_assets
from service.wsgi import app

config = run_path("service/server/gunicorn.conf.py")
server = SimpleNamespace(
    app=SimpleNamespace(wsgi=lambda: app),
    cfg=SimpleNamespace(preload_app=True),
    log=logging,
)
config["on_starting"](server)
config["on_exit"](None)
assert list_assets.cache_info().currsize == 1
counts, _ = app.extensions["served"].counts.take()
assert counts == []
re._compiler.compile = None
assert find_ambiguity("q\u0301") is None
"""
COUNT_CALLS = """\
import sys

calls = 0


def count(frame, event, argument):
    global calls
    calls += event in {"call", "c_call"}


sys.setprofile(count)
__import__(sys.argv[1])
sys.setprofile(None)
print(calls)
"""
MOST_CALLS = 5.5
"""5.2 of Python 3.12 and 3.13, in at most 4.6 times Flask's CPU time; numpy and marshmallow are 1.0 of them."""


def count_calls(module: str) -> int:
    """Return the number of calls that a process makes to import a module; a second import finds all bytecode."""
    command = [sys.executable, "-c", COUNT_CALLS, module]
    for _ in range(2):
        run = subprocess.run(
            command,
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
        )
    return int(run.stdout)


def test_the_master_bundles_pages_and_compiles_patterns_before_it_forks() -> None:
    subprocess.run([sys.executable, "-c", PREPARE], cwd=ROOT, check=True)


@for_each("path", FIRST_REQUESTS)
def test_the_master_answers_its_first_requests(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_the_import_of_the_service_makes_few_calls_beside_that_of_flask() -> None:
    assert count_calls("service.wsgi") <= MOST_CALLS * count_calls("flask")
