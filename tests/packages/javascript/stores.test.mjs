/**
 * Every store saves what it says, and nothing else, and tables notice what a store lost: store_cases.json says what, for
 * both clients. `STORE` names the store, `PLACE` its file or URL, `SERVICE` is the URL of a service.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { MemoryStore, PostgresStore, RedisStore, SQLiteStore, Service, Table } from "shuffle-and-deal";

const { STORE, PLACE, SERVICE } = process.env;
const CASES = JSON.parse(readFileSync("store_cases.json", "utf8"));
const closing = [];
let memory = new MemoryStore();

/** Return the rows, [name, number, text], of the texts that are no gap. */
const rowsOf = (name, texts) => texts.map((text, number) => [name, number, text]).filter(([, , text]) => text !== null);
const openDatabase = async () => new (await import("node:sqlite")).DatabaseSync(PLACE);
const connect = async () => {
  const { createClient } = await import("redis");
  const client = await createClient({ url: PLACE }).connect();
  closing.push(() => client.close());
  return client;
};
let pool; // one for all stores: it has a connection for each query at a time
const openPool = async () => {
  if (pool) return pool;
  const { default: pg } = await import("pg");
  pool = new pg.Pool({ connectionString: PLACE });
  closing.push(() => pool.end());
  await pool.query(PostgresStore.SCHEMA);
  return pool;
};

/** Functions that make a store of the same states, as another process has it. */
const STORES = {
  memory: async () => ({ load: (...of) => memory.load(...of), save: (...of) => memory.save(...of) }),
  sqlite: async () => new SQLiteStore(PLACE),
  database: async () => new SQLiteStore(await openDatabase()),
  redis: async () => new RedisStore(await connect()),
  ioredis: async () => {
    const { Redis } = await import("ioredis");
    const client = new Redis(PLACE);
    closing.push(() => client.quit());
    return new RedisStore(client);
  },
  postgres: async () => new PostgresStore(await openPool()),
};

/** Functions that make a function, which replaces the texts of a name. */
const PUTS = {
  memory: async () => (name, texts) => {
    memory = new MemoryStore();
    for (const [number, [, , text]] of rowsOf(name, texts).entries()) memory.save(name, number, text);
  },
  sqlite: async () => {
    const database = await openDatabase();
    return (name, texts) => {
      database.prepare("DELETE FROM tables WHERE name = ?").run(name);
      for (const row of rowsOf(name, texts)) database.prepare("INSERT INTO tables VALUES (?, ?, ?)").run(...row);
    };
  },
  redis: async () => {
    const client = await connect();
    return async (name, texts) => {
      await client.del(`table:${name}`);
      for (const [, , text] of rowsOf(name, texts)) await client.rPush(`table:${name}`, text);
    };
  },
  postgres: async () => {
    const pool = await openPool();
    return async (name, texts) => {
      await pool.query("DELETE FROM tables WHERE name = $1", [name]);
      for (const row of rowsOf(name, texts)) await pool.query("INSERT INTO tables VALUES ($1, $2, $3)", row);
    };
  },
};
const makeStore = STORES[STORE];
const makePut = PUTS[{ database: "sqlite", ioredis: "redis" }[STORE] ?? STORE];

test.after(async () => {
  for (const close of closing) await close();
});

for (const [title, steps] of Object.entries(CASES.stores))
  test(title, async () => {
    const [store, put] = [await makeStore(), await makePut()];
    for (const name of ["a", "b"]) await put(name, []);
    for (const [step, ...values] of steps)
      if (step === "put") await put(...values);
      else assert.deepEqual(await store[step](...values.slice(0, -1)), values.at(-1), `${step} ${values}`);
  });

test("of processes that save one number at once, one saves it", async () => {
  await (await makePut())("a", ["first"]);
  const stores = await Promise.all(Array.from({ length: 8 }, makeStore));
  const saved = await Promise.all(stores.map(async (store, k) => store.save("a", 1, `${k}`)));
  assert.equal(saved.filter(Boolean).length, 1);
  assert.deepEqual(await stores[0].load("a", 1), [`${saved.indexOf(true)}`]);
});

/** Return the number of draws after a draw, or the name of the error. */
const attempt = (act) =>
  act().then(
    (turn) => turn.response?.draws ?? turn.length,
    ({ name }) => name,
  );

for (const [title, { entries, ...expected }] of Object.entries(CASES.tables))
  test(`what processes get after ${title}`, async () => {
    const [service, paths, put] = [new Service(SERVICE), [], await makePut()];
    let interrupt = async () => {};
    const interrupted = {
      call: async (path, body) => {
        paths.push(path);
        await interrupt();
        return service.call(path, body);
      },
    };
    const openTable = async () => new Table(interrupted, await makeStore(), title);
    const table = await openTable();
    await table.open({ deck: "standard" });
    for (const k of [1, 2, 3]) await table.draw(`draw ${k}`, 1);
    const texts = await (await makeStore()).load(title, 0);
    await put(title, texts.slice(0, 2));
    for (const k of [2, 3, 4]) await (await openTable()).draw(`another draw ${k}`, 1);
    const others = await (await makeStore()).load(title, 0);
    const changed = entries.map((entry) => (typeof entry === "string" ? others : texts)[entry]);
    const results = {};
    for (const [step, act] of Object.entries({
      saw: () => table.draw("next", 1),
      views: () => table.views(),
      new: async () => (await openTable()).draw("next", 1),
    })) {
      await put(title, changed);
      paths.length = 0;
      results[step] = await attempt(act);
      assert.equal(paths.length, Number(typeof results[step] === "number" && step !== "views"), step);
    }
    await put(title, texts);
    if (expected.during) {
      const other = await openTable();
      [paths.length, interrupt] = [0, () => put(title, changed)];
      results.during = await attempt(() => other.draw("while it is asked for", 1));
      assert.equal(paths.length, 1);
    } else assert.equal(await attempt(() => table.draw("after the entries were restored", 1)), 4);
    assert.deepEqual(results, expected);
  });

test("two processes at once draw different cards", async () => {
  const tables = [];
  for (const store of [await makeStore(), await makeStore()])
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
