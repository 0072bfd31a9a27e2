/**
 * The shared state of the tabs at a table. Each tab writes one slot of localStorage, and all tabs read all slots: a tab
 * that slept or was reloaded catches up. A tab holds a lock on its slot while it is open.
 */
// @ts-check
/** @import { DrawResponse, StageResponse } from "../sealed/sealed_game.mjs" */
/** @import { OpenedShoe, Receipt } from "../shared/shoes.mjs" */
/** @import { PlayerKeys } from "../../../verify/sealed/player.mjs" */
/** @import { CardPlace, ShownCard } from "./tab_player.mjs" */
import { generateSeed } from "../shared/seeds.mjs";

/**
 * What a player does at the end of a hand: shows the cards, folds or hides them, or has left.
 * @typedef {"shown" | "folded" | "left"} Choice
 */

/**
 * A card that a player played onto the table, or took from it; `at` in milliseconds since 1970.
 * @typedef {{ index: number, isTaken?: boolean, at: number }} Move
 */

/** @typedef {Move & { seat: string }} SeatMove */

/**
 * What the tab of a player says in its slot.
 * @typedef {object} PlayerState
 * @property {number} arrived in milliseconds since 1970
 * @property {number} hand the hand that the keys are for, from 1
 * @property {PlayerKeys} keys
 * @property {string} [text] the player's text for the shoe, once the tab has accepted it
 * @property {{ digest: string, signature: string }} [consent] to the next action over the digest
 * @property {{ digest: string, at: number }} [ask] for a card of the stock
 * @property {Choice} [choice]
 * @property {string} [leave] the signature that leaves the hand
 * @property {ShownCard[]} [shown]
 * @property {Move[]} [moves]
 * @property {CardPlace[]} [laid] of the cards that were laid away
 * @property {number} [time] when it was written
 */

/**
 * A draw that a player asked for, if the table takes it up next.
 * @typedef {object} AskedDraw
 * @property {string} digest the last one when it was asked for
 * @property {string} seat
 * @property {SignedAction} action
 */

/**
 * What every player signs: the `action` and the members of its request.
 * @typedef {{ action: string, [member: string]: unknown }} SignedAction
 */

/**
 * A response to a stage or a draw without the token.
 * @typedef {(StageResponse | DrawResponse) & { shown: ShownCard[] }} DealtEntry
 */

/**
 * The state of a table before the first hand. `seats` has the tab of each seat, null if it is free; `host` is the tab
 * that sends the requests.
 * @typedef {object} Lobby
 * @property {Record<string, string | null>} seats
 * @property {string} [host]
 * @property {undefined} [hand]
 * @property {undefined} [opened]
 * @property {undefined} [receipt]
 * @property {undefined} [choices]
 * @property {undefined} [moves]
 * @property {number} [time] when it was written
 */

/**
 * The state of a table with a hand. Once it is over there is a `receipt`, with the `choices`, the shown `cards` and the
 * `moves` of the players at its end.
 * @typedef {object} OpenTable
 * @property {Record<string, string | null>} seats
 * @property {string} [host]
 * @property {number} hand from 1
 * @property {OpenedShoe} opened
 * @property {DealtEntry[]} draws
 * @property {AskedDraw} [asked]
 * @property {Receipt} [receipt]
 * @property {Record<string, Choice>} [choices]
 * @property {Record<string, ShownCard[]>} [cards]
 * @property {SeatMove[]} [moves]
 * @property {number} [time]
 */

/** @typedef {Lobby | OpenTable} Table */

/** @typedef {Record<string, PlayerState>} PlayersBySeat */

const PREFIX = "private table ";
const MAX_AGE = 2 * 24 * 60 * 60 * 1000; // milliseconds, after which a table is put away
const MAX_WAIT = 3000; // milliseconds until a tab that is loaded again has its own slot

/**
 * Return what is in a slot; undefined if it is empty.
 * @param {string} key
 */
const readSlot = (key) =>
  JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;

/**
 * Write a state into a slot, with the time.
 * @param {string} key
 * @param {object} state
 */
const writeSlot = (key, state) =>
  localStorage.setItem(key, JSON.stringify({ ...state, time: Date.now() }));

export class Tabs {
  #name; // of the table
  #leaving = new AbortController();

  /**
   * Meet at a table with a name.
   * @param {string} name
   */
  constructor(name) {
    this.#name = name;
  }

  /**
   * Call `onChange` when another tab has said something.
   * @param {() => void} onChange
   */
  listen(onChange) {
    const { signal } = this.#leaving;
    addEventListener(
      "storage",
      ({ key }) => {
        if (key === null || key.startsWith(this.#key)) onChange();
      },
      { signal },
    );
    // After a sleep.
    document.addEventListener("visibilitychange", () => onChange(), { signal });
  }

  get #key() {
    return `${PREFIX}${this.#name}`;
  }

  /**
   * Return the name under which this browser stores what a player says.
   * @param {string} id of a player
   */
  #keyOf(id) {
    return `${this.#key} ${id}`;
  }

  /**
   * The state of the table, written by its host; undefined if this browser has no such table.
   * @returns {Table | undefined}
   */
  get table() {
    return readSlot(this.#key);
  }

  /** @param {Table} table */
  set table(table) {
    writeSlot(this.#key, table);
  }

  /**
   * Read the slot of a player.
   * @param {string} id
   * @returns {PlayerState | undefined}
   */
  read(id) {
    return readSlot(this.#keyOf(id));
  }

  /**
   * Say something as the player of this tab.
   * @param {string} id
   * @param {Partial<PlayerState>} state
   */
  write(id, state) {
    writeSlot(this.#keyOf(id), state);
  }

  /** The names of all players, in the order of their arrival. */
  get players() {
    const start = this.#keyOf("");
    const ids = Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
    /** @param {string} id */
    const arrivalOf = (id) => Number(this.read(id)?.arrived);
    return ids.sort((a, b) => arrivalOf(a) - arrivalOf(b));
  }

  /**
   * Return the player of this tab: the same as before a reload, or a candidate with a closed tab, or a new player.
   * @param {string[]} candidates
   */
  async claim(candidates) {
    const id = (await this.#holdOwn()) ?? (await this.#holdFirst(candidates));
    const claimed = id ?? generateSeed();
    if (!id) await this.#hold(claimed, {});
    sessionStorage.setItem(this.#key, claimed);
    return claimed;
  }

  /**
   * Hold the slot that this tab had before a reload. Return its player; undefined if it had none, or another tab has
   * it.
   */
  async #holdOwn() {
    const id = sessionStorage.getItem(this.#key);
    if (id === null) return undefined;
    const signal = AbortSignal.timeout(MAX_WAIT);
    return (await this.#hold(id, { signal })) ? id : undefined;
  }

  /**
   * Hold the first slot that no other tab has. Return its player; undefined if there is none.
   * @param {string[]} ids
   */
  async #holdFirst(ids) {
    for (const id of ids)
      if (await this.#hold(id, { ifAvailable: true })) return id;
    return undefined;
  }

  /**
   * Hold the lock on a slot until the tab leaves. Return whether no other tab has it.
   * @param {string} id
   * @param {LockOptions} options
   * @returns {Promise<boolean>}
   */
  #hold(id, options) {
    const { signal } = this.#leaving;
    return new Promise((resolve) => {
      /** @param {Lock | null} lock */
      const use = (lock) => {
        resolve(Boolean(lock));
        return (
          lock &&
          !signal.aborted &&
          new Promise((release) => signal.addEventListener("abort", release))
        );
      };
      navigator.locks
        .request(this.#keyOf(id), options, use)
        .catch(() => resolve(false));
    });
  }

  /** Return the players with an open tab. */
  async listOpen() {
    const start = this.#keyOf("");
    const { held = [] } = await navigator.locks.query();
    return held.flatMap(({ name = "" }) =>
      name.startsWith(start) ? [name.slice(start.length)] : [],
    );
  }

  /**
   * Leave the table: other tabs see that, and this one hears no more of them. With `isForGood` it comes back as another
   * player.
   * @param {boolean} [isForGood]
   */
  leave(isForGood) {
    if (isForGood) sessionStorage.removeItem(this.#key);
    this.#leaving.abort(); // which frees the slot
  }
}

const RELOAD = 3000; // milliseconds for which a tab that is loaded again counts as open

/** Which players have an open tab, and the seats and the part of the host that follow from it. */
export class Attendance {
  #tabs;
  /** @type {Map<string, number>} */
  #missed = new Map(); // since when the tabs of seated players are not open
  /** @type {string[]} */
  open = []; // the players with an open tab

  /** @param {Tabs} tabs */
  constructor(tabs) {
    this.#tabs = tabs;
  }

  /** Look which tabs are open. One that is loaded again has a moment for it. */
  async look() {
    const open = await this.#tabs.listOpen();
    const now = Date.now();
    const seated = Object.values(this.#tabs.table?.seats ?? {});
    const missing = seated.flatMap((id) =>
      id === null || open.includes(id) || this.#hasLeft(id) ? [] : [id],
    );
    const missed = new Map(
      missing.map((id) => [id, this.#missed.get(id) ?? now]),
    );
    const loading = missing.filter(
      (id) => now - (missed.get(id) ?? now) < RELOAD,
    );
    this.#missed = missed;
    this.open = [...open, ...loading];
  }

  /** @param {string} id */
  #hasLeft(id) {
    return Boolean(this.#tabs.read(id)?.leave);
  }

  /**
   * Return the player whose tab is the host: the one of before if its tab is open, else the first who has a seat, or
   * looks on.
   * @param {Table} table
   */
  findHost(table) {
    /** @param {string | null | undefined} id */
    const isThere = (id) =>
      Boolean(id) && this.open.includes(id ?? "") && !this.#hasLeft(id ?? "");
    if (isThere(table.host)) return table.host;
    return [...Object.values(table.seats), ...this.#tabs.players].find(isThere);
  }

  /**
   * Return the seats with new tabs in free seats; a tab that left, or is closed before the first card, loses its seat.
   * @param {Table} table
   */
  giveSeats({ seats, opened }) {
    /** @param {string} id */
    const stays = (id) => {
      const player = this.#tabs.read(id);
      return (opened || this.open.includes(id)) && player && !player.leave;
    };
    const seated = Object.entries(seats).map(([seat, id]) => ({
      seat,
      id: id !== null && stays(id) ? id : null,
    }));
    const newcomers = this.#tabs.players.filter(
      (id) =>
        stays(id) &&
        this.open.includes(id) &&
        seated.every((seatedPlayer) => seatedPlayer.id !== id),
    );
    return Object.fromEntries(
      seated.map(({ seat, id }) => [seat, id ?? newcomers.shift() ?? null]),
    );
  }
}

/**
 * Return the states of the players who have a seat, by seat.
 * @param {Tabs} tabs
 * @param {Table} table
 * @returns {PlayersBySeat}
 */
export const listPlayers = (tabs, { seats }) =>
  Object.fromEntries(
    Object.entries(seats).flatMap(([seat, id]) => {
      const player = id ? tabs.read(id) : undefined;
      return player ? [[seat, player]] : [];
    }),
  );

/** Delete the slots of tables that were unused for `MAX_AGE`. Return the names of secrets that may belong to them. */
export function putAway() {
  /** @param {string} key */
  const isOld = (key) => !(Date.now() - (readSlot(key)?.time ?? 0) < MAX_AGE);
  const keys = Object.keys(localStorage).filter(
    (key) => key.startsWith(PREFIX) && isOld(key),
  );
  for (const key of keys) localStorage.removeItem(key);
  const names = keys.map((key) => key.slice(PREFIX.length));
  return names.map((name) => (name.includes(" ") ? name : `${name} table`));
}
