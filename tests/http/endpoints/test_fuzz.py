"""Test a live service against openapi.yaml with schemathesis.

Every phase (examples, coverage, fuzzing, stateful) runs with every check. The last follows the document's links; a
seeded response and a revealed receipt must verify.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import run_service
from tests.http.endpoints.fuzz_reasons import list_unexplained
from tests.http.spec import SPEC, SPEC_FOR_READERS, resolve
from tools.files import ROOT

pytestmark = [pytest.mark.fuzz, pytest.mark.long]

PHASES = ("examples", "coverage", "fuzzing", "stateful")
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "100"))
"""The examples of each operation and phase; 100 take two or three minutes."""
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
                add_bodies(operation)
    # For a client this body is a file; schemathesis compares what it parses with the schema.
    response = document["paths"]["/openapi.yaml"]["get"]["responses"]["200"]
    response["content"]["application/yaml"]["schema"] = {}
    return document


def add_bodies(operation: dict[str, Any]) -> None:
    """Say in the links of an operation which body follows, where their descriptions say it in words."""
    links = operation["responses"]["200"].get("links", {})
    for name in links:
        link = dict(resolve(links[name]))
        if name in _LINK_BODIES and operation["operationId"] in _WITH_BODIES:
            link["requestBody"] = _LINK_BODIES[name]
        link["x-schemathesis"] = {"merge_body": False}
        links[name] = link


_SHOE = "$response.body#/shoe"
_WITH_BODIES = {"open_sealed_shoe", "deal_stage", "draw_from_shoe", "reveal_shoe"}
_LINK_BODIES: dict[str, dict[str, Any]] = {
    "Deal": {"shoe": _SHOE},
    "Draw": {"shoe": _SHOE, "count": 5},
    "Reveal": {"shoe": _SHOE},
    "Verify": {"receipt": "$response.body#/receipt"},
}


MIN_ACCEPTED = 0.25
"""The share of random requests that the document allows, without any hook, which the service must accept."""


def run_schemathesis(
    base: str,
    folder: Path,
    config: str,
    document: dict[str, Any],
    report: str,
    options: Iterable[str],
    environment: dict[str, str],
) -> Any:
    """Run schemathesis without chance, which sends the same requests every time, and return its report."""
    (folder / "schemathesis.toml").write_text(config)
    (folder / "openapi.json").write_text(json.dumps(document))
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "--config-file=schemathesis.toml",
        "--no-color",
        "run",
        "openapi.json",
        f"--url={base}",
        *options,
        "--workers=1",
        "--generation-deterministic",
        f"--report={report}",
        f"--report-{report}-path=report",
        "--output-sanitize=false",
    ]
    limits: dict[str, Any] = {"env": os.environ | environment, "timeout": 7_200}
    run = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, **limits
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return json.loads((folder / "report").read_text())


def test_the_service_does_what_its_document_says(base: str, tmp_path: Path) -> None:
    environment = {
        "SCHEMATHESIS_HOOKS": "tests.http.endpoints.fuzz_hooks",
        "PYTHONPATH": str(ROOT),
    }
    phases = (
        "--checks=all",
        f"--phases={','.join(PHASES)}",
        "--mode=all",
        "--request-timeout=120",
    )
    options = (*phases, f"--max-examples={EXAMPLES}")
    result = run_schemathesis(
        base, tmp_path, CONFIG, add_link_bodies(), "json", options, environment
    )
    assert result["complete"]
    for name in PHASES:
        assert result["phases"][name]["status"] == "success"
    assert result["operations"]["tested"] == result["operations"]["total"]


@pytest.mark.smoke
def test_a_value_that_the_document_allows_is_refused_only_for_a_reason_that_it_cannot_state(
    base: str, tmp_path: Path
) -> None:
    options = (
        "--checks=not_a_server_error",
        "--phases=fuzzing",
        "--mode=positive",
        "--max-examples=5",
    )
    log = run_schemathesis(base, tmp_path, "", SPEC, "har", options, {})["log"]
    responses = [entry["response"] for entry in log["entries"]]
    problems = [
        json.loads(response["content"]["text"])
        for response in responses
        if response["status"] >= 400
    ]
    assert list(chain.from_iterable(map(list_unexplained, problems))) == []
    assert len(problems) <= (1 - MIN_ACCEPTED) * len(responses)
