/** Pairs of a caller's items, who gives to whom. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import {
  checkObjects,
  nameOf,
  openNames,
  readAttribute,
  readEntries,
  readLists,
  refuseRules,
  repeatAttempts,
  tryAttempts,
} from "./attributes.mjs";
import { range } from "../core/lists.mjs";
import { leaveOne, planGifts } from "./gifts.mjs";
import { drawnBy } from "../core/draws.mjs";
import { UNCOUNTED, areAlike } from "../core/results_left.mjs";
import {
  Refused,
  checkBoolean,
  checkChoice,
  checkList,
} from "../core/validation.mjs";

/** @import { Bring } from "./attributes.mjs" */
/** @import { Below } from "../core/stream.mjs" */
/** @import { ShownItem } from "./shown_items.mjs" */
/** @import { Labels, ResultsLeft } from "../core/results_left.mjs" */
/** @import { SeededRequest } from "../core/draws.mjs" */

/**
 * An entry of `forbidden`: an item that must not give, and the one that must not receive from it, each by its name or
 * as it is.
 * @typedef {{ giver: unknown, receiver: unknown }} Forbidden
 */

/**
 * The members of a request that forbid gifts. They are checked where they are read.
 * @typedef {object} ForbiddingRequest
 * @property {unknown[]} items
 * @property {string[]} [different] attributes: items with one value must not give to each other
 * @property {unknown[][]} [apart] lists of names: items of one list must not give to each other
 * @property {Forbidden[]} [forbidden]
 * @property {string} [unknown] "ignore" if entries of `forbidden` with unknown names are ignored
 */

/**
 * A request of pairs. Pairs are `mutual` if two items may give to each other, and a `cycle` if they must be one through
 * all items.
 * @typedef {SeededRequest & ForbiddingRequest & { mutual?: boolean, cycle?: boolean }} PairsRequest
 */

const DEFAULTS = {
  different: [],
  apart: [],
  forbidden: [],
  mutual: true,
  cycle: false,
};
const FORBIDDEN = ["giver", "receiver"];
/** The most items of which rare arrangements are drawn. */
export const MAX_RARE = 1000;

/**
 * Return the entries of `forbidden` without those that are ignored for an unknown name, each with the indices of its
 * `giver` and `receiver`.
 * @param {ForbiddingRequest} request
 * @returns {{ entry: Forbidden, giver: number, receiver: number }[]}
 */
function readForbiddenPairs({ items, forbidden = [], unknown = "refuse" }) {
  const findItem = openNames(items);
  const isOptional =
    checkChoice("unknown", unknown, ["refuse", "ignore"]) === "ignore";
  const entries = readEntries(
    "forbidden",
    forbidden,
    [...FORBIDDEN, "indices", "group"],
    FORBIDDEN,
  );
  return entries.flatMap((entry, i) => {
    /** @param {"giver" | "receiver"} member */
    const findMember = (member) =>
      findItem(nameOf(entry[member]), `forbidden[${i}].${member}`, isOptional);
    const giver = findMember("giver");
    const receiver = findMember("receiver");
    const isKnown = giver !== undefined && receiver !== undefined;
    return isKnown ? [{ entry, giver, receiver }] : [];
  });
}

/**
 * Return the entries of `forbidden` without those that are ignored, by the names of their items, or undefined for none.
 * @param {ForbiddingRequest} request
 * @returns {{ giver: string | null, receiver: string | null }[] | undefined}
 */
function spellForbidden(request) {
  const knownPairs = readForbiddenPairs(request).map(
    ({ entry: { giver, receiver } }) => ({
      giver: nameOf(giver),
      receiver: nameOf(receiver),
    }),
  );
  return knownPairs.length === 0 ? undefined : knownPairs;
}

/**
 * Return a function that tells whether item x must not give to item y.
 * @param {ForbiddingRequest} request
 * @returns {(x: number, y: number) => boolean}
 */
function readForbidden({ items, different = [], apart = [], ...request }) {
  checkList("different", different);
  const textsOfAttributes = different.map((attribute, i) =>
    readAttribute(items, attribute, `different[${i}]`),
  );
  const apartLists = readLists("apart", apart, openNames(items));
  const apartSets = apartLists.map((members) => new Set(members));
  /** @type {Set<string>} */
  const forbiddenPairs = new Set(); // such as "3,0" for the gift of item 3 to item 0
  for (const { giver, receiver } of readForbiddenPairs({ items, ...request }))
    forbiddenPairs.add(`${giver},${receiver}`);
  /** @type {(x: number, y: number) => boolean} */
  const shareValue = (x, y) =>
    textsOfAttributes.some(
      (texts) => texts[x] !== null && texts[x] === texts[y],
    );
  /** @type {(x: number, y: number) => boolean} */
  const areApart = (x, y) =>
    apartSets.some((members) => members.has(x) && members.has(y));
  return (x, y) =>
    x === y ||
    shareValue(x, y) ||
    areApart(x, y) ||
    forbiddenPairs.has(`${x},${y}`);
}

/**
 * Return for each of n items those to whom it may give.
 * @param {number} n the number of items
 * @param {(x: number, y: number) => boolean} isForbidden a function that tells whether x must not give to y
 * @returns {number[][]}
 */
const listReceivers = (n, isForbidden) =>
  range(n).map((x) => range(n).filter((y) => !isForbidden(x, y)));

/**
 * Return what is known of the arrangements of pairs, as far as the possible gifts tell.
 * @param {PairsRequest} request
 * @param {Labels} labels what people see of the items
 * @returns {ResultsLeft}
 */
function leavesPairs(request, labels) {
  const { items, mutual = true, cycle = false } = request;
  const everyone = range(items.length);
  if (items.length === 2 || areAlike(labels, everyone)) return { isOne: true };
  if (items.length > MAX_RARE) return UNCOUNTED;
  const isOne = leaveOne(
    listReceivers(items.length, readForbidden(request)),
    mutual,
    cycle,
  );
  const seen = new Set(everyone.map((item) => labels.read(item)));
  const areDifferent = seen.size === items.length && !seen.has(undefined);
  return isOne || areDifferent ? { isOne } : UNCOUNTED;
}

/**
 * Return one attempt at pairs: by the index of each giver that of its receiver; undefined if a gift is forbidden.
 * @param {number} n the number of items
 * @param {(x: number, y: number) => boolean} isForbidden a function that tells whether x must not give to y
 * @param {boolean} mutual whether two items may give to each other
 * @param {Bring} bring the function that draws the next item
 * @returns {number[] | undefined}
 */
function attemptPairs(n, isForbidden, mutual, bring) {
  const order = range(n);
  /** @type {number[]} */
  const receivers = Array(n);
  for (const giver of order.keys()) {
    const receiver = bring(order, giver);
    const isReturned = receivers[receiver] === giver;
    if (isForbidden(giver, receiver) || (!mutual && isReturned))
      return undefined;
    receivers[giver] = receiver;
  }
  return receivers;
}

/**
 * Return one attempt at a cycle, which begins at item 0, in the same form.
 * @param {number} n the number of items
 * @param {(x: number, y: number) => boolean} isForbidden a function that tells whether x must not give to y
 * @param {boolean} mutual whether two items may give to each other
 * @param {Bring} bring the function that draws the next item
 * @returns {number[] | undefined}
 */
function attemptCycle(n, isForbidden, mutual, bring) {
  const order = range(n - 1, 1);
  /** @type {number[]} */
  const receivers = Array(n);
  let giver = 0;
  for (const position of order.keys()) {
    const receiver = bring(order, position);
    const isReturned = receivers[receiver] === giver;
    if (isForbidden(giver, receiver) || (!mutual && isReturned))
      return undefined;
    receivers[giver] = receiver;
    giver = receiver;
  }
  receivers[giver] = 0;
  return isForbidden(giver, 0) ? undefined : receivers;
}

/**
 * Return the rule that draws the pairs of a request: a function of below that returns to whom each item gives.
 * @param {PairsRequest} request
 * @returns {(below: Below) => number[]}
 */
function planPairs(request) {
  const { items, mutual = true, cycle = false } = request;
  const n = checkList("items", items).length;
  if (n < 2) throw new Refused("items", "two items or more were expected");
  checkBoolean("mutual", mutual);
  checkBoolean("cycle", cycle);
  const isForbidden = readForbidden(request);
  if (!mutual && n === 2) refuseRules();
  const attemptKind = cycle ? attemptCycle : attemptPairs;
  /** @param {Bring} bring */
  const attempt = (bring) => attemptKind(n, isForbidden, mutual, bring);
  if (n > MAX_RARE) return (below) => repeatAttempts(attempt, below);
  const planRare = () =>
    planGifts(listReceivers(n, isForbidden), mutual, cycle);
  /** @type {((below: Below) => number[]) | undefined} */
  let drawRare;
  return (below) => {
    const receivers = tryAttempts(attempt, below, 100 * n);
    if (receivers !== undefined) return receivers;
    drawRare ??= planRare();
    return drawRare(below);
  };
}

/**
 * Return the members of a response that show the pairs.
 * @param {number[]} receivers by the index of each giver that of its receiver
 * @param {PairsRequest} request
 */
const writePairs = (receivers, { items }) => ({
  pairs: receivers.map((receiver, giver) => ({
    giver: items[giver],
    receiver: items[receiver],
    indices: [giver, receiver],
  })),
});

/** The entry of /v1/items/pairs. */
export const PAIRS = {
  unnamed: ["unknown"],
  fields: () => [...Object.keys(DEFAULTS), "unknown"],
  defaults: () => ({ ...DEFAULTS, unknown: "refuse" }),
  /** @param {PairsRequest} request */
  spell: (request) =>
    request.forbidden === undefined
      ? {}
      : { forbidden: spellForbidden(request), unknown: undefined },
  ...drawnBy(planPairs, writePairs),
  /** @param {{ n: number }} request */
  describe: ({ n: size }) => ({ size, algorithm: null, uniformity: "exact" }),
  /** @param {PairsRequest} request */
  name: ({ mutual = true, cycle = false }) => ({ mutual, cycle }),
  leaves: leavesPairs,
  showsAll: true,
  members: ["pairs"],
  /**
   * @param {{ pairs: { giver: unknown }[] }} result
   * @returns {ShownItem[]}
   */
  listItems: ({ pairs }) =>
    checkObjects("pairs", pairs).map(({ giver }, i) => [i, giver]),
};
