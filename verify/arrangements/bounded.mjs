/**
 * Attempts whose choices have bounded weights, for rare pairs and groups of two. Implemented from
 * docs/definitions/rules.md alone.
 *
 * Each state has a bound of the ways to go on from it. A choice goes to one of the next states with its bound divided
 * by the bound now, and fails with the probability that remains; so all arrangements have the same probability, 1
 * divided by the first bound. From the bound 8 to states with 4 and 3, a choice takes the first in 4 of 8 cases, the
 * second in 3, and fails in 1.
 */
// @ts-check
import { getKnown } from "./attributes.mjs";
import { range } from "../core/lists.mjs";
import { NotFound } from "../core/validation.mjs";

/** @import { Below } from "../core/stream.mjs" */

/**
 * A function that chooses one of some candidates by their weights, out of a whole: the number of the candidate, or -1
 * for the part of the whole that is no candidate's.
 * @typedef {(weights: bigint[], whole: bigint) => number} Choose
 */

// FROZEN: both, and the first bound below.
const S = 2n ** 32n + 1n;
const MAX_CHOICES = 100_000;

/**
 * Return a quotient, rounded up.
 * @param {bigint} number what is divided
 * @param {bigint} divisor by what
 * @returns {bigint}
 */
const divideUp = (number, divisor) => (number + divisor - 1n) / divisor;

/**
 * Return the product of numbers.
 * @param {bigint[]} numbers the factors
 * @returns {bigint}
 */
const multiply = (numbers) =>
  numbers.reduce((product, number) => product * number, 1n);

/**
 * Return the least whole number with at least this square.
 * @param {bigint} square a whole number above 0
 * @returns {bigint}
 */
function rootUp(square) {
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (root + square / root) / 2n;
    if (next >= root) return root * root < square ? root + 1n : root;
    root = next;
  }
}

/** T_0, T_1, … as far as they are computed. */
const bounds = [0n, 11674931555n];

/**
 * Return T_r.
 * @param {number} r a whole number
 * @returns {bigint}
 */
export function boundOf(r) {
  while (bounds.length <= r) {
    const last = bounds[bounds.length - 1];
    bounds.push(
      last +
        S +
        divideUp(S ** 2n, 2n * last) +
        divideUp(S ** 3n, 5n * last ** 2n),
    );
  }
  return bounds[r];
}

/** R_0, R_1, … as far as they are computed. */
const roots = [0n];

/**
 * Return R_r.
 * @param {number} r a whole number
 * @returns {bigint}
 */
const rootOf = (r) =>
  (roots[r] ??= rootUp(divideUp(boundOf(r) << 128n, bounds[1])));

/**
 * Return the number of the candidate in whose part of the whole a random number lies, or -1.
 * The number is digits / 2^bits of the whole. FROZEN: 64 bits are drawn at a time, until they decide.
 * @param {bigint[]} weights the weight of each candidate
 * @param {bigint} whole at least the sum of the weights
 * @param {Below} below the source of the draws
 * @returns {number}
 */
function drawByWeights(weights, whole, below) {
  /** @type {bigint[]} */
  const ends = [];
  for (const weight of weights) ends.push((ends.at(-1) ?? 0n) + weight);
  let digits = 0n;
  let bits = 0n;
  for (;;) {
    digits = (digits << 64n) + below(1n << 64n);
    bits += 64n;
    const start = digits * whole;
    const candidate = ends.findIndex((end) => start < end << bits);
    if (candidate < 0 || start + whole <= ends[candidate] << bits)
      return candidate;
  }
}

/**
 * Return a function that repeats an attempt, which is given a function that makes a choice by weights and their whole,
 * until it has a result.
 * @param {Below} below the source of the draws
 * @returns {<Result>(attempt: (choose: Choose) => Result | undefined) => Result}
 */
export function openBounded(below) {
  let choicesMade = 0;
  /** @type {Choose} */
  const choose = (weights, whole) => {
    choicesMade += 1;
    if (choicesMade > MAX_CHOICES)
      throw new NotFound(
        "the rules",
        "no arrangement was found, which does not show that there is none",
      );
    if (weights.every((weight) => weight === 0n)) return -1;
    const certain = weights.indexOf(whole);
    return certain >= 0 ? certain : drawByWeights(weights, whole, below);
  };
  return (attempt) => {
    let result = attempt(choose);
    while (result === undefined) result = attempt(choose);
    return result;
  };
}

/**
 * Return items by their degrees, the least first. FROZEN: of equal degrees by their indices.
 * @param {Iterable<number>} items indices
 * @param {number[]} degrees the degree of each item by its index
 * @returns {number[]}
 */
const sortByDegree = (items, degrees) =>
  [...items].sort((a, b) => degrees[a] - degrees[b] || a - b);

/**
 * Return the chosen one of candidates, each with its number `degrees` of ways, or undefined.
 * Of the candidates 4, with one way, and 7, with two, 7 has no weight: 4 could not be taken later.
 * @param {Iterable<number>} candidates indices of items
 * @param {number[]} degrees the number of ways of each candidate by its index
 * @param {Choose} choose the function that makes the choice
 * @returns {number | undefined}
 */
export function chooseCandidate(candidates, degrees, choose) {
  const ordered = sortByDegree(candidates, degrees);
  const ways = ordered.map((item) => degrees[item]);
  const singleCount = ways.filter((number) => number === 1).length;
  const severalWays = ways.filter((number) => number > 1);
  // T_1 and each T_{d-1}, but T_0 = 0, which makes a weight 0 where another candidate has one way.
  const product =
    boundOf(1) * multiply(severalWays.map((number) => boundOf(number - 1)));
  /** @param {number} number */
  const weigh = (number) => {
    if (number === 1) return singleCount > 1 ? 0n : product;
    return singleCount > 0 ? 0n : product / boundOf(number - 1);
  };
  /** @type {Map<number, bigint>} */
  const weightOf = new Map(); // the weight of a number of ways, computed once
  for (const number of new Set(ways)) weightOf.set(number, weigh(number));
  const weights = ways.map((number) => getKnown(weightOf, number));
  const whole = multiply(ways.map(boundOf));
  return ordered[choose(weights, whole)];
}

/**
 * Return whether a bounded attempt goes on where an item loses one of a number of ways.
 * @param {number} number the ways before it loses one
 * @param {Below} below the source of the draws
 * @returns {boolean}
 */
export const losesWay = (number, below) =>
  number > 1 && below(boundOf(number)) < boundOf(number - 1);

/**
 * The meetings that are still possible: the items that have met nobody, how many of these each item can meet, and a
 * table that has 1 where two items can meet, 0 elsewhere.
 * @typedef {{ unmet: number[], degrees: number[], meets: number[][] }} MeetingsLeft
 */

/**
 * Return by degree how many more items have this degree once v meets u. The two that meet count with the degree 1 then;
 * any other item loses a way for each of the two that it can meet.
 *
 * If 1 and 2 can meet 0 alone, `degrees` is [2, 1, 1]. Once 0 meets 1, it is `[1, 0, -1]`: item 2 has the degree 0.
 * @param {number} v an item
 * @param {number} u another item
 * @param {MeetingsLeft} meetingsLeft
 * @param {number} highest the greatest degree
 * @returns {Int32Array}
 */
function countChanges(v, u, { unmet, degrees, meets }, highest) {
  const changes = new Int32Array(highest + 1);
  for (const item of unmet) {
    const hasMet = item === v || item === u;
    const waysLost = meets[v][item] + meets[u][item];
    if (!hasMet && waysLost === 0) continue;
    const degreeAfter = hasMet ? 1 : degrees[item] - waysLost;
    changes[degrees[item]]--;
    changes[degreeAfter]++;
  }
  return changes;
}

/**
 * Return the candidates, the items that v can meet, in the order of their degrees, their weights and the whole. If 3
 * can meet 1 alone, and v is 0, which can meet 1 and 2, the candidates are `[2, 1]`, and the weight of 1 is 0n.
 *
 * The whole is the product of R_d over the degrees d of all items that are left, and a weight is this product once v
 * has met the candidate. Both are without their common factors: of each R_d the powers are counted from the least on.
 * @param {number} v an item that has met nobody
 * @param {MeetingsLeft} meetingsLeft
 * @returns {{ candidates: number[], weights: bigint[], whole: bigint }}
 */
function weighMeetings(v, meetingsLeft) {
  const { unmet, degrees, meets } = meetingsLeft;
  const candidates = sortByDegree(
    unmet.filter((u) => meets[v][u]),
    degrees,
  );
  const highest = Math.max(...unmet.map((item) => degrees[item]));
  const changesOf = candidates.map((u) =>
    countChanges(v, u, meetingsLeft, highest),
  );
  const leastChanges = range(highest + 1).map((d) =>
    Math.min(0, ...changesOf.map((changes) => changes[d])),
  );
  /** @param {(d: number) => number} changeOf */
  const multiplyRoots = (changeOf) =>
    multiply(
      leastChanges.map((least, d) => {
        const exponent = changeOf(d) - least;
        return exponent > 0 ? rootOf(d) ** BigInt(exponent) : 1n;
      }),
    );
  return {
    candidates,
    weights: changesOf.map((changes) => multiplyRoots((d) => changes[d])),
    whole: multiplyRoots(() => 0),
  };
}

/**
 * Return one bounded attempt at whom each item meets, by a table of 0 and 1; undefined if it fails.
 * If 0 meets 2 and 1 meets 3, it is `[2, 3, 0, 1]`.
 *
 * FROZEN: the next item to choose for is the one of least degree whose weights are not more than the whole together.
 * @param {number[][]} meets 1 where two items can meet, 0 elsewhere
 * @param {Choose} choose the function that makes a choice
 * @returns {number[] | undefined} by the index of each item that of its partner
 */
export function attemptMeetings(meets, choose) {
  let unmet = range(meets.length);
  const degrees = meets.map((row) =>
    row.reduce((sum, number) => sum + number, 0),
  );
  /** @type {number[]} */
  const partners = [];
  while (unmet.length > 0) {
    if (unmet.some((item) => degrees[item] === 0)) return undefined;
    for (const v of sortByDegree(unmet, degrees)) {
      const meetingsLeft = { unmet, degrees, meets };
      const { candidates, weights, whole } = weighMeetings(v, meetingsLeft);
      const allWeights = weights.reduce((sum, weight) => sum + weight, 0n);
      if (allWeights > whole) continue;
      const u = candidates[choose(weights, whole)];
      if (u === undefined) return undefined;
      partners[v] = u;
      partners[u] = v;
      unmet = unmet.filter((item) => item !== v && item !== u);
      for (const item of unmet)
        degrees[item] -= meets[v][item] + meets[u][item];
      break;
    }
  }
  return partners;
}
