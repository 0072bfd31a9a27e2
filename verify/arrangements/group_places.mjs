/**
 * The places of groups, and which items may come to them: items that are shuffled together, that are fixed, and that
 * come to one group. Implemented from docs/definitions/rules.md alone.
 *
 * Items of a rule that leaves no choice, such as one of each team in each group, are shuffled among the places that the
 * rule gives them. They are a block, and need no attempt to keep the rule.
 */
// @ts-check
import { ascending, range, sum } from "../core/lists.mjs";
import { Refused, checkInteger, checkList } from "../core/validation.mjs";
import { readEntries, readLists } from "./attributes.mjs";
import { boundsIn } from "./group_rules.mjs";

/**
 * @import { FindItem } from "./attributes.mjs"
 * @import { GroupOptions, Rule } from "./group_types.mjs"
 * @import { Block } from "./sequential.mjs"
 */

/**
 * Return the `sizes` of a request; refuse those of another number of items, and those beside a number of groups.
 * @param {GroupOptions} request
 * @returns {number[]}
 */
function readSizes({ items, groups, group_size: size, sizes = [] }) {
  const n = items.length;
  checkList("sizes", sizes);
  for (const [j, places] of sizes.entries())
    checkInteger(`sizes[${j}]`, places, 1, n);
  if (sizes.length > 0 && (groups ?? size) !== undefined)
    throw new Refused("sizes", "neither groups nor group_size was expected");
  if (sizes.length > 0 && sum(sizes) !== n)
    throw new Refused("sizes", `sizes of ${n} items together were expected`);
  return sizes;
}

/**
 * Return the number of places of each group: the `sizes` of the request, or, of 7 items in 3 groups, [3, 2, 2]. Throw
 * `Refused` unless it has one of `sizes`, `groups`, and a `group_size` that divides the number of items.
 * @param {GroupOptions} request
 * @returns {number[]}
 */
export function countPlaces(request) {
  const sizes = readSizes(request);
  if (sizes.length > 0) return sizes;
  const { items, groups, group_size: size } = request;
  const n = items.length;
  if ((groups === undefined) === (size === undefined))
    throw new Refused("groups", "either groups or group_size was expected");
  if (size !== undefined && n % checkInteger("group_size", size, 1, n) !== 0)
    throw new Refused("group_size", `a divisor of ${n} was expected`);
  const groupCount = size === undefined ? groups : n / size;
  const count = checkInteger("groups", groupCount, 1, n);
  return range(count).map(
    (j) => Math.floor(n / count) + (j < n % count ? 1 : 0),
  );
}

/**
 * Return how many items of an exact rule each group has, or undefined if the rule is not exact. A rule is exact if its
 * members are as many as all groups together can take, or as all need: of 2 members, 1 to 3 in each of two groups, it
 * is [1, 1].
 * @param {Rule} rule
 * @param {number[]} sizes the size of each group
 * @returns {number[] | undefined}
 */
function exactPlaces(rule, sizes) {
  const most = sizes.map((size, j) => Math.min(boundsIn(rule, j).max, size));
  const least = sizes.map((_, j) => boundsIn(rule, j).min);
  return [most, least].find((places) => sum(places) === rule.members.length);
}

/**
 * Return the members of each exact rule with their places.
 * @param {Rule[]} rules
 * @param {number[]} sizes the size of each group
 * @returns {Block[]}
 */
const listExact = (rules, sizes) =>
  rules.flatMap((rule) => {
    const places = exactPlaces(rule, sizes);
    return places ? [{ members: rule.members, places }] : [];
  });

/**
 * Return how many members blocks have together.
 * @param {Block[]} blocks
 */
const countMembers = (blocks) =>
  sum(blocks.map(({ members }) => members.length));

/**
 * Return the blocks: the items that are shuffled together, and their places in each group. By the rule that each of two
 * groups has one of the items 0 and 1, these are the block `{ members: [0, 1], places: [1, 1] }`.
 * @param {Rule[][]} sources as `readRules` returns them
 * @param {number[]} sizes the size of each group
 * @param {number} n the number of items
 * @returns {Block[]}
 */
export function splitBlocks(sources, sizes, n) {
  const blocksOfSources = sources.map((rules) => listExact(rules, sizes));
  // FROZEN: the source with the most items in exact rules comes first.
  blocksOfSources.sort((a, b) => countMembers(b) - countMembers(a));
  const free = new Set(range(n));
  /** @type {Block[]} */
  const blocks = [];
  for (const { members, places } of blocksOfSources.flat()) {
    if (!members.every((item) => free.has(item))) continue;
    for (const item of members) free.delete(item);
    blocks.push({ members: ascending(members), places });
  }
  const placesLeft = sizes.map(
    (size, j) => size - sum(blocks.map(({ places }) => places[j])),
  );
  return [...blocks, { members: [...free], places: placesLeft }];
}

/**
 * Return the lists of items that come to one group. Lists that share an item are one: [[0, 1], [3, 4], [1, 2]] become
 * [[3, 4], [0, 1, 2]].
 * @param {number[][]} lists
 * @returns {number[][]}
 */
function joinLists(lists) {
  /** @type {number[][]} */
  let joined = [];
  for (const list of lists) {
    /** @param {number[]} otherList */
    const isApart = (otherList) =>
      !otherList.some((item) => list.includes(item));
    const others = joined.filter((otherList) => !isApart(otherList));
    const union = new Set([...others.flat(), ...list]);
    joined = [...joined.filter(isApart), ascending(union)];
  }
  return joined;
}

/**
 * Return the lists of items that come to one group; refuse those that no group can take.
 * @param {GroupOptions} request
 * @param {number[]} sizes the size of each group
 * @param {Rule[]} rules
 * @param {FindItem} findItem the function from a name to an index
 * @returns {number[][]}
 */
export function readTogether({ together = [] }, sizes, rules, findItem) {
  const lists = joinLists(readLists("together", together, findItem));
  /** @param {number[]} list */
  const breaksRule = (list) =>
    rules.some(({ members, max, group }) => {
      const together = members.filter((item) => list.includes(item));
      return group === undefined && together.length > max;
    });
  const largest = Math.max(...sizes);
  if (lists.some((list) => list.length > largest || breaksRule(list)))
    throw new Refused(
      "together",
      "lists that one group can take were expected",
    );
  return lists;
}

/**
 * Return items in units: those that come to one group, and each other item alone.
 * @param {number[]} free the items
 * @param {number[][]} lists the items that come to one group
 * @returns {number[][]}
 */
export function joinUnits(free, lists) {
  /** @type {Set<number[]>} */
  const units = new Set();
  for (const item of free)
    units.add(lists.find((members) => members.includes(item)) ?? [item]);
  return [...units];
}

/**
 * Take an item out of its block, and the place that it has in a group; there may be less than no place then.
 * @param {number} item
 * @param {number} group from 0 on
 * @param {Block[]} blocks changed
 */
function takeOut(item, group, blocks) {
  for (const block of blocks) {
    if (!block.members.includes(item)) continue;
    block.members = block.members.filter((member) => member !== item);
    block.places = block.places.map((count, j) =>
      j === group ? count - 1 : count,
    );
  }
}

/**
 * Take the fixed items out of their blocks, with all items of their lists. Return the group of each by its index.
 * Groups count from 0 here, from 1 in the request: where the items 0 and 1 come to one group, and item 0 is fixed in
 * group 2, it is Map { 0 => 1, 1 => 1 }.
 * @param {GroupOptions} request
 * @param {number[][]} lists of items that come to one group
 * @param {Block[]} blocks changed
 * @param {number} count the number of groups
 * @param {FindItem} findItem the function from a name to an index
 * @returns {Map<number, number>}
 */
export function placeFixed({ fixed = [] }, lists, blocks, count, findItem) {
  /** @type {Map<number, number>} */
  const groupOf = new Map();
  const members = ["item", "group"];
  const entries = readEntries("fixed", fixed, members, members);
  for (const [i, { item: name, group }] of entries.entries()) {
    const item = findItem(name, `fixed[${i}].item`);
    checkInteger(`fixed[${i}].group`, group, 1, count);
    if (groupOf.get(item) === group - 1) continue;
    if (groupOf.has(item))
      throw new Refused(
        `fixed[${i}].group`,
        "the item is fixed in another group",
      );
    const joinedItems = lists.find((list) => list.includes(item)) ?? [item];
    for (const joinedItem of joinedItems) {
      groupOf.set(joinedItem, group - 1);
      takeOut(joinedItem, group - 1, blocks);
    }
  }
  return groupOf;
}

/**
 * Refuse fixed items that are more of a rule in their group than its `max`.
 * @param {Rule[]} rules
 * @param {Map<number, number>} fixedGroups the group of each fixed item, by its index
 */
export function refuseFixed(rules, fixedGroups) {
  for (const rule of rules) {
    /**
     * How many fixed items of the rule each group has.
     * @type {Map<number, number>}
     */
    const counts = new Map();
    for (const [item, group] of fixedGroups) {
      if (rule.members.includes(item))
        counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    for (const [group, count] of counts) {
      const { max } = boundsIn(rule, group);
      if (count > max)
        throw new Refused(
          "fixed",
          `at most ${max} items of a rule in a group were expected`,
        );
    }
  }
}
