"""The independent implementation in JavaScript, given many lines in one process."""

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from service.verdicts.verdict import ChosenBy, Origin
from tests.server.client import JSON, fetch
from tools.files import ROOT

PROGRAM = ROOT / "verify" / "verify.mjs"


VALID = 0
NOT_VALID = 1
PARTLY_CHECKED = 2
UNREADABLE = 3
"""The exit codes of the program."""


class Run(NamedTuple):
    """The exit code of a program, and what it printed on both outputs."""

    code: int
    printed: str


def run_program(
    *words: str | Path, stdin: bytes = b"", program: Path = PROGRAM, **options: Any
) -> Run:
    """Return how the program ends, or another one."""
    command = ["node", program, *words]
    process = subprocess.run(
        command, check=False, input=stdin, capture_output=True, timeout=3_600, **options
    )
    printed = process.stdout + process.stderr
    return Run(process.returncode, printed.decode())


@dataclass(frozen=True)
class Service:
    """A running service, which gets each request on a connection of its own: node may run for minutes between two."""

    base: str

    def post(self, path: str, **fields: Any) -> dict[str, Any]:
        status, response = self.send(path, fields)
        assert status == 200, (path, fields, response)
        return response

    def find_difference(self, file: dict[str, Any]) -> str | None:
        """Return the path of the first difference that /v1/verify finds, or its refusal; None if nothing differs."""
        status, response = self.send("/v1/verify", file)
        if status == 422:
            return str(response["detail"])
        difference = response.get("difference")
        return str(difference["where"]) if difference else None

    def send(self, path: str, fields: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        response = fetch(self.base, path, "POST", json.dumps(fields).encode(), JSON)
        return response.status, response.json


def run_verifier(
    command: str, lines: Iterable[Any], *arguments: str
) -> list[dict[str, Any]]:
    """Return the values that `node verify/verify.mjs command` with further arguments writes for lines of JSON.

    Every verdict of `lines` says who chose; tests/independent/test_origins.py has what, the others compare the rest.
    """
    return run_lines(command, map(json.dumps, lines), *arguments)


def run_lines(
    command: str, lines: Iterable[str], *arguments: str
) -> list[dict[str, Any]]:
    """Return the values that `run_verifier` returns, for lines of text."""
    results = _run("verify/verify.mjs", lines, command, *arguments)
    if command == "lines":
        for result in results:
            if "refused" not in result:
                _take_origin(result)
    return results


def _take_origin(verdict: dict[str, Any]) -> None:
    """Remove who chose from a verdict, and check that it is said of what is not invalid alone."""
    origin = Origin(ChosenBy(verdict.pop("chosen_by")), verdict.pop("rests_on"))
    assert origin.rests_on
    if verdict["valid"] is False:
        assert origin.chosen_by is ChosenBy.UNKNOWN, verdict


def run_node(
    program: str, lines: Iterable[Any], *arguments: str
) -> list[dict[str, Any]]:
    """Return the values that a program writes for lines of JSON, one a line."""
    return _run(program, map(json.dumps, lines), *arguments)


def _run(program: str, lines: Iterable[str], *arguments: str) -> list[dict[str, Any]]:
    process = subprocess.run(
        ["node", program, *arguments],
        check=False,
        cwd=ROOT,
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        timeout=3_600,  # minutes of work beside others
    )
    assert process.returncode == 0, process.stderr
    return [json.loads(line) for line in process.stdout.split("\n")[:-1]]
