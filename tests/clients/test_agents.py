"""The MCP server of the Python client, made of the document of some operations, serves an agent."""

import json
import re
from itertools import chain

import pytest

from service import __version__
from tests.clients.clients import prepare, run
from tests.server.client import fetch
from tools.files import ROOT

pytestmark = pytest.mark.clients

MAX_BYTES = 44_000  # of all names, descriptions and schemas, which an agent reads before the first question


def test_an_agent_deals_draws_and_verifies_with_few_tools(service: str) -> None:
    folder = prepare("mcp")
    client = str(ROOT / "clients" / "python")
    printed = run("python call.py", folder, BASE_URL=service, PYTHONPATH=client)
    called = json.loads(printed)

    assert len(called["tools"]) == 20
    assert called["is_closed"] == [True] * 20
    assert called["bytes"] <= MAX_BYTES
    assert called["version"] == __version__
    named = set(re.findall(r"`([a-z]+_[a-z_]+)`", called["instructions"]))
    assert named - {"client_seed"} <= set(called["tools"])
    dealt = fetch(service, "/v1/games/holdem/deal?seed=clients&players=2").json
    assert called["dealt"] == [hand["cards"] for hand in dealt["hands"]]
    shuffle = "/v1/decks/standard/shuffle?seed=clients&exclude=2S,2H"
    assert called["shuffled"] == fetch(service, shuffle).json["cards"]
    assert len({item["ticket"] for item in called["raffle"]}) == 3
    rolled = fetch(service, "/v1/dice?roll=4d6kh3&seed=clients").json
    assert called["rolled"] == rolled["total"]
    assert list(map(len, called["drums"])) == [5, 2]
    assert sorted(chain.from_iterable(called["shared"])) == ["a", "b", "c", "d"]
    batch = "/v1/integers/batch?max=6&seed=clients&repeats=3"
    assert called["batch"] == fetch(service, batch).json["integers"]
    boards = "/v1/games/bridge/deal/batch?seed=clients&repeats=2&format=pbn"
    assert called["boards"] == fetch(service, boards).body.decode()
    assert called["bias"] == 6
    assert called["verified"] == [{"valid": True, "unchecked": {}}] * 3
    assert "holdem deals to 2 to 11 players" in called["refusal"]
    proofs = {"result", "original_items", "receipt", "seen", "confirmed", "file"}
    assert proofs <= set(called["arguments"])

    misspelt = json.loads((folder / "misspelt.json").read_text())
    for (tool, arguments, reason), refusal in zip(
        misspelt, called["refusals"], strict=True
    ):
        assert reason in (refusal or ""), (tool, arguments)
