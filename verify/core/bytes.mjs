/** Bytes of texts and numbers, and their hexadecimal digits. */
// @ts-check

/**
 * Bytes of which nobody else has the memory, as WebCrypto takes them.
 *
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 */

/**
 * Return the bytes of a text in UTF-8.
 *
 * @param {string} text
 * @returns {Bytes}
 */
export const utf8 = (text) => new TextEncoder().encode(text);

/**
 * Return the bytes of all parts, one after the other; a part is bytes or a list of them, such as `[1]`.
 *
 * @param {readonly Iterable<number>[]} parts
 * @returns {Bytes}
 */
export const concatenate = (...parts) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/**
 * Return bytes in lower-case hexadecimal digits.
 *
 * @param {ArrayBuffer | ArrayLike<number>} bytes
 * @returns {string}
 */
export const toHex = (bytes) =>
  Array.from(new Uint8Array(bytes), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/**
 * Return numbers as four bytes each, most significant first.
 *
 * @param {readonly number[]} numbers
 * @returns {Bytes}
 */
export function u32(...numbers) {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, i) => view.setUint32(4 * i, number));
  return new Uint8Array(view.buffer);
}
