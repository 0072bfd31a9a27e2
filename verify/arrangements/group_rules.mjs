/**
 * The rules of groups: how many items of a set each group has. Implemented from docs/definitions/rules.md alone.
 *
 * All ways to ask for rules become the same: `different` and `limits` have a set for each value of an attribute,
 * `apart` and `met` a set for each list, of which a group has at most one item.
 */
// @ts-check
import {
  checkChoice,
  checkInteger,
  checkList,
  isObject,
} from "../core/validation.mjs";
import {
  findText,
  groupByValue,
  nameOf,
  openNames,
  readAttribute,
  readEntries,
  readLists,
  textOf,
} from "./attributes.mjs";

/**
 * @import { FindItem } from "./attributes.mjs"
 * @import { GroupOptions, LimitEntry, OldGroup, Rule } from "./group_types.mjs"
 */

/** The members of an entry of `limits`. */
const LIMIT_MEMBERS = ["attribute", "value", "min", "max", "group"];

/**
 * Return the least and the most members of a rule in a group.
 * @param {Rule} rule
 * @param {number} j the group, from 0
 * @returns {{ min: number, max: number }}
 */
export const boundsIn = ({ min, max, group }, j) =>
  (group ?? j) === j ? { min, max } : { min: 0, max: Infinity };

/**
 * Return the indices of the items with each value of an attribute, by the value.
 * @param {unknown[]} items
 * @param {string} attribute
 * @param {string} where the path of the attribute in the request
 */
const indexByValue = (items, attribute, where) =>
  groupByValue(readAttribute(items, attribute, where));

/**
 * Return the rules of attributes in which the items of a group are different: of each of its values a group has at most
 * one item.
 * @param {unknown[]} items
 * @param {string[]} different the attributes
 * @returns {Rule[][]} a list for each attribute
 */
function readDifferent(items, different) {
  checkList("different", different);
  return different.map((attribute, i) => {
    const indicesOf = indexByValue(items, attribute, `different[${i}]`);
    return [...indicesOf.values()].map((members) => ({
      members,
      min: 0,
      max: 1,
    }));
  });
}

/**
 * Return the bounds of an entry of `limits` as a rule has them, with its group from 0.
 * @param {LimitEntry} entry
 * @param {string} where the path of the entry
 * @param {number} groupCount
 * @returns {Omit<Rule, "members">}
 */
function readBounds(entry, where, groupCount) {
  const { attribute, min = 0, max = Infinity, group } = entry;
  checkInteger(`${where}.min`, min, 0, Number.MAX_SAFE_INTEGER);
  if (max !== Infinity)
    checkInteger(`${where}.max`, max, 0, Number.MAX_SAFE_INTEGER);
  if (group === undefined) return { min, max, attribute };
  const fromOne = checkInteger(`${where}.group`, group, 1, groupCount);
  return { min, max, attribute, group: fromOne - 1 };
}

/**
 * Return the rules of limits: of each value of the attribute, or of the value of the limit, a group has `min` to `max`.
 * @param {unknown[]} items
 * @param {LimitEntry[]} limits
 * @param {number} groupCount
 * @returns {Rule[][]} a list for each limit
 */
function readLimits(items, limits, groupCount) {
  const entries = readEntries("limits", limits, LIMIT_MEMBERS, ["attribute"]);
  return entries.map((entry, i) => {
    const bounds = readBounds(entry, `limits[${i}]`, groupCount);
    const where = `limits[${i}].attribute`;
    const indicesOf = indexByValue(items, entry.attribute, where);
    if (entry.value === undefined)
      return [...indicesOf.values()].map((members) => ({ members, ...bounds }));
    const text = findText(indicesOf, textOf(entry.value));
    const members = text === undefined ? [] : (indicesOf.get(text) ?? []);
    return [{ members, ...bounds }];
  });
}

/**
 * Return the members of an old group: of one of a response its items, of a pair the giver and the receiver.
 * @param {OldGroup} old
 * @returns {unknown}
 */
function listMembers(old) {
  if (!isObject(old) || Array.isArray(old)) return old;
  return old.items ?? [old.giver, old.receiver];
}

/**
 * Return the names and the items of each old group, without the names that are ignored.
 * @param {GroupOptions} request
 * @returns {{ name: string | null, item: number }[][]}
 */
export function readOldGroups({ items, met = [], unknown = "refuse" }) {
  const findItem = openNames(items);
  const isOptional =
    checkChoice("unknown", unknown, ["refuse", "ignore"]) === "ignore";
  checkList("met", met);
  return met.map((old, k) => {
    /** @type {unknown[]} */
    const names = checkList(`met[${k}]`, listMembers(old));
    return names.flatMap((named, i) => {
      const name = nameOf(named);
      const item = findItem(name, `met[${k}][${i}]`, isOptional);
      return item === undefined ? [] : [{ name, item }];
    });
  });
}

/**
 * Return the sources of rules, each a list of rules: `members`, indices, of which a group has `min` to `max`. Of items
 * of which 0 and 1 are of one team, `different: ["team"]` is among others the rule
 * `{ members: [0, 1], min: 0, max: 1 }`.
 *
 * FROZEN: their order.
 * @param {GroupOptions} request
 * @param {FindItem} findItem the function from a name to an index
 * @param {number} groupCount
 * @returns {Rule[][]}
 */
export function readRules(request, findItem, groupCount) {
  const { items, different = [], limits = [], apart = [] } = request;
  const ofDifferent = readDifferent(items, different);
  const ofLimits = readLimits(items, limits, groupCount);
  const lists = [
    ...readLists("apart", apart, findItem),
    ...readOldGroups(request).map((old) => old.map(({ item }) => item)),
  ];
  const ofLists = lists.map((members) => [
    { members: [...new Set(members)], min: 0, max: 1 },
  ]);
  /** @param {Rule} rule */
  const canBreak = ({ members, min, max }) => min > 0 || members.length > max;
  return [...ofDifferent, ...ofLimits, ...ofLists].map((rules) =>
    rules.filter(canBreak),
  );
}
