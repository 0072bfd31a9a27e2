/** Groups of a caller's items by rules. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import {
  checkObjects,
  countDraws,
  findText,
  groupByValue,
  isNumber,
  nameOf,
  openNames,
  readAttribute,
  readEntries,
  readLists,
  refuseRules,
  repeatAttempts,
  textOf,
  tryAttempts,
} from "./attributes.mjs";
import { canonicalJson } from "../core/canonical.mjs";
import { ascending, range, sum } from "../core/lists.mjs";
import { countArrangements } from "./group_counts.mjs";
import { pairPlaces } from "./shown_items.mjs";
import { planMeetings } from "./meetings.mjs";
import { openTest } from "./placements.mjs";
import { drawnBy, summarizeBy } from "../core/draws.mjs";
import { MAX_RARE } from "./pairs.mjs";
import { UNCOUNTED, compareTotal, fillPlaces } from "../core/results_left.mjs";
import { drawSequentially } from "./sequential.mjs";
import {
  NotFound,
  Refused,
  checkBoolean,
  checkChoice,
  checkInteger,
  checkList,
  checkStrings,
  isObject,
  omit,
} from "../core/validation.mjs";

/** @import { Below, Bring, FindItem } from "./attributes.mjs" */
/** @import { ShownItem } from "./shown_items.mjs" */
/** @import { Labels, ResultsLeft } from "../core/results_left.mjs" */
/** @import { SeededRequest } from "../core/draws.mjs" */
/** @import { Placed, Placing } from "./placements.mjs" */
/** @import { Block } from "./sequential.mjs" */

/**
 * A rule of groups: each group has from `min` to `max`, which may be Infinity, of its `members`, indices of items.
 * @typedef {{ members: number[], min: number, max: number }} Rule
 */

/**
 * An entry of `limits`: how many items of a group have a value of an attribute, or each of its values.
 * @typedef {{ attribute: string, value?: unknown, min?: number, max?: number }} LimitEntry
 */

/**
 * An entry of `sums`: the bounds of the sum of the numbers that the items of a group have as an attribute.
 * @typedef {{ attribute: string, min?: number, max?: number }} SumEntry
 */

/**
 * An entry of `met`, an old group: names, or a group or a pair of a response.
 * @typedef {unknown[] | { items?: unknown[], giver?: unknown, receiver?: unknown }} OldGroup
 */

/**
 * An entry of `placed`: names of items, and the level at which their paths differ, or the path that theirs begin with.
 * @typedef {{ items: unknown[], level?: number, path?: string[] }} PlacedEntry
 */

/**
 * What a request of groups says of them. Its members are checked where they are read.
 * @typedef {object} GroupOptions
 * @property {unknown[]} items
 * @property {number} [groups] how many
 * @property {number} [group_size]
 * @property {string[]} [different] attributes: the items of a group have different values
 * @property {LimitEntry[]} [limits]
 * @property {unknown[][]} [apart] lists of names that come to different groups
 * @property {{ item: unknown, group: number }[]} [fixed] names with the number of their group, from 1 on
 * @property {unknown[][]} [together] lists of names that come to one group
 * @property {OldGroup[]} [met]
 * @property {SumEntry[]} [sums]
 * @property {string[][]} [paths] the path of each group
 * @property {PlacedEntry[]} [placed]
 * @property {boolean} [arrangements] whether the response has their number
 * @property {string} [unknown] "ignore" if unknown names of `met` are ignored
 * @property {string} [method] "exact" or "sequential"
 */

/**
 * A request of groups.
 * @typedef {SeededRequest & GroupOptions} GroupsRequest
 */

/**
 * The indices in each group, and how they were drawn: by "attempts", "counting" or "sequential".
 * @typedef {{ groups: number[][], drawn_by: string }} DrawnGroups
 */

/**
 * A test of the indices in each group.
 * @typedef {(groups: number[][]) => boolean} GroupsTest
 */

/**
 * One attempt at the indices in each group; undefined if it fails.
 * @typedef {(bring: Bring, below: Below) => number[][] | undefined} Attempt
 */

/**
 * What is read of a request.
 * @typedef {object} GroupRules
 * @property {number} n the number of items
 * @property {number[]} sizes the number of places of each group
 * @property {Rule[]} rules
 * @property {number[][]} rulesOf by the index of each item the numbers of its rules
 * @property {Block[]} blocks the items that are shuffled together, without those that are fixed
 * @property {Map<number, number>} fixedGroups the groups of the fixed items
 * @property {number[]} free the items that are not fixed
 * @property {number[][]} units these, in lists of those that come to one group
 * @property {GroupsTest[]} sums
 * @property {Placing} placing
 * @property {GroupsTest} keepsPlaced whether groups keep the paths
 * @property {boolean} isSequential
 */

const MAX = 2 ** 53 - 1;
const LIMIT = ["attribute", "value", "min", "max"];
const DEFAULTS = {
  different: [],
  limits: [],
  apart: [],
  fixed: [],
  together: [],
  met: [],
  sums: [],
  paths: [],
  placed: [],
};
/** FROZEN: an arrangement that sums and paths may reject is drawn only if those before it made fewer draws. */
const MAX_REJECTED = 250_000;
const DECIMALS = 20;
const MAX_LEVELS = 5;
const MAX_PLACED = 8;

/**
 * Return the number of places of each group, the greatest first: of 7 items in 3 groups [3, 2, 2]. Throw `Refused`
 * unless the request has either `groups` or a `group_size` that divides the number of items.
 * @param {GroupOptions} request
 * @returns {number[]}
 */
function countPlaces({ items, groups, group_size: size }) {
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
 * Return the names and the items of each old group, without the names that are ignored.
 * @param {GroupOptions} request
 * @returns {{ name: string | null, item: number }[][]}
 */
function readOldGroups({ items, met = [], unknown = "refuse" }) {
  const findItem = openNames(items);
  const isOptional =
    checkChoice("unknown", unknown, ["refuse", "ignore"]) === "ignore";
  checkList("met", met);
  return met.map((old, k) => {
    /** @type {unknown} */
    let listed = old;
    if (isObject(old) && !Array.isArray(old))
      listed = old.items ?? [old.giver, old.receiver];
    /** @type {unknown[]} */
    const names = checkList(`met[${k}]`, listed);
    return names.flatMap((named, i) => {
      const name = nameOf(named);
      const item = findItem(name, `met[${k}][${i}]`, isOptional);
      return item === undefined ? [] : [{ name, item }];
    });
  });
}

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
 * Return the rules of limits: of each value of the attribute, or of the value of the limit, a group has `min` to `max`.
 * @param {unknown[]} items
 * @param {LimitEntry[]} limits
 * @returns {Rule[][]} a list for each limit
 */
function readLimits(items, limits) {
  const entries = readEntries("limits", limits, LIMIT, ["attribute"]);
  return entries.map(({ attribute, value, min = 0, max = Infinity }, i) => {
    checkInteger(`limits[${i}].min`, min, 0, MAX);
    if (max !== Infinity) checkInteger(`limits[${i}].max`, max, 0, MAX);
    const where = `limits[${i}].attribute`;
    const indicesOf = indexByValue(items, attribute, where);
    if (value === undefined)
      return [...indicesOf.values()].map((members) => ({ members, min, max }));
    const text = findText(indicesOf, textOf(value));
    const members = text === undefined ? [] : (indicesOf.get(text) ?? []);
    return [{ members, min, max }];
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
 * @returns {Rule[][]}
 */
function readRules(request, findItem) {
  const { items, different = [], limits = [], apart = [] } = request;
  const ofDifferent = readDifferent(items, different);
  const ofLimits = readLimits(items, limits);
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

/**
 * Return how many items of an exact rule each group has, or undefined if the rule is not exact. A rule is exact if its
 * members are as many as all groups together can take, or as all need: of 2 members, 1 to 3 in each of two groups, it
 * is [1, 1].
 * @param {Rule} rule
 * @param {number[]} sizes the size of each group
 * @returns {number[] | undefined}
 */
const exactPlaces = ({ members, min, max }, sizes) =>
  [sizes.map((size) => Math.min(max, size)), sizes.map(() => min)].find(
    (places) => sum(places) === members.length,
  );

/**
 * Return the blocks: the items that are shuffled together, and their places in each group. By the rule that each of two
 * groups has one of the items 0 and 1, these are the block `{ members: [0, 1], places: [1, 1] }`.
 * @param {Rule[][]} sources as `readRules` returns them
 * @param {number[]} sizes the size of each group
 * @param {number} n the number of items
 * @returns {Block[]}
 */
function splitBlocks(sources, sizes, n) {
  const exact = sources.map((rules) =>
    rules.flatMap((rule) => {
      const places = exactPlaces(rule, sizes);
      return places ? [{ members: rule.members, places }] : [];
    }),
  );
  /** @param {Block[]} ofSource */
  const total = (ofSource) =>
    sum(ofSource.map(({ members }) => members.length));
  exact.sort((a, b) => total(b) - total(a));
  const free = new Set(range(n));
  /** @type {Block[]} */
  const blocks = [];
  for (const { members, places } of exact.flat()) {
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
    const shared = joined.filter((otherList) => !isApart(otherList)).flat();
    joined = [
      ...joined.filter(isApart),
      ascending([...new Set([...shared, ...list])]),
    ];
  }
  return joined;
}

/**
 * Return the lists of items that come to one group; refuse those that no group can take.
 * @param {GroupOptions} request
 * @param {number[]} sizes the size of each group, the greatest first
 * @param {Rule[]} rules
 * @param {FindItem} findItem the function from a name to an index
 * @returns {number[][]}
 */
function readTogether({ together = [] }, sizes, rules, findItem) {
  const lists = joinLists(readLists("together", together, findItem));
  /** @param {number[]} list */
  const breaks = (list) =>
    list.length > sizes[0] ||
    rules.some(
      ({ members, max }) =>
        members.filter((item) => list.includes(item)).length > max,
    );
  if (lists.some(breaks))
    throw new Refused(
      "together",
      "lists that one group can take were expected",
    );
  return lists;
}

/**
 * Take the fixed items out of their blocks, with all items of their lists. Return the group of each by its index.
 * Groups count from 0 here, from 1 in the request.
 * @param {GroupOptions} request
 * @param {number[][]} lists of items that come to one group
 * @param {Block[]} blocks changed
 * @param {number} count the number of groups
 * @param {FindItem} findItem the function from a name to an index
 * @returns {Map<number, number>}
 */
function placeFixed({ fixed = [] }, lists, blocks, count, findItem) {
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
    for (const joinedItem of lists.find((list) => list.includes(item)) ?? [
      item,
    ]) {
      groupOf.set(joinedItem, group - 1);
      for (const block of blocks)
        if (block.members.includes(joinedItem)) {
          block.members = block.members.filter(
            (member) => member !== joinedItem,
          );
          block.places = block.places.map((places, j) =>
            j === group - 1 ? places - 1 : places,
          );
        }
    }
  }
  return groupOf;
}

/**
 * Refuse fixed items that are more of a rule in their group than its `max`.
 * @param {Rule[]} rules
 * @param {Map<number, number>} fixedGroups the group of each fixed item, by its index
 */
function refuseFixed(rules, fixedGroups) {
  for (const { members, max } of rules) {
    /** @type {Map<number, number>} */
    const numbers = new Map();
    for (const [item, group] of fixedGroups)
      if (members.includes(item))
        numbers.set(group, (numbers.get(group) ?? 0) + 1);
    for (const number of numbers.values())
      if (number > max)
        throw new Refused(
          "fixed",
          `at most ${max} items of a rule in a group were expected`,
        );
  }
}

/**
 * Return the number that a text writes, exactly: the decimal number times 10^20, a whole number.
 * @param {string | undefined} text such as "-1.5", undefined for what is no number
 * @param {string} where its place in the request
 * @returns {bigint}
 */
function readDecimal(text, where) {
  const isFinite =
    text !== undefined && isNumber(text) && Number.isFinite(Number(text));
  const number = isFinite ? canonicalJson(Number(text)) : "";
  const parts =
    /^(?<whole>-?\d+)(?:\.(?<fraction>\d+))?(?:e(?<exponent>.+))?$/.exec(
      number,
    )?.groups;
  const fraction = parts?.fraction ?? "";
  const shift = DECIMALS + Number(parts?.exponent ?? 0) - fraction.length;
  if (parts === undefined || shift < 0)
    throw new Refused(
      where,
      `a number of up to ${DECIMALS} decimals was expected`,
    );
  return BigInt(parts.whole + fraction) * 10n ** BigInt(shift);
}

/**
 * Return for each entry of `sums` a function that tells whether groups fulfil it.
 * @param {GroupOptions} request
 * @returns {GroupsTest[]}
 */
const readSums = ({ items, sums = [] }) =>
  readEntries("sums", sums, ["attribute", "min", "max"], ["attribute"]).map(
    ({ attribute, min, max }, i) => {
      const where = `sums[${i}].attribute`;
      const numbers = readAttribute(items, attribute, where).map((text) =>
        text === null ? 0n : readDecimal(text, where),
      );
      /**
       * @param {number | undefined} bound
       * @param {string} name
       */
      const readBound = (bound, name) => {
        if (bound === undefined) return undefined;
        const text = typeof bound === "number" ? textOf(bound) : undefined;
        return readDecimal(text, `sums[${i}].${name}`);
      };
      const lowestTotal = readBound(min, "min");
      const highestTotal = readBound(max, "max");
      return (groups) =>
        groups.every((group) => {
          const total = group.reduce((sum, item) => sum + numbers[item], 0n);
          return (
            (lowestTotal === undefined || total >= lowestTotal) &&
            (highestTotal === undefined || total <= highestTotal)
          );
        });
    },
  );

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
function readPlaced({ paths = [], placed = [] }, count, findItem) {
  if (
    checkList("paths", paths).length !==
    (placed.length === 0 && paths.length === 0 ? 0 : count)
  )
    throw new Refused("paths", "a path for each group was expected");
  const [length = 0] = paths.map(
    (path, j) => checkLabels(`paths[${j}]`, path, MAX_LEVELS).length,
  );
  if (paths.some((path) => path.length !== length))
    throw new Refused("paths", "paths of one length were expected");
  const entries = readEntries(
    "placed",
    placed,
    ["items", "level", "path"],
    ["items"],
  ).map((entry, i) => readPlacedEntry(entry, `placed[${i}]`, length, findItem));
  if (new Set(entries.flatMap(({ members }) => [...members])).size > MAX_PLACED)
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
function openPlacedTest({ placed, paths }) {
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

/**
 * Return items in units: those that come to one group, and each other item alone.
 * @param {number[]} free the items
 * @param {number[][]} lists the items that come to one group
 * @returns {number[][]}
 */
function joinUnits(free, lists) {
  /** @type {Set<number[]>} */
  const units = new Set();
  for (const item of free)
    units.add(lists.find((members) => members.includes(item)) ?? [item]);
  return [...units];
}

/**
 * Return what is read of a request; refuse what is not well-formed, and rules that fixed items break. Of four items in
 * two groups, two of each team and `different: ["team"]`, `sizes` is `[2, 2]`, and `units` is `[[0], [1], [2], [3]]`.
 * @param {GroupOptions} request
 * @returns {GroupRules}
 */
function readGroups(request) {
  const { items, arrangements = false, method = "exact" } = request;
  const isSequential =
    checkChoice("method", method, ["exact", "sequential"]) === "sequential";
  checkBoolean("arrangements", arrangements);
  const n = checkList("items", items).length;
  const sizes = countPlaces(request);
  const findItem = openNames(items);
  const sources = readRules(request, findItem);
  const rules = sources.flat();
  const blocks = splitBlocks(sources, sizes, n);
  const lists = readTogether(request, sizes, rules, findItem);
  const fixedGroups = placeFixed(
    request,
    lists,
    blocks,
    sizes.length,
    findItem,
  );
  refuseFixed(rules, fixedGroups);
  if (blocks.some(({ places }) => places.some((number) => number < 0)))
    refuseRules();
  const free = range(n).filter((item) => !fixedGroups.has(item));
  const sums = readSums(request);
  const placing = readPlaced(request, sizes.length, findItem);
  if (isSequential && (sums.length > 0 || lists.length > 0))
    throw new Refused("method", "no sums and no together were expected");
  /** @type {number[][]} */
  const rulesOf = range(n).map(() => []);
  rules.forEach(({ members }, rule) =>
    members.forEach((item) => rulesOf[item].push(rule)),
  );
  return {
    n,
    sizes,
    rules,
    rulesOf,
    blocks,
    fixedGroups,
    free,
    units: joinUnits(free, lists),
    sums,
    placing,
    keepsPlaced: openPlacedTest(placing),
    isSequential,
  };
}

/**
 * Return the attempt at groups that draws item after item, and fails as soon as a rule is broken. Of two groups of two
 * and one block of four items, by the draws 2, 0, 1 and 0: [[1, 2], [0, 3]].
 *
 * FROZEN: the order of draws, group by group, and block by block; a group with too few items of a rule ends the attempt
 * once it is full.
 * @param {GroupRules} read
 * @returns {Attempt}
 */
const openItemAttempt = (read) => (bring) => {
  const { sizes, rules, rulesOf, blocks, fixedGroups } = read;
  const counts = rules.map(() => new Uint32Array(sizes.length));
  /** @type {number[][]} */
  const groups = sizes.map(() => []);
  /**
   * Put an item in a group; return whether it keeps the most of each rule.
   * @param {number} item
   * @param {number} group
   */
  const place = (item, group) => {
    groups[group].push(item);
    return rulesOf[item].every(
      (rule) => ++counts[rule][group] <= rules[rule].max,
    );
  };
  for (const [item, group] of fixedGroups)
    if (!place(item, group)) return undefined;
  const orders = blocks.map(({ members, places }) => ({
    order: [...members],
    places,
    step: 0,
  }));
  for (const group of sizes.keys()) {
    for (const block of orders)
      for (let k = 0; k < block.places[group]; k++)
        if (!place(bring(block.order, block.step++), group)) return undefined;
    if (!rules.every(({ min }, rule) => counts[rule][group] >= min))
      return undefined;
  }
  return groups.map(ascending);
};

/**
 * Return the attempt at groups that draws units as if there were no rules, and fails if one is broken.
 * @param {Rule[]} rules
 * @param {(below: Below) => number[][]} drawFree the rule that draws the units
 * @returns {Attempt}
 */
const openUnitAttempt = (rules, drawFree) => (_, below) => {
  const groups = drawFree(below).map(ascending);
  const isKept = rules.every(({ members, min, max }) =>
    groups.every((group) => {
      const number = group.filter((item) => members.includes(item)).length;
      return min <= number && number <= max;
    }),
  );
  return isKept ? groups : undefined;
};

/**
 * Count the arrangements of a request that keep some rules and entries of `placed`; refuse if there is none.
 * @param {GroupRules} read
 * @param {Rule[]} rules
 * @param {Placing} placing
 */
function countBy({ units, sizes, fixedGroups }, rules, placing) {
  const counted = countArrangements(units, sizes, rules, fixedGroups, placing);
  if (counted?.isImpossible) refuseRules();
  return counted;
}

/**
 * Return whether items come together: whether a unit has several.
 * @param {GroupRules} read
 */
const hasLists = ({ units }) => units.some(({ length }) => length > 1);

/**
 * Return whether so few items are drawn in groups of two that rare groups of them are drawn as meetings.
 * @param {GroupRules} read
 */
const isMeeting = ({ sizes, n }) =>
  sizes.length === Math.ceil(n / 2) && n <= MAX_RARE;

/**
 * Return the attempt at groups that keep the rules; undefined if rare groups are drawn at once.
 * @param {GroupRules} read
 * @returns {Attempt | undefined}
 */
function selectAttempt(read) {
  if (!hasLists(read)) return openItemAttempt(read);
  if (isMeeting(read)) return undefined;
  const free = countBy(read, [], { ...read.placing, placed: [] });
  return free && openUnitAttempt(read.rules, free.draw);
}

/**
 * Draws groups, each arrangement that keeps the rules with the same chance: by attempts, and if these fail in another
 * way.
 */
class ExactDraw {
  #read;
  /** @type {Attempt | undefined} */
  #attempt;
  /**
   * @type {{ draw: (below: Below) => number[][], drawn_by: string } | undefined} how rare arrangements are drawn, once
   * it is known
   */
  #rare;

  /** @param {GroupRules} read */
  constructor(read) {
    this.#read = read;
    const attemptRules = selectAttempt(read);
    if (attemptRules)
      this.#attempt = (bring, below) => {
        const groups = attemptRules(bring, below);
        return groups && read.keepsPlaced(groups) ? groups : undefined;
      };
  }

  /**
   * Draw groups that keep the sums as well.
   * @param {Below} below
   * @returns {DrawnGroups}
   */
  draw(below) {
    const { n, keepsPlaced, sums } = this.#read;
    const source = countDraws(below);
    let isRare = !this.#attempt;
    let drawsBefore = -1;
    while (
      source.countMade() < MAX_REJECTED &&
      source.countMade() > drawsBefore
    ) {
      drawsBefore = source.countMade();
      const groups =
        this.#attempt && !isRare
          ? tryAttempts(this.#attempt, source.below, 20 * n)
          : undefined;
      isRare ||= !groups;
      const drawn = groups
        ? { groups, drawn_by: "attempts" }
        : this.#drawRare(source.below);
      if (keepsPlaced(drawn.groups) && sums.every((test) => test(drawn.groups)))
        return drawn;
    }
    throw new NotFound("the rules", "no arrangement was found");
  }

  /**
   * @param {Below} below
   * @returns {DrawnGroups}
   */
  #drawRare(below) {
    this.#rare ??= this.#planRare();
    const { draw, drawn_by } = this.#rare;
    return { groups: draw(below).map(ascending), drawn_by };
  }

  /** Return the rule that draws arrangements that attempts do not find, and how it draws them. */
  #planRare() {
    const { n, sizes, rules, fixedGroups, units, placing } = this.#read;
    const attempt = this.#attempt;
    if (isMeeting(this.#read))
      return {
        draw: planMeetings(n, sizes.length, rules, fixedGroups, units),
        drawn_by: "attempts",
      };
    const counted = countBy(this.#read, rules, placing);
    if (counted) return { draw: counted.draw, drawn_by: "counting" };
    if (!attempt) throw new Refused("the rules", "no arrangement was found");
    return {
      /** @param {Below} below */
      draw: (below) => repeatAttempts(attempt, below),
      drawn_by: "attempts",
    };
  }
}

/**
 * Return what is known of how many arrangements a request leaves, of which one is given.
 * @param {GroupRules} read
 * @param {Labels} labels
 * @param {number[][]} groups the indices in each group
 * @returns {ResultsLeft}
 */
function leavesGroups(read, labels, groups) {
  const { sizes, rules, sums, placing, blocks, free } = read;
  const open = range(sizes.length).filter((j) =>
    blocks.some(({ places }) => places[j] > 0),
  );
  const isOne = fillPlaces(labels, open.length, free);
  const hasRules =
    rules.length > 0 ||
    hasLists(read) ||
    sums.length > 0 ||
    placing.placed.length > 0;
  if (isOne || !hasRules) return { isOne };
  const total = countBy(read, rules, placing)?.number;
  return sums.length > 0 && total !== 1n
    ? UNCOUNTED
    : { isOne: compareTotal(labels, total ?? undefined, groups) };
}

/**
 * Return `draw`, the rule that draws the groups of a request, a function of below that returns the indices in each of
 * the `groups` and how they were `drawn_by`; `count`, a function that returns the number of arrangements as digits, or
 * null; and `leaves`, which tells from the groups of one arrangement how many there are.
 * @param {GroupOptions} request
 */
function openGroups(request) {
  const read = readGroups(request);
  const { rules, sums, placing } = read;
  const exactDraw = new ExactDraw(read);
  const withPaths = placing.placed.flatMap(({ members }) => [...members]);
  /** @param {Below} below */
  const drawInTurn = (below) => ({
    groups: drawSequentially(below, { ...read, withPaths }),
    drawn_by: "sequential",
  });
  return {
    /**
     * @param {Below} below
     * @returns {DrawnGroups}
     */
    draw: (below) =>
      read.isSequential ? drawInTurn(below) : exactDraw.draw(below),
    /**
     * @param {Labels} labels
     * @param {number[][]} groups
     */
    leaves: (labels, groups) => leavesGroups(read, labels, groups),
    /** @returns {string | null} */
    count: () =>
      sums.length > 0
        ? null
        : (countBy(read, rules, placing)?.number?.toString() ?? null),
  };
}

/**
 * Return the rule that draws the groups of a request.
 * @param {GroupsRequest} request
 */
const planGroups = (request) => openGroups(request).draw;

/**
 * Return the members of a response that show groups, which count from 1 there.
 * @param {DrawnGroups} drawn
 * @param {GroupsRequest} request
 */
const writeGroups = ({ groups, drawn_by }, { items }) => ({
  groups: groups.map((indices, j) => ({
    group: j + 1,
    items: indices.map((index) => items[index]),
    indices,
  })),
  drawn_by,
});

/** The entry of /v1/items/groups. */
export const GROUPS = {
  unnamed: ["group_size", "arrangements", "unknown"],
  fields: () => [
    "groups",
    "group_size",
    "arrangements",
    "unknown",
    "method",
    ...Object.keys(DEFAULTS),
  ],
  defaults: () => ({
    ...DEFAULTS,
    arrangements: false,
    unknown: "refuse",
    method: "exact",
  }),
  /** @param {GroupsRequest} request */
  spell: ({ limits, ...request }) => ({
    ...(limits !== undefined && {
      limits: limits.map((limit) =>
        limit.min === 0 ? omit(limit, ["min"]) : limit,
      ),
    }),
    ...(request.met !== undefined && {
      met: readOldGroups(request).map((old) => old.map(({ name }) => name)),
    }),
    unknown: undefined,
  }),
  ...drawnBy(planGroups, writeGroups),
  summarize: summarizeBy(openGroups),
  /** @param {{ n: number, method?: string }} request */
  describe: ({ n: size, method }) => ({
    size,
    algorithm: null,
    uniformity: method === "sequential" ? "biased" : "exact",
  }),
  /** @param {GroupsRequest} request */
  name: (request) => ({ groups: countPlaces(request).length }),
  /**
   * @param {GroupsRequest} request
   * @param {Labels} labels
   * @param {{ groups: { indices: number[] }[] }} result
   */
  leaves: (request, labels, { groups }) =>
    openGroups(request).leaves(
      labels,
      groups.map(({ indices }) => indices),
    ),
  showsAll: true,
  members: ["groups"],
  /**
   * @param {{ groups: { items: unknown[], indices: number[] }[] }} result
   * @returns {ShownItem[]}
   */
  listItems: ({ groups }) =>
    pairPlaces("groups", checkObjects("groups", groups)),
};
