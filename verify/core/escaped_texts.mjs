/** Texts that people compare by eye, with escapes where two that differ look the same. */
// @ts-check

// Controls, formats, private and unassigned characters, lone surrogates, blanks but U+0020, and whatever is ignored by
// default; then those that differ from another one only in where lines may end, and those that have no glyph of their
// own though their category is that of letters, marks or symbols.
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u0f0c\u2011\u2800\u2d7f\ufffc\u{1107f}\u{16fe4}\u{1bc9d}\u{1d159}]|(?! )\p{Zs}/gu;

const TOO_MANY_MARKS = /\p{M}{256}/u;

/**
 * Return the escape of one unit of UTF-16, such as `\u200b`.
 *
 * @param {string} unit
 */
const escapeUnit = (unit) =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Return the escapes of a character, which has one unit of UTF-16 or two.
 *
 * @param {string} character
 */
const escapeUnits = (character) => character.split("").map(escapeUnit).join("");

/**
 * Return a text, or a line of JSON, with every character that cannot be seen in JSON's form `\u200b`. Of a text that is
 * not in NFC, and looks like the one that is, all that is not ASCII is escaped; so it is if a letter has hundreds of
 * marks.
 *
 * @param {string} text
 * @returns {string}
 */
export function escapeInvisible(text) {
  return text.replace(isNormal(text) ? HIDDEN : /[^ -~]/gu, escapeUnits);
}

/**
 * Return whether a text is in NFC. With too many marks in a row it counts as not: `normalize` takes the square of their
 * number.
 *
 * @param {string} text
 */
const isNormal = (text) =>
  !TOO_MANY_MARKS.test(text) && text.normalize("NFC") === text;
