/**
 * Stores for tables. By four functions, plain or async, a store keeps, for each name, a head that is overwritten, and
 * turns that stay:
 *
 *     read(name)                        {number, head}: how many changes were saved, and the head after them; or null
 *     append(name, number, head, turn)  whether the change was saved; `turn`, if there is one, is {name, text}
 *     find(name, action)                the text of the turn with this name, or null
 *     turns(name, start, count)         the texts of up to `count` turns from number `start` on, in their order
 *
 * `append` saves nothing and returns false unless exactly `number` changes were saved, and if there is a turn with this
 * name: there are more changes if another process was faster, and fewer if the store lost some. It compares, overwrites
 * the head and adds the turn atomically, and the other functions return at once what it saved, so none may use a replica
 * that is behind.
 *
 * A store of your own may have two functions instead. It then keeps a list of texts for each name, and only adds to it:
 *
 *     load(name, start)         the texts from number `start` on, in their order; the first text has number 0
 *     save(name, number, text)  whether the text was added as this number: false unless there are exactly `number` texts
 *
 * The stores here have these two as well, for what else a game keeps; a name is of a table or of a list.
 *
 * If a store lost its last changes, by a failover or a restored backup, the processes that saw them throw `TableError`. A
 * process that started after the loss cannot know of it, and deals the lost cards again: end all processes, and go on
 * with new shoes under new names.
 */

/** How often the journal of a file is set while other connections write; each attempt waits for those before it. */
const ATTEMPTS = 100;

/** What the stores do with lists. */
class Lists {
  load(name, start) {
    return this.turns(name, start, 2 ** 31 - 1);
  }

  save(name, number, text) {
    return this.append(name, number, "", { name: `${number}`, text });
  }
}

/** States in the memory of this process, which end with it: for tests and trials. */
export class MemoryStore extends Lists {
  #heads = new Map();
  #turns = new Map(); // texts by action, in their order

  read(name) {
    return this.#heads.get(name) ?? null;
  }

  append(name, number, head, turn) {
    const turns = this.#turns.get(name) ?? new Map();
    const savedNumber = this.#heads.get(name)?.number ?? 0;
    const isTaken = turn && turns.has(turn.name);
    if (savedNumber !== number || isTaken) return false;
    this.#heads.set(name, { number: number + 1, head });
    if (turn) this.#turns.set(name, turns.set(turn.name, turn.text));
    return true;
  }

  find(name, action) {
    return this.#turns.get(name)?.get(action) ?? null;
  }

  turns(name, start, count) {
    const texts = [...(this.#turns.get(name)?.values() ?? [])];
    return texts.slice(start, start + count);
  }
}

const SQLITE_TABLES = [
  "CREATE TABLE IF NOT EXISTS heads (" +
    "name TEXT PRIMARY KEY, number INTEGER, head TEXT)",
  "CREATE TABLE IF NOT EXISTS turns (" +
    "name TEXT, number INTEGER, action TEXT, turn TEXT, " +
    "PRIMARY KEY (name, number), UNIQUE (name, action))",
];
const SQLITE_STATEMENTS = {
  begin: "BEGIN IMMEDIATE",
  commit: "COMMIT",
  rollback: "ROLLBACK",
  read: "SELECT number, head FROM heads WHERE name = ?",
  save:
    "INSERT INTO heads SELECT ?, ?, ? " +
    "WHERE ? = COALESCE((SELECT number FROM heads WHERE name = ?), 0) " +
    "AND NOT EXISTS (SELECT 1 FROM turns WHERE name = ? AND action = ?) " +
    "ON CONFLICT (name) " +
    "DO UPDATE SET number = excluded.number, head = excluded.head",
  add:
    "INSERT INTO turns SELECT ?, COALESCE(MAX(number) + 1, 0), ?, ? " +
    "FROM turns WHERE name = ?",
  find: "SELECT turn FROM turns WHERE name = ? AND action = ?",
  turns:
    "SELECT turn FROM turns " +
    "WHERE name = ? AND number >= ? ORDER BY number LIMIT ?",
};

/**
 * States in one file of SQLite, for the processes of one machine, those in Python too. What is saved survives the end of
 * a process and, as SQLite waits for the disk, a power failure.
 *
 * It takes a path, where the runtime has `node:sqlite` (node 22.5 or later, Deno), or an open database of
 * `node:sqlite`, `bun:sqlite` or `better-sqlite3`.
 */
export class SQLiteStore extends Lists {
  #statements;

  constructor(pathOrDatabase) {
    super();
    const database =
      typeof pathOrDatabase === "string"
        ? openFile(pathOrDatabase)
        : pathOrDatabase;
    database.prepare("PRAGMA busy_timeout = 30000").get();
    writeAhead(database);
    database.prepare("PRAGMA synchronous = FULL").run(); // some libraries do not wait for the disk by default
    for (const statement of SQLITE_TABLES) database.prepare(statement).run();
    const prepare = ([name, statement]) => [name, database.prepare(statement)];
    this.#statements = Object.fromEntries(
      Object.entries(SQLITE_STATEMENTS).map(prepare),
    );
  }

  read(name) {
    const row = this.#statements.read.get(name);
    return row ? { number: row.number, head: row.head } : null;
  }

  append(name, number, head, turn) {
    const { begin, commit, rollback, save, add } = this.#statements;
    begin.run();
    try {
      const { changes } = save.run(
        name,
        number + 1,
        head,
        number,
        name,
        name,
        turn?.name ?? null,
      );
      if (Number(changes) === 1 && turn)
        add.run(name, turn.name, turn.text, name);
      commit.run();
      return Number(changes) === 1;
    } catch (error) {
      rollback.run();
      throw error;
    }
  }

  find(name, action) {
    return this.#statements.find.get(name, action)?.turn ?? null;
  }

  turns(name, start, count) {
    return this.#statements.turns
      .all(name, start, count)
      .map(({ turn }) => turn);
  }
}

/**
 * Lets a file have a journal that is written ahead, for all who open it. While another connection writes, SQLite refuses
 * this statement at once, whatever the timeout: several that open a new file together meet so. Only a transaction waits
 * for the others, so an empty one comes before the next attempt.
 */
function writeAhead(database) {
  for (let attempt = 1; ; attempt++) {
    try {
      database.prepare("PRAGMA journal_mode = WAL").get();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      database.prepare("BEGIN EXCLUSIVE").run();
      database.prepare("ROLLBACK").run();
    }
  }
}

function openFile(path) {
  const sqlite = globalThis.process?.getBuiltinModule?.("node:sqlite");
  if (!sqlite)
    throw new Error(
      "SQLiteStore(path) needs node 22.5 or later, or Deno: there is no node:sqlite " +
        "here. Open the file with better-sqlite3 or bun:sqlite, and pass the database.",
    );
  return new sqlite.DatabaseSync(path);
}

/**
 * States in Redis: a hash for each table. `client` is a connected client of node-redis (`redis`) or of `ioredis`. The
 * hash has `number` and `head`, how many `turns` there are, each `turn N`, and the number of each `action NAME`.
 */
export class RedisStore extends Lists {
  static #APPEND = `
    local number = tonumber(redis.call('HGET', KEYS[1], 'number') or 0)
    local action = ARGV[3] and 'action ' .. ARGV[3]
    if number ~= tonumber(ARGV[1]) then return 0 end
    if action and redis.call('HEXISTS', KEYS[1], action) == 1 then return 0 end
    redis.call('HSET', KEYS[1], 'number', number + 1, 'head', ARGV[2])
    if not action then return 1 end
    local turn = redis.call('HINCRBY', KEYS[1], 'turns', 1) - 1
    redis.call('HSET', KEYS[1], action, turn, 'turn ' .. turn, ARGV[4])
    return 1`;
  #client;
  #prefix;

  constructor(client, prefix = "table:") {
    super();
    this.#client = client;
    this.#prefix = prefix;
  }

  #send(...words) {
    return this.#client.call
      ? this.#client.call(...words)
      : this.#client.sendCommand(words);
  }

  async #fields(name, ...fields) {
    return fields.length > 0
      ? this.#send("HMGET", this.#prefix + name, ...fields)
      : [];
  }

  async read(name) {
    const [number, head] = await this.#fields(name, "number", "head");
    return number === null ? null : { number: Number(number), head };
  }

  async append(name, number, head, turn) {
    const words = [
      this.#prefix + name,
      `${number}`,
      head,
      ...(turn ? [turn.name, turn.text] : []),
    ];
    return Boolean(await this.#send("EVAL", RedisStore.#APPEND, "1", ...words));
  }

  async find(name, action) {
    const [number] = await this.#fields(name, `action ${action}`);
    if (number === null) return null;
    const [text] = await this.#fields(name, `turn ${number}`);
    return text;
  }

  async turns(name, start, count) {
    const [end] = await this.#fields(name, "turns");
    const length = Math.max(0, Math.min(count, Number(end) - start));
    const texts = await this.#fields(
      name,
      ...Array.from({ length }, (_, k) => `turn ${start + k}`),
    );
    return texts.filter((text) => text !== null);
  }
}

/** States in two tables of PostgreSQL, which `SCHEMA` creates. `pool` is a Pool of `pg`. */
export class PostgresStore extends Lists {
  static SCHEMA =
    "CREATE TABLE IF NOT EXISTS heads (" +
    "name text PRIMARY KEY, number integer NOT NULL, head text NOT NULL); " +
    "CREATE TABLE IF NOT EXISTS turns (" +
    "name text, number integer, action text NOT NULL, turn text NOT NULL, " +
    "PRIMARY KEY (name, number), UNIQUE (name, action))";
  static #APPEND = `
    WITH saved AS (
      INSERT INTO heads SELECT $1::text, $2::integer + 1, $3::text
      WHERE $2::integer = COALESCE((SELECT number FROM heads WHERE name = $1::text), 0)
      AND NOT EXISTS (SELECT 1 FROM turns WHERE name = $1::text AND action = $4::text)
      ON CONFLICT (name) DO UPDATE SET number = excluded.number, head = excluded.head
      WHERE heads.number = $2::integer
      RETURNING name
    ), added AS (
      INSERT INTO turns SELECT
        name,
        (SELECT COALESCE(MAX(number) + 1, 0) FROM turns WHERE name = $1::text),
        $4,
        $5::text
      FROM saved WHERE $4::text IS NOT NULL
    ) SELECT name FROM saved`;
  #pool;

  constructor(pool) {
    super();
    this.#pool = pool;
  }

  async #select(statement, ...values) {
    return (await this.#pool.query(statement, values)).rows;
  }

  async read(name) {
    const [row] = await this.#select(
      "SELECT number, head FROM heads WHERE name = $1",
      name,
    );
    return row ? { number: row.number, head: row.head } : null;
  }

  async append(name, number, head, turn) {
    const rows = await this.#select(
      PostgresStore.#APPEND,
      name,
      number,
      head,
      turn?.name ?? null,
      turn?.text ?? null,
    );
    return rows.length === 1;
  }

  async find(name, action) {
    const [row] = await this.#select(
      "SELECT turn FROM turns WHERE name = $1 AND action = $2",
      name,
      action,
    );
    return row?.turn ?? null;
  }

  async turns(name, start, count) {
    const statement =
      "SELECT turn FROM turns WHERE name = $1 AND number >= $2 ORDER BY number LIMIT $3";
    const rows = await this.#select(statement, name, start, count);
    return rows.map(({ turn }) => turn);
  }
}
