/**
 * Counts of the orders in which no two neighbours are of one class, and the order that a number means. Implemented from
 * docs/definitions/rules.md alone.
 *
 * Classes are put into the order one after another, each as blocks into gaps. A gap between two items of one class is
 * bad: a later class must fill it. So the ways to go on depend only on how many gaps are bad, and are counted by that
 * number from the last class back.
 *
 * The classes [0, 1, 2] and [3, 4] are put into a row: the class of each place is first 0 0 0, with two bad gaps. Two
 * blocks of class 1 fill them, in 1 way: 0 1 0 1 0. The items of each class can be exchanged: 3! * 2! = 12 orders.
 */
// @ts-check
import { ascending, range, sum } from "../core/lists.mjs";
import { shuffleList } from "../core/shuffles.mjs";

/** @import { Below } from "../core/stream.mjs" */

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
    const countedBefore = this.#counted.get(key);
    if (countedBefore !== undefined) return countedBefore;
    const number = range(2 * this.#sizes[k], 1).reduce(
      (total, d) => total + this.#countSplit(k, b, d).size,
      0n,
    );
    this.#counted.set(key, number);
    return number;
  }

  /**
   * Return the way to put in class k that a number below countFrom(k, b) means, and what is left of the number. FROZEN:
   * the blocks and the bad gaps that they fill ascend together, and of one such sum the numbers of blocks.
   * @param {number} k a class
   * @param {number} b the bad gaps before it is put in
   * @param {bigint} number
   * @returns {{ placing: Placing, number: bigint }}
   */
  choose(k, b, number) {
    let numberLeft = number;
    for (let d = 1; ; d++) {
      const split = this.#countSplit(k, b, d);
      if (numberLeft < split.size) {
        const blocks = chooseBlocks(split, numberLeft % split.total);
        return {
          placing: { blocks, filled: d - blocks },
          number: numberLeft / split.total,
        };
      }
      numberLeft -= split.size;
    }
  }

  /**
   * Return the ways to put in class k so that its blocks and the bad gaps that they fill are d together. The class in
   * one block has size - 1 bad gaps; each cut takes one away, and so does each gap that is filled. So b + size - d
   * gaps are bad after it.
   * @param {number} k a class
   * @param {number} b the bad gaps before it is put in
   * @param {number} d the blocks of the class and the bad gaps that they fill
   * @returns {Split}
   */
  #countSplit(k, b, d) {
    const size = this.#sizes[k];
    const waysAfter = this.countFrom(k + 1, b + size - d);
    if (waysAfter === 0n) return { ways: [], total: 0n, size: 0n };
    const gapCount = this.#before[k] + (this.#isCircle ? 0 : 1);
    const waysOfCuts = chooseOf(size - 1); // by their number
    const waysOfBad = chooseOf(b);
    const waysOfGood = chooseOf(gapCount - b);
    const ways = range(size, 1).map((blocks) => {
      const filled = d - blocks; // bad gaps; the other blocks are in good gaps
      const ofBad = waysOfBad[filled] ?? 0n;
      const ofGood = waysOfGood[blocks - filled] ?? 0n;
      return { blocks, number: waysOfCuts[blocks - 1] * ofBad * ofGood };
    });
    const total = ways.reduce((subtotal, { number }) => subtotal + number, 0n);
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
  let numberLeft = number;
  for (const way of ways) {
    if (numberLeft < way.number) return way.blocks;
    numberLeft -= way.number;
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
  // Gap p is before place p; in a row the last gap is behind the last place.
  const gaps = range(order.length + (isCircle ? 0 : 1));
  /** @param {number} gap */
  const isBad = (gap) =>
    order[gap] === (isCircle ? order.at(gap - 1) : order[gap - 1]);
  const allBadGaps = gaps.filter(isBad);
  const allGoodGaps = gaps.filter((gap) => !isBad(gap));
  // FROZEN: the order of these three shuffles.
  const badGaps = shuffleList(allBadGaps, below, filled);
  const goodGaps = shuffleList(allGoodGaps, below, blocks - filled);
  const cuts = shuffleList(range(size - 1, 1), below, blocks - 1);
  const lengths = splitAt(ascending(cuts), size);
  /** @type {Map<number, number>} */
  const lengthOf = new Map(); // of the block in each gap that has one
  const gapsWithBlocks = ascending([...badGaps, ...goodGaps]);
  gapsWithBlocks.forEach((gap, i) => lengthOf.set(gap, lengths[i]));
  /**
   * @param {number} gap
   * @returns {number[]}
   */
  const blockAt = (gap) => Array(lengthOf.get(gap) ?? 0).fill(k);
  const start = isCircle ? [] : blockAt(0);
  const others = order.flatMap((otherClass, p) => {
    const gapBehind = isCircle ? (p + 1) % order.length : p + 1;
    return [otherClass, ...blockAt(gapBehind)];
  });
  return [...start, ...others];
}

/**
 * Return the lengths of the parts of a class that is cut: 5 items cut before the items 2 and 3 are [2, 1, 2].
 * @param {number[]} cuts ascending
 * @param {number} size the number of items
 * @returns {number[]}
 */
function splitAt(cuts, size) {
  const starts = [0, ...cuts];
  const ends = [...cuts, size];
  return ends.map((end, i) => end - starts[i]);
}

/**
 * The orders of classes: the size of each class, the counter of their patterns, how many gaps are bad with the first
 * class alone, and how many patterns there are, in a circle with all turns.
 * @typedef {object} Patterns
 * @property {number[]} sizes
 * @property {PatternCounter} counter
 * @property {number} firstBad
 * @property {bigint} total
 * @property {boolean} isCircle
 */

/**
 * Return the pattern, the class of each place, that a number means; gaps and cuts are drawn.
 * @param {Patterns} patterns
 * @param {bigint} number what the pattern is drawn by, in a circle without its turn
 * @param {Below} below the source of the draws
 * @returns {number[]} such as [0, 1, 0, 1, 0]
 */
function drawPattern({ sizes, counter, firstBad, isCircle }, number, below) {
  /** @type {number[]} */
  let order = Array(sizes[0]).fill(0);
  let bad = firstBad;
  let numberLeft = number;
  for (let k = 1; k < sizes.length; k++) {
    const chosen = counter.choose(k, bad, numberLeft);
    order = putIn(order, k, sizes[k], chosen.placing, isCircle, below);
    numberLeft = chosen.number;
    bad += sizes[k] - chosen.placing.blocks - chosen.placing.filled;
  }
  return order;
}

/**
 * Give the places of a pattern to the items of each class, shuffled; in a circle the first item of class 0 stays first.
 * @param {number[]} pattern the class of each place
 * @param {number[][]} classes the items of each class
 * @param {boolean} isCircle whether the last place is the neighbour of the first
 * @param {Below} below the source of the draws
 * @returns {number[]}
 */
function fillPattern(pattern, classes, isCircle, below) {
  const queues = classes.map((members, k) => {
    const kept = isCircle && k === 0 ? 1 : 0;
    return [
      ...members.slice(0, kept),
      ...shuffleList(members.slice(kept), below),
    ];
  });
  const taken = classes.map(() => 0);
  return pattern.map((k) => {
    const item = queues[k][taken[k]];
    taken[k] += 1;
    return item;
  });
}

/**
 * Draw an order of the items of classes, by a number of its pattern. FROZEN: the order of draws, the number, then gaps
 * and cuts class by class, then the items of each class.
 * @param {Patterns} patterns
 * @param {number[][]} classes the items of each class
 * @param {Below} below the source of the draws
 * @returns {number[]}
 */
function drawOrder(patterns, classes, below) {
  const { isCircle } = patterns;
  const n = sum(patterns.sizes);
  const turns = BigInt(isCircle ? n : 1);
  const number = below(patterns.total);
  const turn = Number(number % turns);
  const pattern = drawPattern(patterns, number / turns, below);
  const arranged = fillPattern(pattern, classes, isCircle, below);
  return range(n).map((p) => arranged[(p - turn + n) % n]);
}

/**
 * Return the `total` of the orders of n items in classes of which no two neighbours are of one class, and `draw`, the
 * rule that draws one. Of the classes [0, 1] and [2] there are 2n orders: 0, 2, 1 and 1, 2, 0.
 *
 * FROZEN: classes are put in by size, the largest first, of one size by their first items.
 * @param {number[][]} lists the items of each class
 * @param {number} n the number of items
 * @param {boolean} isCircle whether the last place is the neighbour of the first
 * @returns {{ total: bigint, draw: (below: Below) => number[] }}
 */
export function countOrders(lists, n, isCircle) {
  const classes = [...lists].sort((a, b) => b.length - a.length || a[0] - b[0]);
  if (classes.length === n)
    return {
      total: factorial(n),
      draw: (below) => shuffleList(range(n), below),
    };
  const sizes = classes.map(({ length }) => length);
  const counter = new PatternCounter(sizes, n, isCircle);
  const firstBad = sizes[0] - (isCircle ? 0 : 1);
  const total = counter.countFrom(1, firstBad) * BigInt(isCircle ? n : 1);
  const patterns = { sizes, counter, firstBad, total, isCircle };
  const orderCount = sizes.reduce(
    (product, m) => product * factorial(m),
    total,
  );
  return {
    total: isCircle ? orderCount / BigInt(sizes[0]) : orderCount,
    draw: (below) => drawOrder(patterns, classes, below),
  };
}
