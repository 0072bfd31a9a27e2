/** Canonical JSON (RFC 8785), and digests of it. Implemented from docs/definitions/stream.md alone. */
import { webCrypto } from "./stream.mjs";

/** Return `length` integers from `first` on. */
export const range = (length, first = 0) =>
  Array.from({ length }, (_, i) => first + i);
export const sum = (numbers) =>
  numbers.reduce((total, number) => total + number, 0);
export const ascending = (numbers) =>
  [...numbers].sort((one, two) => one - two);

export const utf8 = (string) => new TextEncoder().encode(string);
export const concatenate = (...parts) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
export const toHex = (bytes) =>
  Array.from(new Uint8Array(bytes), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Return numbers as four bytes each, most significant first. */
export function u32(...numbers) {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, i) => view.setUint32(4 * i, number));
  return new Uint8Array(view.buffer);
}

/** Return canonical JSON of a value: no spaces, names by UTF-16 units. */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`)
    .join(",")}}`;
}

/** Return an item as a list shows it: an object or a list as canonical JSON. */
export const nameItem = (item) =>
  typeof item === "object" && item !== null ? canonicalJson(item) : item;

/** Return whether two values have the same canonical JSON; undefined is as null. */
export const isEqual = (one, other) =>
  canonicalJson(one ?? null) === canonicalJson(other ?? null);

/** Return the SHA-256 of parts, in hexadecimal digits. */
export const hashParts = async (...parts) =>
  toHex(await webCrypto().digest("SHA-256", concatenate(...parts)));

/** Return whether a number in a value is above 2^53 - 1 in absolute value. */
export const hasLargeNumber = (value) =>
  typeof value === "object" && value !== null
    ? Object.values(value).some(hasLargeNumber)
    : typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/** Return the SHA-256 of a list in canonical JSON; null if a number in it is above 2^53 - 1 in absolute value. */
export async function hashList(items) {
  return hasLargeNumber(items) ? null : hashParts(utf8(canonicalJson(items)));
}
