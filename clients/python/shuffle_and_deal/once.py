"""One draw from a list, from the seal to its proof, by one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from shuffle_and_deal.service import AsyncService, Service, finish
from shuffle_and_deal.stores import ListStore, Store
from shuffle_and_deal.table import AsyncTable, Json, Table


class DrawnOnce(NamedTuple):
    """The items in the order in which they were drawn, and what anybody needs to verify the draw."""

    items: list[Any]
    proof: Json


def draw_once(
    service: Service,
    store: Store | ListStore,
    occasion: str,
    items: Sequence[Any],
    words: str,
    count: int = 1,
) -> DrawnOnce:
    """Draw `count` of the items by the words of others, and return them with the proof of the draw.

    `occasion` names the draw in the store and in the proof. The same call returns the same draw, after a crash too.
    An occasion has one draw: other items, words or another count raise `TableError`.

    Words that come after the commitment prove that nobody chose the draw. To show the commitment before, open
    `Table(service, store, occasion)` with these `items` and the occasion as its `label`. This call goes on from there.
    """
    table = Table(service, store, occasion)
    return finish(_draw(table._table, items, words, count))


async def async_draw_once(
    service: AsyncService,
    store: Store | ListStore,
    occasion: str,
    items: Sequence[Any],
    words: str,
    count: int = 1,
) -> DrawnOnce:
    """Do what `draw_once` does, for asyncio."""
    table = AsyncTable(service, store, occasion)
    return await _draw(table, items, words, count)


async def _draw(
    table: AsyncTable, items: Sequence[Any], words: str, count: int
) -> DrawnOnce:
    await table.open(items=list(items), label=table.name)
    drawn = await table.draw("draw", count, client_seed=words)
    await table.reveal()
    return DrawnOnce(drawn.cards, await table.proof())
