/** Ways to place a few units in groups by paths. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import { getKnown } from "./attributes.mjs";
import { canonicalJson } from "../core/canonical.mjs";
import { ascending, range, sum } from "../core/lists.mjs";

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
 * Return the parts in each part and in all groups, "", and a number for each part, the same for parts of one kind.
 * @param {Chain[]} chains the parts of each group
 * @param {(group: number) => string} describeGroup a function that returns one text for groups of one kind
 * @returns {{ partsIn: Map<string, Set<string>>, kindOf: Map<string, number> }}
 */
function describeParts(chains, describeGroup) {
  /** @type {Map<string, Set<string>>} */
  const partsIn = new Map();
  for (const chain of chains)
    chain.forEach((part, d) => {
      const outer = chain[d - 1] ?? "";
      partsIn.set(outer, (partsIn.get(outer) ?? new Set()).add(part));
    });
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
  chains.forEach((chain, group) =>
    setKind(chain[chain.length - 1], describeGroup(group)),
  );
  for (const d of range(chains[0].length - 1).reverse())
    for (const part of new Set(chains.map((chain) => chain[d]))) {
      const kinds = [...getKnown(partsIn, part)].map((inner) =>
        getKnown(kindOf, inner),
      );
      setKind(part, `parts ${ascending(kinds)}`);
    }
  return { partsIn, kindOf };
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
  for (const { path = [] } of placed)
    path.forEach((_, d) =>
      distinctParts.add(canonicalJson(path.slice(0, d + 1))),
    );
  for (const [item, group] of fixed)
    if (placed.some(({ members }) => members.has(item)))
      for (const part of chains[group]) distinctParts.add(part);
  return distinctParts;
}

/**
 * Return the part that each part becomes where units are in some groups, in one of the ways that are alike, and how
 * many ways these are.
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
  for (const group of groups)
    for (const [d, part] of chains[group].entries()) {
      if (images.has(part)) continue;
      const outer = getKnown(images, chains[group][d - 1] ?? "");
      const alike = [...getKnown(partsIn, outer)].filter(
        (otherPart) =>
          !taken.has(otherPart) && kindOf.get(otherPart) === kindOf.get(part),
      );
      const count = BigInt(alike.length);
      const image = alike[Number(numberLeft % count)];
      images.set(part, image);
      taken.add(image);
      numberLeft /= count;
      ways *= count;
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
  return places.map((_, group) => {
    const items = [...fixed.keys()].filter((item) => fixed.get(item) === group);
    return rules.map((rule) => countIn(items, rule));
  });
}

/**
 * Return a function of the groups of the first units, such as [0, 2], that returns whether the last of these units can
 * be in its group, with those before it in theirs: whether there are places, and the rules and the entries of `placed`
 * are kept.
 * @param {PlacingProblem} problem
 * @param {number[][]} fixedNumbers how many fixed items are in each group by the number of a rule
 * @returns {(groups: number[]) => boolean}
 */
function openFits({ units, placing, rules, places, fixed }, fixedNumbers) {
  const { placed, paths } = placing;
  const tests = placed.map((entry) => openTest(entry, paths));
  // Counted once, as a search looks at them for each group of each way.
  const unitNumbers = units.map((unit) =>
    rules.map((rule) => countIn(unit, rule)),
  );
  /** @param {number} item */
  const isPlaced = (item) => placed.some(({ members }) => members.has(item));
  const placedIn = units.map((unit) => unit.filter(isPlaced));
  const fixedPlaced = [...fixed].filter(([item]) => isPlaced(item));
  /**
   * Return whether a group with some units takes at most so many items as each rule of the last of these units allows.
   * @param {number} group
   * @param {number[]} joined the numbers of the units in the group, ascending
   */
  const keepsMaxima = (group, joined) => {
    const ofLast = unitNumbers[joined[joined.length - 1]];
    return rules.every(({ max }, rule) => {
      if (ofLast[rule] === 0) return true;
      const number = sum(joined.map((k) => unitNumbers[k][rule]));
      return number + fixedNumbers[group][rule] <= max;
    });
  };
  return (groups) => {
    const group = groups[groups.length - 1];
    const joined = range(groups.length).filter((k) => groups[k] === group);
    const size = sum(joined.map((k) => units[k].length));
    if (size > places[group] || !keepsMaxima(group, joined)) return false;
    const groupOf = new Map(fixedPlaced);
    groups.forEach((unitGroup, k) => {
      for (const item of placedIn[k]) groupOf.set(item, unitGroup);
    });
    return tests.every((test) => test(groupOf));
  };
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
  const fixedNumbers = countFixed(problem);
  const { partsIn, kindOf } = describeParts(
    chains,
    (group) => `group ${places[group]} ${fixedNumbers[group]}`,
  );
  const distinctParts = findDistinctParts(placed, chains, fixed);
  const find = openFind({ chains, partsIn, kindOf, distinctParts });
  const fits = openFits(problem, fixedNumbers);
  const stepsOfNode = (rules.length + placed.length + 1) * places.length;
  /** @type {Way[]} */
  const ways = [];
  /**
   * Add the ways that begin with the groups of the first units. FROZEN: groups are tried in order, of groups that are
   * alike only the first.
   * @param {number[]} groups the groups of the first units
   * @param {Set<string>} taken the parts that differ from all others once these are placed
   */
  const search = (groups, taken) => {
    take(stepsOfNode);
    if (groups.length === units.length) {
      ways.push({ groups, alike: find(groups, 0n).ways });
      return;
    }
    /** @type {Set<string>} */
    const triedKinds = new Set();
    for (const [group, chain] of chains.entries()) {
      const kinds = chain.map((part) =>
        taken.has(part) ? part : kindOf.get(part),
      );
      const groupsAfter = [...groups, group];
      if (!triedKinds.has(kinds.join()) && fits(groupsAfter))
        search(groupsAfter, new Set([...taken, ...chain]));
      triedKinds.add(kinds.join());
    }
  };
  search([], distinctParts);
  return { ways, find };
}
