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
 * the head and adds the turn atomically, and the other functions return at once what it saved, so none may use a
 * replica that is behind.
 *
 * A store of your own may have two functions instead. It then keeps a list of texts for each name, and only adds to it:
 *
 *     load(name, start)         the texts from number `start` on, in their order; the first text has number 0
 *     save(name, number, text)  whether the text was added as this number: only if there are exactly `number` texts
 *
 * The stores here have these two as well, for what else a game keeps; a name is of a table or of a list.
 *
 * If a store lost its last changes, by a failover or a restored backup, the processes that saw them throw `TableError`.
 * A process that started after the loss cannot know of it, and deals the lost cards again: end all processes, and go on
 * with new shoes under new names.
 */
// @ts-check

/**
 * @import { Head, PostgresPool, RedisClient, SQLiteDatabase } from "./index.js"
 */

/**
 * A deal or a draw that is added: its name, which no other of the table has, and its text.
 *
 * @typedef {{ name: string, text: string }} NewTurn
 */

/** How often the journal of a file is set while other connections write; each attempt waits for those before it. */
const ATTEMPTS = 100;

/** The functions of a store of lists, plain or async as `turns` and `append` of the store are. */
class Lists {
  /**
   * @template Texts
   * @this {{ turns(name: string, start: number, count: number): Texts }}
   * @param {string} name
   * @param {number} start
   * @returns {Texts}
   */
  load(name, start) {
    return this.turns(name, start, 2 ** 31 - 1);
  }

  /**
   * @template IsSaved
   * @this {{ append(name: string, number: number, head: string, turn: NewTurn): IsSaved }}
   * @param {string} name
   * @param {number} number
   * @param {string} text
   * @returns {IsSaved}
   */
  save(name, number, text) {
    return this.append(name, number, "", { name: `${number}`, text });
  }
}

/** States in the memory of this process, which end with it: for tests and trials. */
export class MemoryStore extends Lists {
  /**
   * By table.
   *
   * @type {Map<string, Head>}
   */
  #heads = new Map();
  /**
   * By table and action, in their order.
   *
   * @type {Map<string, Map<string, string>>}
   */
  #turns = new Map();

  /**
   * @param {string} name
   * @returns {Head | null}
   */
  read(name) {
    return this.#heads.get(name) ?? null;
  }

  /**
   * @param {string} name
   * @param {number} number
   * @param {string} head
   * @param {NewTurn} [turn]
   * @returns {boolean}
   */
  append(name, number, head, turn) {
    const saved = this.#heads.get(name)?.number ?? 0;
    if (saved !== number) return false;
    if (turn) {
      const turns = this.#turns.get(name) ?? new Map();
      if (turns.has(turn.name)) return false;
      this.#turns.set(name, turns.set(turn.name, turn.text));
    }
    this.#heads.set(name, { number: number + 1, head });
    return true;
  }

  /**
   * @param {string} name
   * @param {string} action
   * @returns {string | null}
   */
  find(name, action) {
    return this.#turns.get(name)?.get(action) ?? null;
  }

  /**
   * @param {string} name
   * @param {number} start
   * @param {number} count
   * @returns {string[]}
   */
  turns(name, start, count) {
    const texts = [...(this.#turns.get(name)?.values() ?? [])];
    return texts.slice(start, start + count);
  }
}

const COLUMNS =
  "name TEXT, number INTEGER, action TEXT, turn TEXT, PRIMARY KEY (name, number), UNIQUE (name, action)";
const CREATE_HEADS =
  "CREATE TABLE IF NOT EXISTS heads (name TEXT PRIMARY KEY, number INTEGER, head TEXT)";
const CREATE_TURNS = `CREATE TABLE IF NOT EXISTS turns (${COLUMNS})`;
const SAVE_HEAD =
  "INSERT INTO heads SELECT ?, ?, ? WHERE ? = COALESCE((SELECT number FROM heads WHERE name = ?), 0) " +
  "AND NOT EXISTS (SELECT 1 FROM turns WHERE name = ? AND action = ?) " +
  "ON CONFLICT (name) DO UPDATE SET number = excluded.number, head = excluded.head";
const SAVE_TURN =
  "INSERT INTO turns SELECT ?, COALESCE(MAX(number) + 1, 0), ?, ? FROM turns WHERE name = ?";
const READ_HEAD = "SELECT number, head FROM heads WHERE name = ?";
const FIND_TURN = "SELECT turn FROM turns WHERE name = ? AND action = ?";
const LIST_TURNS =
  "SELECT turn FROM turns WHERE name = ? AND number >= ? ORDER BY number LIMIT ?";

/**
 * Return the statements of a store, as its database prepared them.
 *
 * @param {SQLiteDatabase} database
 */
const prepareStatements = (database) => ({
  begin: database.prepare("BEGIN IMMEDIATE"),
  commit: database.prepare("COMMIT"),
  rollback: database.prepare("ROLLBACK"),
  read: database.prepare(READ_HEAD),
  save: database.prepare(SAVE_HEAD),
  add: database.prepare(SAVE_TURN),
  find: database.prepare(FIND_TURN),
  turns: database.prepare(LIST_TURNS),
});

/**
 * States in one file of SQLite, for the processes of one machine, those in Python too. What is saved survives the end
 * of a process and, as SQLite waits for the disk, a power failure.
 *
 * It takes a path, where the runtime has `node:sqlite` (node 22.5 or later, Deno), or an open database of
 * `node:sqlite`, `bun:sqlite` or `better-sqlite3`.
 */
export class SQLiteStore extends Lists {
  #statements;

  /** @param {string | SQLiteDatabase} pathOrDatabase */
  constructor(pathOrDatabase) {
    super();
    const database =
      typeof pathOrDatabase === "string"
        ? openFile(pathOrDatabase)
        : pathOrDatabase;
    database.prepare("PRAGMA busy_timeout = 30000").get();
    writeAhead(database);
    // Some libraries do not wait for the disk by default
    database.prepare("PRAGMA synchronous = FULL").run();
    database.prepare(CREATE_HEADS).run();
    database.prepare(CREATE_TURNS).run();
    this.#statements = prepareStatements(database);
  }

  /**
   * @param {string} name
   * @returns {Head | null}
   */
  read(name) {
    const row = /** @type {Head | undefined | null} */ (
      this.#statements.read.get(name)
    );
    return row ? { number: row.number, head: row.head } : null;
  }

  /**
   * @param {string} name
   * @param {number} number
   * @param {string} head
   * @param {NewTurn} [turn]
   * @returns {boolean}
   */
  append(name, number, head, turn) {
    const { begin, commit, rollback, save, add } = this.#statements;
    const action = turn?.name ?? null;
    begin.run();
    try {
      const saved = save.run(
        name,
        number + 1,
        head,
        number,
        name,
        name,
        action,
      );
      const isSaved = Number(saved.changes) === 1;
      if (isSaved && turn) add.run(name, turn.name, turn.text, name);
      commit.run();
      return isSaved;
    } catch (error) {
      rollback.run();
      throw error;
    }
  }

  /**
   * @param {string} name
   * @param {string} action
   * @returns {string | null}
   */
  find(name, action) {
    const row = /** @type {{ turn: string } | undefined | null} */ (
      this.#statements.find.get(name, action)
    );
    return row?.turn ?? null;
  }

  /**
   * @param {string} name
   * @param {number} start
   * @param {number} count
   * @returns {string[]}
   */
  turns(name, start, count) {
    const rows = /** @type {{ turn: string }[]} */ (
      this.#statements.turns.all(name, start, count)
    );
    return rows.map(({ turn }) => turn);
  }
}

/**
 * Lets a file have a journal that is written ahead, for all who open it. While another connection writes, SQLite
 * refuses this statement at once, whatever the timeout: several that open a new file together meet so. Only a
 * transaction waits for the others, so an empty one comes before the next attempt.
 *
 * @param {SQLiteDatabase} database
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

/**
 * Open a file by the SQLite of the runtime.
 *
 * @param {string} path
 * @returns {SQLiteDatabase}
 */
function openFile(path) {
  const sqlite = globalThis.process?.getBuiltinModule?.("node:sqlite");
  if (!sqlite)
    throw new Error(
      "SQLiteStore(path) needs node 22.5 or later, or Deno: there is no node:sqlite here. Open the file with " +
        "better-sqlite3 or bun:sqlite, and pass the database.",
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
    if number ~= tonumber(ARGV[1]) or (action and redis.call('HEXISTS', KEYS[1], action) == 1) then return 0 end
    redis.call('HSET', KEYS[1], 'number', number + 1, 'head', ARGV[2])
    if not action then return 1 end
    local turn = redis.call('HINCRBY', KEYS[1], 'turns', 1) - 1
    redis.call('HSET', KEYS[1], action, turn, 'turn ' .. turn, ARGV[4])
    return 1`;
  #client;
  #prefix;

  /**
   * @param {RedisClient} client
   * @param {string} prefix
   */
  constructor(client, prefix = "table:") {
    super();
    this.#client = client;
    this.#prefix = prefix;
  }

  /**
   * Send a command, and return its reply.
   *
   * @param {string[]} words
   * @returns {Promise<unknown>}
   */
  #send(...words) {
    const client = this.#client;
    return "call" in client ? client.call(...words) : client.sendCommand(words);
  }

  /**
   * Return fields of the hash of a table, null for one that it has not.
   *
   * @param {string} name
   * @param {string[]} fields
   * @returns {Promise<(string | null)[]>}
   */
  async #fields(name, ...fields) {
    if (fields.length === 0) return [];
    const values = await this.#send("HMGET", this.#prefix + name, ...fields);
    return /** @type {(string | null)[]} */ (values);
  }

  /**
   * @param {string} name
   * @returns {Promise<Head | null>}
   */
  async read(name) {
    const [number, head] = await this.#fields(name, "number", "head");
    return number === null
      ? null
      : { number: Number(number), head: head ?? "" };
  }

  /**
   * @param {string} name
   * @param {number} number
   * @param {string} head
   * @param {NewTurn} [turn]
   * @returns {Promise<boolean>}
   */
  async append(name, number, head, turn) {
    const words = [this.#prefix + name, `${number}`, head];
    if (turn) words.push(turn.name, turn.text);
    return Boolean(await this.#send("EVAL", RedisStore.#APPEND, "1", ...words));
  }

  /**
   * @param {string} name
   * @param {string} action
   * @returns {Promise<string | null>}
   */
  async find(name, action) {
    const [number] = await this.#fields(name, `action ${action}`);
    if (number === null) return null;
    const [text] = await this.#fields(name, `turn ${number}`);
    return text;
  }

  /**
   * @param {string} name
   * @param {number} start
   * @param {number} count
   * @returns {Promise<string[]>}
   */
  async turns(name, start, count) {
    const [end] = await this.#fields(name, "turns");
    const length = Math.max(0, Math.min(count, Number(end) - start));
    const fields = Array.from({ length }, (_, k) => `turn ${start + k}`);
    const texts = await this.#fields(name, ...fields);
    return texts.filter((text) => text !== null);
  }
}

/** States in two tables of PostgreSQL, which `SCHEMA` creates. `pool` is a Pool of `pg`. */
export class PostgresStore extends Lists {
  static SCHEMA =
    "CREATE TABLE IF NOT EXISTS heads (name text PRIMARY KEY, number integer NOT NULL, head text NOT NULL); " +
    "CREATE TABLE IF NOT EXISTS turns (name text, number integer, action text NOT NULL, turn text NOT NULL, " +
    "PRIMARY KEY (name, number), UNIQUE (name, action))";
  static #APPEND = `
    WITH saved AS (
      INSERT INTO heads SELECT $1::text, $2::integer + 1, $3::text
      WHERE $2::integer = COALESCE((SELECT number FROM heads WHERE name = $1::text), 0)
      AND NOT EXISTS (SELECT 1 FROM turns WHERE name = $1::text AND action = $4::text)
      ON CONFLICT (name) DO UPDATE SET number = excluded.number, head = excluded.head WHERE heads.number = $2::integer
      RETURNING name
    ), added AS (
      INSERT INTO turns SELECT name, (SELECT COALESCE(MAX(number) + 1, 0) FROM turns WHERE name = $1::text), $4, $5::text
      FROM saved WHERE $4::text IS NOT NULL
    ) SELECT name FROM saved`;
  #pool;

  /** @param {PostgresPool} pool */
  constructor(pool) {
    super();
    this.#pool = pool;
  }

  /**
   * Return the rows of a statement.
   *
   * @param {string} statement
   * @param {unknown[]} values
   */
  async #select(statement, ...values) {
    const { rows } = await this.#pool.query(statement, values);
    return rows;
  }

  /**
   * @param {string} name
   * @returns {Promise<Head | null>}
   */
  async read(name) {
    const [row] = await this.#select(
      "SELECT number, head FROM heads WHERE name = $1",
      name,
    );
    return row ? { number: row.number, head: row.head } : null;
  }

  /**
   * @param {string} name
   * @param {number} number
   * @param {string} head
   * @param {NewTurn} [turn]
   * @returns {Promise<boolean>}
   */
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

  /**
   * @param {string} name
   * @param {string} action
   * @returns {Promise<string | null>}
   */
  async find(name, action) {
    const [row] = await this.#select(
      "SELECT turn FROM turns WHERE name = $1 AND action = $2",
      name,
      action,
    );
    return row?.turn ?? null;
  }

  /**
   * @param {string} name
   * @param {number} start
   * @param {number} count
   * @returns {Promise<string[]>}
   */
  async turns(name, start, count) {
    const rows = await this.#select(
      "SELECT turn FROM turns WHERE name = $1 AND number >= $2 ORDER BY number LIMIT $3",
      name,
      start,
      count,
    );
    return rows.map(({ turn }) => turn);
  }
}
