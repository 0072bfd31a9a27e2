"""shuffle_and_deal.draw_once: one draw of an occasion, whose proof rests on the commitment that was shown before."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from shuffle_and_deal import (
    DrawnOnce,
    Service,
    SQLiteStore,
    Table,
    TableError,
    async_draw_once,
    draw_once,
)

from tests.packages.in_process import BLOCKING, async_service
from tests.tables import for_each

Json = dict[str, Any]
OCCASION = "spring raffle"
NAMES = ["Ann", "Bob", "Cem", "Dee", "Eve"]
WORDS = "the guests' own words"


@pytest.fixture(params=BLOCKING)
def service(request: pytest.FixtureRequest) -> Service:
    """Return the service behind HTTP, and embedded."""
    return BLOCKING[request.param]


@pytest.fixture
def store(tmp_path: Path) -> SQLiteStore:
    return SQLiteStore(tmp_path / "draws.db")


def verify(service: Service, drawn: DrawnOnce, **noted: str) -> Json:
    """Return the verdict of the service on a draw, by what a reader noted."""
    confirmed = drawn.proof["confirmed"] | noted
    verdict: Json = service.call("/v1/verify", drawn.proof | {"confirmed": confirmed})
    return verdict


def test_a_draw_has_the_commitment_that_was_shown_before(
    service: Service, store: SQLiteStore
) -> None:
    table = Table(service, store, OCCASION)
    commitment = table.open(items=NAMES, label=OCCASION)["commitment"]
    drawn = draw_once(service, store, OCCASION, NAMES, WORDS, 2)
    assert len(set(drawn.items)) == 2
    assert set(drawn.items) < set(NAMES)
    assert drawn.proof["receipt"]["terms"]["label"] == OCCASION
    verdict = verify(service, drawn, commitment=commitment, client_seed=WORDS)
    assert (verdict["valid"], verdict["chosen_by"]) == (True, "last_word")
    assert verify(service, drawn, client_seed="other words")["valid"] is False
    drawn.proof["seen"][0]["cards"].reverse()
    assert verify(service, drawn)["valid"] is False


def test_an_occasion_has_one_draw(service: Service, store: SQLiteStore) -> None:
    drawn = draw_once(service, store, OCCASION, NAMES, WORDS)
    assert len(drawn.items) == 1
    assert draw_once(service, store, OCCASION, tuple(NAMES), WORDS) == drawn
    for items, words, count in [
        (NAMES[1:], WORDS, 1),
        (NAMES, "other words", 1),
        (NAMES, WORDS, 2),
    ]:
        with pytest.raises(TableError):
            draw_once(service, store, OCCASION, items, words, count)


@for_each("count", [1, len(NAMES)])
def test_a_draw_for_asyncio_is_the_same(count: int, tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / f"{count}.db")

    async def draw() -> DrawnOnce:
        async with async_service() as service:
            return await async_draw_once(service, store, OCCASION, NAMES, WORDS, count)

    drawn = asyncio.run(draw())
    assert len(drawn.items) == count
    service = BLOCKING["httpx"]
    assert draw_once(service, store, OCCASION, NAMES, WORDS, count) == drawn
