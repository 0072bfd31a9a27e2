/** The further members of deals, such as the dealer at bridge. The table of games names them by their kind. */
// @ts-check
import { range } from "../core/lists.mjs";

/**
 * A function of the codes of each hand and of the number of the board, which returns the further members of a deal.
 * @typedef {(hands: string[][], board: number) => Record<string, unknown>} ListExtraMembers
 */

const WINDS = ["east", "south", "west", "north"];
const VULNERABLE =
  "None NS EW All NS EW All None EW All None NS All None NS EW".split(" "); // boards 1 to 16
const RANKS = [..."AKQJT98765432"];

/**
 * Return the ranks of a hand in a suit.
 * @param {string[]} codes - of the hand
 * @param {string} suit - its letter
 * @returns {string} such as `"AQ4"`, the highest first
 */
const listSuit = (codes, suit) =>
  RANKS.filter((rank) => codes.includes(rank + suit)).join("");

/**
 * Return a hand of bridge as PBN has it.
 * @param {string[]} codes - of the hand
 * @returns {string} such as `"AQ4.KT9.J8765.32"`, from spades to clubs
 */
const formatPbn = (codes) =>
  [..."SHDC"].map((suit) => listSuit(codes, suit)).join(".");

/**
 * Return in how many ways k of n can be chosen.
 * @param {number} n
 * @param {number} k
 * @returns {bigint}
 */
const choose = (n, k) =>
  range(k, 1).reduce(
    (product, i) => (product * BigInt(n - k + i)) / BigInt(i),
    1n,
  );

/**
 * Return Big Deal's number of a deal: the hands of north, east and south as digits, each ranked among the hands that
 * the cards left can make. The rank of a hand is the number of hands before it in the order of a dictionary.
 * @param {string[][]} hands - the codes of each hand
 * @returns {bigint}
 */
function rankBridgeDeal(hands) {
  let codesLeft = [..."SHDC"].flatMap((suit) =>
    RANKS.map((rank) => rank + suit),
  );
  let number = 0n;
  for (const hand of hands.slice(0, 3)) {
    number *= choose(codesLeft.length, 13);
    let missing = 13; // cards of the hand from this code on
    for (const [i, code] of codesLeft.entries()) {
      if (hand.includes(code)) {
        missing--;
      } else if (missing > 0) {
        // Hands that are the same so far, and have this card, come before this one.
        const codesAfter = codesLeft.length - i - 1;
        number += choose(codesAfter, missing - 1);
      }
    }
    codesLeft = codesLeft.filter((code) => !hand.includes(code));
  }
  return number;
}

/**
 * Return the tiles of a riichi hand in a suit as ranks and the letter of the suit, or "" if it has none.
 * @param {string[]} codes - of the hand: `["1m", "0p", …]`
 * @param {string} suit - its letter
 * @returns {string} such as `"123m"`; a red five, 0, is after the 4
 */
function formatTiles(codes, suit) {
  const ranks = [..."1234056789"].flatMap((rank) =>
    codes.filter((code) => code === rank + suit).map(() => rank),
  );
  return ranks.length > 0 ? ranks.join("") + suit : "";
}

/**
 * Return a riichi hand in the notation MPSZ.
 * @param {string[]} codes - of the hand
 * @returns {string} such as `"123m40p7z"`
 */
const formatMpsz = (codes) =>
  [..."mpsz"].map((suit) => formatTiles(codes, suit)).join("");

/**
 * The further members of a deal, by the name of their kind in the table of games.
 * @type {Record<string, ListExtraMembers>}
 */
export const EXTRA_MEMBERS = {
  bridge: (hands, board) => ({
    board,
    dealer: "NESW"[(board - 1) % 4],
    vulnerable: VULNERABLE[(board - 1) % 16],
    pbn: `N:${hands.map(formatPbn).join(" ")}`,
    number: rankBridgeDeal(hands).toString(16).padStart(24, "0"),
  }),
  mpsz: (hands) => ({
    mpsz: Object.fromEntries(
      hands.map((codes, i) => [WINDS[i], formatMpsz(codes)]),
    ),
  }),
  grid([codes]) {
    /** @type {(number | null)[]} */
    const numbers = codes.map((code) => Number(code.slice(1)));
    numbers.splice(12, 0, null);
    return {
      grid: range(5).map((row) =>
        range(5).map((column) => numbers[5 * column + row]),
      ),
    };
  },
};
