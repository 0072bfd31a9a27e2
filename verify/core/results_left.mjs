/**
 * How many results a request leaves, as far as it is known without a search: one, several, or not counted. Implemented from
 * docs/definitions/plans.md ("How many results") alone.
 *
 * What is known is an object: `isOne`, undefined if the results were not counted; and of a draw by weights `likeliest`, the number of
 * different items that have a weight, and the `weight` of the likeliest one, out of the `total`.
 */
import { sum } from "./canonical.mjs";

export const UNCOUNTED = {};

/**
 * What people see of each item: `read` returns the label of an index, equal for equal items, undefined where it is not known. Rules treat
 * equal items alike; of names for items, which are not `areItems`, they need not.
 */
export const makeLabels = (read, areItems = true) => ({ read, areItems });

/** Return whether all of these items have one label, undefined if that is not known. */
export function areAlike({ read }, indices) {
  const labels = new Set();
  let unknown = 0;
  for (const index of indices) {
    const label = read(index);
    if (label === undefined) unknown++;
    else labels.add(label);
    if (labels.size > 1) return false;
  }
  return unknown === 0 || (unknown === 1 && labels.size === 0) || undefined;
}

/** Return whether items can come in one way alone to so many places that differ, undefined if that is not known. */
export const fillPlaces = (labels, places, indices) =>
  places <= 1 || areAlike(labels, indices);

/** Return whether all parts hold: false if one does not, undefined if one is not known and all others hold. */
export const allHold = (parts) =>
  parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;

/** Return how often each value is in a list, as a map. */
function countValues(values) {
  const numbers = new Map();
  for (const value of values) numbers.set(value, (numbers.get(value) ?? 0) + 1);
  return numbers;
}

/** Return the product of the factorials of numbers. */
function multiplyFactorials(numbers) {
  let product = 1n;
  for (const number of numbers)
    for (let factor = 2n; factor <= BigInt(number); factor++) product *= factor;
  return product;
}

/** Return how many arrangements look as one does if there are no rules, undefined if a label is not known. */
function countAlike({ read }, places) {
  const labels = places.map((place) => place.map(read));
  const numbers = countValues(labels.flat());
  if (numbers.has(undefined)) return undefined;
  const inPlaces = labels.flatMap((place) => [...countValues(place).values()]);
  return multiplyFactorials(numbers.values()) / multiplyFactorials(inPlaces);
}

/**
 * Return whether all of `total` equally likely arrangements look the same, undefined if that is not known. `places` has the items of each
 * place of one of them.
 */
export function compareTotal(labels, total, places) {
  if (total === undefined) return undefined;
  if (total === 1n) return true;
  const alike = countAlike(labels, places);
  if (alike === undefined) return undefined;
  if (total > alike) return false;
  return labels.areItems || undefined;
}

/** Return what is known of a draw by weights, one for each item. */
export function weigh(labels, weights) {
  const drawable = [...weights.keys()].filter((index) => weights[index] > 0);
  const shares = new Map();
  for (const index of drawable) {
    const label = labels.read(index) ?? index;
    shares.set(label, (shares.get(label) ?? 0) + weights[index]);
  }
  const weight = [...shares.values()].reduce(
    (most, share) => Math.max(most, share),
    0,
  );
  return {
    isOne: areAlike(labels, drawable),
    likeliest: { items: shares.size, weight, total: sum(weights) },
  };
}

/** Return how many places tell the cards of a deal apart: each hand, or each part of one, and each place of a pile. */
export function countPlaces({ hands, piles }) {
  const sizesOf = ({ indices, parts = [] }) => {
    const inParts = parts.map((part) => part.indices.length);
    return [...inParts, indices.length - sum(inParts)];
  };
  return (
    hands.flatMap(sizesOf).filter((size) => size > 0).length +
    sum(piles.map(({ indices }) => indices.length))
  );
}

const write = (number) => number.toLocaleString("en");

function describe({ isOne, likeliest }) {
  if (likeliest !== undefined)
    return `Of ${write(likeliest.items)} items with a weight the likeliest has ${write(likeliest.weight)} of ${write(likeliest.total)}`;
  return isOne === undefined
    ? "How many results the request left was not counted"
    : "The request left more than one result";
}

/** Return what is known of results with a sentence for people, `says`, that holds unless they are one. */
export const describeLeft = (left) => ({ ...left, says: describe(left) });
