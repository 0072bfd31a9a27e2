/**
 * The paths of groups, and the entries that place items by them: how they are read and tested. Implemented from
 * docs/definitions/rules.md alone.
 */
// @ts-check
import {
  Refused,
  checkInteger,
  checkList,
  checkStrings,
} from "../core/validation.mjs";
import { readEntries } from "./attributes.mjs";
import { openTest } from "./placements.mjs";

/**
 * @import { FindItem } from "./attributes.mjs"
 * @import { GroupOptions, GroupsTest, PlacedEntry } from "./group_types.mjs"
 * @import { Placed, Placing } from "./placements.mjs"
 */

/** How many labels a path may have. */
const MAX_LEVELS = 5;

/** How many different items all entries of `placed` may have. */
const MAX_PLACED = 8;

/**
 * Return the value if it is a list of 1 to `maxLabels` labels.
 * @param {string} where its place in the request
 * @param {string[]} labels
 * @param {number} maxLabels
 * @returns {string[]}
 */
function checkLabels(where, labels, maxLabels) {
  checkInteger(
    `the length of ${where}`,
    checkStrings(where, labels).length,
    1,
    maxLabels,
  );
  return labels;
}

/**
 * Return an entry of `placed` with its `members`, the indices of its items. Throw `Refused` unless it has either a
 * level or a path.
 * @param {PlacedEntry} entry
 * @param {string} where its place in the request, such as "placed[0]"
 * @param {number} length how many labels the path of each group has, 0 without paths
 * @param {FindItem} findItem the function from a name to an index
 * @returns {Placed}
 */
function readPlacedEntry({ items, level, path }, where, length, findItem) {
  checkList(`${where}.items`, items);
  const members = new Set(
    items.map((name, k) => findItem(name, `${where}.items[${k}]`)),
  );
  if ((level === undefined) === (path === undefined))
    throw new Refused(where, "either a level or a path was expected");
  if (path === undefined) checkInteger(`${where}.level`, level, 1, length);
  return {
    members,
    level,
    path: path && checkLabels(`${where}.path`, path, length),
  };
}

/**
 * Return the entries of `placed`, with their `members`, and the `paths`.
 * @param {GroupOptions} request
 * @param {number} count the number of groups
 * @param {FindItem} findItem the function from a name to an index
 * @returns {Placing}
 */
export function readPlaced({ paths = [], placed = [] }, count, findItem) {
  checkList("paths", paths);
  const isUnused = placed.length === 0 && paths.length === 0;
  if (!isUnused && paths.length !== count)
    throw new Refused("paths", "a path for each group was expected");
  const [length = 0] = paths.map(
    (path, j) => checkLabels(`paths[${j}]`, path, MAX_LEVELS).length,
  );
  if (paths.some((path) => path.length !== length))
    throw new Refused("paths", "paths of one length were expected");
  const names = ["items", "level", "path"];
  const entries = readEntries("placed", placed, names, ["items"]).map(
    (entry, i) => readPlacedEntry(entry, `placed[${i}]`, length, findItem),
  );
  const placedItems = entries.flatMap(({ members }) => [...members]);
  if (new Set(placedItems).size > MAX_PLACED)
    throw new Refused(
      "placed",
      `at most ${MAX_PLACED} different items were expected`,
    );
  return { placed: entries, paths };
}

/**
 * Return the test of whether groups keep all entries of `placed`.
 * @param {Placing} placing the entries of `placed` and the paths
 * @returns {GroupsTest}
 */
export function openPlacedTest({ placed, paths }) {
  const tests = placed.map((entry) => openTest(entry, paths));
  return (groups) =>
    tests.every((test) => {
      /** @type {Map<number, number>} */
      const groupOf = new Map();
      groups.forEach((group, j) =>
        group.forEach((item) => groupOf.set(item, j)),
      );
      return test(groupOf);
    });
}
