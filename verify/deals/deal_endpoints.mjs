/** Shuffles and deals of decks, and deals of games. Implemented from docs/definitions/decks.md alone. */
// @ts-check
import { buildShoe, packOptions } from "../cards/decks.mjs";
import { cardLabels, pickCards } from "../cards/written_cards.mjs";
import { drawOrder } from "../core/draws.mjs";
import {
  areAlike,
  countPlaces,
  fillPlaces,
  makeLabels,
} from "../core/results_left.mjs";
import { Refused, checkInteger, omit } from "../core/validation.mjs";
import {
  CARD_DEFAULTS,
  DEAL_DEFAULTS,
  DEAL_FIELDS,
  SEARCH_FIELDS,
  describeCards,
  formatDeal,
  openDeal,
  packsOf,
  spellCards,
} from "./deals.mjs";
import { GAMES, gameFields, microsoftOrder } from "../games/games.mjs";

/**
 * @import { Observe, OrderOptions, SeededRequest } from "../core/draws.mjs"
 * @import { Holding, Labels, ResultsLeft } from "../core/results_left.mjs"
 * @import { DerivedResult, DrawRequest, Endpoint } from "../endpoints/endpoint.mjs"
 * @import { DealRequest, FoundDeal, Shoe } from "../games/deal_types.mjs"
 * @import { GameRequest } from "../games/games.mjs"
 */

/**
 * A request of cards with its seed.
 *
 * @typedef {DealRequest & SeededRequest & OrderOptions & { count?: number, notation?: string }} CardsRequest
 */

/**
 * Return the hands and piles of a deal of a deck or a game; a numbered deal takes no seed.
 *
 * @param {CardsRequest} request
 * @param {Observe} [observe]
 * @returns {Promise<DerivedResult>}
 */
async function derivePlaces(request, observe) {
  const { deal_number } = request;
  const shoe = openDeal(request);
  const { draws, order } =
    deal_number === undefined
      ? await drawOrder(
          shoe.ungiven.length,
          shoe.ungiven.length,
          request,
          observe,
        )
      : {
          draws: 0,
          order: microsoftOrder(
            checkInteger("deal_number", deal_number, 1, 1000000),
          ),
        };
  return {
    draws,
    ...formatDeal(
      shoe.deal(order),
      shoe,
      request,
      cardLabels(shoe.codes, request),
    ),
  };
}

/**
 * Return a deal of a deck or a game that a search found, as a response has it.
 *
 * @param {FoundDeal} found
 * @param {Shoe} shoe
 * @param {DrawRequest & { notation?: string }} request
 * @returns {DerivedResult}
 */
const formatCards = ({ numbered, draws, dealt }, shoe, request) => ({
  draws,
  ...formatDeal(
    dealt,
    shoe,
    { ...request, ...numbered },
    cardLabels(shoe.codes, request),
  ),
});

/**
 * Return what people see of the cards of a shoe, which are told apart by their codes.
 *
 * @param {string[]} codes by index
 */
const labelCodes = (codes) => makeLabels((index) => codes[index]);

/**
 * Return what is known of the orders of a shoe.
 *
 * @param {DealRequest} request
 * @returns {ResultsLeft}
 */
function leavesOrders(request) {
  const codes = buildShoe(packsOf(request));
  return { isOne: areAlike(labelCodes(codes), codes.keys()) };
}

/**
 * Return what is known of the deals of a shoe, from one of them.
 *
 * @param {DealRequest} request
 * @param {Labels} _labels of a caller's items, of which there are none
 * @param {{ hands: Holding[], piles: Holding[] }} deal
 * @returns {ResultsLeft}
 */
function leavesDeals(request, _labels, deal) {
  const codes = buildShoe(packsOf(request));
  const places = countPlaces(deal);
  return { isOne: fillPlaces(labelCodes(codes), places, codes.keys()) };
}

/** Parameters that choose an order, or favour some. */
const ORDER_FIELDS = [
  "algorithm",
  "suit_order",
  "given",
  "where",
  "key_bits",
  "passes",
  "variant",
];

/**
 * Refuse parameters that choose an order beside the number of a deal.
 *
 * @param {DrawRequest} request
 */
function checkNumbered(request) {
  if (request.deal_number === undefined) return;
  for (const name of ORDER_FIELDS) {
    if (request[name] !== undefined)
      throw new Refused(
        name,
        "a numbered deal is of one order, and takes none",
      );
  }
}

/**
 * Return the number of players of a game if a request says nothing of it.
 *
 * @param {string} game
 */
function usualPlayers(game) {
  const { players } = GAMES[game]; // [fewest, most, usual]
  return players[2];
}

/**
 * The endpoint of a shuffle of a deck.
 *
 * @type {Endpoint}
 */
export const DECK_SHUFFLE = {
  fields: ({ deck }) => [
    ...packOptions(deck),
    "count",
    "algorithm",
    "notation",
  ],
  defaults: (request) => ({
    ...CARD_DEFAULTS,
    count: buildShoe(request).length,
  }),
  spell: spellCards,
  /** @param {CardsRequest} request */
  async derive(request, observe) {
    const codes = buildShoe(request);
    const { draws, order } = await drawOrder(
      codes.length,
      request.count ?? codes.length,
      request,
      observe,
    );
    return { draws, ...pickCards(order, cardLabels(codes, request)) };
  },
  describe: describeCards,
  name: (request) => ({ count: request.count ?? buildShoe(request).length }),
  leaves: leavesOrders,
};

/**
 * The endpoint of a deal of a deck round a table of one's own.
 *
 * @type {Endpoint}
 */
export const DECK_DEAL = {
  fields: ({ deck }) => [
    ...packOptions(deck),
    ...DEAL_FIELDS,
    ...SEARCH_FIELDS,
    "algorithm",
    "notation",
  ],
  defaults: () => ({ ...CARD_DEFAULTS, ...DEAL_DEFAULTS }),
  spell: spellCards,
  derive: derivePlaces,
  format: formatCards,
  describe: describeCards,
  leaves: leavesDeals,
};

/**
 * The endpoint of a deal of a game.
 *
 * @type {Endpoint}
 */
export const GAME_DEAL = {
  unnamed: ["deal_number"],
  /** @param {GameRequest} request */
  fields: ({ game }) => [...gameFields(game), "where", "algorithm", "notation"],
  /** @param {GameRequest} request */
  defaults: ({ game }) => ({
    ...CARD_DEFAULTS,
    ...omit(GAMES[game].packs ?? {}, ["exclude"]),
    include_seed: false,
    players: usualPlayers(game),
  }),
  spell: spellCards,
  derive: derivePlaces,
  format: (foundDeal, shoe, request, i) => ({
    ...formatCards(foundDeal, shoe, request),
    ...(request.game === "bridge"
      ? { file_board: (request.board ?? 1) + i }
      : {}),
  }),
  describe: describeCards,
  /** @param {GameRequest} request */
  name: ({ game, board = 1 }) => (GAMES[game].hasBoards ? { board } : {}),
  /** @param {GameRequest} request */
  unrepeated: ({ game, given }) =>
    GAMES[game].hasBoards && given !== undefined ? ["not_read"] : [],
  check: checkNumbered,
  leaves: leavesDeals,
};
