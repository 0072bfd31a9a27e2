/**
 * How many results a request leaves, as far as it is known without a search: one, several, or not counted. Implemented
 * from docs/definitions/plans.md ("How many results") alone.
 *
 * What is known is an object: `isOne`, undefined if the results were not counted; and of a draw by weights `likeliest`,
 * the number of different items that have a weight, and the `weight` of the likeliest one, out of the `total`.
 */
// @ts-check
import { sum } from "./lists.mjs";

/**
 * How many different items have a weight, and the weight of the likeliest one, out of the total.
 *
 * @typedef {{ items: number, weight: number, total: number }} Likeliest
 */

/**
 * What is known of the results that a request leaves.
 *
 * @typedef {object} ResultsLeft
 * @property {boolean} [isOne] whether there is one result alone; undefined if they were not counted
 * @property {Likeliest} [likeliest] of a draw by weights
 */

/**
 * What people see of each item.
 *
 * @typedef {object} Labels
 * @property {(index: number) => string | undefined} read returns the label of the item with an index, equal for equal
 *   items
 * @property {boolean} areItems false if the labels are names that stand for items
 */

/**
 * Nothing is known of the results.
 *
 * @type {ResultsLeft}
 */
export const UNCOUNTED = {};

/**
 * What people see of each item: `read` returns the label of an index, equal for equal items, undefined where it is not
 * known. Rules treat equal items alike; of names for items, which are not `areItems`, they need not.
 *
 * @param {(index: number) => string | undefined} read
 * @param {boolean} areItems
 * @returns {Labels}
 */
export const makeLabels = (read, areItems = true) => ({ read, areItems });

/**
 * Return whether all of these items have one label, undefined if that is not known.
 *
 * @param {Labels} labels of all items
 * @param {Iterable<number>} indices of these items
 * @returns {boolean | undefined}
 */
export function areAlike({ read }, indices) {
  const knownLabels = new Set();
  let unknown = 0; // how many labels are not known
  for (const index of indices) {
    const label = read(index);
    if (label === undefined) unknown++;
    else knownLabels.add(label);
    if (knownLabels.size > 1) return false;
  }
  return (
    unknown === 0 || (unknown === 1 && knownLabels.size === 0) || undefined
  );
}

/**
 * Return whether items can come in one way alone to so many places that differ, undefined if that is not known.
 *
 * @param {Labels} labels of all items
 * @param {number} places how many
 * @param {Iterable<number>} indices of the items that come to them
 * @returns {boolean | undefined}
 */
export const fillPlaces = (labels, places, indices) =>
  places <= 1 || areAlike(labels, indices);

/**
 * Return whether all parts hold: false if one does not, undefined if one is not known and all others hold.
 *
 * @param {readonly (boolean | undefined)[]} parts whether each holds
 * @returns {boolean | undefined}
 */
export function allHold(parts) {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

/**
 * Return how often each value is in a list, as a map.
 *
 * @template T
 * @param {readonly T[]} values
 * @returns {Map<T, number>}
 */
function countValues(values) {
  const numbers = new Map();
  for (const value of values) numbers.set(value, (numbers.get(value) ?? 0) + 1);
  return numbers;
}

/**
 * Return the product of the factorials of numbers: 12n of 2 and 3.
 *
 * @param {Iterable<number>} numbers
 */
function multiplyFactorials(numbers) {
  let product = 1n;
  for (const number of numbers)
    for (let factor = 2n; factor <= BigInt(number); factor++) product *= factor;
  return product;
}

/**
 * Return how many arrangements look as one does if there are no rules, undefined if a label is not known.
 *
 * Items 0 and 1 have the label a, item 2 has b. 2n arrangements look as [[0], [1], [2]] does, as 0 and 1 can be
 * exchanged; 1n looks as [[0, 1], [2]] does.
 *
 * @param {Labels} labels of all items
 * @param {number[][]} places the indices of the items of each place
 * @returns {bigint | undefined}
 */
function countAlike({ read }, places) {
  const labelsOf = places.map((place) => place.map((index) => read(index)));
  const numbers = countValues(labelsOf.flat());
  if (numbers.has(undefined)) return undefined;
  const numbersInPlaces = labelsOf.flatMap((labels) => [
    ...countValues(labels).values(),
  ]);
  const orders = multiplyFactorials(numbers.values());
  return orders / multiplyFactorials(numbersInPlaces);
}

/**
 * Return whether all of `total` equally likely arrangements look the same, undefined if that is not known. `places` has
 * the items of each place of one of them.
 *
 * @param {Labels} labels of all items
 * @param {bigint | undefined} total the number of arrangements, if it is known
 * @param {number[][]} places the indices of the items of each place
 * @returns {boolean | undefined}
 */
export function compareTotal(labels, total, places) {
  if (total === undefined) return undefined;
  if (total === 1n) return true;
  const alike = countAlike(labels, places);
  if (alike === undefined) return undefined;
  if (total > alike) return false;
  return labels.areItems || undefined;
}

/**
 * Return what is known of a draw by weights, one for each item.
 *
 * @param {Labels} labels of all items
 * @param {number[]} weights
 * @returns {ResultsLeft}
 */
export function weigh(labels, weights) {
  const drawable = [...weights.keys()].filter((index) => weights[index] > 0);
  return {
    isOne: areAlike(labels, drawable),
    likeliest: findLikeliest(labels, weights, drawable),
  };
}

/**
 * Return how many different items a draw of one of these items may give, and the weight of the likeliest.
 *
 * @param {Labels} labels of all items
 * @param {number[]} weights of all items
 * @param {number[]} drawable the indices of the items, whose weights are above 0
 * @returns {Likeliest}
 */
export function findLikeliest(labels, weights, drawable) {
  const shares = new Map(); // the sum of weights by label, or by the index of an item without one
  for (const index of drawable) {
    const label = labels.read(index) ?? index;
    shares.set(label, (shares.get(label) ?? 0) + weights[index]);
  }
  const weight = [...shares.values()].reduce(
    (largest, share) => Math.max(largest, share),
    0,
  );
  const total = sum(drawable.map((index) => weights[index]));
  return { items: shares.size, weight, total };
}

/**
 * Return the one of several draws by weights whose likeliest item has the least share, the first of equal ones.
 *
 * @param {Likeliest[]} draws at least one
 * @returns {Likeliest}
 */
export const findLeastCertain = (draws) =>
  draws.reduce((least, draw) =>
    BigInt(draw.weight) * BigInt(least.total) <
    BigInt(least.weight) * BigInt(draw.total)
      ? draw
      : least,
  );

/**
 * A hand or a pile of a deal: the indices of its cards, and the parts of a hand that are told apart, such as cards face
 * up.
 *
 * @typedef {{ indices: number[], parts?: { indices: number[] }[] }} Holding
 */

/**
 * Return the numbers of cards in the parts of a hand, and of those in no part.
 *
 * @param {Holding} hand
 */
function listPartSizes({ indices, parts = [] }) {
  const inParts = parts.map((part) => part.indices.length);
  return [...inParts, indices.length - sum(inParts)];
}

/**
 * Return how many places tell the cards of a deal apart: each hand, or each part of one, and each place of a pile.
 *
 * @param {{ hands: Holding[], piles: Holding[] }} deal
 * @returns {number}
 */
export function countPlaces({ hands, piles }) {
  return (
    hands.flatMap(listPartSizes).filter((size) => size > 0).length +
    sum(piles.map(({ indices }) => indices.length))
  );
}

/**
 * Return a number as text, with commas: 1,000.
 *
 * @param {number} number
 */
const write = (number) => number.toLocaleString("en");

/**
 * Return a sentence for people, of what is known of results, that holds unless they are one.
 *
 * @param {ResultsLeft} left
 */
function describe({ isOne, likeliest }) {
  if (likeliest !== undefined)
    return `Of ${write(likeliest.items)} items with a weight the likeliest has ${write(likeliest.weight)} of ${write(likeliest.total)}`;
  return isOne === undefined
    ? "How many results the request left was not counted"
    : "The request left more than one result";
}

/**
 * Return what is known of results with a sentence for people, `says`, that holds unless they are one.
 *
 * @param {ResultsLeft} resultsLeft
 * @returns {ResultsLeft & { says: string }}
 */
export const describeLeft = (resultsLeft) => ({
  ...resultsLeft,
  says: describe(resultsLeft),
});
