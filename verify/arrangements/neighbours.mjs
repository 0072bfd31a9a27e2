/** Orders in which equal items are no neighbours. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import {
  countDraws,
  groupByValue,
  nameOf,
  readAttribute,
  refuseRules,
  tryAttempts,
} from "./attributes.mjs";
import { ascending, range, sum } from "../core/lists.mjs";
import { SHOWN_ITEMS } from "./shown_items.mjs";
import { describeOrder, drawnBy, summarizeBy } from "../core/draws.mjs";
import { areAlike, compareTotal } from "../core/results_left.mjs";
import { shuffleList } from "../core/shuffles.mjs";
import {
  NotFound,
  Refused,
  checkBoolean,
  checkInteger,
  checkList,
  checkObject,
  dropDefaults,
} from "../core/validation.mjs";

/** @import { Below, Bring } from "./attributes.mjs" */
/** @import { Labels, ResultsLeft } from "../core/results_left.mjs" */
/** @import { SeededRequest } from "../core/draws.mjs" */

/**
 * What a request says of neighbours: the attributes in which they are `different`, or none for the texts of the items
 * themselves; whether places are in a `circle`; how far `apart` equal items are; or which places are neighbours, as
 * `edges` of two places each.
 * @typedef {object} NeighbourRules
 * @property {string[]} different
 * @property {boolean} circle
 * @property {number} apart
 * @property {number[][]} edges
 */

/**
 * A request of an order. Its members are checked where they are read.
 * @typedef {SeededRequest & {
 *   items: unknown[],
 *   neighbours: Partial<NeighbourRules>,
 *   arrangements?: boolean,
 * }} NeighboursRequest
 */

/**
 * An order of items, and whether it was drawn by "attempts" or by "counting".
 * @typedef {{ order: number[], drawn_by: string }} DrawnOrder
 */

/** @type {NeighbourRules} */
const DEFAULTS = { different: [], circle: false, apart: 2, edges: [] };
const MOST_COUNTED = 500; // FROZEN: longer orders have attempts alone
const MOST_PLACES = 60;
/** FROZEN: no attempt and no counted order begins after so many draws. */
const MOST_DRAWS = 250_000;

/**
 * Return for each attribute, or for the items' own texts, the value of each item, null where it has none.
 * @param {unknown[]} items the list of the request
 * @param {string[]} different the attributes
 * @returns {(string | null)[][]}
 */
function readValues(items, different) {
  /** @param {number} i */
  const where = (i) => `neighbours.different[${i}]`;
  checkList("neighbours.different", different);
  const lists = different.map((attribute, i) =>
    readAttribute(items, attribute, where(i)),
  );
  if (lists.length === 0) lists.push(items.map(nameOf));
  lists.forEach((values, i) => {
    if (values.every((value) => value === null))
      throw new Refused(where(i), "a value of an item was expected");
  });
  return lists;
}

/**
 * Return a function from a place to the places before it that are its neighbours.
 * Of a circle of four places the places 0 to 3 have before them `[]`, `[0]`, `[1]` and `[2, 0]`.
 * @param {NeighbourRules} rules what the request says of neighbours
 * @param {number} n the number of places
 * @returns {(place: number) => number[]}
 */
function readPlaces({ circle, apart, edges }, n) {
  checkBoolean("neighbours.circle", circle);
  checkInteger("neighbours.apart", apart, 2, 1000);
  if (checkList("neighbours.edges", edges).length === 0)
    return (p) => [
      ...range(Math.min(p, apart - 1), Math.max(0, p - apart + 1)),
      ...(circle ? range(Math.min(p, Math.max(0, apart - n + p))) : []),
    ];
  if (circle || apart > 2)
    throw new Refused(
      "neighbours.edges",
      "neither circle nor apart was expected with it",
    );
  if (n > MOST_PLACES)
    throw new Refused("items", `at most ${MOST_PLACES} places were expected`);
  /** @type {Set<number>[]} */
  const placesBefore = range(n).map(() => new Set());
  for (const [i, edge] of edges.entries()) {
    const where = `neighbours.edges[${i}]`;
    checkList(where, edge);
    for (const place of edge) checkInteger(where, place, 0, n - 1);
    if (edge.length !== 2 || edge[0] === edge[1])
      throw new Refused(where, "two different places were expected");
    placesBefore[Math.max(...edge)].add(Math.min(...edge));
  }
  return (p) => [...placesBefore[p]];
}

/** The rows of Pascal's triangle, as far as they are computed. */
const binomials = [[1n]];

/**
 * Return the numbers of ways to choose 0, 1, 2, … of n.
 * @param {number} n
 * @returns {bigint[]}
 */
function chooseOf(n) {
  while (binomials.length <= n) {
    const row = binomials[binomials.length - 1];
    binomials.push(
      range(row.length + 1).map((k) => (row[k - 1] ?? 0n) + (row[k] ?? 0n)),
    );
  }
  return binomials[n];
}

/**
 * Return the number of orders of n items.
 * @param {number} n
 * @returns {bigint}
 */
const factorial = (n) =>
  range(n, 1).reduce((product, k) => product * BigInt(k), 1n);

/**
 * How the items of a class are put in an order: as a number of `blocks`, of which some are in the `filled` bad gaps. A
 * gap is bad between two items of one class.
 * @typedef {{ blocks: number, filled: number }} Placing
 */

/**
 * The ways to put in a class so that its blocks and the bad gaps that they fill are a number: the `ways` by the number
 * of blocks, their `total`, and the `size` with what comes after.
 * @typedef {{ ways: { blocks: number, number: bigint }[], total: bigint, size: bigint }} Split
 */

/** Counts the ways to put classes of items, the first of which is there, into an order one after the other. */
class PatternCounter {
  #sizes;
  #n;
  #isCircle;
  /** @type {number[]} how many items are in the order before each class is put in */
  #before;
  /** @type {Map<number, bigint>} what countFrom returned, by k and b */
  #counted = new Map();

  /**
   * @param {number[]} sizes the size of each class
   * @param {number} n the number of items
   * @param {boolean} isCircle whether the last place is the neighbour of the first
   */
  constructor(sizes, n, isCircle) {
    this.#sizes = sizes;
    this.#n = n;
    this.#isCircle = isCircle;
    this.#before = sizes.map((_, k) => sum(sizes.slice(0, k)));
  }

  /**
   * Return the ways to put in the classes from k on, so that of b bad gaps none is left.
   *
   * Of the sizes [2, 1] in a row, `countFrom(1, 1)` is 1n: the one item goes between the two.
   * @param {number} k a class
   * @param {number} b the bad gaps before it is put in
   * @returns {bigint}
   */
  countFrom(k, b) {
    if (k === this.#sizes.length) return b === 0 ? 1n : 0n;
    if (b < 0 || b > this.#n - this.#before[k]) return 0n;
    const key = k * (this.#n + 1) + b;
    const known = this.#counted.get(key);
    if (known !== undefined) return known;
    const number = range(2 * this.#sizes[k], 1).reduce(
      (total, d) => total + this.#countSplit(k, b, d).size,
      0n,
    );
    this.#counted.set(key, number);
    return number;
  }

  /**
   * Return the way to put in class k that a number below countFrom(k, b) means, and what is left of the number.
   * @param {number} k a class
   * @param {number} b the bad gaps before it is put in
   * @param {bigint} number
   * @returns {{ placing: Placing, number: bigint }}
   */
  choose(k, b, number) {
    for (let d = 1; ; d++) {
      const split = this.#countSplit(k, b, d);
      if (number < split.size) {
        const blocks = chooseBlocks(split, number % split.total);
        return {
          placing: { blocks, filled: d - blocks },
          number: number / split.total,
        };
      }
      number -= split.size;
    }
  }

  /**
   * @param {number} k a class
   * @param {number} b the bad gaps before it is put in
   * @param {number} d the blocks of the class and the bad gaps that they fill
   * @returns {Split}
   */
  #countSplit(k, b, d) {
    const size = this.#sizes[k];
    const waysAfter = this.countFrom(k + 1, b + size - d);
    if (waysAfter === 0n) return { ways: [], total: 0n, size: 0n };
    const cuts = chooseOf(size - 1);
    const bad = chooseOf(b);
    const good = chooseOf(this.#before[k] + (this.#isCircle ? 0 : 1) - b);
    const ways = range(size, 1).map((blocks) => {
      const ofBad = bad[d - blocks] ?? 0n;
      const ofGood = good[2 * blocks - d] ?? 0n;
      return { blocks, number: cuts[blocks - 1] * ofBad * ofGood };
    });
    const total = ways.reduce((all, { number }) => all + number, 0n);
    return { ways, total, size: total * waysAfter };
  }
}

/**
 * Return the number of blocks that a number below the total of a split means.
 * @param {Split} split
 * @param {bigint} number
 * @returns {number}
 */
function chooseBlocks({ ways }, number) {
  for (const way of ways) {
    if (number < way.number) return way.blocks;
    number -= way.number;
  }
  throw new Error("the number is not below the total");
}

/**
 * Return an order of classes after one more class is put in, by drawing the gaps and the lengths of its blocks.
 * Two items of class 1 in one block that fills the bad gap of `[0, 0]` lead to `[0, 1, 1, 0]`.
 * @param {number[]} order the class of each place, such as [0, 0, 1, 0]
 * @param {number} k the class that is put in
 * @param {number} size its number of items
 * @param {Placing} placing how it is put in
 * @param {boolean} isCircle whether the last place is the neighbour of the first
 * @param {Below} below the source of the draws
 * @returns {number[]}
 */
function putIn(order, k, size, { blocks, filled }, isCircle, below) {
  const gaps = range(order.length + (isCircle ? 0 : 1));
  /** @param {number} gap */
  const isBad = (gap) =>
    order[gap] === (isCircle ? order.at(gap - 1) : order[gap - 1]);
  // FROZEN: the order of these three shuffles.
  const badGaps = shuffleList(gaps.filter(isBad), below, filled);
  const goodGaps = shuffleList(
    gaps.filter((gap) => !isBad(gap)),
    below,
    blocks - filled,
  );
  const cuts = shuffleList(range(size - 1, 1), below, blocks - 1);
  const ends = [...ascending(cuts), size];
  /** @type {Map<number, number>} */
  const lengthOf = new Map(); // of the block in each gap that has one
  ascending([...badGaps, ...goodGaps]).forEach((gap, i) =>
    lengthOf.set(gap, ends[i] - (ends[i - 1] ?? 0)),
  );
  /**
   * @param {number} gap
   * @returns {number[]}
   */
  const blockAt = (gap) => Array(lengthOf.get(gap) ?? 0).fill(k);
  const start = isCircle ? [] : blockAt(0);
  return [
    ...start,
    ...order.flatMap((other, p) => [
      other,
      ...blockAt(isCircle ? (p + 1) % order.length : p + 1),
    ]),
  ];
}

/**
 * Return the `total` of the orders of n items in classes of which no two neighbours are of one class, and `draw`, the
 * rule that draws one. Of the classes [0, 1] and [2] there are 2n orders: 0, 2, 1 and 1, 2, 0.
 * @param {number[][]} lists the items of each class
 * @param {number} n the number of items
 * @param {boolean} isCircle whether the last place is the neighbour of the first
 * @returns {{ total: bigint, draw: (below: Below) => number[] }}
 */
function countOrders(lists, n, isCircle) {
  const classes = [...lists].sort(
    (one, other) => other.length - one.length || one[0] - other[0],
  );
  if (classes.length === n)
    return {
      total: factorial(n),
      draw: (below) => shuffleList(range(n), below),
    };
  const sizes = classes.map(({ length }) => length);
  const counter = new PatternCounter(sizes, n, isCircle);
  const firstBad = sizes[0] - (isCircle ? 0 : 1);
  const patterns = counter.countFrom(1, firstBad) * BigInt(isCircle ? n : 1);
  /**
   * Return the class of each place, before a circle is turned, and by how many places it is turned.
   * @param {Below} below
   */
  const drawPattern = (below) => {
    let number = below(patterns);
    let turn = 0;
    if (isCircle) {
      turn = Number(number % BigInt(n));
      number /= BigInt(n);
    }
    let bad = firstBad;
    /** @type {number[]} */
    let order = Array(sizes[0]).fill(0);
    for (let k = 1; k < sizes.length; k++) {
      const chosen = counter.choose(k, bad, number);
      order = putIn(order, k, sizes[k], chosen.placing, isCircle, below);
      number = chosen.number;
      bad += sizes[k] - chosen.placing.blocks - chosen.placing.filled;
    }
    return { order, turn };
  };
  /** @param {Below} below */
  const draw = (below) => {
    const { order, turn } = drawPattern(below);
    const firstItems = isCircle ? [classes[0][0]] : [];
    const queues = classes.map((members, k) =>
      k > 0
        ? shuffleList(members, below)
        : [
            ...firstItems,
            ...shuffleList(members.slice(firstItems.length), below),
          ],
    );
    const taken = sizes.map(() => 0);
    const arranged = order.map((k) => queues[k][taken[k]++]);
    return range(n).map((p) => arranged[(p - turn + n) % n]);
  };
  const all = sizes.reduce((product, m) => product * factorial(m), patterns);
  return { total: isCircle ? all / BigInt(sizes[0]) : all, draw };
}

/**
 * Return the classes of items with one value; an item without a value is a class of its own.
 * @param {(string | null)[]} values the value of each item
 * @returns {number[][]}
 */
function splitClasses(values) {
  const alone = [...values.keys()].filter((item) => values[item] === null);
  return [...groupByValue(values).values(), ...alone.map((item) => [item])];
}

/**
 * Return a test of whether the item at a place of an order may come after its neighbours before it.
 * @param {(string | null)[][]} valuesOfAttributes for each attribute the value of each item
 * @param {(place: number) => number[]} placesBefore
 * @returns {(order: number[], place: number) => boolean}
 */
function createFitTest(valuesOfAttributes, placesBefore) {
  /**
   * @param {number} one
   * @param {number} other
   */
  const mayMeet = (one, other) =>
    valuesOfAttributes.every(
      (values) => values[one] === null || values[one] !== values[other],
    );
  return (order, p) =>
    placesBefore(p).every((place) => mayMeet(order[place], order[p]));
}

/** The orders that a request leaves: they are drawn and counted. */
class Orders {
  /** @type {number} the number of items */
  #n;
  #isCircle;
  /** @type {ReturnType<typeof createFitTest>} */
  #fits;
  /** @type {number[][]} the classes of the attribute of which the most pairs of items must not be neighbours */
  #classes;
  /** @type {number} of how many attributes two items may not be neighbours */
  #ruleCount;
  /** @type {boolean} whether orders that keep the rule of one attribute are counted */
  #isCountable;
  /** @type {ReturnType<typeof countOrders> | undefined} */
  #counted;

  /** @param {NeighboursRequest} request */
  constructor({ items, neighbours, arrangements = false }) {
    checkBoolean("arrangements", arrangements);
    checkObject("neighbours", neighbours, Object.keys(DEFAULTS));
    const rules = { ...DEFAULTS, ...neighbours };
    const n = items.length;
    const valuesOfAttributes = readValues(items, rules.different);
    this.#n = n;
    this.#isCircle = rules.circle;
    this.#fits = createFitTest(valuesOfAttributes, readPlaces(rules, n));
    const classesOfAttributes = valuesOfAttributes.map(splitClasses);
    /** For each attribute, how many pairs of items must not be neighbours, each counted twice. */
    const conflicts = classesOfAttributes.map((classes) =>
      sum(classes.map(({ length }) => length * (length - 1))),
    );
    this.#classes =
      classesOfAttributes[conflicts.indexOf(Math.max(...conflicts))];
    this.#ruleCount = conflicts.filter((number) => number > 0).length;
    const isOfNearest = rules.apart === 2 && rules.edges.length === 0;
    this.#isCountable = n > 0 && n <= MOST_COUNTED && isOfNearest;
  }

  /**
   * Return an order that is shuffled until an item breaks a rule, undefined if one does.
   * @param {Bring} bring
   */
  #attempt(bring) {
    const order = range(this.#n);
    for (let p = 0; p < this.#n; p++) {
      bring(order, p);
      if (!this.#fits(order, p)) return undefined;
    }
    return order;
  }

  /** Return what counts the orders that keep the rule of one attribute; refuse if there is none. */
  #count() {
    this.#counted ??= countOrders(this.#classes, this.#n, this.#isCircle);
    return this.#counted.total === 0n ? refuseRules() : this.#counted;
  }

  /** Return the number of all orders; undefined if it is not known. */
  #countAll() {
    const isKnown = this.#isCountable && this.#ruleCount < 2;
    return isKnown ? this.#count().total : undefined;
  }

  /**
   * Draw an order by attempts, or else by counting: a counted order keeps the rule of one attribute, and those of the
   * others by chance.
   * @param {Below} below
   * @returns {DrawnOrder}
   */
  draw(below) {
    const source = countDraws(below);
    const attemptedOrder = tryAttempts(
      (bring) => this.#attempt(bring),
      source.below,
      this.#isCountable ? 20 * this.#n : MOST_DRAWS,
    );
    if (attemptedOrder) return { order: attemptedOrder, drawn_by: "attempts" };
    let drawsBefore = -1;
    while (
      this.#isCountable &&
      source.countMade() < MOST_DRAWS &&
      source.countMade() > drawsBefore
    ) {
      drawsBefore = source.countMade();
      const order = this.#count().draw(source.below);
      if (range(this.#n).every((p) => this.#fits(order, p)))
        return { order, drawn_by: "counting" };
    }
    throw new NotFound("neighbours", "no such order was found");
  }

  /**
   * Return what is known of how many orders there are, of which one is given.
   * @param {Labels} labels
   * @param {number[]} order
   * @returns {ResultsLeft}
   */
  leaves(labels, order) {
    const isOne = areAlike(labels, range(this.#n));
    if (isOne || this.#ruleCount === 0) return { isOne };
    const places = order.map((item) => [item]);
    return { isOne: compareTotal(labels, this.#countAll(), places) };
  }

  /** Return the number of orders in digits, or null. */
  count() {
    return this.#countAll()?.toString() ?? null;
  }
}

/**
 * Return the orders that a request leaves.
 * @param {NeighboursRequest} request the request
 */
const openOrders = (request) => new Orders(request);

/**
 * Return the rule that draws the order of a request.
 * @param {NeighboursRequest} request the request
 * @returns {(below: Below) => DrawnOrder}
 */
function planOrder(request) {
  const orders = openOrders(request);
  return (below) => orders.draw(below);
}

/**
 * Return the members of a response that show an order.
 * @param {DrawnOrder} drawn the order
 * @param {NeighboursRequest} request the request
 */
const writeOrder = ({ order, drawn_by }, { items }) => ({
  indices: order,
  drawn_by,
  items: order.map((index) => items[index]),
});

/** The entry of /v1/items/shuffle with `neighbours`. */
export const ORDERS = {
  unnamed: ["arrangements"],
  fields: () => ["neighbours", "arrangements"],
  /** @param {{ n: number }} request */
  defaults: ({ n }) => ({ count: n, arrangements: false }),
  /** @param {NeighboursRequest} request */
  spell: ({ neighbours }) => ({
    neighbours: dropDefaults(neighbours, DEFAULTS),
  }),
  ...drawnBy(planOrder, writeOrder),
  summarize: summarizeBy(openOrders),
  /** @param {{ n: number }} request */
  describe: ({ n: size }) => ({ size, ...describeOrder({}) }),
  /** @param {{ n: number }} request */
  name: ({ n: count }) => ({ count }),
  /**
   * @param {NeighboursRequest} request
   * @param {Labels} labels
   * @param {{ indices: number[] }} result
   */
  leaves: (request, labels, { indices }) =>
    openOrders(request).leaves(labels, indices),
  showsAll: true,
  ...SHOWN_ITEMS,
};
