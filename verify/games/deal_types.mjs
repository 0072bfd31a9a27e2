/** The types of a deal: its request, the shoe that it is dealt from, and a deal that a search finds. */
// @ts-check

/** @import { DealtPlaces, GivenCards } from "./given.mjs" */

/**
 * The parameters of a deal of a deck, of a game (which has `game`) or of a caller's items (which has `n`).
 * @typedef {object} DealRequest
 * @property {string} [deck]
 * @property {string} [game]
 * @property {number} [n] - the number of items
 * @property {number} [players]
 * @property {number} [cards]
 * @property {string[]} [exclude] - codes
 * @property {number} [index]
 * @property {number} [board]
 * @property {number} [deal_number]
 * @property {string} [algorithm] - of the shuffle
 * @property {unknown} [given] - the known cards
 * @property {unknown} [where] - the condition on the deal
 */

/**
 * Which of several results a deal is: its index, and its board if that is not the index + 1.
 * @typedef {{ index?: number, board?: number }} ResultNumber
 */

/**
 * What is dealt from. Cards are indices, positions in the unshuffled shoe.
 * @typedef {object} Shoe
 * @property {string} [deck] - its name, unless it is of items
 * @property {string[]} codes - the code of each card, by index; none of items
 * @property {unknown[]} [items] - the values of a caller's items, if they are known
 * @property {number[]} ungiven - the cards that are shuffled, which are not given
 * @property {GivenCards} [given] - the given cards as a response has them
 * @property {boolean} needsFaces - whether faces decide where a card goes
 * @property {(order: number[], result?: ResultNumber) => DealtPlaces} deal - deal an order of `ungiven`, which is
 *   positions in it
 */

/**
 * A deal that fulfils the condition.
 * @typedef {object} FoundDeal
 * @property {NumberedResult} numbered
 * @property {number} draws
 * @property {DealtPlaces} dealt - indices
 */

/**
 * The index of a deal, and its board if that is not the index + 1.
 * @typedef {ResultNumber & { index: number }} NumberedResult
 */

export {};
