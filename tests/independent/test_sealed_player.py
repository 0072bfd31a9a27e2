"""The player at a sealed shoe (verify/player.mjs): what it refuses of backends that cheat."""

import json
import secrets
import subprocess

import pytest

from tests.conftest import ROOT, run_service

pytestmark = pytest.mark.node

PLACES = {
    "signed": ["not signed", "a draw that is not signed"],
    "signed.signature": ["another state's signature"],
    "signed.kid": ["another service"],
    "digest": ["another digest", "another position", "another root", "another place", "own cards as if burned"],
    "commitment": ["other terms than committed", "another shoe's commitment", "another shoe for the same keys"],
    "terms.label": ["a label"],
    "terms.exclude": ["a cut of the deck"],
    "terms.consent.quorum": ["fewer must consent", "fewer must start"],
    "terms.words": ["no text of one's own", "no words"],
    "terms.view_keys.1": ["no views"],
    "terms.consent.keys.1": ["the own key"],
    "terms.view_keys": ["another's view"],
    None: [
        *("an honest shoe", "the same again, with nulls and defaults", "an honest deal", "a card that another shows"),
        "own cards",
    ],
    "client_seed": ["words in place of those of the shoe", "another client seed", "other texts"],
    "action": ["another action", "another action after a new start", "a signature after a leave"],
    "shown": ["another's card told without a proof", "another card on the board", "an open card without a proof"],
    "views.1": ["no view"],
    "the view": ["another's cards to read"],
    "the view: cards": ["another's cards, sealed anew", "no cards, sealed anew", "an invented card"],
    "the view: digest": ["a view of another state"],
    "seen.draw": ["the same draw twice"],
    "shown[0]": ["another salt"],
    "shown[0].position": ["one's own card"],
    "views.a": ["own cards without a view"],
    "seen: position 5": ["an open card that is not told"],
    "shown[0].card": ["another index"],
}
REFUSED = {attack: place for place, attacks in PLACES.items() for attack in attacks}
"""Attacks of a backend, each with the place that the player names as it refuses; None for a right response."""


def run(*arguments: str) -> str:
    process = subprocess.run(
        ["node", "--no-warnings", *arguments], check=False, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60
    )
    assert process.returncode in {0, 2}, process.stderr
    return process.stdout


def test_a_player_refuses_what_a_backend_that_cheats_tries() -> None:
    with run_service(SIGNING_KEYS=secrets.token_urlsafe(32)) as base:
        played = json.loads(run("tests/independent/sealed_player.mjs", base))
    assert played["refused"] == REFUSED
    assert played["cards"] == [2, 2]
    assert played["result"] == {"valid": None, "unchecked": ["order"]}
