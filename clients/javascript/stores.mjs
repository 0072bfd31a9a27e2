/**
 * Stores for tables. A store keeps a list of texts for each name, and only adds to it. Two functions are a store, plain
 * or async:
 *
 *     load(name, start)         the texts from number `start` on, in their order; the first text has number 0
 *     save(name, number, text)  whether the text was added as this number
 *
 * `save` adds nothing and returns false unless there are exactly `number` texts: there are more if another process was
 * faster, and fewer if the store lost some. It compares and adds atomically, and `load` returns at once what `save`
 * added, so neither may use a replica that is behind.
 *
 * If a store lost its last texts, by a failover or a restored backup, the processes that saw them throw `TableError`. A
 * process that started after the loss cannot know of it, and deals the lost cards again: end all processes, and go on
 * with new shoes under new names.
 */

/** States in the memory of this process, which end with it: for tests and trials. */
export class MemoryStore {
  #texts = new Map();

  load(name, start) {
    return (this.#texts.get(name) ?? []).slice(start);
  }

  save(name, number, text) {
    if (!this.#texts.has(name)) this.#texts.set(name, []);
    const texts = this.#texts.get(name);
    return texts.length === number && texts.push(text) > 0;
  }
}

/**
 * States in one file of SQLite, for the processes of one machine, those in Python too. A saved text survives the end of
 * a process and, as SQLite waits for the disk, a power failure.
 *
 * It takes a path, where the runtime has `node:sqlite` (node 22.5 or later, Deno), or an open database of
 * `node:sqlite`, `bun:sqlite` or `better-sqlite3`.
 */
export class SQLiteStore {
  #load;
  #save;

  constructor(pathOrDatabase) {
    const database = typeof pathOrDatabase === "string" ? openFile(pathOrDatabase) : pathOrDatabase;
    database.prepare("PRAGMA busy_timeout = 30000").get();
    database.prepare("PRAGMA journal_mode = WAL").get();
    database.prepare("PRAGMA synchronous = FULL").run(); // some libraries do not wait for the disk by default
    const columns = "name TEXT, number INTEGER, entry TEXT, PRIMARY KEY (name, number)";
    database.prepare(`CREATE TABLE IF NOT EXISTS tables (${columns})`).run();
    this.#load = database.prepare("SELECT entry FROM tables WHERE name = ? AND number >= ? ORDER BY number");
    const state = "(SELECT COUNT(*), COALESCE(MAX(number) + 1, 0) FROM tables WHERE name = ?)";
    this.#save = database.prepare(`INSERT INTO tables SELECT ?, ?, ? WHERE (?, ?) = ${state}`);
  }

  load(name, start) {
    return this.#load.all(name, start).map(({ entry }) => entry);
  }

  save(name, number, text) {
    return Number(this.#save.run(name, number, text, number, number, name).changes) === 1;
  }
}

function openFile(path) {
  const sqlite = globalThis.process?.getBuiltinModule?.("node:sqlite");
  if (!sqlite)
    throw new Error(
      "There is no node:sqlite here: open the file with better-sqlite3 or bun:sqlite, and pass the database.",
    );
  return new sqlite.DatabaseSync(path);
}

/**
 * States in Redis: a list for each table. `client` is a connected client of node-redis (`redis`) or of `ioredis`, not
 * of a cluster.
 */
export class RedisStore {
  static #SAVE = "return redis.call('LLEN', KEYS[1]) == tonumber(ARGV[1]) and redis.call('RPUSH', KEYS[1], ARGV[2])";
  #client;
  #prefix;

  constructor(client, prefix = "table:") {
    [this.#client, this.#prefix] = [client, prefix];
  }

  #send(...words) {
    return this.#client.call ? this.#client.call(...words) : this.#client.sendCommand(words);
  }

  load(name, start) {
    return this.#send("LRANGE", this.#prefix + name, String(start), "-1");
  }

  async save(name, number, text) {
    return Boolean(await this.#send("EVAL", RedisStore.#SAVE, "1", this.#prefix + name, String(number), text));
  }
}

/** States in a table of PostgreSQL, which `SCHEMA` creates. `pool` is a Pool of `pg`. */
export class PostgresStore {
  static SCHEMA =
    "CREATE TABLE IF NOT EXISTS tables (name text, number integer, entry text NOT NULL, PRIMARY KEY (name, number))";
  #pool;

  constructor(pool) {
    this.#pool = pool;
  }

  async load(name, start) {
    const statement = "SELECT entry FROM tables WHERE name = $1 AND number >= $2 ORDER BY number";
    const { rows } = await this.#pool.query(statement, [name, start]);
    return rows.map(({ entry }) => entry);
  }

  async save(name, number, text) {
    const state = "(SELECT COUNT(*), COALESCE(MAX(number) + 1, 0) FROM tables WHERE name = $1)";
    const statement =
      `INSERT INTO tables SELECT $1::text, $2::integer, $3::text WHERE ($2::integer, $2::integer) = ${state} ` +
      "ON CONFLICT DO NOTHING RETURNING number";
    const { rows } = await this.#pool.query(statement, [name, number, text]);
    return rows.length === 1;
  }
}
