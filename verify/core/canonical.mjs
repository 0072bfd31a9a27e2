/** Canonical JSON (RFC 8785), and digests of it. Implemented from docs/definitions/stream.md alone. */
// @ts-check
import { webCrypto } from "./stream.mjs";
import { isObject } from "./validation.mjs";

/**
 * Bytes of which nobody else has the memory, as WebCrypto takes them.
 *
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 */

/**
 * Return `length` integers from `first` on.
 *
 * @param {number} length
 * @param {number} first
 * @returns {number[]}
 */
export const range = (length, first = 0) =>
  Array.from({ length }, (_, i) => first + i);

/**
 * Return the sum of numbers.
 *
 * @param {readonly number[]} numbers
 * @returns {number}
 */
export const sum = (numbers) =>
  numbers.reduce((total, number) => total + number, 0);

/**
 * Return numbers in ascending order, as a new list.
 *
 * @param {Iterable<number>} numbers
 * @returns {number[]}
 */
export const ascending = (numbers) =>
  [...numbers].sort((one, two) => one - two);

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

/**
 * Return canonical JSON of a value: no spaces, names by UTF-16 units.
 *
 * @param {unknown} value of JSON
 * @returns {string}
 */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`)
    .join(",")}}`;
}

/**
 * Return an item as a list shows it: an object or a list as canonical JSON.
 *
 * @template T
 * @param {T} item
 * @returns {T | string} any other item as it is
 */
export const nameItem = (item) =>
  typeof item === "object" && item !== null ? canonicalJson(item) : item;

/**
 * Return whether two values have the same canonical JSON; undefined is as null.
 *
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
export const isEqual = (one, other) =>
  canonicalJson(one ?? null) === canonicalJson(other ?? null);

/**
 * Return the SHA-256 of parts, in hexadecimal digits.
 *
 * @param {readonly Iterable<number>[]} parts bytes
 * @returns {Promise<string>}
 */
export const hashParts = async (...parts) =>
  toHex(await webCrypto().digest("SHA-256", concatenate(...parts)));

/**
 * Return whether a number in a value is above 2^53 - 1 in absolute value.
 *
 * @param {unknown} value of JSON
 * @returns {boolean}
 */
export const hasLargeNumber = (value) =>
  typeof value === "object" && value !== null
    ? Object.values(value).some(hasLargeNumber)
    : typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/**
 * Return the SHA-256 of a list in canonical JSON; null if a number in it is above 2^53 - 1 in absolute value.
 *
 * @param {unknown} items a list of values of JSON
 * @returns {Promise<string | null>} hexadecimal digits
 */
export async function hashList(items) {
  return hasLargeNumber(items) ? null : hashParts(utf8(canonicalJson(items)));
}
