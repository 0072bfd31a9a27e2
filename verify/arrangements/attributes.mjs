/** The attributes and names of a caller's items, and the list of a response. Implemented from docs/definitions/rules.md alone. */
import { canonicalJson, range, toHex, utf8 } from "../core/canonical.mjs";
import { sha256 } from "../core/sha256.mjs";
import {
  Refused,
  checkList,
  checkObject,
  checkText,
  isObject,
} from "../core/validation.mjs";

/** Return the text of a string, a number or a boolean; undefined for any other value. */
export function textOf(value) {
  if (typeof value === "string") return value;
  return ["number", "boolean"].includes(typeof value)
    ? canonicalJson(value)
    : undefined;
}

/** Return the member of an item, null if the item is no object or has none. */
const memberOf = (item, name) =>
  isObject(item) && Object.hasOwn(item, name) ? item[name] : null;

/** Return the text of an attribute of each item, null where an item has none. */
export function readAttribute(items, name, where) {
  checkText(where, name);
  return checkList("items", items).map((item, i) => {
    const value = memberOf(item, name);
    if (value === null) return null;
    const text = textOf(value);
    if (text === undefined)
      throw new Refused(
        `items[${i}].${name}`,
        "a string, a number or a boolean was expected",
      );
    return text;
  });
}

/** Return the indices of the items with each value of an attribute: a map by the text, in the order of the list. */
export function groupByValue(texts) {
  const groups = new Map();
  texts.forEach((text, i) => {
    if (text !== null) groups.set(text, [...(groups.get(text) ?? []), i]);
  });
  return groups;
}

/** Return whether a text writes a number as JSON does. */
export const isNumber = (text) =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

/** Return the key of a map that the text of a request means: the text, or if it is none the canonical JSON of the number that it writes. */
export const findText = (map, text) =>
  isNumber(text) && !map.has(text) ? canonicalJson(Number(text)) : text;

/** Return the text of a name, or the name of an item, if it has one. */
export const nameOf = (item) =>
  textOf(item) ?? textOf(memberOf(item, "name")) ?? null;

/** Return a function from a name and its place in the request to the index of the only item with it, or if `optional` to undefined if there is none. */
export function openNames(items) {
  const named = groupByValue(items.map(nameOf));
  return (name, where, optional = false) => {
    const indices = named.get(findText(named, textOf(name))) ?? [];
    if (indices.length === 1 || (optional && indices.length === 0))
      return indices[0];
    throw new Refused(
      where,
      indices.length === 0
        ? "the name of an item was expected"
        : "several items have this name",
    );
  };
}

/** Return the indices of the items in each list of `apart` or `together`. */
export const readLists = (where, lists, findItem) =>
  checkList(where, lists).map((names, k) => {
    if (checkList(`${where}[${k}]`, names).length < 2)
      throw new Refused(`${where}[${k}]`, "two names or more were expected");
    return names.map((name, i) => findItem(name, `${where}[${k}][${i}]`));
  });

/** Return the entries of a list of objects, each checked to have certain members. */
export const readEntries = (where, entries, names, required) =>
  checkList(where, entries).map((entry, i) =>
    checkObject(`${where}[${i}]`, entry, names, required),
  );

/** Refuse rules that no arrangement fulfils. */
export function refuseRules() {
  throw new Refused("the rules", "no arrangement fulfils them");
}

/** The draws of the stream after which attempts without end are given up here. */
const MAX_DRAWS = 10 ** 9;

/**
 * Return the first result of `attempt` that is not undefined; undefined if the attempts before made 2,000 draws and `mostDraws`, or
 * the last one made none. An attempt is given a function that brings an item to the next position, as step p of `fisher_yates`
 * does, and a counted `below`.
 */
export function tryAttempts(attempt, below, mostDraws) {
  let [made, before] = [0, -1];
  const draw = (bound) => ((made += bound > 1), below(bound));
  const bring = (order, p) => {
    const j = order.length - p > 1 ? p + draw(order.length - p) : p;
    return ([order[p], order[j]] = [order[j], order[p]])[0];
  };
  while (made < Math.max(2000, mostDraws) && made > before) {
    before = made;
    const result = attempt(bring, draw);
    if (result !== undefined) return result;
  }
}

/** Return the same without an end of attempts. */
export function repeatAttempts(attempt, below) {
  const result = tryAttempts(attempt, below, MAX_DRAWS);
  if (result === undefined)
    throw new Refused(
      "the rules",
      `no arrangement was found in ${MAX_DRAWS} draws`,
    );
  return result;
}

/** Return the list to which one result gives indices: of items with the same index, the first or the last counts. */
function arrangeItems(entries, isLast) {
  const list = Array(entries.length);
  const others = [];
  for (const [index, item] of isLast ? [...entries].reverse() : entries)
    if (
      !(Number.isInteger(index) && index >= 0 && index < list.length) ||
      index in list
    )
      others.push(item);
    else list[index] = item;
  return range(list.length).map(
    (i) => (i in list ? list[i] : others.shift()) ?? null,
  );
}

/** Return a member of a result that is a list of objects. */
export function checkObjects(name, entries) {
  for (const entry of checkList(name, entries))
    checkObject(name, entry, Object.keys(entry ?? {}));
  return entries;
}

/**
 * Return the list of a response of which each result, its entries of an index and an item, has the whole list. An
 * altered index is put right by `items_sha256`, so that the check finds it.
 */
export function rebuildList({ items_sha256 }, results) {
  const lists = results.flatMap((entries) => [
    arrangeItems(entries, false),
    arrangeItems(entries, true),
  ]);
  return (
    lists.find(
      (list) => toHex(sha256(utf8(canonicalJson(list)))) === items_sha256,
    ) ??
    lists[0] ??
    []
  );
}
