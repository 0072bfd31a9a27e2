"""What a reader of one endpoint can leave out: in a process of its own, it loads no rules of other endpoints."""

import subprocess
import sys

from tests.tables import for_each
from tools.files import ROOT

OTHERS = (
    "service.arrangements",
    "service.bias",
    "service.cards",
    "service.conditions",
    "service.games",
    "service.rankings",
    "service.sealed",
    "service.pictures",
    "service.schemes",
)


@for_each("module", ["service.http.blueprint", "service.integers.endpoint"])
def test_endpoints_in_general_and_of_integers_load_no_other_rules(module: str) -> None:
    program = f"import sys, {module}\nprint(*sys.modules)"
    command = [sys.executable, "-c", program]
    process = subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True
    )
    loaded = process.stdout.split()
    assert module in loaded
    assert [name for name in loaded if name.startswith(OTHERS)] == []
