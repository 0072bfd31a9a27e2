/** The predicates of conditions on a caller's items. Implemented from docs/stream-conditions.md alone. */
import { canonicalJson } from "./canonical.mjs";
import { Refused, checkInteger, checkObject } from "./validation.mjs";

const MAX_WEIGHT = 1000;
const MAX_LEVELS = 32;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isEqual = (one, other) => canonicalJson(one) === canonicalJson(other);

/** Throw for a value that is too deep, or has a number that canonical JSON may round. */
function checkValue(where, value, level) {
  if (level > MAX_LEVELS) throw new Refused(where, `at most ${MAX_LEVELS} levels were expected`);
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Refused(where, "no number above 2^53 - 1 was expected");
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value))
    checkValue(Array.isArray(value) ? `${where}[${name}]` : `${where}.${name}`, member, level + 1);
}

/** Return a function of the indices of items that adds up the weight of each. */
const weigh = (weights) => (cards) => {
  let total = 0;
  for (const card of cards) total += weights[card];
  return total;
};

/** As `PREDICATES` of cards: a function of its value, the place of that in the request, and the deal with its `items`. */
export const ITEM_PREDICATES = {
  item(value, where, { items }) {
    checkValue(where, value, 1);
    const names = isObject(value) ? Object.keys(value) : [];
    const isMeant = (item) =>
      isObject(value)
        ? isObject(item) && names.every((name) => Object.hasOwn(item, name) && isEqual(item[name], value[name]))
        : isEqual(item, value);
    const weights = items.map((item) => (isMeant(item) ? 1 : 0));
    if (!weights.includes(1)) throw new Refused(where, "an item of the list was expected");
    return { number: weigh(weights), bounds: [1, Infinity] };
  },
  sum(value, where, { items }) {
    if (typeof value === "string") {
      const has = (item) => isObject(item) && Object.hasOwn(item, value);
      if (!items.some(has)) throw new Refused(where, "a member of an item was expected");
      const read = (item) => checkInteger(where, item[value], -MAX_WEIGHT, MAX_WEIGHT);
      return { number: weigh(items.map((item) => (has(item) ? read(item) : 0))) };
    }
    const names = Object.keys(checkObject(where, value, Object.keys(value ?? {})));
    if (names.length === 0) throw new Refused(where, "a table with one or more members was expected");
    for (const name of names) {
      checkInteger(`${where}.${name}`, value[name], -MAX_WEIGHT, MAX_WEIGHT);
      if (!items.includes(name)) throw new Refused(`${where}.${name}`, "an item of the list was expected");
    }
    const weightOf = (item) => (typeof item === "string" && Object.hasOwn(value, item) ? value[item] : 0);
    return { number: weigh(items.map(weightOf)) };
  },
};
