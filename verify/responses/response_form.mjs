/** The form of a response: the members that every response has, as this program reads them. */
// @ts-check
import { checkBeaconForm } from "../core/origins.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkList,
  checkText,
  isObject,
} from "../core/validation.mjs";

/**
 * @import { JsonObject } from "../core/validation.mjs"
 */

/**
 * Return a response in which an integer that is a seat is read as its digits.
 *
 * @param {JsonObject} file
 * @returns {JsonObject} as a new object
 */
export function readSeats(file) {
  const { hands } = file;
  if (!Array.isArray(hands)) return { ...file };
  return {
    ...file,
    hands: hands.map((hand) =>
      Array.isArray(hand) ? hand.map(readSeat) : readSeat(hand),
    ),
  };
}

/**
 * Return a hand in which an integer that is a seat is read as its digits.
 *
 * @param {unknown} hand
 * @returns {unknown}
 */
const readSeat = (hand) =>
  isObject(hand) && Number.isSafeInteger(hand.seat)
    ? { ...hand, seat: String(hand.seat) }
    : hand;

/**
 * Check the members that every response has: another value is one of another version, or none.
 *
 * @param {JsonObject} response
 */
export function checkForm({ scheme, seed, deal_number, ...response }) {
  if (scheme !== undefined)
    throw new Refused(
      "scheme",
      "/v1/verify alone checks results of other providers",
    );
  if (deal_number !== undefined && seed === undefined) {
    checkInteger("deal_number", deal_number, 1, 10 ** 6);
    checkMembersOfOtherFiles(response);
    return;
  }
  if (seed === undefined)
    throw new Refused("seed", "only a seeded response can be derived again");
  checkSeeded({ seed, ...response });
}

/**
 * Check the stream and the seed of a response, and what it may have of other files.
 *
 * @param {JsonObject} response
 */
export function checkSeeded({ stream, seed, ...response }) {
  checkChoice("stream", stream, ["sd1"]);
  checkText("seed", Number.isSafeInteger(seed) ? String(seed) : seed);
  checkMembersOfOtherFiles(response);
}

/**
 * Check what a response may have of other files: the list of its request, and what nothing compares beside it.
 *
 * @param {JsonObject} response
 */
function checkMembersOfOtherFiles({ beacon, result, original_items }) {
  if (beacon !== undefined) checkBeaconForm("beacon", beacon);
  if ((result ?? null) !== null && !isObject(result))
    throw new Refused("result", "an object was expected");
  if ((original_items ?? null) !== null)
    checkList("original_items", original_items);
}
