"""A service for the clients: all of its workers accept each other's shoes. And the values that each client must get."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.sealed.shoe.tokens import generate_key
from tests.clients.requests import VRF_KEY
from tests.conftest import run_service
from tests.server.client import fetch

SHUFFLE = "/v1/decks/standard/shuffle"


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """Run a service with keys for shoes and proofs, and members that no client knows; return its URL."""
    later = "tests.server.apps.later:app"
    with run_service(app=later, SHOE_KEYS=generate_key(), VRF_KEYS=VRF_KEY) as base:
        yield base


@pytest.fixture(scope="session")
def expected(service: str) -> dict[str, Any]:
    """Return the object that `call.*` must print, without the cards of the shoe: they are random."""
    shuffled = fetch(service, f"{SHUFFLE}?seed=clients&exclude=2S,2H&count=5").json
    dealt = fetch(service, "/v1/games/holdem/deal?seed=clients&players=2").json
    board = next(pile for pile in dealt["piles"] if pile["name"] == "board")
    hands = [hand["cards"] for hand in dealt["hands"]]
    batch = f"{SHUFFLE}?seed=clients&count=2&index="
    shuffles = [fetch(service, f"{batch}{index}").json for index in range(3)]
    drawn = fetch(service, f"/v1/integers?seed=clients&max={10**12}&count=4").json
    problem = fetch(service, f"{SHUFFLE}?count=53").json
    return {
        "shuffled": shuffled["cards"],
        "shuffled_by_post": shuffled["cards"],
        "verified": True,
        "dealt": {"hands": hands, "board": board["cards"]},
        "batch": [shuffle["cards"] for shuffle in shuffles],
        "integers": drawn["integers"],
        "ranked": {"categories": ["two_pair", "full_house"], "winners": ["2"]},
        "shoe": {"remaining": 47, "fairness": "client_seed", "valid": True},
        "table": {"stage": "deal", "round": 1, "in_play": list(range(0, 20, 2))},
        "signed": {
            "stage": "deal",
            "views": ["1"],
            "remaining": 30,
            "draws": 2,
            "view": {"seat": "1", "cards": 10, "is_current": True},
        },
        "problem": {name: problem[name] for name in ("title", "status", "errors")},
    }
