/** A sealed game or shoe whose state is in a store: no card is lost or dealt twice, whatever process is killed. */
import { ServiceError } from "./service.mjs";
import { hashParts, isEqual, utf8 } from "./verify/canonical.mjs";

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

const getOwn = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

/** A deal or a draw that is saved. `response` is the whole response, for the backend alone. */
export class Turn {
  #views;
  #spectators;

  constructor({ name, response, seat_views: views, spectator_view: spectators }) {
    Object.assign(this, { name, response });
    [this.#views, this.#spectators] = [views, spectators];
  }

  /** The cards, items or integers of a draw. */
  get cards() {
    return this.response.integers ?? this.response.cards;
  }

  /** Return the response that a seat may have, or spectators. Only a view may leave the backend. */
  view(seat) {
    return (seat ? getOwn(this.#views, seat) : undefined) ?? this.#spectators;
  }
}

/** Code points in hexadecimal digits: so names have the same order as in Python, where JavaScript compares UTF-16. */
const orderOf = (name) =>
  Array.from(name, (character) => character.codePointAt(0).toString(16).padStart(6, "0")).join();
const bySeat = ([one], [other]) => (orderOf(one) < orderOf(other) ? -1 : 1);

const namesOf = (seats) =>
  Object.entries(seats)
    .sort(bySeat)
    .map(([seat]) => seat);

/** What the saved entries of a table lead to: the members of `head`, and the text of each deal and draw. */
class State {
  number = 0;
  head = { seats: {}, leaves: {} };
  turns = [];
  #numbers = new Map();

  /**
   * Go on by an entry: {head} with the members that change, and perhaps {turn}. Return whether it follows: a turn has
   * the digest of the last one, unless entries were lost or came twice.
   */
  add(text) {
    const { head, turn } = JSON.parse(text);
    if (turn && turn.response.previous !== this.head.digest) return false;
    Object.assign(this.head, head);
    if (this.turns.length === 0) this.clientSeed = turn?.asked.client_seed; // of the first deal or draw
    if (turn) this.#numbers.set(turn.name, this.turns.push(text) - 1);
    return this.number++ >= 0;
  }

  readTurns() {
    return this.turns.map((text) => new Turn(JSON.parse(text).turn));
  }

  /** Return the saved deal or draw with a name, or undefined. */
  findTurn(name) {
    return this.#numbers.has(name) ? JSON.parse(this.turns[this.#numbers.get(name)]).turn : undefined;
  }

  /** The seats with their players, in the order of the names. */
  get players() {
    return Object.entries(this.head.seats).sort(bySeat);
  }

  /** The seats whose texts the terms need, and that have not given them. */
  get missing() {
    return this.players.filter(([, { word, text }]) => word && !text).map(([seat]) => seat);
  }
}

// By store and name: the end of the queue, the state that the last call left, and the last entry that was `seen`
const places = new WeakMap();
const KEPT = 1000; // tables of one store; a state that is kept no longer is read from the store again

/** Return the place of a table in this process. */
function findPlace(store, name) {
  const known = places.get(store) ?? new Map();
  const place = known.get(name) ?? { queue: Promise.resolve(), state: new State(), seen: { number: 0 } };
  places.set(store, known);
  known.delete(name);
  known.set(name, place); // as the newest
  if (known.size > KEPT) known.delete(known.keys().next().value);
  return place;
}

/** Add an entry to a state, and note it as seen. Return whether it follows. */
function addEntry(state, text, place) {
  const follows = state.add(text);
  if (follows && state.number > place.seen.number) place.seen = { number: state.number, text };
  return follows;
}

/** The members of responses that a table reads. */
const OPENED = ["shoe", "commitment", "digest", "terms"];
const TAKEN = ["shoe", "previous", "digest", "round", "seat_views", "spectator_view"];
const REVEALED = ["shoe", "receipt"];

const copy = (value) => JSON.parse(JSON.stringify(value));
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
    [this.#service, this.#store, this.name] = [service, store, name];
  }

  /**
   * Add to a state what other processes have saved since, and return it. Throw `TableError` if the store has not all
   * that this process saw. The last entry that it saw shows that, as each draw is bound to all before it.
   */
  async #read(state, place = findPlace(this.#store, this.name)) {
    const { number, text: last } = place.seen; // before the load: other calls go on meanwhile
    const first = Math.max(0, Math.min(state.number, number) - 1);
    const texts = await this.#store.load(this.name, first);
    if (number > 0 && texts[number - 1 - first] !== last) throw this.#makeLoss();
    for (const text of texts.slice(state.number - first)) if (!addEntry(state, text, place)) throw this.#makeLoss();
    return state;
  }

  #makeLoss() {
    return new TableError(
      `The store lost entries of ${this.name} that this process saw, by a failover or a restored backup, or has others ` +
        "in their place. Another draw could deal a card twice. Restore the entries, or go on with a new shoe under a " +
        "new name.",
    );
  }

  /**
   * Take a step from the newest state, after all earlier calls of this process for the table, until its entry is saved,
   * and return its result. Without an entry nothing is saved. A step is taken again only after another process saved an
   * entry, so a shoe bounds how often: no pause is needed.
   */
  #change(step) {
    const place = findPlace(this.#store, this.name);
    const { queue, state } = place;
    const done = queue.then(async () => {
      for (let refused = -1; (await this.#read(state, place)).number !== refused; refused = state.number) {
        const { entry, result } = await step(state);
        const text = entry && JSON.stringify(entry);
        if (entry && !(await this.#store.save(this.name, state.number, text))) continue;
        if (entry) addEntry(state, text, place);
        return result;
      }
      throw this.#makeLoss();
    });
    place.queue = done.catch(() => {});
    return done;
  }

  /** Return the response of the service. Throw `ServiceError` for one without these members. */
  async #call(path, body, members) {
    const response = await this.#service.call(path, body);
    const missing = members.filter((name) => (response?.[name] ?? undefined) === undefined);
    if (missing.length === 0) return response;
    throw new ServiceError(`${path}: the response has no ${missing.join(", ")}. Is this the address of the service?`);
  }

  /**
   * Note a player before the shoe is opened: the SHA-256 of a random text, and the keys, {sign, view}, for private
   * hands. Return the seats that are taken, in the order of their names.
   *
   * Throws `TableError` if somebody else has the seat, if the shoe is open, or if the word is no SHA-256.
   */
  async join(seat, word = null, keys = null) {
    if (word !== null && !/^[0-9a-f]{64}$/.test(word))
      throw new TableError("word: a SHA-256 in lower-case hexadecimal was expected.");
    const player = { word, keys: keys && copy({ sign: keys.sign, view: keys.view }) };
    return this.#change(({ head }) => {
      const known = getOwn(head.seats, seat);
      if (known && isEqual({ word: known.word, keys: known.keys }, player)) return { result: namesOf(head.seats) };
      if (known) throw new TableError(`Seat ${seat} is taken.`);
      if (head.opened) throw new TableError("The shoe is open: nobody joins any more.");
      const seats = { ...head.seats, [seat]: player };
      return { entry: { head: { seats } }, result: namesOf(seats) };
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
        throw new TableError(`${this.name} is open with other terms. Each shoe has a name of its own.`);
      if (head.opened) return { result: copy(head.opened) };
      const { shoe: token, ...opened } = await this.#call("/v1/shoes", { ...asked, ...termsOf(state) }, OPENED);
      return { entry: { head: { asked, token, digest: opened.digest, round: 0, opened } }, result: opened };
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
        throw new TableError("Players give their texts after they have seen the commitment: open the shoe first.");
      if ((await hashParts(utf8(text))) !== player.word)
        throw new TableError(`This is not the text that seat ${seat} joined with.`);
      if (!/^[A-Za-z0-9_-]{16,64}$/.test(text))
        throw new TableError("A text has 16 to 64 of A-Z, a-z, 0-9, _ and -: the service takes no other.");
      const result = state.missing.filter((other) => other !== seat);
      return {
        entry: player.text ? undefined : { head: { seats: { ...seats, [seat]: { ...player, text } } } },
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
    const members = copy(Object.fromEntries(Object.entries(given).filter(isGiven)));
    return this.#change(async (state) => {
      const known = state.findTurn(name);
      if (known && !(known.action === kind && isEqual(known.asked, members)))
        throw new TableError(`${name} is the name of another action of ${this.name}.`);
      if (known) return { result: new Turn(known) };
      const { client_seed: seed, ...others } = members;
      const sent = seed && seed === state.clientSeed ? others : members;
      const body = await this.#formBody(state, kind, sent, consents);
      const whole = await this.#call(`/v1/shoes/${kind}`, { ...body, each_seat: true }, TAKEN);
      if (whole.previous !== state.head.digest)
        throw new ServiceError(`/v1/shoes/${kind}: the response is for another state of the shoe.`);
      const { shoe: token, seat_views, spectator_view, ...response } = whole;
      const { digest, round } = response;
      const leaves = round === state.head.round ? (body.leaves ?? {}) : {};
      const turn = { name, action: kind, asked: members, response, seat_views, spectator_view };
      return { entry: { head: { token, digest, round, leaves }, turn }, result: new Turn(turn) };
    });
  }

  /** Return the body of a request with the token, the first time with the texts, and with the consents. */
  async #formBody(state, kind, members, consents) {
    const { opened, revealed, token, digest, leaves: before } = state.head;
    if (!opened || revealed) throw new TableError(`${this.name} is ${opened ? "revealed" : "not open"}.`);
    const body = { ...members, shoe: token };
    if (state.turns.length === 0 && kind !== "reveal" && opened.terms.words) {
      if (state.missing.length > 0) throw new WordsMissing(state.missing);
      body.words = state.players.filter(([, { word }]) => word).map(([, { text }]) => text);
    }
    if (!consents) return body;
    const signed = await consents({ action: kind, ...members }, digest);
    const leaves = { ...before, ...signed.leaves };
    return { ...body, consents: signed.consents, ...(Object.keys(leaves).length > 0 && { leaves }) };
  }

  /** Reveal the shoe: return the response with the receipt. After that nothing is dealt or drawn. */
  async reveal({ consents } = {}) {
    return this.#change(async (state) => {
      if (state.head.revealed) return { result: copy(state.head.revealed) };
      const body = await this.#formBody(state, "reveal", {}, consents);
      const { shoe: token, ...revealed } = await this.#call("/v1/shoes/reveal", body, REVEALED);
      return { entry: { head: { token, revealed } }, result: revealed };
    });
  }

  /** Return all that a seat may know, or that spectators may: the view of each deal and draw so far. */
  async views(seat) {
    return (await this.#read(new State())).readTurns().map((turn) => turn.view(seat));
  }

  /**
   * Return what a seat, or spectators, need to verify the shoe alone, by /v1/verify or `check` of
   * `shuffle-and-deal/verify`. `confirmed` is what this table noted: a player's program puts its own notes in the place of
   * it.
   *
   * Throws `TableError` before the reveal.
   */
  async proof(seat) {
    const state = await this.#read(new State());
    const { revealed, opened, digest } = state.head;
    if (!revealed) throw new TableError(`${this.name} is not revealed.`);
    const views = state.readTurns().map((turn) => turn.view(seat));
    const stages = views.flatMap((view) => view.dealt_stages ?? [view]);
    const shown = stages.flatMap((stage) => stage.shown ?? []);
    return {
      receipt: revealed.receipt,
      confirmed: { commitment: opened.commitment, digest, ...(views[0]?.client_seed && { client_seed: views[0].client_seed }) },
      seen: stages.map(({ seen }) => seen),
      ...(shown.length > 0 && { shown }),
    };
  }
}

/** Return the terms that follow from the words and keys of players: all of them must consent. */
function termsOf({ players }) {
  const words = players.flatMap(([, { word }]) => word ?? []);
  const pick = (use) =>
    Object.fromEntries(players.filter(([, { keys }]) => keys?.[use]).map(([seat, { keys }]) => [seat, keys[use]]));
  const [keys, views] = [pick("sign"), pick("view")];
  return {
    ...(words.length > 0 && { words }),
    ...(Object.keys(keys).length > 0 && { consent: { keys } }),
    ...(Object.keys(views).length > 0 && { view_keys: views }),
  };
}
