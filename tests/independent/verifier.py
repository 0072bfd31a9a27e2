"""The independent implementation in JavaScript, given many lines in one process."""

import json
import subprocess
from collections.abc import Iterable
from typing import Any

from service.core.verification import ChosenBy, Origin
from tests.conftest import ROOT


def run_verifier(command: str, lines: Iterable[Any], *arguments: str) -> list[dict[str, Any]]:
    """Return the values that `node verify/verify.mjs command` with further arguments writes for lines of JSON.

    Every verdict of `lines` says who chose; tests/independent/test_origins.py has what, the others compare the rest.
    """
    return run_lines(command, map(json.dumps, lines), *arguments)


def run_lines(command: str, lines: Iterable[str], *arguments: str) -> list[dict[str, Any]]:
    """Return the same for lines of text."""
    results = _run("verify/verify.mjs", lines, command, *arguments)
    for result in results if command == "lines" else ():
        if "refused" not in result:
            origin = Origin(ChosenBy(result.pop("chosen_by")), result.pop("rests_on"))
            assert (origin.chosen_by is ChosenBy.UNKNOWN) or result["valid"] is not False, result
            assert origin.rests_on
    return results


def run_node(program: str, lines: Iterable[Any], *arguments: str) -> list[dict[str, Any]]:
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
        timeout=300,
    )
    assert process.returncode == 0, process.stderr
    return [json.loads(line) for line in process.stdout.split("\n")[:-1]]
