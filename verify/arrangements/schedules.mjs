/**
 * Schedules of rounds in which no two places meet twice, by the number of groups and the size of the largest.
 * Implemented from docs/definitions/rules.md ("Rounds") alone.
 */
// @ts-check
import { range } from "../core/lists.mjs";
import { ROUND_TABLE } from "./round_table.mjs";

/**
 * The places in each group of a round.
 * @typedef {number[][]} Round
 */

/**
 * How many rounds a schedule has, and a function from the number of one, from 0 on, to its groups.
 * @typedef {{ rounds: number, listGroups: (round: number) => Round }} Schedule
 */

/**
 * A finite field: numbers with `degree` digits in base `prime`, each the coefficient of a power of x; x^degree is
 * `reduced`. With the degree 1 `prime` may be any number.
 * @typedef {{ prime: number, degree: number, reduced: number }} FiniteField
 */

/**
 * FROZEN: by the size of a field that is no prime, x^degree.
 * @type {{ [size: number]: number }}
 */
const REDUCED = { 4: 3, 8: 3, 9: 2, 16: 3, 25: 2, 27: 5 };

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Return the sum of two numbers, digit by digit without a carry, each modulo `prime`.
 * @param {FiniteField} field
 * @param {number} a
 * @param {number} b
 */
function addIn({ prime, degree }, a, b) {
  let sum = 0;
  for (let weight = 1; weight < prime ** degree; weight *= prime) {
    const digit = Math.floor(a / weight) + Math.floor(b / weight);
    sum += (digit % prime) * weight;
  }
  return sum;
}

/**
 * Return the product of two elements: b is added as often as the digits of a say, and multiplied by x from one digit to
 * the next.
 * @param {FiniteField} field
 * @param {number} a
 * @param {number} b
 */
function multiplyIn(field, a, b) {
  const { prime, degree, reduced } = field;
  if (degree === 1) return (a * b) % prime;
  let product = 0;
  let power = b; // times x^k
  for (let k = 0; k < degree; k++) {
    const digit = Math.floor(a / prime ** k) % prime;
    for (let i = 0; i < digit; i++) product = addIn(field, product, power);
    const highest = Math.floor(power / prime ** (degree - 1));
    power = (power % prime ** (degree - 1)) * prime;
    for (let i = 0; i < highest; i++) power = addIn(field, power, reduced);
  }
  return product;
}

/**
 * Return the fields of the powers of primes that a number is the product of, the smallest prime first; undefined if one
 * of them has no field here.
 * @param {number} number
 * @returns {FiniteField[] | undefined}
 */
function splitIntoFields(number) {
  /** @type {FiniteField[]} */
  const fields = [];
  let left = number;
  for (let prime = 2; left > 1; prime++) {
    if (prime * prime > left) prime = left;
    let degree = 0;
    for (; left % prime === 0; left /= prime) degree += 1;
    const reduced = degree === 1 ? 0 : REDUCED[prime ** degree];
    if (degree === 0) continue;
    if (reduced === undefined) return undefined;
    fields.push({ prime, degree, reduced });
  }
  return fields;
}

/**
 * Return ψ + σ · μ: each is split into an element of each field, and μ is the same in all.
 * @param {FiniteField[]} fields
 * @param {number} place ψ
 * @param {number} slope σ
 * @param {number} row μ
 */
function move(fields, place, slope, row) {
  let moved = 0;
  let weight = 1;
  for (const field of fields) {
    const size = field.prime ** field.degree;
    const part = Math.floor(place / weight) % size;
    const partOfSlope = Math.floor(slope / weight) % size;
    moved += weight * addIn(field, part, multiplyIn(field, row, partOfSlope));
    weight *= size;
  }
  return moved;
}

/**
 * Return the pairs of all places, of which the last one stands in the middle of a circle.
 * @param {number} groups
 * @returns {Schedule}
 */
function pairInCircle(groups) {
  const others = 2 * groups - 1;
  return {
    rounds: others,
    listGroups: (round) => [
      [round, others],
      ...range(groups - 1, 1).map((i) => [
        (round + i) % others,
        (round - i + others) % others,
      ]),
    ],
  };
}

/**
 * Return the schedule by slopes, which ends with the rounds that each row has for itself.
 * @param {number} n
 * @param {number} groups
 * @param {number} size of the largest group
 * @returns {Schedule}
 */
function openSlopes(n, groups, size) {
  const powers = splitIntoFields(groups);
  const isField = powers?.every(({ prime, degree }) => prime ** degree >= size);
  const hasFields = powers !== undefined && groups > 1 && isField;
  const fields = hasFields
    ? powers
    : [{ prime: groups, degree: 1, reduced: 0 }];
  const slopes = hasFields ? groups : Math.floor((groups - 1) / (size - 1)) + 1;
  /** @param {number} slope */
  const listBySlope = (slope) =>
    range(groups).map((place) =>
      range(size).map((row) => row * groups + move(fields, place, slope, row)),
    );
  if (groups % size !== 0 || groups * size - n > 1)
    return { rounds: slopes, listGroups: listBySlope };
  const inRow = findLongest(groups, groups / size);
  /** @param {number} round */
  const listInRows = (round) =>
    range(size).flatMap((row) =>
      inRow
        .listGroups(round)
        .map((group) => group.map((place) => row * groups + place)),
    );
  return {
    rounds: slopes + inRow.rounds,
    listGroups: (round) =>
      round < slopes ? listBySlope(round) : listInRows(round - slopes),
  };
}

/**
 * Return all schedules for n items in so many groups, in their order.
 * @param {number} n
 * @param {number} groups
 * @returns {Schedule[]}
 */
export function listSchedules(n, groups) {
  const size = Math.ceil(n / groups);
  const empty = groups * size - n;
  const schedules = [openSlopes(n, groups, size)];
  if (size === 2 && empty <= 1) schedules.unshift(pairInCircle(groups));
  /** @type {{ [name: string]: { rounds: string[] } }} */
  const table = ROUND_TABLE;
  const stored = table[`${groups} x ${size}`]?.rounds ?? [];
  if (stored.length > 0 && empty <= size)
    schedules.push({
      rounds: stored.length - (empty > 1 ? 1 : 0),
      listGroups: (round) =>
        stored[round]
          .split(" ")
          .map((group) => [...group].map((letter) => LETTERS.indexOf(letter))),
    });
  return schedules;
}

/**
 * Return the first of the schedules with the most rounds.
 * @param {number} n
 * @param {number} groups
 * @returns {Schedule}
 */
export const findLongest = (n, groups) =>
  listSchedules(n, groups).reduce((longest, schedule) =>
    schedule.rounds > longest.rounds ? schedule : longest,
  );
