/** Groups of two whose arrangements are rare, who meets whom. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import { getKnown, refuseRules } from "./attributes.mjs";
import { attemptMeetings, openBounded } from "./bounded.mjs";
import { range } from "../core/lists.mjs";
import { shuffleList } from "../core/shuffles.mjs";

/** @import { Below } from "../core/stream.mjs" */
/** @import { Rule } from "./group_types.mjs" */

/**
 * Return a function that tells whether two items can be in one group, as far as they are fixed and come together.
 * @param {number} groupCount
 * @param {Map<number, number>} groupOf the group of each fixed item, and of the empty place
 * @param {number[][]} units the items that are not fixed, alone or with the one that comes to the same group
 * @returns {(v: number, u: number) => boolean}
 */
function openJoining(groupCount, groupOf, units) {
  /** @type {number[][]} */
  const fixedIn = range(groupCount).map(() => []);
  for (const [item, group] of groupOf) fixedIn[group].push(item);
  /** @type {Map<number, number>} */
  const mateOf = new Map();
  for (const [v, u] of units) {
    if (u !== undefined) {
      mateOf.set(v, u);
      mateOf.set(u, v);
    }
  }
  /**
   * Return whether an item can come to the group of another one.
   * @param {number | undefined} group undefined if the other one is not fixed
   * @param {number} guest
   */
  const hasRoom = (group, guest) =>
    group === undefined ||
    fixedIn[group].length === 1 ||
    fixedIn[group].includes(guest);
  return (v, u) => {
    if ((mateOf.get(v) ?? u) !== u || (mateOf.get(u) ?? v) !== v) return false;
    const groupOfV = groupOf.get(v);
    const groupOfU = groupOf.get(u);
    if (!hasRoom(groupOfV, u) || !hasRoom(groupOfU, v)) return false;
    const areBothFixed = groupOfV !== undefined && groupOfU !== undefined;
    return !areBothFixed || groupOfV === groupOfU;
  };
}

/**
 * Return whether two items can meet as a table of 0 and 1; for an odd number of items one more item stands for the
 * empty place.
 * @param {number} n the number of items
 * @param {number} groupCount half of `n`, rounded up
 * @param {Rule[]} rules
 * @param {Map<number, number>} fixed the group of each fixed item, by its index
 * @param {number[][]} units the items that are not fixed, alone or with the one that comes to the same group
 * @returns {number[][]}
 */
function findMeetings(n, groupCount, rules, fixed, units) {
  const groupOf = new Map(fixed);
  if (n % 2) groupOf.set(n, groupCount - 1);
  const canJoin = openJoining(groupCount, groupOf, units);
  const membersOf = rules.map(({ members }) => new Set(members));
  /**
   * @param {number} v
   * @param {number} u
   */
  const keepsRules = (v, u) =>
    rules.every(({ min, max }, rule) => {
      const number = [v, u].filter((item) => membersOf[rule].has(item)).length;
      return min <= number && number <= max;
    });
  const size = 2 * groupCount;
  return range(size).map((v) =>
    range(size).map((u) =>
      v !== u && canJoin(v, u) && keepsRules(v, u) ? 1 : 0,
    ),
  );
}

/**
 * Return the rule that draws rare groups of two: a function of below that returns the items of each group.
 * @param {number} n the number of items
 * @param {number} groupCount half of `n`, rounded up
 * @param {Rule[]} rules
 * @param {Map<number, number>} fixed the group of each fixed item, by its index
 * @param {number[][]} units the items that are not fixed, alone or with the one that comes to the same group
 * @returns {(below: Below) => number[][]}
 */
export function planMeetings(n, groupCount, rules, fixed, units) {
  const meets = findMeetings(n, groupCount, rules, fixed, units);
  if (meets.some((row) => !row.includes(1))) refuseRules();
  const groupOf = new Map(fixed);
  groupOf.set(n, groupCount - 1); // the empty place, if there is one
  return (below) => {
    const repeatAttempt = openBounded(below);
    const partners = repeatAttempt((choose) => attemptMeetings(meets, choose));
    const pairs = partners.flatMap((u, v) => (v < u ? [[v, u]] : []));
    const groups = placePairs(pairs, groupCount, groupOf, below);
    return groups.map((pair) => pair.filter((item) => item < n));
  };
}

/**
 * Return the pair of each group: pairs with a fixed item come to its group, the others to groups that are shuffled.
 * @param {number[][]} pairs as many as there are groups
 * @param {number} groupCount
 * @param {Map<number, number>} groupOf the group of each fixed item, and of the empty place
 * @param {Below} below the source of the draws
 * @returns {number[][]}
 */
function placePairs(pairs, groupCount, groupOf, below) {
  /** @type {Map<number, number[]>} */
  const pairOf = new Map(); // by its group
  /** @type {number[][]} */
  const freePairs = [];
  for (const pair of pairs) {
    const [v, u] = pair;
    const group = groupOf.get(v) ?? groupOf.get(u);
    if (group === undefined) freePairs.push(pair);
    else pairOf.set(group, pair);
  }
  const groups = range(groupCount);
  const freeGroups = groups.filter((group) => !pairOf.has(group));
  const shuffledGroups = shuffleList(freeGroups, below);
  for (const [k, pair] of freePairs.entries())
    pairOf.set(shuffledGroups[k], pair);
  return groups.map((group) => getKnown(pairOf, group));
}
