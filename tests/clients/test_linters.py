"""The committed document follows the recommended rules of Redocly and of Spectral, without an error or a warning."""

import json
from pathlib import Path

import pytest

from tests.clients.clients import prepare, run

pytestmark = pytest.mark.xdist_group("linters")

OFFLINE = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


@pytest.fixture(scope="module")
def folder() -> Path:
    return prepare("linters")


def test_redocly_has_no_complaint(folder: Path) -> None:
    report = json.loads(run("redocly lint openapi.yaml --extends recommended --format json", folder, **OFFLINE))
    assert [f"{problem['ruleId']}: {problem['message']}" for problem in report["problems"]] == []


def test_spectral_has_no_complaint(folder: Path) -> None:
    run("spectral lint openapi.yaml --ruleset spectral.yaml --fail-severity hint", folder)
