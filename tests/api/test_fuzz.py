"""Test a live service against openapi.yaml with schemathesis.

Every phase (examples, coverage, fuzzing, stateful) runs with every check. The last follows the document's links; a
seeded response and a revealed receipt must verify.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.spec import SPEC_FOR_READERS, resolve
from tests.conftest import ROOT, run_service

pytestmark = [pytest.mark.fuzz, pytest.mark.long]

PHASES = ("examples", "coverage", "fuzzing", "stateful")
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "100"))  # for each operation and phase; 100 take two or three minutes
CONFIG = """\
[warnings]
fail-on = true

[checks.positive_data_acceptance]
expected-statuses = ["2xx"]

[checks.negative_data_rejection]
expected-statuses = ["400", "404", "413", "414", "415", "422"]

[phases.coverage]
generate-duplicate-query-parameters = true
"""


@pytest.fixture
def base() -> Iterator[str]:
    """Return the base URL of a running service that accepts the tokens of the document's examples."""
    with run_service(app="tests.server.apps.examples:app") as base:
        yield base


def add_link_bodies() -> dict[str, Any]:
    """Return the document with links that say which body follows: it is sent as it is, without generated members."""
    document: dict[str, Any] = json.loads(json.dumps(SPEC_FOR_READERS))
    for methods in document["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                response = operation["responses"]["200"]
                links = {name: dict(resolve(link)) for name, link in response.get("links", {}).items()}
                for name in links:
                    body = _LINK_BODIES.get((operation["operationId"], name), {})
                    links[name] |= {**body, "x-schemathesis": {"merge_body": False}}
                if links:
                    response["links"] = links
    # For a client this body is a file; schemathesis compares what it parses with the schema.
    document["paths"]["/openapi.yaml"]["get"]["responses"]["200"]["content"]["application/yaml"]["schema"] = {}
    return document


_SHOE = "$response.body#/shoe"
_LINK_BODIES: dict[tuple[str, str], dict[str, Any]] = {
    (operation, name): {"requestBody": body}
    for operation in ("open_sealed_shoe", "deal_stage", "draw_from_shoe")
    for name, body in (("Deal", {"shoe": _SHOE}), ("Draw", {"shoe": _SHOE, "count": 5}), ("Reveal", {"shoe": _SHOE}))
} | {("reveal_shoe", "Verify"): {"requestBody": {"receipt": "$response.body#/receipt"}}}
"""The bodies of the links whose description says in words which body follows."""


def test_the_service_does_what_its_document_says(base: str, tmp_path: Path) -> None:
    config, report, document = (tmp_path / name for name in ("schemathesis.toml", "report.json", "openapi.json"))
    config.write_text(CONFIG)
    document.write_text(json.dumps(add_link_bodies()))
    command = [
        *(sys.executable, "-m", "schemathesis.cli", f"--config-file={config}", "--no-color"),
        *("run", str(document), f"--url={base}"),
        *("--checks=all", f"--phases={','.join(PHASES)}", "--mode=all", "--max-response-time=20"),
        # One worker and no chance: the same requests every time.
        *("--workers=1", "--generation-deterministic", f"--max-examples={EXAMPLES}"),
        *("--report=json", f"--report-json-path={report}", "--output-sanitize=false"),
    ]
    environment = os.environ | {"SCHEMATHESIS_HOOKS": "tests.api.fuzz_hooks", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600 + 10 * EXAMPLES, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    result = json.loads(report.read_text())
    assert result["complete"]
    assert {name: result["phases"][name]["status"] for name in PHASES} == dict.fromkeys(PHASES, "success")
    assert result["operations"]["tested"] == result["operations"]["total"]
