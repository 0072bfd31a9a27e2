/** Groups of a caller's items by rules. Implemented from docs/definitions/rules.md alone. */
import {
  checkObjects,
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
import { ascending, canonicalJson, range, sum } from "../core/canonical.mjs";
import { countArrangements } from "./counting.mjs";
import { pairPlaces } from "../lists/items.mjs";
import { planMeetings } from "./meetings.mjs";
import { openTest } from "./placements.mjs";
import { drawnBy, summarizeBy } from "./orders.mjs";
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

/**
 * A rule of groups: each group has from `min` to `max`, which may be Infinity, of its `members`, indices of items.
 * @typedef {{ members: number[], min: number, max: number }} Rule
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
/** An arrangement that sums and paths may reject is drawn only if those before it made fewer draws. */
const MAX_REJECTED = 250_000;
const DECIMALS = 20;
const MAX_LEVELS = 5;
const MAX_PLACED = 8;

/** Return the number of places of each group. */
function countPlaces({ items, groups, group_size: size }) {
  const n = items.length;
  if ((groups === undefined) === (size === undefined))
    throw new Refused("groups", "either groups or group_size was expected");
  if (size !== undefined && n % checkInteger("group_size", size, 1, n) !== 0)
    throw new Refused("group_size", `a divisor of ${n} was expected`);
  const count = checkInteger("groups", groups ?? n / size, 1, n);
  return range(count).map(
    (j) => Math.floor(n / count) + (j < n % count ? 1 : 0),
  );
}

/** Return the names and the items of each old group, without the names that are ignored. */
function readOldGroups({ items, met = [], unknown = "refuse" }) {
  const findItem = openNames(items);
  const isOptional =
    checkChoice("unknown", unknown, ["refuse", "ignore"]) === "ignore";
  return checkList("met", met).map((old, k) => {
    const names = isObject(old)
      ? (old.items ?? [old.giver, old.receiver])
      : old;
    const found = checkList(`met[${k}]`, names).map((name, i) => ({
      name: nameOf(name),
      item: findItem(nameOf(name), `met[${k}][${i}]`, isOptional),
    }));
    return found.filter(({ item }) => item !== undefined);
  });
}

/** Return the sources of rules in their order, each a list of rules: `members`, indices, of which a group has `min` to `max`. */
function readRules(
  { items, different = [], limits = [], apart = [], ...request },
  findItem,
) {
  const byValue = (attribute, where) =>
    groupByValue(readAttribute(items, attribute, where));
  const ofDifferent = checkList("different", different).map((attribute, i) =>
    [...byValue(attribute, `different[${i}]`).values()].map((members) => ({
      members,
      min: 0,
      max: 1,
    })),
  );
  const ofLimits = readEntries("limits", limits, LIMIT, ["attribute"]).map(
    ({ attribute, value, min = 0, max = Infinity }, i) => {
      checkInteger(`limits[${i}].min`, min, 0, MAX);
      if (max !== Infinity) checkInteger(`limits[${i}].max`, max, 0, MAX);
      const values = byValue(attribute, `limits[${i}].attribute`);
      const lists =
        value === undefined
          ? [...values.values()]
          : [values.get(findText(values, textOf(value))) ?? []];
      return lists.map((members) => ({ members, min, max }));
    },
  );
  const lists = [
    ...readLists("apart", apart, findItem),
    ...readOldGroups({ items, ...request }).map((old) =>
      old.map(({ item }) => item),
    ),
  ];
  const ofLists = lists.map((members) => [
    { members: [...new Set(members)], min: 0, max: 1 },
  ]);
  const canBreak = ({ members, min, max }) => min > 0 || members.length > max;
  return [...ofDifferent, ...ofLimits, ...ofLists].map((rules) =>
    rules.filter(canBreak),
  );
}

/** Return how many items of an exact rule each group has, or undefined if the rule is not exact. */
const exactPlaces = ({ members, min, max }, sizes) =>
  [sizes.map((size) => Math.min(max, size)), sizes.map(() => min)].find(
    (places) => sum(places) === members.length,
  );

/** Return the blocks: the items that are shuffled together, and their places in each group. */
function splitBlocks(sources, sizes, n) {
  const exact = sources.map((rules) =>
    rules.map(({ members, ...rule }) => ({
      members,
      places: exactPlaces({ members, ...rule }, sizes),
    })),
  );
  const total = (rules) =>
    sum(rules.map(({ members, places }) => (places ? members.length : 0)));
  const free = new Set(range(n));
  const blocks = [];
  for (const { members, places } of exact
    .sort((one, other) => total(other) - total(one))
    .flat()) {
    if (!places || !members.every((item) => free.has(item))) continue;
    for (const item of members) free.delete(item);
    blocks.push({ members: ascending(members), places });
  }
  const left = sizes.map(
    (size, j) => size - sum(blocks.map(({ places }) => places[j])),
  );
  return [...blocks, { members: [...free], places: left }];
}

/** Return the lists of items that come to one group: those that share an item are one. */
function joinLists(lists) {
  return lists.reduce((joined, list) => {
    const isApart = (other) => !other.some((item) => list.includes(item));
    const shared = joined.filter((other) => !isApart(other)).flat();
    return [
      ...joined.filter(isApart),
      ascending([...new Set([...shared, ...list])]),
    ];
  }, []);
}

/** Return the lists of items that come to one group; refuse those that no group can take. */
function readTogether({ together = [] }, sizes, rules, findItem) {
  const lists = joinLists(readLists("together", together, findItem));
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

/** Take the fixed items out of their blocks, with all items of their lists. Return the group of each by its index. */
function placeFixed(fixed, lists, blocks, count, findItem) {
  const groupOf = new Map();
  for (const [i, { item: name, group }] of readEntries(
    "fixed",
    fixed,
    ["item", "group"],
    ["item", "group"],
  ).entries()) {
    const item = findItem(name, `fixed[${i}].item`);
    checkInteger(`fixed[${i}].group`, group, 1, count);
    if (groupOf.get(item) === group - 1) continue;
    if (groupOf.has(item))
      throw new Refused(
        `fixed[${i}].group`,
        "the item is fixed in another group",
      );
    for (const one of lists.find((list) => list.includes(item)) ?? [item]) {
      groupOf.set(one, group - 1);
      const block = blocks.find(({ members }) => members.includes(one));
      block.members = block.members.filter((other) => other !== one);
      block.places = block.places.map((places, j) =>
        j === group - 1 ? places - 1 : places,
      );
    }
  }
  return groupOf;
}

/** Refuse fixed items that are more of a rule in their group than its `max`. */
function refuseFixed(rules, fixedGroups) {
  for (const { members, max } of rules) {
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

/** Return the number that a text writes, exactly: the decimal number times 10^20, a whole number. */
function readDecimal(text, where) {
  const number =
    isNumber(text) && Number.isFinite(Number(text))
      ? canonicalJson(Number(text))
      : "";
  const [, whole, fraction = "", exponent = 0] =
    /^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.exec(number) ?? [];
  const shift = DECIMALS + Number(exponent) - fraction.length;
  if (whole === undefined || shift < 0)
    throw new Refused(
      where,
      `a number of up to ${DECIMALS} decimals was expected`,
    );
  return BigInt(whole + fraction) * 10n ** BigInt(shift);
}

/** Return for each entry of `sums` a function that tells whether groups fulfil it. */
const readSums = ({ items, sums = [] }) =>
  readEntries("sums", sums, ["attribute", "min", "max"], ["attribute"]).map(
    ({ attribute, ...bounds }, i) => {
      const numbers = readAttribute(
        items,
        attribute,
        `sums[${i}].attribute`,
      ).map((text) =>
        text === null ? 0n : readDecimal(text, `sums[${i}].attribute`),
      );
      const read = (name) =>
        readDecimal(
          typeof bounds[name] === "number" && textOf(bounds[name]),
          `sums[${i}].${name}`,
        );
      const [least, most] = ["min", "max"].map((name) =>
        bounds[name] === undefined ? undefined : read(name),
      );
      const isWithin = (total) => !(total < least || total > most);
      return (groups) =>
        groups.every((group) =>
          isWithin(group.reduce((total, item) => total + numbers[item], 0n)),
        );
    },
  );

/** Return the value if it is a list of 1 to `most` labels. */
function checkLabels(where, labels, most) {
  checkInteger(
    `the length of ${where}`,
    checkStrings(where, labels).length,
    1,
    most,
  );
  return labels;
}

/** Return the entries of `placed`, with their `members`, and the `paths`. */
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
  ).map(({ items, level, path }, i) => {
    const members = new Set(
      checkList(`placed[${i}].items`, items).map((name, k) =>
        findItem(name, `placed[${i}].items[${k}]`),
      ),
    );
    if ((level === undefined) === (path === undefined))
      throw new Refused(
        `placed[${i}]`,
        "either a level or a path was expected",
      );
    if (path === undefined)
      checkInteger(`placed[${i}].level`, level, 1, length);
    return {
      members,
      level,
      path: path && checkLabels(`placed[${i}].path`, path, length),
    };
  });
  if (new Set(entries.flatMap(({ members }) => [...members])).size > MAX_PLACED)
    throw new Refused(
      "placed",
      `at most ${MAX_PLACED} different items were expected`,
    );
  return { placed: entries, paths };
}

/**
 * Return `draw`, the rule that draws the groups of a request, a function of below that returns the indices in each of the `groups`
 * and how they were `drawn_by`; `count`, a function that returns the number of arrangements as digits, or null; and `leaves`, which tells
 * from the groups of one arrangement how many there are.
 */
function openGroups(request) {
  const { items, fixed = [], arrangements = false, method = "exact" } = request;
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
  const fixedGroups = placeFixed(fixed, lists, blocks, sizes.length, findItem);
  refuseFixed(rules, fixedGroups);
  if (blocks.some(({ places }) => places.some((number) => number < 0)))
    refuseRules();
  const free = range(n).filter((item) => !fixedGroups.has(item));
  const units = [
    ...new Set(
      free.map((item) => lists.find((list) => list.includes(item)) ?? item),
    ),
  ].map((unit) => [unit].flat());
  const hasLists = units.some(({ length }) => length > 1);
  const sums = readSums(request);
  const placing = readPlaced(request, sizes.length, findItem);
  const tests = placing.placed.map((entry) => openTest(entry, placing.paths));
  const keepsPlaced = (groups) =>
    tests.every((test) =>
      test(
        new Map(groups.flatMap((group, j) => group.map((item) => [item, j]))),
      ),
    );
  if (isSequential && (sums.length > 0 || lists.length > 0))
    throw new Refused("method", "no sums and no together were expected");
  const rulesOf = range(n).map(() => []);
  rules.forEach(({ members }, rule) =>
    members.forEach((item) => rulesOf[item].push(rule)),
  );
  const attemptItems = (bring) => {
    const counts = rules.map(() => new Uint32Array(sizes.length));
    const groups = sizes.map(() => []);
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
  const countOf = (kept, entries) => {
    const counted = countArrangements(units, sizes, kept, fixedGroups, entries);
    if (counted?.isImpossible) refuseRules();
    return counted;
  };
  const isMeeting = sizes.length === Math.ceil(n / 2) && n <= MAX_RARE;
  const drawFree =
    !hasLists || isMeeting
      ? undefined
      : countOf([], { ...placing, placed: [] })?.draw;
  const attemptUnits = (_, below) => {
    const groups = drawFree(below).map(ascending);
    const keeps = (number, { min, max }) => min <= number && number <= max;
    return rules.every((rule) =>
      groups.every((group) =>
        keeps(group.filter((item) => rule.members.includes(item)).length, rule),
      ),
    )
      ? groups
      : undefined;
  };
  const tryOnce = hasLists ? drawFree && attemptUnits : attemptItems;
  const attempt =
    tryOnce &&
    ((bring, below) =>
      [tryOnce(bring, below)].find((groups) => groups && keepsPlaced(groups)));
  const planRare = () => {
    if (isMeeting)
      return {
        draw: planMeetings(n, sizes.length, rules, fixedGroups, units),
        drawn_by: "attempts",
      };
    const counted = countOf(rules, placing);
    if (counted) return { draw: counted.draw, drawn_by: "counting" };
    if (!attempt) throw new Refused("the rules", "no arrangement was found");
    return {
      draw: (below) => repeatAttempts(attempt, below),
      drawn_by: "attempts",
    };
  };
  const withPaths = placing.placed.flatMap(({ members }) => [...members]);
  const inTurn = {
    sizes,
    rules,
    rulesOf,
    blocks,
    fixedGroups,
    keepsPlaced,
    withPaths,
  };
  let rare;
  const draw = (below) => {
    if (isSequential)
      return {
        groups: drawSequentially(below, inTurn),
        drawn_by: "sequential",
      };
    let [made, before, isRare] = [0, -1, !attempt];
    const counted = (bound) => ((made += bound > 1), below(bound));
    while (made < MAX_REJECTED && made > before) {
      before = made;
      const first = isRare ? undefined : tryAttempts(attempt, counted, 20 * n);
      isRare ||= !first;
      const groups =
        first ?? (rare ??= planRare()).draw(counted).map(ascending);
      if (keepsPlaced(groups) && sums.every((test) => test(groups)))
        return { groups, drawn_by: first ? "attempts" : rare.drawn_by };
    }
    throw new NotFound("the rules", "no arrangement was found");
  };
  const leaves = (labels, groups) => {
    const open = range(sizes.length).filter((j) =>
      blocks.some(({ places }) => places[j] > 0),
    );
    const isOne = fillPlaces(labels, open.length, free);
    if (
      isOne ||
      (rules.length === 0 &&
        !hasLists &&
        sums.length === 0 &&
        tests.length === 0)
    )
      return { isOne };
    const total = countOf(rules, placing)?.number;
    return sums.length > 0 && total !== 1n
      ? UNCOUNTED
      : { isOne: compareTotal(labels, total, groups) };
  };
  return {
    draw,
    leaves,
    count: () =>
      sums.length > 0
        ? null
        : (countOf(rules, placing)?.number?.toString() ?? null),
  };
}

export const GROUPS = {
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
  ...drawnBy(
    (request) => openGroups(request).draw,
    ({ groups, drawn_by }, { items }) => ({
      groups: groups.map((indices, j) => ({
        group: j + 1,
        items: indices.map((index) => items[index]),
        indices,
      })),
      drawn_by,
    }),
  ),
  summarize: summarizeBy(openGroups),
  describe: ({ n: size, method }) => ({
    size,
    algorithm: null,
    uniformity: method === "sequential" ? "biased" : "exact",
  }),
  name: (request) => ({ groups: countPlaces(request).length }),
  leaves: (request, labels, { groups }) =>
    openGroups(request).leaves(
      labels,
      groups.map(({ indices }) => indices),
    ),
  hasList: true,
  members: ["groups"],
  listItems: ({ groups }) =>
    pairPlaces("groups", checkObjects("groups", groups)),
};
