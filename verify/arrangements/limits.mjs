/**
 * The limits that rules set to each group, and how probably groups at random keep them. Implemented from
 * docs/definitions/rules.md alone.
 */
// @ts-check
import { ascending, sum } from "../core/lists.mjs";
import { binomial } from "./choices.mjs";
import { boundsIn } from "./group_rules.mjs";

/** @import { Rule } from "./group_types.mjs" */

/**
 * A limit: items that are not fixed, and by the number of each group the least and the most of them that it takes.
 * @typedef {{ members: number[], least: number[], most: number[] }} Limit
 */

/**
 * A chance: a limit is kept in `ways` of `outcomes` ways to deal items at random.
 * @typedef {{ ways: bigint, outcomes: bigint }} Chance
 */

/**
 * Return the limit of a rule. At most one of the items 0 and 1 in each of two groups of two places is
 * `{ members: [0, 1], least: [1, 1], most: [1, 1] }`: with fewer, not all items would have a place.
 * @param {Rule} rule
 * @param {number[]} places the places of each group that no fixed item has
 * @param {Map<number, number>} fixed the group of each fixed item, by its index
 * @returns {Limit}
 */
function makeLimit(rule, places, fixed) {
  const { members } = rule;
  const free = ascending(members.filter((item) => !fixed.has(item)));
  const fixedCounts = places.map(() => 0);
  for (const item of members) {
    const group = fixed.get(item);
    if (group !== undefined) fixedCounts[group]++;
  }
  // What the rule alone says of each group.
  const ownLeast = fixedCounts.map((count, j) =>
    Math.max(0, boundsIn(rule, j).min - count),
  );
  const ownMost = places.map((placeCount, j) =>
    Math.min(boundsIn(rule, j).max - fixedCounts[j], placeCount, free.length),
  );
  // All items have a place: a group takes at least what is left if all others take most, and at most what is left if
  // they take least.
  const leftByMost = free.length - sum(ownMost);
  const leftByLeast = free.length - sum(ownLeast);
  return {
    members: free,
    least: ownLeast.map((own, j) => Math.max(own, leftByMost + ownMost[j])),
    most: ownMost.map((own, j) => Math.min(own, leftByLeast + ownLeast[j])),
  };
}

/**
 * Return the limits of rules; rules of the same items are one limit.
 * @param {Rule[]} rules
 * @param {number[]} places the places of each group that no fixed item has
 * @param {Map<number, number>} fixed the group of each fixed item, by its index
 * @returns {Limit[]}
 */
export function makeLimits(rules, places, fixed) {
  /** @type {Map<string, Limit>} */
  const limitOf = new Map(); // by its members
  for (const rule of rules) {
    const limit = makeLimit(rule, places, fixed);
    const name = limit.members.join();
    const same = limitOf.get(name);
    if (same === undefined) {
      limitOf.set(name, limit);
      continue;
    }
    for (const j of places.keys()) {
      same.least[j] = Math.max(same.least[j], limit.least[j]);
      same.most[j] = Math.min(same.most[j], limit.most[j]);
    }
  }
  return [...limitOf.values()];
}

/**
 * Return whether a limit can be kept in each group alone.
 * @param {Limit} limit
 * @returns {boolean}
 */
export const isPossible = ({ least, most }) =>
  least.every((number, j) => number <= most[j]);

/**
 * Return whether groups with some places can break a limit.
 * @param {Limit} limit
 * @param {number[]} places the places of each group
 * @returns {boolean}
 */
export const canBreak = ({ members, least, most }, places) =>
  places.some(
    (number, j) => least[j] > 0 || most[j] < Math.min(number, members.length),
  );

/**
 * Return a test of whether groups, the items of each, keep a limit.
 * @param {Limit} limit
 * @returns {(groups: number[][]) => boolean}
 */
export function openLimitTest({ members, least, most }) {
  const known = new Set(members);
  return (groups) =>
    groups.every((group, j) => {
      const number = group.filter((item) => known.has(item)).length;
      return least[j] <= number && number <= most[j];
    });
}

/**
 * Return the chance that items dealt into the places at random keep a limit. Of four items in two groups of two, for
 * "exactly one of two items in each", it is 4 of 6 ways to choose the places of the two.
 *
 * Group by group, `sums[k]` is in how many ways the groups so far have k of the limit's items.
 * @param {Limit} limit
 * @param {number[]} places the places of each group
 * @param {number} itemCount how many items are dealt, as many as there are places
 * @returns {Chance}
 */
export function findChance({ members, least, most }, places, itemCount) {
  let sums = [1n];
  places.forEach((placeCount, j) => {
    const highest = Math.min(members.length, sums.length - 1 + most[j]);
    /** @type {bigint[]} */
    const next = Array(highest + 1).fill(0n);
    for (let more = least[j]; more <= most[j]; more++) {
      for (let k = 0; k < sums.length && k + more <= highest; k++)
        next[k + more] += sums[k] * binomial(placeCount, more);
    }
    sums = next;
  });
  return {
    ways: sums[members.length] ?? 0n,
    outcomes: binomial(itemCount, members.length),
  };
}

/**
 * Return whether the first chance is greater than the second.
 * @param {Chance} chance
 * @param {Chance} otherChance
 * @returns {boolean}
 */
const isGreater = (chance, otherChance) =>
  chance.ways * otherChance.outcomes > otherChance.ways * chance.outcomes;

/**
 * Compare two chances, the greater first.
 * @param {Chance} chance
 * @param {Chance} otherChance
 * @returns {number}
 */
export const compareChances = (chance, otherChance) =>
  Number(isGreater(otherChance, chance)) -
  Number(isGreater(chance, otherChance));
