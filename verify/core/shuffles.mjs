/**
 * The shuffles of sd1. Implemented from docs/definitions/stream.md alone.
 *
 * FROZEN: the draws of each shuffle, their number, their order and their bounds, and what is swapped by each.
 */
// @ts-check
import { range } from "./lists.mjs";
import { Refused, checkChoice, checkInteger } from "./validation.mjs";

/**
 * @import { Below } from "./stream.mjs"
 * @import { JsonObject } from "./validation.mjs"
 */

/**
 * The parameters of a shuffle: each reads those that it has, and may read how many items are wanted.
 *
 * @typedef {object} ShuffleParameters
 * @property {number} count how many items of the order are wanted; a shuffle may return more
 * @property {number} key_bits
 * @property {number} passes
 * @property {string} variant "out" or "in"
 */

/**
 * A function that returns an order of n items: the indices 0 … n - 1.
 *
 * @typedef {(below: Below, n: number, parameters: ShuffleParameters) => number[]} Shuffle
 */

/**
 * A function that returns the first `count` items of an order of n; of more than 2^53 items n and the indices are
 * bigints.
 *
 * @typedef {{
 *   (below: Below, n: number, count: number): number[],
 *   (below: Below, n: number | bigint, count: number): (number | bigint)[],
 * }} SelectedShuffle
 */

/**
 * Return an order in which the items at two positions were swapped in place.
 *
 * @param {number[]} order
 * @param {number} i
 * @param {number} j
 */
function swap(order, i, j) {
  const item = order[i];
  order[i] = order[j];
  order[j] = item;
  return order;
}

/**
 * Return the order of n items after some passes.
 *
 * @param {number} passes how many
 * @param {number} n
 * @param {(order: number[]) => number[]} pass
 */
const repeat = (passes, n, pass) =>
  range(passes).reduce((order) => pass(order), range(n));

/**
 * Return the first items of a Fisher-Yates shuffle of so many items that most never move: only the items at positions
 * where they have changed are kept.
 *
 * @template {number | bigint} Index
 * @param {Index[]} positions the first ones, from 0 on
 * @param {(position: Index) => Index} drawPosition a function that draws a position from this one on
 * @returns {Index[]}
 */
function swapSparsely(positions, drawPosition) {
  /** @type {Index[]} */
  const order = [];
  /**
   * By position, its item if it is another one than at first.
   *
   * @type {Map<Index, Index>}
   */
  const moved = new Map();
  /** @param {Index} position */
  const itemAt = (position) => moved.get(position) ?? position;
  for (const position of positions) {
    const drawnPosition = drawPosition(position);
    order.push(itemAt(drawnPosition));
    moved.set(drawnPosition, itemAt(position));
  }
  return order;
}

/**
 * Return the order of n items by the shuffle of Fisher and Yates, as far as it is wanted.
 *
 * @param {Below} below
 * @param {number} n
 * @param {{ count: number }} parameters
 */
function fisherYates(below, n, { count }) {
  if (n > 1024) return swapSparsely(range(count), (i) => i + below(n - i));
  return range(Math.min(count, n - 1)).reduce(
    (order, i) => swap(order, i, i + below(n - i)),
    range(n),
  );
}

/**
 * Return what a sort has to know of two keys: a negative number if the first comes first, 0 if they are equal.
 *
 * @param {bigint} key
 * @param {bigint} otherKey
 */
function compareKeys(key, otherKey) {
  if (key === otherKey) return 0;
  return key < otherKey ? -1 : 1;
}

/**
 * Return the length of the first run of a sort of n ≥ 2 items that tosses coins, and reverse it if it descends.
 *
 * @param {Below} below
 * @param {number[]} order
 */
function tossRun(below, order) {
  const direction = below(2);
  let run = 2;
  while (run < order.length && below(2) === direction) run += 1;
  if (direction === 0) order.unshift(...order.splice(0, run).reverse());
  return run;
}

/**
 * Return the place that a binary search by coins finds before the position i.
 *
 * @param {Below} below
 * @param {number} i
 */
function tossPlace(below, i) {
  let left = 0;
  let right = i;
  while (left < right) {
    const middle = (left + right) >> 1;
    if (below(2)) left = middle + 1;
    else right = middle;
  }
  return left;
}

/**
 * Every shuffle, by name.
 *
 * @type {{ [name: string]: Shuffle, fisher_yates: typeof fisherYates }}
 */
export const SHUFFLES = {
  fisher_yates: fisherYates,

  rejection(below, n, { count }) {
    const items = new Set(); // keeps the order of insertion
    while (items.size < count) items.add(below(n));
    return [...items];
  },

  random_slot(below, n) {
    const order = Array(n).fill(null);
    for (let item = 0; item < n;) {
      const slot = below(n);
      if (order[slot] !== null) continue;
      order[slot] = item;
      item += 1;
    }
    return order;
  },

  durstenfeld: (below, n) =>
    range(n).reduceRight((order, i) => swap(order, i, below(i + 1)), range(n)),

  inside_out: (below, n) =>
    range(n).reduce((order, i) => swap(order, i, below(i + 1)), range(n)), // order[i] is still i

  naive_swap: (below, n) =>
    range(n).reduce((order, i) => swap(order, i, below(n)), range(n)),

  random_comparator(below, n) {
    const order = range(n);
    if (n < 2) return order;
    for (let i = tossRun(below, order); i < n; i += 1)
      order.splice(tossPlace(below, i), 0, ...order.splice(i, 1));
    return order;
  },

  sattolo: (below, n) =>
    range(n - 1).reduce(
      (order, i) => swap(order, i, i + 1 + below(n - 1 - i)),
      range(n),
    ),

  sort_keys(below, n, { key_bits }) {
    const keys = range(n).map(() => below(1n << BigInt(key_bits)));
    // A stable sort: items with equal keys stay as they were
    return range(n).sort((x, y) => compareKeys(keys[x], keys[y]));
  },

  riffle: (below, n, { passes }) =>
    repeat(passes, n, (order) => {
      const bits = order.map(() => below(2));
      const cut = bits.filter((bit) => bit === 0).length;
      const next = [0, cut]; // where the upper and the lower half go on
      return bits.map((bit) => {
        const item = order[next[bit]];
        next[bit] += 1;
        return item;
      });
    }),

  overhand: (below, n, { passes }) =>
    repeat(passes, n, ([first, ...otherItems]) => {
      let packet = [first];
      const packets = [packet];
      for (const item of otherItems) {
        if (below(5) === 0) {
          packet = [item];
          packets.push(packet);
        } else {
          packet.push(item);
        }
      }
      return packets.reverse().flat();
    }),

  faro(_below, n, { passes, variant }) {
    // The card of each pair that comes from the top half
    const top = ["out", "in"].indexOf(variant);
    return repeat(passes, n, (order) =>
      order.map((_, k) => order[(k >> 1) + (k % 2 === top ? 0 : n / 2)]),
    );
  },
};

/**
 * The shuffles that can order more than 2^53 items, by name: functions of below, n and the number of items wanted.
 *
 * @type {{ [name: string]: (below: Below, n: bigint, count: number) => bigint[] }}
 */
const LARGE_SHUFFLES = {
  fisher_yates: (below, n, count) =>
    swapSparsely(range(count).map(BigInt), (i) => i + below(n - i)),

  rejection(below, n, count) {
    const items = new Set(); // keeps the order of insertion
    while (items.size < count) items.add(below(n));
    return [...items];
  },
};

/**
 * The uniformity of each shuffle by its name: "exact", "near" or "biased".
 *
 * @type {{ [name: string]: string }}
 */
export const UNIFORMITY = {
  ...Object.fromEntries(Object.keys(SHUFFLES).map((name) => [name, "exact"])),
  sort_keys: "near",
  naive_swap: "biased",
  random_comparator: "biased",
  sattolo: "biased",
  riffle: "biased",
  overhand: "biased",
  faro: "deterministic",
};

/**
 * The parameters of the shuffles that have any, with their defaults.
 *
 * @type {{ [algorithm: string]: { [name: string]: number | string } }}
 */
const DEFAULTS = {
  sort_keys: { key_bits: 64 },
  riffle: { passes: 7 },
  overhand: { passes: 100 },
  faro: { passes: 1, variant: "out" },
};

/**
 * The shuffles that do not take every number of items: their number is a multiple of `step`, and at most `most`.
 *
 * @type {{ [algorithm: string]: { step: number, most: number } }}
 */
const SIZES = {
  faro: { step: 2, most: Infinity },
  random_comparator: { step: 1, most: 63 },
};

/**
 * Return the most items that a shuffle takes, Infinity if it takes as many as there are.
 *
 * @param {string} algorithm
 */
export const mostItems = (algorithm) => SIZES[algorithm]?.most ?? Infinity;

/**
 * Return whether a shuffle takes n items.
 *
 * @param {string} algorithm
 * @param {number} n
 */
export const takesItems = (algorithm, n) =>
  n <= mostItems(algorithm) && n % (SIZES[algorithm]?.step ?? 1) === 0;

/**
 * Return the parameters of a shuffle with their defaults.
 *
 * @param {string} [algorithm] the name of the shuffle
 * @returns {{ [name: string]: number | string }} by the name of a parameter
 */
export const shuffleDefaults = (algorithm = "fisher_yates") =>
  DEFAULTS[algorithm] ?? {};

/** A shuffle reads the parameters that it has, and these are there in place of all others. */
const UNREAD = { key_bits: 64, passes: 1, variant: "out" };

/**
 * Return the parameters that a shuffle has, of a request or by default.
 *
 * @param {string} algorithm
 * @param {JsonObject} request
 */
function readParameters(algorithm, request) {
  const parameters = { ...UNREAD };
  for (const [name, usual] of Object.entries(shuffleDefaults(algorithm))) {
    const value = request[name] ?? usual;
    if (name === "key_bits")
      parameters.key_bits = checkInteger(name, value, 1, 64);
    if (name === "passes")
      parameters.passes = checkInteger(name, value, 1, 1000);
    if (name === "variant")
      parameters.variant = checkChoice(name, value, ["out", "in"]);
  }
  return parameters;
}

/**
 * Return the shuffle of a request: a function of below, n and count that returns the first `count` of the order.
 *
 * @param {JsonObject} request
 * @returns {SelectedShuffle}
 */
export function selectShuffle({
  algorithm: name = "fisher_yates",
  ...request
}) {
  const algorithm = checkChoice("algorithm", name, Object.keys(SHUFFLES));
  const parameters = readParameters(algorithm, request);

  /**
   * Return the first `count` items of the order of n.
   *
   * @overload
   * @param {Below} below
   * @param {number} n
   * @param {number} count
   * @returns {number[]}
   *
   * @overload
   * @param {Below} below
   * @param {number | bigint} n
   * @param {number} count
   * @returns {(number | bigint)[]}
   *
   * @param {Below} below
   * @param {number | bigint} n
   * @param {number} count
   */
  function shuffle(below, n, count) {
    if (typeof n === "number" && !takesItems(algorithm, n))
      throw new Refused("algorithm", `${algorithm} does not take ${n} items`);
    if (typeof n === "number")
      return SHUFFLES[algorithm](below, n, { ...parameters, count }).slice(
        0,
        count,
      );
    if (LARGE_SHUFFLES[algorithm] === undefined)
      throw new Refused(
        "algorithm",
        "fisher_yates or rejection was expected for more than 2^53 items",
      );
    return LARGE_SHUFFLES[algorithm](below, n, count);
  }
  return shuffle;
}

/**
 * Return the first `count` items of a list in the order of `fisher_yates`.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {Below} below
 * @param {number} count
 * @returns {T[]}
 */
export const shuffleList = (list, below, count = list.length) =>
  fisherYates(below, list.length, { count })
    .slice(0, count)
    .map((index) => list[index]);
