"""The client of sealed shoes (verify/client.mjs): what it refuses of backends that cheat."""

import json
import secrets
import subprocess

import pytest

from tests.conftest import ROOT, run_service

pytestmark = pytest.mark.node

REFUSED = {
    "not signed": "signed",
    "another state's signature": "signed.signature",
    "another service": "signed.kid",
    "another digest": "digest",
    "other terms than committed": "commitment",
    "another shoe's commitment": "commitment",
    "a label": "terms.label",
    "a cut of the deck": "terms.exclude",
    "fewer must consent": "terms.consent.quorum",
    "fewer must start": "terms.consent.quorum",
    "no text of one's own": "terms.words",
    "no words": "terms.words",
    "no views": "terms.view_keys.1",
    "the own key": "terms.consent.keys.1",
    "another's view": "terms.view_keys",
    "an honest shoe": None,
    "words in place of those of the shoe": "client_seed",
    "the same again, with nulls and defaults": None,
    "another action": "action",
    "another action after a new start": "action",
    "another shoe for the same keys": "commitment",
    "a draw that is not signed": "signed",
    "another position": "digest",
    "another root": "digest",
    "another client seed": "client_seed",
    "other texts": "client_seed",
    "another place": "digest",
    "another's card told without a proof": "shown",
    "no view": "views.1",
    "another's cards to read": "the view",
    "another's cards, sealed anew": "the view: cards",
    "no cards, sealed anew": "the view: cards",
    "a view of another state": "the view: digest",
    "an invented card": "the view: cards",
    "an honest deal": None,
    "the same draw twice": "seen.draw",
    "a card that another shows": None,
    "another salt": "shown[0]",
    "one's own card": "shown[0].position",
    "own cards as if burned": "digest",
    "own cards without a view": "views.a",
    "own cards": None,
    "another card on the board": "shown",
    "an open card that is not told": "seen: position 5",
    "an open card without a proof": "shown",
    "another index": "shown[0].card",
    "a signature after a leave": "action",
}
"""Attacks of a backend, each with the place that the client names as it refuses; None for a right response."""


def run(*arguments: str) -> str:
    process = subprocess.run(
        ["node", "--no-warnings", *arguments], check=False, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60
    )
    assert process.returncode in {0, 2}, process.stderr
    return process.stdout


def test_a_client_refuses_what_a_backend_that_cheats_tries() -> None:
    with run_service(SIGNING_KEYS=secrets.token_urlsafe(32)) as base:
        played = json.loads(run("tests/independent/sealed_client.mjs", base))
    assert played["refused"] == REFUSED
    assert played["cards"] == [2, 2]
    assert played["result"] == {"valid": None, "unchecked": ["order"]}
