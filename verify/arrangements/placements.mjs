/** Ways to place a few units in groups by paths. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import { getKnown } from "./attributes.mjs";
import { canonicalJson } from "../core/canonical.mjs";
import { ascending, range, sum } from "../core/lists.mjs";
import { boundsIn } from "./group_rules.mjs";

/** @import { Rule } from "./group_types.mjs" */

/**
 * An entry of `placed`: indices of items, and either the `level` at which the paths of their groups differ, or the
 * `path` with which the paths of their groups begin.
 * @typedef {{ members: Set<number>, level?: number, path?: string[] }} Placed
 */

/**
 * The entries `placed` of a request, and the path of each group, such as ["Hall A", "Table 2"].
 * @typedef {{ placed: Placed[], paths: string[][] }} Placing
 */

/**
 * A test of whether the groups of those items that are in a map keep an entry of `placed`.
 * @typedef {(groupOf: Map<number, number>) => boolean} PlacingTest
 */

/**
 * The parts in which a group is, by texts: the beginnings of its path, the shortest first, and the group itself, such
 * as ['["Hall A"]', '["Hall A","Table 2"]', "group 3"].
 * @typedef {string[]} Chain
 */

/**
 * The first of the ways to place units that are alike: the group of each unit in turn, and how many are `alike`.
 * @typedef {{ groups: number[], alike: bigint }} Way
 */

/**
 * A function of the groups of a way and a number below `alike` that returns the `groups` of one of those that are
 * alike, and `models`: for each group, which group of the first way takes the same in it; and how many `ways` are
 * alike.
 * @typedef {(groups: number[], number: bigint) => { ways: bigint, groups: number[], models: number[] }} FindWay
 */

/**
 * Return a test of whether the groups of those items that `groupOf` has keep an entry of `placed`.
 * @param {Placed} entry
 * @param {string[][]} paths the path of each group
 * @returns {PlacingTest}
 */
export function openTest({ members, level, path }, paths) {
  const depth = level ?? path?.length;
  /** @param {number} group */
  const begin = (group) => canonicalJson(paths[group].slice(0, depth));
  return (groupOf) => {
    const groups = [...members].flatMap((item) => groupOf.get(item) ?? []);
    const begins = groups.map(begin);
    return path
      ? begins.every((text) => text === canonicalJson(path))
      : new Set(begins).size === begins.length;
  };
}

/**
 * Return the parts just inside each part; the outermost ones are in "".
 * @param {Chain[]} chains the parts of each group
 * @returns {Map<string, Set<string>>}
 */
function listPartsIn(chains) {
  /** @type {Map<string, Set<string>>} */
  const partsIn = new Map();
  for (const chain of chains) {
    let outer = "";
    for (const part of chain) {
      const partsInOuter = partsIn.get(outer) ?? new Set();
      partsIn.set(outer, partsInOuter.add(part));
      outer = part;
    }
  }
  return partsIn;
}

/**
 * Return a number for each part, the same for parts of one kind: groups with one text, and other parts that have as
 * many parts of each kind in them. Two halls with one table each have one number, their tables another one.
 * @param {Chain[]} chains the parts of each group
 * @param {Map<string, Set<string>>} partsIn the parts just inside each part
 * @param {(group: number) => string} describeGroup a function that returns one text for groups of one kind
 * @returns {Map<string, number>}
 */
function numberKinds(chains, partsIn, describeGroup) {
  /** @type {Map<string, number>} */
  const kindOfText = new Map();
  /** @type {Map<string, number>} */
  const kindOf = new Map();
  /**
   * Give a part the number of a text that is the same for parts of one kind.
   * @param {string} part
   * @param {string} text
   */
  const setKind = (part, text) => {
    const kind = kindOfText.get(text) ?? kindOfText.size;
    kindOfText.set(text, kind);
    kindOf.set(part, kind);
  };
  for (const [group, chain] of chains.entries())
    setKind(lastOf(chain), describeGroup(group));
  const outerDepths = range(chains[0].length - 1);
  for (const depth of outerDepths.reverse()) {
    for (const part of new Set(chains.map((chain) => chain[depth]))) {
      const innerParts = [...getKnown(partsIn, part)];
      const kinds = innerParts.map((inner) => getKnown(kindOf, inner));
      setKind(part, `parts ${ascending(kinds)}`);
    }
  }
  return kindOf;
}

/**
 * The parts of all groups: of each group from the outermost on, the parts just inside each part (the outermost ones are
 * in ""), the number of the kind of each, and those that differ from all others.
 * @typedef {object} AllParts
 * @property {Chain[]} chains
 * @property {Map<string, Set<string>>} partsIn
 * @property {Map<string, number>} kindOf
 * @property {Set<string>} distinctParts
 */

/**
 * Return the parts that differ from all others: those that a path of `placed` names, and those with a fixed item that
 * is placed.
 * @param {Placed[]} placed the entries
 * @param {Chain[]} chains the parts of each group
 * @param {Map<number, number>} fixed the group of each fixed item, by its index
 * @returns {Set<string>}
 */
function findDistinctParts(placed, chains, fixed) {
  /** @type {Set<string>} */
  const distinctParts = new Set();
  for (const { path = [] } of placed) {
    path.forEach((_, d) =>
      distinctParts.add(canonicalJson(path.slice(0, d + 1))),
    );
  }
  for (const [item, group] of fixed) {
    if (placed.some(({ members }) => members.has(item)))
      for (const part of chains[group]) distinctParts.add(part);
  }
  return distinctParts;
}

/**
 * Return the part that each part becomes where units are in some groups, in one of the ways that are alike, and how
 * many ways these are.
 *
 * Three groups are alike, and units are in the groups [0, 1]. Group 0 can become each of the three, group 1 each of the
 * other two: 6n ways. In the way 5n, 2 + 3 * 1, group 0 becomes group 2, the last of three, and group 1 stays group 1,
 * the last of the two left.
 *
 * FROZEN: the order of units, of the parts of each, the largest first, and of the open parts that a part can become.
 * @param {AllParts} parts
 * @param {number[]} groups the groups of the units in turn
 * @param {bigint} number of the way
 * @returns {{ images: Map<string, string>, ways: bigint }}
 */
function mapParts({ chains, partsIn, kindOf, distinctParts }, groups, number) {
  const images = new Map([["", ""]]);
  for (const part of distinctParts) images.set(part, part);
  const taken = new Set(distinctParts);
  let ways = 1n;
  let numberLeft = number;
  for (const group of groups) {
    for (const [d, part] of chains[group].entries()) {
      if (images.has(part)) continue;
      const outer = chains[group][d - 1] ?? "";
      const candidates = getKnown(partsIn, getKnown(images, outer));
      const alike = [...candidates].filter(
        (candidate) =>
          !taken.has(candidate) && kindOf.get(candidate) === kindOf.get(part),
      );
      const count = BigInt(alike.length);
      const image = alike[Number(numberLeft % count)];
      images.set(part, image);
      taken.add(image);
      numberLeft /= count;
      ways *= count;
    }
  }
  return { images, ways };
}

/**
 * Return for each group which group of the first way takes the same in it: for a group with units the one that became
 * it, for any other the first of its kind without units.
 * @param {AllParts} parts
 * @param {number[]} groups the groups of the units in the first way
 * @param {number[]} imageGroups their groups in another way
 * @returns {number[]}
 */
function findModels({ chains, kindOf }, groups, imageGroups) {
  /** @param {number} group */
  const kindOfGroup = (group) => kindOf.get(lastOf(chains[group]));
  const allGroups = range(chains.length);
  return allGroups.map((group) => {
    const place = imageGroups.indexOf(group);
    if (place >= 0) return groups[place];
    return allGroups.findIndex(
      (otherGroup) =>
        !groups.includes(otherGroup) &&
        kindOfGroup(otherGroup) === kindOfGroup(group),
    );
  });
}

/**
 * Return the innermost part of a group: the group itself.
 * @param {Chain} chain
 */
const lastOf = (chain) => chain[chain.length - 1];

/**
 * Return the function that finds one of the ways that are alike. Three groups are alike, and units are in [0, 1]: of
 * the number 5n, 2 + 3 * 1, group 0 becomes the last of three, group 1 the second of the two left: [2, 1].
 * @param {AllParts} parts
 * @returns {FindWay}
 */
function openFind(parts) {
  const lastParts = parts.chains.map(lastOf);
  return (groups, number) => {
    const { images, ways } = mapParts(parts, groups, number);
    const imageGroups = groups.map((group) =>
      lastParts.indexOf(getKnown(images, lastParts[group])),
    );
    const models = findModels(parts, groups, imageGroups);
    return { ways, groups: imageGroups, models };
  };
}

/**
 * Return how many of some items are members of a rule.
 * @param {number[]} items indices
 * @param {Rule} rule
 * @returns {number}
 */
const countIn = (items, { members }) =>
  items.filter((item) => members.includes(item)).length;

/**
 * What is asked of units that have an item of an entry of `placed`: the items of each, the entries and paths, the
 * rules, the `places` of each group that no fixed item has, and the groups of the fixed items.
 * @typedef {object} PlacingProblem
 * @property {number[][]} units
 * @property {Placing} placing
 * @property {Rule[]} rules
 * @property {number[]} places
 * @property {Map<number, number>} fixed
 */

/**
 * Return the parts of each group, with the beginnings of paths as deep as the entries of `placed` tell them apart.
 * @param {Placing} placing the entries and the paths
 * @param {number} groupCount
 * @returns {Chain[]}
 */
function listChains({ placed, paths }, groupCount) {
  const depths = placed.map(({ level, path = [] }) => level ?? path.length);
  const depth = Math.max(0, ...depths);
  return range(groupCount).map((group) => [
    ...range(depth).map((d) => canonicalJson(paths[group].slice(0, d + 1))),
    `group ${group}`,
  ]);
}

/**
 * Return how many fixed items are in each group by the number of a rule: `[[1, 0], [0, 0]]` if one of the first rule is
 * in the group 0.
 * @param {PlacingProblem} problem
 * @returns {number[][]}
 */
function countFixed({ rules, places, fixed }) {
  return range(places.length).map((group) => {
    const items = [...fixed.keys()].filter((item) => fixed.get(item) === group);
    return rules.map((rule) => countIn(items, rule));
  });
}

/**
 * A test of the groups of the first units, such as [0, 2]: whether the last of these units can be in its group, with
 * those before it in theirs.
 * @typedef {(groups: number[]) => boolean} LastUnitTest
 */

/**
 * Return a test of whether the last unit finds places in its group, and the group keeps the most of each rule.
 *
 * Two units of one item each, both members of a rule with `max` 1, in two groups of two places: [0, 1] is true, [0, 0]
 * false.
 * @param {PlacingProblem} problem
 * @param {number[][]} fixedNumbers how many fixed items are in each group by the number of a rule
 * @returns {LastUnitTest}
 */
function openRoomTest({ units, rules, places }, fixedNumbers) {
  // Counted once, as a search looks at them for each group of each way.
  const numbersOf = units.map((unit) =>
    rules.map((rule) => countIn(unit, rule)),
  );
  return (groups) => {
    const last = groups.length - 1;
    const group = groups[last];
    const joined = range(groups.length).filter((k) => groups[k] === group);
    const itemCount = sum(joined.map((k) => units[k].length));
    if (itemCount > places[group]) return false;
    return rules.every((rule, place) => {
      if (numbersOf[last][place] === 0) return true; // the last unit adds none
      const number = sum(joined.map((k) => numbersOf[k][place]));
      return number + fixedNumbers[group][place] <= boundsIn(rule, group).max;
    });
  };
}

/**
 * Return a test of whether the entries of `placed` are kept by the first units and the fixed items.
 * @param {PlacingProblem} problem
 * @returns {LastUnitTest}
 */
function openEntriesTest({ units, placing, fixed }) {
  const { placed, paths } = placing;
  const tests = placed.map((entry) => openTest(entry, paths));
  /** @param {number} item */
  const isPlaced = (item) => placed.some(({ members }) => members.has(item));
  const placedItems = units.map((unit) => unit.filter(isPlaced));
  const fixedPlaced = [...fixed].filter(([item]) => isPlaced(item));
  return (groups) => {
    const groupOf = new Map(fixedPlaced);
    for (const [k, group] of groups.entries())
      for (const item of placedItems[k]) groupOf.set(item, group);
    return tests.every((test) => test(groupOf));
  };
}

/**
 * Return the groups of which none is like another: of groups that are alike only the first.
 * @param {Chain[]} chains the parts of each group
 * @param {Map<string, number>} kindOf the number of the kind of each part
 * @param {Set<string>} distinctParts the parts that differ from all others
 * @returns {number[]}
 */
function listDifferentGroups(chains, kindOf, distinctParts) {
  /** @type {Map<string, number>} */
  const firstGroups = new Map();
  for (const [group, chain] of chains.entries()) {
    const kinds = chain.map((part) =>
      distinctParts.has(part) ? part : kindOf.get(part),
    );
    const name = kinds.join();
    if (!firstGroups.has(name)) firstGroups.set(name, group);
  }
  return [...firstGroups.values()];
}

/**
 * Return the `ways` to place the units that have an item of an entry of `placed`: the first of those that are alike, as
 * the `groups` of the units in turn, and the number `alike`; and `find`, a function of these groups and a number below
 * `alike` that returns the `groups` of one of those that are alike, and `models`: for each group, which group of the
 * first way takes the same in it.
 *
 * Of a unit and three groups of one size, two of which are in "Hall A", one way is `{ groups: [0], alike: 2n }`, the
 * other is in the group 2.
 * @param {PlacingProblem} problem
 * @param {(steps: number) => void} take a function that counts steps, and throws for too many
 * @returns {{ ways: Way[], find: FindWay }}
 */
export function listWays(problem, take) {
  const { units, placing, rules, places, fixed } = problem;
  const { placed } = placing;
  const chains = listChains(placing, places.length);
  const partsIn = listPartsIn(chains);
  const fixedNumbers = countFixed(problem);
  /** @param {number} group */
  const describeGroup = (group) => {
    const isBoundAlone = rules.some((rule) => rule.group === group);
    const name = isBoundAlone ? `group number ${group}` : "group";
    return `${name} ${places[group]} ${fixedNumbers[group]}`;
  };
  const kindOf = numberKinds(chains, partsIn, describeGroup);
  const distinctParts = findDistinctParts(placed, chains, fixed);
  const find = openFind({ chains, partsIn, kindOf, distinctParts });
  const hasRoom = openRoomTest(problem, fixedNumbers);
  const keepsEntries = openEntriesTest(problem);
  // FROZEN: so many steps for each list of groups of the first units.
  const stepsOfList = (rules.length + placed.length + 1) * places.length;
  /** @type {Way[]} */
  const ways = [];
  /**
   * Add the ways that begin with the groups of the first units. FROZEN: groups are tried in order, of groups that are
   * alike only the first.
   * @param {number[]} groups the groups of the first units
   * @param {Set<string>} distinct the parts that differ from all others once these are placed
   */
  const search = (groups, distinct) => {
    take(stepsOfList);
    if (groups.length === units.length) {
      ways.push({ groups, alike: find(groups, 0n).ways });
      return;
    }
    for (const group of listDifferentGroups(chains, kindOf, distinct)) {
      const groupsAfter = [...groups, group];
      if (hasRoom(groupsAfter) && keepsEntries(groupsAfter))
        search(groupsAfter, new Set([...distinct, ...chains[group]]));
    }
  };
  search([], distinctParts);
  return { ways, find };
}
