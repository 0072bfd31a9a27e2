/** Lists of names in tables. */
// @ts-check

/**
 * Return the names in a text, which has ", " between them.
 *
 * @param {string} text
 * @returns {string[]}
 */
export const splitNames = (text = "") => text.split(", ").filter(Boolean);
