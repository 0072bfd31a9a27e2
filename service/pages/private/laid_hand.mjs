/** A hand at a private table as far as the player of this tab sees it. */
// @ts-check
/** @import { Game, Shoe } from "../deals/cards.mjs" */
/** @import { SealedGame } from "../sealed/sealed_game.mjs" */
/** @import { LaidDeal } from "./hands.mjs" */
/** @import { OwnSeat, ShownCard } from "./tab_player.mjs" */
/** @import { Reach } from "./seat_options.mjs" */
/** @import { HandState, State } from "./private_state.mjs" */
import { fetchShoe } from "../deals/cards.mjs";
import { listPackOptions } from "../deals/catalogue.mjs";
import { sortHand } from "../deals/sorting.mjs";
import { layTable, listMoves, makeMoves } from "./hands.mjs";
import { nextStage } from "./host.mjs";
import { choiceOf } from "./private_state.mjs";
import { nameCards } from "./words.mjs";

/**
 * A hand as this player sees it: the `sealed` game with the cards that are known, the `ownCards`, and the `deal` after
 * what was played, with what of it is within reach.
 * @typedef {{ shoe: Shoe, ownCards: ShownCard[], sealed: SealedGame, deal: LaidDeal, reach: Reach }} LaidHand
 */

/**
 * Lay the cards of a hand that this player knows. Once all is dealt the cards that were played lie in the middle.
 * @param {HandState} state
 * @param {OwnSeat} ownSeat of this tab
 * @returns {Promise<LaidHand>}
 */
export async function layHand(state, ownSeat) {
  const { table, seat, players, game } = state;
  const shoe = await fetchShoe(table.opened.terms, listPackOptions());
  const { player } = ownSeat;
  const ownCards = player.hand === table.hand ? player.cards : [];
  const sealed = await layTable(state, ownCards, game);
  const isPlaying = !state.isPoker && nextStage(table) === null;
  const played = isPlaying
    ? makeMoves(sealed.response, listMoves(table, players), game)
    : { top: undefined, deal: sealed.response };
  const hands = played.deal.hands.map((hand) => ({
    ...hand,
    isOwn: hand.seat === seat,
  }));
  const deal = { ...played.deal, hands };
  const stock = sealed.piles.find(({ isStock }) => isStock);
  const reach = { top: played.top, stockCount: stock?.count ?? 0 };
  return { shoe, ownCards, sealed, deal, reach };
}

/**
 * Return the seats that show their cards, once all have chosen; [] before, so that nobody wins early.
 * @param {State} state
 */
export function listShown(state) {
  const seats = Object.keys(state.table.seats);
  return seats.every((seat) => choiceOf(state, seat))
    ? seats.filter((seat) => choiceOf(state, seat) === "shown")
    : [];
}

/**
 * Return a sentence with the cards of the last stage or draw of a hand, for screen readers; "" before the first.
 * @param {LaidHand} hand
 * @param {Game} game
 * @param {boolean} isSorted whether the own cards are sorted on the felt
 */
export function nameLastCards({ sealed, ownCards, shoe }, game, isSorted) {
  /** @param {number[]} indices */
  const sort = (indices) =>
    isSorted ? sortHand(indices, shoe, game) : indices;
  const last = sealed.seen.at(-1);
  return last ? nameCards(last, ownCards, shoe, sort) : "";
}
