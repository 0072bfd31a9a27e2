/** Canonical JSON (RFC 8785), and digests of it. Implemented from docs/definitions/stream.md alone. */
// @ts-check
import { concatenate, toHex, utf8 } from "./bytes.mjs";
import { webCrypto } from "./stream.mjs";
import { isObject } from "./validation.mjs";

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
 * @param {unknown} value
 * @param {unknown} otherValue
 * @returns {boolean}
 */
export const isEqual = (value, otherValue) =>
  canonicalJson(value ?? null) === canonicalJson(otherValue ?? null);

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
