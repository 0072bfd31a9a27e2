"""The request as code on the table page: copied programs, and what they print."""

import json
import shlex
import shutil
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit, copy_by

Json = dict[str, Any]


def open_programs(tab: Page) -> None:
    """Open the part for programmers, which is closed until somebody asks for it."""
    if not tab.locator("#programs[open]").count():
        tab.locator("#programs > summary").click()


def copy_snippet(visit: Visit, language: str) -> str:
    """Return the request as code of a language, as the page copies it."""
    open_programs(visit.tab)
    return copy_by(visit.tab, f"Copy {language}")


def join_cards(name: str, cards: list[str]) -> str:
    return " ".join([name, *cards])


def expected_output(body: Json) -> list[str]:
    """Return what the programs print for a response."""
    hands = [join_cards(hand["seat"], hand["cards"]) for hand in body.get("hands", ())]
    piles = [join_cards(pile["name"], pile["cards"]) for pile in body.get("piles", ())]
    return hands + piles or [" ".join(body["cards"])]


def run(command: list[str]) -> str:
    """Run a program, and return what it prints."""
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def expect_programs_to_print(visit: Visit, lines: list[str]) -> None:
    """Run the copied programs, and expect that each prints these lines."""
    python = [sys.executable, "-c", copy_snippet(visit, "Python")]
    assert run(python).splitlines() == lines
    script = copy_snippet(visit, "JavaScript")
    node = ["node", "--input-type=module", "--eval", script]
    assert run(node).splitlines() == lines


def run_curl(visit: Visit) -> Json:
    """Run the copied command, and return the response."""
    command = copy_snippet(visit, "curl").replace("\\\n", " ")
    return dict(json.loads(run([*shlex.split(command), "--silent"])))


needs_programs = pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("node")), reason="no curl or node"
)
