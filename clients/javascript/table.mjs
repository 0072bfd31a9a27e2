/** A sealed game or shoe whose state is in a store: no card is lost or dealt twice, whatever process is killed. */
// @ts-check
import { ServiceError } from "./service.mjs";
import { MemoryStore } from "./stores.mjs";
import { Turn, copy, getOwn, openTurn, openView, writeTurn } from "./turns.mjs";
import { utf8 } from "./verify/core/bytes.mjs";
import { hashParts, isEqual } from "./verify/core/canonical.mjs";

/**
 * @import { Caller, CheckResult, Consenting, DealMembers, DrawMembers, DrawnOnce, Eventually, Head, ListStore, Opened, Proof, PublicKey, Revealed, SeatView, ShoeRequest, Store } from "./index.js"
 * @import { NewTurn } from "./stores.mjs"
 * @import { TurnMembers } from "./turns.mjs"
 * @import { JsonObject } from "./verify/core/validation.mjs"
 */

/**
 * Members of a response: those that the table reads are there.
 *
 * @typedef {{ [name: string]: any }} Members
 */

/**
 * A player who joined: the SHA-256 of the text, the keys, and the text when it was given.
 *
 * @typedef {object} SeatedPlayer
 * @property {string | null} word
 * @property {{ sign: PublicKey, view?: PublicKey } | null} keys
 * @property {string} [text]
 */

/**
 * The members of the head of a table, as its store keeps them; Python's table.py has the same.
 *
 * @typedef {object} HeadMembers
 * @property {{ [seat: string]: SeatedPlayer }} seats
 * @property {{ [seat: string]: string }} leaves the signatures of those who left the round
 * @property {number} turns how many were saved
 * @property {JsonObject} [asked] the members of the request that opened the shoe
 * @property {Opened} [opened] the response to it, without its token
 * @property {string} [token] the state of the shoe, for the next request
 * @property {string} [digest]
 * @property {number} [round]
 * @property {string} [last] the name of the last turn
 * @property {string | null} [client_seed] that the first turn was asked with
 * @property {boolean} [has_in_play] whether the last draw named cards in play
 * @property {unknown} [next_stage] that is left to deal
 * @property {Revealed} [revealed] the response that revealed the shoe, without its token
 * @property {string} [next] the name of the next table
 */

/**
 * What a step changes: members of the head, and perhaps a turn that it adds.
 *
 * @typedef {{ head: Partial<HeadMembers>, turn?: NewTurn }} Change
 */

/**
 * The body of a request to a shoe: the members of the request, and what the table adds.
 *
 * @typedef {JsonObject & { words?: (string | undefined)[], consents?: Members, leaves?: HeadMembers["leaves"] }} Body
 */

/**
 * What a process keeps of a table: the end of the queue of its calls, its store, and the last state that it saw.
 *
 * @typedef {{ queue: Promise<unknown>, store: Store, seen: State }} Place
 */

/** The table cannot do this now: it is not open, is revealed, has another action with this name, or lost entries. */
export class TableError extends Error {
  name = "TableError";
}

/** No card leaves before all players gave their texts. `seats` lists those who did not. */
export class WordsMissing extends TableError {
  name = "WordsMissing";

  /** @param {string[]} seats */
  constructor(seats) {
    super(`These seats have not given their texts: ${seats.join(", ")}.`);
    this.seats = seats;
  }
}

/**
 * Return a text by which names have the same order as in Python: their code points in hexadecimal digits. JavaScript
 * compares the units of UTF-16.
 *
 * @param {string} name
 */
const orderOf = (name) =>
  Array.from(name, (character) =>
    /** @type {number} */ (character.codePointAt(0))
      .toString(16)
      .padStart(6, "0"),
  ).join();

/**
 * Return the seats with their players, in the order of the names.
 *
 * @param {HeadMembers["seats"]} seats
 */
const listPlayers = (seats) =>
  Object.entries(seats)
    .map(([seat, player]) => ({
      seat,
      player,
      order: orderOf(seat),
    }))
    .sort((one, other) => (one.order < other.order ? -1 : 1));

/**
 * Return the names of the seats, in their order.
 *
 * @param {HeadMembers["seats"]} seats
 */
const namesOf = (seats) => listPlayers(seats).map(({ seat }) => seat);

/**
 * Return the texts of the players who have words, in the order of the seats.
 *
 * @param {HeadMembers["seats"]} seats
 */
const textsOf = (seats) =>
  listPlayers(seats)
    .filter(({ player }) => player.word)
    .map(({ player }) => player.text);

/** The state of a table: how many changes were saved, and the members of the head after them. */
class State {
  /** @type {HeadMembers} */
  head;

  /**
   * @param {number} number
   * @param {HeadMembers} head
   */
  constructor(number = 0, head = { seats: {}, leaves: {}, turns: 0 }) {
    this.number = number;
    this.head = head;
  }

  /** The seats whose texts the terms need, and that have not given them. */
  get missing() {
    return listPlayers(this.head.seats)
      .filter(({ player }) => player.word && !player.text)
      .map(({ seat }) => seat);
  }
}

/**
 * A store by one that keeps lists: `load` and `save`. What it loaded of a table stays in memory. A text of the list is
 * {head} with the members that changed, and perhaps {turn}, [name, text].
 *
 * @implements {Store}
 */
class StoreOfLists {
  /** The turns that were loaded. */
  #turns = new MemoryStore();
  #lists;
  #number = 0;
  /** @type {string | undefined} */
  #last;
  /** @type {JsonObject} */
  #head = {};

  /** @param {ListStore} lists */
  constructor(lists) {
    this.#lists = lists;
  }

  /**
   * Return the state after the texts that were added meanwhile.
   *
   * @param {string} name
   * @returns {Promise<Head | null>}
   */
  async read(name) {
    if (this.#number === 0) {
      const texts = await this.#lists.load(name, 0);
      for (const text of texts) this.#add(name, text);
    } else {
      // The last text again: if it is another one, the store lost entries.
      const start = this.#number - 1;
      const [last, ...texts] = await this.#lists.load(name, start);
      if (last !== this.#last) throw makeLoss(name);
      for (const text of texts) this.#add(name, text);
    }
    if (this.#number === 0) return null;
    return {
      number: this.#number,
      head: JSON.stringify(this.#head),
    };
  }

  /**
   * Note the next text of the list. Throw `TableError` if it does not follow.
   *
   * @param {string} name
   * @param {string} text
   */
  #add(name, text) {
    /** @type {{ head: JsonObject, turn?: [name: string, text: string] }} */
    const { head, turn } = JSON.parse(text);
    const newTurn = turn && {
      name: turn[0],
      text: turn[1],
    };
    const isNext =
      !newTurn ||
      openView(newTurn.text).response.previous === this.#head.digest;
    if (!isNext || !this.#turns.append(name, this.#number, "", newTurn))
      throw makeLoss(name);
    this.#number++;
    this.#last = text;
    Object.assign(this.#head, head);
  }

  /**
   * Add a text to the list, and return whether it was saved.
   *
   * @param {string} name
   * @param {number} number
   * @param {string} head
   * @param {NewTurn} [turn]
   * @returns {Promise<boolean>}
   */
  async append(name, number, head, turn) {
    /** @type {[name: string, value: unknown][]} */
    const members = Object.entries(JSON.parse(head));
    const changed = members.filter(
      ([member, value]) =>
        !Object.hasOwn(this.#head, member) ||
        !isEqual(this.#head[member], value),
    );
    const text = JSON.stringify({
      head: Object.fromEntries(changed),
      turn: turn && [turn.name, turn.text],
    });
    const isSaved = await this.#lists.save(name, number, text);
    if (isSaved) this.#add(name, text);
    return isSaved;
  }

  /**
   * @param {string} name
   * @param {string} action
   */
  find(name, action) {
    return this.#turns.find(name, action);
  }

  /**
   * @param {string} name
   * @param {number} start
   * @param {number} count
   */
  turns(name, start, count) {
    return this.#turns.turns(name, start, count);
  }
}

/**
 * Return a store for a table from one of either kind.
 *
 * @param {Store | ListStore} store
 * @returns {Store}
 */
const openStore = (store) =>
  "append" in store ? store : new StoreOfLists(store);

/**
 * Return the error of a table whose store lost entries.
 *
 * @param {string} name
 */
const makeLoss = (name) =>
  new TableError(
    `The store lost entries of ${name} that this process saw, by a failover or a restored backup, or has others in their ` +
      "place. Another draw could deal a card twice. Restore the entries, or go on with a new shoe under a new name.",
  );

/**
 * By store, the places of its tables by name.
 *
 * @type {WeakMap<Store | ListStore, Map<string, Place>>}
 */
const places = new WeakMap();
/** How many tables of one store a process keeps; the state of another is read from the store again. */
const KEPT = 1000;
/** How many turns are read at once. */
const PART = 100;

/**
 * Return the place of a table in this process.
 *
 * @param {Store | ListStore} store
 * @param {string} name
 * @returns {Place}
 */
function findPlace(store, name) {
  const known = places.get(store) ?? new Map();
  /** @type {Place} */
  const place = known.get(name) ?? {
    queue: Promise.resolve(),
    store: openStore(store),
    seen: new State(),
  };
  places.set(store, known);
  known.delete(name);
  known.set(name, place); // as the newest
  if (known.size > KEPT) {
    const [oldest] = known.keys();
    known.delete(oldest);
  }
  return place;
}

/**
 * Note a state, unless a later one was seen.
 *
 * @param {Place} place
 * @param {State} state
 */
function note(place, state) {
  if (state.number > place.seen.number) place.seen = state;
}

/** The SHA-256 of a text, in hexadecimal digits. */
const WORD = /^[0-9a-f]{64}$/;
/** A text that the service takes. */
const TEXT = /^[A-Za-z0-9_-]{16,64}$/;
/** The name of a table after another, as "shoe (2)". */
const NUMBERED = /^(?<base>.*?) \((?<number>\d+)\)$/s;

/** The members of responses that a table reads. */
const OPENED = ["shoe", "commitment", "digest", "terms"];
const TAKEN = [
  "shoe",
  "previous",
  "digest",
  "round",
  "seat_views",
  "spectator_view",
];
const REVEALED = ["shoe", "receipt"];

/**
 * Return a copy of the members of a request, without those that are undefined or null.
 *
 * @param {{ [name: string]: unknown }} members
 * @returns {JsonObject}
 */
const copyGiven = (members) =>
  copy(
    Object.fromEntries(
      Object.entries(members).filter(([, value]) => (value ?? null) !== null),
    ),
  );

/**
 * One sealed game or shoe, by its name in a store. Objects with the same store and name are the same table.
 *
 * A call does one thing at a time for its table, in the order of the calls. If another process was faster, the call
 * throws its cards away, reads the state again and goes on. Cards are returned after they are saved: if the process or
 * a connection ends before that, the same call returns the same cards.
 */
export class Table {
  #service;
  #store;

  /**
   * @param {Caller} service
   * @param {Store | ListStore} store
   * @param {string} name
   */
  constructor(service, store, name) {
    this.#service = service;
    this.#store = store;
    this.name = name;
  }

  /**
   * Return the newest state. Throw `TableError` if the store has not all that this process saw.
   *
   * @param {Store} store
   */
  async #read(store) {
    const place = findPlace(this.#store, this.name);
    const { seen } = place; // before the read: other calls go on meanwhile
    const found = await store.read(this.name);
    const state = found
      ? new State(found.number, JSON.parse(found.head))
      : new State();
    if (!(await this.#hasAll(store, state, seen))) throw makeLoss(this.name);
    note(place, state);
    return state;
  }

  /**
   * Return whether a store, which now has a state, has all that was seen before. The last turn that was seen shows
   * that: it has its name still, and the digest that binds it to all before it.
   *
   * @param {Store} store
   * @param {State} state
   * @param {State} seen
   */
  async #hasAll(store, state, seen) {
    if (state.number < seen.number) return false;
    if (state.number === seen.number) return isEqual(state.head, seen.head);
    const { opened, turns, last, digest } = seen.head;
    if (!opened) return true;
    if (!isEqual(state.head.opened, opened)) return false;
    if (turns === 0 || last === undefined) return true;
    const text = await store.find(this.name, last);
    return text !== null && openView(text).response.digest === digest;
  }

  /**
   * Take a step from the newest state, after all earlier calls of this process for the table, until its change is
   * saved, and return its result. Without a change nothing is saved. A step is taken again only after another process
   * saved a change, so a shoe bounds how often: no pause is needed.
   *
   * @template T
   * @param {(state: State, store: Store) => Eventually<{ change?: Change, result: T }>} step
   * @returns {Promise<T>}
   */
  #change(step) {
    const place = findPlace(this.#store, this.name);
    const { queue, store } = place;
    const done = queue.then(async () => {
      let refusedNumber = -1;
      let state = await this.#read(store);
      while (state.number !== refusedNumber) {
        const { change, result } = await step(state, store);
        if (!change) return result;
        const head = { ...state.head, ...change.head };
        const text = JSON.stringify(head);
        const { number } = state;
        if (await store.append(this.name, number, text, change.turn)) {
          note(place, new State(number + 1, copy(head)));
          return result;
        }
        refusedNumber = number;
        state = await this.#read(store);
      }
      throw makeLoss(this.name);
    });
    place.queue = done.catch(() => {});
    return done;
  }

  /**
   * Yield the views of all turns, a part of them at a time. Throw `TableError` if one does not follow.
   *
   * @param {string | null} [seat]
   */
  async *#walk(seat) {
    const store = openStore(this.#store);
    const { head } = await this.#read(store);
    const { turns } = head;
    let count = 0;
    let digest = head.opened?.commitment;
    for (let start = 0; start < turns; start += PART) {
      const length = Math.min(PART, turns - start);
      for (const text of await store.turns(this.name, start, length)) {
        const { response, view } = openView(text, seat);
        if (response.previous !== digest) throw makeLoss(this.name);
        count++;
        digest = /** @type {string} */ (response.digest);
        yield view;
      }
    }
    if (count !== turns || digest !== head.digest) throw makeLoss(this.name);
  }

  /**
   * Return the response of the service. Throw `ServiceError` for one without these members.
   *
   * @param {string} path
   * @param {JsonObject} body
   * @param {string[]} members
   * @returns {Promise<Members>}
   */
  async #call(path, body, members) {
    const response = /** @type {Members} */ (
      await this.#service.call(path, body)
    );
    const missing = members.filter(
      (name) => (response?.[name] ?? null) === null,
    );
    if (missing.length === 0) return response;
    throw new ServiceError(
      `${path}: the response has no ${missing.join(", ")}. Is this the address of the service?`,
    );
  }

  /**
   * Note a player before the shoe is opened: the SHA-256 of a random text, and the keys, {sign, view}, for private
   * hands. Return the seats that are taken, in the order of their names.
   *
   * Throws `TableError` if somebody else has the seat, if the shoe is open, or if the word is no SHA-256.
   *
   * @param {string} seat
   * @param {string | null} word
   * @param {{ sign: PublicKey, view?: PublicKey | undefined } | null} keys
   * @returns {Promise<string[]>}
   */
  async join(seat, word = null, keys = null) {
    if (word !== null && !WORD.test(word))
      throw new TableError(
        "word: a SHA-256 in lower-case hexadecimal was expected.",
      );
    /** @type {SeatedPlayer} */
    const player = { word, keys: null };
    if (keys) {
      const { sign, view } = keys;
      player.keys = copy({ sign, view });
    }
    return this.#change(({ head }) => {
      const known = getOwn(head.seats, seat);
      if (known && isEqual({ word: known.word, keys: known.keys }, player))
        return { result: namesOf(head.seats) };
      if (known) throw new TableError(`Seat ${seat} is taken.`);
      if (head.opened)
        throw new TableError("The shoe is open: nobody joins any more.");
      const seats = { ...head.seats, [seat]: player };
      return {
        change: { head: { seats } },
        result: namesOf(seats),
      };
    });
  }

  /**
   * Seal the shoe that the members of a request to /v1/shoes describe, and return what everybody may know: with the
   * commitment, the response without its token. The words and keys of the players who joined are added, words in the
   * order of the seats' names.
   *
   * Throws `TableError` if it is open with other terms.
   *
   * @param {ShoeRequest} terms
   * @returns {Promise<Opened>}
   */
  async open(terms) {
    const asked = copy(terms);
    return this.#change(async ({ head }) => {
      if (head.opened && !isEqual(head.asked, asked))
        throw new TableError(
          `${this.name} is open with other terms. Each shoe has a name of its own.`,
        );
      if (head.opened) return { result: copy(head.opened) };
      const body = { ...asked, ...termsOf(head.seats) };
      const response = await this.#call("/v1/shoes", body, OPENED);
      const { shoe: token, ...members } = response;
      const opened = /** @type {Opened} */ (members);
      const changed = {
        asked,
        token,
        digest: opened.digest,
        round: 0,
        opened,
      };
      return {
        change: { head: changed },
        result: opened,
      };
    });
  }

  /**
   * Note the text of a player, and return the seats that have not given theirs.
   *
   * Throws `TableError` if the shoe is not open, or if it is not the text with the SHA-256 that `join` noted.
   *
   * @param {string} seat
   * @param {string} text
   * @returns {Promise<string[]>}
   */
  async give(seat, text) {
    return this.#change(async (state) => {
      const { seats, opened } = state.head;
      const player = getOwn(seats, seat);
      if (!opened)
        throw new TableError(
          "Players give their texts after they have seen the commitment: open the shoe first.",
        );
      if (!player || (await hashParts(utf8(text))) !== player.word)
        throw new TableError(
          `This is not the text that seat ${seat} joined with.`,
        );
      if (!TEXT.test(text))
        throw new TableError(
          "A text has 16 to 64 of A-Z, a-z, 0-9, _ and -: the service takes no other.",
        );
      const missing = state.missing.filter((other) => other !== seat);
      if (player.text) return { result: missing };
      const seatsWithText = {
        ...seats,
        [seat]: { ...player, text },
      };
      return {
        change: { head: { seats: seatsWithText } },
        result: missing,
      };
    });
  }

  /**
   * Deal the next stage, or all `through` a later one, with the members of a request to /v1/shoes/deal. `action` is a
   * name of your own for this deal. A call with the same name returns the same cards, until the reveal and after it.
   * Each call may have the `client_seed`: it is sent with the first deal or draw, whichever that is.
   *
   * `consents` is needed for a shoe that has the players' keys: a function that gets the action to sign and the digest,
   * and returns {consents, leaves} by seat, perhaps without `leaves`. It is called again if another process was faster.
   *
   * Throws `WordsMissing`, `TableError`, and what `Service.call` throws.
   *
   * @param {string} action
   * @param {DealMembers} options
   */
  async deal(action, { consents, ...members } = {}) {
    return this.#take("deal", action, members, consents);
  }

  /**
   * Draw `count` cards, for a `seat` or for everybody to see; see `deal`.
   *
   * @param {string} action
   * @param {number} count
   * @param {DrawMembers} options
   */
  async draw(action, count, { consents, ...members } = {}) {
    return this.#take("draw", action, { count, ...members }, consents);
  }

  /**
   * Deal or draw, by `kind`, unless the turn with this name did it before.
   *
   * @param {"deal" | "draw"} kind
   * @param {string} name
   * @param {{ [name: string]: unknown }} members
   * @param {Consenting["consents"]} consents
   * @returns {Promise<Turn>}
   */
  #take(kind, name, members, consents) {
    const asked = copyGiven(members);
    return this.#change(async (state, store) => {
      const text = await store.find(this.name, name);
      if (text !== null) {
        const known = openTurn(name, text);
        if (known.kind !== kind || !isEqual(known.asked, asked))
          throw new TableError(
            `${name} is the name of another action of ${this.name}.`,
          );
        return { result: new Turn(known) };
      }
      const sent = leaveOutSeed(asked, state.head);
      const body = await this.#formBody(state, kind, sent, consents);
      const whole = await this.#requestTurn(kind, body, state);
      const { shoe: token, seat_views, spectator_view, ...response } = whole;
      const turn = {
        name,
        kind,
        asked,
        response,
        seat_views,
        spectator_view,
      };
      const head = formHead(state.head, turn);
      head.token = token;
      if (response.round === state.head.round && body.leaves)
        head.leaves = body.leaves;
      const newTurn = {
        name,
        text: writeTurn(turn),
      };
      return {
        change: { head, turn: newTurn },
        result: new Turn(turn),
      };
    });
  }

  /**
   * Return the response to a deal or a draw, which must be for a state of the shoe.
   *
   * @param {"deal" | "draw"} kind
   * @param {JsonObject} body
   * @param {State} state
   */
  async #requestTurn(kind, body, state) {
    const path = `/v1/shoes/${kind}`;
    const sent = { ...body, each_seat: true };
    const response = await this.#call(path, sent, TAKEN);
    if (response.previous !== state.head.digest)
      throw new ServiceError(
        `${path}: the response is for another state of the shoe.`,
      );
    return response;
  }

  /**
   * Return the body of a request with the token, the first time with the texts, and with the consents.
   *
   * @param {State} state
   * @param {"deal" | "draw" | "reveal"} kind
   * @param {JsonObject} members
   * @param {Consenting["consents"]} consents
   */
  async #formBody(state, kind, members, consents) {
    const { opened, revealed, token, digest = "", leaves: before } = state.head;
    if (!opened || revealed)
      throw new TableError(
        `${this.name} is ${opened ? "revealed" : "not open"}.`,
      );
    /** @type {Body} */
    const body = { ...members, shoe: token };
    if (state.head.turns === 0 && kind !== "reveal" && opened.terms.words) {
      if (state.missing.length > 0) throw new WordsMissing(state.missing);
      body.words = textsOf(state.head.seats);
    }
    if (!consents) return body;
    const signed = await consents({ action: kind, ...members }, digest);
    const leaves = { ...before, ...signed.leaves };
    body.consents = signed.consents;
    if (Object.keys(leaves).length > 0) body.leaves = leaves;
    return body;
  }

  /**
   * Reveal the shoe: return the response with the receipt. After that nothing is dealt or drawn.
   *
   * @param {Consenting} options
   * @returns {Promise<Revealed>}
   */
  async reveal({ consents } = {}) {
    return this.#change(async (state) => {
      if (state.head.revealed) return { result: copy(state.head.revealed) };
      const head = await this.#reveal(state, consents);
      return {
        change: { head },
        result: head.revealed,
      };
    });
  }

  /**
   * Return the members of the head that a reveal changes.
   *
   * @param {State} state
   * @param {Consenting["consents"]} consents
   */
  async #reveal(state, consents) {
    const body = await this.#formBody(state, "reveal", {}, consents);
    const response = await this.#call("/v1/shoes/reveal", body, REVEALED);
    const { shoe: token, receipt, ...others } = response;
    return {
      token,
      revealed: { receipt, ...others },
    };
  }

  /**
   * Reveal the shoe between rounds of play, and return the table of the next shoe, which is not open yet. Its name is
   * this one with " (2)", then " (3)" and so on; another call returns the same table. Players join it again, and its
   * commitment is published as the first was.
   *
   * Throws `TableError` in a round: while stages of a hand are left to deal, and if the last draw named cards in play.
   * Then go on in this shoe, in its next round by `reshuffle` or `in_play`, and renew the table later.
   *
   * @param {Consenting} options
   * @returns {Promise<Table>}
   */
  async renew({ consents } = {}) {
    const name = await this.#change(async (state) => {
      const { head } = state;
      if (head.next) return { result: head.next };
      const next = nameNext(this.name);
      if (head.revealed)
        return {
          change: { head: { next } },
          result: next,
        };
      this.#checkRoundOver(head);
      const changed = await this.#reveal(state, consents);
      return {
        change: { head: { next, ...changed } },
        result: next,
      };
    });
    return new Table(this.#service, this.#store, name);
  }

  /**
   * Throw `TableError` within a round of play.
   *
   * @param {HeadMembers} head
   */
  #checkRoundOver({ next_stage: stage, has_in_play: hasInPlay }) {
    if (!stage && !hasInPlay) return;
    const rest = stage
      ? "there are stages to deal"
      : "the last draw has cards in play";
    throw new TableError(
      `A round of ${this.name} is not over: ${rest}. Renew the table after the round.`,
    );
  }

  /**
   * Return all that a seat may know, or that spectators may: the view of each deal and draw so far.
   *
   * @param {string | null} [seat]
   * @returns {Promise<SeatView[]>}
   */
  async views(seat) {
    const views = [];
    for await (const view of this.#walk(seat)) views.push(view);
    return views;
  }

  /**
   * Return the newest head, with the responses that opened and revealed the shoe. Throw `TableError` before the reveal.
   */
  async #readRevealed() {
    const { head } = await this.#read(openStore(this.#store));
    const { opened, revealed } = head;
    if (!opened || !revealed)
      throw new TableError(`${this.name} is not revealed.`);
    return { ...head, opened, revealed };
  }

  /**
   * Return the result of the check of the revealed shoe by what a seat was shown, or spectators: {valid, difference,
   * unchecked}, as `checkViews` of `shuffle-and-deal/verify` has it. It reads the store a part at a time, so the shoe
   * may be of any length, and asks no service. `signers` is the JWK set of the service, by which each response must be
   * signed.
   *
   * Throws `TableError` before the reveal.
   *
   * @param {string | null} [seat]
   * @param {{ signers?: { keys: Members[] } | null | undefined }} options
   * @returns {Promise<CheckResult>}
   */
  async check(seat, { signers } = {}) {
    const head = await this.#readRevealed();
    const { revealed, opened, digest } = head;
    const isOfWords = opened.terms.words && head.turns > 0;
    const seed = isOfWords ? textsOf(head.seats).join() : head.client_seed;
    const { checkViews } = await import("./verify/sealed/views.mjs");
    return checkViews(revealed.receipt, this.#walk(seat), {
      commitment: opened.commitment,
      digest,
      client_seed: seed ?? undefined,
      signers,
    });
  }

  /**
   * Return what a seat, or spectators, need to verify the shoe alone, by /v1/verify or `check` of
   * `shuffle-and-deal/verify`. `confirmed` is what this table noted: a player's program puts its own notes in the place
   * of it.
   *
   * Throws `TableError` before the reveal.
   *
   * @param {string | null} [seat]
   * @returns {Promise<Proof>}
   */
  async proof(seat) {
    const { revealed, opened, digest } = await this.#readRevealed();
    const views = await this.views(seat);
    const stages = views.flatMap((view) => view.dealt_stages ?? [view]);
    const shown = stages.flatMap((stage) => stage.shown ?? []);
    /** @type {Members} */
    const confirmed = { commitment: opened.commitment, digest };
    if (views[0]?.client_seed) confirmed.client_seed = views[0].client_seed;
    /** @type {Proof} */
    const proof = {
      receipt: revealed.receipt,
      confirmed,
      seen: stages.map(({ seen }) => seen),
    };
    if (shown.length > 0) proof.shown = shown;
    return proof;
  }
}

/**
 * Return the terms that follow from the words and keys of players: all of them must consent.
 *
 * @param {HeadMembers["seats"]} seats
 * @returns {JsonObject}
 */
function termsOf(seats) {
  /** @type {string[]} */
  const words = [];
  /** @type {[seat: string, key: PublicKey][]} */
  const signingKeys = [];
  /** @type {[seat: string, key: PublicKey][]} */
  const viewKeys = [];
  for (const { seat, player } of listPlayers(seats)) {
    const { word, keys } = player;
    if (word !== null) words.push(word);
    if (keys?.sign) signingKeys.push([seat, keys.sign]);
    if (keys?.view) viewKeys.push([seat, keys.view]);
  }
  /** @type {JsonObject} */
  const terms = {};
  if (words.length > 0) terms.words = words;
  if (signingKeys.length > 0)
    terms.consent = { keys: Object.fromEntries(signingKeys) };
  if (viewKeys.length > 0) terms.view_keys = Object.fromEntries(viewKeys);
  return terms;
}

/**
 * Return the members to send: a request after the first may repeat its client seed, which is left out.
 *
 * @param {JsonObject} asked
 * @param {HeadMembers} head
 */
function leaveOutSeed(asked, head) {
  const { client_seed: seed, ...others } = asked;
  return seed && head.turns > 0 && seed === head.client_seed ? others : asked;
}

/**
 * Return the members of the head after a turn, but for the token.
 *
 * @param {HeadMembers} before
 * @param {TurnMembers} turn
 * @returns {Partial<HeadMembers>}
 */
function formHead(before, { name, kind, asked, response }) {
  /** @type {Partial<HeadMembers>} */
  const head = {
    digest: /** @type {string} */ (response.digest),
    round: /** @type {number} */ (response.round),
    leaves: {},
    turns: before.turns + 1,
    last: name,
    has_in_play: response.in_play !== undefined,
  };
  if (before.turns === 0)
    head.client_seed = /** @type {string | null} */ (asked.client_seed ?? null);
  if (kind === "deal") head.next_stage = response.next_stage ?? null;
  return head;
}

/**
 * Return the name of the table after one: of "shoe" it is "shoe (2)", and of that "shoe (3)".
 *
 * @param {string} name
 */
function nameNext(name) {
  const groups = NUMBERED.exec(name)?.groups;
  if (!groups) return `${name} (2)`;
  const number = Number(groups.number);
  return `${groups.base} (${number + 1})`;
}

/**
 * Draw `count` of the items by the words of others, and return them with the proof of the draw. `occasion` names the
 * draw in the store and in the proof. The same call returns the same draw, after a crash too.
 *
 * Words that come after the commitment prove that nobody chose the draw. To show the commitment before, open
 * `new Table(service, store, occasion)` with these `items` and the occasion as its `label`. This call goes on from
 * there.
 *
 * Throws `TableError` for other items, words or another count: an occasion has one draw.
 *
 * @template Item
 * @param {Caller} service
 * @param {Store | ListStore} store
 * @param {string} occasion
 * @param {readonly Item[]} items
 * @param {string} words
 * @param {number} [count]
 * @returns {Promise<DrawnOnce<Item>>}
 */
export async function drawOnce(
  service,
  store,
  occasion,
  items,
  words,
  count = 1,
) {
  const table = new Table(service, store, occasion);
  await table.open({ items: [...items], label: occasion });
  const { cards } = await table.draw("draw", count, { client_seed: words });
  await table.reveal();
  const drawn = /** @type {Item[]} */ (cards);
  return { items: drawn, proof: await table.proof() };
}
