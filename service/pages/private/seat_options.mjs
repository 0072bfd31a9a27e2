/** What the player of this tab can do in a state of a private table. */
// @ts-check
/** @import { OpenTable } from "./tabs.mjs" */
/** @import { State } from "./private_state.mjs" */
import { listMoves } from "./hands.mjs";
import { askedDraw, lastDigest, nextAction, nextStage } from "./host.mjs";
import { hasAgreed, isAway, isOut } from "./private_state.mjs";

/**
 * What is on the table for the buttons: the index of the card that can be taken, and the number of cards that can be
 * drawn.
 * @typedef {{ top: number | undefined, stockCount: number }} Reach
 */

/**
 * What the player of this tab can do, and what the labels of the buttons depend on.
 * @typedef {object} SeatOptions
 * @property {boolean} agree
 * @property {boolean} askForCard
 * @property {boolean} askForAnother hand
 * @property {boolean} show
 * @property {boolean} fold
 * @property {boolean} play
 * @property {boolean} take
 * @property {boolean} hasCards
 * @property {boolean} isOwnLast whether the last move is the player's own
 * @property {boolean} isStopped whether nothing more can be dealt
 */

/** @type {SeatOptions} */
const NO_OPTIONS = {
  agree: false,
  askForCard: false,
  askForAnother: false,
  show: false,
  fold: false,
  play: false,
  take: false,
  hasCards: false,
  isOwnLast: false,
  isStopped: false,
};

/**
 * Return what the player of this tab can do in a state: before the first hand nothing; while a hand is dealt to agree,
 * to fold, and once all is dealt to show and to play cards; after it to ask for another.
 * @param {State} state
 * @param {Reach} reach
 * @param {boolean} isResting whether a stage was dealt just now
 * @returns {SeatOptions}
 */
export function findOptions(state, { top, stockCount }, isResting) {
  const { table, players, seat, game, isPoker } = state;
  if (!table.opened) return NO_OPTIONS;
  const me = seat === undefined ? undefined : players[seat];
  const { isIn, isAlone, isStopped, hasCards } = describeSeat(state, table);
  const isDealt = hasCards && nextStage(table) === null;
  const mayGoOn = isIn && !isResting && !isStopped;
  const mayPlay = isDealt && !isPoker && !isAlone;
  const hasStock = isDealt && stockCount > 0 && !isPoker;
  const hasAsked =
    Boolean(askedDraw(table)) || me?.ask?.digest === lastDigest(table);
  const last = listMoves(table, players).at(-1);
  const isOwnLast = last !== undefined && last.seat === seat && !last.isTaken;
  const mayTakeTop = isOwnLast || game.family === "rummies";
  return {
    agree: mayGoOn && Boolean(nextAction(table)) && !hasAgreed(table, me),
    askForCard: mayGoOn && hasStock && !hasAsked,
    askForAnother: Boolean(table.receipt) && me?.hand === table.hand,
    show: !isResting && (isDealt || (hasCards && isStopped)),
    fold: hasCards || isStopped,
    play: mayPlay,
    take: mayPlay && top !== undefined && mayTakeTop,
    hasCards,
    isOwnLast,
    isStopped,
  };
}

/**
 * Return how the player of this tab stands in the hand that is dealt: whether they are in it, without a choice to fold
 * or to show; whether all others are out of it; whether it `isStopped`, as nobody else is there; and whether they have
 * cards.
 * @param {State} state
 * @param {OpenTable} table
 */
function describeSeat(state, table) {
  const { players, seat } = state;
  const me = seat === undefined ? undefined : players[seat];
  const isInHand = me !== undefined && me.hand === table.hand;
  const isIn = isInHand && !table.receipt && !me.choice;
  const otherSeats = Object.keys(table.seats).filter(
    (otherSeat) => otherSeat !== seat,
  );
  const isAlone =
    isIn && otherSeats.every((otherSeat) => isOut(state, otherSeat));
  const isLeft =
    isIn && otherSeats.some((otherSeat) => isAway(state, otherSeat));
  return {
    isIn,
    isAlone,
    isStopped: isAlone || isLeft,
    hasCards: isIn && table.draws.length > 0,
  };
}
