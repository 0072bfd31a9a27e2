/** Attempts whose choices have bounded weights, for rare pairs and groups of two. Implemented from docs/definitions/rules.md alone. */
import { range } from "../core/canonical.mjs";
import { NotFound } from "../core/validation.mjs";

const S = 2n ** 32n + 1n;
const MAX_CHOICES = 100_000;

const divideUp = (number, divisor) => (number + divisor - 1n) / divisor;
const multiply = (numbers) =>
  numbers.reduce((product, number) => product * number, 1n);

/** Return the least whole number with at least this square. */
function rootUp(square) {
  for (let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2)); ;) {
    const next = (root + square / root) / 2n;
    if (next >= root) return root * root < square ? root + 1n : root;
    root = next;
  }
}

const bounds = [0n, 11674931555n];
/** Return T_r. */
export function boundOf(r) {
  for (let last = bounds.at(-1); bounds.length <= r; bounds.push(last))
    last +=
      S + divideUp(S ** 2n, 2n * last) + divideUp(S ** 3n, 5n * last ** 2n);
  return bounds[r];
}

const roots = [0n];
/** Return R_r. */
const rootOf = (r) =>
  (roots[r] ??= rootUp(divideUp(boundOf(r) << 128n, bounds[1])));

/** Return a function that repeats an attempt, which is given a function that makes a choice by weights and their whole, until it has a result. */
export function openBounded(below) {
  let made = 0;
  /** Return the number of the chosen candidate, or -1. */
  const choose = (weights, whole) => {
    if (++made > MAX_CHOICES)
      throw new NotFound(
        "the rules",
        "no arrangement was found, which does not show that there is none",
      );
    if (weights.every((weight) => weight === 0n)) return -1;
    const certain = weights.indexOf(whole);
    if (certain >= 0) return certain;
    const ends = [];
    for (const weight of weights) ends.push((ends.at(-1) ?? 0n) + weight);
    for (let [digits, bits] = [0n, 0n]; ;) {
      [digits, bits] = [(digits << 64n) + below(1n << 64n), bits + 64n];
      const start = digits * whole;
      const found = ends.findIndex((end) => start < end << bits);
      if (found < 0 || start + whole <= ends[found] << bits) return found;
    }
  };
  return (attempt) => {
    let result;
    while (result === undefined) result = attempt(choose);
    return result;
  };
}

/** Return the chosen one of candidates, each with its number `degrees` of ways, or undefined. */
export function chooseCandidate(candidates, degrees, choose) {
  const ordered = [...candidates].sort(
    (one, other) => degrees[one] - degrees[other] || one - other,
  );
  const ways = ordered.map((one) => degrees[one]);
  const ones = ways.filter((number) => number === 1).length;
  const product =
    boundOf(1) *
    multiply(
      ways.filter((number) => number > 1).map((number) => boundOf(number - 1)),
    );
  const weights = new Map(
    [...new Set(ways)].map((number) => {
      if (number === 1) return [1, ones > 1 ? 0n : product];
      return [number, ones > 0 ? 0n : product / boundOf(number - 1)];
    }),
  );
  return ordered[
    choose(
      ways.map((number) => weights.get(number)),
      multiply(ways.map(boundOf)),
    )
  ];
}

/** Return whether a bounded attempt goes on where an item loses one of a number of ways. */
export const losesWay = (number, below) =>
  number > 1 && below(boundOf(number)) < boundOf(number - 1);

/** Return the items that v can meet in the order of their degrees, their weights and the whole, without common factors. */
function weighMeetings(v, left, degrees, meets) {
  const others = left
    .filter((u) => meets[v][u])
    .sort((one, other) => degrees[one] - degrees[other] || one - other);
  const size = Math.max(...left.map((item) => degrees[item])) + 1;
  const powers = others.map((u) => {
    const changes = new Int32Array(size);
    for (const item of left) {
      const lost = meets[v][item] + meets[u][item];
      const isOut = item === v || item === u;
      if (!isOut && lost === 0) continue;
      changes[degrees[item]]--;
      changes[isOut ? 1 : degrees[item] - lost]++;
    }
    return changes;
  });
  const least = range(size).map((r) =>
    Math.min(0, ...powers.map((changes) => changes[r])),
  );
  const multiplyPowers = (exponents) =>
    multiply(
      least.map((low, r) =>
        exponents(r) > low ? rootOf(r) ** BigInt(exponents(r) - low) : 1n,
      ),
    );
  return {
    others,
    weights: powers.map((changes) => multiplyPowers((r) => changes[r])),
    whole: multiplyPowers(() => 0),
  };
}

/** Return one bounded attempt at whom each item meets, by a table of 0 and 1; undefined if it fails. */
export function attemptMeetings(meets, choose) {
  let left = range(meets.length);
  const degrees = meets.map((row) =>
    row.reduce((sum, number) => sum + number, 0),
  );
  const partners = [];
  while (left.length > 0) {
    if (left.some((item) => degrees[item] === 0)) return undefined;
    for (const v of [...left].sort(
      (one, other) => degrees[one] - degrees[other] || one - other,
    )) {
      const { others, weights, whole } = weighMeetings(v, left, degrees, meets);
      if (weights.reduce((sum, weight) => sum + weight, 0n) > whole) continue;
      const u = others[choose(weights, whole)];
      if (u === undefined) return undefined;
      [partners[v], partners[u]] = [u, v];
      left = left.filter((item) => item !== v && item !== u);
      for (const item of left) degrees[item] -= meets[v][item] + meets[u][item];
      break;
    }
  }
  return partners;
}
