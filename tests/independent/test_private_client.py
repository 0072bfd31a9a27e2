"""The client of private hands (verify/client.mjs): what it refuses of backends that cheat; and the steps of a check."""

import json
import secrets
import subprocess
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, run_service
from tests.core.sealed.test_private_receipts import make_full, make_partial
from tests.core.sealed.test_private_vectors import LIVES
from tests.independent.verifier import run_verifier

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
    "none must start": "terms.consent.start",
    "no views": "terms.view_keys.1",
    "the own key": "terms.consent.keys.1",
    "another's view": "terms.view_keys.dealer",
    "an honest shoe": None,
    "no text of one's own": "client_seed",
    "the same again": None,
    "another action": "action",
    "another action after a new start": "action",
    "another shoe for the same keys": "commitment",
    "a draw that is not signed": "signed",
    "another position": "digest",
    "another root": "digest",
    "another client seed": "client_seed",
    "no view": "views.1",
    "another's cards to read": "the view",
    "another's cards, sealed anew": "the view: cards",
    "no cards, sealed anew": "the view: cards",
    "a view of another state": "the view: digest",
    "an invented card": "the view: cards[0].card",
    "an honest deal": None,
    "the same draw twice": "seen.draw",
    "a card that another shows": None,
    "another salt": "shown[0]",
    "one's own card": "shown[0].position",
    "own cards as if burned": "views.a",
    "own cards": None,
    "another card on the board": "shown[0]",
    "the cards on the board": None,
}
"""What a backend tries, with the place for which the client refuses it; None for what is right."""


def run(*arguments: str) -> str:
    process = subprocess.run(
        ["node", "--no-warnings", *arguments], check=False, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60
    )
    assert process.returncode in {0, 2}, process.stderr
    return process.stdout


def test_a_client_refuses_what_a_backend_that_cheats_tries() -> None:
    with run_service(SIGNING_KEYS=secrets.token_urlsafe(32)) as base:
        played = json.loads(run("tests/independent/private_client.mjs", base))
    assert played["refused"] == REFUSED
    assert played["cards"] == [2, 2]
    assert played["result"] == {"valid": None, "unchecked": ["order"]}


@pytest.mark.parametrize("life", [1, 4, 12])  # a game with cards in play, integers, items
def test_the_steps_of_a_check_have_what_the_vectors_have(life: int, tmp_path: Path) -> None:
    case, path = LIVES[life], tmp_path / "receipt.json"
    answer: dict[str, Any] = case["answer"]
    path.write_text(json.dumps(make_full(case)))
    steps = run("verify/verify.mjs", "steps", str(path))
    values = [answer["seed_hash"], answer["commitment"], *answer["digests"], *answer["records"]]
    values += [published[name] for published in answer["rounds"] for name in ("key", "root")]
    assert [value for value in values if value not in steps] == []
    path.write_text(json.dumps(make_partial(case)))
    steps = run("verify/verify.mjs", "steps", str(path))
    values = [answer["seed_hash"], answer["commitment"], *answer["digests"]]
    values += [value for card in answer["partial"]["shown"] for value in (card["salt"], *card["path"])]
    assert [value for value in values if value not in steps] == []


def test_receipts_with_members_that_clients_leave_out_or_add_as_empty_are_the_same() -> None:
    full, partial = deepcopy(make_full(LIVES[1])), deepcopy(make_partial(LIVES[1]))
    full["receipt"] |= {"seed_hash": None, "root": None, "shown": []}
    full["receipt"]["terms"] |= {"items": []}
    partial["receipt"] |= {"server_seed": None}
    partial["receipt"]["terms"] |= {"items": None}
    for card in partial["receipt"]["shown"]:
        card["integer"] = None
    results = run_verifier("lines", [full, partial])
    assert [set(result["unchecked"]) for result in results] == [
        {"commitment", "client_seed"},
        {"commitment", "client_seed", "order"},
    ]
