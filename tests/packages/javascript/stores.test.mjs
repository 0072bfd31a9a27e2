/**
 * Every store saves what it says, and nothing else, and tables notice what a store lost: store_cases.json says what,
 * for both clients. `STORE` names the store, `PLACE` its file or URL, `SERVICE` is the URL of a service.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  MemoryStore,
  PostgresStore,
  RedisStore,
  SQLiteStore,
  Service,
  Table,
} from "shuffle-and-deal";

const { STORE, PLACE, SERVICE } = process.env;
const CASES = JSON.parse(readFileSync("store_cases.json", "utf8"));
const closing = [];
let memory = new MemoryStore();
const lists = {};

/** A store of one's own, with two functions. */
class OwnLists {
  load(name, start) {
    return (lists[name] ?? []).slice(start);
  }

  async save(name, number, text) {
    const texts = (lists[name] ??= []);
    return texts.length === number && texts.push(text) > 0;
  }
}

const openDatabase = async () =>
  new (await import("node:sqlite")).DatabaseSync(PLACE);
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
  lists: async () => new OwnLists(),
  memory: async () =>
    Object.fromEntries(
      ["load", "save", "read", "append", "find", "turns"].map((name) => [
        name,
        (...of) => memory[name](...of),
      ]),
    ),
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

/** Functions that make a function, which replaces the head of a name, and its turns, [number, action, text]. */
const PUTS = {
  lists: async () => (name, _, turns) => {
    lists[name] = turns.map(([, , text]) => text);
  },
  memory: async () => (name, head, turns) => {
    memory = new MemoryStore();
    const { number = 0, text } = head ?? {};
    for (let k = 0; k < number; k++) {
      const [, action, turn] = turns[k + turns.length - number] ?? [];
      memory.append(
        name,
        k,
        text,
        action === undefined ? undefined : { name: action, text: turn },
      );
    }
  },
  sqlite: async () => {
    const database = await openDatabase();
    return (name, head, turns) => {
      for (const table of ["heads", "turns"])
        database.prepare(`DELETE FROM ${table} WHERE name = ?`).run(name);
      if (head)
        database
          .prepare("INSERT INTO heads VALUES (?, ?, ?)")
          .run(name, head.number, head.text);
      for (const turn of turns)
        database
          .prepare("INSERT INTO turns VALUES (?, ?, ?, ?)")
          .run(name, ...turn);
    };
  },
  redis: async () => {
    const client = await connect();
    return async (name, head, turns) => {
      await client.del(`table:${name}`);
      if (head)
        await client.hSet(`table:${name}`, {
          number: head.number,
          head: head.text,
        });
      for (const [number, action, text] of turns)
        await client.hSet(`table:${name}`, {
          [`turn ${number}`]: text,
          [`action ${action}`]: number,
          turns: number + 1,
        });
    };
  },
  postgres: async () => {
    const pool = await openPool();
    return async (name, head, turns) => {
      for (const table of ["heads", "turns"])
        await pool.query(`DELETE FROM ${table} WHERE name = $1`, [name]);
      if (head)
        await pool.query("INSERT INTO heads VALUES ($1, $2, $3)", [
          name,
          head.number,
          head.text,
        ]);
      for (const turn of turns)
        await pool.query("INSERT INTO turns VALUES ($1, $2, $3, $4)", [
          name,
          ...turn,
        ]);
    };
  },
};
const makeStore = STORES[STORE];
const makePut = PUTS[{ database: "sqlite", ioredis: "redis" }[STORE] ?? STORE];

test.after(async () => {
  for (const close of closing) await close();
});

const isList = STORE === "lists";
/** The arguments and the result of a step as the store has them. */
const asTurn = (turn) => turn && { name: turn[0], text: turn[1] };
const STEPS = {
  append: (store, name, number, head, turn) =>
    store.append(name, number, head, asTurn(turn) ?? undefined),
  read: async (store, name) => {
    const found = await store.read(name);
    return found && [found.number, found.head];
  },
};

for (const [title, steps] of Object.entries({
  ...CASES.lists,
  ...(isList ? {} : CASES.stores),
}))
  test(title, async () => {
    const store = await makeStore();
    const put = await makePut();
    for (const name of ["a", "b"]) await put(name, null, []);
    for (const [step, ...values] of steps)
      if (step === "put") {
        const [name, texts] = values;
        const turns = texts
          .map((text, k) => [k, `${k}`, text])
          .filter(([, , text]) => text !== null);
        await put(
          name,
          turns.length > 0 ? { number: turns.length, text: "" } : null,
          turns,
        );
      } else {
        const act = STEPS[step] ?? ((of, ...given) => of[step](...given));
        assert.deepEqual(
          await act(store, ...values.slice(0, -1)),
          values.at(-1),
          `${step} ${values}`,
        );
      }
  });

test("of processes that save one number at once, one saves it", async () => {
  await (
    await makePut()
  )("a", { number: 1, text: "" }, [[0, "0", "first"]]);
  const stores = await Promise.all(Array.from({ length: 8 }, makeStore));
  const saved = await Promise.all(
    stores.map(async (store, k) => store.save("a", 1, `${k}`)),
  );
  assert.equal(saved.filter(Boolean).length, 1);
  assert.deepEqual(await stores[0].load("a", 1), [`${saved.indexOf(true)}`]);
});

/** Return the number of draws after a draw, or the name of the error. */
const attempt = (act) =>
  act().then(
    (turn) => turn.response?.draws ?? turn.length,
    ({ name }) => name,
  );

for (const [title, { entries, rows, ...all }] of Object.entries(CASES.tables)) {
  if (rows === null && !isList) continue;
  const expected = { ...all, ...(!isList && rows) };
  test(`what processes get after ${title}`, async () => {
    const service = new Service(SERVICE);
    const paths = [];
    const put = await makePut();
    let interrupt = async () => {};
    const interrupted = {
      call: async (path, body) => {
        paths.push(path);
        await interrupt();
        return service.call(path, body);
      },
    };
    const saved = {}; // what each change left
    const note = async (key, action) => {
      const store = await makeStore();
      if (isList)
        return (saved[key] = { text: (await store.load(title, 0)).at(-1) });
      const { head: text } = await store.read(title);
      saved[key] = {
        text,
        turn: action && [action, await store.find(title, action)],
      };
    };
    const replace = async (keys) => {
      const changes = keys.map((key) => saved[key]);
      if (isList)
        return put(
          title,
          null,
          changes.map(({ text }, k) => [k, "", text]),
        );
      const turns = changes
        .flatMap(({ turn }) => (turn ? [turn] : []))
        .map((turn, k) => [k, ...turn]);
      return put(
        title,
        changes.length > 0
          ? { number: changes.length, text: changes.at(-1).text }
          : null,
        turns,
      );
    };
    const openTable = async () =>
      new Table(interrupted, await makeStore(), title);
    const table = await openTable();
    await table.open({ deck: "standard" });
    await note(0);
    for (const k of [1, 2, 3]) {
      await table.draw(`draw ${k}`, 1);
      await note(k, `draw ${k}`);
    }
    await replace([0, 1]);
    for (const k of [2, 3, 4]) {
      await (await openTable()).draw(`another draw ${k}`, 1);
      await note(`${k} again`, `another draw ${k}`);
    }
    const keys = entries.map((entry) =>
      typeof entry === "string" ? `${entry} again` : entry,
    );
    const results = {};
    for (const [step, act] of Object.entries({
      saw: () => table.draw("next", 1),
      views: () => table.views(),
      new: async () => (await openTable()).draw("next", 1),
    })) {
      await replace(keys);
      paths.length = 0;
      results[step] = await attempt(act);
      assert.equal(
        paths.length,
        Number(typeof results[step] === "number" && step !== "views"),
        step,
      );
    }
    await replace([0, 1, 2, 3]);
    if (expected.during) {
      const other = await openTable();
      [paths.length, interrupt] = [0, () => replace(keys)];
      results.during = await attempt(() =>
        other.draw("while it is asked for", 1),
      );
      assert.equal(paths.length, 1);
    } else
      assert.equal(
        await attempt(() => table.draw("after the entries were restored", 1)),
        4,
      );
    assert.deepEqual(results, expected);
  });
}

test("two processes at once draw different cards", async () => {
  const tables = [];
  for (const store of [await makeStore(), await makeStore()])
    tables.push(new Table(new Service(SERVICE), store, "hits"));
  await tables[0].open({ deck: "standard" });
  const turns = await Promise.all(
    Array.from({ length: 20 }, (_, i) => tables[i % 2].draw(`hit ${i}`, 1)),
  );
  assert.deepEqual(
    turns.map(({ response }) => response.draws).sort((a, b) => a - b),
    turns.map((_, i) => i + 1),
  );
  assert.equal(new Set(turns.flatMap(({ cards }) => cards)).size, 20);
  assert.deepEqual((await tables[1].draw("hit 0", 1)).cards, turns[0].cards);
});

test(
  "a file is opened while another process writes",
  { skip: STORE !== "sqlite" && "of one store" },
  async () => {
    const { DatabaseSync } = await import("node:sqlite");
    const path = `${PLACE}.written`;
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    other.exec("CREATE TABLE games (name TEXT)");
    const refused = [];
    const database = new DatabaseSync(path);
    const prepare = (text) => {
      const statement = database.prepare(text);
      const act =
        (name) =>
        (...values) => {
          try {
            return statement[name](...values);
          } catch (error) {
            refused.push(text);
            other.exec("COMMIT"); // as SQLite does not wait for it by itself
            throw error;
          }
        };
      return { get: act("get"), all: act("all"), run: act("run") };
    };
    const store = new SQLiteStore({ prepare });
    assert.deepEqual(refused, ["PRAGMA journal_mode = WAL"]);
    assert.equal(store.append("table", 0, "head"), true);
    assert.deepEqual(store.read("table"), { number: 1, head: "head" });
  },
);

test(
  "where there is no node:sqlite a path is refused",
  { skip: STORE !== "sqlite" && "of one store" },
  () => {
    const { getBuiltinModule } = process;
    process.getBuiltinModule = undefined;
    assert.throws(() => new SQLiteStore(PLACE), /node 22.5.*pass the database/);
    process.getBuiltinModule = getBuiltinModule;
  },
);
