"""The pages in Debian's Firefox: each shows its content, without an error (`make test SUITE=firefox`)."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from service.pages.guides import GUIDES, OVERVIEW
from service.pages.menu import PAGES
from tests.api.spec import SPEC
from tests.conftest import ROOT

pytestmark = [pytest.mark.firefox, pytest.mark.long]

BUILD = ROOT / "build" / "firefox"
PATHS = [*(page.path for page in PAGES.values()), *(guide.path for guide in (OVERVIEW, *GUIDES.values()))]
GAME = "/#v1/shoes?game=holdem&players=3"
VIOLATION = "/verify#inline"


@pytest.fixture(scope="module")
def visits(tmp_path_factory: pytest.TempPathFactory, live: str) -> dict[str, Any]:
    """Visit every page, play a sealed game, and break the pages' policy; return what was shown and what went wrong."""
    firefox = shutil.which("firefox-esr")
    assert firefox, "firefox-esr is missing: make test SUITE=firefox installs it"
    home = tmp_path_factory.mktemp("home")  # Firefox refuses to run in the home of another user
    command = ["node", str(Path(__file__).parent / "visit.mjs"), live, *PATHS]
    env = os.environ | {"FIREFOX": firefox, "HOME": str(home)}
    ran = subprocess.run(command, cwd=BUILD, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr
    visited: dict[str, Any] = json.loads(ran.stdout)
    print(visited.pop("version"))
    return visited


@pytest.mark.parametrize("path", [*PATHS, GAME])
def test_nothing_goes_wrong_on_a_page(visits: dict[str, Any], path: str) -> None:
    assert visits[path]["wrong"] == []
    assert visits[path]["shown"]


def test_the_pages_show_their_cards_and_a_violation_of_the_policy_would_be_seen(visits: dict[str, Any]) -> None:
    assert visits["/"]["shown"] >= 2
    assert visits[GAME]["shown"].startswith("Valid.")
    assert visits["/draw"]["shown"].startswith("It matches.")
    assert visits["/fairness"]["shown"] == 12  # a bias for each number of riffles
    assert visits["/docs"]["shown"] == sum(len({"get", "post"} & {*item}) for item in SPEC["paths"].values())
    (violation,) = visits[VIOLATION]["wrong"]
    assert violation.startswith("error: Content-Security-Policy: ")
    assert "script-src 'self'" in violation
