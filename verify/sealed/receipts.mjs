/** The form of receipts. Implemented from docs/definitions/sealed.md alone. */
// @ts-check
import {
  checkChoice,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  isEmpty,
  isObject,
  parseDigest,
} from "../core/validation.mjs";

/**
 * @import { CheckResult, JsonObject } from "../core/validation.mjs"
 * @import { SealedShoe, Terms } from "./terms.mjs"
 */

/**
 * What a receipt says of the state of its shoe: of a dealt shoe `positions`, of any other `top` and `bottom`.
 *
 * @typedef {object} Drawn
 * @property {number} round the last one
 * @property {number} total how many cards were drawn
 * @property {number} draws how many draws and stages there were
 * @property {string} digest after the last of them, in hexadecimal digits
 * @property {number[] | number | null} in_play the indices of the cards in play, of a partial receipt their number
 * @property {number[]} [positions] the positions taken in the last round, ascending
 * @property {number} [top] how many cards were taken from the top in the last round
 * @property {number} [bottom]
 */

/**
 * The members that all receipts have.
 *
 * @typedef {object} Receipt
 * @property {string} receipt "sealed1"
 * @property {string} commitment hexadecimal digits
 * @property {Terms} terms
 * @property {string | null} client_seed
 * @property {Drawn} drawn
 */

/**
 * A receipt with the server seed, in hexadecimal digits.
 *
 * @typedef {Receipt & { server_seed: string, drawn: { in_play: number[] | null } }} FullReceipt
 */

/**
 * A receipt with the digest of the server seed, the root of the last round (null if nothing was drawn) and shown cards.
 *
 * @typedef {object} PartialMembers
 * @property {string} seed_hash
 * @property {string | null} root
 * @property {unknown} shown
 * @property {{ in_play: number | null }} drawn
 */

/** @typedef {Receipt & PartialMembers} PartialReceipt */

/** @typedef {{ [name: string]: string }} Reasons by what is not checked, why */

export const MAX = 2 ** 53 - 1;

const MAX_WORDS = 32 * 65; // characters of the texts of 32 players

/**
 * Return where a card is: "round 0, position 7 (the stock)".
 *
 * @param {number} round
 * @param {number} position
 * @param {string} label of its place; "" if it has none
 */
export const describePosition = (round, position, label) =>
  `round ${round}, position ${position}${label && ` (${label})`}`;

/**
 * Check that a list has different integers from 0 to `max` in ascending order.
 *
 * @param {string} where the path of the list
 * @param {unknown} list
 * @param {number} max
 */
function checkAscending(where, list, max) {
  let least = 0;
  for (const [i, value] of checkList(where, list).entries())
    least = checkInteger(`${where}[${i}]`, value, least, max) + 1;
}

/**
 * Check that all values of a list are integers from 0 to `max`.
 *
 * @param {string} where the path of the list
 * @param {unknown} list
 * @param {number} max
 * @returns {number} the length of the list
 */
export function checkIntegers(where, list, max) {
  const values = checkList(where, list);
  values.forEach((value, i) => checkInteger(`${where}[${i}]`, value, 0, max));
  return values.length;
}

/**
 * Check the members of a receipt of a shoe, but for its terms; only this kind of receipt has `members`.
 *
 * `members` of a full receipt is `["server_seed"]`.
 *
 * @param {JsonObject} receipt
 * @param {string[]} members their names
 * @param {SealedShoe} shoe that the terms describe
 * @returns {asserts receipt is JsonObject & Receipt}
 */
export function checkForm(receipt, members, shoe) {
  const names = [
    "receipt",
    "commitment",
    "terms",
    "client_seed",
    "drawn",
    ...members,
  ];
  checkObject("receipt", receipt, names, names);
  const { commitment, client_seed: clientSeed } = receipt;
  const terms = /** @type {Terms} */ (receipt.terms); // they describe the shoe
  parseDigest("commitment", commitment);
  if (clientSeed !== null)
    checkText("client_seed", clientSeed, terms.words ? MAX_WORDS : 256);
  const drawn = checkDrawn(receipt.drawn, shoe);
  if (drawn.in_play === null) return;
  if (members.includes("root"))
    checkInteger("drawn.in_play", drawn.in_play, 0, shoe.size);
  else checkAscending("drawn.in_play", drawn.in_play, shoe.size - 1);
}

/**
 * Check what a receipt says of the state of its shoe, but for the cards in play, and return it.
 *
 * @param {unknown} value
 * @param {SealedShoe} shoe
 * @returns {JsonObject}
 */
function checkDrawn(value, { size, deal }) {
  const counts = ["round", "total", "draws"];
  const ends = deal ? ["positions"] : ["top", "bottom"];
  const memberNames = [...counts, "digest", "in_play", ...ends];
  const drawn = checkObject("drawn", value, memberNames, memberNames);
  for (const name of deal ? counts : [...counts, ...ends])
    checkInteger(`drawn.${name}`, drawn[name], 0, MAX);
  parseDigest("drawn.digest", drawn.digest);
  if (deal) checkAscending("drawn.positions", drawn.positions, size - 1);
  return drawn;
}

/**
 * Return the receipt of a whole response of `/v1/shoes/reveal`, or the receipt itself, if it is of this scheme. Members
 * that programs leave out because they are empty are there.
 *
 * @param {unknown} given
 * @returns {JsonObject}
 */
export function unwrapReceipt(given) {
  const wrapped = isObject(given) ? given.receipt : undefined;
  const isResponse = typeof wrapped === "object" && wrapped !== null;
  const receipt = isResponse ? wrapped : given;
  const members = isObject(receipt) ? receipt : {};
  checkChoice("receipt", members.receipt, ["sealed1"]);
  const { server_seed: secret, drawn, shown, terms, ...otherMembers } = members;
  /** @type {{ length?: unknown }} */
  const cards = shown ?? [];
  /** @type {JsonObject} */
  const kindMembers =
    secret === undefined
      ? { root: null, shown: cards }
      : { server_seed: secret };
  if (secret !== undefined && cards.length !== 0) kindMembers.shown = shown;
  return {
    client_seed: null,
    ...kindMembers,
    ...otherMembers,
    drawn: isObject(drawn) ? { in_play: null, ...drawn } : drawn,
    terms: openTerms(terms),
  };
}

/**
 * Return terms without empty members, which programs add: in terms only the `exclude` of a deck can be empty.
 *
 * @param {unknown} terms
 * @returns {unknown}
 */
export function openTerms(terms) {
  if (!isObject(terms)) return terms;
  const mayBeEmpty = Object.hasOwn(terms, "deck") ? "exclude" : undefined;
  return Object.fromEntries(
    Object.entries(terms).filter(
      ([name, value]) =>
        name === mayBeEmpty || !(value === null || isEmpty(value)),
    ),
  );
}

/**
 * Return the result of a check without a difference.
 *
 * @param {Reasons} unchecked
 * @returns {CheckResult}
 */
export const buildResult = (unchecked) =>
  Object.keys(unchecked).length > 0
    ? { valid: null, unchecked }
    : { valid: true };
