/**
 * Every store saves what it says, and nothing else. `STORE` names the store, `PLACE` its file or URL, `SERVICE` is the
 * URL of a service.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { PostgresStore, RedisStore, SQLiteStore, Service, Table } from "shuffle-and-deal";

const { STORE, PLACE, SERVICE } = process.env;
const TEXT = '{"ä":"\u2028\\n\'"}\n{"cards":["AS"]}';
const closing = [];

/** Functions that make a store of the same states, as another process has it. */
const STORES = {
  sqlite: async () => new SQLiteStore(PLACE),
  database: async () => {
    const { DatabaseSync } = await import("node:sqlite");
    return new SQLiteStore(new DatabaseSync(PLACE));
  },
  redis: async () => {
    const { createClient } = await import("redis");
    const client = await createClient({ url: PLACE }).connect();
    closing.push(() => client.close());
    return new RedisStore(client);
  },
  ioredis: async () => {
    const { Redis } = await import("ioredis");
    const client = new Redis(PLACE);
    closing.push(() => client.quit());
    return new RedisStore(client, "other:");
  },
  postgres: async () => {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({ connectionString: PLACE });
    closing.push(() => pool.end());
    await pool.query(PostgresStore.SCHEMA);
    return new PostgresStore(pool);
  },
};

test.after(async () => {
  for (const close of closing) await close();
});

test("save and load, and save what another process has saved already", async () => {
  const store = await STORES[STORE]();
  assert.deepEqual(await store.load("a", 0), []);
  assert.equal(await store.save("a", 0, TEXT), true);
  assert.equal(await store.save("a", 0, "other"), false);
  assert.equal(await store.save("a", 1, "second"), true);
  assert.equal(await store.save("a", 2, "third"), true);
  for (const number of [0, 1, 2]) assert.equal(await store.save("a", number, "other"), false);
  assert.deepEqual(await store.load("a", 0), [TEXT, "second", "third"]);
  assert.deepEqual(await store.load("a", 2), ["third"]);
  assert.deepEqual([await store.load("a", 3), await store.load("A", 0)], [[], []]);
});

test("two processes at once draw different cards", async () => {
  const tables = [];
  for (const store of [await STORES[STORE](), await STORES[STORE]()])
    tables.push(new Table(new Service(SERVICE), store, "hits"));
  await tables[0].open({ deck: "standard" });
  const turns = await Promise.all(Array.from({ length: 20 }, (_, i) => tables[i % 2].draw(`hit ${i}`, 1)));
  assert.deepEqual(
    turns.map(({ response }) => response.draws).sort((a, b) => a - b),
    turns.map((_, i) => i + 1),
  );
  assert.equal(new Set(turns.flatMap(({ cards }) => cards)).size, 20);
  assert.deepEqual((await tables[1].draw("hit 0", 1)).cards, turns[0].cards);
});

test("where there is no node:sqlite a path is refused", { skip: STORE !== "sqlite" && "of one store" }, () => {
  const { getBuiltinModule } = process;
  process.getBuiltinModule = undefined;
  assert.throws(() => new SQLiteStore(PLACE), /pass the database/);
  process.getBuiltinModule = getBuiltinModule;
});
