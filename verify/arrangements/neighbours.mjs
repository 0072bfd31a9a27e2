/** Orders by neighbours and by places of items. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import {
  countDraws,
  groupByValue,
  nameOf,
  readAttribute,
  refuseRules,
  tryAttempts,
} from "./attributes.mjs";
import { range, sum } from "../core/lists.mjs";
import { countOrders, factorial } from "./order_counts.mjs";
import { countPlaces, readPlaces, spellFixed } from "./places.mjs";
import { SHOWN_ITEMS } from "./shown_items.mjs";
import { describeOrder, drawnBy, summarizeBy } from "../core/draws.mjs";
import { areAlike, compareTotal } from "../core/results_left.mjs";
import {
  NotFound,
  Refused,
  checkBoolean,
  checkInteger,
  checkList,
  checkObject,
  dropDefaults,
} from "../core/validation.mjs";

/** @import { Bring } from "./attributes.mjs" */
/** @import { Below } from "../core/stream.mjs" */
/** @import { AllowedPlaces, PlaceOptions } from "./places.mjs" */
/** @import { Labels, ResultsLeft } from "../core/results_left.mjs" */
/** @import { SeededRequest } from "../core/draws.mjs" */

/**
 * What a request says of neighbours: the attributes in which they are `different`, or none for the texts of the items
 * themselves; whether places are in a `circle`; how far `apart` equal items are; or which places are neighbours, as
 * `edges` of two places each; and how many equal items may follow each other in a `run`.
 * @typedef {object} NeighbourRules
 * @property {string[]} different
 * @property {boolean} circle
 * @property {number} apart
 * @property {number[][]} edges
 * @property {number} run
 */

/**
 * A request of an order. Its members are checked where they are read.
 * @typedef {SeededRequest & PlaceOptions & {
 *   items: unknown[],
 *   neighbours?: Partial<NeighbourRules>,
 *   arrangements?: boolean,
 * }} NeighboursRequest
 */

/**
 * An order of items, and whether it was drawn by "attempts" or by "counting".
 * @typedef {{ order: number[], drawn_by: string }} DrawnOrder
 */

/** @type {NeighbourRules} */
const DEFAULTS = { different: [], circle: false, apart: 2, edges: [], run: 1 };
const MOST_COUNTED = 500; // FROZEN: longer orders have attempts alone
const MOST_COUNTED_RUNS = 100; // FROZEN: the same with runs
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
 * Return a function from a place to the sets of places before it that must not be all alike with it; each neighbour is
 * such a set. Of a circle of four places the places 0 to 3 have `[]`, `[[0]]`, `[[1]]` and `[[2], [0]]`; with a run of
 * two in a row `[]`, `[]`, `[[0, 1]]` and `[[1, 2]]`.
 * @param {NeighbourRules} rules what the request says of neighbours
 * @param {number} n the number of places
 * @returns {(place: number) => number[][]}
 */
function readPlacesBefore({ circle, apart, edges, run }, n) {
  checkBoolean("neighbours.circle", circle);
  checkInteger("neighbours.apart", apart, 2, 1000);
  checkInteger("neighbours.run", run, 1, 1000);
  const isBoard = checkList("neighbours.edges", edges).length > 0;
  if (isBoard && (circle || apart > 2))
    throw new Refused(
      "neighbours.edges",
      "neither circle nor apart was expected with it",
    );
  if (run > 1 && (isBoard || circle || apart > 2))
    throw new Refused("neighbours.run", "only different was expected with it");
  if (isBoard && n > MOST_PLACES)
    throw new Refused("items", `at most ${MOST_PLACES} places were expected`);
  if (isBoard) return readEdges(edges, n);
  if (run > 1) return (place) => (place < run ? [] : [range(run, place - run)]);
  return (place) => {
    const nearest = range(
      Math.min(place, apart - 1),
      Math.max(0, place - apart + 1),
    );
    // In a circle the first places are neighbours of the last ones, on the other way round.
    const firstCount = circle ? Math.max(0, place + apart - n) : 0;
    const places = [...nearest, ...range(Math.min(place, firstCount))];
    return places.map((neighbour) => [neighbour]);
  };
}

/**
 * Return a function from a place to the places before it to which an edge leads: by the edges [[0, 2], [2, 1]] from
 * place 2 to `[[0], [1]]`.
 * @param {number[][]} edges pairs of places
 * @param {number} n the number of places
 * @returns {(place: number) => number[][]}
 */
function readEdges(edges, n) {
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
  return (place) => [...placesBefore[place]].map((other) => [other]);
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
 * Return a test of whether the item at a place of an order may come after the items before it.
 * @param {(string | null)[][]} valuesOfAttributes for each attribute the value of each item
 * @param {(place: number) => number[][]} placesBefore
 * @returns {(order: number[], place: number) => boolean}
 */
function createFitTest(valuesOfAttributes, placesBefore) {
  /**
   * @param {number} item
   * @param {number[]} others
   */
  const mayFollow = (item, others) =>
    valuesOfAttributes.every(
      (values) =>
        values[item] === null ||
        others.some((other) => values[other] !== values[item]),
    );
  return (order, p) =>
    placesBefore(p).every((places) =>
      mayFollow(
        order[p],
        places.map((place) => order[place]),
      ),
    );
}

/** The orders that a request leaves: they are drawn and counted. */
class Orders {
  /** @type {number} the number of items */
  #n;
  /** @type {NeighbourRules} */
  #rules;
  /** @type {AllowedPlaces} */
  #places;
  /** @type {number[]} the items that may stand everywhere */
  #free;
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
  /** @type {ReturnType<typeof countPlaces> | undefined} */
  #countedPlaces;

  /** @param {NeighboursRequest} request */
  constructor(request) {
    const { items, neighbours = {}, arrangements = false } = request;
    checkBoolean("arrangements", arrangements);
    checkObject("neighbours", neighbours, Object.keys(DEFAULTS));
    const rules = { ...DEFAULTS, ...neighbours };
    const n = items.length;
    const valuesOfAttributes =
      request.neighbours === undefined
        ? []
        : readValues(items, rules.different);
    this.#n = n;
    this.#rules = rules;
    this.#places = readPlaces(request);
    const { held, lists } = this.#places;
    const bound = new Set([...held.values(), ...lists.keys()]);
    this.#free = range(n).filter((item) => !bound.has(item));
    this.#fits = createFitTest(valuesOfAttributes, readPlacesBefore(rules, n));
    const classesOfAttributes = valuesOfAttributes.map(splitClasses);
    /** For each attribute, how many pairs of items must not be neighbours, each counted twice. */
    const conflicts = classesOfAttributes.map((classes) =>
      sum(classes.map(({ length }) => length * (length - 1))),
    );
    this.#classes =
      classesOfAttributes[conflicts.indexOf(Math.max(...conflicts))] ?? [];
    this.#ruleCount = conflicts.filter((number) => number > 0).length;
    const most = rules.run === 1 ? MOST_COUNTED : MOST_COUNTED_RUNS;
    const isOfNearest = rules.apart === 2 && rules.edges.length === 0;
    const isAtEnds =
      lists.size === 0 && [...held.keys()].every((p) => p === 0 || p === n - 1);
    this.#isCountable =
      n > 0 && n <= most && isOfNearest && (isAtEnds || this.#ruleCount === 0);
  }

  /**
   * Return an order of which places are drawn until an item breaks a rule, undefined if one does. FROZEN: items with
   * several places first, then place by place the items that may stand everywhere.
   * @param {Bring} bring
   * @param {Below} below
   */
  #attempt(bring, below) {
    const { held, lists } = this.#places;
    const listed = lists.size > 0 ? this.#countPlaces().draw(below) : [];
    const itemOf = new Map([...held, ...listed]);
    const free = [...this.#free];
    let placed = 0;
    const order = [];
    for (let p = 0; p < this.#n; p++) {
      order.push(itemOf.get(p) ?? bring(free, placed++));
      if (!this.#fits(order, p)) return undefined;
    }
    return order;
  }

  /** Return what counts the ways in which items with several places get them. */
  #countPlaces() {
    this.#countedPlaces ??= countPlaces(this.#places.lists);
    return this.#countedPlaces;
  }

  /** Return what counts the orders that keep the rule of one attribute; refuse if there is none. */
  #count() {
    const { held } = this.#places;
    const first = held.get(0);
    const last = held.get(this.#n - 1);
    const isOpen = first === undefined || last === undefined;
    const isCircle = this.#rules.circle && isOpen;
    const shape = { isCircle, run: this.#rules.run, first, last };
    this.#counted ??= countOrders(this.#classes, shape);
    return this.#counted.total === 0n ? refuseRules() : this.#counted;
  }

  /** Return the number of all orders; undefined if it is not known. */
  #countAll() {
    if (!this.#isCountable || this.#ruleCount > 1) return undefined;
    if (this.#ruleCount === 1) return this.#count().total;
    return this.#countPlaces().total * factorial(this.#free.length);
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
      (bring, counted) => this.#attempt(bring, counted),
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
    const hasLists = this.#places.lists.size > 0;
    const isOne = areAlike(labels, hasLists ? range(this.#n) : this.#free);
    if (isOne || (this.#ruleCount === 0 && !hasLists)) return { isOne };
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
 * @param {NeighboursRequest} request
 */
const openOrders = (request) => new Orders(request);

/**
 * Return the rule that draws the order of a request.
 * @param {NeighboursRequest} request
 * @returns {(below: Below) => DrawnOrder}
 */
function planOrder(request) {
  const orders = openOrders(request);
  return (below) => orders.draw(below);
}

/**
 * Return the members of a response that show an order.
 * @param {DrawnOrder} drawn
 * @param {NeighboursRequest} request
 */
const writeOrder = ({ order, drawn_by }, { items }) => ({
  indices: order,
  drawn_by,
  items: order.map((index) => items[index]),
});

/**
 * Return the rules of a request, each in its one form.
 * @param {NeighboursRequest} request
 */
const spellRules = ({ neighbours, fixed }) => ({
  ...(neighbours !== undefined && {
    neighbours: dropDefaults(neighbours, DEFAULTS),
  }),
  ...(fixed !== undefined && { fixed: spellFixed(fixed) }),
});

/**
 * Return whether a request of a shuffle has rules for its order. Null is none, and is refused where it is read.
 * @param {Partial<NeighboursRequest>} request
 */
export const hasOrderRules = ({ neighbours, first, last, fixed }) =>
  [neighbours, first, last].some((rule) => (rule ?? null) !== null) ||
  (fixed ?? []).length > 0;

/** The entry of /v1/items/shuffle with rules for the order. */
export const ORDERS = {
  unnamed: ["arrangements"],
  fields: () => ["neighbours", "first", "last", "fixed", "arrangements"],
  /** @param {{ n: number }} request */
  defaults: ({ n }) => ({ count: n, fixed: [], arrangements: false }),
  spell: spellRules,
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
