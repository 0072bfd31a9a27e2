/** What the API says of sealed shoes, as far as pages read it: types alone, so that no page loads this module. */
// @ts-check

/**
 * A deck with its options, as terms or a response have it.
 * @typedef {object} Packs
 * @property {string} [deck]
 * @property {string[]} [exclude]
 * @property {number} [decks]
 * @property {number} [jokers]
 * @property {string} [suit_order]
 * @property {number} [red_fives]
 * @property {number} [highest]
 */

/**
 * The terms of a shoe, which its commitment binds: of a deck with its options, or of the integers from `min` to `max`.
 * @typedef {Packs & CommonTerms} Terms
 */

/**
 * @typedef {object} CommonTerms
 * @property {string} [algorithm]
 * @property {string} [reshuffle]
 * @property {string} [label]
 * @property {string} [game]
 * @property {number | null} [players]
 * @property {number} [min]
 * @property {number} [max]
 * @property {string} [items_sha256] the hash of the list that the integers stand for
 * @property {string[]} [words] the hashes of the players' texts
 * @property {Record<string, object>} [view_keys] the public keys of players, by seats: cards come encrypted for them
 */

/**
 * The response that opened a shoe; it is a game if it has stages.
 * @typedef {object} OpenedShoe
 * @property {string} shoe the token
 * @property {number} size
 * @property {string} commitment
 * @property {Terms} terms
 * @property {string[]} stages
 * @property {string | null} next_stage
 */

/**
 * What everybody sees of a stage or a draw: the places of its cards, and the codes of those that are open.
 * @typedef {object} SeenEntry
 * @property {number} draw from 1
 * @property {string} [stage]
 * @property {string} [pile]
 * @property {string} [part]
 * @property {number[]} rounds
 * @property {number[]} positions
 * @property {string[]} [places] of the cards of a stage: "dealer/hole_card", "burns"
 * @property {(string | null)[]} cards null for a card that is not open
 * @property {number[]} [in_play] the positions of the cards in hands, if all others were shuffled first
 */

/**
 * What a card shows: its code, an integer, another item of the terms, or null if it was not seen.
 * @typedef {any} Face who asks knows which of them
 */

/**
 * A card that is shown with a proof of its place, or an integer in place of it.
 * @typedef {{ round: number, position: number, card?: Face, integer?: number }} ShownCard
 */

/**
 * What was drawn from a shoe: how many cards in how many draws, the digest of the last one, and what was taken of the
 * last round: so many from its top and its bottom, or the cards at some positions.
 * @typedef {object} Drawn
 * @property {number} total
 * @property {number} draws
 * @property {string} digest
 * @property {number} round
 * @property {number} [top]
 * @property {number} [bottom]
 * @property {number[]} [positions]
 */

/**
 * The receipt of a shoe; a partial one has no `server_seed`.
 * @typedef {object} Receipt
 * @property {"sealed1"} receipt the name of its definition
 * @property {string} commitment
 * @property {Terms} terms
 * @property {string | null} [server_seed]
 * @property {string | null} [client_seed]
 * @property {Drawn} drawn
 * @property {ShownCard[]} [shown]
 */

export {};
