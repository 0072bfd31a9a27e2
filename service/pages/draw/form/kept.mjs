/** What the tab keeps for a reload: the sealed draw that goes on, the last draw in public, and the list. */
// @ts-check
/** @import { Guess } from "../list/columns.mjs" */
/** @import { DrawValues } from "../plan/plan.mjs" */
/** @import { Choices } from "../list/reading.mjs" */
import { inTab, readStored, store } from "../../shared/storage.mjs";

/**
 * How a list was understood. The `text` that was cut is missing if the form has it, and `chosen` of a list that is no
 * table.
 * @typedef {object} KeptTable
 * @property {boolean} isPart somebody said that numbers behind the names, or commas, are parts of them
 * @property {string} [text]
 * @property {Guess & Choices} [chosen]
 */

/**
 * The form with its list.
 * @typedef {KeptTable & { values: Omit<DrawValues, "seed"> }} KeptList
 */

const SEALED = "sealed draw";
const DRAWN = "drawn in public";
const LISTED = "list";

/**
 * Keep a draw in public until it is drawn: {opened, round, sealedAt, values, ahead}; undefined forgets it.
 * @param {unknown} draw of which the page `audience` knows the shape
 */
export const keepDraw = (draw) => store(SEALED, draw, inTab);

/** Return the sealed draw that `keepDraw` stored, or undefined. */
export const readDraw = () => readStored(SEALED, inTab);

/**
 * Keep the last draw in public, so that a reload does not lose its proof.
 * @param {unknown} draw
 */
export const keepResult = (draw) => store(DRAWN, draw, inTab);

/** Return the draw that `keepResult` stored, or undefined. */
export const readResult = () => readStored(DRAWN, inTab);

/**
 * Keep a list, so that Back and a reload do not lose it; undefined forgets it.
 * @param {KeptList | undefined} list
 */
export const keepList = (list) => store(LISTED, list, inTab);

/**
 * Return the list that `keepList` stored, or undefined.
 * @type {() => KeptList | undefined}
 */
export const readList = () => readStored(LISTED, inTab);
