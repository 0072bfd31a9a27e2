/** A table with private hands as one tab sees it, and what its players have done. */
// @ts-check
/** @import { Game } from "../deals/cards.mjs" */
/** @import { Choice, OpenTable, PlayerState, PlayersBySeat, Table } from "./tabs.mjs" */
import { lastDigest } from "./host.mjs";

/**
 * A table as one tab sees it.
 * @typedef {object} State
 * @property {Table} table
 * @property {PlayersBySeat} players the states of the players who have a seat
 * @property {string} [seat] of this tab; missing if it has none
 * @property {string[]} open the players with an open tab
 * @property {Game} game
 * @property {boolean} isPoker
 */

/**
 * A table with a hand, as one tab sees it; `news` is a sentence about what happened since the state before.
 * @typedef {State & { table: OpenTable, news?: string }} HandState
 */

/**
 * Return the choice of a player at the end: "shown", "folded", "left" or undefined.
 * @param {{ table: Table, players: PlayersBySeat }} state
 * @param {string} seat
 * @returns {Choice | undefined}
 */
export const choiceOf = ({ table, players }, seat) =>
  table.choices?.[seat] ?? players[seat]?.choice;

/**
 * Return whether a player folded or left.
 * @param {State} state
 * @param {string} seat
 */
export const isOut = (state, seat) =>
  ["folded", "left"].includes(choiceOf(state, seat) ?? "");

/**
 * Return whether the tab at a seat is open.
 * @param {State} state
 * @param {string} seat
 */
export const isOpen = ({ table, open }, seat) =>
  open.includes(table.seats[seat] ?? "");

/**
 * Return whether the tab of a player is closed, who has not chosen: all wait for it.
 * @param {State} state
 * @param {string} seat
 */
export const isAway = (state, seat) =>
  !choiceOf(state, seat) && !isOpen(state, seat);

/**
 * Return whether a seat can be opened in a new tab now: a player who left keeps theirs until the hand is over.
 * @param {State} state
 * @param {string} seat
 */
export const isFree = (state, seat) =>
  !isOpen(state, seat) && (Boolean(state.table.receipt) || isAway(state, seat));

/**
 * Return whether a player agreed to the next action.
 * @param {OpenTable} table
 * @param {PlayerState} [player]
 */
export const hasAgreed = (table, player) =>
  player?.consent?.digest === lastDigest(table);
