/** JSON of unknown shape: anybody may have written a file that a page reads. */
// @ts-check
import { isObject } from "../../../verify/core/validation.mjs";

/** @import { JsonObject } from "../../../verify/core/validation.mjs" */

/**
 * Return a value if it is an object, and {} for anything else: for null, a list, a text or a number.
 *
 * `const { names } = objectOf(file.screen);` leaves `names` undefined if `screen` is none.
 * @param {unknown} value
 * @returns {JsonObject}
 */
export const objectOf = (value) => (isObject(value) ? value : {});

/**
 * Return a value if it is a list, and [] for anything else.
 * @param {unknown} value
 * @returns {unknown[]}
 */
export const listOf = (value) => (Array.isArray(value) ? value : []);

/**
 * Return the object, or the list, in a text of JSON; undefined for any other text.
 * @param {string} text
 * @returns {any} who asks knows what the members may be
 */
export function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
