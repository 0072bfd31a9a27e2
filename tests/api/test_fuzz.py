"""Test a live service against openapi.yaml with schemathesis.

Every phase (examples, coverage, fuzzing, stateful) runs with every check. The last follows the document's links; a
seeded response and a revealed receipt must verify.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.spec import SPEC, SPEC_FOR_READERS, resolve
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


MIN_ACCEPTED = 0.25
"""The share of random requests that the document allows, without any hook, which the service must accept."""

REASONS = {
    "a text that the service or another provider wrote": ("Must be a token", "Must be one of: a bet"),
    "a setting of the operator": (r"\(the operator's ", "This service has no key"),
    "a proof: its key, and texts that no other looks like": (r"Character \d+ is", "no key with this kid"),
    "what the deck, the game or the shuffle of the path takes": (
        " does not take ",
        " belongs to ",
        r"is for [\d to]+ play",
    ),
    "the name of a deck or a game, which the paths list": ("Must be one of: (standard|holdem), ",),
    "a key or a signature": ("^key", "Seat .*: key", "bytes in base64url"),
    "the code of a card of that deck": ("There is no card", "has no "),
    "a parameter that needs another": (
        "This is required",
        "give a seed",
        "Give ",
        "Say how",
        "give the deck",
        "none is given",
        " goes with ",
        r"give [\w=]+ with it",
    ),
    "parameters and results of which one is given": (
        "are given",
        "checked alone",
        r"leave [\w ]+ out",
        "does not apply",
    ),
    "numbers that fit each other": (
        "must not be above",
        "different integers",
        "too few",
        "more than there are",
        "make 5 cards",
        r"A board has [\d to]+ cards",
    ),
    "items of which one can be drawn": ("nothing to draw",),
    "a size that the computation allows": ("has at most", "is computed for", r"are of 2 to \d+ items"),
    "the state of a shoe": ("lies there once the stage",),
    "the days of a month": ("a date of the calendar",),
    "the name of an operation": ("There is no operation",),
    "a number that all readers of JSON share": ("beyond 64 bits",),
}
"""The reasons of the other refusals, which the schema of an object does not state, by words of their sentences."""


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


def test_a_refusal_of_what_the_document_allows_has_a_reason_that_it_cannot_state(base: str, tmp_path: Path) -> None:
    config, report, document = (tmp_path / name for name in ("schemathesis.toml", "report.har", "openapi.json"))
    config.write_text("")
    document.write_text(json.dumps(SPEC))
    command = [
        *(sys.executable, "-m", "schemathesis.cli", f"--config-file={config}", "--no-color"),
        *("run", str(document), f"--url={base}", "--checks=not_a_server_error", "--phases=fuzzing", "--mode=positive"),
        *("--workers=1", "--generation-deterministic", "--max-examples=5"),
        *("--report=har", f"--report-har-path={report}", "--output-sanitize=false"),
    ]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    responses = [entry["response"] for entry in json.loads(report.read_text())["log"]["entries"]]
    refused = [json.loads(response["content"]["text"]) for response in responses if response["status"] >= 400]
    sentences = {text for problem in refused for texts in problem.get("errors", {}).values() for text in texts}
    assert not {text for text in sentences if not any(re.search("|".join(words), text) for words in REASONS.values())}
    assert len(refused) <= (1 - MIN_ACCEPTED) * len(responses)
