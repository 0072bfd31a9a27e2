"""`Service.embedded`: the same responses and errors as over HTTP, from several threads and after a fork."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from shuffle_and_deal import (
    AsyncService,
    MemoryStore,
    Problem,
    Service,
    SQLiteStore,
    Table,
)

from tests.forked import run_forked
from tests.packages.in_process import BLOCKING, EMBEDDED, SETTINGS
from tests.tables import for_each

SERVICE = BLOCKING["embedded"]


def outcome(service: Service, path: str, body: dict[str, Any] | None) -> Any:
    """Return the response to a request, or the members of its problem."""
    try:
        return service.call(path, body)
    except Problem as problem:
        return problem.status, problem.type, problem.detail, problem.errors


@for_each(
    ("path", "body"),
    [
        ("/v1/decks/standard/shuffle?seed=42&count=5", None),
        ("/v1/decks/no%20deck/shuffle", None),
        ("/v1/games/holdem/deal", {"players": 2, "seed": "ä"}),
        (
            "/v1/games/bridge/deal",
            {"seed": "1", "where": {"hand": "N", "points": "hcp", "min": 25}},
        ),
        ("/v1/items/shuffle", {"items": ["é", {"a": [1, None, True]}], "seed": "1"}),
        ("/v1/decks/standard/shuffle", {"count": 99}),
        ("/v1/hands/rank", {"game": "poker", "hands": "none"}),
        ("/v1/nothing", None),
    ],
)
def test_responses_and_errors_are_those_of_http(
    path: str, body: dict[str, Any] | None
) -> None:
    expected = outcome(BLOCKING["httpx"], path, body)
    assert outcome(SERVICE, path, body) == expected


def test_long_work_leaves_the_event_loop() -> None:
    """Whatever has a body is answered in a thread, and the loop goes on meanwhile."""

    async def test() -> tuple[Any, int]:
        turns = 0
        body = {"seed": "1", "repeats": 1_000}
        call = EMBEDDED.call("/v1/decks/standard/shuffle/batch", body)
        batch = asyncio.create_task(call)
        while not batch.done():
            await asyncio.sleep(0)
            turns += 1
        return batch.result(), turns

    result, turns = asyncio.run(test())
    assert len(result["cards"]) == 1_000
    assert turns > 2


def test_a_short_request_is_answered_in_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[Any] = []
    monkeypatch.setattr(asyncio, "to_thread", threads.append)
    shuffled = asyncio.run(EMBEDDED.call("/v1/decks/standard/shuffle?seed=42&count=1"))
    assert shuffled["cards"] == ["6S"]
    assert threads == []


def test_the_environment_of_the_game_is_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ALLOW_SEEDS", "false")
    monkeypatch.setenv("API_KEYS", "0" * 64)
    monkeypatch.setenv("SHOE_KEYS", "nonsense")
    monkeypatch.setenv("MAX_DRAWS", "1")
    service = Service.embedded(replace(SETTINGS, max_items=2))
    body = {"seed": "42", "count": 1}
    assert service.call("/v1/decks/standard/shuffle", body)["cards"] == ["6S"]
    with pytest.raises(Problem, match="MAX_ITEMS"):
        service.call("/v1/decks/standard/shuffle", {"count": 3})


def play(path: Path, name: str) -> list[str]:
    """Play one shoe to its end, and return its cards; its receipt is valid for the player."""
    table = Table(SERVICE, SQLiteStore(path), name)
    table.open(deck="standard")
    cards = [table.draw(f"{number}", 1, seat="Ann").cards[0] for number in range(10)]
    table.reveal()
    verdict = SERVICE.call("/v1/verify", table.proof("Ann"))
    assert verdict["valid"] is True
    assert verdict["unchecked"] == {}
    return cards


def test_threads_and_a_forked_process_deal_from_one_application(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with ThreadPoolExecutor(4) as pool:
        shoes = list(pool.map(lambda number: play(path, f"shoe {number}"), range(8)))
    assert all(len(set(shoe)) == 10 for shoe in shoes)
    assert len(set(map(tuple, shoes))) == 8
    with ThreadPoolExecutor(3) as pool:
        others = [pool.submit(play, path, f"shoe {number}") for number in range(8, 20)]
        assert run_forked(lambda: bool(play(path, "in the child")))
        assert all(len(set(other.result())) == 10 for other in others)
    parent = play(path, "in the parent")
    views = Table(SERVICE, SQLiteStore(path), "in the child").views("Ann")
    assert parent != [view["cards"][0] for view in views]


def test_a_table_of_asyncio_has_an_embedded_service_too() -> None:
    assert isinstance(EMBEDDED, AsyncService)
    assert Table(SERVICE, MemoryStore(), "a").open(deck="standard")["commitment"]
