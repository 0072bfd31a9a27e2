/** The draw of video poker, which goes on with the deal of its seed. Implemented from docs/definitions/decks.md alone. */
import { CARD_DEFAULTS, describeCards, spellCards } from "./deals.mjs";
import { buildShoe, packOptions } from "../cards/decks.mjs";
import { gamePacks } from "./games.mjs";
import { cardLabels, drawOrder, pickCards } from "../arrangements/orders.mjs";
import { areAlike, makeLabels } from "../core/results_left.mjs";
import { Refused, checkInteger, omit } from "../core/validation.mjs";

const PAYOUT = ["category", "description", "points", "payout"];

/** Return the five cards after the draw, and the `dealt` ones before; `held` has positions from 1 at the left. */
async function derive(request, observe) {
  const codes = buildShoe(gamePacks(request));
  const cards = (indices) => pickCards(indices, cardLabels(codes, request));
  const { held, coins = 5 } = request;
  checkInteger("coins", coins, 1, 5);
  if (!Array.isArray(held) || new Set(held).size < held.length)
    throw new Refused("held", "a list of different positions was expected");
  for (const position of held) checkInteger("held", position, 1, 5);
  const { draws, order } = await drawOrder(
    codes.length,
    10 - held.length,
    request,
    observe,
  );
  const [dealt, next] = [order.slice(0, 5), order.slice(5)];
  const final = dealt.map((index, i) =>
    held.includes(i + 1) ? index : next.shift(),
  );
  return { draws, ...cards(final), dealt: cards(dealt) };
}

/** The endpoint of the draw. Its proof is that of the deal. */
export const FINAL_HAND = {
  names: { game: "video_poker" },
  fields: () => [
    "held",
    "coins",
    ...packOptions("standard"),
    "algorithm",
    "notation",
  ],
  defaults: () => ({ ...CARD_DEFAULTS, coins: 5 }),
  spell: (request) => ({
    ...spellCards(request),
    held: [...request.held].sort(),
  }),
  derive,
  describe: (request) => omit(describeCards(request), ["players"]),
  name: () => ({ path: "/v1/games/video_poker/deal", players: 1 }),
  leaves(request) {
    const codes = buildShoe(gamePacks(request));
    return {
      isOne: areAlike(
        makeLabels((index) => codes[index]),
        codes.keys(),
      ),
    };
  },
  examples: [{ path: "/v1/games/video_poker/draw", fields: { held: [1, 4] } }],
  unchecked: Object.fromEntries(
    PAYOUT.map((name) => [
      name,
      "not computed here, /v1/verify checks it; the cards are right",
    ]),
  ),
};
