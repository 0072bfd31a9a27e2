"""Every store of the Python client saves what it says, and nothing else, and tables notice what a store lost.

store_cases.json has, for both clients, what every store does, and what tables do that meet changed entries.
"""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

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
from tests.packages.in_process import APP, URL, OtherProcess, async_service

CASES = json.loads(Path(__file__).with_name("store_cases.json").read_text())
Head = tuple[int, str] | None


class Row(NamedTuple):
    """The number, the name and the text of a turn."""

    number: int
    name: str
    text: str


Put = Callable[[str, Head, Sequence[Row]], object]


class Place(NamedTuple):
    """Functions that make a store of the same states, as another process has it; replace a state; draw at once."""

    make: Callable[[], Any]
    put: Put
    draw_at_once: Callable[[], object]


def call(function: Callable[..., Any], *values: object) -> Any:
    async def wait() -> Any:
        return await settle(function(*values))

    return asyncio.run(wait())


async def play(*stores: Any) -> None:
    """Draw by stores of the same states at once, as processes do."""
    async with async_service() as service:
        tables = [AsyncTable(service, store, "coroutines") for store in stores]
        await tables[0].open(deck="standard")
        draws = [tables[number % 2].draw(f"hit {number}", 1) for number in range(20)]
        turns = await asyncio.gather(*draws)
        assert sorted(turn.response["draws"] for turn in turns) == list(range(1, 21))
        again = await tables[0].draw("hit 3", 1)
        assert again.cards == turns[3].cards


class Lists:
    """A store of one's own, with two functions."""

    def __init__(self, texts: dict[str, list[str]]) -> None:
        self._texts = texts

    def load(self, name: str, start: int) -> Sequence[str]:
        return self._texts.get(name, [])[start:]

    async def save(self, name: str, number: int, text: str) -> bool:
        texts = self._texts.setdefault(name, [])
        is_next = len(texts) == number
        if is_next:
            texts.append(text)
        return is_next


@contextmanager
def in_lists(_: Path) -> Iterator[Place]:
    texts: dict[str, list[str]] = {}

    def put(name: str, _: Head, turns: Sequence[Row]) -> None:
        texts[name] = [turn.text for turn in turns]

    def draw_at_once() -> None:
        asyncio.run(play(Lists(texts), Lists(texts)))

    yield Place(lambda: Lists(texts), put, draw_at_once)


@contextmanager
def in_memory(_: Path) -> Iterator[Place]:
    first = MemoryStore()

    def make() -> Store:
        return OtherProcess(first)

    def put(name: str, head: Head, turns: Sequence[Row]) -> None:
        first._heads.pop(name, None)
        if head:
            first._heads[name] = head
        first._turns[name] = {turn.name: turn.text for turn in turns}

    yield Place(make, put, lambda: asyncio.run(play(make(), make())))


@contextmanager
def in_a_file(folder: Path) -> Iterator[Place]:
    path = folder / "tables.db"
    SQLiteStore(path)
    with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as database:

        def put(name: str, head: Head, turns: Sequence[Row]) -> None:
            for table in ("heads", "turns"):
                database.execute(f"DELETE FROM {table} WHERE name = ?", (name,))
            if head:
                database.execute("INSERT INTO heads VALUES (?, ?, ?)", (name, *head))
            rows = [(name, *turn) for turn in turns]
            database.executemany("INSERT INTO turns VALUES (?, ?, ?, ?)", rows)

        def draw_at_once() -> None:
            asyncio.run(play(SQLiteStore(path), SQLiteStore(path)))

        yield Place(lambda: SQLiteStore(path), put, draw_at_once)


@contextmanager
def in_redis(_: Path) -> Iterator[Place]:
    redis = pytest.importorskip("redis")

    def put(name: str, head: Head, turns: Sequence[Row]) -> None:
        client.delete(f"table:{name}")
        fields: dict[str, Any] = {}
        if head:
            fields["number"], fields["head"] = head
        for number, action, text in turns:
            fields[f"turn {number}"] = text
            fields[f"action {action}"] = number
            fields["turns"] = number + 1
        if fields:
            client.hset(f"table:{name}", mapping=fields)

    async def draw(url: str) -> None:
        connect = redis.asyncio.from_url
        async with connect(url) as one, connect(url) as other:
            stores = [RedisStore(client, prefix="other:") for client in (one, other)]
            await play(*stores)

    with (
        run_redis() as url,
        closing(redis.from_url(url, decode_responses=True)) as client,
    ):
        yield Place(lambda: RedisStore(client), put, lambda: asyncio.run(draw(url)))


@contextmanager
def in_postgresql(_: Path) -> Iterator[Place]:
    psycopg_pool = pytest.importorskip("psycopg_pool")

    def put(name: str, head: Head, turns: Sequence[Row]) -> None:
        with pool.connection() as connection:
            for table in ("heads", "turns"):
                connection.execute(f"DELETE FROM {table} WHERE name = %s", (name,))
            if head:
                row = (name, *head)
                connection.execute("INSERT INTO heads VALUES (%s, %s, %s)", row)
            rows = [(name, *turn) for turn in turns]
            insert = "INSERT INTO turns VALUES (%s, %s, %s, %s)"
            connection.cursor().executemany(insert, rows)

    async def draw(url: str) -> None:
        connect = psycopg_pool.AsyncConnectionPool
        async with connect(url, open=False) as one, connect(url, open=False) as other:
            await play(PostgresStore(one), PostgresStore(other))

    with run_postgres() as url, psycopg_pool.ConnectionPool(url) as pool:
        with pool.connection() as connection:
            connection.execute(PostgresStore.SCHEMA)
        yield Place(lambda: PostgresStore(pool), put, lambda: asyncio.run(draw(url)))


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
        cases = CASES["lists"] if is_list else CASES["lists"] | CASES["stores"]
        for title, steps in cases.items():
            put("a", None, [])
            put("b", None, [])
            take_steps(title, steps, make(), put)
        check_that_one_saves(make, put)
        for title, case in CASES["tables"].items():
            changes = {} if is_list else case.get("rows", {})
            if changes is not None:
                results = {name: case[name] for name in RESULTS if name in case}
                met = meet(case["entries"], "during" in case, make, put, title)
                assert met == results | changes, title
        draw_at_once()


RESULTS = ("saw", "during", "views", "new")
"""What a case of tables says: what each process gets, and what comes while the service is asked."""


def take_steps(title: str, steps: list[Any], store: Any, put: Put) -> None:
    """Take the steps of a case, each with what it returns in the end."""
    for step, *values in steps:
        if step == "put":
            name, texts = values
            turns = [
                Row(number, str(number), text)
                for number, text in enumerate(texts)
                if text is not None
            ]
            put(name, (len(turns), "") if turns else None, turns)
        else:
            *arguments, expected = values
            found = call(getattr(store, step), *arguments)
            if isinstance(found, tuple):
                found = list(found)
            assert found == expected, (title, step, arguments)


def check_that_one_saves(make: Callable[[], Any], put: Put) -> None:
    """Of several processes that save the same number at once, one does."""
    put("a", (1, ""), [Row(0, "0", "first")])
    texts = "abcdefgh"
    with ThreadPoolExecutor(4) as pool:
        saves = pool.map(lambda text: call(make().save, "a", 1, text), texts)
        saved = dict(zip(texts, saves, strict=True))
    assert sorted(saved.values()) == [False] * 7 + [True]
    (text,) = [text for text in texts if saved[text]]
    assert call(make().load, "a", 0)[1:] == [text]


@pytest.mark.parametrize("place", [in_a_file, *STORES[3:]])
def test_a_forked_process_saves_by_the_store_of_its_parent(
    place: Any, tmp_path: Path
) -> None:
    """Several threads use the store while the process forks. A pool of PostgreSQL is refused in the child."""
    is_shared = place is not in_postgresql
    with place(tmp_path) as (make, _, _):
        store = make()

        def append(name: str) -> int:
            """Append turns, and return how many are saved."""
            saved = 0
            for number in range(30):
                saved += call(store.append, name, number, "", (str(number), "a"))
            return saved

        def is_saved(name: str) -> bool:
            return append(name) == 30

        with ThreadPoolExecutor(4) as pool:
            counts = pool.map(append, [f"thread {number}" for number in range(4)])
            for number in range(3):
                saves = partial(is_saved, f"child {number}")
                assert run_forked(saves) is is_shared
            assert list(counts) == [30] * 4
        if is_shared:
            for number in range(3):
                saved, _ = call(make().read, f"child {number}")
                assert saved == 30


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
        transport = httpx.MockTransport(self._answer)
        self.service = Service(client=httpx.Client(transport=transport, base_url=URL))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.count += 1
        self.act()
        response = APP.handle_request(request)
        text = response.read()
        return httpx.Response(
            response.status_code, headers=response.headers, content=text
        )


def attempt(act: Callable[[], Any]) -> Any:
    """Return the number of draws after a draw, or the name of the error."""
    try:
        turn = act()
    except TableError as error:
        return type(error).__name__
    return turn.response["draws"] if isinstance(turn, Turn) else len(turn)


class Entry(NamedTuple):
    """What a change leaves: the head after it, or the text of a list; and the name and the text of its turn."""

    head: str
    turn: tuple[str, str] | None


def meet(
    entries: list[Any], has_during: bool, make: Callable[[], Any], put: Put, name: str
) -> dict[str, Any]:
    """Return what a process gets that saw all changes before they were changed, and what a new process gets."""
    interrupted = Interrupted()
    saved: dict[Any, Entry] = {}

    def note(key: Any, action: str | None) -> None:
        store = make()
        if isinstance(store, Lists):
            saved[key] = Entry(call(store.load, name, 0)[-1], None)
            return
        _, head = call(store.read, name)
        turn = (action, call(store.find, name, action)) if action else None
        saved[key] = Entry(head, turn)

    def replace(keys: list[Any]) -> None:
        entries = [saved[key] for key in keys]
        if isinstance(make(), Lists):
            put(name, None, [Row(0, "", entry.head) for entry in entries])
            return
        turns = [entry.turn for entry in entries if entry.turn]
        rows = [Row(number, *turn) for number, turn in enumerate(turns)]
        put(name, (len(keys), entries[-1].head) if entries else None, rows)

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
        is_drawn = type(results[step]) is int and step != "views"
        assert interrupted.count == is_drawn
    replace([0, 1, 2, 3])
    if has_during:
        table = Table(interrupted.service, make(), name)
        interrupted.count = 0
        interrupted.act = lambda: replace(entries)
        results["during"] = attempt(lambda: table.draw("while it is asked for", 1))
        assert interrupted.count == 1
    else:
        assert attempt(lambda: table.draw("after the entries were restored", 1)) == 4
    return results
