"""Stores for tables. By four functions a store keeps, for each name, a head that is overwritten, and turns that stay:

    read(name)                        how many changes were saved and the head after them, or None
    append(name, number, head, turn)  whether the change was saved: `turn` is None, or the name and the text of a turn
    find(name, action)                the text of the turn with this name, or None
    turns(name, start, count)         the texts of up to `count` turns from number `start` on, in their order

`append` saves nothing and returns False unless exactly `number` changes were saved, and if there is a turn with this
name: there are more changes if another process was faster, and fewer if the store lost some. It compares, overwrites
the head and adds the turn atomically, and the other functions return at once what it saved, so none may use a replica
that is behind. Functions may be coroutines; `AsyncTable` calls plain ones in a thread.

A store of your own may have two functions instead. It then keeps a list of texts for each name, and only adds to it:

    load(name, start)         the texts from number `start` on, in their order; the first text has number 0
    save(name, number, text)  whether the text was added as this number: False unless there are exactly `number` texts

The stores here have these two as well, for what else a game keeps; a name is of a table or of a list.

If a store lost its last changes, by a failover or a restored backup, the processes that saw them raise `TableError`. A
process that started after the loss cannot know of it, and deals the lost cards again: end all processes, and go on with
new shoes under new names.
"""

from __future__ import annotations

import inspect
import os
import sqlite3
import threading
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from shuffle_and_deal.forks import closed_before_fork, without_fork

T = TypeVar("T")

_ATTEMPTS = 100
"""How often the journal of a file is set while other connections write; each attempt waits for those before it."""

Texts = Sequence[str]
Head = tuple[int, str] | None
NewTurn = tuple[str, str] | None


class Store(Protocol):
    """A place for the states of tables. The module has the rules."""

    def read(self, name: str) -> Head | Awaitable[Head]: ...
    def append(
        self, name: str, number: int, head: str, turn: NewTurn = None
    ) -> bool | Awaitable[bool]: ...
    def find(self, name: str, action: str) -> str | Awaitable[str | None] | None: ...
    def turns(self, name: str, start: int, count: int) -> Texts | Awaitable[Texts]: ...


class ListStore(Protocol):
    """A place for lists of texts, which is a store too. The module has the rules."""

    def load(self, name: str, start: int) -> Texts | Awaitable[Texts]: ...
    def save(self, name: str, number: int, text: str) -> bool | Awaitable[bool]: ...


class _Lists:
    """The functions of a `ListStore`, of the same kind as the others: plain ones or coroutines."""

    def load(self: Any, name: str, start: int) -> Any:
        return self.turns(name, start, 2**31 - 1)

    def save(self: Any, name: str, number: int, text: str) -> Any:
        return self.append(name, number, "", (str(number), text))


class MemoryStore(_Lists):
    """States in the memory of this process, which end with it: for tests and trials."""

    def __init__(self) -> None:
        self._heads: dict[str, tuple[int, str]] = {}
        self._turns: dict[str, dict[str, str]] = {}  # texts by action, in their order
        self._lock = threading.Lock()

    async def read(self, name: str) -> Head:
        return self._heads.get(name)

    async def append(
        self, name: str, number: int, head: str, turn: NewTurn = None
    ) -> bool:
        with self._lock:
            turns = self._turns.setdefault(name, {})
            saved, _ = self._heads.get(name, (0, ""))
            if saved != number:
                return False
            if turn:
                action, text = turn
                if action in turns:
                    return False
                turns[action] = text
            self._heads[name] = (number + 1, head)
            return True

    async def find(self, name: str, action: str) -> str | None:
        return self._turns.get(name, {}).get(action)

    async def turns(self, name: str, start: int, count: int) -> Texts:
        return list(self._turns.get(name, {}).values())[start : start + count]


class _Connection:
    """The connection of a thread to a file, which ends with the thread and before a fork: none may outlive one."""

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._database: sqlite3.Connection | None = None

    def open(self) -> sqlite3.Connection:
        if self._database is None:
            self._database = sqlite3.connect(
                self._path, timeout=30, isolation_level=None, check_same_thread=False
            )
            closed_before_fork.add(self)
        return self._database

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    __del__ = close


def _write_ahead(database: sqlite3.Connection) -> None:
    """Let a file have a journal that is written ahead, for all who open it.

    While another connection writes, SQLite refuses this statement at once, whatever the timeout: several that open a
    new file together meet so. Only a transaction waits for the others, so an empty one comes before the next attempt.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if attempt == _ATTEMPTS:
                raise
            database.execute("BEGIN EXCLUSIVE")
            database.execute("ROLLBACK")
        else:
            return


# Named, as Python 3.14 refuses a sequence of values for placeholders with numbers.
_SAVE_HEAD = """
    INSERT INTO heads SELECT :name, :number + 1, :head
    WHERE :number = COALESCE((SELECT number FROM heads WHERE name = :name), 0)
    AND NOT EXISTS (SELECT 1 FROM turns WHERE name = :name AND action = :action)
    ON CONFLICT (name) DO UPDATE SET number = excluded.number, head = excluded.head
"""
_SAVE_TURN = """
    INSERT INTO turns SELECT :name, COALESCE(MAX(number) + 1, 0), :action, :text
    FROM turns WHERE name = :name
"""


class SQLiteStore(_Lists):
    """States in one file of SQLite, for the threads and processes of one machine, also those forked later.

    What is saved survives the end of a process and, as SQLite waits for the disk, a power failure.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._local = threading.local()
        with self._open() as database:
            _write_ahead(database)
            database.execute(
                "CREATE TABLE IF NOT EXISTS heads (name TEXT PRIMARY KEY, number INTEGER, head TEXT)"
            )
            columns = "name TEXT, number INTEGER, action TEXT, turn TEXT, PRIMARY KEY (name, number)"
            database.execute(
                f"CREATE TABLE IF NOT EXISTS turns ({columns}, UNIQUE (name, action))"
            )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Lend the connection of this thread, and let no fork begin meanwhile."""
        with without_fork():
            if not hasattr(self._local, "connection"):
                self._local.connection = _Connection(self._path)
            connection: _Connection = self._local.connection
            yield connection.open()

    def _select(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._open() as database:
            return database.execute(statement, values).fetchall()

    def read(self, name: str) -> Head:
        rows = self._select("SELECT number, head FROM heads WHERE name = ?", name)
        if not rows:
            return None
        number, head = rows[0]
        return number, head

    def append(self, name: str, number: int, head: str, turn: NewTurn = None) -> bool:
        action, text = turn or (None, None)
        values = {
            "name": name,
            "number": number,
            "head": head,
            "action": action,
            "text": text,
        }
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")
            try:
                is_saved = database.execute(_SAVE_HEAD, values).rowcount == 1
                if is_saved and turn:
                    database.execute(_SAVE_TURN, values)
                database.execute("COMMIT")
            except BaseException:
                database.rollback()
                raise
        return is_saved

    def find(self, name: str, action: str) -> str | None:
        rows = self._select(
            "SELECT turn FROM turns WHERE name = ? AND action = ?", name, action
        )
        return rows[0][0] if rows else None

    def turns(self, name: str, start: int, count: int) -> Texts:
        statement = "SELECT turn FROM turns WHERE name = ? AND number >= ? ORDER BY number LIMIT ?"
        return [text for (text,) in self._select(statement, name, start, count)]


class RedisStore(_Lists):
    """States in Redis: a hash for each table. `redis` is a client of redis-py, of `redis.asyncio` for `AsyncTable`.

    The hash has `number` and `head`, how many `turns` there are, each `turn N`, and the number of each `action NAME`.
    """

    _APPEND = (
        "local number = tonumber(redis.call('HGET', KEYS[1], 'number') or 0) "
        "local action = ARGV[3] and 'action ' .. ARGV[3] "
        "if number ~= tonumber(ARGV[1]) or (action and redis.call('HEXISTS', KEYS[1], action) == 1) then return 0 end "
        "redis.call('HSET', KEYS[1], 'number', number + 1, 'head', ARGV[2]) "
        "if not action then return 1 end "
        "local turn = redis.call('HINCRBY', KEYS[1], 'turns', 1) - 1 "
        "redis.call('HSET', KEYS[1], action, turn, 'turn ' .. turn, ARGV[4]) return 1"
    )

    def __init__(self, redis: Any, prefix: str = "table:") -> None:
        self._redis = redis
        self._prefix = prefix

    async def _send(self, command: str, *values: object) -> Any:
        # After a fork meanwhile, the locks of a blocking client would never be free in the child.
        with without_fork():
            result = getattr(self._redis, command)(*values)
        return await settle(result)

    async def _fields(self, name: str, *fields: str) -> list[str | None]:
        """Return fields of the hash of a table, None for one that it has not."""
        if not fields:
            return []
        values = await self._send("hmget", self._prefix + name, fields)
        return [
            value.decode() if isinstance(value, bytes) else value for value in values
        ]

    async def read(self, name: str) -> Head:
        number, head = await self._fields(name, "number", "head")
        return None if number is None else (int(number), head or "")

    async def append(
        self, name: str, number: int, head: str, turn: NewTurn = None
    ) -> bool:
        values = [self._prefix + name, number, head, *(turn or ())]
        return bool(await self._send("eval", self._APPEND, 1, *values))

    async def find(self, name: str, action: str) -> str | None:
        (number,) = await self._fields(name, f"action {action}")
        if number is None:
            return None
        (text,) = await self._fields(name, f"turn {number}")
        return text

    async def turns(self, name: str, start: int, count: int) -> Texts:
        (saved,) = await self._fields(name, "turns")
        end = min(start + count, int(saved or 0))
        fields = [f"turn {number}" for number in range(start, end)]
        return [text for text in await self._fields(name, *fields) if text is not None]


class PostgresStore(_Lists):
    """States in two tables of PostgreSQL, which `SCHEMA` creates. `pool` is psycopg_pool's, async for `AsyncTable`."""

    SCHEMA = (
        "CREATE TABLE IF NOT EXISTS heads (name text PRIMARY KEY, number integer NOT NULL, head text NOT NULL); "
        "CREATE TABLE IF NOT EXISTS turns (name text, number integer, action text NOT NULL, turn text NOT NULL, "
        "PRIMARY KEY (name, number), UNIQUE (name, action))"
    )
    _APPEND = (
        "WITH change AS (SELECT %s::text AS name, %s::integer AS number, %s::text AS head, %s::text AS action, "
        "%s::text AS turn), saved AS (INSERT INTO heads SELECT name, number + 1, head FROM change WHERE number = "
        "COALESCE((SELECT number FROM heads WHERE name = change.name), 0) AND NOT EXISTS (SELECT 1 FROM turns WHERE "
        "name = change.name AND action = change.action) ON CONFLICT (name) DO UPDATE SET number = excluded.number, "
        "head = excluded.head WHERE heads.number = excluded.number - 1 RETURNING name), turned AS (INSERT INTO turns "
        "SELECT name, (SELECT COALESCE(MAX(number) + 1, 0) FROM turns WHERE name = change.name), action, turn FROM "
        "change JOIN saved USING (name) WHERE action IS NOT NULL) SELECT name FROM saved"
    )

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._process: int | None = None if pool.closed else os.getpid()

    async def _execute(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        self._process = self._process or os.getpid()
        if self._process != os.getpid():
            raise RuntimeError(
                "The pool of this store was opened before a fork: open one in each process, after it."
            )
        connection = await settle(self._pool.getconn())
        try:
            cursor = await settle(connection.execute(statement, values))
            rows: list[tuple[Any, ...]] = await settle(cursor.fetchall())
            await settle(connection.commit())
            return rows
        finally:
            await settle(self._pool.putconn(connection))

    async def read(self, name: str) -> Head:
        rows = await self._execute(
            "SELECT number, head FROM heads WHERE name = %s", name
        )
        if not rows:
            return None
        number, head = rows[0]
        return number, head

    async def append(
        self, name: str, number: int, head: str, turn: NewTurn = None
    ) -> bool:
        action, text = turn or (None, None)
        rows = await self._execute(self._APPEND, name, number, head, action, text)
        return bool(rows)

    async def find(self, name: str, action: str) -> str | None:
        rows = await self._execute(
            "SELECT turn FROM turns WHERE name = %s AND action = %s", name, action
        )
        return rows[0][0] if rows else None

    async def turns(self, name: str, start: int, count: int) -> Texts:
        statement = "SELECT turn FROM turns WHERE name = %s AND number >= %s ORDER BY number LIMIT %s"
        return [text for (text,) in await self._execute(statement, name, start, count)]


async def settle(value: T | Awaitable[T]) -> T:
    """Return a value, or the result of an awaitable."""
    return await value if inspect.isawaitable(value) else value
