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
from tests.packages.in_process import URL, Lists, OtherProcess, answer, async_service

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


@pytest.fixture(scope="module", params=STORES)
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    """Return a place of each kind of store."""
    with request.param(tmp_path_factory.mktemp("store")) as place:
        yield place


def test_a_store_does_what_every_store_does(place: Place) -> None:
    is_list = isinstance(place.make(), Lists)
    cases = CASES["lists"] if is_list else CASES["lists"] | CASES["stores"]
    for title, steps in cases.items():
        place.put("a", None, [])
        place.put("b", None, [])
        take_steps(title, steps, place.make(), place.put)


def test_of_processes_that_save_the_same_number_at_once_one_does(place: Place) -> None:
    place.put("a", (1, ""), [Row(0, "0", "first")])
    texts = "abcdefgh"
    with ThreadPoolExecutor(4) as pool:
        saves = pool.map(lambda text: call(place.make().save, "a", 1, text), texts)
        saved = dict(zip(texts, saves, strict=True))
    assert sorted(saved.values()) == [False] * 7 + [True]
    (text,) = [text for text in texts if saved[text]]
    assert call(place.make().load, "a", 0)[1:] == [text]


def test_processes_draw_at_once(place: Place) -> None:
    place.draw_at_once()


RESULTS = ("saw", "during", "views", "new")
"""What a case of tables says: what each process gets, and what comes while the service is asked."""


def expect_results(case: dict[str, Any], store: Any) -> dict[str, Any] | None:
    """Return what a case of tables says for a store; None for a change that its rows do not allow."""
    results = {name: case[name] for name in RESULTS if name in case}
    if isinstance(store, Lists):
        return results
    changes = case.get("rows", {})
    return None if changes is None else results | changes


def test_tables_notice_what_a_store_lost(place: Place) -> None:
    for title, case in CASES["tables"].items():
        expected = expect_results(case, place.make())
        if expected is not None:
            history = History(place, title)
            results = meet_changed(history, case["entries"])
            if "during" in case:
                results["during"] = meet_change_during_a_draw(history, case["entries"])
            assert results == expected, title


def test_a_table_goes_on_once_the_entries_are_there_again(place: Place) -> None:
    history = History(place, "restored")
    history.put_back([0, 1])
    assert history.draw(history.witness) == "TableError"
    history.put_back([0, 1, 2, 3])
    assert history.draw(history.witness) == 4


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
        return answer(request)


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


class History:
    """A table whose entries are noted, so that its store can be put back to any of them, or to others.

    The entries 0 to 3 are those of `witness`, a process that opens the table and draws three cards. In its absence
    another process draws otherwise after the first card: the entries "2" to "4".
    """

    def __init__(self, place: Place, name: str) -> None:
        self._place = place
        self._name = name
        self._entries: dict[Any, Entry] = {}
        self.backend = Interrupted()
        self.witness = self.start_process()
        self.witness.open(deck="standard")
        self._note(0)
        for number in (1, 2, 3):
            self.witness.draw(f"draw {number}", 1)
            self._note(number, f"draw {number}")
        self.put_back([0, 1])
        for number in (2, 3, 4):
            self.start_process().draw(f"another draw {number}", 1)
            self._note(str(number), f"another draw {number}")

    def start_process(self) -> Table:
        """Return the table as a new process has it."""
        return Table(self.backend.service, self._place.make(), self._name)

    def _note(self, key: Any, action: str | None = None) -> None:
        """Note what the store has after an action."""
        store = self._place.make()
        if isinstance(store, Lists):
            self._entries[key] = Entry(call(store.load, self._name, 0)[-1], None)
            return
        _, head = call(store.read, self._name)
        turn = (action, call(store.find, self._name, action)) if action else None
        self._entries[key] = Entry(head, turn)

    def put_back(self, keys: Sequence[Any]) -> None:
        """Let the store have these entries, and no others."""
        entries = [self._entries[key] for key in keys]
        if isinstance(self._place.make(), Lists):
            rows = [Row(0, "", entry.head) for entry in entries]
            self._place.put(self._name, None, rows)
            return
        turns = [entry.turn for entry in entries if entry.turn]
        rows = [Row(number, *turn) for number, turn in enumerate(turns)]
        head = (len(entries), entries[-1].head) if entries else None
        self._place.put(self._name, head, rows)

    def draw(self, table: Table) -> Any:
        """Return the result of a draw, for which the service is asked once, or not at all if it is refused before."""
        self.backend.count = 0
        result = attempt(lambda: table.draw("next", 1))
        assert self.backend.count == (result != "TableError")
        return result

    def look(self, table: Table) -> Any:
        """Return the result of a look at the views, for which the service is not asked."""
        self.backend.count = 0
        result = attempt(table.views)
        assert self.backend.count == 0
        return result


def meet_changed(history: History, entries: Sequence[Any]) -> dict[str, Any]:
    """Return what the witness gets of a store that was changed, and what a new process gets."""
    history.put_back(entries)
    saw = history.draw(history.witness)
    history.put_back(entries)
    views = history.look(history.witness)
    history.put_back(entries)
    new = history.draw(history.start_process())
    return {"saw": saw, "views": views, "new": new}


def meet_change_during_a_draw(history: History, entries: Sequence[Any]) -> Any:
    """Return what a process gets if the store is changed while the service answers."""
    history.put_back([0, 1, 2, 3])
    table = history.start_process()
    history.backend.count = 0
    history.backend.act = lambda: history.put_back(entries)
    result = attempt(lambda: table.draw("while it is asked for", 1))
    assert history.backend.count == 1
    return result
