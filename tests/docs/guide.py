"""The programs of docs/start.md and docs/how, and a server that takes the place of drand's."""

import json
import re
from pathlib import Path
from typing import Any

from tests.docs.examples import ADDRESS
from tests.peers import Handler
from tools.files import ROOT

START = ROOT / "docs" / "start.md"
HOW = ROOT / "docs" / "how"


def programs(path: Path, language: str, title: str | None = None) -> list[str]:
    """Return a page's blocks of code in a language, in order; with a title, only the blocks of that section."""
    text = path.read_text()
    if title is not None:
        text = re.split(
            r"^##+ ",
            re.split(rf"^##+ {title}$", text, flags=re.MULTILINE)[1],
            flags=re.MULTILINE,
        )[0]
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


PLAYERS = "\n".join(programs(HOW / "players.md", "python"))
"""The program of the tables where players give texts; the pages of two games go on with it."""


def python_of(path: Path) -> str:
    """Return the Python of a page as one program."""
    shared = [PLAYERS] if path.stem in {"riichi", "private-hands"} else []
    return "\n".join([*shared, *programs(path, "python")])


def run_python(code: str, base: str, drand: str = "") -> dict[str, Any]:
    """Run a program of a page against the service at `base`, and return the names that it defines."""
    names: dict[str, Any] = {}
    code = code.replace(ADDRESS, base)
    exec(
        compile(
            re.sub(r'(?<=^DRAND = ").*(?="$)', drand, code, flags=re.MULTILINE),
            "a page",
            "exec",
        ),
        names,
    )
    return names


class Beacon(Handler):
    """A server that responds with the same randomness for every round: round 2 of a chain of drand."""

    RANDOMNESS = "5782d6987841c654515a0e72b2d1ebb4e741234042c37cb19608ae50d93fb60c"

    def do_GET(self) -> None:
        match = re.fullmatch(r"/public/(\d+)", self.path)
        assert match, self.path
        body = json.dumps(
            {"round": int(match[1]), "randomness": self.RANDOMNESS}
        ).encode()
        self.respond(200, body, Content_Type="application/json")
