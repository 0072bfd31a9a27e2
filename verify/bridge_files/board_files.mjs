/**
 * Files of bridge boards, PBN 2.1 or LIN of Bridge Base Online: what they say of each board. board_check.mjs checks
 * those that have their seed.
 *
 * A PBN file has tags such as [Board "1"]; the second tag of a name begins the next board. A LIN file has names and
 * values in turn, such as qx|o1|md|3S…|; a board goes from a deal (md) to the next.
 */
// @ts-check
import {
  CLOCKWISE,
  RANKS,
  beginBoard,
  formatHand,
  readVulnerable,
  toNumber,
} from "./boards.mjs";

/** @import { Board, BoardFields, CommentedOrigin, WrittenHands } from "./boards.mjs" */

/** A tag of PBN with its name and value, or a comment. */
const PBN_PARTS =
  /\[[ \t-\r]{0,9}(\w{1,40})[ \t-\r]{0,9}"([^"\r\n]*)"[ \t-\r]{0,9}\]|\{([^{}]*)\}/g;

/**
 * Return the seed, the index and perhaps the number of the deal that a comment names.
 *
 * @param {string} comment `seed "abc", index 3, dealt as board 1`
 * @returns {CommentedOrigin}
 */
function readOrigin(comment) {
  const match =
    /\bseed "([^"]{1,256})", index (\d{1,15})(?:, dealt as board ([1-9]\d{0,14}))?(?!\d)/.exec(
      comment,
    );
  if (match === null) return {};
  const [, seed, index, board] = match;
  return {
    seed,
    index: Number(index),
    dealtAs: board === undefined ? undefined : Number(board),
  };
}

/**
 * Return the hands of a deal by seat, undefined if one of them could not be written.
 *
 * @param {readonly string[]} seats in the order of the hands
 * @param {readonly (string | undefined)[]} hands
 * @returns {WrittenHands | undefined}
 */
function seatHands(seats, hands) {
  /** @type {WrittenHands} */
  const bySeat = {};
  for (const [i, seat] of seats.entries()) {
    const hand = hands[i];
    if (hand === undefined) return undefined;
    bySeat[seat] = hand;
  }
  return bySeat;
}

/**
 * Return the hands of a Deal tag by seat; undefined if it has none.
 *
 * @param {string} text `"N:AKQ.T9..5432 … … …"`
 */
function readPbnDeal(text) {
  const match = /^\s*([NESW]):(.*?)\s*$/i.exec(text);
  if (match === null) return undefined;
  const [, first, texts] = match;
  const hands = texts.split(" ").map((hand) => hand.toUpperCase().split("."));
  const areWhole = hands.every((suits) => suits.length === 4);
  if (hands.length !== 4 || !areWhole) return undefined;
  const seats = [...CLOCKWISE[first.toUpperCase()]];
  return seatHands(seats, hands.map(formatHand));
}

/**
 * Return the tags of each board of a PBN file, with the origin that a comment names; the second tag of a name, in any
 * case, begins the next board.
 *
 * @param {string} text
 */
function splitPbn(text) {
  let board = beginBoard();
  const boards = [board];
  const withoutEscapes = text.replace(/(?<![^\r\n])%[^\r\n]*/g, "");
  for (const [, tag, value, comment] of withoutEscapes.matchAll(PBN_PARTS)) {
    if (tag === undefined) {
      Object.assign(board, readOrigin(comment));
      continue;
    }
    const name = tag.toLowerCase();
    if (Object.hasOwn(board.tags, name)) {
      board = beginBoard();
      boards.push(board);
    }
    board.tags[name] = value;
  }
  return boards;
}

/**
 * Return the boards of a PBN file.
 *
 * @param {string} text
 */
export function parsePbn(text) {
  /** @type {Board[]} */
  const boards = [];
  for (const { tags, ...origin } of splitPbn(text)) {
    const { board = "", dealer, vulnerable = "", deal } = tags;
    if (deal === undefined) continue;
    boards.push({
      ...origin,
      number: toNumber(board),
      dealer: dealer?.toUpperCase() || undefined,
      vulnerable: readVulnerable(vulnerable),
      deal,
      tags: { ...tags, dealer: undefined },
      hands: readPbnDeal(deal),
    });
  }
  return boards;
}

/** The suits of a hand in LIN with their ranks; one that is left out has none. */
const LIN_HAND =
  /^(?:S([^SHDC]*))?(?:H([^SHDC]*))?(?:D([^SHDC]*))?(?:C([^SHDC]*))?$/;

/**
 * Return the ranks of the suits S, H, D and C of a hand in LIN; undefined for any other text.
 *
 * @param {string} text `"SAKHQC2"`
 * @returns {string[] | undefined} `["AK", "Q", "", "2"]`
 */
function readLinHand(text) {
  const suits = LIN_HAND.exec(text)?.slice(1);
  return suits?.map((ranks) => ranks ?? "");
}

/**
 * Return the cards that no hand has, as their ranks by suit.
 *
 * @param {string[][]} hands the ranks of each by suit
 */
const listMissing = (hands) =>
  [0, 1, 2, 3].map((suit) =>
    [...RANKS]
      .filter((rank) => !hands.some((hand) => hand[suit].includes(rank)))
      .join(""),
  );

/**
 * Return the hands of a LIN deal by seat. It has S, W, N and perhaps E, who otherwise has the rest of the cards.
 *
 * @param {string} text `"3SAKHQ…,S…,S…"`: the number of the dealer, then the hands
 */
function readLinDeal(text) {
  const texts = text.slice(1).toUpperCase().split(",").slice(0, 4);
  /** @type {string[][]} */
  const hands = [];
  for (const hand of texts) {
    const suits = readLinHand(hand);
    if (suits === undefined) return undefined;
    hands.push(suits);
  }
  if (hands.length < 3) return undefined;
  if (hands.length === 3 || hands[3].join("") === "")
    hands[3] = listMissing(hands.slice(0, 3));
  return seatHands([..."SWNE"], hands.map(formatHand));
}

/**
 * Note what a word of LIN says of a board.
 *
 * @param {BoardFields & CommentedOrigin} board
 * @param {string} name of two letters: "md" for the deal
 * @param {string} value
 */
function noteLinWord(board, name, value) {
  board.tags[name] = value;
  if (name === "qx") board.number = toNumber(value.slice(1));
  if (name === "ah")
    board.number = toNumber(value.replace(/^Board /, "")) ?? board.number;
  if (name === "sv") board.vulnerable = readVulnerable(value);
  if (["at", "nt"].includes(name)) Object.assign(board, readOrigin(value));
  if (name === "md") {
    board.deal = value;
    board.dealer = "SWNE"["1234".indexOf(value[0])];
    board.hands = readLinDeal(value);
  }
}

/**
 * @param {BoardFields & CommentedOrigin} board
 * @returns {board is Board}
 */
const hasDeal = (board) => board.deal !== undefined;

/**
 * Return the boards of a LIN file; each is from a deal (md) to the next, with the label (qx) before it.
 *
 * @param {string} text `"qx|o1|md|3S…,S…,S…|sv|n|"`: names and values in turn
 * @returns {Board[]}
 */
export function parseLin(text) {
  let board = beginBoard();
  const boards = [board];
  const words = text.replace(/[\r\n]+/g, "").split("|");
  for (let i = 0; i + 1 < words.length; i += 2) {
    const name = words[i].replace(/^[ \t]+|[ \t]+$/g, "").toLowerCase();
    if (["qx", "md"].includes(name) && hasDeal(board)) {
      board = beginBoard();
      boards.push(board);
    }
    noteLinWord(board, name, words[i + 1]);
  }
  return boards.filter(hasDeal);
}

/**
 * Return the boards of a PBN or a LIN file, with what it says of each.
 *
 * @param {string} text
 * @returns {Board[]}
 */
export function parseBoardFile(text) {
  const boards = parsePbn(text);
  return boards.length ? boards : parseLin(text);
}
