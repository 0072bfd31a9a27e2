/** A list in JSON: of texts, of objects, or an object that has one; also an object for each line. */
import { rankName } from "./headings.mjs";

const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value) => !(typeof value === "object" && value !== null);

/** Return the value of a text of JSON, or of a text that has a value in each line; undefined for another text. */
function parseJson(text) {
  const clean = text.replace(/^\uFEFF/, "").trim();
  if (!/^[[{]/.test(clean)) return undefined;
  try {
    return JSON.parse(clean);
  } catch {
    // it may have a value in each line
  }
  try {
    const values = clean
      .split(/\r?\n/)
      .filter((line) => line.trim())
      .map((line) => JSON.parse(line));
    return values.every(isObject) ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Return whether a text is JSON, and has no list. */
export const lacksList = (text) =>
  parseJson(text) !== undefined && readJson(text) === undefined;

const MAX_DEPTH = 4;
const MAX_NAMED = 3; // of a list that is not read

/** Return the lists in a value, from outside to inside, each with its `path`: arrays of texts or objects, and objects of numbers. */
function findLists(value, path = []) {
  if (path.length > MAX_DEPTH) return [];
  const own = isList(value) ? [{ path, list: value }] : [];
  if (own.length > 0 && (!isObject(value[0]) || hasNames(own[0]))) return own; // objects without names may have lists of them
  const inner = Object.entries(value)
    .filter(([, member]) => !isPlain(member))
    .flatMap(([key, member]) => findLists(member, [...path, key]));
  const lists = [...own, ...inner];
  const members =
    lists.length > 0 || Array.isArray(value) ? undefined : toMembers(value);
  return members ? [{ path, list: members }] : lists;
}

/** Return whether a value is an array of texts, of objects, or of rows of a table. */
function isList(value) {
  if (!Array.isArray(value) || value.length === 0) return false;
  const isRow = (row) =>
    Array.isArray(row) &&
    row.length > 0 &&
    row.length === value[0].length &&
    row.every(isPlain);
  return [isPlain, isObject, isRow].some((isOf) => value.every(isOf));
}

/** Return the members of an object as a list, if it has several, which are numbers: {"Ann": 3, "Bo": 2}. */
function toMembers(value) {
  const members = Object.entries(value);
  return members.length > 1 &&
    members.every(([, member]) => typeof member === "number")
    ? members
    : undefined;
}

/** Return an object without objects in it: {"name": {"first": "Ann"}} has "name first". */
function flatten(item, prefix = "") {
  return Object.fromEntries(
    Object.entries(item).flatMap(([key, value]) => {
      const name = prefix ? `${prefix} ${key}` : key;
      if (isObject(value)) return Object.entries(flatten(value, name));
      return [
        [name, Array.isArray(value) ? value.filter(isPlain).join(", ") : value],
      ];
    }),
  );
}

const toText = (value) =>
  String(value ?? "")
    .replace(/\s+/g, " ")
    .trim();

const hasNames = ({ list }) =>
  isObject(list[0]) &&
  Object.entries(list[0]).some(
    ([key, value]) => !Array.isArray(value) && rankName(key) < Infinity,
  );

/** Return whether a text is JSON with a list of objects that have names, and not the result of a draw. */
export function hasNamedList(text) {
  const value = parseJson(text);
  return (
    value !== undefined &&
    !Object.hasOwn(value, "plan") &&
    !Object.hasOwn(value, "request") &&
    findLists(value).some(hasNames)
  );
}

/** Return the rows of a list, with a heading if it is of objects, or has a name in what it is found in. */
function toRows({ path, list }) {
  const name = path.findLast((key) => !/^\d+$/.test(key));
  const heading = name === undefined ? [] : [[name]];
  if (list.every(isPlain))
    return {
      rows: [...heading, ...list.map((item) => [toText(item)])],
      isHeaded: name !== undefined,
    };
  if (list.every(Array.isArray))
    return { rows: list.map((cells) => cells.map(toText)) }; // its first may be a heading
  const items = list.map((item) => flatten(item));
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return {
    rows: [keys, ...items.map((item) => keys.map((key) => toText(item[key])))],
    isHeaded: true,
  };
}

/**
 * Return the `rows` of a list in JSON, whether the first `isHeaded`, and the `others` as rows: of several lists one of objects
 * with names is read, or the longest; undefined for another text.
 */
export function readJson(text) {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  const [found, ...others] = findLists(value).sort(
    (a, b) => hasNames(b) - hasNames(a) || b.list.length - a.list.length,
  );
  if (found === undefined) return undefined;
  const isApart = ({ path }) =>
    path.slice(0, found.path.length).join() !== found.path.join() &&
    found.path.slice(0, path.length).join() !== path.join();
  const toOther = ({ path, list }) => [
    [
      path.join("."),
      ...list.filter(isPlain).slice(0, MAX_NAMED).map(toText),
    ].join(" "),
  ];
  return { ...toRows(found), others: others.filter(isApart).map(toOther) };
}
