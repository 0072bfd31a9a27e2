/**
 * Counts of the orders in which not too many neighbours are of one class, and the order that a number means.
 * Implemented from docs/definitions/rules.md alone.
 *
 * A class is cut into runs, each of one item unless several alike may follow each other. Classes are put into the order
 * one after another, the runs of each as blocks into gaps. A gap between two runs of one class is bad: a later class
 * must fill it. So the ways to go on depend only on how many runs there are and how many gaps are bad, and are counted
 * by these numbers from the last class back.
 *
 * The classes [0, 1, 2] and [3, 4] are put into a row: the class of each place is first 0 0 0, with two bad gaps. Two
 * blocks of class 1 fill them, in 1 way: 0 1 0 1 0. The items of each class can be exchanged: 3! * 2! = 12 orders.
 */
// @ts-check
import { ascending, range, sum } from "../core/lists.mjs";
import { shuffleList } from "../core/shuffles.mjs";
import { binomial } from "./choices.mjs";

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
export const factorial = (n) =>
  range(n, 1).reduce((product, k) => product * BigInt(k), 1n);

/**
 * The places of an order: whether they are a circle, how many alike may follow each other, and the items that stand
 * first and last, if these are given.
 * @typedef {{ isCircle: boolean, run: number, first?: number, last?: number }} Shape
 */

/**
 * Return the number of ways to cut a class into runs of up to `run` items: 2n for 3 items in 2 runs of up to 2. Of all
 * ways those with longer runs are taken away (inclusion and exclusion).
 * @param {number} size the number of items
 * @param {number} runs
 * @param {number} run
 * @returns {bigint}
 */
function countCuts(size, runs, run) {
  if (runs === 0) return size === 0 ? 1n : 0n;
  return range(Math.floor((size - runs) / run) + 1).reduce((total, longer) => {
    const ways =
      binomial(runs, longer) * binomial(size - longer * run - 1, runs - 1);
    return longer % 2 === 0 ? total + ways : total - ways;
  }, 0n);
}

/**
 * Return the lengths of the runs in the cut that a number means: [2, 1] for number 1 of 3 items in 2 runs of up to 2.
 * FROZEN: the lengths of each run ascend.
 * @param {number} size the number of items
 * @param {number} runs
 * @param {number} run
 * @param {bigint} number
 * @returns {number[]}
 */
function findCut(size, runs, run, number) {
  const lengths = [];
  let numberLeft = number;
  let sizeLeft = size;
  for (let runsLeft = runs - 1; runsLeft >= 0; runsLeft--) {
    let length = 1;
    let ways = countCuts(sizeLeft - length, runsLeft, run);
    while (numberLeft >= ways) {
      numberLeft -= ways;
      length += 1;
      ways = countCuts(sizeLeft - length, runsLeft, run);
    }
    lengths.push(length);
    sizeLeft -= length;
  }
  return lengths;
}

/**
 * How a class is put in an order: the lengths of its `runs`; a number of `blocks` of them, of which some are in the
 * `filled` bad gaps. A gap is bad between two runs of one class.
 * @typedef {{ runs: number[], blocks: number, filled: number }} Placing
 */

/**
 * The ways to put in a class as so many `runs`, so that its blocks and the bad gaps that they fill are a number: in how
 * many ways it is `cut`; the `ways` by the number of blocks; the `total` of both; and the `size` with what comes after.
 * @typedef {object} Split
 * @property {number} runs
 * @property {bigint} cut
 * @property {{ blocks: number, number: bigint }[]} ways
 * @property {bigint} total
 * @property {bigint} size
 */

/** Counts the ways to put classes of items, the first of which is there, into an order one after the other. */
class PatternCounter {
  /** @type {number[]} the size of each class */
  sizes;
  /** @type {Shape} */
  shape;
  #n;
  /** @type {number[]} how many items are in the order before each class is put in */
  #before;
  /** @type {number} how many of the ends an item holds */
  #endsHeld;
  /** @type {boolean} whether class 1 has the last item, and class 0 the first */
  #isForced;
  /** @type {Map<number, bigint>} what countFrom returned, by k, r and b */
  #counted = new Map();

  /**
   * @param {number[][]} classes the items of each class
   * @param {Shape} shape
   */
  constructor(classes, shape) {
    this.sizes = classes.map(({ length }) => length);
    this.shape = shape;
    this.#n = sum(this.sizes);
    this.#before = this.sizes.map((_, k) => sum(this.sizes.slice(0, k)));
    this.#endsHeld = listEnds(shape).length;
    this.#isForced =
      this.#endsHeld === 2 && !classes[0].includes(shape.last ?? -1);
  }

  /**
   * Return how many blocks of a class have a given gap, that at the end.
   * @param {number} k a class
   */
  countForced = (k) => (this.#isForced && k === 1 ? 1 : 0);

  /**
   * Return the gaps that are bad with r runs of the first class alone.
   * @param {number} r
   */
  countFirstBad = (r) => r - (this.shape.isCircle ? 0 : 1);

  /**
   * Return the ways to put in the classes from k on, so that of b bad gaps none is left.
   *
   * Of the sizes [2, 1] in a row, `countFrom(1, 2, 1)` is 1n: the one item goes between the two.
   * @param {number} k a class
   * @param {number} r the runs before it is put in
   * @param {number} b the bad gaps before it is put in
   * @returns {bigint}
   */
  countFrom(k, r, b) {
    if (k === this.sizes.length) return b === 0 ? 1n : 0n;
    if (b < 0 || b > this.#n - this.#before[k]) return 0n;
    const key = (k * (this.#n + 1) + r) * (this.#n + 1) + b;
    const countedBefore = this.#counted.get(key);
    if (countedBefore !== undefined) return countedBefore;
    let number = 0n;
    for (const { size } of this.#listSplits(k, r, b)) number += size;
    this.#counted.set(key, number);
    return number;
  }

  /**
   * Yield each number of runs into which a class can be cut, ascending, with the number of ways.
   * @param {number} k a class
   * @returns {Generator<{ runs: number, cut: bigint }>}
   */
  *listCuts(k) {
    const { run } = this.shape;
    const size = this.sizes[k];
    for (let runs = Math.ceil(size / run); runs <= size; runs++)
      yield { runs, cut: countCuts(size, runs, run) };
  }

  /**
   * Return the way to put in class k that a number below countFrom(k, r, b) means, and what is left of the number.
   * @param {number} k a class
   * @param {number} r the runs before it is put in
   * @param {number} b the bad gaps before it is put in
   * @param {bigint} number
   * @returns {{ placing: Placing, number: bigint }}
   */
  choose(k, r, b, number) {
    let numberLeft = number;
    for (const split of this.#listSplits(k, r, b)) {
      if (numberLeft < split.size) {
        const { run } = this.shape;
        const runs = findCut(
          this.sizes[k],
          split.runs,
          run,
          numberLeft % split.cut,
        );
        const ofBlocks = (numberLeft % split.total) / split.cut;
        const blocks = chooseBlocks(split, ofBlocks);
        return {
          placing: { runs, blocks, filled: split.sum - blocks },
          number: numberLeft / split.total,
        };
      }
      numberLeft -= split.size;
    }
    throw new Error("the number is not below the total");
  }

  /**
   * Yield the ways to put in class k, by its runs and by the sum of its blocks and of the bad gaps that they fill.
   * FROZEN: numbers of runs ascend, and of each number the sums.
   * @param {number} k a class
   * @param {number} r the runs before it is put in
   * @param {number} b the bad gaps before it is put in
   * @returns {Generator<Split & { sum: number }>}
   */
  *#listSplits(k, r, b) {
    for (const { runs, cut } of this.listCuts(k))
      for (const d of range(2 * runs, 1))
        yield { sum: d, ...this.#countSplit(k, r, b, runs, cut, d) };
  }

  /**
   * Return the ways to put in class k so that its blocks and the bad gaps that they fill are d together. The class in
   * one block has runs - 1 bad gaps; each cut between blocks takes one away, and so does each gap that is filled. So
   * b + runs - d gaps are bad after it.
   * @param {number} k a class
   * @param {number} r the runs before it is put in
   * @param {number} b the bad gaps before it is put in
   * @param {number} runs how many runs the class has
   * @param {bigint} cut in how many ways it is cut into them
   * @param {number} d the blocks of the class and the bad gaps that they fill
   * @returns {Split}
   */
  #countSplit(k, r, b, runs, cut, d) {
    const waysAfter = this.countFrom(k + 1, r + runs, b + runs - d);
    if (waysAfter === 0n) return { runs, cut, ways: [], total: 0n, size: 0n };
    const gapCount = r + (this.shape.isCircle ? 0 : 1 - this.#endsHeld);
    const waysOfCuts = chooseOf(runs - 1); // by their number
    const waysOfBad = chooseOf(b);
    const waysOfGood = chooseOf(gapCount - b);
    const ways = range(runs, 1).map((blocks) => {
      const filled = d - blocks; // bad gaps; the other blocks are in good gaps
      const inGood = blocks - filled - this.countForced(k);
      const ofBad = waysOfBad[filled] ?? 0n;
      const ofGood = waysOfGood[inGood] ?? 0n;
      return { blocks, number: waysOfCuts[blocks - 1] * ofBad * ofGood };
    });
    const ofBlocks = ways.reduce((subtotal, way) => subtotal + way.number, 0n);
    const total = cut * ofBlocks;
    return { runs, cut, ways, total, size: total * waysAfter };
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
 * Return the class of each run after one more class is put in, by drawing the gaps and the lengths of its blocks.
 * Two runs of class 1 in one block that fills the bad gap of `[0, 0]` lead to `[0, 1, 1, 0]`.
 * @param {number[]} order the class of each run, such as [0, 0, 1, 0]
 * @param {number} k the class that is put in
 * @param {Placing} placing how it is put in
 * @param {PatternCounter} counter
 * @param {Below} below the source of the draws
 * @returns {number[]}
 */
function putIn(order, k, { runs, blocks, filled }, counter, below) {
  const { isCircle, first, last } = counter.shape;
  // Gap p is before run p; in a row the last gap is behind the last run. A gap at an end that an item holds is closed.
  const gaps = range(order.length + (isCircle ? 0 : 1)).filter(
    (gap) =>
      isCircle ||
      ((gap > 0 || first === undefined) &&
        (gap < order.length || last === undefined)),
  );
  /** @param {number} gap */
  const isBad = (gap) =>
    order[gap] === (isCircle ? order.at(gap - 1) : order[gap - 1]);
  const allBadGaps = gaps.filter(isBad);
  const allGoodGaps = gaps.filter((gap) => !isBad(gap));
  const forced = range(counter.countForced(k), order.length);
  // FROZEN: the order of these three shuffles.
  const badGaps = shuffleList(allBadGaps, below, filled);
  const inGood = blocks - filled - forced.length;
  const goodGaps = shuffleList(allGoodGaps, below, inGood);
  const cuts = shuffleList(range(runs.length - 1, 1), below, blocks - 1);
  const lengths = splitAt(ascending(cuts), runs.length);
  /** @type {Map<number, number>} */
  const lengthOf = new Map(); // of the block in each gap that has one
  const gapsWithBlocks = ascending([...badGaps, ...goodGaps, ...forced]);
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
 * Return the numbers of orders of classes by the number of runs of class 0, and in how many ways these are cut.
 * @param {PatternCounter} counter
 * @returns {{ runs: number, cut: bigint, size: bigint }[]}
 */
const listStarts = (counter) =>
  [...counter.listCuts(0)].map(({ runs, cut }) => ({
    runs,
    cut,
    size: cut * counter.countFrom(1, runs, counter.countFirstBad(runs)),
  }));

/**
 * Return the pattern, the class of each place, that a number means; gaps and cuts are drawn.
 * @param {PatternCounter} counter
 * @param {bigint} number what the pattern is drawn by, in a circle without its turn
 * @param {Below} below the source of the draws
 * @returns {number[]} such as [0, 1, 0, 1, 0]
 */
function drawPattern(counter, number, below) {
  const { sizes, shape } = counter;
  let numberLeft = number;
  const start = listStarts(counter).find(({ size }) => {
    if (numberLeft < size) return true;
    numberLeft -= size;
    return false;
  });
  if (start === undefined) throw new Error("the number is not below the total");
  const { runs, cut } = start;
  const lengths = [findCut(sizes[0], runs, shape.run, numberLeft % cut)];
  numberLeft /= cut;
  /** @type {number[]} */
  let order = Array(runs).fill(0);
  let bad = counter.countFirstBad(runs);
  for (let k = 1; k < sizes.length; k++) {
    const chosen = counter.choose(k, order.length, bad, numberLeft);
    const { placing } = chosen;
    lengths.push(placing.runs);
    order = putIn(order, k, placing, counter, below);
    numberLeft = chosen.number;
    bad += placing.runs.length - placing.blocks - placing.filled;
  }
  const lengthsLeft = lengths.map((list) => [...list]);
  return order.flatMap((k) => Array(lengthsLeft[k].shift()).fill(k));
}

/**
 * Give the places of a pattern to the items of each class, shuffled, but those that are kept stay first or last of
 * their class.
 * @param {number[]} pattern the class of each place
 * @param {number[][]} classes the items of each class
 * @param {{ front: number[], back: number[] }} kept
 * @param {Below} below the source of the draws
 * @returns {number[]}
 */
function fillPattern(pattern, classes, { front, back }, below) {
  const kept = [...front, ...back];
  const queues = classes.map((members) => [
    ...members.filter((item) => front.includes(item)),
    ...shuffleList(
      members.filter((item) => !kept.includes(item)),
      below,
    ),
    ...members.filter((item) => back.includes(item)),
  ]);
  const taken = classes.map(() => 0);
  return pattern.map((k) => {
    const item = queues[k][taken[k]];
    taken[k] += 1;
    return item;
  });
}

/**
 * Return the items that stand at the ends, the first before the last.
 * @param {Shape} shape
 * @returns {number[]}
 */
const listEnds = ({ first, last }) =>
  [first, last].filter((item) => item !== undefined);

/**
 * Return the items that stay first or last of their class. In a circle one item stands at place 0 before it is turned:
 * the item at an end, or else the first of class 0.
 * @param {number[][]} classes the items of each class
 * @param {Shape} shape
 */
function findKept(classes, shape) {
  const { isCircle, first, last } = shape;
  if (isCircle)
    return { front: [listEnds(shape)[0] ?? classes[0][0]], back: [] };
  return {
    front: listEnds({ ...shape, last: undefined }),
    back: first === last ? [] : listEnds({ ...shape, first: undefined }),
  };
}

/**
 * Return the `total` of the orders of items in classes of which not too many neighbours are of one class, and `draw`,
 * the rule that draws one. Of the classes [0, 1] and [2] in a row there are 2n orders: 0, 2, 1 and 1, 2, 0.
 *
 * FROZEN: classes are put in by size, the largest first, of one size by their first items; but before all others the
 * class of the first item, and then that of the last. Draws: the number, then gaps and cuts class by class, then the
 * items of each class.
 * @param {number[][]} lists the items of each class
 * @param {Shape} shape
 * @returns {{ total: bigint, draw: (below: Below) => number[] }}
 */
export function countOrders(lists, shape) {
  const ends = listEnds(shape);
  /** @param {number[]} members */
  const findEnd = (members) => {
    const end = ends.findIndex((item) => members.includes(item));
    return end === -1 ? ends.length : end;
  };
  const classes = [...lists].sort(
    (a, b) => findEnd(a) - findEnd(b) || b.length - a.length || a[0] - b[0],
  );
  const counter = new PatternCounter(classes, shape);
  const n = sum(counter.sizes);
  const isTurned = shape.isCircle && ends.length === 0;
  const turns = BigInt(isTurned ? n : 1);
  const patterns = listStarts(counter).reduce(
    (total, { size }) => total + size * turns,
    0n,
  );
  const kept = findKept(classes, shape);
  const keptItems = [...kept.front, ...kept.back];
  const total = classes.reduce((product, members) => {
    const shuffled = members.filter((item) => !keptItems.includes(item));
    return product * factorial(shuffled.length);
  }, patterns);
  /** @param {Below} below */
  const draw = (below) => {
    const number = below(patterns);
    const pattern = drawPattern(counter, number / turns, below);
    const arranged = fillPattern(pattern, classes, kept, below);
    const isBehind = shape.isCircle && shape.last !== undefined;
    const turn = isBehind ? n - 1 : Number(number % turns);
    return range(n).map((p) => arranged[(p - turn + n) % n]);
  };
  return { total, draw };
}
