/**
 * The shared state of the tabs at a table. Each tab writes one slot of localStorage, and all tabs read all slots: a tab
 * that slept or was reloaded catches up. A tab holds a lock on its slot while it is open.
 */
import { generateSeed } from "../table/request.mjs";

const PREFIX = "private table ";
const MAX_AGE = 2 * 24 * 60 * 60 * 1000; // milliseconds, after which a table is put away
const MAX_WAIT = 3000; // milliseconds until a tab that is loaded again has its own slot

const read = (key) => JSON.parse(localStorage.getItem(key)) ?? undefined;

export class Tabs {
  #name; // of the table
  #release;
  #leaving = new AbortController();

  /** Meet at a table with a name; `onChange` is called when another tab has said something. */
  constructor(name, onChange) {
    this.#name = name;
    const { signal } = this.#leaving;
    addEventListener(
      "storage",
      ({ key }) => (key === null || key.startsWith(this.#key())) && onChange(),
      { signal },
    );
    document.addEventListener("visibilitychange", () => onChange(), { signal }); // after a sleep
  }

  #key(id) {
    return `${PREFIX}${this.#name}${id === undefined ? "" : ` ${id}`}`;
  }

  /** The state of the table, written by its host; undefined if this browser has no such table. */
  get table() {
    return read(this.#key());
  }

  set table(said) {
    localStorage.setItem(
      this.#key(),
      JSON.stringify({ ...said, time: Date.now() }),
    );
  }

  /** Read the slot of a player. */
  read(id) {
    return read(this.#key(id));
  }

  /** Say something as the player of this tab. */
  write(id, said) {
    localStorage.setItem(
      this.#key(id),
      JSON.stringify({ ...said, time: Date.now() }),
    );
  }

  /** The names of all players, in the order of their arrival. */
  get players() {
    const start = `${this.#key()} `;
    const ids = Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
    return ids.sort(
      (one, other) => this.read(one).arrived - this.read(other).arrived,
    );
  }

  /** Return the player of this tab: the same as before a reload, or a candidate with a closed tab, or a new player. */
  async claim(candidates) {
    const own = sessionStorage.getItem(this.#key());
    const isOwn =
      own !== null &&
      (await this.#hold(own, { signal: AbortSignal.timeout(MAX_WAIT) }));
    let id = isOwn ? own : undefined;
    for (const other of candidates)
      if (!id && (await this.#hold(other, { ifAvailable: true }))) id = other;
    id ??= generateSeed();
    if (!this.#release) await this.#hold(id, {});
    sessionStorage.setItem(this.#key(), id);
    return id;
  }

  /** Hold the lock on a slot until the tab leaves. Return whether no other tab has it. */
  #hold(id, options) {
    return new Promise((resolve) => {
      const use = (lock) => {
        resolve(Boolean(lock));
        return lock && new Promise((release) => (this.#release = release));
      };
      navigator.locks
        .request(this.#key(id), options, use)
        .catch(() => resolve(false));
    });
  }

  /** Return the players with an open tab. */
  async listOpen() {
    const start = `${this.#key()} `;
    const { held } = await navigator.locks.query();
    return held
      .filter(({ name }) => name.startsWith(start))
      .map(({ name }) => name.slice(start.length));
  }

  /** Leave the table: other tabs see that, and this one hears no more of them. With `isForGood` it comes back as another player. */
  leave(isForGood) {
    if (isForGood) sessionStorage.removeItem(this.#key());
    this.#release?.();
    this.#leaving.abort();
  }
}

/** Delete the slots of tables that were unused for `MAX_AGE`. Return the names of secrets that may belong to them. */
export function putAway() {
  const isOld = (key) => !(Date.now() - (read(key)?.time ?? 0) < MAX_AGE);
  const keys = Object.keys(localStorage).filter(
    (key) => key.startsWith(PREFIX) && isOld(key),
  );
  for (const key of keys) localStorage.removeItem(key);
  const names = keys.map((key) => key.slice(PREFIX.length));
  return names.map((name) => (name.includes(" ") ? name : `${name} table`));
}
