"""A client of the shuffle-and-deal service: sealed games over a store, and the rest of its API by one method."""

from shuffle_and_deal.once import DrawnOnce, async_draw_once, draw_once
from shuffle_and_deal.service import (
    AsyncService,
    NoResponse,
    Problem,
    Service,
    ServiceError,
)
from shuffle_and_deal.stores import (
    ListStore,
    MemoryStore,
    PostgresStore,
    RedisStore,
    SQLiteStore,
    Store,
)
from shuffle_and_deal.table import AsyncTable, Table, TableError, WordsMissing
from shuffle_and_deal.turns import Turn

__version__ = "1.0.0"
__all__ = [
    "AsyncService",
    "AsyncTable",
    "DrawnOnce",
    "ListStore",
    "MemoryStore",
    "NoResponse",
    "PostgresStore",
    "Problem",
    "RedisStore",
    "SQLiteStore",
    "Service",
    "ServiceError",
    "Store",
    "Table",
    "TableError",
    "Turn",
    "WordsMissing",
    "async_draw_once",
    "draw_once",
]
