/** A sealed game or shoe whose state is in a store: no card is lost or dealt twice, whatever process is killed. */
import { ServiceError } from "./service.mjs";
import { MemoryStore } from "./stores.mjs";
import { Turn, copy, getOwn, openTurn, openView, writeTurn } from "./turns.mjs";
import { hashParts, isEqual, utf8 } from "./verify/core/canonical.mjs";

/** The table cannot do this now: it is not open, is revealed, has another action with this name, or lost entries. */
export class TableError extends Error {
  name = "TableError";
}

/** No card leaves before all players gave their texts. `seats` lists those who did not. */
export class WordsMissing extends TableError {
  name = "WordsMissing";

  constructor(seats) {
    super(`These seats have not given their texts: ${seats.join(", ")}.`);
    this.seats = seats;
  }
}

/** Code points in hexadecimal digits: so names have the same order as in Python, where JavaScript compares UTF-16. */
const orderOf = (name) =>
  Array.from(name, (character) =>
    character.codePointAt(0).toString(16).padStart(6, "0"),
  ).join();
const bySeat = ([seat], [otherSeat]) =>
  orderOf(seat) < orderOf(otherSeat) ? -1 : 1;

const namesOf = (seats) =>
  Object.entries(seats)
    .sort(bySeat)
    .map(([seat]) => seat);

/** The state of a table: how many changes were saved, and the members of the head after them. */
class State {
  constructor(number = 0, head = { seats: {}, leaves: {}, turns: 0 }) {
    this.number = number;
    this.head = head;
  }

  /** The seats with their players, in the order of the names. */
  get players() {
    return Object.entries(this.head.seats).sort(bySeat);
  }

  /** The seats whose texts the terms need, and that have not given them. */
  get missing() {
    return this.players
      .filter(([, { word, text }]) => word && !text)
      .map(([seat]) => seat);
  }
}

/**
 * A store by one that keeps lists: `load` and `save`. What it loaded of a table stays in memory. A text of the list is
 * {head} with the members that changed, and perhaps {turn}, [name, text].
 */
class StoreOfLists extends MemoryStore {
  #store;
  #number = 0;
  #last;
  #head = {};

  constructor(store) {
    super();
    this.#store = store;
  }

  async read(name) {
    const texts = await this.#store.load(name, Math.max(0, this.#number - 1));
    if (this.#number > 0 && texts[0] !== this.#last) throw makeLoss(name);
    for (const text of texts.slice(Math.min(1, this.#number)))
      this.#add(name, text);
    return this.#number > 0
      ? { number: this.#number, head: JSON.stringify(this.#head) }
      : null;
  }

  #add(name, text) {
    const { head, turn } = JSON.parse(text);
    const [action, turnText] = turn ?? [];
    const isNext =
      !turn || openView(turnText).response.previous === this.#head.digest;
    const added = turn && { name: action, text: turnText };
    if (!isNext || !super.append(name, this.#number, "", added))
      throw makeLoss(name);
    this.#number++;
    this.#last = text;
    Object.assign(this.#head, head);
  }

  async append(name, number, head, turn) {
    const isNew = ([one, value]) =>
      !Object.hasOwn(this.#head, one) || !isEqual(this.#head[one], value);
    const changed = Object.entries(JSON.parse(head)).filter(isNew);
    const text = JSON.stringify({
      head: Object.fromEntries(changed),
      ...(turn && { turn: [turn.name, turn.text] }),
    });
    const isSaved = await this.#store.save(name, number, text);
    if (isSaved) this.#add(name, text);
    return isSaved;
  }
}

const openStore = (store) => (store.append ? store : new StoreOfLists(store));

/** Return the error for a store that has not all that this process saw. */
const makeLoss = (name) =>
  new TableError(
    `The store lost entries of ${name} that this process saw, by a failover or ` +
      "a restored backup, or has others in their place. Another draw could deal " +
      "a card twice. Restore the entries, or go on with a new shoe under a new name.",
  );

// By store and name: the end of the queue, the store, and the last state that was `seen`
const places = new WeakMap();
const KEPT = 1000; // tables of one store; a state that is kept no longer is read from the store again
const PART = 100; // turns that are read at once

/** Return the place of a table in this process. */
function findPlace(store, name) {
  const known = places.get(store) ?? new Map();
  const place = known.get(name) ?? {
    queue: Promise.resolve(),
    store: openStore(store),
    seen: new State(),
  };
  places.set(store, known);
  known.delete(name);
  known.set(name, place); // as the newest
  if (known.size > KEPT) known.delete(known.keys().next().value);
  return place;
}

const note = (place, state) => {
  if (state.number > place.seen.number) place.seen = state;
};

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

const isGiven = ([, value]) => value !== undefined && value !== null;

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

  constructor(service, store, name) {
    this.#service = service;
    this.#store = store;
    this.name = name;
  }

  /** Return the newest state. Throw `TableError` if the store has not all that this process saw. */
  async #read(store) {
    const place = findPlace(this.#store, this.name);
    const { seen } = place; // before the read: other calls go on meanwhile
    const found = await store.read(this.name);
    const state = found
      ? new State(found.number, JSON.parse(found.head))
      : new State();
    if (!(await this.#isLater(state, seen, store))) throw makeLoss(this.name);
    note(place, state);
    return state;
  }

  /**
   * Return whether a state is the one that was seen, or a later one of the same shoe. The last turn that was seen shows
   * that: it has its name still, and the digest that binds it to all before it.
   */
  async #isLater(state, seen, store) {
    if (state.number < seen.number) return false;
    if (state.number === seen.number) return isEqual(state.head, seen.head);
    const { opened, turns, last, digest } = seen.head;
    if (!opened) return true;
    if (!isEqual(state.head.opened, opened)) return false;
    if (turns === 0) return true;
    const text = await store.find(this.name, last);
    return text !== null && openView(text).response.digest === digest;
  }

  /**
   * Take a step from the newest state, after all earlier calls of this process for the table, until its change is saved,
   * and return its result. Without a change nothing is saved. A change has the members of the head that change, and
   * perhaps a `turn`. A step is taken again only after another process saved a change, so a shoe bounds how often: no
   * pause is needed.
   */
  #change(step) {
    const place = findPlace(this.#store, this.name);
    const done = place.queue.then(() => this.#takeStep(step, place));
    place.queue = done.catch(() => {});
    return done;
  }

  async #takeStep(step, place) {
    let refusedNumber = -1; // of the state whose change the store did not save
    for (;;) {
      const state = await this.#read(place.store);
      if (state.number === refusedNumber) throw makeLoss(this.name);
      const { change, result } = await step(state, place.store);
      if (!change || (await this.#save(place, state, change))) return result;
      refusedNumber = state.number;
    }
  }

  /** Save a change of a state; return whether the store did. */
  async #save(place, { number, head: before }, change) {
    const head = { ...before, ...change.head };
    const text = JSON.stringify(head);
    const isSaved = await place.store.append(
      this.name,
      number,
      text,
      change.turn,
    );
    if (isSaved) note(place, new State(number + 1, copy(head)));
    return isSaved;
  }

  /** Yield the responses and views of all turns, a part of them at a time. Throw `TableError` if one does not follow. */
  async *#walk(seat) {
    const store = openStore(this.#store);
    const { turns, opened, digest: last } = (await this.#read(store)).head;
    let count = 0;
    let digest = opened?.commitment;
    for (let start = 0; start < turns; start += PART) {
      const length = Math.min(PART, turns - start);
      for (const text of await store.turns(this.name, start, length)) {
        const { response, view } = openView(text, seat);
        if (response.previous !== digest) throw makeLoss(this.name);
        count += 1;
        digest = response.digest;
        yield view;
      }
    }
    if (count !== turns || digest !== last) throw makeLoss(this.name);
  }

  /** Return the response of the service. Throw `ServiceError` for one without these members. */
  async #call(path, body, members) {
    const response = await this.#service.call(path, body);
    const missing = members.filter(
      (name) => (response?.[name] ?? undefined) === undefined,
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
   */
  async join(seat, word = null, keys = null) {
    if (word !== null && !/^[0-9a-f]{64}$/.test(word))
      throw new TableError(
        "word: a SHA-256 in lower-case hexadecimal was expected.",
      );
    const player = {
      word,
      keys: keys && copy({ sign: keys.sign, view: keys.view }),
    };
    return this.#change(({ head }) => {
      const known = getOwn(head.seats, seat);
      if (known && isEqual({ word: known.word, keys: known.keys }, player))
        return { result: namesOf(head.seats) };
      if (known) throw new TableError(`Seat ${seat} is taken.`);
      if (head.opened)
        throw new TableError("The shoe is open: nobody joins any more.");
      const seats = { ...head.seats, [seat]: player };
      return { change: { head: { seats } }, result: namesOf(seats) };
    });
  }

  /**
   * Seal the shoe that the members of a request to /v1/shoes describe, and return what everybody may know: with the
   * commitment, the response without its token. The words and keys of the players who joined are added, words in the
   * order of the seats' names.
   *
   * Throws `TableError` if it is open with other terms.
   */
  async open(terms) {
    const asked = copy(terms);
    return this.#change(async (state) => {
      const { head } = state;
      if (head.opened && !isEqual(head.asked, asked))
        throw new TableError(
          `${this.name} is open with other terms. Each shoe has a name of its own.`,
        );
      if (head.opened) return { result: copy(head.opened) };
      const { shoe: token, ...opened } = await this.#call(
        "/v1/shoes",
        { ...asked, ...termsOf(state) },
        OPENED,
      );
      return {
        change: {
          head: {
            asked,
            token,
            digest: opened.digest,
            round: 0,
            opened,
          },
        },
        result: opened,
      };
    });
  }

  /**
   * Note the text of a player, and return the seats that have not given theirs.
   *
   * Throws `TableError` if the shoe is not open, or if it is not the text with the SHA-256 that `join` noted.
   */
  async give(seat, text) {
    return this.#change(async (state) => {
      const { seats, opened } = state.head;
      const player = getOwn(seats, seat) ?? {};
      if (!opened)
        throw new TableError(
          "Players give their texts after they have seen the commitment: open the shoe first.",
        );
      if ((await hashParts(utf8(text))) !== player.word)
        throw new TableError(
          `This is not the text that seat ${seat} joined with.`,
        );
      if (!/^[A-Za-z0-9_-]{16,64}$/.test(text))
        throw new TableError(
          "A text has 16 to 64 of A-Z, a-z, 0-9, _ and -: the service takes no other.",
        );
      const result = state.missing.filter((other) => other !== seat);
      return {
        change: player.text
          ? undefined
          : { head: { seats: { ...seats, [seat]: { ...player, text } } } },
        result,
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
   */
  async deal(action, { consents, ...members } = {}) {
    return this.#take("deal", action, members, consents);
  }

  /** Draw `count` cards, for a `seat` or for everybody to see; see `deal`. */
  async draw(action, count, { consents, ...members } = {}) {
    return this.#take("draw", action, { count, ...members }, consents);
  }

  #take(kind, name, given, consents) {
    const members = copy(
      Object.fromEntries(Object.entries(given).filter(isGiven)),
    );
    return this.#change(async (state, store) => {
      const known = await this.#findTurn(store, kind, name, members);
      if (known) return { result: new Turn(known) };
      const { body, token, ...views } = await this.#request(
        state,
        kind,
        members,
        consents,
      );
      const turn = {
        name,
        kind,
        asked: members,
        ...views,
      };
      const head = { ...advanceHead(state.head, turn, body.leaves), token };
      return {
        change: { head, turn: { name, text: writeTurn(turn) } },
        result: new Turn(turn),
      };
    });
  }

  /** Return the turn with a name if it was taken before. Throw `TableError` if it was asked for with other members. */
  async #findTurn(store, kind, name, members) {
    const text = await store.find(this.name, name);
    if (text === null) return undefined;
    const known = openTurn(name, text);
    if (known.kind === kind && isEqual(known.asked, members)) return known;
    throw new TableError(
      `${name} is the name of another action of ${this.name}.`,
    );
  }

  /**
   * Send a deal or a draw: return the `body` that was sent, the next `token`, and the response with its views. The client
   * seed of the first turn is not sent again.
   */
  async #request(state, kind, members, consents) {
    const { turns, client_seed: first, digest: previous } = state.head;
    const { client_seed: seed, ...others } = members;
    const sent = seed && turns > 0 && seed === first ? others : members;
    const body = await this.#formBody(state, kind, sent, consents);
    const path = `/v1/shoes/${kind}`;
    const whole = await this.#call(path, { ...body, each_seat: true }, TAKEN);
    if (whole.previous !== previous)
      throw new ServiceError(
        `${path}: the response is for another state of the shoe.`,
      );
    const { shoe: token, seat_views, spectator_view, ...response } = whole;
    return {
      body,
      token,
      response,
      seat_views,
      spectator_view,
    };
  }

  /** Return the body of a request with the token, the first time with the texts, and with the consents. */
  async #formBody(state, kind, members, consents) {
    const { opened, revealed, token, digest, leaves: before } = state.head;
    if (!opened || revealed)
      throw new TableError(
        `${this.name} is ${opened ? "revealed" : "not open"}.`,
      );
    const body = { ...members, shoe: token };
    if (state.head.turns === 0 && kind !== "reveal" && opened.terms.words) {
      if (state.missing.length > 0) throw new WordsMissing(state.missing);
      body.words = state.players
        .filter(([, { word }]) => word)
        .map(([, { text }]) => text);
    }
    if (!consents) return body;
    const signed = await consents({ action: kind, ...members }, digest);
    const leaves = { ...before, ...signed.leaves };
    return {
      ...body,
      consents: signed.consents,
      ...(Object.keys(leaves).length > 0 && { leaves }),
    };
  }

  /** Reveal the shoe: return the response with the receipt. After that nothing is dealt or drawn. */
  async reveal({ consents } = {}) {
    return this.#change(async (state) => {
      if (state.head.revealed) return { result: copy(state.head.revealed) };
      const head = await this.#reveal(state, consents);
      return { change: { head }, result: head.revealed };
    });
  }

  /** Return the members of the head that a reveal changes. */
  async #reveal(state, consents) {
    const body = await this.#formBody(state, "reveal", {}, consents);
    const { shoe: token, ...revealed } = await this.#call(
      "/v1/shoes/reveal",
      body,
      REVEALED,
    );
    return { token, revealed };
  }

  /**
   * Reveal the shoe between rounds of play, and return the table of the next shoe, which is not open yet. Its name is this
   * one with " (2)", then " (3)" and so on; another call returns the same table. Players join it again, and its
   * commitment is published as the first was.
   *
   * Throws `TableError` in a round: while stages of a hand are left to deal, and if the last draw named cards in play.
   * Then go on in this shoe, in its next round by `reshuffle` or `in_play`, and renew the table later.
   */
  async renew({ consents } = {}) {
    const name = await this.#change(async (state) => {
      const {
        next,
        revealed,
        next_stage: stage,
        has_in_play: hasInPlay,
      } = state.head;
      if (next) return { result: next };
      if (!revealed && (stage || hasInPlay)) {
        const left = stage
          ? "there are stages to deal"
          : "the last draw has cards in play";
        throw new TableError(
          `A round of ${this.name} is not over: ${left}. Renew the table after the round.`,
        );
      }
      const [, base, number = 1] = /^(.*?)(?: \((\d+)\))?$/s.exec(this.name);
      const head = {
        next: `${base} (${Number(number) + 1})`,
        ...(!revealed && (await this.#reveal(state, consents))),
      };
      return { change: { head }, result: head.next };
    });
    return new Table(this.#service, this.#store, name);
  }

  /** Return all that a seat may know, or that spectators may: the view of each deal and draw so far. */
  async views(seat) {
    const views = [];
    for await (const view of this.#walk(seat)) views.push(view);
    return views;
  }

  async #readRevealed() {
    const { head } = await this.#read(openStore(this.#store));
    if (!head.revealed) throw new TableError(`${this.name} is not revealed.`);
    return head;
  }

  /**
   * Return the result of the check of the revealed shoe by what a seat was shown, or spectators: {valid, difference,
   * unchecked}, as `checkViews` of `shuffle-and-deal/verify` has it. It reads the store a part at a time, so the shoe
   * may be of any length, and asks no service. `signers` is the JWK set of the service, by which each response must be
   * signed.
   *
   * Throws `TableError` before the reveal.
   */
  async check(seat, { signers } = {}) {
    const head = await this.#readRevealed();
    const { revealed, opened, digest, seats, client_seed: seed } = head;
    const texts = new State(0, { seats }).players
      .filter(([, { word }]) => word)
      .map(([, { text }]) => text);
    const noted =
      opened.terms.words && head.turns > 0 ? texts.join() : (seed ?? undefined);
    const { checkViews } = await import("./verify/sealed/views.mjs");
    return checkViews(revealed.receipt, this.#walk(seat), {
      commitment: opened.commitment,
      digest,
      client_seed: noted,
      signers,
    });
  }

  /**
   * Return what a seat, or spectators, need to verify the shoe alone, by /v1/verify or `check` of
   * `shuffle-and-deal/verify`. `confirmed` is what this table noted: a player's program puts its own notes in the place of
   * it.
   *
   * Throws `TableError` before the reveal.
   */
  async proof(seat) {
    const { revealed, opened, digest } = await this.#readRevealed();
    const views = await this.views(seat);
    const stages = views.flatMap((view) => view.dealt_stages ?? [view]);
    const shown = stages.flatMap((stage) => stage.shown ?? []);
    return {
      receipt: revealed.receipt,
      confirmed: {
        commitment: opened.commitment,
        digest,
        ...(views[0]?.client_seed && { client_seed: views[0].client_seed }),
      },
      seen: stages.map(({ seen }) => seen),
      ...(shown.length > 0 && { shown }),
    };
  }
}

/** Return the terms that follow from the words and keys of players: all of them must consent. */
function termsOf({ players }) {
  const words = players.flatMap(([, { word }]) => word ?? []);
  const pickKeys = (use) => {
    const withKey = players.filter(([, { keys }]) => keys?.[use]);
    return Object.fromEntries(
      withKey.map(([seat, { keys }]) => [seat, keys[use]]),
    );
  };
  const keys = pickKeys("sign");
  const viewKeys = pickKeys("view");
  return {
    ...(words.length > 0 && { words }),
    ...(Object.keys(keys).length > 0 && { consent: { keys } }),
    ...(Object.keys(viewKeys).length > 0 && { view_keys: viewKeys }),
  };
}

/**
 * Return the members of the head that a turn changes, but for the token. Those who left are counted until the next round;
 * the client seed is that of the first turn.
 */
function advanceHead(before, { name, kind, asked, response }, leaves = {}) {
  const { digest, round } = response;
  const { turns, client_seed: first } = before;
  return {
    digest,
    round,
    leaves: round === before.round ? leaves : {},
    turns: turns + 1,
    last: name,
    client_seed: turns > 0 ? first : (asked.client_seed ?? null),
    has_in_play: response.in_play !== undefined,
    ...(kind === "deal" && { next_stage: response.next_stage ?? null }),
  };
}
