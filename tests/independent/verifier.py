"""The independent implementation in JavaScript, given many lines in one process."""

import json
import subprocess
from collections.abc import Iterable
from typing import Any

from tests.conftest import ROOT


def run_verifier(command: str, lines: Iterable[Any], *arguments: str) -> list[dict[str, Any]]:
    """Return the values that `node verify/verify.mjs command` with further arguments writes for lines of JSON."""
    return run_node("verify/verify.mjs", lines, command, *arguments)


def run_node(program: str, lines: Iterable[Any], *arguments: str) -> list[dict[str, Any]]:
    """Return the values that a program writes for lines of JSON, one a line."""
    process = subprocess.run(
        ["node", program, *arguments],
        check=False,
        cwd=ROOT,
        input="".join(f"{json.dumps(line)}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert process.returncode == 0, process.stderr
    return [json.loads(line) for line in process.stdout.split("\n")[:-1]]
