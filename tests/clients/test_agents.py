"""The MCP server of the Python client, made of the document of some operations, serves an agent."""

import json

import pytest

from tests.clients.clients import prepare, run
from tests.server.client import fetch
from tools.files import ROOT

pytestmark = pytest.mark.clients

MAX_CHARACTERS = 32_000  # of all names, descriptions and schemas, which an agent reads before the first question


def test_an_agent_deals_draws_and_verifies_with_few_tools(service: str) -> None:
    folder = prepare("mcp")
    client = str(ROOT / "clients" / "python")
    printed = run("python call.py", folder, BASE_URL=service, PYTHONPATH=client)
    called = json.loads(printed)

    assert len(called["tools"]) == 17
    assert called["is_closed"] == [True] * 17
    assert called["characters"] <= MAX_CHARACTERS
    dealt = fetch(service, "/v1/games/holdem/deal?seed=clients&players=2").json
    assert called["dealt"] == [hand["cards"] for hand in dealt["hands"]]
    shuffle = "/v1/decks/standard/shuffle?seed=clients&exclude=2S,2H"
    assert called["shuffled"] == fetch(service, shuffle).json["cards"]
    assert len({item["ticket"] for item in called["raffle"]}) == 3
    rolled = fetch(service, "/v1/dice?roll=4d6kh3&seed=clients").json
    assert called["rolled"] == rolled["total"]
    assert called["verified"] == [{"valid": True, "unchecked": {}}] * 3
    assert "holdem deals to 2 to 11 players" in called["refusal"]
    proofs = {"result", "original_items", "receipt", "seen", "confirmed", "file"}
    assert proofs <= set(called["arguments"])

    misspelt = json.loads((folder / "misspelt.json").read_text())
    for (tool, arguments, reason), refusal in zip(
        misspelt, called["refusals"], strict=True
    ):
        assert reason in (refusal or ""), (tool, arguments)
