"""The cache of draws: what differs in its seed alone is prepared once, and nothing large is kept."""

from collections.abc import Mapping, Sequence

import pytest
from flask.testing import FlaskClient

from service.http import draw_view
from service.http.draw_view import DrawCache
from service.http.prepared_draw import PreparedDraw
from service.http.schemas.request_schemas import Batch, DrawArguments
from tests.tables import for_each

DECK = "/v1/decks/standard/shuffle"
DOMINOES = ",".join(f"{low}-{high}" for high in range(12) for low in range(high))


@for_each(
    ("urls", "kept"),
    [
        ([f"{DECK}?seed=a", f"{DECK}?seed=b&index=7", DECK], 1),
        ([f"{DECK}?count=1", f"{DECK}?count=2"], 2),
        ([f"{DECK}?count=1", "/v1/decks/tarot/shuffle?count=1"], 2),
        ([f"{DECK}?count=1", f"{DECK}/batch?count=1&repeats=2"], 2),
        ([f"{DECK}?count={count}" for count in range(1, 9)], 2),
        ([f"{DECK}?decks=10"], 0),
        ([f"/v1/decks/dominoes/shuffle?highest=12&only={DOMINOES}"], 0),
    ],
)
def test_a_draw_is_kept_for_each_request_without_its_seed_unless_it_is_large(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, urls: Sequence[str], kept: int
) -> None:
    cache = DrawCache(2)
    monkeypatch.setattr(draw_view, "_draws", cache)
    for url in urls:
        assert client.get(url).status_code == 200
    assert len(cache) == kept


def test_the_draw_that_was_not_used_for_longest_makes_room(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw_view, "_draws", DrawCache(2))
    for count in (1, 2, 1, 3):
        client.get(f"{DECK}?count={count}")
    prepare = draw_view.DrawHandler._prepare
    prepared: list[DrawArguments | Batch] = []

    def note(
        handler: draw_view.DrawHandler,
        arguments: DrawArguments | Batch,
        names: Mapping[str, str],
    ) -> PreparedDraw:
        prepared.append(arguments)
        return prepare(handler, arguments, names)

    monkeypatch.setattr(draw_view.DrawHandler, "_prepare", note)
    for count in (1, 3):
        client.get(f"{DECK}?count={count}")
    assert prepared == []
    client.get(f"{DECK}?count=2")
    assert len(prepared) == 1
