/**
 * Draws of groups in which each arrangement that keeps the rules has the same chance. Implemented from
 * docs/definitions/rules.md alone.
 *
 * An attempt draws items as if there were no rules, and fails if one is broken. If too many fail, arrangements are
 * rare: groups of two are drawn as meetings, others by counting all arrangements and drawing the number of one. A
 * result that breaks a sum or a path is rejected, and the next one drawn.
 */
// @ts-check
import { ascending } from "../core/lists.mjs";
import { NotFound, Refused } from "../core/validation.mjs";
import {
  countDraws,
  refuseRules,
  repeatAttempts,
  tryAttempts,
} from "./attributes.mjs";
import { countArrangements } from "./group_counts.mjs";
import { boundsIn } from "./group_rules.mjs";
import { planMeetings } from "./meetings.mjs";
import { MAX_RARE } from "./pairs.mjs";

/**
 * @import { Bring } from "./attributes.mjs"
 * @import { Below } from "../core/stream.mjs"
 * @import { DrawnGroups, GroupRules, Rule } from "./group_types.mjs"
 * @import { Placing } from "./placements.mjs"
 */

/**
 * One attempt at the indices in each group; undefined if it fails.
 * @typedef {(bring: Bring, below: Below) => number[][] | undefined} Attempt
 */

/** FROZEN: an arrangement that sums and paths may reject is drawn only if those before it made fewer draws. */
const MAX_REJECTED = 250_000;

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
    for (const rule of rulesOf[item]) counts[rule][group] += 1;
    return rulesOf[item].every(
      (rule) => counts[rule][group] <= boundsIn(rules[rule], group).max,
    );
  };
  for (const [item, group] of fixedGroups)
    if (!place(item, group)) return undefined;
  /** The items of each block in the order in which they are drawn; the first `drawn` of them are in groups. */
  const orders = blocks.map(({ members, places }) => ({
    order: [...members],
    places,
    drawn: 0,
  }));
  for (const group of sizes.keys()) {
    for (const block of orders) {
      for (let k = 0; k < block.places[group]; k += 1) {
        const item = bring(block.order, block.drawn);
        block.drawn += 1;
        if (!place(item, group)) return undefined;
      }
    }
    const hasEnough = rules.every(
      (rule, number) => counts[number][group] >= boundsIn(rule, group).min,
    );
    if (!hasEnough) return undefined;
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
  const isKept = rules.every((rule) =>
    groups.every((group, j) => {
      const { min, max } = boundsIn(rule, j);
      const number = group.filter((item) => rule.members.includes(item)).length;
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
export function countBy({ units, sizes, fixedGroups }, rules, placing) {
  const counted = countArrangements(units, sizes, rules, fixedGroups, placing);
  if (counted?.isImpossible) refuseRules();
  return counted;
}

/**
 * Return whether items come together: whether a unit has several.
 * @param {GroupRules} read
 */
export const hasLists = ({ units }) => units.some(({ length }) => length > 1);

/**
 * Return whether so few items are drawn in groups of two, of which the last may have one, that rare groups of them are
 * drawn as meetings. These know no rule of one group.
 * @param {GroupRules} read
 */
const isMeeting = ({ sizes, n, rules }) =>
  sizes.every((size, j) => size === 2 || (n % 2 === 1 && 2 * j === n - 1)) &&
  rules.every(({ group }) => group === undefined) &&
  n <= MAX_RARE;

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
export class ExactDraw {
  #read;
  /** @type {Attempt | undefined} */
  #attempt;
  /**
   * How rare arrangements are drawn, once it is known.
   * @type {{ draw: (below: Below) => number[][], drawn_by: string } | undefined}
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
   * Draw groups that keep the rules, until they keep the paths and the sums as well.
   *
   * FROZEN: where the attempts at one arrangement fail, it and all later ones are drawn as rare ones. An arrangement
   * that needed no draws is the only one, so that no other follows it.
   * @param {Below} below
   * @returns {DrawnGroups}
   */
  draw(below) {
    const source = countDraws(below);
    let attempt = this.#attempt; // undefined as soon as attempts failed
    let drawsBefore = -1;
    while (
      source.countMade() < MAX_REJECTED &&
      source.countMade() > drawsBefore
    ) {
      drawsBefore = source.countMade();
      let drawn = attempt && this.#drawByAttempts(attempt, source.below);
      if (drawn === undefined) {
        attempt = undefined;
        drawn = this.#drawRare(source.below);
      }
      if (this.#isKept(drawn.groups)) return drawn;
    }
    throw new NotFound("the rules", "no arrangement was found");
  }

  /**
   * Return whether groups keep the paths and the sums.
   * @param {number[][]} groups
   */
  #isKept(groups) {
    const { keepsPlaced, sums } = this.#read;
    return keepsPlaced(groups) && sums.every((test) => test(groups));
  }

  /**
   * Draw groups that keep the rules by attempts; return undefined if too many fail.
   * @param {Attempt} attempt
   * @param {Below} below
   * @returns {DrawnGroups | undefined}
   */
  #drawByAttempts(attempt, below) {
    const groups = tryAttempts(attempt, below, 20 * this.#read.n);
    return groups && { groups, drawn_by: "attempts" };
  }

  /**
   * Draw groups that keep the rules as rare ones are drawn.
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
