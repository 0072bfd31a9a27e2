/**
 * The rounds of the public beacon, fetched from its relays when they are due, or pasted, and checked by the service.
 */
// @ts-check
import { ROOT } from "../../shared/service.mjs";
import { checkRound, getRoundPath } from "../../shared/beacon.mjs";
import { listRelays } from "../form/fields.mjs";

/** @import { RoundSignature } from "../../shared/beacon.mjs" */

/**
 * A round that a relay told, and whether the service verified its signature.
 * @typedef {RoundSignature & { isChecked: boolean }} FetchedRound
 */

const MAX_WAIT = 8_000; // milliseconds, for the answer of a relay

/** Return by how many milliseconds the clock of the service is before the clock of this computer. */
export async function compareClocks() {
  const { headers } = await fetch(new URL("livez", ROOT), {
    cache: "no-store",
  }).catch(() => new Response());
  const time = Date.parse(headers.get("Date") ?? "");
  return Number.isNaN(time) ? 0 : time - Date.now();
}

/**
 * Return whose relay an origin is, by its domain: two relays of one operator are one witness.
 * @param {string} relay such as "https://api.drand.sh"
 */
const nameOperator = (relay) =>
  new URL(relay).hostname.split(".").slice(-2).join(".");

/**
 * Return the SHA-256 of bytes in hexadecimal digits, in hexadecimal digits.
 * @param {string} digits
 */
async function hashHex(digits) {
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (byte) =>
    Number.parseInt(byte, 16),
  );
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/**
 * Return the round with a number in the text of a relay, JSON or as a browser shows it, as {`signature`, `randomness`};
 * undefined if the text has none, has another, or its randomness is not the hash of its signature.
 * @param {string} text
 * @param {number} number
 * @returns {Promise<RoundSignature | undefined>}
 */
export async function readRound(text, number) {
  /** @param {RegExp} pattern */
  const find = (pattern) => pattern.exec(text)?.[1];
  const round = find(/\bround\W+(\d+)/);
  const randomness = find(/\brandomness\W+([0-9a-f]{64})\b/);
  const signature = find(/\bsignature\W+([0-9a-f]{96})\b/);
  if (Number(round) !== number || signature === undefined) return undefined;
  const hash = await hashHex(signature);
  const isRight = randomness === undefined || randomness === hash;
  return isRight ? { signature, randomness: hash } : undefined;
}

/**
 * Return a round that is due as `readRound` does, and whether it `isChecked`: from the first relay that has a right
 * one. Where the service verifies no signatures, relays of two operators must agree. Undefined if there is none yet.
 * @param {number} number
 * @returns {Promise<FetchedRound | undefined>}
 */
export async function fetchRound(number) {
  /** @type {Map<string, string>} */
  const unchecked = new Map(); // by their operators the signatures that the service cannot verify
  for (const relay of listRelays()) {
    const operator = nameOperator(relay);
    if (unchecked.has(operator)) continue;
    const round = await readRound(await ask(relay, number), number);
    if (!round) continue;
    const isRight = await checkRound(number, round);
    if (isRight) return { ...round, isChecked: true };
    if (isRight !== undefined) continue; // the network did not sign it
    if ([...unchecked.values()].includes(round.signature))
      return { ...round, isChecked: false };
    unchecked.set(operator, round.signature);
  }
  return undefined;
}

/**
 * Return the answer of a relay, "" if it gives none.
 * @param {string} relay
 * @param {number} number
 */
async function ask(relay, number) {
  try {
    const response = await fetch(relay + getRoundPath(number), {
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(MAX_WAIT),
    });
    return response.ok ? await response.text() : "";
  } catch {
    return "";
  }
}
