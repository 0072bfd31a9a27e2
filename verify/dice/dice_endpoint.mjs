/** The endpoint of rolls of dice. Implemented from docs/definitions/dice.md alone. */
// @ts-check
import { describeOrder, drawnBy } from "../core/draws.mjs";
import { formatRoll, listDice, parseRoll } from "./notation.mjs";
import { planRoll, writeSets } from "./rolls.mjs";

/**
 * @import { SeededRequest } from "../core/draws.mjs"
 * @import { Endpoint } from "../endpoints/endpoint.mjs"
 */

/**
 * A request of a roll with its seed.
 *
 * @typedef {SeededRequest & { roll?: unknown }} RollRequest
 */

/**
 * The endpoint of rolls of dice.
 *
 * @type {Endpoint}
 */
export const DICE = {
  fields: () => ["roll"],
  spell: ({ roll }) => ({ roll: formatRoll(parseRoll(roll)) }),
  ...drawnBy(
    /** @param {RollRequest} request */
    ({ roll }) => planRoll(parseRoll(roll)),
    writeSets,
  ),
  describe: ({ roll }) => ({ roll, ...describeOrder({}, false) }),
  leaves: ({ roll }) => ({
    isOne: listDice(parseRoll(roll)).every(
      ({ lowest, highest }) => lowest === highest,
    ),
  }),
  examples: ["4d6ro<=2!kl4dh1 - dF + 3", "2x(9d10! >=8)"].map((roll) => ({
    path: "/v1/dice",
    fields: { roll },
  })),
};
