/** Orders in which equal items are no neighbours. Implemented from docs/definitions/rules.md alone. */
import {
  groupByValue,
  nameOf,
  readAttribute,
  refuseRules,
  tryAttempts,
} from "./attributes.mjs";
import { ascending, range, sum } from "../core/canonical.mjs";
import { describeOrder } from "../games/deals.mjs";
import { SHOWN_ITEMS } from "../lists/items.mjs";
import { drawnBy, summarizeBy } from "./orders.mjs";
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

const DEFAULTS = { different: [], circle: false, apart: 2, edges: [] };
const MOST_COUNTED = 500;
const MOST_PLACES = 60;
/** No attempt and no counted order begins after so many draws. */
const MOST_DRAWS = 250_000;

/** Return for each attribute, or for the items' own texts, the value of each item, null where it has none. */
function readValues(items, different) {
  const where = (i) => `neighbours.different[${i}]`;
  const lists = checkList("neighbours.different", different).map(
    (attribute, i) => readAttribute(items, attribute, where(i)),
  );
  if (lists.length === 0) lists.push(items.map(nameOf));
  lists.forEach((values, i) => {
    if (values.every((value) => value === null))
      throw new Refused(where(i), "a value of an item was expected");
  });
  return lists;
}

/** Return a function from a place to the places before it that are its neighbours. */
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
  const lower = range(n).map(() => new Set());
  for (const [i, edge] of edges.entries()) {
    const where = `neighbours.edges[${i}]`;
    const [one, other] = ascending(
      checkList(where, edge).map((place) =>
        checkInteger(where, place, 0, n - 1),
      ),
    );
    if (edge.length !== 2 || one === other)
      throw new Refused(where, "two different places were expected");
    lower[other].add(one);
  }
  return (p) => [...lower[p]];
}

const binomials = [[1n]];
/** Return the numbers of ways to choose 0, 1, 2, … of n. */
function chooseOf(n) {
  for (let row = binomials.at(-1); binomials.length <= n; binomials.push(row))
    row = range(row.length + 1).map((k) => (row[k - 1] ?? 0n) + (row[k] ?? 0n));
  return binomials[n];
}

const factorial = (n) =>
  range(n, 1).reduce((product, k) => product * BigInt(k), 1n);

/** Return the `total` of the orders of n items in classes of which no two neighbours are of one class, and `draw`, the rule that draws one. */
function countOrders(lists, n, isCircle) {
  const classes = [...lists].sort(
    (one, other) => other.length - one.length || one[0] - other[0],
  );
  if (classes.length === n) return { total: factorial(n) };
  const sizes = classes.map(({ length }) => length);
  const before = sizes.map((_, k) => sum(sizes.slice(0, k)));
  const known = new Map();
  /** Return the ways to put in the classes from k on, so that of b bad gaps none is left. */
  const countFrom = (k, b) => {
    if (k === sizes.length) return b === 0 ? 1n : 0n;
    if (b < 0 || b > n - before[k]) return 0n;
    const key = k * (n + 1) + b;
    if (!known.has(key))
      known.set(
        key,
        range(2 * sizes[k], 1).reduce(
          (total, d) => total + countSplit(k, b, d).size,
          0n,
        ),
      );
    return known.get(key);
  };
  /** Return the `ways` of d blocks and filled bad gaps by the number of blocks, their total, and the `size` with what comes after. */
  const countSplit = (k, b, d) => {
    const m = sizes[k];
    const rest = countFrom(k + 1, b + m - d);
    if (rest === 0n) return { ways: [], total: 0n, size: 0n };
    const [cuts, bad, good] = [
      m - 1,
      b,
      before[k] + (isCircle ? 0 : 1) - b,
    ].map(chooseOf);
    const ways = range(m, 1).map((j) => [
      j,
      cuts[j - 1] * (bad[d - j] ?? 0n) * (good[2 * j - d] ?? 0n),
    ]);
    const total = ways.reduce((all, [, number]) => all + number, 0n);
    return { ways, total, size: total * rest };
  };
  /** Return what is left of a number below countFrom(k, b), and the blocks and filled bad gaps that it chooses. */
  const choose = (k, b, number) => {
    for (let d = 1; ; d++) {
      const { ways, total, size } = countSplit(k, b, d);
      if (number >= size) number -= size;
      else {
        let w = number % total;
        const [blocks] = ways.find(([, one]) => (w -= one) < 0n);
        return { number: number / total, blocks, filled: d - blocks };
      }
    }
  };
  const putIn = (order, k, { blocks, filled }, below) => {
    const gaps = range(order.length + (isCircle ? 0 : 1));
    const isBad = (gap) =>
      order[gap] === (isCircle ? order.at(gap - 1) : order[gap - 1]);
    const chosen = [
      ...shuffleList(gaps.filter(isBad), below, filled),
      ...shuffleList(
        gaps.filter((gap) => !isBad(gap)),
        below,
        blocks - filled,
      ),
    ];
    const ends = [
      ...ascending(shuffleList(range(sizes[k] - 1, 1), below, blocks - 1)),
      sizes[k],
    ];
    const lengths = new Map(
      ascending(chosen).map((gap, i) => [gap, ends[i] - (ends[i - 1] ?? 0)]),
    );
    const blockAt = (gap) => Array(lengths.get(gap) ?? 0).fill(k);
    const start = isCircle ? [] : blockAt(0);
    return [
      ...start,
      ...order.flatMap((one, p) => [
        one,
        ...blockAt(isCircle ? (p + 1) % order.length : p + 1),
      ]),
    ];
  };
  const first = sizes[0] - (isCircle ? 0 : 1);
  const patterns = countFrom(1, first) * BigInt(isCircle ? n : 1);
  const draw = (below) => {
    let [number, bad, order, turn] = [
      below(patterns),
      first,
      Array(sizes[0]).fill(0),
      0,
    ];
    if (isCircle)
      [number, turn] = [number / BigInt(n), Number(number % BigInt(n))];
    for (let k = 1; k < sizes.length; k++) {
      const chosen = choose(k, bad, number);
      order = putIn(order, k, chosen, below);
      number = chosen.number;
      bad += sizes[k] - chosen.blocks - chosen.filled;
    }
    const kept = isCircle ? [classes[0][0]] : [];
    const items = classes.map((members, k) =>
      k > 0
        ? shuffleList(members, below)
        : [...kept, ...shuffleList(members.slice(kept.length), below)],
    );
    const arranged = order.map((k) => items[k].shift());
    return range(n).map((p) => arranged[(p - turn + n) % n]);
  };
  const all = sizes.reduce((product, m) => product * factorial(m), patterns);
  return { total: isCircle ? all / BigInt(sizes[0]) : all, draw };
}

/**
 * Return `draw`, the rule that draws the order of a request and how it was `drawn_by`; `count`, which returns the number of orders as digits,
 * or null; and `leaves`, which tells from an order how many there are.
 */
function openOrders({ items, neighbours, arrangements = false }) {
  checkBoolean("arrangements", arrangements);
  const rules = {
    ...DEFAULTS,
    ...checkObject("neighbours", neighbours, Object.keys(DEFAULTS)),
  };
  const n = items.length;
  const lists = readValues(items, rules.different);
  const placesBefore = readPlaces(rules, n);
  const mayMeet = (one, other) =>
    lists.every(
      (values) => values[one] === null || values[one] !== values[other],
    );
  const fits = (order, p) =>
    placesBefore(p).every((place) => mayMeet(order[place], order[p]));
  const attempt = (bring) => {
    const order = range(n);
    for (let p = 0; p < n; p++) {
      bring(order, p);
      if (!fits(order, p)) return undefined;
    }
    return order;
  };
  const classesOf = lists.map((values) => [
    ...groupByValue(values).values(),
    ...range(n)
      .filter((item) => values[item] === null)
      .map((item) => [item]),
  ]);
  const conflicts = classesOf.map((classes) =>
    sum(classes.map(({ length }) => length * (length - 1))),
  );
  const isCountable =
    n > 0 && n <= MOST_COUNTED && rules.apart === 2 && rules.edges.length === 0;
  let known;
  const count = () => {
    known ??= countOrders(
      classesOf[conflicts.indexOf(Math.max(...conflicts))],
      n,
      rules.circle,
    );
    return known.total === 0n ? refuseRules() : known;
  };
  const draw = (below) => {
    let made = 0;
    const counted = (bound) => ((made += bound > 1 ? 1 : 0), below(bound));
    const found = tryAttempts(
      attempt,
      counted,
      isCountable ? 20 * n : MOST_DRAWS,
    );
    if (found) return { order: found, drawn_by: "attempts" };
    for (let before = -1; isCountable && made < MOST_DRAWS && made > before;) {
      before = made;
      const order = count().draw(counted);
      if (range(n).every((p) => fits(order, p)))
        return { order, drawn_by: "counting" };
    }
    throw new NotFound("neighbours", "no such order was found");
  };
  const isSingle = conflicts.filter((number) => number > 0).length < 2;
  const countAll = () => (isCountable && isSingle ? count().total : undefined);
  const leaves = (labels, order) => {
    const isOne = areAlike(labels, range(n));
    const hasRules = conflicts.some((number) => number > 0);
    return {
      isOne:
        isOne || !hasRules
          ? isOne
          : compareTotal(
              labels,
              countAll(),
              order.map((item) => [item]),
            ),
    };
  };
  return { draw, leaves, count: () => countAll()?.toString() ?? null };
}

/** The entry of /v1/items/shuffle with `neighbours`. */
export const ORDERS = {
  fields: () => ["neighbours", "arrangements"],
  defaults: ({ n }) => ({ count: n, arrangements: false }),
  spell: ({ neighbours }) => ({
    neighbours: dropDefaults(neighbours, DEFAULTS),
  }),
  ...drawnBy(
    (request) => openOrders(request).draw,
    ({ order, drawn_by }, { items }) => ({
      indices: order,
      drawn_by,
      items: order.map((index) => items[index]),
    }),
  ),
  summarize: summarizeBy(openOrders),
  describe: ({ n: size }) => ({ size, ...describeOrder({}) }),
  name: ({ n: count }) => ({ count }),
  leaves: (request, labels, { indices }) =>
    openOrders(request).leaves(labels, indices),
  hasList: true,
  ...SHOWN_ITEMS,
};
