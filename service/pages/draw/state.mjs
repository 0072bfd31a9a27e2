/** What the page Draw shows and follows, for those of its modules that draw and that show. */
// @ts-check

/** @import { Draw } from "./result/earlier.mjs" */

/**
 * What the page shows and follows.
 * @typedef {object} State
 * @property {HTMLElement[]} tools what can be done with the draw that is shown, in their order
 * @property {number} latest number of the latest press: results of earlier ones are dropped
 * @property {FollowedLink} [followed] the link that was followed
 * @property {Draw} [shown]
 */

/**
 * A link that was followed: its `seed`, how much of its result was told, and what identifies its list if people paste
 * it.
 * @typedef {{ seed: string, toldCount?: number, list?: { length: number, digest?: string } }} FollowedLink
 */

/** @type {State} */
export const state = { latest: 0, tools: [] };
