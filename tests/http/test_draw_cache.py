"""The cache of draws: what differs in its seed alone is prepared once, and nothing large is kept."""

from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.http.draw_cache import DrawCache
from service.http.draws.prepared_draw import DrawRoute
from service.settings import Settings
from tests.http.spec import get_services
from tests.tables import for_each

Draws = DrawCache[Any, Any]

DECK = "/v1/decks/standard/shuffle"
DOMINOES = ",".join(f"{low}-{high}" for high in range(12) for low in range(high))


@pytest.fixture
def draws(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Draws:
    """The cache of an application, with room for two draws."""
    draws: Draws = DrawCache(2)
    shared = get_services(client)._replace(draws=draws)
    monkeypatch.setitem(client.application.extensions, "services", shared)
    return draws


@for_each(
    ("urls", "kept"),
    [
        ([f"{DECK}?seed=a", f"{DECK}?seed=b&index=7", DECK], 1),
        ([f"{DECK}?count=1", f"{DECK}?count=2"], 2),
        ([f"{DECK}?count=1", "/v1/decks/tarot/shuffle?count=1"], 2),
        ([f"{DECK}?count=1", f"{DECK}/batch?count=1&repeats=2"], 2),
        ([f"{DECK}?count={count}" for count in range(1, 9)], 2),
        ([f"{DECK}?decks=10"], 0),
        ([f"{DECK}?seed=a&sign=false"], 0),
        ([f"/v1/decks/dominoes/shuffle?highest=12&only={DOMINOES}"], 0),
    ],
)
def test_a_draw_is_kept_for_each_request_without_its_seed_unless_it_is_large(
    client: FlaskClient, draws: Draws, urls: Sequence[str], kept: int
) -> None:
    draws.clear()
    for url in urls:
        assert client.get(url).status_code == 200
    assert len(draws) == kept


def test_no_draw_is_kept_for_a_body_that_names_evidence(
    client: FlaskClient, draws: Draws
) -> None:
    assert client.post(DECK, json={"sign": False}).status_code == 200
    assert len(draws) == 0
    assert client.post(DECK, json={"seed": "a"}).status_code == 200
    assert len(draws) == 1


@pytest.mark.usefixtures("draws")
def test_the_draw_that_was_not_used_for_longest_makes_room(client: FlaskClient) -> None:
    for count in (1, 2, 1, 3):
        client.get(f"{DECK}?count={count}")
    with patch.object(
        DrawRoute, "prepare", autospec=True, side_effect=DrawRoute.prepare
    ) as prepare:
        for count in (1, 3):
            client.get(f"{DECK}?count={count}")
        assert prepare.call_count == 0
        client.get(f"{DECK}?count=2")
        assert prepare.call_count == 1


def test_a_draw_of_one_application_is_not_used_by_another() -> None:
    strict, free = (
        create_app(Settings(max_items=items)).test_client() for items in (5, 52)
    )
    for count in (1, 2):
        assert free.get(f"{DECK}?seed={count}").status_code == 200
        assert strict.get(f"{DECK}?seed={count}").status_code == 422
