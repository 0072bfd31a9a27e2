/**
 * The places of items in an order that a request gives: first, last, and the positions of `fixed`. Implemented from
 * docs/definitions/rules.md alone.
 *
 * Items with several places get them one after another. Places that the same later items may have are of one kind: in
 * how many ways the later items can get places depends only on how many free places there are of each kind.
 */
// @ts-check
import { ascending } from "../core/lists.mjs";
import {
  NotFound,
  Refused,
  checkInteger,
  checkList,
  dropDefaults,
} from "../core/validation.mjs";
import { openNames, readEntries, refuseRules } from "./attributes.mjs";

/** @import { Below } from "../core/stream.mjs" */

/**
 * What a request says of places.
 * @typedef {object} PlaceOptions
 * @property {unknown} [first] the name of an item
 * @property {unknown} [last]
 * @property {{ item: unknown, position?: number, positions?: number[] }[]} [fixed]
 */

/**
 * The item of each place that one item alone may have, and the places of each item that may have several, ascending. A
 * place is a position less 1.
 * @typedef {{ held: Map<number, number>, lists: Map<number, number[]> }} AllowedPlaces
 */

/**
 * The turn of an item to get its place: its places, and for the kind of each of them the kind that it has for the later
 * items, 0 if none of them may have it.
 * @typedef {object} Turn
 * @property {number} item
 * @property {number[]} places
 * @property {Map<number, number>} kindOf
 * @property {Map<number, number>} laterKinds
 */

/** The free places of each kind. @typedef {Map<number, number>} State */

const MOST_LISTED = 100_000;
/** FROZEN: how much is counted at most, and what a state and a kind in it count. */
const MOST_SIZE = 4_000_000;
const SIZE_OF_STATE = 80;
const SIZE_OF_KIND = 8;

/**
 * Return the entries of `fixed`, each checked to have certain members.
 * @param {NonNullable<PlaceOptions["fixed"]>} fixed
 */
const readFixed = (fixed) =>
  readEntries("fixed", fixed, ["item", "position", "positions"], ["item"]);

/**
 * Return the entries of `fixed` without what is as by default.
 * @param {NonNullable<PlaceOptions["fixed"]>} fixed
 */
export const spellFixed = (fixed) =>
  readFixed(fixed).map((entry) => dropDefaults(entry, { positions: [] }));

/**
 * Return the positions of each item that a request names, with the path of the name.
 * @param {PlaceOptions} request
 * @param {number} n the number of items
 * @returns {{ where: string, name: unknown, positions: number[] }[]}
 */
function listEntries({ first, last, fixed = [] }, n) {
  const listed = readFixed(fixed).map(
    ({ item, position, positions = [] }, i) => {
      const where = `fixed[${i}]`;
      const isOne = checkList(`${where}.positions`, positions).length === 0;
      if (isOne !== (position !== undefined))
        throw new Refused(where, "either position or positions were expected");
      const all = position === undefined ? positions : [position];
      for (const one of all) checkInteger(`${where}.position`, one, 1, n);
      return { where: `${where}.item`, name: item, positions: all };
    },
  );
  if (last !== undefined)
    listed.unshift({ where: "last", name: last, positions: [n] });
  if (first !== undefined)
    listed.unshift({ where: "first", name: first, positions: [1] });
  return listed;
}

/**
 * Return the places of the items that a request names. Throw `Refused` for entries that contradict each other.
 * @param {PlaceOptions & { items: unknown[] }} request
 * @returns {AllowedPlaces}
 */
export function readPlaces(request) {
  const { items } = request;
  const findItem = openNames(items);
  const entries = listEntries(request, items.length);
  const listed = entries.flatMap(({ positions }) => positions).length;
  if (listed > MOST_LISTED)
    throw new Refused(
      "fixed",
      `at most ${MOST_LISTED} positions were expected`,
    );
  /** @type {Map<number, Set<number>>} */
  const allowed = new Map();
  for (const { where, name, positions } of entries) {
    const item = findItem(name, where);
    const places = new Set(positions.map((position) => position - 1));
    for (const place of places)
      if (allowed.get(item)?.has(place) === false) places.delete(place);
    if (places.size === 0)
      throw new Refused(where, "a position that all entries allow is missing");
    allowed.set(item, places);
  }
  return settle(allowed);
}

/**
 * Give the items with one place this place, which no other item may have then, as long as there are any.
 * @param {Map<number, Set<number>>} allowed the places of each item, changed
 * @returns {AllowedPlaces}
 */
function settle(allowed) {
  /** @type {Map<number, number>} */
  const held = new Map();
  const waiting = [...allowed.keys()].filter(
    (item) => allowed.get(item)?.size === 1,
  );
  for (const item of waiting) {
    const [place] = allowed.get(item) ?? [];
    if (place === undefined) refuseRules();
    held.set(place, item);
    allowed.delete(item);
    for (const [other, places] of allowed)
      if (places.delete(place) && places.size === 1) waiting.push(other);
  }
  const lists = [...allowed].map(
    /** @returns {[number, number[]]} */
    ([item, places]) => [item, ascending(places)],
  );
  return { held, lists: new Map(lists) };
}

/**
 * Return the turns of items, in order, and the state at first. FROZEN: items come by their last places, then by their
 * first ones, then by their numbers.
 * @param {Map<number, number[]>} lists
 */
function listTurns(lists) {
  const ordered = [...lists].sort(
    ([a, ofA], [b, ofB]) =>
      ofA[ofA.length - 1] - ofB[ofB.length - 1] || ofA[0] - ofB[0] || a - b,
  );
  /** @type {Map<number, number>} */
  const kinds = new Map(); // of each place, for the items from here on
  let newest = 0;
  /** @type {Turn[]} */
  const turns = ordered.reverse().map(([item, places]) => {
    /** @type {Map<number, number>} */
    const kindBefore = new Map();
    for (const place of places) {
      const later = kinds.get(place) ?? 0;
      if (!kindBefore.has(later)) kindBefore.set(later, ++newest);
      kinds.set(place, kindBefore.get(later) ?? 0);
    }
    const kindOf = new Map(
      places.map((place) => [place, kinds.get(place) ?? 0]),
    );
    const laterKinds = new Map(
      [...kindBefore].map(([later, kind]) => [kind, later]),
    );
    return { item, places, kindOf, laterKinds };
  });
  return { turns: turns.reverse(), start: countKinds(kinds.values()) };
}

/**
 * Return how many of some kinds there are of each.
 * @param {Iterable<number>} kinds
 * @returns {State}
 */
function countKinds(kinds) {
  const numbers = new Map();
  for (const kind of kinds) numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
  return numbers;
}

/**
 * Return a state as a text, equal for equal states.
 * @param {State} state
 */
const nameState = (state) =>
  [...state]
    .sort(([a], [b]) => a - b)
    .flat()
    .join();

/**
 * Yield each kind of free places where an item may stand, how many there are, and the state afterwards.
 * @param {Turn} turn
 * @param {State} state
 * @returns {Generator<{ kind: number, free: number, after: State }>}
 */
function* listChoices({ laterKinds }, state) {
  const merged = new Map(state);
  for (const [kind, later] of laterKinds) {
    const free = state.get(kind) ?? 0;
    merged.delete(kind);
    if (later > 0 && free > 0)
      merged.set(later, (merged.get(later) ?? 0) + free);
  }
  for (const [kind, later] of laterKinds) {
    const free = state.get(kind) ?? 0;
    if (free === 0) continue;
    const after = new Map(merged);
    const left = (after.get(later) ?? 0) - 1;
    if (left > 0) after.set(later, left);
    else after.delete(later);
    yield { kind, free, after };
  }
}

/**
 * Return the number of ways to give items their places, and `draw`, the rule that draws the item of each of them.
 * @param {Map<number, number[]>} lists the places of each item
 * @returns {{ total: bigint, draw: (below: Below) => Map<number, number> }}
 */
export function countPlaces(lists) {
  const { turns, start } = listTurns(lists);
  /** @type {Map<string, bigint>[]} */
  const counted = turns.map(() => new Map());
  let size = 0;
  /**
   * Return the ways to give places to the items from turn k on.
   * @param {number} k
   * @param {State} state
   * @returns {bigint}
   */
  function countFrom(k, state) {
    if (k === turns.length) return 1n;
    const name = nameState(state);
    const countedBefore = counted[k].get(name);
    if (countedBefore !== undefined) return countedBefore;
    size += SIZE_OF_STATE + SIZE_OF_KIND * state.size + turns.length - k;
    if (size > MOST_SIZE)
      throw new NotFound("fixed", "the places are shared in too many ways");
    let number = 0n;
    for (const { free, after } of listChoices(turns[k], state))
      number += BigInt(free) * countFrom(k + 1, after);
    counted[k].set(name, number);
    return number;
  }
  const total = countFrom(0, start);
  if (total === 0n) refuseRules();
  /** @param {Below} below */
  const draw = (below) => {
    let number = below(total);
    let state = start;
    /** @type {Map<number, number>} */
    const itemOf = new Map();
    for (const [k, turn] of turns.entries()) {
      const choices = [...listChoices(turn, state)].map(({ kind, after }) => ({
        kind,
        after,
        ways: countFrom(k + 1, after),
      }));
      const chosen = turn.places
        .filter((place) => !itemOf.has(place))
        .map((place) => {
          const kind = turn.kindOf.get(place);
          return { place, choice: choices.find((one) => one.kind === kind) };
        })
        .find(({ choice }) => {
          const ways = choice?.ways ?? 0n;
          if (number < ways) return true;
          number -= ways;
          return false;
        });
      if (chosen?.choice === undefined)
        throw new Error("the number is not below the total");
      itemOf.set(chosen.place, turn.item);
      state = chosen.choice.after;
    }
    return itemOf;
  };
  return { total, draw };
}
