"""Stores for tables. A store keeps a list of texts for each name, and only adds to it. Two functions are a store:

    load(name, start)         the texts from number `start` on, in their order; the first text has number 0
    save(name, number, text)  whether the text was added as this number

`save` adds nothing and returns False unless there are exactly `number` texts: there are more if another process was
faster, and fewer if the store lost some. It compares and adds atomically, and `load` returns at once what `save` added,
so neither may use a replica that is behind. Both functions may be coroutines; `AsyncTable` calls plain ones in a
thread.

If a store lost its last texts, by a failover or a restored backup, the processes that saw them raise `TableError`. A
process that started after the loss cannot know of it, and deals the lost cards again: end all processes, and go on with
new shoes under new names.
"""

from __future__ import annotations

import inspect
import sqlite3
import threading
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

Texts = Sequence[str]


class Store(Protocol):
    """A place for the states of tables. The module has the rules."""

    def load(self, name: str, start: int) -> Texts | Awaitable[Texts]: ...
    def save(self, name: str, number: int, text: str) -> bool | Awaitable[bool]: ...


class MemoryStore:
    """States in the memory of this process, which end with it: for tests and trials."""

    def __init__(self) -> None:
        self._texts: dict[str, list[str]] = {}
        self._lock = threading.Lock()

    async def load(self, name: str, start: int) -> Texts:
        return self._texts.get(name, [])[start:]

    async def save(self, name: str, number: int, text: str) -> bool:
        with self._lock:
            texts = self._texts.setdefault(name, [])
            if len(texts) != number:
                return False
            texts.append(text)
            return True


class _Connection(sqlite3.Connection):
    """A connection that is closed with the thread that opened it."""

    def __del__(self) -> None:
        self.close()


class SQLiteStore:
    """States in one file of SQLite, for the threads and processes of one machine.

    A saved text survives the end of a process and, as SQLite waits for the disk, a power failure.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._local = threading.local()
        database = self._database()
        database.execute("PRAGMA journal_mode = WAL")
        columns = "name TEXT, number INTEGER, entry TEXT, PRIMARY KEY (name, number)"
        database.execute(f"CREATE TABLE IF NOT EXISTS tables ({columns})")

    def _database(self) -> sqlite3.Connection:
        if not hasattr(self._local, "database"):
            options: Any = {"timeout": 30, "isolation_level": None, "check_same_thread": False, "factory": _Connection}
            self._local.database = sqlite3.connect(self._path, **options)
        database: sqlite3.Connection = self._local.database
        return database

    def load(self, name: str, start: int) -> Texts:
        statement = "SELECT entry FROM tables WHERE name = ? AND number >= ? ORDER BY number"
        return [text for (text,) in self._database().execute(statement, (name, start))]

    def save(self, name: str, number: int, text: str) -> bool:
        statement = "INSERT INTO tables SELECT ?, ?, ? WHERE (?, ?) = (SELECT COUNT(*), COALESCE(MAX(number) + 1, 0) "
        values = (name, number, text, number, number, name)
        return self._database().execute(statement + "FROM tables WHERE name = ?)", values).rowcount == 1


class RedisStore:
    """States in Redis: a list for each table. `redis` is a client of redis-py, of `redis.asyncio` for `AsyncTable`."""

    _SAVE = "return redis.call('LLEN', KEYS[1]) == tonumber(ARGV[1]) and redis.call('RPUSH', KEYS[1], ARGV[2])"

    def __init__(self, redis: Any, prefix: str = "table:") -> None:
        self._redis, self._prefix = redis, prefix

    async def load(self, name: str, start: int) -> Texts:
        texts = await settle(self._redis.lrange(self._prefix + name, start, -1))
        return [text if isinstance(text, str) else text.decode() for text in texts]

    async def save(self, name: str, number: int, text: str) -> bool:
        return bool(await settle(self._redis.eval(self._SAVE, 1, self._prefix + name, number, text)))


class PostgresStore:
    """States in a table of PostgreSQL, which `SCHEMA` creates. `pool` is psycopg_pool's, async for `AsyncTable`."""

    SCHEMA = (
        "CREATE TABLE IF NOT EXISTS tables (name text, number integer, entry text NOT NULL, PRIMARY KEY (name, number))"
    )

    def __init__(self, pool: Any) -> None:
        self._pool = pool

    async def _execute(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        connection = await settle(self._pool.getconn())
        try:
            cursor = await settle(connection.execute(statement, values))
            rows: list[tuple[Any, ...]] = await settle(cursor.fetchall())
            await settle(connection.commit())
            return rows
        finally:
            await settle(self._pool.putconn(connection))

    async def load(self, name: str, start: int) -> Texts:
        statement = "SELECT entry FROM tables WHERE name = %s AND number >= %s ORDER BY number"
        return [text for (text,) in await self._execute(statement, name, start)]

    async def save(self, name: str, number: int, text: str) -> bool:
        statement = (
            "INSERT INTO tables SELECT %s::text, %s::integer, %s::text WHERE (%s::integer, %s::integer) = "
            "(SELECT COUNT(*), COALESCE(MAX(number) + 1, 0) FROM tables WHERE name = %s) "
            "ON CONFLICT DO NOTHING RETURNING number"
        )
        return bool(await self._execute(statement, name, number, text, number, number, name))


async def settle(value: T | Awaitable[T]) -> T:
    """Return a value, or the result of an awaitable."""
    return await value if inspect.isawaitable(value) else value
