"""Every store of the Python client saves what it says, and nothing else, and tables notice what a store lost.

store_cases.json has, for both clients, what every store does, and what tables do that meet changed entries.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from shuffle_and_deal import (
    AsyncTable,
    MemoryStore,
    PostgresStore,
    RedisStore,
    Service,
    SQLiteStore,
    Store,
    Table,
    TableError,
    Turn,
)
from shuffle_and_deal.stores import settle

from tests.packages.databases import run_postgres, run_redis
from tests.packages.in_process import APP, URL, async_service

CASES = json.loads(Path(__file__).with_name("store_cases.json").read_text())
Put = Callable[[str, Sequence[str | None]], object]
Places = tuple[Callable[[], Store], Put, Callable[[], object]]
"""Functions: return a store of the same texts, as another process has it; replace the texts; draw with asyncio."""


def call(function: Callable[..., Any], *values: object) -> Any:
    async def wait() -> Any:
        return await settle(function(*values))

    return asyncio.run(wait())


async def play(*stores: Store) -> None:
    """Draw by stores of the same states at once, as processes do."""
    async with async_service() as service:
        tables = [AsyncTable(service, store, "coroutines") for store in stores]
        await tables[0].open(deck="standard")
        turns = await asyncio.gather(*[tables[number % 2].draw(f"hit {number}", 1) for number in range(20)])
        assert sorted(turn.response["draws"] for turn in turns) == [*range(1, 21)]
        assert (await tables[0].draw("hit 3", 1)).cards == turns[3].cards


def rows(name: str, texts: Sequence[str | None]) -> list[tuple[str, int, str]]:
    return [(name, number, text) for number, text in enumerate(texts) if text is not None]


@contextmanager
def in_memory(_: Path) -> Iterator[Places]:
    first = MemoryStore()

    def make() -> Store:
        other = MemoryStore()
        other._texts, other._lock = first._texts, first._lock
        return other

    def put(name: str, texts: Sequence[str | None]) -> None:
        first._texts[name] = [text for _, _, text in rows(name, texts)]

    yield make, put, lambda: asyncio.run(play(make(), make()))


@contextmanager
def in_a_file(folder: Path) -> Iterator[Places]:
    path = folder / "tables.db"
    database = SQLiteStore(path)._database()

    def put(name: str, texts: Sequence[str | None]) -> None:
        database.execute("DELETE FROM tables WHERE name = ?", (name,))
        database.executemany("INSERT INTO tables VALUES (?, ?, ?)", rows(name, texts))

    yield lambda: SQLiteStore(path), put, lambda: asyncio.run(play(SQLiteStore(path), SQLiteStore(path)))


@contextmanager
def in_redis(_: Path) -> Iterator[Places]:
    redis = pytest.importorskip("redis")

    def put(name: str, texts: Sequence[str | None]) -> None:
        client.delete(f"table:{name}")
        for _, _, text in rows(name, texts):
            client.rpush(f"table:{name}", text)

    async def draw(url: str) -> None:
        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(redis.asyncio.from_url(url)) for _ in range(2)]
            await play(*[RedisStore(client, prefix="other:") for client in clients])

    with run_redis() as url, closing(redis.from_url(url, decode_responses=True)) as client:
        yield lambda: RedisStore(client), put, lambda: asyncio.run(draw(url))


@contextmanager
def in_postgresql(_: Path) -> Iterator[Places]:
    psycopg_pool = pytest.importorskip("psycopg_pool")

    def put(name: str, texts: Sequence[str | None]) -> None:
        with pool.connection() as connection:
            connection.execute("DELETE FROM tables WHERE name = %s", (name,))
            connection.cursor().executemany("INSERT INTO tables VALUES (%s, %s, %s)", rows(name, texts))

    async def draw(url: str) -> None:
        async with AsyncExitStack() as stack:
            pools = [
                await stack.enter_async_context(psycopg_pool.AsyncConnectionPool(url, open=False)) for _ in range(2)
            ]
            await play(*[PostgresStore(pool) for pool in pools])

    with run_postgres() as url, psycopg_pool.ConnectionPool(url) as pool:
        with pool.connection() as connection:
            connection.execute(PostgresStore.SCHEMA)
        yield lambda: PostgresStore(pool), put, lambda: asyncio.run(draw(url))


STORES = [
    *(in_memory, in_a_file),
    pytest.param(in_redis, marks=[pytest.mark.packages, pytest.mark.smoke]),
    pytest.param(in_postgresql, marks=pytest.mark.packages),
]


@pytest.mark.parametrize("place", STORES)
def test_a_store_keeps_the_rules(place: Any, tmp_path: Path) -> None:
    with place(tmp_path) as (make, put, draw_at_once):
        for title, steps in CASES["stores"].items():
            for name in ("a", "b"):
                put(name, [])
            store = make()
            for step, *values in steps:
                if step == "put":
                    put(*values)
                else:
                    assert call(getattr(store, step), *values[:-1]) == values[-1], (title, step, values)
        put("a", ["first"])
        with ThreadPoolExecutor(4) as pool:
            saved = [*pool.map(lambda text: call(make().save, "a", 1, text), "abcdefgh")]
        assert sorted(saved) == [False] * 7 + [True]
        assert call(make().load, "a", 0)[1:] == ["abcdefgh"[saved.index(True)]]
        for title, case in CASES["tables"].items():
            assert meet(case, make, put, title) == {name: case[name] for name in case if name != "entries"}, title
        draw_at_once()


class Interrupted:
    """A service, for which something happens once while it answers, and a count of its requests."""

    def __init__(self) -> None:
        self.act: Callable[[], object] = lambda: None
        self.count = 0
        self.service = Service(client=httpx.Client(transport=httpx.MockTransport(self._answer), base_url=URL))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.count += 1
        self.act()
        answered = APP.handle_request(request)
        return httpx.Response(answered.status_code, headers=answered.headers, content=answered.read())


def attempt(act: Callable[[], Any]) -> Any:
    """Return the number of draws after a draw, or the name of the error."""
    try:
        turn = act()
    except TableError as error:
        return type(error).__name__
    return turn.response["draws"] if isinstance(turn, Turn) else len(turn)


def meet(case: dict[str, Any], make: Callable[[], Store], put: Put, name: str) -> dict[str, Any]:
    """Return what a process gets that saw all entries before they were changed, and what a new process gets."""
    interrupted = Interrupted()
    table = Table(interrupted.service, make(), name)
    table.open(deck="standard")
    for number in (1, 2, 3):
        table.draw(f"draw {number}", 1)
    texts = call(make().load, name, 0)
    put(name, texts[:2])
    for number in (2, 3, 4):
        Table(interrupted.service, make(), name).draw(f"another draw {number}", 1)
    others = call(make().load, name, 0)
    changed = [others[int(entry)] if isinstance(entry, str) else texts[entry] for entry in case["entries"]]
    results: dict[str, Any] = {}
    acts: dict[str, Callable[[], Any]] = {
        "saw": lambda: table.draw("next", 1),
        "views": table.views,
        "new": lambda: Table(interrupted.service, make(), name).draw("next", 1),
    }
    for step, act in acts.items():
        put(name, changed)
        interrupted.count = 0
        results[step] = attempt(act)
        assert interrupted.count == (type(results[step]) is int and step != "views")
    put(name, texts)
    if "during" in case:
        table = Table(interrupted.service, make(), name)
        interrupted.count, interrupted.act = 0, lambda: put(name, changed)
        results["during"] = attempt(lambda: table.draw("while it is asked for", 1))
        assert interrupted.count == 1
    else:
        assert attempt(lambda: table.draw("after the entries were restored", 1)) == 4
    return results
