/**
 * The draw of video poker, which goes on with the deal of its seed. Implemented from docs/definitions/decks.md alone.
 */
// @ts-check
import { CARD_DEFAULTS, describeCards, spellCards } from "./deals.mjs";
import { buildShoe, packOptions } from "../cards/decks.mjs";
import { cardLabels, pickCards } from "../cards/written_cards.mjs";
import { gamePacks } from "../games/games.mjs";
import { drawOrder } from "../core/draws.mjs";
import { areAlike, makeLabels } from "../core/results_left.mjs";
import { Refused, checkInteger, omit } from "../core/validation.mjs";

/** @import { GameRequest } from "../games/games.mjs" */

/**
 * The parameters of a draw, besides those of its deal; `held` are positions from 1 at the left.
 * @typedef {GameRequest & { seed: string, index: number, held: number[], coins?: number, notation?: string }} PokerDraw
 */

/** The members of a response that are not computed here. */
const PAYOUT = ["category", "description", "points", "payout"];

/**
 * Throw `Refused` unless a value is a list of different positions from 1 to 5.
 * @param {unknown} held
 */
function checkHeld(held) {
  if (!Array.isArray(held) || new Set(held).size < held.length)
    throw new Refused("held", "a list of different positions was expected");
  for (const position of held) checkInteger("held", position, 1, 5);
}

/**
 * Return the five cards after the draw, and the `dealt` ones before. With 1 and 3 `held`, the positions 2, 4 and 5 get
 * the next three cards of the order.
 * @param {PokerDraw} request
 * @param {Parameters<typeof drawOrder>[3]} observe - may wrap the source of words
 */
async function derive(request, observe) {
  /** @type {string[]} */
  const codes = buildShoe(gamePacks(request));
  const labels = cardLabels(codes, request);
  const { held, coins = 5 } = request;
  checkInteger("coins", coins, 1, 5);
  checkHeld(held);
  const count = 5 + (5 - held.length);
  const { draws, order } = await drawOrder(
    codes.length,
    count,
    request,
    observe,
  );
  const dealt = order.slice(0, 5);
  const next = order.slice(5).values();
  const final = dealt.map((index, i) => {
    const isHeld = held.includes(i + 1);
    return isHeld ? index : Number(next.next().value);
  });
  return {
    draws,
    ...pickCards(final, labels),
    dealt: pickCards(dealt, labels),
  };
}

/** The endpoint of the draw. Its proof is that of the deal. */
export const FINAL_HAND = {
  names: { game: "video_poker" },
  unnamed: ["held", "coins"],
  fields: () => [
    "held",
    "coins",
    ...packOptions("standard"),
    "algorithm",
    "notation",
  ],
  defaults: () => ({ ...CARD_DEFAULTS, coins: 5 }),
  /** @param {PokerDraw} request */
  spell: (request) => ({
    ...spellCards(request),
    held: [...request.held].sort(),
  }),
  derive,
  /** @param {PokerDraw} request */
  describe: (request) => omit(describeCards(request), ["players"]),
  name: () => ({ path: "/v1/games/video_poker/deal", players: 1 }),
  /** @param {PokerDraw} request */
  leaves(request) {
    /** @type {string[]} */
    const codes = buildShoe(gamePacks(request));
    /** @type {(index: number) => string} */
    const readCode = (index) => codes[index];
    return { isOne: areAlike(makeLabels(readCode), codes.keys()) };
  },
  examples: [{ path: "/v1/games/video_poker/draw", fields: { held: [1, 4] } }],
  unchecked: Object.fromEntries(
    PAYOUT.map((name) => [
      name,
      "not computed here, /v1/verify checks it; the cards are right",
    ]),
  ),
};
