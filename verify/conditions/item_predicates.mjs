/** The predicates of conditions on a caller's items. Implemented from docs/definitions/conditions.md alone. */
import { isEqual } from "../core/canonical.mjs";
import { MAX_WEIGHT, checkTable, weigh } from "./predicates.mjs";
import { Refused, checkInteger, isObject } from "../core/validation.mjs";

const MAX_LEVELS = 32;

/** Throw for a value that is too deep, or has a number that canonical JSON may round. */
function checkValue(where, value, level) {
  if (level > MAX_LEVELS)
    throw new Refused(where, `at most ${MAX_LEVELS} levels were expected`);
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Refused(where, "no number above 2^53 - 1 was expected");
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value))
    checkValue(
      Array.isArray(value) ? `${where}[${name}]` : `${where}.${name}`,
      member,
      level + 1,
    );
}

/** As `PREDICATES` of cards: a function of its value, the place of that in the request, and the deal with its `items`. */
export const ITEM_PREDICATES = {
  item(value, where, { items }) {
    checkValue(where, value, 1);
    const names = isObject(value) ? Object.keys(value) : [];
    const isMeant = (item) =>
      isObject(value)
        ? isObject(item) &&
          names.every(
            (name) =>
              Object.hasOwn(item, name) && isEqual(item[name], value[name]),
          )
        : isEqual(item, value);
    const weights = items.map((item) => (isMeant(item) ? 1 : 0));
    if (!weights.includes(1))
      throw new Refused(where, "an item of the list was expected");
    return { ...weigh(weights), bounds: [1, Infinity] };
  },
  sum(value, where, { items }) {
    if (typeof value === "string") {
      const has = (item) => isObject(item) && Object.hasOwn(item, value);
      if (!items.some(has))
        throw new Refused(where, "a member of an item was expected");
      const read = (item) =>
        checkInteger(where, item[value], -MAX_WEIGHT, MAX_WEIGHT);
      return weigh(items.map((item) => (has(item) ? read(item) : 0)));
    }
    for (const name of Object.keys(checkTable(where, value)))
      if (!items.includes(name))
        throw new Refused(
          `${where}.${name}`,
          "an item of the list was expected",
        );
    const weightOf = (item) =>
      typeof item === "string" && Object.hasOwn(value, item) ? value[item] : 0;
    return weigh(items.map(weightOf));
  },
};
