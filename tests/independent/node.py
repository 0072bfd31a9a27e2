"""The independent implementation in JavaScript, asked many things in one process."""

import json
import subprocess
from collections.abc import Iterable
from typing import Any

from tests.conftest import ROOT


def node(command: str, lines: Iterable[Any]) -> list[dict[str, Any]]:
    """What `node verify/verify.mjs command` writes of each line."""
    done = subprocess.run(
        ["node", "verify/verify.mjs", command],
        check=False,
        cwd=ROOT,
        input="".join(f"{json.dumps(line)}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.split("\n")[:-1]]
