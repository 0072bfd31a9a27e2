/** Bridge boards: seats, suits and ranks, who deals and who is vulnerable, and hands as PBN writes them. */
// @ts-check
import { Refused } from "../core/validation.mjs";

/**
 * The hands of a deal by seat, each as PBN has it: `{ N: "AKQ.T9..5432", … }`.
 *
 * @typedef {{ [seat: string]: string }} WrittenHands
 */

/**
 * What a comment of a file says of a deal: its seed, its index, and the number of the board that it was dealt as.
 *
 * @typedef {{ seed?: string, index?: number, dealtAs?: number }} CommentedOrigin
 */

/**
 * What a file says of a board before its deal is read.
 *
 * @typedef {object} BoardFields
 * @property {{ [name: string]: string | undefined }} tags by name in lower case, or in the case of a link
 * @property {string} [deal] its text, in PBN or LIN
 * @property {number} [number]
 * @property {string} [dealer] a seat, or whatever is written
 * @property {string} [vulnerable] a name in VULNERABLE, or whatever is written
 * @property {WrittenHands} [hands] undefined for a deal that is not whole
 */

/**
 * What a file says of a board that has a deal.
 *
 * @typedef {BoardFields & CommentedOrigin & { deal: string }} Board
 */

export const SEATS = "NESW";

/**
 * The seats from each seat on.
 *
 * @type {{ [seat: string]: string }}
 */
export const CLOCKWISE = {
  N: "NESW",
  E: "ESWN",
  S: "SWNE",
  W: "WNES",
};

export const SUITS = "SHDC";

export const RANKS = "AKQJT98765432";

/**
 * The words for each seat, in lower case.
 *
 * @type {{ [seat: string]: string }}
 */
export const SEAT_WORDS = {
  N: "north nord norden norte n",
  E: "east este est osten ost e",
  S: "south süden süd sud sur s",
  W: "west westen ouest oeste w",
};

/**
 * Return the seat that a word means, undefined if it is none.
 *
 * @param {string} word
 */
export const seatOf = (word) =>
  [...SEATS].find((seat) =>
    SEAT_WORDS[seat].split(" ").includes(word.toLowerCase()),
  );

/**
 * By each way to be vulnerable, its spellings in lower case.
 *
 * @type {{ [name: string]: string }}
 */
const VULNERABLE = {
  None: "none love - o 0 z",
  NS: "ns n-s n",
  EW: "ew e-w e",
  All: "all both b",
};

/**
 * Return a board of which nothing is read; no tag has a name that all objects have.
 *
 * @returns {BoardFields & CommentedOrigin}
 */
export const beginBoard = () => ({ tags: Object.create(null) });

/**
 * Return the number that a text writes, undefined if it is no number above 0.
 *
 * @param {string} text
 */
export const toNumber = (text) =>
  /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;

/**
 * Return the name in VULNERABLE that a text spells, the text itself if it is none, undefined if it is empty.
 *
 * @param {string} text
 */
export function readVulnerable(text) {
  const spelling = text.toLowerCase();
  const names = Object.keys(VULNERABLE);
  const spelled = names.find((name) =>
    VULNERABLE[name].split(" ").includes(spelling),
  );
  return spelled ?? (text || undefined);
}

/**
 * Return the dealer of a board: north of board 1, and clockwise from board to board.
 *
 * @param {number} number of the board, from 1 on
 * @returns {string} such as "N"
 */
export const dealerOf = (number) => SEATS[(number - 1) % 4];

/**
 * Return who is vulnerable on a board.
 *
 * @param {number} number of the board
 * @returns {string} a name in VULNERABLE
 */
export const vulnerableOf = (number) =>
  Object.keys(VULNERABLE)[(number - 1 + Math.floor((number - 1) / 4)) % 4];

/**
 * Return a hand, its ranks by suit, as PBN has it; undefined for ranks that there are not.
 *
 * @param {string[]} suits the ranks of S, H, D and C: `["QAK", "", "9T", "2"]`
 * @returns {string | undefined} `"AKQ..T9.2"`
 */
export function formatHand(suits) {
  const ranks = [...suits.join("")];
  if (!ranks.every((rank) => RANKS.includes(rank))) return undefined;
  return suits.map(sortRanks).join(".");
}

/**
 * Return ranks from the ace down: of "QAK" "AKQ".
 *
 * @param {string} ranks
 */
const sortRanks = (ranks) =>
  [...ranks].sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).join("");

/**
 * Return the ranks of codes by suit.
 *
 * @param {string[]} codes `["AS", "KS", "2C"]`
 * @returns {string[]} `["AK", "", "", "2"]`
 */
export const listRanks = (codes) =>
  [...SUITS].map((suit) =>
    codes
      .filter((code) => code[1] === suit)
      .map((code) => code[0])
      .join(""),
  );

/**
 * Return the error that refuses the text of a deal, which is thrown where it is made.
 *
 * @param {string} reason
 */
export const refusedDeal = (reason) => new Refused("given.deal", reason);

/**
 * Return whether a text has a letter or a digit, so that it says something.
 *
 * @param {string | undefined} value
 */
export const hasLetterOrDigit = (value) => /[\p{L}\p{N}]/u.test(value ?? "");
