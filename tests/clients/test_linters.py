"""The committed document follows the recommended rules of Redocly and of Spectral, without an error or a warning."""

import json

import pytest

from tests.clients.clients import prepare, run

pytestmark = pytest.mark.clients

OFFLINE = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


def test_redocly_has_no_complaint() -> None:
    output = run(
        "redocly lint openapi.yaml --extends recommended --format json",
        prepare("redocly"),
        **OFFLINE,
    )
    assert [
        f"{problem['ruleId']}: {problem['message']}"
        for problem in json.loads(output)["problems"]
    ] == []


def test_spectral_has_no_complaint() -> None:
    run(
        "spectral lint openapi.yaml --ruleset spectral.yaml --fail-severity hint",
        prepare("spectral"),
    )
