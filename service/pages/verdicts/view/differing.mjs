/** What differs of the cards and numbers that were seen of a shoe: all of it, where the check names the first. */
// @ts-check
import { nameItem } from "../../../../verify/core/canonical.mjs";
import { listSeen } from "../assessment/notes.mjs";

/**
 * @import { Difference } from "../../../../verify/core/validation.mjs"
 * @import { RoundStep } from "../../../../verify/steps/steps.mjs"
 * @import { SeenCard, Subject } from "../assessment/notes.mjs"
 */

/**
 * Return the differences of what was seen from the orders of the rounds, each place once, as the check names them:
 * where "round 0, position 5 (the turn)".
 * @param {Subject["seen"]} seen
 * @param {RoundStep[]} orders
 * @returns {Difference[]}
 */
export function compareSeen(seen, orders) {
  const ordersByRound = new Map(orders.map((order) => [order.round, order]));
  /** @type {Map<string, Difference>} */
  const differing = new Map();
  for (const card of listSeen(seen).flatMap(({ cards }) => cards)) {
    const difference = compareCard(card, ordersByRound.get(card.round));
    if (difference) differing.set(difference.where, difference);
  }
  return [...differing.values()];
}

/**
 * @param {SeenCard} card
 * @param {RoundStep | undefined} order of its round
 * @returns {Difference | undefined}
 */
function compareCard({ round, position, face }, order) {
  const expected = order?.codes[position];
  const isRight = String(nameItem(face)) === String(expected);
  if (order === undefined || face === null || isRight) return undefined;
  const label = order.places[position];
  const place = `round ${round}, position ${position}`;
  return {
    where: label ? `${place} (${label})` : place,
    expected,
    seen: face,
  };
}
