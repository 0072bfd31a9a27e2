/**
 * What a store keeps of a deal or a draw: a text without what follows from the rest of it. The text is JSON: [kind,
 * asked, response, views by seat, spectators' view]. The response is its differences from what a draw of cards is
 * expected to have, each view of a seat its differences from the response, and the spectators' view from the response,
 * without the cards if a draw has a seat. Python's turns.py reads and writes the same texts, so what is expected here
 * never changes.
 */
// @ts-check
import { isObject } from "./verify/core/validation.mjs";

/** @import { JsonObject } from "./verify/core/validation.mjs" */

/**
 * Objects of JSON by seat.
 *
 * @typedef {{ [seat: string]: JsonObject }} Views
 */

/**
 * A deal or a draw, `kind`, under a name of the caller's: what was asked for, the response for the backend alone, and
 * the responses that seats and spectators may have.
 *
 * @typedef {object} TurnMembers
 * @property {string} name
 * @property {string} kind "deal" or "draw"
 * @property {JsonObject} asked
 * @property {JsonObject} response
 * @property {Views} seat_views
 * @property {JsonObject} spectator_view
 */

/**
 * The members of a text, in its order; each object but `asked` has the differences that `compare` returns.
 *
 * @typedef {[kind: string, asked: JsonObject, response: JsonObject, views: Views, spectators: JsonObject]} Entry
 */

/**
 * Return a member of an object, undefined if the object itself has none of the name, as a seat can be "constructor".
 *
 * @template T
 * @param {{ [name: string]: T }} object
 * @param {string} name
 * @returns {T | undefined}
 */
export const getOwn = (object, name) =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/**
 * Return a copy of JSON that can change without it.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
export const copy = (value) => JSON.parse(JSON.stringify(value));

/** A deal or a draw that is saved. `response` is the whole response, for the backend alone. */
export class Turn {
  #views;
  #spectators;

  /** @param {TurnMembers} members */
  constructor({
    name,
    response,
    seat_views: views,
    spectator_view: spectators,
  }) {
    this.name = name;
    this.response = response;
    this.#views = views;
    this.#spectators = spectators;
  }

  /**
   * The cards, items or integers of a draw.
   *
   * @returns {unknown[]}
   */
  get cards() {
    const { integers, cards } = this.response;
    return /** @type {unknown[]} */ (integers ?? cards);
  }

  /**
   * Return the response that a seat may have, or spectators. Only a view may leave the backend.
   *
   * @param {string | null} [seat]
   * @returns {JsonObject}
   */
  view(seat) {
    return (seat ? getOwn(this.#views, seat) : undefined) ?? this.#spectators;
  }
}

/**
 * Return a copy of JSON.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
function clone(value) {
  if (Array.isArray(value)) return value.map(clone);
  return isObject(value) ? mapMembers(value, clone) : value;
}

/**
 * Return whether two values have the same JSON, with their members in the same order.
 *
 * @param {unknown} one
 * @param {unknown} other
 */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Return an object with the result of a function in place of each member.
 *
 * @template T, R
 * @param {{ [name: string]: T }} object
 * @param {(value: T, name: string) => R} change
 * @returns {{ [name: string]: R }}
 */
const mapMembers = (object, change) =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, change(value, name)]),
  );

/**
 * Return the text of a turn. Differences cannot tell another order of members, for one: if the turn does not come back
 * from them as it was, the text has it whole.
 *
 * @param {TurnMembers} turn
 * @returns {string}
 */
export function writeTurn(turn) {
  const { kind, asked, response } = turn;
  /** @type {Entry} */
  const differences = [
    kind,
    asked,
    compare(expect(kind, asked, response), response),
    mapMembers(turn.seat_views, (view) => compare(response, view)),
    compare(hide(response), turn.spectator_view),
  ];
  const text = JSON.stringify(differences);
  const again = openTurn(turn.name, text);
  if (
    isSame(again.response, response) &&
    isSame(again.seat_views, turn.seat_views) &&
    isSame(again.spectator_view, turn.spectator_view)
  )
    return text;
  /** @type {Entry} */
  const whole = [
    kind,
    asked,
    { "=": response },
    mapMembers(turn.seat_views, (view) => ({ "=": view })),
    { "=": turn.spectator_view },
  ];
  return JSON.stringify(whole);
}

/**
 * Return the turn in a text, which has a name in its store.
 *
 * @param {string} name
 * @param {string} text
 * @returns {TurnMembers}
 */
export function openTurn(name, text) {
  /** @type {Entry} */
  const [kind, asked, differences, views, spectators] = JSON.parse(text);
  const response = openResponse(kind, asked, differences);
  return {
    name,
    kind,
    asked,
    response,
    seat_views: mapMembers(views, (view) => apply(response, view)),
    spectator_view: apply(hide(response), spectators),
  };
}

/**
 * Return the response in a text, and the view of a seat, or of spectators.
 *
 * @param {string} text
 * @param {string | null} [seat]
 * @returns {{ response: JsonObject, view: JsonObject }}
 */
export function openView(text, seat) {
  /** @type {Entry} */
  const [kind, asked, differences, views, spectators] = JSON.parse(text);
  const response = openResponse(kind, asked, differences);
  const own = seat ? getOwn(views, seat) : undefined;
  return {
    response,
    view: own ? apply(response, own) : apply(hide(response), spectators),
  };
}

/**
 * Return the response in a text. What is expected of `seen` repeats members of the response, so the response is found
 * without it first.
 *
 * @param {string} kind
 * @param {JsonObject} asked
 * @param {JsonObject} differences
 */
function openResponse(kind, asked, differences) {
  const withoutSeen = apply(expect(kind, asked, differences), differences);
  return apply(expect(kind, asked, withoutSeen), differences);
}

/** The members of `seen` of a draw that repeat members of the response, each with the name of that member. */
const SEEN = {
  draw: "draws",
  seat: "seat",
  rounds: "rounds",
  positions: "positions",
};

/**
 * Return the response that is expected to a draw, from what was asked for and the members that were `found`. The order
 * of its members is that of the service, and is frozen as the texts are.
 *
 * @param {string} kind
 * @param {JsonObject} asked
 * @param {JsonObject} found
 * @returns {JsonObject}
 */
function expect(kind, asked, found) {
  if (kind !== "draw") return {};
  const hasIntegers = Object.hasOwn(found, "integers");
  const name = hasIntegers ? "integers" : "cards";
  /** @type {JsonObject} */
  const expected = { [name]: [] };
  if (!hasIntegers) expected.indices = [];
  expected.rounds = [0];
  expected.positions = [];
  if (Object.hasOwn(asked, "seat")) {
    expected.seat = asked.seat;
    expected.count = asked.count;
  }
  if (Object.hasOwn(asked, "burn")) expected.burned = asked.burn;
  if (Object.hasOwn(found, "pile")) expected.pile = "";
  /** @type {JsonObject} */
  const seen = {};
  for (const [member, repeated] of Object.entries(SEEN))
    if (Object.hasOwn(found, repeated)) seen[member] = found[repeated];
  seen[name] = found[name];
  return Object.assign(expected, {
    remaining: 0,
    drawable: 0,
    round: 0,
    reshuffled: false,
    reshuffle_due: false,
    draws: 0,
    previous: "",
    digest: "",
    signed: null,
    client_seed: null,
    seen,
  });
}

const FACES = ["cards", "integers"];
const LISTS = [...FACES, "indices", "rounds", "positions", "shown"];

/**
 * Return the response to a draw for a seat without its cards.
 *
 * @param {JsonObject} response
 * @returns {JsonObject}
 */
function hide(response) {
  const { seen } = response;
  if (!Object.hasOwn(response, "seat") || !isObject(seen)) return response;
  const hidden = mapMembers(response, (value, name) =>
    LISTS.includes(name) ? [] : value,
  );
  hidden.seen = mapMembers(seen, (value, name) =>
    FACES.includes(name) && Array.isArray(value)
      ? value.map(() => null)
      : value,
  );
  return hidden;
}

/**
 * Return the differences of an object from another, from which `apply` returns it: `compare({ a: 1, b: 2 }, { a: 3 })`
 * is `{ a: 3, "-": ["b"] }`.
 *
 * @param {JsonObject} base
 * @param {JsonObject} value
 * @returns {JsonObject}
 */
function compare(base, value) {
  if (Object.hasOwn(value, "-") || Object.hasOwn(value, "="))
    return { "=": value };
  /** @type {[name: string, difference: unknown][]} */
  const differences = [];
  for (const [name, member] of Object.entries(value)) {
    const other = getOwn(base, name);
    if (isObject(member) && isObject(other)) {
      const inner = compare(other, member);
      if (Object.keys(inner).length > 0) differences.push([name, inner]);
    } else if (!Object.hasOwn(base, name) || !isSame(other, member))
      differences.push([name, member]);
  }
  const removed = Object.keys(base).filter(
    (name) => !Object.hasOwn(value, name),
  );
  if (removed.length > 0) differences.push(["-", removed]);
  return Object.fromEntries(differences);
}

/**
 * Return an object from its differences: members that differ, and the names of removed ones; or all, after "=".
 *
 * @param {JsonObject} base
 * @param {JsonObject} differences
 * @returns {JsonObject}
 */
function apply(base, differences) {
  const whole = getOwn(differences, "=");
  if (whole !== undefined) return /** @type {JsonObject} */ (clone(whole));
  const removed = /** @type {string[]} */ (differences["-"] ?? []);
  const left = new Set(["-", ...removed]);
  const names = Object.keys({ ...base, ...differences }).filter(
    (name) => !left.has(name),
  );
  return Object.fromEntries(
    names.map((name) => [name, applyMember(name, base, differences)]),
  );
}

/**
 * Return a member of an object from its differences.
 *
 * @param {string} name
 * @param {JsonObject} base
 * @param {JsonObject} differences
 */
function applyMember(name, base, differences) {
  const before = getOwn(base, name);
  const after = getOwn(differences, name);
  if (isObject(before) && isObject(after)) return apply(before, after);
  return clone(Object.hasOwn(differences, name) ? after : before);
}
