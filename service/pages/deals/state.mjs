/** What is on the table. Types alone, so that no page loads this module. */
// @ts-check

/** @import { Deal, Game, Shoe } from "./cards.mjs" */
/** @import { DealRequest } from "./request.mjs" */

/**
 * A request that was sent, with its response and the token in it.
 * @typedef {{ path: string, body?: object, response: { shoe: string, [member: string]: unknown } }} LastRequest
 */

/**
 * What is on the table.
 * @typedef {object} TableState
 * @property {DealRequest} request
 * @property {Deal} response
 * @property {Game} game
 * @property {Shoe} shoe
 * @property {HTMLElement} [view] what is seen in place of the cards
 * @property {string} [status] a sentence on it
 * @property {string} [ownSeat] of the player of a private hand
 * @property {string} [commitment] of a sealed game
 * @property {boolean} [isOver] whether the sealed game was revealed
 * @property {boolean} [isNamed] whether the status names the new cards
 * @property {LastRequest} [last] the last request of a sealed game, with its response
 * @property {string} [press] what a press on the stock does, if it is not for the story of the deal to say
 * @property {string} [ticketSeed] of the tickets of bingo, if nothing else says which they are
 */

export {};
