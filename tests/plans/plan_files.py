"""Plans and files of draws that were planned, at a clock that stands still and without the extra `drand`."""

import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.http.caller_lists.hashes import hash_list, write_canonical
from service.plans import endpoint as view
from service.plans.announced_draws import derive_seeds, hash_plan
from service.proofs.drand import NO_LIBRARY, QUICKNET
from tests.http.spec import check_response, json_object
from tests.proofs.rounds import QUICK_1000

File = dict[str, Any]

GROUPS: File = {"items": [1, 2, 3, 4, 5, 6], "groups": 2, "apart": [["1", "2"]]}
DUE = QUICKNET.round_time(1000)
ROUND: File = {
    "chain_hash": QUICKNET.hash.hex(),
    "round": 1000,
    "signature": QUICK_1000.signature,
}
SIGNATURE = bytes.fromhex(QUICK_1000.signature)
PUBLIC = {"public_before_round": True}


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return the clock of the service, ten minutes before the round; a test sets its `now`."""
    clock = SimpleNamespace(now=DUE - 600.0, thread_time=time.thread_time)
    clock.time = lambda: clock.now
    monkeypatch.setattr(view, "time", clock)
    return clock


@pytest.fixture(autouse=True)
def signed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept every signature."""
    monkeypatch.setattr(view, "compare_beacon", lambda *_: None)


@pytest.fixture
def unsigned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check no signature, as without the extra."""
    monkeypatch.setattr(view, "compare_beacon", lambda *_: NO_LIBRARY)


def request_plan(
    client: FlaskClient,
    path: str = "/v1/items/groups",
    body: Mapping[str, Any] = GROUPS,
    **more: Any,
) -> TestResponse:
    """Return the response to a request for a plan, for the round 1000 unless a delay is named."""
    request: File = {"occasion": "Club cup", "path": path, "body": body}
    if "delay" not in more:
        request["round"] = 1000
    return check_response(client.post("/v1/plans", json=request | more))


def make_plan(
    client: FlaskClient,
    path: str = "/v1/items/groups",
    body: Mapping[str, Any] = GROUPS,
    **more: Any,
) -> File:
    """Return a plan and its digest."""
    response = request_plan(client, path, body, **more)
    assert response.status_code == 200, response.text
    return json_object(response)


def make_file_by_hand(
    client: FlaskClient,
    path: str,
    body: Mapping[str, Any],
    occasion: str = "by hand",
    k: int = 0,
    names: list[str] | None = None,
) -> File:
    """Return the file of a draw with a plan that no service made, by seed(k)."""
    rules = {name: value for name, value in body.items() if name != "items"}
    plan: File = {
        "plan": "plan1",
        "occasion": occasion,
        "request": {"path": path} | rules,
        "chain_hash": ROUND["chain_hash"],
        "round": ROUND["round"],
    }
    if "items" in body:
        plan["items_sha256"] = hash_list(body["items"])
    if names is not None:
        plan["names_sha256"] = hash_list(names)
    digest = hash_plan(write_canonical(plan) or b"")
    seed = derive_seeds(digest, SIGNATURE)[k]
    answer = client.post(path, json=dict(body) | {"seed": seed}).json
    return {"plan": plan, "beacon": ROUND, "answer": answer}
