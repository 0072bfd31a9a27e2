"""The work of a request is counted, stops at its ceiling, and ends soon after its client has gone."""

from itertools import pairwise
from typing import Any
from unittest.mock import Mock

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from benchmarks.limits.hostile import NAMES, RULES, meet
from service.app import create_app
from service.arrangements.groups import counts
from service.arrangements.groups.sampler import GroupSampler
from service.core.work import OutOfStepsError, TooSlow, Work
from service.games.catalogue import GAMES
from service.http import concurrency
from service.names import suggestions
from service.settings import Settings
from service.wsgi_keys import LOOK
from tests.core.lost_clients import ClientLostError, raise_at_once
from tests.http.spec import check_refusal, post
from tests.tables import for_each

MAX_BETWEEN_LOOKS = 10_000
MAX_COMPARISONS = 1_500
REFUSED = {
    "300 pairs apart",
    "many rules of many items",
    "a contradiction that is hard to see",
    "a few receivers left for each giver",
    "a cycle through an item that joins two halves",
    "counting: more classes than can be ordered",
    "counting: many profiles",
    "counting: few steps with large integers",
    "counting: rules left to rejection",
    "counting: groups that differ by their fixed items",
    "in sequence: positions without end",
    "orders: the second attribute is never kept",
    "orders: 999 others between",
    "orders: places that can be shared in many ways",
}
"""The hard rules that no result is found for with the seed of `send`."""


class Recorded(Work):
    """A counter that is kept in `records`."""

    records: list[Work]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.records.append(self)


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> list[Work]:
    """Return the counters of the requests that the test sends, without counts from a cache."""
    monkeypatch.setattr(counts, "_CACHE", counts.CountCache(0))
    monkeypatch.setattr(Recorded, "records", [], raising=False)
    monkeypatch.setattr(concurrency, "Work", Recorded)
    return Recorded.records


def send(client: FlaskClient, name: str, **environ: Any) -> TestResponse:
    """Return the response to a request with hard rules."""
    operation, rules = RULES[name]
    path = f"/v1/items/{operation}"
    return client.post(path, json={"seed": "s"} | rules, environ_overrides=environ)


@for_each("name", RULES)
def test_hard_rules_end_within_the_steps_of_a_response_and_look_for_the_client(
    name: str, client: FlaskClient, records: list[Work]
) -> None:
    looks: list[float] = []

    def look() -> None:
        looks.append(records[-1].spent)

    response = send(client, name, **{LOOK: look})
    spent = records[-1].spent
    assert response.status_code == (422 if name in REFUSED else 200)
    assert 0 < spent <= Settings().max_draws
    assert looks or spent <= MAX_BETWEEN_LOOKS
    for before, after in pairwise([*looks, spent]):
        assert after - before <= MAX_BETWEEN_LOOKS


def test_an_attempt_counts_the_lists_of_items_that_it_looks_at(
    records: list[Work], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chain of items that do not come together has a thousand lists, and an attempt fails after some items."""
    looked_at = []
    attempt = GroupSampler.attempt

    def count(sampler: GroupSampler, *arguments: Any) -> Any:
        looked_at.append(len(sampler.table.blocks))
        return attempt(sampler, *arguments)

    monkeypatch.setattr(GroupSampler, "attempt", count)
    chain = [[str(item), str(item + 1)] for item in range(1_999)]
    body = {"items": list(range(2_000)), "groups": 2, "met": chain, "seed": "a"}
    client = create_app(Settings(max_draws=200_000)).test_client()
    response = client.post("/v1/items/groups", json=body)
    assert response.status_code == 422
    assert sum(looked_at) > 100_000
    assert records[-1].spent > sum(looked_at) / 4


@for_each("lost_at", [1, 7, 100])
def test_a_look_ends_the_work_that_nobody_waits_for(
    lost_at: int, client: FlaskClient, records: list[Work]
) -> None:
    looks: list[float] = []

    def look() -> None:
        looks.append(records[-1].spent)
        if len(looks) == lost_at:
            raise ClientLostError

    with pytest.raises(ClientLostError):
        send(client, "300 pairs apart", **{LOOK: look})
    assert len(looks) == lost_at
    assert records[-1].spent == looks[-1]


@for_each(
    ("path", "body"),
    [
        ("games/bridge/deal", {"where": {"hand": "N", "length": "S", "min": 13}}),
        ("decks/standard/deal/batch", {"hands": 2, "cards": 5, "repeats": 2_000}),
        ("games/holdem/deal/batch", {"repeats": 40}),
    ],
)
def test_a_look_ends_searches_and_batches(
    client: FlaskClient, path: str, body: dict[str, Any]
) -> None:
    look = {LOOK: raise_at_once}
    with pytest.raises(ClientLostError):
        client.post(f"/v1/{path}", json=body, environ_overrides=look)


@for_each("rounds", [20, 40])
def test_people_who_met_in_many_rounds_are_drawn_within_the_budget(
    rounds: int, client: FlaskClient
) -> None:
    people = list(map(str, range(50)))
    met = meet(50, rounds)
    body = {"items": people, "group_size": 2, "apart": met, "seed": "a"}
    drawn = post(client, "/v1/items/groups", **body)
    pairs = [group["items"] for group in drawn["groups"]]
    assert sorted(person for pair in pairs for person in pair) == sorted(people)
    assert not set(map(frozenset, pairs)) & set(map(frozenset, met))


def test_a_response_counts_as_a_whole_and_a_stream_each_result(
    records: list[Work],
) -> None:
    _, rules = RULES["300 pairs apart"]
    more = {"apart": meet(60, 5), "groups": 30, "seed": "b", "repeats": 60}
    body = rules | more
    draws = 80_000
    client = create_app(Settings(max_draws=draws)).test_client()
    refused = check_refusal(client.post("/v1/items/groups/batch", json=body))
    assert "in 80,000 steps" in refused["repeats"]
    assert "Ask for fewer" in refused["repeats"]
    response = client.post("/v1/items/groups", json=rules | {"seed": "b"})
    refused = check_refusal(response)
    assert "another seed or index may find one" in refused["items"]
    assert records[-1].spent <= draws
    accept = {"Accept": "application/x-ndjson"}
    stream = client.post("/v1/items/groups/batch", json=body, headers=accept)
    assert len(stream.text.splitlines()) == body["repeats"]
    assert records[-1].spent > draws


@for_each("draws", [100_000, 400_000])
def test_the_budget_scales_with_its_setting(records: list[Work], draws: int) -> None:
    client = create_app(Settings(max_draws=draws)).test_client()
    response = send(client, "300 pairs apart")
    assert response.status_code == 422
    assert 0.99 * draws < records[-1].spent <= draws


def test_rules_that_take_long_to_read_are_refused_before_they_are_read(
    client: FlaskClient,
) -> None:
    items = [{"a": item} for item in range(20_000)]
    limits = [{"attribute": "a", "max": 5}] * 20
    body = {"items": items, "groups": 10_000, "different": ["a"] * 20, "limits": limits}
    refused = check_refusal(client.post("/v1/items/groups", json=body))
    assert "asks for 8,200,000 steps of work" in refused["items"]
    body = {
        "items": items[:700],
        "strata": ["a"],
        "block_sizes": [10_000],
        "arms": [{"name": "a"}, {"name": "b"}],
    }
    refused = check_refusal(client.post("/v1/items/allocate", json=body))
    assert "asks for 7,000,700 draws" in refused["block_sizes"]


@for_each("text", NAMES.values(), ids=NAMES)
def test_a_name_of_nothing_is_compared_with_few_names(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    differ = Mock(wraps=suggestions.differ)
    monkeypatch.setattr(suggestions, "differ", differ)
    assert suggestions.suggest_names(text, GAMES) == []
    assert differ.call_count <= MAX_COMPARISONS


def test_steps_are_counted_only_if_they_may_be_taken() -> None:
    work = Work(100)
    with work.within(50):
        work.spend(40)
        work.spend(40)
        pytest.fail("The share is spent.")
    work.spend(60)
    with pytest.raises(OutOfStepsError):
        work.spend(1)
    assert work.spent == 100


@for_each("error", [KeyError, TooSlow])
def test_an_error_ends_a_share_of_the_steps_too(error: type[Exception]) -> None:
    work = Work(100)
    with pytest.raises(error), work.within(50):
        raise error
    work.spend(100)
    assert work.spent == 100
