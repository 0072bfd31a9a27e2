"""Every store of the Python client saves what it says, and nothing else, and tables notice what a store lost.

store_cases.json has, for both clients, what every store does, and what tables do that meet changed entries.
"""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, contextmanager
from functools import partial
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

from tests.forked import run_forked
from tests.packages.databases import run_postgres, run_redis
from tests.packages.in_process import APP, URL, async_service

CASES = json.loads(Path(__file__).with_name("store_cases.json").read_text())
Head = tuple[int, str] | None
Rows = Sequence[tuple[int, str, str]]
"""The number, the name and the text of turns."""
Put = Callable[[str, Head, Rows], object]
Places = tuple[Callable[[], Any], Put, Callable[[], object]]
"""Functions: return a store of the same states, as another process has it; replace a state; draw with asyncio."""


def call(function: Callable[..., Any], *values: object) -> Any:
    async def wait() -> Any:
        return await settle(function(*values))

    return asyncio.run(wait())


async def play(*stores: Any) -> None:
    """Draw by stores of the same states at once, as processes do."""
    async with async_service() as service:
        tables = [AsyncTable(service, store, "coroutines") for store in stores]
        await tables[0].open(deck="standard")
        turns = await asyncio.gather(
            *[tables[number % 2].draw(f"hit {number}", 1) for number in range(20)]
        )
        assert sorted(turn.response["draws"] for turn in turns) == list(range(1, 21))
        assert (await tables[0].draw("hit 3", 1)).cards == turns[3].cards


class Lists:
    """A store of one's own, with two functions."""

    def __init__(self, texts: dict[str, list[str]]) -> None:
        self._texts = texts

    def load(self, name: str, start: int) -> Sequence[str]:
        return self._texts.get(name, [])[start:]

    async def save(self, name: str, number: int, text: str) -> bool:
        texts = self._texts.setdefault(name, [])
        if is_next := len(texts) == number:
            texts.append(text)
        return is_next


@contextmanager
def in_lists(_: Path) -> Iterator[Places]:
    texts: dict[str, list[str]] = {}

    def put(name: str, _: Head, turns: Rows) -> None:
        texts[name] = [text for *_, text in turns]

    yield (
        lambda: Lists(texts),
        put,
        lambda: asyncio.run(play(Lists(texts), Lists(texts))),
    )


@contextmanager
def in_memory(_: Path) -> Iterator[Places]:
    first = MemoryStore()

    def make() -> Store:
        other = MemoryStore()
        other._heads, other._turns, other._lock = (
            first._heads,
            first._turns,
            first._lock,
        )
        return other

    def put(name: str, head: Head, turns: Rows) -> None:
        first._heads.pop(name, None)
        first._heads.update({name: head} if head else {})
        first._turns[name] = {action: text for _, action, text in turns}

    yield make, put, lambda: asyncio.run(play(make(), make()))


@contextmanager
def in_a_file(folder: Path) -> Iterator[Places]:
    path = folder / "tables.db"
    SQLiteStore(path)
    with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as database:

        def put(name: str, head: Head, turns: Rows) -> None:
            for table in ("heads", "turns"):
                database.execute(f"DELETE FROM {table} WHERE name = ?", (name,))
            database.executemany(
                "INSERT INTO heads VALUES (?, ?, ?)", [(name, *head)] if head else []
            )
            database.executemany(
                "INSERT INTO turns VALUES (?, ?, ?, ?)",
                [(name, *turn) for turn in turns],
            )

        yield (
            lambda: SQLiteStore(path),
            put,
            lambda: asyncio.run(play(SQLiteStore(path), SQLiteStore(path))),
        )


@contextmanager
def in_redis(_: Path) -> Iterator[Places]:
    redis = pytest.importorskip("redis")

    def put(name: str, head: Head, turns: Rows) -> None:
        client.delete(f"table:{name}")
        fields: dict[str, Any] = {"number": head[0], "head": head[1]} if head else {}
        for number, action, text in turns:
            fields |= {
                f"turn {number}": text,
                f"action {action}": number,
                "turns": number + 1,
            }
        if fields:
            client.hset(f"table:{name}", mapping=fields)

    async def draw(url: str) -> None:
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(redis.asyncio.from_url(url))
                for _ in range(2)
            ]
            await play(*[RedisStore(client, prefix="other:") for client in clients])

    with (
        run_redis() as url,
        closing(redis.from_url(url, decode_responses=True)) as client,
    ):
        yield lambda: RedisStore(client), put, lambda: asyncio.run(draw(url))


@contextmanager
def in_postgresql(_: Path) -> Iterator[Places]:
    psycopg_pool = pytest.importorskip("psycopg_pool")

    def put(name: str, head: Head, turns: Rows) -> None:
        with pool.connection() as connection:
            for table in ("heads", "turns"):
                connection.execute(f"DELETE FROM {table} WHERE name = %s", (name,))
            cursor = connection.cursor()
            cursor.executemany(
                "INSERT INTO heads VALUES (%s, %s, %s)", [(name, *head)] if head else []
            )
            cursor.executemany(
                "INSERT INTO turns VALUES (%s, %s, %s, %s)",
                [(name, *turn) for turn in turns],
            )

    async def draw(url: str) -> None:
        async with AsyncExitStack() as stack:
            pools = [
                await stack.enter_async_context(
                    psycopg_pool.AsyncConnectionPool(url, open=False)
                )
                for _ in range(2)
            ]
            await play(*[PostgresStore(pool) for pool in pools])

    with run_postgres() as url, psycopg_pool.ConnectionPool(url) as pool:
        with pool.connection() as connection:
            connection.execute(PostgresStore.SCHEMA)
        yield lambda: PostgresStore(pool), put, lambda: asyncio.run(draw(url))


STORES = [
    in_lists,
    in_memory,
    in_a_file,
    pytest.param(in_redis, marks=[pytest.mark.packages, pytest.mark.smoke]),
    pytest.param(in_postgresql, marks=pytest.mark.packages),
]


@pytest.mark.parametrize("place", STORES)
def test_a_store_keeps_the_rules(place: Any, tmp_path: Path) -> None:
    with place(tmp_path) as (make, put, draw_at_once):
        is_list = place is in_lists
        for title, steps in [
            *CASES["lists"].items(),
            *([] if is_list else CASES["stores"].items()),
        ]:
            for name in ("a", "b"):
                put(name, None, [])
            store = make()
            for step, *values in steps:
                if step == "put":
                    name, texts = values
                    turns = [
                        (number, str(number), text)
                        for number, text in enumerate(texts)
                        if text is not None
                    ]
                    put(name, (len(turns), "") if turns else None, turns)
                else:
                    found = call(getattr(store, step), *values[:-1])
                    assert (
                        list(found) if isinstance(found, tuple) else found
                    ) == values[-1], (title, step, values)
        put("a", (1, ""), [(0, "0", "first")])
        with ThreadPoolExecutor(4) as pool:
            saved = [
                *pool.map(lambda text: call(make().save, "a", 1, text), "abcdefgh")
            ]
        assert sorted(saved) == [False] * 7 + [True]
        assert call(make().load, "a", 0)[1:] == ["abcdefgh"[saved.index(True)]]
        for title, case in CASES["tables"].items():
            changes = {} if is_list else case.get("rows", {})
            if changes is not None:
                expected = {
                    name: case[name] for name in case if name not in {"entries", "rows"}
                } | changes
                assert (
                    meet(case["entries"], "during" in case, make, put, title)
                    == expected
                ), title
        draw_at_once()


@pytest.mark.parametrize("place", [in_a_file, *STORES[3:]])
def test_a_forked_process_saves_by_the_store_of_its_parent(
    place: Any, tmp_path: Path
) -> None:
    """Several threads use the store while the process forks. A pool of PostgreSQL is refused in the child."""
    with place(tmp_path) as (make, _, _):
        store = make()

        def append(name: str) -> int:
            return sum(
                call(store.append, name, number, "", (str(number), "a"))
                for number in range(30)
            )

        def is_saved(name: str) -> bool:
            return append(name) == 30

        with ThreadPoolExecutor(4) as pool:
            counts = pool.map(append, [f"thread {number}" for number in range(4)])
            for number in range(3):
                is_forked = run_forked(partial(is_saved, f"child {number}"))
                assert is_forked is (place is not in_postgresql)
            assert list(counts) == [30] * 4
        if place is not in_postgresql:
            assert [call(make().read, f"child {number}")[0] for number in range(3)] == [
                30
            ] * 3


def test_a_store_opens_a_file_while_another_process_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one ends its transaction once the store was refused, as SQLite does not wait for it by itself."""
    path = tmp_path / "tables.db"
    refused: list[str] = []

    class Refused(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            try:
                return super().execute(statement, *values)
            except sqlite3.OperationalError:
                refused.append(statement)
                other.execute("COMMIT")
                raise

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("CREATE TABLE games (name TEXT)")
        monkeypatch.setattr(
            sqlite3, "connect", partial(sqlite3.connect, factory=Refused)
        )
        store = SQLiteStore(path)
    assert refused == ["PRAGMA journal_mode = WAL"]
    assert store.append("table", 0, "head")
    assert store.read("table") == (1, "head")


class Interrupted:
    """A service, for which something happens once while it answers, and a count of its requests."""

    def __init__(self) -> None:
        self.act: Callable[[], object] = lambda: None
        self.count = 0
        self.service = Service(
            client=httpx.Client(
                transport=httpx.MockTransport(self._answer), base_url=URL
            )
        )

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.count += 1
        self.act()
        answered = APP.handle_request(request)
        return httpx.Response(
            answered.status_code, headers=answered.headers, content=answered.read()
        )


def attempt(act: Callable[[], Any]) -> Any:
    """Return the number of draws after a draw, or the name of the error."""
    try:
        turn = act()
    except TableError as error:
        return type(error).__name__
    return turn.response["draws"] if isinstance(turn, Turn) else len(turn)


Entry = tuple[str, tuple[str, str] | None]
"""What a change leaves: the head after it, or the text of a list; and the name and the text of its turn."""


def meet(
    entries: list[Any], has_during: bool, make: Callable[[], Any], put: Put, name: str
) -> dict[str, Any]:
    """Return what a process gets that saw all changes before they were changed, and what a new process gets."""
    interrupted = Interrupted()
    saved: dict[Any, Entry] = {}

    def note(key: Any, action: str | None) -> None:
        store = make()
        if isinstance(store, Lists):
            saved[key] = (call(store.load, name, 0)[-1], None)
        else:
            _, head = call(store.read, name)
            saved[key] = (
                head,
                (action, call(store.find, name, action)) if action else None,
            )

    def replace(keys: list[Any]) -> None:
        if isinstance(make(), Lists):
            put(name, None, [(0, "", saved[key][0]) for key in keys])
        else:
            turns = [turn for key in keys if (turn := saved[key][1])]
            head = (len(keys), saved[keys[-1]][0]) if keys else None
            put(name, head, [(number, *turn) for number, turn in enumerate(turns)])

    table = Table(interrupted.service, make(), name)
    table.open(deck="standard")
    note(0, None)
    for number in (1, 2, 3):
        table.draw(f"draw {number}", 1)
        note(number, f"draw {number}")
    replace([0, 1])
    for number in (2, 3, 4):
        Table(interrupted.service, make(), name).draw(f"another draw {number}", 1)
        note(str(number), f"another draw {number}")
    results: dict[str, Any] = {}
    acts: dict[str, Callable[[], Any]] = {
        "saw": lambda: table.draw("next", 1),
        "views": table.views,
        "new": lambda: Table(interrupted.service, make(), name).draw("next", 1),
    }
    for step, act in acts.items():
        replace(entries)
        interrupted.count = 0
        results[step] = attempt(act)
        assert interrupted.count == (type(results[step]) is int and step != "views")
    replace([0, 1, 2, 3])
    if has_during:
        table = Table(interrupted.service, make(), name)
        interrupted.count, interrupted.act = 0, lambda: replace(entries)
        results["during"] = attempt(lambda: table.draw("while it is asked for", 1))
        assert interrupted.count == 1
    else:
        assert attempt(lambda: table.draw("after the entries were restored", 1)) == 4
    return results
