/** The predicates of conditions on a caller's items. Implemented from docs/definitions/conditions.md alone. */
// @ts-check
import { isEqual } from "../core/canonical.mjs";
import { MAX_WEIGHT, checkTable, weigh } from "./predicates.mjs";
import { Refused, checkInteger, isObject } from "../core/validation.mjs";

/** @import { Predicate } from "./predicates.mjs" */

/**
 * A function that reads a predicate of items: of its value, the path of that in the request, the caller's items, and
 * whether these may lack the value.
 * @typedef {(value: unknown, where: string, items: unknown[], mayLack: boolean) => Predicate} ParseItemPredicate
 */

const MAX_LEVELS = 32;

/**
 * Throw for a value that is too deep, or has a number that canonical JSON may round.
 * @param {string} where - the path of the value in the request
 * @param {unknown} value
 * @param {number} level - from 1
 */
function checkValue(where, value, level) {
  if (level > MAX_LEVELS)
    throw new Refused(where, `at most ${MAX_LEVELS} levels were expected`);
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Refused(where, "no number above 2^53 - 1 was expected");
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const path = Array.isArray(value)
      ? `${where}[${name}]`
      : `${where}.${name}`;
    checkValue(path, member, level + 1);
  }
}

/**
 * Return whether an item is the one that a condition names, or has all the members that it names.
 * @param {unknown} item
 * @param {unknown} named
 * @returns {boolean}
 */
function isMeant(item, named) {
  if (!isObject(named)) return isEqual(item, named);
  return (
    isObject(item) &&
    Object.entries(named).every(
      ([name, value]) =>
        Object.hasOwn(item, name) && isEqual(item[name], value),
    )
  );
}

/**
 * Return the weight of an item by the integer in its member of this name, 0 if it has none.
 * @param {string} where - the path of the name in the request
 * @param {unknown} item
 * @param {string} name
 * @returns {number}
 */
function readWeight(where, item, name) {
  if (!isObject(item) || !Object.hasOwn(item, name)) return 0;
  return checkInteger(where, item[name], -MAX_WEIGHT, MAX_WEIGHT);
}

/**
 * Every predicate of items, by its name in a leaf of a condition.
 * @type {Record<string, ParseItemPredicate>}
 */
export const ITEM_PREDICATES = {
  /** The number of items that are equal to a value or, if it is an object, have all its members. */
  item(value, where, items, mayLack) {
    checkValue(where, value, 1);
    const weights = items.map((item) => Number(isMeant(item, value)));
    if (!mayLack && !weights.includes(1))
      throw new Refused(where, "an item of the list was expected");
    return { ...weigh(weights), bounds: [1, Infinity] };
  },
  /** The sum of a member of items, by its name, or of weights, from a table by item. */
  sum(value, where, items) {
    if (typeof value === "string") {
      if (!items.some((item) => isObject(item) && Object.hasOwn(item, value)))
        throw new Refused(where, "a member of an item was expected");
      return weigh(items.map((item) => readWeight(where, item, value)));
    }
    const table = checkTable(where, value);
    for (const name of Object.keys(table)) {
      if (!items.includes(name))
        throw new Refused(
          `${where}.${name}`,
          "an item of the list was expected",
        );
    }
    const weights = items.map((item) =>
      typeof item === "string" && Object.hasOwn(table, item) ? table[item] : 0,
    );
    return weigh(weights);
  },
};
