/** The attributes and names of a caller's items. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import { canonicalJson } from "../core/canonical.mjs";
import {
  Refused,
  checkList,
  checkObject,
  checkText,
  isObject,
  requireObject,
} from "../core/validation.mjs";

/** @import { Below } from "../core/stream.mjs" */

/**
 * A function that swaps a random one of the items from a position on to this position, and returns it.
 * @typedef {(order: number[], position: number) => number} Bring
 */

/**
 * A function from the name of an item, and the place of that name in the request, to the index of the only item with
 * it. If `isOptional`, no item with it is undefined, and not refused.
 * @typedef {{
 *   (name: unknown, where: string): number;
 *   (name: unknown, where: string, isOptional: boolean): number | undefined;
 * }} FindItem
 */

/**
 * Return the text of a string, a number or a boolean; undefined for any other value.
 * @param {unknown} value a value of JSON
 * @returns {string | undefined}
 */
export function textOf(value) {
  if (typeof value === "string") return value;
  return ["number", "boolean"].includes(typeof value)
    ? canonicalJson(value)
    : undefined;
}

/**
 * Return the member of an item, null if the item is no object or has none.
 * @param {unknown} item a value of JSON
 * @param {string} name the name of the member
 * @returns {unknown}
 */
function memberOf(item, name) {
  return isObject(item) && Object.hasOwn(item, name) ? item[name] : null;
}

/**
 * Return the text of an attribute of each item, null where an item has none.
 * @param {unknown[]} items the list of the request
 * @param {string} attribute the name of a member of items
 * @param {string} where the place of that name in the request, such as "different[0]"
 * @returns {(string | null)[]}
 */
export function readAttribute(items, attribute, where) {
  checkText(where, attribute);
  checkList("items", items);
  return items.map((item, i) => {
    const value = memberOf(item, attribute);
    if (value === null) return null;
    const text = textOf(value);
    if (text === undefined)
      throw new Refused(
        `items[${i}].${attribute}`,
        "a string, a number or a boolean was expected",
      );
    return text;
  });
}

/**
 * Return the indices of the items with each value of an attribute: a map by the text, in the order of the list.
 * So ["red", null, "red"] gives "red" → [0, 2].
 * @param {(string | null)[]} texts the text of each item, null where it has none
 * @returns {Map<string, number[]>}
 */
export function groupByValue(texts) {
  /** @type {Map<string, number[]>} */
  const indicesOf = new Map();
  texts.forEach((text, i) => {
    if (text !== null) indicesOf.set(text, [...(indicesOf.get(text) ?? []), i]);
  });
  return indicesOf;
}

/**
 * Return the value of a key. A map that lacks the key is a mistake of this program, not of a caller.
 * @template Key, Value
 * @param {Map<Key, Value>} map
 * @param {Key} key
 * @returns {Value}
 */
export function getKnown(map, key) {
  const value = map.get(key);
  if (value === undefined) throw new Error("the map lacks the key");
  return value;
}

/**
 * Return whether a text writes a number as JSON does.
 * @param {string} text such as "-1.5e3"; "+1", "01" and ".5" write none
 * @returns {boolean}
 */
export const isNumber = (text) =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

/**
 * Return the key of a map that the text of a request means: the text, or if it is none the canonical JSON of the number
 * that it writes. So "1.0" means the key "1", unless there is a key "1.0".
 * @template {string | undefined} Text
 * @param {Map<string, unknown>} map a map by text
 * @param {Text} text the text of a request, undefined for what has none
 * @returns {Text | string}
 */
export const findText = (map, text) =>
  text !== undefined && isNumber(text) && !map.has(text)
    ? canonicalJson(Number(text))
    : text;

/**
 * Return the name of an item as a text: "Ann" of {"name": "Ann"} and of "Ann" itself, null of {"age": 7}.
 * @param {unknown} item an item, such as {"name": "Ann"}, or its name alone
 * @returns {string | null}
 */
export const nameOf = (item) =>
  textOf(item) ?? textOf(memberOf(item, "name")) ?? null;

/**
 * Return a function from a name and its place in the request to the index of the only item with it, or if `isOptional`
 * to undefined if there is none.
 * @param {unknown[]} items the list of the request
 * @returns {FindItem}
 */
export function openNames(items) {
  const indicesOf = groupByValue(items.map(nameOf));
  /**
   * @overload
   * @param {unknown} name
   * @param {string} where
   * @returns {number}
   */
  /**
   * @overload
   * @param {unknown} name
   * @param {string} where
   * @param {boolean} isOptional
   * @returns {number | undefined}
   */
  /**
   * @param {unknown} name
   * @param {string} where
   * @param {boolean} isOptional
   * @returns {number | undefined}
   */
  function findItem(name, where, isOptional = false) {
    const text = findText(indicesOf, textOf(name));
    const indices = (text !== undefined && indicesOf.get(text)) || [];
    if (indices.length === 1 || (isOptional && indices.length === 0))
      return indices[0];
    throw new Refused(
      where,
      indices.length === 0
        ? "the name of an item was expected"
        : "several items have this name",
    );
  }
  return findItem;
}

/**
 * Return the indices of the items in each list of `apart` or `together`.
 * @param {string} where the place of the lists in the request, such as "apart"
 * @param {unknown[][]} lists lists of names, each of two or more
 * @param {FindItem} findItem the function from a name to an index
 * @returns {number[][]}
 */
export function readLists(where, lists, findItem) {
  checkList(where, lists);
  return lists.map((names, k) => {
    if (checkList(`${where}[${k}]`, names).length < 2)
      throw new Refused(`${where}[${k}]`, "two names or more were expected");
    return names.map((name, i) => findItem(name, `${where}[${k}][${i}]`));
  });
}

/**
 * Return the entries of a list of objects, each checked to have certain members.
 * @template Entry
 * @param {string} where the place of the list in the request, such as "limits"
 * @param {Entry[]} entries the list
 * @param {string[]} names the members that an entry may have
 * @param {string[]} required the members that an entry must have
 * @returns {Entry[]}
 */
export function readEntries(where, entries, names, required) {
  checkList(where, entries);
  entries.forEach((entry, i) =>
    checkObject(`${where}[${i}]`, entry, names, required),
  );
  return entries;
}

/**
 * Refuse rules that no arrangement fulfils.
 * @returns {never}
 */
export function refuseRules() {
  throw new Refused("the rules", "no arrangement fulfils them");
}

/** FREE: the draws of the stream after which attempts without end are given up here. */
const MAX_DRAWS = 10 ** 9;

/**
 * Return a source of integers that counts its draws, and a function that returns how many were made: a bound of 1 needs
 * none.
 * @param {Below} below the source that it draws from
 * @returns {{ below: Below, countMade: () => number }}
 */
export function countDraws(below) {
  let count = 0;
  /**
   * @overload
   * @param {number} bound
   * @returns {number}
   */
  /**
   * @overload
   * @param {bigint} bound
   * @returns {bigint}
   */
  /**
   * @param {number | bigint} bound
   * @returns {number | bigint}
   */
  function countedBelow(bound) {
    if (bound > 1) count += 1;
    return typeof bound === "bigint" ? below(bound) : below(bound);
  }
  return { below: countedBelow, countMade: () => count };
}

/**
 * Return the first result of `attempt` that is not undefined; undefined if the attempts before made 2,000 draws and
 * `mostDraws`, or the last one made none. An attempt is given a function that brings an item to the next position, as
 * step p of `fisher_yates` does, and a counted `below`.
 *
 * FROZEN: the 2,000 draws, and that an attempt is begun by the number of draws before it.
 * @template Result
 * @param {(bring: Bring, below: Below) => Result | undefined} attempt one attempt; undefined if it fails
 * @param {Below} below the source of the draws
 * @param {number} mostDraws the draws after which no further attempt begins, if they are more than 2,000
 * @returns {Result | undefined}
 */
export function tryAttempts(attempt, below, mostDraws) {
  const counted = countDraws(below);
  /** @type {Bring} */
  const bring = (order, position) => {
    const itemsLeft = order.length - position;
    const chosen =
      itemsLeft > 1 ? position + counted.below(itemsLeft) : position;
    const item = order[chosen];
    order[chosen] = order[position];
    order[position] = item;
    return item;
  };
  let drawsBefore = -1;
  while (
    counted.countMade() < Math.max(2000, mostDraws) &&
    counted.countMade() > drawsBefore
  ) {
    drawsBefore = counted.countMade();
    const result = attempt(bring, counted.below);
    if (result !== undefined) return result;
  }
  return undefined;
}

/**
 * Return the same without an end of attempts.
 * @template Result
 * @param {(bring: Bring, below: Below) => Result | undefined} attempt one attempt; undefined if it fails
 * @param {Below} below the source of the draws
 * @returns {Result}
 */
export function repeatAttempts(attempt, below) {
  const result = tryAttempts(attempt, below, MAX_DRAWS);
  if (result === undefined)
    throw new Refused(
      "the rules",
      `no arrangement was found in ${MAX_DRAWS} draws`,
    );
  return result;
}

/**
 * Return the value of a member of a result. Throw `Refused` unless it is a list of objects, of any members.
 * @template Entry
 * @param {string} name of the member
 * @param {Entry[]} entries the value
 * @returns {Entry[]}
 */
export function checkObjects(name, entries) {
  checkList(name, entries);
  for (const entry of entries) requireObject(name, entry);
  return entries;
}
