/**
 * What groups can still take while classes of units are placed. Implemented from docs/definitions/rules.md alone.
 *
 * Units are a class if no limit tells them apart; classes are taken one after another. A profile is what a group can
 * still take: a number of places, and how many items of a limit. Profiles from which the same can follow are joined to
 * a node, so that there are few different groups to count.
 *
 * Items 0 to 3 come to two groups of two, and 0 and 1 are apart: in each group there is exactly one of them. The
 * classes are [0, 1] and [2, 3]. At first both groups have the profile "2 places, 1 to 1 items of limit 0". After the
 * class [0, 1] each group has taken one unit and has the profile "1 place", after [2, 3] "0 places".
 */
// @ts-check
import { getKnown } from "./attributes.mjs";
import { ascending, range, sum } from "../core/lists.mjs";

/** @import { Limit } from "./limits.mjs" */
/** @import { Way } from "./placements.mjs" */

/**
 * Items that come to one group, by their indices.
 * @typedef {number[]} Unit
 */

/**
 * A way to place the units of `placed`, with the places that it leaves in each group, and the limits of the other
 * units.
 * @typedef {Way & { places: number[], limits: Limit[] }} PlacedWay
 */

/**
 * A counter of steps, which throws FAILED as soon as they are too many.
 * @typedef {{ taken: number, take: (number: number) => void }} Steps
 */

/**
 * Units of one size in the same limits: `inLimit` has by the number of a limit how many items of a unit are in it.
 * @typedef {{ units: Unit[], size: number, inLimit: Map<number, number> }} UnitClass
 */

/**
 * The items of the classes that are not taken yet: how many in all, and how many of a limit, by its number.
 * @typedef {{ total: number, countIn: (limit: number) => number }} OpenItems
 */

/**
 * How many items of a limit, by its number, a group still takes.
 * @typedef {{ limit: number, least: number, most: number }} Bound
 */

/**
 * What a group still takes: a number of items, within the bounds that may bind.
 * @typedef {{ places: number, bounds: Bound[] }} Profile
 */

/**
 * The different profiles that groups may have before a class is taken, each by its key: a text that tells it apart.
 * @typedef {Map<string, Profile>} Layer
 */

/**
 * A way in which each group has a profile, with the key of the profile of each group.
 * @typedef {PlacedWay & { keys: string[] }} ProfiledWay
 */

/**
 * A class that is looked at, as if it were taken next: `rows` has for each profile of the layer before it the keys of
 * the profiles after it, by the number of units that a group takes, undefined where it cannot. `next` is the layer
 * after the class, `open` what is not taken then.
 * @typedef {object} Look
 * @property {UnitClass} unitClass
 * @property {(string | undefined)[][]} rows
 * @property {Layer} next
 * @property {OpenItems} open
 */

/**
 * A class in the order in which it is taken: the layer before it, and `rows` as of a `Look`.
 * @typedef {{ units: Unit[], layer: Layer, rows: (string | undefined)[][] }} OrderedClass
 */

/**
 * A class and the nodes before it: `lists` has for each of them the nodes after it by the number of units that a group
 * takes, -1 for none.
 * @typedef {{ units: Unit[], lists: number[][] }} LaidOutClass
 */

/**
 * The classes in their order, and the ways that may leave an arrangement, with the node of each group before the first
 * class.
 * @typedef {{ classes: LaidOutClass[], starts: (PlacedWay & { nodes: number[] })[] }} Layout
 */

// FROZEN: these, and the steps wherever they are taken. What is counted, and so what a seed draws, follows from them.
const STEPS_OF_ORDER = 100_000;
const MAX_WIDTH = 500_000;
const POWER_OF_WIDTH = 4;

/** Thrown where a try takes too many steps, is too wide or has too many classes. */
export const FAILED = new Error("too much to count");

/**
 * Return a counter of steps that throws FAILED as soon as they are more than `maxSteps`.
 * @param {number} maxSteps
 * @returns {Steps}
 */
export function openSteps(maxSteps) {
  /** @type {Steps} */
  const steps = {
    taken: 0,
    take(number) {
      steps.taken += number;
      if (steps.taken <= maxSteps) return;
      steps.taken = maxSteps;
      throw FAILED;
    },
  };
  return steps;
}

/**
 * Return the steps of an operation on numbers of arrangements of so many items, which are large integers: 1 of up to
 * 127 items, 2 of up to 255, 5 of up to 383.
 * @param {number} items
 * @returns {number}
 */
export const measureIntegers = (items) => 1 + Math.floor(items / 128) ** 2;

/**
 * Return the number of bits of a number: 2 of 2, 3 of 4.
 * @param {number} number
 * @returns {number}
 */
export const countBits = (number) => number.toString(2).length;

/**
 * Return the classes of units, in the order of their first units. [[0], [1], [2, 3]] under one limit of the items 0 and
 * 1 are two classes: of size 1, with one item of a unit in limit 0, and of size 2.
 * @param {Unit[]} units
 * @param {Limit[]} limits the number of a limit is its index here
 * @returns {UnitClass[]}
 */
function splitClasses(units, limits) {
  /** @type {Map<number, number[]>} */
  const limitsOf = new Map(units.flat().map((item) => [item, []]));
  limits.forEach(({ members }, limit) =>
    members.forEach((item) => getKnown(limitsOf, item).push(limit)),
  );
  /** @type {Map<string, UnitClass>} */
  const classes = new Map();
  for (const unit of units) {
    const unitLimits = ascending(
      unit.flatMap((item) => getKnown(limitsOf, item)),
    );
    const name = `${unit.length};${unitLimits}`;
    const same = classes.get(name);
    if (same !== undefined) {
      same.units.push(unit);
      continue;
    }
    /** @type {Map<number, number>} */
    const inLimit = new Map();
    for (const limit of unitLimits)
      inLimit.set(limit, (inLimit.get(limit) ?? 0) + 1);
    classes.set(name, { units: [unit], size: unit.length, inLimit });
  }
  return [...classes.values()];
}

/**
 * Return the items that are open once all units of a class are taken.
 * @param {OpenItems} open the items that are open before it
 * @param {UnitClass} unitClass
 * @returns {OpenItems}
 */
const takeOff = (open, { units, size, inLimit }) => ({
  total: open.total - units.length * size,
  countIn: (limit) =>
    open.countIn(limit) - units.length * (inLimit.get(limit) ?? 0),
});

/**
 * Return the same open items, with the numbers of limits computed, so that no chain of functions grows.
 * @param {OpenItems} open
 * @param {number} limitCount
 * @returns {OpenItems}
 */
function computeOpen({ total, countIn }, limitCount) {
  const numbers = range(limitCount).map(countIn);
  return { total, countIn: (limit) => numbers[limit] };
}

/**
 * Return the most units of a class that a group with this number of places can take.
 * @param {UnitClass} unitClass
 * @param {number} places
 * @returns {number}
 */
const countRoom = ({ units, size }, places) =>
  Math.min(Math.floor(places / size), units.length);

/**
 * Add the profile of a group to a layer, and return its key; return undefined if the group cannot be filled. A bound
 * that no choice of items can break is left out.
 *
 * With 4 open items, 1 of them in limit 0, a group of 3 places that takes 0 to 2 items of limit 0 has the key "3;", as
 * it cannot take 2; one that takes exactly 1 has the key "3;0,1,1".
 * @param {Layer} layer changed
 * @param {Profile} profile what the group takes, with bounds that need not bind
 * @param {OpenItems} open the items that are not taken
 * @returns {string | undefined}
 */
function addProfile(layer, { places, bounds }, open) {
  if (places > open.total) return undefined;
  /** @type {Bound[]} */
  const bindingBounds = [];
  for (const { limit, least, most } of bounds) {
    const highest = Math.min(open.countIn(limit), places);
    if (least > highest || most < 0) return undefined;
    if (highest > 0 && (least > 0 || most < highest))
      bindingBounds.push({
        limit,
        least: Math.max(least, 0),
        most: Math.min(most, highest),
      });
  }
  const texts = bindingBounds.map(
    ({ limit, least, most }) => `${limit},${least},${most}`,
  );
  const key = `${places};${texts.join(";")}`;
  if (!layer.has(key)) layer.set(key, { places, bounds: bindingBounds });
  return key;
}

/**
 * Return what a layer becomes if a class is taken next. Of two places with at most 1 item of limit 0, and a class of
 * two single items of limit 0 before three other items, the row is ["2;", "1;", undefined].
 * @param {Layer} layer the layer before the class
 * @param {UnitClass} unitClass
 * @param {OpenItems} openBefore the items that are not taken before it
 * @returns {Look}
 */
function lookAhead(layer, unitClass, openBefore) {
  const { size, inLimit } = unitClass;
  const open = takeOff(openBefore, unitClass);
  /** @type {Layer} */
  const next = new Map();
  /**
   * @param {Bound} bound
   * @param {number} number of units that are taken
   */
  const lower = ({ limit, least, most }, number) => {
    const taken = number * (inLimit.get(limit) ?? 0);
    return { limit, least: least - taken, most: most - taken };
  };
  const rows = [...layer.values()].map(({ places, bounds }) =>
    range(countRoom(unitClass, places) + 1).map((number) => {
      const after = {
        places: places - number * size,
        bounds: bounds.map((bound) => lower(bound, number)),
      };
      return addProfile(next, after, open);
    }),
  );
  return { unitClass, rows, next, open };
}

/**
 * Return the ways in which each group has a profile, and the first layer: the profiles of their groups.
 * @param {PlacedWay[]} ways
 * @param {OpenItems} open the items of all classes
 * @returns {{ layer: Layer, starts: ProfiledWay[] }}
 */
function findStarts(ways, open) {
  /** @type {Layer} */
  let layer = new Map();
  const starts = ways.flatMap((way) => {
    /** @type {Layer} */
    const profiles = new Map();
    const keys = way.places.flatMap((places, j) => {
      const bounds = way.limits.map(({ least, most }, limit) => ({
        limit,
        least: least[j],
        most: most[j],
      }));
      return addProfile(profiles, { places, bounds }, open) ?? [];
    });
    if (keys.length < way.places.length) return [];
    layer = new Map([...layer, ...profiles]);
    return [{ ...way, keys }];
  });
  return { layer, starts };
}

/**
 * Return a function that counts the steps to look at a class. FROZEN: with those of all looks before they are at most
 * STEPS_OF_ORDER; a look that takes more takes what is left, and fails.
 * @param {Steps} steps the counter of all steps
 * @returns {(layer: Layer, unitClass: UnitClass) => void}
 */
function openOrderSteps(steps) {
  let stepsLeft = STEPS_OF_ORDER;
  return (layer, unitClass) => {
    const number = sum(
      [...layer.values()].map(
        ({ places, bounds }) =>
          (countRoom(unitClass, places) + 1) * (1 + bounds.length),
      ),
    );
    steps.take(Math.min(number, stepsLeft));
    stepsLeft -= number;
    if (stepsLeft < 0) throw FAILED;
  };
}

/**
 * Return the look at the class that is taken next. FROZEN: the class with the fewest profiles after it, of several one
 * with the most units, of these the first.
 * @param {Look[]} looks the looks at all classes that are left
 * @returns {Look}
 */
const chooseNext = (looks) =>
  looks.reduce((best, look) => {
    const more = look.next.size - best.next.size;
    const hasMoreUnits =
      look.unitClass.units.length > best.unitClass.units.length;
    return more < 0 || (more === 0 && hasMoreUnits) ? look : best;
  });

/**
 * Return the classes in the order in which they are taken, and the `last` layer, after all of them. Throw FAILED if
 * there are too many classes or profiles.
 * @param {UnitClass[]} classes
 * @param {Layer} firstLayer the layer before all of them
 * @param {OpenItems} allItems the items of all classes
 * @param {{ limitCount: number, power: number }} measures the number of limits, and the power of a layer's profiles
 *   that is added to the width
 * @param {Steps} steps
 * @returns {{ ordered: OrderedClass[], last: Layer }}
 */
function orderClasses(classes, firstLayer, allItems, measures, steps) {
  const takeLookSteps = openOrderSteps(steps);
  const classesLeft = new Set(classes);
  let layer = firstLayer;
  let open = allItems;
  let width = 0;
  /** @type {OrderedClass[]} */
  const ordered = [];
  while (classesLeft.size > 0) {
    width += layer.size ** measures.power;
    if (width > MAX_WIDTH) throw FAILED;
    const looks = [...classesLeft].map((unitClass) => {
      takeLookSteps(layer, unitClass);
      return lookAhead(layer, unitClass, open);
    });
    const next = chooseNext(looks);
    ordered.push({ units: next.unitClass.units, layer, rows: next.rows });
    classesLeft.delete(next.unitClass);
    layer = next.next;
    open = computeOpen(next.open, measures.limitCount);
  }
  return { ordered, last: layer };
}

/**
 * Return a text of a list of nodes, one character each; texts are in the order of their lists. There are fewer nodes
 * than characters (2^16), at most one for each profile of a layer. Those with bounds took two steps each in
 * `orderClasses`, and so are at most STEPS_OF_ORDER / 2; those without differ by their places alone, and so are at most
 * the 5,000 items that are counted.
 * @param {number[]} list nodes, -1 for none
 * @returns {string}
 */
const writeNodes = (list) =>
  String.fromCharCode(...list.map((node) => node + 1));

/**
 * Return the nodes after a profile by the number of units that a group takes, -1 where there is none, without those at
 * the end: of the row ["2;", "1;", undefined], where only "1;" is at a node, 4, it is [-1, 4].
 * @param {(string | undefined)[]} row the keys of the profiles after it
 * @param {Map<string, number>} nodeOf the nodes of these profiles, of those that have one
 * @returns {number[]}
 */
function listNodesAfter(row, nodeOf) {
  const list = row.map((key = "") => nodeOf.get(key) ?? -1);
  const last = list.findLastIndex((node) => node >= 0);
  return list.slice(0, last + 1);
}

/**
 * Return a class with its nodes, and the node of each profile of the layer before it. Profiles from which the same
 * nodes follow are one node; a profile from which none follows is at no node.
 *
 * FROZEN: nodes are numbered in the order of their lists.
 * @param {OrderedClass} orderedClass
 * @param {Map<string, number>} nodeOfNext the nodes of the profiles after the class
 * @returns {{ laidOut: LaidOutClass, nodeOf: Map<string, number> }}
 */
function numberNodesBefore({ units, layer, rows }, nodeOfNext) {
  /** @type {Map<string, string>} */
  const textOf = new Map(); // the list of a profile as a text
  /** @type {Map<string, number[]>} */
  const listOf = new Map(); // by its text
  for (const [i, key] of [...layer.keys()].entries()) {
    const list = listNodesAfter(rows[i], nodeOfNext);
    if (list.length === 0) continue;
    const text = writeNodes(list);
    textOf.set(key, text);
    listOf.set(text, list);
  }
  const texts = [...listOf.keys()].sort();
  const numberOf = new Map(texts.map((text, node) => [text, node]));
  /** @type {Map<string, number>} */
  const nodeOf = new Map();
  for (const [key, text] of textOf) nodeOf.set(key, getKnown(numberOf, text));
  const lists = texts.map((text) => getKnown(listOf, text));
  return { laidOut: { units, lists }, nodeOf };
}

/**
 * Join the profiles before each class from which the same can come to one node, from the last class back, as a finite
 * automaton is minimized.
 *
 * In the example of this file's head the profile "2;0,1,1" is at node 0, and each class has the list [-1, 0]: a group
 * takes one of its units, not none, and is at node 0 again.
 * @param {OrderedClass[]} ordered the classes
 * @param {Layer} last the layer after the last class
 * @returns {{ classes: LaidOutClass[], nodeOf: Map<string, number> }} `nodeOf` has the nodes of the first profiles
 */
function numberNodes(ordered, last) {
  /** @type {Map<string, number>} */
  let nodeOf = new Map([...last.keys()].map((key) => [key, 0]));
  /** @type {LaidOutClass[]} */
  const classes = [];
  for (const orderedClass of [...ordered].reverse()) {
    const before = numberNodesBefore(orderedClass, nodeOf);
    classes.unshift(before.laidOut);
    nodeOf = before.nodeOf;
  }
  return { classes, nodeOf };
}

/**
 * Return the classes of units in order, their nodes, and in `starts` the ways that may still lead to an arrangement: no
 * classes and no starts if no way can fill every group. Throw FAILED if there are too many classes or profiles.
 * @param {Unit[]} units
 * @param {PlacedWay[]} ways the ways, one or more, with limits of the same items
 * @param {Steps} steps
 * @returns {Layout}
 */
export function layOut(units, ways, steps) {
  const { limits, places } = ways[0];
  const allItems = {
    total: units.flat().length,
    /** @param {number} limit */
    countIn: (limit) => limits[limit].members.length,
  };
  const { layer, starts } = findStarts(ways, allItems);
  if (starts.length === 0) return { classes: [], starts: [] };
  const mostPower = limits.length > 0 ? POWER_OF_WIDTH : POWER_OF_WIDTH - 1;
  const measures = {
    limitCount: limits.length,
    power: Math.min(mostPower, countBits(places.length)),
  };
  const { ordered, last } = orderClasses(
    splitClasses(units, limits),
    layer,
    allItems,
    measures,
    steps,
  );
  const { classes, nodeOf } = numberNodes(ordered, last);
  const possibleStarts = starts.filter(({ keys }) =>
    keys.every((key) => nodeOf.has(key)),
  );
  return {
    classes,
    starts: possibleStarts.map(({ keys, ...way }) => ({
      ...way,
      nodes: keys.map((key) => getKnown(nodeOf, key)),
    })),
  };
}
