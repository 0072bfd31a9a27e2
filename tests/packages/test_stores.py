"""Every store of the Python client saves what it says, and nothing else."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from shuffle_and_deal import AsyncTable, MemoryStore, PostgresStore, RedisStore, SQLiteStore, Store, Table
from shuffle_and_deal.stores import settle

from tests.packages.databases import run_postgres, run_redis
from tests.packages.in_process import async_service, blocking_service

TEXT = '{"ä":"\u2028\\n\'"}\n{"cards":["AS"]}'


async def check(store: Store) -> None:
    """Save and load, and save what another process has saved already."""

    async def call(function: Callable[..., Any], *values: object) -> Any:
        return await settle(function(*values))

    assert await call(store.load, "a", 0) == []
    assert await call(store.save, "a", 0, TEXT)
    assert not await call(store.save, "a", 0, "other")
    assert await call(store.save, "a", 1, "second")
    assert await call(store.save, "a", 2, "third")
    for number in (0, 1, 2):
        assert not await call(store.save, "a", number, "other")
    assert await call(store.load, "a", 0) == [TEXT, "second", "third"]
    assert await call(store.load, "a", 2) == ["third"]
    assert await call(store.load, "a", 3) == await call(store.load, "A", 0) == []


def play(store: Store) -> None:
    """Draw in threads, as a program without asyncio does."""
    table = Table(blocking_service(), store, "threads")
    table.open(deck="standard")
    drawn = [table.draw(f"hit {number}", 1).cards[0] for number in range(10)]
    assert len({*drawn}) == 10
    assert table.draw("hit 3", 1).cards == [drawn[3]]


async def play_async(first: Store, second: Store) -> None:
    """Draw by two stores of the same states at once, as two processes do."""
    async with async_service() as service:
        tables = [AsyncTable(service, store, "coroutines") for store in (first, second)]
        await tables[0].open(deck="standard")
        turns = await asyncio.gather(*[tables[number % 2].draw(f"hit {number}", 1) for number in range(20)])
        assert sorted(turn.response["draws"] for turn in turns) == [*range(1, 21)]


def test_in_memory() -> None:
    asyncio.run(check(MemoryStore()))


def test_in_a_file(tmp_path: Path) -> None:
    asyncio.run(check(SQLiteStore(tmp_path / "tables.db")))
    asyncio.run(play_async(SQLiteStore(tmp_path / "tables.db"), SQLiteStore(tmp_path / "tables.db")))


@contextmanager
def closing(resource: Any) -> Iterator[Any]:
    try:
        yield resource
    finally:
        resource.close()


@pytest.mark.packages
@pytest.mark.smoke
def test_in_redis() -> None:
    redis = pytest.importorskip("redis")

    async def test(url: str) -> None:
        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(redis.asyncio.from_url(url)) for _ in range(2)]
            await check(RedisStore(clients[0], prefix="other:"))
            await play_async(*[RedisStore(client) for client in clients])

    with run_redis() as url, closing(redis.from_url(url, decode_responses=True)) as client:
        asyncio.run(check(RedisStore(client)))
        play(RedisStore(client))
        asyncio.run(test(url))


@pytest.mark.packages
def test_in_postgresql() -> None:
    psycopg_pool = pytest.importorskip("psycopg_pool")

    async def test(url: str) -> None:
        async with AsyncExitStack() as stack:
            pools = [
                await stack.enter_async_context(psycopg_pool.AsyncConnectionPool(url, open=False)) for _ in range(2)
            ]
            await play_async(*[PostgresStore(pool) for pool in pools])

    with run_postgres() as url, psycopg_pool.ConnectionPool(url) as pool:
        with pool.connection() as connection:
            connection.execute(PostgresStore.SCHEMA)
        asyncio.run(check(PostgresStore(pool)))
        play(PostgresStore(pool))
        asyncio.run(test(url))
