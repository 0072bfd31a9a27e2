/** Groups from pots, told one name after the other, in the order of the pots, as on television. */
// @ts-check
/** @import { Positions } from "./named.mjs" */
/** @import { Turn } from "../../shared/draw_types.mjs" */
import { t } from "../../shared/texts.mjs";

/**
 * Names of which each group has at least `min` and at most `max`.
 * @typedef {{ list: Positions, min: number, max: number }} Cap
 */

/**
 * The names that were drawn from, and the rules by which they were.
 * @typedef {object} PotRules
 * @property {string[]} names
 * @property {Positions[]} pots in the order in which they are told
 * @property {Cap[]} caps
 * @property {Positions[]} together lists of names that stay in one group
 */

/**
 * The rules of groups of these sizes.
 * @typedef {PotRules & { sizes: number[] }} SizedRules
 */

// Of a look at whether all others still find a group; where it ends, they may
const MAX_STEPS = 2_000;

/**
 * Return what is told of drawn groups: a name at a time, with its group, and `open`, the groups to which it could still
 * go.
 *
 * Of the groups [[0, 3], [1, 2]] from the pots [[0, 1], [2, 3]] the first turn is that the name at position 0 is in
 * group 1.
 * @param {Positions[]} drawn
 * @param {PotRules} rules
 * @returns {Turn[]}
 */
export function listPotTurns(drawn, rules) {
  const sized = { ...rules, sizes: drawn.map(({ length }) => length) };
  const titles = drawn.map((_, g) =>
    t("shared.parts.group", { number: g + 1 }),
  );
  const order = rules.pots.flat();
  return order.map((name, turn) => ({
    place: rules.names[name],
    text: titles[drawn.findIndex((group) => group.includes(name))],
    open: () => {
      const toldGroups = drawn.map((group) =>
        group.filter((i) => order.indexOf(i) < turn),
      );
      return titles.filter((_, g) =>
        canGo(toldGroups, g, order.slice(turn), sized),
      );
    },
  }));
}

/**
 * Return whether the first of the names that are not told can go to a group, so that all others still find one.
 * @param {Positions[]} groups what is told of them
 * @param {number} g the position of the group
 * @param {Positions} untold in the order in which they are told
 * @param {SizedRules} rules
 */
function canGo(groups, g, [name, ...otherNames], rules) {
  if (!fits(groups, g, name, rules)) return false;
  const next = groups.map((group, k) => (k === g ? [...group, name] : group));
  return canEnd(next, otherNames, rules);
}

/**
 * Return whether a name fits into a group with those that are in it.
 * @param {Positions[]} groups
 * @param {number} g the position of the group
 * @param {number} name its position
 * @param {SizedRules} rules
 */
const fits = (groups, g, name, { sizes, caps, together }) =>
  groups[g].length < sizes[g] &&
  caps.every(
    ({ list, max }) =>
      !list.includes(name) || countShared(groups[g], list) < max,
  ) &&
  together.every(
    (list) =>
      !list.includes(name) ||
      groups.every((group, k) => k === g || countShared(group, list) === 0),
  );

/**
 * Return how many names of a group are in a list.
 * @param {Positions} group
 * @param {Positions} list
 */
const countShared = (group, list) =>
  group.filter((i) => list.includes(i)).length;

/**
 * Return whether all other names find a group: each is tried in every group, until `MAX_STEPS` were tried.
 * @param {Positions[]} begun the groups so far
 * @param {Positions} otherNames
 * @param {SizedRules} rules
 */
function canEnd(begun, otherNames, rules) {
  const groups = begun.map((group) => [...group]);
  let steps = 0;
  /**
   * @param {number} at how many of the others have a group
   * @returns {boolean}
   */
  const place = (at) => {
    if (at === otherNames.length)
      return rules.caps.every(({ list, min }) =>
        groups.every((group) => countShared(group, list) >= min),
      );
    return groups.some((group, g) => {
      if ((steps += 1) > MAX_STEPS) return true;
      if (!fits(groups, g, otherNames[at], rules)) return false;
      group.push(otherNames[at]);
      const isPossible = place(at + 1);
      group.pop();
      return isPossible;
    });
  };
  return place(0);
}
