// The stores take the clients of these libraries as their types have them. Compiled, not run.
import { DatabaseSync } from "node:sqlite";

import { Redis } from "ioredis";
import pg from "pg";
import { createClient } from "redis";
import { PostgresStore, RedisStore, SQLiteStore, Service } from "shuffle-and-deal";

export const stores = [
  new SQLiteStore("tables.db"),
  new SQLiteStore(new DatabaseSync("tables.db")),
  new RedisStore(new Redis()),
  new RedisStore(createClient()),
  new PostgresStore(new pg.Pool()),
];
export const service = new Service("http://localhost:8000", { fetch });
