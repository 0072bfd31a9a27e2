"""The pages in Debian's Firefox: each shows its content, without an error (`make test SUITE=firefox`)."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.http.spec import SPEC
from tests.pages.addresses import PATHS
from tools.files import ROOT
from tools.serving import PATIENCE

pytestmark = [pytest.mark.firefox, pytest.mark.long]

BUILD = ROOT / "build" / "firefox"
GAME = "/#v1/shoes?game=holdem&players=3"
VIOLATION = "/verify#inline"


SHOWN: dict[str, Callable[[Any], bool]] = {
    "/": lambda cards: cards >= 2,
    GAME: lambda verdict: verdict.startswith("Valid: Texas hold'em"),
    "/draw": lambda sign: sign.startswith("The result is right."),
    "/fairness": lambda rows: rows == 12,  # a bias for each number of riffles
    "/docs": lambda links: links == len(SPEC["paths"]),
}
"""What pages must show when a visitor has done there what visit.mjs does; the others show a heading."""


class Firefox:
    """A browser that a program visits pages with, one after the other. After a crash the next visit starts another."""

    def __init__(self, base: str, home: Path) -> None:
        self._command = ["node", str(Path(__file__).parent / "visit.mjs"), base]
        self._output = home / "output"
        self._home = home
        self._process: subprocess.Popen[str] | None = None

    def visit(self, path: str) -> dict[str, Any]:
        """Visit a page, and return what it has shown and what went wrong."""
        process = self._find_process()
        assert process.stdin
        assert process.stdout
        print(path, file=process.stdin, flush=True)
        line = process.stdout.readline()
        assert line, f"visit.mjs has ended: {self._output.read_text()[-2_000:]}"
        visited: dict[str, Any] = json.loads(line)
        assert "failed" not in visited, visited["failed"]
        return visited

    def _find_process(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            firefox = shutil.which("firefox-esr")
            assert firefox, (
                "firefox-esr is missing: make test SUITE=firefox installs it"
            )
            # Firefox refuses to run in the home of another user.
            environment = os.environ | {"FIREFOX": firefox, "HOME": str(self._home)}
            with self._output.open("a") as output:
                pipes: Any = {
                    "stdin": subprocess.PIPE,
                    "stdout": subprocess.PIPE,
                    "stderr": output,
                }
                self._process = subprocess.Popen(
                    self._command, cwd=BUILD, env=environment, text=True, **pipes
                )
        return self._process

    def close(self) -> None:
        """End the browser, and print its version."""
        if self._process:
            self._process.communicate(timeout=PATIENCE)
            print(self._output.read_text())


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory, live: str) -> Iterator[Firefox]:
    firefox = Firefox(live, tmp_path_factory.mktemp("home"))
    yield firefox
    firefox.close()


@pytest.mark.parametrize("path", [*PATHS, GAME])
def test_a_page_shows_its_content_and_nothing_goes_wrong(
    firefox: Firefox, path: str
) -> None:
    visited = firefox.visit(path)
    assert visited["wrong"] == []
    is_shown = SHOWN.get(path, bool)
    assert is_shown(visited["shown"]), visited["shown"]


def test_a_violation_of_the_policy_would_be_seen(firefox: Firefox) -> None:
    (violation,) = firefox.visit(VIOLATION)["wrong"]
    assert violation.startswith("error: Content-Security-Policy: ")
    assert "script-src 'self'" in violation


def test_a_visit_that_does_not_come_to_its_end_fails_alone(firefox: Firefox) -> None:
    with pytest.raises(AssertionError, match="Error"):
        firefox.visit("0:an address that is none")
    assert firefox.visit("/verify")["wrong"] == []
