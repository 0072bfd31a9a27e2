/** Groups of a caller's items by rules. Implemented from docs/stream-rules.md alone. */
import { findText, groupByValue, listResults, openNames, readAttribute, readEntries, readLists, refuseRules, repeatAttempts, textOf, tryAttempts } from "./attributes.mjs";
import { ascending, range, sum } from "./canonical.mjs";
import { countArrangements } from "./counting.mjs";
import { planMeetings } from "./meetings.mjs";
import { drawnBy } from "./orders.mjs";
import { MAX_RARE } from "./pairs.mjs";
import { Refused, checkBoolean, checkInteger, checkList, omit } from "./validation.mjs";

const MAX = 2 ** 53 - 1;
const LIMIT = ["attribute", "value", "min", "max"];
const DEFAULTS = { different: [], limits: [], apart: [], fixed: [] };
/** An attempt begins only if those before it made fewer draws. */

/** Return the number of places of each group. */
function countPlaces({ items, groups, group_size: size }) {
  const n = items.length;
  if ((groups === undefined) === (size === undefined)) throw new Refused("groups", "either groups or group_size was expected");
  if (size !== undefined && n % checkInteger("group_size", size, 1, n) !== 0)
    throw new Refused("group_size", `a divisor of ${n} was expected`);
  const count = checkInteger("groups", groups ?? n / size, 1, n);
  return range(count).map((j) => Math.floor(n / count) + (j < n % count ? 1 : 0));
}

/** Return the sources of rules in their order, each a list of rules: `members`, indices, of which a group has `min` to `max`. */
function readRules({ items, different = [], limits = [], apart = [] }, findItem) {
  const byValue = (attribute, where) => groupByValue(readAttribute(items, attribute, where));
  const ofDifferent = checkList("different", different).map((attribute, i) =>
    [...byValue(attribute, `different[${i}]`).values()].map((members) => ({ members, min: 0, max: 1 })),
  );
  const ofLimits = readEntries("limits", limits, LIMIT, ["attribute"]).map(({ attribute, value, min = 0, max = Infinity }, i) => {
    checkInteger(`limits[${i}].min`, min, 0, MAX);
    if (max !== Infinity) checkInteger(`limits[${i}].max`, max, 0, MAX);
    const values = byValue(attribute, `limits[${i}].attribute`);
    const lists = value === undefined ? [...values.values()] : [values.get(findText(values, textOf(value))) ?? []];
    return lists.map((members) => ({ members, min, max }));
  });
  const ofLists = readLists(apart, findItem).map((members) => [{ members: [...new Set(members)], min: 0, max: 1 }]);
  const canBreak = ({ members, min, max }) => min > 0 || members.length > max;
  return [...ofDifferent, ...ofLimits, ...ofLists].map((rules) => rules.filter(canBreak));
}

/** Return how many items of an exact rule each group has, or undefined if the rule is not exact. */
const exactPlaces = ({ members, min, max }, sizes) =>
  [sizes.map((size) => Math.min(max, size)), sizes.map(() => min)].find((places) => sum(places) === members.length);

/** Return the blocks: the items that are shuffled together, and their places in each group. */
function splitBlocks(sources, sizes, n) {
  const exact = sources.map((rules) => rules.map(({ members, ...rule }) => ({ members, places: exactPlaces({ members, ...rule }, sizes) })));
  const total = (rules) => sum(rules.map(({ members, places }) => (places ? members.length : 0)));
  const free = new Set(range(n));
  const blocks = [];
  for (const { members, places } of exact.sort((one, other) => total(other) - total(one)).flat()) {
    if (!places || !members.every((item) => free.has(item))) continue;
    for (const item of members) free.delete(item);
    blocks.push({ members: ascending(members), places });
  }
  const left = sizes.map((size, j) => size - sum(blocks.map(({ places }) => places[j])));
  return [...blocks, { members: [...free], places: left }];
}

/** Take the fixed items out of their blocks. Return the group of each by its index. */
function placeFixed(fixed, blocks, count, findItem) {
  const groupOf = new Map();
  for (const [i, { item: name, group }] of readEntries("fixed", fixed, ["item", "group"], ["item", "group"]).entries()) {
    const item = findItem(name, `fixed[${i}].item`);
    checkInteger(`fixed[${i}].group`, group, 1, count);
    if (groupOf.get(item) === group - 1) continue;
    if (groupOf.has(item)) throw new Refused(`fixed[${i}].group`, "the item is fixed in another group");
    groupOf.set(item, group - 1);
    const block = blocks.find(({ members }) => members.includes(item));
    block.members = block.members.filter((other) => other !== item);
    block.places = block.places.map((places, j) => (j === group - 1 ? places - 1 : places));
  }
  if (blocks.some(({ places }) => places.some((number) => number < 0))) refuseRules();
  return groupOf;
}

/**
 * Return `draw`, the rule that draws the groups of a request, a function of below that returns the indices in each of the `groups`
 * and how they were `drawn_by`; and `count`, a function that returns the number of arrangements as digits, or null.
 */
function openGroups(request) {
  const { items, fixed = [], arrangements = false } = request;
  checkBoolean("arrangements", arrangements);
  const n = checkList("items", items).length;
  const sizes = countPlaces(request);
  const findItem = openNames(items);
  const sources = readRules(request, findItem);
  const blocks = splitBlocks(sources, sizes, n);
  const fixedGroups = placeFixed(fixed, blocks, sizes.length, findItem);
  const rules = sources.flat();
  const rulesOf = range(n).map(() => []);
  rules.forEach(({ members }, rule) => members.forEach((item) => rulesOf[item].push(rule)));
  const attempt = (bring) => {
    const counts = rules.map(() => new Uint32Array(sizes.length));
    const groups = sizes.map(() => []);
    const place = (item, group) => {
      groups[group].push(item);
      return rulesOf[item].every((rule) => ++counts[rule][group] <= rules[rule].max);
    };
    for (const [item, group] of fixedGroups) if (!place(item, group)) return undefined;
    const orders = blocks.map(({ members, places }) => ({ order: [...members], places, step: 0 }));
    for (const group of sizes.keys()) {
      for (const block of orders)
        for (let k = 0; k < block.places[group]; k++)
          if (!place(bring(block.order, block.step++), group)) return undefined;
      if (!rules.every(({ min }, rule) => counts[rule][group] >= min)) return undefined;
    }
    return groups.map(ascending);
  };
  const count = () => {
    const counted = countArrangements(n, sizes, rules, fixedGroups);
    if (counted?.isImpossible) refuseRules();
    return counted;
  };
  const isMeeting = sizes.length === Math.ceil(n / 2) && n <= MAX_RARE;
  const drawRare = (below) => {
    const counted = isMeeting ? undefined : count();
    const draw = counted?.draw ?? (isMeeting ? planMeetings(n, sizes.length, rules, fixedGroups) : (b) => repeatAttempts(attempt, b));
    return { groups: draw(below).map(ascending), drawn_by: counted ? "counting" : "attempts" };
  };
  const draw = (below) => {
    const found = tryAttempts(attempt, below, 20 * n);
    return found ? { groups: found, drawn_by: "attempts" } : drawRare(below);
  };
  return { draw, count: () => count()?.number?.toString() ?? null };
}

/** Return the members of a response that its results have in common: the number of arrangements, if it is in it. */
const summarize = (request, results) =>
  request.arrangements || results.some(({ drawn_by }) => drawn_by === "counting") ? { arrangements: openGroups(request).count() } : {};

export const GROUPS = {
  fields: () => ["groups", "group_size", "arrangements", ...Object.keys(DEFAULTS)],
  defaults: () => ({ ...DEFAULTS, arrangements: false }),
  spell: ({ limits }) => (limits === undefined ? {} : { limits: limits.map((limit) => (limit.min === 0 ? omit(limit, ["min"]) : limit)) }),
  ...drawnBy((request) => openGroups(request).draw, ({ groups, drawn_by }, { items }) => ({
    groups: groups.map((indices, j) => ({ group: j + 1, items: indices.map((index) => items[index]), indices })),
    drawn_by,
  })),
  summarize,
  describe: ({ n: size }) => ({ size, algorithm: null, uniformity: "exact" }),
  name: (request) => ({ groups: countPlaces(request).length }),
  hasList: (response) => listResults(response, "groups").map((groups) =>
    groups.flatMap((group) => checkList("indices", group.indices).map((index, k) => [index, checkList("items", group.items)[k]])),
  ),
};
