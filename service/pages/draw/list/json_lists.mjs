/** A list in JSON: of texts, of objects, or an object that has one; also an object for each line. */
// @ts-check
import { isObject } from "../../../../verify/core/validation.mjs";
import { rankName } from "./headings.mjs";

/** @import { JsonObject } from "../../../../verify/core/validation.mjs" */
/** @import { Cells } from "./rows.mjs" */

/**
 * A list in a value of JSON, and the keys and positions on the way to it: ["teams", "0", "players"].
 * @typedef {object} FoundList
 * @property {string[]} path
 * @property {unknown[]} list texts, objects, or arrays of as many cells
 */

/**
 * Rows of a list in JSON; `isHeaded` says whether the first is a heading, and is missing if nobody knows.
 * @typedef {object} JsonRows
 * @property {Cells[]} rows
 * @property {boolean} [isHeaded]
 */

/** @param {unknown} value */
const isPlain = (value) => !(typeof value === "object" && value !== null);

/**
 * Return the value of a text of JSON, or of a text that has a value in each line; undefined for another text.
 * @param {string} text
 * @returns {unknown}
 */
function parseJson(text) {
  const clean = text.replace(/^\uFEFF/, "").trim();
  if (!/^[[{]/.test(clean)) return undefined;
  try {
    return JSON.parse(clean);
  } catch {
    return parseLines(clean);
  }
}

/**
 * Return the objects of a text that has one in each line; undefined for another text.
 * @param {string} text
 * @returns {JsonObject[] | undefined}
 */
function parseLines(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  try {
    const values = lines.map((line) => JSON.parse(line));
    return values.every(isObject) ? values : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Return whether a text is JSON, and has no list.
 * @param {string} text
 */
export const lacksList = (text) =>
  parseJson(text) !== undefined && readJson(text) === undefined;

const MAX_DEPTH = 4;
const MAX_NAMED = 3; // of a list that is not read

/**
 * Return the lists in a value, from outside to inside, each with its `path`: arrays of texts or objects, and objects of
 * numbers.
 *
 * {"teams": [{"players": ["Ann", "Bo"]}]} has the lists at ["teams"] and at ["teams", "0", "players"].
 * @param {unknown} value
 * @param {string[]} [path] the way to the value itself
 * @returns {FoundList[]}
 */
function findLists(value, path = []) {
  if (path.length > MAX_DEPTH) return [];
  if (isList(value)) {
    const ownList = { path, list: value };
    const mayHoldLists = isObject(value[0]) && !hasNames(ownList); // objects without names may have lists of them
    return mayHoldLists ? [ownList, ...findInner(value, path)] : [ownList];
  }
  const inner = findInner(value, path);
  if (inner.length > 0 || !isObject(value)) return inner;
  const numbers = toMembers(value);
  return numbers ? [{ path, list: numbers }] : [];
}

/**
 * Return the lists in the members of an object, or in the entries of an array.
 * @param {unknown} value
 * @param {string[]} path the way to the value itself
 * @returns {FoundList[]}
 */
function findInner(value, path) {
  const members = Object.entries(value ?? {});
  const compound = members.filter(([, member]) => !isPlain(member));
  return compound.flatMap(([key, member]) => findLists(member, [...path, key]));
}

/**
 * Return whether a value is an array of texts, of objects, or of rows of a table.
 * @param {unknown} value
 * @returns {value is unknown[]}
 */
function isList(value) {
  if (!Array.isArray(value) || value.length === 0) return false;
  /** @param {unknown} row */
  const isRow = (row) =>
    Array.isArray(row) &&
    row.length > 0 &&
    row.length === value[0].length &&
    row.every(isPlain);
  return [isPlain, isObject, isRow].some((isOf) => value.every(isOf));
}

/**
 * Return the members of an object as a list, if it has several, which are numbers: [["Ann", 3], ["Bo", 2]] of
 * {"Ann": 3, "Bo": 2}.
 * @param {JsonObject} value
 */
function toMembers(value) {
  const members = Object.entries(value);
  const areNumbers = members.every(([, member]) => typeof member === "number");
  return members.length > 1 && areNumbers ? members : undefined;
}

/**
 * Return an object without objects in it: {"name": {"first": "Ann"}} has "name first".
 * @param {JsonObject} item
 * @param {string} [prefix]
 * @returns {JsonObject}
 */
function flatten(item, prefix = "") {
  return Object.fromEntries(
    Object.entries(item).flatMap(([key, value]) => {
      const name = prefix ? `${prefix} ${key}` : key;
      if (isObject(value)) return Object.entries(flatten(value, name));
      if (!Array.isArray(value)) return [[name, value]];
      const texts = value.filter(isPlain);
      return [[name, texts.join(", ")]];
    }),
  );
}

/**
 * Return a value of JSON as the text of a cell, in one line; null is an empty one.
 * @param {unknown} value
 */
function toText(value) {
  const text = String(value ?? "");
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Return whether a list is of objects that have names.
 * @param {FoundList} found
 */
const hasNames = ({ list: [first] }) =>
  isObject(first) &&
  Object.entries(first).some(
    ([key, value]) => !Array.isArray(value) && rankName(key) < Infinity,
  );

/**
 * Return whether a text is JSON with a list of objects that have names, and not the result of a draw.
 * @param {string} text
 */
export function hasNamedList(text) {
  const value = parseJson(text);
  if (value === undefined) return false;
  const isResult =
    isObject(value) &&
    (Object.hasOwn(value, "plan") || Object.hasOwn(value, "request"));
  return !isResult && findLists(value).some(hasNames);
}

/**
 * Return the rows of a list, with a heading if it is of objects, or has a name in what it is found in.
 *
 * [{"name": "Ann"}, {"name": "Bo"}] has the rows ["name"], ["Ann"] and ["Bo"].
 * @param {FoundList} found
 * @returns {JsonRows}
 */
function toRows({ path, list }) {
  const heading = path.findLast((key) => !/^\d+$/.test(key));
  if (list.every(isPlain)) return toColumn(list, heading);
  if (list.every(Array.isArray))
    return { rows: list.map((cells) => cells.map(toText)) }; // the first may be a heading
  return toTable(list.filter(isObject));
}

/**
 * Return texts as rows of one cell, below a heading if there is one.
 * @param {unknown[]} list
 * @param {string} [heading]
 * @returns {JsonRows}
 */
function toColumn(list, heading) {
  const rows = list.map((item) => [toText(item)]);
  if (heading === undefined) return { rows, isHeaded: false };
  return { rows: [[heading], ...rows], isHeaded: true };
}

/**
 * Return objects as rows below their keys: the first row has each key of any object once.
 *
 * [{ name: "Ann" }, { name: "Bo", age: 7 }] has the rows ["name", "age"], ["Ann", ""] and ["Bo", "7"].
 * @param {JsonObject[]} objects
 * @returns {JsonRows}
 */
function toTable(objects) {
  const items = objects.map((item) => flatten(item));
  const keys = new Set(items.flatMap((item) => Object.keys(item)));
  const heading = Array.from(keys);
  const rows = items.map((item) => heading.map((key) => toText(item[key])));
  return { rows: [heading, ...rows], isHeaded: true };
}

/**
 * Return whether a path leads into another: ["teams", "0"] into ["teams"].
 * @param {string[]} path
 * @param {string[]} outer
 */
const isWithin = (path, outer) =>
  path.slice(0, outer.length).join() === outer.join();

/**
 * Compare two lists by which is rather the one to read: that of objects with names, then the longer one.
 * @param {FoundList} a
 * @param {FoundList} b
 */
function compareLists(a, b) {
  const byNames = Number(hasNames(b)) - Number(hasNames(a));
  const byLength = b.list.length - a.list.length;
  return byNames || byLength;
}

/**
 * Return a list that is not read as a row of one cell: its path and its first texts, "prizes Cake Wine".
 * @param {FoundList} found
 * @returns {Cells}
 */
function summarize({ path, list }) {
  const firstItems = list.filter(isPlain).slice(0, MAX_NAMED);
  const texts = firstItems.map(toText);
  return [[path.join("."), ...texts].join(" ")];
}

/**
 * Return the `rows` of a list in JSON, whether the first `isHeaded`, and the `otherLists` as rows: of several lists one
 * of objects with names is read, or the longest; undefined for another text.
 * @param {string} text
 * @returns {(JsonRows & { otherLists: Cells[] }) | undefined} each of `otherLists` has one cell: "prizes Cake Wine"
 */
export function readJson(text) {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  const lists = findLists(value);
  const [best, ...otherLists] = lists.sort(compareLists);
  if (best === undefined) return undefined;
  /** @param {FoundList} found */
  const isApart = ({ path }) =>
    !isWithin(path, best.path) && !isWithin(best.path, path);
  const apartLists = otherLists.filter(isApart);
  return { ...toRows(best), otherLists: apartLists.map(summarize) };
}
