/**
 * Draws of groups for several rounds: items, rounds and groups of a schedule are shuffled. Implemented from
 * docs/definitions/rules.md ("Rounds") alone.
 */
// @ts-check
import { ascending, range, sum } from "../core/lists.mjs";
import { fillPlaces } from "../core/results_left.mjs";
import { shuffleList } from "../core/shuffles.mjs";
import { Refused, checkBoolean, checkInteger } from "../core/validation.mjs";
import { countPlaces } from "./group_places.mjs";
import { findLongest, listSchedules } from "./schedules.mjs";
import { showGroup } from "./shown_items.mjs";

/**
 * @import { SeededRequest } from "../core/draws.mjs"
 * @import { Labels, ResultsLeft } from "../core/results_left.mjs"
 * @import { Below } from "../core/stream.mjs"
 * @import { Round } from "./schedules.mjs"
 */

/**
 * A request of groups for rounds, of which only the number of its items may be known.
 * @typedef {SeededRequest & {
 *   n: number,
 *   items?: unknown[],
 *   groups?: number,
 *   group_size?: number,
 *   rounds: number,
 *   meet_again?: boolean,
 * }} RoundsRequest
 */

/**
 * Return the sizes of the groups of each round.
 * @param {RoundsRequest} request
 */
export const sizeGroups = ({ n, groups, group_size }) =>
  countPlaces({ items: range(n), groups, group_size });

/**
 * Note who meets in a round.
 * @param {number[][]} met by two places, how often they met; changed
 * @param {Round} groups
 */
function noteMeetings(met, groups) {
  for (const group of groups)
    for (const place of group)
      for (const other of group) if (other !== place) met[place][other] += 1;
}

/**
 * Return one more round, filled group by group by those who met the fewest of the group.
 *
 * FROZEN: the sum of squares, and that the first of equal places is taken.
 * @param {number[][]} met by two places, how often they met
 * @param {number[]} sizes of the groups
 * @returns {Round}
 */
function fillRound(met, sizes) {
  let free = range(met.length);
  return sizes.map((size) => {
    /** @type {number[]} */
    const group = [];
    const sums = met.map(() => 0);
    while (group.length < size) {
      const next = free.reduce((least, place) =>
        sums[place] < sums[least] ? place : least,
      );
      free = free.filter((place) => place !== next);
      for (const place of free) sums[place] += met[next][place] ** 2;
      group.push(next);
    }
    return group;
  });
}

/**
 * Return the rounds of a request, of places in place of items, and how many pairs of places meet in several of them.
 * @param {RoundsRequest} request
 * @returns {{ n: number, rounds: Round[], metAgain: number }}
 */
function listRounds(request) {
  const { rounds: asked, meet_again: meetAgain = false } = request;
  const { n } = request;
  const sizes = sizeGroups(request);
  const count = checkInteger("rounds", asked, 1, 10 ** 6);
  checkBoolean("meet_again", meetAgain);
  if (sizes[0] < 2)
    throw new Refused("rounds", "groups of two items or more were expected");
  const schedule =
    listSchedules(n, sizes.length).find(({ rounds }) => rounds >= count) ??
    findLongest(n, sizes.length);
  const filled = Math.max(count - schedule.rounds, 0);
  if (filled > 0 && !meetAgain)
    throw new Refused("rounds", `at most ${schedule.rounds} were expected`);
  const rounds = range(count - filled).map((round) =>
    schedule
      .listGroups(round)
      .map((group) => group.filter((place) => place < n)),
  );
  if (filled === 0) return { n, rounds, metAgain: 0 };
  const met = range(n).map(() => range(n).map(() => 0));
  for (const groups of rounds) noteMeetings(met, groups);
  for (let round = 0; round < filled; round++) {
    const groups = fillRound(met, sizes);
    rounds.push(groups);
    noteMeetings(met, groups);
  }
  const again = met.map((times) => times.filter((time) => time > 1).length);
  return { n, rounds, metAgain: sum(again) / 2 };
}

/**
 * Return the rule that draws the groups of all rounds, one list for each round.
 *
 * FROZEN: items are shuffled, then rounds, then the groups of each.
 * @param {RoundsRequest} request
 */
export function planRounds(request) {
  const { n, rounds } = listRounds(request);
  /**
   * @param {Below} below
   * @returns {Round[]}
   */
  return (below) => {
    const items = shuffleList(range(n), below);
    return shuffleList(rounds, below).map((groups) =>
      shuffleList(groups, below)
        .sort((a, b) => b.length - a.length)
        .map((group) => ascending(group.map((place) => items[place]))),
    );
  };
}

/**
 * Return the members of a response that show the groups of all rounds; both count from 1 there. The groups have items
 * if the list is known.
 * @param {Round[]} rounds
 * @param {RoundsRequest} request
 */
export const writeRounds = (rounds, { items }) => ({
  groups: rounds.flatMap((groups, i) =>
    groups.map((indices, j) => ({
      round: i + 1,
      ...showGroup(j + 1, indices, items),
    })),
  ),
  drawn_by: "schedule",
});

/**
 * Return the members that a response has for every result.
 * @param {RoundsRequest} request
 */
export function describeRounds(request) {
  const { n: size, metAgain } = listRounds(request);
  return { size, met_again: metAgain, algorithm: null, uniformity: "exact" };
}

/**
 * Return what is known of the results: they are one if there is one group, or if all items are alike.
 * @param {RoundsRequest} request
 * @param {Labels} labels
 * @returns {ResultsLeft}
 */
export const leavesRounds = (request, labels) => ({
  isOne: fillPlaces(labels, sizeGroups(request).length, range(request.n)),
});
