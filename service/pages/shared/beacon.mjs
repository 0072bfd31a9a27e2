/** The public beacon that can decide a draw: drand's chain quicknet, with a round every three seconds. */
// @ts-check
import { fetchJson } from "./service.mjs";

/**
 * A round of the beacon: its number, when it is `due` in milliseconds since 1970, and the address that shows it then.
 * @typedef {{ number: number, due: number, url: string }} Round
 */

/**
 * What a relay tells of a round, in hexadecimal digits; the `randomness` is the hash of the signature.
 * @typedef {{ signature: string, randomness: string }} RoundSignature
 */

const CHAIN =
  "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
const GENESIS = 1_692_803_367; // seconds since 1970
const PERIOD = 3; // seconds

/**
 * Return the path of a round at any relay.
 * @param {number | string} number
 */
export const getRoundPath = (number) => `/${CHAIN}/public/${number}`;

/**
 * Return the address of a round, which shows its randomness as soon as it is due.
 * @param {number | string} number
 */
export const getRoundUrl = (number) =>
  `https://api.drand.sh${getRoundPath(number)}`;

/**
 * Return when a round is due, in milliseconds since 1970.
 * @param {number} number
 */
export const getDue = (number) => (GENESIS + (number - 1) * PERIOD) * 1000;

/**
 * Return a round with its time and address.
 * @param {number} number
 * @returns {Round}
 */
export const describeRound = (number) => ({
  number,
  due: getDue(number),
  url: getRoundUrl(number),
});

/**
 * Return the first round that is due at a time, in milliseconds since 1970, or later.
 * @param {number} time
 */
export const findRound = (time) =>
  describeRound(Math.ceil((time / 1000 - GENESIS) / PERIOD) + 1);

/**
 * Return whether the network signed a round; undefined if the service cannot verify its signatures. Throw a `Problem`
 * for a service that does not answer.
 * @param {number} number
 * @param {{ signature: string }} round
 * @returns {Promise<boolean | undefined>}
 */
export async function checkRound(number, { signature }) {
  /** @type {{ checks: { signature: boolean | null } }} */
  const { checks } = await fetchJson("v1/verify", {
    body: { scheme: "drand", chain_hash: CHAIN, round: number, signature },
  });
  return checks.signature ?? undefined;
}
